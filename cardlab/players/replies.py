"""What a move lets everybody do in the next two rounds: for games that score as they go.

Imagines deals that fit the view, makes each move in all of them, lets everybody answer by rules of
thumb, and keeps the move that has gained most by then.  The same deals for every move: what differs
is the move's own doing.  Knows no game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from cardlab.engine.game import OVER
from cardlab.engine.moves import Move
from cardlab.engine.words import Sentence
from cardlab.families.fishing import FishGame
from cardlab.players.cardplay import Choice
from cardlab.players.policy import gains, policy_move
from cardlab.players.worlds import Worlds

ROUNDS = 2
"""How often everybody moves: as often as the mover, or one of them would have a catch in hand."""
DEALS = 3
"""How many deals are imagined for each world that the bot is given."""
CATCHES = 6
"""Of the captures, so many are looked at: those that score most."""
SAID = "over two rounds of {deals} imagined deals this does best"


def reply_pick(
    view: Any,
    moves: Sequence[Move],
    worlds: int,
    rng: random.Random,
    late: Callable[[], bool] = lambda: False,
) -> Choice | None:
    """The choice in a game of captures, over three deals for each of so many worlds; None in any
    other game.

    late: whether it is time to answer; one deal is looked at in any case.

    >>> import cardlab
    >>> match = cardlab.game("sum-run-set").match(seed=4)
    >>> view = match.seat_view()
    >>> choice = reply_pick(view, view.legal_moves(), 4, random.Random(1))
    >>> choice.move in match.legal_moves(), choice.why.say()
    (True, 'over two rounds of 12 imagined deals this does best')
    """
    if not isinstance(view.game, FishGame):
        return None
    side = view.game.side_of[view.me]
    tried = _worth_a_look(view, moves)
    gained = dict.fromkeys(tried, 0.0)
    source = Worlds(view, rng, False)
    deals = 0
    while deals < DEALS * worlds and not (deals and late()):
        world, luck = source.draw(), rng.random()
        for move in tried:
            end = _answered(world.phase.apply(world, view.me, move), random.Random(luck))
            gained[move] += gains(end)[side]
        deals += 1
    best = max(tried, key=gained.__getitem__)
    return Choice(best, Sentence(SAID, {"deals": str(deals)}))


def _worth_a_look(view: Any, moves: Sequence[Move]) -> list[Move]:
    """The dearest captures, and for each card its dearest move."""
    dearest = sorted(moves, key=lambda move: -view.game.points_of(view, move))
    catches = [move for move in dearest if view.game.points_of(view, move) > 0][:CATCHES]
    of_card: dict[Any, Move] = {}
    for move in dearest:
        of_card.setdefault(move.card, move)
    return list(dict.fromkeys([*catches, *of_card.values()]))


def _answered(state: Any, rng: random.Random) -> Any:
    """The table when everybody has moved so many times, the mover's first move included."""
    for _ in range(ROUNDS * state.game.players - 1):
        if state.phase is OVER or state.to_move is None:
            break
        state = state.phase.apply(state, state.to_move, policy_move(state, rng))
    return state
