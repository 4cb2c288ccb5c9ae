"""Widow Nap (Sir Garnet): a hand too many lies on the table, and a soloist who bid five may pick
it up.

Source: the Widow Nap entry of the project's first collection of rules.  House choices: only the
soloist may take the widow, after the bidding, and may leave it; what is put away stays face down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.fields import FaceDown
from cardlab.engine.game import Phase
from cardlab.engine.moves import Discard, Move, Say
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.rulings import Rule, any_move, may_not, note, rule
from cardlab.engine.table import Zone, pile
from cardlab.engine.words import number
from cardlab.families.auctions import CONTRACT_LACKS, Contract
from cardlab.families.exchanges import PutAway
from cardlab.families.solo import SoloState, before_the_lead
from cardlab.rulebook.nap import FIVES, Nap

TAKE = Say("take", "Take the widow", "takes the widow")
LEAVE = Say("leave", "Leave the widow", "leaves the widow")


@dataclass(frozen=True)
class WidowState(SoloState):
    """widow: the extra hand, face down."""

    widow: FaceDown[tuple[Card, ...]] = ()


@rule("five-bids-only", "For bids of five", "widow")
def five_bids_only(table: WidowState, moves: tuple[Move, ...]) -> Any:
    """Only a soloist who has bid {fives_text} may take the widow."""
    five = table.contract.bid in FIVES and table.me == table.declarer
    return may_not(
        moves, lambda m: not five and m == TAKE, "the widow is for the soloist of a bid of five"
    )


@rule("widow-first", "Take the widow, then put five away", "widow")
def widow_first(table: WidowState, moves: tuple[Move, ...]) -> Any:
    """Take the widow unseen, all five cards of it; then put any five of the ten away, face down."""
    if table.widow:
        return may_not(
            moves,
            lambda m: isinstance(m, Discard),
            "{you} {have} not taken the widow",
            leaves=any_move,
        )
    because = "{you} {have} taken the widow, and {hold} too many cards"
    return may_not(moves, lambda m: not isinstance(m, Discard), because, leaves=any_move)


def low_bid(game: Any) -> Any:
    """A position that the play never reaches: the widow beside a soloist who bid less than five."""
    contract = Contract(next(bid for bid in game.bids if bid not in FIVES), 0)
    return game.state(phase="widow", to_move=0, contract=contract, declarer=0)


class TakeWidow(PutAway):
    """Take the widow or leave it; who takes it puts five cards away."""

    part = SheetPart.BEFORE

    id, title, doing = "widow", "The widow", "take the widow or leave it"
    rules = (five_bids_only, widow_first)

    def lacking(self, state: WidowState) -> str:
        return "" if state.contract else CONTRACT_LACKS

    def enter(self, state: WidowState) -> Any:
        return (
            state.but(to_move=state.declarer)
            if state.contract.bid in FIVES
            else state.game.next_phase(state)
        )

    def candidates(self, table: WidowState) -> tuple[Move, ...]:
        return (TAKE, LEAVE, *super().candidates(table))

    def apply(self, state: WidowState, seat: int, move: Any) -> Any:
        if move == LEAVE:
            return state.game.next_phase(state)
        if move == TAKE:
            return state.but(hands=state.held(seat, (*state.hands[seat], *state.widow)), widow=())
        state = state.put_away(seat, move.card)
        return (
            state
            if len(state.hands[seat]) > state.game.tricks_in_deal
            else state.game.next_phase(state)
        )

    def asks(self, state: WidowState) -> str:
        if state.widow:
            return "Take the widow, or leave it?"
        return f"Put cards away until you hold {number(state.game.tricks_in_deal)}."


class WidowNap(Nap):
    """Nap with one hand too many. A soloist who has bid five may take it unseen and play the
    best five of ten cards, which makes bids of five more frequent."""

    explains = {"widow": "widow"}

    id, title, picture = "widow-nap", "Widow Nap", "AC KC QC JC TC"
    bid_values = ""  # the values of Nap are for hands of five cards
    aside, place = 5, "widow"
    State: type[WidowState] = WidowState
    deal_notes = (
        *Nap.deal_notes,
        note(
            "widow", "The widow", "Deal one hand more than there are players, face down.", "widow"
        ),
    )
    quiet = Nap.quiet | {
        "five-bids-only": Rare("the widow is offered only for bids of five", low_bid),
        "before-the-lead-only": Typed("take"),
    }

    def before_the_lead(self) -> tuple[Phase, ...]:
        return (TakeWidow(),)

    def play(self, *late: Rule, **understood: Any) -> Phase:
        return super().play(before_the_lead, *late, understood=(TAKE, LEAVE), **understood)

    def zones(self, state: WidowState) -> list[Zone]:
        return [
            *super().zones(state),
            *([pile("widow", "Widow", state.widow, open=False)] if state.widow else []),
        ]
