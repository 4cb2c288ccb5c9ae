"""The coach: what a card cost with the cards as they lay, what was best on what could be known,
and how it would have gone on.

Knows matches, the solver and the samples of hidden cards.  Knows no rule and no score: values come
from `cardlab.solve_moves`, and the names of what a card does from `naming`.  It speaks of cards
played to tricks; where it has nothing certain to say, it is silent.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypedDict, Unpack

from cardlab.engine.game import State
from cardlab.engine.match import Match
from cardlab.engine.moves import Move
from cardlab.engine.words import listed, number, some
from cardlab.families.tricks import Tricks
from cardlab.players.naming import LineCard, NamedPlay, PlayedCard, names_of
from cardlab.players.stakes import Stake, stake
from cardlab.players.worlds import Worlds

__all__ = [
    "Advice",
    "Averages",
    "CannotAdvise",
    "Limits",
    "LineCard",
    "Loss",
    "advising",
    "best_line",
    "coach",
    "losing",
    "losses",
    "measured",
    "values",
    "worlds",
]

NODES = 12_000_000
"""Positions that may be searched for the values of one position: some two seconds of the compiled
solver."""
WORLDS = 24
"""Deals of the hidden cards that are solved to say what was best on what could be known."""
FEWEST = 6
"""With fewer deals than these nothing is said about what could be known."""


class CannotAdvise(ValueError):
    """The coach has nothing to say about this move, or about this game; the sentence says why."""


# --- the solver


class Limits(TypedDict, total=False):
    """What one position may cost, as in `cardlab.solve`: nodes, 12,000,000 unless told, and seconds
    of a processor, none unless told.  Without seconds the same is said on every machine."""

    nodes: int | None
    seconds: float | None


def values(state: State, **limits: Unpack[Limits]) -> dict[Move, Any]:
    """The value of every open card for the side of the seat to move, with all hands known; the
    solver's own sentences where it has none.  limits: see `Limits`."""
    from cardlab.solver import solve_moves

    within: Limits = {"nodes": NODES, **limits}
    # whoever gives seconds wants an answer in them; all others wait for the compiled solver
    wait = None if within.get("seconds") is None else False
    solved: dict[Move, Any] = solve_moves(state, wait=wait, **within)
    return solved


def _no_value() -> tuple[type[Exception], type[Exception]]:
    from cardlab.solver import CannotCompile, NotInTime

    return CannotCompile, NotInTime


def top(solved: Mapping[Move, Any]) -> int:
    """The best of the values: the most, or the fewest where few are wanted."""
    from cardlab.solver import Value

    fewest = any(isinstance(value, Value) and value.fewest for value in solved.values())
    return int(min(solved.values()) if fewest else max(solved.values()))


def cost(solved: Mapping[Move, Any], move: Move) -> int:
    """What a move loses against the best, never below nothing."""
    return abs(top(solved) - int(solved[move]))


def measured(amount: float, unit: str) -> str:
    """So much, as it is said: tricks in words, points in digits.

    >>> measured(1, "trick"), measured(3, "point"), measured(0.4, "trick")
    ('one trick', '3 points', '0.4 tricks')
    """
    if amount != int(amount):
        return f"{amount:.1f} {unit}s"
    whole = int(amount)
    return some(whole, unit) if unit == "trick" else f"{whole} {unit}" + "s" * (whole != 1)


# --- lines of play


def _modest(state: Any, move: Move) -> tuple[int, int, str]:
    """Of cards with the same value people play the least."""
    card, order = move.card, state.order
    assert card is not None
    if order is None:  # the card led makes trumps
        return 0, 0, str(card)
    return order.worth_of[card], order.power(card)[card], str(card)


def least(state: State, solved: Mapping[Move, Any]) -> Move:
    """The least of the best cards."""
    best = top(solved)
    return min(
        (m for m, value in solved.items() if int(value) == best), key=lambda m: _modest(state, m)
    )


