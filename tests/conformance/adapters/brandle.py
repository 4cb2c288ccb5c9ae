"""Brandle's vectors.  In the auctions seat 0 is eldest, so seat 3 deals."""

from __future__ import annotations

from typing import Any

import cardlab

from . import _solo

Given = dict[str, Any]
GAME = cardlab.game("brandle")


def auction(given: Given) -> Given:
    dealer = given.get("dealer", 3)
    state = GAME.state(
        phase="auction", dealer=dealer, to_move=(dealer + 1) % 4, hands=[("AS",)] * 4
    )
    for at, call in enumerate(given["calls"]):
        verdict = GAME.verdict(state, call["call"], call["seat"])
        if not verdict.legal:
            return {
                "illegal": at,
                "reason": "auction-over" if state.phase.id != "auction" else verdict.rule,
            }
        state = GAME.after(state, call["call"], call["seat"])
    if state.phase.id == "auction":
        standing = cardlab.families.auctions.last_bid(state.calls)
        high, by = (str(standing[1]), standing[0]) if standing else (None, None)
        return {"status": "open", "turn": state.to_move, "high": high, "by": by}
    if state.contract is None:
        return {"status": "passed-out", "bid": None, "soloist": None}
    return {"status": "contract", "bid": str(state.contract.bid), "soloist": state.declarer}


def _paid(result: Any) -> Given:
    sums = cardlab.totals(GAME.score(result), (side.id for side in GAME.sides))
    return {"made": result.made, "value": result.value, "deltas": list(sums.values())}


def payment(given: Given) -> Given:
    bid = "herrenmord" if given.get("herrenmord") else given["bid"]
    values = dict(
        zip(
            ("brandle", "four", "five", "six", "bettel", "mord", "herrenmord"),
            range(1, 8),
            strict=True,
        )
    )
    return _paid(GAME.Result(values[bid], given["tricks"], given["soloist"]))


def full_deal(given: Given) -> Given:
    hands, dealer = {int(seat): hand for seat, hand in given["hands"].items()}, given["dealer"]
    state = GAME.state(phase="auction", dealer=dealer, to_move=(dealer + 1) % 4, hands=hands)
    for call in given["auction"]:
        state = GAME.after(state, call)
    assert state.declarer == given["soloist"]
    if state.phase.id == "trumps":
        state = GAME.after(
            state, f"trumps {given['trump']}" if given["trump"] in "SHDC" else "herrenmord"
        )
    for play in given["plays"]:
        state = GAME.after(state, play["card"], play["seat"])
    won = state.winners()
    return {"trick_winners": won, "tricks": {str(s): won.count(s) for s in range(4)}} | _paid(
        GAME.result(state)
    )


KINDS = {
    "legal": lambda given: _solo.legal(GAME, given),
    "trick-winner": lambda given: _solo.trick_winner(GAME, given),
    "auction": auction,
    "payment": payment,
    "full-deal": full_deal,
}
