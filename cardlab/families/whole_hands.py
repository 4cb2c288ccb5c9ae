"""The whole pack dealt out into hands that their holders look at.

Knows how many cards everybody is dealt and how a hand is held: by rank, aces first.  Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.moves import Deal
from cardlab.engine.rulings import Rule, note
from cardlab.families.packets import DealAll

LOW_TO_HIGH = "A23456789TJQK"
"""The ranks as people sort a hand in which an ace is the lowest card."""


def from_low(hand: Iterable[Card]) -> tuple[Card, ...]:
    """A hand with the cards of a rank side by side, from the aces to the kings."""
    return tuple(sorted(hand, key=lambda card: (LOW_TO_HIGH.index(card.rank), card.suit)))


class HandsOfAll(DealAll):
    """The whole pack is dealt, and everybody looks at their cards."""

    notes: tuple[Rule, ...] = (
        note(
            "deal-hands",
            "Deal all the cards",
            "Shuffle and deal the whole pack{extra_cards}.",
            "deal",
            "hand",
        ),
    )

    def apply(self, state: Any, seat: int | None, move: Deal) -> Any:
        hands = tuple(from_low(hand) for hand in move.hands)
        return state.game.next_phase(state.but(hands=hands, stock=move.stock))
