"""A turned card that may be ordered up: trumps are accepted or named in turn, and the maker may
play alone.

Knows the card offered for trumps, the dealer who takes it up, the seats that play alone and those
that sit out for them.  Knows no score and no particular game.

>>> order_up(Suit("H")), name_trumps(Suit("S"), alone=True).label
(order up, 'Spades ♠ alone')
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from cardlab.engine.cards import SUITS, Card, Suit
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Dealing, Phase, State
from cardlab.engine.moves import PASS, Bid, Deal, Discard, Move, Say
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, Ruling, any_move, may_not, note, rule, silent
from cardlab.engine.table import Zone, pile
from cardlab.engine.words import some
from cardlab.families.auctions import Contract
from cardlab.families.contracts import ContractGame
from cardlab.families.exchanges import AwayState, PutAway, away_piles
from cardlab.families.tricks import note_tricks

ALONE_AIM = 5
"""The tricks that somebody who plays alone is out for: all of them."""


# --- the calls


class MakeTrumps(Bid):
    """A call that makes trumps.  strain: the suit; level: the tricks that its maker is out for;
    alone: without the partner; told_as: what others hear of it."""

    __slots__ = ()
    verb, title = "name", "Make trumps"

    @classmethod
    def write(  # type: ignore[override]  # two more words than a rung of a ladder
        cls,
        text: str,
        height: int,
        level: int,
        strain: str,
        label: str,
        told_as: str,
        alone: bool = False,
    ) -> Any:
        return text, None, (), label, None

    @property
    def alone(self) -> bool:
        return len(self.args) > 6 and bool(self.args[6])

    def told(self, name: str) -> str:
        return f"{name} {self.args[5]}."


def order_up(suit: Suit, alone: bool = False, needs: int = 3) -> MakeTrumps:
    """The call that has the dealer take up the turned card."""
    words = ", and plays alone" if alone else ""
    return MakeTrumps(
        "order up" + " alone" * alone,
        int(alone),
        ALONE_AIM if alone else needs,
        suit,
        "Order it up" + " alone" * alone,
        f"orders up {suit.name}{words}",
        alone,
    )


def name_trumps(suit: Suit, alone: bool = False, needs: int = 3) -> MakeTrumps:
    """The call that names the trump suit."""
    words = ", and plays alone" if alone else ""
    return MakeTrumps(
        f"trumps {suit}" + " alone" * alone,
        int(alone),
        ALONE_AIM if alone else needs,
        suit,
        f"{suit.name.capitalize()} {suit.sign}" + " alone" * alone,
        f"makes {suit.name} trumps{words}",
        alone,
    )


NAMES = tuple(name_trumps(suit, alone) for suit in SUITS.values() for alone in (False, True))
ORDERS = tuple(order_up(suit, alone) for suit in SUITS.values() for alone in (False, True))
DEFEND_ALONE = Say("defend alone", "Defend alone", "defends alone")


# --- the table


@dataclass(frozen=True)
class OrderUpState(AwayState):
    """offered: the suit that may be ordered up; loners: the seats that play without their partner."""

    offered: Suit | None = None
    loners: tuple[SeatNo, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether the maker plays alone."""
        return self.declarer in self.loners

    def partner_of(self, seat: int) -> int:
        return int(self.game.partner_of[seat])

    def playing_alone(self, seat: int) -> Self:
        """The table on which a seat plays alone and its partner sits out."""
        return self.but(
            loners=(*self.loners, seat), sitting_out=(*self.sitting_out, self.partner_of(seat))
        )

    def sees(self, viewer: int, seat: int) -> bool:
        blind = isinstance(self.phase, NameOffered) and viewer == self.dealer
        return not blind and super().sees(viewer, seat)

    def imagined(self, rng: random.Random) -> Self:
        """A card that the dealer took up and has not played is the dealer's still."""
        full, card = super().imagined(rng), self.turned
        taken_up = self.contract is not None and not self.shown and card is not None
        return full.among_dealers(card, rng) if taken_up and card is not None else full

    def among_dealers(self, card: Card, rng: random.Random) -> Self:
        """The table on which the dealer holds this card, or has put it away, unless it was
        played: it changes places with another."""
        played = [c for trick in (*self.taken, self.trick) for c in trick.cards]
        dealers = (*self.hands[self.dealer], *self.away_of(self.dealer))
        if card in (*played, *dealers) or not dealers or self.game.pack.count(card) > 1:
            return self  # of several copies nobody can say which one this is
        other = rng.choice(dealers)
        swap = {card: other, other: card}

        def changed(nest: Any) -> Any:
            return swap.get(nest, nest) if isinstance(nest, Card) else tuple(map(changed, nest))

        places = {"hands": self.hands, "away": self.away, "stock": self.stock}
        return self.but(**{place: changed(nest) for place, nest in places.items()})


