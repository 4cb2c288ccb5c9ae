"""The vectors of Own Trumps: what beats the top of the pile, and how many cards are picked up."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]
TRUMPS = "CSHD"
"""The trumps of the seats when South deals."""


def turn(given: Given) -> Given:
    """The cards that beat the top for whoever has this trump suit, and what is picked up instead."""
    game = cardlab.game("own-trumps")
    me = TRUMPS.index(given["trump"])
    hands = {seat: given["hand"] if seat == me else "7S" for seat in range(4)}
    state = game.state(hands=hands, pile=given["pile"], to_move=me)
    legal = game.legal_moves(state)
    return {
        "by": " ".join(str(move) for move in legal if move.card is not None),
        "picks_up": game.view(state).taken,
    }


def add(given: Given) -> Given:
    """The pile after a card that beats and one that is laid on it, and the suit of who is next."""
    game = cardlab.game("own-trumps")
    me = TRUMPS.index(given["trump"])
    hands = {seat: given["hand"] if seat == me else "7S" for seat in range(4)}
    state = game.state(hands=hands, pile=given["pile"], to_move=me)
    for move in given["moves"].split():
        state = game.after(state, move)
    return {"pile": " ".join(state.pile), "next": TRUMPS[state.to_move]}


KINDS = {"turn": turn, "add": add}
