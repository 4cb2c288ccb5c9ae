"""What a move is worth in an imagined world: solved where the game compiles, played out by rules of thumb where it does not.

Knows the solver's surface (`cardlab.fast`) and what a finished deal scores.  Knows no game.
"""

from __future__ import annotations

import random
from typing import Any

from ..families.tricks import Trick, around
from ..game import OVER
from .cardplay import together, values
from .policy import gains, played_on

SOLVING = 0.25
"""Seconds after which one world is given up, and played out instead."""


def solver(state: Any) -> Any:
    """The function that solves every move of this table, or None where there is none that is fit for this game."""
    game = state.game
    if "_solves" not in game.__dict__:
        try:
            from .. import fast
        except ImportError:
            game.__dict__["_solves"] = None
        else:
            # one seat against all the others is a bound, and no guide to play by
            fit = len(game.sides) == 2 or two_camps(state)
            game.__dict__["_solves"] = fast.solve_moves if fit and not fast.compiles(game) else None
    return game.__dict__["_solves"]


def two_camps(state: Any) -> bool:
    """Whether all the seats that play make two camps in this deal."""
    from .cardplay import allies

    return len(state.game.sides) == 2 or allies(state.game)


def camp(table: Any, me: int) -> tuple[int, ...]:
    """The seats that play for the same end as this one."""
    return tuple(seat for seat in range(table.game.players) if together(table, seat, me))


def took(state: Any, mine: tuple[int, ...], unit: str) -> float:
    """What these seats have taken in the deal so far, in the solver's unit."""
    tricks = [t for t in state.taken if t.winner(state.order) in mine]
    if unit == "trick" or not tricks:
        return float(len(tricks))
    worth, base, _ = values(state)
    bare = state.game.trick_worth(state, Trick(tuple(range(state.game.players)))) or 0
    return float(sum(bare + sum(worth[c] for c in t.up) for t in tricks))


class Scale:
    """What the game scores for so many tricks or points: a table from the one to the other, for one seat.

    Tricks are counted out with finished deals made up for it; points are read off deals that were played out.
    """

    def __init__(self, view: Any, me: int, mine: tuple[int, ...]) -> None:
        self.view, self.me, self.mine, self.side = view, me, mine, view.game.side_of[me]
        self.seen: dict[float, list[float]] = {}
        self._sums: tuple[float, ...] = ()

    def learn(self, taken: float, gain: float) -> None:
        """A deal in which the camp took so much was worth so much."""
        self.seen.setdefault(taken, []).append(gain)

    def made_up(self, world: Any) -> None:
        """Learn the score of every number of tricks that is still possible, from finished deals made of this world."""
        rest = [c for hand in world.hands for c in hand] + list(world.trick.cards)
        n = len(world.trick.seats)
        tricks = len(rest) // n if n else 0
        others = tuple(s for s in world.trick.seats if s not in self.mine) or self.mine
        own = tuple(s for s in world.trick.seats if s in self.mine) or self.mine
        before = took(world, self.mine, "trick")
        for won in range(tricks + 1):
            taken = list(world.taken)
            for i in range(tricks):
                lot = tuple(rest[i * n : (i + 1) * n])
                winner = own[i % len(own)] if i < won else others[i % len(others)]
                bare = Trick(world.trick.seats, lot)
                at = bare.best(world.order)
                seats = world.trick.seats
                turn = (seats.index(winner) - at) % n
                taken.append(Trick(seats[turn:] + seats[:turn], lot))
            end = world.but(
                taken=tuple(taken), hands=((),) * world.game.players, trick=Trick(around(0, world.game.players, 1)), phase=OVER,
                to_move=None,
            )  # fmt: skip
            self.learn(before + won, gains(end)[self.side])

    def __call__(self, taken: float) -> float:
        """The score of so much, read between the nearest that are known."""
        seen = self.seen
        if not seen:
            return taken
        if taken in seen:
            return sum(seen[taken]) / len(seen[taken])
        known = sorted(seen)
        below = [k for k in known if k < taken]
        above = [k for k in known if k > taken]
        if below and above:
            a, b = below[-1], above[0]
            part = (taken - a) / (b - a)
            return (1 - part) * self(a) + part * self(b)
        edge = below[-1] if below else above[0]
        lowest, highest = known[0], known[-1]
        slope = (self(highest) - self(lowest)) / (highest - lowest) if highest > lowest else 1.0
        return self(edge) + (taken - edge) * slope


def outcome(world: Any, move: Any, me: int, rng: random.Random, noise: float = 0.0) -> tuple[float, Any]:
    """What a move gains for its seat when the rules of thumb play on, and the table at the end."""
    game = world.game
    end = played_on(world.phase.apply(world, me, move), rng, noise)
    return gains(end)[game.side_of[me]], end
