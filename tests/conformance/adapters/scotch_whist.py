"""Scotch Whist's vectors: players by letter or number, honours by rank."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.cards import pack as cards_of
from cardlab.engine.cards import unseen

from ._tricks import full_play, legal, winner

Given = dict[str, Any]
HONOURS = {"T": "ten", "A": "ace", "K": "king", "Q": "queen", "J": "jack"}
KEYS = {"Ten of trumps": "T", "Cards": "trick_score"} | {
    f"{HONOURS[r].capitalize()} of trumps": r for r in "AKQJ"
}


def deal(given: Given) -> Given:
    game = cardlab.game("scotch-whist", players=given["players"])
    hands = {len(hand) for hand in game.match(seed=1).state.hands}
    return {
        "pack": len(game.pack),
        "each": hands.pop(),
        "removed": [str(c) for c in unseen(cards_of("AKQJT9876"), game.pack)],
    }


def score(given: Given) -> Given:
    players = list(given["before"])
    game = cardlab.game("scotch-whist", players=len(players))
    result = _result(game, given)
    lines = game.score(result)
    after = game.carried(game.opening().but(totals=result.before), lines)
    outcome = game.outcome(after)
    names = {side.id: players[i] for i, side in enumerate(game.sides)}
    return {
        "lines": [[KEYS[x.title], names[x.side], x.points] for x in lines],
        "after": dict(zip(players, after.totals, strict=True)),
        "winner": names[outcome.winners[0]] if outcome else None,
    }


def _result(game: Any, given: Given) -> Any:
    players = list(given["before"])
    honours = {
        HONOURS[rank]: players.index(taker) for rank, taker in given["trump_honours"].items()
    }
    before, taken = (tuple(given[key][p] for p in players) for key in ("before", "cards_taken"))
    return game.Result(
        given["dealt"], before, taken, **{name: honours.get(name) for name in HONOURS.values()}
    )


def whole(given: Given) -> Given:
    players = {"players": len(given["deal"])}
    answer = full_play("scotch-whist", given, score, options=players)
    state = answer["state"]
    told = _result(state.game, given["score_input"])
    assert state.game.result(state.but(standing=state.standing.but(totals=told.before))) == told, (
        "what was taken"
    )
    return answer


def _players(given: Given, least: int) -> int:
    """As many players as the trick needs."""
    return max([least, len(given["trick"]), *(seat + 1 for seat, _ in given["trick"])])


KINDS = {
    "deal": deal,
    "legal": lambda given: legal("scotch-whist", given, players=_players(given, 4)),
    "winner": lambda given: winner("scotch-whist", given, players=_players(given, 2)),
    "score": score,
    "full-play": whole,
}
