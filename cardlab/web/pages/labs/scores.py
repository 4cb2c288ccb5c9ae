"""The laboratory of scores on a page: a result to be moved, its lines, a table, a curve, questions,
what pays.

Knows controls and blocks; what they say comes from `cardlab.labs.scores`, what can be set from the
fields of the result.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from cardlab.engine import mathml
from cardlab.engine.fields import values_of
from cardlab.engine.position_values import PositionValue
from cardlab.engine.results import Field
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.summary import summary
from cardlab.engine.words import listed, shown
from cardlab.families.rubber import RubberGame
from cardlab.labs import scores as lab
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.blocks import (
    Block,
    code,
    columns,
    refusal,
    rule_words,
    table,
    text,
)
from cardlab.web.pages.labs.controls import (
    ChoiceControl,
    Control,
    NumberControl,
    Parameter,
    SwitchControl,
    TextControl,
    click,
    made,
)
from cardlab.web.pages.labs.results import result_words
from cardlab.web.pages.labs.tracking import Variable, worked_out

__all__ = ["ScoresLab", "along"]

ROWS, COLUMNS, POINTS = 40, 27, 61
"""The most rows and columns of a table and points of a curve on a page; more are thinned out
evenly."""
STEPS = 48
"""In how many steps the value of a lead is gone through for a curve."""
AT_ONCE = 0.02
"""Seconds for the table before it becomes long work with a bar."""
BEFORE = {*lab.SCORES_BEFORE, "games", "below", "deal", "last_deal", "closes", "pool"}
BEGIN: dict[str, dict[str, Any]] = {
    "bridge": {"level": 4, "strain": "S", "doubled": 1, "tricks": 11},
    "bridge-solitaire": {"level": 3, "strain": "NT", "tricks": 10},
    "kaiser": {"contract": 8, "no_trump": 1, "tricks_north_south": 6},
    "nap": {"bid": "nap", "tricks": 5},
    "zetema": {"what": "marriages", "couples": 2, "imperial": 1},
    "cardigan": {
        "level": 4,
        "kind": "H",
        "tricks": 11,
        "won": ("AS AH AD TC 5H KS", "AC TH"),
        "thrown": ("AS", ""),
    },
    "yaniv": {"caller": 1, "counts": (12, 4, 20, 3), "before": (88, 60, 170, 30)},
    "malilla": {"card_points": (38, 22), "tricks": (6, 4)},
    "seven-and-a-half": {
        "banker": 3,
        "bets": (5, 5, 10, 0),
        "hands": ("5S 2H JD", "5D AC QS", "7H KS", "4C 3D"),
    },
    "ziginette": {"banker": 3, "bets": (5, 10, 0, 0)},
}
"""Where a page begins if the game's usual result tells little."""


class FieldChoice(ChoiceControl[Any]):
    """A field of the result whose values are chosen by their place in the list, or by what they
    are called."""

    def __init__(self, field: Field, **more: Any) -> None:
        places = [(i, label) for i, (_, label) in enumerate(field.choices)]
        super().__init__(field.label, places, **more)
        self.field = field

    def read(self, lab: Any, value: Any) -> Any:
        values = [value for value, _ in self.field.choices]
        if str(value) in map(str, range(len(values))):
            return int(value)
        return values.index(self.field.read(value))


