"""The engine: immutable states, phases, games.  Knows no tricks, melds or bets.

A *game* is a sequence of *phases*; a phase offers candidate moves, has rules that narrow them, and
carries out what is played.  A *state* is the table at one moment; it is computed from the moves and
never changed.  A seat's view is the same state with some cards face down, and rules are only ever
given such a view.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, cast

from cardlab.engine.adopting import adopt
from cardlab.engine.aims import Aim, Points, Want, told_aim
from cardlab.engine.cards import BACK, Card, Suit, seen, unseen, unseen_filled
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.codec import Chosen
from cardlab.engine.facts import dealer_note, fact_of, hand_note, pack_note, players_note
from cardlab.engine.feats import Feat
from cardlab.engine.fields import (
    BySide,
    Derived,
    FaceDown,
    InHand,
    SeatNo,
    Unwritten,
    face_down_of,
    holds_seats,
    places_of,
    types_of,
)
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.hand_points import HandPoints
from cardlab.engine.hooks import draw_svg, draw_text, new_match
from cardlab.engine.house import (
    ENDS,
    SCORING,
    House,
    Refused,
    agreed,
    house_notes,
    picked,
    read_text,
    with_options,
    written,
)
from cardlab.engine.lacking import answering, chosen_told, short_told, tell_lack
from cardlab.engine.moves import SECRET, Bid, Deal, Move, Play, Say, SeveralCards, Unread, normal
from cardlab.engine.one_deal import TrickTold
from cardlab.engine.options import Option, fill, options_of
from cardlab.engine.ordering import Ordering
from cardlab.engine.outcomes import End, Outcome, Side
from cardlab.engine.parts import SheetPart
from cardlab.engine.places import Known, laid_out, without_known
from cardlab.engine.position_values import DifferenceScale, PositionValue
from cardlab.engine.quiet import Quiet
from cardlab.engine.results import Sheet, first_result, fits, sheet_of
from cardlab.engine.rulings import Rule, Verdict, judge, narrowed, note, refusal
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.sheet import difference, full_sheet, sheet
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import table
from cardlab.engine.telling import Telling, partners_called
from cardlab.engine.turns import LastMove, TurnReason, begins_now, dealt, declares, moved_last
from cardlab.engine.words import ONLOOKER, Seat, listed, not_held, number, quoted, sentence, shown

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # a default of a type variable, for the checker only

    from cardlab.engine.match import Match

    G_co = TypeVar("G_co", bound=Any, covariant=True, default="Game")
else:
    from typing import TypeVar

    G_co = TypeVar("G_co", covariant=True)
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class HasState(Protocol[S_co]):
    """A game, as far as a type checker asks for the type of its tables."""

    @property
    def State(self) -> type[S_co]: ...


SEAT_NAMES: dict[int, tuple[str, ...]] = {
    1: ("South",),
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
}
MORE_NAMES = (
    "South",
    "Ana",
    "Ben",
    "Cleo",
    "Dan",
    "Eva",
    "Finn",
    "Gus",
    "Hana",
    "Ivo",
    "Jon",
    "Kim",
    "Lou",
)


@cache
def players_option(seats: tuple[int, int, int]) -> Option[int]:
    """The option of how many play: from the fewest to the most, as a rule the usual number."""
    few, many, usual = seats
    option = Option(usual, range(few, many + 1), "How many play.")
    option.name = "players"
    return option


@cache
def seats_around(first: int, players: int, direction: int = 1) -> tuple[int, ...]:
    """All seats in turn, beginning with one; direction 1 goes to the left, -1 to the right.

    >>> seats_around(2, 4), seats_around(2, 4, -1)
    ((2, 3, 0, 1), (2, 1, 0, 3))
    """
    return tuple((first + direction * i) % players for i in range(players))


def seat_names(players: int) -> tuple[str, ...]:
    """Names of the seats in the order of play (clockwise); seat 0 is South, where the reader
    sits."""
    return SEAT_NAMES.get(players, MORE_NAMES[:players])


class IllegalMove(ValueError):
    """A move that a rule refuses; ``.verdict`` has the rules, the reason and what is legal
    instead."""

    verdict: Verdict

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.verdict = verdict

    def __str__(self) -> str:
        verdict = self.verdict
        legal = ", ".join(map(str, verdict.instead[:8]))
        return f"{verdict.move} is illegal: {verdict.reason} ({verdict.rule})." + (
            f" Legal: {legal}" if legal else ""
        )


class MoveError(IllegalMove):
    """What is not a move of this game at all: ``.verdict`` says so, and what is legal."""

    def __str__(self) -> str:
        what, legal = self.verdict.move.args[0], self.verdict.instead
        instead = ", ".join(map(str, legal[:12])) + (", ..." if len(legal) > 12 else "")
        return f"{quoted(what)} is not a move here" + (f"; legal: {instead}" if legal else "")


def refused(verdict: Verdict) -> IllegalMove:
    """The exception for a verdict that refuses a move: a MoveError where it is none."""
    return (MoveError if verdict.rule is NOT_A_MOVE else IllegalMove)(verdict)


def understood(verdict: Verdict) -> Verdict:
    """The same verdict. Raises MoveError where it is about something that is not a move at all,
    which must not be made a question or an example."""
    if verdict.rule is NOT_A_MOVE:
        raise refused(verdict)
    return verdict


@dataclass(frozen=True)
class Standing:
    """What a deal inherits from the deals before it.  Games with more to remember add fields.

    totals: points by side, in the order of ``game.sides``; deal counts from 1.
    """

    deal: int = 1
    dealer: SeatNo = 0
    totals: BySide[int] = ()

    def but(self, **changes: Any) -> Self:
        return _changed(self, changes)


def _changed(value: Any, changes: dict[str, Any]) -> Any:
    # dataclasses.replace() runs __init__ field by field and is many times slower.  A frozen value
    # is written to as its own __init__ does it.
    new = object.__new__(type(value))
    object.__setattr__(new, "__dict__", value.__dict__ | changes)
    return new


@dataclass(frozen=True)
class State:
    """The table at one moment.

    hands: one tuple of cards a seat; stock: top first; to_move: the seat whose turn it is (None
    when the deal is over or chance moves); pegged: score lines made during play; known: what seats
    know of cards in other hands (`remember`); chosen: (seat, move) pairs, what seats have chosen in
    secret so far (see `cardlab.engine.simultaneous`), by seat.  In a view, ``viewer`` is who looks and ``me`` the
    seat that acts (they differ where one plays another's cards); outside a view both are None.
    """

    game: Unwritten[Game] = field(compare=False, repr=False)
    standing: Unwritten[Any]
    phase: Unwritten[Phase] = field(repr=False)
    to_move: SeatNo | None = None
    hands: InHand[tuple[tuple[Card, ...], ...]] = ()
    stock: FaceDown[tuple[Card, ...]] = ()
    """The cards that are left face down after the deal, the top one first."""
    pegged: Unwritten[tuple[ScoreLine, ...]] = ()
    void: bool = False
    known: tuple[Known, ...] = ()
    chosen: tuple[Chosen, ...] = ()
    viewer: Unwritten[SeatNo | None] = None
    me: Unwritten[SeatNo | None] = None

    places = Derived("places", places_of)
    """The fields that hold cards: together they are the pack."""
    face_down = Derived("face_down", face_down_of)
    """Those whose cards nobody sees."""
    hands_grow: ClassVar[bool] = False
    """Whether cards come into the hands in the course of a deal, so that somebody may hold more than
    anybody is dealt, and an earlier play says nothing of what is held now."""
    shows_known: ClassVar[bool] = False
    """Whether a view draws the cards that its viewer knows of in closed hands: where cards are shown
    and stay in the hand. Where they are taken up from an open pile, to remember them is part of the
    game, and people have the log."""
    own_hand_only: ClassVar[bool] = True
    """Whether everybody sees their own hand and no other, always: where a kind of state does not
    say otherwise by its `sees`, no seat has to be asked about."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.own_hand_only = cls.sees is State.sees
        for name, read in (("places", places_of), ("face_down", face_down_of)):
            setattr(cls, name, Derived(name, read))

    def __getstate__(self) -> dict[str, Any]:
        """A state travels with the number of its phase: the phase itself is the game's."""
        return {**self.__dict__, "phase": self.game.number_of(self.phase)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game: Game = kept["game"]
        self.__dict__.update(kept)
        self.__dict__["phase"] = game.phase_at(kept["phase"])

    def but(self, **changes: Any) -> Self:
        """The same table but for these fields."""
        new = _new(self.__class__)
        _give_fields(new, self.__dict__ | changes)
        return new

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the seat that acts."""
        seat = self.me if self.me is not None else self.to_move
        return self.hands[seat] if seat is not None else ()

    @property
    def dealer(self) -> int:
        return self.standing.dealer

    def held(self, seat: int, hand: Iterable[Card]) -> tuple[tuple[Card, ...], ...]:
        """The hands, with one seat's hand changed."""
        return (*self.hands[:seat], tuple(hand), *self.hands[seat + 1 :])

    def without(self, seat: int, card: Card) -> tuple[tuple[Card, ...], ...]:
        """The hands after a seat has parted with one card."""
        hands = list(self.hands)
        hand = hands[seat]
        at = hand.index(card)
        hands[seat] = hand[:at] + hand[at + 1 :]
        return tuple(hands)

    def remember(self, seat: int | None, cards: Iterable[Card], holder: int) -> Self:
        """The same table, on which a seat (None: every other seat) knows that the holder has
        these cards.

        The phase that moved them says so.  What a seat can see for itself need not be said.
        """
        cards = tuple(cards)
        seats = range(self.game.players) if seat is None else (seat,)
        told = [Known(s, card, holder) for s in seats if s != holder for card in cards]
        new = [known for known in told if known not in self.known]
        return self.but(known=(*self.known, *new)) if new else self

    def forget(self, holder: int, cards: Iterable[Card] | None = None) -> Self:
        """The same table after these cards have left a hand in sight of everybody; without cards,
        after some have left it and the others did not see which."""
        if not self.known:
            return self
        return self.but(known=without_known(self.known, holder, cards))

    def missing(self) -> str:
        """What this table lacks whatever its phase is, as `Phase.lacking` says it: where it has one
        thing for each seat, say, and they are too few."""
        return short_told(self, self.phase.not_yet) or chosen_told(self)

    def actor(self) -> int | None:
        """Who decides for the seat to move (another seat only where somebody plays a dummy's
        cards)."""
        return self.to_move

    @property
    def dummy(self) -> int | None:
        """The seat whose open hand another seat plays, if there is one now."""
        return None

    def called(
        self, reader: int | None, names: Sequence[str] | None = None, *, partner: bool = True
    ) -> tuple[str, ...]:
        """How a sentence for one reader calls each seat: "you", "your partner", "the dummy" or a
        name.

        reader: a seat; `ONLOOKER` or None is nobody at the table.  partner: False gives the
        reader's partner a name too, as the owner of the hand that a sentence is about.

        >>> import cardlab
        >>> cardlab.game("kaiser").match(seed=7).state.called(0)
        ('you', 'West', 'your partner', 'East')
        """
        called = list(self.game.names if names is None else names)
        seated = reader is not None and 0 <= reader < len(called)
        for side in self.game.sides:
            if partner and reader in side.seats and len(side.seats) == 2:
                for seat in side.seats:
                    called[seat] = "your partner"
        if seated and self.dummy is not None:
            called[self.dummy] = "the dummy"
        if seated and reader is not None:
            called[reader] = "you"
        return tuple(called)

    def suit_of_card(self, card: Card) -> Suit:
        """The suit in which a card counts now."""
        order = self.game.order(self)
        return (order.suit_of.get(card) if order else None) or card.suit

    def sees(self, viewer: int, seat: int) -> bool:
        """Whether a seat sees the hand of a seat."""
        return viewer == seat

    def covering(self, seat: int) -> tuple[Card, ...]:
        """The cards of a hand under which another card lies face down."""
        return ()

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        """The same table as a seat sees it: what it may not know lies face down."""
        seen = self.__dict__.copy()
        seen["hands"] = self._hands_seen(viewer)
        seen["viewer"] = viewer
        seen["me"] = viewer if me is None else me
        for place in self.face_down:
            if lying := seen[place]:
                seen[place] = _turned(lying)
        if self.known:
            seen["known"] = tuple([entry for entry in self.known if entry.seat == viewer])
        if self.chosen:
            seen["chosen"] = self._choices_seen(viewer)
        view = _new(self.__class__)
        _give_fields(view, seen)
        return view

    def _hands_seen(self, viewer: int) -> tuple[tuple[Card, ...], ...]:
        """The hands as a seat sees them."""
        hands = self.hands
        if not self.own_hand_only:
            sees = self.sees
            return tuple(
                [h if sees(viewer, seat) else _BACKS[len(h)] for seat, h in enumerate(hands)]
            )
        seen = [_BACKS[len(hand)] for hand in hands]
        if 0 <= viewer < len(seen):
            seen[viewer] = hands[viewer]
        return tuple(seen)

    def _choices_seen(self, viewer: int) -> tuple[tuple[int, Move], ...]:
        """The choices as a seat sees them: its own, and that others are ready."""
        choosing = self.phase.movers(self)
        return tuple(
            [
                (seat, move if seat == viewer else SECRET)
                for seat, move in self.chosen
                if seat == viewer or seat not in choosing
            ]
        )

    def all_cards(self) -> list[Card]:
        """Every card on the table and in the hands, face-down ones as `BACK`."""
        return [card for place in self.places for card in seen(getattr(self, place))]

    def with_known_cards(self) -> Self:
        """This view with the cards that the viewer knows of face up in the hands that hold them."""
        if not self.known or self.viewer is None:
            return self
        return self.but(hands=laid_out(self.hands, self.known))

    def imagined(self, rng: random.Random) -> Self:
        """A full table that agrees with this view: known cards are put in place, and the other
        unseen cards are dealt at random to the places they may lie in."""
        view = self.with_known_cards()
        source = iter(view.arranged(unseen(view.game.pack, view.all_cards()), rng))
        filled = {place: unseen_filled(getattr(view, place), source) for place in view.places}
        full = view.but(**filled, viewer=None, me=None)
        return full if not view.chosen else full._choosing_again(rng)

    @property
    def told_to_all(self) -> tuple[Any, ...]:
        """What everybody was told of cards that they do not see, where somebody has to answer
        truly: that a hand has none of a rank, say."""
        return ()

    def arranged(self, hidden: list[Card], rng: random.Random) -> list[Card]:
        """The unseen cards of this view in the order in which they fill its places: any order,
        unless something was heard of the hands."""
        rng.shuffle(hidden)
        return hidden

    def _choosing_again(self, rng: random.Random) -> Self:
        """The table with a choice at random wherever one is secret."""
        secret = [seat for seat, move in self.chosen if move is SECRET]
        table = self.but(chosen=tuple([c for c in self.chosen if c[1] is not SECRET]))
        for seat in secret:
            legal = self.game.legal_moves(table, seat)
            if not legal:
                raise ValueError(f"{self.game.names[seat]} has chosen, and has nothing to choose")
            table = table.phase.apply(table, seat, rng.choice(legal))
        return table

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat that acts: in a view, judged on what the view shows."""
        if self.viewer is None:
            return self.game.legal_moves(self)
        return narrowed(self, self.phase.rules, self.phase.candidates(self))

    def verdicts(self) -> dict[Move, Verdict]:
        """Every candidate of the seat that acts with its verdict."""
        if self.viewer is None:
            return self.game.verdicts(self)
        return judge(self, self.phase.rules, self.phase.candidates(self))

    def same_side(self, a: int, b: int) -> bool:
        return self.game.side_of[a] == self.game.side_of[b]

    def after_seat(self, seat: int) -> int:
        """The next seat in the direction of play."""
        return (seat + self.game.direction) % self.game.players

    def __str__(self) -> str:
        return str(draw_text(table(self, self.actor() or 0).to_dict()))

    def _repr_svg_(self) -> str:
        return str(draw_svg(table(self, self.actor() or 0).to_dict()))


# States are made at every move: a new one is given all its fields at once, although it is frozen.
_new = object.__new__
_give_fields = vars(State)["__dict__"].__set__
_BACKS = [(BACK,) * n for n in range(120)]
"""So many cards that lie face down."""
_WHO = ("viewer", "me", "known")
"""Fields of a state that say who looks at it, and no rule asks for."""


class Unseen(LookupError):
    """A rule looked at cards that somebody else does not see."""


class _Closed(tuple[Any, ...]):
    """Cards whose number is public, and nothing else: looking at them raises `Unseen`."""

    __slots__ = ()

    def _look(self, *args: Any) -> Any:
        raise Unseen("these cards are not seen by everybody")

    __iter__ = __getitem__ = __contains__ = __eq__ = __ne__ = __add__ = __mul__ = __lt__ = (
        __gt__
    ) = __le__ = __ge__ = _look
    __hash__ = index = count = _look


def _shared(mine: Any, theirs: Any) -> Any:
    """What two views of a table have in common; cards that only one of them shows are closed."""
    if mine is theirs or mine == theirs:
        return mine
    if not isinstance(mine, tuple) or type(mine) is not type(theirs) or len(mine) != len(theirs):
        raise Unseen("the two tables differ in more than cards")
    if hasattr(mine, "_fields"):
        return type(mine)(*map(_shared, mine, theirs))
    if all(isinstance(part, tuple) for part in (*mine, *theirs)):
        return tuple(map(_shared, mine, theirs))
    return _Closed((BACK,) * len(mine))


def _turned(value: Any) -> Any:
    if isinstance(value, str):
        return BACK
    return (
        tuple(map(_turned, value))
        if value and isinstance(value[0], tuple)
        else (BACK,) * len(value)
    )


THEIR_TURN = "it is {turn's} turn"
"""Why somebody waits where only one seat may move."""


class Phase:
    """A stretch of the deal in which one kind of move is made.  A family writes phases; a game
    configures them.

    Keywords given to the constructor replace the class's attributes of the same name, and fill
    those that it declares without a value.
    """

    id: str = "phase"
    """The phase's word in positions, links and house rules."""
    title: str = "Play"
    """The phase as a heading names it."""
    rules: tuple[Rule, ...] = ()
    """The rules that narrow the moves, in order: a later one sees what earlier ones have left."""
    notes: tuple[Rule, ...] = ()
    """Rules that the phase carries out by itself and the rule sheet prints."""
    part: SheetPart = SheetPart.PLAY
    """The part of the rule sheet that tells what is done here."""
    rules_first: ClassVar[bool] = False
    """Whether the sheet tells the rules of this phase before its notes."""
    lends: ClassVar[tuple[Rule, ...]] = ()
    """Rules that a table may add to those of this phase."""
    prompt: str = "Your turn."
    """What the seat to move is told, where ``asks`` says nothing of its own."""
    doing: str = "play"
    """What others say of the seat to move: "West is to ..."."""
    did: str = "moved"
    """What is said of a seat that has moved here: "West ... last"."""
    begins: str = ""
    """Who begins here: "eldest", the player next to the dealer or the first from there who may, or
    "declarer"; "" where something else decides it."""
    not_yet: ClassVar[tuple[str, ...]] = ()
    """Fields with one entry for each seat that may have none at all here."""
    comes_back: bool = False
    """Whether a deal comes to this phase more than once."""
    in_turn: bool = True
    """Whether the turn goes round the table here, however many it passes over."""
    bids: tuple[Bid, ...] = ()
    """The ladder of bids that are called here, lowest first."""
    in_secret: bool = False
    """Whether all choose here in secret, before anything happens."""
    names_trumps: bool = False
    """Whether a player chooses the trump suit here, by a bid or by naming it."""
    columns: tuple[str, ...] = ()
    """The heads over the columns of the ladder of bids."""
    known: tuple[Bid, ...] = ()
    """Bids that are not on the ladder but that somebody might mean, so that a rule can refuse
    them."""
    spoken: tuple[Move, ...] = ()
    """Calls that this phase offers at times and `vocabulary` does not list, so that they are
    understood at any other moment too; no rule of the phase judges them where they are not offered."""
    hand_moves: tuple[HandMove, ...] = ()
    """The moves that only some hands may make when they first come to move here."""
    secret: bool = False
    """Whether the others do not see what is done here."""
    raced: tuple[str, ...] = ()
    """The moves, as text, that belong to whoever is quicker: a page that marked when they are legal
    would tell when to make them."""

    def __init__(self, **attributes: Any) -> None:
        for name, value in attributes.items():
            declared = any(
                name in vars(kind).get("__annotations__", ()) for kind in type(self).mro()
            )
            if not declared and not hasattr(type(self), name):
                like = get_close_matches(name, dir(type(self)), n=1)
                meant = f"; is it {like[0]}?" if like else ""
                raise TypeError(f"{type(self).__name__} has no {name}{meant}")
            setattr(self, name, value)

    def __repr__(self) -> str:
        return f"<phase {self.id}>"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def enter(self, state: Any) -> Any:
        """Begin: say who moves.  A phase that has nothing to do returns
        ``state.game.next_phase(state)``."""
        return state

    def beginner_is_seen(self, state: State, viewer: int) -> bool:
        """Whether a seat can see who begins, when the phase begins: not where a card decides it that
        may be in another hand."""
        return True

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Why it is the turn of the seat to move; None where nothing that is known decides it.

        last: the move that led here; None where nobody knows it.
        """
        if last is None:
            return None
        if self.begins and begins_now(state, last, only_dealt=self.comes_back):
            return dealt(state) if self.begins == "eldest" else declares(state)
        if last.seat is None:
            return None
        before = last.before.phase
        return moved_last(state, last.seat, before.did, in_turn=before == self and self.in_turn)

    def taken_up(self, game: Game) -> int:
        """How many cards more than it was dealt a seat may come to hold in this phase."""
        return 0

    def orders(self, game: Any) -> tuple[str, ...]:
        """The orders of the cards that this phase may put in force, in the words of
        ``game.ordering``."""
        return ()

    def vocabulary(self) -> Iterable[Move]:
        """The calls and announcements that mean something here, on whatever table."""
        return (*self.bids, *self.known)

    def facts(self, game: Any) -> tuple[Rule, ...]:
        """Notes that this phase makes from its settings, for the facts of the game."""
        return ()

    def movers(self, state: Any) -> tuple[int, ...]:
        """The seats that may move now."""
        return () if state.to_move is None else (state.to_move,)

    def awaited(self, state: Any) -> tuple[int, ...]:
        """Of those who may move, the seats that the table waits for: where somebody may also do
        what is never called for, a wrong slap, no bot is asked whether it wants to."""
        return self.movers(state)

    def read_chance(self, text: str) -> Move:
        """A move of chance in this phase, as a record has it. Raises ValueError if the text is not
        one."""
        return Deal.read(text)

    def lacking(self, state: Any) -> str:
        """What a table that was laid by hand lacks in this phase, as a sentence without a stop; ""
        where nothing is missing.

        Asked where a question to a table ended in an error (see `cardlab.engine.lacking`): whoever
        put the question gets `Lacking` with that sentence. So no table that play can come to may
        lack anything, and games that are played do not pay for the question."""
        return ""

    def waits_for_nobody(self, state: Any) -> bool:
        """Whether somebody has to move here and nobody is said to."""
        return state.to_move is None and not self.moved_by_chance and not self.movers(state)

    @property
    def moved_by_chance(self) -> bool:
        """Whether cards are dealt or shuffled here, so that nobody has anything to choose."""
        return type(self).candidates is Phase.candidates

    def candidates(self, table: Any) -> tuple[Move, ...]:
        """What a person might try here, legal or not."""
        raise NotImplementedError(f"{type(self).__name__} offers nothing")

    def read(self, table: Any, text: str) -> Move | None:
        """A move that is not among the candidates but that somebody could mean by this text."""
        return None

    def playable(self, table: Any) -> tuple[Card, ...]:
        """The cards from which the seat that acts may play: its hand, where nothing else is said."""
        hand: tuple[Card, ...] = table.hand
        return hand

    def belongs(self, table: State, move: Move, candidates: tuple[Move, ...]) -> bool:
        """Whether a move that is not a candidate belongs to this phase, so that its rules can judge
        it."""
        if type(move) is Say:
            return move in self.vocabulary() or self.read(table, normal(move)) is not None
        return type(move) in map(type, candidates) or self.read(table, normal(move)) is not None

    def waits(self, state: State, seat: int) -> str:
        """Why a seat may not move now, as it sees the table; {turn} is the seat whose turn it is."""
        return THEIR_TURN

    def may_ask(self, state: State) -> bool:
        """Whether this phase can come to ask the seat to move; not so, perhaps, at the table of
        another version of the game."""
        return True

    def stands_for(self, table: State, move: Move) -> Move:
        """The move on offer that this one is another form of, and as good as: where suits play no
        part, the run of the same ranks. A form of no other move stands for itself."""
        return move

    def not_offered(self, table: Any, move: Move) -> str:
        """Why a move that is made in this phase is not a choice now, to whoever tries it; "" to name
        the choices instead."""
        return ""

    def remind(self, table: Any) -> str:
        """What happens in this phase, as the reason against a move of another phase."""
        return f"it is time to {self.doing}"

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        """Carry out a legal move."""
        raise NotImplementedError(f"{type(self).__name__} does nothing")

    def asks(self, state: Any) -> str:
        """One sentence to the seat that acts."""
        return self.prompt

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        """The move as a sentence in the log; state is the table before it, for what the move
        itself does not name."""
        return move.told(name)

    def heard(self, state: Any, seat: int, move: Move, names: Sequence[str], reader: int) -> str:
        """The move as a sentence for one reader, where the log depends on who reads it; "" for
        nothing."""
        return self.told(state, seat, move, names[seat])


def in_any_order(cards: Sequence[Card], rng: random.Random) -> list[Card]:
    """The cards shuffled: in the order in which ``rng.sample`` draws them, and in half the time.
    A chance that draws in its own way is left to do so.

    >>> from cardlab.engine.cards import pack
    >>> in_any_order(pack(), random.Random(7)) == random.Random(7).sample(pack(), 52)
    True
    """
    if type(rng) is not random.Random:
        return rng.sample(cards, len(cards))
    draw, pool, shuffled = rng.getrandbits, list(cards), list[Card]()
    for left in range(len(pool), 0, -1):
        bits = left.bit_length()
        at = draw(bits)
        while at >= left:
            at = draw(bits)
        shuffled.append(pool[at])
        pool[at] = pool[left - 1]
    return shuffled


class Dealing(Phase):
    """Shuffle and deal: the chance move.  ``each`` cards a seat, one at a time from the dealer's
    left; the rest is stock."""

    id, title, part = "deal", "Deal", SheetPart.DEAL
    each: int = 0
    """How many cards each seat is dealt, where ``sizes`` says nothing else."""
    notes: tuple[Rule, ...] = (
        note(
            "shuffle-and-deal",
            "Shuffle and deal",
            "Shuffle the pack and deal the cards out, beginning at the dealer's left.",
            "deal",
        ),
    )

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        """How many cards each seat is dealt."""
        return (self.each,) * game.players

    def facts(self, game: Any) -> tuple[Rule, ...]:
        """How many cards each seat is dealt."""
        sizes = self.sizes(game, game.opening())
        fact = hand_note(sizes, len(game.pack), game.names)
        return (fact,) if fact is not None else ()

    def source(self, state: Any) -> tuple[Card, ...]:
        """The cards that are shuffled and dealt from: the pack."""
        pack: tuple[Card, ...] = state.game.pack
        return pack

    def chance(self, state: Any, rng: random.Random) -> Deal:
        game, source = state.game, self.source(state)
        shuffled = in_any_order(source, rng)
        hands, at = [], 0
        for size in self.sizes(game, state.standing):
            hands.append(shuffled[at : at + size])
            at += size
        return Deal(hands, shuffled[at:])

    def enter(self, state: Any) -> Any:
        return state if state.to_move is None else state.but(to_move=None)

    def check(self, state: Any, deal: Deal) -> None:
        """Raises ValueError if a deal that was written down cannot be one of this game."""
        sizes, dealt = self.sizes(state.game, state.standing), tuple(map(len, deal.hands))
        if dealt != sizes:
            raise ValueError(
                f"the deal gives {', '.join(map(str, dealt))} cards to the seats; it should be"
                f" {', '.join(map(str, sizes))}"
            )
        source = self.source(state)
        if extra := unseen([*seen(deal.hands), *deal.stock], source):
            raise ValueError(f"the deal has {extra[0].sign} more often than the pack has")
        if missing := unseen(source, [*seen(deal.hands), *deal.stock]):
            raise ValueError(f"the deal lacks {missing[0].sign}")

    def apply(self, state: Any, seat: int | None, move: Deal) -> Any:
        return state.game.next_phase(state, hands=move.hands, stock=move.stock)


class Over(Phase):
    id, title, prompt = "over", "The deal is over", "The deal is over."

    def enter(self, state: State) -> Any:
        return state.but(to_move=None)

    def lacking(self, state: Any) -> str:
        missing: str = state.game.result_lacks(state)
        return missing

    def waits_for_nobody(self, state: Any) -> bool:
        return False

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return ()


OVER = Over()

NOT_YOUR_TURN = note("not-your-turn", "Wait for your turn", "Play in turn.", "turn")
DEAL_IS_OVER = note("deal-over", "The deal is over", "When the deal is over nobody moves.", "turn")
HOLD_CARD = note(
    "must-hold-card",
    "Play a card that you hold",
    "Play only cards that you hold.",
    "hand",
    part=SheetPart.NEVER,
)
MATCH_IS_OVER = note(
    "match-over", "The match is over", "When the match is over nobody moves.", "match"
)
WRONG_PHASE = note(
    "wrong-phase",
    "Each move in its phase",
    "Make the moves of the phase that the deal has come to: calls in the auction, cards in the"
    " play.",
    "turn",
)
NOT_A_MOVE = note(
    "not-a-move",
    "Make a move of the game",
    "Make a move that the game has: one that is legal now, or its text.",
    "turn",
)
NO_SUCH_SEAT = note(
    "no-such-seat", "A seat of the table", "Only those who sit at the table move.", "turn"
)
TABLE = -1
"""For `Game.verdict`: the card lies on the table, and in nobody's hand."""
ON_OFFER = note(
    "not-on-offer",
    "Choose one of the legal moves",
    "Make one of the moves that the game offers at this point.",
    "turn",
)


class Game:
    """A card game.  A family fills in the phases; a game is mostly attributes and the rules that
    are its own."""

    id: ClassVar[str] = ""
    """The game's word in links, in records and for ``cardlab.game``; it stays as it is."""
    title: ClassVar[str] = ""
    """The game's name."""
    seats: ClassVar[tuple[int, int, int]] = (4, 4, 4)
    """Fewest, most and usual number of players."""
    State: type[Any] = State
    """What a table of this game is.  A game that has its own declares it with its type,
    ``State: type[SkatState] = SkatState``, so that ``game.state()`` and ``game.match().state``
    are known to editors and type checkers."""
    Standing: type[Any] = Standing
    """What a deal of this game inherits from the deals before it, declared as ``State`` is."""
    Result: type[Any] = object
    """What ``result`` makes of a deal and ``scoring`` is computed from; its fields say what they
    may hold (`cardlab.engine.results`)."""
    may_have_no_result: ClassVar[bool] = False
    """Whether a deal may end with nothing to count, so that its result is None."""
    partners: ClassVar[bool] = False
    """Partners sit opposite and score together."""
    direction: ClassVar[int] = 1
    """1 where the turn passes to the left, -1 where it passes to the right."""
    zero_sum: ClassVar[bool] = False
    """Whether the points of all sides together are always 0."""
    one_side_scores: bool = False
    """Whether a deal never brings points to two sides, so that no two reach a target together."""
    points: ClassVar[Points] = Points.GOOD
    """Whether the highest or the lowest total wins the match."""
    has_dummy: ClassVar[bool] = False
    """A hand lies open to everybody, and the declarer plays its cards."""
    accounts: ClassVar[tuple[str, ...]] = ()
    """The accounts on which points may be written besides the totals."""
    hands_open: ClassVar[bool] = False
    """Whether the cards that can be played lie face up, and everybody sees them."""
    counts_instead: ClassVar[str] = ""
    """Where no card beats another: the id of the rule that says what counts instead."""
    beats_by: ClassVar[tuple[str, ...]] = ()
    """Where cards are beaten one by one and not in tricks: the ids of the rules that say what beats
    what."""
    bidding_system: ClassVar[str] = ""
    """The id of the tables that say what calls mean to the bots and to those who hear them; "" where
    a call says no more than the number that it promises."""
    bid_values: ClassVar[str] = ""
    """The id of the values of a hand by which bots bid, where one number says enough; "" where there
    are none."""
    hand_points: ClassVar[HandPoints | None] = None
    """What players count in a hand before they bid, where the cards score nothing."""
    difference_scales: ClassVar[tuple[DifferenceScale, ...]] = ()
    """What tournaments count for a difference of points."""
    together: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Fields of a result that are chosen as one, by a word for them: a contract's level and suit."""
    pack: tuple[Card, ...] = ()
    """The cards with which the game is played."""
    phases: tuple[Phase, ...] = ()
    """A deal from beginning to end; ``next_phase`` goes on to the one after."""
    scoring: tuple[Rule, ...] = ()
    """The rules that score a result, in the order of their lines."""
    notes: tuple[Rule, ...] = ()
    """Rules that the engine carries out and the rule sheet prints: the pack, the match."""
    explains: ClassVar[Mapping[str, str]] = {}
    """Words of the game, and the ids of the rules that explain them to a reader of the sheet."""
    told_first: ClassVar[tuple[str, ...]] = ()
    """The ids of rules that the sheet tells before the others of their part, in this order."""
    quiet: Mapping[str, Quiet] = {}
    """Rules that this game, and not the rule itself, makes quiet, by their ids: rules that may
    never decide a position found by chance, each with the reason and its proof."""
    picture: ClassVar[str] = "AS KH QD"
    """The cards on the game's picture."""
    shelf: ClassVar[GameShelf] = GameShelf.OTHER
    """Where somebody finds the game among the others."""
    faces: Any = "french"
    """The printed cards that pictures show; ids, rules and texts are the same with all."""
    rules_version: ClassVar[int] = 1
    formerly: ClassVar[Mapping[str, str]] = {"target:race": "option:target"}
    """Options by the switches with which earlier house rules changed what they change."""
    chosen: tuple[tuple[str, Any], ...]
    """The options that are not at their defaults; of house rules their text."""
    house: House
    """The house rules; with no changes the game is as its rule book has it."""

    def __init__(self, house: House | str | None = None, **options: Any) -> None:
        """``house``: house rules, or their short text (`cardlab.engine.house`)."""
        if isinstance(house, str):
            house = read_text(type(self), house)
        if house is not None:
            house = with_options(house, type(self), options)
            options = dict(house.options)
        self.house = house or House(self.id, written=self.title)
        by_name = {o.name: o for o in self.all_options()}
        if strange := [name for name in options if name not in by_name]:
            choices = ", ".join(by_name) or "none"
            raise ValueError(
                f"{self.title} has no option {quoted(strange[0])}; its options are {choices}"
            )
        self.players: int
        self._choose(options)
        if refusal := self.impossible() or self._idle_choice():
            raise ValueError(f"{self.title}: {refusal}")
        if self.is_house:
            self._set_up_house()
        else:
            self.setup()
        self.side_of = {seat: side.id for side in self.sides for seat in side.seats}
        self._after = {
            phase: self.phases[i + 1] if i + 1 < len(self.phases) else OVER
            for i, phase in enumerate(self.phases)
        }

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Options are attributes; so are the words that a family's games add."""

    def _set_up_house(self) -> None:
        """Set the game up as a table plays it. Raises Refused if it cannot be played so."""
        try:
            # a setup makes rules from pack and order, or sets them itself: hence before and after
            self._take_cards()
            self.setup()
            self._take_cards()
            self._take_house()
        except Refused:
            raise
        except ValueError as trouble:
            raise Refused(sentence(str(trouble))) from None
        except Exception as trouble:
            kind = type(trouble).__name__
            raise Refused(
                f"{type(self).title} cannot be set up with these house rules ({kind})."
            ) from None

    def _take_cards(self) -> None:
        """Take the pack, the order and the size of the hands that the table has agreed on."""
        if self.house.pack:
            self.pack = self.house.cards
        if self.house.dealt:
            self.take_hands(self.house.dealt)

    def take_hands(self, each: int) -> None:
        """Note another number of cards for each seat, where a game keeps it besides its phase."""

    def _take_house(self) -> None:
        """Put what a table has agreed into a game that has just been set up.  Raises Refused if it
        does not fit."""
        agreed, base = dict(self.house.rules), self.as_written
        setattr(self, "title", self.house.title)  # noqa: B010  # the class's is what the book says
        phases = []
        for phase in self.phases:
            new: Any = copy(phase)
            if phase.id in agreed:
                available = (*phase.rules, *phase.lends)
                new.rules = picked(self, phase.id, agreed[phase.id], available)
            if self.house.dealt and isinstance(phase, Dealing) and phase.each:
                new.each = self.house.dealt
            phases.append(new)
        self.phases = tuple(phases)
        if SCORING in agreed:
            self.scoring = picked(self, SCORING, agreed[SCORING], self.scoring)
            # a rule is left out: gains and losses may no longer cancel out
            setattr(self, "zero_sum", False)  # noqa: B010
        if ENDS in agreed:
            ends = {str(end.note(self)): end for end in self.ends}
            picked(self, ENDS, agreed[ENDS], (end.note(self) for end in self.ends))
            self.ends = tuple(ends[id] for id in agreed[ENDS])
        if misfit := self.misfit():
            raise Refused(misfit)
        self.notes = (*self.notes, *house_notes(self, base))
        self.chosen = (("house", self.house.text()),)

    @property
    def is_house(self) -> bool:
        """Whether a table has agreed on anything besides the game's options."""
        return bool(self.house.name or self.house.changes)

    @cached_property
    def as_written(self) -> Self:
        """The game with these options and without house rules."""
        return cast(Self, written(type(self), dict(self.house.options))) if self.is_house else self

    @property
    def each_dealt(self) -> int:
        """How many cards each seat is dealt, where that is one number; 0 elsewhere."""
        return next((p.each for p in self.phases if isinstance(p, Dealing) and p.each), 0)

    @cached_property
    def dealt_sizes(self) -> tuple[int, ...]:
        """How many cards each seat has been dealt when somebody first has to move, by seat.

        >>> import cardlab
        >>> cardlab.game("kaiser").dealt_sizes
        (8, 8, 8, 8)
        """
        at_first = takewhile(lambda phase: isinstance(phase, Dealing), self.phases)
        deals = [cast(Dealing, phase).sizes(self, self.opening()) for phase in at_first]
        return deals[-1] if deals else (0,) * self.players

    def rank_texts(self) -> dict[str, str]:
        """The ranks from high to low, and those of trumps where they are others; "" without any."""
        return {"ranks": "", "trump_ranks": ""}

    def cards_needed(self) -> int:
        """How many cards a deal takes from the pack."""
        dealing = next((p for p in self.phases if isinstance(p, Dealing) and p.each), None)
        return sum(dealing.sizes(self, self.opening())) if dealing else self.players

    def misfit(self) -> str:
        """Why this pack, order, deal and these rules do not go together, as a sentence; "" if they
        do."""
        title, pack, need = type(self).title, len(self.pack), self.cards_needed()
        players, base = number(self.players), self.as_written
        if need > pack:
            if not self.each_dealt:
                return (
                    f"{title} with {players} players needs a card for each, and the pack here has"
                    f" {pack}."
                )
            return (
                f"{number(self.each_dealt).capitalize()} cards each for {players} players takes"
                f" {need} cards, and the pack of {title} here has {pack}."
            )
        if (self.house.ranks or self.house.trump_ranks) and not any(self.rank_texts().values()):
            return f"{title} has no order of the ranks that a table could change."
        if base.scoring and not self.scoring:
            titles = listed([f"“{r.title}”" for r in base.scoring], most=9)
            return f"Without {titles} nothing scores in {title}, and nobody can win."
        if not any(end.text for end in self.ends) and any(end.text for end in base.ends):
            return (
                f"Nothing ends the match: {title} needs a number of deals, or another end of its"
                " match."
            )
        return ""

    def setup(self) -> None:
        """Make pack and phases where they depend on the options."""

    def impossible(self) -> str:
        """Why these options do not go together, as a sentence; "" if they do."""
        return ""

    def idle(self) -> Mapping[str, str]:
        """The options that change nothing under the others chosen, each with the reason as a
        sentence.  To choose one of them is refused."""
        return {}

    def _choose(self, options: Mapping[str, Any]) -> None:
        """Take these values, and the defaults of the options that are not named."""
        by_name = {o.name: o for o in self.all_options()}
        for name, option in by_name.items():
            given = name in options
            value = option.check(self.title, options[name]) if given else option.default
            self.__dict__[name] = value
        for name, value in self.spelled_out().items():
            if self.__dict__[name] == value:
                self.__dict__[name] = by_name[name].default
        self.chosen = tuple(
            (name, self.__dict__[name])
            for name, option in by_name.items()
            if self.__dict__[name] != option.default
        )

    @classmethod
    def without_idle(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """These options without those that change nothing under the others.  Older records have
        such options; a new game refuses them."""
        game = cls.__new__(cls)
        game._choose(options)  # names that it does not know are refused when the game is made
        idle = game.idle()
        return {name: value for name, value in options.items() if name not in idle}

    def spelled_out(self) -> Mapping[str, Any]:
        """The value of a default that depends on other options; choosing that value is choosing the
        default."""
        return {}

    def _idle_choice(self) -> str:
        """The refusal of an option that was chosen although it changes nothing; "" if none was."""
        idle, chosen = self.idle(), dict(self.chosen)
        name = next((name for name in idle if name in chosen), None)
        return "" if name is None else f"{name}={chosen[name]!r} changes nothing: {idle[name]}"

    @classmethod
    def all_options(cls) -> tuple[Option[Any], ...]:
        """The number of players and every option that the class declares or inherits."""
        return (players_option(cls.seats), *options_of(cls))  # type: ignore[arg-type]  # mypy: a class with __hash__ is no Hashable

    def replace(
        self,
        rules: Mapping[str, Sequence[str]] | None = None,
        *,
        pack: Iterable[Card] = (),
        ranks: str = "",
        trump_ranks: str = "",
        dealt: int = 0,
        name: str = "",
        **options: Any,
    ) -> Self:
        """The same game with other options, and with house rules.

        rules: by the id of a phase, "scoring" or "ends", all rules of that part; a phase lends
        further ones (`Phase.lends`).  pack, ranks, trump_ranks: other cards and another order;
        dealt: the cards that each seat is dealt; name: what the table calls its game.  Raises
        Raises ValueError if something does not fit.

        >>> import cardlab
        >>> cardlab.game("kaiser", deals=3).replace(leader="declarer")
        cardlab.game('kaiser', leader='declarer', deals=3)
        >>> cardlab.game("malilla").replace(rules={"play": ["must-follow-suit"]}).phases[1].rules
        (must-follow-suit,)
        """
        old = self.house
        changed = agreed(
            type(self),
            name=name or old.name,
            options={**dict(old.options if self.is_house else self.chosen), **options},
            rules={**dict(old.rules), **(rules or {})},
            pack=tuple(pack) or old.cards,
            ranks=ranks or old.ranks,
            trump_ranks=trump_ranks or old.trump_ranks,
            dealt=dealt or old.dealt,
        )
        plain = replace(changed, options=())
        return type(self)(changed if plain.changes or plain.name else None, **dict(changed.options))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.id, self.chosen) == (other.id, other.chosen)

    def __hash__(self) -> int:
        return hash((self.id, self.chosen))

    def __reduce__(self) -> tuple[Any, ...]:
        """A game travels as its class and its options; what it has computed is computed anew."""
        return _made_again, (type(self), self.chosen)

    def __repr__(self) -> str:
        if self.is_house:
            return f"<{self.title}, house rules of {self.id}>"
        return (
            f"cardlab.game({', '.join([repr(self.id), *(f'{n}={v!r}' for n, v in self.chosen)])})"
        )

    # --- seats and sides
    @cached_property
    def names(self) -> tuple[str, ...]:
        return seat_names(self.players)

    def turned_to(self, seat: int) -> Self:
        """The same game with its names turned, so that this seat has the first of them, and whoever
        looks from there sits where a reader sits.

        >>> import cardlab
        >>> cardlab.game("whist").turned_to(3).names
        ('West', 'North', 'East', 'South')
        """
        if not seat:
            return self
        turned = copy(self)
        for kind in type(self).mro():
            for name, made in vars(kind).items():
                if isinstance(made, cached_property):
                    turned.__dict__.pop(name, None)  # what was made of the names is made anew
        turned.__dict__["names"] = (*self.names[-seat:], *self.names[:-seat])
        turned.side_of = {s: side.id for side in turned.sides for s in side.seats}
        return turned

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Who scores together: partners, where there are any, and otherwise everybody alone."""
        if not self.partners:
            return tuple(Side(name.lower(), name, (i,)) for i, name in enumerate(self.names))
        half = self.players // 2
        pairs = [tuple(range(i, self.players, half)) for i in range(half)]
        return tuple(
            Side("-".join(n.lower() for n in reversed(names)), partners_called(names), seats)
            for seats in pairs
            for names in ([self.names[s] for s in seats],)
        )

    def subject(self, name: str) -> str:
        """A seat at the beginning of a sentence: its name, with an article where that is a word.

        >>> import cardlab
        >>> cardlab.game("whist").subject("West"), cardlab.game("bridge-solitaire").subject("House")
        ('West', 'The house')
        """
        return name

    def seats_from(self, first: int) -> tuple[int, ...]:
        """All seats in turn, beginning with one."""
        return seats_around(first, self.players, self.direction)

    def seat(self, named: Any) -> int:
        """Return the number of a seat, given its name or its number. Raises ValueError for anything
        else.

        >>> import cardlab
        >>> cardlab.game("kaiser").seat("west"), cardlab.game("kaiser").seat(1)
        (1, 1)
        """
        if isinstance(named, int) and not isinstance(named, bool) and 0 <= named < self.players:
            return named
        names = [name.lower() for name in self.names]
        if isinstance(named, str) and named.strip().lower() in names:
            return names.index(named.strip().lower())
        raise ValueError(
            f"there is no seat {quoted(named)} in {self.title}; the seats are {', '.join(names)}"
        )

    def side_index(self, seat: int) -> int:
        """The place among the sides of the one that a seat belongs to."""
        return self.side_at[seat]

    @cached_property
    def side_at(self) -> dict[int, int]:
        """The place of its side for each seat."""
        return {seat: i for i, side in enumerate(self.sides) for seat in side.seats}

    # --- from deal to deal
    def opening(self) -> Any:
        """The standing before the first deal."""
        return self.Standing(1, 0, (0,) * len(self.sides))

    def top_total(self) -> int | None:
        """The most points with which a player can still be dealt cards; None where nothing but the
        end of the match bounds them."""
        return None

    def begin(self, standing: Any) -> Any:
        """The table before the cards are dealt."""
        return self.phases[0].enter(self._empty_table.but(standing=standing))

    @cached_property
    def _empty_table(self) -> Any:
        return self.State(
            game=self, standing=None, phase=self.phases[0], hands=((),) * self.players
        )

    def next_phase(self, state: Any, **changes: Any) -> Any:
        """Go on to the phase after this one, with these changes; it may pass the table on in
        turn."""
        phase = self._after[state.phase]
        return phase.enter(state.but(phase=phase, **changes))

    def number_of(self, phase: Phase) -> int:
        """The place of a phase in a deal; that of the end of a deal comes after all others."""
        return len(self.phases) if phase is OVER else self.phases.index(phase)

    def phase_at(self, number: int) -> Phase:
        """The phase with this number."""
        return self.phases[number] if number < len(self.phases) else OVER

    def go(self, state: Any, phase: str, seat: int | None) -> Any:
        """Go to a phase by its id, with this seat to move."""
        target = next(p for p in self.phases if p.id == phase)
        return target.enter(state.but(phase=target, to_move=seat))

    def end(self, state: Any, **changes: Any) -> Any:
        """End the deal here."""
        return OVER.enter(state.but(phase=OVER, **changes))

    def in_stock(self, state: Any) -> int:
        """How many cards lie in the stock, with those that lie face up on it."""
        return len(state.stock)

    def next_dealer(self, state: Any) -> int:
        """Who deals next: the next seat in the direction of play."""
        return state.after_seat(state.dealer)

    def carried(self, standing: Any, lines: Iterable[ScoreLine]) -> Any:
        """The standing after these lines: totals, and whatever else a game remembers."""
        sums = list(standing.totals)
        for entry in lines:
            sums[self._side_at[entry.side]] += entry.points
        return standing.but(totals=tuple(sums))

    def next_standing(self, state: Any, lines: Iterable[ScoreLine]) -> Any:
        """What the next deal inherits; after a void deal the same dealer deals again."""
        dealer = state.dealer if state.void else self.next_dealer(state)
        return self.carried(state.standing, tuple(lines)).but(
            deal=state.standing.deal + 1, dealer=dealer
        )

    @cached_property
    def _side_at(self) -> dict[str, int]:
        return {side.id: i for i, side in enumerate(self.sides)}

    ends: tuple[End, ...] = ()
    """How a match may end (see `cardlab.families.matches`)."""

    @cached_property
    def position_values(self) -> tuple[PositionValue, ...]:
        """What a lead in the match is worth in points, where lines alone do not say it: as the
        first of the ends says that has something to say."""
        return next((known for end in self.ends if (known := end.position_values(self))), ())

    def outcome(self, standing: Any) -> Outcome | None:
        """Whether the match is over with this standing (that of the deal to come), and who won."""
        return next((ended for end in self.ends if (ended := end.outcome(self, standing))), None)

    def leaders(self, standing: Any) -> tuple[str, ...]:
        """The sides with the best total of those who can still win, as ``points`` says."""
        contenders = self.contenders(standing)
        totals = {
            side.id: total
            for side, total in zip(self.sides, standing.totals, strict=True)
            if side.id in contenders
        }
        best = self.points.best_of(totals.values())
        return tuple(side for side, total in totals.items() if total == best)

    def contenders(self, standing: Any) -> tuple[str, ...]:
        """The sides that can still win the match: all, unless somebody may be out of it."""
        return tuple(side.id for side in self.sides)

    # --- aims
    def aims(self, state: Any) -> tuple[Aim, ...]:
        """Who wants what of the deal on this table: one aim for each side, as ``points`` says,
        unless the deal has other alliances.

        >>> import cardlab
        >>> kaiser = cardlab.game("kaiser")
        >>> kaiser.aims(kaiser.state())[0]
        Aim(seats=(0, 2), want=<Want.MOST: 'most'>, needs=None)
        """
        return self._usual_aims

    @cached_property
    def _usual_aims(self) -> tuple[Aim, ...]:
        want = Want.MOST if self.points is Points.GOOD else Want.FEWEST
        return tuple(Aim(side.seats, want) for side in self.sides)

    def role_text(self, state: Any, seat: int) -> str:
        """What a seat is in this deal, in a sentence that speaks to it; "" for a plain player.

        >>> import cardlab
        >>> bank = cardlab.game("seven-and-a-half")
        >>> bank.role_text(bank.match(seed=5).state, 0)
        'You hold the bank.'
        """
        return ""

    def aim_text(self, state: Any, seat: int) -> str:
        """What a seat wants of this deal, in a sentence of at most twenty words that speaks to it.

        >>> import cardlab
        >>> kaiser = cardlab.game("kaiser")
        >>> kaiser.aim_text(kaiser.match(seed=7).state, 0)
        'With North, make more points than West and East.'
        """
        aims = self.aims(state)
        return told_aim(seat, aims, self.aim_unit(aims), self.names) or "You sit out this deal."

    def aim_unit(self, aims: Sequence[Aim]) -> str:
        """What these aims count, in the singular."""
        return "point"

    def gains(self, lines: Iterable[ScoreLine]) -> dict[str, float]:
        """What each side gains by these lines over the mean of the others; more is always better,
        also where points are bad. A single side gains its points.

        >>> import cardlab
        >>> cardlab.game("kaiser").gains([])
        {'north-south': 0.0, 'east-west': 0.0}
        """
        gained = dict.fromkeys((side.id for side in self.sides), 0.0)
        for entry in lines:
            gained[entry.side] += self.points.sign * entry.points
        others = len(gained) - 1
        if not others:
            return gained
        total = sum(gained.values())
        return {side: own - (total - own) / others for side, own in gained.items()}

    # --- scoring
    def result(self, state: Any) -> Any:
        """What the score is computed from: a small record of what happened; None where nothing
        was undertaken."""
        return state

    def lacking(self, state: Any) -> str:
        """What a table lacks in this game whatever its phase is, as `Phase.lacking` says it."""
        return ""

    def result_lacks(self, state: Any) -> str:
        """What a table lacks for its result, as `Phase.lacking` says it: who has gone out, say."""
        return ""

    @cached_property
    def result_sheet(self) -> Sheet:
        """The typed, bounded fields of this game's results (see `cardlab.engine.results`)."""
        return sheet_of(self)

    @cached_property
    def usual_result(self) -> Any:
        """A result that can be, to begin with."""
        return first_result(self)

    def score(self, result: Any) -> tuple[ScoreLine, ...]:
        """The lines of a result, whether it was played or made up; none for None in a game that
        may have no result (``may_have_no_result``).

        Raises ValueError, with what the fields hold, for what is no result of this game: of
        another kind, with another number of players, or with a value that a field cannot hold.

        >>> import cardlab
        >>> whist = cardlab.game("whist")
        >>> whist.score(whist.Result(honours=(3, 1)))
        Traceback (most recent call last):
        ValueError: Whist: honours cannot be (3, 1); give None for two each; (0, 3) for \
North–South three; (0, 4) for North–South four; (1, 3) for East–West three; or (1, 4) for East–West \
four
        """
        if result is None and self.may_have_no_result:
            return ()
        fits(self, result)
        return self.lines_of(result)

    def lines_of(self, result: Any) -> tuple[ScoreLine, ...]:
        """The lines of a result that is known to be one: what `score` gives for it."""
        return tuple([entry for r in self.scoring for entry in r.test(self, result)])

    def feats(self, result: Any) -> tuple[Feat, ...]:
        """What somebody set out to do in a deal and what came of it, for the sentence that a score
        begins with; none where the points say it all.

        >>> import cardlab
        >>> kaiser = cardlab.game("kaiser")
        >>> kaiser.feats(kaiser.usual_result)[0].did
        'bid 7 and took 9'
        """
        return ()

    def tell(self, template: str, **facts: Any) -> Telling:
        """A sentence about seats (`Seat`) and sides, in which everybody reads "you" for their own
        (see `cardlab.engine.telling`)."""
        return Telling(template, self.names, **facts)

    def in_play(self, lines: Iterable[ScoreLine]) -> tuple[ScoreLine, ...]:
        """Those lines of a deal that were played for: all but what everybody begins with."""
        return tuple(lines)

    @classmethod
    def older_options(cls, options: Mapping[str, Any], text: str) -> dict[str, Any]:
        """The options under which an older record or position was played, where the usual choice
        has become another one since.

        options: those that are written; text: the moves of a record, or the line of a position.
        """
        return {}

    def outgrown(self, state: Any, seat: int | None, text: str) -> bool:
        """Whether an entry of an older record is asked of nobody any more and changes nothing, so
        that a replay may pass it by."""
        return False

    def told_besides(self, before: Any, after: Any, seat: int | None) -> str:
        """What an entry of the log brought about besides, as a sentence; "" for nothing.

        before, after: the table, with all hands; seat: who moved, None where chance did.
        """
        return ""

    def thrown_in(self, state: Any) -> bool:
        """Whether a deal is over without a card played, because nobody wanted to play it."""
        return False

    def deal_feats(self, state: Any) -> tuple[Feat, ...]:
        """The feats of a finished deal."""
        state = self.adopted(state)
        if state.void:
            return ()
        result = self.result(state)
        return () if result is None else self.feats(result)

    def told_tricks(self, state: Any) -> tuple[TrickTold, ...]:
        """The finished tricks of a deal, as its rule sheet shows them; none without tricks."""
        return ()

    def deal_lines(self, state: Any) -> tuple[ScoreLine, ...]:
        """All lines of a finished deal: those made during play and those of its result.

        Raises WrongGame for a table that this game cannot judge (see `adopted`).
        """
        state = self.adopted(state)
        if state.void:
            return self.of_deal(state, state.pegged)
        with answering(state, scored=True):
            scored = [
                entry if entry.cards else _changed(entry, {"cards": self.cards_of(state, entry)})
                for entry in self.result_lines(state)
            ]
        return self.of_deal(state, (*state.pegged, *scored))

    def cards_of(self, state: Any, entry: ScoreLine) -> tuple[Card, ...]:
        """The cards of a finished deal that a score line is about, where its result has not said so;
        none unless the game tells."""
        return ()

    def result_lines(self, state: Any) -> tuple[ScoreLine, ...]:
        """The lines of the result on this table, without those made during play."""
        result = self.result(state)
        return () if result is None else self.lines_of(result)

    def lines_so_far(self, state: Any) -> tuple[ScoreLine, ...]:
        """What a deal has brought so far: the lines made during play, and all of them when it is
        over. A game that counts piles at the end may count those that lie there now."""
        state = self.adopted(state)
        lines: tuple[ScoreLine, ...] = state.pegged
        return self.deal_lines(state) if state.phase is OVER else lines

    def of_deal(self, state: Any, lines: Iterable[ScoreLine]) -> tuple[ScoreLine, ...]:
        """Lines of the deal on the table, each with its number; none by a rule that a table has
        left out."""
        deal = state.standing.deal
        if self.left_out:
            lines = [entry for entry in lines if str(entry.rule) not in self.left_out]
        return tuple([_changed(entry, {"deal": deal}) for entry in lines])

    @cached_property
    def left_out(self) -> frozenset[str]:
        """The scoring rules of the rule book that this table does without."""
        if SCORING not in dict(self.house.rules):
            return frozenset()
        return frozenset(map(str, self.as_written.scoring)) - {str(r) for r in self.scoring}

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many can play this game with its options, from the fewest to the most."""
        few, many, _ = self.seats
        return tuple(range(few, many + 1))

    # --- legality: the only place
    def candidates(self, state: Any, seat: int | None = None) -> tuple[Move, ...]:
        """Every move that the seat could try."""
        table = self.view(state, seat)
        if table is None:
            return ()
        try:
            candidates: tuple[Move, ...] = table.phase.candidates(table)
        except Exception as trouble:
            tell_lack(state, trouble)
            raise
        return candidates

    def legal_moves(self, state: Any, seat: int | None = None) -> tuple[Move, ...]:
        """The legal moves: the verdicts without their reasons, and faster."""
        table = self.view(state, seat)
        if table is None:
            return ()
        phase = table.phase
        try:
            return narrowed(table, phase.rules, phase.candidates(table))
        except Exception as trouble:
            tell_lack(state, trouble)
            raise

    def verdicts(self, state: Any, seat: int | None = None) -> dict[Move, Verdict]:
        """Every candidate with its verdict, judged on what the seat can see."""
        table = self.view(state, seat)
        if table is None:
            return {}
        try:
            return judge(table, table.phase.rules, table.phase.candidates(table))
        except Exception as trouble:
            tell_lack(state, trouble)
            raise

    def verdict(
        self, state: Any, move: str, seat: int | None = None, hand: int | None = None
    ) -> Verdict:
        """The verdict on whatever somebody tries: a move of another phase, out of turn, or with a
        card of another hand has its reason like any other; so has what is not a move of this game
        at all, be it a text, None or a number, and a seat that is not at the table.

        state: a table of this game; one of the same game with other options or house rules is
        judged by the rules of this game.  hand: where the card lies, if it was pointed at: a seat,
        or `TABLE`.

        Raises WrongGame, with a sentence, for a table that this game cannot judge, and TypeError
        for what is no table.

        >>> import cardlab
        >>> game = cardlab.game("bridge")
        >>> table = game.match(seed=7).state
        >>> game.verdict(table, "KS").reason, game.verdict(table, "pass", seat=1).reason
        ('the auction is still on: bid or pass', "it is South's turn")
        >>> game.verdict(table, None)
        <None is illegal: a move is given as a text or as one of the legal moves (not-a-move); \
legal: Pass, 1♣, 1♦, 1♥ or 32 more>
        >>> cardlab.game("kaiser").verdict(table, "KS")
        Traceback (most recent call last):
        cardlab.engine.adopting.WrongGame: This is a table of Contract Bridge, and Kaiser cannot \
judge it; ask its own game, which is `state.game`.
        """
        state = self.adopted(state)
        if not (seat is None or self.has_seat(seat) or seat == ONLOOKER):
            return self._no_such_seat(move, seat)
        with answering(state):
            table = self.view(state, seat)
            if table is None:
                at = seat if seat is None or seat == ONLOOKER else self.seat(seat)
                return self._out_of_turn(state, move, at)
            return self._verdict_on(table, move, hand)

    def has_seat(self, named: Any) -> bool:
        """Whether somebody sits there: at a number or a name (see `seat`)."""
        try:
            self.seat(named)
        except ValueError:
            return False
        return True

    def _no_such_seat(self, move: Any, seat: Any) -> Verdict:
        facts = {"seat": quoted(seat), "seats": self.names}
        because = "there is no seat {seat} at this table; its seats are {seats}"
        return refusal(None, as_tried(move), NO_SUCH_SEAT, because, (), facts)

    def _out_of_turn(self, state: Any, move: str, seat: int | None) -> Verdict:
        """The refusal of anything that a seat tries when it may not move."""
        move = as_tried(move)
        if state.phase is OVER:
            return refusal(None, move, DEAL_IS_OVER, "the deal is over", ())
        if state.to_move is None or seat is None:
            return refusal(None, move, NOT_YOUR_TURN, "the cards are dealt first", ())
        table, movers = state.seen_by(seat), state.phase.movers(state)
        because, facts = table.phase.waits(table, seat), {"turn": Seat(state.to_move)}
        if len(movers) > 1 and because == THEIR_TURN:
            because, facts = _up_to(movers)
        return refusal(table, move, NOT_YOUR_TURN, because, (), facts)

    def shared_verdict(
        self, state: Any, move: str, seat: int | None, viewer: int
    ) -> Verdict | None:
        """The verdict on a seat's move as far as a viewer can see the reason too: None where it
        hangs on cards that the viewer does not see.

        The judgement is made anew on a table on which everything that only one of the two sees is
        closed; a rule that looks there has a reason that may not be told.

        >>> import cardlab
        >>> game = cardlab.game("bridge")
        >>> match = game.match(seed=7).play("1NT")
        >>> game.shared_verdict(match.state, "2C", match.to_move, viewer=0).say(reader=0)
        '1NT is the bid to top'
        >>> table = game.state(trump="H", trick=[(0, "9C")], hands={1: "AC KS"})
        >>> game.verdict(table, "AC").say(reader=0), game.shared_verdict(table, "AC", 1, viewer=0)
        ('clubs were led and West has one', None)
        """
        table = self.view(state, seat)
        if table is None:
            return None
        theirs, places = (
            state.seen_by(viewer),
            [f.name for f in fields(table) if f.name not in _WHO],
        )
        try:
            closed = {name: _shared(getattr(table, name), getattr(theirs, name)) for name in places}
            verdict = self._verdict_on(table.but(**closed), move)
            verdict.reason  # noqa: B018  # the quantities of a sentence are looked up only when it is said
        except Unseen:
            return None
        return verdict

    def _verdict_on(self, table: Any, move: str, hand: int | None = None) -> Verdict:
        """The verdict on a move or text, judged on what this table shows."""
        phase = table.phase
        candidates = phase.candidates(table)
        verdicts = judge(table, phase.rules, candidates)
        attempt = match_text(move, candidates)
        if attempt is not None and hand in (None, table.me):
            return verdicts[attempt]
        legal = tuple(m for m, v in verdicts.items() if v.legal)
        if attempt is None:
            attempt = self.read(table, move)
        if attempt is None:
            return self._not_a_move(table, move, legal)
        if isinstance(attempt, Play) and not any(m.card is not None for m in candidates):
            return refusal(table, attempt, WRONG_PHASE, phase.remind(table), legal)
        if strange := self._not_in_the_pack(attempt):
            facts = {"strange": strange, "game": self.title}
            because = "{strange} is not in the pack of {game}"
            return refusal(table, attempt, HOLD_CARD, because, legal, facts)
        offered = attempt in verdicts and type(attempt) in map(type, candidates)
        if offered and hand in (None, table.me):
            return verdicts[attempt]
        if attempt.card is not None and (
            attempt.card not in phase.playable(table) or hand not in (None, table.me)
        ):
            # that a move is made in another phase matters more than who holds its card
            here = isinstance(attempt, Play) or phase.belongs(table, attempt, candidates)
            if here or hand is not None:
                return self._not_held(table, attempt, legal, hand)
        lacks = isinstance(attempt, SeveralCards) and not_held(attempt.cards, phase.playable(table))
        if lacks and phase.belongs(table, attempt, candidates):
            facts = {"lacks": lacks}
            return refusal(table, attempt, HOLD_CARD, "{you} {do} not hold {lacks}", legal, facts)
        choices = "only choice here is" if len(legal) == 1 else "choices here are"
        named = f"the {choices} {{choices}}"
        if attempt in phase.spoken:
            because = phase.not_offered(table, attempt) or named
            return refusal(table, attempt, ON_OFFER, because, legal)
        if phase.belongs(table, attempt, candidates):
            verdict = judge(table, phase.rules, (*candidates, attempt))[attempt]
            if not verdict.legal or phase.stands_for(table, attempt) in candidates:
                return verdict
            because = phase.not_offered(table, attempt) or named
            return refusal(table, attempt, ON_OFFER, because, legal)
        return refusal(table, attempt, WRONG_PHASE, phase.remind(table), legal)

    def _not_in_the_pack(self, move: Move) -> Card | None:
        """A card of a move that this game does not have, if there is one."""
        cards = move.named if move.card is None else (move.card, *move.named)
        return next((card for card in cards if card != BACK and card not in self.pack), None)

    def _not_a_move(self, table: Any, tried: Any, legal: tuple[Move, ...]) -> Verdict:
        """The refusal of what this game cannot take for a move of any of its phases."""
        if not isinstance(tried, str):
            because = "a move is given as a text or as one of the legal moves"
            return refusal(table, as_tried(tried), NOT_A_MOVE, because, legal)
        facts = {"text": f"“{shown(tried.strip())}”"}
        because = "{text} is not a move here; " + table.phase.remind(table)
        return refusal(table, as_tried(tried), NOT_A_MOVE, because, legal, facts)

    def _not_held(
        self, table: Any, attempt: Move, legal: tuple[Move, ...], hand: int | None
    ) -> Verdict:
        """The refusal of a card that does not lie in the hand to play from."""
        card, me = attempt.card, table.me
        if hand == TABLE:
            return refusal(table, attempt, HOLD_CARD, "{card} lies on the table", legal)
        if hand is None:
            holders = (table.viewer, *range(len(table.hands)))
            hand = next((s for s in holders if s != me and card in table.hands[s]), None)
        if hand is None:
            return refusal(table, attempt, HOLD_CARD, "{you} {do} not hold {card}", legal)
        if hand == table.viewer:
            turn = {"turn": Seat(me)}
            return refusal(table, attempt, NOT_YOUR_TURN, "it is {turn's} turn", legal, turn)
        facts = {"holder": Seat(hand), "turn": Seat(me)}
        lies = "this card is" if card is BACK else "{card} is"
        because = lies + " in {holder's} hand, and it is {turn's} turn"
        return refusal(table, attempt, HOLD_CARD, because, legal, facts)

    def read(self, table: Any, text: Any) -> Move | None:
        """The move that somebody could mean by this text although it is not a candidate: one that
        the phase knows, a card to play, or a move of another phase. None for what is no move of
        this game; a move of another game is one here if its text is."""
        if isinstance(text, Move):
            own = match_text(text, self._calls()) or self._read(table, str(text))
            if type(own) is type(text):
                return text
            return None if isinstance(own, Play) and text.card is None else own
        return self._read(table, text) if isinstance(text, str) else None

    def _read(self, table: Any, text: str) -> Move | None:
        wanted = normal(text)
        if not wanted:
            return None
        try:
            return table.phase.read(table, wanted) or Play(Card(wanted.removeprefix("play ")))
        except ValueError:
            return match_text(text, self._calls()) or self._read_elsewhere(table, wanted)

    def _calls(self) -> Iterator[Move]:
        """The calls of all phases."""
        for phase in self.phases:
            yield from phase.vocabulary()
            yield from phase.spoken

    def call(self, text: str) -> Move | None:
        """The call or announcement of this game that a text means, whatever phase it belongs to;
        None where there is none.

        >>> import cardlab
        >>> cardlab.game("bridge").call("1nt"), cardlab.game("bridge").call("8NT")
        (1NT, None)
        """
        call: Move | None = match_text(text, self._calls())
        return call

    def secret_choice(self, text: str) -> Move | None:
        """The move of a text where all choose in secret; None where this game has no such choice."""
        table, wanted = self.begin(self.opening()), normal(text)
        readings = (phase.read(table, wanted) for phase in self.phases if phase.in_secret)
        return next((move for move in readings if move is not None), None)

    def _read_elsewhere(self, table: Any, text: str) -> Move | None:
        """The move of another phase that somebody could mean by this text."""
        others = (phase for phase in self.phases if phase.id != table.phase.id)
        readings = (phase.read(table, text) for phase in others)
        return next((move for move in readings if move is not None), None)

    def view(self, state: Any, seat: int | None = None) -> Any:
        """The table as seen by the player who decides for a seat (the seat to move, unless named);
        None if the seat may not move.

        A table of the same game with other options or house rules is taken over (`adopted`).
        Raises ValueError for a seat that is not at the table.
        """
        state = self.adopted(state)
        at = turn = state.to_move
        if seat == ONLOOKER and turn != ONLOOKER:
            return None
        if seat is not None and seat != turn:
            at = self.seat(seat)
        try:
            if at == turn:
                return None if turn is None else state.seen_by(state.actor(), turn)
            return state.seen_by(at, at) if at in state.phase.movers(state) else None
        except Exception as trouble:
            tell_lack(state, trouble)
            raise

    def adopted(self, state: Any) -> Any:
        """The same table under the rules of this game: a table of the same game with other options
        or house rules becomes one of this game; its own tables stay as they are.

        Raises WrongGame, with a sentence, where this game has no such table (another game, another
        number of players, a card that its pack lacks), and TypeError for what is no table.

        >>> import cardlab
        >>> from cardlab.labs import house
        >>> base, free = cardlab.game("malilla"), house.game("malilla", off=("must-beat-opponent",))
        >>> hands = {2: "KS 4S", 3: "AS 3S 6D"}
        >>> table = base.state(trump="H", trick=[(0, "QS"), (1, "5S")], hands=hands, to_move=3)
        >>> bool(base.verdict(table, "3S")), bool(free.verdict(table, "3S"))
        (False, True)
        """
        if not isinstance(state, State):
            raise TypeError(no_table(state))
        if state.game is self or state.game == self:
            return state
        return adopt(self, state, OVER)

    def after(self, state: Any, move: str, seat: int | None = None) -> Any:
        """Return the state after a move. Raises IllegalMove, with the verdict, if a rule refuses
        it."""
        state = self.adopted(state)
        if seat is None:
            seat = state.to_move
        elif self.has_seat(seat):
            seat = self.seat(seat)
        else:
            raise refused(self.verdict(state, move, seat))
        found = next((legal for legal in self.legal_moves(state, seat) if legal == move), None)
        if found is None:
            verdict = self.verdict(state, move, seat)
            if not verdict.legal:
                raise refused(verdict)
            found = verdict.move
        with answering(state):
            return state.phase.apply(state, seat, found)

    # --- positions, orders, words
    def ordering(self, trump: str | None = None) -> Ordering:
        """How the cards rank (under a trump suit)."""
        raise ValueError(f"{self.title} does not rank its cards")

    def contracts(self) -> tuple[tuple[str, str], ...]:
        """Every order that may come to be in force: the word for `ordering`, and its title.
        Empty where no cards are ranked.

        >>> import cardlab
        >>> [title for _, title in cardlab.game("kaiser").contracts()], cardlab.game("snap").contracts()
        (['Spades', 'Hearts', 'Clubs', 'Diamonds', 'No trumps'], ())
        """
        words = tuple(dict.fromkeys(word for phase in self.phases for word in phase.orders(self)))
        if not words:
            words = () if self.sorting() is None else ("",)
        trumps = [word for word in words if self.ordering(word).trump]
        return tuple((word, self.order_title(word)) for word in dict.fromkeys((*trumps, *words)))

    def order_title(self, word: str) -> str:
        """The name of an order that `contracts` lists."""
        trump = self.ordering(word).trump
        return trump.name.capitalize() if trump else "Every suit"

    def order_notes(self, word: str) -> tuple[Rule, ...]:
        """The notes that say how the cards rank in such an order; where nothing is unusual, the
        one about the pack.

        >>> import cardlab
        >>> cardlab.game("malilla").order_notes("H"), cardlab.game("cardigan").order_notes("RED")
        ((malilla-pack,), (fifth-suit,))
        """
        notes = [r for r in self.all_rules() if r.kind == "note"]
        for about in (
            {"altered-order", "bower", "suit-order"},
            {"standard-deck", "stripped-pack", "multi-deck"},
        ):
            if fitting := tuple(r for r in notes if about & set(r.concepts)):
                return fitting
        return ()

    @cached_property
    def each_once(self) -> bool:
        """Whether no card is twice in the pack."""
        return len(set(self.pack)) == len(self.pack)

    @cached_property
    def printed_suits(self) -> tuple[str, ...]:
        """The suits with which the cards of the pack are printed."""
        return tuple(dict.fromkeys(str(c.suit) for c in self.pack if c.suit))

    def order(self, state: Any) -> Ordering | None:
        """The order in force on this table, for sorting hands and showing ladders."""
        return None

    def calls(self, state: Any) -> tuple[tuple[int, Move], ...]:
        """The calls made so far, in order, each with its seat; none where nobody calls."""
        return ()

    def worth(self, table: Any, move: Move) -> str | None:
        """What a move scores at once, in words, on a table that the mover sees; None where the
        game does not say so."""
        return None

    def promise(self, table: Any, move: Move) -> str:
        """What a bid obliges its bidder to take at least, in words; "" where that is not a number
        of tricks."""
        return ""

    def _seated(self, name: str, value: Any) -> Any:
        """What is given for a field of a position: seats by their numbers, if it holds seats."""
        kind = types_of(self.Standing).get(name, types_of(self.State).get(name))
        if name not in ("leader", "soloist") and not holds_seats(kind):
            return value
        if isinstance(value, str):
            return self.seat(value)
        if isinstance(value, tuple | list):
            return tuple(self.seat(one) if isinstance(one, str) else one for one in value)
        return value

    def state(self: HasState[S], **given: Any) -> S:
        """A position set up by hand.  ``hands`` may be a dict of seats (the others hold nothing)
        or a sequence.

        phase: the id of a phase; dealer, totals and other fields of the standing may be given too.
        Seats go by number or by name.  Where cards are dealt or shuffled, nobody is to move.

        >>> import cardlab
        >>> kaiser = cardlab.game("kaiser")
        >>> table = kaiser.state(trump="S", trick=[("west", "KH")], hands={"north": "QH 8C"})
        >>> kaiser.verdict(table, "8C").say(reader=0)
        'hearts were led and North has one'
        """
        game: Any = self
        table: S = game._laid_by_hand(given)
        return table

    def _laid_by_hand(self, given: dict[str, Any]) -> Any:
        given = {name: self._seated(name, value) for name, value in given.items()}
        phase_id = given.pop("phase", None)
        by_id = {phase.id: phase for phase in self.phases}
        if phase_id is not None and phase_id not in by_id:
            raise ValueError(
                f"{self.title} has no phase {quoted(phase_id)}; its phases are {', '.join(by_id)}"
            )
        phase = by_id[phase_id] if phase_id else self.phases[-1]
        if phase.moved_by_chance and given.get("to_move") is not None:
            raise ValueError(f"nobody is to move in the phase {quoted(phase.id)}: cards are dealt")
        named = {f.name for f in fields(self.Standing)}
        standing = self.opening().but(**{k: given.pop(k) for k in tuple(given) if k in named})
        given = self.position(dict(given))
        if phase.moved_by_chance:
            given["to_move"] = None
        hands = given.pop("hands", ())
        if isinstance(hands, Mapping):
            held = {self.seat(named): hand for named, hand in hands.items()}
            hands = tuple(held.get(seat, ()) for seat in range(self.players))
        hands = tuple(read_cards(h) for h in hands) or ((),) * self.players
        if strange := [k for k in given if k not in {f.name for f in fields(self.State)}]:
            raise ValueError(f"a position of {self.title} has no {quoted(strange[0])}")
        if "stock" in given:
            given["stock"] = read_cards(given["stock"])
        state = self.State(game=self, standing=standing, phase=phase, hands=hands, **given)
        known = {*self.pack, BACK}
        if foreign := [card for card in state.all_cards() if card not in known]:
            raise ValueError(f"{foreign[0].sign} is not in the pack of {self.title}")
        return state

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """Turn the words of a position (trump, trick ...) into fields of the state."""
        return given

    def match(
        self, seed: int | None = None, players: Any = None, dealer: Any = None
    ) -> Match[Self]:
        """A new match.  seed: any whole number (drawn if not given); players: how many, or their
        names; dealer: who deals first, a seat or its name, or "any" for one that the seed draws."""
        match: Match[Self] = new_match(self, seed, players, dealer)
        return match

    @property
    def deals_first(self) -> str:
        """Who deals first, as a sentence; "" where the players draw for it."""
        return f"{self.names[self.opening().dealer]} deals first, if nothing else is agreed."

    @property
    def extra_cards(self) -> str:
        """Who gets the cards that are left over where the whole pack is dealt out evenly, as the end
        of a sentence; "" where it comes out even."""
        uneven = len(self.pack) % self.players
        return "; the first players get one card more" if uneven else ""

    @property
    def deal_passes(self) -> str:
        """How the deal passes on, as a sentence; a game that changes ``next_dealer`` says it
        anew."""
        way = "left" if self.direction == 1 else "right"
        return f"After each deal the next player to the {way} deals."

    @cached_property
    def facts(self) -> tuple[Rule, ...]:
        """Notes made from what the game declares: players, pack, hand size, who leads first, the
        next dealer.

        >>> import cardlab
        >>> for fact in cardlab.game("kaiser").facts[1:]:
        ...     print(fact.title + ":", fact.wording)
        The pack: 32 cards: ♠ A K Q J 10 9 8 3; ♥ A K Q J 10 9 8 5; ♣ A K Q J 10 9 8 7; ♦ A K Q J 10 9 8 7.
        Ranking: From high to low: A K Q J 10 9 8 7 5 3.
        The hands: Each player is dealt eight cards.
        Eldest leads first: The player on the dealer's left leads to the first trick.
        The next deal: South deals first, if nothing else is agreed. After each deal the next player to the left deals.
        """
        dealt = (fact for phase in self.phases for fact in phase.facts(self))
        passes = dealer_note(self)
        own = (players_note(self), pack_note(self), *self.ranking_facts())
        facts = (*own, *dealt, *((passes,) if passes else ()))
        return tuple(fact_of(fact, self.notes) for fact in facts)

    def ranking_facts(self) -> tuple[Rule, ...]:
        """How the cards rank, where cards beat one another."""
        return ()

    def sections(self) -> tuple[tuple[str, tuple[Rule, ...]], ...]:
        """The parts of the rule sheet with their titles; a part without rules is left out, and a
        note that is among the facts, or says what one of them says, is not said again."""
        facts = {str(fact) for fact in self.facts}
        phases = (
            (phase.title, (*(n for n in phase.notes if not {str(n), n.fact} & facts), *phase.rules))
            for phase in self.phases
        )
        ends = tuple(end.note(self) for end in self.ends)
        parts = (
            ("The table", self.facts),
            ("The match", tuple(n for n in self.notes if not {str(n), n.fact} & facts)),
            *phases,
            ("Scoring", self.scoring),
            ("The end of the match", ends),
        )
        return tuple((title, rules) for title, rules in parts if rules)

    def all_rules(self) -> tuple[Rule, ...]:
        """Every rule of the game, in the order of the rule sheet, each once."""
        rules = [*self.notes]
        for phase in self.phases:
            rules += [*phase.notes, *phase.rules]
        return tuple(dict.fromkeys([*rules, *self.scoring, *(end.note(self) for end in self.ends)]))

    def score_rules(self) -> tuple[Rule, ...]:
        """Every rule that gives points, during play or at the end of a deal.

        >>> import cardlab
        >>> cardlab.game("sum-run-set").score_rules()
        (sum, run, set, fall, sweep, cards, honours, match-points)
        """
        return tuple(r for r in self.all_rules() if r.kind == "score")

    def quiet_of(self, rule: Rule | str) -> Quiet | None:
        """Why a rule of this game seldom decides; None for one that does.

        >>> import cardlab
        >>> cardlab.game("kaiser").quiet_of("outside-6-to-12no")
        Typed(text='13')
        """
        if rule in self.quiet:
            return self.quiet[str(rule)]
        return rule.quiet if isinstance(rule, Rule) else None

    def concepts(self) -> frozenset[str]:
        """The ids of the concepts that the game's rules teach."""
        return frozenset(concept for r in self.all_rules() for concept in r.concepts)

    def rules(self, than: Game | None = None, *, full: bool = False) -> str:
        """The rule sheet, made from the rules themselves; ``than`` another game, only what is
        different from it.

        A sheet reads as a rule book does.  ``full``: every rule with its title and id, also those
        that only a page needs, and every option with its name and values."""
        if than is not None:
            return difference(self, than, full=full)
        return full_sheet(self) if full else sheet(self)

    def diff(self, other: Game) -> dict[str, tuple[Rule, ...]]:
        """Which rules the other game adds to this one, which it drops, and which it states
        otherwise (as it states them).

        >>> import cardlab
        >>> found = cardlab.game("kaiser").diff(cardlab.game("malilla"))
        >>> found["added"][:2], "insufficient-bid" in found["dropped"]
        ((malilla-pack, no-revoke), True)
        """
        mine, theirs = {str(r): r for r in self.all_rules()}, {str(r): r for r in other.all_rules()}
        return {
            "added": tuple(r for id, r in theirs.items() if id not in mine),
            "dropped": tuple(r for id, r in mine.items() if id not in theirs),
            "changed": tuple(
                r for id, r in theirs.items() if id in mine and mine[id].text(self) != r.text(other)
            ),
        }

    @property
    def about(self) -> str:
        """The first paragraph of the game's docstring, with this game's options."""
        doc = inspect.getdoc(type(self)) or ""
        return fill(" ".join(doc.split("\n\n")[0].split()), self)

    def sorting(self) -> Ordering | None:
        """The order in which hands are held before any other is in force."""
        return self._sorted_by

    @cached_property
    def _sorted_by(self) -> Ordering | None:
        try:
            return self.ordering(None)
        except ValueError:
            return None

    def target_text(self) -> str:
        """What the match is played to, for the score panel."""
        return next((end.text for end in self.ends if end.text), "")

    def zone_of(self, table: Any, move: Move) -> str:
        """The zone in which the card of a move lies, on a view of the seat that makes it."""
        return f"hand-{table.me}"

    def zones(self, state: Any) -> list[Any]:
        """What lies on the table besides the hands, as data for a picture (see `cardlab.engine.table`)."""
        return []

    def panels(self, state: Any) -> dict[str, Any]:
        """Further parts of the picture: trump, contract, calls, tricks, notes at the seats (see
        `cardlab.engine.table`)."""
        return {}


def _up_to(movers: Sequence[int]) -> tuple[str, dict[str, Seat]]:
    """Who moves where several do so at the same time, as a reason with its seats."""
    seats = {f"seat_{place}": Seat(seat) for place, seat in enumerate(movers)}
    *others, last = (f"{{{name}}}" for name in seats)
    return f"it is now up to {', '.join(others)} and {last}", seats


def _made_again(kind: type[Game], chosen: tuple[tuple[str, Any], ...]) -> Game:
    return kind(**dict(chosen))


def as_tried(move: Any) -> Move:
    """What somebody tries, as a move that a verdict can name."""
    return move if isinstance(move, Move) else Unread(move)


def no_table(given: Any) -> str:
    """The sentence about what is given where a table is asked for.

    >>> no_table("kaiser")
    "a state is needed, such as match.state, and not 'kaiser'"
    """
    return f"a state is needed, such as match.state, and not {quoted(given)}"


def match_text(text: Any, moves: Iterable[Move]) -> Any:
    """The one of the moves that a text means, or None; the bid 2H is not the card 2♥."""
    if not isinstance(text, str):
        return None
    moves = tuple(moves)
    typed = type(text) if isinstance(text, Move) else None
    for move in moves:
        if move == text and typed in (None, type(move)):
            return move
    if typed is not None:
        return None
    wanted = normal(text)
    for move in moves:
        if normal(move) == wanted or move.label.lower() == str(text).strip().lower():
            return move
    return None
