"""Euchre's vectors.  Seat 0 is eldest and seat 3 deals, as in the vectors."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import legal, winner

Given = dict[str, Any]
SIDES = ("A", "B")


def auction(given: Given) -> Given:
    game = cardlab.game("euchre", stick_dealer=given.get("stick_dealer", False))
    upcard = given["upcard"]
    others = [card for card in game.pack if card != upcard]
    hands = [others[5 * seat : 5 * seat + 5] for seat in range(4)]
    state = game.state(
        hands=hands, turned=upcard, stock=others[20:], phase="order-up", dealer=3, to_move=0
    )
    for at, call in enumerate(given["calls"]):
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": str(verdict.rule)}
        state = game.after(state, verdict.move)
    if state.contract is None:
        return {"ok": True, "thrown_in": state.phase.id == "over"}
    taken = upcard if upcard in state.hands[3] else None
    return {
        "ok": True,
        "maker": state.declarer,
        "trump": str(state.order.trump),
        "alone": state.alone,
        "dealer_takes": taken,
    }


def score(given: Given) -> Given:
    game = cardlab.game("euchre")
    tricks = tuple(given["tricks"][side] for side in SIDES)
    before = tuple(given["before"][side] for side in SIDES)
    result = game.Result(SIDES.index(given["makers"]), tricks, given["alone"])
    lines = game.score(result)
    after = game.carried(game.opening().but(totals=before), lines)
    outcome = game.outcome(after)
    names = {side.id: SIDES[i] for i, side in enumerate(game.sides)}
    points = cardlab.totals(lines, names)
    return {
        "points": {names[side]: total for side, total in points.items()},
        "after": dict(zip(SIDES, after.totals, strict=True)),
        "winner": names[outcome.winners[0]] if outcome else None,
    }


KINDS = {
    "legal": lambda given: legal("euchre", given),
    "winner": lambda given: winner("euchre", given),
    "auction": auction,
    "score": score,
}
