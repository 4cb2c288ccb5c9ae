"""The vectors of Conquian: moves on a table that is set up."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def moves(given: Given) -> Given:
    """The melds, and how many cards everybody holds, after some moves, or the rule that refuses
    one."""
    game = cardlab.game("conquian", **given.get("options", {}))
    table = {name: value for name, value in given.items() if name not in ("options", "moves")}
    state = game.state(**{"phase": "offer", "by": 0, "stock": "2S 3S"} | table)
    for move in given["moves"]:
        verdict = game.verdict(state, move)
        if not verdict.legal:
            return {"rule": str(verdict.rule)}
        state = game.after(state, move)
    return {
        "rule": None,
        "melds": [sorted(" ".join(sorted(meld)) for meld in mine) for mine in state.melds],
        "held": [len(hand) for hand in state.hands],
        "phase": state.phase.id,
        "out": state.out,
    }


KINDS = {"moves": moves}
