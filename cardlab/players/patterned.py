"""Rules of thumb for tricks of several cards and for partners who are found by called cards.

Knows patterns, the kitty, calls, and who has joined.  Knows no game.  What a seat thinks of the sides
comes from what it sees: who has joined, and whether it holds the next copy of a called card itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.moves import Discard
from cardlab.engine.ordering import Ordering
from cardlab.families.called_cards import (
    COPY_STEPS,
    RANK_STEPS,
    SUIT_STEPS,
    CalledState,
    CallFriends,
    CallStep,
)
from cardlab.families.climbing import PlayCards
from cardlab.families.pattern_tricks import PatternTricks
from cardlab.families.patterns import CardPattern, beats, leads_in, rungs_of

Cards = tuple[Card, ...]
Picked = tuple[Any, str, int | None, dict[str, Any]]

TOGETHER = "cards that go together are hard to beat"
MASTER = "a lead of its suit that nothing unseen beats"
LOW_LEAD = "a low lead, which costs little"
GIVES = "points for an ally who wins the trick"
WINS = "the cheapest cards that win the trick"
WINS_NOW = "nobody who plays later is likely to beat this"
CHEAP = "the cards that are missed the least"
BURIES = "a low card of a short suit, and no points"
HIGH_CALL = "whoever holds so high a card is likely to win tricks"
OWN_SUIT = "a plain suit in which the hand can lead to the friend"
COPY = "a copy that somebody else is likely to play"


def pattern_pick(table: Any, moves: Sequence[Any]) -> Picked | None:
    """The move of the rules of thumb with the words for it; None in other phases."""
    if isinstance(table.phase, PatternTricks):
        return _lead(table, moves) if not table.trick.cards else _follow(table, moves)
    if isinstance(table.phase, CallFriends):
        return _call(table, moves)
    if table.order is not None and all(isinstance(m, Discard) for m in moves):
        return _bury(table, moves)
    return None


# --- who plays with whom


def camp_of_starter(table: CalledState) -> tuple[int, ...]:
    """The starter, who has joined, and the seat that looks if it holds the next copy of a called
    card."""
    camp: tuple[int, ...] = table.game.with_starter(table)
    mine = Counter(table.hand)
    for call in table.outstanding():
        if mine[call.card] and call.number - table.times_played(call.card) <= mine[call.card]:
            return (*camp, table.me or 0)
    return camp


def is_ally(table: CalledState, camp: tuple[int, ...], seat: int) -> bool:
    """Whether a seat plays with the one that looks, as far as it knows."""
    return (seat in camp) == (table.me in camp)


# --- the kitty and the calls


def _bury(table: Any, moves: Sequence[Any]) -> Picked:
    order, held = table.order, Counter(table.hand)
    lengths = Counter(order.suit_of[card] for card in table.hand)

    def cost(move: Any) -> tuple[Any, ...]:
        card = move.card
        return (
            order.is_trump(card),
            held[card] > 1,
            order.worth_of[card],
            card.rank == "A",
            lengths[order.suit_of[card]],
            heights_in(order)[card],
        )

    return min(moves, key=cost), BURIES, None, {}


def _call(table: CalledState, moves: Sequence[Any]) -> Picked:
    """A high card of a plain suit, and a copy that this hand does not play itself."""
    held, named = Counter(table.hand), {call for call in table.friend_cards}
    if not table.calling:
        plain = [suit for suit, step in SUIT_STEPS.items() if step in moves]

        def fitting(suit: str) -> tuple[bool, int, int]:
            card = next(c for c in _high_cards(table, suit))
            lead = sum(table.order.suit_of[c] == suit for c in table.hand)
            called = sum(call.card.suit == suit for call in named)
            return held[card] < table.game.decks, -called, -abs(lead - 2)

        return SUIT_STEPS[max(plain, key=fitting)], OWN_SUIT, None, {}
    if len(table.calling) == 1:
        for card in _high_cards(table, table.calling_suit):
            taken = sum(call.card == card for call in named)
            if RANK_STEPS[card.rank] in moves and held[card] + taken < table.game.decks:
                return RANK_STEPS[card.rank], HIGH_CALL, None, {}
        return moves[0], HIGH_CALL, None, {}
    card = table.calling_card or Card("AS")
    wanted = min(held[card] + 1, table.game.decks)
    steps: list[CallStep] = [step for step in COPY_STEPS if step in moves]
    return min(steps, key=lambda s: abs(COPY_STEPS.index(s) + 1 - wanted)), COPY, None, {}


def _high_cards(table: CalledState, suit: str) -> Iterable[Card]:
    """The highest cards of a plain suit, from high to low."""
    return [rung[0] for rung in rungs_of(table.order, suit)]


# --- the play


@lru_cache(maxsize=200)
def places_in(order: Ordering) -> dict[Card, int]:
    """The place of each card on the ladder of its suit; the top is 0."""
    suits = {suit for suit in order.suit_of.values() if suit is not None}
    return {
        card: place
        for suit in suits
        for place, rung in enumerate(rungs_of(order, suit))
        for card in rung
    }


@lru_cache(maxsize=200)
def heights_in(order: Ordering) -> dict[Card, int]:
    """How high each card stands in its suit; trumps stand above all others."""
    return {card: 100 * order.is_trump(card) - at for card, at in places_in(order).items()}


class HiddenCopies:
    """What the seat that acts has not seen, suit by suit: of each rung how many identical cards are
    among the hidden ones, at most."""

    def __init__(self, table: Any) -> None:
        self.order = table.order
        left = dict(_copies(table.game))
        for trick in (*table.taken, table.trick):
            for card in trick.cards:
                left[card] -= 1
        for card in (*table.hand, *table.away_of(table.me)):
            left[card] -= 1
        self.left = left
        self.rungs: dict[Any, list[int]] = {}

    def on_rungs(self, suit: Any) -> list[int]:
        """The most identical hidden cards of each rung of a suit, from the top."""
        found = self.rungs.get(suit)
        if found is None:
            rungs = rungs_of(self.order, suit)
            found = [max([self.left[card] for card in rung]) for rung in rungs]
            self.rungs[suit] = found
        return found

    def is_master(self, cards: Cards) -> bool:
        """Whether no hidden cards of its suit beat a play."""
        places, each = places_in(self.order), len(cards)
        above = self.on_rungs(self.order.suit_of[cards[0]])[: min(places[c] for c in cards)]
        if cards[0] == cards[-1]:
            return all(many < each for many in above)
        # a tractor is beaten by one that reaches higher: with two pairs above be careful
        return sum(many > 1 for many in above) < 2


@lru_cache(maxsize=20)
def _copies(game: Any) -> dict[Card, int]:
    """How often each card is in the pack."""
    return dict(Counter(game.pack))


def _lead(table: Any, moves: Sequence[Any]) -> Picked:
    order, hidden, heights = table.order, HiddenCopies(table), heights_in(table.order)
    plays = [(m, m.cards if isinstance(m, PlayCards) else (m.card,)) for m in moves]
    safe = [(m, cards) for m, cards in plays if hidden.is_master(cards)]

    def value(play: tuple[Any, Cards]) -> tuple[Any, ...]:
        cards = play[1]
        worth = sum(order.worth_of[card] for card in cards)
        return len(cards), not order.is_trump(cards[0]), worth, heights[cards[0]]

    several = [play for play in safe if len(play[1]) > 1]
    if several:
        return max(several, key=value)[0], TOGETHER, None, {}
    plain = [play for play in safe if not order.is_trump(play[1][0])]
    if plain:
        return max(plain, key=value)[0], MASTER, None, {}
    lengths = Counter(order.suit_of[card] for card in table.hand)

    def cost(play: tuple[Any, Cards]) -> tuple[Any, ...]:
        cards = play[1]
        worth = sum(order.worth_of[card] for card in cards)
        trump = order.is_trump(cards[0])
        return (
            worth,
            trump,
            -len(cards),
            heights[cards[0]],
            -lengths[order.suit_of[cards[0]]],
        )

    return min(plays, key=cost)[0], LOW_LEAD, None, {}


def _follow(table: Any, moves: Sequence[Any]) -> Picked:
    """Points for an ally who is likely to win, a play that wins from a foe, or what is missed the
    least."""
    order, trick = table.order, table.trick
    camp, hidden = camp_of_starter(table), HiddenCopies(table)
    to_come = {*trick.seats[len(trick.cards) :]} - {table.me}
    foes_later = any(not is_ally(table, camp, seat) for seat in to_come)
    at = trick.best(order)
    best = trick.cards[at : at + trick.each]
    missed = _CardsMissed(table)
    if is_ally(table, camp, trick.seats[at]):
        if not foes_later or hidden.is_master(best):
            giving = max(moves, key=missed.gladly_given)
            return giving, GIVES if missed.worth(giving) else CHEAP, None, {}
        return min(moves, key=missed.by_hand), CHEAP, None, {}
    wins, words = _play_that_wins(table, best, hidden, foes_later)
    if wins:
        left = Counter(wins) - Counter(trick.begun)
        step = next((m for m in moves if left[m.card]), None)
        if step is not None:
            return step, words, None, {}
    return min(moves, key=missed.by_hand), CHEAP, None, {}


class _CardsMissed:
    """How much a hand misses a card that it plays to a trick."""

    def __init__(self, table: Any) -> None:
        self.order = table.order
        self.heights = heights_in(table.order)
        self.held = Counter(table.hand)
        self.singles = table.trick.each == 1

    def worth(self, move: Any) -> int:
        return int(self.order.worth_of[move.card])

    def by_hand(self, move: Any) -> tuple[Any, ...]:
        """The least is best: points, trumps, pairs, height."""
        return (self.worth(move), *self._besides_points(move))

    def gladly_given(self, move: Any) -> tuple[Any, ...]:
        """The most is best: many points, by a card that is missed little otherwise."""
        return (self.worth(move), *[-int(n) for n in self._besides_points(move)])

    def _besides_points(self, move: Any) -> tuple[Any, ...]:
        card = move.card
        paired = self.held[card] > 1 and self.singles
        return self.order.is_trump(card), paired, self.heights[card]


def _play_that_wins(
    table: Any, best: Cards, hidden: HiddenCopies, foes_later: bool
) -> tuple[Cards, str]:
    """The cards with which this hand beats the best play so far, and the words for it; none where
    it cannot or where the trick is not worth it."""
    order, trick, heights = table.order, table.trick, heights_in(table.order)
    winning = _winning(table, trick, trick.pattern(order), best)

    def price(cards: Cards) -> tuple[Any, ...]:
        return order.is_trump(cards[0]), heights[cards[0]]

    if not winning:
        return (), ""
    if not foes_later:
        return min(winning, key=price), WINS
    points = sum(order.worth_of[card] for card in trick.cards)
    plain = [cards for cards in winning if not order.is_trump(cards[0])]
    sure = [cards for cards in winning if hidden.is_master(cards)]
    if sure and (points or plain):
        return min(sure, key=price), WINS_NOW
    if not points:
        return (), ""
    # a high card of a plain suit may hold against those who play later
    dearest = trick.each == 1 and bool(plain)
    return (max if dearest else min)(winning, key=price), WINS


def _winning(table: Any, trick: Any, led: CardPattern, best: Cards) -> list[Cards]:
    """The plays of this hand, with what it has put down already, that beat the best one so far."""
    order, begun = table.order, Counter(trick.begun)
    hand = (*trick.begun, *table.hand)
    own = [card for card in hand if order.suit_of[card] == led.suit]
    usable = own or [card for card in hand if order.is_trump(card)]
    if own and len(own) < led.size:
        return []
    if led.size == 1:
        plays: Iterable[Cards] = [(card,) for card in dict.fromkeys(usable)]
    else:
        plays = leads_in(usable, order)
    return [
        cards
        for cards in plays
        if len(cards) == led.size and not begun - Counter(cards) and beats(cards, best, order, led)
    ]
