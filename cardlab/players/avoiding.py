"""Rules of thumb for those who want to lose tricks: duck, throw what costs, lead low.

Knows orders, tricks and what a card counts for whoever takes it.  Knows no game.

>>> import cardlab
>>> game = cardlab.game("hearts")
>>> before = [[(0, "2C"), (1, "3C"), (2, "4C"), (3, "5C")]]
>>> trick, hands = [(1, "KS"), (2, "4S"), (3, "2S")], {0: "AS QS 7H"}
>>> table = game.state(taken=before, trick=trick, hands=hands, to_move=0)
>>> lose_pick(game.view(table), game.legal_moves(table), 0)[:2]
(QS, 'a card that costs, because somebody else has to take it')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.moves import Play
from cardlab.engine.ordering import Ordering
from cardlab.players.bits import bits_of, highest

Picked = tuple[Any, str, int | None, dict[str, Any]]

COSTLY = "a card that costs, because somebody else has to take it"
DUCK = "the highest card that still loses"
HARMLESS = "the trick costs nothing, so a high card goes"
WELCOME = "the trick is worth winning"
FORCED = "a low card, since nothing here loses for certain"
LATE = "the trick is won anyway, so the highest card goes"
LOW_LEAD = "a low lead that somebody else will have to win"
DANGEROUS = "the card that is most likely to cost something"


def dangers(order: Ordering, hand: Sequence[Card], unseen: int) -> dict[Card, float]:
    """How much each card of a hand is likely to cost: what it counts, and what it may take."""
    bits = bits_of(order)
    ours = bits.set_of(hand)
    present, worth_of = ours | unseen, order.worth_of
    by_card: dict[Card, float] = {}
    for card in hand:
        below = bits.below[card]
        lower, guards = present & below, (ours & below).bit_count()
        others = (present & bits.suit[card]).bit_count() - 1
        may_take = max(0, highest(bits.costs[order.suit_of[card]], lower))
        share = lower.bit_count() / max(1, others)
        cost = 3.0 * worth_of[card] + 10.0 * share + 2.0 * may_take
        by_card[card] = cost - (2.0 * guards if guards > 2 else 0.0)
    return by_card


def give_pick(table: Any, moves: Sequence[Any], unseen: int) -> Picked:
    """The card to pass to somebody else, where points are bad.  unseen: the cards that the acting
    seat has not seen, as bits (`cardlab.players.bits`)."""
    risk = dangers(table.order, table.hand, unseen)
    return max(moves, key=lambda move: risk[move.card]), DANGEROUS, None, {}


def lose_pick(table: Any, moves: Sequence[Any], unseen: int) -> Picked:
    """The card for a seat that wants to take as little as possible.  unseen: as in `give_pick`."""
    trick = table.trick
    if not trick.cards:
        return _lead(table, moves, unseen)
    order, up = table.order, trick.up
    worth_of, power = order.worth_of, order.power(up[0])
    top = max([power[card] for card in up])
    last = len(up) == len(trick.seats) - 1
    stakes = table.game.per_trick + sum([worth_of[card] for card in up])
    losers = [move for move in moves if power[move.card] <= top]
    winners = [move for move in moves if power[move.card] > top]
    if winners and last:
        best = max(winners, key=lambda move: (-worth_of[move.card], power[move.card]))
        cost = stakes + worth_of[best.card]
        if cost < 0:
            return best, WELCOME, None, {}
        if cost == 0 and not any(worth_of[move.card] > 0 for move in losers):
            return best, HARMLESS, None, {}
        if not losers:
            return best, LATE, None, {}
    if losers:
        if order.suit_of[losers[0].card] is not order.suit_of[trick.cards[0]]:
            return give_pick(table, losers, unseen)
        best = max(losers, key=lambda move: (worth_of[move.card], power[move.card]))
        return best, COSTLY if worth_of[best.card] > 0 else DUCK, None, {}
    return (
        min(winners, key=lambda move: (worth_of[move.card] > 0, power[move.card])),
        FORCED,
        None,
        {},
    )


def _lead(table: Any, moves: Sequence[Any], unseen: int) -> Picked:
    """A low card of a suit in which others hold higher ones."""
    order = table.order
    bits, risk = bits_of(order), dangers(order, table.hand, unseen)

    def key(move: Play) -> tuple[float, float]:
        card = move.card
        others, higher = unseen & bits.suit[card], (unseen & bits.above[card]).bit_count()
        certain = 0.0 if higher else 1.0
        chance = higher / others.bit_count() if others else 0.0
        return certain, risk[card] - 8.0 * chance

    return min(moves, key=key), LOW_LEAD, None, {}
