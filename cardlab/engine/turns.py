"""Why it is a seat's turn: one fact that the table or its record shows, and its sentence.

Knows seats, the last move and who dealt.  Knows no game: each phase says by its `whose_turn` which of
these facts decides there, and gives none where none does.

>>> import cardlab
>>> game = cardlab.game("snap", players=2)
>>> state = game.state(phase="play", hands={0: "KH 2C", 1: "KD 5S"}, pile="KS", to_move=0)
>>> after = game.after(state, "lay")
>>> reason = why_turn(after, LastMove(state, 0, "lay"))
>>> reason.fact, str(reason.told)
(<TurnFact.LAST: 'last'>, 'South laid last')
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from cardlab.engine.telling import Telling
from cardlab.engine.words import Seat

__all__ = [
    "LastMove",
    "TurnFact",
    "TurnReason",
    "begins_now",
    "dealt",
    "declares",
    "moved_last",
    "reason_of",
    "why_turn",
]


class TurnFact(Enum):
    """What kind of fact decides whose turn it is."""

    DEALT = "dealt"
    """Nobody has moved in this phase yet, and who dealt decides who begins."""
    LAST = "last"
    """This seat moved last."""
    TRICK = "trick"
    """This seat took the last trick, and nobody has played since."""
    CLAIM = "claim"
    """This seat made the last claim that the others have been asked about."""
    HOLDER = "holder"
    """This seat was dealt the card that decides who begins."""
    EARLIER = "earlier"
    """What came of the deal before gives this seat the turn."""
    DECLARER = "declarer"
    """This seat is the declarer."""


class LastMove(NamedTuple):
    """What happened just before: the table then, who moved (None for chance), and the move."""

    before: Any
    seat: int | None
    move: Any


LOOKS = {
    TurnFact.DEALT: "See who dealt.",
    TurnFact.LAST: "See who moved last.",
    TurnFact.TRICK: "See who took the last trick.",
    TurnFact.CLAIM: "Look at the last claim.",
    TurnFact.HOLDER: "Look for the card that decides who begins.",
    TurnFact.EARLIER: "Look at the previous deal.",
    TurnFact.DECLARER: "See who undertook the contract.",
}
"""Where each fact is seen, for somebody who is not to be told it."""


class TurnReason(NamedTuple):
    """A fact about a seat, the sentence of it (without a stop; everybody reads "you"), and where
    it is seen."""

    fact: TurnFact
    seat: int
    told: Telling
    look: str


def why_turn(state: Any, last: LastMove | None = None) -> TurnReason | None:
    """Return why it is the turn of the seat to move; None where nothing that is known decides it.

    last: the move that led here, where somebody knows it; a table set up by hand has none.
    """
    if state.to_move is None:
        return None
    reason: TurnReason | None = state.phase.whose_turn(state, last)
    return reason


def reason_of(
    state: Any, fact: TurnFact, seat: int, template: str, *, look: str = "", **facts: Any
) -> TurnReason:
    """A fact about a seat; the template calls that seat ``{who}``."""
    told = state.game.tell(template, who=Seat(seat), **facts)
    return TurnReason(fact, seat, told, look or LOOKS[fact])


def dealt(state: Any) -> TurnReason:
    """Why a seat begins that does so because of who dealt."""
    side, game = _side(state), state.game
    neighbour = (state.dealer + game.direction) % game.players
    template = "{who} dealt, and the other player begins"
    if state.to_move == state.dealer:
        template = "{who} dealt, and the dealer begins"
    elif state.to_move != neighbour:
        template = f"{{who}} dealt, and the first player who may, from the dealer's {side}, begins"
    elif game.players > 2:
        template = f"{{who}} dealt, and the player on the dealer's {side} begins"
    return reason_of(state, TurnFact.DEALT, state.dealer, template)


def declares(state: Any) -> TurnReason:
    """Why the declarer moves."""
    declarer = state.declarer
    return reason_of(state, TurnFact.DECLARER, declarer, "{who} undertook the contract")


def moved_last(state: Any, seat: int, did: str, *, in_turn: bool = True) -> TurnReason:
    """Why it is somebody's turn after this seat.  did: what the seat did, in the past tense;
    in_turn: whether the turn goes round the table here, so that the next seat is next for that."""
    template = f"{{who}} {did} last"
    if state.to_move == seat:
        template += ", and the turn is not over"
    elif in_turn and state.game.players > 2 and state.to_move == state.after_seat(seat):
        template += f", and the turn goes to the {_side(state)}"
    return reason_of(state, TurnFact.LAST, seat, template)


def begins_now(state: Any, last: LastMove, *, only_dealt: bool) -> bool:
    """Whether nobody has moved in this phase: the cards have just been dealt, or the last move was
    made in another phase.  only_dealt: only the first of the two, where a deal comes back to it."""
    if last.seat is None:
        return not any(last.before.hands)
    return not only_dealt and bool(last.before.phase != state.phase)


def _side(state: Any) -> str:
    return "left" if state.game.direction == 1 else "right"
