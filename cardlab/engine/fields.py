"""What a field of a state, a standing or a record holds, where a type of Python does not say it.

    took: SeatNo | None = None            a seat: written as its name
    down: tuple[SeatNo, ...] = ()         seats, in an order that counts

To Python and to a type checker `SeatNo` is `int`; the mark is read where a table is written as text,
read from it, or set up by hand.  Knows types.  Knows no game, and no field by its name.

>>> from dataclasses import dataclass
>>> @dataclass
... class Table:
...     took: SeatNo | None = None
...     laid: int = 0
>>> [name for name, kind in types_of(Table).items() if holds_seats(kind)]
['took']
"""

from __future__ import annotations

import types
from enum import Enum
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

__all__ = ["FieldMark", "SeatNo", "holds_seats", "is_seat", "types_of", "without_none"]


class FieldMark(Enum):
    """What a type does not say of a value by itself."""

    SEAT = "seat"


SeatNo = Annotated[int, FieldMark.SEAT]
"""A seat by its number, 0 for the first."""


_TYPES: dict[type[Any], dict[str, Any]] = {}


def types_of(kind: type[Any]) -> dict[str, Any]:
    """What the fields of a dataclass or of a named tuple hold, by name, with their marks."""
    if kind not in _TYPES:
        _TYPES[kind] = get_type_hints(kind, include_extras=True)
    return _TYPES[kind]


def without_none(kind: Any) -> tuple[Any, bool]:
    """The type of a value that may be lacking, and whether it may.

    >>> without_none(int | None)
    (<class 'int'>, True)
    """
    if get_origin(kind) in (Union, types.UnionType):
        inner = [part for part in get_args(kind) if part is not types.NoneType]
        return inner[0], len(inner) < len(get_args(kind))
    return kind, False


def is_seat(kind: Any) -> bool:
    """Whether a value of this type is a seat."""
    return get_origin(kind) is Annotated and FieldMark.SEAT in kind.__metadata__


def holds_seats(kind: Any) -> bool:
    """Whether a field of this type holds a seat, or several of them, or none for the moment."""
    kind, _ = without_none(kind)
    if get_origin(kind) is tuple:
        kind, _ = without_none(get_args(kind)[0])
    return is_seat(kind)
