"""The vectors of Big Three: what beats what, hands, and how the bid is paid."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.rulebook.big_three import BigThreeResult

Given = dict[str, Any]


def climb(given: Given) -> Given:
    """Whether a play is legal on what lies there, and which rule refuses it."""
    game = cardlab.game("big-three")
    laid = [("West", cards) for cards in given.get("laid", ())]
    table = game.state(hands={0: given["hand"]}, laid=laid)
    verdict = game.verdict(table, given["play"])
    return {"legal": verdict.legal, "rule": None if verdict.legal else str(verdict.rule)}


def sizes(given: Given) -> Given:
    """How many cards everybody has, in the auction and after it, and how many lie in the hole."""
    match = cardlab.game("big-three", players=given["players"]).match(seed=1)
    dealt, hole = [len(hand) for hand in match.state.hands], len(match.state.stock)
    match.play("3")
    hands = match.state.hands
    return {"dealt": dealt[0], "hole": hole, "declarer": len(hands[match.state.declarer])}


def points(given: Given) -> Given:
    """The points of everybody, by the declarer's seat."""
    game = cardlab.game("big-three", players=given["players"])
    lines = game.score(BigThreeResult(0, given["bid"], given["out"]))
    return {"points": list(cardlab.totals(lines, [side.id for side in game.sides]).values())}


KINDS = {"climb": climb, "sizes": sizes, "points": points}
