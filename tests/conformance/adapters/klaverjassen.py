"""Klaverjassen's vectors.  Seat 0 is eldest and seat 3 deals, as in the vectors."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.rulebook.klaverjassen import honours

from ._tricks import legal, winner

Given = dict[str, Any]
SIDES = ("A", "B")


def auction(given: Given) -> Given:
    game = cardlab.game("klaverjassen", choice=given["choice"])
    hands = [game.pack[8 * seat : 8 * seat + 8] for seat in range(4)]
    state = game.state(hands=hands, phase="name-trumps", dealer=3, to_move=0)
    for at, call in enumerate(given["calls"]):
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": str(verdict.rule)}
        state = game.after(state, verdict.move)
    return {"ok": True}


def score(given: Given) -> Given:
    game = cardlab.game("klaverjassen")
    if "cards" in given:
        found = honours(cardlab.cards(given["cards"]), given["trump"])
        return {"roem": sum(honour.points for honour in found)}
    result = game.Result(
        declarers=SIDES.index(given["declarers"]),
        points=tuple(given["points"][side] for side in SIDES),
        roem=tuple(given["roem"][side] for side in SIDES),
        tricks=tuple(given["tricks"][side] for side in SIDES),
    )
    names = {side.id: SIDES[i] for i, side in enumerate(game.sides)}
    points = cardlab.totals(game.score(result), names)
    return {"made": result.made, "score": {names[side]: n for side, n in points.items()}}


KINDS = {
    "legal": lambda given: legal("klaverjassen", given, system=given["system"]),
    "winner": lambda given: winner("klaverjassen", given),
    "score": score,
    "auction": auction,
}
