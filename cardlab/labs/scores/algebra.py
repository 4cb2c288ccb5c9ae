"""Scores as sympy expressions: a score over a count, its steps, two contracts compared, what solves
an equation.

Knows curves and sympy, which is loaded by the first question. States no score: every expression is
put together from the formulas of the lines (`Game.scoring`), so that it is the score.

>>> made = expression("bridge", "tricks", level=4, strain="S", doubled=1)
>>> made.subs(letter("tricks"), 11), made.args[-1]
(390, (100*tricks - 710, (tricks >= 11) & (tricks <= 13)))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.results import imagined
from cardlab.engine.scoring import Formula
from cardlab.engine.words import listed
from cardlab.labs.scores.curves import Curve, Line, Piece, plot
from cardlab.labs.scores.scored import the_game


def letter(name: str) -> Any:
    """The symbol of a field or a quantity. A symbol without ``integer=True`` is another one, for
    which nothing is put in."""
    import sympy

    return sympy.Symbol(name, integer=True)


def of_curve(curve: Curve) -> Any:
    """A curve over a number as a `sympy.Piecewise` in the symbol of its field, simplified on
    each stretch; None for a curve that has no straight pieces.  Where there is no such result, it
    is sympy's nan."""
    import sympy

    if not curve.pieces:
        return None
    x = letter(curve.over.names[0])
    branches = [(_simple(piece, x), _within(x, piece.low, piece.high)) for piece in curve.pieces]
    return sympy.Piecewise(*branches, evaluate=False)


def _simple(piece: Piece, x: Any) -> Any:
    """The formulas of a stretch with x put in, as a polynomial; where they hold min, max or a
    condition that the stretch decides, the straight line that they are there."""
    import sympy

    parts = [_put_in(formula, given, x) for _, formula, given in piece.made_of]
    if not parts or None in parts:
        return sympy.Rational(piece.slope) * x + sympy.Rational(piece.start)
    return sympy.Add(*(sign * part for (sign, *_), part in zip(piece.made_of, parts, strict=True)))


@lru_cache(maxsize=1000)
def _put_in(formula: Formula, given: tuple[tuple[str, Line], ...], x: Any) -> Any:
    """A formula with its values, each a slope and a start over x, as a polynomial; None where x
    decides a min, a max or a condition of it."""
    import sympy

    fixed = {letter(name): sympy.Rational(start) for name, (slope, start) in given if not slope}
    moving = {
        letter(name): sympy.Rational(slope) * x + sympy.Rational(start)
        for name, (slope, start) in given
        if slope
    }
    # numbers first: a min of numbers is a number, and a min of letters is what takes sympy long
    part = formula.sympy().xreplace(fixed)
    return sympy.expand(part.xreplace(moving)) if part.is_polynomial(*moving) else None


def _within(x: Any, low: int, high: int) -> Any:
    import sympy

    return sympy.Eq(x, low) if low == high else sympy.And(x >= low, x <= high)


def expression(game: Game | str, over: str, of: str = "", base: Any = None, /, **fixed: Any) -> Any:
    """A quantity (usually `measure`) over one number of the result, as a `sympy.Piecewise` in
    the integer symbol of that name.

    Raises ValueError for a field that is not a number, and for a result that cannot be.
    """
    whole = of_curve(plot(game, over, of, base, **fixed))
    if whole is None:
        raise ValueError(f"{over} is not a number of the result; write an expression over a number")
    return whole


def values_of(whole: Any, over: str, at: Iterable[int]) -> dict[int, Any]:
    """The numbers of an expression at whole numbers; what is not defined there is left out.

    >>> values_of(expression("bridge", "tricks", level=4, strain="S"), "tricks", range(8, 11))
    {8: -100, 9: -50, 10: 120}
    """
    x = letter(over)
    rows = {n: whole.subs(x, n) for n in at}
    return {n: int(value) for n, value in rows.items() if value.is_Integer}


def steps(
    game: Game | str, over: str, of: str = "", base: Any = None, /, **fixed: Any
) -> dict[int, int]:
    """What each further one counts: the difference of the score at n and at n − 1, by n.

    >>> steps("bridge", "tricks", level=4, strain="S", doubled=1)[10]
    390
    """
    curve = plot(game, over, of, base, **fixed)
    points = dict(curve.points)
    return {n: points[n] - points[n - 1] for n in points if n - 1 in points}


def chances_over(
    whole: Any, over: str, others: Mapping[str, int], at: Iterable[int]
) -> dict[int, Fraction]:
    """A chance in the letters of a match, over one of them; only what lies between 0 and 1.

    >>> import sympy
    >>> G, P = sympy.symbols("G P")
    >>> print(chances_over((P + 120) / (G + 120), "G", {"P": 50}, [300])[300])
    17/42
    """
    import sympy

    whole = whole.subs({sympy.Symbol(name): n for name, n in others.items()})
    # a Python function of sympy's numbers: a curve has fifty places, and each is asked at every move
    chance = sympy.lambdify(sympy.Symbol(over), whole, "sympy")
    rows = {n: sympy.sympify(chance(sympy.Integer(n))) for n in at}
    return {
        n: Fraction(int(p.p), int(p.q)) for n, p in rows.items() if p.is_Rational and 0 <= p <= 1
    }


