"""The vectors of Liar Poker: who loses a challenge, and which claims may be made."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def challenge(given: Given) -> Given:
    """Who loses when the last claim is challenged."""
    game = cardlab.game("liar-poker", players=len(given["hands"]))
    hands = dict(enumerate(given["hands"]))
    state = game.state(hands=hands, said=(given["claim"],), by=(0,), to_move=1)
    return {"loser": game.result(game.after(state, "challenge")).loser}


def refused(given: Given) -> Given:
    """The rule that refuses a move, "" if none does."""
    game = cardlab.game("liar-poker", players=len(given["hands"]))
    said = tuple(given.get("said", ()))
    state = game.state(
        hands=dict(enumerate(given["hands"])),
        said=said,
        by=(1,) * len(said),
        begun=given.get("begun", ""),
        to_move=0,
    )
    verdict = game.verdict(state, given["move"])
    return {"rule": "" if verdict.legal else str(verdict.rule)}


KINDS = {"challenge": challenge, "refused": refused}