# --- the card that is turned


TURNED = note(
    "turned-card",
    "The turned card",
    "The next card is turned up and its suit is offered for trumps; the others stay out of play.",
    "turn-up-trump",
)


class OfferDealing(Dealing):
    """Deal, and turn the next card: its suit is offered for trumps.  turned: the note that says so."""

    turned: Rule = TURNED

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.notes = (*self.notes, self.turned)

    def apply(self, state: State, seat: int | None, move: Deal) -> Any:
        turned, stock = move.stock[0], move.stock[1:]
        state = state.but(hands=move.hands, stock=stock, turned=turned, shown=(turned,))
        return state.game.next_phase(state.but(offered=turned.suit or None))


class OfferSuit(Say):
    """The suit for which a turned joker stands."""

    __slots__ = ()

    @classmethod
    def write(cls, suit: str) -> Any:  # type: ignore[override]  # a suit for a text
        named = Suit(suit)
        return f"suit {named}", None, (), f"{named.name.capitalize()} {named.sign}", None

    def told(self, name: str) -> str:
        return f"{name} offers {Suit(self.args[0]).name}, for the joker."


class NameOffered(Phase):
    """If the joker is turned the dealer names the suit that it stands for, before looking at the
    hand."""

    part = SheetPart.BEFORE

    id, title, doing = "offer", "The turned joker", "name the suit of the joker"
    prompt = "The joker is turned: name the suit that it offers. You have not seen your hand yet."
    notes = (
        note(
            "turned-joker",
            "If the joker is turned",
            "If the joker is turned, the dealer names the suit that it stands for before looking"
            " at the hand.",
            "joker",
            "turn-up-trump",
        ),
    )

    def enter(self, state: Any) -> Any:
        return state.game.next_phase(state) if state.offered else state.but(to_move=state.dealer)

    def vocabulary(self) -> tuple[Move, ...]:
        return tuple(map(OfferSuit, SUITS))

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return self.vocabulary()

    def read(self, table: Any, text: str) -> Move | None:
        suit = read_suit(text.removeprefix("suit "))
        return OfferSuit(suit) if suit else None

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        return state.game.next_phase(state.but(offered=Suit(move.args[0])))


def read_suit(word: str) -> Suit | None:
    """The suit that a word means: its letter, its sign, its name in singular or plural."""
    word = word.strip()
    return next((s for s in SUITS.values() if word in (s.lower(), s.sign, s.name, s.one)), None)


# --- making trumps


class MakingTrumps(Phase):
    """Calls in turn from eldest; the first that makes trumps ends them."""

    part = SheetPart.BEFORE

    doing = "call"
    did = "spoke"
    begins = "eldest"
    alone: bool = True
    """Whether the player who makes trumps may play without the partner."""
    offers: bool = False
    """Whether the suit of a turned card is offered for trumps here."""

    def lacking(self, state: Any) -> str:
        if self.offers and state.offered is None:
            return "A turned card offers a suit here: give offered, the suit, and turned, the card"
        return ""

    def enter(self, state: Any) -> Any:
        if state.contract is not None:
            return state.game.next_phase(state)
        return state.but(to_move=state.after_seat(state.dealer))

    def orders(self, game: MakersGame) -> tuple[str, ...]:
        suits: tuple[str, ...] = game.printed_suits
        return suits

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        state = state.but(calls=(*state.calls, (seat, move)))
        if isinstance(move, MakeTrumps):
            return self.made(state, seat, move)
        if seat != state.dealer:
            return state.but(to_move=state.after_seat(seat))
        return self.all_passed(state)

    def made(self, state: Any, seat: int, call: MakeTrumps) -> Any:
        """Trumps are made: go on with the maker as declarer."""
        order = state.game.ordering(call.strain)
        state = state.but(contract=Contract(call, seat), declarer=seat, order=order)
        return state.game.next_phase(state.playing_alone(seat) if call.alone else state)

    def all_passed(self, state: State) -> Any:
        """Nobody has made trumps: on to the next round, or to the next deal."""
        return state.game.next_phase(state)


