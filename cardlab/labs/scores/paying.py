"""What pays: the chance from which on a contract is better than its rival.

Knows gains and losses of two results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.results import imagined
from cardlab.engine.scoring import ScoreLine
from cardlab.labs.expressions import Expression
from cardlab.labs.scores.asking import asked, better, measure, worth
from cardlab.labs.scores.curves import coefficients
from cardlab.labs.scores.scored import signed, the_game


@dataclass(frozen=True)
class BreakEven:
    """From which probability on it pays to try: ``p·made + (1 − p)·failed`` against the same
    without trying.

    made and failed: the quantity; rivals: what the alternative brings in the two cases, 0 where
    there is none.
    """

    game: Game
    of: str
    made: int
    failed: int
    rivals: tuple[int, int] = (0, 0)
    made_lines: tuple[ScoreLine, ...] = ()
    failed_lines: tuple[ScoreLine, ...] = ()

    @property
    def gain(self) -> int:
        """What trying brings more where it succeeds; where the fewest points win, so many points
        less."""
        return better(self.game) * (self.made - self.rivals[0])

    @property
    def loss(self) -> int:
        """What trying costs more where it does not."""
        return better(self.game) * (self.rivals[1] - self.failed)

    @cached_property
    def probability(self) -> Fraction | None:
        """The exact probability; None where trying always pays, or never."""
        if self.gain <= 0 or self.loss <= 0:
            return None
        return Fraction(self.loss, self.gain + self.loss)

    def solved(self) -> Any:
        """The same number from sympy: the equation is set up and solved."""
        import sympy

        p = sympy.Symbol("p")
        tried = p * self.made + (1 - p) * self.failed
        other = p * self.rivals[0] + (1 - p) * self.rivals[1]
        return sympy.solveset(sympy.Eq(tried, other), p, sympy.S.Reals)

    def closed(self) -> Any:
        """p in closed form over the quantities of the formulas, where both outcomes are scored
        by formulas; they are named as in the lines, with a number where one name has two values."""
        import sympy

        taken: dict[str, int] = {}
        signs = coefficients(self.game, Expression(self.of)) or {}

        def total(lines: Sequence[ScoreLine]) -> Any:
            whole = sympy.Integer(0)
            for x in lines:
                if x.formula is None or x.side not in signs:
                    continue
                names = {}
                for name, value in x.values:
                    fresh, n = name, 1
                    while taken.setdefault(fresh, value) != value:
                        n += 1
                        fresh = f"{name}{n}"
                    names[sympy.Symbol(name, integer=True)] = sympy.Symbol(fresh, integer=True)
                whole += signs[x.side] * x.formula.sympy().subs(names, simultaneous=True)
            return whole

        made, failed = total(self.made_lines), total(self.failed_lines)
        return sympy.factor(sympy.cancel(-failed / (made - failed))), taken

    @property
    def text(self) -> str:
        """The answer as a sentence."""
        p = self.probability
        if p is None:
            pays = (
                "always"
                if self.gain >= 0 and self.loss <= 0
                else "never"
                if self.gain <= 0
                else "only for a sure thing"
            )
            return (
                f"It {pays} pays: it changes the score by {signed(self.gain)} if it works and by"
                f" {signed(-self.loss)} if not."
            )
        per = f"{float(p):.1%}".replace(".0%", "%")
        return (
            f"It pays from {p} on, {per}: {signed(self.gain)} if it works, {signed(-self.loss)} if"
            " not."
        )

    def __str__(self) -> str:
        return (
            f"p = {self.probability}: {signed(self.gain)} against {signed(-self.loss)}"
            if self.probability
            else self.text
        )


def break_even(
    game: Game | str,
    made: Mapping[str, Any],
    failed: Mapping[str, Any],
    of: str = "",
    base: Any = None,
    /,
    *,
    instead: Mapping[str, Any] | None = None,
    **fixed: Any,
) -> BreakEven:
    """From which chance on something pays: made and failed say how the result differs;
    ``instead`` what is done otherwise.

    >>> print(break_even("bridge", {"tricks": 12}, {"tricks": 11}, level=6, strain="NT", instead={"level": 3}).text)
    It pays from 21/71 on, 29.6%: +500 if it works, −210 if not.
    """
    played = the_game(game)
    question = asked(played, of or measure(played))
    start = imagined(played, base, **fixed)
    worths, lines = [], []
    for case in (made, failed):
        for other in ({}, instead) if instead is not None else ({},):
            result = imagined(played, start, **{**fixed, **case, **other})
            worths.append(int(worth(played, result, question)))
            lines.append(played.score(result))
    if instead is None:
        return BreakEven(played, question.text, worths[0], worths[1], (0, 0), lines[0], lines[1])
    return BreakEven(
        played, question.text, worths[0], worths[2], (worths[1], worths[3]), lines[0], lines[2]
    )
