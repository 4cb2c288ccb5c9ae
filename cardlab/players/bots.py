"""Two bots for every game: one plays at random, one imagines the cards that it cannot see and
plays them out.

Knows the engine's surface.  Knows no game: what a rule or a point is worth it finds out by playing.
A bot is given the view of one seat; it works on nothing else.
"""

from __future__ import annotations

import random
from typing import Any, Protocol

from cardlab.engine.game import OVER, Game, State
from cardlab.engine.moves import PASS, Bid, Move
from cardlab.players.effort import Effort, ceiling_of, effort_of
from cardlab.players.foreign import offered, watched


class Bot(Protocol):
    """Chooses a move on the view of one seat, and on nothing else."""

    def choose(self, view: Any) -> Move: ...


class RandomBot:
    """Any open move, with equal chances."""

    def __init__(self, seed: int | None = None) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: State) -> Move:
        moves: tuple[Move, ...] = view.legal_moves()
        return self.rng.choice(moves)


class SamplingBot:
    """Determinised Monte Carlo: deal the unseen cards at random, play each open move out at
    random, keep the best.

    rounds: how many deals are imagined for one choice; moves: how far a game is played out before
    the score so far has to do; rungs: how many bids of a ladder are considered.
    """

    rungs = 8

    def __init__(self, seed: int | None = None, *, rounds: int = 100, moves: int = 120) -> None:
        self.rounds, self.moves, self.rng = rounds, moves, random.Random(seed)

    def choose(self, view: Any) -> Move:
        options: tuple[Move, ...] = view.legal_moves()
        if len(options) == 1:
            return options[0]
        # a long ladder of bids leaves no time for any of them: think of the next few rungs only
        rungs = [m for m in options if isinstance(m, Bid)]
        options = tuple(m for m in options if m not in rungs[self.rungs :])
        game, me = view.game, view.me
        sums = dict.fromkeys(options, 0.0)
        tried = dict.fromkeys(options, 0)
        for rounds in range(1, self.rounds + 1):
            world = view.imagined(self.rng)
            for move in options:
                sums[move] += self._worth(game, world.phase.apply(world, me, move), me)
                tried[move] += 1
            if rounds >= 4 and rounds % 4 == 0 and len(options) > 3:
                # work is better spent on the moves that may be best: drop the worst of many
                options = tuple(
                    sorted(options, key=sums.__getitem__, reverse=True)[
                        : max(3, len(options) * 3 // 4)
                    ]
                )
        best = max(options, key=sums.__getitem__)
        if isinstance(best, Bid) and sums[best] <= 0 and PASS in tried:
            # a bid that is only expected to lose less than passing is a sacrifice; that needs
            # better eyes than these
            return max(
                (m for m in tried if not isinstance(m, Bid)), key=lambda m: sums[m] / tried[m]
            )
        return best

    def _worth(self, game: Game, state: Any, me: int) -> float:
        state = played_out(game, state, self.rng, self.moves)
        lines = game.deal_lines(state) if state.phase is OVER else state.pegged
        return game.gains(lines)[game.side_of[me]]


def played_out(game: Game, state: Any, rng: random.Random, moves: int) -> Any:
    """The state after random moves to the end of the deal, or after so many of them."""
    for _ in range(moves):
        if state.phase is OVER:
            break
        if state.to_move is None:
            state = state.phase.apply(state, None, state.phase.chance(state, rng))
            continue
        legal = game.legal_moves(state)
        # callers at random would bid every auction to the top; people mostly pass
        move = (
            PASS
            if legal[0] is PASS and rng.random() < max(0.8, 1 - 2 / len(legal))
            else legal[int(rng.random() * len(legal))]
        )
        state = state.phase.apply(state, state.to_move, move)
    return state


STRENGTHS = {
    "simple": "Simple: plays by rules of thumb, and can say which",
    "sensible": "Sensible: imagines a few deals and keeps the best move",
    "strong": "Strong: imagines many deals, and minds what was called and played",
}
"""The bots that somebody may play against, weakest first, in plain words."""


def strengths() -> dict[str, str]:
    """Return the bots that somebody may play against on a page, with what they are in plain words:
    our own, weakest first, then those that are offered here.

    >>> list(strengths())[:3]
    ['simple', 'sensible', 'strong']
    """
    return STRENGTHS | offered()


def bot(
    name: str = "sensible",
    *,
    seed: int | None = None,
    effort: Effort | None = None,
    ceiling: float | None = None,
    **old: float | None,
) -> Bot:
    """A bot by name: "random", "simple", "sensible", "strong", one of these two with its number of
    deals as "strong:64", or a class of your own as "mybots:Careful".  ValueError for any other.

    effort: how much a sensible or strong bot thinks about one move, in counted work, so that the
    same view and seed give the same move everywhere; None: what the name says.  ceiling: seconds on
    the wall after which it answers with what it has; None: none.
    """
    from cardlab.players.sampled import SampledBot
    from cardlab.players.thumb import RuleOfThumbBot

    ceiling = ceiling_of(ceiling, old)
    if name == "random":
        return RandomBot(seed)
    if name == "simple":
        return RuleOfThumbBot(seed)
    usual = effort_of(name)
    if usual is not None:
        strong = name.startswith("strong")
        return SampledBot(seed, effort=effort or usual, calls=strong, ceiling=ceiling)
    if ":" in name:
        return watched(name)(0 if seed is None else seed)
    raise ValueError(f"there is no bot {name!r}; the bots are random, {', '.join(STRENGTHS)}")
