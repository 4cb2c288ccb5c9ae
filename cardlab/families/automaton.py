"""One player against an automaton: a house that never chooses.  It bids what follows from the
player's hand and plays what the stock turns up.

Knows the hand that is built from cards in sight and unseen ones, how many tricks it is sure to win,
the bid computed from that, and how the stock leads and answers, jokers among it.  Knows no ladder
of bids, no score and no rule that binds the player: those are the game's.

>>> winning_tricks("AQT9"), winning_tricks("Q85"), winning_tricks("K"), winning_tricks("")
(2, 1, 0, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cardlab.engine.cards import BACK, JOKER, RANKS, Card, cards
from cardlab.engine.fields import FaceDown, FaceUp
from cardlab.engine.game import HOLD_CARD, Dealing, Game, Phase, Standing
from cardlab.engine.lacking import STOCK_LACKS
from cardlab.engine.moves import DISCARDS, PASS, Bid, Deal, Discard, Move, Say
from cardlab.engine.ordering import Ordering
from cardlab.engine.outcomes import Side
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, note
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.telling import Telling
from cardlab.engine.turns import LastMove, TurnReason, moved_last
from cardlab.engine.words import Sentence, capital, number, some
from cardlab.families.auctions import Auction, Contract, last_bid
from cardlab.families.tricks import (
    HIGHEST_LED,
    HIGHEST_TRUMP,
    NO_TRICK,
    WINNER_LEADS,
    Leader,
    Trick,
    TrickGame,
    Tricks,
    TrickState,
)

PLAYER, HOUSE = 0, 1
SUITS_UP = "CDHS"
SEARCH = 4
TURN = Say("turn", "Turn a card", "turns a card of the stock")

DEFENDER_LEADS = note(
    "defender-leads",
    "The defender leads first",
    "The player who is not declarer leads to the first trick.",
    "trick",
    "turn",
)
STOCK_PLAYS = note(
    "stock-plays",
    "The stock plays for the house",
    "The house leads the top card of the stock. To answer you it turns cards until one is a joker,"
    " a trump or of the suit led; the others are set aside. At no trump it turns four at most; if"
    " none will do, the trick is yours.",
    "stock",
    "trick",
    "no-trump",
    "ruff",
)
JOKERS_LOSE = note(
    "jokers-lose",
    "Jokers win for the house",
    "The house wins every trick with a joker in it, but for one: your joker on a joker that the"
    " house led wins for you.",
    "joker",
    "special-card",
)
STOCK_OUT = note(
    "stock-out",
    "The stock runs out",
    "The last card of the stock is the house's card, whatever it is; after it every card left in"
    " your hand is a trick for you.",
    "stock",
)


# --- what a hand is worth to the house


def winning_tricks(ranks: Sequence[str]) -> int:
    """The tricks that one suit is sure to win against all its other cards: play the highest card
    while it is high, else give up the lowest to the highest of the house, which throws its lowest
    under a winner."""
    mine = [rank for rank in RANKS if rank in ranks]
    house = [rank for rank in RANKS if rank not in ranks]
    won = 0
    while mine:
        if not house or RANKS.index(mine[0]) < RANKS.index(house[0]):
            won += 1
            mine, house = mine[1:], house[:-1]
        else:
            mine, house = mine[:-1], house[1:]
    return won


def winners_by_suit(hand: Sequence[Card]) -> dict[str, int]:
    return {suit: winning_tricks([c.rank for c in hand if c.suit == suit]) for suit in SUITS_UP}


def sure_tricks(hand: Sequence[Card]) -> int:
    return sum(winners_by_suit(hand).values())


def lengths(hand: Sequence[Card]) -> dict[str, int]:
    return {suit: sum(c.suit == suit for c in hand) for suit in SUITS_UP}


def shape(hand: Sequence[Card]) -> list[int]:
    """How long the suits are, the longest first; jokers belong to none."""
    return sorted(lengths(hand).values(), reverse=True)


def computed_bid(bids: Sequence[Bid], hand: Sequence[Card], tie: str = "lowest") -> Move:
    """The bid of this ladder over a hand: its shortest suit, at six less its sure tricks; a pass
    if nothing is left."""
    level, long = 6 - sure_tricks(hand), lengths(hand)
    suits = [s for s in SUITS_UP if long[s] == min(long.values())]
    strain = suits[0 if tie == "lowest" else -1]
    return (
        next(bid for bid in bids if (bid.level, bid.strain) == (level, strain))
        if level > 0
        else PASS
    )


# --- the table


class HouseTrick(Trick):
    """A trick in which jokers lose to the house, but for the player's joker on the house's."""

    def winner(self, order: Ordering) -> int:
        jokers = self.cards.count(JOKER)
        if jokers == 2:
            return self.seats[1]
        return HOUSE if jokers else super().winner(order)


IN_A_SENTENCE = {"Player": "the player", "House": "the house"}
"""The two seats by their names, and how a sentence calls them."""


@dataclass(frozen=True)
class AutomatonState(TrickState):
    """hidden: the cards dealt face down; discards: the cards thrown out, the last on top; aside:
    cards of the stock that answered nothing; tried: how many of them in this trick; built: the
    player's hand as it was built."""

    hidden: FaceDown[tuple[Card, ...]] = ()
    discards: FaceUp[tuple[Card, ...]] = ()
    aside: FaceUp[tuple[Card, ...]] = ()
    tried: int = 0
    built: tuple[Card, ...] = ()

    def called(
        self, reader: int | None, names: Sequence[str] | None = None, *, partner: bool = True
    ) -> tuple[str, ...]:
        """As at any table; the house has an article in a sentence, and so has a player without a
        name."""
        called = super().called(reader, names, partner=partner)
        return tuple(IN_A_SENTENCE.get(name, name) for name in called)

    def sees(self, viewer: int, seat: int) -> bool:
        """The house's bid is worked out from the player's hand, once it is complete."""
        return viewer == seat or self.phase.id == "auction"

    def seen_by(self, viewer: int, me: int | None = None) -> Any:
        return (
            super()
            .seen_by(viewer, me)
            .but(discards=(BACK,) * (len(self.discards) - 1) + self.discards[-1:])
        )

    def tricks_by_side(self) -> tuple[int, ...]:
        """The cards that the player still holds when the stock has run out are tricks."""
        player, house = super().tricks_by_side()
        return player + (len(self.hands[PLAYER]) if self.phase.id == "over" else 0), house


