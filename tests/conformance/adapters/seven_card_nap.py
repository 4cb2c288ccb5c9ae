"""Seven-card Nap's vectors: the ladder and the half stakes are those of version 2."""

from __future__ import annotations

from typing import Any

from . import _nap
from ._tricks import Bag

ID = "seven-card-nap"
HALF = {"nap", "mis", "six", "seven"}


def payment(given: dict[str, Any]) -> dict[str, Any]:
    half = set(given["half_on_loss"])
    options = {"version": 2} if half == HALF else {"version": 1, "half_nap_loss": "nap" in half}
    return _nap.payment(ID, given, **options)


def auction(given: dict[str, Any]) -> dict[str, Any]:
    return _nap.auction(ID, given, version=given.get("version", 2))


def discard_two(given: dict[str, Any]) -> dict[str, Any]:
    game = _nap.game_for(ID, given, version=given["version"])
    state = game.state(phase="two-away", hands={1: given["hand"]}, to_move=1)
    for card in given["discard"]:
        verdict = game.verdict(state, f"discard {card}")
        if not verdict.legal:
            return {"allowed": False, "reason": _nap.SAME.get(verdict.rule, str(verdict.rule))}
        state = game.after(state, f"discard {card}")
    return {"allowed": state.to_move != 1, "hand": Bag(state.hands[1])}


KINDS = _nap.kinds(ID) | {"payment": payment, "auction": auction, "discard-two": discard_two}
