"""Trick-taking: the state, the turn of play, who wins a trick and why, and the rules of play that
many games share.

Knows leads, tricks and trumps.  Knows no particular game, no auction and no score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, NamedTuple

from cardlab.engine.aims import Aim, without
from cardlab.engine.cards import BACK, JOINED, JOKER, RANK_NAMES, RANKS, SUITS, Card, Suit
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.codec import Called, Codec, NotationError, PositionPart, read_card
from cardlab.engine.facts import ranks_text
from cardlab.engine.fields import FaceUp, SeatNo, Unwritten
from cardlab.engine.game import HOLD_CARD, OVER, Game, Phase, State, match_text
from cardlab.engine.house import rank_names, spelled, with_ranks
from cardlab.engine.memory import remember
from cardlab.engine.moves import Bid, Move, Name, play_of
from cardlab.engine.one_deal import TrickTold
from cardlab.engine.ordering import LoneJoker, Ordering
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import (
    Rule,
    Ruling,
    any_move,
    may_not,
    must,
    must_be,
    note,
    rule,
    silent,
    unless_alone,
)
from cardlab.engine.scoring import Quantity
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face, panel_contract, panel_ladder, panel_trump
from cardlab.engine.tuples import tuple_of
from cardlab.engine.turns import (
    LastMove,
    TurnFact,
    TurnReason,
    dealt,
    declares,
    moved_last,
    reason_of,
)
from cardlab.engine.words import Seat, Sentence, capital, listed, some, word
from cardlab.families.narrowing import (
    CAN_FOLLOW,
    FOLLOWING,
    HIGHER,
    LEADING,
    SUIT_LED,
    TRUMPED,
    TRUMPS,
    VOID,
    MayNotPlay,
    MustPlay,
    narrows_void_hands,
    none_played,
    of_suit,
    only,
)

ORDER_LACKS = "Cards are played to tricks under an order: give trump, a suit or none"
DECLARER_LACKS = "Somebody plays against the others here: give declarer, a player"


class Trick(NamedTuple):
    """Cards in the order played, and the seats in the order of playing.  down: the places of
    cards played face down."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...] = ()
    down: tuple[int, ...] = ()

    @property
    def led(self) -> Card | None:
        return self.cards[0] if self.cards else None

    @property
    def leader(self) -> int:
        return self.seats[0]

    @property
    def each(self) -> int:
        """How many cards each seat plays, one after the other."""
        return 1

    @property
    def moves(self) -> int:
        """In how many moves its cards were played: a lead of several cards is one move."""
        return max(0, len(self.cards) - self.each + 1)

    def winner(self, order: Ordering) -> int:
        """The seat whose card wins so far."""
        return self.seats[self.best(order)]

    def best(self, order: Ordering) -> int:
        """The place of the card that wins so far; a card face down wins nothing."""
        return order.best(self.up if self.down else self.cards)

    @property
    def up(self) -> tuple[Card, ...]:
        """The cards as the table sees them: those played face down are `BACK`."""
        if not self.down:
            return self.cards
        return tuple(BACK if i in self.down else card for i, card in enumerate(self.cards))


HIGHEST_TRUMP = note(
    "highest-trump",
    "The highest trump wins",
    "The highest trump in a trick wins it.",
    "trick",
    "trump",
    "ruff",
    look="Was a trump played?",
)
HIGHEST_LED = note(
    "highest-of-suit-led",
    "The highest card of the suit led wins",
    "The highest card of the suit led wins {which_trick}.",
    "trick",
    look="Look at the first card of the trick.",
)
ELDEST_LEADS = note(
    "eldest-leads",
    "Eldest leads first",
    "The player on the dealer's left leads to the first trick.",
    "eldest",
    "trick",
)
RIGHT_LEADS = note(
    "eldest-leads",
    "Eldest leads first",
    "The player on the dealer's right leads to the first trick.",
    "eldest",
    "trick",
)
PARTNERS = note(
    "partners",
    "Partners",
    "Partners sit opposite each other and score together.",
    "fixed-partnership",
    fact="players",
)
DECLARER_LEADS = note(
    "declarer-leads",
    "The declarer leads first",
    "The declarer leads to the first trick.",
    "contract",
    "trick",
)
WINNER_LEADS = note(
    "winner-leads", "The winner leads", "The winner of a trick leads to the next.", "trick", "turn"
)


TRICKS_TAKEN = Quantity("", "tricks taken", "tricks", drawn="tricks")
"""The quantity of a formula that counts them."""


def won_because(order: Ordering, trick: Trick) -> tuple[int, Rule, Sentence]:
    """Who wins a trick (so far), by which rule, and the sentence that says so."""
    at = trick.best(order)
    card = trick.cards[at]
    if order.is_trump(card):
        trumps = sum(map(order.is_trump, trick.up))
        return (
            trick.seats[at],
            HIGHEST_TRUMP,
            Sentence(
                "{card} is the only trump" if trumps == 1 else "{card} is the highest trump",
                {"card": card},
            ),
        )
    suit = order.suit_of[card]
    kind = suit.one if isinstance(suit, Suit) else "card"
    return (
        trick.seats[at],
        HIGHEST_LED,
        Sentence("{card} is the highest {kind}", {"card": card, "kind": kind}),
    )


NO_TRICK = Trick(())


class TrickText(Codec[Trick]):
    """``West KH 9H``: who led, and the cards in the order of play. ``(9C)`` lies face down; where
    others play than usual all of them are named: ``West+East KH``.

    finished: a trick that is over may have ended before everybody played to it.
    """

    grammar, between, needs_table = "leader cards", " / ", True

    def __init__(self, finished: bool = False) -> None:
        self.finished = finished

    def write(self, value: Trick, part: PositionPart) -> str:
        names = part.game.names
        most = len(value.cards) if self.finished else None
        usual = seats_of(part.state, value.leader)[:most] == value.seats
        alone = len(value.seats) == 1 == most
        led = names[value.leader] if usual or alone else "+".join(names[s] for s in value.seats)
        cards = [f"({c})" if i in value.down else str(c) for i, c in enumerate(value.cards)]
        return " ".join([led, *cards])

    def read(self, text: str, part: PositionPart) -> Trick:
        who, *cards = text.replace(":", " ").split() or [""]
        seats = tuple(part.seat(name) for name in who.split("+"))
        if len(seats) == 1:
            most = len(cards) if self.finished and cards else None
            seats = (seats_of(part.state, seats[0]) or seats)[:most]
        if self.finished and not cards:
            raise NotationError(
                "A finished trick has cards: write who led and the cards, such as West KH 9H."
            )
        if len(cards) > len(seats):
            raise NotationError(
                f"A trick has {len(cards)} cards here, but {len(seats)} play to it."
            )
        down = tuple(i for i, card in enumerate(cards) if card.startswith("("))
        lying = PositionPart(part.game, "a trick")
        kind = type(part.state.trick)
        return kind(seats, tuple(read_card(card.strip("()"), lying) for card in cards), down)


