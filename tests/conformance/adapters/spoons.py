"""The vectors of Spoons: what a pass leaves, who may reach, and who is left without a spoon."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def beat(given: Given) -> Given:
    """The ranks of each hand after a pass, and who may take the first spoon."""
    game = cardlab.game("spoons", players=len(given["hands"]))
    state = game.state(hands=dict(enumerate(given["hands"])), phase="beat")
    for seat, card in enumerate(given["cards"]):
        state = game.after(state, f"give {card}", seat)
    reaching = [
        seat for seat in range(game.players) if "spoon" in map(str, game.legal_moves(state, seat))
    ]
    ranks = ["".join(sorted(card.rank for card in hand)) for hand in state.hands]
    return {"ranks": ranks, "reaching": reaching}


def table(given: Given) -> Given:
    """How many cards are dealt out, and how many spoons there are."""
    game = cardlab.game("spoons", players=given["players"])
    state = game.match(seed=1).state
    return {"cards": sum(map(len, state.hands)), "spoons": len(state.playing) - 1}


KINDS = {"beat": beat, "table": table}