def best_line(
    state: State, first: Move | None = None, *, until: str = "trick", **limits: Unpack[Limits]
) -> tuple[LineCard, ...]:
    """How it goes on when everybody plays a best card, from this table (or after this first card
    of the seat to move) to the end of the trick or, with ``until="deal"``, of the deal."""
    return _walk(state, first, until, limits)[0]


def _walk(
    state: Any, first: Move | None, until: str, limits: Limits
) -> tuple[tuple[LineCard, ...], Any]:
    steps: list[LineCard] = []
    tricks = len(state.taken)
    while (
        state.to_move is not None
        and isinstance(state.phase, Tricks)
        and (until == "deal" or len(state.taken) == tricks)
    ):
        seat = state.to_move
        open_moves = state.game.legal_moves(state)
        if first is not None and not steps:
            move = next(m for m in open_moves if m == first)
        else:
            move = open_moves[0] if len(open_moves) == 1 else least(state, values(state, **limits))
        steps.append(LineCard(seat, move))
        state = state.phase.apply(state, seat, move)
    return tuple(steps), state


def _moment(state: Any, move: Move, limits: Limits) -> PlayedCard:
    line, after = _walk(state, move, "trick", limits)
    return PlayedCard(state, line, after, lambda: _leads_better(state.to_move, after, limits))


def _leads_better(seat: int, after: Any, limits: Limits) -> int:
    """How much more the side of this seat gets with the lead where it is than with the lead
    itself; 0 where that is not certain."""
    from cardlab.families.tricks import Trick

    if after.to_move is None or not isinstance(after.phase, Tricks) or not after.hands[seat]:
        return 0
    theirs = values(after, **limits)
    mine = values(after.but(trick=Trick(after.phase.seats(after, seat)), to_move=seat), **limits)
    some_value = next(iter(theirs.values()))
    if some_value.bound or some_value.fewest or next(iter(mine.values())).fewest:
        return 0
    return int(some_value.left) - top(theirs) - top(mine)


def named(
    state: State, solved: Mapping[Move, Any], move: Move, **limits: Unpack[Limits]
) -> NamedPlay | None:
    """What sets a best card apart, if that has a name: true of every best card, not of the card
    that was played and cost something, and not of all that cost something."""
    best = [m for m in solved if cost(solved, m) == 0]
    worse = [m for m in solved if cost(solved, m)]
    if not worse or len(best) > 3 or any(solved[m].fewest for m in best):
        return None
    chosen = move if move in best else min(best, key=lambda m: _modest(state, m))
    true_of = {m: names_of(_moment(state, m, limits)) for m in best}
    for id, name in true_of[chosen].items():
        if not all(id in there for there in true_of.values()):
            continue
        against = [move] if move in worse else worse[:4]
        others = [id in names_of(_moment(state, m, limits)) for m in against]
        if not (any(others) if move in worse else all(others)):
            return name
    return None


# --- what could be known


KNOWN, CALLED = "what could be known", "the auction and the cards that were seen"
"""What imagined deals fit: the latter where calls tell more than a number."""


@dataclass(frozen=True)
class Averages:
    """What a card is worth on the average of deals that fit what its player saw.

    means: by move; best: the move with the best mean; close: moves that so many deals cannot tell
    from the best; worlds: how many; fits: what these deals fit.
    """

    means: Mapping[Move, float]
    best: Move
    close: tuple[Move, ...]
    worlds: int
    unit: str
    fits: str = KNOWN


def worlds(view: State, n: int, rng: random.Random) -> Iterator[Any]:
    """Full tables that agree with this view, with what has been played and mostly with what was
    called: what is hidden, dealt anew."""
    imagined = Worlds(view, rng, calls=True)
    for _ in range(n):
        yield imagined.draw()


