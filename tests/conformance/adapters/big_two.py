"""The vectors of Big Two: what beats what, and what the cards left cost."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.rulebook.big_two import BigTwoResult

Given = dict[str, Any]


def climb(given: Given) -> Given:
    """Whether a play is legal on what lies there, and which rule refuses it."""
    game = cardlab.game("big-two", **given.get("options", {}))
    laid = [("West", cards) for cards in given.get("laid", ())]
    table = game.state(hands={0: given["hand"]}, laid=laid)
    verdict = game.verdict(table, given["play"])
    return {"legal": verdict.legal, "rule": None if verdict.legal else str(verdict.rule)}


def points(given: Given) -> Given:
    """The points of everybody, by the cards left."""
    game = cardlab.game("big-two", **given.get("options", {}))
    lines = game.score(BigTwoResult(tuple(given["cards"])))
    return {"points": list(cardlab.totals(lines, [side.id for side in game.sides]).values())}


KINDS = {"climb": climb, "points": points}
