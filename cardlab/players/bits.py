"""Sets of cards as the bits of a number, under one order: which of them are lower, higher or of one
suit is found by ``&``, and how many they are by counting bits.

Knows orders and what a card counts in a trick.  Knows no table and no game.  A bit stands for all
copies of a card.

>>> import cardlab
>>> order = cardlab.game("kaiser").ordering("S")
>>> bits, hand = bits_of(order), cardlab.cards("AH 9H KC")
>>> held = bits.set_of(hand)
>>> (held & bits.below["AH"]).bit_count(), (held & bits.suit["AH"]).bit_count()
(1, 2)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from cardlab.engine.cards import BACK, Card
from cardlab.engine.memory import remember
from cardlab.engine.ordering import Ordering

Rungs = tuple[tuple[int, int], ...]
"""Numbers from high to low, each with the cards that it belongs to."""


class Bits(NamedTuple):
    """The bits of the cards of an order.

    all: of every card; of: by card, its own; suit, below, above: by card, those of its suit, and of
    the cards of its suit that are lower and higher; suits: by suit; heights, costs: by suit, the
    strengths of its cards when it is led, and what they count for whoever takes them, where that is
    more than nothing.
    """

    all: int
    of: dict[Card, int]
    suit: dict[Card, int]
    below: dict[Card, int]
    above: dict[Card, int]
    suits: dict[Any, int]
    heights: dict[Any, Rungs]
    costs: dict[Any, Rungs]

    def set_of(self, cards: Iterable[Card]) -> int:
        """These cards, as bits."""
        of, held = self.of, 0
        for card in cards:
            held |= of[card]
        return held


class Led(NamedTuple):
    """The cards of an order when a suit is led.

    strengths: those that there are, with their cards; stronger: by strength, the cards that beat a
    card of it.
    """

    strengths: Rungs
    stronger: dict[int, int]


@remember
def bits_of(order: Ordering) -> Bits:
    """The bits of the cards of an order."""
    of = {card: 1 << number for number, card in enumerate(order.cards)}
    height = {c: order.power(c)[c] if order.suit_of[c] else 0 for c in order.cards}
    suits = _gathered({card: order.suit_of[card] for card in of}, of)
    by_suit = {suit: [c for c in of if order.suit_of[c] == suit] for suit in suits}
    heights = {suit: _rungs({c: height[c] for c in cards}, of) for suit, cards in by_suit.items()}
    costs = {
        suit: _rungs({c: order.worth_of[c] for c in cards if order.worth_of[c] > 0}, of)
        for suit, cards in by_suit.items()
    }
    below, above = dict.fromkeys(of, 0), dict.fromkeys(of, 0)
    for card in of:
        for strength, cards in heights[order.suit_of[card]]:
            if strength < height[card]:
                below[card] |= cards
            elif strength > height[card]:
                above[card] |= cards
    suit = {card: suits[order.suit_of[card]] for card in of}
    return Bits((1 << len(of)) - 1, of | {BACK: 0}, suit, below, above, suits, heights, costs)


@remember
def led_bits(order: Ordering, led: Card) -> Led:
    """The cards of an order in a trick to which this card is led."""
    of, power = bits_of(order).of, order.power(led)
    strengths = _rungs({card: power[card] for card in order.cards}, of)
    stronger = {}
    seen = 0
    for strength, cards in strengths:
        stronger[strength] = seen
        seen |= cards
    return Led(strengths, stronger)


def highest(rungs: Rungs, cards: int) -> int:
    """The highest number that belongs to one of these cards; -1 where none does."""
    for number, those in rungs:
        if those & cards:
            return number
    return -1


def _gathered(by_card: dict[Card, Any], of: dict[Card, int]) -> dict[Any, int]:
    """The cards of each value, as bits."""
    gathered: dict[Any, int] = {}
    for card, value in by_card.items():
        gathered[value] = gathered.get(value, 0) | of[card]
    return gathered


def _rungs(by_card: dict[Card, int], of: dict[Card, int]) -> Rungs:
    return tuple(sorted(_gathered(by_card, of).items(), reverse=True))
