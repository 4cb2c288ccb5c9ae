"""What a move is worth in an imagined world: solved where the game compiles, played out by rules
of thumb where it does not.

Knows the solver's surface (`cardlab.solver`) and what a finished deal scores.  Knows no game.
"""

from __future__ import annotations

import importlib
import random
from typing import Any

from cardlab.engine.game import OVER, Game, State
from cardlab.engine.memory import remember
from cardlab.families.auctions import doubled
from cardlab.families.tricks import Trick, TrickGame, Tricks
from cardlab.players.cardplay import aim_of
from cardlab.players.policy import gains, played_on, policy_move

KEPT, ENOUGH = 1000, 2
"""Scales that are remembered with a game, and the worlds from which one of points is made up."""
SMALL = 5
"""Cards in a hand up to which the solver may run before its fast form is loaded."""


def solver(state: Any, wait: bool) -> Any:
    """What solves tables (`cardlab.solver`), or None where it is not fit for this one now.

    wait: whether to wait for the fast form of the solver, rather than to do without.
    """
    try:
        fast = importlib.import_module("cardlab.solver")
    except ImportError:
        return None
    if not fast.ready():
        fast.warm(wait=wait)
        if not fast.ready() and len(state.hands[state.me]) > SMALL:
            return None
    return fast


def two_camps(state: Any) -> bool:
    """Whether all the seats that play make two camps in this deal."""
    return (
        isinstance(state.game, TrickGame)
        and sum(bool({*aim.seats} & {*state.trick.seats}) for aim in state.game.aims(state)) == 2
    )


def camp(table: Any, me: int) -> tuple[int, ...]:
    """The seats that play for the same end as this one."""
    return aim_of(table, me).seats


def took(state: Any, mine: tuple[int, ...], unit: str) -> float:
    """What these seats have taken in the deal so far, in the solver's unit."""
    tricks = [t for t in state.taken if t.winner(state.order) in mine]
    if unit == "trick" or not tricks:
        return float(len(tricks))
    return float(sum(state.game.trick_points(state, trick) for trick in tricks))


@remember
def _scales(game: Game) -> dict[Any, Scale]:
    """The scales of tricks that were made up for this game."""
    return {}


def lead(end: State, me: int) -> float:
    """What the lead that a finished deal gives in the match is worth to a seat's side: a game of a
    rubber, a part-score."""
    game, now = end.game, end.standing
    result, after = game.result(end), game.carried(now, game.lines_so_far(end))
    side = game.side_index(me)

    def ahead(counts: tuple[int, ...]) -> int:
        return 2 * counts[side] - sum(counts)

    return float(
        sum(
            value.default * (ahead(value.counts(result, after)) - ahead(value.counts(result, now)))
            for value in game.position_values
        )
    )


