"""Rules of thumb for calls: bid what the hand is worth, name the best trumps, stay in with a
likely trick, keep good cards.

Knows the moves of auctions and exchanges by their kind, and counts tricks
(`cardlab.players.counting`).  Knows no game.

>>> import cardlab
>>> game = cardlab.game("kaiser")
>>> table = game.state(phase="auction", to_move=1, dealer=0, hands={1: "AS KS QS 8S JH 9H TD 8C"})
>>> found = call_choice(game.view(table), game.legal_moves(table))
>>> found.move, found.why.say()
(6, 'worth about 6.8: about 6 points or more with the best suit as trumps')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardlab.engine.cards import SUITS
from cardlab.engine.moves import PASS, Bid, Discard, Give, Move, Name, Say, Show, Swap
from cardlab.engine.ordering import Ordering
from cardlab.engine.words import Sentence
from cardlab.families.auctions import (
    ACCEPT,
    DECLINE,
    DOUBLE,
    REDOUBLE,
    Auction,
    Hold,
    NameTrumps,
    last_bid,
)
from cardlab.families.gradual import GO_ON
from cardlab.families.tricks import TrickState
from cardlab.players.bidding.speaking import table_pick
from cardlab.players.bidding.worths import away_pick, worth_pick
from cardlab.players.cardplay import Choice, values
from cardlab.players.counting import chances, danger, tricks_in

STAY_WORDS = frozenset({"play", "stay", "defend the pack"})
LEAVE_WORDS = frozenset({"pass", "drop", "drop out"})
KEEP_WORDS = frozenset({"stand pat", "draw", "stand"})

SAFE = 0.2
"""How low a hand has to lie for an undertaking to lose every trick."""
TRUST = 0.75
"""How much of what a partner promised is counted on."""

WORTH = "the hand is worth about {tricks} with {trump}"
TOO_LITTLE = "the hand is worth about {tricks}, too little for this"
SILENT = "the table of calls has nothing for this hand"
OURS = "{your} side has bid it already"
NEAREST = "a bid has to be made, and this is the least"
BEST_TRUMPS = "{trump} are worth the most in this hand, about {tricks}"
TRICK = "about {tricks} in this hand"
WEAK_CARD = "this card is the least likely to take a trick"
KEEP = "every card may take a trick"
NO_TRICK = "with this hand hardly a trick can be won"
STARTS = "whoever shows a card in the first deal is the starter"
OWN_TRUMPS = "with {suit} as trumps {count} of these cards are trumps, no less than a fair share"
FEW_TRUMPS = "with {suit} as trumps only {count} of these cards are trumps, less than a fair share"
BARE = "the hand has no honour, and may be thrown in"


def said(number: float) -> str:
    """About so many tricks, in digits."""
    return f"{number:.1f} tricks"


def scale(table: TrickState, order: Ordering) -> float:
    """What all tricks of a deal count together, against their number: more than 1 where cards
    count as well."""
    game = table.game
    tricks = game.tricks_in_deal or 1
    if not game.per_trick:
        return 1.0
    bare = tricks * game.per_trick
    return float((bare + sum(order.worth_of[card] for card in game.pack)) / bare)


def words_of(table: TrickState, bid: Bid) -> tuple[str, ...]:
    """The orders under which a bid may come to be played by the seat that acts."""
    orders: tuple[str, ...] = table.game.orders_of_bid(table, bid, table.hand)
    return orders


def needed(table: TrickState, bid: Bid) -> int:
    """The tricks that the seat that acts needs for a bid."""
    tricks: int = table.game.tricks_of_bid(table, bid, table.hand)
    return tricks


class BiddingHand:
    """One seat's hand with what it is worth under each order, counted once."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self._worth: dict[str, float] = {}

    def order(self, word: str) -> Any:
        game = self.table.game
        return game.ordering(None if word == "NT" else word)

    def tricks(self, word: str) -> float:
        if word not in self._worth:
            self._worth[word] = tricks_in(self.table, self.order(word))
        return self._worth[word]

    def best(self, words: Sequence[str]) -> str:
        return max(words, key=self.tricks)

    def partner(self, calls: Any, mine: float) -> float:
        """What the partner may be expected to take: the share of an average hand, or what the
        own bid promised."""
        game, me = self.table.game, self.table.me
        if not game.partners:
            return 0.0
        tricks, others = game.tricks_in_deal, game.players - 1
        mates = sum(self.table.same_side(me, s) for s in range(game.players)) - 1
        share = (tricks - mine) * mates / others
        told = [c for s, c in calls if s != me and self.table.same_side(s, me)]
        bids = [c for c in told if isinstance(c, Bid)]
        if bids:
            order = self.order(self.best(words_of(self.table, bids[0])))
            first = needed(self.table, bids[0]) / scale(self.table, order)
            share = max(share, TRUST * (others * first - tricks) / (others - mates))
        elif told:
            share *= 0.9
        return float(share)


