"""Declared duplicates: sets of exact copies that a player lays open before the play and keeps in
the hand.

Knows sets of two to four copies and which cards lie open.  Knows no score: a game says what a
seat's sets are worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from cardlab.engine.cards import BACK, Card, cards
from cardlab.engine.fields import BySeat
from cardlab.engine.game import Phase
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.moves import Move, Say
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, may_not, note, rule, silent
from cardlab.engine.table import Zone, face
from cardlab.engine.words import listed
from cardlab.families.tricks import TrickState

SETS = {2: "pair", 3: "triplet", 4: "four"}


class Declare(Move):
    """Lay exact copies of a card open; they stay part of the hand."""

    __slots__ = ()
    verb, title = "declare", "Declare"

    @classmethod
    def write(cls, *held: str) -> Any:
        shown = cards(held)
        # what somebody might take for a set, though it is not one, reads as its cards
        of_one = len({*shown}) == 1 and len(shown) in SETS
        label = f"{SETS[len(shown)]} of {shown[0].sign}" if of_one else listed(shown, most=8)
        return f"declare {' '.join(shown)}", shown[0], shown, label, None

    def told(self, name: str) -> str:
        return f"{name} declares a {self.label}."


DONE = Say("done", "Declare no more", "declares no more")


@dataclass(frozen=True)
class DuplicatesState(TrickState):
    """declared: the sets of each seat; laid: the cards of each hand that lie open because of
    them."""

    declared: BySeat[tuple[Declare, ...]] = ()
    laid: BySeat[tuple[Card, ...]] = ()

    def seen_by(self, viewer: int, me: int | None = None) -> Any:
        view = super().seen_by(viewer, me)
        if not any(self.laid):
            return view
        seen = zip(self.hands, self.laid, strict=True)
        hands = [
            hand if self.sees(viewer, seat) else (*laid, *(BACK,) * (len(hand) - len(laid)))
            for seat, (hand, laid) in enumerate(seen)
        ]
        return view.but(hands=tuple(hands))

    @staticmethod
    def declaring(given: dict[str, Any], players: int) -> dict[str, Any]:
        """The fields of a position set up by hand: ``declared`` names the sets of the seats
        (nobody's, if it is left out), each as its cards; they lie open unless ``laid`` says
        otherwise.  Raises ValueError if the seat does not hold the cards of a set."""
        named = given.get("declared") or {}
        if not isinstance(named, Mapping):
            named = dict(enumerate(named))
        if strange := [
            seat for seat in named if not isinstance(seat, int) or not 0 <= seat < players
        ]:
            raise ValueError(
                'declared names the sets of a seat, as in declared = { south = ["7H 7H"] }, not'
                f" {strange[0]!r}"
            )
        hands = given.get("hands") or ()
        held = hands if isinstance(hands, Mapping) else dict(enumerate(hands))
        declared = []
        for seat in range(players):
            of = named.get(seat, ())
            sets = tuple(_set(one) for one in ((of,) if isinstance(of, str) else of))
            for move in sets:
                # a hand that is not named lies face down, and may hold it
                hand = [c for c in (cards(held[seat]) if seat in held else ()) if c.rank]
                kinds, copies = {*move.named}, len(move.named)
                if len(kinds) > 1 or (hand and any(hand.count(c) < copies for c in kinds)):
                    named = listed(move.named, most=8)
                    raise ValueError(
                        f"{named} cannot be declared: a set is exact copies of a card in the hand"
                    )
            declared.append(sets)
        laid = given.get("laid") or tuple(
            tuple(c for move in sets for c in move.named) for sets in declared
        )
        if len(laid) != players or any(isinstance(c, str) for c in laid):
            raise ValueError(
                "laid has the open cards of every seat; leave it out, and the sets in declared lie"
                " open"
            )
        return given | {"declared": tuple(declared), "laid": tuple(cards(part) for part in laid)}

    def sizes(self, seat: int) -> tuple[int, ...]:
        """How many copies each declared set of a seat has."""
        return tuple(len(move.named) for move in self.declared[seat]) if self.declared else ()

    def parted(self, seat: int, card: Card) -> Self:
        """The table when a card is about to leave a hand: of equal cards the open one goes
        first."""
        if not self.laid or card not in self.laid[seat]:
            return self
        at = self.laid[seat].index(card)
        left = self.laid[seat][:at] + self.laid[seat][at + 1 :]
        return self.but(laid=(*self.laid[:seat], left, *self.laid[seat + 1 :]))

    def laid_zones(self) -> list[Zone]:
        """The open cards in front of the seats."""
        return [
            Zone(
                f"laid-{seat}",
                "laid",
                "row",
                seat,
                "Open",
                [face(c) for c in held],
                note="declared, still in the hand",
            )
            for seat, held in enumerate(self.laid)
            if held
        ]


@rule("exact-copies", "A set is made of exact copies", "identical-cards", "declared-meld")
def exact_copies(table: DuplicatesState, moves: tuple[Move, ...]) -> Any:
    """A set is two, three or four exact copies of one card in your hand."""

    def broken(move: Move) -> bool:
        shown = move.named
        return bool(shown) and (
            len({*shown}) > 1 or len(shown) not in SETS or len(shown) > table.hand.count(move.card)
        )

    return may_not(moves, broken, "{you} {do} not hold that many exact copies of one card")


@rule("one-set-per-card", "One set of each card", "declared-meld")
def one_set_per_card(table: DuplicatesState, moves: tuple[Move, ...]) -> Any:
    """Declare at most one set of the same card: four copies are not two pairs."""
    done = [m.card for m in table.declared[table.me or 0]]
    if not done:
        return silent(moves, "{you} {have} declared no set yet")
    return may_not(
        moves, lambda m: m.card in done, "{you} {have} declared {done} already", {"done": done}
    )


class Duplicates(Phase):
    """Everybody in turn, from the dealer's left, declares sets until done."""

    part = SheetPart.BEFORE

    id, title, doing = "duplicates", "Declaring duplicates", "declare sets"
    did = "declared"
    begins = "eldest"
    rules = (exact_copies, one_set_per_card)
    hand_moves = (HandMove("declare", "Declare"),)
    notes: tuple[Rule, ...] = (
        note(
            "declare-duplicates",
            "Declaring is free",
            "Before the auction each player in turn, from the dealer's left, may lay any sets of"
            " exact copies open. They stay part of the hand, and open, until they are played; of"
            " equal cards the open one is played first.",
            "declared-meld",
            "eldest",
            "turn",
        ),
    )
    spoken = (DONE,)

    def enter(self, state: DuplicatesState) -> Any:
        nothing: Any = ((),) * state.game.players
        return state.but(to_move=state.after_seat(state.dealer), laid=nothing, declared=nothing)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        held = {card: table.hand.count(card) for card in table.game.sorting().sorted(table.hand)}
        return (
            DONE,
            *(Declare(*[card] * n) for card, count in held.items() for n in range(2, count + 1)),
        )

    def read(self, table: DuplicatesState, text: str) -> Move | None:
        verb, _, rest = text.partition(" ")
        try:
            return Declare(*cards(rest)) if verb == "declare" and rest else None
        except ValueError:
            return None

    def apply(self, state: DuplicatesState, seat: int, move: Move) -> Any:
        if isinstance(move, Declare):
            # where a card may be in several sets it lies open for all of them
            card, laid = move.card, state.laid[seat]
            more = min(len(move.named), state.hands[seat].count(card) - laid.count(card))
            return state.but(
                declared=_put(state.declared, seat, move),
                laid=_put(state.laid, seat, *(card,) * more),
            )
        state = self.scored(state, seat)
        return (
            state.game.next_phase(state)
            if seat == state.dealer
            else state.but(to_move=state.after_seat(seat))
        )

    def scored(self, state: Any, seat: int) -> Any:
        """The table when a seat has declared its last set."""
        return state

    def asks(self, state: DuplicatesState) -> str:
        twice = any(state.hand.count(card) > 1 for card in state.hand)
        return (
            "Your turn: declare sets of exact copies, or no more."
            if twice
            else "You hold no two copies of a card."
        )


def _set(text: Any) -> Declare:
    """A set as somebody writes it: its cards, with the word or without."""
    try:
        named = cards(text.removeprefix("declare ") if isinstance(text, str) else text)
        return Declare(*named)
    except (ValueError, IndexError, TypeError, AttributeError):
        raise ValueError(
            f"a declared set is written as its cards, 7H 7H, not {str(text)[:40]!r}"
        ) from None


def _put(parts: Any, seat: int, *things: Any) -> Any:
    return tuple((*part, *things) if i == seat else part for i, part in enumerate(parts))
