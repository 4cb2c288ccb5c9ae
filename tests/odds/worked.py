"""More chances, each worked out a second time here: card by card, by another formula, or by a matrix
that goes from rank to rank.  No line of cardlab counts anything in this file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod


def each_in_turn(*shares: tuple[int, int]) -> Fraction:
    """A product of so many of so many."""
    return prod((Fraction(*share) for share in shares), start=Fraction(1))


def falling(start: int, of: int, times: int) -> Fraction:
    """So many cards in turn that are all of one kind: start/of · (start − 1)/(of − 1) ..."""
    return each_in_turn(*((start - i, of - i) for i in range(times)))


@cache
def points_one_by_one(counts: tuple[tuple[int, int], ...], size: int) -> Counter[int]:
    """How many hands have so many points, taking or leaving card after card."""
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for worth, times in counts:
        for _ in range(times):
            taken = Counter({(held + 1, n + worth): w for (held, n), w in ways.items()})
            ways = Counter({state: w for state, w in (ways + taken).items() if state[0] <= size})
    return Counter({n: w for (held, n), w in ways.items() if held == size})


def bridge_points(points: Iterable[int]) -> Fraction:
    """So many high-card points in thirteen cards."""
    ways = points_one_by_one(((4, 4), (3, 4), (2, 4), (1, 4), (0, 36)), 13)
    return Fraction(sum(ways[n] for n in points), comb(52, 13))


def void(suits: int, ranks: int, size: int) -> Fraction:
    """Some suit is missing: those that lack one, less those that lack two, and so on."""
    ways = sum(
        (-1) ** (n + 1) * comb(suits, n) * comb((suits - n) * ranks, size)
        for n in range(1, suits + 1)
    )
    return Fraction(ways, comb(suits * ranks, size))


def lengths(size: int, ranks: int, wanted: Iterable[Sequence[int]]) -> Fraction:
    """The lengths of four suits, in any order, one of these: over all lengths that there are."""
    shapes = {tuple(sorted(shape)) for shape in wanted}
    ways = sum(
        prod(comb(ranks, n) for n in held)
        for held in product(range(size + 1), repeat=4)
        if sum(held) == size and tuple(sorted(held)) in shapes
    )
    return Fraction(ways, comb(4 * ranks, size))


def alike(kinds: int, copies: int, size: int, most: int) -> Fraction:
    """At most so many of each kind in a hand: the coefficient of (1 + c·x + ...)**kinds."""
    ways = [1] + [0] * size
    for _ in range(kinds):
        ways = [
            sum(comb(copies, k) * ways[n - k] for k in range(min(most, n) + 1))
            for n in range(size + 1)
        ]
    return Fraction(ways[size], comb(kinds * copies, size))


def placed(missing: int, west: int, east: int, shape: tuple[int, int]) -> Fraction:
    """Missing cards laid down one by one, each where there is room in proportion to it."""

    def with_west(left: int, a: int, b: int, held: int) -> Fraction:
        if not left:
            one, other = held, missing - held
            return Fraction(tuple(sorted((one, other), reverse=True)) == shape)
        total = Fraction(0)
        if a:
            total += Fraction(a, a + b) * with_west(left - 1, a - 1, b, held + 1)
        if b:
            total += Fraction(b, a + b) * with_west(left - 1, a, b - 1, held)
        return total

    return with_west(missing, west, east, 0)


def layouts(missing: int, queen_falls: int) -> Fraction:
    """The queen is among missing cards that lie in two hands of thirteen, and she is alone or has
    fewer than so many beside her: over every layout."""
    total = Fraction(0)
    for west in product((True, False), repeat=missing):
        beside = sum(side == west[0] for side in west[1:])
        held = sum(west)
        weight = Fraction(comb(26 - missing, 13 - held), comb(26, 13))
        total += weight * (beside < queen_falls)
    return total


def no_meld(runs: bool = True, sets: bool = True) -> Fraction:
    """No meld in ten cards, from rank to rank: how many cards of each suit stand in a row."""
    states: Counter[tuple[int, tuple[int, ...]]] = Counter({(0, (0, 0, 0, 0)): 1})
    for _ in range(13):
        after: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (held, row), ways in states.items():
            for size in range(5):
                for taken in combinations(range(4), size):
                    now = tuple(min(row[s] + 1, 3) if s in taken else 0 for s in range(4))
                    if held + size <= 10 and not (runs and 3 in now) and not (sets and size > 2):
                        after[held + size, now] += ways
        states = after
    return Fraction(sum(w for (held, _), w in states.items() if held == 10), comb(52, 10))


def matadors(n: int) -> Fraction:
    """With or without so many of the trumps of a suit game from the top, card by card in the order
    of the trumps, for the twelve cards of hand and skat."""
    with_them = falling(12, 32, n) * Fraction(20, 32 - n)
    without = falling(20, 32, n) * Fraction(12, 32 - n)
    return with_them + without
