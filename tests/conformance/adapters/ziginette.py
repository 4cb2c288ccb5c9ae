"""Vectors of Ziginette: a deal with given cards.  The banker sits in seat 0, P1 on the right,
and so on."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.moves import Deal

Given = dict[str, Any]
DID = {"bank": "banker_matched", "board": "board_matched", "dead": "dead", "new": "new_board"}
STATUS = {
    "bets": "open",
    "turn": "open",
    "shuffle": "playette",
    "bank": "board_cleared",
    "over": "banker_lost",
}


def run(given: Given) -> Given:
    events = given["events"]
    punters = sorted({e[1] for e in events if e[0] == "bet"})
    players = max(len(punters) + 1, 2)
    game = cardlab.game("ziginette", players=players, least=given["min"], most=given["max"])
    turned = [e[1] for e in events if e[0] == "deal"]
    first = cardlab.cards([*given["initial"], *turned])
    rest = [c for c in game.pack if c not in first]
    state = game.begin(game.opening())
    state = state.phase.apply(state, None, Deal(((),) * players, (*first, *rest)))
    seat_of = {name: players - 1 - i for i, name in enumerate(punters)}
    log = []
    while events:
        bets = [
            e
            for e in events[
                : next((i for i, e in enumerate(events) if e[0] == "deal"), len(events))
            ]
        ]
        events = events[len(bets) :]
        # bets of one window are in any order; at the table they are placed in turn
        for _, name, card, chips in sorted(bets, key=lambda e: -seat_of[e[1]]):
            while state.phase.id == "bets" and state.to_move != seat_of[name]:
                state = game.after(state, "done")
            verdict = game.verdict(state, f"bet {chips} on {card}")
            if not verdict.legal:
                return {"error": str(verdict.rule).replace("-", "_")}
            state = game.after(state, verdict.move)
        if events:
            while state.phase.id == "bets":
                state = game.after(state, "done")
            state, events = game.after(state, "turn"), events[1:]
            log.append([str(state.turned), DID[state.did]])
    over = state.phase.id == "over"
    lines = game.deal_lines(state) if over else state.pegged
    sums = list(cardlab.totals(lines, (side.id for side in game.sides)).values())
    return {
        "status": STATUS[state.phase.id],
        "log": log,
        "net": {name: sums[seat] for name, seat in seat_of.items()},
        "bank": sums[0],
        "board": sorted(map(str, state.board)),
        "next_banker": "banker_option" if state.phase.id == "bank" else "right" if over else None,
    }


KINDS = {"run": run}
