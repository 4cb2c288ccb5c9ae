"""Julep's vectors: seats are named by their number."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.cards import Card
from cardlab.engine.moves import PASS
from cardlab.families.pools import pool_after

from ._pools import legal, sums, trick_winner, tricks

Given = dict[str, Any]
REASONS = {"must-hold-card": "card-not-held"}
"""The engine's name for a card that is not in the hand, and the vectors'."""


def _seat(name: str | None) -> int | None:
    return None if name is None else int(name)


def settle(given: Given) -> Given:
    named = [int(s) for s in given["tricks"]] + [
        s for k in ("lone", "defender") if (s := _seat(given.get(k))) is not None
    ]
    game = cardlab.game("julep", players=max(3, max(named) + 1))
    result = game.Result(
        pool=given["pot"],
        julep=given["julep"],
        tricks=tricks(given["tricks"], game.players),
        lone=_seat(given.get("lone")),
        defender=_seat(given.get("defender")),
    )
    lines = game.score(result)
    pay = sums(game, lines)
    return {
        "pay": {seat: pay[int(seat)] for seat in given["tricks"]},
        "pot_after": pool_after(given["pot"], lines),
    }


def setup(given: Given) -> Given:
    state = cardlab.game("julep", players=given["players"]).match(seed=1).state
    return {
        "dealt": sum(map(len, state.hands)),
        "turn_up": len(state.shown),
        "stock": len(state.stock),
    }


def take_turn_up(given: Given) -> Given:
    game, turned = cardlab.game("julep", players=3), Card(given["turn_up"])
    me = 0 if given["is_dealer"] else 2
    state = game.state(
        phase="declare",
        dealer=0,
        to_move=me,
        hands={me: given["hand"]},
        trump=turned.suit,
        turned=turned,
        shown=(turned,),
        calls=((2, PASS), (1, PASS)) if me == 0 else (),
    )
    verdict = game.verdict(state, f"swap {given['give']}")
    if not verdict.legal:
        return {"allowed": False, "reason": REASONS.get(verdict.rule, str(verdict.rule))}
    after = game.after(state, verdict.move)
    return {
        "allowed": True,
        "hand": sorted(map(str, after.hands[me])),
        "must_play": me in after.active,
    }


KINDS = {
    "legal": lambda given: legal("julep", given),
    "trick-winner": lambda given: trick_winner("julep", given),
    "settle": settle,
    "setup": setup,
    "take-turn-up": take_turn_up,
}