@rule("assist-alone", "Assisting the dealer means playing alone", "accept-trump", "drop-out")
def assist_alone(table: OrderUpState, moves: tuple[Move, ...]) -> Ruling:
    """The dealer's partner may order up only to play alone."""
    if table.me is None or table.partner_of(table.me) != table.dealer:
        return silent(moves, "{you} {are} not the dealer's partner")
    return may_not(
        moves,
        lambda m: isinstance(m, MakeTrumps) and not m.alone,
        "the dealer is {your} partner, so {you} may only order up alone",
    )


class OrderUp(MakingTrumps):
    """Each in turn passes, or orders up the suit that is offered.  alone: whether that may be to
    play alone."""

    part = SheetPart.BEFORE

    id, title = "order-up", "Ordering up"
    offers = True
    notes = (
        note(
            "order-up",
            "Order up or pass",
            "Beginning at the dealer's left, each player in turn passes or orders up the suit"
            " offered, which makes it trumps; the dealer orders up by taking the card. The first"
            " order ends the calls.",
            "accept-trump",
            "turn-up-trump",
            "eldest",
        ),
    )

    def vocabulary(self) -> tuple[Move, ...]:
        return (PASS, *ORDERS)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        orders = [order_up(table.offered)]
        if self.alone:
            orders.append(order_up(table.offered, alone=True))
        return (PASS, *orders)

    def read(self, table: Any, text: str) -> Move | None:
        words = {"order": False, "order alone": True}
        return order_up(table.offered, words[text]) if text in words else None

    def not_offered(self, table: Any, move: Move) -> str:
        """Other suits are named when the card has been turned down."""
        return f"{table.offered.name} are offered now, and no other suit can be named yet"

    def asks(self, state: Any) -> str:
        do = "take it up" if state.me == state.dealer else "order it up"
        return f"{state.turned.sign} is turned: {do}, with {state.offered.name} as trumps?"

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if isinstance(move, MakeTrumps) and seat == state.dealer:
            return f"{name} takes up {state.turned.sign}{', and plays alone' * move.alone}."
        return move.told(name)


@rule("discard-one", "The dealer puts one card away", "exchange-draw")
def discard_one(table: OrderUpState, moves: tuple[Move, ...]) -> Ruling:
    """The dealer who has taken up the turned card puts one card away, face down; it may be the
    same card."""
    return may_not(
        moves,
        lambda m: not isinstance(m, Discard),
        "{you} {have} {cards} and must put one away",
        {"cards": some(len(table.hand), "card")},
        leaves=any_move,
    )


class PickUp(PutAway):
    """The dealer takes the turned card that was ordered up and puts one card away."""

    part = SheetPart.BEFORE

    id, title, doing = "pick-up", "The dealer takes the card", "put a card away"
    prompt = "You took the turned card: put one card away."
    rules = (discard_one,)

    def enter(self, state: OrderUpState) -> Any:
        if state.contract is None:
            return state.game.next_phase(state)
        dealer = state.dealer
        hand = (*state.hands[dealer], *state.shown)
        return state.but(hands=state.held(dealer, hand), shown=(), to_move=dealer)

    def read(self, table: OrderUpState, text: str) -> Move | None:
        return PASS if text == PASS else super().read(table, text)

    def apply(self, state: OrderUpState, seat: int, move: Discard) -> Any:
        return state.game.next_phase(state.put_away(seat, move.card))


