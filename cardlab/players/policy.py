"""One move after another by rules of thumb, fast: what bots play out deals with.

Knows how the rules of thumb are asked on a full table without looking at more than the acting seat
sees.  Knows no game.
"""

from __future__ import annotations

import random
from typing import Any

from cardlab.engine.game import OVER, State
from cardlab.engine.moves import PASS, Give, Move
from cardlab.families.pattern_tricks import PatternGame
from cardlab.families.tricks import TrickState
from cardlab.players.avoiding import give_pick
from cardlab.players.calling import call_pick
from cardlab.players.cardplay import pick, unseen, wants_to_lose
from cardlab.players.handling import handle_pick
from cardlab.players.patterned import pattern_pick

LONGEST = 400
"""Moves after which a deal that is played out counts as it stands."""


def thumb_pick(
    table: State, moves: tuple[Any, ...]
) -> tuple[Any, str, int | None, dict[str, Any]] | None:
    """The move of the rules of thumb with the words for it, or None where they know nothing."""
    picked = None
    if isinstance(table.game, PatternGame):
        found = pattern_pick(table, moves)
        if found is not None:
            return found
    if isinstance(table, TrickState):
        if all([m.verb == "play" for m in moves]):
            return pick(table, moves)
        if all([isinstance(m, Give) for m in moves]) and wants_to_lose(table):
            return give_pick(table, moves, unseen(table))
        picked = call_pick(table, moves)
    if picked is None:
        picked = handle_pick(table, moves)
    return None if picked is None else (picked[0], picked[1], None, picked[2])


def policy_move(state: State, rng: random.Random, noise: float = 0.0) -> Move:
    """The move of the seat to move, by rules of thumb; at random where they know nothing, and
    with this chance."""
    table = state.game.view(state)
    moves = table.legal_moves()
    if len(moves) == 1:
        move: Move = moves[0]
        return move
    if noise and rng.random() < noise:
        return random_move(moves, rng)
    chosen = thumb_pick(table, moves)
    return random_move(moves, rng) if chosen is None else chosen[0]


def random_move(moves: tuple[Any, ...], rng: random.Random) -> Any:
    """Any of them, but mostly a pass: callers at random would bid every auction to the top."""
    if moves[0] is PASS and rng.random() < max(0.8, 1 - 2 / len(moves)):
        return PASS
    return moves[int(rng.random() * len(moves))]


def played_on(state: Any, rng: random.Random, noise: float = 0.0, longest: int = LONGEST) -> Any:
    """The table at the end of the deal, as the rules of thumb play it for everybody."""
    for _ in range(longest):
        if state.phase is OVER:
            break
        if state.to_move is None:
            state = state.phase.apply(state, None, state.phase.chance(state, rng))
        else:
            state = state.phase.apply(state, state.to_move, policy_move(state, rng, noise))
    return state


def gains(state: State) -> dict[str, float]:
    """What each side has gained over the others in a deal, so far as it is scored: more is
    better for it."""
    gained: dict[str, float] = state.game.gains(state.game.lines_so_far(state))
    return gained
