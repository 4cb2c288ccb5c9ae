"""What a move lets everybody do in the next rounds: for games of captures and of a running count.

Imagines deals that fit the view, makes each move in all of them, lets everybody answer by rules of
thumb, and keeps the move that has gained most by then.  The same deals for every move: what differs
is the move's own doing.  Knows no game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from cardlab.engine.game import OVER, Game
from cardlab.engine.moves import Move, Play
from cardlab.engine.words import Sentence
from cardlab.families.capturing import CaptureGame
from cardlab.families.running_count import RunningCountGame
from cardlab.players.cardplay import Choice, named
from cardlab.players.policy import gains, policy_move, thumb_pick
from cardlab.players.worlds import Worlds

ROUNDS: tuple[tuple[type[Game], int], ...] = ((CaptureGame, 2), (RunningCountGame, 12))
"""How often everybody moves: as often as the mover, or one of them would have a catch in hand.  A
count is played to its end."""
DEALS = 3
"""How many deals are imagined for each world that the bot is given."""
LEAST = 6
"""Fewer imagined deals, where time was short, tell less than the rules of thumb."""
CATCHES = 6
"""Of the captures, so many are looked at: those that score most."""
SAID = "over two rounds of {deals} imagined deals this does best"
SAID_OF_COUNT = "played to the end in {deals} imagined deals this does best"


def reply_pick(
    view: Any,
    moves: Sequence[Move],
    worlds: int,
    rng: random.Random,
    late: Callable[[], bool] = lambda: False,
    cards: int = 48_000,
) -> Choice | None:
    """The choice in a game of captures, and of a card for a running count, over three deals for
    each of so many worlds; None in any other game.

    cards: how many may be played; late: whether it is time to answer; one deal is looked at in any
    case, and after a few only the rules of thumb decide where they know something.

    >>> import cardlab
    >>> match = cardlab.game("sum-run-set").match(seed=4)
    >>> view = match.seat_view()
    >>> choice = reply_pick(view, view.legal_moves(), 4, random.Random(1))
    >>> choice.move in match.legal_moves(), choice.why.say()
    (True, 'over two rounds of 12 imagined deals this does best')
    """
    rounds = next((rounds for family, rounds in ROUNDS if isinstance(view.game, family)), 0)
    counting = isinstance(view.game, RunningCountGame)
    if not rounds or (counting and not all(isinstance(move, Play) for move in moves)):
        return None
    side = view.game.side_of[view.me]
    tried = list(moves) if counting else _worth_a_look(view, moves)
    gained = dict.fromkeys(tried, 0.0)
    source = Worlds(view, rng, False)
    deals = played = 0
    while deals < DEALS * worlds and played < cards and not (deals and late()):
        world, luck = source.draw(), rng.random()
        for move in tried:
            after = world.phase.apply(world, view.me, move)
            end, moves_made = _answered(after, rounds, random.Random(luck))
            gained[move] += gains(end)[side]
            played += moves_made
        deals += 1
    if deals < LEAST and (pick := thumb_pick(view, tuple(moves))) is not None:
        move, template, seat, facts = pick
        return Choice(move, named(view, template, seat, **facts), deals)
    best = max(tried, key=gained.__getitem__)
    return Choice(best, Sentence(SAID_OF_COUNT if counting else SAID, {"deals": str(deals)}), deals)


def _worth_a_look(view: Any, moves: Sequence[Move]) -> list[Move]:
    """The dearest captures, and for each card its dearest move."""
    dearest = sorted(moves, key=lambda move: -view.game.points_of(view, move))
    catches = [move for move in dearest if view.game.points_of(view, move) > 0][:CATCHES]
    of_card: dict[Any, Move] = {}
    for move in dearest:
        of_card.setdefault(move.card, move)
    return list(dict.fromkeys([*catches, *of_card.values()]))


def _answered(state: Any, rounds: int, rng: random.Random) -> tuple[Any, int]:
    """The table when everybody has moved so many times, the mover's first move included, and how
    many moves that were."""
    moves = 0
    for _ in range(rounds * state.game.players - 1):
        if state.phase is OVER or state.to_move is None:
            break
        state = state.phase.apply(state, state.to_move, policy_move(state, rng))
        moves += 1
    return state, moves + 1
