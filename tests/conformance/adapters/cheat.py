"""The vectors of Cheat: which rank is due, and who takes the pile after a call."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def due(given: Given) -> Given:
    """The ranks that the next claim may name."""
    game = cardlab.game("cheat", follows=given["follows"])
    return {"ranks": sorted(game.open_ranks(game.state(phase="lay", last=given["last"])))}


def call(given: Given) -> Given:
    """Who takes the pile, how many cards it has, and who lays next."""
    game = cardlab.game("cheat")
    state = game.state(
        hands=given["hands"],
        pile=given["pile"],
        by=tuple(given["by"]),
        said=tuple(given["said"]),
        last=given["said"][-1],
        phase="window",
        to_move=given["caller"],
    )
    taking = game.after(state, "call")
    after = game.after(taking, "take")
    return {
        "takes": taking.to_move,
        "cards": state.on_pile,
        "over": after.phase.id == "over",
        "next": after.to_move,
    }


KINDS = {"due": due, "call": call}
