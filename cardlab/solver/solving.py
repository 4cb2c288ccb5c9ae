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
from typing import Any, TypeVar

from cardlab.engine.moves import Move
from cardlab.families.tricks import Tricks, TrickState
from cardlab.solver import loading, searching
from cardlab.solver.compiling import Compiled, compiled
from cardlab.solver.errors import CannotCompile

T = TypeVar("T")
SECONDS = 10.0
"""How long a question may take unless told."""
EVERY_CARD = 3
"""How many times as long it takes to value every card as to value the position."""


class NotInTime(ValueError):
    """The position was not solved in the time given."""


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
    state: Any,
    seconds: float | None = None,
    wait: bool | None = None,
    *,
    promise_only: bool = False,
) -> Value:
    """What the camp of the seat to move takes from here with the best play of everybody.

    state: a position in the play with all hands known; seconds: how long it may take (10 unless
    told); wait: True waits for the compiled solver where it has to be made first, None does not,
    and warns if that takes long, False says nothing; promise_only: where a camp has promised to
    take nothing, find out only whether it takes anything more, which is a thousand times quicker
    with full hands: 1 then stands for all that is more.
    Raises `CannotCompile` for a position that has no tables, `NotInTime`, both with a
    sentence.

    >>> import cardlab
    >>> state = cardlab.game("kaiser").state(phase="play", trump="H", to_move="South", hands={
    ...     "South": "AH 5H", "West": "KH 9S", "North": "8D 3S", "East": "QH TD"})
    >>> cardlab.solve(state)
    <4 points>
    """
    loading.backend_for_call(wait, lambda: _seconds_in_python(state, 1))
    if _undecided(state):
        values = solve_moves(state, seconds, wait=False, promise_only=promise_only).values()
        return max(values, key=lambda value: value.merit)
    position = _tables(state)
    return _value(position, _answer_in_time(searching.value, position, seconds, promise_only))


def solve_moves(
    state: Any,
    seconds: float | None = None,
    wait: bool | None = None,
    *,
    promise_only: bool = False,
) -> dict[Move, Value]:
    """The value of every legal card of the seat to move, in the order of the legal moves.  What
    else may be said there has no value.  seconds, wait and promise_only: as in `solve`.

    The finesse in spades is there before North's ace of hearts, the only way back, and not after
    it.

    >>> import cardlab
    >>> state = cardlab.game("bridge").state(phase="play", trump="NT", to_move="South", hands={
    ...     "South": "2S 3S 2H", "West": "KS JS 3H", "North": "AS QS AH", "East": "4S 5S 4H"})
    >>> cardlab.solve_moves(state)
    {2S: <3 tricks>, 3S: <3 tricks>, 2H: <2 tricks>}
    """
    game = state.game
    loading.backend_for_call(wait, lambda: _seconds_in_python(state, EVERY_CARD))
    if _undecided(state):
        return {
            move: _after(state, move, seconds, promise_only) for move in game.legal_moves(state)
        }
    position = _tables(state)
    numbers = _answer_in_time(searching.moves, position, seconds, promise_only)
    values = {position.cards[card]: number for card, number in numbers.items()}
    return {
        move: _value(position, values[move.card])
        for move in game.legal_moves(state)
        if move.card is not None
    }


def _seconds_in_python(state: Any, times: int) -> float:
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


def _after(state: Any, move: Move, seconds: float | None, promise_only: bool) -> Value:
    """The value of a lead, from the side of the leader."""
    led = state.phase.apply(state, state.to_move, move)
    position = _tables(led)
    number = _answer_in_time(searching.value, position, seconds, promise_only)
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


def _tables(state: Any) -> Compiled:
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


def _limit(seconds: float | None) -> float:
    limit = SECONDS if seconds is None else seconds
    if not limit > 0:
        raise ValueError(f"seconds={seconds} is not possible; give a number above 0")
    return limit


def _answer_in_time(
    ask: Callable[..., T], position: Compiled, seconds: float | None, promise_only: bool
) -> T:
    limit = _limit(seconds)
    within = position.promise if promise_only else None
    try:
        with _space() as space:
            return ask(position.tables, space, seconds=limit, within=within)
    except searching.TimeIsUp:
        raise NotInTime(
            f"not solved in {limit:g} s; give it more time, or take a later position"
        ) from None
