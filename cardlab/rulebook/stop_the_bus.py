"""Stop the Bus: better your three cards from the middle, and knock before you are the worst.

Source: the common rules of the game, of the family of Commerce.  House choices: one card or all three
are exchanged, and nobody passes; a player may knock only after exchanging; three threes and A 2 3 are
the best of their kinds; if all hands are equal nobody loses a life; a deal in which nobody knocks is
stopped after ``turns`` turns each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import Card, pack
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import FaceUp, SeatNo
from cardlab.engine.game import Phase, State
from cardlab.engine.moves import Deal, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.quiet import Typed
from cardlab.engine.results import seats_of
from cardlab.engine.rulings import Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face
from cardlab.engine.words import Seat, listed, some
from cardlab.families.hoping import HopeGame
from cardlab.families.lives import LivesGame, lives_option
from cardlab.families.matches import DealToThoseIn
from cardlab.families.ranked_melds import BRAG, PLAIN_BRAG, MeldOrder

Cards = tuple[Card, ...]

HAND = 3
ALL = Say("swap all", "Swap all three", "swaps all three cards")
KNOCK = Say("knock", "Stop the bus!", "stops the bus")
GO_ON = Say("go on", "Go on", "goes on")


class SwapCards(Move):
    """Cards of the hand for as many from the middle: "swap 4D for 9S"."""

    __slots__ = ()
    verb, title = "swap", "Swap"

    @classmethod
    def write(cls, given: Cards, taken: Cards) -> Any:
        text = f"swap {' '.join(given)} for {' '.join(taken)}"
        label = f"{listed(given)} for {listed(taken)}"
        return text, None, (), label, None

    @property
    def given(self) -> Cards:
        """The cards that leave the hand."""
        cards: Cards = self.args[0]
        return cards

    @property
    def taken(self) -> Cards:
        """The cards that come into it."""
        cards: Cards = self.args[1]
        return cards

    def told(self, name: str) -> str:
        return f"{name} swaps {self.label}."


@dataclass(frozen=True)
class BusState(State):
    """middle: the cards on the table, face up; exchanged: whether the seat to move has exchanged;
    knocker: who has stopped the bus; turns: how many have been finished."""

    middle: FaceUp[Cards] = ()
    exchanged: bool = False
    knocker: SeatNo | None = None
    turns: int = 0

    def sees(self, viewer: int, seat: int) -> bool:
        """At the end all hands are shown."""
        return viewer == seat or self.phase.id == "over"


class DealAndMiddle(DealToThoseIn):
    """Three cards for everybody who is in, and three face up in the middle."""

    each = HAND
    notes = (
        note(
            "deal-and-middle",
            "Three each, and three in the middle",
            "Shuffle, deal three cards to each player and lay three face up in the middle. The rest"
            " of the pack is out of play.",
            "deal",
            "hand",
            "open-blind-hole",
        ),
    )

    def apply(self, state: BusState, seat: int | None, move: Deal) -> Any:
        middle, stock = move.stock[:HAND], move.stock[HAND:]
        return super().apply(state.but(middle=middle), seat, type(move)(move.hands, stock))


@rule("already-knocked", "One stop a deal", "knock")
def already_knocked(table: BusState, moves: tuple[Move, ...]) -> Ruling:
    """Nobody can stop a bus that has been stopped: after a knock the others only exchange."""
    if table.knocker is None:
        return silent(moves, "nobody has stopped the bus yet")
    who = {"knocker": Seat(table.knocker)}
    return may_not(moves, lambda m: m == KNOCK, "the bus was stopped by {knocker}", who)


@rule("exchange-first", "Exchange, then knock", "knock", "card-exchange")
def exchange_first(table: BusState, moves: tuple[Move, ...]) -> Ruling:
    """Stop the bus only on your own turn, after you have exchanged."""
    if table.exchanged:
        return silent(moves, "{you} {have} exchanged")
    return may_not(moves, lambda m: m in (KNOCK, GO_ON), "{you} {have} to exchange first")


@rule(
    "one-or-three",
    "How many cards",
    "card-exchange",
    "turn",
    quiet=Typed("swap AS KS for 2S 3S"),
)
def one_or_three(table: BusState, moves: tuple[Move, ...]) -> Ruling:
    """At your turn you must exchange {how_many} with the middle{never}."""
    one = table.game.exchange == "one"
    return may_not(
        moves,
        lambda m: (
            (one and m == ALL)
            or (isinstance(m, SwapCards) and (len(m.given) > 1 or len(m.taken) > 1))
        ),
        "only one card is exchanged at a time"
        if one
        else "one card or all three are exchanged, never two",
    )


@rule("hold-what-you-give", "Your own cards", "hand", quiet=Typed("swap AS for 2S"))
def hold_what_you_give(table: BusState, moves: tuple[Move, ...]) -> Ruling:
    """Exchange only cards that you hold."""
    given = [card for m in moves if isinstance(m, SwapCards) for card in m.given]
    return may_not(
        moves,
        lambda m: isinstance(m, SwapCards) and not {*m.given} <= {*table.hand},
        "{you} {do} not hold {missing}",
        lambda: {"missing": tuple(dict.fromkeys(c for c in given if c not in table.hand))},
    )


@rule("from-the-middle", "What lies there", "open-blind-hole", quiet=Typed("swap AS for AS"))
def from_the_middle(table: BusState, moves: tuple[Move, ...]) -> Ruling:
    """Take only cards that lie in the middle."""
    return may_not(
        moves,
        lambda m: isinstance(m, SwapCards) and not {*m.taken} <= {*table.middle},
        "in the middle there are only {middle}",
        {"middle": table.middle},
    )


NOTES = (
    note(
        "last-turns",
        "Stopping the bus",
        "The player on the dealer's left begins. A player who knocks stops the bus: each other"
        " player"
        " then has exactly one more turn, and all hands are shown. If nobody has stopped the bus"
        " after {turns_each} each, it stops by itself.",
        "knock",
        "eldest",
        "turn",
    ),
    note(
        "brag-order",
        "Which hands are better",
        "From the best to the worst: a prial, three cards of a rank; a running flush, a run in"
        " one suit; a run, three ranks that follow each other; a flush, three cards of a suit; a"
        " pair; a high card. Aces are high. {best_of_kind} Two hands of the same kind compare by"
        " their ranks. A pair counts by its rank and then by the third card, flushes and high"
        " cards from the highest card down. Suits do not rank, so hands may be equal.",
        "brag-melds",
        "flush",
        "run",
        "set",
    ),
)


class Riding(Phase):
    """Exchange in turn, until somebody stops the bus and the others have had their last turn."""

    id, title, doing = "ride", "The ride", "exchange cards"
    did = "moved"
    begins = "eldest"
    prompt = "Everybody exchanges cards with the middle."
    rules = (already_knocked, exchange_first, one_or_three, hold_what_you_give, from_the_middle)

    def enter(self, state: BusState) -> Any:
        return state.but(to_move=state.game.next_in(state, state.dealer))

    def vocabulary(self) -> Iterable[Move]:
        return (ALL, KNOCK, GO_ON)

    def candidates(self, table: BusState) -> tuple[Move, ...]:
        if table.exchanged:
            return (KNOCK, GO_ON)
        singles: list[Move] = [
            SwapCards((mine,), (other,)) for mine in table.hand for other in table.middle
        ]
        all_three = (ALL,) if table.game.exchange != "one" else ()
        return (*singles, *all_three, KNOCK)

    def read(self, table: BusState, text: str) -> Move | None:
        given, found, taken = text.removeprefix("swap ").partition(" for ")
        if not found or not text.startswith("swap "):
            return None
        mine, others = read_cards(given), read_cards(taken)
        made: SwapCards | None = SwapCards(mine, others) if mine and others else None
        return made

    def not_offered(self, table: Any, move: Move) -> str:
        """Whoever has exchanged stops the bus or goes on."""
        return "{you} {have} exchanged already in this turn"

    def apply(self, state: BusState, seat: int, move: Move) -> Any:
        if move == GO_ON:
            return self.after_turn(state, seat)
        if move == KNOCK:
            return self.after_turn(state.but(knocker=seat), seat)
        state = self.exchanged(state, seat, move)
        return state if state.knocker is None else self.after_turn(state, seat)

    def exchanged(self, state: BusState, seat: int, move: Any) -> Any:
        """The table after an exchange, which everybody sees."""
        given = state.hands[seat] if move == ALL else move.given
        taken = state.middle if move == ALL else move.taken
        kept = tuple(card for card in state.hands[seat] if card not in given)
        middle = tuple(card for card in state.middle if card not in taken)
        state = state.but(
            hands=state.held(seat, (*kept, *taken)), middle=(*middle, *given), exchanged=True
        )
        return state.forget(seat, given).remember(None, taken, seat)

    def after_turn(self, state: BusState, seat: int) -> Any:
        """The next player, or the showdown."""
        state = state.but(exchanged=False, turns=state.turns + 1)
        following = state.game.next_in(state, seat)
        if following == state.knocker or state.game.timed_out(state):
            return state.game.end(state)
        return state.but(to_move=following)

    def asks(self, state: BusState) -> str:
        if state.me is None:
            return self.prompt
        if state.exchanged:
            return "Stop the bus, or go on?"
        how_many = "a card" if state.game.exchange == "one" else "a card, or all three,"
        last = "Your last turn" if state.knocker is not None else "Your turn"
        return f"{last}: exchange {how_many} with the middle."

    def told(self, state: BusState, seat: int, move: Move, name: str) -> str:
        if move != ALL:
            return move.told(name)
        return f"{name} swaps all three cards for {listed(state.middle)}."


@dataclass(frozen=True)
class BusResult:
    """losers: the seats that lose a life."""

    losers: tuple[int, ...] = seats_of("{} loses a life", default=(0,))

    def cannot(self, game: Any) -> str:
        if len(self.losers) == game.players:
            return "where all hands are equal nobody loses a life"
        if len(self.losers) > 1 and game.tie == "none":
            return "several who tie lose nothing here"
        return ""


LIFE = Formula("1")


@scores("worst-hand", "The worst hand", "brag-melds", "elimination")
def worst_hand(game: StopTheBus, result: BusResult) -> Iterator[ScoreLine]:
    """When all hands are shown, the worst loses its player a life, which is written as 1 point;
    points are bad. {tie_text}"""
    for seat in result.losers:
        because = game.tell("{who} had the worst hand", who=Seat(seat))
        yield line(game.sides[seat].id, "A life lost", worst_hand, LIFE, because)


COUNTS = {"one-or-three": "one card or all three", "one": "one card"}
ORDERS = {
    "special": "Three threes are the best prial, and A 2 3 is the best run.",
    "plain": "Three aces are the best prial; A K Q is the best run, and A 2 3 the lowest.",
}
TIES = {
    "all": "All who tie for the worst hand lose a life, unless all hands are equal.",
    "none": "If several tie for the worst hand, nobody loses a life.",
}
GOOD_ENOUGH = 0.88
"""The share of all hands that a hand has to beat before somebody who goes by a rule of thumb stops the
bus: among two, four and eight players none lost fewer lives with less."""


class StopTheBus(LivesGame, HopeGame):
    """Exchange cards with the middle until your three cards are good enough, then stop the bus. The
    worst hand loses a life, and the last player with a life wins."""

    explains = {"knock": "last-turns"}
    told_first = (
        "last-turns",
        "one-or-three",
        "hold-what-you-give",
        "from-the-middle",
        "exchange-first",
        "already-knocked",
    )

    id, title, picture = "stop-the-bus", "Stop the Bus", "3S 3H 3D"
    shelf = GameShelf.BANKING
    counts_instead = "brag-order"
    seats = (2, 8, 4)
    scoring = (worst_hand,)
    State: type[BusState] = BusState
    Result: type[BusResult] = BusResult
    pack = pack()
    lives = lives_option(3, most=9)
    exchange = Option("one-or-three", COUNTS, "How many cards are exchanged at a turn.")
    order_of_melds = Option("special", ORDERS, "Which prial and which run are the best.")
    tie = Option("all", TIES, "What happens when several have the worst hand.")
    turns = Option(
        20,
        range(1, 51),
        "The turns of each player after which the bus stops by itself.",
        house=True,
    )

    @property
    def how_many(self) -> str:
        """How many cards are exchanged, in words."""
        return COUNTS[self.exchange]

    @property
    def turns_each(self) -> str:
        """After how many turns of each player the bus stops, in words."""
        return some(self.turns, "turn")

    @property
    def never(self) -> str:
        """What is never exchanged, as the end of a sentence."""
        return ", never more" if self.exchange == "one" else ", never two"

    @property
    def best_of_kind(self) -> str:
        """Which prial and which run are the best, in words."""
        return ORDERS[self.order_of_melds]

    @property
    def tie_text(self) -> str:
        """What becomes of a tie, in words."""
        return TIES[self.tie]

    @property
    def brag(self) -> MeldOrder:
        """How hands rank."""
        return BRAG if self.order_of_melds == "special" else PLAIN_BRAG

    def setup(self) -> None:
        self.phases = (DealAndMiddle(), Riding(notes=NOTES))
        self.ends = (self.last_one_in(),)

    def next_in(self, state: BusState, seat: int) -> int:
        """The next seat that has cards."""
        seat = state.after_seat(seat)
        while not state.hands[seat]:
            seat = state.after_seat(seat)
        return int(seat)

    def timed_out(self, state: BusState) -> bool:
        """Whether everybody has had all their turns and nobody has stopped the bus."""
        playing = sum(map(bool, state.hands))
        return state.knocker is None and state.turns >= self.turns * playing

    def worst(self, state: BusState) -> tuple[int, ...]:
        """The seats that lose a life when all hands are shown."""
        melds = {seat: self.brag.of(hand) for seat, hand in enumerate(state.hands) if hand}
        low = tuple(seat for seat, meld in melds.items() if meld == min(melds.values()))
        nobody = len(low) == len(melds) or (self.tie == "none" and len(low) > 1)
        return () if nobody else low

    def result(self, state: BusState) -> BusResult:
        return BusResult(self.worst(state))

    def feats(self, result: BusResult) -> tuple[Feat, ...]:
        """Who had the worst hand."""
        return (Feat(result.losers, "had the worst hand"),) if result.losers else ()

    def hope(self, table: Any, move: Any) -> float:
        """The share of all hands that the new hand beats; the bus is stopped with a good one."""
        if move in (KNOCK, GO_ON):
            stops = self.brag.share_beaten(table.hand) >= GOOD_ENOUGH
            return float(stops == (move == KNOCK))
        if move == ALL:
            return self.brag.share_beaten(table.middle)
        kept = tuple(card for card in table.hand if card not in move.given)
        return self.brag.share_beaten((*kept, *move.taken))

    def cards_of(self, state: BusState, entry: ScoreLine) -> Cards:
        """The worst hand."""
        return tuple(state.hands[self.seat(entry.side)])

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """middle: the cards there; exchanged: whether the seat to move has exchanged; knocker: who
        has stopped the bus; to_move: whose turn it is (0 unless named)."""
        knocker = given.get("knocker")
        known: dict[str, Any] = {"middle": read_cards(given.get("middle", ()))}
        known |= {} if knocker is None else {"knocker": self.seat(knocker)}
        return {"to_move": 0} | given | known

    def zones(self, state: BusState) -> list[Zone]:
        faces = [face(card) for card in state.middle]
        return [Zone("middle", "middle", "row", None, "The middle", faces)] if faces else []

    def panels(self, state: BusState) -> dict[str, Any]:
        """Who has stopped the bus, and at the end what everybody has."""
        panels = super().panels(state)
        notes = panels.setdefault("notes", {})
        if state.knocker is not None:
            notes.setdefault(state.knocker, []).append("stopped the bus")
        for seat, hand in enumerate(state.hands):
            if hand and state.phase.id == "over":
                notes.setdefault(seat, []).append(self.brag.named(hand))
        return panels
