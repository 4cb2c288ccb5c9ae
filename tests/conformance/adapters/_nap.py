"""What the adapters of the Nap games share: auctions, payments, tricks, whole deals."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.engine.catalogue import game_class

from ._tricks import Bag

Given = dict[str, Any]
SAME = {"must-hold-card": "card-not-held"}
"""A card that is not held is refused by the engine itself, under its own name."""


def game_for(id: str, given: Given, **options: Any) -> Any:
    """The game with the options that a vector implies: its players, its pack (52 unless it
    says), blucher allowed."""
    said = str(given)
    made: Given = {
        "players": given.get("players", 4),
        "cards": given.get("pack", 52),
        "blucher": True,
        "joker": "JK" in said,
    }
    wanted = made | {"mis_no_trump": bool(given.get("mis_no_trump"))} | options
    return cardlab.game(id, **game_class(id).without_idle(wanted))


def auction(id: str, given: Given, **options: Any) -> Given:
    """Calls from the dealer's left: who is soloist, or the first call that is refused."""
    calls = given["calls"]
    game = game_for(id, {"players": max(3, min(len(calls), 7)), **given}, **options)
    state = game.state(phase="auction", to_move=1, hands=[("AS",)] * game.players)
    for at, call in enumerate(calls):
        if state.phase.id != "auction":
            return {"illegal": at, "reason": "auction-over"}
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"illegal": at, "reason": str(verdict.rule)}
        state = game.after(state, call)
    bids = [(at, call) for at, (_, call) in enumerate(state.calls) if call != "pass"]
    soloist, bid = bids[-1] if bids else (None, None)
    return {"bid": bid and str(bid), "soloist_index": soloist}


def deltas(game: Any, lines: Any) -> list[int]:
    sums = cardlab.totals(lines, (side.id for side in game.sides))
    return [sums[game.side_of[seat]] for seat in range(game.players)]


def payment(id: str, given: Given, **options: Any) -> Given:
    """What a result pays, and what it leaves in the pool."""
    if id != "seven-card-nap":
        options["half_nap_loss"] = "nap" in given["half_on_loss"]
    game = game_for(id, given, **options)
    standing = game.opening()
    pool = {"pool": given["pool_before"]} if "pool_before" in given else {}
    lines = game.score(game.Result(given["soloist"], given["bid"], given["tricks"], **pool))
    after = game.carried(standing.but(**pool), lines)
    made = game.made(given["bid"], given["tricks"])
    return {"made": made, "deltas": deltas(game, lines), "pool_after": getattr(after, "pool", None)}


def _position(id: str, given: Given) -> tuple[Any, Any]:
    game = game_for(id, given)
    trick = [(seat, entry["card"]) for seat, entry in enumerate(given["trick"])]
    trump = None if given.get("trump") in (None, "NT") else given["trump"]
    if len(trick) == game.players:
        trick = [(seat % 7, card) for seat, card in trick]
        game = game_for(id, {**given, "players": min(7, len(trick) + 1)})
    me = len(trick) % game.players
    words: Given = {
        "hands": {me: given.get("hand", ())},
        "trick": trick,
        "trump": trump,
        "to_move": me,
    }
    state = game.state(**words, bid=given.get("bid", "three"), soloist=0)
    # a hand that leads later in the deal: a finished trick says that trumps are made
    return game, state if trick else state.but(taken=(game.read_trick([(0, "AS")]),))


def legal(id: str, given: Given) -> Given:
    game, state = _position(id, given)
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    refused = [{"card": c, "reason": str(v.rule)} for c, v in verdicts.items() if not v.legal]
    return {"legal": Bag([c for c, v in verdicts.items() if v.legal]), "illegal": Bag(refused)}


def trick_winner(id: str, given: Given) -> Given:
    _, state = _position(id, given)
    return {"winner_index": state.trick.winner(state.order)}


def full_deal(id: str, given: Given, **options: Any) -> Given:
    """A deal from the auction to the payments; play goes on to the end."""
    game = game_for(id, given, stop_early=False, **options)
    seats = range(game.players)
    eldest = (given["dealer"] + 1) % game.players
    hands = [given["hands"][str(s)] for s in seats]
    state = game.state(phase="auction", to_move=eldest, dealer=given["dealer"], hands=hands)
    for call in given["auction"]:
        state = game.after(state, call)
    for play in given["plays"]:
        assert state.to_move == play["seat"], (state.to_move, play)
        state = game.after(state, play["card"])
    won = state.winners()
    answer = {
        "soloist": state.declarer,
        "trump_from_lead": str(state.order.trump),
        "trick_winners": won,
    }
    return answer | {
        "tricks": {str(s): won.count(s) for s in seats},
        "deltas": deltas(game, game.score(game.result(state))),
    }


def kinds(id: str) -> dict[str, Any]:
    """The kinds that every game of the family may have."""
    shared = {
        "auction": auction,
        "payment": payment,
        "legal": legal,
        "trick-winner": trick_winner,
        "full-deal": full_deal,
    }
    return {kind: lambda given, answer=answer: answer(id, given) for kind, answer in shared.items()}
