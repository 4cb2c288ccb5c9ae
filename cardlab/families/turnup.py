"""Turned trumps: the dealer's last card is shown and fixes the trump suit.

Knows who shows which card.  Knows no game, no auction and no score.
"""

from __future__ import annotations

from typing import Any

from ..cards import Card
from ..game import Dealing
from ..rulings import Rule, law

DEALERS_LAST_CARD = law(
    "turn-up-trump", "The dealer's last card makes trumps",
    "The last card dealt is shown and fixes the trump suit; it belongs to the dealer's hand.", "turn-up-trump", "trump",
)  # fmt: skip


class TurnUpDealing(Dealing):
    """Deal, and show the dealer's last card for trumps; the dealer keeps it."""

    laws: tuple[Rule, ...] = (*Dealing.laws, DEALERS_LAST_CARD)  # type: ignore[assignment]

    def turn(self, state: Any, move: Any) -> Card:
        """The card that fixes trumps."""
        card: Card = move.hands[state.dealer][-1]
        return card

    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        turned = self.turn(state, move)
        return super().apply(state.but(turned=turned, order=state.game.ordering(turned.suit)), seat, move)
