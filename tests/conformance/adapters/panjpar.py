"""The vectors of Panjpar: which attacks are allowed, what beats what, and what comes of an answer."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def attack(given: Given) -> Given:
    """Whether the attacker may attack with these cards; the rule that refuses it otherwise."""
    game = cardlab.game("panjpar")
    cards = given["cards"].split()
    hands = [" ".join(cards), given["defender"]]
    state = game.state(phase="attack", trump=given.get("trump", "S"), hands=hands)
    for move in (*cards, "attack"):
        verdict = game.verdict(state, move)
        if not verdict.legal:
            return {"legal": False, "rule": str(verdict.rule)}
        state = game.after(state, move)
    return {"legal": True}


def beat(given: Given) -> Given:
    """The cards of a hand that beat the card of the attack."""
    game = cardlab.game("panjpar")
    state = game.state(
        phase="answer", trump=given["trump"], attack=given["top"], hands=["2C", given["hand"]]
    )
    legal = game.legal_moves(state)
    return {"by": " ".join(str(move) for move in legal if move.card is not None)}


def battle(given: Given) -> Given:
    """Who attacks next and how many cards both hold after these answers; who has won, if it is
    over."""
    game = cardlab.game("panjpar")
    state = game.state(
        phase="answer",
        trump=given["trump"],
        attack=given["attack"],
        hands=given["hands"],
        stock=given.get("stock", ""),
    )
    for move in given["answers"].split():
        state = game.after(state, move)
    over = state.phase.id == "over"
    points = [entry.side for entry in game.score(game.result(state))] if over else []
    held = {"held": [len(hand) for hand in state.hands], "over": over, "won": points}
    return held | ({} if over else {"attacker": state.attacker})


KINDS = {"attack": attack, "beat": beat, "battle": battle}