def call_choice(table: Any, moves: Sequence[Any]) -> Choice | None:
    """The call that the rules of thumb make; None where they have nothing to say.  table.me is
    the seat that acts."""
    pick = call_pick(table, moves)
    return None if pick is None else Choice(pick[0], Sentence(pick[1], pick[2]))


def call_pick(table: TrickState, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]] | None:
    """`call_choice` without making a sentence."""
    if len(moves) == 1:
        return moves[0], "the only move that is open", {}
    if table.phase.names_trumps and not table.phase.bids:
        moves = _long_enough(table, moves)
    worth = worth_pick(table, moves)
    if worth is not None:
        return worth
    if any(isinstance(m, Bid) for m in moves) or (
        DOUBLE in moves or REDOUBLE in moves or any(isinstance(m, Hold) for m in moves)
    ):
        if not table.game.bidding_system:
            return _auction(table, moves)
        return table_pick(table, moves) or (PASS, SILENT, {})
    if isinstance(table.phase, NameTrumps) or all(isinstance(m, Name) for m in moves):
        return _name(table, moves)
    if ACCEPT in moves and DECLINE in moves:
        return _upcard(table, moves)
    if GO_ON in moves:
        return _expose(table, moves)
    if any(isinstance(m, Discard | Give) for m in moves):
        return away_pick(table, moves) or _discard(table, moves)
    words = {str(m) for m in moves}
    if words & STAY_WORDS and words & LEAVE_WORDS:
        return _stay(table, moves)
    return None


def _auction(table: Any, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]]:
    hand, calls = BiddingHand(table), table.game.calls(table)
    bids = [m for m in moves if isinstance(m, Bid)]
    passing = [m for m in moves if not isinstance(m, Bid)]
    quiet = PASS if PASS in moves else None
    bare = next((m for m in passing if m.verb == "say" and str(m) == "misdeal"), None)
    if bare is not None:
        return bare, BARE, {}
    last = last_bid(calls)
    hold = next((m for m in moves if isinstance(m, Hold)), None)

    def side(word: str) -> float:
        mine = hand.tricks(word)
        return (mine + hand.partner(calls, mine)) * scale(table, hand.order(word))

    if hold is not None and last is not None:
        held = words_of(table, last[1])
        if needed(table, last[1]) <= max(map(side, held)) + 0.15:
            return hold, WORTH, _facts(hand, hand.best(held))
        if not bids:
            facts = {"tricks": said(hand.tricks(hand.best(held)))}
            return quiet or passing[0], TOO_LITTLE, facts
    if not bids:
        return _double(table, moves, hand, last, quiet)
    fitting = _fitting(table, bids, hand, side)
    if last is not None and table.same_side(last[0], table.me) and quiet is not None:
        fitting = [
            f for f in fitting if f[0].level > last[1].level and f[1] >= needed(table, f[0]) + 0.3
        ]
        if not fitting:
            return quiet, OURS, {}
    if fitting:
        return _bid_of(table, bids, fitting, hand, side)
    if quiet is None and not passing:
        nearest = min(bids, key=lambda b: (needed(table, b), -side(hand.best(words_of(table, b)))))
        return nearest, NEAREST, {}
    if DOUBLE in moves or REDOUBLE in moves:
        return _double(table, moves, hand, last, quiet)
    word = hand.best(words_of(table, bids[0]))
    return quiet or passing[0], TOO_LITTLE, {"tricks": said(hand.tricks(word))}


def _fitting(
    table: TrickState, bids: Sequence[Bid], hand: BiddingHand, side: Callable[[str], float]
) -> list[tuple[Bid, float, str]]:
    """The bids that the hand is good enough for, with what its side may expect to take and the
    order that is best for it."""
    fitting = []
    for bid in bids:
        words = words_of(table, bid)
        if bid.level == 0:
            # to lose every trick: the best order for it is the one in which the hand is worth the
            # least
            risk = min(danger(table, hand.order(w), table.hand) for w in words)
            if risk < SAFE:
                fitting.append((bid, 0.0, words[0]))
            continue
        word = hand.best(words)
        if needed(table, bid) <= side(word) + 0.15:
            fitting.append((bid, side(word), word))
    return fitting


def _bid_of(
    table: TrickState,
    bids: Sequence[Bid],
    fitting: list[tuple[Bid, float, str]],
    hand: BiddingHand,
    side: Callable[[str], float],
) -> tuple[Any, str, dict[str, Any]]:
    """The bid to make of those that fit."""
    if len({b.strain for b in bids}) > 1:
        # the suit first, then how many
        word = max({w for _, _, w in fitting}, key=side)
        fitting = [f for f in fitting if f[2] == word] or fitting
    least = isinstance(table.phase, Auction) and table.phase.least_first
    bid, _, word = (min if least else max)(fitting, key=lambda f: f[0].height)
    if bid.level == 0:
        return bid, "the hand may lose every trick", {}
    return bid, WORTH, _facts(hand, word)


def _facts(hand: BiddingHand, word: str) -> dict[str, Any]:
    trump = (
        "no trumps"
        if word == "NT"
        else f"{SUITS[word].name} as trumps"
        if word in SUITS
        else "these trumps"
    )
    return {"tricks": said(hand.tricks(word)), "trump": trump}


