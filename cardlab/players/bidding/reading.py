"""How the data files of bids are read: their text, their keys, the lines on which rows stand, and the
faults that name such a line.

Knows TOML and lines.  Knows no key and no call.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Protocol, TypeVar

import msgspec

__all__ = ["SystemFault", "keys_of", "lines_of", "never_reached", "text_of"]

ROW = r"\{\s*call\b"
"""How a row begins."""

Keys = TypeVar("Keys")


class SystemFault(ValueError):
    """A file of bids that cannot be read; the message names the line."""


class Lined(Protocol):
    """A row that knows its call and its line."""

    @property
    def call(self) -> str: ...

    @property
    def line(self) -> int: ...


def text_of(id: str) -> str | None:
    """Return the text of the file of this id; None where there is none."""
    file = files(__package__) / f"{id}.toml"
    return file.read_text(encoding="utf-8") if file.is_file() else None


def keys_of(text: str, name: str, kind: type[Keys]) -> Keys:
    """Return the keys of a file.  SystemFault where they are not those of this kind."""
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as problem:
        raise SystemFault(f"{name}: {problem}") from None


def lines_of(text: str, begins: str = ROW) -> Iterator[int]:
    """The lines on which rows begin, or whatever begins so."""
    for at in re.finditer(begins, text, re.MULTILINE):
        yield text.count("\n", 0, at.end()) + 1


def never_reached(row: Lined, above: Lined) -> str:
    """What is wrong with a row below one that takes all its hands."""
    return (
        f"line {row.line}: {row.call} is never reached, because every hand for it makes the call of"
        f" line {above.line}, {above.call}"
    )
