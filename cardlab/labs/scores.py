"""The laboratory of scores: imagine a result, and ask what it is worth, where that changes, and
what pays.

Knows how to ask; every number comes from `Game.score`, every bound from the fields of the result
(`cardlab.engine.results`). Whatever is given stays, what is not given gives way to it, and what cannot be
is refused with a sentence.

>>> print(score("bridge", level=4, strain="S", doubled=1, tricks=11))
North–South +390, East–West 0
  North–South +240  Trick score: 30·l·m = 30·4·2 = 240
  North–South +100  Overtricks: 100·x·(1 + v)·o = 100·1·(1 + 0)·1 = 100
  North–South +50  For the insult: 50·x = 50·1 = 50
>>> print(when("bridge", "at(north_south, doubled=1) > at(north_south, doubled=0)", "tricks", level=4, strain="S"))
tricks of the declarer's side: 10 to 13
>>> print(break_even("bridge", {"tricks": 10}, {"tricks": 9}, level=4, strain="S"))
p = 5/17: +120 against −50
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain, pairwise, product
from typing import Any

import cardlab
from cardlab.engine.aims import Points
from cardlab.engine.game import Game
from cardlab.engine.results import Field, any_result, every, imagined, open_fields
from cardlab.engine.scoring import ScoreLine, totals
from cardlab.engine.words import capital, listed
from cardlab.families.best_of import GamesStanding
from cardlab.families.rubber import RubberGame, RubberStanding
from cardlab.labs.expressions import Expression
from cardlab.labs.fields import values

CELL_TRIES = 16  # a cell of a table, or a point of a curve, is left empty sooner than one result by itself is given up
SCORES_BEFORE = ("before", "scores", "units")
"""The names under which results remember the totals before the deal."""


class Beyond(ValueError):
    """A question led to a result that cannot be: one trick more than there are."""


def the_game(game: Game | str) -> Game:
    """A game, or the game with this id as it usually is."""
    return _known(game) if isinstance(game, str) else game


@lru_cache(maxsize=64)
def _known(id: str) -> Game:
    return cardlab.game(id)


def fields(game: Game | str) -> tuple[Field, ...]:
    """What can be set of a result: name, label, kind, low and high or choices.

    >>> [f.name for f in fields("kaiser")][:6]
    ['contract', 'no_trump', 'declarers', 'tricks_north_south', 'tricks_east_west', 'five']
    """
    return open_fields(the_game(game))


# --- one result


@dataclass(frozen=True)
class Scored:
    """A result with its lines."""

    game: Game
    result: Any
    lines: tuple[ScoreLine, ...]

    def __iter__(self) -> Iterator[ScoreLine]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def totals(self) -> dict[str, int]:
        """The points by the ids of the sides."""
        return totals(self.lines, [side.id for side in self.game.sides])

    @property
    def values(self) -> dict[str, Any]:
        """The values of the fields, by name."""
        fields: dict[str, Any] = self.game.result_sheet.flat(self.result)
        return fields

    def __str__(self) -> str:
        name = {side.id: side.name for side in self.game.sides}
        head = ", ".join(f"{name[side]} {signed(points)}" for side, points in self.totals.items())
        return "\n".join(
            [
                head,
                *(f"  {name[x.side]} {signed(x.points)}  {x.title}: {x.text}" for x in self.lines),
            ]
        )


def signed(points: int) -> str:
    """Points as a page writes them: +30, 0, −30."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def score(game: Game | str, base: Any = None, /, **given: Any) -> Scored:
    """The lines of an imagined result: what is given, the rest as in ``base`` or as usual."""
    played = the_game(game)
    result = imagined(played, base, **given)
    return Scored(played, result, played.score(result))