def _double(
    table: Any, moves: Sequence[Any], hand: BiddingHand, last: Any, quiet: Any
) -> tuple[Any, str, dict[str, Any]]:
    game = table.game
    tricks = game.tricks_in_deal
    if last is None:
        # a round of doubling without bids: everything counts more, so double with more than half
        word = "NT" if table.order is None else ""
        mine = tricks_in(table, table.order) if table.order is not None else hand.tricks(word)
        total = mine + (tricks - mine) / max(1, game.players - 1) * (
            game.players // len(game.sides) - 1
        )
        wanted = REDOUBLE if REDOUBLE in moves else DOUBLE
        if wanted in moves and total > tricks * (0.6 if wanted == DOUBLE else 0.66):
            return wanted, TRICK, {"tricks": said(mine)}
        return quiet or moves[0], TOO_LITTLE, {"tricks": said(mine)}
    seat, bid = last
    words = words_of(table, bid)
    mine = max(hand.tricks(w) for w in words)
    against = mine + hand.partner((), mine) * 0.8
    if (
        DOUBLE in moves
        and not table.same_side(seat, table.me)
        and against > tricks - needed(table, bid) + 2
    ):
        return DOUBLE, TRICK, {"tricks": said(mine)}
    return quiet or moves[0], TOO_LITTLE, {"tricks": said(mine)}


def _long_enough(table: TrickState, moves: Sequence[Any]) -> Sequence[Any]:
    """The moves without those that name a suit of which the hand has two trumps fewer than of
    another: what it is worth says too little of how soon its trumps are gone."""
    lengths = {
        move: sum(map(table.game.order_on(table, move.suit).is_trump, table.hand))
        for move in moves
        if isinstance(move, Name)
    }
    longest = max(lengths.values(), default=0)
    return [move for move in moves if lengths.get(move, longest) > longest - 2]


def _name(table: Any, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]]:
    hand = BiddingHand(table)
    names = [m for m in moves if isinstance(m, Name)]
    best = max(names, key=lambda m: hand.tricks(str(m.suit)))
    return (
        best,
        BEST_TRUMPS,
        {"trump": SUITS[str(best.suit)].name, "tricks": said(hand.tricks(str(best.suit)))},
    )


def _upcard(table: Any, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]]:
    game, hand = table.game, BiddingHand(table)
    mine = hand.tricks(str(table.turned.suit))
    fair = game.tricks_in_deal / game.players
    if mine > 1.3 * fair:
        return ACCEPT, TRICK, {"tricks": said(mine)}
    return DECLINE, TOO_LITTLE, {"tricks": said(mine)}


def _expose(table: Any, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]]:
    """Show where whoever does starts, or where the hand has its share of the trumps."""
    game, hand = table.game, table.hand
    show = next(m for m in moves if isinstance(m, Show))
    suit = table.drawn.suit
    order = game.order_on(table, suit)
    facts = {"count": sum(map(order.is_trump, hand)), "suit": suit}
    if table.standing.starter is None:
        return show, STARTS, {}
    share = len(hand) * sum(map(order.is_trump, game.pack)) / len(game.pack)
    return (show, OWN_TRUMPS, facts) if facts["count"] >= share else (GO_ON, FEW_TRUMPS, facts)


def _order_now(table: Any) -> Any:
    """The order in force, or that of the best trumps where none is in force yet."""
    if table.order is not None:
        return table.order
    hand = BiddingHand(table)
    return hand.order(hand.best(table.game.printed_suits))


def _discard(table: Any, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]] | None:
    if not isinstance(table, TrickState):
        return None
    order = _order_now(table)
    likely = chances(table, order, table.hand)
    height = values(table.but(order=order)).height
    away = [m for m in moves if isinstance(m, Discard | Give) and m.card in likely]
    stop = next((m for m in moves if str(m) in KEEP_WORDS or m == PASS), None)
    if not away:
        return None

    def key(m: Move) -> tuple[float, int]:
        return (likely[m.card], height[m.card]) if m.card is not None else (1.0, 0)

    worst = min(away, key=key)
    if stop is not None and worst.card is not None and likely[worst.card] > 0.3:
        return stop, KEEP, {}
    return worst, WEAK_CARD, {}


def _stay(table: Any, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]]:
    order = _order_now(table)
    mine = tricks_in(table, order)
    stay = [m for m in moves if str(m) in STAY_WORDS]
    leave = [m for m in moves if str(m) in LEAVE_WORDS]
    swaps = [m for m in moves if isinstance(m, Swap)]
    wanted = table.game.tricks_to_stay(table)
    if mine >= wanted:
        return stay[0], TRICK, {"tricks": said(mine)}
    if swaps and mine >= 0.8 * wanted:
        likely = chances(table, order, table.hand)
        return min(swaps, key=lambda m: likely.get(m.args[0], 1.0)), WEAK_CARD, {}
    return leave[0], NO_TRICK, {}


__all__ = ["BiddingHand", "Say", "call_choice", "call_pick", "needed", "said", "words_of"]
