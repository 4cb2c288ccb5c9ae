"""Peep Nap: one card lies face down, the floater, and who has looked at it may want it.

Source: the Peep Nap entry of the project's first collection of rules, which has three versions (``version``).  House
choices: version 1 costs nothing; a look costs 1 (``fee``) also when nothing is exchanged; in version 2 the soloist may
exchange without having looked; in version 3 there is no exchange after the auction; a player exchanges once; what lies in
the pool when the agreed deals are over is split, as in Pool Nap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ..cards import Card
from ..families.pools import into_pool
from ..families.solo import LeadMakesTrumps, PutAway, SoloAuction, SoloState, before_the_lead, read_card
from ..game import Dealing, Option, Phase
from ..moves import Discard, Move, Say
from ..rulings import law, may_not, rule
from ..table import Zone, face
from .nap import KNOWN
from .pool_nap import POOL, JackpotNap

PEEP = Say("peep", "Look at the floater", "looks at the floater")
KEEP = Say("keep", "Keep your cards", "keeps the hand as it is")


class Give(Discard):
    """Give a card of the hand for the floater."""

    __slots__ = ()
    verb, title = "give", "Give"  # type: ignore[assignment]


FEE = law("peep-fee", "The price of a look", "Who looks at the floater pays the fee to the pool.", "pool", "stake")
FLOATER = law(
    "floater", "The floater", "The top card of the stock, face down, is the floater; it may be exchanged for a card of a hand.",
    "stock", "exchange-draw",
)  # fmt: skip


@dataclass(frozen=True)
class PeepState(SoloState):
    """floater: the card face down, or none; knowing: the seats that know it; peeped, swapped: the seats that have looked
    and exchanged in this deal."""

    floater: tuple[Card, ...] = ()
    knowing: tuple[int, ...] = ()
    peeped: tuple[int, ...] = ()
    swapped: tuple[int, ...] = ()

    places: ClassVar[tuple[str, ...]] = (*SoloState.places, "floater")
    face_down: ClassVar[tuple[str, ...]] = (*SoloState.face_down, "floater")

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        view = super().seen_by(viewer, me)
        return view.but(floater=self.floater) if viewer in self.knowing else view


def swap(state: Any, seat: int, card: Card) -> Any:
    """The state after a seat has exchanged a card for the floater: the card given is the new one."""
    hand = (*state.without(seat, card)[seat], *state.floater)
    return state.but(hands=state.held(seat, hand), floater=(card,), knowing=(seat,), swapped=(*state.swapped, seat))


class PeepDealing(Dealing):
    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        return state.game.next_phase(state.but(hands=move.hands, floater=move.stock[:1], stock=move.stock[1:]))


def told_swap(move: Move, name: str) -> str | None:
    """An exchange as others are told of it: the card is not named."""
    return f"{name} exchanges a card for the floater." if isinstance(move, Give) else None


# --- before the call


@rule("soloist-only", "For the soloist", "exchange-draw")
def soloist_only(table: Any, moves: tuple[Move, ...]) -> Any:
    """Only the soloist may exchange a card for the floater, and in version 1 only the soloist may look at it."""
    barred = table.me != table.declarer
    looks = table.game.version == 1
    return may_not(
        moves, lambda m: barred and (isinstance(m, Give) or (m == PEEP and looks)), "the floater is for the soloist"
    )


@rule("peep-once", "One look", "turn")
def peep_once(table: Any, moves: tuple[Move, ...]) -> Any:
    """Look at the floater once, immediately before your own call."""
    return may_not(moves, lambda m: m == PEEP and table.me in table.peeped, "{you} {have} looked at the floater")


@rule("peep-first", "Look before you exchange", "exchange-draw")
def peep_first(table: Any, moves: tuple[Move, ...]) -> Any:
    """Exchange the floater before your own call, once, and only after you have looked at it. The card you give becomes
    the floater for the next player."""
    if table.me not in table.peeped:
        return may_not(moves, lambda m: isinstance(m, Give), "{you} {have} not looked at the floater")
    return may_not(moves, lambda m: table.me in table.swapped and isinstance(m, Give), "{you} {have} exchanged a card already")


class PeepAuction(SoloAuction):
    """Before the call a seat may look in versions 2 and 3, and exchange in version 3."""

    def candidates(self, table: Any) -> tuple[Move, ...]:
        version = table.game.version
        cards = tuple(Give(card) for card in table.hand) if version == 3 else ()
        return (*self.others, *([PEEP] if version > 1 else []), *self.bids, *cards)

    def read(self, table: Any, text: str) -> Move | None:
        return super().read(table, text) or (PEEP if text == PEEP else read_card(text, Give))

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        if isinstance(move, Give):
            return swap(state, seat, move.card)
        if move != PEEP:
            return super().apply(state, seat, move)
        game = state.game
        fee = into_pool(game, seat, "A look", FEE, game.fee, f"{game.names[seat]} looked at the floater")
        return state.but(knowing=(*state.knowing, seat), peeped=(*state.peeped, seat), pegged=(*state.pegged, fee))

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        return told_swap(move, name) or super().told(state, seat, move, name)


# --- after the auction, in versions 1 and 2


class Exchange(PutAway):
    """The soloist may give a card for the floater; in version 1 after a look at it."""

    given = Give
    id, title, doing = "exchange", "The exchange", "exchange a card or keep the hand"
    prompt = "Give a card for the floater, or keep your hand."
    rules = (soloist_only,)

    def enter(self, state: Any) -> Any:
        known = (state.declarer,) if state.game.version == 1 else state.knowing
        return state.but(to_move=state.declarer, knowing=known)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (KEEP, *super().candidates(table))

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        return state.game.next_phase(state if move == KEEP else swap(state, seat, move.card))

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        return told_swap(move, name) or super().told(state, seat, move, name)


@rule("before-own-bid-only", "Before your own call", "exchange-draw")
def before_own_bid(table: Any, moves: tuple[Move, ...]) -> Any:
    """Exchange before your own call, and not later."""
    return may_not(moves, lambda m: m.verb != "play", "the floater is exchanged before one's own call only")


EXCHANGE = {
    1: law(
        "soloist-peeps", "The soloist may peep",
        "Before leading, the soloist may look at the floater, free of charge, and exchange it for a card of the hand, face down.",
        "exchange-draw", "stock",
    ),
    2: law(
        "soloist-exchanges", "The soloist may exchange",
        "After the auction the soloist, having looked or not, may exchange a card of the hand for the floater, face down.",
        "exchange-draw",
    ),
}  # fmt: skip


class PeepNap(JackpotNap):
    """Nap with a card face down beside the stock, the floater. In version 1 the soloist looks at it and may exchange a card;
    in the others everybody may pay for a look before calling."""

    versions = ("version",)
    id, title, picture, extra = "peep-nap", "Peep Nap", "QS QH QC QD", 1
    State = PeepState
    options = (
        Option("version", 1, (1, 2, 3), "1: the soloist peeps; 2: all peep, the soloist exchanges; 3: all do both.", house=False),
        *JackpotNap.options,
        Option("fee", 1, range(1, 11), "What a look costs in versions 2 and 3."),
    )
    deal_laws = (*JackpotNap.deal_laws, FLOATER)
    quiet = JackpotNap.quiet | {
        "soloist-only": "the exchange is offered to the soloist only",
        "before-the-lead-only": "it is refused when typed, and never offered",
        "before-own-bid-only": "it is refused when typed, and never offered",
    }

    def setup(self) -> None:
        super().setup()
        if self.version == 1:  # nothing is paid, so there is no pool
            self.laws = tuple(x for x in self.laws if x != POOL)
            self.scoring = tuple(x for x in self.scoring if not x.startswith("pool-"))

    def dealing(self) -> tuple[Phase, ...]:
        return (PeepDealing(each=self.each, laws=(*Dealing.laws, *self.deal_laws)),)

    def auction(self) -> Phase:
        plain, fee = super().auction(), () if self.version == 1 else (FEE,)
        rules = {1: (soloist_only,), 2: (soloist_only, peep_once), 3: (peep_once, peep_first)}[self.version]
        return PeepAuction(bids=self.bids, known=KNOWN, rules=(*plain.rules, *rules), laws=(*plain.laws, *fee))

    def before_the_lead(self) -> tuple[Phase, ...]:
        return (Exchange(laws=(EXCHANGE[self.version],)),) if self.version < 3 else ()

    def play(self) -> Phase:
        play, late = super().play(), before_own_bid if self.version == 3 else before_the_lead
        return LeadMakesTrumps(rules=(late, *play.rules), laws=play.laws, understood=(PEEP, KEEP), given=Give)

    def zones(self, state: Any) -> list[Zone]:
        zones = [z for z in super().zones(state) if z.id != "pool" or self.version > 1]
        return [*zones, Zone("floater", "floater", "row", None, "Floater", tuple(map(face, state.floater)))]

    def panels(self, state: Any) -> dict[str, Any]:
        found = super().panels(state)
        for said, seats in (("looked", state.peeped), ("exchanged", state.swapped)):
            for seat in seats:
                found["notes"].setdefault(seat, []).append(said)
        return found