class ScoresLab(Lab):
    """Imagine a result and see where every point comes from."""

    id, title, doing = "scores", "Where every point comes from", "Working the table out"
    offers = "change what came of a deal, and see how it is scored"

    takes = {"result": "result"}

    given = False
    """Whether the result came with the address."""
    now = Variable[lab.Scored]()
    """The result that is set, with its lines."""
    shown_axes = Variable[tuple[str, str]]()
    """What stands down and across the table."""
    condition = Variable[str]()
    """The question that is asked, as a condition."""
    worths = Variable[dict[str, int]]()
    """What the letters of the game's position values stand for, in points."""
    scale = Variable[str]()
    """The id of the scale on which differences count, '' for points."""
    chosen_cases = Variable[tuple[Any, Any] | None]()
    """At which setting it works and at which it fails, where somebody has chosen."""

    @made
    def fields(self) -> Iterator[Control[Any]]:
        """The fields of the result, those about the deal first."""
        for field in sorted(self.known.values(), key=_earlier):
            yield self._field(field)

    result = Parameter(
        lambda page, words: page.take_result(words), lambda page: page.written_result()
    )
    rows = ChoiceControl[str](
        "Down",
        lambda page: page.axis_names(),
        get=lambda page: page.shown_axes[0],
        put=lambda page, axis: page.turn(0, axis),
        place="table",
        when=lambda page: page.has_table,
        query=lambda page: "always" if page.has_table else "never",
    )
    columns = ChoiceControl[str](
        "Across",
        lambda page: page.axis_names(),
        get=lambda page: page.shown_axes[1],
        put=lambda page, axis: page.turn(1, axis),
        place="table",
        when=lambda page: page.has_table,
        query=lambda page: "always" if page.has_table else "never",
    )
    of = ChoiceControl[str](
        "Points of", lambda page: page.measures, place="table", follow=False, query="always"
    )
    over = ChoiceControl[str](
        "Over",
        lambda page: page.axis_names(single=True),
        lambda page: page.main_field,
        place="curve",
        follow=False,
        query="always",
    )
    question = ChoiceControl[int](
        "Question",
        lambda page: page.question_titles(),
        get=lambda page: page.question_number(),
        put=lambda page, number: page.ask_ready(number),
        place="ask",
        query="never",
    )
    ask = TextControl(
        "As a condition",
        get=lambda page: page.condition,
        put=lambda page, words: page.ask_own(words),
        place="ask",
        query="never",
    )
    ask_over = ChoiceControl[str](
        "Over",
        lambda page: page.axis_names(),
        lambda page: page.ready_questions()[0].over,
        place="ask",
        follow=False,
        query="never",
    )
    even_over = ChoiceControl[str](
        "It turns on",
        lambda page: page.axis_names(single=True),
        lambda page: page.main_field,
        place="even",
        follow=False,
        query="never",
    )

    @made
    def case_controls(self) -> Iterator[Control[Any]]:
        """At which setting it works and at which it fails."""
        yield self._case("made", "It works at", 0)
        yield self._case("failed", "It fails at", 1)

    instead = ChoiceControl[str]("Instead", lambda page: page.rivals, place="even", query="never")

    @made
    def position_controls(self) -> Iterator[Control[Any]]:
        """What a lead in the match is worth, and what a difference counts."""
        for value in self.game.position_values:
            yield NumberControl(
                f"{value.label}, {value.letter}",
                low=0,
                high=value.most,
                name=_worth_name(value.letter),
                place="even",
                query="never",
                get=lambda page, letter=value.letter: page.worths[letter],
                put=lambda page, n, letter=value.letter: page.weigh(letter, n),
            )
        if self.game.difference_scales:
            scales = [(scale.id, scale.title) for scale in self.game.difference_scales]
            yield ChoiceControl[str](
                "Counted in",
                [("", "points"), *scales],
                name="scale",
                place="even",
                query="never",
                get=lambda page: page.scale,
                put=lambda page, scale: page.count_in(scale),
            )

    def prepare(self) -> None:
        begin = BEGIN.get(self.game.id)
        self.now = lab.opening(self.game) if begin is None else lab.score(self.game, **begin)
        self.first_values = self.now.values
        self.known = {field.name: field for field in lab.fields(self.game)}
        self.axes = lab.axes(self.game)
        self.main_field = lab.main_field(self.game, self.now.result)
        self.shown_axes = self._first_axes()
        self.chosen_cases = None
        self.worths = {value.letter: value.default for value in self.game.position_values}
        self.scale = ""
        self._ready: dict[Any, Sequence[lab.WorthAsking]] = {}
        self.condition = self.ready_questions()[0].condition

    chance = NumberControl(
        "A chance, per cent",
        50,
        low=1,
        high=99,
        place="solve",
        query="never",
        when=lambda page: bool(page.letters),
    )

    # -- the result
    def _field(self, field: Field) -> Control[Any]:
        name = field.name
        more: dict[str, Any] = {
            "name": name,
            "place": "side",
            "group": "Before the deal" if _earlier(field) else "The deal",
            "query": "never",
            "get": lambda page: page.now.values[name],
            "put": lambda page, value: page.move({name: field.read(value)}),
        }
        if field.kind == "number":
            return NumberControl(field.label, low=field.low, high=field.high, **more)
        if field.kind == "switch":
            return SwitchControl(field.label, **more)
        if field.kind == "cards":
            more["get"] = lambda page: field.said(page.now.values[name])
            hint = "Cards like AS 10H, or a suit by its name."
            return TextControl(field.label, longest=900, hint=hint, **more)
        values = [value for value, _ in field.choices]
        more["get"] = lambda page: values.index(page.now.values[name])
        more["put"] = lambda page, place: page.move({name: values[place]})
        return FieldChoice(field, **more)

    def move(self, given: dict[str, Any]) -> None:
        """Set some fields; what is not given gives way to them."""
        self.now = lab.score(self.game, self.now.result, **given)
        self.chosen_cases = None

    def take_result(self, written: str) -> None:
        """A result as an address writes it: ``contract:8;tricks_north_south:6``."""
        given: dict[str, Any] = {}
        for part in written.split(";")[:60]:
            name, _, value = part.partition(":")
            if name not in self.known:
                raise ValueError(f"A result of {self.game.title} has no “{shown(name)}”.")
            field = self.known[name]
            if field.kind == "choice":
                place = FieldChoice(field).read(self, value)
                given[name] = field.choices[place][0]
            else:
                given[name] = field.read(value)
        self.move(given)
        self.given = True

    def told(self) -> Mapping[str, str]:
        result = self.written_result()
        if result is None and self.given:
            result = result_words(self.game, self.now.result)
        return {"result": result} if result else {}

    def written_result(self) -> str | None:
        """What is not as the page begins, as an address writes it."""
        changed = []
        for name, field in self.known.items():
            value = self.now.values[name]
            if value == self.first_values[name]:
                continue
            if field.kind == "choice":
                written = str([own for own, _ in field.choices].index(value))
            elif field.kind == "switch":
                written = str(int(value))
            else:
                written = str(field.said(value)).replace("−", "-")
            changed.append(f"{name}:{written}")
        return ";".join(changed) or None

    # -- the table
    def _first_axes(self) -> tuple[str, str]:
        """What stands along the table at first: what belongs together, or what tells most, by
        the main number."""
        main = self.main_field
        groups = [name for name, parts in self.axes.items() if len(parts) > 1]
        names = (*groups, *lab.telling(self.game, self.now.result), *self.axes)
        others = [n for n in names if main not in self.axes[n] and n != main]
        own = [
            n
            for n in others
            if n in groups or not (_earlier(self.known[n]) or self._whose(self.known[n]))
        ]
        return (own or others or [main])[0], main

    def _whose(self, field: Field) -> bool:
        """Whether a field says who did something: of such, a table tells little."""
        people = {*self.game.names, *(side.name for side in self.game.sides)}
        return any(label in people for _, label in field.choices)

    @property
    def measures(self) -> list[tuple[str, str]]:
        """Whose points can be looked at, as what is measured and its name."""
        sides = [(lab.plain(side.id), side.name) for side in self.game.sides]
        if len(sides) != 2:
            return sides
        return [(lab.measure(self.game), f"{sides[0][1]} less {sides[1][1]}"), *sides]

    def axis_names(self, single: bool = False) -> list[tuple[str, str]]:
        """What can stand along a table; single: without fields that belong together."""
        return [
            (name, self.known[name].label if name in self.known else name.capitalize())
            for name, parts in self.axes.items()
            if not single or len(parts) == 1
        ]

    def turn(self, which: int, axis: str) -> None:
        """Another axis; the other one gives way where both would be the same."""
        now, other = self.shown_axes[which], self.shown_axes[1 - which]
        parts = {*self.axes[axis]}
        if parts & {*self.axes[other]}:
            free = [name for name, own in self.axes.items() if not {*own} & parts]
            if not free:
                raise ValueError(f"{self.game.title} has only one thing to put along a table.")
            other = now if now in free else free[0]
        self.shown_axes = (other, axis) if which else (axis, other)

    @click("table")
    def choose_cell(self, at: str) -> None:
        """Set the result of a cell."""
        try:
            r, c = (int(n) for n in at.split(","))
            rows, columns = self.tabled.rows, self.tabled.columns
            if r < 0 or c < 0:
                raise IndexError
            settings = (*rows.settings[r], *columns.settings[c])
            given = dict(zip((*rows.names, *columns.names), settings, strict=True))
        except (ValueError, IndexError):
            raise ValueError("There is no such cell; choose one of the table.") from None
        self.move(given)

    @of.then
    def _forget_cases(self) -> None:
        self.chosen_cases = None

    @property
    def has_table(self) -> bool:
        """Whether there are two things to put along a table."""
        rows, columns = self.shown_axes
        return not {*self.axes[rows]} & {*self.axes[columns]}

    @worked_out
    def tabled(self) -> lab.TableInMaking:
        rows, columns = self.shown_axes
        most = ROWS, COLUMNS
        return lab.TableInMaking(self.game, rows, columns, self.of, self.now.result, most, {})

    def job(self) -> Iterator[float] | None:
        if not self.has_table:
            return None
        until = time.monotonic() + AT_ONCE
        while self.tabled.missing and time.monotonic() < until:
            self.tabled.step()
        return self._work() if self.tabled.missing else None

    def _work(self) -> Iterator[float]:
        making = self.tabled
        while making.missing and making is self.tabled:
            making.step()
            yield 1 - making.missing / len(making.rows.settings)

    # -- questions
    def ready_questions(self) -> Sequence[lab.WorthAsking]:
        """The questions to choose from; they change with the side that plays, if with anything."""
        side = values_of(self.now.result).get("side")
        if side not in self._ready:
            self._ready[side] = lab.questions(self.game, self.now.result)
        return self._ready[side]

    def question_titles(self) -> list[tuple[int, str]]:
        labels = dict(self.axis_names())
        titles = []
        for i, question in enumerate(self.ready_questions()):
            label = labels[question.over]
            titles.append((i, f"{question.title} ({label[:1].lower()}{label[1:]})"))
        return [*titles, (len(titles), "Your own question")]

    def question_number(self) -> int:
        """Which of the ready questions is asked; the number after the last for one's own."""
        ready = [(question.condition, question.over) for question in self.ready_questions()]
        now = self.condition, self.ask_over
        return ready.index(now) if now in ready else len(ready)

    def ask_ready(self, number: int) -> None:
        ready = self.ready_questions()
        if number < len(ready):
            self.condition, self.ask_over = ready[number].condition, ready[number].over

    def ask_own(self, words: str) -> None:
        lab.asked(self.game, words)
        self.condition = words

    # -- what pays
    @even_over.then
    def _begin_anew(self) -> None:
        self.chosen_cases = None
        self.set("instead", "")

    def _case(self, name: str, label: str, which: int) -> Control[Any]:
        field = self.known[self.even_over]
        more: dict[str, Any] = {"name": name, "place": "even", "query": "never"}
        if field.kind == "number" and len(field.values) > 40:
            return NumberControl(
                label,
                low=field.low,
                high=field.high,
                get=lambda page: page.cases[which],
                put=lambda page, value: page.choose_case(which, value),
                **more,
            )
        return ChoiceControl[int](
            label,
            [(i, field.said(value)) for i, value in enumerate(field.values)],
            get=lambda page: field.values.index(page.cases[which]),
            put=lambda page, place: page.choose_case(which, field.values[place]),
            **more,
        )

    def choose_case(self, which: int, value: Any) -> None:
        other = self.cases[1 - which]
        self.chosen_cases = (other, value) if which else (value, other)

    def weigh(self, letter: str, points: int) -> None:
        """Say what a lead in the match is worth."""
        self.worths = self.worths | {letter: points}

    def count_in(self, scale: str) -> None:
        """Say on which scale differences count."""
        self.scale = scale

    @worked_out
    def cases(self) -> tuple[Any, Any]:
        """The settings at which it works and at which it fails."""
        if self.chosen_cases is not None:
            return self.chosen_cases
        curve, sign = self.curve_over(self.even_over), lab.better(self.game)
        if (turned := lab.turned(curve, sign)) is not None:
            return turned
        pairs = zip(curve.over.settings, curve.values, strict=True)
        there = [(setting[0], sign * value) for setting, value in pairs if value is not None]
        if not there:
            every = self.known[self.even_over].values
            return every[-1], every[0]
        best = max(there, key=lambda pair: pair[1])
        return best[0], min(there, key=lambda pair: pair[1])[0]

    @worked_out
    def rivals(self) -> list[tuple[str, str]]:
        """What could be done instead: nothing, or the same with another bid."""
        choices = [("", "nothing at all, 0 points")]
        for field in self.known.values():
            single = field.part[1] is None and field.part[0] not in BEFORE
            if single and field.name != self.even_over and field.kind != "cards":
                if len(field.values) < 9:
                    choices += [
                        (f"{field.name}:{i}", f"{field.label}: {field.said(value)}")
                        for i, value in enumerate(field.values)
                    ]
        return choices

    # -- what is shown
    def lead(self) -> str:
        return "Move the result: each line is one rule and one formula, and the total is their sum."

    def blocks(self) -> list[Block]:
        return [
            self.lines,
            *self.sheet,
            self.curve,
            self.closed,
            self.even,
            *self.even_plot,
            *self.solved_for,
            self.heat(),
            self.answer,
            self.words,
            self.python,
        ]

    @worked_out
    def headline(self) -> str:
        """What the result comes to, as a sentence."""
        feats = self.game.feats(self.now.result)
        return summary(self.game, feats, self.now.lines, reader=0).title

    @worked_out
    def lines(self) -> Block:
        names = {side.id: side.name for side in self.game.sides}
        total = [[names[side], lab.signed(points)] for side, points in self.now.totals.items()]
        lines = [self._line(x, names[x.side]) for x in self.now.lines]
        return {
            "kind": "lines",
            "id": "lines",
            "title": self.game.title,
            "told": self.headline,
            "span": "full" if not self.sheet else "main",
            "total": total,
            "lines": lines,
        }

    def _line(self, x: ScoreLine, side: str) -> dict[str, Any]:
        item: dict[str, Any] = {
            "title": x.title,
            "rule": rule_words(x.rule, self.game),
            "points": x.points,
            "side": side,
            "account": x.account,
            "because": x.because,
        }
        if x.formula is not None and x.values:
            item |= {
                "formula": x.formula.mathml(),
                "values": x.formula.mathml(dict(x.values)),
                "legend": [list(pair) for pair in x.formula.legend()],
            }
        return item

    @worked_out
    def sheet(self) -> list[Block]:
        """The rubber's sheet, side by side: above the line and below it."""
        if not isinstance(self.game, RubberGame):
            return []
        rows: list[list[Any]] = []
        for account in ("above", "below"):
            if account == "below" and any(self.now.result.below):
                rows.append(
                    [
                        "Part-score before (below)",
                        *(points or "" for points in self.now.result.below),
                    ]
                )
            for x in (x for x in self.now.lines if x.account == account):
                cells = [
                    {"text": x.points, "mark": "new"} if x.side == side.id else ""
                    for side in self.game.sides
                ]
                rows.append([f"{x.title} ({account})", *cells])
        rows.append(["This deal", *self.now.totals.values()])
        before = self.game.opening().but(games=self.now.result.games, below=self.now.result.below)
        after = self.game.carried(before, self.now.lines)
        rows.append(["Games won", *after.games])
        heads = columns("Line", right=[side.name for side in self.game.sides])
        return [table("sheet", "The sheet", heads, rows, span="side")]

    @property
    def of_words(self) -> str:
        return dict(self.measures)[self.of]

    def heat(self) -> Block:
        """The table, as far as it is worked out; a sentence where there is none."""
        if not self.has_table:
            return self._no_table()
        done = self.tabled.now()
        here = [self._here(axis) for axis in (done.rows, done.columns)]
        names = {side.id: side.name for side in self.game.sides}
        totals = [f"{names[side]} {lab.signed(n)}" for side, n in self.now.totals.items()]
        return {
            "kind": "heat",
            "id": "table",
            "title": "The whole table",
            "rows": list(done.rows.labels),
            "columns": list(done.columns.labels),
            "values": [list(row) for row in done.values],
            "picked": here if None not in here else None,
            "row_title": done.rows.title,
            "column_title": done.columns.title,
            "unit": f"points of {self.of_words}",
            "lead": (
                "A cell is a result: choose one. Empty cells cannot be. Chosen now:"
                f" {self.headline} {listed(totals, 'and', len(totals))}."
            ),
        }

    def _no_table(self) -> Block:
        """Why there is no table."""
        label = self.known[self.main_field].label
        return text(
            "A table goes over two things, and a result here says only one:"
            f" {label[:1].lower()}{label[1:]}. What each choice comes to is drawn above.",
            id="table",
            title="The whole table",
            span="full",
        )

    def _here(self, axis: lab.Axis) -> int | None:
        now = tuple(self.now.values[name] for name in axis.names)
        return axis.settings.index(now) if now in axis.settings else None

    def curve_over(self, over: str) -> lab.Curve:
        """The points over one field, all else as it is set."""
        return self.tracked.result(
            f"curve over {over}",
            lambda: lab.plot(self.game, over, self.of, self.now.result, most=POINTS),
        )

    @worked_out
    def whole(self) -> Any:
        """The points over the chosen field as a sympy expression, None over a choice."""
        counted = self.known[self.over].kind == "number"
        return lab.of_curve(self.curve_over(self.over)) if counted else None

    @worked_out
    def meeting(self) -> lab.Meeting | None:
        """The result as it is set and what could be done instead, over the chosen number; None
        where there is nothing to compare."""
        rival = self._rival()
        if rival is None or self.over in rival or self.known[self.over].kind != "number":
            return None
        try:
            return lab.meet(self.game, {}, rival, self.over, self.of, self.now.result)
        except ValueError:  # there is no such result
            return None

    def _rival_series(self) -> list[dict[str, Any]]:
        """The other contract beside the curve."""
        if self.meeting is None:
            return []
        points = [list(point) for point in self.meeting.other.points]
        return [{"name": dict(self.rivals)[self.instead], "style": "line", "points": points}]

    def _drawn_points(self) -> list[list[Any]]:
        """The points of the curve: what sympy makes of the expression at every number."""
        points = self.curve_over(self.over).points
        if self.whole is None:
            return [list(point) for point in points]
        drawn = lab.values_of(self.whole, self.over, [x for x, _ in points])
        return [list(point) for point in drawn.items()]

    @worked_out
    def curve(self) -> Block:
        curve, field = self.curve_over(self.over), self.known[self.over]
        counted = field.kind == "number"
        now = self.now.values[self.over]
        named = [] if counted else [[i, label] for i, label in enumerate(curve.over.labels)]
        ticks = {"ticks": named} if 0 < len(named) <= 14 else {}
        return {
            "kind": "plot",
            "id": "curve",
            "title": "Over one field",
            "span": "half",
            "x": {"title": field.label, **ticks},
            "mark": now if counted else list(field.values).index(now),
            "y": {"title": "points"},
            "label": f"{self.of_words} over {field.label.lower()}",
            "lead": (
                f"Points of {self.of_words}, all else as it is set. The dotted line is where you"
                f" are. {self.meeting.text if self.meeting else ''}".strip()
            ),
            "series": [
                {
                    "name": self.of_words,
                    "style": "line" if counted else "bars",
                    "points": self._drawn_points(),
                },
                *self._rival_series(),
            ],
        }

    @worked_out
    def closed(self) -> Block:
        pieces, label = self.curve_over(self.over).pieces, self.known[self.over].label
        shared: Block = {"id": "closed", "title": "In closed form", "span": "half"}
        if all(field.kind != "number" for field in self.known.values()):
            why = f"No part of a result of {self.game.title} is a number, so there is no formula here."
            return text(why, **shared)
        if self.known[self.over].kind != "number" or not pieces:
            return text(
                f"{label} is a choice, not a number; choose a number to see its formula.", **shared
            )
        if len(pieces) > 12:
            return text(
                f"The points change at {len(pieces)} places; a formula for each would be longer"
                " than the numbers.",
                **shared,
            )
        x = lab.letter("x")
        branches = [whole.subs(lab.letter(self.over), x) for whole, _ in self.whole.args]
        rows = [
            [_span(p), {"math": mathml.from_sympy(whole)}, ", ".join(p.titles) or "nothing"]
            for p, whole in zip(pieces, branches, strict=False)
        ]
        lead = f"x is “{label}”. Where the same lines score, the points are a straight line."
        heads = columns("x", "points", "what scores")
        more = {"span": "half", "lead": lead, "caption": "The points piece by piece"}
        return table("closed", "In closed form", heads, rows, **more)

    @worked_out
    def answer(self) -> Block:
        """Where the condition holds."""
        shared: Block = {
            "id": "ask",
            "title": "Ask",
            "span": "full",
            "lead": "All settings are gone through; everything else stays as it is set.",
        }
        try:
            answer = lab.when(self.game, self.condition, self.ask_over, self.now.result, most=200)
        except ValueError as no:
            return refusal(f"{no}.", **shared)
        where = ", ".join(answer.ranges)
        if not answer.holds:
            where = "never"
        elif len(answer.holds) == len(answer.over.settings):
            where = "always"
        meaning = lab.vocabulary(self.game)
        names = dict.fromkeys(lab.asked(self.game, self.condition).names)
        legend = [f"{name}: {meaning[name]}" for name in names if name in meaning]
        label = dict(self.axis_names())[self.ask_over]
        return text(f"{label}: {where}.", *(["; ".join(legend) + "."] if legend else []), **shared)

    @worked_out
    def words(self) -> Block:
        """What the words of a question mean, folded away."""
        words = [
            {"id": word, "title": word, "text": meaning}
            for word, meaning in lab.vocabulary(self.game).items()
        ]
        group = {"title": "The words of a question", "shut": True, "rules": words}
        return {"kind": "rules", "id": "words", "groups": [group]}

    @worked_out
    def paying(self) -> lab.BreakEven:
        """From which chance on it pays.  ValueError for results that cannot be."""
        (made, failed), name = self.cases, self.even_over
        return lab.break_even(
            self.game,
            {name: made},
            {name: failed},
            self.of,
            self.now.result,
            instead=self._rival(),
            worth=self.worths,
            scale=self.scale,
        )

    @worked_out
    def even(self) -> Block:
        title = "From which chance on does it pay?"
        (made, failed), field = self.cases, self.known[self.even_over]
        try:
            even = self.paying
        except ValueError as no:
            return text(f"{no}.", tone="note", id="even", title=title, span="full")
        cases = (
            ("It works", made, even.made, even.rivals[0], even.gain),
            ("It fails", failed, even.failed, even.rivals[1], -even.loss),
        )
        rows: list[list[Any]] = [
            [f"{case} ({field.said(value)})", *map(lab.signed, points)]
            for case, value, *points in cases
        ]
        if even.probability is not None:
            rows.append(_border("It pays from", even.probability, even))
        if even.up_to is not None:
            rows.append(_border("It pays up to", even.up_to, even))
        counted = f"difference, {even.scale.title}" if even.scale else "difference"
        besides = " with the match" if even.positions else ""
        heads = columns(field.label, right=["tried", "instead", counted + besides])
        used = {letter for letter, counts in even.positions if any(counts)}
        reasons = [
            f"{value.letter}: {value.because}"
            for value in self.game.position_values
            if value.letter in used
        ]
        source = [f"{even.scale.title}: {even.scale.source}."] if even.scale else []
        more = {
            "lead": " ".join([even.text, *reasons, *source]),
            "caption": "Break-even",
            "span": "full",
        }
        return table("even", title, heads, rows, **more)

    @worked_out
    def letters(self) -> list[PositionValue]:
        """The values of a match on which the chance that is needed turns."""
        try:
            even = self.paying
        except ValueError:
            return []
        symbols = even.expression.free_symbols if even.expression else ()
        letters = {str(letter) for letter in symbols}
        return [value for value in self.game.position_values if value.letter in letters]

    def _chances(self, value: PositionValue, others: dict[str, int]) -> dict[str, Any]:
        """The curve of break-even over one value, the others being these."""
        kept = [f"{letter} = {n}" for letter, n in others.items()]
        at = along(value, self.worths[value.letter])
        chances = lab.chances_over(self.paying.expression, value.letter, others, at)
        return {
            "name": ", ".join(["chance needed", *kept]),
            "style": "line",
            "points": [[n, round(100 * float(p), 2)] for n, p in chances.items()],
        }

    @worked_out
    def solved_for(self) -> list[Block]:
        """What a lead would have to be worth for a chance to be just enough."""
        if not self.letters:
            return []
        import sympy

        wanted = sympy.Rational(self.chance, 100)
        equation = sympy.Eq(self.paying.expression, wanted)
        found = [lab.solutions(equation, sympy.Symbol(v.letter)) for v in self.letters]
        told = [said.replace("-", "−") for _, said in found]
        if any(one.is_negative for whole, _ in found for one in _numbers(whole)):
            told.append("Below 0 means that this chance is more than enough, whatever the lead.")
        meaning = "; ".join(f"{v.letter}: {v.label[:1].lower()}{v.label[1:]}" for v in self.letters)
        title = f"When is {self.chance} % just enough?"
        lead = f"The break-even, solved for each letter. {meaning}."
        return [text(*told, id="solve", title=title, lead=lead, span="half")]

    @worked_out
    def even_plot(self) -> list[Block]:
        """The chance that is needed, over what a lead in the match is worth: a curve for each of
        a few values of the other lead."""
        if not self.letters:
            return []
        value, *rest = self.letters
        now = {other.letter: self.worths[other.letter] for other in rest}
        cases = [now]
        for other in rest[:1]:
            cases += [now | {other.letter: n} for n in (0, other.most) if n != now[other.letter]]
        series = [self._chances(value, others) for others in cases]
        block: Block = {
            "kind": "plot",
            "id": "even-plot",
            "title": "What the answer turns on",
            "span": "half",
            "x": {"title": f"{value.label}, {value.letter} (points)"},
            "y": {"title": "chance needed (%)"},
            "mark": self.worths[value.letter],
            "label": f"The chance needed over {value.label.lower()}",
            "lead": f"{self._side_that_pays()} The dotted line is where you are.",
            "series": series,
        }
        return [block]

    def _side_that_pays(self) -> str:
        """On which side of the curve of break-even trying is right."""
        if self.paying.up_to is not None:
            return "Below the line it pays, above it does not."
        return "Above the line it pays, below it does not."

    def _rival(self) -> dict[str, Any] | None:
        """What is done instead, as a field with its value."""
        if not self.instead:
            return None
        name, _, place = self.instead.partition(":")
        return {name: self.known[name].values[int(place)]}

    @worked_out
    def python(self) -> Block:
        given = self._given_in_python()
        source = (
            f"from cardlab.labs import scores\n\nresult = dict({given})\n"
            f'print(scores.score("{self.game.id}", **result))\n'
            f'print(scores.when("{self.game.id}", {self.condition!r}, "{self.ask_over}", **result))'
        )
        if self.whole is not None:
            source += f'\nprint(scores.expression("{self.game.id}", "{self.over}", "{self.of}", **result))'
        return code(source, title="The same in Python")

    def _given_in_python(self) -> str:
        """What differs from the game's usual result, as arguments."""
        usual = self.game.result_sheet.flat(self.game.usual_result)
        changed = {n: v for n, v in self.now.values.items() if n in self.known and v != usual[n]}
        plain = {
            name: value if isinstance(value, int | None) else str(value)
            for name, value in changed.items()
            if not isinstance(value, tuple)
        }
        return ", ".join(f"{name}={value!r}" for name, value in plain.items())


