"""Looking for Friends' vectors.  The starter sits at seat 0; a trump is written with its rank."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import Bag

Given = dict[str, Any]


def sizes(given: Given) -> Given:
    game = cardlab.game("looking-for-friends", players=given["players"])
    each = game.each_dealt
    return {
        "pack": len(game.pack),
        "each": each,
        "kitty": len(game.pack) - each * game.players,
        "friends": game.most_friends,
        "points": game.all_points,
    }


def score(given: Given) -> Given:
    game = cardlab.game("looking-for-friends", players=given.get("players", 5))
    result = game.Result(
        0,
        tuple(given.get("friends", ())),
        given["points"],
        given.get("kitty", 0),
        given.get("last", False),
    )
    totals = cardlab.totals(game.score(result), [side.id for side in game.sides])
    return {"rise": list(totals.values())}


def _game(given: Given) -> tuple[Any, Any]:
    """The game, and the standing at which its word for trumps is in force."""
    game = cardlab.game("looking-for-friends")
    word = given["trump"]
    steps = "23456789TJQKA".index(word[0]) if len(word) > 1 else 0
    return game, {"totals": (steps,) * 5, "starter": 0, "trump": word, "declarer": 0}


def lead(given: Given) -> Given:
    game, more = _game(given)
    state = game.state(hands={0: given["hand"]}, to_move=0, **more)
    verdict = game.verdict(state, " ".join(given["lead"]))
    return {"legal": verdict.legal, "rule": None if verdict.legal else str(verdict.rule)}


def leads(given: Given) -> Given:
    game, more = _game(given)
    state = game.state(hands={0: given["hand"]}, to_move=0, **more)
    moves = game.legal_moves(state)
    return {"leads": Bag([" ".join((m.card, *m.named)) for m in moves])}


def legal(given: Given) -> Given:
    """What seat 1 may play after the lead, card by card."""
    game, more = _game(given)
    trick = [tuple(play) for play in given["trick"]]
    state = game.state(hands={1: given["hand"]}, trick=trick, to_move=1, **more)
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    return {
        "legal": Bag([card for card in given["hand"] if verdicts[card].legal]),
        "illegal": {card: v.rule for card, v in verdicts.items() if not v.legal},
    }


def winner(given: Given) -> Given:
    game, more = _game(given)
    state = game.state(taken=[[tuple(play) for play in given["plays"]]], **more)
    return {"winner": game.told_trick(state, state.taken[0])[0]}


def joins(given: Given) -> Given:
    """Who has joined after these cards, each as a seat and the card it plays."""
    game = cardlab.game("looking-for-friends")
    card, number = given["called"]
    hands: dict[int, list[str]] = {seat: [] for seat in range(5)}
    for seat, played in given["cards"]:
        hands[seat].append(played)
    state = game.state(
        hands=hands, trump=given["trump"], declarer=0, to_move=0, friend_cards=[(card, number)]
    )
    for _, played in given["cards"]:
        state = game.after(state, played)
    return {"friends": list(state.friends)}


KINDS = {
    "sizes": sizes,
    "score": score,
    "lead": lead,
    "leads": leads,
    "winner": winner,
    "legal": legal,
    "joins": joins,
}
