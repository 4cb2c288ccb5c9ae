"""What the adapters of trick games share: positions with a trick, winners, whole deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cardlab

Given = dict[str, Any]


def position(id: str, given: Given, **options: Any) -> tuple[Any, Any]:
    """The game and the state of a vector with a hand, a trick, and perhaps suits led before."""
    game = cardlab.game(id, **options)
    trick = [tuple(pair) for pair in given["trick"]]
    me = given.get("me", (trick[-1][0] + 1) % game.players if trick else 0)
    led = {game.ordering(given.get("trump")).suit(card) for _, card in trick[:1]}
    # a suit that was led before is an earlier trick of which only the lead is told
    taken = [
        [(0, next(c for c in game.pack if c.suit == s))]
        for s in given.get("led_suits", ())
        if s not in led
    ]
    state = game.state(
        hands={me: given["hand"]}, trick=trick, trump=given.get("trump"), taken=taken, to_move=me
    )
    return game, state


def legal(id: str, given: Given, **options: Any) -> Given:
    game, state = position(id, given, **options)
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    return {
        "legal": Bag([c for c, v in verdicts.items() if v.legal]),
        "illegal": {c: v.rule for c, v in verdicts.items() if not v.legal},
    }


class Bag(list):
    """A list that stands for a set: equal to any list of the same members."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and sorted(map(str, self)) == sorted(map(str, other))

    __hash__ = None  # type: ignore[assignment]


def winner(id: str, given: Given, **options: Any) -> Given:
    game = cardlab.game(id, **options)
    return {"winner": game.winner([tuple(p) for p in given["trick"]], given.get("trump"))}


def full_play(
    id: str,
    given: Given,
    score: Callable[[Given], Given],
    options: Given | None = None,
    **more: Any,
) -> Given:
    """A whole deal card by card: who plays, what is open, who wins."""
    game = cardlab.game(id, **options or {})
    dealer = given.get("dealer", (given["leader"] - 1) % game.players)
    state = game.state(
        hands=given["deal"],
        trump=given.get("trump"),
        leader=given["leader"],
        to_move=given["leader"],
        dealer=dealer,
        phase="play",
        **more,
    )
    players, legal_cards = [], []
    for card in given["cards"]:
        players.append(state.to_move)
        legal_cards.append(Bag(game.legal_moves(state)))
        state = game.after(state, card)
    tricks = [
        {"winner": t.winner(state.order), "cards": [str(c) for c in t.cards]} for t in state.taken
    ]
    return {
        "players": players,
        "legal": legal_cards,
        "tricks": tricks,
        "score": score(given["score_input"]),
        "state": state,
    }
