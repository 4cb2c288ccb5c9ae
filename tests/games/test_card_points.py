"""What cards count for whoever takes them, as the sources have it, card by card."""

from __future__ import annotations

import pytest

import cardlab

TENS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
PLAIN = {
    "skat": TENS,
    "klaverjassen": TENS,
    "malilla": {"7": 5, "A": 4, "K": 3, "Q": 2, "J": 1},
    "couillon": {"A": 4, "K": 3, "Q": 2, "J": 1},
    "scotch-whist": {},
}
"""By rank in a plain suit; what is not named counts nothing."""
TRUMPS = {
    "klaverjassen": {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
    "scotch-whist": {"J": 11, "T": 10, "A": 4, "K": 3, "Q": 2},
}
"""Where a trump counts something else."""
ALL = {"skat": 120, "klaverjassen": 152, "scotch-whist": 30, "malilla": 60, "couillon": 40}
"""What all cards count together, spades being trumps."""


@pytest.mark.parametrize("id", PLAIN)
def test_every_card_counts_what_the_source_says(id: str) -> None:
    game = cardlab.game(id)
    order = game.ordering("S")
    for card in game.pack:
        trump = id in TRUMPS and order.is_trump(card)
        points = TRUMPS[id] if trump else PLAIN[id]
        assert order.worth_of[card] == points.get(card.rank, 0), card


@pytest.mark.parametrize("id", ALL)
def test_all_cards_together(id: str) -> None:
    game = cardlab.game(id)
    assert sum(game.ordering("S").worth_of[card] for card in game.pack) == ALL[id]


def test_single_cards_that_count() -> None:
    hearts, kaiser = cardlab.game("hearts"), cardlab.game("kaiser")
    penalties = {str(card): hearts.card_points(card) for card in hearts.pack}
    assert {card for card, points in penalties.items() if points == 1} == {
        f"{rank}H" for rank in "AKQJT98765432"
    }
    assert penalties["QS"] == 13 and sum(penalties.values()) == 26
    counted = {str(card): kaiser.card_points(card) for card in kaiser.pack}
    assert {card: points for card, points in counted.items() if points} == {"5H": 5, "3S": -3}
