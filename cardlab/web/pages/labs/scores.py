"""The page of the laboratory of scores: a result to be moved, its lines, a table, a curve,
questions, what pays.

Knows controls and blocks; what they say comes from `cardlab.labs.scores`, what can be set from the
fields of the result.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from cardlab.engine.results import Field
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.words import shown
from cardlab.families.rubber import RubberGame
from cardlab.labs import scores as lab
from cardlab.labs.fields import values
from cardlab.web.pages.labs.base import (
    Block,
    Control,
    Lab,
    choice,
    number,
    refusal,
    rule_words,
    switch,
    text,
)

__all__ = ["Scores"]

ROWS, COLUMNS, POINTS = 40, 27, 61
"""So many rows, columns and points a page shows of a table and a curve; more are thinned out
evenly."""
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


class Scores(Lab):
    """Imagine a result and see where every point comes from."""

    id, title, doing = "scores", "Where every point comes from", "Working the table out"

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.now = (
            lab.score(self.game, **BEGIN[game_id]) if game_id in BEGIN else lab.opening(self.game)
        )
        self.of = lab.measure(self.game)
        self.known = {f.name: f for f in lab.fields(self.game)}
        self.axes = lab.axes(self.game)
        self.over = lab.main_field(self.game, self.now.result)
        self.rows, self.columns = self._axes()
        self.asked_text, self.asked_over = "", self.over
        self.even_over = self.over
        self.case: tuple[Any, Any] | None = None
        self.instead = ""
        self.made: lab.Tabled | None = None
        self._kept: dict[str, Any] = {}
        self._ready: dict[Any, Sequence[lab.Question]] = {}
        self._begin_table()
        self._ask(0)

    def _axes(self) -> tuple[str, str]:
        """What stands along the table at first: what belongs together, or what tells most, by
        the main number."""
        names = lab.telling(self.game, self.now.result)
        groups = [name for name, parts in self.axes.items() if len(parts) > 1]
        others = [
            n
            for n in (*groups, *names, *self.axes)
            if self.over not in self.axes[n] and n != self.over
        ]
        own = [
            n
            for n in others
            if n in groups or not (self._earlier(self.known[n]) or self._whose(self.known[n]))
        ]
        return ((own or others or [self.over])[0], self.over)

    def _whose(self, f: Field) -> bool:
        """Whether a field says who did something: of such, a table tells little."""
        people = {*self.game.names, *(side.name for side in self.game.sides)}
        return any(label in people for _, label in f.choices)

    @staticmethod
    def _earlier(f: Field) -> bool:
        """Whether a field says how things stood before the deal."""
        return f.part[0] in BEFORE or (f.part[0] == "won" and f.kind == "number")

    # -- what can be set
    def lead(self) -> str:
        return "Move the result: each line is one rule and one formula, and the total is their sum."

    def controls(self) -> list[Control]:
        own = (
            *self._table_controls(),
            *self._curve_controls(),
            *self._question_controls(),
            *self._even_controls(),
        )
        return [*self._fields(), *own]

    def _fields(self) -> list[Control]:
        found = []
        for f in sorted(self.known.values(), key=self._earlier):
            found.append(self._field(f, self.now.values[f.name]) | {"place": "side"})
            found[-1]["group"] = "Before the deal" if self._earlier(f) else "The deal"
        return found

    def _field(self, f: Field, value: Any) -> Control:
        if f.kind == "number":
            return number(f.name, f.label, value, f.low, f.high)
        if f.kind == "switch":
            return switch(f.name, f.label, bool(value))
        if f.kind == "cards":
            written = {"hint": "Cards like AS 10H, or a suit by its name.", "longest": 900}
            return {
                "name": f.name,
                "label": f.label,
                "kind": "text",
                "value": f.said(value),
                **written,
            }
        at = [known for known, _ in f.choices].index(value)
        return choice(f.name, f.label, at, [(i, said) for i, (_, said) in enumerate(f.choices)])

    def _measures(self) -> list[tuple[str, str]]:
        sides = [(lab.plain(side.id), side.name) for side in self.game.sides]
        both = (
            [(lab.measure(self.game), f"{sides[0][1]} less {sides[1][1]}")]
            if len(sides) == 2
            else []
        )
        return [*both, *sides]

    def _axis_names(self, most: int = 0) -> list[tuple[str, str]]:
        return [
            (name, self.known[name].label if name in self.known else name.capitalize())
            for name, parts in self.axes.items()
            if not most or len(parts) == 1
        ]

    def _table_controls(self) -> list[Control]:
        named = self._axis_names()
        return [
            choice("rows", "Down", self.rows, named, place="table"),
            choice("columns", "Across", self.columns, named, place="table"),
            choice("of", "Points of", self.of, self._measures(), place="table"),
        ]

    def _curve_controls(self) -> list[Control]:
        return [choice("over", "Over", self.over, self._axis_names(1), place="curve")]

    def _question_controls(self) -> list[Control]:
        ready = self._questions()
        now = next(
            (
                i
                for i, q in enumerate(ready)
                if (q.condition, q.over) == (self.asked_text, self.asked_over)
            ),
            len(ready),
        )
        titles = [(i, self._title(q)) for i, q in enumerate(ready)] + [
            (len(ready), "Your own question")
        ]
        return [
            choice("question", "Question", now, titles, place="ask"),
            {
                "name": "ask",
                "label": "As a condition",
                "kind": "text",
                "value": self.asked_text,
                "place": "ask",
            },
            choice("ask_over", "Over", self.asked_over, self._axis_names(), place="ask"),
        ]

    def _title(self, question: lab.Question) -> str:
        label = dict(self._axis_names())[question.over]
        return f"{question.title} ({label[:1].lower()}{label[1:]})"

    def _even_controls(self) -> list[Control]:
        made, failed = self._cases()
        f = self.known[self.even_over]
        values = [(i, f.said(v)) for i, v in enumerate(f.values)]
        place = {"place": "even"}
        found = [choice("even_over", "It turns on", self.even_over, self._axis_names(1), **place)]
        for name, label, value in (
            ("made", "It works at", made),
            ("failed", "It fails at", failed),
        ):
            at = f.values.index(value)
            if f.kind == "number" and len(f.values) > 40:
                found.append(number(name, label, value, f.low, f.high, **place))
            else:
                found.append(choice(name, label, at, values, **place))
        found.append(choice("instead", "Instead", self.instead, self._rivals(), **place))
        return found

    def _rivals(self) -> list[tuple[str, str]]:
        """What could be done instead: nothing, or the same with another bid."""
        found = [("", "nothing at all, 0 points")]
        for f in self.known.values():
            single = f.name != self.even_over and f.part[1] is None and f.part[0] not in BEFORE
            if single and f.kind != "cards" and len(f.values) < 9:
                found += [
                    (f"{f.name}:{i}", f"{f.label}: {f.said(v)}") for i, v in enumerate(f.values)
                ]
        return found

    def _cases(self) -> tuple[Any, Any]:
        """The settings at which it works and at which it fails."""
        if self.case is not None:
            return self.case
        found = self._once(
            "turning", lambda: lab.turned(self._plotted(self.even_over), lab.better(self.game))
        )
        if found:
            return found
        values, sign = self.known[self.even_over].values, lab.better(self.game)
        curve = self._plotted(self.even_over)
        known = [
            (s[0], sign * y)
            for s, y in zip(curve.over.settings, curve.values, strict=True)
            if y is not None
        ]
        if not known:
            return values[-1], values[0]
        return max(known, key=lambda pair: pair[1])[0], min(known, key=lambda pair: pair[1])[0]

    def _once(self, name: str, work: Any) -> Any:
        """What is worked out once for a setting of the page."""
        if name not in self._kept:
            self._kept[name] = work()
        return self._kept[name]

    def _questions(self) -> Sequence[lab.Question]:
        """What is offered to be asked; it changes with the side that plays, if with anything."""
        side = values(self.now.result).get("side")
        if side not in self._ready:
            self._ready[side] = lab.questions(self.game, self.now.result)
        return self._ready[side]

    # -- setting it
    def set(self, name: str, value: Any) -> None:
        if name in self.known:
            self._move({name: self._read(self.known[name], value)})
        elif name == "result":
            self._move(self._several(str(value)))
        elif name == "table":
            self._pick(str(value))
        elif name in ("rows", "columns"):
            self._turn(name, self._one_of(name, value, self.axes))
        elif name == "of":
            self.of = self._one_of(name, value, dict(self._measures()))
            self._fresh()
        elif name == "over":
            self.over = self._one_of(name, value, self.known)
        elif name in ("question", "ask", "ask_over"):
            self._put_question(name, value)
        elif name == "even_over":
            self.even_over, self.case, self.instead = (
                self._one_of(name, value, self.known),
                None,
                "",
            )
            self._kept.pop("turning", None)
        elif name in ("made", "failed"):
            made, failed = self._cases()
            chosen = self._read(self.known[self.even_over], value)
            self.case = (chosen, failed) if name == "made" else (made, chosen)
        elif name == "instead":
            self.instead = self._one_of(name, value, dict(self._rivals()))
        else:
            raise ValueError(f"There is no {shown(name)} to set here.")

    def _one_of(self, name: str, value: Any, known: Any) -> str:
        if str(value) not in known:
            raise ValueError(
                f"“{shown(str(value))}” cannot stand here; choose one of"
                f" {', '.join(map(str, list(known)[:12]))}."
            )
        return str(value)

    def _read(self, f: Field, value: Any) -> Any:
        """A value of a field: a choice comes as its place in the list."""
        if f.kind == "choice":
            places = [str(i) for i in range(len(f.choices))]
            return f.choices[places.index(str(value))][0] if str(value) in places else f.read(value)
        return f.read(value)

    def _move(self, given: dict[str, Any]) -> None:
        self.now = lab.score(self.game, self.now.result, **given)
        self._fresh()

    def _fresh(self) -> None:
        self._kept.clear()
        self.case = None
        self._begin_table()

    def _several(self, written: str) -> dict[str, Any]:
        """What an address says of a result: ``contract:8;tricks_north_south:6``."""
        found: dict[str, Any] = {}
        for part in written.split(";")[:60]:
            name, _, value = part.partition(":")
            if name not in self.known:
                raise ValueError(f"A result of {self.game.title} has no “{shown(name)}”.")
            found[name] = self._read(self.known[name], value)
        return found

    def _turn(self, name: str, axis: str) -> None:
        """Another axis; the other one gives way where both would be the same."""
        other = self.columns if name == "rows" else self.rows
        if {*self.axes[axis]} & {*self.axes[other]}:
            free = [n for n, parts in self.axes.items() if not {*parts} & {*self.axes[axis]}]
            held = self.rows if name == "rows" else self.columns
            if not free:
                raise ValueError(f"{self.game.title} has only one thing to put along a table.")
            other = held if held in free else free[0]
        self.rows, self.columns = (axis, other) if name == "rows" else (other, axis)
        self._begin_table()

    def _pick(self, at: str) -> None:
        """A cell of the table was chosen: its result is shown."""
        try:
            r, c = (int(n) for n in at.split(","))
            rows, columns = self._table.rows, self._table.columns
            if r < 0 or c < 0:
                raise IndexError
            given = dict(
                zip(
                    (*rows.names, *columns.names),
                    (*rows.settings[r], *columns.settings[c]),
                    strict=True,
                )
            )
        except (ValueError, IndexError):
            raise ValueError("There is no such cell; choose one of the table.") from None
        self._move(given)

    def _put_question(self, name: str, value: Any) -> None:
        if name == "question":
            return self._ask(int(value) if str(value).isdecimal() and len(str(value)) < 4 else -1)
        if name == "ask_over":
            self.asked_over = self._one_of(name, value, self.axes)
        else:
            lab.asked(self.game, str(value))
            self.asked_text = str(value)
        self._kept.pop("answer", None)

    def _ask(self, which: int) -> None:
        ready = self._questions()
        if which == len(ready):
            return
        if not 0 <= which < len(ready):
            raise ValueError(
                "There is no such question; choose one from the list, or write your own."
            )
        self.asked_text, self.asked_over = ready[which].condition, ready[which].over
        self._kept.pop("answer", None)

    def asked(self) -> dict[str, str]:
        usual = type(self)._first(self.game.id)
        changed = []
        for name, f in self.known.items():
            value = self.now.values[name]
            if value != usual[name]:
                said = (
                    f.choices.index(next(c for c in f.choices if c[0] == value))
                    if f.kind == "choice"
                    else f.said(value)
                )
                said = str(int(value)) if f.kind == "switch" else str(said).replace("−", "-")
                changed.append(f"{name}:{said}")
        found = {"result": ";".join(changed)} if changed else {}
        return found | {
            "rows": self.rows,
            "columns": self.columns,
            "of": self.of,
            "over": self.over,
        }

    @staticmethod
    def _first(game_id: str) -> dict[str, Any]:
        """The values with which the page begins."""
        game = lab.the_game(game_id)
        return (lab.score(game, **BEGIN[game_id]) if game_id in BEGIN else lab.opening(game)).values

    # -- long work: the table
    def _begin_table(self) -> None:
        self.made = None

    @property
    def _table(self) -> lab.Tabled:
        if self.made is None:
            self.made = lab.Tabled(
                self.game, self.rows, self.columns, self.of, self.now.result, (ROWS, COLUMNS), {}
            )
        return self.made

    def job(self) -> Iterator[float] | None:
        until = time.monotonic() + AT_ONCE
        while self._table.missing and time.monotonic() < until:
            self._table.step()
        return self._work() if self._table.missing else None

    def _work(self) -> Iterator[float]:
        making = self._table
        while making.missing and making is self.made:
            making.step()
            yield 1 - making.missing / len(making.rows.settings)

    # -- what is shown
    def blocks(self) -> list[Block]:
        below = (
            self._heat(),
            self._curve(),
            self._closed(),
            self._answer(),
            self._words(),
            self._even(),
            self._python(),
        )
        return [self._lines(), *self._sheet(), *below]

    def _lines(self) -> Block:
        names = {side.id: side.name for side in self.game.sides}
        total = [[names[side], lab.signed(points)] for side, points in self.now.totals.items()]
        lines = [self._line(x, names[x.side]) for x in self.now.lines]
        return {
            "kind": "lines",
            "id": "lines",
            "title": self.game.title,
            "span": "full" if not self._sheet() else "main",
            "total": total,
            "lines": lines,
        }

    def _line(self, x: ScoreLine, side: str) -> dict[str, Any]:
        found: dict[str, Any] = {
            "title": x.title,
            "rule": rule_words(x.rule, self.game),
            "points": x.points,
            "side": side,
            "account": x.account,
            "because": x.because,
        }
        if x.formula is not None and x.values:
            found |= {
                "formula": x.formula.mathml(),
                "values": x.formula.mathml(dict(x.values)),
                "legend": [list(pair) for pair in x.formula.legend()],
            }
        return found

    def _sheet(self) -> list[Block]:
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
        columns = [
            {"label": "Line"},
            *({"label": s.name, "align": "right"} for s in self.game.sides),
        ]
        return [
            {
                "kind": "table",
                "id": "sheet",
                "title": "The sheet",
                "span": "side",
                "columns": columns,
                "rows": rows,
            }
        ]

    def _of_words(self) -> str:
        return dict(self._measures())[self.of]

    def _heat(self) -> Block:
        found = self._table.now()
        here = [self._here(axis) for axis in (found.rows, found.columns)]
        picked = here if None not in here else None
        return {
            "kind": "heat",
            "id": "table",
            "title": "The whole table",
            "rows": list(found.rows.labels),
            "columns": list(found.columns.labels),
            "values": [list(row) for row in found.values],
            "picked": picked,
            "row_title": found.rows.title,
            "column_title": found.columns.title,
            "unit": f"points of {self._of_words()}",
            "lead": "A cell is a result: choose one to see its lines. Empty cells cannot be.",
        }

    def _here(self, axis: lab.Axis) -> int | None:
        now = tuple(self.now.values[name] for name in axis.names)
        return axis.settings.index(now) if now in axis.settings else None

    def _plotted(self, over: str) -> lab.Curve:
        found: lab.Curve = self._once(
            over, lambda: lab.plot(self.game, over, self.of, self.now.result, most=POINTS)
        )
        return found

    def _curve(self) -> Block:
        curve, f = self._plotted(self.over), self.known[self.over]
        points = [list(p) for p in curve.points]
        counted = f.kind == "number"
        named = [] if counted else [[i, label] for i, label in enumerate(curve.over.labels)]
        now = self.now.values[self.over]
        mark = now if counted else list(f.values).index(now)
        block: Block = {
            "kind": "plot",
            "id": "curve",
            "title": "Over one field",
            "span": "half",
            "x": {"title": f.label, **({"ticks": named} if len(named) <= 14 and named else {})},
            "mark": mark,
            "y": {"title": "points"},
            "label": f"{self._of_words()} over {f.label.lower()}",
            "lead": (
                f"Points of {self._of_words()}, all else as it is set. The dotted line is where you"
                " are."
            ),
            "series": [
                {"name": self._of_words(), "style": "line" if counted else "bars", "points": points}
            ],
        }
        return block

    def _closed(self) -> Block:
        pieces = self._plotted(self.over).pieces
        shared: Block = {"id": "closed", "title": "In closed form", "span": "half"}
        if not pieces:
            return text(
                f"{self.known[self.over].label} is a choice and no number; choose a number to see"
                " its formula.",
                **shared,
            )
        if len(pieces) > 12:
            said = (
                f"The points change at {len(pieces)} places; a formula for each would be longer"
                " than the numbers."
            )
            return text(said, **shared)
        rows = [[_reach(p), {"math": _linear(p)}, ", ".join(p.titles) or "nothing"] for p in pieces]
        columns = [{"label": "x"}, {"label": "points"}, {"label": "what scores"}]
        lead = (
            f"x is “{self.known[self.over].label}”. Where the same lines score, the points are a"
            " straight line."
        )
        return {
            "kind": "table",
            "columns": columns,
            "rows": rows,
            "lead": lead,
            "caption": "The points piece by piece",
            **shared,
        }

    def _answer(self) -> Block:
        shared: Block = {
            "id": "ask",
            "title": "Ask",
            "span": "full",
            "lead": "All settings are gone through; everything else stays as it is set.",
        }
        try:
            found = self._once(
                "answer",
                lambda: lab.when(
                    self.game, self.asked_text, self.asked_over, self.now.result, most=200
                ),
            )
        except ValueError as sentence:
            return refusal(f"{sentence}.", **shared)
        label = dict(self._axis_names())[self.asked_over]
        all_, none = len(found.holds) == len(found.over.settings), not found.holds
        said = "always" if all_ else "never" if none else ", ".join(found.ranges)
        words = [name for name in lab.asked(self.game, self.asked_text).names]
        meaning = lab.vocabulary(self.game)
        told = [f"{word}: {meaning[word]}" for word in dict.fromkeys(words) if word in meaning]
        return text(f"{label}: {said}.", *(["; ".join(told) + "."] if told else []), **shared)

    def _words(self) -> Block:
        """What the words of a question mean, folded away."""
        words = [
            {"id": word, "title": word, "text": said}
            for word, said in lab.vocabulary(self.game).items()
        ]
        return {
            "kind": "rules",
            "id": "words",
            "groups": [{"title": "The words of a question", "shut": True, "rules": words}],
        }

    def _even(self) -> Block:
        shared: Block = {"id": "even", "title": "From which chance on does it pay?", "span": "full"}
        made, failed = self._cases()
        rival = None
        if self.instead:
            name, _, at = self.instead.partition(":")
            rival = {name: self.known[name].values[int(at)]}
        try:
            found = lab.break_even(
                self.game,
                {self.even_over: made},
                {self.even_over: failed},
                self.of,
                self.now.result,
                instead=rival,
            )
        except ValueError as sentence:
            return text(f"{sentence}.", tone="note", **shared)
        f = self.known[self.even_over]
        cases = (
            ("It works", made, found.made, found.rivals[0], found.gain),
            ("It fails", failed, found.failed, found.rivals[1], -found.loss),
        )
        rows: list[list[Any]] = [
            [f"{said} ({f.said(v)})", *map(lab.signed, n)] for said, v, *n in cases
        ]
        p = found.probability
        if p is not None:
            rows.append(["It pays from", f"{float(p):.1%}", "", {"math": _chance(found)}])
        right = {"align": "right"}
        columns = [
            {"label": f.label},
            {"label": "tried", **right},
            {"label": "instead", **right},
            {"label": "difference", **right},
        ]
        return {
            "kind": "table",
            "columns": columns,
            "rows": rows,
            "lead": found.text,
            "caption": "Break-even",
            **shared,
        }

    def _python(self) -> Block:
        usual = self.game.result_sheet.flat(self.game.usual_result)
        changed = {n: v for n, v in self.now.values.items() if n in self.known and v != usual[n]}
        plain = {
            n: v if isinstance(v, int | None) else str(v)
            for n, v in changed.items()
            if not isinstance(v, tuple)
        }
        given = "".join(f", {n}={v!r}" for n, v in plain.items())
        source = (
            f'from cardlab.labs import scores\n\nprint(scores.score("{self.game.id}"{given}))\n'
            f'print(scores.when("{self.game.id}", {self.asked_text!r}, "{self.asked_over}"))'
        )
        return {"kind": "code", "id": "python", "title": "The same in Python", "text": source}


def _reach(piece: lab.Piece) -> str:
    low, high = (str(n).replace("-", "−") for n in (piece.low, piece.high))
    return low if low == high else f"{low}\N{NO-BREAK SPACE}to\N{NO-BREAK SPACE}{high}"


def _linear(piece: lab.Piece) -> str:
    """``slope·x + start`` as MathML."""
    return _math(_product(piece.slope, piece.start))


def _product(slope: Any, start: Any) -> str:
    def part(n: Any) -> str:
        n = abs(n)
        return (
            f"<mn>{n}</mn>"
            if n.denominator == 1
            else f"<mfrac><mn>{n.numerator}</mn><mn>{n.denominator}</mn></mfrac>"
        )

    if not slope:
        return ("<mo>−</mo>" if start < 0 else "") + part(start)
    head = (
        ("<mo>−</mo>" if slope < 0 else "")
        + ("" if abs(slope) == 1 else f"{part(slope)}<mo>·</mo>")
        + "<mi>x</mi>"
    )
    return head if not start else f"{head}<mo>{'+' if start > 0 else '−'}</mo>{part(start)}"


def _chance(found: lab.BreakEven) -> str:
    """``p = loss / (gain + loss)`` with the numbers, and the fraction in lowest terms."""
    p = found.probability
    assert p is not None
    whole = f"<mfrac><mn>{found.loss}</mn><mrow><mn>{found.gain}</mn><mo>+</mo><mn>{found.loss}</mn></mrow></mfrac>"
    return _math(
        f"<mi>p</mi><mo>=</mo>{whole}<mo>=</mo><mfrac><mn>{p.numerator}</mn><mn>{p.denominator}</mn></mfrac>"
    )


def _math(row: str) -> str:
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>{row}</mrow></math>'