class AcceptOffered(MakingTrumps):
    """Each in turn makes the suit that is offered trumps, or passes.  word: the call that does it,
    "play" or "take"; needs: the tricks that a maker is out for."""

    alone = False
    offers = True
    word: str
    """The call that makes the suit trumps: "play" or "take"."""
    needs: int = 5

    def label(self, suit: Suit) -> str:
        """The call as it stands on a button and at a seat."""
        return f"{self.word.capitalize()} {suit.name} {suit.sign}"

    def call(self, suit: Suit) -> MakeTrumps:
        """The call that makes this suit trumps."""
        told = f"{self.word}s {suit.name}"
        return MakeTrumps(self.word, 0, self.needs, suit, self.label(suit), told)

    def vocabulary(self) -> tuple[Move, ...]:
        return (PASS, *map(self.call, SUITS.values()))

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (PASS, self.call(table.offered))


@rule("suit-turned-down", "Not the suit that was turned down", "named-trump", "turn-up-trump")
def not_the_turned_suit(table: OrderUpState, moves: tuple[Move, ...]) -> Ruling:
    """The suit that was turned down cannot be named."""
    return may_not(
        moves,
        lambda m: isinstance(m, MakeTrumps) and m.strain == table.offered,
        "{suit} were turned down",
        {"suit": table.offered},
    )


@rule("dealer-must-name", "The dealer must name a suit", "named-trump", "auction")
def dealer_must_name(table: OrderUpState, moves: tuple[Move, ...]) -> Ruling:
    """If everybody else has passed twice, the dealer must name a suit."""
    if table.me != table.dealer:
        return silent(moves, "{you} may pass")
    return may_not(
        moves,
        lambda m: m == PASS,
        "everybody else has passed, so the dealer must name a suit",
        leaves=any_move,
    )


class NameInTurn(MakingTrumps):
    """A round in which each passes or names the trump suit; the deal is over when all have
    passed.  alone: whether the maker may play alone; needs: the tricks that a maker is out for."""

    part = SheetPart.BEFORE

    id, title = "name-trumps", "Naming trumps"
    prompt = "Name a suit as trumps, or pass."
    needs: int = 3
    """The tricks that a maker is out for."""
    rules = (not_the_turned_suit,)
    notes = (
        note(
            "name-in-turn",
            "Name a suit or pass",
            "If all pass, the card is turned down. Beginning at the dealer's left, each player in"
            " turn passes or names another suit as trumps; the first to name one ends the calls.",
            "named-trump",
            "trump",
        ),
    )

    def vocabulary(self) -> tuple[Move, ...]:
        return (PASS, *NAMES)

    def candidates(self, table: State) -> tuple[Move, ...]:
        ways = (False, True) if self.alone else (False,)
        named = [name_trumps(suit, way, self.needs) for suit in SUITS.values() for way in ways]
        return (PASS, *named)

    def read(self, table: State, text: str) -> Move | None:
        words = text.removeprefix("trumps ")
        alone = words.endswith(" alone")
        suit = read_suit(words.removesuffix(" alone"))
        return name_trumps(suit, alone, self.needs) if suit else None

    def not_offered(self, table: OrderUpState, move: Move) -> str:
        """What was turned down is not ordered up any more."""
        return "the card was turned down, and another suit is named now" if table.turned else ""

    def all_passed(self, state: Any) -> Any:
        return state.game.end(state)


class DefendAlone(Phase):
    """When the maker plays alone, each opponent in turn may defend alone as well."""

    part = SheetPart.BEFORE

    id, title, doing = "defend-alone", "Defending alone", "defend alone or pass"
    prompt = "The maker plays alone: do you defend alone?"
    notes = (
        note(
            "defend-alone",
            "Defending alone",
            "If the maker plays alone, each opponent in turn may announce, before the first"
            " lead, that they defend alone; the partner then sits out too.",
            "drop-out",
        ),
    )

    def askable(self, state: Any) -> tuple[int, ...]:
        """The opponents of the maker, from the dealer's left."""
        seats = state.playing_from(state.after_seat(state.dealer))
        return tuple(seat for seat in seats if not state.same_side(seat, state.declarer))

    def enter(self, state: Any) -> Any:
        if not state.alone:
            return state.game.next_phase(state)
        return state.but(to_move=self.askable(state)[0])

    def vocabulary(self) -> tuple[Move, ...]:
        return (PASS, DEFEND_ALONE)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (PASS, DEFEND_ALONE)

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        seats = self.askable(state)
        state = state.but(calls=(*state.calls, (seat, move)))
        if move == DEFEND_ALONE:
            return state.game.next_phase(state.playing_alone(seat))
        later = seats[seats.index(seat) + 1 :]
        return state.but(to_move=later[0]) if later else state.game.next_phase(state)


