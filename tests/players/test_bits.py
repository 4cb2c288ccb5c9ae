"""Sets of cards as bits say what lists of the same cards say."""

from __future__ import annotations

import random

import pytest

import cardlab
from cardlab.players.bits import bits_of, highest, led_bits

ORDERS = [
    ("kaiser", "H"),
    ("hearts", "NT"),
    ("cardigan", "RED"),
    ("malilla", "C"),
    ("skat", "grand"),
]


@pytest.mark.parametrize(("name", "word"), ORDERS)
def test_bits_count_as_lists_do(name: str, word: str) -> None:
    game, rng = cardlab.game(name), random.Random(7)
    order = game.ordering(word)
    bits = bits_of(order)
    for _ in range(40):
        cards = rng.sample(order.cards, rng.randrange(len(order.cards)))
        card, led = rng.choice(order.cards), rng.choice(order.cards)
        present, own, power = bits.set_of(cards), order.power(card), order.power(led)
        of_suit = [c for c in cards if order.suit_of[c] is order.suit_of[card]]
        assert (present & bits.suit[card]).bit_count() == len(of_suit)
        lower = [c for c in of_suit if own[c] < own[card]]
        assert (present & bits.below[card]).bit_count() == len(lower)
        higher = [c for c in of_suit if own[c] > own[card]]
        assert (present & bits.above[card]).bit_count() == len(higher)
        led_to = led_bits(order, led)
        stronger = [c for c in cards if power[c] > power[card]]
        assert (present & led_to.stronger[power[card]]).bit_count() == len(stronger)
        assert highest(led_to.strengths, present) == max([power[c] for c in cards], default=-1)
        costs = [order.worth_of[c] for c in of_suit if order.worth_of[c] > 0]
        assert highest(bits.costs[order.suit_of[card]], present) == max(costs, default=-1)


def test_what_the_cards_cost_is_not_taken_from_another_table() -> None:
    dear, cheap = (cardlab.game("hearts", queen_costs=cost).ordering("NT") for cost in (26, 5))
    assert dear != cheap
    spades = dear.suit_of[cardlab.Card("QS")]
    assert [highest(bits_of(o).costs[spades], bits_of(o).all) for o in (dear, cheap)] == [26, 5]