def knowing(
    state: State,
    moves: tuple[Move, ...],
    n: int = WORLDS,
    *,
    rng: random.Random,
    **limits: Unpack[Limits],
) -> Iterator[float | Averages]:
    """Solve such deals one by one, telling the share done, and last what they say; nothing if
    too few could be solved."""
    _, NotInTime = _no_value()
    view = state.game.view(state)
    rows: list[dict[Move, int]] = []
    unit, fewest, missed = "trick", False, 0
    for done, world in enumerate(worlds(view, n, rng), 1):
        try:
            solved = values(world, **limits)
        except NotInTime:
            missed += 1
            if missed > 2:
                break
            continue
        some_value = next(iter(solved.values()))
        unit, fewest = some_value.unit, some_value.fewest
        rows.append({m: int(v) for m, v in solved.items()})
        yield done / n
    if len(rows) >= FEWEST:
        averaged = _averaged(rows, moves, unit, fewest)
        yield replace(averaged, fits=CALLED) if view.game.bidding_system else averaged


def _averaged(
    rows: list[dict[Move, int]], moves: tuple[Move, ...], unit: str, fewest: bool
) -> Averages:
    n, sign = len(rows), -1 if fewest else 1
    means = {m: sum(row[m] for row in rows) / n for m in moves}
    best = max(moves, key=lambda m: sign * means[m])
    close = []
    for m in moves:
        gaps = [sign * (row[best] - row[m]) for row in rows]
        mean = sum(gaps) / n
        spread = (sum((g - mean) ** 2 for g in gaps) / (n - 1) / n) ** 0.5
        # the same deals for both cards: what counts is how sure the difference is
        if mean <= 2 * spread or mean == 0:
            close.append(m)
    return Averages(means, best, tuple(close), n, unit)


def as_known(averages: Averages, move: Move) -> Iterator[str]:
    """What is to be said of a card on what could be known; nothing where all cards are alike."""
    deals = f"the average of {number(averages.worlds)} deals that fit {averages.fits}"
    if averages.best == move or move in averages.close:
        if len(averages.close) < len(averages.means):
            yield (
                f"On {deals}, {move.label} is"
                f" {'best' if len(averages.close) == 1 else 'as good as any'}."
            )
        return
    gap = round(abs(averages.means[averages.best] - averages.means[move]), 1)
    yield (
        f"On {deals}, {averages.best.label} is worth {measured(gap, averages.unit)} more than"
        f" {move.label}."
    )


# --- advice