def _numbers(whole: Any) -> list[Any]:
    """The numbers of a finite sympy set; of another one nothing."""
    import sympy

    return [one for one in whole if one.is_number] if isinstance(whole, sympy.FiniteSet) else []


def _earlier(field: Field) -> bool:
    """Whether a field says how things stood before the deal."""
    return field.part[0] in BEFORE or (field.part[0] == "won" and field.kind == "number")


def _span(piece: lab.Piece) -> str:
    low, high = (str(n).replace("-", "−") for n in (piece.low, piece.high))
    return low if low == high else f"{low}\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}{high}"


def _worth_name(letter: str) -> str:
    """The name of the control of a position value."""
    return f"worth_{letter.lower()}"


def _border(title: str, chance: Fraction, even: lab.BreakEven) -> list[Any]:
    """The row of the chance where what pays changes: in per cent, as sympy has it with the letters
    of the match, and as a fraction."""
    whole = mathml.from_sympy(even.expression)
    if even.expression.free_symbols:
        fraction = mathml.rational(chance)
        whole = whole.removesuffix("</math>") + mathml.operator("=") + fraction + "</math>"
    return [title, f"{float(chance):.1%}", "", {"math": whole}]


def along(value: PositionValue, now: int) -> list[int]:
    """The values at which a curve over a position value is drawn: in about as many steps whether
    a lead counts seven points or a thousand, with the value that is set and the largest."""
    step = max(1, value.most // STEPS)
    return sorted({*range(0, value.most + 1, step), now, value.most})
