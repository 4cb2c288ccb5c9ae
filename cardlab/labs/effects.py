"""What a house rule does: the cards that are legal in a position before and after, and what
changes when many deals are played.

Knows how to put one position into another game and how to count. Plays at random, the same deals
and the same dice for both games, so that what differs comes from the rules. Knows no rule.

>>> import cardlab
>>> from cardlab.labs import house
>>> base, free = cardlab.game("malilla"), house.game("malilla", off=("must-beat-opponent",))
>>> table = base.state(trump="H", trick=[(0, "QS"), (1, "5S")], hands={2: "KS 4S", 3: "AS 3S 6D"}, to_move=3)
>>> [(str(c.move), bool(c.before), bool(c.after)) for c in before_after(base, free, table)]
[('AS', True, True), ('3S', False, True), ('6D', False, False)]
>>> study = Effects(base, free, deals=40, seed=1)
>>> for share in study.run(): pass
>>> study.counts[0].deals, study.rows()[0].name
(40, 'Moves in a deal')
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from cardlab.engine.aims import Points
from cardlab.engine.game import OVER, Game, State
from cardlab.engine.rulings import Force, Rule, Verdict
from cardlab.families.tricks import tricks_taken
from cardlab.labs.trial import NO_ANSWER, Broken, chosen

__all__ = [
    "Change",
    "EffectRow",
    "Effects",
    "PositionChanges",
    "Tally",
    "at_once",
    "before_after",
    "positions",
    "searching",
]

LONG = 3000
MOST_DEALS = 20_000
AT_ONCE = 8
"""Positions that are looked at before a page answers."""


class Change(NamedTuple):
    """A move with its verdict in the one game and in the other (None where it is not a move there)."""

    move: Any
    before: Verdict | None
    after: Verdict | None

    @property
    def differs(self) -> bool:
        return bool(self.before) != bool(self.after)

    def __str__(self) -> str:
        words = {True: "legal", False: "illegal"}
        return f"{self.move}: {words[bool(self.before)]} before, {words[bool(self.after)]} after"


def before_after(base: Game, changed: Game, state: State) -> tuple[Change, ...]:
    """Every move of the seat to move, judged by both games."""
    before, after = base.verdicts(state), changed.verdicts(state)
    return tuple(Change(m, before.get(m), after.get(m)) for m in dict.fromkeys([*before, *after]))


class PositionChanges(NamedTuple):
    """A position of the one game, and every move there as both games judge it."""

    state: Any
    changes: tuple[Change, ...]

    @property
    def differs(self) -> bool:
        return any(change.differs for change in self.changes)

    @property
    def of_cards(self) -> bool:
        """Whether every move is made with a card: such a choice says more than one among calls."""
        return all(change.move.card is not None for change in self.changes)


def positions(
    base: Game, changed: Game, seed: int = 0, most: int = 400
) -> Iterator[PositionChanges]:
    """Positions of random deals in which other moves are legal, first those; then any. At most so
    many are looked at."""
    return (position for position in searching(base, changed, seed, most) if position is not None)


@lru_cache(maxsize=64)
def first_states(game: Game, most: int = AT_ONCE) -> tuple[Any, ...]:
    """The first positions of a random deal."""
    match, rng = game.match(seed=0), random.Random(0)
    states: list[Any] = []
    while not match.over and match.state.standing.deal == 1 and len(states) < most:
        states.append(match.state)
        match.play(chosen(match.legal_moves(), rng))
    return tuple(states)


def at_once(base: Game, changed: Game, seen: State | None = None) -> PositionChanges | None:
    """A position to show before better ones are looked for: the one that was in sight, or one of
    the first, if there is a choice in any."""
    if seen is not None and seen.game == base:
        with suppress(ValueError):
            return PositionChanges(seen, before_after(base, changed, seen))
    choices = []
    for state in first_states(base):
        with suppress(ValueError):
            position = PositionChanges(state, before_after(base, changed, state))
            if position.differs:
                return position
            if len(position.changes) > 1:
                choices.append(position)
    return next((p for p in choices if p.of_cards), choices[0] if choices else None)


def searching(
    base: Game, changed: Game, seed: int = 0, most: int = 400
) -> Iterator[PositionChanges | None]:
    """The same; None comes for every position that was passed over, so that whoever waits can do
    something else."""
    choices: list[PositionChanges] = []
    looked = 0
    for number in range(seed, seed + 40):
        match, rng = base.match(seed=number), random.Random(number)
        while not match.over and match.state.standing.deal == 1 and looked < most:
            looked += 1
            position = None
            with suppress(ValueError):
                position = PositionChanges(match.state, before_after(base, changed, match.state))
            if position is not None and position.differs:
                yield position
            else:
                if position is not None and len(position.changes) > 1 and len(choices) < 60:
                    choices.append(position)
                yield None
            match.play(chosen(match.legal_moves(), rng))
    yield from sorted(choices, key=lambda position: not position.of_cards)


@dataclass
class Tally:
    """What was counted in one game, deal by deal."""

    game: Game
    moves: list[int] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    points: list[tuple[int, ...]] = field(default_factory=list)
    best: list[tuple[int, ...]] = field(default_factory=list)
    plays: int = 0
    bound: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    bound_deals: list[Counter[str]] = field(default_factory=list)
    unfinished: int = 0

    @property
    def deals(self) -> int:
        return len(self.moves)

    def deal(self, seed: int, dice: str = "moves") -> None:
        """Play one deal and count it; other dice play the same cards otherwise."""
        game = self.game
        match, rng = game.match(seed=seed), random.Random(f"{seed}/{dice}")
        state, moves, bound = match.state, 0, Counter[str]()
        chances = 0
        while state.phase is not OVER and moves < LONG and chances < 50:
            if state.to_move is None:
                chances += 1
                state = state.phase.apply(
                    state,
                    None,
                    state.phase.chance(state, random.Random(f"{seed}/{moves}/{chances}")),
                )
                continue
            chances = 0
            table = game.view(state)
            legal = table.phase.candidates(table)
            for r in table.phase.rules:
                ruling = r.test(table, legal)
                if ruling.force is not Force.SILENT:
                    self.asked[str(r)] += 1
                if ruling.force is Force.BINDING:
                    bound[str(r)] += 1
                legal = ruling.kept
            if not legal:
                break
            state = state.phase.apply(state, state.to_move, chosen(legal, rng))
            moves += 1
        done = state.phase is OVER
        self.unfinished += not done
        lines = game.deal_lines(state) if done else game.of_deal(state, state.pegged)
        sums = Counter({side.id: 0 for side in game.sides})
        for entry in lines:
            sums[entry.side] += entry.points
        points = tuple(sums[side.id] for side in game.sides)
        top = min(points) if game.points is Points.BAD else max(points)
        self.moves.append(moves)
        self.tricks.append(len(tricks_taken(state)))
        self.points.append(points)
        self.best.append(
            tuple(i for i, n in enumerate(points) if n == top) if len(set(points)) > 1 else ()
        )
        self.plays += moves
        self.bound += bound
        self.bound_deals.append(bound)

    # --- figures per deal
    def won(self, side: int) -> list[float]:
        """1 where the side did best, a share where several did, 0 elsewhere."""
        return [1 / len(b) if side in b else 0.0 for b in self.best]

    def spread(self) -> list[float]:
        """How far the best and the worst score lie apart."""
        return [float(max(p) - min(p)) for p in self.points]

    def all_points(self) -> list[int]:
        """Every side's points of every deal, in order of size."""
        return sorted(n for p in self.points for n in p)


