"""Rummy with melds on the table: draw a card, lay down melds and lay cards off on those of anybody,
discard one, and go out.

Knows the turn, the melds on the table, what may be laid, and what happens when the stock is used
up.  Knows no game, no size of hands and no score.

>>> from cardlab.engine.cards import cards
>>> lay_meld(cards("4S 5S 6S")), lay_meld(cards("4S 5S 6S")).label
(meld 4S 5S 6S, 'Meld 4♠, 5♠ and 6♠')
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from cardlab.engine.cards import Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import OVER, Dealing, Phase, Standing
from cardlab.engine.moves import DISCARDS, Deal, Discard, LayOff, Move, Say, SeveralCards
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, silent
from cardlab.engine.table import Zone
from cardlab.engine.words import listed, number
from cardlab.families.melding import (
    ACES_LOW,
    DRAW,
    Draw,
    Meld,
    Melding,
    OpenMeldGame,
    OpenState,
    alike,
    discard_one,
    draw_first,
    extends_meld,
    read_lay_off,
    take,
    taken_card_stays,
)

DECLINE = Say("decline", "Decline it", "declines the last discard")
TURNED, SHUFFLED, BLOCKS = "turned", "shuffled", "blocks"
"""What happens to the discards when the stock is used up: they are turned over as they lie, or
shuffled; or the deal is blocked."""


UPCARD = note(
    "upcard",
    "The upcard and the stock",
    "After the deal turn the next card up to begin the discard pile, and put the rest face down as"
    " the stock. The player on the dealer's left begins.",
    "stock",
    "discard-pile",
    "eldest",
)
OUT = note(
    "going-out",
    "Going out",
    "A player who has no card left, after a discard or because all are laid down and laid off,"
    " is out and wins the deal.",
    "going-out",
    "hand",
    part=SheetPart.END,
)
USED_UP = {
    TURNED: note(
        "stock-used-up",
        "When the stock is used up",
        "All the discards but the top one are turned over, without shuffling, as a new stock. If"
        " that is used up too, the deal is void and the same dealer deals again.",
        "stock",
    ),
    SHUFFLED: note(
        "stock-used-up",
        "When the stock is used up",
        "All the discards but the top one are shuffled as a new stock. If that is used up too, the deal"
        " is void and the same dealer deals again.",
        "stock",
    ),
    BLOCKS: note(
        "blocked",
        "When the stock is used up",
        "The discards are not used again. In turn each player may take the top discard, and"
        " discards another card; the first to decline ends the deal.",
        "stock",
        "stock-exhausted",
    ),
}
"""The note on the end of the stock, by what happens to the discards."""


class LayMeld(SeveralCards):
    """Lay a meld on the table."""

    __slots__ = ()
    verb, title = "meld", "Meld"  # type: ignore[assignment]


def lay_meld(cards: Iterable[Card]) -> LayMeld:
    """The move that lays down these cards as a meld."""
    made: LayMeld = LayMeld(*cards)
    return made


def in_line(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards of a meld from low to high, as a run is read.

    >>> in_line(read_cards("TH 7H 9H 8H"))
    (7H, 8H, 9H, TH)
    """
    return tuple(sorted(cards, key=lambda card: ACES_LOW.index(card.rank)))


class MeldOpenCard(Move):
    """Meld a card that lies open, at once, with cards of the hand, of melds on the table or
    both."""

    __slots__ = ()
    verb, title = "use", "Use"

    @classmethod
    def write(cls, card: str, held: tuple[Card, ...], lying: tuple[Card, ...] = ()) -> Any:
        parts = [f"with {' '.join(held)}"] if held else []
        parts += [f"on {' '.join(lying)}"] if lying else []
        text = f"{cls.verb} {card} {' '.join(parts)}"
        label = (
            f"{cls.title} {Card(card).sign}: {listed(in_line((Card(card), *held, *lying)), most=8)}"
        )
        return text, held[0] if held else None, (*held[1:], *lying, Card(card)), label, None

    @property
    def open_card(self) -> Card:
        """The card that lies open."""
        return Card(self.args[0])

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards that come from the hand."""
        return tuple(self.args[1])

    @property
    def lying(self) -> tuple[Card, ...]:
        """The cards that lie in melds already."""
        return tuple(self.args[2]) if len(self.args) > 2 else ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the meld."""
        return (self.open_card, *self.held, *self.lying)

    def told(self, name: str) -> str:
        cards = listed(in_line(self.cards), most=8)
        return f"{name} {self.verb}s {self.open_card.sign} for {cards}."


