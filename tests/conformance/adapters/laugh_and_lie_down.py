"""The vectors of Laugh and Lie Down: one move on a table that is set up, and deals that are scored."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def move(given: Given) -> Given:
    """The pond and what everybody has won after a move, or the rule that refuses it."""
    game = cardlab.game("laugh-and-lie-down", **given.get("options", {}))
    names = ("hands", "pond", "piles", "dealer")
    table = {name: given[name] for name in names if name in given}
    state = game.state(phase="fish", **table)
    verdict = game.verdict(state, given["move"])
    if not verdict.legal:
        return {"rule": str(verdict.rule)}
    after = game.after(state, given["move"])
    return {
        "rule": None,
        "pond": " ".join(sorted(after.pond)),
        "pairs": [len(cards) // 2 for cards in after.piles],
        "turn": after.to_move,
    }


def score(given: Given) -> Given:
    """What everybody wins and loses with these pairs, stakes included."""
    game = cardlab.game("laugh-and-lie-down", players=len(given["pairs"]))
    result = game.Result(tuple(given["pairs"]), given["last"], given["dealer"])
    totals = cardlab.totals(game.score(result), [side.id for side in game.sides])
    return {"points": list(totals.values())}


KINDS = {"move": move, "score": score}
