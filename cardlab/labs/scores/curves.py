"""Tables and curves: what is asked, along one field or two, and as straight lines where the formulas
allow it.

Knows axes, cells and pieces. Knows no conditions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.results import Field, imagined
from cardlab.engine.scoring import Formula, ScoreLine
from cardlab.engine.words import capital
from cardlab.labs.expressions import Expression
from cardlab.labs.scores.asking import Quantities, asked, asked_of, measure, plain
from cardlab.labs.scores.scored import CELL_TRIES, Beyond, fields, the_game


@dataclass(frozen=True)
class Axis:
    """The settings along one side of a table: their title, and by setting its label and the
    values of the fields."""

    names: tuple[str, ...]
    title: str
    labels: tuple[str, ...]
    settings: tuple[tuple[Any, ...], ...]


def axes(game: Game | str) -> dict[str, tuple[str, ...]]:
    """What can stand along a table: each field, and fields that belong together, such as a
    contract.

    >>> axes("bridge")["contract"]
    ('level', 'strain')
    """
    played = the_game(game)
    in_groups = dict(played.together)
    return in_groups | {f.name: (f.name,) for f in fields(played) if f.kind != "cards"}


def axis(game: Game | str, over: str | Sequence[str], most: int = 0) -> Axis:
    """The settings of one field or of several; of one field at most so many, evenly chosen, the
    first and the last among them."""
    played = the_game(game)
    by_axis = axes(played)
    names = (by_axis.get(over) or (over,)) if isinstance(over, str) else tuple(over)
    if strange := [name for name in names if (name,) not in by_axis.values()]:
        raise ValueError(
            f"{played.title} has no {strange[0]!r} to go over; choose one of {', '.join(by_axis)}"
        )
    held = [played.result_sheet.by_name[name] for name in names]
    settings = tuple(product(*(f.values for f in held)))
    if most and len(settings) > most and len(names) == 1:
        settings = tuple(settings[round(i * (len(settings) - 1) / (most - 1))] for i in range(most))
    joined = [
        f"{a}{' ' * (len(b) > 2)}{b}" if len(v) == 2 else a
        for v in settings
        for a, b in [_two(held, v)]
    ]
    title = (
        over
        if isinstance(over, str) and over not in played.result_sheet.by_name
        else " and ".join(f.label for f in held)
    )
    return Axis(names, capital(title), tuple(joined), settings)


def _two(held: Sequence[Field], values: tuple[Any, ...]) -> tuple[str, str]:
    labels = [f.said(v) for f, v in zip(held, values, strict=True)]
    return labels[0], ", ".join(labels[1:])


@dataclass(frozen=True)
class ScoreTable:
    """A quantity for every setting of the rows and the columns; None where there is no such
    result."""

    of: str
    rows: Axis
    columns: Axis
    values: tuple[tuple[int | None, ...], ...]

    def __str__(self) -> str:
        cells = [["", *self.columns.labels]]
        cells += [
            [label, *("" if n is None else str(n) for n in row)]
            for label, row in zip(self.rows.labels, self.values)
        ]
        wide = [max(map(len, column)) for column in zip(*cells, strict=True)]
        return "\n".join(
            "  ".join(c.rjust(w) for c, w in zip(row, wide, strict=True)) for row in cells
        )


def table(
    game: Game | str,
    rows: str | Sequence[str],
    columns: str | Sequence[str],
    of: str = "",
    base: Any = None,
    /,
    *,
    most: int = 0,
    **fixed: Any,
) -> ScoreTable:
    """A quantity (usually `measure`) for all settings of two fields, or of fields that belong
    together.

    >>> print(table("brandle", "value", "tricks"))
                  0    1    2    3    4    5    6    7
       brandle   -3   -3   -3    3    3    3    3    3
          four   -6   -6   -6   -6    6    6    6    6
          five   -9   -9   -9   -9   -9    9    9    9
           six  -12  -12  -12  -12  -12  -12   12   12
        bettel   15  -15  -15  -15  -15  -15  -15  -15
          mord  -18  -18  -18  -18  -18  -18  -18   18
    herrenmord  -21  -21  -21  -21  -21  -21  -21   21
    """
    return TableInMaking(the_game(game), rows, columns, of, base, (most, most), fixed).all()


class TableInMaking:
    """A table in the making, row by row, for a page that shows what is there."""

    def __init__(
        self,
        game: Game,
        rows: str | Sequence[str],
        columns: str | Sequence[str],
        of: str,
        base: Any,
        most: tuple[int, int],
        fixed: Mapping[str, Any],
    ) -> None:
        self.game, self.question = game, asked(game, of or measure(game))
        self.rows, self.columns = axis(game, rows, most[0]), axis(game, columns, most[1])
        if {*self.rows.names} & {*self.columns.names}:
            raise ValueError("rows and columns are the same; choose two different ones")
        self.base, self.fixed = imagined(game, base, **fixed), fixed
        self.values: list[tuple[int | None, ...]] = []

    @property
    def missing(self) -> int:
        """How many rows are still to come."""
        return len(self.rows.settings) - len(self.values)

    def step(self) -> None:
        """Work one more row out."""
        if self.missing:
            across, setting = self.rows, self.rows.settings[len(self.values)]
            given = {**self.fixed, **dict(zip(across.names, setting, strict=True))}
            row = [self._cell(given, at) for at in self.columns.settings]
            self.values.append(tuple(row))

    def _cell(self, given: Mapping[str, Any], at: tuple[Any, ...]) -> int | None:
        return value_of(
            self.game,
            self.base,
            self.question,
            {**given, **dict(zip(self.columns.names, at, strict=True))},
        )

    def all(self) -> ScoreTable:
        while self.missing:
            self.step()
        return self.now()

    def now(self) -> ScoreTable:
        """What is there so far; rows still to come are empty."""
        missing = ((None,) * len(self.columns.settings),) * self.missing
        return ScoreTable(self.question.text, self.rows, self.columns, (*self.values, *missing))


def value_of(game: Game, base: Any, question: Expression, given: Mapping[str, Any]) -> Any:
    point = _looked(game, base, question, given)
    return point[0] if point else None


def _looked(
    game: Game, base: Any, question: Expression, given: Mapping[str, Any]
) -> tuple[int, Quantities] | None:
    """A quantity for a result with these values, and the result; None where there is none."""
    try:
        result = imagined(game, base, tries=CELL_TRIES, **given)
    except ValueError:
        return None
    try:
        value, env = asked_of(game, result, question)
    except Beyond:
        return None
    return (int(value), env) if isinstance(value, bool | int) else None


Line = tuple[Fraction, Fraction]
"""A slope and a start."""


@dataclass(frozen=True)
class Piece:
    """A stretch of a curve on which the same lines score and the quantity is ``slope·x + start``.

    made_of: for every line its sign in the quantity, the formula, and each of its values as (slope,
    start) of x.
    """

    low: int
    high: int
    slope: Fraction
    start: Fraction
    titles: tuple[str, ...]
    made_of: tuple[tuple[int, Formula, tuple[tuple[str, Line], ...]], ...] = ()

    def sympy(self, x: str = "x") -> Any:
        """The quantity in closed form, as a sympy expression."""
        import sympy

        symbol = sympy.Symbol(x)
        return sympy.Rational(self.slope) * symbol + sympy.Rational(self.start)

    def from_formulas(self, x: str = "x") -> Any:
        """The same, put together from the formulas of the lines with x put in (nothing is
        simplified away)."""
        import sympy

        symbol, whole = sympy.Symbol(x, integer=True), sympy.Integer(0)
        for sign, formula, given in self.made_of:
            put_in = {
                sympy.Symbol(n, integer=True): sympy.Rational(a) * symbol + sympy.Rational(b)
                for n, (a, b) in given
            }
            whole += sign * formula.sympy().subs(put_in, simultaneous=True)
        return whole

    def __str__(self) -> str:
        return (
            f"{self.low}{f' to {self.high}' if self.high > self.low else ''}:"
            f" {linear(self.slope, self.start)}"
        )


def linear(slope: Fraction, start: Fraction, x: str = "x") -> str:
    """``slope·x + start`` as it is written."""
    if not slope:
        return str(start).replace("-", "−")
    head = x if slope == 1 else f"−{x}" if slope == -1 else f"{slope}·{x}".replace("-", "−")
    return head if not start else f"{head} {'+' if start > 0 else '−'} {abs(start)}"


@dataclass(frozen=True)
class Curve:
    """A quantity along one field; None where there is no such result."""

    of: str
    over: Axis
    values: tuple[int | None, ...]
    pieces: tuple[Piece, ...] = ()

    @property
    def points(self) -> tuple[tuple[Any, int], ...]:
        """The places that there are, with the quantity: numbers by number, choices by their
        place."""
        xs = [
            x if isinstance(x, int) and not isinstance(x, bool) else i
            for i, (x, *_) in enumerate(self.over.settings)
        ]
        return tuple((x, y) for x, y in zip(xs, self.values, strict=True) if y is not None)

    def __str__(self) -> str:
        return "\n".join([f"{self.of} over {self.over.title.lower()}", *map(str, self.pieces)])


def plot(
    game: Game | str, over: str, of: str = "", base: Any = None, /, *, most: int = 0, **fixed: Any
) -> Curve:
    """A quantity (usually `measure`) over one field, and its closed form piece by piece.

    >>> print(plot("bridge", "tricks", level=4, strain="S", doubled=1))
    north_south - east_west over tricks of the declarer's side
    0 to 7: 300·x − 2600
    8 to 9: 200·x − 1900
    10: 290
    11 to 13: 100·x − 710
    """
    played = the_game(game)
    question, across = asked(played, of or measure(played)), axis(played, over, most)
    start = imagined(played, base, **fixed)
    values: list[int | None] = []
    lines: list[tuple[ScoreLine, ...] | None] = []
    for setting in across.settings:
        point = _looked(
            played, start, question, {**fixed, **dict(zip(across.names, setting, strict=True))}
        )
        values.append(point[0] if point else None)
        lines.append(point[1].lines if point else None)
    return Curve(
        question.text, across, tuple(values), _pieces(played, question, across, values, lines)
    )


def coefficients(game: Game, question: Expression) -> dict[str, int] | None:
    """The sign with which each side's points stand in the quantity, if it is a sum of them."""
    ids, signs = {plain(side.id): side.id for side in game.sides}, {}
    for term in question.text.replace("- ", "+ -").split("+ "):
        sign, name = (-1, term.strip()[1:]) if term.strip().startswith("-") else (1, term.strip())
        if name not in ids:
            return None
        signs[ids[name]] = sign
    return signs


