"""Turned trumps: the dealer's last card, or the top of the stock, is shown and fixes the trump suit.

Knows who shows which card, and where it lies.  Knows no game, no auction and no score.
"""

from __future__ import annotations

from typing import Any

from ..cards import Card
from ..game import Dealing
from ..rulings import Rule, law
from ..table import Zone, face
from .tricks import TrickGame, TrickState

DEALERS_LAST_CARD = law(
    "turn-up-trump", "The dealer's last card makes trumps",
    "The last card dealt is shown and fixes the trump suit; it belongs to the dealer's hand.", "turn-up-trump", "trump",
)  # fmt: skip


def top_of_stock(cards: int) -> Rule:
    """The law of a stock of so many cards."""
    return law(
        "turn-up-trump", "The top of the stock makes trumps",
        f"The other {cards} cards lie face down; the top one is turned up and fixes the trump suit. Nobody takes it.",
        "turn-up-trump", "trump",
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


class StockDealing(TurnUpDealing):
    """Where a stock is left, its top card is turned instead of the dealer's last, and stays on it."""

    def turn(self, state: Any, move: Any) -> Card:
        return move.stock[0] if move.stock else super().turn(state, move)

    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        state = super().apply(state, seat, move)
        return state.but(shown=state.stock[:1], stock=state.stock[1:])


class StockGame(TrickGame):
    """A game dealt in that way: the turned card lies on the stock."""

    def zones(self, state: TrickState) -> list[Zone]:
        found = super().zones(state)
        if state.shown:
            top = [face(state.shown[0], marks=("turned",))]
            found.append(Zone("stock", "stock", "pile", None, "Stock", top, True, len(state.stock) + 1))
        return found
