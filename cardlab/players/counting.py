"""What a hand is worth: the tricks that it may be expected to take, by honours and by length.

Knows orders, hands and how many of the unseen cards are in play.  Knows no calls and no game.

>>> import cardlab
>>> game = cardlab.game("bridge")
>>> table = game.state(phase="auction", to_move=0, hands={0: "AS KS QS JS TS 9S AH KH 3H 2H AD 4C 3C"})
>>> [round(tricks_in(table, game.ordering(trump)), 1) for trump in ("S", "NT", "C")]
[8.7, 9.0, 5.7]
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.game import State
from cardlab.engine.memory import remember
from cardlab.engine.ordering import Ordering

GUARDED = (1.0, 0.62, 0.3, 0.12)
"""How often an honour takes a trick under so many missing higher cards, where lower cards guard it.
"""
DEPTH = (0.95, 0.8, 0.45, 0.2, 0.1)
"""How often a card is not ruffed in the first, second ... round of its suit, where somebody else
has trumps."""


def in_play(table: Any) -> float:
    """The part of the cards that the acting seat cannot see which other seats hold."""
    me = table.me if table.me is not None else table.to_move
    others = sum(len(h) for i, h in enumerate(table.hands) if i != me)
    if not others:
        # a hand set up by itself: the others are dealt as many
        others = len(table.hands[me]) * (table.game.players - 1)
    rest = len(table.game.pack) - len(table.hands[me])
    return min(1.0, others / rest) if rest else 0.0


def tricks_in(table: Any, order: Ordering, hand: tuple[Card, ...] | None = None) -> float:
    """The tricks that the acting seat's hand may be expected to take under this order."""
    if hand is None:
        me = table.me if table.me is not None else table.to_move
        hand = table.hands[me]
    return sum(chances(table, order, hand).values())


@remember
def _ladders(order: Ordering) -> dict[Any, list[tuple[int, Card]]]:
    """The cards of each suit with their heights, highest first."""
    ladders: dict[Any, list[tuple[int, Card]]] = {}
    for card in order.cards:
        suit = order.suit_of[card]
        ladders.setdefault(suit, []).append((order.power(card).get(card, 0) if suit else 0, card))
    for ladder in ladders.values():
        ladder.sort(reverse=True)
    return ladders


@remember
def _counts(order: Ordering) -> dict[Any, dict[Card, float]]:
    """The hands that were counted under this order, with what came of it."""
    return {}


def danger(table: Any, order: Any, hand: tuple[Card, ...]) -> float:
    """How high a hand lies that should lose every trick: the mean over its cards of the part of
    the missing cards of the suit that are lower; 0 is safe, 1 is all aces.

    >>> import cardlab
    >>> game, low = cardlab.game("bridge"), cardlab.cards("2S 3S 2H 4C 2D")
    >>> round(danger(None, game.ordering("S"), low), 2), round(danger(None, game.ordering("S"), cardlab.cards("QS TS")), 2)
    (0.03, 0.77)
    """
    ladders, total = _ladders(order), 0.0
    for c in hand:
        missing = [h for h, other in ladders.get(order.suit_of.get(c), ()) if other not in hand]
        height = order.power(c).get(c, 0) if order.suit_of.get(c) else 99
        total += sum(h < height for h in missing) / len(missing) if missing else 0.0
    return total / len(hand) if hand else 1.0


KEPT = 4000
"""Hands whose count is remembered with an order: the same ones come back in every deal that is
played out."""


def chances(table: State, order: Ordering, hand: tuple[Card, ...]) -> dict[Card, float]:
    """How likely each card of a hand is to take a trick."""
    others, part = max(1, table.game.players - 1), in_play(table)
    counts: dict[Any, dict[Card, float]] = _counts(order)
    key = hand, others, part
    by_card = counts.get(key)
    if by_card is None:
        if len(counts) > KEPT:
            counts.clear()
        by_card = counts[key] = _counted(_ladders(order), order, hand, others, part)
    return by_card


def _counted(
    ladders: dict[Any, list[tuple[int, Card]]],
    order: Ordering,
    hand: tuple[Card, ...],
    others: int,
    part: float,
) -> dict[Card, float]:
    trump, suit_of = order.trump, order.suit_of
    by_card: dict[Card, float] = {}
    mine: dict[Any, int] = {}
    for c in hand:
        suit = suit_of.get(c)
        mine[suit] = mine.get(suit, 0) + 1
    own_trumps = mine.get(trump, 0) if trump else 0
    held = set(hand)
    for suit, length in mine.items():
        ladder = ladders.get(suit, ())
        rounds = (len(ladder) - length) * part / others * 1.6
        i = over = 0
        for _, c in ladder:
            if c not in held:
                over += 1
                continue
            absent = (1 - part) ** over
            guard = GUARDED[over] if over < len(GUARDED) and length > over else 0.0
            p = absent + (1 - absent) * guard if over else 1.0
            if trump is not None and suit == trump:
                if i >= rounds:
                    p = max(p, 0.9)
            elif trump is not None:
                p *= DEPTH[min(i, len(DEPTH) - 1)] if not own_trumps or i < 3 else 0.25
            elif i >= rounds:
                p = max(p, 0.7)
            by_card[c] = p
            i += 1
    for c in hand:
        by_card.setdefault(c, 0.0)
    return by_card