def meld_open_card(card: Card, held: Iterable[Card], lying: Iterable[Card] = ()) -> MeldOpenCard:
    """The move that melds an open card with these of the hand and those of melds on the table."""
    made: MeldOpenCard = MeldOpenCard(card, tuple(held), tuple(lying))
    return made


class ForceCard(Move):
    """Force an open card on a meld of another player."""

    __slots__ = ()
    verb, title = "force", "Force"

    @classmethod
    def write(cls, card: str, meld: tuple[Card, ...]) -> Any:
        up, lies = Card(card), tuple(meld)
        label = f"Force {up.sign} on {' '.join(c.sign for c in lies)}"
        return f"force {up} on {' '.join(lies)}", None, (*lies, up), label, None

    @property
    def open_card(self) -> Card:
        """The card that lies open."""
        return Card(self.args[0])

    @property
    def meld(self) -> Meld:
        """The meld that it is forced on."""
        return tuple(self.args[1])

    def told(self, name: str) -> str:
        return f"{name} forces {self.open_card.sign} on {listed(self.meld, most=8)}."


def force_card(card: Card, meld: Iterable[Card]) -> ForceCard:
    """The move that forces an open card on a meld."""
    made: ForceCard = ForceCard(card, tuple(meld))
    return made


OUT_LACKS = "Somebody goes out when a deal ends: give out, a player"
"""What a table lacks at the end of a deal that is scored by who has gone out."""


@dataclass(frozen=True)
class TableState(OpenState):
    """picked_up: the card that was taken from the discards in this turn; laid: how often this
    turn has laid something; had: who has laid something in earlier turns; turned: the discards
    have been used as a stock already; out: who has gone out; blocked: somebody declined the last
    discard."""

    picked_up: Card | None = None
    laid: int = 0
    had: tuple[SeatNo, ...] = ()
    turned: bool = False
    out: SeatNo | None = None
    blocked: bool = False

    @property
    def drawn(self) -> Card | None:
        """The card just drawn, while it is in the hand."""
        if self.picked_up is not None:
            return self.picked_up if self.picked_up in self.hand else None
        return super().drawn if not self.laid else None

    def own(self) -> tuple[Meld, ...]:
        """The melds on which the seat that acts may lay off."""
        seat = self.me if self.me is not None else self.to_move
        return () if seat is None else self.game.open_to(self, seat)

    def sees(self, viewer: int, seat: int) -> bool:
        return viewer == seat or self.phase is OVER


@rule("legal-meld", "Sets and runs", "meld", "set", "run", "lay-down", look="Set, or run?")
def legal_meld(table: TableState, moves: tuple[Move, ...]) -> Ruling:
    """You may lay down a meld from your hand, {what_melds_are}.{ace_text}"""
    melding: Melding = table.game.melding
    lays = [m for m in moves if isinstance(m, LayMeld)]
    wrong = [m for m in lays if not melding.is_meld(m.cards)]
    short = bool(wrong) and too_few(melding, wrong[0].cards)
    return may_not(
        moves,
        lambda m: m in wrong,
        "a set needs {least} cards, and {laid} are only {count}"
        if short
        else "{laid} {are_laid} neither a set nor a run",
        lambda: (
            {
                "laid": listed(wrong[0].cards, most=8),
                "are_laid": "is" if len(wrong[0].cards) == 1 else "are",
                "least": number(melding.shortest),
                "count": number(len(wrong[0].cards)),
            }
            if wrong
            else {}
        ),
    )


def too_few(melding: Melding, cards: Sequence[Card]) -> bool:
    """Whether some cards are the beginning of a set, and lack only a further card of the rank."""
    return 1 < len(cards) < melding.shortest and len({card.rank for card in cards}) == 1


@rule("one-meld-a-turn", "One meld a turn", "meld", "turn")
def one_meld(table: TableState, moves: tuple[Move, ...]) -> Ruling:
    """Lay down or lay off once a turn."""
    if not table.laid:
        return silent(moves, "{you} {have} laid nothing in this turn")
    return may_not(
        moves, lambda m: isinstance(m, LayMeld | LayOff), "{you} {have} laid something in this turn"
    )


@rule("has-melded", "Meld before you lay off", "lay-off", "lay-down")
def has_melded(table: TableState, moves: tuple[Move, ...]) -> Ruling:
    """Lay cards off only when a meld of your own lies on the table."""
    if table.me is not None and table.melds[table.me]:
        return silent(moves, "{you} {have} a meld on the table")
    return may_not(moves, lambda m: isinstance(m, LayOff), "{you} {have} no meld on the table yet")


