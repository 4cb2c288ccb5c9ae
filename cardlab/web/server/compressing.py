"""Files that are sent compressed: each is compressed when it is first asked for, and kept.

A page with a table needs some five megabytes of scripts, which are text for the most part. Pages that
are made anew are compressed by Tornado (`compress_response`). Knows files; knows no page.
"""

from __future__ import annotations

import gzip
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from tornado.web import GZipContentEncoding, StaticFileHandler

__all__ = ["compressed_files"]


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where compressed files are kept, for as long as this process runs."""
    return tempfile.TemporaryDirectory(prefix="cardlab-static-")


@cache
def _compressed(path: str, changed: float) -> str:
    """The compressed copy of a file that was last changed at this time."""
    handle, name = tempfile.mkstemp(dir=_folder().name)
    with os.fdopen(handle, "wb") as file:
        file.write(gzip.compress(Path(path).read_bytes(), GZipContentEncoding.GZIP_LEVEL))
    return name


class _CompressedFiles(StaticFileHandler):
    """Sends the compressed copy of a text to a browser that reads it."""

    absolute_path: str | None = None

    def set_extra_headers(self, path: str) -> None:
        super().set_extra_headers(path)
        original = self.absolute_path
        if "Range" in self.request.headers:
            # a part of the file itself, which nobody may compress on the way out
            self.set_header("Content-Encoding", "identity")
            return
        if original is None or not self._worth_it():
            return
        # its headers are set by now, and belong to the copy as well
        self.absolute_path = _compressed(original, os.path.getmtime(original))
        self._stat_result = os.stat(self.absolute_path)
        self.set_header("Content-Encoding", "gzip")

    def _worth_it(self) -> bool:
        kind = self.get_content_type().partition(";")[0]
        return (
            "gzip" in self.request.headers.get("Accept-Encoding", "")
            and (kind.startswith("text/") or kind in GZipContentEncoding.CONTENT_TYPES)
            and self.get_content_size() >= GZipContentEncoding.MIN_LENGTH
        )


@cache
def compressed_files(kind: type[Any]) -> type[Any]:
    """The same handler of files, which sends them compressed."""
    return type(kind.__name__, (_CompressedFiles, kind), {})
