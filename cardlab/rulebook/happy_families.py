"""Happy Families: ask another player for one card by its name, until a family is complete.

Source: the common rules of the game, also called Quartets.  House choices: played with the pack of
52, whose ranks are the thirteen families; whoever is asked in vain asks next; each family scores a
point, and one deal is the match (options).  The packs of 44 cards that are made for the game (option) have
pictures of their own; here eleven ranks stand for their families, and the suits for the members.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import BACK, RANKS, SUITS, Card, pack
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import BySeat
from cardlab.engine.game import Standing
from cardlab.engine.moves import Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.rulings import Ruling, may_not, note, rule, silent
from cardlab.families.asking import (
    Ask,
    AskingState,
    AskOthers,
    UnseenCards,
    ask_for_card,
    ask_somebody_with_cards,
    within_hand,
)
from cardlab.families.sets_laid import SetsGame
from cardlab.families.whole_hands import HandsOfAll

NEXT = {
    "asked": "the turn passes to the player who was asked",
    "left": "the turn passes to the left",
}
FAMILIES = {
    "pack-of-52": "the thirteen ranks of the pack of 52",
    "special44": "eleven ranks, for a special pack of 44 cards",
}
PACK_OF_44 = note(
    "pack-of-44",
    "The pack of 44",
    "Take the twos and threes out of the pack of 52; the 44 cards left stand for the eleven families"
    " of a pack made for the game.",
    "stripped-pack",
    part=SheetPart.PACK,
)


@dataclass(frozen=True)
class FamiliesState(AskingState):
    """lacking: by seat, the cards that everybody knows not to be in the hand: they were asked for
    there, or by its holder."""

    lacking: BySeat[tuple[Card, ...]] = ()

    @property
    def told_to_all(self) -> tuple[Any, ...]:
        return (*super().told_to_all, *self.lacking)

    def lacks(self, seat: int, card: Card) -> FamiliesState:
        """The same table after everybody has learnt that a hand is without a card."""
        return self._with_lacking(seat, dict.fromkeys((*self.lacking[seat], card)))

    def has_now(self, seat: int, card: Card) -> FamiliesState:
        """The same table after a seat was given a card."""
        return self._with_lacking(seat, [c for c in self.lacking[seat] if c != card])

    def _with_lacking(self, seat: int, cards: Iterable[Card]) -> FamiliesState:
        return self.but(lacking=(*self.lacking[:seat], tuple(cards), *self.lacking[seat + 1 :]))

    def settled(self, rank: str) -> FamiliesState:
        left = tuple(tuple(c for c in cards if c.rank != rank) for cards in self.lacking)
        return super().settled(rank).but(lacking=left)  # type: ignore[return-value]  # but() keeps the type

    def may_hold(self, seat: int | None, card: Card) -> bool:
        return super().may_hold(seat, card) and (seat is None or card not in self.lacking[seat])


@rule("family-in-hand", "Ask within your families", "set", "hand", look="Look at your own hand.")
def family_in_hand(table: FamiliesState, moves: tuple[Move, ...]) -> Ruling:
    """Ask only for a card of a family from which you hold a card yourself."""
    return within_hand(table, moves, "{you} {hold} a card of each family that is named")


@rule("not-your-own-card", "Ask for what you lack", "hand", look="Look at your own hand.")
def not_your_own_card(table: FamiliesState, moves: tuple[Move, ...]) -> Ruling:
    """Do not ask for a card that you hold yourself."""
    own = next((m for m in moves if isinstance(m, Ask) and m.wanted in table.hand), None)
    if own is None:
        return silent(moves, "{you} {hold} none of the cards that are named")
    return may_not(
        moves,
        lambda m: isinstance(m, Ask) and m.wanted in table.hand,
        "{card} is in {your} own hand",
        {"card": Card(own.wanted)},
    )


class AskingForCards(AskOthers):
    """Cards are asked for one by one, and given for all to see."""

    rules = (ask_somebody_with_cards, family_in_hand, not_your_own_card)
    given_openly = True
    notes = (
        note(
            "families-are-ranks",
            "Families",
            "The four cards of a rank are a family: four queens, four sevens.{members}",
            "set",
        ),
        note(
            "ask-for-a-card",
            "Ask for a card",
            "In turn, ask one other player for one card by its name: “West, have you the nine of"
            " hearts?” A player who has it gives it to you for all to see, and you ask again,"
            " the same player or another.",
            "turn",
            "hand",
        ),
        note(
            "not-at-home",
            "Not at home",
            "A player who has not got the card says “Not at home”, and {passes}.",
            "turn",
        ),
        note(
            "whole-family",
            "Lay a whole family",
            "A player who has all four cards of a family lays them on the table at once.",
            "set",
            "meld",
            "lay-down",
        ),
        note(
            "out-of-cards",
            "A hand without cards",
            "A player who has no cards left is passed over and is asked for nothing.",
            "hand",
            "turn",
        ),
    )

    def asks_of(self, table: FamiliesState) -> tuple[Ask, ...]:
        ranks = dict.fromkeys(card.rank for card in table.hand)
        wanted = [Card(r + s) for r in ranks for s in SUITS if r + s not in table.hand]
        return tuple(
            ask_for_card(seat, name, card) for seat, name in self.others(table) for card in wanted
        )

    def asked(self, seat: int, name: str, wanted: str) -> Ask | None:
        cards = {card.name: card for card in pack()} | {f"the {c.name}": c for c in pack()}
        try:
            return ask_for_card(seat, name, cards.get(wanted) or Card(wanted))
        except ValueError:
            return None

    def after_gift(self, state: Any, move: Ask, left: Any) -> Any:
        """The giver is known to hold one card fewer of the family, and to lack this one."""
        card, seat = Card(move.wanted), state.to_move
        least = (state.knows(move.seat, move.rank) or 0) - 1
        state = state.has_now(seat, card).lacks(move.seat, card)
        if least < 0:
            return state
        if least:
            return state.hear(move.seat, move.rank, least)
        return state.unheard(move.seat, move.rank)

    def nothing(self, state: FamiliesState, seat: int, move: Ask) -> Any:
        card = Card(move.wanted)
        state = state.lacks(seat, card).lacks(move.seat, card)
        following = move.seat if state.game.pass_to == "asked" else state.after_seat(seat)
        return self.to_somebody(self.passed(state, following))

    def told(self, state: AskingState, seat: int, move: Any, name: str) -> str:
        return super().told(state, seat, move, name).replace(", in vain.", ": “Not at home.”")


class HappyFamilies(SetsGame):
    """Collect whole families, the four cards of a rank, by asking the others for one card after
    another. Whoever is asked in vain asks next, so remember who wanted what."""

    id, title, picture = "happy-families", "Happy Families", "QS QH QC QD"
    counts_instead = "families-are-ranks"
    seats = (3, 6, 4)
    State: type[FamiliesState] = FamiliesState
    set_names = ("family", "families")
    turn_worth = 0.4  # there is no stock to draw from: cards come by asking alone
    families = Option("pack-of-52", FAMILIES, "Which cards are the families.")
    pass_to = Option("asked", NEXT, "Who asks next when the card is not there.")
    quiet = {
        "family-in-hand": Typed("ask North for 2S"),
        "not-your-own-card": Typed("ask North for AS"),
    }

    @property
    def passes(self) -> str:
        """What happens after a card that is not there."""
        return NEXT[self.pass_to]

    @property
    def members(self) -> str:
        """Whom the cards of a family stand for, as a sentence."""
        if self.families == "pack-of-52":
            return ""
        return " ♠ stands for Mr, ♥ for Mrs, ♣ for Master and ♦ for Miss."

    def setup(self) -> None:
        special = self.families == "special44"
        self.pack = pack(RANKS.rstrip("23") if special else RANKS)
        self.notes = (PACK_OF_44,) if special else ()
        self.phases = (HandsOfAll(), AskingForCards())
        super().setup()

    def begin(self, standing: Standing) -> Any:
        return super().begin(standing).but(lacking=((),) * self.players)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """As in any game of asking; lacking: cards by seat."""
        lacking = given.get("lacking") or ((),) * self.players
        return super().position(given) | {"lacking": tuple(read_cards(part) for part in lacking)}

    def chances(self, table: Any, asks: Iterable[Ask]) -> dict[Ask, float]:
        """As in any game of asking, with every card looked for once."""
        where: dict[str, dict[int, float]] = {}
        likely = {}
        for ask in asks:
            wanted = ask.wanted
            if wanted not in where:
                where[wanted] = self.whereabouts(table, Card(wanted))
            likely[ask] = where[wanted].get(ask.seat, 0.0)
        return likely

    def chance(self, table: Any, ask: Ask, hidden: UnseenCards | None = None) -> float:
        """How likely it is that a seat has the card."""
        return self.whereabouts(table, Card(ask.wanted)).get(ask.seat, 0.0)

    @staticmethod
    def whereabouts(table: Any, card: Card) -> dict[int, float]:
        """How likely each seat has a card: it lies in each hand in which it may be with a chance as
        large as the unseen part of that hand, unless cards of its family are known to be there."""
        holder = next((seat for seat, hand in enumerate(table.hands) if card in hand), None)
        if holder is not None:
            return {holder: 1.0}
        unseen = {
            seat: hand.count(BACK)
            for seat, hand in enumerate(table.hands)
            if BACK in hand and table.may_hold(seat, card)
        }
        every, rank = sum(unseen.values()), card.rank
        where = {}
        for seat, backs in unseen.items():
            where[seat] = share = backs / every
            least = table.knows(seat, rank) or 0
            least -= sum(c.rank == rank for c in table.hands[seat]) if least else 0
            if least > 0:
                family = [Card(rank + suit) for suit in SUITS]
                seen = [c for c in family if any(c in hand for hand in table.hands)]
                may_be = [c for c in family if c not in seen and table.may_hold(seat, c)]
                where[seat] = max(share, min(1.0, least / len(may_be)))
        return where