# --- building the hand


class DealUnseen(Dealing):
    """The player's cards: ``each`` in sight, and a number unseen; the rest is the stock."""

    unseen: int

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        return self.each, self.unseen

    def facts(self, game: Game) -> tuple[Rule, ...]:
        dealt = f"You are dealt {self.each} cards face up and {number(self.unseen)} unseen;"
        left = len(game.pack) - self.each - self.unseen
        return (note("hand-size", "The hands", f"{dealt} {left} are left over.", "hand"),)

    def apply(self, state: AutomatonState, seat: int | None, move: Deal) -> Any:
        face_up, hidden = move.hands
        return state.game.next_phase(
            state.but(hands=(face_up, ()), hidden=hidden, stock=move.stock)
        )


class BuildHand(Phase):
    """Throw cards out until ``kept`` are left; the unseen cards take their place."""

    part = SheetPart.BEFORE

    id, title, doing = "build", "Building the hand", "throw out a card"
    kept: int

    def lacking(self, state: Any) -> str:
        return "" if state.stock else STOCK_LACKS

    def enter(self, state: AutomatonState) -> Any:
        return state.but(to_move=PLAYER)

    def candidates(self, table: AutomatonState) -> tuple[Move, ...]:
        return tuple(dict.fromkeys([DISCARDS[card] for card in table.hand]))

    def read(self, table: AutomatonState, text: str) -> Move | None:
        try:
            return Discard(text.removeprefix("discard "))
        except ValueError:
            return None

    def apply(self, state: AutomatonState, seat: int, move: Discard) -> Any:
        state = state.but(
            hands=state.without(seat, move.card), discards=(*state.discards, move.card)
        )
        if len(state.hand) > self.kept:
            return state
        hand = (*state.hand, *state.hidden)
        return state.game.next_phase(state.but(hands=(hand, ()), hidden=(), built=hand))

    def asks(self, state: AutomatonState) -> str:
        return (
            f"Keep {number(self.kept)}: throw out {number(len(state.hands[PLAYER]) - self.kept)}"
            " more."
        )


