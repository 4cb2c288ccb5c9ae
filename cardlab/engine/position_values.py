"""What a lead in the match is worth in points: declared by a game, weighed by the laboratory of scores.

Knows letters, defaults and their reasons.  Knows no game.  A deal that wins a game of a rubber may
score no more lines than one that does not; whoever compares two contracts has to say what the game
is worth. A scale turns a difference of points into what a tournament counts for it.

>>> toy = DifferenceScale("toy", "toy points", (20, 50), "an example")
>>> [toy(n) for n in (10, 20, 49, -60)]
[0, 1, 1, -2]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PositionValue:
    """A parameter of what pays: what something that a side has won is worth in points.

    letter: its symbol in formulas; label: what a slider is called; default: its usual value in
    points, and because: the reason for it, a whole sentence; most: the largest value to choose;
    counts(result, standing): how often each side has it in a standing during or after that deal.
    """

    letter: str
    label: str
    default: int
    because: str
    most: int
    counts: Callable[[Any, Any], tuple[int, ...]]


@dataclass(frozen=True)
class DifferenceScale:
    """Steps of a scale for differences of points: so many steps reached, so many points of the
    scale, with the sign of the difference.  source: where the steps are published."""

    id: str
    title: str
    steps: tuple[int, ...]
    source: str

    def __call__(self, difference: int) -> int:
        reached = bisect_right(self.steps, abs(difference))
        return reached if difference >= 0 else -reached
