"""Counting hands out of a pack: which cards are alike, and how many hands give which value.

Knows cards and what can be measured of a hand.  Knows no games.  Cards that are alike for what is
measured are counted together, kind by kind, so that no hand is ever written out:

>>> from cardlab.engine.cards import pack
>>> spread(pack(), 13, (Number(frozenset("AS AH AC AD".split())),))[(4,)]
1677106640
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cardlab.engine.cards import Card
from cardlab.labs.odds.chances import Term

MOST_STATES = 60_000
"""Beyond so many cases side by side the counting would keep somebody waiting; then a simulation
has to do."""


MOST_SHARED = 2_500
"""The same for several hands at once."""


class TooMany(ValueError):
    """There are too many cases to count them while somebody waits."""


@dataclass(frozen=True)
class Measure(ABC):
    """Something that a hand has: a number, a shape.  ``label`` says which cards are alike for
    it, ``add`` what so many cards of a label do to the state, ``value`` what the state comes to.
    ``whole`` measures look at each label by itself."""

    whole = False

    @abstractmethod
    def label(self, card: Card) -> Hashable: ...

    def start(self) -> Any:
        return 0

    @abstractmethod
    def add(self, state: Any, label: Any, count: int) -> Any: ...

    def value(self, state: Any) -> Any:
        return state

    def order(self, label: Any) -> Any:
        """Where the label stands when labels are counted in order."""
        return str(label)

    def of(self, hand: Iterable[Card]) -> Any:
        """The value of one hand, looked at card by card."""
        state, held = self.start(), Counter(map(self.label, hand))
        for label in sorted(held, key=self.order):
            state = self.add(state, label, held[label])
        return self.value(state)


@dataclass(frozen=True)
class Number(Measure):
    """How many of these cards."""

    cards: frozenset[Card]

    def label(self, card: Card) -> bool:
        return card in self.cards

    def add(self, state: int, label: bool, count: int) -> int:
        return state + count if label else state

    def of(self, hand: Iterable[Card]) -> int:
        return sum(card in self.cards for card in hand)


@dataclass(frozen=True)
class Worth(Measure):
    """The sum of what the cards count."""

    points: tuple[tuple[Card, int], ...]

    def label(self, card: Card) -> int:
        return _table(self.points).get(card, 0)

    def add(self, state: int, label: int, count: int) -> int:
        return state + label * count

    def of(self, hand: Iterable[Card]) -> int:
        table = _table(self.points)
        return sum(table.get(card, 0) for card in hand)


@lru_cache(maxsize=64)
def _table(points: tuple[tuple[Card, int], ...]) -> dict[Card, int]:
    return dict(points)


@dataclass(frozen=True)
class Lengths(Measure):
    """How many cards of each of these suits; a joker is of none."""

    suits: tuple[str, ...] = ("S", "H", "C", "D")

    def label(self, card: Card) -> int:
        return self.suits.index(card.suit) if card.suit in self.suits else -1

    def start(self) -> tuple[int, ...]:
        return (0,) * len(self.suits)

    def add(self, state: tuple[int, ...], label: int, count: int) -> tuple[int, ...]:
        return state if label < 0 else (*state[:label], state[label] + count, *state[label + 1 :])

    def of(self, hand: Iterable[Card]) -> tuple[int, ...]:
        held: list[str] = [card.suit for card in hand]
        return tuple(map(held.count, self.suits))


@dataclass(frozen=True)
class Kinds(Measure):
    """How many cards of each of these kinds; together they are the pack."""

    sets: tuple[frozenset[Card], ...]

    def label(self, card: Card) -> int:
        return next(i for i, cards in enumerate(self.sets) if card in cards)

    def start(self) -> tuple[int, ...]:
        return (0,) * len(self.sets)

    def add(self, state: tuple[int, ...], label: int, count: int) -> tuple[int, ...]:
        return (*state[:label], state[label] + count, *state[label + 1 :])


@dataclass(frozen=True)
class HandShape(Lengths):
    """The lengths of the suits, the longest first: 5-4-3-1."""

    def value(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(state, reverse=True))

    def of(self, hand: Iterable[Card]) -> tuple[int, ...]:
        return self.value(super().of(hand))


@dataclass(frozen=True)
class Alike(Measure):
    """The most copies of one card (``by`` "card") or the most cards of one rank (``by`` "rank");
    jokers are no rank."""

    by: str = "card"
    whole = True

    def label(self, card: Card) -> str:
        return str(card) if self.by == "card" else card.rank if card.suit else ""

    def add(self, state: int, label: str, count: int) -> int:
        return max(state, count) if label else state

    def of(self, hand: Iterable[Card]) -> int:
        held = [label for label in map(self.label, hand) if label]
        return max(map(held.count, held), default=0)


@dataclass(frozen=True)
class Run(Measure):
    """The longest run of cards that stand next to each other on these ladders (one for each
    suit)."""

    ladders: tuple[tuple[Card, ...], ...]
    whole = True

    def label(self, card: Card) -> tuple[int, int]:
        return next(
            ((i, ladder.index(card)) for i, ladder in enumerate(self.ladders) if card in ladder),
            (-1, 0),
        )

    def order(self, label: tuple[int, int]) -> tuple[int, int]:
        return label

    def start(self) -> tuple[int, int, int, int]:
        return 0, 0, -1, -1  # longest so far, the run that ends at this place, on this ladder

    def add(
        self, state: tuple[int, int, int, int], label: tuple[int, int], count: int
    ) -> tuple[int, int, int, int]:
        (best, run, ladder, at), (mine, place) = state, label
        if mine < 0:
            return state
        if not count:
            return best, 0, -1, -1
        run = run + 1 if (ladder, at) == (mine, place - 1) else 1
        return max(best, run), run, mine, place

    def value(self, state: tuple[int, int, int, int]) -> int:
        return state[0]


def kinds(pack: Sequence[Card], measures: Sequence[Measure]) -> list[tuple[tuple[Any, ...], int]]:
    """The kinds of cards in the order in which they are counted: their labels, and how many
    cards there are of each."""
    whole = [m for m in dict.fromkeys(measures) if m.whole]
    if len({type(m) for m in whole}) > 1 or len(whole) > 1:
        raise TooMany("sets and runs interlock: no kind of card can be counted by itself")
    cards_by_label = Counter(tuple(m.label(card) for m in measures) for card in pack)

    def place(kind: tuple[Any, ...]) -> Any:
        first = [m.order(label) for m, label in zip(measures, kind, strict=True) if m.whole]
        return first, [m.order(label) for m, label in zip(measures, kind, strict=True)]

    ordered = sorted(cards_by_label, key=place)
    if whole:
        at = list(measures).index(whole[0])
        labels = [kind[at] for kind in ordered]
        if len(set(labels)) < len(labels):
            raise TooMany(
                "cards of one rank differ otherwise, and no kind of card can be counted by itself"
            )
    return [(kind, cards_by_label[kind]) for kind in ordered]


@lru_cache(maxsize=256)
def spread(
    pack: tuple[Card, ...], size: int, measures: tuple[Measure, ...]
) -> dict[tuple[Any, ...], int]:
    """How many hands of this size give which values.  TooMany where that is too much to count."""
    cases: dict[tuple[int, tuple[Any, ...]], int] = {(0, tuple(m.start() for m in measures)): 1}
    left = len(pack)
    for kind, many in kinds(pack, measures):
        left -= many
        grown: dict[tuple[int, tuple[Any, ...]], int] = {}
        for (used, states), ways in cases.items():
            for count in range(max(0, size - used - left), min(many, size - used) + 1):
                after = tuple(
                    m.add(s, label, count)
                    for m, s, label in zip(measures, states, kind, strict=True)
                )
                key = used + count, after
                grown[key] = grown.get(key, 0) + ways * math.comb(many, count)
        cases = grown
        if len(cases) > MOST_STATES:
            raise TooMany("there are too many kinds of hands to count them all")
    ways_of_value: dict[tuple[Any, ...], int] = {}
    for (_, states), ways in cases.items():
        values = tuple(m.value(s) for m, s in zip(measures, states, strict=True))
        ways_of_value[values] = ways_of_value.get(values, 0) + ways
    return ways_of_value


def vectors(numbers: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many cards from kinds of these numbers.

    >>> list(vectors((2, 1), 2))
    [(1, 1), (2, 0)]
    """
    if not numbers:
        if size == 0:
            yield ()
        return
    rest = sum(numbers[1:])
    for count in range(max(0, size - rest), min(numbers[0], size) + 1):
        for others in vectors(numbers[1:], size - count):
            yield (count, *others)


