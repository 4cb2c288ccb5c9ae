"""What a field of a state, a standing or a record holds, where a type of Python does not say it.

    took: SeatNo | None = None              a seat: written as its name
    down: tuple[SeatNo, ...] = ()           seats, in an order that counts
    pond: FaceUp[tuple[Card, ...]] = ()     cards of the pack that everybody sees
    stock: FaceDown[tuple[Card, ...]] = ()  cards of the pack that nobody sees
    piles: FaceUp[BySeat[tuple[Card, ...]]] = ()    a heap for each seat
    fresh: Card | None = None               a card that lies somewhere else as well: not a place

To Python and to a type checker `SeatNo` is `int`, `BySeat[...]` a tuple, and `FaceUp[...]` what
stands between the brackets; the marks are read where a table is seen, written as text, read from it,
or set up by hand (`cardlab.engine.codec`).
The places together hold the whole pack.  Knows types.  Knows no game, and no field by its name.

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
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

__all__ = [
    "ByRank",
    "BySeat",
    "BySide",
    "Derived",
    "FaceDown",
    "FaceUp",
    "FieldMark",
    "InHand",
    "SeatNo",
    "Unwritten",
    "face_down_of",
    "holds_seats",
    "is_seat",
    "marks_of",
    "places_of",
    "types_of",
    "unmarked",
    "values_of",
    "without_none",
]


class FieldMark(Enum):
    """What a type does not say of a value by itself."""

    SEAT = "seat"
    FACE_UP = "cards of the pack that all see"
    FACE_DOWN = "cards of the pack that nobody sees"
    IN_HAND = "cards of the pack that their holder sees"
    EACH_SEAT = "one for each seat"
    EACH_SIDE = "one for each side"
    EACH_RANK = "one for each rank"
    UNWRITTEN = "has no part of a position under its own name"


T = TypeVar("T")
SeatNo = Annotated[int, FieldMark.SEAT]
"""A seat by its number, 0 for the first."""
FaceUp = Annotated[T, FieldMark.FACE_UP]
FaceDown = Annotated[T, FieldMark.FACE_DOWN]
InHand = Annotated[T, FieldMark.IN_HAND]
BySeat = Annotated[tuple[T, ...], FieldMark.EACH_SEAT]
"""One for each seat, from the first."""
BySide = Annotated[tuple[T, ...], FieldMark.EACH_SIDE]
ByRank = Annotated[tuple[T, ...], FieldMark.EACH_RANK]
Unwritten = Annotated[T, FieldMark.UNWRITTEN]
"""What a position says in another way, or not at all."""
PLACES = {FieldMark.FACE_UP, FieldMark.FACE_DOWN, FieldMark.IN_HAND}
"""The marks of fields that hold cards of the pack."""


_TYPES: dict[type[Any], dict[str, Any]] = {}


def types_of(kind: type[Any]) -> dict[str, Any]:
    """What the fields of a dataclass or of a named tuple hold, by name, with their marks."""
    if kind not in _TYPES:
        _TYPES[kind] = get_type_hints(kind, include_extras=True)
    return _TYPES[kind]


def values_of(held: Any) -> dict[str, Any]:
    """What the fields of a state, a standing or a result hold, by name; nothing for a value that
    has no fields.

    >>> import cardlab
    >>> values_of(cardlab.game("kaiser").opening())
    {'deal': 1, 'dealer': 0, 'totals': (0, 0)}
    """
    return {f.name: getattr(held, f.name) for f in fields(held)} if is_dataclass(held) else {}


def without_none(kind: Any) -> tuple[Any, bool]:
    """The type of a value that may be lacking, and whether it may.

    >>> without_none(int | None)
    (<class 'int'>, True)
    """
    if get_origin(kind) in (Union, types.UnionType):
        inner = [part for part in get_args(kind) if part is not types.NoneType]
        return inner[0], len(inner) < len(get_args(kind))
    return kind, False


def marks_of(kind: Any) -> tuple[Any, ...]:
    """The marks that stand outermost on a type."""
    return kind.__metadata__ if get_origin(kind) is Annotated else ()


def unmarked(kind: Any) -> Any:
    """The type itself, without the marks that stand outermost on it."""
    return kind.__origin__ if get_origin(kind) is Annotated else kind


def places_of(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a state that hold the pack, in their order.

    >>> import cardlab
    >>> places_of(cardlab.game("gin-rummy").State)
    ('hands', 'stock', 'discards', 'knocked')
    """
    types = types_of(kind)
    return tuple(f.name for f in fields(kind) if PLACES & {*marks_of(types[f.name])})


def face_down_of(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a state whose cards nobody sees."""
    types = types_of(kind)
    return tuple(f.name for f in fields(kind) if FieldMark.FACE_DOWN in marks_of(types[f.name]))


class Derived:
    """An attribute of a class that is read from its fields when somebody first asks for it: their
    types may name classes that are not there yet when the class is made.

    Every class needs one of its own, since what is read takes its place: from then on it is a
    plain attribute, which costs nothing at every move.
    """

    def __init__(self, name: str, read: Callable[[type[Any]], tuple[str, ...]]) -> None:
        self.name = name
        self.read = read

    def __get__(self, held: Any, kind: type[Any]) -> tuple[str, ...]:
        found = self.read(kind)
        setattr(kind, self.name, found)
        return found


def is_seat(kind: Any) -> bool:
    """Whether a value of this type is a seat."""
    return FieldMark.SEAT in marks_of(kind)


def holds_seats(kind: Any) -> bool:
    """Whether a field of this type holds a seat, or several of them, or none for the moment."""
    kind, _ = without_none(kind if is_seat(kind) else unmarked(kind))
    if get_origin(kind) is tuple:
        kind, _ = without_none(get_args(kind)[0])
    return is_seat(kind)
