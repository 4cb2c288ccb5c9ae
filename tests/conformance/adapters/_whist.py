"""What the adapters of whist for four share.  Side A sits at seats 0 and 2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cardlab

from ._tricks import legal, winner

Given = dict[str, Any]
SIDES = ("A", "B")


def score(id: str, given: Given) -> Given:
    """The scores of the present game after a deal, and who has won it."""
    game = cardlab.game(id, form=given["form"])
    held = [(SIDES.index(side), count) for side, count in given["honours"].items() if count > 2]
    before = tuple(given["before"][side] for side in SIDES)
    result = game.Result(
        tricks=tuple(given["tricks"][side] for side in SIDES),
        before=before,
        honours=held[0] if held and game.honours_count else None,
    )
    after = game.carried(game.opening().but(totals=before), game.score(result))
    won = [side for side, games in zip(SIDES, after.games, strict=True) if games]
    return {
        "after": dict(zip(SIDES, after.totals, strict=True)),
        "game": won[0] if won else None,
    }


def kinds(id: str) -> dict[str, Callable[[Given], Given]]:
    """The kinds of vectors, for the game with this id."""
    return {
        "legal": lambda given: legal(id, given),
        "winner": lambda given: winner(id, given),
        "score": lambda given: score(id, given),
    }