@dataclass(frozen=True)
class Advice:
    """What the coach says about one card.

    values: what each open card was worth, with the cards as they lay, to the side of the seat (in
    ``unit``s, from here to the end of the deal); cost: what the card played gave away; line: how it
    goes on after the best card, to the end of the trick; named: what sets the best card apart, if
    that has a name; known: what was best on what could be known, if that was asked; stake: the
    promise that this card decided, if it did.
    """

    ply: int
    seat: int
    name: str
    move: Move
    values: Mapping[Move, Any]
    line: tuple[LineCard, ...] = ()
    named: NamedPlay | None = None
    known: Averages | None = None
    stake: Stake | None = None
    names: tuple[str, ...] = ()
    hidden: bool = field(default=True)
    """Whether anything was hidden from the player, so that more could be wished for than known."""

    @cached_property
    def best(self) -> tuple[Move, ...]:
        return tuple(m for m in self.values if cost(self.values, m) == 0)

    @property
    def cost(self) -> int:
        return cost(self.values, self.move) if self.values else 0

    @property
    def forced(self) -> bool:
        """It was the only card open."""
        return len(self.values) < 2

    @property
    def unit(self) -> str:
        return str(next(iter(self.values.values())).unit) if self.values else "trick"

    @property
    def bound(self) -> bool:
        """The values are what is certain for one seat against all the others together."""
        return bool(self.values) and bool(next(iter(self.values.values())).bound)

    def marks(self) -> dict[str, int]:
        """What each open card gives away, by card."""
        return {str(m.card): cost(self.values, m) for m in self.values}

    def sentences(self, you: str = "") -> tuple[str, ...]:
        """What there is to say, to the player (``"you"``) or about the seat by its name."""
        if self.forced:
            return (f"{self.move.label} was the only card open.",)
        voice = you or self.name
        return tuple(
            [
                *self._as_they_lay(),
                *self._decided(voice),
                *self._by_name(voice),
                *self._as_known(),
            ]
        )

    def _as_they_lay(self) -> Iterator[str]:
        played, best = self.move.label, listed([m.label for m in self.best], "or")
        if self.cost:
            keep = "keeps" if len(self.best) == 1 else "keep"
            it = "it" if self.cost == 1 else "them"
            yield (
                f"With the cards as they lay, {played} cost {measured(self.cost, self.unit)};"
                f" {best} {keep} {it}."
            )
        elif len(self.best) == len(self.values):
            yield "With the cards as they lay, every card was worth the same here."
        elif len(self.best) == 1:
            yield f"With the cards as they lay, {played} was the one card that gives nothing away."
        else:
            yield f"With the cards as they lay, {played} gives nothing away."
        if self.bound:
            yield (
                "That counts one seat against all the others together, which is the least that is"
                " certain."
            )

    def _decided(self, you: str) -> Iterator[str]:
        if self.stake is not None:
            names = [you if seat == self.seat else name for seat, name in enumerate(self.names)]
            yield self.stake.say(names, self.best[0].label, self.move.label)

    def _by_name(self, you: str) -> Iterator[str]:
        if self.named is not None:
            because = self.named.because.say(you)
            yield f"{self.named.title}: {because}."

    def _as_known(self) -> Iterator[str]:
        if self.known is not None and self.hidden:
            yield from as_known(self.known, self.move)

    def __str__(self) -> str:
        told = [*self.sentences()]
        if self.line and not self.forced:
            told.append(
                "Line: "
                + ", ".join(f"{self.names[s.seat]} {s.move.label}" for s in self.line)
                + "."
            )
        return "\n".join(told)


def _entry(match: Match, ply: int) -> tuple[Any, int, Move]:
    """The table before an entry, whose it is and what; CannotAdvise unless it is a card played
    to a trick."""
    if not 0 <= ply < match.ply:
        raise CannotAdvise(
            f"There is no move {ply} in this match; it has {some(match.ply, 'entry', 'entries')}."
        )
    seat, move = match.entries[ply]
    state = match.state_at(ply)
    if seat is None or move.card is None or not isinstance(state.phase, Tricks):
        raise CannotAdvise("The coach looks at cards played to tricks, and this move is not one.")
    return state, seat, move


def advising(
    match: Match, ply: int, *, deals: int = WORLDS, seed: int = 0, **limits: Unpack[Limits]
) -> Iterator[float | Advice]:
    """The work of `coach` in pieces: the share done, and as soon as there is something to say
    the advice, better each time.

    CannotAdvise, or the solver's own sentence (cards that lie face down, not solved in time), where
    there is nothing to say."""
    state, seat, move = _entry(match, ply)
    names = tuple(match.names)
    open_moves = state.game.legal_moves(state)
    if len(open_moves) == 1:
        solved = {move: _Only()}
        yield Advice(ply, seat, names[seat], move, solved, names=names)
        return
    solved = values(state, **limits)
    view = state.game.view(state)
    hidden = view.all_cards() != state.all_cards()
    advice = Advice(ply, seat, names[seat], move, solved, names=names, hidden=hidden)
    advice = _with(advice, stake=stake(state, solved, advice.best[0], move))
    yield advice
    _, NotInTime = _no_value()
    try:
        best = move if advice.cost == 0 else least(state, solved)
        advice = _with(
            advice,
            line=best_line(state, best, **limits),
            named=named(state, solved, move, **limits),
        )
    except NotInTime:
        pass  # the cost stands; a line that is not certain is not shown
    yield advice
    if hidden and deals:
        for told in knowing(
            state, tuple(solved), deals, rng=random.Random(f"coach/{seed}/{ply}"), **limits
        ):
            yield _with(advice, known=told) if isinstance(told, Averages) else told


