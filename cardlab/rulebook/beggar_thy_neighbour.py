"""Beggar Thy Neighbour: lay the top card; a face card or an ace makes the next player pay.

Source: the common rules of the game, also called Beggar My Neighbour.  House choices: a player who
runs out while paying is out, and the pile goes to whoever is owed; a pile is turned over as a block,
so that the first card laid comes out first; a game that does not end is stopped after ``turns``
cards; a second pack is for seven players or more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import RANK_NAMES, cards, pack
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Phase
from cardlab.engine.moves import Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import note
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, reason_of
from cardlab.engine.words import number, possessive, some
from cardlab.families.matches import Deals
from cardlab.families.packets import LAY, DealAll, PacketGame, PacketState
from cardlab.families.packs import PACK_OF_52, packs_option, ranks_only, too_few_for_two

TAKE = Say("take", "Take the pile", "takes the pile")
PRICES = {"J": 1, "Q": 2, "K": 3, "A": 4}
"""What the next player pays for a card, by its rank."""


@dataclass(frozen=True)
class PayingState(PacketState):
    """owed: how many cards the seat to move still owes; creditor: the seat that laid the last pay
    card, None where nothing is owed; paid: whether the pile waits for the creditor to take it."""

    owed: int = 0
    creditor: SeatNo | None = None
    paid: bool = False

    def missing(self) -> str:
        """Who laid the pay card that is paid for, and that card."""
        if not self.owed and not self.paid:
            return super().missing()
        if self.creditor is not None and any(card.rank in PRICES for card in self.pile):
            return super().missing()
        return "A pay card is paid for here: give pile, and creditor, the player who laid it"


BY_PAY_CARD = "Look at the last pay card, and at the cards laid after it."


class Paying(Phase):
    """Cards in turn; who owes lays card after card."""

    id, title, doing = "play", "The play", "lay a card"
    did = "laid"
    begins = "eldest"
    prompt = "Your turn: lay your top card."
    notes = (
        note(
            "lay-in-turn",
            "Lay in turn",
            "Each player in turn lays the top card of their packet face up on the pile. Nobody"
            " chooses anything.",
            "turn",
        ),
        note(
            "pay-cards",
            "Pay cards",
            "A jack, queen, king or ace has to be paid for by the next player who has cards: one"
            " card for a jack; two for a queen; three for a king; four for an ace. A pip card"
            " costs nothing.",
            "battle",
            "rank",
            "pip-face",
        ),
        note(
            "pay-what-is-owed",
            "Pay what is owed",
            "A player who owes lays the cards one after another. If a pay card is among them the"
            " debt is over, and the player after them owes for that card instead.",
            "battle",
            "turn",
        ),
        note(
            "paid-in-pips",
            "The pile",
            "If the whole debt is paid in pip cards, the player of the pay card takes"
            " the pile. It goes face down under that player's packet, and the same"
            " player lays the next card. {debt_text}",
            "capture",
            "battle",
        ),
    )

    def whose_turn(self, state: PayingState, last: LastMove | None) -> TurnReason | None:
        """Whose card was paid for, or is still to be; else who laid or took last."""
        if state.owed and state.creditor is not None:
            owed = f"{some(state.owed, 'card')} {'is' if state.owed == 1 else 'are'} still owed"
            told = "{who} laid a pay card, and {owed}"
            return reason_of(
                state, TurnFact.CLAIM, state.creditor, told, look=BY_PAY_CARD, owed=owed
            )
        if state.paid and state.creditor is not None:
            told = "{who} laid the last pay card, and no other came after it"
            return reason_of(state, TurnFact.CLAIM, state.creditor, told, look=BY_PAY_CARD)
        if last is not None and last.move == TAKE:
            assert last.seat is not None
            return reason_of(state, TurnFact.LAST, last.seat, "{who} took the pile")
        return super().whose_turn(state, last)

    def enter(self, state: PayingState) -> PayingState:
        return state.but(to_move=state.after_seat(state.dealer))

    def candidates(self, table: PayingState) -> tuple[Move, ...]:
        if table.paid:
            return (TAKE,)
        return (LAY,) if table.hand else ()

    def vocabulary(self) -> tuple[Move, ...]:
        return (LAY, TAKE)

    def not_offered(self, table: PayingState, move: Move) -> str:
        """The pile is taken when a pay card was paid for, and before anything else."""
        if table.paid:
            return "{your} card was paid for: the pile is taken first"
        if table.owed:
            are = "is" if table.owed == 1 else "are"
            return f"{some(table.owed, 'card')} {are} still owed before the pile is taken"
        return "no card has been paid for: the next card is laid"

    def apply(self, state: PayingState, seat: int, move: Move) -> Any:
        state = self.captured(state) if move == TAKE else self.lay_card(state, seat)
        return state.game.end(state) if state.game.ended(state) else state

    def lay_card(self, state: PayingState, seat: int) -> PayingState:
        """The top card of a packet lies on the pile, with all that it brings about."""
        card, *rest = state.hands[seat]
        state = state.but(
            hands=state.held(seat, rest), pile=(*state.pile, card), laid=state.laid + 1
        )
        if price := PRICES.get(card.rank):
            return self.bill(state.but(creditor=seat), price, state.after_seat(seat))
        if state.owed > 1:
            return self.pay_on(state.but(owed=state.owed - 1), seat)
        if state.owed:
            return self.settled(state)
        return state.but(to_move=self.next_with_cards(state, state.after_seat(seat)))

    def next_with_cards(self, state: PayingState, seat: int) -> int | None:
        """This seat or the next one that has cards; None where nobody has."""
        for _ in range(state.game.players):
            if state.hands[seat]:
                return seat
            seat = state.after_seat(seat)
        return None

    def bill(self, state: PayingState, owed: int, seat: int) -> PayingState:
        """From this seat on, the next player but the creditor who has cards owes so much; where
        there is none, the creditor takes the pile."""
        for _ in range(state.game.players):
            if state.hands[seat] and seat != state.creditor:
                return state.but(owed=owed, to_move=seat)
            seat = state.after_seat(seat)
        return self.settled(state)

    def pay_on(self, state: PayingState, seat: int) -> PayingState:
        """Who owes more lays the next card, if there is one."""
        if state.hands[seat]:
            return state
        if state.game.debt == "passes-on":
            return self.bill(state, state.owed, state.after_seat(seat))
        return self.settled(state)

    def settled(self, state: PayingState) -> PayingState:
        """The pile is the creditor's, who takes it next."""
        return state.but(owed=0, paid=True, to_move=state.creditor)

    def captured(self, state: PayingState) -> PayingState:
        """The creditor takes the pile, and lays the next card."""
        seat = state.creditor
        assert seat is not None
        won = state.held(seat, (*state.hands[seat], *state.pile))
        return state.but(hands=won, pile=(), paid=False, creditor=None, to_move=seat)

    def asks(self, state: PayingState) -> str:
        if state.paid:
            return "Your card was paid for: take the pile."
        if state.me is None or not state.owed:
            return self.prompt
        return f"You owe {some(state.owed, 'card')}: lay your top card."

    def told(self, state: PayingState, seat: int, move: Move, name: str) -> str:
        if move == TAKE:
            return f"{name} takes {some(len(state.pile), 'card')}."
        card, names, after = state.hands[seat][0], state.game.names, self.lay_card(state, seat)
        told = f"{name} lays {card.sign}"
        if after.paid:
            return f"{told}: the pile is {possessive(names[after.to_move or 0])}."
        if card.rank in PRICES and after.to_move is not None:
            return f"{told}: {names[after.to_move]} owes {number(after.owed)}."
        return f"{told}."


