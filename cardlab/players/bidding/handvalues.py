"""What a hand is worth before a call: points, lengths of suits, shape, honours.

Knows the four suits and the usual counts of bridge players.  Knows no call.

>>> from cardlab.engine.cards import cards
>>> from cardlab.engine.hand_points import HandPoints
>>> points = HandPoints("points", (("A", 4), ("K", 3), ("Q", 2), ("J", 1)), "an example")
>>> hand = HandValue(points, frozenset(cards("AS KS QS 5S 4S 2S KD QD 5D 4D 7H 6H 2C")))
>>> hand.hcp, hand.tp, hand.support("H"), hand.r20, hand.ptr, hand.lengths["S"]
(14, 16, 14, 24, 7.0, 6)
>>> hand.balanced, hand.stops("D"), hand.good("D"), hand.longest("S")
(False, True, True, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import ClassVar

from cardlab.engine.cards import Card
from cardlab.engine.hand_points import HandPoints

SUIT_LETTERS = ("C", "D", "H", "S")
"""From low to high, as bids rank them."""
TOPS: Mapping[str, float] = {"AKQ": 3, "AK": 2, "AQ": 1.5, "KQ": 1.5, "A": 1, "K": 0.5}
"""Playing tricks of the honours in the longest suit."""
OUTSIDE: Mapping[str, float] = {"AK": 2, "AQ": 1.5, "A": 1, "KQ": 1}
"""Playing tricks of the honours in another suit."""
FOUR_TRUMPS = {0: 5, 1: 3, 2: 1}
THREE_TRUMPS = {0: 3, 1: 2, 2: 1}
"""What a short suit is worth in support of trumps, by its length."""
STOP_LENGTHS = {"A": 1, "K": 2, "Q": 3, "J": 4}
"""How many cards a suit needs for this honour to stop it."""


class HandValue:
    """One hand, counted in every way that a table of calls may ask for."""

    __slots__ = ("__dict__", "hand", "points")
    MEASURES: ClassVar[tuple[str, ...]] = ("hcp", "tp", "r20", "r15", "ptr")

    def __init__(self, points: HandPoints, hand: frozenset[Card]) -> None:
        self.points, self.hand = points, hand

    @cached_property
    def hcp(self) -> int:
        """High-card points."""
        return self.points.of(self.hand)

    @cached_property
    def ranks(self) -> Mapping[str, str]:
        """The ranks held in each suit."""
        held = dict.fromkeys(SUIT_LETTERS, "")
        for card in self.hand:
            held[str(card.suit)] += card.rank
        return held

    @cached_property
    def lengths(self) -> Mapping[str, int]:
        return {suit: len(ranks) for suit, ranks in self.ranks.items()}

    @cached_property
    def tp(self) -> int:
        """Total points: high cards, and 1 for each card beyond the fourth of a suit."""
        return self.hcp + sum(max(0, n - 4) for n in self.lengths.values())

    @cached_property
    def most(self) -> int:
        """The most points, counted for length or in support of a suit."""
        return max(self.tp, *(self.support(suit) for suit in SUIT_LETTERS))

    @cached_property
    def r20(self) -> int:
        """High-card points and the lengths of the two longest suits: 20 opens a light hand."""
        return self.hcp + sum(sorted(self.lengths.values())[-2:])

    @cached_property
    def r15(self) -> int:
        """High-card points and the number of spades: 15 opens in fourth seat."""
        return self.hcp + self.lengths["S"]

    @cached_property
    def ptr(self) -> float:
        """Playing tricks with the longest suit as trumps."""
        own = max(SUIT_LETTERS, key=lambda suit: self.lengths[suit])
        top = _best(TOPS, self.ranks[own]) + max(0, self.lengths[own] - 3)
        return top + sum(self._outside(suit) for suit in SUIT_LETTERS if suit != own)

    def _outside(self, suit: str) -> float:
        guarded = 0.5 if "K" in self.ranks[suit] and self.lengths[suit] > 1 else 0.0
        return max(_best(OUTSIDE, self.ranks[suit]), guarded)

    def support(self, trump: str) -> int:
        """Support points: high cards, and short suits if there are trumps to ruff with."""
        trumps = self.lengths[trump]
        worth = FOUR_TRUMPS if trumps > 3 else THREE_TRUMPS if trumps == 3 else {}
        short = (worth.get(n, 0) for suit, n in self.lengths.items() if suit != trump)
        return self.hcp + sum(short)

    @cached_property
    def balanced(self) -> bool:
        return tuple(sorted(self.lengths.values())) in ((3, 3, 3, 4), (2, 3, 4, 4), (2, 3, 3, 5))

    @cached_property
    def short(self) -> bool:
        """A singleton or a void somewhere."""
        return min(self.lengths.values()) < 2

    @cached_property
    def aces(self) -> int:
        return sum("A" in ranks for ranks in self.ranks.values())

    def longest(self, suit: str) -> bool:
        """No suit is longer."""
        return self.lengths[suit] == max(self.lengths.values())

    def good(self, suit: str) -> bool:
        """Two of the top three honours, or three of the top five."""
        held = self.ranks[suit]
        return sum(r in held for r in "AKQ") > 1 or sum(r in held for r in "AKQJT") > 2

    def stops(self, suit: str) -> bool:
        """The ace, a guarded king, a queen with two others, or a jack with three."""
        held = self.ranks[suit]
        return any(rank in held and len(held) >= n for rank, n in STOP_LENGTHS.items())


def _best(worth: Mapping[str, float], held: str) -> float:
    """The worth of the honours that are held."""
    return max((n for tops, n in worth.items() if set(tops) <= set(held)), default=0.0)


@lru_cache(maxsize=50_000)
def hand_value(points: HandPoints, hand: frozenset[Card]) -> HandValue:
    """A hand, counted once."""
    return HandValue(points, hand)
