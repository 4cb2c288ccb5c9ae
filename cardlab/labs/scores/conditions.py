"""Where a condition holds along a table, and the numbers that solve it in closed form.

Knows conditions. Knows no chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.results import imagined
from cardlab.labs.scores.asking import asked
from cardlab.labs.scores.curves import Axis, Piece, axis, plot, value_of
from cardlab.labs.scores.scored import the_game


@dataclass(frozen=True)
class HoldsAt:
    """Where a condition holds along a field or fields that belong together."""

    condition: str
    over: Axis
    holds: tuple[int, ...]
    solution: tuple[tuple[Piece, Any], ...] = ()

    @property
    def values(self) -> tuple[Any, ...]:
        """The settings for which it holds."""
        settings = [self.over.settings[i] for i in self.holds]
        return tuple(s[0] if len(s) == 1 else s for s in settings)

    @property
    def ranges(self) -> tuple[str, ...]:
        """The same in words, neighbours as "from to"."""
        runs: list[list[int]] = []
        for i in self.holds:
            if runs and runs[-1][-1] == i - 1:
                runs[-1].append(i)
            else:
                runs.append([i])
        labels = self.over.labels
        numbers = all(label.lstrip("−").isdigit() for label in labels)
        return tuple(
            text
            for run in runs
            for text in (
                [f"{labels[run[0]]} to {labels[run[-1]]}"]
                if numbers and len(run) > 2
                else [labels[i] for i in run]
            )
        )

    def __str__(self) -> str:
        title = self.over.title[:1].lower() + self.over.title[1:]
        if not self.holds:
            return f"{title}: never"
        return (
            f"{title}:"
            f" {'always' if len(self.holds) == len(self.over.settings) else ', '.join(self.ranges)}"
        )


def when(
    game: Game | str,
    condition: str,
    over: str | Sequence[str],
    base: Any = None,
    /,
    *,
    most: int = 0,
    **fixed: Any,
) -> HoldsAt:
    """For which settings of a field (or of fields that belong together) a condition holds.  The
    others are fixed, or give way.

    >>> print(when("bridge", "games_after_north_south > games_north_south", "contract", tricks=9, below_north_south=40))
    contract: 2♥, 2♠, 2NT, 3♣, 3♦, 3♥, 3♠, 3NT
    """
    played = the_game(game)
    question, across = asked(played, condition), axis(played, over, most)
    start, cells = imagined(played, base, **fixed), []
    for i, setting in enumerate(across.settings):
        if value_of(
            played, start, question, {**fixed, **dict(zip(across.names, setting, strict=True))}
        ):
            cells.append(i)
    return HoldsAt(question.text, across, tuple(cells))


def solved(
    game: Game | str, condition: str, over: str, base: Any = None, /, **fixed: Any
) -> tuple[tuple[Piece, Any], ...]:
    """A comparison in closed form: for every stretch on which both sides are linear in the
    field, the set of numbers that solve it, by sympy.  ValueError, with a sentence, for a question
    that is not such a comparison.

    >>> for piece, answer in solved("malilla", "north_south > 10", "card_points_north_south", tricks_north_south=6):
    ...     if not answer.is_empty: print(f"{piece.low} to {piece.high}:", answer)
    30 to 60: Interval.Lopen(39, 60)
    """
    import ast

    import sympy

    played = the_game(game)
    tree = ast.parse(asked(played, condition).plain, mode="eval").body
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
        raise ValueError(
            "only one comparison can be solved in closed form; ask for instance north_south > 10"
        )
    left, right = ast.unparse(tree.left), ast.unparse(tree.comparators[0])
    signs = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
    curve = plot(played, over, f"({left}) - ({right})", base, **fixed)
    if not curve.pieces:
        raise ValueError(
            f"{over} is not a number; in closed form a question is solved over a number"
        )
    x, solutions = sympy.Symbol("x"), []
    for piece in curve.pieces:
        within = sympy.Interval(piece.low, piece.high)
        relation = sympy.Rel(piece.sympy("x"), 0, signs[type(tree.ops[0])])
        truth = (
            within
            if relation == sympy.true
            else sympy.EmptySet
            if relation == sympy.false
            else None
        )
        if truth is None and isinstance(relation, sympy.Eq):
            truth = sympy.Intersection(sympy.solveset(relation.lhs - relation.rhs, x), within)
        solutions.append(
            (piece, truth if truth is not None else sympy.Intersection(relation.as_set(), within))
        )
    return tuple(solutions)
