"""A chance, exact or estimated: the fraction, what it is in other words, and how it was counted.

Knows fractions, binomials and standard errors.  Knows no cards and no games.

>>> term = Term(1, ((4, 4), (48, 9)))
>>> found = counted("all four aces", (term,), (52, 13))
>>> found
<all four aces: 11/4,165, 0.264 %, 1 in 379>
>>> found.formula
'C(4, 4)·C(48, 9) / C(52, 13)'
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from cardlab.engine import mathml

SHOWN = 6
"""A sum of more terms than this is shown by its first ones and its last."""


NEARLY = 0.9
"""Above this, what does not happen is counted: "1 in 1.0" would say nothing."""


class Term(NamedTuple):
    """So many times a product of binomials: ``Term(12, ((13, 4), (13, 9)))`` is 12·C(13,
    4)·C(13, 9)."""

    times: int
    picks: tuple[tuple[int, int], ...]

    @property
    def value(self) -> int:
        return self.times * math.prod(math.comb(n, k) for n, k in self.picks)

    @property
    def shown(self) -> tuple[tuple[tuple[int, int], int], ...]:
        """The factors with their powers, those that are 1 left out unless nothing else is there."""
        factors: dict[tuple[int, int], int] = {}
        for pick in self.picks:
            factors[pick] = factors.get(pick, 0) + 1
        kept = tuple((pick, power) for pick, power in factors.items() if pick[1] and pick != (1, 1))
        return kept if kept or self.times > 1 else tuple(factors.items())[:1]

    def __str__(self) -> str:
        powers = "⁰¹²³⁴⁵⁶⁷⁸⁹"
        signs = [
            f"C({n}, {k})" + ("" if power == 1 else "".join(powers[int(d)] for d in str(power)))
            for (n, k), power in self.shown
        ]
        return "·".join([*([f"{self.times:,}"] if self.times != 1 or not signs else []), *signs])

    def mathml(self) -> str:
        parts = [mathml.number(f"{self.times:,}")] if self.times != 1 or not self.shown else []
        parts += [mathml.power(mathml.choose(n, k), power) for (n, k), power in self.shown]
        return mathml.joined(parts, "·")


@dataclass(frozen=True)
class Chance:
    """An exact chance.

    said: what it is the chance of; value: the fraction; terms over C(of): how it was counted, empty
    where no short formula is known; against: the terms count the cases in which it does not happen;
    note: a sentence on the counting.
    """

    said: str
    value: Fraction
    terms: tuple[Term, ...] = ()
    of: tuple[int, int] = (0, 0)
    against: bool = False
    note: str = ""

    @property
    def fraction(self) -> str:
        return (
            f"{self.value.numerator:,}/{self.value.denominator:,}"
            if self.value.denominator > 1
            else str(self.value)
        )

    @property
    def decimal(self) -> str:
        """Six digits that count."""
        return written(self.value)

    @property
    def percent(self) -> str:
        return percent(self.value)

    @property
    def one_in(self) -> str:
        """About one time in how many."""
        return one_in(self.value)

    @property
    def ways(self) -> int | None:
        """How many of the C(of) equally likely cases it is."""
        if not self.of[0]:
            return None
        ways = self.value * math.comb(*self.of)
        return ways.numerator if ways.denominator == 1 else None

    @property
    def formula(self) -> str:
        """How it was counted, as one line of text ('' where there is no short way to write it)."""
        if not self.terms:
            return f"{self.ways:,} / C({self.of[0]}, {self.of[1]})" if self.ways is not None else ""
        parts = [str(t) for t in self._shown()]
        if len(self.terms) > SHOWN:
            parts.insert(-1, "…")
        above = " + ".join(parts)
        over = f"{f'({above})' if len(parts) > 1 else above} / C({self.of[0]}, {self.of[1]})"
        return f"1 − {over}" if self.against else over

    def _shown(self) -> tuple[Term, ...]:
        return (
            self.terms if len(self.terms) <= SHOWN else (*self.terms[: SHOWN - 2], self.terms[-1])
        )

    @property
    def mathml(self) -> str:
        """The same as MathML, with the fraction that it comes to."""
        return mathml.math(*self._rows())

    @property
    def mathml_rows(self) -> tuple[str, ...]:
        """The same in two lines, for a narrow page: how it is counted, and what it comes to."""
        return tuple(map(mathml.math, self._rows()))

    def _rows(self) -> list[str]:
        rows = []
        if self.of[0] and (self.terms or self.ways is not None):
            above = [t.mathml() for t in self._shown()] or [mathml.number(f"{self.ways:,}")]
            if len(self.terms) > SHOWN:
                above.insert(-1, mathml.operator("…"))
            below = mathml.row(Term(1, (self.of,)).mathml())
            ways = mathml.fraction(mathml.row(mathml.joined(above, "+")), below)
            whole = mathml.number(1) + mathml.operator("−")
            rows.append(whole + ways if self.against else ways)
        value = mathml.operator("=") if rows else ""
        value += mathml.rational(self.value, thousands=True)
        if self.value.denominator > 1:
            value += mathml.operator("≈") + mathml.number(self.decimal)
        return [*rows, value]

    def sympy(self) -> Any:
        """The value as a sympy Rational (sympy is loaded here, not before)."""
        import sympy

        return sympy.Rational(self.value.numerator, self.value.denominator)

    def __float__(self) -> float:
        return float(self.value)

    def __repr__(self) -> str:
        return f"<{self.said}: {self.fraction}, {self.percent}, {self.one_in}>"

    def __str__(self) -> str:
        lines = [f"{self.said}: {self.percent} ({self.one_in})", f"  {self.fraction}"]
        return "\n".join(
            [
                *lines,
                *([f"  = {self.formula}"] if self.formula else []),
                *([f"  {self.note}"] if self.note else []),
            ]
        )


def counted(
    text: str,
    terms: tuple[Term, ...],
    of: tuple[int, int],
    *,
    against: bool = False,
    note: str = "",
) -> Chance:
    """The chance that is this sum of terms over C(of), or what is left of 1."""
    value = Fraction(sum(t.value for t in terms), math.comb(*of))
    return Chance(text, 1 - value if against else value, terms, of, against, note)


def written(value: Fraction | float, digits: int = 6) -> str:
    """A chance as a decimal with so many digits that count.

    >>> written(Fraction(11, 4165)), written(Fraction(1, 2)), written(Fraction(1)), written(0.0000001234567)
    ('0.00264106', '0.5', '1', '0.000000123457')
    """
    if value == 0:
        return "0"
    places = max(digits - 1 - math.floor(math.log10(abs(float(value)))), 0)
    text = f"{float(value):.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(value: Fraction | float, digits: int = 3) -> str:
    """A chance in per cent: two decimals, or more where it is small.

    >>> percent(Fraction(2, 3)), percent(Fraction(1, 1828)), percent(0), percent(1)
    ('66.67 %', '0.0547 %', '0 %', '100 %')
    """
    value = float(value) * 100
    if value in (0, 100):
        return f"{int(value)} %"
    places = 2 if value >= 1 else digits - 1 - math.floor(math.log10(value))
    text = f"{value:.{places}f}"
    return f"{text if text != '100.00' else '99.99'} %"


def one_in(value: Fraction | float) -> str:
    """About one time in how many.

    >>> one_in(Fraction(11, 4165)), one_in(Fraction(2, 3)), one_in(Fraction(20, 21)), one_in(0), one_in(1)
    ('1 in 379', '1 in 1.5', 'all but 1 in 21', 'never', 'always')
    """
    if value <= 0:
        return "never"
    if value >= 1:
        return "always"
    if value > NEARLY:
        return f"all but {one_in(1 - value)}"
    often = float(1 / value)
    return f"1 in {often:,.0f}" if often >= 100 else f"1 in {often:.1f}".removesuffix(".0")


@dataclass(frozen=True)
class Estimate:
    """What came of so many trials.  tally: how often each outcome was seen; of: how many trials
    were asked for."""

    said: str
    hits: int
    trials: int
    of: int
    seed: int
    tally: tuple[tuple[Any, int], ...] = ()

    @property
    def value(self) -> float:
        return self.hits / self.trials if self.trials else 0.0

    @property
    def error(self) -> float:
        """The standard error of the estimate.  Where nothing (or everything) was a hit, that of
        one trial the other way."""
        if not self.trials:
            return 1.0
        share = min(max(self.value, 1 / (self.trials + 1)), self.trials / (self.trials + 1))
        return math.sqrt(share * (1 - share) / self.trials)

    @property
    def share(self) -> float:
        """How much of the work is done."""
        return self.trials / self.of if self.of else 1.0

    def errors_from(self, exact: Chance | Fraction | float) -> float:
        """How many standard errors lie between the exact value and the estimate; the error is
        that of the exact value."""
        p = float(exact)
        error = math.sqrt(p * (1 - p) / self.trials)
        return abs(self.value - p) / error if error else 0.0 if self.value == p else math.inf

    @property
    def percent(self) -> str:
        """Per cent with its standard error, to the second digit of the error and at least to the
        second decimal."""
        places = max(2, 1 - math.floor(math.log10(100 * self.error)))
        return f"{100 * self.value:.{places}f} % ± {100 * self.error:.{places}f}"

    def __repr__(self) -> str:
        return f"<{self.said}: {self.percent}, {self.hits:,} of {self.trials:,}, seed {self.seed}>"
