"""Solo Whist's vectors.  Seat 0 is eldest and seat 3 deals, as in the vectors."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import legal, winner

Given = dict[str, Any]


def auction(given: Given) -> Given:
    game = cardlab.game("solo-whist")
    hands = [game.pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    state = game.state(hands=hands, phase="auction", turned=hands[3][-1], dealer=3, to_move=0)
    for at, call in enumerate(given["calls"]):
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": str(verdict.rule)}
        state = game.after(state, verdict.move)
    call = None if state.contract is None else str(state.contract.bid)
    return {"ok": True, "caller": state.declarer, "partner": state.partner, "call": call}


def score(given: Given) -> Given:
    game = cardlab.game("solo-whist", scale=given["scale"])
    lines = game.score(game.Result(0, given["call"], given["partner"], given["tricks"]))
    return {"gains": list(cardlab.totals(lines, [side.id for side in game.sides]).values())}


KINDS = {
    "legal": lambda given: legal("solo-whist", given),
    "winner": lambda given: winner("solo-whist", given),
    "auction": auction,
    "score": score,
}
