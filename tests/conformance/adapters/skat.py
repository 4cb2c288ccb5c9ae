"""Skat's vectors.  F (forehand) sits in seat 0, M in seat 1, and R in seat 2 deals."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.moves import Deal
from cardlab.rulebook.skat import GRAND, NULL, matadors

from ._tricks import Bag

Given = dict[str, Any]
SEATS = "FMR"
STRAINS = {"G": GRAND, "N": NULL}


def strain_of(given: Given) -> str:
    game: str = given["game"]
    return STRAINS.get(game, game)


def legal(given: Given) -> Given:
    game = cardlab.game("skat")
    trick = [tuple(pair) for pair in given["trick"]]
    me = (trick[-1][0] + 1) % 3
    state = game.state(hands={me: given["hand"]}, trick=trick, trump=strain_of(given), to_move=me)
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    return {
        "legal": Bag([c for c, v in verdicts.items() if v.legal]),
        "illegal": {c: str(v.rule) for c, v in verdicts.items() if not v.legal},
    }


def winner(given: Given) -> Given:
    trick = [tuple(pair) for pair in given["trick"]]
    return {"winner": cardlab.game("skat").winner(trick, strain_of(given))}


def auction(given: Given) -> Given:
    game = cardlab.game("skat")
    hands = [game.pack[10 * seat : 10 * seat + 10] for seat in range(3)]
    state = game.begin(game.opening().but(dealer=2))
    state = state.phase.apply(state, None, Deal(hands, game.pack[30:]))
    for at, (name, call) in enumerate(given["calls"]):
        assert state.to_move == SEATS.index(name), (state.to_move, name)
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": str(verdict.rule)}
        state = game.after(state, verdict.move)
    return {"ok": True, "declarer": SEATS[state.declarer], "bid": state.bid}


def score(given: Given) -> Given:
    game = cardlab.game("skat", score_list=given.get("scoring", "classic"), players=3)
    if "cards" not in given and "game" not in given:
        return seeger(game, given)
    strain = strain_of(given)
    ouvert = given.get("ouvert", False)
    result = game.Result(
        declarer=0,
        strain=strain,
        points=given.get("points", 0),
        tricks=given["tricks"],
        bid=given["bid"],
        hand=given.get("hand", False),
        announced="ouvert" if ouvert else given.get("announced", ""),
        matadors=matadors(given["cards"], strain) if "cards" in given else 1,
    )
    (line,) = game.score(result)
    return {
        "matadors": result.matadors,
        "level": result.level,
        "value": line.points if result.won else line.points // -2,
        "won": result.won,
        "score": line.points,
    }


def seeger(game: Any, given: Given) -> Given:
    """A declarer's score in the list: hearts "with two", worth 30, won or lost."""
    assert abs(given["score"]) == (30 if given["won"] else 60)
    points = 70 if given["won"] else 50
    result = game.Result(declarer=0, strain="H", points=points, tricks=6, bid=20, matadors=2)
    totals = list(cardlab.totals(game.score(result), (s.id for s in game.sides)).values())
    assert totals[1] == totals[2]
    return {"declarer": totals[0], "others": totals[1]}


KINDS = {"legal": legal, "winner": winner, "auction": auction, "score": score}
