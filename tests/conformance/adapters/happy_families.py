"""The vectors of Happy Families: one question from hands that are set up."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def ask(given: Given) -> Given:
    """The hands and whose turn it is after a question, or the rule that refuses it."""
    game = cardlab.game("happy-families", **given.get("options", {}))
    state = game.state(hands=given["hands"], to_move=given["turn"])
    verdict = game.verdict(state, given["ask"])
    if not verdict.legal:
        return {"rule": str(verdict.rule)}
    after = game.after(state, given["ask"])
    return {
        "rule": None,
        "hands": [" ".join(sorted(hand)) for hand in after.hands],
        "sets": list(game.sets(after)),
        "turn": after.to_move,
    }


KINDS = {"ask": ask}
