"""Packets: all cards are dealt face down, nobody looks at them, and the top one is laid on a pile.

Knows packets, the pile and how many cards were laid.  Knows nothing of who takes the pile, nor
when: the game says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from cardlab.engine.cards import Card
from cardlab.engine.feats import Feat
from cardlab.engine.fields import FaceUp, Unwritten
from cardlab.engine.game import Dealing, Game, Phase, Standing, State
from cardlab.engine.moves import Move, Say
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, reason_of
from cardlab.engine.words import Seat, some

LAY = Say("lay", "Lay a card", "lays a card")
LET_GO = Say("pass", "Let it go", "lets the chance go")


@dataclass(frozen=True)
class PacketState(State):
    """hands: each player's cards, the top one first; pile: from the bottom up; laid: how many
    cards have been laid; face_up: whether the packets lie face up, as only a lesson has them."""

    stock: Unwritten[tuple[Card, ...]] = ()  # no place here: the whole pack is dealt
    pile: FaceUp[tuple[Card, ...]] = ()
    laid: int = 0
    face_up: bool = False

    def sees(self, viewer: int, seat: int) -> bool:
        """Nobody looks at a packet, not even their own."""
        return self.face_up


SomeState = TypeVar("SomeState", bound=PacketState)


class DealAll(Dealing):
    """The whole pack, as evenly as it goes; the extra cards go to the first players."""

    notes: tuple[Rule, ...] = (
        note(
            "deal-all",
            "Deal all the cards",
            "Shuffle and deal the whole pack{extra_cards}. Hold your"
            " cards face down in one hand and do not look at them.",
            "shuffle",
            "deal",
        ),
    )

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        each, extra = divmod(len(game.pack), game.players)
        return tuple(
            each + ((seat - standing.dealer - 1) % game.players < extra)
            for seat in range(game.players)
        )


class ClaimedPile(Phase):
    """Cards in turn on one pile, claims of it by anybody at any time."""

    claim: ClassVar[Move]
    """The move that claims the pile."""
    claimed: ClassVar[str] = "called"
    """What is said of somebody who has made it."""
    did = "laid"
    begins = "eldest"

    def whose_turn(self, state: PacketState, last: LastMove | None) -> TurnReason | None:
        """Who laid last; after a claim, who has taken the pile by it."""
        if last is None or last.seat is None or last.move != self.claim:
            return super().whose_turn(state, last)
        told = f"{{who}} {self.claimed}, and the turn stays where it was"
        if last.before.pile and not state.pile:
            told = f"{{who}} {self.claimed} and took the pile"
            if state.to_move == state.after_seat(last.seat):
                told += ", and the next player lays"
        elif state.to_move != last.before.to_move:
            told = f"{{who}} {self.claimed} last"
        return reason_of(state, TurnFact.LAST, last.seat, told)

    def enter(self, state: SomeState) -> SomeState:
        return state.but(to_move=state.after_seat(state.dealer))

    def movers(self, state: PacketState) -> tuple[int, ...]:
        return tuple(range(state.game.players))

    def candidates(self, table: PacketState) -> tuple[Move, ...]:
        stuck = table.me == table.to_move and not table.hand
        return (LAY, self.claim, LET_GO) if stuck else (LAY, self.claim)

    def vocabulary(self) -> tuple[Move, ...]:
        return (LAY, self.claim, LET_GO)

    def not_offered(self, table: PacketState, move: Move) -> str:
        """A chance is let go by whoever would lay a card, and has none."""
        return "the game goes on while somebody has cards to lay"

    def to_player_with_cards(self, state: SomeState, seat: int | None) -> SomeState:
        """The turn goes to this seat, or to the next one that has cards."""
        assert seat is not None
        if any(state.hands):
            while not state.hands[seat]:
                seat = state.after_seat(seat)
        return state.but(to_move=seat)


@rule("no-cards", "Lay while you have cards", "turn")
def lay_while_cards(table: PacketState, moves: tuple[Move, ...]) -> Ruling:
    """A player without cards lays none{may_still}."""
    if table.hands[table.me]:  # type: ignore[index]
        return silent(moves, "{you} {have} cards")
    return may_not(moves, lambda m: m == LAY, "{you} {have} no cards left to lay")


@rule("not-your-turn", "Lay in turn", "turn")
def lay_in_turn(table: PacketState, moves: tuple[Move, ...]) -> Ruling:
    """Lay the top card of your hand face up on the pile, each player in turn."""
    if table.me == table.to_move:
        return silent(moves, "it is {your} turn")
    return may_not(
        moves,
        lambda m: m == LAY,
        "it is {turn's} turn to lay a card",
        {"turn": Seat(table.to_move or 0)},
    )


def cards_in_pack(game: Game) -> int:
    """How many cards are in play."""
    return len(game.pack)


@dataclass(frozen=True)
class CardsHeld:
    """cards: how many each seat holds at the end."""

    cards: tuple[int, ...] = bounded(
        0, cards_in_pack, (20, 12, 9, 7), "cards of {}", each="seat", most=cards_in_pack
    )


HELD = Formula("c", c="cards in the hand")


@scores("most-cards", "Most cards win", "most-cards")
def most_cards(game: Game, result: CardsHeld) -> Iterator[ScoreLine]:
    """At the end each player scores the cards in the hand, and the most cards win; cards on the
    pile are nobody's."""
    for side, held in zip(game.sides, result.cards, strict=True):
        because = "1 point each" if held > 1 else "1 point" if held else "no cards left"
        yield line(side.id, "Cards held", most_cards, HELD, because, c=held)


class PacketGame(Game):
    """A game of packets, scored by the cards that are held at the end."""

    shelf = GameShelf.COLLECTING
    State: type[PacketState] = PacketState
    claim: ClassVar[str] = ""
    """What somebody does who claims the pile, "call snap"."""
    Result: type[CardsHeld] = CardsHeld
    scoring = (most_cards,)

    @property
    def may_still(self) -> str:
        """What a player without cards may still do, as the end of a sentence."""
        return f", but may still {self.claim}"

    def feats(self, result: CardsHeld) -> tuple[Feat, ...]:
        """How many cards everybody holds at the end."""
        return tuple(
            Feat((seat,), f"held {some(held, 'card')} at the end")
            for seat, held in enumerate(result.cards)
        )

    def result(self, state: PacketState) -> CardsHeld:
        return CardsHeld(tuple(map(len, state.hands)))

    def shown(self, state: Any) -> int:
        """How many cards of the pile are in sight."""
        return 2

    def zones(self, state: PacketState) -> list[Zone]:
        shown = self.shown(state)
        seen = state.pile[-shown:]
        # two packs have two equal cards: the last one is known by its place
        top = [
            face(card, marks=("fresh",) if left == 1 else ())
            for left, card in zip(range(len(seen), 0, -1), seen, strict=True)
        ]
        count = len(state.pile)
        note = (
            "no cards"
            if not count
            else "1 card"
            if count == 1
            else f"{count} cards, the last on the right"
        )
        return [Zone("pile", "pile", "row", None, "Pile", top, count=count, note=note)]
