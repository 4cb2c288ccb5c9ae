"""Claims: cards are laid face down and said to be something, and the others may call the bluff.

Knows the packets on the pile, what was said of each, who may call and in which order, and that a
packet that was called lies open until the pile is taken.  Knows nothing of which claim may be made,
nor of points: the game says.

>>> claim(2, "Q"), claim(1, "6").label
(claim 2 Q, 'Say “one six”')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from cardlab.engine.cards import BACK, RANK_NAMES, Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import FaceUp, SeatNo, Unwritten
from cardlab.engine.game import Game, Phase, State
from cardlab.engine.moves import Move, Say, _OfCard
from cardlab.engine.quiet import Typed
from cardlab.engine.rulings import Ruling, may_not, rule, silent
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, reason_of
from cardlab.engine.words import Seat, ordinal, some
from cardlab.families.asking import ranks_named
from cardlab.families.whole_hands import from_low

Cards = tuple[Card, ...]

CALL = Say("call", "Cheat!", "calls “Cheat!”")
LET_GO = Say("let go", "Let it go", "lets it go")
TAKE = Say("take", "Take the pile", "takes the pile")
MOST = 4
"""The most cards of one claim."""


class LayDown(_OfCard):
    """Lay a card face down, for the claim that follows."""

    __slots__ = ()
    verb, title = "lay", "Lay"  # type: ignore[assignment]

    def told(self, name: str) -> str:
        return f"{name} lays a card face down."


class Claim(Move):
    """Say what the cards just laid are: how many, and of which rank."""

    __slots__ = ()
    verb, title = "claim", "Say"

    @classmethod
    def write(cls, cards: int, rank: str) -> Any:
        printed = "10" if rank == "T" else rank
        return f"claim {cards} {printed}", None, (), f"Say “{claimed(cards, rank)}”", None

    @property
    def cards(self) -> int:
        return int(self.args[0])

    @property
    def rank(self) -> str:
        return str(self.args[1])

    def told(self, name: str) -> str:
        return f"{name} says: “{claimed(self.cards, self.rank)}.”"


def claim(cards: int, rank: str) -> Claim:
    """The move that says so many cards of a rank."""
    made: Claim = Claim(cards, rank)
    return made


def claimed(cards: int, rank: str) -> str:
    """A claim in words.

    >>> claimed(2, "Q"), claimed(1, "6"), claimed(3, "6")
    ('two queens', 'one six', 'three sixes')
    """
    name = RANK_NAMES[rank]
    return some(cards, name, f"{name}{'es' if name.endswith('x') else 's'}")


@dataclass(frozen=True)
class ClaimState(State):
    """laying: what the seat to move has laid for its claim; pile: the packets laid before, the
    first one first; by and said: who laid each of them, and as which rank; asked: the seats that
    have let the last claim go; caller: who has called it; last: the rank of the last claim that the
    next one follows, "" where there is none; turns: how many claims have been made; out: the seats
    that have gone out, the first one first."""

    stock: Unwritten[Cards] = ()  # no place here: the whole pack is dealt
    laying: FaceUp[Cards] = ()
    pile: FaceUp[tuple[Cards, ...]] = ()
    by: tuple[SeatNo, ...] = ()
    said: tuple[str, ...] = ()
    asked: tuple[SeatNo, ...] = ()
    caller: SeatNo | None = None
    last: str = ""
    turns: int = 0
    out: tuple[SeatNo, ...] = ()

    def missing(self) -> str:
        """Who laid the packets of the pile, and as what."""
        if len(self.pile) == len(self.by) == len(self.said):
            return super().missing()
        return "Every packet of the pile was somebody's claim: give pile, by and said, one for each"

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        """Nobody sees what others have laid, unless it was called."""
        seen = super().seen_by(viewer, me)
        top = len(self.pile) - 1 if self.caller is not None else None
        pile = tuple(
            packet if owner == viewer or n == top else (BACK,) * len(packet)
            for n, (packet, owner) in enumerate(zip(self.pile, self.by, strict=True))
        )
        laying = self.laying if viewer == self.to_move else (BACK,) * len(self.laying)
        return seen.but(pile=pile, laying=laying)

    @property
    def claimant(self) -> int | None:
        """Who made the last claim; None where no claim lies on the table."""
        return self.by[-1] if self.by else None

    def next_in(self, seat: int) -> int:
        """The next player after a seat who has not gone out."""
        seat = self.after_seat(seat)
        while seat in self.out:
            seat = self.after_seat(seat)
        return seat

    @property
    def true(self) -> bool:
        """Whether there is a last claim and it is true; asked when it lies open."""
        return bool(self.pile) and all(card.rank == self.said[-1] for card in self.pile[-1])

    @property
    def on_pile(self) -> int:
        return sum(map(len, self.pile))


@rule(
    "one-to-four-cards",
    "One to four cards",
    "hand",
    "turn",
    look="Count the cards that you have laid.",
)
def one_to_four_cards(table: ClaimState, moves: tuple[Move, ...]) -> Ruling:
    """Lay one to four cards face down; nobody passes."""
    if not table.laying:
        return may_not(moves, lambda m: isinstance(m, Claim), "{you} {have} laid no card yet")
    if len(table.laying) < MOST:
        return silent(moves, "{count} laid", {"count": some(len(table.laying), "card")})
    return may_not(moves, lambda m: isinstance(m, LayDown), "four cards have been laid already")


@rule("number-is-true", "The number is true", "bluff", quiet=Typed("claim 4 A"))
def number_is_true(table: ClaimState, moves: tuple[Move, ...]) -> Ruling:
    """Say how many cards you have laid; the number has to be true."""
    laid = len(table.laying)
    return may_not(
        moves,
        lambda m: isinstance(m, Claim) and m.cards != laid,
        "{laid} laid",
        {"laid": f"{some(laid, 'card')} {'is' if laid == 1 else 'are'}"},
    )


class Claiming(Phase):
    """The seat to move lays cards and makes a claim."""

    id, title, doing = "lay", "Laying and claiming", "lay cards"
    did = "laid"
    begins = "eldest"
    prompt = "Your turn: lay one to four cards."

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Who has laid but not claimed; after a claim, who made it."""
        if last is None or last.seat is None or last.before.phase == self:
            return super().whose_turn(state, last)
        return reason_of(
            state,
            TurnFact.CLAIM,
            last.before.claimant,
            "{who} made the last claim, and the next player lays",
        )

    def enter(self, state: ClaimState) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def open_ranks(self, table: ClaimState) -> tuple[str, ...]:
        """The ranks that may be claimed next."""
        ranks: tuple[str, ...] = table.game.open_ranks(table)
        return ranks

    def candidates(self, table: ClaimState) -> tuple[Move, ...]:
        cards = tuple(LayDown(card) for card in dict.fromkeys(table.hand))
        return (*cards, *(claim(len(table.laying) or 1, rank) for rank in self.open_ranks(table)))

    def read(self, table: ClaimState, text: str) -> Move | None:
        words = text.split()
        if len(words) == 2 and words[0] == "lay":
            laid: LayDown = LayDown(words[1])  # a text that is no card raises ValueError
            return laid
        ranks = {"10": "T", **{r.lower(): r for r in RANK_NAMES}}
        if len(words) != 3 or words[0] != "claim" or words[1] not in "1234":
            return None
        return claim(int(words[1]), ranks[words[2]]) if words[2] in ranks else None

    def apply(self, state: ClaimState, seat: int, move: Any) -> Any:
        if isinstance(move, LayDown):
            hands = state.without(seat, move.card)
            laid = state.but(hands=hands, laying=(*state.laying, move.card))
            return laid.forget(seat)  # the others do not see which card has left the hand
        state = state.but(
            pile=(*state.pile, state.laying),
            by=(*state.by, seat),
            said=(*state.said, move.rank),
            laying=(),
            asked=(),
            last=move.rank,
            turns=state.turns + 1,
        )
        return state.game.go(state, CallWindow.id, None)

    def asks(self, state: ClaimState) -> str:
        if state.laying:
            more = len(state.laying) < MOST and state.hand
            return f"{'Lay another card, or say' if more else 'Say'} what you have laid."
        ranks = self.open_ranks(state)
        if len(ranks) > 3:
            return self.prompt
        named = " or ".join(claimed(2, rank).partition(" ")[2] for rank in ranks)
        return f"Your turn: lay one to four cards as {named}."