def opening(game: Game | str) -> Scored:
    """A result to begin with: the usual one, or a near one that scores something.

    >>> len(opening("zetema"))
    1
    """
    played = the_game(game)
    first = score(played)
    if first.lines:
        return first
    rng, names = random.Random(5), [f.name for f in fields(played) if f.kind != "cards"]
    near = (score(played, result) for name in names for result in every(played, (name,)))
    drawn = (score(played, random_result(played, rng)) for _ in range(50))
    return next((scored for scored in chain(near, drawn) if scored.lines), first)


def results(game: Game | str, *over: str, **fixed: Any) -> Iterator[Any]:
    """Every result that these fields can make, all fields unless some are named; the others are
    fixed, or give way.

    >>> sum(1 for _ in results("bridge", "level", "strain", "doubled", "tricks", "games_north_south"))
    2940
    """
    return every(the_game(game), over, **fixed)


def random_result(game: Game | str, rng: random.Random) -> Any:
    """A result drawn at random from everything that can be."""
    return any_result(the_game(game), rng)


# --- what can be asked of a result


def plain(id: str) -> str:
    """An id as it is written in a question."""
    return id.replace("-", "_").replace(" ", "_")


@lru_cache(maxsize=64)
def vocabulary(game: Game | str) -> dict[str, str]:
    """The words of a question, with what they mean: fields, the points of sides, rules and
    accounts, the match after it.

    >>> vocabulary("kaiser")["points_contract_made"], vocabulary("kaiser")["match_over"]
    ('points by “The declarers score what they took”', '1 if this deal ends the match, else 0')
    """
    played = the_game(game)
    labels = {f.name: f.label for f in played.result_sheet.fields if f.kind != "cards"}
    labels |= {plain(side.id): f"points of {side.name}" for side in played.sides}
    labels |= {f"points_{plain(str(rule))}": f"points by “{rule.title}”" for rule in played.scoring}
    for account in played.accounts:
        labels.setdefault(f"points_{account}", f"points in the account “{account}”")
    for side in played.sides:
        labels[f"after_{plain(side.id)}"] = f"score of {side.name} after the deal"
        labels[f"wins_{plain(side.id)}"] = f"1 if this deal makes {side.name} win the match, else 0"
        if isinstance(played.opening(), RubberStanding | GamesStanding):
            labels[f"games_after_{plain(side.id)}"] = f"games won by {side.name} after the deal"
    return labels | {"match_over": "1 if this deal ends the match, else 0"}


class _Env(dict[str, Any]):
    """The quantities of one result, worked out as they are asked for."""

    def __init__(self, game: Game, result: Any, lines: tuple[ScoreLine, ...] | None = None) -> None:
        super().__init__(game.result_sheet.flat(result))
        self.game, self.result, self._lines = game, result, lines

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        if self._lines is None:
            self._lines = self.game.score(self.result)
        return self._lines

    def at(self, changes: Mapping[str, Any]) -> _Env:
        try:
            return _Env(self.game, imagined(self.game, self.result, tries=CELL_TRIES, **changes))
        except ValueError as cannot:
            raise Beyond(str(cannot)) from None

    def __missing__(self, name: str) -> Any:
        value = self._worked(name)
        self[name] = value
        return value

    def _worked(self, name: str) -> Any:
        words = choice_words(self.game)
        if name in words:
            return words[name]
        for side in self.game.sides:
            if name == plain(side.id):
                return sum(x.points for x in self.lines if x.side == side.id)
        what, _, of = name.partition("_")
        if what == "points":
            return sum(x.points for x in self.lines if of in (plain(str(x.rule)), plain(x.account)))
        if name.startswith("games_after_"):
            return self._after.games[self._place(name.removeprefix("games_after_"))]
        if what == "after":
            return self._after.totals[self._place(of)]
        over = self.game.outcome(self._after)
        if name == "match_over":
            return int(over is not None)
        return int(over is not None and self.game.sides[self._place(of)].id in over.winners)

    def _place(self, side: str) -> int:
        return [plain(s.id) for s in self.game.sides].index(side)

    @cached_property
    def _after(self) -> Any:
        """The standing after the deal, from the one before it as far as the result remembers
        that."""
        standing = self.game.opening()
        said, known = values(self.result), values(standing)
        before = next((said[name] for name in SCORES_BEFORE if name in said), standing.totals)
        given = {
            name: said[name]
            for name, value in known.items()
            if name in said
            and name not in ("totals", "deal", "dealer")
            and isinstance(value, tuple | int | bool)
        }
        return self.game.carried(standing.but(totals=tuple(before), **given), self.lines)


