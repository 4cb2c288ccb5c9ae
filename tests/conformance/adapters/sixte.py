"""Sixte's vectors: seats are players, tricks are cards without seats."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]


def position(id: str, given: Given) -> tuple[Any, Any]:
    """The game and the position after the cards of a trick led by seat 0."""
    game = cardlab.game(id)
    around = [(game.direction * i) % game.players for i in range(game.players)]
    trick = [(seat, entry["card"]) for seat, entry in zip(around, given["trick"], strict=False)]
    me = around[len(trick) % game.players]
    return game, game.state(
        hands={me: given.get("hand", ())}, trick=trick, trump=given["trump"], to_move=me
    )


def legal(id: str, given: Given) -> Given:
    game, state = position(id, given)
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    return {
        "legal": sorted(c for c, v in verdicts.items() if v.legal),
        "illegal": [{"card": c, "reason": v.rule} for c, v in verdicts.items() if not v.legal],
    }


def winner(id: str, given: Given) -> Given:
    _, state = position(id, given)
    return {"winner_index": state.trick.seats.index(state.winning()[0])}


def deal_score(given: Given) -> Given:
    game = cardlab.game("sixte")
    lines = game.score(game.Result(tuple(given["trick_winners"])))
    after = game.carried(game.opening(), lines)
    to = next(
        (game.side_index(s) for s in range(6) if any(x.side == game.side_of[s] for x in lines)),
        None,
    )
    return {"point_to": to, "outright": game.outcome(after) is not None}


def match(given: Given) -> Given:
    game = cardlab.game("sixte")
    before = game.opening().but(totals=tuple(given["scores"]))
    after = game.carried(before, game.score(game.Result(tuple(given["trick_winners"]))))
    outcome = game.outcome(after)
    ids = [side.id for side in game.sides]
    return {
        "scores": list(after.totals),
        "winner": ids.index(outcome.winners[0]) if outcome else None,
    }


def setup(given: Given) -> Given:
    game = cardlab.game("sixte", players=given["players"], pack_size=given["pack"])
    state = game.match(seed=1).state
    kept = state.turned in state.hands[state.dealer]
    assert kept or state.shown == (state.turned,)
    return {
        "hand": len(state.hands[0]),
        "stock": len(state.stock) + len(state.shown),
        "trump_card": (
            "last card dealt (dealer keeps it)" if kept else Turned("top of the stock, turned up")
        ),
    }


class Turned(str):
    """The turned top of the stock, in whatever words."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and "top" in other

    __hash__ = None  # type: ignore[assignment]


KINDS = {
    "deal-score": deal_score,
    "match": match,
    "legal": lambda given: legal("sixte", given),
    "trick-winner": lambda given: winner("sixte", given),
    "setup": setup,
}
