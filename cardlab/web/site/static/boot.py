"""What Python does first in the worker: it unpacks the archives, and fetches a big package when
something imports it.

What was compiled is kept under `COMPILED`, so that the next visit need not compile it again.
"""

import importlib
import io
import os
import sys
import sysconfig
import zipfile
from collections.abc import Callable, Mapping
from importlib.abc import MetaPathFinder
from typing import Any

PACKAGES = sysconfig.get_path("purelib")
COMPILED = "/compiled"
WRITTEN = 1_700_000_000
"""When every unpacked file was written, as far as Python is told: bytecode is good for as long as
this and the file's size stay the same."""

os.makedirs(COMPILED, exist_ok=True)
sys.pycache_prefix = COMPILED
sys.dont_write_bytecode = False


def unpack(data: Any, folder: str = PACKAGES) -> None:
    """Write the files of a zip archive, a JavaScript array of bytes, below a folder."""
    with zipfile.ZipFile(io.BytesIO(data.to_bytes())) as archive:
        for name in archive.namelist():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(archive.read(name))
            os.utime(path, (WRITTEN, WRITTEN))
    importlib.invalidate_caches()


def compiled_paths() -> list[str]:
    """Where the bytecode lies."""
    return [os.path.join(at, name) for at, _, names in os.walk(COMPILED) for name in names]


def compiled_files() -> int:
    """How many files have been compiled by now."""
    return len(compiled_paths())


def packed() -> bytes:
    """All that has been compiled, as one archive."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        for path in compiled_paths():
            archive.write(path, os.path.relpath(path, COMPILED))
    return data.getvalue()


class Later(MetaPathFinder):
    """Fetches the archive of a package as soon as it is imported; finding it is left to others."""

    def __init__(self, fetch: Callable[[str], Any], packages: Mapping[str, str]) -> None:
        self.fetch = fetch
        self.packages = dict(packages)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        if archive := self.packages.pop(name, None):
            unpack(self.fetch(archive))


def fetch_later(fetch: Callable[[str], Any], packages: Any) -> None:
    """From now on these packages, by name, come from these archives."""
    sys.meta_path.insert(0, Later(fetch, packages.to_py()))