@dataclass(frozen=True)
class Meeting:
    """Two contracts over one number of the result: their curves."""

    one: Curve
    other: Curve

    @property
    def over(self) -> str:
        """The name of the number."""
        return self.one.over.names[0]

    @cached_property
    def difference(self) -> Any:
        """One less the other as a `sympy.Piecewise`, on the numbers that both have."""
        import sympy

        x, branches = letter(self.over), []
        for piece in self.one.pieces:
            for rival in self.other.pieces:
                low, high = max(piece.low, rival.low), min(piece.high, rival.high)
                if low <= high:
                    gap = sympy.expand(_simple(piece, x) - _simple(rival, x))
                    branches.append((gap, _within(x, low, high)))
        return sympy.Piecewise(*branches, evaluate=False) if branches else sympy.nan

    @cached_property
    def gaps(self) -> dict[int, int]:
        """One less the other, by number."""
        one, other = dict(self.one.points), dict(self.other.points)
        return values_of(self.difference, self.over, [n for n in one if n in other])

    @property
    def solution(self) -> Any:
        """The whole numbers at which both are worth the same, as a sympy set."""
        import sympy

        return sympy.FiniteSet(*(n for n, gap in self.gaps.items() if not gap))

    @property
    def text(self) -> str:
        """Where they meet, as a sentence."""
        equal = [str(n) for n, gap in self.gaps.items() if not gap]
        if not self.gaps:
            return f"The two have no {self.over} in common, so they cannot be compared."
        if len(equal) == len(self.gaps):
            return f"They are worth the same at every number of {self.over}."
        if not equal:
            better = {gap > 0 for gap in self.gaps.values()}
            which = {True: "the first is worth more", False: "the second is worth more"}
            if len(better) == 1:
                return f"They never meet: {which[better.pop()]} everywhere."
            return "They cross without meeting: at no whole number are they worth the same."
        return f"They meet at {self.over} = {listed(equal, 'and')}."


def meet(
    game: Game | str,
    one: Mapping[str, Any],
    other: Mapping[str, Any],
    over: str,
    of: str = "",
    base: Any = None,
    /,
    **fixed: Any,
) -> Meeting:
    """Where two contracts are worth the same, over one number of the result.

    >>> print(meet("bridge", {"level": 3, "strain": "NT"}, {"level": 4, "strain": "S"}, "tricks").text)
    They never meet: the first is worth more everywhere.
    """
    played = the_game(game)
    start = imagined(played, base, **fixed)
    first, second = (plot(played, over, of, start, **{**fixed, **case}) for case in (one, other))
    if not (first.pieces and second.pieces):
        raise ValueError(f"{over} is not a number of the result; compare over a number")
    return Meeting(first, second)


def solutions(equation: Any, unknown: Any) -> tuple[Any, str]:
    """What solves an equation for a letter: the sympy set, and a sentence for it.

    >>> import sympy
    >>> G, P = sympy.symbols("G P")
    >>> print(solutions(sympy.Eq((P + 120) / (G + 120), sympy.Rational(2, 5)), G)[1])
    G = 5*P/2 + 180
    >>> print(solutions(sympy.Eq(G, G), G)[1])
    Every number solves it for G: the equation is always true.
    """
    import sympy

    whole = _solved(equation, unknown)
    if whole is sympy.EmptySet:
        return whole, f"No number solves it for {unknown}."
    if whole == sympy.S.Complexes:
        return whole, f"Every number solves it for {unknown}: the equation is always true."
    known = whole.args[0] if isinstance(whole, sympy.Complement) else whole
    if isinstance(known, sympy.FiniteSet):
        return whole, " or ".join(f"{unknown} = {sympy.expand(one)}" for one in known)
    return whole, f"{unknown} lies in {whole}: infinitely many numbers solve it."


@lru_cache(maxsize=1000)
def _solved(equation: Any, unknown: Any) -> Any:
    """What solves an equation, as a sympy set."""
    import sympy

    if equation in (sympy.true, sympy.false):
        return sympy.S.Complexes if equation == sympy.true else sympy.EmptySet
    over, under = sympy.fraction(sympy.together(equation.lhs - equation.rhs))
    if over.is_polynomial(unknown) and sympy.degree(over, unknown) == 1:
        slope, start = sympy.Poly(over, unknown).all_coeffs()
        root = sympy.cancel(-start / slope)
        if sympy.cancel(under.subs(unknown, root)) != 0:
            return sympy.FiniteSet(root)
    return sympy.solveset(equation, unknown)