class ComputedAuction(Auction):
    """One call of the house, one of the player; the player's jokers double the contract."""

    part = SheetPart.BEFORE

    def close(self, state: AutomatonState) -> Any:
        seat, bid = last_bid(state.calls)  # type: ignore[misc]
        # more jokers than the pack of the game has, which house rules may put in, redouble no
        # further
        contract = Contract(bid, seat, min(2, state.hands[PLAYER].count(JOKER)))
        return state.game.next_phase(
            state.but(contract=contract, declarer=seat, order=state.game.ordering(bid.strain))
        )

    def told(self, state: AutomatonState, seat: int, move: Move, name: str) -> str:
        if seat != HOUSE:
            return move.told(name)
        return (
            f"{move.told(name)[:-1]}: the hand has"
            f" {some(sure_tricks(state.hands[PLAYER]), 'sure trick')}."
        )


# --- the play


def answers(order: Ordering, led: Card, card: Card) -> bool:
    """The house may answer the card led with this one."""
    return JOKER in (led, card) or order.suit_of[card] == order.suit_of[led] or order.is_trump(card)


class StockTricks(Tricks):
    """The player's cards against the cards that the stock turns up."""

    leads = Leader(DEFENDER_LEADS, lambda state: 1 - int(state.declarer))
    notes: tuple[Rule, ...] = (
        HOLD_CARD,
        DEFENDER_LEADS,
        STOCK_PLAYS,
        HIGHEST_TRUMP,
        HIGHEST_LED,
        JOKERS_LOSE,
        WINNER_LEADS,
        STOCK_OUT,
    )
    spoken = (TURN,)

    def lacking(self, state: AutomatonState) -> str:
        """A card for the house to turn up, when that is whose turn it is."""
        missing: str = super().lacking(state)
        return missing or (STOCK_LACKS if state.to_move == HOUSE and not state.stock else "")

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """As in any trick; the house turns up card after card until one answers."""
        if state.tried:
            return moved_last(state, HOUSE, "turned a card up")
        return super().whose_turn(state, last)

    def seats(self, state: AutomatonState, leader: int) -> tuple[int, ...]:
        return leader, 1 - leader

    def enter(self, state: AutomatonState) -> Any:
        leader = self.leader(state)
        return state.but(trick=HouseTrick(self.seats(state, leader)), to_move=leader)

    def interrupted(self, state: Any) -> str:
        return "the stock plays for the house"

    def candidates(self, table: AutomatonState) -> tuple[Move, ...]:
        return (TURN,) if table.me == HOUSE else super().candidates(table)

    def apply(self, state: AutomatonState, seat: int, move: Any) -> Any:
        if seat == HOUSE:
            return self.turned(state)
        return self.played(state.but(hands=state.without(seat, move.card)), move.card)

    def turned(self, state: Any) -> Any:
        """The next card of the stock: led, played, or set aside."""
        card, left = state.stock[0], state.stock[1:]
        trick = state.trick
        state = state.but(stock=left)
        if trick.cards and not answers(state.order, trick.led, card):
            if state.order.trump is None and state.tried + 1 == SEARCH:
                only = HouseTrick((PLAYER,), trick.cards)
                return self.finished(state.but(aside=(*state.aside, card)), only)
            if left:
                return state.but(aside=(*state.aside, card), tried=state.tried + 1)
        return self.played(state, card)

    def played(self, state: AutomatonState, card: Card) -> Any:
        trick = HouseTrick(state.trick.seats, (*state.trick.cards, card))
        return (
            self.finished(state, trick)
            if len(trick.cards) == 2
            else state.but(trick=trick, to_move=trick.seats[1])
        )

    def finished(self, state: AutomatonState, trick: HouseTrick) -> Any:
        winner = trick.winner(state.order)
        state = state.but(
            taken=(*state.taken, trick),
            tried=0,
            to_move=winner,
            trick=HouseTrick(self.seats(state, winner)),
        )
        return state if state.hands[PLAYER] and state.stock else state.game.next_phase(state)

    def asks(self, state: AutomatonState) -> str:
        return "The house turns a card." if state.to_move == HOUSE else super().asks(state)

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if seat != HOUSE:
            return move.told(name)
        card, trick = state.stock[0], state.trick
        does = (
            "leads"
            if not trick.cards
            else "answers"
            if answers(state.order, trick.led, card)
            else "turns up"
        )
        return f"{name} {does} {card.sign}" + (
            f", no answer to {trick.led.sign}." if does == "turns up" else "."
        )