def how_many(numbers: Sequence[int], size: int) -> int:
    """How many vectors there are, without writing them out."""
    cases = [1] + [0] * size
    for number in numbers:
        cases = [sum(cases[max(0, n - number) : n + 1]) for n in range(size + 1)]
    return cases[size]


def grouped(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Terms with the same factors put together: the twelve orders of 4-4-3-2 are one term,
    twelve times."""
    times_of: dict[tuple[tuple[int, int], ...], int] = {}
    for times, picks in terms:
        key = tuple(sorted(picks, key=lambda p: (p[0], -p[1])))
        times_of[key] = times_of.get(key, 0) + times
    return tuple(Term(times, picks) for picks, times in times_of.items())


@lru_cache(maxsize=64)
def all_hold(
    pack: tuple[Card, ...],
    size: int,
    hands: int,
    measure: tuple[Measure, ...],
    wanted: frozenset[Any],
) -> int:
    """How many ways there are to deal so many hands in turn, each with one of these values."""
    begin = tuple(m.start() for m in measure)
    cases: dict[tuple[tuple[int, ...], tuple[Any, ...]], int] = {
        ((0,) * hands, (begin,) * hands): 1
    }
    groups = kinds(pack, measure)
    if not any(m.whole for m in measure):
        # few cases first: what the last kind gives to a hand is what is missing there
        groups.sort(key=lambda group: group[1])
    if math.prod(how_many([size, *[many] * hands], many) for _, many in groups[:-1]) > MOST_SHARED:
        raise TooMany("there are too many ways to share the cards between the hands")
    for at, (kind, many) in enumerate(groups):
        grown: dict[tuple[tuple[int, ...], tuple[Any, ...]], int] = {}
        for (used, states), ways in cases.items():
            room = [size - u for u in used]
            for taken in [tuple(room)] if at == len(groups) - 1 else _shared(many, room):
                if sum(taken) > many:
                    continue
                rest, weight = many, ways
                for count in taken:
                    weight *= math.comb(rest, count)
                    rest -= count
                after = tuple(
                    tuple(
                        m.add(s, label, count)
                        for m, s, label in zip(measure, state, kind, strict=True)
                    )
                    for state, count in zip(states, taken, strict=True)
                )
                key = tuple(u + c for u, c in zip(used, taken, strict=True)), after
                grown[key] = grown.get(key, 0) + weight
        cases = grown
    full = (size,) * hands
    return sum(
        ways
        for (used, states), ways in cases.items()
        if used == full
        and all(
            tuple(m.value(s) for m, s in zip(measure, state, strict=True)) in wanted
            for state in states
        )
    )


def _shared(many: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give at most so many cards to hands with this room left; what is left over
    lies elsewhere."""
    if not room:
        yield ()
        return
    for count in range(min(many, room[0]) + 1):
        for others in _shared(many - count, room[1:]):
            yield (count, *others)
