"""An ordering of a game as numbers, read from its own comparisons.

Knows cards, suits and what beats what.  Knows no game and no rule.

>>> import cardlab
>>> order = ordered(cardlab.game("bridge").ordering("H"))
>>> len(order.cards), order.level[0], order.wild
(52, (1, 2, 0, 0), None)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cardlab.engine.cards import Card
from cardlab.engine.memory import remember
from cardlab.engine.ordering import Ordering
from cardlab.solver.errors import CannotCompile

LONGEST_SUIT = 18


@dataclass(frozen=True)
class Order:
    """An ordering as numbers: of each card its suit and strength there; level[led][suit]: in a
    trick to which a suit was led, the card of the suit with the higher level wins; 0 cannot win.
    wild: the suit of a card that sets no suit when it is led."""

    cards: tuple[Card, ...]
    suit: tuple[int, ...]
    strength: tuple[int, ...]
    level: tuple[tuple[int, ...], ...]
    wild: int | None = None

    def best(self, trick: Sequence[int]) -> int:
        """The place in a trick of the card that wins."""
        led, at = self.suit[trick[0]], 0
        for i, card in enumerate(trick):
            if self.beats(card, trick[at], led):
                at = i
        return at

    def beats(self, card: int, other: int, led: int) -> bool:
        one, two = self.level[led][self.suit[card]], self.level[led][self.suit[other]]
        return (
            self.strength[card] > self.strength[other]
            if self.suit[card] == self.suit[other]
            else one > two
        )


@remember
def ordered(order: Ordering) -> Order:
    """An ordering as numbers, read from its own comparisons."""
    suits = list(dict.fromkeys(order.suit_of[card] for card in order.cards))
    power = {}
    for suit in suits:
        try:
            power[suit] = order.power(next(c for c in order.cards if order.suit_of[c] == suit))
        except KeyError:
            raise CannotCompile(
                f"a lead of {next(c for c in order.cards if order.suit_of[c] == suit)} sets no suit"
            ) from None
    own = {card: power[order.suit_of[card]][card] for card in order.cards}
    cards = tuple(sorted(order.cards, key=lambda c: (suits.index(order.suit_of[c]), own[c])))
    lanes = {suit: [c for c in cards if order.suit_of[c] == suit] for suit in suits}
    for lane in lanes.values():
        if len(lane) > LONGEST_SUIT:
            raise CannotCompile(
                f"a suit of {len(lane)} cards is too long; {LONGEST_SUIT} are the most"
            )
        for a, b in pairwise(lane):
            if own[a] == own[b]:
                raise CannotCompile(
                    f"{a} and {b} are equal, so that the first of them wins; only orders without"
                    " ties do"
                )
    level = []
    for led in suits:
        spans = {
            suit: (min(p), max(p))
            for suit, lane in lanes.items()
            for p in ([power[led][c] for c in lane],)
        }
        heights = sorted({span for span in spans.values() if span[1] > 0})
        if any(low[1] >= high[0] for low, high in pairwise(heights)) or any(
            s[1] > 0 >= s[0] for s in spans.values()
        ):
            raise CannotCompile(
                "the suits of this order interleave, so that no suit as a whole beats another"
            )
        if any(
            power[led][a] >= power[led][b]
            for s, lane in lanes.items()
            if spans[s][1] > 0
            for a, b in pairwise(lane)
        ):
            raise CannotCompile("the cards of a suit change places with the suit that is led")
        level.append(
            tuple(heights.index(spans[suit]) + 1 if spans[suit][1] > 0 else 0 for suit in suits)
        )
    wild = [i for i, row in enumerate(level) if row[i] == 0]
    if len(wild) > 1 or any(len(lanes[suits[i]]) > 1 for i in wild):
        raise CannotCompile(
            "several cards cannot win even when they are led; the kernel knows one such card"
        )
    strength = {card: i for lane in lanes.values() for i, card in enumerate(lane)}
    return Order(
        cards,
        tuple(suits.index(order.suit_of[c]) for c in cards),
        tuple(strength[c] for c in cards),
        tuple(level),
        wild[0] if wild else None,
    )


def suit_led(order: Order, trick: Sequence[int]) -> int | None:
    """The suit that a trick set: that of its first card which is not wild."""
    return next((suit for suit in (order.suit[card] for card in trick) if suit != order.wild), None)
