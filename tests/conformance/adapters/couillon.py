"""Couillon's vectors."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.cards import cards, unseen

from ._tricks import Bag, full_play, legal, winner

Given = dict[str, Any]
SIDES = ("A", "B")


def pack(given: Given) -> Given:
    game = cardlab.game("couillon")
    state = game.match(seed=1).state
    dealt = sum(map(len, state.hands))
    order = game.ordering()
    return {
        "size": len(game.pack),
        "dealt": dealt,
        "stub": len(game.pack) - dealt,
        "total_card_points": sum(map(order.worth, game.pack)),
    }


def trump(given: Given) -> Given:
    game = cardlab.game("couillon")
    ends = cards([given["upcard"], given["bottom_card"]])
    rest = unseen(game.pack, ends)
    before = game.begin(game.opening())
    deal = cardlab.engine.moves.Deal(
        [rest[i * 4 : i * 4 + 4] for i in range(4)], [ends[0], *rest[16:], ends[1]]
    )
    state = before.phase.apply(before, None, deal)
    for answer in given["answers"]:
        state = game.after(state, answer)
    seat = state.declarer
    return {
        "trump": state.order.trump if state.order else None,
        "acceptor_side": (
            None
            if seat is None
            else "dealer"
            if state.same_side(seat, state.dealer)
            else "nondealer"
        ),
        "seat_from_left": None if seat is None else (seat - state.dealer) % 4,
    }


def points(given: Given) -> Given:
    return {"points": sum(map(cardlab.game("couillon").ordering().worth, given["cards"]))}


def score(given: Given) -> Given:
    game = cardlab.game("couillon")
    acceptor = given.get("acceptor")
    units = tuple(given["units"][s] for s in SIDES)
    doubled = given.get("pending_double", False)
    result = game.Result(
        points=tuple(given["points"][s] for s in SIDES),
        acceptor=SIDES.index(acceptor) if acceptor else None,
        doubled=doubled,
        units=units,
    )
    after = game.carried(
        game.opening().but(totals=units, doubled=doubled, deal=2), game.score(result)
    )
    outcome = game.outcome(after)
    names = {side.id: SIDES[i] for i, side in enumerate(game.sides)}
    return {
        "units": dict(zip(SIDES, after.totals, strict=True)),
        "pending_double": after.doubled,
        "winner": names[outcome.winners[0]] if outcome else None,
    }


def whole(given: Given) -> Given:
    answer = full_play("couillon", given, score)
    dealt = [c for hand in given["deal"] for c in hand]
    return answer | {
        "stub": Bag(unseen(cardlab.game("couillon").pack, cards(dealt))),
        "acceptor": given["score_input"].get("acceptor"),
    }


KINDS = {
    "pack": pack,
    "trump": trump,
    "legal": lambda given: legal("couillon", given),
    "winner": lambda given: winner("couillon", given),
    "points": points,
    "state": score,
    "full-play": whole,
}
