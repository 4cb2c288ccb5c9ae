"""Malilla's vectors."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import full_play, legal, winner

Given = dict[str, Any]
SIDES = ("A", "B")


def turnup(given: Given) -> Given:
    game = cardlab.game("malilla")
    bonus = game.ordering().worth(given["card"])
    lines = game.turn_up_lines(bonus, 0, given["dealer_score"])
    held = sum(x.points for x in lines if x.account == "held")
    now = sum(x.points for x in lines if x.account != "held")
    return {
        "bonus": bonus,
        "scored_now": not held,
        "dealer_score": given["dealer_score"] + now,
        "held": held,
    }


def score(given: Given) -> Given:
    game = cardlab.game("malilla")
    held = given.get("held_bonus")
    result = game.Result(
        card_points=tuple(given["card_points"][s] for s in SIDES),
        tricks=tuple(given["tricks"][s] for s in SIDES),
        before=tuple(given["before"][s] for s in SIDES),
        held=(SIDES.index(held[0]), held[1]) if held else None,
    )
    lines = game.score(result)
    over = [x for x in lines if x.rule == "over-par"]
    after = game.carried(game.opening().but(totals=result.before), lines)
    outcome = game.outcome(after)
    names = {side.id: SIDES[i] for i, side in enumerate(game.sides)}
    return {
        "points": {
            s: result.card_points[i] + result.tricks[i] * game.trick_counts
            for i, s in enumerate(SIDES)
        },
        "hand_winner": names[over[0].side] if over else None,
        "gain": over[0].points if over else 0,
        "after": dict(zip(SIDES, after.totals, strict=True)),
        "winner": names[outcome.winners[0]] if outcome else None,
    }


def whole(given: Given) -> Given:
    answer = full_play("malilla", given, score)
    suits = given["trump"]
    turned = [c for c in given["deal"][given["dealer"]] if c[1] == suits]
    return answer | {"turned": Turned(turned)}


class Turned(list):
    """The turned card: any trump of the dealer's, since the vector's hands are sorted."""

    def __eq__(self, other: object) -> bool:
        return other in list(self)

    __hash__ = None  # type: ignore[assignment]


KINDS = {
    "legal": lambda given: legal("malilla", given),
    "winner": lambda given: winner("malilla", given),
    "turnup": turnup,
    "score": score,
    "full-play": whole,
}
