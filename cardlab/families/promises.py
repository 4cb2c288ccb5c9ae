"""Promises: each player in turn says how many tricks they will take, once.

Knows numbers of tricks and whose turn it is.  Knows no score, no trumps and no particular game.  A
promise is not a bid of an auction: nobody has to top another, and all of them stand.

>>> Promise(4), Promise(0, "nil").label, Promise(0, "nil").told("West")
(4, 'Nil', 'West bids nil.')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardlab.engine.game import Phase, State
from cardlab.engine.moves import PASS, Move
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.rulings import Rule, Ruling, any_move, may_not, note, rule
from cardlab.engine.words import capital

MOST = 60
"""No hand has more cards than this."""


class Promise(Move):
    """A number of tricks; word: what the game calls this number, if it has a word for it."""

    __slots__ = ()
    verb, title = "bid", "Bid"

    @classmethod
    def write(cls, tricks: int, word: str = "") -> Any:
        text = word or str(tricks)
        return text, None, (), capital(text), None

    @property
    def tricks(self) -> int:
        number: int = self.args[0]
        return number

    def told(self, name: str) -> str:
        return f"{name} bids {self}."


@rule("must-bid-a-number", "Everybody bids a number", "turn", quiet=Typed("pass"))
def bid_a_number(table: State, moves: tuple[Move, ...]) -> Ruling:
    """Bid a number of tricks when it is your turn; nobody passes."""
    return may_not(
        moves,
        lambda m: not isinstance(m, Promise),
        "everybody bids a number of tricks",
        leaves=any_move,
    )


ONE_BID_EACH = note(
    "one-bid-each",
    "One bid each",
    "Beginning at the dealer's left, each player in turn says once how many tricks they expect to"
    " take. A bid need not be higher than the one before.",
    "contract",
    "turn",
)


class Promising(Phase):
    """Each seat once, from the dealer's left.  ``zero``: the word for no tricks, where the game
    has one.  What was said stands in ``state.calls``."""

    part = SheetPart.BEFORE

    id, title, doing = "bidding", "The bids", "bid"
    did = "bid"
    begins = "eldest"
    prompt = "Your turn: how many tricks will you take?"
    rules: tuple[Rule, ...] = (bid_a_number,)
    notes: tuple[Rule, ...] = (ONE_BID_EACH,)
    zero: str = ""

    def promise(self, tricks: int) -> Promise:
        """The move that promises this number of tricks."""
        return Promise(tricks, self.zero if tricks == 0 else "")

    def enter(self, state: State) -> Any:
        return self.turn(state, state.dealer)

    def turn(self, state: Any, last: int) -> Any:
        """The next seat that has not spoken is to bid; after the last one the deal goes on."""
        spoken = {seat for seat, _ in state.calls}
        if len(spoken) == state.game.players:
            return state.game.next_phase(state)
        seat = state.after_seat(last)
        while seat in spoken:
            seat = state.after_seat(seat)
        return state.but(to_move=seat)

    def candidates(self, table: State) -> tuple[Move, ...]:
        return tuple([self.promise(n) for n in range(len(table.hand) + 1)])

    def vocabulary(self) -> Iterable[Move]:
        return [self.promise(n) for n in range(MOST + 1)]

    def read(self, table: Any, text: str) -> Move | None:
        """Numbers that nobody could take, and a pass, are read, so that a rule can refuse them."""
        if text == PASS:
            return PASS
        if text.isdecimal() and len(text) < 4:
            return self.promise(int(text))
        return self.promise(0) if self.zero and text == self.zero else None

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        return self.turn(state.but(calls=(*state.calls, (seat, move))), seat)


def promised(state: Any) -> dict[int, int]:
    """How many tricks each seat has promised so far."""
    return {seat: call.tricks for seat, call in state.calls if isinstance(call, Promise)}
