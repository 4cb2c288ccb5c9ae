"""What a move leads to when the rules of thumb play the deal on: for games without tricks that no
solver knows.

Imagines deals that fit the view and plays each move on in all of them, with the same luck for every
move: what differs is the move's own doing.  The move of the rules of thumb stays unless another is
better beyond chance; what does worse is looked at no longer.  Knows no game.

>>> import cardlab
>>> view = cardlab.game("laugh-and-lie-down").match(seed=3).seat_view()
>>> choice, deals = foresight_pick(view, view.legal_moves(), 16, random.Random(1))
>>> choice.move in view.legal_moves(), deals
(True, 16)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, NamedTuple

from cardlab.engine.game import OVER
from cardlab.engine.moves import Move
from cardlab.engine.words import Sentence
from cardlab.players.cardplay import Choice, named
from cardlab.players.luck import FIRST, beyond_luck, may_be_better
from cardlab.players.policy import gains, policy_move, thumb_pick
from cardlab.players.worlds import Worlds

WIDEST = 12
"""The most moves of one turn that are looked at; the rules of thumb's own is always among them."""
EFFORT = 4000
"""Moves that are played on for one choice before no more deals are imagined."""
FAR = 200
"""Moves to which a deal is played on before the score so far has to do."""
NOISE = 0.03
"""How often a move is any move: nobody follows a rule of thumb always."""
LEAST = 4
"""Fewer imagined deals, where time was short, tell less than the rules of thumb."""
SAID = "of {deals} imagined deals this move does best"


def foresight_pick(
    view: Any,
    moves: Sequence[Move],
    most: int,
    rng: random.Random,
    late: Callable[[], bool] = lambda: False,
    cards_of: Callable[[int], int] = lambda usual: usual,
) -> tuple[Choice, int]:
    """The choice, and how many deals were imagined: no more than `most`.

    late: whether it is time to answer; cards_of: how many moves may be played on where so many are
    usual.
    """
    effort = cards_of(EFFORT)
    thumb = thumb_pick(view, tuple(moves))
    left = _worth_a_look(moves, thumb[0] if thumb else None, rng)
    base, source = left[0], Worlds(view, rng)
    gained: dict[Move, list[float]] = {move: [] for move in left}
    deals = played = 0
    while len(left) > 1 and deals < most and played < effort and not (deals and late()):
        world, luck = source.draw(), rng.random()
        ends: list[PlayedOn] = []
        for move in left:
            ends.append(_played_on(world, view.me, move, random.Random(luck)))
            if late():
                break
        if len(ends) < len(left):  # a deal counts for all the moves or for none
            break
        for move, end in zip(left, ends, strict=True):
            gained[move].append(end.gain)
            played += end.moves
        deals += 1
        if deals >= FIRST and deals % 2 == 0:
            left = [m for m in left if m == base or may_be_better(gained[m], gained[base])]
    if deals < LEAST and thumb is not None:
        return Choice(thumb[0], named(view, thumb[1], thumb[2], **thumb[3])), deals
    if thumb is None:
        best = max(left, key=lambda move: fmean(gained[move])) if deals else base
    else:
        best = beyond_luck(base, left[1:], gained)
    return Choice(best, Sentence(SAID, {"deals": str(deals)})), deals


class PlayedOn(NamedTuple):
    """What a deal that was played on gave the mover, and after how many moves."""

    gain: float
    moves: int


def _played_on(world: Any, me: int, move: Move, rng: random.Random) -> PlayedOn:
    """The end of this deal after this move, as the rules of thumb play it for everybody."""
    state = world.phase.apply(world, me, move)
    moves = 0
    while state.phase is not OVER and moves < FAR:
        if state.to_move is None:
            state = state.phase.apply(state, None, state.phase.chance(state, rng))
        else:
            state = state.phase.apply(state, state.to_move, policy_move(state, rng, NOISE))
        moves += 1
    return PlayedOn(gains(state)[world.game.side_of[me]], moves)


def _worth_a_look(moves: Sequence[Move], thumb: Move | None, rng: random.Random) -> list[Move]:
    """The move of the rules of thumb first, then the others, or some of them where they are many."""
    first = moves[0] if thumb is None else thumb
    others = [move for move in moves if move != first]
    if len(others) >= WIDEST:
        others = rng.sample(others, WIDEST - 1)
    return [first, *others]
