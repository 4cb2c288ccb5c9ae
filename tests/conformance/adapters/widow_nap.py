"""Widow Nap's vectors."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.cards import cards

from ._nap import SAME, game_for, kinds
from ._tricks import Bag


def widow(given: dict[str, Any]) -> dict[str, Any]:
    game = game_for("widow-nap", given)
    words = {"bid": given["bid"], "soloist": 0, "to_move": 0, "hands": {0: given["hand"]}}
    state = game.state(phase="play" if given["led"] else "widow", **words).but(
        widow=cards(given["widow"])
    )
    if given["led"]:
        state = state.but(trick=state.trick._replace(cards=cards("2S")))
    for move in ("take", *(f"discard {c}" for c in given["discard"])):
        verdict = game.verdict(state, move)
        if not verdict.legal:
            return {"allowed": False, "reason": SAME.get(verdict.rule, str(verdict.rule))}
        state = game.after(state, move)
    return {"allowed": state.phase.id == "play", "hand": Bag(state.hands[0])}


def setup(given: dict[str, Any]) -> dict[str, Any]:
    state = (
        cardlab.game("widow-nap", players=given["players"], cards=given["pack"]).match(seed=1).state
    )
    dealt = sum(map(len, state.hands)) + len(state.widow)
    return {"dealt": dealt, "widow": len(state.widow), "stock": len(state.stock)}


KINDS = kinds("widow-nap") | {"widow": widow, "setup": setup}