def asked(game: Game | str, text: str) -> Expression:
    """A question about a game's results.  ValueError, with a sentence, where it cannot be read
    or uses other words."""
    played, expression = the_game(game), Expression(text)
    known = vocabulary(played)
    words = choice_words(played)
    strange = [name for name in expression.names if name not in known and name not in words]
    if strange:
        near = [
            word for word in (*known, *words) if word.split("_")[0] == strange[0].split("_")[0]
        ] or [*known]
        raise ValueError(
            f"{played.title} knows no {strange[0]!r}; it knows for instance"
            f" {listed(near, 'and', 6)}"
        )
    return expression


@lru_cache(maxsize=64)
def choice_words(game: Game) -> dict[str, Any]:
    """Words for values of the fields: ``strain == NT``, ``bid == mis``, ``five == nobody``."""
    words: dict[str, Any] = {"nobody": None}
    for f in game.result_sheet.fields:
        for value, _ in f.choices:
            if isinstance(value, str) and value.isidentifier():
                words.setdefault(value, value)
    return words


def worth(game: Game, result: Any, question: Expression) -> Any:
    """What a question comes to for a result.  `Beyond` where it asks about a result that cannot
    be."""
    return _asked_of(game, result, question)[0]


def _asked_of(game: Game, result: Any, question: Expression) -> tuple[Any, _Env]:
    env = _Env(game, result)
    return question(env, env.at), env


def measure(game: Game | str) -> str:
    """What is usually measured: the points of the first side, less those of the other where
    there are two.

    >>> measure("kaiser"), measure("nap")
    ('north_south - east_west', 'south')
    """
    sides = [plain(side.id) for side in the_game(game).sides]
    return " - ".join(sides) if len(sides) == 2 else sides[0]


def better(game: Game) -> int:
    """1 where more points are better, −1 where fewer are."""
    return -1 if game.points is Points.BAD else 1


