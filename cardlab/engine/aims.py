"""Aims: who wants what of a deal, and whether points are good.

Knows seats, sides and numbers.  Knows no cards: what is counted, the game says.

>>> Aim((2,), Want.FEWEST, needs=0)
Aim(seats=(2,), want=<Want.FEWEST: 'fewest'>, needs=0)
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from cardlab.engine.words import listed, some


class Points(Enum):
    """What the points of a score sheet are worth: whether the highest or the lowest total wins."""

    GOOD = "good"
    BAD = "bad"

    @property
    def sign(self) -> int:
        """1 where more points are better, -1 where fewer are."""
        return 1 if self is Points.GOOD else -1

    @property
    def best(self) -> str:
        """The word for the best total: "highest" or "lowest"."""
        return "highest" if self is Points.GOOD else "lowest"

    def best_of(self, totals: Iterable[int]) -> int:
        """The best of some totals.

        >>> Points.GOOD.best_of([3, 7]), Points.BAD.best_of([3, 7])
        (7, 3)
        """
        return max(totals) if self is Points.GOOD else min(totals)


class Want(Enum):
    """How much some seats want of what counts in a deal."""

    MOST = "most"
    FEWEST = "fewest"
    EXACTLY = "exactly"
    """The number that they need, and neither more nor less."""


class Aim(NamedTuple):
    """What some seats want of this deal, together.

    want: how much, of what ``game.trick_points`` counts in a game of tricks and of the game's points
    elsewhere; needs: the number that keeps a promise, None where nothing was promised.
    """

    seats: tuple[int, ...]
    want: Want
    needs: int | None = None


def without(seats: Container[int], aims: Iterable[Aim]) -> tuple[Aim, ...]:
    """The aims of all but these seats, as of those who sit out.

    >>> without({0, 2}, [Aim((0, 1), Want.MOST), Aim((2,), Want.MOST)])
    (Aim(seats=(1,), want=<Want.MOST: 'most'>, needs=None),)
    """
    if not seats:
        return tuple(aims)  # asked for at every card of a deal, mostly where nobody sits out
    left = [aim._replace(seats=tuple(s for s in aim.seats if s not in seats)) for aim in aims]
    return tuple(aim for aim in left if aim.seats)


def told_aim(seat: int, aims: Sequence[Aim], unit: str, names: Sequence[str]) -> str:
    """What one of these aims means for a seat, in a sentence that speaks to it; "" where the seat
    has none, as one that sits out.

    unit: what the aims count, in the singular.

    >>> names = ("South", "West", "North", "East")
    >>> told_aim(0, [Aim((0, 2), Want.MOST, 7), Aim((1, 3), Want.MOST)], "trick", names)
    'With North, take at least seven tricks.'
    >>> told_aim(1, [Aim((0,), Want.FEWEST, 0), Aim((1, 2, 3), Want.FEWEST)], "trick", names)
    'With North and East, make South take a trick.'
    """
    mine = next((aim for aim in aims if seat in aim.seats), None)
    if mine is None:
        return ""
    partners = [names[other] for other in mine.seats if other != seat]
    what = _wanted(mine, [aim for aim in aims if aim is not mine], unit, names)
    return f"With {listed(partners)}, {what}." if partners else f"{what[:1].upper()}{what[1:]}."


def _wanted(mine: Aim, rivals: Sequence[Aim], unit: str, names: Sequence[str]) -> str:
    take = "take" if unit == "trick" else "make"
    if mine.needs == 0:
        return f"{take} no {unit}"
    if mine.want is Want.EXACTLY and mine.needs is not None:
        return f"{take} exactly {some(mine.needs, unit)}"
    if mine.needs is not None:
        bound = "at least" if mine.want is Want.MOST else "at most"
        return f"{take} {bound} {some(mine.needs, unit)}"
    promised = next((aim for aim in rivals if aim.needs is not None), None)
    if promised is not None and promised.want is not Want.EXACTLY:
        who = listed([names[seat] for seat in promised.seats])
        if promised.needs == 0:
            return f"make {who} {take} a {unit}"
        return f"keep {who} below {some(promised.needs or 0, unit)}"
    return (
        f"{take} {'more' if mine.want is Want.MOST else 'fewer'} {unit}s than {_all(rivals, names)}"
    )


def _all(rivals: Sequence[Aim], names: Sequence[str]) -> str:
    """The rivals as one sentence calls them: by their names, or as any other player or side."""
    if len(rivals) == 1:
        return listed([names[seat] for seat in rivals[0].seats])
    alone = all(len(aim.seats) == 1 for aim in rivals)
    return "any other player" if alone else "any other side"
