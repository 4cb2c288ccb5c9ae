"""Sentences about what happened in which seats and sides are named: everybody reads their own seat
as "you".

Knows names and English. Knows no game and no score. A `Telling` is text, as an onlooker reads it, and
can be told again to whoever sits at the table. Its verbs are in the past tense, which is the same
for "you" and for a name.

>>> from cardlab.engine.words import Seat
>>> told = Telling("{who} bid {bid} and took one trick", ("South", "West"), who=Seat(1), bid="nap")
>>> str(told), told_to(told, 1), told_to("all passed", 1)
('West bid nap and took one trick', 'you bid nap and took one trick', 'all passed')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardlab.engine.words import ONLOOKER, Seat, listed, word

__all__ = ["Side", "Telling", "begins_with", "partners_called", "side_called", "told_to"]

COMPASS = ("North", "South", "East", "West")
"""The order in which a side names its partners: North–South, East–West."""


class Side(NamedTuple):
    """Who scores together: one seat, or partners."""

    id: str
    name: str
    seats: tuple[int, ...]


class Telling(str):
    """A sentence about seats and sides; as a text it names them all.

    template: with quantities in braces; names: of the seats; facts: the quantities by name, among
    them seats (`Seat`), sides (`Side`) and lists of these.
    """

    __slots__ = ("facts", "names", "template")

    template: str
    names: tuple[str, ...]
    facts: dict[str, Any]

    def __new__(cls, template: str, names: Sequence[str], **facts: Any) -> Telling:
        told = super().__new__(cls, _filled(template, names, facts, ONLOOKER))
        told.template, told.names, told.facts = template, tuple(names), facts
        return told

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.template, self.names, self.facts)

    def to(self, reader: int) -> str:
        """Return the sentence as a seat reads it."""
        return _filled(self.template, self.names, self.facts, reader)


def told_to(text: str, reader: int) -> str:
    """Return a text as a seat reads it; one that names nobody stays as it is."""
    return text.to(reader) if isinstance(text, Telling) else text


def begins_with(text: str, side: Side) -> bool:
    """Whether a sentence begins with a side, so that it is the subject of what follows."""
    if not isinstance(text, Telling) or not text.template.startswith("{who} "):
        return False
    who = text.facts["who"]
    return who == side if isinstance(who, Side) else (who,) == side.seats


def partners_called(names: Sequence[str]) -> str:
    """Return the name of a side: its partners, in the usual order where they are called by the
    points of the compass.

    >>> partners_called(("South", "North")), partners_called(("East", "West"))
    ('North–South', 'East–West')
    >>> partners_called(("Ana", "Cleo"))
    'Cleo–Ana'
    """
    if set(names) <= set(COMPASS):
        return "–".join(sorted(names, key=COMPASS.index))
    return "–".join(reversed(names))


def side_called(side: Side, names: Sequence[str], reader: int, me: str = "you") -> str:
    """Return what a reader calls a side: its name, or "you" and the partners.

    me: what the reader is called.

    >>> side = Side("north-south", "North–South", (0, 2))
    >>> [side_called(side, ("South", "West", "North", "East"), seat) for seat in (0, 1, 2)]
    ['you and North', 'North–South', 'you and South']
    """
    if reader not in side.seats:
        return side.name
    partners = [names[seat] for seat in side.seats if seat != reader]
    return listed([*partners, me] if me == "I" else [me, *partners], most=len(side.seats))


def _again(template: str, names: tuple[str, ...], facts: dict[str, Any]) -> Telling:
    return Telling(template, names, **facts)


def _filled(template: str, names: Sequence[str], facts: dict[str, Any], reader: int) -> str:
    return template.format(**{key: _said(value, names, reader) for key, value in facts.items()})


def _said(value: Any, names: Sequence[str], reader: int) -> str:
    if isinstance(value, Seat):
        return "you" if value == reader else names[value]
    if isinstance(value, Side):
        return side_called(value, names, reader)
    if isinstance(value, list):
        return listed([_said(one, names, reader) for one in value], most=len(value))
    return word(value)
