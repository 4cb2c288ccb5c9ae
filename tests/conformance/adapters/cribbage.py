"""The vectors of Cribbage: hands with a starter, counts, and how much a game is worth."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.cards import cards
from cardlab.families.running_count import AT_A_CARD, Laid, counted
from cardlab.rulebook.cribbage import CribbageResult

Given = dict[str, Any]


def show(given: Given) -> Given:
    """What each rule of the show gives a hand, or the crib."""
    game, hand = cardlab.game("cribbage"), cards(given["hand"])
    crib = given.get("crib", False)
    hands: Any = ((), ()) if crib else (hand, ())
    starter = cards(given["starter"])[0]
    lines = game.score(CribbageResult(1, starter, hands, hand if crib else (), (0, 0)))
    points = {str(rule): 0 for rule in game.scoring}
    for entry in lines:
        points[str(entry.rule)] += entry.points
    return {**points, "total": sum(points.values())}


def count(given: Given) -> Given:
    """The count, and what its last card scores."""
    line = cards(given["count"])
    game = cardlab.game("cribbage")
    made = [entry for rule in AT_A_CARD for entry in rule.test(game, Laid("south", line))]
    return {"count": counted(line), "points": sum(entry.points for entry in made)}


def lurch(given: Given) -> Given:
    """For how many games of a best of three a game counts that the other side lost with so many
    points."""
    (end,) = cardlab.game("cribbage", games=3).ends
    return {"games": end.won((121, given["points"]), 0)}  # type: ignore[attr-defined]


KINDS = {"show": show, "count": count, "lurch": lurch}