class AutomatonGame(TrickGame):
    """One who plays, in seat 0, and the house, in seat 1: who they are, their table and its
    picture."""

    State: type[AutomatonState] = AutomatonState
    seats = (1, 1, 1)
    outside = (JOKER,)

    def setup(self) -> None:
        super().setup()
        self.players = 2  # one who plays, and the house

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(IN_A_SENTENCE)

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side._replace(name=IN_A_SENTENCE[side.name]) for side in super().sides)

    def tell(self, template: str, **facts: Any) -> Telling:
        return Telling(template, tuple(IN_A_SENTENCE.values()), **facts)

    def subject(self, name: str) -> str:
        return capital(IN_A_SENTENCE.get(name, name))

    def match(self, seed: int | None = None, players: Any = None, dealer: Any = None) -> Any:
        """players: a list with the one name, if any."""
        named = isinstance(players, list | tuple) and len(players) == 1
        return super().match(seed, [*players, self.names[HOUSE]] if named else players, dealer)

    def next_dealer(self, state: AutomatonState) -> int:
        return PLAYER

    @property
    def deal_passes(self) -> str:
        return ""

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """As in other trick games; the strain of the contract goes by ``trump``."""
        given = super().position(given)
        for name in ("hidden", "discards", "aside"):
            given[name] = cards(given.get(name, ()))
        return given | {"trick": HouseTrick(*given["trick"])}

    def read_trick(self, pairs: Any, out: tuple[int, ...] = ()) -> Trick:
        return HouseTrick(*super().read_trick(pairs, out))

    # --- the picture
    def told_trick(self, state: AutomatonState, trick: Trick) -> tuple[int, Rule, Sentence]:
        """Who won a trick, by which rule, and why."""
        if JOKER in trick.cards:
            because = (
                "the second joker wins"
                if trick.cards.count(JOKER) == 2
                else "the trick holds a joker, and jokers win for the house"
            )
            return trick.winner(state.order), JOKERS_LOSE, Sentence(because)
        if len(trick.cards) == 1:
            return PLAYER, STOCK_PLAYS, Sentence("four cards of the stock held no answer")
        return super().told_trick(state, trick)

    def zones(self, state: AutomatonState) -> list[Zone]:
        zones = [pile("stock", "Stock", state.stock, open=False)]
        if state.phase.id == "build":
            unseen = number(len(state.hidden)).capitalize()
            zones.append(pile("hidden", f"{unseen} unseen cards", state.hidden, open=False))
        zones.append(pile("discards", "Thrown out", state.discards, open=True))
        if state.phase.id == "play":
            fresh = len(state.aside) - state.tried
            aside = [
                face(c, marks=("fresh",) if i >= fresh else ()) for i, c in enumerate(state.aside)
            ]
            put_by = [Zone("aside", "aside", "row", None, "Set aside", aside)] if aside else []
            zones = [*super().zones(state), *zones, *put_by]
        return zones

    def panels(self, state: Any) -> dict[str, Any]:
        jokers = state.trick is not NO_TRICK and state.trick.led is JOKER
        panels = super().panels(state.but(trick=NO_TRICK) if jokers else state)
        if jokers and self.at_tricks(state):
            panels["subtitle"] = self.trick_count(state)
        notes = panels["notes"]
        if state.order is not None:
            for seat, won in enumerate(state.tricks_by_side()):
                notes.setdefault(seat, []).append(some(won, "trick"))
        return panels