def trumps_are_made(id: str, title: str, *concepts: str, text: str) -> Rule:
    """The rule that calls are over once trumps are made, in the words of a game's own book."""

    def no_calls_in_the_play(table: State, moves: tuple[Move, ...]) -> Ruling:
        return may_not(
            moves, lambda m: isinstance(m, MakeTrumps), "{suit} are trumps already", _trumps(table)
        )

    no_calls_in_the_play.__doc__ = text
    return rule(id, title, *concepts, solver=())(no_calls_in_the_play)


def _trumps(table: Any) -> dict[str, Any]:
    return {"suit": table.order.trump}


class MakersGame(ContractGame):
    """A game in which one side makes trumps and plays against the other."""

    def lacking(self, state: Any) -> str:
        """What was made trumps, where somebody has made them."""
        made = state.order is not None and state.order.trump is not None
        if state.declarer is None or (made and state.contract is not None):
            return super().lacking(state)
        return f"{self.names[state.declarer]} has made trumps: give trump, and contract"

    def bid_word(self, call: Move) -> str:
        if isinstance(call, MakeTrumps):
            return "alone" if call.alone else "make"
        return super().bid_word(call)

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        notes: dict[int, list[str]] = panels["notes"]
        if state.declarer is not None:
            notes.setdefault(state.declarer, []).append("made trumps")
            panels["contract"]["text"] = state.order.trump.name.capitalize()
        note_tricks(state, notes)
        return panels


def with_offer(given: dict[str, Any]) -> dict[str, Any]:
    """The words of a position in which a card may be turned: its suit is offered."""
    if "turned" in given:
        turned = given["turned"] = Card(given["turned"])
        given.setdefault("shown", (turned,))
        given.setdefault("offered", turned.suit or None)
    return given


class OrderUpGame(MakersGame):
    """A game in which one side makes trumps by a turned card or by naming, perhaps to play
    alone."""

    State: type[OrderUpState] = OrderUpState

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """turned: the card that is turned; its suit is offered unless ``offered`` names another."""
        return super().position(with_offer(given))

    # --- what calls are worth
    def bid_hand(self, table: Any) -> Sequence[Card]:
        """The dealer counts the turned card, which is taken up for another."""
        hand: Sequence[Card] = table.hand
        takes_up = isinstance(table.phase, OrderUp) and table.me == table.dealer
        return (*hand, table.turned) if takes_up else hand

    def called_with(self, table: Any, seat: int) -> Sequence[Card]:
        """The hand before the turned card was taken up for another."""
        hand = [*table.dealt()[seat], *table.away_of(seat)]
        if seat == table.dealer and table.contract is not None and table.turned in hand:
            hand.remove(table.turned)
        return hand

    def bid_situation(self, table: Any) -> str:
        """Who gets the card that is turned, or that trumps are named without it."""
        if not isinstance(table.phase, OrderUp):
            return "naming"
        if table.me == table.dealer:
            return "dealer"
        ours = self.side_of[table.me] == self.side_of[table.dealer]
        return "partner deals" if ours else "opponent deals"

    # --- the picture
    def zones(self, state: OrderUpState) -> list[Zone]:
        zones = [*super().zones(state), *away_piles(state)]
        if state.shown:
            zones.append(pile("turned", "Turned up", state.shown, open=state.order is None))
        if state.stock:
            zones.append(pile("stock", "Out of play", state.stock, open=False))
        return zones

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if state.alone:
            panels["contract"]["text"] += " alone"
        for seat in state.loners:
            panels["notes"].setdefault(seat, []).append("alone")
        for seat in state.sitting_out:
            panels["notes"].setdefault(seat, []).append("sits out")
        return panels
