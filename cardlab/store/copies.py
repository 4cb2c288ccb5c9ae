"""A copy of a file of SQLite, made before an upgrade changes it.

Knows files and SQLite's own way to copy one that is in use; knows no table.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

__all__ = ["copy_name", "copy_of_version"]


def copy_name(file: Path, version: int) -> Path:
    """Where the copy of a version stands.

    >>> copy_name(Path("cards.sqlite"), 5).name
    'cards.version-5.sqlite'
    """
    return file.with_name(f"{file.stem}.version-{version}{file.suffix}")


def copy_of_version(file: Path, version: int) -> Path:
    """Copy a file, with what lies in the notes beside it, to its name with the version. A copy that
    stands there already is replaced once the new one is whole: it was older.

    Raises sqlite3.Error or OSError; then there is no new copy.
    """
    copy = copy_name(file, version)
    part = copy.with_name(copy.name + ".part")
    try:
        part.unlink(missing_ok=True)
        # it holds the same secrets as the file
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            # the file remembers that it keeps notes beside it; the copy is one file and no more
            target.execute("PRAGMA journal_mode=DELETE")
        os.replace(part, copy)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    return copy
