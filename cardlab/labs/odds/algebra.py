"""Chances as sympy expressions: the counting as binomials, vacant places as letters, and the points
of a hand as a generating function.

Knows sympy, which is loaded by the first question. The numbers are those of `counting` and
`splits`, which count without it; a test holds both to each other.

>>> from cardlab.labs import odds
>>> print(held(1, 1))
a/(a + b)
>>> print(points(odds.hand("bridge").pack, 13, {"A": 4, "K": 3, "Q": 2, "J": 1}).mean)
10
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.words import some
from cardlab.labs.odds.chances import Chance

MOST_LETTERS = 26
"""Missing cards for which vacant places are kept as letters."""


def counting(chance: Chance) -> Any:
    """How a chance is counted, as a sympy expression of binomials that is not worked out;
    ``doit()`` works it out.  The number itself where no short counting is known.

    >>> from cardlab.labs.odds.splits import split_of
    >>> two = counting(split_of(4, "2-2"))
    >>> print(two, "=", two.doit())
    binomial(13, 2)**2/binomial(26, 4) = 234/575
    """
    import sympy

    if not (chance.of[0] and (chance.terms or chance.ways is not None)):
        return sympy.Rational(chance.value.numerator, chance.value.denominator)

    def choose(n: int, k: int) -> Any:
        return sympy.binomial(n, k, evaluate=False)

    ways = [
        sympy.Mul(times, *(choose(n, k) for n, k in picks if k), evaluate=len(picks) > 1)
        for times, picks in chance.terms
    ]
    above = sympy.Add(*ways, evaluate=False) if ways else sympy.Integer(chance.ways or 0)
    share = sympy.Mul(above, sympy.Pow(choose(*chance.of), -1, evaluate=False), evaluate=False)
    return sympy.Add(1, -share, evaluate=False) if chance.against else share


@lru_cache(maxsize=256)
def held(missing: int, count: int) -> Any:
    """The chance that a hand with a vacant places holds exactly so many of the missing cards,
    where another has b: a rational function of a and b.

    >>> print(held(2, 1))
    2*a*b/((a + b)*(a + b - 1))
    """
    import sympy

    if not 0 <= missing <= MOST_LETTERS:
        raise ValueError(f"name from 0 to {MOST_LETTERS} missing cards, not {missing}")
    if not 0 <= count <= missing:
        raise ValueError(f"a hand holds from 0 to {missing} of them, not {count}")
    a, b = sympy.symbols("a b", integer=True, positive=True)
    ways = sympy.ff(a, count) * sympy.ff(b, missing - count) * comb(missing, count)
    return sympy.factor(sympy.cancel(sympy.expand_func(ways / sympy.ff(a + b, missing))))


@dataclass(frozen=True)
class PointsOfHand:
    """The points of a hand of so many cards.  ways: how many hands have so many points."""

    size: int
    cards: int
    ways: tuple[tuple[int, int], ...]

    @cached_property
    def generating_function(self) -> Any:
        """The sum of ways·x**points as a sympy expression."""
        import sympy

        x = sympy.Symbol("x")
        return sympy.Add(*(count * x**points for points, count in self.ways))

    @property
    def total(self) -> int:
        """How many hands there are."""
        return comb(self.cards, self.size)

    def chance(self, points: int) -> Any:
        """The chance of exactly so many points, as a sympy Rational."""
        import sympy

        return sympy.Rational(dict(self.ways).get(points, 0), self.total)

    @cached_property
    def mean(self) -> Any:
        """The mean, from the first derivative of the generating function at 1."""
        import sympy

        x = sympy.Symbol("x")
        return sympy.diff(self.generating_function, x).subs(x, 1) / self.total

    @cached_property
    def variance(self) -> Any:
        """The variance, from both derivatives at 1."""
        import sympy

        x = sympy.Symbol("x")
        second = sympy.diff(self.generating_function, x, 2).subs(x, 1) / self.total
        return second + self.mean - self.mean**2


def points(
    pack: Sequence[Card], size: int, worth: Mapping[str, int] | Mapping[Card, int]
) -> PointsOfHand:
    """The points of a hand dealt from a pack, by the polynomial whose x counts points and whose
    y counts cards: one factor 1 + y·x**points for every card.

    worth: points by rank or by card, at least 0; the others count 0.  Raises ValueError for a
    size that the pack does not have.
    """
    from sympy import ZZ, ring

    if not 0 <= size <= len(pack):
        raise ValueError(
            f"a hand out of {some(len(pack), 'card')} cannot have {some(size, 'card')}"
        )
    table = {str(key): value for key, value in worth.items()}
    counted = [table.get(str(card), table.get(card.rank, 0)) for card in pack]
    if any(n < 0 for n in counted):
        raise ValueError("points below 0 have no polynomial; add the same number to every card")
    polynomials, x, y = ring("x y", ZZ)
    product = polynomials.one
    for n in sorted({*counted}):
        factor = sum(
            (comb(counted.count(n), k) * y**k * x ** (n * k) for k in range(size + 1)),
            polynomials.zero,
        )
        product = polynomials.from_dict(
            {powers: ways for powers, ways in (product * factor).items() if powers[1] <= size}
        )
    ways = {powers[0]: int(ways) for powers, ways in product.items() if powers[1] == size}
    return PointsOfHand(size, len(pack), tuple(sorted(ways.items())))
