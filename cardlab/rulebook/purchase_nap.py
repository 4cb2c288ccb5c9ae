"""Purchase Nap: before the bidding everybody may buy new cards; the price goes to a pool that
waits for a five.

Source: the Purchase Nap entry of the project's first collection of rules.  House choices: the price
is for each card (``priced``) and is 1 (``price``); everybody buys once, from none to five cards;
when the stock runs out, later players take what is left; what lies in the pool when the agreed
deals are over is split, as in Pool Nap.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.game import Phase
from cardlab.engine.moves import Discard, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, any_move, may_not, note, rule
from cardlab.engine.words import Seat, some
from cardlab.families.exchanges import PutAway
from cardlab.families.pools import into_pool
from cardlab.families.solo import SoloState
from cardlab.rulebook.pool_nap import JackpotNap

DONE = Say("done", "Done", "puts nothing more away")

FIVE_EACH = note(
    "five-and-stock",
    "Packets of three and two",
    "Deal the cards in packets of three and two; the rest is the stock.",
    "deal",
    "hand",
    "stock",
)
SERVED = note(
    "served-in-turn",
    "Served in turn",
    "Beginning at the dealer's left, each player in turn is served once, the dealer last. Put"
    " away any number of cards, face down, and receive as many from the stock. Cards put away"
    " are not looked at again.",
    "exchange-draw",
    "turn",
    "stock",
)


def bought(state: Any, seat: int) -> int:
    """How many cards a seat has put away."""
    return len(state.away[seat]) if state.away else 0


@rule("stock-too-small", "No more than the stock has", "stock")
def within_the_stock(table: Any, moves: tuple[Move, ...]) -> Any:
    """Buy no more cards than are left in the stock."""
    left = len(table.stock) - bought(table, table.me)
    because = (
        "the stock has no more for {you}" if not left else "the stock has {count} more for {you}"
    )
    return may_not(
        moves,
        lambda m: not left and isinstance(m, Discard),
        because,
        {"count": left},
        leaves=any_move,
    )


class Purchase(PutAway):
    """Each seat once: put cards away, pay for as many, and receive them."""

    part = SheetPart.BEFORE

    id, title, doing = "purchase", "The purchase", "buy cards"
    did = "bought"
    begins = "eldest"
    prompt = "Put away what you want replaced, then say done."
    rules = (within_the_stock,)
    spoken = (DONE,)

    def enter(self, state: SoloState) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def candidates(self, table: SoloState) -> tuple[Move, ...]:
        return (DONE, *super().candidates(table))

    def apply(self, state: SoloState, seat: int, move: Any) -> Any:
        if move != DONE:
            return state.put_away(seat, move.card)
        n = bought(state, seat)
        state = state.but(
            hands=state.held(seat, (*state.hands[seat], *state.stock[:n])), stock=state.stock[n:]
        )
        if n:
            game = state.game
            price = game.price * (n if game.priced == "card" else 1)
            paid = into_pool(
                game,
                seat,
                "Cards bought",
                self.notes[1],
                price,
                game.tell("{who} bought {cards}", who=Seat(seat), cards=some(n, "card")),
            )
            state = state.but(pegged=(*state.pegged, paid))
        return (
            state.game.next_phase(state)
            if seat == state.dealer
            else state.but(to_move=state.after_seat(seat))
        )

    def told(self, state: SoloState, seat: int, move: Move, name: str) -> str:
        n = bought(state, seat)
        return (
            f"{name} buys {some(n, 'card')}."
            if move == DONE
            else super().told(state, seat, move, name)
        )


class PurchaseNap(JackpotNap):
    """Nap with a shop: before the bidding everybody may put cards away and buy as many from the
    stock. The money goes to a pool, which the next player to bid five and make it takes."""

    id, title, picture = "purchase-nap", "Purchase Nap", "AD KD QD JD TD"
    price = Option(1, range(1, 11), "What a purchase costs.", house=True)
    priced = Option(
        "card",
        ("card", "purchase"),
        "What the price is for.",
        house=True,
        told={"card": "each card", "purchase": "a purchase of any size"},
    )
    deal_notes: tuple[Rule, ...] = (FIVE_EACH,)

    def before_the_bids(self) -> tuple[Phase, ...]:
        per = "for each card" if self.priced == "card" else "for a purchase of any size"
        price = note(
            "price", "The price", f"Pay the pool {some(self.price, 'chip')} {per}.", "pool", "stake"
        )
        return (Purchase(notes=(SERVED, price)),)
