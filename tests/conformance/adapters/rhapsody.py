"""The vectors of Rhapsody: hands, what beats what, the exchange, and the points of the places."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.rulebook.rhapsody import RhapsodyResult

Given = dict[str, Any]


def sizes(given: Given) -> Given:
    """How many cards the seats are dealt, the most first."""
    dealt = cardlab.game("rhapsody", players=given["players"]).dealt_sizes
    return {"sizes": sorted(dealt, reverse=True)}


def climb(given: Given) -> Given:
    """Whether a play is legal on what lies there, and which rule refuses it."""
    game = cardlab.game("rhapsody")
    laid = [("West", cards) for cards in given.get("laid", ())]
    table = game.state(hands={0: given["hand"]}, laid=laid)
    verdict = game.verdict(table, given["play"])
    return {"legal": verdict.legal, "rule": None if verdict.legal else str(verdict.rule)}


def exchange(given: Given) -> Given:
    """Which cards a player may give, by the place of the last deal (1 is the first)."""
    game, place = cardlab.game("rhapsody", players=given["players"]), given["place"] - 1
    others = range(1, game.players)
    places = (*others[:place], 0, *others[place:])
    hands = {seat: "4C 4D 5C" for seat in others} | {0: given["hand"]}
    table = game.state(phase="exchange", places=places, hands=hands, to_move=0)
    first = sorted(str(move).removeprefix("give ") for move in game.legal_moves(table, 0))
    return {"may_give": first, "gives": table.phase.owed(table, 0)}


def points(given: Given) -> Given:
    """The points of the places, by seat."""
    game = cardlab.game("rhapsody", players=len(given["places"]))
    lines = game.score(RhapsodyResult(tuple(given["places"])))
    made = cardlab.totals(lines, [side.id for side in game.sides])
    return {"points": list(made.values())}


KINDS = {"sizes": sizes, "climb": climb, "exchange": exchange, "points": points}
