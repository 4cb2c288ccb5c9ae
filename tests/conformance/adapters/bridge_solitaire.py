"""Bridge Solitaire's vectors: the plays are the player's; the house's are turned from the stock."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.cards import cards
from cardlab.families import automaton
from cardlab.rulebook import bridge_solitaire as solitaire

from ._tricks import Bag

Given = dict[str, Any]
NAMES = ("player", "house")
LEVEL, UNLEVEL = "AS 9S 5S 2S KH 8H 3H 9D 6D 2D QC 7C 4C", "AS 9S 5S 2S KH 8H 3H 9D 6D 2D QC 7C 7H"


def suit_winners(given: Given) -> Given:
    return {"winners": automaton.winning_tricks(given["ranks"])}


def evaluate(given: Given) -> Given:
    game = cardlab.game("bridge-solitaire")
    hand = cards(given["hand"])
    state = game.state(phase="auction", hands={0: hand}, to_move=1)
    (bid,) = game.legal_moves(state)
    state = game.after(state, bid)
    calls = game.legal_moves(state)
    won = automaton.winners_by_suit(hand)
    state = game.after(state, next(c for c in reversed(calls) if c != "pass"))
    return {
        "winners": won,
        "total": sum(won.values()),
        "house_bid": str(bid),
        "nt_allowed": any(c.strain == "NT" for c in calls if c != "pass"),
        "multiplier": 2**state.contract.doubled,
    }


def choose(given: Given) -> Given:
    """Choosing six is throwing out the others."""
    game = cardlab.game("bridge-solitaire")
    rest = list(cards(given["face_up"]))
    hidden = [c for c in game.pack if c not in rest][:7]
    state = game.state(phase="build", hands={0: rest}, hidden=hidden, to_move=0)
    for card in cards(given["chosen"]):
        if card not in rest:
            return {"ok": False, "reason": "must-hold-card"}
        rest.remove(card)
    for card in rest:
        if state.phase.id != "build":
            return {"ok": False, "reason": "build-hand"}
        verdict = game.verdict(state, f"discard {card}")
        if not verdict.legal:
            return {"ok": False, "reason": str(verdict.rule)}
        state = game.after(state, f"discard {card}")
    built = state.phase.id != "build"
    return {"ok": built, "reason": None if built else "build-hand", "discards": Bag(rest)}


def bid(given: Given) -> Given:
    game = cardlab.game("bridge-solitaire")
    hand = given.get("hand") or (LEVEL if given.get("nt_allowed", True) else UNLEVEL).split()
    house = next((b for b in solitaire.BIDS if b == given["house_bid"]), cardlab.engine.moves.PASS)
    state = game.state(phase="auction", hands={0: hand}, calls=((1, house),), to_move=0)
    verdict = game.verdict(state, given["player_call"])
    return {"ok": verdict.legal, "reason": None if verdict.legal else str(verdict.rule)}


def legal(given: Given) -> Given:
    game = cardlab.game("bridge-solitaire")
    lead = given.get("lead")
    state = game.state(
        hands={0: given["hand"]},
        trick=[(1, lead)] if lead else (),
        trump=given.get("strain", "S"),
        to_move=0,
    )
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    return {
        "legal": Bag([c for c, v in verdicts.items() if v.legal]),
        "illegal": {c: str(v.rule) for c, v in verdicts.items() if not v.legal},
    }


def replay(given: Given) -> Given:
    game = cardlab.game("bridge-solitaire")
    declarer = NAMES.index(given["declarer"])
    state = game.state(
        hands={0: given["hand"]},
        stock=given["stock"],
        trump=given["strain"],
        declarer=declarer,
        leader=1 - declarer,
        to_move=1 - declarer,
        contract=None,
    )
    told: list[Given] = []
    aside = 0

    def move(text: str) -> None:
        nonlocal state, aside
        before, state = state, game.after(state, text)
        if len(state.taken) == len(before.taken):
            return
        trick = state.taken[-1]
        by_seat = dict(zip(trick.seats, map(str, trick.cards), strict=True))
        told.append(
            {
                "leader": NAMES[trick.leader],
                "player": by_seat[0],
                "house": by_seat.get(1),
                "ignored": [str(c) for c in state.aside[aside:]],
                "winner": NAMES[trick.winner(state.order)],
            }
        )
        aside = len(state.aside)

    for card in given["plays"]:
        while state.to_move == 1:
            move("turn")
        move(card)
    while state.to_move == 1 and state.trick.cards:
        move("turn")
    left = list(map(str, state.hands[0]))
    won = state.tricks_by_side()
    if state.phase.id == "over" and left:
        told.append({"stock_out": len(left)})
    return {
        "tricks": told,
        "won": dict(zip(NAMES, won, strict=True)),
        "stock_left": len(state.stock),
        "hand_left": Bag(left),
        "next_leader": None if state.to_move is None else NAMES[state.to_move],
    }


def _result(given: Given, standing: Any = None) -> Any:
    game = cardlab.game("bridge-solitaire")
    strain, side = given["contract"][1:], NAMES.index(given.get("declarer", "player"))
    held = given.get("honours_held", 0)
    honours = 0 if held < 4 else 100 if held == 4 and strain != "NT" else 150
    games = [0, 0]
    games[side] = int(given.get("vulnerable", False))
    return game.Result(
        int(given["contract"][0]),
        strain,
        {1: 0, 2: 1, 4: 2}[given["multiplier"]],
        side,
        given["declarer_tricks"],
        standing.below if standing else (0, 0),
        standing.games if standing else tuple(games),
        ((0, honours),) if honours else (),
    )


def score(given: Given) -> Given:
    game = cardlab.game("bridge-solitaire")
    result = _result(given)
    lines = game.score(result)

    def by(rule: str) -> int:
        return sum(x.points for x in lines if x.rule == rule)

    return {
        "made": result.over >= 0,
        "below": by("odd-tricks"),
        "insult": by("insult"),
        "honours": by("honours"),
        "overtricks": by("overtricks"),
        "slam": by("slam"),
        "penalty_to_defender": by("undertricks"),
    }


def rubber(given: Given) -> Given:
    game = cardlab.game("bridge-solitaire")
    standing, bonus = game.opening(), 0
    for deal in given["deals"]:
        lines = game.score(_result(deal, standing))
        bonus += sum(x.points for x in lines if x.rule == "rubber-bonus")
        standing = game.carried(standing, lines)
    won = standing.games.index(2) if 2 in standing.games else None
    return {
        "totals": dict(zip(NAMES, standing.totals, strict=True)),
        "games": dict(zip(NAMES, standing.games, strict=True)),
        "below": dict(zip(NAMES, standing.below, strict=True)),
        "rubber_winner": None if won is None else NAMES[won],
        "rubber_bonus": bonus,
    }


KINDS = {
    "suit-winners": suit_winners,
    "evaluate": evaluate,
    "choose": choose,
    "bid": bid,
    "legal": legal,
    "replay": replay,
    "score": score,
    "rubber": rubber,
}
