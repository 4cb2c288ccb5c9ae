"""Blind Don's vectors: tricks, what they peg, and game."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import legal

Given = dict[str, Any]


def pegs(given: Given) -> Given:
    game = cardlab.game("blind-don")
    trick = game.read_trick([tuple(pair) for pair in given["trick"]])
    state = game.state(trump=given["trump"])
    points = sum(entry.points for entry in game.pegs(state, trick))
    return {"winner": trick.winner(state.order), "pegs": points}


def score(given: Given) -> Given:
    game = cardlab.game("blind-don")
    lines = game.score(game.Result(tuple(given["for_game"])))
    return {"gains": list(cardlab.totals(lines, [side.id for side in game.sides]).values())}


KINDS = {"legal": lambda given: legal("blind-don", given), "pegs": pegs, "score": score}