# --- tables and curves


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
    known = axes(played)
    names = (known.get(over) or (over,)) if isinstance(over, str) else tuple(over)
    if strange := [name for name in names if (name,) not in known.values()]:
        raise ValueError(
            f"{played.title} has no {strange[0]!r} to go over; choose one of {', '.join(known)}"
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
    said = [f.said(v) for f, v in zip(held, values, strict=True)]
    return said[0], ", ".join(said[1:])


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
        return _value(
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


def _value(game: Game, base: Any, question: Expression, given: Mapping[str, Any]) -> Any:
    found = _looked(game, base, question, given)
    return found[0] if found else None


def _looked(
    game: Game, base: Any, question: Expression, given: Mapping[str, Any]
) -> tuple[int, _Env] | None:
    """A quantity for a result with these values, and the result; None where there is none."""
    try:
        result = imagined(game, base, tries=CELL_TRIES, **given)
    except ValueError:
        return None
    try:
        found, env = _asked_of(game, result, question)
    except Beyond:
        return None
    return (int(found), env) if isinstance(found, bool | int) else None


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
    made_of: tuple[tuple[int, Any, tuple[tuple[str, tuple[Fraction, Fraction]], ...]], ...] = ()

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
        found = [
            x if isinstance(x, int) and not isinstance(x, bool) else i
            for i, (x, *_) in enumerate(self.over.settings)
        ]
        return tuple((x, y) for x, y in zip(found, self.values, strict=True) if y is not None)

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
        found = _looked(
            played, start, question, {**fixed, **dict(zip(across.names, setting, strict=True))}
        )
        values.append(found[0] if found else None)
        lines.append(found[1].lines if found else None)
    return Curve(
        question.text, across, tuple(values), _pieces(played, question, across, values, lines)
    )


def _coefficients(game: Game, question: Expression) -> dict[str, int] | None:
    """The sign with which each side's points stand in the quantity, if it is a sum of them."""
    ids, found = {plain(side.id): side.id for side in game.sides}, {}
    for term in question.text.replace("- ", "+ -").split("+ "):
        sign, name = (-1, term.strip()[1:]) if term.strip().startswith("-") else (1, term.strip())
        if name not in ids:
            return None
        found[ids[name]] = sign
    return found


def _pieces(
    game: Game, question: Expression, across: Axis, values: Sequence[Any], lines: Sequence[Any]
) -> tuple[Piece, ...]:
    """The longest stretches on which the same lines score and everything in them is linear."""
    xs = [x for x, *_ in across.settings]
    if len(across.names) > 1 or not all(isinstance(x, int) and not isinstance(x, bool) for x in xs):
        return ()
    signs, pieces, at = _coefficients(game, question), list[Piece](), 0

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


# --- questions


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
        found = [self.over.settings[i] for i in self.holds]
        return tuple(s[0] if len(s) == 1 else s for s in found)

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
            said
            for run in runs
            for said in (
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
        if _value(
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


# --- what pays


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
        signs = _coefficients(self.game, Expression(self.of)) or {}

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
    found, lines = [], []
    for case in (made, failed):
        for other in ({}, instead) if instead is not None else ({},):
            result = imagined(played, start, **{**fixed, **case, **other})
            found.append(int(worth(played, result, question)))
            lines.append(played.score(result))
    if instead is None:
        return BreakEven(played, question.text, found[0], found[1], (0, 0), lines[0], lines[1])
    return BreakEven(
        played, question.text, found[0], found[2], (found[1], found[3]), lines[0], lines[2]
    )


# --- what is worth asking of a game


@dataclass(frozen=True)
class WorthAsking:
    """A question that makes sense for a game: in words, as a condition, and over what it is
    asked."""

    title: str
    condition: str
    over: str


def telling(game: Game | str, base: Any = None, of: str = "") -> tuple[str, ...]:
    """The fields, cards left out, that change a quantity when they alone are moved.

    >>> telling("nap")
    ('soloist', 'bid', 'tricks')
    """
    played = the_game(game)
    start = opening(played).result if base is None else base
    question = asked(played, of or measure(played))
    now, names = worth(played, start, question), []
    for f in fields(played):
        values = (
            f.values
            if len(f.values) < 9
            else [f.values[round(i * (len(f.values) - 1) / 7)] for i in range(8)]
        )
        if any(_value(played, start, question, {f.name: v}) not in (None, now) for v in values):
            names.append(f.name)
    return tuple(names)


def main_field(game: Game | str, base: Any = None, of: str = "") -> str:
    """The number that a result is mostly about: how many tricks, points or chips; where there is
    none, the first field."""
    played = the_game(game)
    known = {f.name: f for f in fields(played)}
    names = telling(played, base, of) or tuple(f.name for f in fields(played) if f.kind != "cards")
    numbers = [name for name in names if known[name].kind == "number"]
    around = (*SCORES_BEFORE, "games", "won", "deal", "level", "contract", "pool", "julep")
    play = [name for name in numbers if known[name].part[0] not in around]
    return next(
        (name for name in names if name.startswith(("tricks", "taken"))),
        (*play, *numbers, *names)[0],
    )


def questions(game: Game | str, base: Any = None) -> tuple[WorthAsking, ...]:
    """Questions that make sense for a game and a result.

    >>> for question in questions("quinto")[:3]:
    ...     print(question.title)
    When is North–South ahead in this deal?
    Where does one more change nothing?
    Where is “doubled” better than “undoubled”?
    """
    played = the_game(game)
    start = opening(played).result if base is None else base
    points, names = measure(played), telling(played, start)
    number, held = main_field(played, start), {f.name: f for f in fields(played)}
    first, groups = (
        played.sides[0],
        [name for name, parts in axes(played).items() if len(parts) > 1],
    )
    worthwhile = list[WorthAsking]()
    if isinstance(played, RubberGame):
        worthwhile += _of_a_rubber(played, start)
    two = len(played.sides) == 2
    ahead = (
        f"When is {first.name} ahead in this deal?"
        if two
        else f"When does {first.name} gain by this deal?"
    )
    sign = ">" if better(played) > 0 else "<"
    worthwhile += [WorthAsking(ahead, f"{points} {sign} 0", over) for over in (*groups, number)][:2]
    if held[number].kind == "number":
        worthwhile.append(
            WorthAsking(
                "Where does one more change nothing?",
                f"at({points}, {number}={number} + 1) == {points}",
                number,
            )
        )
    for name in names:
        f = held[name]
        if (
            f.kind in ("choice", "switch")
            and 1 < len(f.values) < 5
            and not any(f.part[0] == x for x in ("side", "declarers"))
        ):
            (a, low), (b, high) = f.choices[:2]
            if name != number and _word(a) and _word(b):
                said = (
                    f"Where is “{f.label}” better?"
                    if f.kind == "switch"
                    else f"Where is “{high}” better than “{low}”?"
                )
                worthwhile.append(
                    WorthAsking(
                        said,
                        f"at({points}, {name}={_word(b)}) {sign} at({points}, {name}={_word(a)})",
                        number,
                    )
                )
    if set(SCORES_BEFORE) & set(values(start)):
        ends = [name for name in held if held[name].part[0] in SCORES_BEFORE][:1]
        worthwhile += [
            WorthAsking("When does this deal end the match?", "match_over", over)
            for over in (*ends, number)
        ]
    return tuple(dict.fromkeys(worthwhile))


def _word(value: Any) -> str:
    """A value as it is written in a question; empty where it cannot be."""
    if value is None:
        return "nobody"
    return (
        str(value)
        if isinstance(value, bool | int)
        else repr(str(value))
        if isinstance(value, str)
        else ""
    )


def _of_a_rubber(game: Game, result: Any) -> list[WorthAsking]:
    sides = [plain(side.id) for side in game.sides]
    mine, other = sides[result.side], sides[1 - result.side]
    name, points = game.sides[result.side].name, f"{mine} - {other}"
    return [
        WorthAsking(
            f"At how many tricks does it pay to double {name}?",
            f"at({points}, doubled=1) < at({points}, doubled=0)",
            "tricks",
        ),
        WorthAsking(
            f"Which contracts, just made, bring {name} a game from here?",
            f"at(games_after_{mine}, tricks=6 + level) > games_{mine}",
            "contract",
        ),
        WorthAsking(
            f"Which contracts, just made, win {name} the rubber?",
            f"at(wins_{mine}, tricks=6 + level)",
            "contract",
        ),
    ]


def turning(game: Game | str, over: str, of: str = "", base: Any = None) -> tuple[Any, Any] | None:
    """Two settings of a field, next to each other but for what scores 0, between which a loss
    becomes a gain: (made, failed)."""
    return turned(plot(game, over, of, base), better(the_game(game)))


def turned(curve: Curve, sign: int = 1) -> tuple[Any, Any] | None:
    """The same of a curve that has been worked out; sign: −1 where fewer points are better."""
    pairs = zip(curve.over.settings, curve.values, strict=True)
    known = [(setting[0], sign * value) for setting, value in pairs if value]
    for (a, low), (b, high) in pairwise(known):
        if low < 0 < high or high < 0 < low:
            return (b, a) if high > low else (a, b)
    gains, losses = [x for x, y in known if y > 0], [x for x, y in known if y < 0]
    return (gains[0], losses[0]) if gains and losses else None