class EffectRow(NamedTuple):
    """One figure in both games: mean and standard error before and after, and of the difference
    (paired by deals)."""

    name: str
    before: float
    before_error: float
    after: float
    after_error: float
    difference: float
    error: float
    share: bool = False

    @property
    def certain(self) -> bool:
        """The difference is more than two standard errors."""
        return abs(self.difference) > 2 * self.error and self.difference != 0

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.before:.2f} → {self.after:.2f} ({self.difference:+.2f} ±"
            f" {self.error:.2f})"
        )


def mean_error(values: list[float]) -> tuple[float, float]:
    """Mean and standard error of the mean.

    >>> mean_error([1.0, 3.0])
    (2.0, 1.0)
    """
    n = len(values)
    if not n:
        return 0.0, 0.0
    mean = sum(values) / n
    if n == 1:
        return mean, 0.0
    return mean, math.sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n)


def quantiles(
    values: list[int], parts: tuple[float, ...] = (0.05, 0.25, 0.5, 0.75, 0.95)
) -> list[int]:
    """The values below which these parts of all lie; values in order of size.

    >>> quantiles(list(range(101)))
    [5, 25, 50, 75, 95]
    """
    return (
        [values[min(len(values) - 1, int(p * (len(values) - 1) + 0.5))] for p in parts]
        if values
        else []
    )


