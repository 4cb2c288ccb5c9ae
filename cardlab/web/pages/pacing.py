"""How long a table waits: the times of one pace, and how the waits of the bots grow shorter.

Knows seconds only: no game, no session, no widget and no clock, so that a test adds the waits up
without sleeping.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from cardlab.web.addresses import PACE

__all__ = ["PACES", "Times", "pause", "times_of", "wait"]

PACES = ((0.9, "slowly"), (PACE, "evenly"), (0.2, "fast"), (0.0, "at once"))
"""The paces that a page offers: seconds between two cards, and the word."""

# Seconds between two cards, between two calls, and for which a finished trick is held.
_SCHEDULE = ((0.0, 0.0, 0.0), (0.2, 0.3, 0.5), (PACE, 0.6, 1.0), (0.9, 1.2, 2.6))
LAND, LIGHT, SQUARE, GATHER = 0.22, 0.06, 0.12, 0.16
"""Seconds in which the last card lands, the winner is lit, the cards square up and go to the pile."""
SETTLE = 0.9
"""Seconds for which the last call lies there before the first card is played, at the usual pace."""
LONGEST = 2.4
"""Seconds that all bots together, and a finished trick, may take between two moves of the viewer, at
the usual pace."""
BEFORE = 0.5
"""The part of what a finished trick leaves of them in which the others play to this trick; the rest
is for those who lead and play to the next."""
SHARE = 3
"""Each bot may take so great a part (a third) of what is left of them."""
PERSON = 3.5
"""So many times longer a bot waits where the viewer could be quicker: a person has to see first."""


@dataclass(frozen=True, slots=True)
class Times:
    """The times of one pace, in seconds.

    card, call: between two moves of the bots; settle: after the last call; hold: how long a
    finished trick lies there to be read; longest: what all bots and a finished trick may take before
    the viewer moves again; land, light, square, gather: the steps before and after the hold.
    """

    card: float
    call: float
    settle: float
    hold: float
    longest: float
    land: float = LAND
    light: float = LIGHT
    square: float = SQUARE
    gather: float = GATHER

    @property
    def trick(self) -> float:
        """From the last card of a trick to its last card in the winner's pile."""
        if not self.hold:
            return 0.0
        return self.land + self.light + self.hold + self.square + self.gather

    @property
    def around_trick(self) -> float:
        """What the bots may take together where a trick is held between two moves of the viewer."""
        return max(0.0, self.longest - self.trick)

    def milliseconds(self) -> dict[str, int]:
        """What the browser has to know of them."""
        steps = ("land", "light", "hold", "square", "gather")
        return {name: round(1000 * getattr(self, name)) for name in steps}


def times_of(pace: float) -> Times:
    """Return the times of a pace, which is the seconds between two cards.

    Between the paces that have a name the others are in proportion; beyond the slowest they grow
    with it.

    >>> times_of(0.5).hold, times_of(0.9).hold, times_of(0.2).hold, round(times_of(1.8).call, 2)
    (1.0, 2.6, 0.5, 2.4)
    """
    top, call, hold = _SCHEDULE[-1]
    if pace >= top:
        call, hold = call * pace / top, hold * pace / top
    else:
        at = bisect_right([row[0] for row in _SCHEDULE], pace)
        (low, *below), (high, *above) = _SCHEDULE[at - 1], _SCHEDULE[at]
        part = (pace - low) / (high - low)
        call, hold = (a + part * (b - a) for a, b in zip(below, above, strict=True))
    usual = pace / PACE
    return Times(pace, call, SETTLE * usual, hold, LONGEST * usual)


def pause(wanted: float, spent: float, longest: float) -> float:
    """Return how long a bot waits that would wait so long, after others have waited.

    spent: what the bots have waited since the viewer's last move; longest: what they may wait
    together. Three bots hardly notice; where many move, the later ones are quicker.

    >>> [round(pause(0.5, spent, 2.4), 2) for spent in (0, 0.5, 1.0, 2.0)]
    [0.5, 0.5, 0.47, 0.13]
    """
    return min(wanted, max(0.0, longest - spent) / SHARE)


def wait(wanted: Iterable[float], longest: float) -> float:
    """Return how long bots wait together, one after the other, that would wait so long.

    >>> round(wait([0.5] * 3, 2.4), 2), round(wait([0.5] * 40, 2.4), 2)
    (1.47, 2.4)
    """
    spent = 0.0
    for one in wanted:
        spent += pause(one, spent, longest)
    return spent
