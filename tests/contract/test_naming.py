"""What bots name as trumps after the bidding: nothing that the hand does not have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardlab.engine.cards import SUITS
from cardlab.families.tricks import TrickGame
from cardlab.players.bots import bot


def named_suit(phase: Any, move: Any) -> str:
    """The suit that a move makes trumps after the bidding, or ""."""
    if phase.bids or not phase.names_trumps:
        return ""
    suit = getattr(move, "suit", None) or getattr(move, "strain", "")
    return str(suit) if str(suit) in SUITS else ""


def could_choose(match: Any) -> dict[str, Any]:
    """The suits that may be named now, and how."""
    phase = match.state.phase
    named: dict[str, Any] = {}
    for move in match.legal_moves():
        named.setdefault(named_suit(phase, move), move)
    return {suit: move for suit, move in named.items() if suit}


def test_bots_name_a_suit_that_they_hold(game: Any, amount: Callable[[str], int]) -> None:
    """Never a suit without a trump in hand, and never one two trumps shorter than the longest,
    unless the longest is not worth what was bid."""
    naming = [phase for phase in game.phases if phase.names_trumps and not phase.bids]
    if not isinstance(game, TrickGame) or not naming:
        return
    wanted, seen, seed = amount("--deals") * 4, 0, 0
    while seen < wanted and seed < wanted * 3:
        match = game.match(seed=seed)
        seed += 1
        bots = [bot("simple", seed=seed + seat) for seat in range(game.players)]
        while not match.over and match.state.standing.deal == 1:
            suits = could_choose(match)
            view, seat = match.seat_view(), match.to_move
            move = bots[seat].choose(view)
            suit = named_suit(view.phase, move) if len(suits) > 1 else ""
            if suit:
                seen += 1
                check(view, seat, move, suits)
                break
            match.play(move)


def check(view: Any, seat: int, move: Any, suits: dict[str, Any]) -> None:
    game, hand = view.game, view.hands[seat]
    length = {suit: sum(map(game.order_on(view, suit).is_trump, hand)) for suit in suits}
    named = named_suit(view.phase, move)
    worth = {suit: game.at_stake(view, suits[suit]) for suit in suits}
    enough = [suit for suit in suits if worth[suit] is None or worth[suit].won > 0]
    assert length[named] or not enough, (hand, named)
    longest = max((length[suit] for suit in enough), default=0)
    assert length[named] > longest - 2 or not enough, (hand, named, length, worth)
