"""The vectors of Liverpool Rummy: moves on a table that is set up, and hands that are counted."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def moves(given: Given) -> Given:
    """What lies on the table and how many cards everybody holds after some moves, or the rule that
    refuses one."""
    game = cardlab.game("liverpool-rummy", **given.get("options", {}))
    table = {name: value for name, value in given.items() if name not in ("options", "moves")}
    state = game.state(**{"phase": "discard", "stock": "2C 3C 4C", "discards": "KD"} | table)
    for move in given["moves"]:
        seat = state.to_move
        verdict = game.verdict(state, move, seat)
        if not verdict.legal:
            return {"rule": str(verdict.rule)}
        state = game.after(state, move, seat)
    return {
        "rule": None,
        "melds": [[" ".join(meld) for meld in mine] for mine in state.melds],
        "held": [len(hand) for hand in state.hands],
        "phase": state.phase.id,
    }


def count(given: Given) -> Given:
    """What a hand counts when somebody else goes out."""
    game = cardlab.game("liverpool-rummy", **given.get("options", {}))
    return {"points": game.value(cardlab.cards(given["hand"]))}


KINDS = {"moves": moves, "count": count}
