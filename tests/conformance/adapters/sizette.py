"""Sizette's vectors; the sides are the letters of the seating."""

from __future__ import annotations

from typing import Any

import cardlab

from .sixte import legal, winner

Given = dict[str, Any]


def deal_score(given: Given) -> Given:
    game = cardlab.game("sizette", seating=given["seating"])
    lines = game.score(game.Result(tuple(map(game.side_index, given["trick_winners"]))))
    letters = {side.id: given["seating"][side.seats[0]] for side in game.sides}
    return {
        "team": letters[lines[0].side] if lines else None,
        "points": sum(entry.points for entry in lines),
    }


KINDS = {
    "deal-score": deal_score,
    "legal": lambda given: legal("sizette", given),
    "trick-winner": lambda given: winner("sizette", given),
}
