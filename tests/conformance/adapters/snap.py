"""Snap: the deal, and runs of events from hands that are set up."""

from __future__ import annotations

from typing import Any

import cardlab


def deal(given: dict[str, Any]) -> dict[str, Any]:
    state = cardlab.game("snap", players=given["players"]).match(seed=1).state
    n = given["players"]
    return {"counts": [len(state.hands[(state.dealer + 1 + i) % n]) for i in range(n)]}


def run(given: dict[str, Any]) -> dict[str, Any]:
    names = list(given["hands"])
    game = cardlab.game("snap", players=len(names))
    state = game.state(hands=list(given["hands"].values()), to_move=0)
    refused: dict[str, Any] = {}
    for at, (move, name) in enumerate(given["events"]):
        try:
            state = game.after(state, move, names.index(name))
        except cardlab.IllegalMove as refusal:
            refused = {"error": str(refusal.verdict.rule).replace("-", "_"), "at": at}
            break
    hands = {name: list(map(str, hand)) for name, hand in zip(names, state.hands, strict=True)}
    return {
        "counts": {name: len(hand) for name, hand in hands.items()},
        "hands": hands,
        "pile": list(map(str, state.pile)),
        "turn": names[state.to_move] if state.to_move is not None else None,
        "claimable": state.claimable,
        "over": state.phase.id == "over",
        **refused,
    }


KINDS = {"deal": deal, "run": run}
