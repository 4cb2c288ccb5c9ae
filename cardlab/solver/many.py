"""Many positions solved: on all cores, with progress, and resumed after a stop.

Knows positions, their values and how both are written down.  Knows no rule; `solving` asks for the
values and `spreading` carries the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, overload

from cardlab.engine.game import State
from cardlab.engine.words import number, some
from cardlab.solver import loading
from cardlab.solver.errors import CannotCompile
from cardlab.solver.solving import NODES, NotInTime, Value, seconds_in_python, solve
from cardlab.solver.spreading import Carrier, Job, Progress, in_batches

BATCH = 10
"""Positions that travel to a worker together."""


Kind = Literal["cannot", "nodes", "seconds"]
ROWS = "kind and reason"
"""How a position without a value is written in a file of results."""


@dataclass(frozen=True)
class Unsolved:
    """A position without a value, and the sentence that says why.

    kind: "cannot" for one that has no tables, "nodes" for one that takes more positions than were
    allowed, on every machine; "seconds" only where the call gave seconds: another machine may solve
    it.
    """

    reason: str
    kind: Kind = "cannot"

    def __str__(self) -> str:
        return f"not solved: {self.reason}"


@dataclass(frozen=True)
class Solved(Sequence["Value | Unsolved"]):
    """What each position is worth, in the order in which they were given.

    >>> print(Solved((Value(3, "trick", (0, 2), 13), Unsolved("it has no tables"))))
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
        late = sum(isinstance(v, Unsolved) and v.kind == "seconds" for v in self.values)
        machine = ""
        if late:
            what = f"{number(late)} of them" if late < len(self.unsolved) else "they"
            machine = f"; {what} ran out of seconds, and another machine may solve them"
        return f"{some(len(self), 'position')}{lacking}{machine}"


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
    nodes: int | None = NODES,
    seconds: float | None = None,
    wait: bool | None = None,
    executor: Carrier = None,
    progress: Progress = False,
    resume: str | Path | None = None,
) -> Solved:
    """Solve many positions, each as `solve` does, on all cores of the machine.

    states: positions in the play with all hands known; nodes: how many positions each of them may
    search, the same ones on every machine (None: as many as it takes); seconds: of a processor for
    each of them, which makes the result hang on the machine; wait: whether the solver is compiled
    first where it has to be: None where all positions together would take more than five seconds in
    plain Python, True always, False never; executor: who does the work: all cores, "serial", or any executor of
    `concurrent.futures` or of a cluster; progress: True shows a bar; resume: a file that keeps what
    is done, and from which the same call goes on.  A position without a value does not stop the
    others: it becomes an `Unsolved` with the reason.  The values are the same whoever does the
    work, compiled or not.

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
    limits = f"{ROWS} {nodes!r} {seconds!r}"
    about = f"{limits} {[(s.game.id, s.game.chosen, s) for s in positions]!r}" if resume else ""

    def in_python() -> float:
        return sum(map(seconds_in_python, positions))

    backend = loading.prepare(wait, in_python, some(len(positions), "position"))
    work = partial(values_of, nodes=nodes, seconds=seconds)
    job = Job("positions", work, batches, about, backend)
    done = job.run(executor=executor, progress=progress, resume=resume)
    return Solved(tuple(_read(row) for rows in done for row in rows))


def values_of(
    states: Sequence[Any], nodes: int | None = NODES, seconds: float | None = None
) -> list[Any]:
    """What the positions are worth, as JSON can hold it."""
    return [_written(state, nodes, seconds) for state in states]


def _written(state: State, nodes: int | None, seconds: float | None) -> Any:
    try:
        value = solve(state, nodes=nodes, seconds=seconds)
    except CannotCompile as why_not:
        return ["cannot", str(why_not)]
    except NotInTime as why_not:
        return [why_not.kind, str(why_not)]
    return [int(value), value.unit, value.seats, value.left, value.bound, value.fewest]


def _read(row: Any) -> Value | Unsolved:
    if len(row) == 2:
        kind, reason = row
        return Unsolved(reason, kind)
    count, unit, seats, left, bound, fewest = row
    return Value(count, unit, tuple(seats), left, bound=bound, fewest=fewest)
