"""Contesting Twenty's vectors.  Side A sits at seats 0 and 2; a trump is written with its rank."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import legal, winner

Given = dict[str, Any]
SIDES = ("A", "B")


def score(given: Given) -> Given:
    game = cardlab.game("contesting-twenty", scale=given.get("scale", "fifth"))
    result = game.Result(
        declarers=SIDES.index(given["declarers"]),
        points=given["points"],
        kitty=given.get("kitty", 0),
        last=given.get("last", False),
    )
    names = {side.id: SIDES[i] for i, side in enumerate(game.sides)}
    points = cardlab.totals(game.score(result), names)
    return {
        "counted": result.total,
        "rise": {names[side]: steps for side, steps in points.items()},
    }


def ladder(given: Given) -> Given:
    order = cardlab.game("contesting-twenty").ordering(given["trump"])
    return {"ladder": [" ".join(rung) for rung in order.ladder()]}


KINDS = {
    "legal": lambda given: legal("contesting-twenty", given),
    "winner": lambda given: winner("contesting-twenty", given),
    "score": score,
    "ladder": ladder,
}
