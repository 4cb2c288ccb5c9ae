"""Vectors of Yaniv."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def make(given: Given, **more: Any) -> Any:
    named = {**given, **given.get("options", {})}
    known = {o.name for o in cardlab.engine.catalogue.game_class("yaniv").all_options()}
    return cardlab.game(
        "yaniv", **{name: value for name, value in named.items() if name in known}, **more
    )


def discard(given: Given) -> Given:
    """The player before discards these cards; what may be taken is read off the draw of the
    next."""
    held = given["cards"]
    double = max(map(held.count, held)) > 1 + ("JK" in held)
    game = cardlab.game("yaniv", players=4, decks=1 + double)
    state = game.state(
        phase="turn",
        to_move=0,
        hands={0: held, 1: ["2S", "3C"]},
        stock=["4S", "5S", "6S"],
        offered=["7S"],
    )
    verdict = game.verdict(state, "discard " + " ".join(held))
    if not verdict.legal:
        return {"ok": False, "type": None, "reason": str(verdict.rule)}
    state = game.after(game.after(state, verdict.move), "draw")
    state = game.after(state, "discard 3C")
    ends = [m.split()[1] for m in game.legal_moves(state) if m.startswith("take")]
    return {
        "ok": True,
        "type": game.combination(held)[0],
        "draw_options": sorted(ends, key=held.index),
    }


def may_call(given: Given) -> Given:
    game = make(given)
    state = game.state(
        phase="turn", to_move=0, hands={0: given["hand"]}, stock=["4S"], offered=["7S"]
    )
    return {"total": game.total(given["hand"]), "may_call": game.verdict(state, "yaniv").legal}


def hand_end(given: Given) -> Given:
    seats = list(given["before"])
    game = make(given, players=max(len(seats), 2))
    hands = {i: given["hands"].get(name, ()) for i, name in enumerate(seats)}
    before = tuple(given["before"][name] for name in seats)
    state = game.state(
        phase="turn", to_move=seats.index(given["caller"]), hands=hands, totals=before
    )
    over = game.after(state, "yaniv")
    lines = game.deal_lines(over)
    standing = game.next_standing(over, lines)
    falls = ("back-to-100", "back-to-50")
    delta = cardlab.totals(
        [x for x in lines if x.rule not in falls], (s.id for s in game.sides)
    ).values()
    outcome = game.outcome(standing)
    winners = [
        name
        for name, s in zip(seats, game.sides, strict=True)
        if outcome and s.id in outcome.winners
    ]
    return {
        "totals": {name: game.total(hand) for name, hand in given["hands"].items()},
        "delta": dict(zip(seats, delta, strict=True)),
        "after": dict(zip(seats, standing.totals, strict=True)),
        "out": [
            name
            for name, points, had in zip(seats, standing.totals, before, strict=True)
            if points > 200 >= had
        ],
        "winner": winners[0] if len(winners) == 1 else None,
    }


KINDS = {"discard": discard, "may-call": may_call, "hand-end": hand_end}
