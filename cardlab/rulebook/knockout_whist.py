"""Knockout Whist: a card fewer in every deal, and out with whoever takes no trick.

Source: the common rules of the game, also called Trumps.  House choices: each player may have the
dog's life once in a match, and several may have it in one deal; who names trumps leads; those who
tie for the most tricks draw for it; each trick counts a point, which shows who took the most and
wins nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import HOLD_CARD, Game, Phase
from cardlab.engine.moves import PLAYS, Deal, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded, seats_of
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, reason_of
from cardlab.engine.words import Seat, listed, number, ordinal, some
from cardlab.families.auctions import NameTrumps
from cardlab.families.drawing import DrawHighest, Piles, draw_told, highest_drawn
from cardlab.families.matches import (
    Deals,
    DealToThoseIn,
    EliminationGame,
    LastPlayerIn,
    OutStanding,
)
from cardlab.families.tricks import (
    ELDEST,
    HIGHEST_LED,
    HIGHEST_TRUMP,
    TRICKS_TAKEN,
    WINNER_LEADS,
    Leader,
    Tricks,
    TrickState,
    follow_suit,
    note_tricks,
)
from cardlab.families.turnup import StockDealing, StockGame

WAIT = Say("wait", "Wait", "waits")


# --- the deal


@dataclass(frozen=True)
class KnockoutStanding(OutStanding):
    """most: the seats that took the most tricks of the last deal; dogs: the seats that have the
    dog's life in the deal to come; spent: those that have had it."""

    most: tuple[SeatNo, ...] = ()
    dogs: tuple[SeatNo, ...] = ()
    spent: tuple[SeatNo, ...] = ()


@dataclass(frozen=True)
class KnockoutState(TrickState):
    """drawn: by seat, the cards drawn for who names trumps; empty where nobody drew."""

    drawn: Piles = ()


class DrawToName(DrawHighest):
    """Those who tie for the most tricks draw for who names trumps."""

    part = SheetPart.BEFORE

    id, title = "draw", "Who names trumps"
    notes = (
        note(
            "draw-to-name",
            "A tie for the most tricks",
            "If several took equally many tricks, and nobody more, they draw a card each, ace high"
            " and two low. The highest names trumps; those with equal cards draw again. The cards go"
            " back before the deal.",
            "named-trump",
        ),
    )

    def drawers(self, state: KnockoutState) -> tuple[int, ...]:
        most: tuple[int, ...] = state.standing.most
        return most if len(most) > 1 else ()

    def settled(self, state: KnockoutState, highest: int, hands: Piles) -> Any:
        return state.but(standing=state.standing.but(most=(highest,)), drawn=hands)

    def told(self, state: KnockoutState, seat: int, move: Any, name: str) -> str:
        return self.drawn(move.hands, state.game.names)

    def heard(
        self, state: KnockoutState, seat: int, move: Any, names: Sequence[str], reader: int
    ) -> str:
        return self.drawn(move.hands, names)

    def drawn(self, hands: Piles, names: Sequence[str]) -> str:
        """Who drew what for trumps, and who names them."""
        highest = highest_drawn(hands)
        assert highest is not None  # `check` has seen to it
        return f"For trumps {draw_told(hands, names)}. {names[highest]} names them."


class KnockoutDealing(DealToThoseIn, StockDealing):
    """A card fewer in every deal, and one card to a dog; in the first deal one is turned."""

    def each_in(self, game: KnockoutWhist, standing: KnockoutStanding) -> int:
        return int(game.cards_in(standing.deal))

    def sizes(self, game: Game, standing: Any) -> tuple[int, ...]:
        sizes = super().sizes(game, standing)
        return tuple(min(n, 1) if seat in standing.dogs else n for seat, n in enumerate(sizes))

    def facts(self, game: KnockoutWhist) -> tuple[Rule, ...]:
        return (note("hand-size", "The hands", game.sizes_text, "hand", "deal"),)

    def apply(self, state: KnockoutState, seat: int | None, move: Deal) -> Any:
        state = state.but(sitting_out=state.standing.out)
        if state.standing.deal == 1:
            return super().apply(state, seat, move)
        dealt = state.but(hands=move.hands, stock=move.stock, order=None)
        return state.game.next_phase(dealt)