def _pieces(
    game: Game, question: Expression, across: Axis, values: Sequence[Any], lines: Sequence[Any]
) -> tuple[Piece, ...]:
    """The longest stretches on which the same lines score and everything in them is linear."""
    xs = [x for x, *_ in across.settings]
    if len(across.names) > 1 or not all(isinstance(x, int) and not isinstance(x, bool) for x in xs):
        return ()
    signs, pieces, at = coefficients(game, question), list[Piece](), 0

    def counted(i: int) -> list[ScoreLine]:
        return [x for x in lines[i] if signs is None or x.side in signs]

    def drawn(i: int) -> tuple[Any, tuple[int, ...]]:
        made = counted(i)
        which = tuple((x.side, str(x.rule), x.title, x.formula) for x in made)
        return which, (values[i], *(v for x in made for _, v in x.values))

    while at < len(xs):
        if values[at] is None:
            at += 1
            continue
        end, (which, first) = at, drawn(at)
        slopes = [Fraction(0)] * len(first)
        while end + 1 < len(xs) and values[end + 1] is not None:
            other, numbers = drawn(end + 1)
            if other != which:
                break
            far = xs[end + 1] - xs[at]
            if end == at:
                slopes = [Fraction(n - f, far) for n, f in zip(numbers, first, strict=True)]
            elif any(f + s * far != n for f, s, n in zip(first, slopes, numbers, strict=True)):
                break
            end += 1
        starts = [f - s * xs[at] for f, s in zip(first, slopes, strict=True)]
        pairs, made_of, k = list(zip(slopes, starts, strict=True)), [], 1
        for x in counted(at) if signs is not None else ():
            put_in = tuple((name, pairs[k + i]) for i, (name, _) in enumerate(x.values))
            k += len(x.values)
            if x.formula is not None:
                made_of.append((signs[x.side], x.formula, put_in))  # type: ignore[index]
        titles = tuple(dict.fromkeys(x.title for x in counted(at)))
        pieces.append(Piece(xs[at], xs[end], slopes[0], starts[0], titles, tuple(made_of)))
        at = end + 1
    return tuple(pieces)
