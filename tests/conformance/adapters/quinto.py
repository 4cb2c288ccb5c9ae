"""Quinto's vectors; side A has the seats 0 and 2.  In the doubling round call 0 is the eldest's."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.families.auctions import doubled
from cardlab.rulebook.quinto import quints

from ._tricks import Bag, full_play, legal, winner

Given = dict[str, Any]
SIDES = ("A", "B")


def found(given: Given) -> Given:
    game = cardlab.game("quinto")
    lines = game.at_once(0, given["cards"])
    return {
        "quints": Bag([[q.suit, q.kind, game.unit * q.height] for q in quints(given["cards"])]),
        "points": sum(entry.points for entry in lines),
    }


def doubling(given: Given) -> Given:
    game = cardlab.game("quinto")
    state = game.state(hands=[("AS",)] * 4, phase="doubling", to_move=1)
    for at, call in enumerate(given["calls"]):
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": verdict.rule}
        state = game.after(state, call)
    return {"ok": True, "trick_value": game.unit * 2 ** doubled(state.calls)}


def match(given: Given) -> Given:
    game = cardlab.game("quinto", rubber=1)
    scores, out = [given["before"][s] for s in SIDES], False
    for _, side, points in given["quint_events"]:
        if not out:
            scores[SIDES.index(side)] += points
            out = max(scores) >= game.best_of.target
    stage = {5: 0, 10: 1, 20: 2}[given.get("trick_value", 5)]
    tricks = tuple(given.get("tricks", {}).get(s, 0) for s in SIDES)
    result = game.Result((scores[0], scores[1]), tricks, stage, out)
    after = game.carried(game.opening().but(totals=tuple(scores)), game.score(result))
    outcome = game.outcome(after)
    ids = [side.id for side in game.sides]
    return {
        "after": dict(zip(SIDES, after.totals, strict=True)),
        "winner": SIDES[ids.index(outcome.winners[0])] if outcome else None,
        "ended_during_play": out,
    }


def whole(given: Given) -> Given:
    answer = full_play("quinto", given, match, stock=cardlab.cards(given["cachette"]))
    state, told = answer["state"], given["score_input"]
    result = state.game.result(state)
    assert result.tricks == tuple(told["tricks"][s] for s in SIDES), "tricks taken"
    assert result.before == tuple(
        sum(n for _, side, n in told["quint_events"] if side == s) for s in SIDES
    ), "quints taken"
    return answer


KINDS = {
    "legal": lambda given: legal("quinto", given),
    "winner": lambda given: winner("quinto", given),
    "quints": found,
    "doubling": doubling,
    "match": match,
    "full-play": whole,
}
