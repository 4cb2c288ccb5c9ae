"""The vectors of Pinhead: what goes on the pile, and what comes of a move."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def state_of(given: Given) -> tuple[Any, Any]:
    """South to move with these cards, and one card with North."""
    game = cardlab.game("pinhead", players=2)
    state = game.state(
        phase="play",
        hands={0: given.get("hand", ""), 1: "3C"},
        open={0: given.get("open", "")},
        blind={0: given.get("blind", "")},
        pile=given["pile"],
        stock=given.get("stock", ""),
    )
    return game, state


def legal(given: Given) -> Given:
    """The legal moves."""
    game, state = state_of(given)
    return {"moves": sorted(map(str, game.legal_moves(state)))}


def move(given: Given) -> Given:
    """How many cards lie on the pile and in the hand after a move, and who moves next."""
    game, state = state_of(given)
    after = game.after(state, given["move"])
    return {"pile": len(after.pile), "hand": len(after.hands[0]), "next": after.to_move}


KINDS = {"legal": legal, "move": move}
