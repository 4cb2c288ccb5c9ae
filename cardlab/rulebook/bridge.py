"""Contract bridge, scored as a rubber: auction with doubles, a dummy, tricks above a book of six.

Source: the bridge document of the project's collection.  House choices: honours score only with the
option; a rubber that is not finished after ``deals`` deals is scored with 300 for a game won and
100 for a part-score (option).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import SUITS, pack
from cardlab.engine.game import Dealing, seat_names
from cardlab.engine.hand_points import HandPoints
from cardlab.engine.moves import PASS, Bid, Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import note
from cardlab.families.auctions import (
    DOUBLE,
    DOUBLING,
    REDOUBLE,
    Auction,
    Calls,
    Contract,
    doubled,
    ladder,
    last_bid,
    tops,
)
from cardlab.families.matches import Deals
from cardlab.families.rubber import RubberGame, RubberResult
from cardlab.families.tricks import PARTNERS, Leader, Tricks, TrickState

STRAINS = ("C", "D", "H", "S", "NT")
SIGNS = (*(SUITS[s].sign for s in STRAINS[:4]), "NT")
BIDS = ladder(range(1, 8), STRAINS, SIGNS)
SPOKEN = {
    "p": PASS,
    "x": DOUBLE,
    "dbl": DOUBLE,
    "double": DOUBLE,
    "xx": REDOUBLE,
    "rdbl": REDOUBLE,
    "redouble": REDOUBLE,
}

PACK = note(
    "bridge-pack",
    "The standard pack",
    "Use all 52 cards, aces high.",
    "standard-deck",
    fact="pack",
    part=SheetPart.PACK,
)
IN_TURN = note(
    "calls-in-turn",
    "Call in turn",
    "The dealer calls first, then each player clockwise: a bid, pass, double or redouble. Having"
    " passed does not bar a later call.",
    "auction",
    "turn",
    "eldest",
    "convention",
)
THREE_PASSES = note(
    "three-passes",
    "Three passes end the auction",
    "Three passes after a call end the auction; four passes at the start throw the deal in.",
    "auction",
)
DECLARER = note(
    "declarer",
    "The declarer",
    "Of the side that made the last bid, the player who first named its strain is declarer.",
    "contract",
    "named-trump",
)
LEAD = note(
    "opening-lead",
    "The opening lead",
    "The player on the declarer's left leads to the first trick.",
    "eldest",
)
DUMMY = note(
    "dummy",
    "The dummy",
    "After the opening lead the declarer's partner lays their hand face up, and the declarer plays"
    " both hands in turn.",
    "dummy",
    "open-hand",
)
SUFFICIENT = tops(
    "insufficient",
    "Each bid tops the last",
    "auction",
    "suit-order",
    "no-trump",
    text=(
        "A bid names a number of tricks above six and a suit or no trump. It must be higher than"
        " the last bid, by number or at the same number by strain: clubs, diamonds, hearts, spades,"
        " no trump."
    ),
)


def auction_over(calls: Calls) -> bool:
    """Whether no call can follow these."""
    return len(calls) > 3 and [call for _, call in calls[-3:]] == [PASS] * 3


def contract_of(calls: Calls) -> Contract | None:
    """The contract that calls have come to; None while nobody has bid.

    calls: seats and calls, from the first one on.
    """
    last = last_bid(calls)
    if last is None:
        return None
    seat, bid = last
    declarer = next(
        caller
        for caller, call in calls
        if isinstance(call, Bid) and call.strain == bid.strain and (caller - seat) % 2 == 0
    )
    return Contract(bid, declarer, doubled(calls))


class BridgeAuction(Auction):
    bids, others, columns, dealer_first = BIDS, (PASS, DOUBLE, REDOUBLE), SIGNS, True
    notes, rules = (IN_TURN, THREE_PASSES, DECLARER), (SUFFICIENT, *DOUBLING)

    def read(self, table: BridgeState, text: str) -> Move | None:
        return SPOKEN.get(text)

    def finished(self, state: BridgeState) -> bool:
        return auction_over(state.calls)

    def close(self, state: BridgeState) -> Any:
        contract = contract_of(state.calls)
        if contract is None:
            return state.game.end(state)
        order = state.game.ordering(contract.strain)
        return state.game.next_phase(
            state.but(contract=contract, declarer=contract.declarer, order=order)
        )


class BridgeTricks(Tricks):
    notes = (*(known for known in Tricks.notes if known != "eldest-leads"), LEAD, DUMMY)
    leads = Leader(LEAD, lambda state: int(state.after_seat(state.declarer)))


@dataclass(frozen=True)
class BridgeState(TrickState):
    @property
    def dummy(self) -> int | None:
        """The seat whose hand lies open, from the opening lead on."""
        return (
            self.game.partner_of[self.declarer]
            if self.declarer is not None and (self.trick.cards or self.taken)
            else None
        )

    def actor(self) -> int | None:
        return (
            self.declarer
            if self.to_move is not None and self.to_move == self.dummy
            else self.to_move
        )

    def sees(self, viewer: int, seat: int) -> bool:
        return viewer == seat or (self.declarer is not None and seat == self.dummy)


class Bridge(RubberGame):
    """Four players, two against two: bid how many tricks above six your side will take and in
    which suit, then let the declarer play two hands to make it. The first side to win two games
    wins the rubber."""

    has_dummy, bidding_system = True, "bridge-natural"
    told_first = (
        "calls-in-turn",
        "insufficient",
        "nothing-to-double",
        "own-side",
        "already-doubled",
        "not-doubled",
        "three-passes",
    )
    hand_points = HandPoints(
        "high-card points", (("A", 4), ("K", 3), ("Q", 2), ("J", 1)), "Milton Work, 1923"
    )
    id, title, picture = "bridge", "Contract Bridge", "AS KS QS JS TS"
    partners, pack, notes = True, pack(), (PACK, PARTNERS)
    State: type[BridgeState] = BridgeState
    first_dealer = Option("South", seat_names(4), "Who deals first.", house=True)

    def setup(self) -> None:
        super().setup()
        self.phases = (Dealing(each=13), BridgeAuction(), BridgeTricks())
        self.ends = (Deals(self.deals, ("difference-scoring", "rubber")),)

    def opening(self) -> Any:
        return super().opening().but(dealer=seat_names(self.players).index(self.first_dealer))

    def result(self, state: BridgeState) -> RubberResult | None:
        if state.contract is None:
            return None
        return self.rubber_result(state, enumerate(state.dealt()))
