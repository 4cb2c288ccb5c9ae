"""Many positions solved: on all cores, with progress, and resumed after a stop.

Knows positions, their values and how both are written down.  Knows no rule; `solving` asks for the
values and `spreading` carries the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, overload

from cardlab.engine.words import number, some
from cardlab.solver.errors import CannotCompile
from cardlab.solver.solving import NotInTime, Value, solve
from cardlab.solver.spreading import Carrier, Job, Progress, in_batches

BATCH = 10
"""Positions that travel to a worker together."""


@dataclass(frozen=True)
class Unsolved:
    """A position without a value, and the sentence that says why."""

    reason: str

    def __str__(self) -> str:
        return f"not solved: {self.reason}"


@dataclass(frozen=True)
class Solved(Sequence["Value | Unsolved"]):
    """What each position is worth, in the order in which they were given.

    >>> print(Solved((Value(3, "trick", (0, 2), 13), Unsolved("not solved in 1 s"))))
    two positions, one of them not solved
    """

    values: tuple[Value | Unsolved, ...]

    @overload
    def __getitem__(self, index: int) -> Value | Unsolved: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Value | Unsolved]: ...
    def __getitem__(self, index: int | slice) -> Value | Unsolved | Sequence[Value | Unsolved]:
        return self.values[index]

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Value | Unsolved]:
        return iter(self.values)

    @property
    def unsolved(self) -> dict[int, str]:
        """The places of the positions without a value, and why they have none."""
        return {i: v.reason for i, v in enumerate(self.values) if isinstance(v, Unsolved)}

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary a position: value, unit, bound, left, reason."""
        return [
            {"value": None, "unit": "", "bound": False, "left": None, "reason": value.reason}
            if isinstance(value, Unsolved)
            else {
                "value": int(value),
                "unit": value.unit,
                "bound": value.bound,
                "left": value.left,
                "reason": "",
            }
            for value in self.values
        ]

    def frame(self) -> Any:
        """The rows as a DataFrame.  Raises ValueError where pandas is not installed."""
        return frame(self.rows())

    def __str__(self) -> str:
        lacking = f", {number(len(self.unsolved))} of them not solved" if self.unsolved else ""
        return f"{some(len(self), 'position')}{lacking}"


def frame(rows: list[dict[str, Any]]) -> Any:
    """Rows as a DataFrame.  Raises ValueError where pandas is not installed."""
    try:
        import pandas
    except ImportError:
        raise ValueError(
            "a DataFrame needs pandas, which is not installed. Install it with pip install pandas,"
            " or use rows(), which needs nothing."
        ) from None
    return pandas.DataFrame(rows)


def solve_many(
    states: Iterable[Any],
    *,
    seconds: float | None = None,
    executor: Carrier = None,
    progress: Progress = False,
    resume: str | Path | None = None,
) -> Solved:
    """Solve many positions, each as `solve` does, on all cores of the machine.

    states: positions in the play with all hands known; seconds: of a processor for each of them (10
    unless told); executor: who does the work: all cores, "serial", or any executor of
    `concurrent.futures` or of a cluster; progress: True shows a bar; resume: a file that keeps what
    is done, and from which the same call goes on.  A position without a value does not stop the
    others: it becomes an `Unsolved` with the reason.  The values are the same whoever does the
    work.

    >>> import cardlab
    >>> bridge, hands = cardlab.game("bridge"), {
    ...     "South": "2S 3S 2H", "West": "KS JS 3H", "North": "AS QS AH", "East": "4S 5S 4H"}
    >>> cardlab.solve_many(
    ...     (bridge.state(phase="play", trump=trump, to_move="South", hands=hands) for trump in ("NT", "H")),
    ...     executor="serial",
    ... ).values
    (<3 tricks>, <3 tricks>)
    """
    positions = tuple(states)
    batches = in_batches(positions, BATCH)
    about = f"{seconds!r} {[(s.game.id, s.game.chosen, s) for s in positions]!r}" if resume else ""
    job = Job("positions", partial(values_of, seconds=seconds), batches, about)
    done = job.run(executor=executor, progress=progress, resume=resume)
    return Solved(tuple(_read(row) for rows in done for row in rows))


def values_of(states: Sequence[Any], seconds: float | None = None) -> list[Any]:
    """What the positions are worth, as JSON can hold it."""
    return [_written(state, seconds) for state in states]


def _written(state: Any, seconds: float | None) -> Any:
    try:
        value = solve(state, seconds=seconds)
    except (NotInTime, CannotCompile) as why_not:
        return str(why_not)
    return [int(value), value.unit, value.seats, value.left, value.bound, value.fewest]


def _read(row: Any) -> Value | Unsolved:
    if isinstance(row, str):
        return Unsolved(row)
    count, unit, seats, left, bound, fewest = row
    return Value(count, unit, tuple(seats), left, bound=bound, fewest=fewest)