TURNED = note(
    "turn-up-trump",
    "The first deal: a card is turned",
    "In the first deal the top card of those left over is turned up and fixes the trump suit.",
    "turn-up-trump",
    "trump",
)


class WinnerNames(NameTrumps):
    """Who took the most tricks of the last deal names trumps, with the new hand."""

    part = SheetPart.BEFORE

    prompt = "You took the most tricks: name trumps."
    begins = ""
    notes = (
        note(
            "most-names-trumps",
            "The most tricks name trumps",
            "From the second deal on, the player who took the most tricks of the last deal looks at"
            " the new hand and names the trump suit.",
            "named-trump",
            "trump",
        ),
    )

    def asks(self, state: KnockoutState) -> str:
        if state.drawn:
            return "You drew the highest card: name trumps."
        return super().asks(state)

    def remind(self, table: KnockoutState) -> str:
        return "the trump suit is named first"

    def enter(self, state: KnockoutState) -> Any:
        if state.has_order:
            return state.game.next_phase(state)
        return state.but(to_move=state.standing.most[0])

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Who took the most tricks of the last deal."""
        told = "{who} took the most tricks of the last deal"
        return reason_of(state, TurnFact.EARLIER, state.to_move, told)


# --- the play

NAMER = Leader(
    note(
        "namer-leads",
        "Who leads first",
        "In the first deal the player on the dealer's left leads to the first trick; in every later"
        " one the player who named trumps does.",
        "eldest",
        "trick",
        "named-trump",
    ),
    lambda state: int(state.standing.most[0]) if state.standing.most else ELDEST.seat(state),
)
DOGS_LIFE = note(
    "dogs-life",
    "The dog's life",
    "The first time in a match that a player takes no trick, that player is not out but has the dog's"
    " life: one card in the next deal. The dog never leads, and may play its card to any trick. If it"
    " wins the trick it is back in with a whole hand in the next deal, and the player on its left"
    " leads. If not, it is out.",
    "elimination",
)


class KnockoutTricks(Tricks):
    """Tricks to which a dog may play its card, or wait."""

    def leader(self, state: KnockoutState) -> int:
        return self.next_leader(state, self.leads.seat(state))

    def next_leader(self, state: Any, first: int) -> int:
        """This seat, or the next one that has cards and may lead; the first where nobody has."""
        able = (s for s in state.playing_from(first) if state.hands[s])
        return next((s for s in able if s not in state.standing.dogs), first)

    def seats(self, state: KnockoutState, leader: int) -> tuple[int, ...]:
        return tuple(seat for seat in super().seats(state, leader) if state.hands[seat])

    def apply(self, state: KnockoutState, seat: int, move: Any) -> Any:
        return self.to_the_dog(super().apply(state, seat, move))

    def to_the_dog(self, state: KnockoutState) -> Any:
        """Where a dog is next to play, it is asked whether it wants to."""
        if state.phase != self or not state.trick.cards:
            return state
        if state.to_move in state.standing.dogs:
            return state.game.go(state, DogsTurn.id, state.to_move)
        return state

    def without_dog(self, state: KnockoutState, seat: int) -> Any:
        """A dog waits: the trick goes on without it."""
        cards = state.trick.cards
        trick = state.trick._replace(seats=tuple(s for s in state.trick.seats if s != seat))
        if len(cards) == len(trick.seats):
            return self.turned_over(state, trick)
        return self.to_the_dog(state.but(trick=trick, to_move=trick.seats[len(cards)]))

    def after_trick(self, state: Any) -> Any:
        leader = self.next_leader(state, state.to_move)
        if not state.hands[leader] or leader in state.standing.dogs:
            return state.game.end(state)
        trick = state.trick._replace(seats=self.seats(state, leader))
        return state.but(trick=trick, to_move=leader)


@rule(
    "dog-last-chance",
    "The dog's last chance",
    "elimination",
    look="Is this the last trick of the deal?",
    solver=(),
)
def dog_last_chance(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """A dog may wait for a later trick; to the last trick of the deal it has to play."""
    cards = table.game.cards_in(table.standing.deal)
    left = cards - len(table.taken) - 1
    if left:
        return silent(moves, "{left} to come", {"left": some(left, "more trick")})
    return may_not(moves, lambda m: m == WAIT, "this is the last trick of the deal")


class DogsTurn(Phase):
    """In a trick that has been led, the dog plays its only card or waits."""

    id, title, doing = "dog", "The dog's turn", "play the card or wait"
    prompt = "Play your only card to this trick, or wait for another?"
    rules = (dog_last_chance,)
    notes = (DOGS_LIFE,)

    def lacking(self, state: KnockoutState) -> str:
        if state.trick.cards:
            return super().lacking(state)
        return "The others have played to the trick before the dog is asked: give trick"

    def enter(self, state: KnockoutState) -> Any:
        """Asked for in the middle of a trick; otherwise there is nothing to ask."""
        return state if state.trick.cards else state.game.next_phase(state)

    def vocabulary(self) -> Iterable[Move]:
        return (WAIT,)

    def candidates(self, table: KnockoutState) -> tuple[Move, ...]:
        return (*(PLAYS[card] for card in table.hand), WAIT)

    def apply(self, state: KnockoutState, seat: int, move: Move) -> Any:
        play = next(p for p in state.game.phases if isinstance(p, KnockoutTricks))
        state = state.but(phase=play)
        return play.without_dog(state, seat) if move == WAIT else play.apply(state, seat, move)


# --- the score


@dataclass(frozen=True)
class KnockoutResult:
    """cards: in each hand of this deal; tricks by seat; out: who was out before; spent: who has had
    the dog's life, this deal included."""

    cards: int = bounded(
        lambda game: game.last_cards, lambda game: game.start, 7, "cards in a hand"
    )
    tricks: tuple[int, ...] = bounded(
        0, lambda game: game.start, (3, 2, 2, 0), "tricks of {}", each="seat"
    )
    out: tuple[int, ...] = seats_of("{} was out before")
    spent: tuple[int, ...] = seats_of("{} has had the dog's life")

    def cannot(self, game: KnockoutWhist) -> str:
        if (taken := sum(self.tricks)) != self.cards:
            return f"the tricks are {self.cards} together, not {taken}; change one of them"
        if any(self.tricks[seat] for seat in self.out):
            return "a player who is out takes no trick; give it to somebody else"
        if (self.out or self.spent) and self.cards == game.start:
            return "in the first deal nobody is out yet, or has had the dog's life"
        if self.spent and not game.dog:
            return "nobody has a dog's life in this game"
        return ""