DEBTS = {
    "ends": "the creditor takes the pile",
    "passes-on": "the next player owes the rest",
}


PLAYERS_FOR_TWO_PACKS = 7


class BeggarThyNeighbour(PacketGame):
    """Lay the top card of your packet, and hope. A face card or an ace makes the next player pay,
    and whoever is paid in full takes the pile. The last player with cards wins."""

    id, title, picture = "beggar-thy-neighbour", "Beggar Thy Neighbour", "KS 7D JC"
    counts_instead = PACK_OF_52
    seats = (2, 10, 2)
    State: type[PayingState] = PayingState
    packs = packs_option(PLAYERS_FOR_TWO_PACKS)
    debt = Option("ends", DEBTS, "What happens when somebody runs out of cards while paying.")
    turns = Option(
        1000,
        range(1, 5001),
        "After this many cards have been laid, the game ends in any case.",
        house=True,
    )
    deals = Option(1, range(1, 21), "How many deals make a match.", house=True)

    @property
    def debt_text(self) -> str:
        """What happens when a payer has no cards left, as a sentence."""
        if self.debt == "passes-on":
            return "A player who runs out of cards while paying is out, and the next player owes the rest."
        return "A player who runs out of cards while paying is out, and the pile is taken all the same."

    def impossible(self) -> str:
        return too_few_for_two(self, PLAYERS_FOR_TWO_PACKS)

    def setup(self) -> None:
        self.pack = pack(decks=self.packs)
        self.phases = (DealAll(), Paying())
        self.notes = (
            ranks_only("standard-deck", packs=self.packs),
            note(
                "last-with-cards",
                "The end of a game",
                "A game ends when only one player has cards and nobody is owed anything, or when"
                f" {some(self.turns, 'card')} {'has' if self.turns == 1 else 'have'} been laid.",
                "turn",
                part=SheetPart.END,
            ),
        )
        self.ends = (Deals(self.deals),)

    def ended(self, state: PayingState) -> bool:
        """Whether the game ends here."""
        holders = sum(map(bool, state.hands))
        return not state.paid and (state.laid >= self.turns or (holders < 2 and not state.owed))

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """pile: cards from the bottom up; owed and creditor; to_move: the seat to lay (0 unless
        named)."""
        return {"to_move": 0} | given | {"pile": cards(given.get("pile", ()))}

    def shown(self, state: PayingState) -> int:
        """The last pay card, and what was laid on it."""
        back = next((i for i, c in enumerate(reversed(state.pile), 1) if c.rank in PRICES), 1)
        return max(2, back if state.owed or state.paid else 1)

    def panels(self, state: PayingState) -> dict[str, Any]:
        if not state.owed or state.to_move is None or state.creditor is None:
            return {}
        last = next(card for card in reversed(state.pile) if card.rank in PRICES)
        owes = f"owes {number(state.owed)} for the {RANK_NAMES[last.rank]}"
        return {"notes": {state.to_move: [owes], state.creditor: [f"laid {last.sign}"]}}
