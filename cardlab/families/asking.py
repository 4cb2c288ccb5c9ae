"""Collecting by asking: a player asks another for what fits the own hand, and gets it or not.

Knows who may be asked for what, that the answer is forced and open to all, which sets lie on the
table, and what everybody has heard: who must hold a rank, and who said that they hold none.  Knows
no game, no stock rule and no score.

>>> ask_for_rank(2, "North", "8"), ask_for_rank(2, "North", "8").label
(ask North for 8, 'eights from North')
>>> ask_for_card(1, "West", Card("QH")), ask_for_card(1, "West", Card("QH")).wanted
(ask West for QH, 'QH')
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import prod
from typing import Any, ClassVar, NamedTuple

from cardlab.engine.cards import BACK, RANK_NAMES, RANKS, Card, seen, unseen
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import BySeat, FaceUp, SeatNo
from cardlab.engine.game import Game, Phase, State
from cardlab.engine.moves import Move, Say, normal
from cardlab.engine.rulings import Ruling, may_not, rule, silent
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face
from cardlab.engine.words import Seat, number, some
from cardlab.families.prospects import ProspectGame

Cards = tuple[Card, ...]

DRAW = Say("draw", "Draw a card", "draws a card")
IN_VAIN = ", in vain."
"""How the log ends that somebody asked for what the other has not."""


def ranks_named(rank: str) -> str:
    """All cards of a rank in words.

    >>> ranks_named("6"), ranks_named("Q")
    ('sixes', 'queens')
    """
    name = RANK_NAMES[rank]
    return f"{name}{'es' if name.endswith('x') else 's'}"


class Ask(Move):
    """Ask a seat for all cards of a rank, or for one card: its number, its name, what is wanted."""

    __slots__ = ()
    verb, title = "ask", "Ask"

    @classmethod
    def write(cls, seat: int, name: str, wanted: str) -> Any:
        if len(wanted) == 1:
            rank = "10" if wanted == "T" else wanted
            return f"ask {name} for {rank}", None, (), f"{ranks_named(wanted)} from {name}", None
        card = Card(wanted)
        return f"ask {name} for {card}", None, (), f"{card.sign} from {name}", None

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return int(self.args[0])

    @property
    def wanted(self) -> str:
        """A rank, or a card."""
        return str(self.args[2])

    @property
    def rank(self) -> str:
        return self.wanted[0]

    @property
    def kind(self) -> str:
        """Whom it asks: the choices are laid out by that."""
        return str(self.args[1])

    @property
    def short(self) -> str:
        return Card(self.wanted).sign if len(self.wanted) > 1 else self.wanted.replace("T", "10")

    def fits(self, card: Card) -> bool:
        """Whether a card is what was asked for."""
        return card == self.wanted or card.rank == self.wanted

    @property
    def words(self) -> str:
        """What it asks for: "eights", "the queen of hearts"."""
        if len(self.wanted) == 1:
            return ranks_named(self.wanted)
        return f"the {Card(self.wanted).name}"

    def told(self, name: str) -> str:
        return f"{name} asks {self.kind} for {self.words}."


def ask_for_rank(seat: int, name: str, rank: str) -> Ask:
    """The move that asks for every card of a rank."""
    made: Ask = Ask(seat, name, rank)
    return made


def ask_for_card(seat: int, name: str, card: Card) -> Ask:
    """The move that asks for one card."""
    made: Ask = Ask(seat, name, str(card))
    return made


class ToldOfRank(NamedTuple):
    """What everybody knows of a rank in a hand: at least so many of its cards are there, or, where
    that is 0, none of them is."""

    seat: SeatNo
    rank: str
    least: int


@dataclass(frozen=True)
class AskingState(State):
    """laid: the sets on the table, by seat; heard: what everybody knows of the ranks in the hands;
    fished: the rank that was asked for in vain and then drawn, while its finder asks again."""

    laid: FaceUp[BySeat[Cards]] = ()
    heard: tuple[ToldOfRank, ...] = ()
    fished: str = ""

    hands_grow: ClassVar[bool] = True

    @property
    def told_to_all(self) -> tuple[Any, ...]:
        """What was heard, and the sets: whoever has one must lay it."""
        return (*self.heard, *self.laid)

    def hear(self, seat: int, rank: str, least: int) -> AskingState:
        """The same table after everybody has heard how much of a rank a seat has, at least."""
        left = self.unheard(seat, rank).heard
        return self.but(heard=(*left, ToldOfRank(seat, rank, least)))

    def has_one(self, seat: int, rank: str) -> AskingState:
        """After a seat has asked for a rank: it has a card of it, if not more."""
        return self.hear(seat, rank, max(self.knows(seat, rank) or 0, 1))

    def unsure(self, seat: int) -> AskingState:
        """After a seat has taken a card that nobody saw: what it had none of, it may have now."""
        return self.but(heard=tuple(h for h in self.heard if h.seat != seat or h.least))

    def unheard(self, seat: int, rank: str) -> AskingState:
        """The same table, on which nobody can say whether a seat has a card of a rank."""
        return self.but(heard=tuple(h for h in self.heard if (h.seat, h.rank) != (seat, rank)))

    def settled(self, rank: str) -> AskingState:
        """After a whole rank has been laid down."""
        return self.but(heard=tuple(h for h in self.heard if h.rank != rank))

    def knows(self, seat: int, rank: str) -> int | None:
        """How many cards of a rank everybody knows a seat to have, at least; 0 where it has none,
        None where nobody can say."""
        return next((h.least for h in self.heard if (h.seat, h.rank) == (seat, rank)), None)

    def may_hold(self, seat: int | None, card: Card) -> bool:
        """Whether a card may be in a hand, after all that everybody has heard; None: the stock."""
        return seat is None or self.knows(seat, card.rank) != 0

    def arranged(self, hidden: list[Card], rng: random.Random) -> list[Card]:
        """Unseen cards in an order that fits what was heard, as far as a few tries get."""
        slots = [seat for seat, hand in enumerate(self.hands) for card in hand if card is BACK]
        rest = sum(card is BACK for card in seen(self.stock))
        dealt = [*slots, *([None] * rest)]
        rng.shuffle(hidden)
        placed: dict[int, Card] = {}
        left = list(hidden)
        for seat, rank, least in self.heard:
            for _ in range(least - sum(card.rank == rank for card in self.hands[seat])):
                card = next((c for c in left if c.rank == rank and self.may_hold(seat, c)), None)
                at = next((i for i, s in enumerate(dealt) if s == seat and i not in placed), None)
                if card is not None and at is not None:
                    placed[at] = card
                    left.remove(card)
        may = {seat: {card for card in left if self.may_hold(seat, card)} for seat in {*dealt}}
        # those who can hold the fewest choose first
        free = sorted(
            (i for i in range(len(dealt)) if i not in placed), key=lambda i: len(may[dealt[i]])
        )
        for i in free:
            at = next((n for n, c in enumerate(left) if c in may[dealt[i]]), 0)
            placed[i] = left.pop(at)
        return [placed[i] for i in range(len(dealt))]


def by_rank(hand: Iterable[Card]) -> Cards:
    """A hand with the cards of a rank side by side, aces first."""
    return tuple(sorted(hand, key=lambda card: (RANKS.index(card.rank), str(card.suit))))


@rule("hold-the-rank", "Ask for what you hold", "set", "hand", look="Look at your own hand.")
def hold_the_rank(table: AskingState, moves: tuple[Move, ...]) -> Ruling:
    """Ask only for a rank of which you hold a card yourself."""
    return within_hand(table, moves, "{you} {hold} a card of each rank that is named")


def within_hand(table: AskingState, moves: tuple[Move, ...], otherwise: str) -> Ruling:
    """Take away the requests for a rank of which the hand has no card; otherwise: what to say where
    there are none."""
    held = {card.rank for card in table.hand}
    lacking = next((m for m in moves if isinstance(m, Ask) and m.rank not in held), None)
    if lacking is None:
        return silent(moves, otherwise)
    in_pack = any(card.rank == lacking.rank for card in table.game.pack)
    return may_not(
        moves,
        lambda m: isinstance(m, Ask) and m.rank not in held,
        "{you} {hold} no {rank}" if in_pack else "there is no {rank} in the pack",
        {"rank": RANK_NAMES[lacking.rank]},
    )


@rule(
    "ask-somebody-with-cards",
    "Ask somebody who has cards",
    "turn",
    "hand",
    look="Look at how many cards the others have.",
)
def ask_somebody_with_cards(table: AskingState, moves: tuple[Move, ...]) -> Ruling:
    """Ask another player, and one who has cards."""
    if any(isinstance(m, Ask) and m.seat == table.me for m in moves):
        own = "a player asks somebody else"
        return may_not(moves, lambda m: isinstance(m, Ask) and m.seat == table.me, own)
    empty = [seat for seat, hand in enumerate(table.hands) if not hand]
    if not empty:
        return silent(moves, "everybody has cards")
    because = "there are no cards in {asked's} hand"
    barred = [m for m in moves if isinstance(m, Ask) and m.seat in empty]
    return may_not(
        moves,
        lambda m: m in barred,
        because,
        {"asked": Seat(empty[0])},
        refusing={m: (because, {"asked": Seat(m.seat)}) for m in barred},
    )


class AskOthers(Phase):
    """Players ask in turn, until every set is complete."""

    id, title, doing = "ask", "Asking", "ask"
    did = "asked"
    begins = "eldest"
    prompt = "Your turn: whom do you ask, and for what?"
    given_openly: ClassVar[bool] = False
    """Whether everybody sees which cards are given, or only those two; how many, all can see."""

    def lacking(self, state: AskingState) -> str:
        """A card to ask with, or one to draw."""
        if state.stock or state.to_move is None or state.hands[state.to_move]:
            return ""
        return "The player to move holds a card, or draws one: give hands, or stock"

    def enter(self, state: AskingState) -> Any:
        laid = ((),) * state.game.players
        hands = tuple(by_rank(hand) for hand in state.hands)
        state = state.but(hands=hands, laid=laid)
        for seat in range(state.game.players):
            state = self.lay_sets(state, seat)
        first = state.after_seat(state.dealer)
        return self.to_somebody(state.but(to_move=first))

    def asks_of(self, table: Any) -> tuple[Ask, ...]:
        """Everything that the seat that acts may want of another."""
        raise NotImplementedError(f"{type(self).__name__} asks for nothing")

    def candidates(self, table: AskingState) -> tuple[Move, ...]:
        if table.hand and any(hand for s, hand in enumerate(table.hands) if s != table.me):
            return self.asks_of(table)
        return (DRAW,)

    def vocabulary(self) -> Iterable[Move]:
        return (DRAW,)

    def not_offered(self, table: Any, move: Move) -> str:
        """A card is drawn instead of a request by whoever can ask nobody for anything."""
        if move == DRAW:
            return "{you} {have} cards, and somebody to ask"
        if not table.hand:
            return "{you} {have} no cards: one is drawn first"
        return "nobody else has cards: one is drawn instead"

    def others(self, table: Any) -> tuple[tuple[int, str], ...]:
        """The other seats with their names, in turn."""
        game = table.game
        return tuple((seat, game.names[seat]) for seat in game.seats_from(table.me)[1:])

    def read(self, table: AskingState, text: str) -> Move | None:
        word, _, rest = text.partition(" ")
        named, _, wanted = rest.partition(" for ")
        seats = {name.lower(): (seat, name) for seat, name in enumerate(table.game.names)}
        if word != "ask" or named.strip().lower() not in seats:
            return None
        seat, name = seats[named.strip().lower()]
        return self.asked(seat, name, normal(wanted))

    def asked(self, seat: int, name: str, wanted: str) -> Ask | None:
        """The move that asks a seat for what somebody typed; None if that is nothing to ask for."""
        ranks = {**{r.lower(): r for r in RANK_NAMES}, "10": "T"}
        ranks |= {name: r for r, name in RANK_NAMES.items()}
        ranks |= {ranks_named(r): r for r in RANK_NAMES}
        return ask_for_rank(seat, name, ranks[wanted]) if wanted in ranks else None

    def apply(self, state: AskingState, seat: int, move: Move) -> Any:
        if not isinstance(move, Ask):
            return self.draw(state, seat)
        state = state.has_one(seat, move.rank).but(fished="")
        given = tuple(card for card in state.hands[move.seat] if move.fits(card))
        if not given:
            return self.nothing(state, seat, move)
        return self.to_somebody(self.lay_sets(self.gift(state, seat, move, given), seat))

    def gift(self, state: AskingState, seat: int, move: Ask, given: Cards) -> Any:
        """The table after cards have gone from the seat that was asked to the one that asked."""
        giver = move.seat
        left = tuple(card for card in state.hands[giver] if card not in given)
        state = state.but(hands=state.held(giver, left)).forget(giver, given)
        state = state.but(hands=state.held(seat, by_rank((*state.hands[seat], *given))))
        state = state.remember(None if self.given_openly else giver, given, seat)
        state = state.hear(seat, move.rank, (state.knows(seat, move.rank) or 1) + len(given))
        return self.after_gift(state, move, left)

    def after_gift(self, state: Any, move: Ask, left: Cards) -> Any:
        """What everybody knows of the giver now: of a rank that was given, nothing is left."""
        return state.hear(move.seat, move.rank, 0)

    def nothing(self, state: Any, seat: int, move: Ask) -> Any:
        """The table after somebody was asked in vain."""
        raise NotImplementedError(f"{type(self).__name__} does not say what happens")

    def draw(self, state: AskingState, seat: int) -> Any:
        """A seat that cannot ask draws a card; it asks with that, if it can."""
        state = self.take(state, seat)
        state = self.lay_sets(state.unsure(seat), seat)
        able = state.hands[seat] and any(h for s, h in enumerate(state.hands) if s != seat)
        return self.to_somebody(state if able else self.passed(state, state.after_seat(seat)))

    def take(self, state: AskingState, seat: int) -> Any:
        """The top card of the stock goes into a hand."""
        hand = by_rank((*state.hands[seat], state.stock[0]))
        return state.but(hands=state.held(seat, hand), stock=state.stock[1:])

    def passed(self, state: Any, seat: int) -> Any:
        return state.but(to_move=seat)

    def lay_sets(self, state: Any, seat: int) -> Any:
        """Every complete set of a hand is laid on the table."""
        counted = Counter(card.rank for card in state.hands[seat])
        for rank in [rank for rank, n in counted.items() if n == state.game.in_set]:
            whole = tuple(card for card in state.hands[seat] if card.rank == rank)
            left = tuple(card for card in state.hands[seat] if card.rank != rank)
            laid = tuple(
                (*cards, *whole) if owner == seat else cards
                for owner, cards in enumerate(state.laid)
            )
            state = state.but(hands=state.held(seat, left), laid=laid).forget(seat, whole)
            state = state.settled(rank)
        return state

    def can_move(self, state: Any, seat: int) -> bool:
        """Whether a seat can ask somebody or draw."""
        others = any(hand for other, hand in enumerate(state.hands) if other != seat)
        return bool(state.stock or (state.hands[seat] and others))

    def to_somebody(self, state: Any) -> Any:
        """Turn to the seat to move, or to the next one that can do something; or end."""
        if not any(state.hands) and not state.stock:
            return state.game.end(state)
        seat = state.to_move
        for _ in range(state.game.players):
            state = self.lay_sets(state, seat)  # an imagined hand may hold a set
            if self.can_move(state, seat):
                return self.passed(state, seat)
            seat = state.after_seat(seat)
        return state.game.end(state)

    def asks(self, state: AskingState) -> str:
        if state.me is not None and not state.hands[state.me]:
            return "You have no cards: draw one."
        if state.me is not None and not any(h for s, h in enumerate(state.hands) if s != state.me):
            return "Nobody else has cards: draw one."
        return self.prompt

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if not isinstance(move, Ask):
            return move.told(name)
        given = [card for card in state.hands[move.seat] if move.fits(card)]
        if given:
            got = "it" if len(move.wanted) > 1 else number(len(given))
            return f"{move.told(name)[:-1]} and gets {got}."
        return f"{move.told(name)[:-1]}{IN_VAIN}"


def sets_of(cards: Sequence[Card]) -> list[Cards]:
    """The sets that lie before a player, rank by rank."""
    return [tuple(group) for _, group in groupby(cards, key=lambda card: card.rank)]


def part_of_set(cards: int) -> float:
    """What so many cards of a set are worth."""
    return PART_OF_SET[min(cards, len(PART_OF_SET) - 1)]


class UnseenCards(NamedTuple):
    """The cards that a seat does not see, and how many of each rank these are."""

    cards: Sequence[Card]
    ranks: Counter[str]

    @classmethod
    def of(cls, game: Game, table: State) -> UnseenCards:
        """From the view of a seat."""
        hidden = unseen(game.pack, table.all_cards())
        return cls(hidden, Counter(card.rank for card in hidden))


PART_OF_SET = (0.0, 0.05, 0.2, 0.5, 1.0)
"""What no card of a set, one, two and so on are worth to a bot, as parts of a whole set of four."""
ROBBED = 0.6
"""How likely somebody who can ask for cards that were shown does it in time."""


class AskingGame(ProspectGame):
    """A game of asking: sets of so many cards, and the picture of the table."""

    shelf = GameShelf.COLLECTING
    State: type[AskingState] = AskingState
    in_set: ClassVar[int] = 4
    """How many cards make a set."""
    set_names: ClassVar[tuple[str, str]] = ("set", "sets")
    """What a set is called, one and several."""

    turn_worth: ClassVar[float] = 0.15
    """What it is worth to a bot to ask again, in sets."""

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """laid: cards by seat; to_move: the seat to ask (0 unless named)."""
        laid = given.get("laid", ((),) * self.players)
        return {"to_move": 0} | given | {"laid": tuple(read_cards(part) for part in laid)}

    def sets(self, state: AskingState) -> tuple[int, ...]:
        """How many sets everybody has laid."""
        return tuple(len(cards) // self.in_set for cards in state.laid)

    def chances(self, table: AskingState, asks: Iterable[Ask]) -> dict[Ask, float]:
        """How likely each request is to be granted, as in `chance`."""
        hidden = UnseenCards.of(self, table)
        return {ask: self.chance(table, ask, hidden) for ask in asks}

    def chance(self, table: AskingState, ask: Ask, hidden: UnseenCards | None = None) -> float:
        """How likely it is that a seat has what it is asked for, from what the mover sees (the
        cards that it knows of face up) and everybody has heard: what is not known lies anywhere
        with equal chances.

        hidden: what the mover does not see, if somebody has counted it.
        """
        hand = table.hands[ask.seat]
        known = table.knows(ask.seat, ask.rank)
        if any(ask.fits(card) for card in hand if card is not BACK):
            return 1.0
        if known == 0:
            return 0.0
        hidden = hidden or UnseenCards.of(self, table)
        of_rank = hidden.ranks[ask.rank]
        wanted = of_rank if len(ask.wanted) == 1 else int(ask.wanted in hidden.cards)
        if known:
            return min(1.0, wanted / max(of_rank, 1))
        share = hand.count(BACK) / max(len(hidden.cards), 1)
        return 1.0 - (1.0 - min(share, 1.0)) ** wanted

    def chance_of_rank(
        self, table: AskingState, seat: int, rank: str, hidden: UnseenCards
    ) -> float:
        """How likely it is that a seat has any card of a rank, by the same lights."""
        hand, known = table.hands[seat], table.knows(seat, rank)
        if known or any(card.rank == rank for card in hand if card is not BACK):
            return 1.0
        if known == 0:
            return 0.0
        share = hand.count(BACK) / max(len(hidden.cards), 1)
        return 1.0 - (1.0 - min(share, 1.0)) ** hidden.ranks[rank]

    # --- for bots
    def prospects(self, view: Any, moves: Sequence[Move]) -> Mapping[Move, float]:
        """What each request is likely to bring, in sets: the cards and the turn, if it is granted; and
        what others, who have heard it, may then ask for in their turn."""
        asks = [move for move in moves if isinstance(move, Ask)]
        known, held = view.with_known_cards(), Counter(card.rank for card in view.hand)
        hidden = UnseenCards.of(self, known)
        chances = self.chances(known, asks)
        others = [seat for seat, hand in enumerate(known.hands) if hand and seat != view.me]

        def safe(rank: str, but: int | None = None) -> float:
            """The chance that nobody can ask for cards of a rank; but: who has none of them."""
            seats = (seat for seat in others if seat != but)
            nobody = prod(1 - self.chance_of_rank(known, seat, rank, hidden) for seat in seats)
            return 1 - ROBBED * (1 - nobody)

        def worth(ask: Ask) -> float:
            rank, now = ask.rank, held[ask.rank]
            whole_rank = len(ask.wanted) == 1
            given = (known.knows(ask.seat, rank) or 1) if whole_rank else 1
            later = safe(rank, ask.seat if whole_rank else None)
            shown = safe(rank) if known.knows(view.me, rank) else 1.0
            before = part_of_set(now) * shown
            granted = part_of_set(now + given)
            granted = granted * (later if granted < 1 else 1) + self.turn_worth
            chance = chances[ask]
            return chance * granted + (1 - chance) * part_of_set(now) * later - before

        return {ask: worth(ask) for ask in asks}

    def panels(self, state: AskingState) -> dict[str, Any]:
        if not state.fished or state.to_move is None:
            return {}
        return {"notes": {state.to_move: [f"fished one of the {ranks_named(state.fished)}"]}}

    def zones(self, state: AskingState) -> list[Zone]:
        zones = []
        if state.stock:
            count = len(state.stock)
            zones.append(Zone("stock", "stock", "pile", None, "Stock", [], False, count))
        for seat, cards in enumerate(state.laid):
            if cards:
                tops = [face(whole[0]) for whole in sets_of(cards)]
                one, many = self.set_names
                said = some(len(tops), one, many)
                title = many.capitalize()
                zones.append(Zone(f"sets-{seat}", "sets", "row", seat, title, tops, note=said))
        return zones
