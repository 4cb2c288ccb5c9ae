"""What a lead in the match is worth in points: declared by a game, weighed by the laboratory of scores.

Knows letters, defaults and their reasons.  Knows no game.  A deal that wins a game of a rubber may
score no more lines than one that does not; whoever compares two contracts has to say what the game
is worth. A scale turns a difference of points into what a tournament counts for it.

Where two sides race to a target and the points of whoever is beaten are forgotten, `worth_a_lead`
has the two values: a game or match that is won, and the points that went with it.

>>> toy = DifferenceScale("toy", "toy points", (20, 50), "an example")
>>> [toy(n) for n in (10, 20, 49, -60)]
[0, 1, 1, -2]
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Counts = Callable[[Any, Any], tuple[int, ...]]
"""Of a result and a standing during or after its deal: how often each side has something."""


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
    counts: Counts


def worth_a_lead(
    letter: str, what: str, target: int, because: str, won: Counts, over: Counts
) -> tuple[PositionValue, PositionValue]:
    """The values of a race to a target: ``what`` ("a game", "the match") counts as a lead of all
    its points, and the points that won it are taken off again.

    because: what else there is to say for that; won and over: how many of them, and how many points
    of those that are over, each side has.
    """
    reaching = (
        f"Reaching {target} wins {what}, however many points the other side has, so that it counts"
        f" as a lead of {target}. {because}"
    )
    nothing_more = (
        f"When {what} is over its points are no lead any more: 1 takes each of them off again, 0"
        " leaves them standing."
    )

    def taken_off(result: Any, standing: Any) -> tuple[int, ...]:
        return tuple(-points for points in over(result, standing))

    return (
        PositionValue(letter, f"Value of {what}", target, reaching, 4 * target, won),
        PositionValue("L", f"Points taken off with {what}", 1, nothing_more, 1, taken_off),
    )


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