def seats_of(state: TrickState, leader: int) -> tuple[int, ...]:
    """Who plays to a trick that this seat leads."""
    playing = next((phase for phase in state.game.phases if isinstance(phase, Tricks)), None)
    return playing.seats(state, leader) if playing is not None else ()


@dataclass(frozen=True)
class TrickState(State):
    """trick: the one in progress; taken: finished tricks in order; calls: (seat, call) in order;
    contract and declarer: what the auction came to, in the game's own terms; turned: a card turned
    up for trumps; shown: cards turned up that stay out of play; sitting_out: the seats that play
    no cards in this deal, or no more."""

    trick: FaceUp[Annotated[Trick, TrickText()]] = NO_TRICK
    taken: FaceUp[tuple[Annotated[Trick, TrickText(finished=True)], ...]] = ()
    order: Unwritten[Ordering] = None  # type: ignore[assignment]  # until an order is in force
    calls: tuple[Called, ...] = ()
    contract: Unwritten[Any] = None
    declarer: Unwritten[SeatNo | None] = None
    turned: Card | None = None
    shown: FaceUp[tuple[Card, ...]] = ()
    sitting_out: tuple[SeatNo, ...] = ()

    def missing(self) -> str:
        """The order of the cards, once some of them were played to a trick; and a card in a trick
        that is said to be finished."""
        if short := [n for n, t in enumerate(self.taken, 1) if len(t.cards) < len(t.seats)]:
            return (
                f"A card is missing from trick {short[0]}: give taken, every trick with its cards"
            )
        played = self.taken or self.trick.cards
        return super().missing() or (ORDER_LACKS if played and self.order is None else "")

    @property
    def has_order(self) -> bool:
        """Whether an order of the cards is in force: trumps are known, or that there are none."""
        return self.order is not None

    @property
    def led(self) -> Suit | None:
        """The suit that has to be followed, None for the leader."""
        return self.order.suit_of[self.trick.cards[0]] if self.trick.cards else None

    def playing_from(self, first: int) -> tuple[int, ...]:
        """The seats that play cards in this deal, in turn, beginning at this seat or at the next
        one that plays."""
        seats = self.game.seats_from(first)
        if not self.sitting_out:
            return seats
        return tuple([seat for seat in seats if seat not in self.sitting_out])

    def winners(self) -> list[int]:
        """The seat that won each finished trick."""
        order = self.order
        return [t.winner(order) for t in self.taken]

    def dealt(self) -> list[list[Card]]:
        """The hands as they were before the first lead."""
        hands = [list(hand) for hand in self.hands]
        for trick in (*self.taken, self.trick):
            played = trick.seats[: len(trick.cards)]
            for seat, card in zip(played, trick.cards, strict=True):
                hands[seat].append(card)
        return hands

    def tricks_by_side(self) -> tuple[int, ...]:
        side_at = self.game.side_at
        tricks = [0] * len(self.game.sides)
        for seat in self.winners():
            tricks[side_at[seat]] += 1
        return tuple(tricks)

    def taken_by_side(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in each side's tricks."""
        won = [(self.game.side_of[t.winner(self.order)], t.cards) for t in self.taken]
        return tuple(
            tuple(c for owner, cards in won if owner == side.id for c in cards)
            for side in self.game.sides
        )

    def points_by_side(self) -> tuple[int, ...]:
        """The card points in each side's tricks."""
        return tuple(sum(self.order.worth_of[c] for c in cards) for cards in self.taken_by_side())

    def side_with(self, card: str) -> int | None:
        """The index of the side that took a card."""
        for trick in self.taken:
            if card in trick.cards:
                return self.game.side_index(trick.winner(self.order))
        return None

    def winning(self) -> tuple[int, Card] | None:
        """The seat and card that win the trick so far."""
        if not self.trick.cards:
            return None
        at = self.trick.best(self.order)
        return self.trick.seats[at], self.trick.cards[at]

    def is_opponent(self, seat: int) -> bool:
        """Whether a seat plays against the one that acts."""
        return not self.same_side(seat, self.me)  # type: ignore[arg-type]  # in a view somebody does


def trick_on(state: State) -> Trick:
    """The trick in progress; `NO_TRICK` on a table where no tricks are played."""
    return state.trick if isinstance(state, TrickState) else NO_TRICK


def tricks_taken(state: State) -> tuple[Trick, ...]:
    """The finished tricks in order; none on a table where no tricks are played."""
    return state.taken if isinstance(state, TrickState) else ()


# --- rules of play


@rule(
    "must-follow-suit",
    "Follow suit",
    "follow-suit",
    look="Look at the suit that was led.",
    solver=MustPlay(SUIT_LED, when=FOLLOWING),
)
def follow_suit(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """Follow suit if you can{if_void}."""
    if not table.trick.cards:
        return silent(moves, "{you} {lead} to this trick")
    suit_of = table.order.suit_of
    led = suit_of[table.trick.cards[0]]
    return must_be(
        moves,
        tuple([m for m in moves if suit_of[m.card] is led]),  # type: ignore[index]  # a card is played
        "{was_led} and {you} {have} {members}{disguised}",
        "{so_led}{you} {have} no {led}{disguised}",
        lambda: suit_facts(table, led),
        "only {kept} can follow suit",
    )


def suit_facts(table: TrickState, led: Suit | None) -> dict[str, Any]:
    """The facts of a sentence on following suit: the suit led, how many cards of it the hand holds,
    and clauses on the cards that are printed with another suit than the one they count in: the card
    that was led, and those of the hand.

    >>> import cardlab
    >>> game = cardlab.game("cardigan")
    >>> table = game.state(trump="S", trick=[(3, "KS")], hands={0: "6S JD 2H 9C"})
    >>> game.verdict(table, "9C").reason
    'trumps were led and you have three; J♦ and 2♥ are trumps'
    >>> table = game.state(trump="S", trick=[(3, "JC")], hands={0: "6S AS 9C"})
    >>> game.verdict(table, "9C").reason
    'J♣ is a trump here, so trumps were led and you have two'
    """
    order, first = table.order, table.trick.cards[0]
    assert order is not None
    suit_of = order.suit_of
    members = [c for c in table.hand if suit_of[c] is led]
    hidden = [c for c in members if c.suit != led]
    if led is None or led != order.trump:
        hidden += [c for c in table.hand if c.suit == led and suit_of[c] is not led]
    # a second copy of the led card was named with it
    names = [card_told(c) for c in dict.fromkeys(hidden) if c != first]
    trumps_hide = bool(names) and all(map(order.is_trump, hidden))
    trumps_led = led is not None and led == order.trump
    in_disguise = disguises(order, first)
    # a trump that does not show the suit of trumps is called a trump: that is what it is here
    as_trumps = trumps_led and (trumps_hide or in_disguise or led in JOINED)
    called: Any = "trumps" if as_trumps else led
    disguised = ""
    if trumps_hide:
        too = " too" * (in_disguise and trumps_led)
        disguised = f"; {listed(names)} {'is a trump' if len(names) == 1 else 'are trumps'}{too}"
    # the one card that follows a card in disguise is named: it is what the hand overlooked
    named = in_disguise and len(members) == 1 and not disguised
    return {
        "led": called,
        "was_led": led_told(order, first, word(called)),
        "so_led": f"{counts_as(first, word(called))}, and " if in_disguise else "",
        "members": members[0] if named else len(members),
        "disguised": disguised,
    }


def disguises(order: Ordering, card: Card) -> bool:
    """Whether a card counts in a suit that it is not printed with: a bower, a joker that is a
    trump."""
    suit = order.suit_of.get(card)
    return isinstance(suit, Suit) and card.suit != suit


def card_told(card: Card) -> str:
    """A card in a sentence that explains which suit it counts in."""
    return card.sign if card.suit else f"the {card.name}"


def counts_as(card: Card, suit: str) -> str:
    """That a card counts in a suit, named in the plural, that it is not printed with."""
    return f"{card_told(card)} is a {suit.removesuffix('s')} here"


def led_told(order: Ordering, first: Card, name: str = "") -> str:
    """Which suit was led, as a clause; a card that counts in another suit than it shows is named.

    name: what the suit is called, where that is not its own name.

    >>> import cardlab
    >>> euchre = cardlab.game("euchre")
    >>> led_told(euchre.ordering("S"), cardlab.Card("JC"))
    'J♣ is a trump here, so trumps were led'
    >>> led_told(euchre.ordering("H"), cardlab.Card("JC"))
    'clubs were led'
    """
    suit, in_disguise = order.suit_of[first], disguises(order, first)
    as_trumps = suit in JOINED or (in_disguise and order.is_trump(first))
    name = name or ("trumps" if as_trumps else word(suit))
    clause = f"{name} were led"
    return f"{counts_as(first, name)}, so {clause}" if in_disguise else clause


@rule(
    "must-follow-or-trump",
    "Follow suit or trump",
    "follow-suit",
    "free-trumping",
    solver=MayNotPlay(~(SUIT_LED | TRUMPS), when=CAN_FOLLOW, lapses=False),
)
def follow_or_trump(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If you hold the suit led, play a card of it or a trump; if you do not, play any card."""
    if not table.trick.cards:
        return silent(moves, "{you} {lead} to this trick")
    order = table.order
    assert order is not None
    led = order.suit_of[table.trick.cards[0]]
    if not any(order.suit_of[c] is led for c in table.hand):
        return silent(moves, "{so_led}{you} {have} no {led}", lambda: suit_facts(table, led))
    return may_not(
        moves,
        lambda m: order.suit_of[m.card] is not led and not order.is_trump(m.card),
        (
            "{you} {hold} {led}, so only {led} and trumps are legal"
            if led != order.trump
            else "{trumps_led} and {you} {have} {count}"
        ),
        lambda: {
            "led": led,
            "trumps_led": led_told(order, table.trick.cards[0], "trumps"),
            "count": sum(order.suit_of[c] is led for c in table.hand),
        },
        leaves=any_move,
    )


def beats_the_trick(table: TrickState) -> Callable[[Move], bool]:
    """Whether a card that is played would win the trick as it lies, as a test of moves."""
    cards = table.trick.cards
    power = table.order.power(cards[0])
    best = max([power[card] for card in cards])
    return lambda move: power[move.card] > best  # type: ignore[index]  # a card is played


@rule(
    "must-head",
    "Head the trick",
    "must-head",
    look="Look at the best card so far.",
    solver=MustPlay(HIGHER, when=CAN_FOLLOW),
)
def must_head(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If you can follow suit, play a card that beats the best card so far, if you have one."""
    if not table.trick.cards or not in_hand(table, (table.led,)):
        return silent(moves, "{you} {are} not following suit")
    return beat_if_able(table, moves, "beat", "nothing that beats {best}")


def beat_if_able(table: TrickState, moves: tuple[Move, ...], doing: str, lacking: str) -> Ruling:
    """Beat the best card so far, if able.  doing: what that is called, "beat" or "overtrump";
    lacking: what a hand that cannot do it has."""
    seat, best = table.winning()  # type: ignore[misc]
    return must(
        moves,
        beats_the_trick(table),
        f"{{kept}} can {doing} {{winner's}} {{best}}",
        f"{{you}} {{have}} {lacking}",
        {"best": best, "winner": Seat(seat)},
        then=f"only {{kept}} can {doing} {{best}}",
    )


def overtrump(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """Play a trump above the best card so far, if able, where only trumps can beat it."""
    return beat_if_able(table, moves, "overtrump", "no trump above {best}")


def neither_nor(table: TrickState) -> str:
    """What a hand lacks that can neither follow suit nor trump."""
    trumps_led = table.led is table.order.trump
    return "{you} {have} no trump" if trumps_led else "{you} {have} neither {led} nor a trump"


@rule(
    "must-trump",
    "Trump if you cannot follow",
    "must-overtrump",
    "ruff",
    look="Look at the suit led, then at your trumps.",
    solver=MustPlay(TRUMPS, when=VOID),
)
def must_trump(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If you cannot follow suit you must play a trump, if you have one."""
    led = table.led
    if not table.trick.cards or in_hand(table, (led,)):
        return silent(moves, "{you} {can} follow suit")
    is_trump = table.order.is_trump
    return must_be(
        moves,
        tuple([m for m in moves if is_trump(m.card)]),  # type: ignore[arg-type]  # a card is played
        "{you} {have} no {led} but {can} trump with {kept}",
        neither_nor(table),
        {"led": led},
        "only {kept} can trump",
    )


@rule(
    "must-overtrump",
    "Overtrump",
    "must-overtrump",
    look="Look at the highest trump in the trick.",
    solver=MustPlay(HIGHER, when=VOID & TRUMPED),
)
def must_overtrump(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If you cannot follow suit and the trick has been trumped, play a higher trump, if you have
    one."""
    if not table.trick.cards or in_hand(table, (table.led,)):
        return silent(moves, "{you} {can} follow suit")
    _, best = table.winning()  # type: ignore[misc]
    if not table.order.is_trump(best):
        return silent(moves, "nobody has trumped yet")
    return overtrump(table, moves)


def lead_when_broken(
    suit: str, id: str, title: str, *concepts: str, also: tuple[str, ...] = ()
) -> Rule:
    """A rule: a suit is not led before a card of it has been played, unless the hand holds
    nothing else.  also: other cards that break the suit when they are played.

    >>> lead_when_broken("H", "hearts-not-broken", "Hearts must be broken", "trick")
    hearts-not-broken
    """
    wanted, others = Suit(suit), tuple(map(Card, also))
    breaking = of_suit(suit) | only(*others) if others else of_suit(suit)
    words = [wanted.one, *(card.sign for card in others)]
    sooner = " or ".join([f"a {wanted.one}", *(card.sign for card in others)])

    def not_before_it_is_broken(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
        if table.trick.cards:
            return silent(moves, "{your} card is not a lead")
        broken_by = cards_that_break(table.order, wanted, others)
        for trick in table.taken:
            if not broken_by.isdisjoint(trick.cards):
                return silent(moves, f"{wanted.name} are broken")
        suit_of = table.order.suit_of
        return unless_alone(
            moves,
            lambda m: suit_of[m.card] == wanted,
            f"no {' and no '.join(words)} has been played yet",
            "{you} {hold} only " + wanted.name,
        )

    not_before_it_is_broken.__doc__ = (
        f"Do not lead a {wanted.one} before {sooner} has been played in this deal, unless you hold"
        f" only {wanted.name}."
    )
    return rule(
        id,
        title,
        *concepts,
        look=f"Has {sooner} been played in this deal?",
        solver=MayNotPlay(of_suit(suit), when=LEADING & none_played(breaking)),
    )(not_before_it_is_broken)


@remember
def cards_that_break(order: Ordering, suit: Suit, also: tuple[Card, ...]) -> frozenset[Card]:
    """The cards that count in a suit, and others that break it when they are played."""
    return frozenset([*[c for c, counted in order.suit_of.items() if counted == suit], *also])


# --- play


class PointsAtStake(NamedTuple):
    """What a call wins if its contract is made, and loses if not, in points."""

    won: float
    lost: float


class Leader(NamedTuple):
    """Who leads to the first trick: the seat, found on the table, and the note that says so."""

    note: Rule
    seat: Callable[[Any], int]


ELDEST = Leader(ELDEST_LEADS, lambda state: int(state.after_seat(state.dealer)))
DECLARER = Leader(DECLARER_LEADS, lambda state: int(state.declarer))


def holder_of(card: str) -> Leader:
    """The seat that holds a card when the play begins.

    >>> holder_of("2C").note.wording
    'The player who holds 2♣ leads it to the first trick.'
    """
    wanted = Card(card)

    def holder(state: TrickState) -> int:
        # in a position set up by hand the card may be missing
        holders = (seat for seat, hand in enumerate(state.hands) if wanted in hand)
        return next(holders, ELDEST.seat(state))

    title = f"The holder of {wanted.sign} leads first"
    text = f"The player who holds {wanted.sign} leads it to the first trick."
    return Leader(note("holder-leads", title, text, "special-card", "trick"), holder)


class Tricks(Phase):
    """Trick after trick until the hands are empty."""

    id, title, prompt = "play", "The play", "Your turn: play a card."
    rules_first = True
    did = "played"
    rules: tuple[Rule, ...] = (follow_suit,)
    notes: tuple[Rule, ...] = (HOLD_CARD, ELDEST_LEADS, HIGHEST_TRUMP, HIGHEST_LED, WINNER_LEADS)
    lends = (follow_suit, follow_or_trump, must_head, must_trump, must_overtrump)

    understood: tuple[Move, ...] = ()
    """What was said before the play and is still understood, so that a rule can refuse it."""

    def lacking(self, state: Any) -> str:
        """The order of the cards, whoever plays to the trick, and who plays against the others where
        that seat leads."""
        if state.order is None and not self.lead_makes_trumps:
            return ORDER_LACKS
        if not state.trick.seats:
            return "Somebody leads to the trick here: give leader, a player"
        if self.leads.seat is DECLARER.seat and state.declarer is None:
            return DECLARER_LACKS
        return ""

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Who played last to this trick or took the one before; what decided the first lead, where
        it was the deal or the contract."""
        trick, seat = state.trick, state.to_move
        if trick.cards:
            return moved_last(state, trick.seats[len(trick.cards) - 1], self.did)
        if state.taken:
            took: bool = state.taken[-1].winner(state.order) == seat
            told = "{who} took the last trick"
            return reason_of(state, TurnFact.TRICK, seat, told) if took else None
        if self.leads.seat is ELDEST.seat:
            return dealt(state)
        return declares(state) if self.leads.seat is DECLARER.seat else None

    def vocabulary(self) -> Iterable[Move]:
        return (*super().vocabulary(), *self.understood)

    def read(self, table: Any, text: str) -> Move | None:
        return match_text(text, self.understood)

    leads: Leader = ELDEST
    """Who leads to the first trick."""

    lead_makes_trumps: ClassVar[bool] = False
    """Whether no order is in force before the first card is led."""

    def __init__(self, *, leader: Leader | None = None, **attributes: Any) -> None:
        super().__init__(**attributes)
        if leader is not None:
            if "notes" not in attributes:
                usual = type(self).leads.note
                self.notes = tuple([leader.note if n is usual else n for n in self.notes])
            self.leads = leader

    def facts(self, game: TrickGame) -> tuple[Rule, ...]:
        """Who leads to the first trick."""
        return (self.leads.note,)

    def leader(self, state: Any) -> int:
        """Who leads to the first trick; where that seat sits out, the next one that plays."""
        return self.leads.seat(state)

    def orders(self, game: Any) -> tuple[str, ...]:
        return (game.trumps,) if game.trumps else ()

    def enter(self, state: Any) -> Any:
        trick = state.game.trick_type(self.seats(state, self.leader(state)))
        return state.but(trick=trick, to_move=trick.leader)

    def seats(self, state: Any, leader: int) -> tuple[int, ...]:
        """Who plays to a trick, in order."""
        return state.playing_from(leader)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        plays = tuple(map(play_of, table.hands[table.me]))
        return plays if table.game.each_once else tuple(dict.fromkeys(plays))

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        trick, card = state.trick, move.card
        seats, lying, down = trick.seats, trick.cards, trick.down
        if self.turns_down(state, card):
            down = (*down, len(lying))
        played = tuple_of(Trick, (seats, (*lying, card), down))
        hands = state.without(seat, card)
        if state.known:
            state = state.forget(seat, (card,))
        after = len(lying) + 1
        if after < len(seats):
            return state.but(hands=hands, trick=played, to_move=seats[after])
        return self.turned_over(state, played, hands=hands)

    def turned_over(self, state: TrickState, trick: Trick, **changes: Any) -> Any:
        """Turn a full trick over to its winner, with what its last card has changed, and go on."""
        winner = trick.winner(state.order)
        return self.after_trick(
            state.but(
                taken=(*state.taken, trick),
                trick=tuple_of(type(trick), (self.seats(state, winner), (), ())),
                to_move=winner,
                **changes,
            )
        )

    def turns_down(self, state: Any, card: Card) -> bool:
        """Whether a card of the seat to move has to be played face down, where a game has such a
        rule."""
        return False

    def remind(self, table: TrickState) -> str:
        return "the play has begun: play a card"

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        down = move.card is not None and self.turns_down(state, move.card)
        return f"{name} plays a card face down." if down else move.told(name)

    def after_trick(self, state: Any) -> Any:
        """Go on to the next trick, or out of the phase when the hands are empty."""
        return state if state.hands[state.to_move] else state.game.next_phase(state)

    def interrupted(self, state: TrickState) -> str:
        """What comes between the tricks from here on, besides that the winner of each leads to
        the next, as the rest of a sentence; "" where nothing does."""
        return ""

    def asks(self, state: Any) -> str:
        if state.me is not None and state.me == state.dummy and state.viewer != state.me:
            return f"{'Play' if state.trick.cards else 'Lead'} a card from the dummy."
        return "Your turn: lead a card." if not state.trick.cards else self.prompt


class DeclarerTricks(Tricks):
    """The declarer leads first."""

    notes: tuple[Rule, ...] = (HOLD_CARD, DECLARER_LEADS, HIGHEST_TRUMP, HIGHEST_LED, WINNER_LEADS)
    leads = DECLARER


FEW_COUNTING = 3
"""With so many cards that count, a bid can be told as tricks with and without them."""


class TrickGame(Game):
    """A trick-taking game: pack, ranks and phases are its own; the rest is here."""

    shelf = GameShelf.TRICKS
    State: type[TrickState] = TrickState
    trick_type: ClassVar[type[Trick]] = Trick
    ranks: str = "AKQJT98765432"
    """The ranks from high to low, of all suits or of all but trumps (``trump_ranks``)."""
    trump_ranks: ClassVar[str | None] = None
    """The order of the trump suit, where it is another."""
    trumps: ClassVar[str] = ""
    """The order in force in every deal: "S" where spades are always trumps, "NT" where there never
    are any; "" where each deal makes its own."""
    per_trick: int = 1
    """What a trick counts by itself."""
    last_trick: int = 0
    """What the last trick of a deal counts besides."""
    not_a_sum: ClassVar[str] = ""
    """Why what a trick counts is not what it counts by itself and what its cards count, as the rest
    of a sentence; "" where it is."""
    rank_points: Mapping[str, int] = {}
    """What cards count for the side that takes them, by rank."""
    trump_points: ClassVar[Mapping[str, int] | None] = None
    """What a trump counts, by rank, where that is not what it counts in a plain suit."""
    ordered_by: ClassVar[tuple[str, ...]] = ("ranks", "trump_ranks")
    """Which of the two texts of ranks the order of the cards is made from: a table may change
    those."""
    book: ClassVar[int] = 0
    """The tricks that a bid promises besides its number."""
    outside: ClassVar[tuple[Card, ...]] = ()
    """Cards of which the order decides nothing: another rule says who wins a trick with one of
    them."""

    def result_lacks(self, state: Any) -> str:
        return ORDER_LACKS if state.order is None else ""

    def promoted(self, trump: Suit) -> tuple[Card, ...]:
        """The cards that stand above all others of this trump suit, highest first, and belong to it
        whatever is printed on them: a joker, bowers."""
        return ()

    def ordering(self, trump: str | None = None) -> Ordering:
        """The order of the cards with this trump suit; None or "NT" means no trumps. Each is made
        once."""
        word = "NT" if trump in (None, "", "NT", "no") else str(trump)
        if word not in self._known_orders:
            self._known_orders[word] = self.make_order(word)
        return self._known_orders[word]

    @cached_property
    def _known_orders(self) -> dict[str, Ordering]:
        return {}

    def make_order(self, word: str) -> Ordering:
        """The order for a suit or "NT"; a game whose orders have other names makes those too.
        Raises ValueError if the word names no order."""
        trump = None if word == "NT" else Suit(word)
        if self.joker_agreed and trump is None:
            return LoneJoker(self.pack, self.ranks)
        return Ordering(
            self.pack,
            self.ranks,
            trump,
            trump_ranks=self.trump_ranks,
            promoted=self._above(trump) if trump else (),
            points=self._points_in_a_plain_suit,
            trump_points=self.trump_points,
        )

    def _points_in_a_plain_suit(self, card: Card) -> int:
        """What a card counts in every order of the game, worked out once."""
        points = self._known_points
        if card not in points:
            points[card] = self.card_points(card)
        return points[card]

    @cached_property
    def _known_points(self) -> dict[Card, int]:
        return {}

    def begin(self, standing: Any) -> Any:
        state = super().begin(standing)
        return state.but(order=self.ordering(self.trumps)) if self.trumps else state

    @cached_property
    def partner_of(self) -> tuple[int, ...]:
        """The partner of each seat, where two play together.

        >>> import cardlab
        >>> cardlab.game("bridge").partner_of
        (2, 3, 0, 1)
        """
        seats = (self.sides[self.side_index(seat)].seats for seat in range(self.players))
        return tuple(sum(pair) - seat for seat, pair in enumerate(seats))

    @cached_property
    def has_trumps(self) -> bool:
        """Whether there are deals with trumps."""
        return any(self._words_of_trumps())

    def _words_of_trumps(self) -> Iterator[str]:
        """The words of the orders with trumps that may come to be in force."""
        words = (word for phase in self.phases for word in phase.orders(self))
        return (word for word in words if self.ordering(word).trump)

    @property
    def card_values(self) -> str:
        """What the cards count for the side that takes them, as the beginning of a sentence; ""
        where no rank counts."""
        names = [(RANK_NAMES[rank], points) for rank, points in self.rank_points.items() if points]
        if not names:
            return ""
        parts = [f"{'an' if name[0] in 'ae' else 'a'} {name} {points}" for name, points in names]
        first = parts[0].rpartition(" ")
        values = ", ".join([f"{first[0]} counts {first[2]}", *parts[1:]])
        return capital(values)

    @property
    def which_trick(self) -> str:
        """The tricks that no trump wins, in a sentence."""
        return "a trick without trumps" if self.has_trumps else "the trick"

    @cached_property
    def if_void(self) -> str:
        """The end of a sentence about following suit: what a hand may play that cannot; "" where a
        later rule says it."""
        rules = next((phase.rules for phase in self.phases if isinstance(phase, Tricks)), ())
        later = rules[rules.index(follow_suit) + 1 :] if follow_suit in rules else ()
        told = any(narrows_void_hands(r, self) for r in later)
        return "" if told else "; if you cannot, play any card"

    @property
    def ranks_of_suits(self) -> frozenset[str]:
        """The ranks that plain suits have in the order of ``ranks``: in Skat the jacks are no part
        of any, and in a null game, where they are, suits rank otherwise."""
        words = [*dict.fromkeys(name for phase in self.phases for name in phase.orders(self))]
        present: set[str] = set()
        for order in [self.ordering(name) for name in words or ["NT"]]:
            for suit in self.printed_suits:
                rungs = order.ladder(suit) if suit != order.trump else []
                held = [card.rank for rung in rungs for card in rung if card.suit == suit]
                if held == sorted(held, key=self.ranks.find):
                    present.update(held)
        return frozenset(present)

    def ranking_facts(self) -> tuple[Rule, ...]:
        plain = self.ordering(None)
        present = self.ranks_of_suits
        ranks = ranks_text(rank for rank in self.ranks if rank in present)
        ranking, usual = f"From high to low: {ranks}.", self.ranks == "AKQJT98765432"
        word = next(self._words_of_trumps(), "")
        trump = self.ordering(word).trump if word else None
        if trump is not None:
            trumps = self.ordering(word).ladder()
            if trumps != plain.ladder(trump):
                rungs = ["=".join(dict.fromkeys(c.sign for c in rung)) for rung in trumps]
                ranking += f" With {trump.name} as trumps, the trumps are {' '.join(rungs)}."
                usual = False
        concepts = () if usual else ("altered-order",)
        return (note("ranking", "Ranking", ranking, *concepts, part=SheetPart.CARDS),)

    def rank_texts(self) -> dict[str, str]:
        return {"ranks": self.ranks, "trump_ranks": self.trump_ranks or ""}

    def _take_cards(self) -> None:
        super()._take_cards()
        agreed = self.house
        if agreed.pack or agreed.ranks or agreed.trump_ranks:
            ranks = {key: text for key, text in self.as_written.rank_texts().items() if text}
            for key, text in ranks.items():
                setattr(self, key, with_ranks(text, self.pack))
            for key, text in (("ranks", agreed.ranks), ("trump_ranks", agreed.trump_ranks)):
                if text:
                    setattr(self, key, text)
            self._known_orders.clear()
            self._known_points.clear()

    @cached_property
    def joker_agreed(self) -> bool:
        """Whether a table has put a joker into a pack that has none: it is the highest trump."""
        return JOKER in self.house.cards and all(card.suit for card in self.as_written.pack)

    def misfit(self) -> str:
        return super().misfit() or self._unranked() or self._without_trumps()

    def _unranked(self) -> str:
        """Why the order of the ranks does not do for the pack; "" if it does."""
        have = {c.rank for c in self.pack if c.suit}
        orders = ((self.ranks, "The order"), (self.trump_ranks, "The order of trumps"))
        for ranks, what in orders:
            if ranks and (lost := [r for r in RANKS if r in have and r not in ranks]):
                return (
                    f"{what} {spelled(ranks)} has no place for {rank_names(lost)}, which the pack"
                    " has."
                )
        return ""

    def _without_trumps(self) -> str:
        """Why trumps cannot be made from this pack; "" if they can."""
        title, named = type(self).title, any(phase.names_trumps for phase in self.phases)
        old = self.as_written.pack
        for suit in SUITS.values():
            gone = any(c.suit == suit for c in old) and not any(c.suit == suit for c in self.pack)
            if named and gone:
                return (
                    f"{suit.name.capitalize()} can be made trumps in {title}, and the pack here has"
                    f" no {suit.one}."
                )
        if self.joker_agreed and not named:
            return (
                f"In {title} a card that is turned or led makes trumps, and a joker names no suit."
            )
        return ""

    def order(self, state: TrickState) -> Ordering | None:
        order: Ordering | None = state.order
        return order

    def calls(self, state: TrickState) -> tuple[tuple[int, Move], ...]:
        calls: tuple[tuple[int, Move], ...] = state.calls
        return calls

    def _above(self, trump: Suit) -> tuple[Card, ...]:
        return (JOKER, *self.promoted(trump)) if self.joker_agreed else self.promoted(trump)

    def order_title(self, word: str) -> str:
        return super().order_title(word) if self.ordering(word).trump else "No trumps"

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """trump: a suit or None; trick: (seat, card) pairs, or a leader; taken: such lists;
        sitting_out: seats that play no cards; to_move follows from the trick."""
        trump = given.pop("trump", self.trumps)
        given["order"] = self.ordering(trump)
        out = given["sitting_out"] = tuple(map(self.seat, given.pop("sitting_out", ())))
        taken = given.pop("taken", ())
        given["taken"] = tuple(self.read_trick(t, out) for t in taken)
        trick = given.pop("trick", ())
        leader = given.pop("leader", None)
        to_move = given.get("to_move")
        if trick:
            given["trick"] = self.read_trick(trick, out)
        else:
            start = leader if leader is not None else to_move if to_move is not None else 0
            given["trick"] = self.trick_type(self._playing(start, out))
        if to_move is None:
            seats, played = given["trick"].seats, len(given["trick"].cards)
            given["to_move"] = seats[played % len(seats)] if seats else None  # all sit out
        return given

    def read_trick(self, pairs: Iterable[Any], out: tuple[int, ...] = ()) -> Trick:
        """A trick from pairs of seat and card, in order; out: the seats that sit out."""
        pairs = list(pairs)
        leader = self.seat(pairs[0][0])
        return Trick(self._playing(leader, out), read_cards([card for _, card in pairs]))

    def _playing(self, first: int, out: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats_from(first) if seat not in out)

    def order_under(self, contract: Any, trump: str | None) -> Ordering:
        """The order in force under a contract, if the game has any, with this trump suit."""
        return self.ordering(trump)

    def order_on(self, state: TrickState, trump: str | None) -> Ordering:
        """The order in force on a table once this suit is trumps there."""
        return self.order_under(state.contract, trump)

    def winner(self, trick: Iterable[Any], trump: str | None = "") -> int:
        """The seat that wins a trick of (seat, card) pairs.

        >>> import cardlab
        >>> cardlab.game("kaiser").winner([(0, "AH"), (1, "3S"), (2, "KH"), (3, "5H")], trump="S")
        1
        """
        return self.read_trick(trick).winner(self.ordering(trump or self.trumps))

    def card_points(self, card: Card) -> int:
        """What a card counts for the side that takes it in a trick, unless ``trump_points`` says
        otherwise of a trump.

        >>> import cardlab
        >>> malilla, kaiser = cardlab.game("malilla"), cardlab.game("kaiser")
        >>> malilla.card_points(cardlab.Card("7H")), kaiser.card_points(cardlab.Card("3S"))
        (5, -3)
        """
        return self.rank_points.get(card.rank, 0)

    @cached_property
    def cards_count(self) -> bool:
        """Whether any card counts for the side that takes it."""
        return bool(self.trump_points) or any(map(self.card_points, self.pack))

    def aims(self, state: Any) -> tuple[Aim, ...]:
        """One aim for each side, without those who sit out."""
        return without(state.sitting_out, super().aims(state))

    def aim_unit(self, aims: Sequence[Aim]) -> str:
        """Tricks or what cards count, where an aim is about the play; else the game's points."""
        usual = self._usual_aims[0].want
        if all(aim.needs is None and aim.want is usual for aim in aims):
            return "point"
        if not self.cards_count and not self.last_trick:
            return "trick"
        return "point" if self.per_trick else "card point"

    def trick_points(self, state: Any, trick: Trick) -> int:
        """What a trick counts when it is taken: for itself, and what the cards seen in it count."""
        worth_of = state.order.worth_of
        counted = self.per_trick + sum([worth_of[card] for card in trick.up])
        return counted + self.last_trick if self.last_trick and ends(state, trick) else counted

    # --- the log
    def thrown_in(self, state: TrickState) -> bool:
        if state.phase is not OVER or state.taken or state.trick.cards:
            return False
        # a pool may be shared out though nobody played for it
        all_out = len(state.sitting_out) == self.players
        return all_out or bool(state.void) or not self.result_lines(state)

    def told_besides(self, before: Any, after: Any, seat: int | None) -> str:
        """The card that was turned, what made trumps, and that the cards are thrown in."""
        if self.thrown_in(after):
            return "The cards are thrown in."
        if seat is not None:
            return ""
        known = after.order is not None and before.order is None
        trumps = trumps_told(after.order) if known else ""
        if after.turned is None or after.turned == before.turned:
            return f"{capital(trumps)}." if trumps else ""
        return f"{after.turned.sign} is turned{trumps and ': ' + trumps}."

    def keeps_pace(self, state: TrickState, seat: int) -> bool:
        """Whether a seat holds as many cards as the others who play: so do all, unless a game deals
        somebody a hand of another size."""
        return True

    # --- the picture
    def zones(self, state: Any) -> list[Zone]:
        order, trick = state.order, state.trick
        best = trick.best(order) if order and trick.cards else None
        faces = []
        for i, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=False)):
            # a card that lies face down, and that this seat knows nevertheless, is drawn as it lies
            # and named beside it
            face_down = i in trick.down and card is not BACK
            wins = best is not None and seat == trick.seats[best]
            marks = ("winning",) if wins else ("down",) if face_down else ()
            order_played, tag = i // trick.each + 1, "face down" * (i in trick.down)
            faces.append(face(card, seat=seat, order=order_played, marks=marks, tag=tag))
        number = len(state.taken) + 1
        return (
            [Zone("trick", "trick", "trick", None, f"Trick {number}", faces)]
            if self.at_tricks(state)
            else []
        )

    def at_tricks(self, state: Any) -> bool:
        """Whether a trick lies, or is about to lie, on the table."""
        return bool(state.phase.id == "play")

    def panels(self, state: Any) -> dict[str, Any]:
        order = state.order
        notes: dict[int, list[str]] = {}
        if state.trick.cards:
            notes.setdefault(state.trick.leader, []).append("led")
        playing = order is not None and (self.at_tricks(state) or state.taken)
        panels: dict[str, Any] = {"notes": notes, "tricks": self.trick_story(state)}
        if order is not None:
            # from the moment they exist: who bids, lays away or calls has to know them
            panels["trump"] = panel_trump(order, state.turned)
        if playing:
            assert order is not None
            panels["tally"] = self.tally(state)
            panels["ladder"] = panel_ladder(order, state)
        if state.contract is not None:
            panels["contract"] = panel_contract(self, state)
        if self.at_tricks(state):
            panels["subtitle"] = self.trick_count(state)
        return panels

    def trick_count(self, state: TrickState) -> str:
        """Which trick is played, and of how many."""
        now, tricks = len(state.taken) + 1, self.tricks_on(state)
        return f"trick {min(now, tricks)} of {tricks}"

    def tricks_on(self, state: TrickState) -> int:
        """How many tricks are played in this deal, as the table shows: those taken, and one for
        each card that a seat which still plays holds or has in the trick, also where a whole trick
        lies there."""
        seats = state.trick.seats or range(self.players)
        laid = Counter(state.trick.seats[: len(state.trick.cards)])
        cards: int = max(len(state.hands[seat]) + laid[seat] for seat in seats)
        return len(state.taken) + cards

    def tally(self, state: Any) -> list[dict[str, Any]]:
        """What the sides have taken so far: tricks, and card points where the game counts them."""
        ids = [side.id for side in self.sides]
        rows = [("Tricks", state.tricks_by_side())]
        if self.rank_points:
            rows.insert(0, ("Card points", state.points_by_side()))
        return [
            {"title": title, "by_side": dict(zip(ids, counts, strict=True))}
            for title, counts in rows
        ]

    # --- what calls promise, as a rule of thumb
    def orders_of_bid(self, table: Any, bid: Bid, hand: Sequence[Card]) -> tuple[str, ...]:
        """The orders of the cards under which a bid may come to be played by the holder of this
        hand, in the words of `ordering`.

        >>> import cardlab
        >>> game = cardlab.game("kaiser")
        >>> seven = next(bid for bid in game.phases[1].bids if bid == "7no")
        >>> game.orders_of_bid(game.match(seed=1).state, seven, ())
        ('NT',)
        """
        if bid.strain in SUITS or bid.strain == "NT":
            return (str(bid.strain),)
        return ("NT",) if bid.strain == "no" else self.printed_suits

    def tricks_of_bid(self, table: Any, bid: Bid, hand: Sequence[Card]) -> int:
        """The tricks that a bid promises, or is likely to need with this hand."""
        return self.book + int(bid.level)

    def orders_of_call(
        self, table: TrickState, call: Move, hand: Sequence[Card]
    ) -> tuple[str, ...]:
        """The same for any call that is made before the play."""
        if isinstance(call, Bid):
            return self.orders_of_bid(table, call, hand)
        if isinstance(call, Name):
            return (str(call.suit),)
        order = table.order
        return (self.trumps or "NT",) if order is None else (str(order.trump or "NT"),)

    def bid_word(self, call: Move) -> str:
        """A call as the values of hands name it."""
        return "name" if isinstance(call, Name) else str(call)

    def at_stake(self, table: TrickState, call: Move) -> PointsAtStake | None:
        """What a call wins and loses, where calls of one kind are at stake for different points;
        None where it does not matter which of them is made good."""
        return None

    def naming_calls(self, table: Any) -> tuple[Move, ...]:
        """The calls by which a game is named after cards have been put away, at the table of the
        seat that puts them away."""
        return ()

    def before_calls(self, table: TrickState) -> Any:
        """The table as it lay before anybody called, but for the phase and whose turn it was."""
        return table.but(taken=(), trick=NO_TRICK, calls=(), contract=None, declarer=None)

    def bid_hand(self, table: TrickState) -> Sequence[Card]:
        """The cards by which the seat that acts bids."""
        hand: Sequence[Card] = table.hand
        return hand

    def called_with(self, table: TrickState, seat: int) -> Sequence[Card] | None:
        """The cards that a seat held when it called, on a table where all cards are seen; None
        where that cannot be told.

        >>> import cardlab
        >>> nap = cardlab.game("nap")
        >>> table = nap.state(trump="S", trick=[(1, "AS")], to_move=2, hands={1: "KS JS QD 9C"})
        >>> nap.called_with(table, 1)
        [KS, JS, QD, 9C, AS]
        """
        hand: Sequence[Card] = table.dealt()[seat]
        return hand

    def bid_situation(self, table: Any) -> str:
        """In which of several situations a call is made, where its threshold hangs on that."""
        return ""

    def tricks_to_stay(self, table: Any) -> float:
        """The tricks that a hand has to be likely to take, where its holder may leave the play: a
        quarter of what is left, and never more than one and a quarter."""
        return min(1.25, 0.25 * len(table.hand))

    def promise(self, table: TrickState, move: Move) -> str:
        """The tricks that a bid on a ladder promises, or how its points may be taken.

        >>> import cardlab
        >>> bridge, kaiser = cardlab.game("bridge"), cardlab.game("kaiser")
        >>> for game, text in ((bridge, "4S"), (bridge, "7NT"), (kaiser, "8"), (kaiser, "12")):
        ...     bid = next(b for phase in game.phases for b in phase.bids if b == text)
        ...     print(game.promise(game.match(seed=1).state, bid))
        10 of 13 tricks
        all 13 tricks
        3 tricks with 5♥, or 6 with 5♥ and 3♠
        7 tricks with 5♥, never 3♠
        """
        if not isinstance(move, Bid) or move.at is None:
            return ""
        counting = cards_that_count(self)
        if not counting and not self.cards_count:
            least, most = self.tricks_of_bid(table, move, ()), self.tricks_in_deal
            return f"all {most} tricks" if least >= most else f"{least} of {most} tricks"
        few = len(counting) <= FEW_COUNTING and not self.trump_points
        return ways_to(self, move.level) if few else ""

    @property
    def tricks_in_deal(self) -> int:
        """How many tricks a deal has: as many as cards are dealt to each."""
        return self.each_dealt

    def trick_story(self, state: TrickState) -> list[dict[str, Any]]:
        """The finished tricks, newest first: cards, winner, the rule that decided and the
        sentence."""
        story = []
        for number, trick in enumerate(state.taken, 1):
            winner, decided, sentence = self.told_trick(state, trick)
            story.append(
                {
                    "number": number,
                    "cards": [[str(c), s] for c, s in zip(trick.cards, trick.seats, strict=True)],
                    "down": list(trick.down),
                    "winner": winner,
                    "rule": str(decided),
                    "rule_title": decided.title,
                    "why": sentence.say(),
                    "points": self.trick_points(state, trick) if self.cards_count else None,
                }
            )
        return story[::-1]

    def told_tricks(self, state: TrickState) -> tuple[TrickTold, ...]:
        return tuple(
            TrickTold(
                number,
                tuple((s, c.sign) for c, s in zip(trick.cards, trick.seats, strict=True)),
                self.told_trick(state, trick)[0],
                self.trick_points(state, trick) if self.cards_count else None,
            )
            for number, trick in enumerate(state.taken, 1)
        )

    def told_trick(self, state: Any, trick: Trick) -> tuple[int, Rule, Sentence]:
        """Who won a trick, by which rule, and why."""
        return won_because(state.order, trick)


def trumps_told(order: Ordering) -> str:
    """What is trumps in a deal, as a clause.

    >>> import cardlab
    >>> bridge = cardlab.game("bridge")
    >>> trumps_told(bridge.ordering("H")), trumps_told(bridge.ordering(None))
    ('hearts are trumps', 'there are no trumps in this deal')
    """
    if order.trump is None:
        return "there are no trumps in this deal"
    return f"{order.trump.name} are trumps"


def ends(state: TrickState, trick: Trick) -> bool:
    """Whether a trick, taken or about to be, is the last one of the deal on this table."""
    left = sum(map(len, state.hands))
    if trick in state.taken:
        return not left and trick == state.taken[-1]
    return left <= len(trick.cards) - len(state.trick.cards)


def too_many_points(game: TrickGame, points: Sequence[int], tricks: Sequence[int]) -> str:
    """Why nobody can have taken this many card points in this few tricks."""
    worth = sorted(map(game.card_points, game.pack), reverse=True)
    for side, held, won in zip(game.sides, points, tricks, strict=True):
        if held > (most := sum(worth[: won * game.players])):
            many = "no trick" if not won else "1 trick" if won == 1 else f"{won} tricks"
            return (
                f"{side.name} cannot take {held} card points in {many}, at most {most}; give them"
                " tricks or take points away"
            )
    return ""


def note_tricks(state: Any, notes: dict[int, list[str]]) -> None:
    """Note at the seats who has won how many tricks."""
    won = state.winners() if state.taken else []
    for seat in dict.fromkeys(won):
        notes.setdefault(seat, []).append(some(won.count(seat), "trick"))


def in_hand(table: TrickState, suits: Sequence[Suit | None]) -> bool:
    """The seat that acts holds a card of one of these suits."""
    suit_of = table.order.suit_of
    return any([suit_of[c] in suits for c in table.hand])


@remember
def cards_that_count(game: TrickGame) -> tuple[Card, ...]:
    """The cards of a game that count points."""
    return tuple(card for card in game.pack if game.card_points(card))


@remember
def ways_to(game: TrickGame, points: int) -> str:
    """The fewest tricks that bring so many points, by which of the cards that count lie in
    them: first those that help, then all of them, then none."""
    counting = cards_that_count(game)
    most = game.tricks_in_deal
    ways: list[str] = []
    helping = tuple(card for card in counting if game.card_points(card) > 0)
    for held in dict.fromkeys((helping, counting, ())):
        rest = points - sum(map(game.card_points, held))
        least = max(-(-rest // game.per_trick), 1 if held else 0)
        if least > most or (least == most and held != counting):
            continue
        number = f"all {most}" if least == most else str(least)
        noun = "" if ways else " trick" if least == 1 else " tricks"
        with_what = f"with {listed([card.sign for card in held])}" if held else "with neither"
        ways.append(f"{number}{noun} {with_what}")
    text = ", or ".join(ways)
    harmful = [card.sign for card in counting if card not in helping]
    return f"{text}, never {listed(harmful, 'or')}" if len(ways) == 1 and harmful else text