class Scale:
    """What the game scores for so many tricks or points: a table from the one to the other, for
    one seat.  leads: with what the lead is worth that it gives in the match.

    Read off finished deals that are made up for it, because the game alone knows what it scores.
    """

    def __init__(self, me: int, mine: tuple[int, ...], *, leads: bool = False) -> None:
        self.me, self.mine, self.leads = me, mine, leads
        self.seen: dict[float, list[float]] = {}
        self.worlds = 0

    @classmethod
    def of(
        cls, table: Any, me: int, mine: tuple[int, ...], unit: str, kept: dict[Any, Scale]
    ) -> Scale:
        """The scale of this contract, as far as it is known.

        kept: those of this one decision.  A scale of tricks stays with the game, since making it up
        takes longer than to solve a deal; one of points hangs on the cards that it was made up
        from.
        """
        if unit == "trick":
            kept = _scales(table.game)
        scored: dict[str, float] = {}
        for line in table.pegged:
            scored[line.side] = scored.get(line.side, 0) + line.points
        key = (
            me,
            mine,
            table.contract,
            table.declarer,
            doubled(table.calls),
            table.trick.seats,
            table.dealer,
            tuple(sorted(scored.items())),
        )
        if key not in kept:
            if len(kept) >= KEPT:
                kept.clear()
            kept[key] = cls(me, mine)
        return kept[key]

    def learn(self, taken: float, gain: float) -> None:
        """A deal in which the camp took so much was worth so much."""
        self.seen.setdefault(taken, []).append(gain)

    def made_up(self, world: Any, unit: str) -> None:
        """Learn what may still be taken and what it scores, from finished deals made of this
        world: the cards that are left in tricks as they come, won by the one camp or the other."""
        rng = random.Random(self.worlds)
        if world.order is None:
            world = world.phase.apply(world, world.to_move, policy_move(world, rng))
        had, n = took(world, self.mine, unit), len(world.trick.seats)
        rest = [c for seat in world.trick.seats for c in world.hands[seat]] + list(
            world.trick.cards
        )
        tricks = len(rest) // n if n else 0
        if unit == "trick":
            # the same number of tricks scores the same, whatever the cards
            if all(had + won in self.seen for won in range(tricks + 1)):
                return
        elif self.worlds >= ENOUGH:
            return
        self.worlds += 1
        others = tuple(s for s in world.trick.seats if s not in self.mine) or self.mine
        own = tuple(s for s in world.trick.seats if s in self.mine) or self.mine
        bare, seats, side = (
            ((),) * world.game.players,
            world.trick.seats,
            world.game.side_of[self.me],
        )
        for won in range(tricks + 1):
            for _ in range(1 if unit == "trick" else 3):
                if unit != "trick":
                    rng.shuffle(rest)
                taken = list(world.taken)
                for i in range(tricks):
                    lot = tuple(rest[i * n : (i + 1) * n])
                    winner = own[i % len(own)] if i < won else others[i % len(others)]
                    turn = (seats.index(winner) - Trick(seats, lot).best(world.order)) % n
                    taken.append(Trick(seats[turn:] + seats[:turn], lot))
                end = world.but(
                    hands=bare, taken=tuple(taken), trick=Trick(seats), phase=OVER, to_move=None
                )
                worth = gains(end)[side] + (lead(end, self.me) if self.leads else 0.0)
                self.learn(took(end, self.mine, unit), worth)

    def __call__(self, taken: float) -> float:
        """The score of so much, read between the nearest that are known."""
        seen = self.seen
        if not seen:
            return taken
        if taken in seen:
            return sum(seen[taken]) / len(seen[taken])
        counts = sorted(seen)
        below = [k for k in counts if k < taken]
        above = [k for k in counts if k > taken]
        if below and above:
            a, b = below[-1], above[0]
            part = (taken - a) / (b - a)
            return (1 - part) * self(a) + part * self(b)
        edge = below[-1] if below else above[0]
        lowest, highest = counts[0], counts[-1]
        slope = (self(highest) - self(lowest)) / (highest - lowest) if highest > lowest else 1.0
        return self(edge) + (taken - edge) * slope


SOLVED_FROM = 8
"""Cards in a hand up to which a call is judged by perfect play after it; with more there is no
time for it."""


def judged(
    world: Any,
    move: Any,
    me: int,
    rng: random.Random,
    solve: Any,
    solved: dict[Any, Any],
    scales: dict[Any, Scale],
) -> float:
    """What a call or an exchange gains for its seat: the rules of thumb go on calling, and the
    play is solved if it can be.

    solve: what solves a table, or None; solved: what was found for this world, by the play that a
    call leads to: several bids lead to the same; scales: those that were made before in this
    decision.
    """
    game = world.game
    state = world.phase.apply(world, me, move)
    if solve is not None:
        for _ in range(100):
            if state.phase is OVER or (
                isinstance(state.phase, Tricks) and state.to_move is not None
            ):
                break
            if state.to_move is None:
                state = state.phase.apply(state, None, state.phase.chance(state, rng))
            else:
                state = state.phase.apply(state, state.to_move, policy_move(state, rng))
        if isinstance(state.phase, Tricks) and me in state.trick.seats and two_camps(state):
            mine = camp(state, me)
            key = state.order, state.trick, state.hands, mine, aim_of(state, me).want
            try:
                value = solved[key] if key in solved else solve(state)
            except ValueError:
                pass
            else:
                solved[key] = value
                taken = float(value) if state.to_move in mine else float(value.left - value)
                scale = Scale.of(state, me, mine, value.unit, scales)
                scale.made_up(state, value.unit)
                return scale(took(state, mine, value.unit) + taken)
    end = played_on(state, rng, 0.1)
    return gains(end)[game.side_of[me]]


def outcome(
    world: Any, move: Any, me: int, rng: random.Random, noise: float = 0.0
) -> tuple[float, Any]:
    """What a move gains for its seat when the rules of thumb play on, and the table at the end."""
    game = world.game
    end = played_on(world.phase.apply(world, me, move), rng, noise)
    return gains(end)[game.side_of[me]], end
