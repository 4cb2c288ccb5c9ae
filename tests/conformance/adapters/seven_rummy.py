"""The vectors of Seven Rummy: one move on a table that is set up, and deals that are scored."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def move(given: Given) -> Given:
    """The melds and hands after a move, or the rule that refuses it."""
    game = cardlab.game("seven-rummy", **given.get("options", {}))
    table = {name: value for name, value in given.items() if name not in ("options", "move")}
    state = game.state(**{"turns": 3, "stock": "2C 3C"} | table)
    verdict = game.verdict(state, given["move"])
    if not verdict.legal:
        return {"rule": str(verdict.rule)}
    after = game.after(state, given["move"])
    return {
        "rule": None,
        "hand": " ".join(after.hands[0]),
        "melds": [" ".join(meld) for meld in after.melds[0]],
        "phase": after.phase.id,
    }


def score(given: Given) -> Given:
    """What the winner, South, scores for these hands of the others."""
    hands = [(), *(cardlab.cards(hand) for hand in given["others"])]
    game = cardlab.game("seven-rummy", players=len(hands), **given.get("options", {}))
    state = game.state(phase="discard", hands=hands, had=() if given["concealed"] else (0,))
    return {"points": sum(entry.points for entry in game.deal_lines(game.end(state, out=0)))}


KINDS = {"move": move, "score": score}
