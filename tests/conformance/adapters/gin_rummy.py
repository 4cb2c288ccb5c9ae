"""Vectors of Gin Rummy, read off the public surface of the game."""

from __future__ import annotations

from typing import Any

import cardlab

SEATS = {0: "younger", 1: "elder"}
"""The first dealer sits in seat 0."""


def make(given: dict[str, Any]) -> Any:
    named = {**given, **given.get("options", {})}
    known = {o.name for o in cardlab.engine.catalogue.game_class("gin-rummy").all_options()}
    return cardlab.game(
        "gin-rummy", **{name: value for name, value in named.items() if name in known}
    )


def deadwood(given: dict[str, Any]) -> dict[str, Any]:
    return {"deadwood": make(given).deadwood(given["hand"])}


def end(given: dict[str, Any]) -> dict[str, Any]:
    game = make(given)
    shown = game.showdown(given["knocker"], given["defender"], given.get("knocker_melds"))
    kept, left = shown.knocker.deadwood, shown.defender.deadwood
    result = game.Result(0, kept, left)
    points = cardlab.totals(game.score(result), (side.id for side in game.sides))
    knocker, defender = (points[side.id] for side in game.sides)
    kinds = {None: "tie", 0: "gin" if kept == 0 else "knock_wins", 1: "undercut"}
    return {
        "gin": kept == 0,
        "knocker_deadwood": kept,
        "defender_deadwood": left,
        "laid_off": sorted(map(str, shown.laid)),
        "result": kinds[game.winner(result)],
        "knocker_score": knocker,
        "defender_score": defender,
    }


def first_turn(given: dict[str, Any]) -> dict[str, Any]:
    match = make(given).match(seed=1)
    taker = None
    for answer in given["answers"]:
        taker = match.to_move if answer == "take" else taker
        match.play(answer)
    if match.state.phase.id == "discard":
        match.play(match.legal_moves()[0])
    return {
        "upcard_taken_by": SEATS[taker] if taker is not None else None,
        "next_to_act": SEATS[match.to_move],
        "elder_must_draw_stock": match.legal_moves() == ("draw",),
    }


def match(given: dict[str, Any]) -> dict[str, Any]:
    game = make(given)
    names = list(given["scores"])
    before, won = (tuple(given[key][name] for name in names) for key in ("scores", "pitches_won"))
    tie = game.Result(0, 5, 5, before, won)
    sums = cardlab.totals(game.score(tie), (side.id for side in game.sides))
    final = tuple(points + extra for points, extra in zip(before, sums.values(), strict=True))
    outcome = game.outcome(game.opening().but(totals=final))
    winner = [
        name
        for name, side in zip(names, game.sides, strict=True)
        if outcome and side.id in outcome.winners
    ]
    return {
        "winner": winner[0] if len(winner) == 1 else None,
        "final": dict(zip(names, final, strict=True)),
        "difference": abs(final[0] - final[1]),
    }


KINDS = {"deadwood": deadwood, "end": end, "first-turn": first_turn, "match": match}
