"""Peep Nap's vectors.  A vector's look and exchange are made in one go: look (before the bid),
then give."""

from __future__ import annotations

from typing import Any

from cardlab.engine.cards import cards

from . import _nap
from ._nap import SAME, game_for, kinds
from ._tricks import Bag


def peep(given: dict[str, Any]) -> dict[str, Any]:
    version, phase = given["version"], given["phase"]
    game = game_for("peep-nap", given, version=version)
    words: dict[str, Any] = {
        "hands": {1: given["hand"]},
        "to_move": 1,
        "floater": cards([given["floater"]]),
    }
    if phase == "before-bid":
        state = game.state(phase="auction", **words)
    else:
        where = "exchange" if phase == "after-auction" and version < 3 else "play"
        state = game.state(
            phase=where, bid="three", soloist=1 if given["actor_is_soloist"] else 0, **words
        )
    if phase == "led":
        state = state.but(taken=(game.read_trick([(1, "2S")]),))
    moves = ["peep"] if phase == "before-bid" else []
    for move in moves + ([f"give {given['give']}"] if given["give"] else []):
        verdict = game.verdict(state, move)
        if not verdict.legal:
            return {"allowed": False, "reason": SAME.get(verdict.rule, str(verdict.rule))}
        state = game.after(state, move)
    fee = -sum(x.points for x in state.pegged)
    return {
        "allowed": True,
        "hand": Bag(state.hands[1]),
        "floater": str(state.floater[0]),
        "fee_to_pool": fee,
    }


def payment(given: dict[str, Any]) -> dict[str, Any]:
    return _nap.payment("peep-nap", given, version=2 if "pool_before" in given else 1)


KINDS = kinds("peep-nap") | {"peep": peep, "payment": payment}
