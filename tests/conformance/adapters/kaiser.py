"""Kaiser's vectors.  Seat 0 deals in the auctions, so that the calls come from the dealer's
left."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.ordering import Ordering

from ._tricks import full_play, legal, winner

Given = dict[str, Any]
SIDES = ("A", "B")


def pack(given: Given) -> Given:
    game = cardlab.game("kaiser")
    order: Ordering = game.ordering()
    absent = [r + s for s in "CDHS" for r in "23456789TJQKA" if r + s not in game.pack]
    wanted = ["2C", "6D", "7H", "7S"]
    lowest = {s: str(order.ladder(s)[-1][0]) for s in "CDHS"}
    return {"size": len(game.pack), "absent": [c for c in wanted if c in absent], "lowest": lowest}


def misdeal(given: Given) -> Given:
    game = cardlab.game("kaiser")
    state = game.state(hands={1: given["hand"]}, phase="auction", to_move=1)
    return {"may_declare": game.verdict(state, "misdeal").legal}


def auction(given: Given) -> Given:
    game = cardlab.game("kaiser")
    state = game.state(hands=[("AS",)] * 4, phase="auction", to_move=1)
    for at, call in enumerate(given["calls"]):
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": verdict.rule}
        state = game.after(state, call)
    if state.contract is None:
        return {"ok": True, "declarer": None, "contract": None}
    bid = state.contract.bid
    declarer = "dealer" if state.declarer == state.dealer else state.declarer - 1
    return {
        "ok": True,
        "declarer": declarer,
        "contract": f"{bid.level}{'N' if bid.strain == 'no' else ''}",
    }


def score(given: Given) -> Given:
    options = {"set_penalty": given["set_penalty"]} if "set_penalty" in given else {}
    game = cardlab.game("kaiser", **options)
    contract = given["contract"]
    result = game.Result(
        contract=int(contract.rstrip("N")),
        no_trump=int(contract.endswith("N")),
        declarers=SIDES.index(given["declarers"]),
        tricks=tuple(given["tricks"][s] for s in SIDES),
        five=SIDES.index(given["five_to"]),
        three=SIDES.index(given["three_to"]),
        before=tuple(given["before"][s] for s in SIDES),
    )
    lines = game.score(result)
    after = game.carried(game.opening().but(totals=result.before), lines)
    outcome = game.outcome(after)
    names = {side.id: SIDES[i] for i, side in enumerate(game.sides)}
    values = {SIDES[i]: _value(game, result, i) for i in (0, 1)}
    return {
        "values": values,
        "made": any(x.title == "Contract made" for x in lines),
        "after": dict(zip(SIDES, after.totals, strict=True)),
        "winner": names[outcome.winners[0]] if outcome else None,
    }


def _value(game: Any, result: Any, side: int) -> int:
    from cardlab.rulebook.kaiser import VALUE

    return VALUE.of(game, **result.value(side))


KINDS = {
    "pack": pack,
    "misdeal": misdeal,
    "auction": auction,
    "legal": lambda given: legal("kaiser", given),
    "winner": lambda given: winner("kaiser", given),
    "score": score,
    "full-play": lambda given: full_play("kaiser", given, score),
}
