"""Perfect play: what a position is worth, and every card in it, when all hands are known.

Knows values and how to ask for them.  Knows no rule; `compiling` reads those off the game.

A value counts what the camp of the seat to move still takes, the trick on the table included:
tricks, or points where the game counts card points.  Camps are the partners of the deal: two sides,
or a soloist against the rest.  Where everybody plays for himself, the value is what the seat takes
if all the others play against it together: it cannot get less, and may get more. Where a deal is
about losing tricks both camps try to take few; the value still counts what is taken.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, TypeVar

from cardlab.engine.game import State, no_table
from cardlab.engine.moves import Move
from cardlab.families.tricks import Tricks, TrickState
from cardlab.solver import loading, searching
from cardlab.solver.compiling import Compiled, compiled
from cardlab.solver.errors import CannotCompile
from cardlab.solver.searching import Allowance

T = TypeVar("T")
NODES = 60_000_000
"""How many positions a question may search unless told: some ten seconds of the compiled solver."""
EVERY_CARD = 3
"""How many times as long it takes to value every card as to value the position."""


class NotInTime(ValueError):
    """The position was not solved within what it may cost.  kind: whether the positions ran out, as
    they do on every machine, or the seconds."""

    def __init__(self, said: str, kind: Literal["nodes", "seconds"] = "seconds") -> None:
        super().__init__(said)
        self.kind: Literal["nodes", "seconds"] = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.kind)


class Value(int):
    """What a camp takes from a position on: a whole number that says what it counts.

    unit: "trick" or "point"; seats: the camp; bound: at least so much (at most, where few are
    wanted), since the others are not really one camp; fewest: little is better; left: what all
    together still take.

    >>> import cardlab
    >>> state = cardlab.game("bridge").state(phase="play", trump="NT", to_move="South", hands={
    ...     "South": "2S 3S 2H", "West": "KS JS 3H", "North": "AS QS AH", "East": "4S 5S 4H"})
    >>> value = cardlab.solve(state)
    >>> print(value), value == 3, value.left
    3 tricks
    (None, True, 3)
    """

    unit: str
    seats: tuple[int, ...]
    bound: bool
    fewest: bool
    left: int

    def __new__(
        cls,
        number: int,
        unit: str,
        seats: tuple[int, ...],
        left: int,
        *,
        bound: bool = False,
        fewest: bool = False,
    ) -> Value:
        self = super().__new__(cls, number)
        self.unit, self.seats, self.left, self.bound, self.fewest = unit, seats, left, bound, fewest
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _value_of, (int(self), self.unit, self.seats, self.left, self.bound, self.fewest)

    def __str__(self) -> str:
        bound = "at most " * self.fewest or "at least " if self.bound else ""
        return f"{bound}{int(self)} {self.unit}{'s' * (self != 1)}".replace("-", "−")

    def __repr__(self) -> str:
        return f"<{self}>"

    @property
    def merit(self) -> int:
        """The higher the better for the camp."""
        return -int(self) if self.fewest else int(self)


def _value_of(
    number: int, unit: str, seats: tuple[int, ...], left: int, bound: bool, fewest: bool
) -> Value:
    """For pickle, which calls with positions alone."""
    return Value(number, unit, seats, left, bound=bound, fewest=fewest)


def solve(
    state: State,
    *,
    nodes: int | Allowance | None = NODES,
    seconds: float | None = None,
    wait: bool | None = None,
    promise_only: bool = False,
) -> Value:
    """What the camp of the seat to move takes from here with the best play of everybody.

    state: a position in the play with all hands known; nodes: how many positions may be searched,
    the same ones on every machine, or an `Allowance` that several questions share, or None for as
    many as it takes; seconds: of a processor, after which it is given up whatever `nodes` allows;
    wait: True waits for the compiled solver where it has to be made first, False does not; None
    waits where the call would take more than five seconds in plain Python, and a `SolverWarning`
    says so; promise_only: where a camp has promised to take nothing, find out only whether it takes
    anything more, which is a thousand times quicker with full hands: 1 then stands for all that is
    more.
    Raises `CannotCompile` for a position that has no tables, `NotInTime` where a limit was reached,
    both with a sentence, and TypeError for what is no table.

    >>> import cardlab
    >>> state = cardlab.game("kaiser").state(phase="play", trump="H", to_move="South", hands={
    ...     "South": "AH 5H", "West": "KH 9S", "North": "8D 3S", "East": "QH TD"})
    >>> cardlab.solve(state)
    <4 points>
    """
    if not isinstance(state, State):
        raise TypeError(no_table(state))
    loading.backend_for_call(wait, lambda: seconds_in_python(state, 1))
    if _undecided(state):
        values = solve_moves(
            state, nodes=nodes, seconds=seconds, wait=False, promise_only=promise_only
        ).values()
        return max(values, key=lambda value: value.merit)
    position, asked = _tables(state), _Asked(nodes, seconds, promise_only)
    return _value(position, asked.answer(searching.value, position))


def solve_moves(
    state: State,
    *,
    nodes: int | Allowance | None = NODES,
    seconds: float | None = None,
    wait: bool | None = None,
    promise_only: bool = False,
) -> dict[Move, Value]:
    """The value of every legal card of the seat to move, in the order of the legal moves.  What
    else may be said there has no value.  nodes (for all cards together), seconds, wait and
    promise_only: as in `solve`.

    The finesse in spades is there before North's ace of hearts, the only way back, and not after
    it.

    >>> import cardlab
    >>> state = cardlab.game("bridge").state(phase="play", trump="NT", to_move="South", hands={
    ...     "South": "2S 3S 2H", "West": "KS JS 3H", "North": "AS QS AH", "East": "4S 5S 4H"})
    >>> cardlab.solve_moves(state)
    {2S: <3 tricks>, 3S: <3 tricks>, 2H: <2 tricks>}
    """
    if not isinstance(state, State):
        raise TypeError(no_table(state))
    game = state.game
    loading.backend_for_call(wait, lambda: seconds_in_python(state, EVERY_CARD))
    asked = _Asked(nodes, seconds, promise_only)
    if _undecided(state):
        return {move: _after(state, move, asked) for move in game.legal_moves(state)}
    position = _tables(state)
    numbers = asked.answer(searching.moves, position)
    values = {position.cards[card]: number for card, number in numbers.items()}
    return {
        move: _value(position, values[move.card])
        for move in game.legal_moves(state)
        if move.card is not None
    }


def seconds_in_python(state: Any, times: int = 1) -> float:
    """How long a position takes in plain Python, very roughly: measured on random deals of bridge,
    ten cards each took half a second, and thirteen two and a half."""
    hands = state.hands if isinstance(state, TrickState) else ()
    cards = max(map(len, hands), default=0)
    return float(times * 0.5 * 1.7 ** (cards - 10))


_free: deque[searching.Workspace] = deque(maxlen=1)
"""The memory of the last search: to ask for it anew takes as long as a small search.  One that
goes on beside it has its own."""


@contextmanager
def _space() -> Iterator[searching.Workspace]:
    backend = loading.backend()
    try:
        space = _free.pop()
    except IndexError:
        space = searching.Workspace(backend)
    if space.backend is not backend:
        space = searching.Workspace(backend)
    try:
        yield space
    finally:
        _free.append(space)


def _undecided(state: Any) -> bool:
    """The first card led will say what is trumps, so each lead is a question of its own."""
    return (
        isinstance(state.phase, Tricks)
        and state.order is None
        and not state.trick.cards
        and bool(state.hands[state.to_move])
    )


def _after(state: Any, move: Move, asked: _Asked) -> Value:
    """The value of a lead, from the side of the leader."""
    led = state.phase.apply(state, state.to_move, move)
    position = _tables(led)
    number = asked.answer(searching.value, position)
    leader = position.seats.index(state.to_move)
    value = _value(position, number)
    return value if not position.camps[leader] else _turned(position, value, leader)


def _turned(position: Compiled, value: Value, player: int) -> Value:
    """The value for the other camp."""
    camp = tuple(
        seat for seat, side in zip(position.seats, position.camps) if side == position.camps[player]
    )
    return Value(
        value.left - value, value.unit, camp, value.left, bound=value.bound, fewest=value.fewest
    )


def _tables(state: State) -> Compiled:
    position = compiled(state)
    if position.unsaid:
        raise CannotCompile(position.unsaid)
    return position


def _value(position: Compiled, number: int) -> Value:
    camp = tuple(seat for seat, side in zip(position.seats, position.camps) if not side)
    left = abs(position.tables.total)
    return Value(
        abs(number) if position.fewest else number,
        position.unit,
        camp,
        left,
        bound=position.bound,
        fewest=position.fewest,
    )


class _Asked:
    """One question: what it may cost in all, and how exact it has to be."""

    def __init__(
        self, nodes: int | Allowance | None, seconds: float | None, promise_only: bool
    ) -> None:
        for name, number in (("nodes", nodes), ("seconds", seconds)):
            if isinstance(number, int | float) and not number > 0:
                raise ValueError(f"{name}={number} is not possible; give a number above 0")
        self.allowance = Allowance(nodes) if isinstance(nodes, int) else nodes
        self.given = self.allowance.left if self.allowance is not None else 0
        self.seconds, self.promise_only = seconds, promise_only

    def answer(self, ask: Callable[..., T], position: Compiled) -> T:
        """What the search says.  Raises `NotInTime`."""
        within = position.promise if self.promise_only else None
        try:
            with _space() as space:
                return ask(
                    position.tables,
                    space,
                    nodes=self.allowance,
                    seconds=self.seconds,
                    within=within,
                )
        except searching.TimeIsUp as up:
            raise NotInTime(self._not_solved(up), up.kind) from None

    def _not_solved(self, up: searching.TimeIsUp) -> str:
        if up.kind == "seconds":
            return f"not solved in {self.seconds:g} s; give it more time, or take a later position"
        return (
            f"not solved within {self.given:,} positions; allow more with nodes=, or take a later"
            " position"
        )
