"""Peep Nap: one card lies face down, the floater, and who has looked at it may want it.

Source: the Peep Nap entry of the project's first collection of rules, which has three versions
(``version``).  House choices: version 1 costs nothing; a look costs 1 (``fee``) also when nothing
is exchanged; in version 2 the soloist may exchange without having looked; in version 3 there is no
exchange after the auction; a player exchanges once; what lies in the pool when the agreed deals are
over is split, as in Pool Nap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.game import Phase
from cardlab.engine.moves import Give, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.rulings import Rule, may_not, note, rule
from cardlab.engine.table import Zone, face
from cardlab.engine.words import Seat, some
from cardlab.families.exchanges import PutAway, read_card
from cardlab.families.pools import into_pool
from cardlab.families.solo import FloaterState, SoloAuction, before_the_lead
from cardlab.rulebook.nap import KNOWN
from cardlab.rulebook.pool_nap import JackpotNap

PEEP = Say("peep", "Look at the floater", "looks at the floater")
KEEP = Say("keep", "Keep your cards", "keeps the hand as it is")
SWAPS = "exchanges a card for the floater"

FEE = note(
    "peep-fee",
    "The price of a look",
    "A player who looks at the floater pays {fee_text} to the pool.",
    "pool",
    "stake",
)
FLOATER = note(
    "floater",
    "The floater",
    "The top card of the stock, face down, is the floater; it may be exchanged for a card of a"
    " hand.",
    "stock",
    "exchange-draw",
)
SOLOIST_PEEPS = note(
    "soloist-peeps",
    "The soloist may peep",
    "Before leading, the soloist may look at the floater, free of charge, and "
    "exchange it for a card of the hand, face down.",
    "exchange-draw",
    "stock",
)
SOLOIST_EXCHANGES = note(
    "soloist-exchanges",
    "The soloist may exchange",
    "After the auction the soloist, having looked or not, may exchange a card "
    "of the hand for the floater, face down.",
    "exchange-draw",
)


@rule("soloist-only", "For the soloist", "exchange-draw")
def soloist_only(table: FloaterState, moves: tuple[Move, ...]) -> Any:
    """Only the soloist may exchange a card for the floater, and in version 1 only the soloist
    may look at it."""
    barred, looks = table.me != table.declarer, table.game.version == 1
    because = "the floater is for the soloist"
    return may_not(
        moves, lambda m: barred and (isinstance(m, Give) or (m == PEEP and looks)), because
    )


@rule("peep-once", "One look", "turn")
def peep_once(table: Any, moves: tuple[Move, ...]) -> Any:
    """Look at the floater once, immediately before your own call."""
    return may_not(
        moves,
        lambda m: m == PEEP and table.me in table.peeped,
        "{you} {have} looked at the floater",
    )


@rule("peep-first", "Look before you exchange", "exchange-draw")
def peep_first(table: Any, moves: tuple[Move, ...]) -> Any:
    """Exchange the floater before your own call, once, and only after you have looked at it. The
    card you give becomes the floater for the next player."""
    if table.me not in table.peeped:
        return may_not(
            moves, lambda m: isinstance(m, Give), "{you} {have} not looked at the floater"
        )
    return may_not(
        moves,
        lambda m: table.me in table.swapped and isinstance(m, Give),
        "{you} {have} exchanged a card already",
    )


class PeepAuction(SoloAuction):
    """Before the call a seat may look in versions 2 and 3, and exchange in version 3."""

    def candidates(self, table: FloaterState) -> tuple[Move, ...]:
        version = table.game.version
        cards = tuple(Give(card) for card in table.hand) if version == 3 else ()
        return (*self.others, *([PEEP] if version > 1 else []), *self.bids, *cards)

    def read(self, table: FloaterState, text: str) -> Move | None:
        return super().read(table, text) or (PEEP if text == PEEP else read_card(text, Give))

    def apply(self, state: FloaterState, seat: int, move: Move) -> Any:
        if isinstance(move, Give):
            return state.swap(seat, move.card)
        if move != PEEP:
            return super().apply(state, seat, move)
        game = state.game
        fee = into_pool(
            game,
            seat,
            "A look",
            FEE,
            game.fee,
            game.tell("{who} looked at the floater", who=Seat(seat)),
        )
        return state.but(
            knowing=(*state.knowing, seat),
            peeped=(*state.peeped, seat),
            pegged=(*state.pegged, fee),
        )

    def told(self, state: FloaterState, seat: int, move: Move, name: str) -> str:
        return (
            f"{name} {SWAPS}." if isinstance(move, Give) else super().told(state, seat, move, name)
        )


class FloaterExchange(PutAway):
    """After the auction, in versions 1 and 2: the soloist may give a card for the floater; in
    version 1 after a look."""

    part = SheetPart.BEFORE

    id, title, doing = "exchange", "The exchange", "exchange a card or keep the hand"
    prompt = "Give a card for the floater, or keep your hand."
    rules, given, told_as = (soloist_only,), Give, SWAPS

    def enter(self, state: FloaterState) -> Any:
        knowing = (state.declarer,) if state.game.version == 1 else state.knowing
        return state.but(to_move=state.declarer, knowing=knowing)

    def candidates(self, table: FloaterState) -> tuple[Move, ...]:
        return (KEEP, *super().candidates(table))

    def apply(self, state: FloaterState, seat: int, move: Any) -> Any:
        return state.game.next_phase(state if move == KEEP else state.swap(seat, move.card))


@rule("before-own-bid-only", "Before your own call", "exchange-draw", solver=())
def before_own_bid(table: Any, moves: tuple[Move, ...]) -> Any:
    """Exchange before your own call, and not later."""
    return may_not(
        moves, lambda m: m.verb != "play", "the floater is exchanged before one's own call only"
    )


class PeepNap(JackpotNap):
    """Nap with a card face down beside the stock, the floater. In version 1 the soloist looks at
    it and may exchange a card; in the others everybody may pay for a look before calling."""

    id, title, picture = "peep-nap", "Peep Nap", "QS QH QC QD"
    aside, place = 1, "floater"
    State: type[FloaterState] = FloaterState
    version = Option(
        1,
        (1, 2, 3),
        "1: the soloist peeps; 2: all peep, the soloist exchanges; 3: all do both.",
        makes_version=True,
    )
    fee = Option(1, range(1, 11), "What a look costs in versions 2 and 3.", house=True)
    deal_notes = (*JackpotNap.deal_notes, FLOATER)
    quiet = JackpotNap.quiet | {
        "soloist-only": Typed("give AS"),
        "before-the-lead-only": Typed("keep"),
        "before-own-bid-only": Typed("give AS"),
    }

    @property
    def fee_text(self) -> str:
        """The price of a look in words."""
        return some(self.fee, "chip")

    def idle(self) -> dict[str, str]:
        idle = super().idle()
        if self.version == 1:
            idle["fee"] = "in version 1 nobody pays for a look"
        return idle

    def setup(self) -> None:
        self.has_pool = self.version > 1  # in version 1 nothing is paid
        super().setup()

    def auction(self) -> Phase:
        plain, fee = super().auction(), () if self.version == 1 else (FEE,)
        rules = {1: (soloist_only,), 2: (soloist_only, peep_once), 3: (peep_once, peep_first)}[
            self.version
        ]
        return PeepAuction(
            bids=self.bids, known=KNOWN, rules=(*plain.rules, *rules), notes=(*plain.notes, *fee)
        )

    def before_the_lead(self) -> tuple[Phase, ...]:
        return (
            ()
            if self.version == 3
            else (
                FloaterExchange(notes=(SOLOIST_PEEPS if self.version == 1 else SOLOIST_EXCHANGES,)),
            )
        )

    def play(self, *late: Rule, **understood: Any) -> Phase:
        return super().play(
            before_own_bid if self.version == 3 else before_the_lead,
            *late,
            understood=(PEEP, KEEP),
            given=Give,
            **understood,
        )

    def called_with(self, table: Any, seat: int) -> Sequence[Card] | None:
        """The hand, unless a card of it was exchanged for the floater."""
        return None if seat in table.swapped else super().called_with(table, seat)

    def zones(self, state: FloaterState) -> list[Zone]:
        return [
            *super().zones(state),
            Zone("floater", "floater", "row", None, "Floater", tuple(map(face, state.floater))),
        ]

    def remark(self, state: FloaterState, notes: dict[int, list[str]]) -> None:
        super().remark(state, notes)
        for word, seats in (("looked", state.peeped), ("exchanged", state.swapped)):
            for seat in seats:
                notes.setdefault(seat, []).append(word)
