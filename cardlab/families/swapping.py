"""Swapping: each player in turn keeps a single card, or changes it for that of the neighbour.

Knows one card a hand, who changes with whom, a card that refuses, the cut of the stock, and who knows
which card after a swap.  Knows no order of cards and no score: the game says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from cardlab.engine.cards import BACK, Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import FaceUp
from cardlab.engine.game import Game, Phase, State
from cardlab.engine.lacking import STOCK_LACKS
from cardlab.engine.moves import Move, Say
from cardlab.engine.places import Known
from cardlab.engine.rulings import Ruling, may_not, rule
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, pile
from cardlab.engine.words import Seat

KEEP = Say("keep", "Keep your card", "keeps the card")
SWAP = Say("swap", "Swap with your neighbour", "swaps")
CUT = Say("cut", "Cut the stock", "cuts the stock")


@dataclass(frozen=True)
class SwapState(State):
    """aside: the cards that the dealer gave up or could not take, the last one on top; shown: the
    cards that refused a swap, for all to see."""

    aside: FaceUp[tuple[Card, ...]] = ()
    shown: tuple[Card, ...] = ()

    shows_known: ClassVar[bool] = True

    @property
    def told_to_all(self) -> tuple[Any, ...]:
        """Whoever has to show a card shows it to everybody."""
        return (*self.shown, *self.aside)

    def sees(self, viewer: int, seat: int) -> bool:
        """At the end all cards are turned up."""
        return viewer == seat or self.phase.id == "over"

    def swapped(self, one: int, other: int) -> Any:
        """The same table after two seats have changed their cards: each knows both, and whoever
        knew one of them knows where it is now."""
        moved = {one: other, other: one}
        known = [
            Known(seat, card, moved.get(holder, holder))
            for seat, card, holder in self.known
            if seat not in moved or holder not in moved
        ]
        hands = list(self.hands)
        hands[one], hands[other] = hands[other], hands[one]
        state = self.but(hands=tuple(hands), known=tuple(k for k in known if k.seat != k.holder))
        return state.remember(one, hands[other], other).remember(other, hands[one], one)


@rule("dealer-cuts-stock", "The dealer cuts", "card-exchange", "eldest", look="Who is the dealer?")
def dealer_cuts(table: SwapState, moves: tuple[Move, ...]) -> Ruling:
    """Every player may swap with the next one on the left, except the dealer, who plays last and
    may cut the stock instead."""
    if table.me == table.dealer:
        return may_not(moves, lambda m: m == SWAP, "{you} {deal}, and a dealer cuts the stock")
    because = "only a dealer cuts the stock, and that is {dealer}"
    return may_not(moves, lambda m: m == CUT, because, {"dealer": Seat(table.dealer)})


class Swapping(Phase):
    """One decision each, the dealer last."""

    id, title, doing = "swap", "Swapping", "keep or swap"
    did = "decided"
    begins = "eldest"
    prompt = "Your turn: keep your card, or swap it."
    rules = (dealer_cuts,)

    def lacking(self, state: Any) -> str:
        return "" if state.stock else STOCK_LACKS

    def enter(self, state: SwapState) -> Any:
        return state.but(to_move=state.game.next_in(state, state.dealer))

    def vocabulary(self) -> Iterable[Move]:
        return (KEEP, SWAP, CUT)

    def candidates(self, table: SwapState) -> tuple[Move, ...]:
        return (KEEP, SWAP, CUT)

    def apply(self, state: SwapState, seat: int, move: Move) -> Any:
        game = state.game
        if move == SWAP:
            other = game.next_in(state, seat)
            card = state.hands[other][0]
            if game.refuses(card):
                state = state.remember(None, (card,), other).but(shown=(*state.shown, card))
            else:
                state = state.swapped(seat, other)
        elif move == CUT:
            state = self.cut(state, seat)
        if seat == state.dealer:
            return game.showdown(state)
        return state.but(to_move=game.next_in(state, seat))

    def cut(self, state: SwapState, seat: int) -> Any:
        """The top card of the stock takes the place of the dealer's, unless it refuses."""
        top, *rest = state.stock
        if state.game.refuses(top):
            return state.but(stock=tuple(rest), aside=(*state.aside, top))
        hand = state.hands[seat]
        taken = state.but(hands=state.held(seat, (top,)), stock=tuple(rest))
        return taken.forget(seat).remember(None, (top,), seat).but(aside=(*state.aside, *hand))

    def asks(self, state: SwapState) -> str:
        if state.me is None:
            return self.prompt
        if state.me == state.dealer:
            return "You are the dealer: keep your card, or cut the stock."
        other = state.game.names[state.game.next_in(state, state.me)]
        return f"Your turn: keep your card, or swap it with {other}."

    def told(self, state: SwapState, seat: int, move: Move, name: str) -> str:
        game = state.game
        if move == SWAP:
            other = game.next_in(state, seat)
            card, neighbour = state.hands[other][0], game.names[other]
            if card is not BACK and game.refuses(card):
                return f"{name} asks {neighbour} to swap, who shows {card.sign} and keeps it."
            return f"{name} swaps with {neighbour}."
        if move == CUT:
            top = state.stock[0]
            so = " and has to keep the old card" if game.refuses(top) else " and takes it"
            return f"{name} cuts {top.sign}{so}."
        return move.told(name)


class SwapGame(Game):
    """A game of one card each."""

    shelf = GameShelf.BANKING
    State: type[SwapState] = SwapState

    def next_in(self, state: SwapState, seat: int) -> int:
        """The next seat that has a card."""
        seat = state.after_seat(seat)
        while not state.hands[seat]:
            seat = state.after_seat(seat)
        return int(seat)

    def refuses(self, card: Card) -> bool:
        """Whether the holder of this card need not swap it."""
        raise NotImplementedError(f"{type(self).__name__} does not say which card refuses")

    def showdown(self, state: Any) -> Any:
        """The table after all cards have been turned up."""
        return self.end(state)

    def safe_enough(self, table: Any) -> bool:
        """Whether somebody who goes by a rule of thumb keeps the card."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is safe")

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """aside: the cards that the dealer has turned; shown: those that refused a swap; to_move:
        the seat that decides (0 unless named)."""
        cards = {place: read_cards(given.get(place, ())) for place in ("aside", "shown")}
        return {"to_move": 0} | given | cards

    def zones(self, state: SwapState) -> list[Zone]:
        stock = pile("stock", "Stock", state.stock, open=False)
        aside = [pile("aside", "Cut", state.aside, open=True)] if state.aside else []
        return [stock, *aside]