@rule("keep-a-discard", "Go out with a discard", "going-out", "rummy-turn")
def keep_a_discard(table: TableState, moves: tuple[Move, ...]) -> Ruling:
    """Your last card must be a discard, so keep one when you meld or lay off."""
    left = len(table.hand)

    def uses_all(m: Any) -> bool:
        laid = len(m.cards) if isinstance(m, LayMeld) else isinstance(m, LayOff)
        laid = len(m.held) if isinstance(m, MeldOpenCard) else laid
        return bool(laid) and int(laid) >= left

    return may_not(moves, uses_all, "a card has to be left to discard")


class DrawOne(Draw):
    """Draw the top of the stock, or take the top discard; where the stock is used up and the
    discards stay, take that or decline."""

    begins, comes_back = "eldest", True
    rules: tuple[Rule, ...] = (draw_first,)
    notes: tuple[Rule, ...] = ()

    def lacking(self, state: ShuffledState) -> str:
        """A turn without a stock is left the last discard."""
        return "" if state.discards else super().lacking(state)

    def enter(self, state: ShuffledState) -> Any:
        return state if state.to_move is not None else state.but(to_move=state.eldest)

    def candidates(self, table: ShuffledState) -> tuple[Move, ...]:
        first = DRAW if table.stock else DECLINE
        return (first, take(table.upcard)) if table.upcard else (first,)

    def vocabulary(self) -> Iterable[Move]:
        return (DRAW, DECLINE)

    def not_offered(self, table: ShuffledState, move: Move) -> str:
        """Nobody draws from a stock that is used up, nor declines while there is one."""
        if move == DRAW:
            return "the stock is used up"
        if move == DECLINE:
            return "the stock still has cards: only a last discard is declined"
        if move == "take":
            return "no card lies on the discards"
        return super().not_offered(table, move)

    def apply(self, state: Any, seat: int, move: Say) -> Any:
        state = state.but(picked_up=None, laid=0)
        if move == DECLINE:
            return state.game.end(state, blocked=True)
        if move == "take":
            card = state.upcard
            return state.game.taken(state, seat).but(picked_up=card)
        return super().apply(state, seat, move)

    def asks(self, state: ShuffledState) -> str:
        if state.stock or state.upcard is None:
            return super().asks(state)
        return f"The stock is used up: take {state.upcard.sign}, or decline and end the deal."


class MeldAndDiscard(Phase):
    """Lay down and lay off as much as the rules allow, then discard a card."""

    id, title, doing = "discard", "Melds and the discard", "meld or discard"
    prompt = "Lay down melds, lay cards off, or discard to end your turn."
    rules: tuple[Rule, ...] = (discard_one, legal_meld, extends_meld, taken_card_stays)
    notes: tuple[Rule, ...] = ()

    def vocabulary(self) -> Iterable[Move]:
        return (DRAW,)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        hand = table.hand
        melds = [meld for mine in table.melds for meld in mine]
        return (
            *(lay_meld(meld) for meld in table.game.melding.melds(hand)),
            *(LayOff(card, meld) for card in hand for meld in melds if alike((card, *meld))),
            *(DISCARDS[card] for card in hand),
        )

    def read(self, table: Any, text: str) -> Move | None:
        """``meld 4S 5S 6S``, ``lay off 7S on 4S 5S 6S``, ``lay off 7S`` where it fits only
        one meld, or a card to discard."""
        verb, _, rest = text.partition(" ")
        try:
            if verb == "meld":
                return self._laid(table, read_cards(rest)) if rest else None
            if text.startswith("lay off "):
                return read_lay_off(table, text, [m for mine in table.melds for m in mine])
            return Discard(Card(text.removeprefix("discard ")))
        except ValueError:
            return DRAW if text == DRAW else take(None) if text == "take" else None

    @staticmethod
    def _laid(table: ShuffledState, cards: tuple[Card, ...]) -> Move:
        """The move that lays these cards, in whatever order they were typed."""
        melding: Melding = table.game.melding
        return lay_meld(melding.grown(cards, ()) if melding.is_meld(cards) else cards)

    def apply(self, state: ShuffledState, seat: int, move: Any) -> Any:
        game = state.game
        if isinstance(move, Discard):
            discards = (*state.discards, move.card)
            state = state.but(hands=state.without(seat, move.card), discards=discards)
            return game.turn_over(state.forget(seat, (move.card,)), seat)
        if isinstance(move, LayMeld):
            state = game.with_meld(state, seat, move.cards)
        else:
            melds = game.with_card(state.melds, move.named, move.card)
            state = state.but(hands=state.without(seat, move.card), melds=melds)
            state = state.forget(seat, (move.card,))
        state = state.but(laid=state.laid + 1)
        return state if state.hands[seat] else game.turn_over(state, seat)


