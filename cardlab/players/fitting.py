"""How well the hands of an imagined deal fit the calls that were made with them.

Where bids are a table of values (`cardlab.players.bidding.worths`), a hand is asked how far it is
from making the call at the table at which it was made; elsewhere its tricks are counted.  Knows
calls and what a game declares of them.  Knows no game, and not how deals are imagined.

>>> import cardlab
>>> nap = cardlab.game("nap")
>>> table = nap.state(phase="auction", to_move=2, dealer=0, calls=[(1, "three")])
>>> three = calls_made(table)[0]
>>> for hand in ("AS KS JS QD 9C", "AS JS 9S QD 9C", "KS 9S QH TD 9C"):
...     print(hand, round(three.misfit(cardlab.cards(hand)), 2))
AS KS JS QD 9C 0.0
AS JS 9S QD 9C 0.0
KS 9S QH TD 9C 1.65
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from cardlab.engine.cards import BACK, Card
from cardlab.engine.game import State
from cardlab.engine.moves import PASS, Bid, Move
from cardlab.families.tricks import Tricks, TrickState
from cardlab.players.bidding.worths import BidRow, ValuedHand, matching, more_needed, worths
from cardlab.players.calling import BiddingHand


class Fit(Protocol):
    """What tells how badly the hands of a table fit the calls: 0 where they may well be what was
    called on.  tries: of so many deals the one that fits best may be kept, and not of more than the
    measure is good for."""

    @property
    def tries(self) -> int: ...

    def __call__(self, world: Any) -> float: ...


def fit_of(view: State, hidden: Collection[int]) -> Fit | None:
    """What the calls say of the hands of these seats; None where they say nothing."""
    if not isinstance(view, TrickState):
        return None
    calls = [(seat, call) for seat, call in view.game.calls(view) if seat in hidden]
    if not calls:
        return None
    return FitByValues(hidden) if view.game.bid_values else FitByTricks(view, calls)


# --- by the values of hands


class CallMade(NamedTuple):
    """A call, the table at which it was made, and the rows that were open there, the first choice
    first, each with its move."""

    table: Any
    call: Move
    rows: tuple[tuple[BidRow, Any], ...]

    def misfit(self, hand: Sequence[Card]) -> float:
        """How far a hand is from making this call, in the unit of its value: 0 for one that makes
        it."""
        game, seat = self.table.game, self.table.me
        table = self.table.but(hands=self.table.held(seat, hand))
        held = ValuedHand(table, worths(game.bid_values), game.bid_hand(table))
        more, word = more_needed(table), game.bid_word(self.call)
        misfit, own, rival, better = math.inf, -math.inf, 0.0, 0.0
        for row, move in self.rows:
            lacks = held.lacks(row, move, more)
            if move == self.call:
                misfit, own = min(misfit, max(lacks, 0.0) + better), max(own, -lacks)
            elif row.call == word:  # as trumps in another suit
                rival = max(rival, -lacks)
            else:
                better = max(better, -lacks)
        if misfit == math.inf:  # no row speaks of it, as of a pass
            return better
        return misfit + max(0.0, rival - max(own, 0.0))


def calls_made(table: TrickState) -> tuple[CallMade, ...]:
    """The calls of a deal in order; none where the table cannot be taken back to them.

    table: one on which all cards are seen.
    """
    game, made = table.game, []
    at = _before_the_calls(table)
    for seat, call in game.calls(table):
        if at is None or at.to_move != seat:
            return ()
        moves = game.legal_moves(at)
        if call not in moves:
            return ()
        seen = at.but(me=seat)
        made.append(CallMade(seen, call, tuple(matching(worths(game.bid_values), seen, moves))))
        at = at.phase.apply(at, seat, call)
    return tuple(made)


def _before_the_calls(table: TrickState) -> Any:
    """The table as it was before the first call; None where no phase begins with this one."""
    calls = table.game.calls(table)
    if not calls:
        return None
    caller, call = calls[0]
    bare = table.game.before_calls(table)
    for phase in table.game.phases:
        if isinstance(phase, Tricks):
            break
        if call in phase.vocabulary():
            return bare.but(phase=phase, to_move=caller)
    return None


class FitByValues:
    """The calls of these seats, each held against the table of values."""

    tries = 16

    def __init__(self, seats: Collection[int]) -> None:
        self.seats = seats
        self._made: list[CallMade] | None = None

    def __call__(self, world: TrickState) -> float:
        if self._made is None:
            # the tables of the calls are the same in every world but for their hands
            self._made = [made for made in calls_made(world) if made.table.me in self.seats]
        bad = 0.0
        for made in self._made:
            hand = world.game.called_with(world, made.table.me)
            if hand is not None:
                bad += made.misfit(hand)
        return bad


# --- by counting tricks


class FitByTricks:
    """The first call of every seat, held against the tricks that its hand is likely to take."""

    tries = 3

    def __init__(self, view: Any, calls: Iterable[tuple[int, Move]]) -> None:
        self.view = view
        self.first: dict[int, Move] = {}
        for seat, call in calls:
            if isinstance(call, Bid) or call == PASS:
                self.first.setdefault(seat, call)
        self.bid = any(isinstance(call, Bid) for call in self.first.values())

    def __call__(self, world: Any) -> float:
        game, bad = world.game, 0.0
        for seat, call in self.first.items():
            hand = game.called_with(world, seat)
            if not hand:
                continue
            counted = BiddingHand(_Held(game, seat, tuple(hand), self.view))
            if isinstance(call, Bid) and call.level > 0:
                bad += self._too_few(counted, call, hand)
            elif call == PASS and not self.bid:
                bad += self._too_many(counted)
        return bad

    def _too_few(self, counted: BiddingHand, bid: Bid, hand: Sequence[Card]) -> float:
        """By how much the hand falls short of the tricks that a bid promises."""
        game, view = self.view.game, self.view
        likely = max(counted.tricks(word) for word in game.orders_of_bid(view, bid, hand))
        need = game.tricks_of_bid(view, bid, hand)
        if game.partners:
            # what the caller needs when the partner has the share of an average hand
            need = (need * (game.players - 1) - game.tricks_in_deal) / (game.players - 2)
        return max(0.0, need - 0.9 - likely)

    def _too_many(self, counted: BiddingHand) -> float:
        """By how much the hand is too good for a pass."""
        game = self.view.game
        likely = max(counted.tricks(word) for word in game.printed_suits)
        return max(0.0, likely - 1.9 * game.tricks_in_deal / game.players)


class _Held:
    """Just enough of a table to count a hand."""

    def __init__(self, game: Any, seat: int, hand: tuple[Card, ...], view: Any) -> None:
        self.game, self.me, self.to_move = game, seat, seat
        self.phase, self.calls, self.contract = view.phase, (), None
        self.hands = tuple(hand if i == seat else (BACK,) * len(hand) for i in range(game.players))

    def same_side(self, a: int, b: int) -> bool:
        return bool(self.game.side_of[a] == self.game.side_of[b])
