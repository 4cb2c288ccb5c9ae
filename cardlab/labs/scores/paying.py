"""What pays: the chance from which on a contract is better than its rival.

Knows gains and losses of two results, with what a lead in the match is worth. The game declares
that worth (`Game.position_values`); it stays a letter in `BreakEven.expression`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.position_values import DifferenceScale
from cardlab.engine.results import imagined
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.words import listed
from cardlab.labs.expressions import Expression
from cardlab.labs.scores.asking import Quantities, asked, asked_of, better, measure
from cardlab.labs.scores.curves import coefficients
from cardlab.labs.scores.scored import signed, the_game


@dataclass(frozen=True)
class BreakEven:
    """From which probability on it pays to try: ``p·made + (1 − p)·failed`` against the same
    without trying.

    made and failed: the points of the deal; rivals: what the alternative brings in the two cases, 0
    where there is none; positions: for each letter how often the side has gained what it stands
    for, in the order made, failed, and the alternative in both cases; values: the letters' worth
    in points; scale: what a tournament makes of a difference.
    """

    game: Game
    of: str
    made: int
    failed: int
    rivals: tuple[int, int] = (0, 0)
    made_lines: tuple[ScoreLine, ...] = ()
    failed_lines: tuple[ScoreLine, ...] = ()
    positions: tuple[tuple[str, tuple[int, int, int, int]], ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    scale: DifferenceScale | None = None

    @property
    def gain(self) -> int:
        """What trying brings more where it succeeds; where the fewest points win, so many points
        less."""
        return better(self.game) * self._counted(self._difference(0, dict(self.values)))

    @property
    def loss(self) -> int:
        """What trying costs more where it does not."""
        return better(self.game) * -self._counted(self._difference(1, dict(self.values)))

    def _difference(self, case: int, values: Mapping[str, Any]) -> Any:
        """Tried less the alternative, where it works (0) or fails (1)."""
        points = (self.made, self.failed)[case] - self.rivals[case]
        return points + sum(
            values[letter] * (counts[case] - counts[2 + case]) for letter, counts in self.positions
        )

    def _counted(self, difference: int) -> int:
        return self.scale(difference) if self.scale else difference

    @cached_property
    def probability(self) -> Fraction | None:
        """The exact probability from which on it pays; None where there is none."""
        return self._crossing if self.gain > 0 else None

    @cached_property
    def up_to(self) -> Fraction | None:
        """The exact probability up to which it pays, where what "works" is the worse of the two
        for whoever tries: a bid that does better against the odds than with them."""
        return self._crossing if self.gain < 0 else None

    @property
    def _crossing(self) -> Fraction | None:
        """Where the mean changes its sign between never and always."""
        if self.gain * self.loss <= 0:
            return None
        return Fraction(self.loss, self.gain + self.loss)

    @cached_property
    def expression(self) -> Any:
        """The chance at which both are worth the same, as a sympy expression in the letters of the
        game's position values; with a scale, whose steps have no letters, the number.  Outside 0 to
        1 where trying always pays, or never; None where the chance does not matter.

        >>> print(break_even("bridge", {"tricks": 9}, {"tricks": 8}, level=3, strain="NT", instead={"level": 2}).expression)
        (P + 120)/(G + 120)
        """
        import sympy

        letters = {letter: sympy.Symbol(letter) for letter, _ in self.positions}
        works, fails = (self._difference(case, letters) for case in (0, 1))
        if self.scale:
            works, fails = sympy.Integer(self.gain), sympy.Integer(-self.loss)
        whole = sympy.expand(works - fails)
        return None if whole == 0 else sympy.factor(sympy.cancel(-fails / whole))

    def solved(self) -> Any:
        """The set of chances at which both are worth the same, from sympy: one number, the empty
        set, or all of the reals."""
        import sympy

        p = sympy.Symbol("p")
        sign = better(self.game)
        equation = sympy.Eq(p * sign * self.gain - (1 - p) * sign * self.loss, 0)
        return sympy.solveset(equation, p, sympy.S.Reals)

    def closed(self) -> Any:
        """p in closed form over the quantities of the formulas, for the points of the deal
        against nothing, where both outcomes are scored by formulas; they are named as in the
        lines, with a number where one name has two values."""
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
    def counted_with(self) -> str:
        """What is counted besides the points of the deal, as words; '' for nothing."""
        labels = {value.letter: value.label for value in self.game.position_values}
        given = dict(self.values)
        used = [letter for letter, counts in self.positions if any(counts)]
        words = [f"{letter} = {given[letter]} ({labels[letter].lower()})" for letter in used]
        return listed(words, "and") + (f", in {self.scale.title}" if self.scale else "")

    @property
    def text(self) -> str:
        """The answer as a sentence."""
        with_what = f", with {self.counted_with}" if self.counted_with.strip(", ") else ""
        if not self.gain and not self.loss:
            return (
                f"Both are worth the same, whether it works or not{with_what}: any chance will do."
            )
        p = self.probability if self.up_to is None else self.up_to
        if p is None:
            pays = "always" if self.gain >= 0 >= self.loss else "never"
            return (
                f"It {pays} pays: it changes the score by {signed(self.gain)} if it works and by"
                f" {signed(-self.loss)} if not{with_what}."
            )
        pays = f"from {p} on" if self.up_to is None else f"up to {p}"
        per = f"{float(p):.1%}".replace(".0%", "%")
        return (
            f"It pays {pays}, {per}: {signed(self.gain)} if it works, {signed(-self.loss)} if"
            f" not{with_what}."
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
    worth: Mapping[str, int] | None = None,
    scale: str = "",
    **fixed: Any,
) -> BreakEven:
    """From which chance on something pays: made and failed say how the result differs;
    ``instead`` what is done otherwise.

    worth: values for the letters of `Game.position_values`, each its default if it is not given;
    scale: the id of one of `Game.difference_scales`.  Raises ValueError for another letter or
    scale, and for a result that cannot be.

    >>> slam = {"level": 6, "strain": "NT", "instead": {"level": 3}}
    >>> print(break_even("bridge", {"tricks": 12}, {"tricks": 11}, **slam).text)
    It pays from 28/53 on, 52.8%: +500 if it works, −560 if not, with G = 350 (value of a game ahead).
    >>> print(break_even("bridge", {"tricks": 12}, {"tricks": 11}, worth={"G": 0}, **slam).probability)
    21/71
    """
    played = the_game(game)
    question = asked(played, of or measure(played))
    given, counted = _worths(played, worth or {}), _scale(played, scale)
    start = imagined(played, base, **fixed)
    cases: list[Quantities] = []
    worths: list[int] = []
    for other in ({}, instead) if instead is not None else ({},):
        for case in (made, failed):
            result = imagined(played, start, **{**fixed, **case, **other})
            value, env = asked_of(played, result, question)
            worths.append(int(value))
            cases.append(env)
    rivals = (worths[2], worths[3]) if instead is not None else (0, 0)
    changes = [_position_change(played, question, env) for env in cases]
    nothing = dict.fromkeys(given, 0)
    works, fails, rival_works, rival_fails = (*changes, nothing, nothing)[:4]
    positions = tuple(
        (letter, (works[letter], fails[letter], rival_works[letter], rival_fails[letter]))
        for letter in given
    )
    return BreakEven(
        played,
        question.text,
        worths[0],
        worths[1],
        rivals,
        cases[0].lines,
        cases[1].lines,
        positions,
        tuple(given.items()),
        counted,
    )


def _worths(game: Game, worth: Mapping[str, int]) -> dict[str, int]:
    """The values of all letters, those that are given among them."""
    usual = {value.letter: value.default for value in game.position_values}
    for letter, value in worth.items():
        if letter not in usual:
            known = f"it has {listed(list(usual), 'and')}" if usual else "it has none"
            raise ValueError(f"{game.title} has no value {letter!r} of a position; {known}")
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(f"the value of {letter} is a whole number of points, not {value!r}")
    return usual | dict(worth)


def _scale(game: Game, id: str) -> DifferenceScale | None:
    if not id:
        return None
    known = {scale.id: scale for scale in game.difference_scales}
    if id not in known:
        choose = f"choose one of {', '.join(known)}" if known else "leave it out"
        raise ValueError(f"{game.title} has no scale {id!r} for differences; {choose}")
    return known[id]


def _position_change(game: Game, question: Expression, env: Quantities) -> dict[str, int]:
    """For each letter how often the measured side has gained what it stands for; 0 for a
    question that is no sum of sides."""
    signs = coefficients(game, question) or {}
    change: dict[str, int] = {}
    for value in game.position_values:
        before = value.counts(env.result, env.before)
        after = value.counts(env.result, env.after)
        change[value.letter] = sum(
            signs.get(side.id, 0) * (now - then)
            for side, then, now in zip(game.sides, before, after, strict=True)
        )
    return change
