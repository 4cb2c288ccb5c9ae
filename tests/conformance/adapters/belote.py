"""Belote's vectors.  In the vectors seat 0 is eldest and seat 3 deals, and seats are numbered in the
order of play; the game plays to the right, so its seats are counted the other way round."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import legal, winner

Given = dict[str, Any]
SIDES = ("A", "B")


def auction(given: Given) -> Given:
    game = cardlab.game("belote")
    upcard = given["upcard"]
    others = [card for card in game.pack if card != upcard]
    hands = [others[5 * seat : 5 * seat + 5] for seat in range(4)]
    state = game.state(
        hands=hands, turned=upcard, stock=others[20:], phase="take", dealer=1, to_move=0
    )
    for at, call in enumerate(given["calls"]):
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": str(verdict.rule)}
        state = game.after(state, verdict.move)
    assert [len(hand) for hand in state.hands] == [8] * 4
    taker = -state.declarer % 4
    return {"ok": True, "taker": taker, "trump": str(state.order.trump)}


def score(given: Given) -> Given:
    game = cardlab.game("belote")
    result = game.Result(
        takers=SIDES.index(given["takers"]),
        points=tuple(given["points"][side] for side in SIDES),
        tricks=tuple(given["tricks"][side] for side in SIDES),
        belote=SIDES.index(given["belote"]),
    )
    names = {side.id: SIDES[i] for i, side in enumerate(game.sides)}
    points = cardlab.totals(game.score(result), names)
    outcome = game.outcome_of(result)
    return {
        "outcome": outcome,
        "score": {names[side]: total for side, total in points.items()},
        "held": result.sums()[result.takers] if outcome == "held" else 0,
    }


def turned_round(given: Given) -> Given:
    """The same position with the seats of this game: 1 and 3 change places."""
    return given | {"trick": [[-seat % 4, card] for seat, card in given["trick"]]}


def legal_cards(given: Given) -> Given:
    undertrump = given.get("undertrump", "must")
    position = turned_round(given) | {"me": -given["me"] % 4}
    return legal("belote", position, undertrump=undertrump)


def trick_winner(given: Given) -> Given:
    return {"winner": -winner("belote", turned_round(given))["winner"] % 4}


KINDS = {"legal": legal_cards, "winner": trick_winner, "auction": auction, "score": score}