class _Only(int):
    """The value of a card that was the only one open: nobody needs it."""

    unit, bound, fewest, left = "trick", False, False, 0


def _with(advice: Advice, **changes: Any) -> Advice:
    from dataclasses import replace

    return replace(advice, **changes)


def coach(
    match: Match, ply: int, *, deals: int = WORLDS, seed: int = 0, **limits: Unpack[Limits]
) -> Advice:
    """What the card played at this entry of a match cost, what was best, and how it would have
    gone on.

    deals: how many deals of the hidden cards are solved (0: that is not asked); limits: what one
    position may cost (see `Limits`).
    """
    advice = None
    for told in advising(match, ply, deals=deals, seed=seed, **limits):
        advice = told if isinstance(told, Advice) else advice
    assert advice is not None
    return advice


# --- a deal, card by card


@dataclass(frozen=True)
class Loss:
    """What one card of a deal gave away; cost is None where it could not be solved, or not in
    time."""

    ply: int
    seat: int
    move: Move
    trick: int
    cost: int | None
    unit: str = "trick"
    best: tuple[Move, ...] = ()

    def __str__(self) -> str:
        cost = "not solved" if self.cost is None else f"−{self.cost}" if self.cost else "+0"
        return f"{self.move.label} {cost}"


def plays(match: Any, ply: int | None = None) -> tuple[int, ...]:
    """The entries of the deal that is on the table at a ply (the last one with cards played, if
    none is named) which play a card to a trick."""
    if ply is not None:
        return _plays(match, ply)
    for end in range(match.ply, 0, -1):
        if isinstance(match.state_at(end - 1).phase, Tricks):
            return _plays(match, end - 1)
    return ()


def _plays(match: Any, ply: int) -> tuple[int, ...]:
    deal = match.state_at(min(ply + 1, match.ply)).standing.deal
    plies = []
    for i, (seat, move) in enumerate(match.entries):
        at = match.state_at(i)
        if (
            seat is not None
            and move.card is not None
            and isinstance(at.phase, Tricks)
            and at.standing.deal == deal
        ):
            plies.append(i)
    return tuple(plies)


def losing(match: Any, ply: int | None = None, **limits: Unpack[Limits]) -> Iterator[Loss]:
    """The losses of a deal one by one, from its last card backwards: the end is solved at once,
    the beginning takes longest.

    The solver's sentence is raised where no card of the deal can be solved."""
    CannotCompile, NotInTime = _no_value()
    late, solved, refusal, unit = 0, 0, None, "trick"
    for i in reversed(plays(match, ply)):
        state, (seat, move) = match.state_at(i), match.entries[i]
        trick = len(state.taken) + 1
        if len(state.game.legal_moves(state)) == 1:
            yield Loss(i, seat, move, trick, 0, unit, (move,))
            continue
        values_of = None
        if late < 2:  # what comes before is harder still
            try:
                values_of = values(state, **limits)
            except NotInTime:
                late += 1
            except CannotCompile as said:
                refusal = said
        if values_of is None:
            yield Loss(i, seat, move, trick, None, unit)
            continue
        solved += 1
        unit = str(next(iter(values_of.values())).unit)
        best = tuple(m for m in values_of if cost(values_of, m) == 0)
        yield Loss(i, seat, move, trick, cost(values_of, move), unit, best)
    if refusal is not None and not solved:
        raise refusal


def losses(match: Any, ply: int | None = None, **limits: Unpack[Limits]) -> tuple[Loss, ...]:
    """What each card of a deal gave away, in the order of play; the deal may be running still."""
    return tuple(reversed([*losing(match, ply, **limits)]))