COUNTED = Formula("t", t=TRICKS_TAKEN)


@scores("tricks-count", "Tricks are counted", "trick", "elimination")
def tricks_count(game: KnockoutWhist, result: KnockoutResult) -> Iterator[ScoreLine]:
    """Each trick counts 1. {count_text}"""
    for side, tricks in zip(game.sides, result.tricks, strict=True):
        if tricks:
            because = game.tell(
                "{who} took {tricks}", who=Seat(side.seats[0]), tricks=some(tricks, "trick")
            )
            yield line(side.id, "Tricks", tricks_count, COUNTED, because, t=tricks)


# --- the game


@dataclass(frozen=True)
class DealsOfThoseIn(Deals):
    """The match ends after an agreed number of deals, if several are in until then."""

    def note(self, game: Game) -> Rule:
        text = (
            f"The match has {some(self.number, 'deal')} at most. If several players are still in"
            " after the last, whoever of them took the most tricks in the match wins; equal numbers"
            " share the win."
        )
        return note("agreed-deals", "An agreed number of deals", text, part=SheetPart.MATCH)


class KnockoutWhist(EliminationGame, StockGame):
    """Each alone. A player who takes no trick in a deal is out, each deal has a card fewer, and
    whoever took the most tricks names trumps for the next. The last player in wins."""

    id, title, picture = "knockout-whist", "Knockout Whist", "7C 6C 5C"
    seats = (3, 7, 4)
    pack = pack()
    State: type[KnockoutState] = KnockoutState
    Standing: type[KnockoutStanding] = KnockoutStanding
    Result: type[KnockoutResult] = KnockoutResult
    scoring = (tricks_count,)
    start = Option(7, range(3, 8), "The cards in a hand of the first deal.")
    dog = Option(True, (True, False), "Whether a player without a trick has one more chance.")
    leader = Option(
        "namer",
        {
            "namer": "the player who named trumps",
            "eldest": "the player on the dealer's left, in every deal",
        },
        "Who leads first.",
        house=True,
    )

    deals = Option(
        0, (0, *range(2, 7)), "How many deals a match has at most; 0: until the last one is in."
    )

    def result_lacks(self, state: KnockoutState) -> str:
        """The tricks that say who stays in."""
        if not state.taken:
            return "Tricks were played when a deal ends: give taken, all tricks"
        return super().result_lacks(state)

    def impossible(self) -> str:
        if self.deals >= self.start:
            return (
                f"with {some(self.start, 'card')} in the first deal there are at most"
                f" {some(self.start, 'deal')}, so agree on fewer, or on 0 for all of them"
            )
        return ""

    @property
    def last_cards(self) -> int:
        """How many cards a hand has in the last deal that there can be."""
        return self.start - self.deals + 1 if self.deals else 1

    @property
    def count_text(self) -> str:
        """What the count of tricks is good for."""
        if self.deals:
            return "The count decides only between those who are in to the end."
        return "The count shows who took the most; it does not win the match."

    @property
    def sizes_text(self) -> str:
        """How many cards are dealt, deal by deal."""
        return (
            f"Each player is dealt {some(self.start, 'card')} in the first deal, and one fewer in each"
            " deal after it."
        )

    @property
    def knocked_out(self) -> str:
        """What happens to a player without a trick, as sentences."""
        if self.deals:
            last = f"No deal follows the {ordinal(self.deals)} in which to have the dog's life."
            if self.dog:
                return (
                    "A player who takes no trick, and has had the dog's life, is out of the match."
                    f" {last}"
                )
            return "A player who takes no trick in a deal is out of the match."
        last = "Of those in the deal of one card only the winner of its trick stays in"
        if self.dog:
            return (
                "A player who takes no trick, and has had the dog's life, is out of the match."
                f" {last}, for no deal follows in which to have the dog's life."
            )
        return f"A player who takes no trick in a deal is out of the match. {last}."

    @property
    def deal_passes(self) -> str:
        return "After each deal the deal passes to the next player on the left who is still in."

    def setup(self) -> None:
        leader = NAMER if self.leader == "namer" else ELDEST
        notes = (HOLD_CARD, ELDEST.note, HIGHEST_TRUMP, HIGHEST_LED, WINNER_LEADS)
        self.phases = (
            DrawToName(),
            KnockoutDealing(notes=(*StockDealing.notes[:1], TURNED)),
            WinnerNames(),
            *((DogsTurn(),) if self.dog else ()),
            KnockoutTricks(
                leader=leader,
                rules=(follow_suit,),
                notes=tuple(leader.note if n is ELDEST.note else n for n in notes),
            ),
        )
        self.ends = (
            LastPlayerIn(
                note(
                    "knocked-out",
                    "No trick, out",
                    f"{self.knocked_out} The last player in wins the match.",
                    "elimination",
                )
            ),
            *((DealsOfThoseIn(self.deals),) if self.deals else ()),
        )

    def cards_in(self, deal: int) -> int:
        """How many cards a hand has in this deal of the match."""
        return max(self.start - deal + 1, 1)

    @property
    def tricks_in_deal(self) -> int:
        return self.start

    def at_tricks(self, state: KnockoutState) -> bool:
        return super().at_tricks(state) or bool(state.phase.id == DogsTurn.id)

    def result(self, state: TrickState) -> KnockoutResult:
        won, standing = state.winners(), state.standing
        return KnockoutResult(
            cards=len(won),
            tricks=tuple(won.count(seat) for seat in range(self.players)),
            out=tuple(sorted(standing.out)),
            spent=tuple(sorted(standing.spent)),
        )

    def next_standing(self, state: KnockoutState, lines: Iterable[ScoreLine]) -> Any:
        """Who took no trick is out, or has the dog's life; who took the most names trumps."""
        standing, result = super().next_standing(state, lines), self.result(state)
        dogs = tuple(self.saved(result))
        gone = tuple(s for s in self.without_trick(result) if s not in dogs)
        best = max(result.tricks)
        return self.dealt_by_those_in(
            standing.but(
                out=(*standing.out, *gone),
                most=tuple(s for s, n in enumerate(result.tricks) if n == best),
                dogs=dogs,
                spent=(*standing.spent, *dogs),
            )
        )

    def without_trick(self, result: KnockoutResult) -> Iterator[int]:
        """The seats that were in and took no trick."""
        return (s for s, n in enumerate(result.tricks) if not n and s not in result.out)

    def saved(self, result: KnockoutResult) -> Iterator[int]:
        """Those of them who have the dog's life in the next deal, if there is one."""
        if not self.dog or result.cards == self.last_cards:
            return iter(())
        return (s for s in self.without_trick(result) if s not in result.spent)

    def feats(self, result: KnockoutResult) -> tuple[Feat, ...]:
        """What everybody who was in took, and what comes of it."""
        saved, best = set(self.saved(result)), max(result.tricks)
        alone = result.tricks.count(best) == 1
        ahead = "the choice of trumps next" if alone else "a draw for trumps"
        gone = {*result.out, *(s for s in self.without_trick(result) if s not in saved)}
        if self.players - len(gone) == 1:
            ahead = "the last one in"
        elif result.cards == self.last_cards:
            ahead = "the most in this deal"
        told = []
        for seat, tricks in enumerate(result.tricks):
            if seat not in result.out:
                so = ahead if tricks == best else "still in"
                if not tricks:
                    so = "a dog's life in the next deal" if seat in saved else "out of the match"
                took = f"took {number(tricks) if tricks else 'no'} trick{'s' * (tricks != 1)}"
                told.append(Feat((seat,), took, so))
        return tuple(told)

    def keeps_pace(self, state: Any, seat: int) -> bool:
        """A dog has one card, and waits with it as long as it likes."""
        return seat not in state.standing.dogs

    def panels(self, state: KnockoutState) -> dict[str, Any]:
        panels = super().panels(state)
        for seat, cards_drawn in enumerate(state.drawn):
            if cards_drawn:
                drew = f"drew {listed(cards_drawn, most=len(cards_drawn))}"
                panels["notes"].setdefault(seat, []).append(drew)
        for seat in state.standing.dogs:
            panels["notes"].setdefault(seat, []).append("the dog")
        if self.at_tricks(state):
            # a dog's hand says nothing of how many tricks there are
            cards, number_now = self.cards_in(state.standing.deal), len(state.taken) + 1
            panels["subtitle"] = f"trick {min(number_now, cards)} of {cards}"
            note_tricks(state, panels["notes"])
            if state.standing.most:
                panels["notes"].setdefault(state.standing.most[0], []).append("named trumps")
        return panels
