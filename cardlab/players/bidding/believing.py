"""Hands that fit what was called: layouts of the unseen cards that are likely after an auction.

Knows what each seat has shown and what it would have called with other cards.  Knows no view: where
cards may lie it is told.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from cardlab.engine.cards import Card
from cardlab.players.bidding.choosing import choose, hearing, meaning
from cardlab.players.bidding.handvalues import HandValue
from cardlab.players.bidding.hearing import SEATS
from cardlab.players.bidding.showing import Shown
from cardlab.players.bidding.speaking import Spoken
from cardlab.players.bidding.tables import BiddingSystem

OTHER_ROW = 0.25
"""How likely a hand inside the meaning of a call is for which another row comes first."""
JUDGED = 0.05
"""How likely a hand is that makes the call by judgement alone: such calls are seldom better."""
STEPS_OUTSIDE = (0.1, 0.05, 0.02)
"""How likely a hand is that has another shape, or lies a point outside, or two; a card counts as two
points."""
FURTHER = 0.001
"""Never nothing: people do not bid by a table."""
SWAPS = 600
"""Swaps until every hand lies in what it has shown."""
BLOCKS, MIXED = 8, 12
"""How often so many swaps are made together, and taken back if they make a less likely layout."""


def likelihood(table: BiddingSystem, words: Sequence[str], seat: int, hand: HandValue) -> float:
    """How likely a seat calls like this with a hand, its calls taken together.  Seats are counted
    from the first caller.

    >>> import cardlab
    >>> from cardlab.players.bidding.speaking import counted
    >>> from cardlab.players.bidding.tables import system
    >>> hand = counted(cardlab.game("bridge"), cardlab.cards("AS KS 7S KH JH 3H QD 5D 4D KC 8C 6C 2C"))
    >>> [likelihood(system("bridge-natural"), [word], 0, hand) for word in ("1N", "1C", "P", "2H")]
    [1.0, 0.25, 0.001, 0.001]
    """
    return prod(
        _of_a_call(table, tuple(words[:number]), words[number], hand)
        for number in range(seat, len(words), SEATS)
    )


def _of_a_call(table: BiddingSystem, before: tuple[str, ...], word: str, hand: HandValue) -> float:
    heard = hearing(table, before)
    chosen = choose(table, heard, hand)
    if chosen is not None and chosen.word == word:
        return 1.0
    meant = meaning(table, heard, word)
    if not meant.options:
        return 1.0  # a call that says nothing is no reason to doubt a hand
    fitting = [option for option in meant.options if option.fits(hand)]
    if fitting:
        return JUDGED if all(option.row.judged for option in fitting) else OTHER_ROW
    far = Shown(meant.expected).distance(hand)
    return STEPS_OUTSIDE[int(far)] if far < len(STEPS_OUTSIDE) else FURTHER


class Belief:
    """Layouts of the unseen cards, the likely ones more often: each a walk from one that may be.

    known: the cards that every seat is known to have been dealt; seats as the auction counts them,
    by the seat at the table.
    """

    def __init__(
        self,
        told: Spoken,
        points: Any,
        known: Mapping[int, Sequence[Card]],
        callers: Mapping[int, int],
        rng: random.Random,
    ) -> None:
        self.told, self.points, self.known, self.callers = told, points, known, callers
        self.rng = rng

    def layout(
        self, cards: list[Card], places: Sequence[int], barred: Mapping[int, set[Card]]
    ) -> list[Card]:
        """A layout, a card for every place.  cards: any layout that may be; barred: the cards that
        a place cannot hold."""
        walk = _Walk(self, cards, places, barred)
        walk.inside(SWAPS)
        weight = self._weigh(walk)
        for _ in range(BLOCKS):
            before = walk.cards.copy()
            walk.mix(MIXED)
            other = self._weigh(walk)
            if other >= weight * self.rng.random():
                weight = other
            else:
                walk.set(before)
        return walk.cards

    def _weigh(self, walk: _Walk) -> float:
        words = self.told.heard.words
        return prod(
            likelihood(self.told.table, words, self.callers[seat], walk.hand(seat))
            for seat in walk.seats
        )


class _Walk:
    """One layout that is changed by swaps of two cards."""

    def __init__(
        self,
        belief: Belief,
        cards: list[Card],
        places: Sequence[int],
        barred: Mapping[int, set[Card]],
    ) -> None:
        self.belief, self.places, self.barred, self.rng = belief, places, barred, belief.rng
        self.seats = [seat for seat in dict.fromkeys(places) if seat in belief.callers]
        self.set(cards)

    def set(self, cards: list[Card]) -> None:
        """Lay the cards like this."""
        self.cards = cards
        self._far = {seat: self._distance(seat) for seat in self.seats}

    def hand(self, seat: int) -> HandValue:
        """The hand of a seat as it was dealt."""
        held = (card for card, place in zip(self.cards, self.places, strict=True) if place == seat)
        return HandValue(self.belief.points, frozenset((*self.belief.known[seat], *held)))

    def _distance(self, seat: int) -> float:
        shown = self.belief.told.heard.shown[self.belief.callers[seat]]
        return shown.distance(self.hand(seat))

    def inside(self, most: int) -> None:
        """Swap until every hand lies in what it has shown, as near as so many swaps bring it."""
        for _ in range(most):
            if not any(self._far.values()):
                return
            self._swap()

    def mix(self, times: int) -> None:
        for _ in range(times):
            self._swap()

    def _swap(self) -> None:
        """Exchange two cards, unless hands would lie further outside."""
        one, two = (self.rng.randrange(len(self.cards)) for _ in range(2))
        here, there = self.places[one], self.places[two]
        if here == there or self._may_not(one, there) or self._may_not(two, here):
            return
        self._exchange(one, two)
        touched = [seat for seat in (here, there) if seat in self._far]
        far = {seat: self._distance(seat) for seat in touched}
        if sum(far.values()) > sum(self._far[seat] for seat in touched):
            self._exchange(one, two)
        else:
            self._far |= far

    def _may_not(self, card: int, place: int) -> bool:
        return self.cards[card] in self.barred.get(place, ())

    def _exchange(self, one: int, two: int) -> None:
        self.cards[one], self.cards[two] = self.cards[two], self.cards[one]