class Effects:
    """What a change does, by playing so many deals of both games from the same seeds."""

    def __init__(self, base: Game, changed: Game, deals: int = 400, seed: int = 1) -> None:
        if not isinstance(deals, int) or isinstance(deals, bool) or not 1 <= deals <= MOST_DEALS:
            raise ValueError(f"The number of deals is a whole number from 1 to {MOST_DEALS}.")
        self.wanted, self.seed = deals, seed
        self.counts = (Tally(base), Tally(changed))
        self.diced = Tally(base)
        """The same deals of the same game, played with other dice: what chance alone changes."""

    @property
    def done(self) -> bool:
        """Whether all deals have been played."""
        return all(tally.deals >= self.wanted for tally in self.counts)

    def run(self) -> Iterator[float]:
        """Play; yields the share that is done. Broken where the changed game comes apart in a
        deal that no trial met."""
        before, after = self.counts
        for number in range(self.wanted):
            before.deal(self.seed + number)
            yield (number + 0.5) / self.wanted
            try:
                after.deal(self.seed + number)
            except Exception:
                raise Broken(f"{NO_ANSWER} (deal {number + 1})") from None
            self.diced.deal(self.seed + number, "other moves")
            yield (number + 1) / self.wanted

    def _row(
        self, name: str, before: list[float], after: list[float], share: bool = False
    ) -> EffectRow:
        n = min(len(before), len(after))
        both = mean_error([b - a for a, b in zip(before[:n], after[:n], strict=True)])
        return EffectRow(name, *mean_error(before), *mean_error(after), *both, share)

    def rows(self) -> list[EffectRow]:
        """Length, winners and points, in both games."""
        one, two = self.counts
        effects = [self._row("Moves in a deal", [*map(float, one.moves)], [*map(float, two.moves)])]
        if any(one.tricks):
            effects.append(
                self._row("Tricks in a deal", [*map(float, one.tricks)], [*map(float, two.tricks)])
            )
        if one.game.sides == two.game.sides:
            for i, side in enumerate(one.game.sides):
                effects.append(self._row(f"{side.name} does best", one.won(i), two.won(i), True))
        effects.append(
            self._row(
                "Nobody does best",
                [float(not b) for b in one.best],
                [float(not b) for b in two.best],
                True,
            )
        )
        means = [[sum(p) / len(p) for p in t.points] for t in self.counts]
        effects.append(self._row("Points of a side", means[0], means[1]))
        effects.append(self._row("From the best to the worst score", one.spread(), two.spread()))
        return effects

    def winners(self) -> list[tuple[float, float]]:
        """In which share of the deals another side does best, with its standard error: by the
        change of the rules, and by other dice alone."""
        one, two = self.counts
        return [
            mean_error([float(a != b) for a, b in zip(one.best, other.best, strict=False)])
            for other in (two, self.diced)
        ]

    def rules(self) -> list[tuple[Rule, EffectRow]]:
        """How often in a deal each rule took a move away, in both games."""
        one, two = self.counts
        every: dict[str, Rule] = {}
        for tally in self.counts:
            for phase in tally.game.phases:
                every |= {str(r): r for r in phase.rules}
        bound = {id: [[float(c[id]) for c in t.bound_deals] for t in (one, two)] for id in every}
        return [(r, self._row(r.title, bound[id][0], bound[id][1])) for id, r in every.items()]

    def spreads(self) -> list[tuple[float, float, list[int]]]:
        """Mean, standard deviation and quantiles (5, 25, 50, 75, 95 %) of the sides' points, in
        each game."""
        bars = []
        for tally in self.counts:
            every = tally.all_points()
            mean = sum(every) / len(every) if every else 0.0
            sd = math.sqrt(sum((n - mean) ** 2 for n in every) / len(every)) if every else 0.0
            bars.append((mean, sd, quantiles(every)))
        return bars

    def __str__(self) -> str:
        return "\n".join(map(str, [*self.rows(), *(row for _, row in self.rules())]))
