"""The vectors of Stop the Bus: what an exchange leaves, and who has the worst hand."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def exchange(given: Given) -> Given:
    """The kind of hand after an exchange, and what lies in the middle."""
    game = cardlab.game("stop-the-bus")
    state = game.state(hands={0: given["hand"], 1: "2S 4H 6D"}, middle=given["middle"], to_move=0)
    after = game.after(state, given["move"])
    return {"kind": game.brag.kind(after.hands[0]), "middle": sorted(map(str, after.middle))}


def showdown(given: Given) -> Given:
    """The seats that lose a life."""
    game = cardlab.game("stop-the-bus", **given.get("options", {}))
    return {"losers": list(game.worst(game.state(hands=dict(enumerate(given["hands"])))))}


KINDS = {"exchange": exchange, "showdown": showdown}