class CallWindow(Phase):
    """The others call the last claim or let it go, in turn after the claimant."""

    id, title, doing = "window", "True or not?", "call or let it go"
    did = "spoke"
    prompt = "Do you believe it?"

    def lacking(self, state: ClaimState) -> str:
        return "" if state.pile else "A claim lies on the table here: give pile, by and said"

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Of the pile: whether the claim was true; else whose claim it is."""
        claimant = state.claimant
        if state.caller is None:
            told = "{who} made a claim, and the others are asked in turn"
        elif state.true:
            told = "{caller} called, but the claim was true"
        else:
            told = "{caller} called, and the claim was false"
        called = Seat(claimant if state.caller is None else state.caller)
        look = "Was the claim true?" if state.caller is not None else "See who made the claim."
        return reason_of(state, TurnFact.CLAIM, claimant, told, look=look, caller=called)

    def enter(self, state: Any) -> Any:
        seat = state.claimant
        for _ in range(state.game.players - 1):
            seat = state.after_seat(seat)
            if seat not in (*state.asked, *state.out):
                return state.but(to_move=seat)
        return self.settled(state, state.claimant)

    def settled(self, state: Any, claimant: int) -> Any:
        """A claim was let go, or the pile was taken: whoever laid the last card of a hand is out;
        then the deal is over, or the next player lays."""
        if not state.hands[claimant]:
            state = state.but(out=(*state.out, claimant))
        if state.game.enough_out(state) or state.game.stopped(state):
            return state.game.end(state)
        lay = next(phase for phase in state.game.phases if isinstance(phase, Claiming))
        following = state.next_in(claimant)
        return state.but(phase=lay, asked=(), caller=None, to_move=following)

    def vocabulary(self) -> Iterable[Move]:
        return (CALL, LET_GO, TAKE)

    def candidates(self, table: ClaimState) -> tuple[Move, ...]:
        return (CALL, LET_GO) if table.caller is None else (TAKE,)

    def not_offered(self, table: Any, move: Move) -> str:
        """The pile is taken after a call, and after it nothing else is done."""
        if table.caller is None:
            return "nobody has called “Cheat!” yet"
        return "the claim has been called: the pile is taken first"

    def apply(self, state: ClaimState, seat: int, move: Move) -> Any:
        if move == LET_GO:
            return self.enter(state.but(asked=(*state.asked, seat)))
        if move == CALL:
            loser = seat if state.true else state.claimant
            return state.but(caller=seat, to_move=loser)
        return self.taken(state, seat)

    def taken(self, state: Any, seat: int) -> Any:
        """The pile goes into the hand of the loser; who laid a card of it knows where it is."""
        claimant, shown = state.claimant, state.pile[-1]
        hand = (*state.hands[seat], *(card for packet in state.pile for card in packet))
        knows = list(zip(state.by[:-1], state.pile[:-1], strict=True))
        state = state.but(hands=state.held(seat, from_low(hand)))
        state = state.remember(None, shown, seat)
        for owner, packet in knows:
            state = state.remember(owner, packet, seat)
        state = state.but(pile=(), by=(), said=(), last=state.game.rank_after_a_call(state))
        return self.settled(state, claimant)

    def asks(self, state: Any) -> str:
        if state.caller is not None:
            verdict = "The claim was true" if state.true else "The claim was false"
            return f"{verdict}: take the pile."
        who = state.game.names[state.claimant]
        said = claimed(len(state.pile[-1]), state.said[-1])
        return f"{who} says “{said}”. Do you believe it?"

    def told(self, state: ClaimState, seat: int, move: Move, name: str) -> str:
        if move in (LET_GO, TAKE):
            told = move.told(name)
            if move == TAKE:
                told = f"{name} takes {some(state.on_pile, 'card')}."
            if not state.game.plays_on:
                return told
            gone = self.apply(state, seat, move).out[len(state.out) :]
            return " ".join((told, *(f"{state.game.names[out]} is out." for out in gone)))
        shown = " ".join(card.sign for card in state.pile[-1])
        found = "true" if state.true else "a bluff"
        return f"{name} calls “Cheat!”: {shown}, {found}."


class ClaimGame(Game):
    """A game of claims, and the picture of its pile."""

    shelf = GameShelf.SHEDDING
    State: type[ClaimState] = ClaimState

    @property
    def plays_on(self) -> bool:
        """Whether the others play on when somebody has gone out, until one is left."""
        return False

    def open_ranks(self, state: ClaimState) -> tuple[str, ...]:
        """The ranks that may be claimed next."""
        raise NotImplementedError(f"{self.title} says no rank")

    def rank_after_a_call(self, state: ClaimState) -> str:
        """The rank that the next claim follows after the pile was taken."""
        return state.last

    def enough_out(self, state: ClaimState) -> bool:
        """Whether the deal is over because of those who have gone out."""
        return len(state.out) >= (self.players - 1 if self.plays_on else 1)

    def stopped(self, state: ClaimState) -> bool:
        """Whether the deal is stopped although nobody is out."""
        return False

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """pile: cards of each packet, the first one first; out: the seats that have gone out, the
        first one first; to_move: the seat that acts (0 unless named)."""
        pile = tuple(read_cards(packet) for packet in given.get("pile", ()))
        laying = read_cards(given.get("laying", ()))
        return {"to_move": 0} | given | {"pile": pile, "laying": laying}

    def due_in(self, table: ClaimState, rank: str) -> int:
        """After how many claims of the mover a rank may be due, for deciding which card can be
        spared; 0 where that cannot be said."""
        return 0

    def can_be_true(self, table: ClaimState) -> bool:
        """Whether the last claim can be true, from the cards that the mover knows of."""
        rank, said = table.said[-1], len(table.pile[-1])
        known = table.with_known_cards()
        elsewhere = [card for seat, hand in enumerate(known.hands) for card in hand]
        elsewhere += [card for packet in table.pile[:-1] for card in packet]
        held = sum(card.rank == rank for card in elsewhere)
        return said + held <= sum(card.rank == rank for card in self.pack)

    def zones(self, state: ClaimState) -> list[Zone]:
        zones = []
        if state.laying:
            faces = [face(card) for card in state.laying if card is not BACK]
            zones.append(
                Zone(
                    "laying",
                    "laying",
                    "row" if faces else "pile",
                    None,
                    "Laid face down",
                    faces,
                    bool(faces),
                    len(state.laying),
                )
            )
        if state.pile:
            said = claimed(len(state.pile[-1]), state.said[-1])
            who = self.names[state.by[-1]]
            if state.caller is not None:
                shown = [face(card, marks=("fresh",)) for card in state.pile[-1]]
                zones.append(Zone("shown", "shown", "row", None, f"{who}: “{said}”", shown))
            zones.append(
                Zone(
                    "pile", "pile", "pile", None, "Pile", [], False, state.on_pile, note=f"“{said}”"
                )
            )
        elif state.last:
            note = f"last said: {ranks_named(state.last)}"  # the next claim still follows it
            zones.append(pile("pile", "Pile", (), open=False, note=note))
        return zones

    def panels(self, state: ClaimState) -> dict[str, Any]:
        out = state.out if self.plays_on else ()
        notes = {seat: [f"out {ordinal(n)}"] for n, seat in enumerate(out, 1)}
        if state.claimant is not None:
            said = f"said “{claimed(len(state.pile[-1]), state.said[-1])}”"
            notes.setdefault(state.claimant, []).append(said)
        return {"notes": notes} if notes else {}


__all__ = [
    "CALL",
    "LET_GO",
    "TAKE",
    "CallWindow",
    "Claim",
    "ClaimGame",
    "ClaimState",
    "Claiming",
    "LayDown",
    "claim",
    "claimed",
    "number_is_true",
    "one_to_four_cards",
]