class ShuffledStock(Dealing):
    """The chance move that makes a stock of the discards but the top one."""

    id, title = "reshuffle", "The discards are shuffled"
    notes: tuple[Rule, ...] = ()

    def chance(self, state: ShuffledState, rng: random.Random) -> Deal:
        return Deal((), rng.sample(state.discards[:-1], len(state.discards) - 1))

    def check(self, state: Any, deal: Deal) -> None:
        if any(deal.hands) or Counter(deal.stock) != Counter(state.discards[:-1]):
            raise ValueError("the new stock must hold the discards without the top one")

    def facts(self, game: TableMeldGame) -> tuple[Rule, ...]:
        return ()

    def enter(self, state: ShuffledState) -> Any:
        return state.but(to_move=None)

    def apply(self, state: ShuffledState, seat: int | None, move: Deal) -> Any:
        state = state.but(stock=move.stock, discards=state.discards[-1:])
        return state.game.next_turn(state, state.following)


@dataclass(frozen=True)
class ShuffledState(TableState):
    """following: who draws when the discards have been shuffled."""

    following: SeatNo | None = None


class TableMeldGame(OpenMeldGame):
    """A rummy game in which melds lie on the table: its turn, and its picture."""

    State: type[TableState] = TableState
    told_first: ClassVar[tuple[str, ...]] = (
        "draw-first",
        "legal-meld",
        "does-not-extend-meld",
        "discard-one",
        "taken-card-stays",
    )
    last_stock = 0
    stock: str = TURNED
    """What happens when the stock is used up."""
    what_melds_are: str = (
        "a set or a run. A set is three or four cards of one rank, a run three or more cards of one"
        " suit that follow each other"
    )
    """Sets and runs in words, as part of a sentence."""
    after_own: bool = False
    """One may lay off only with a meld of one's own."""

    def begin(self, standing: Standing) -> Any:
        return super().begin(standing).but(melds=((),) * self.players)

    def open_to(self, state: Any, seat: int) -> tuple[Meld, ...]:
        if self.after_own and not (state.melds and state.melds[seat]):
            return ()
        return super().open_to(state, seat)

    def with_meld(self, state: ShuffledState, seat: int, cards: tuple[Card, ...]) -> Any:
        """The table after a seat has laid down a meld."""
        meld = self.melding.grown(cards, ())
        mine = (*state.melds[seat], meld)
        melds = (*state.melds[:seat], mine, *state.melds[seat + 1 :])
        hand = list(state.hands[seat])
        for card in cards:
            hand.remove(card)
        return state.but(hands=state.held(seat, hand), melds=melds).forget(seat, cards)

    def next_turn(self, state: Any, seat: int) -> Any:
        """Begin the turn of a seat."""
        return self.go(state, "draw", seat)

    def turn_over(self, state: Any, seat: int) -> Any:
        """Go on after a seat's turn: to the end if its hand is empty, else to the next seat."""
        if not state.hands[seat]:
            return self.end(state, out=seat)
        had = tuple(dict.fromkeys((*state.had, seat))) if state.laid else state.had
        state = state.but(had=had, laid=0, picked_up=None, source="")
        following = state.after_seat(seat)
        if state.stock or self.stock == BLOCKS:
            return self.next_turn(state, following)
        if state.turned or len(state.discards) < 2:
            return self.end(state, void=True)
        state = state.but(turned=True)
        if self.stock == SHUFFLED:
            return self.go(state.but(following=following), "reshuffle", None)
        *under, top = state.discards
        return self.next_turn(state.but(stock=tuple(under), discards=(top,)), following)

    def went_rummy(self, state: Any) -> bool:
        """Whether whoever is out had laid nothing in earlier turns."""
        return state.out is not None and state.out not in state.had

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """As in other games with melds on the table; to_move is seat 0 unless named."""
        return {"to_move": 0} | super().position(given)

    def zones(self, state: TableState) -> list[Zone]:
        """While a deal lasts nothing is said of what others hold."""
        zones = super().zones(state)
        if state.phase is OVER:
            return zones
        return [z if z.owner in (None, state.viewer) else replace(z, note="") for z in zones]

    def panels(self, state: Any) -> dict[str, Any]:
        notes: dict[int, list[str]] = {state.eldest: ["elder"]}
        if state.out is not None:
            notes.setdefault(state.out, []).append("out")
        if state.picked_up is not None and state.to_move is not None:
            notes.setdefault(state.to_move, []).append(f"took {state.picked_up.sign}")
        return {"notes": notes}
