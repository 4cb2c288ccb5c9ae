"""Ranked melds: what some cards make together, a pair, a run or a flush, and which of two is better.

Knows the kinds of brag (three cards) and of poker (five), how two of a kind compare, and how a meld is
called.  Knows no game, and nothing of how anybody comes by the cards.

>>> from cardlab.engine.cards import cards
>>> BRAG.kind(cards("9S 9H 9C")), BRAG.named(cards("AS 3H 2C")), POKER.named(cards("7S 7H 7C KD KS"))
('prial', 'run of A 2 3', 'full house of sevens and kings')
>>> BRAG.of(cards("AS 3H 2C")) > BRAG.of(cards("AS KH QC"))
True
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from cardlab.engine.cards import RANK_NAMES, Card, pack

ACE_HIGH = "23456789TJQKA"
"""The ranks from low to high."""
WHEEL = {3: "A32", 5: "A5432"}
"""The run in which an ace is low, by its length; written like all runs with the ace first."""

SAME_RANKS = {
    (): "alone",
    (2,): "pair",
    (2, 2): "two pair",
    (3,): "three",
    (3, 2): "full house",
    (4,): "four",
}
"""What cards of equal ranks make, by how many there are of each rank."""

Meld = tuple[int, tuple[int, ...]]
"""The place of its kind, and the places of what decides between two of the kind: more is better."""


def plural(rank: str) -> str:
    """The cards of a rank in words.

    >>> plural("6"), plural("K")
    ('sixes', 'kings')
    """
    name = RANK_NAMES[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def straights(size: int) -> tuple[str, ...]:
    """The runs of so many ranks in the order of ``ACE_HIGH``, low to high, without the wheel.

    >>> straights(3)[0], straights(3)[-1]
    ('432', 'AKQ')
    """
    high = ACE_HIGH[::-1]
    runs = [high[at : at + size] for at in range(len(high) - size + 1)]
    return tuple(reversed(runs))


@dataclass(frozen=True)
class MeldOrder:
    """How melds of so many cards rank.

    kinds: what the shapes are called here, from the lowest to the highest; runs: from the lowest to
    the highest; alike: the ranks from low to high where all cards of a meld are of one rank.
    """

    size: int
    kinds: tuple[tuple[str, str], ...]
    runs: tuple[str, ...]
    alike: str = ACE_HIGH

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """What the kinds are called, from the lowest to the highest."""
        return tuple(title for _, title in self.kinds)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each shape."""
        return {shape: place for place, (shape, _) in enumerate(self.kinds)}

    def shape(self, cards: Sequence[Card]) -> str:
        """What the cards make, whatever it is called here."""
        counts = sorted(Counter(card.rank for card in cards).values(), reverse=True)
        if counts[0] > 1:
            return SAME_RANKS[tuple(count for count in counts if count > 1)]
        whole = len(cards) == self.size
        flush = whole and len({card.suit for card in cards}) == 1
        run = whole and self.run_of(cards) in self.runs
        return "run flush" if run and flush else "run" if run else "flush" if flush else "alone"

    def run_of(self, cards: Iterable[Card]) -> str:
        """The ranks of the cards from high to low, as a run is written."""
        return "".join(sorted((card.rank for card in cards), key=ACE_HIGH.index, reverse=True))

    def kind(self, cards: Sequence[Card]) -> str:
        """What the meld is called."""
        return dict(self.kinds)[self.shape(cards)]

    def of(self, cards: Sequence[Card]) -> Meld:
        """The value of a meld: the better of two is the greater, and equal ones tie."""
        shape = self.shape(cards)
        return self.places[shape], self.heights(shape, cards)

    def heights(self, shape: str, cards: Sequence[Card]) -> tuple[int, ...]:
        """What decides between two melds of this shape."""
        if shape in ("run", "run flush"):
            return (self.runs.index(self.run_of(cards)),)
        order = self.alike if shape == "three" and len(cards) == self.size else ACE_HIGH
        counts = Counter(order.index(card.rank) for card in cards)
        return tuple(sorted(counts, key=lambda place: (counts[place], place), reverse=True))

    @cached_property
    def all_melds(self) -> list[Meld]:
        """The values of all melds of the pack of 52, from the lowest."""
        return sorted(map(self.of, combinations(pack(), self.size)))

    def share_beaten(self, cards: Sequence[Card]) -> float:
        """The share of all melds of the pack that are worse than this one.

        >>> from cardlab.engine.cards import cards
        >>> BRAG.share_beaten(cards("3S 3H 3D")) > 0.999, BRAG.share_beaten(cards("5S 3H 2D"))
        (True, 0.0)
        """
        return bisect_left(self.all_melds, self.of(cards)) / len(self.all_melds)

    def named(self, cards: Sequence[Card]) -> str:
        """The meld in words, with the ranks that make it."""
        shape = self.shape(cards)
        title = dict(self.kinds)[shape]
        ranks = [rank for rank, _ in _by_count(cards)]
        if shape in ("run", "run flush"):
            return f"{title} of {_spelled(self.run_of(cards))}"
        if shape in ("flush", "alone"):
            return f"{title}, {_spelled(self.run_of(cards))}"
        if shape in ("two pair", "full house"):
            return f"{title} of {plural(ranks[0])} and {plural(ranks[1])}"
        return f"{title} of {plural(ranks[0])}"


def _by_count(cards: Sequence[Card]) -> list[tuple[str, int]]:
    """The ranks, those of which there are most first, then the higher ones."""
    counts = Counter(card.rank for card in cards)
    return sorted(counts.items(), key=lambda pair: (pair[1], ACE_HIGH.index(pair[0])), reverse=True)


def _spelled(run: str) -> str:
    """Ranks as they are read; the wheel begins with its ace.

    >>> _spelled("A32"), _spelled("JT9")
    ('A 2 3', 'J 10 9')
    """
    ranks = run[0] + run[:0:-1] if run in WHEEL.values() else run
    return " ".join("10" if rank == "T" else rank for rank in ranks)


_BRAG_KINDS = (
    ("alone", "high card"),
    ("pair", "pair"),
    ("flush", "flush"),
    ("run", "run"),
    ("run flush", "running flush"),
    ("three", "prial"),
)
BRAG = MeldOrder(3, _BRAG_KINDS, (*straights(3), WHEEL[3]), alike="2456789TJQKA3")
"""Brag as it is mostly played: three threes are the best prial, and A 2 3 the best run."""
PLAIN_BRAG = MeldOrder(3, _BRAG_KINDS, (WHEEL[3], *straights(3)))
"""Brag without these two exceptions: three aces and A K Q are the best."""
POKER = MeldOrder(
    5,
    (
        ("alone", "high card"),
        ("pair", "pair"),
        ("two pair", "two pair"),
        ("three", "three of a kind"),
        ("run", "straight"),
        ("flush", "flush"),
        ("full house", "full house"),
        ("four", "four of a kind"),
        ("run flush", "straight flush"),
    ),
    (WHEEL[5], *straights(5)),
)


__all__ = [
    "ACE_HIGH",
    "BRAG",
    "PLAIN_BRAG",
    "POKER",
    "Meld",
    "MeldOrder",
    "plural",
]
