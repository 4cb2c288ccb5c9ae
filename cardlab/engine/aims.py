"""Aims: who wants what of a deal, and whether points are good.

Knows seats, sides and numbers.  Knows no cards: what is counted, the game says.

>>> Aim((2,), Want.FEWEST, needs=0)
Aim(seats=(2,), want=<Want.FEWEST: 'fewest'>, needs=0)
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from enum import Enum
from typing import NamedTuple


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
