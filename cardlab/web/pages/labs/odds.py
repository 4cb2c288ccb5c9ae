"""The laboratory of the odds on a page: a question about a deal, counted where it can be counted,
dealt to see it come out.

Knows controls and blocks; what the chances are comes from `cardlab.labs.odds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardlab.engine import mathml
from cardlab.engine.words import capital, sentence, some
from cardlab.labs import odds
from cardlab.labs.odds.posing import Posed
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.blocks import Block, code, columns, rule_words, table, text
from cardlab.web.pages.labs.controls import (
    ChoiceControl,
    Control,
    NumberControl,
    TextControl,
    button,
    made,
)
from cardlab.web.pages.labs.tracking import Variable, worked_out

__all__ = ["OddsLab"]

LEFT = {"align": "left"}
MOST = 1_000_000
"""Deals that the page offers; from Python there may be more."""
STOPS = (*(n * 10**k for k in range(6) for n in (1, 2, 5)), MOST)
USUAL, SLOW = 10_000, 400
"""Deals to begin with: of hands, and of deals that have to be played out."""
BARS, NAMED = 20, 8
"""Of more bars than these not every one has its number below it; of more cases with names only
the likeliest are drawn."""
SHORT = 3
"""A sum of fewer terms than this stands beside the answer."""
TITLES = 12
DEALT = "dealt, ± a standard error"
SUITS_MISSING = range(2, 9)


class OddsLab(Lab):
    """One question about the chances of one game."""

    id, title, doing = "odds", "Odds", "Dealing"
    offers = "fill in a question about its cards, and deal to see it come out"

    values = Variable[dict[str, Any]]()
    """What fills the blanks of the question, by their names."""
    posed = Variable[Posed]()
    estimate = Variable[odds.Estimate | None]()
    way = Variable[tuple[odds.Estimate, ...]]()
    """The estimates on the way to the last one."""
    wanted = Variable[bool]()
    """Whether somebody wants it dealt, and nobody has begun."""

    question_id = ChoiceControl[str](
        "Question",
        lambda lab: [(q.id, q.title) for q in lab.questions],
        name="question",
        follow=False,
        query="always",
    )

    @made
    def blanks(self) -> Iterator[Control[Any]]:
        """What the question leaves to be filled in."""
        for blank in self.question.blanks:
            yield self._blank(blank)

    deals = NumberControl(
        "Deals",
        lambda lab: lab.usual_deals(),
        name="n",
        low=1,
        high=MOST,
        stops=STOPS,
        place="side",
        group="Deal it",
        query=lambda lab: lab.dealt(),
    )
    seed = NumberControl(
        "Seed",
        1,
        low=0,
        high=999_999,
        place="side",
        group="Deal it",
        hint="the same seed deals the same cards",
        query=lambda lab: lab.dealt(),
    )

    @button(
        lambda lab: "Deal again" if lab.estimate else f"Deal {lab.deals:,} times",
        place="side",
        group="Deal it",
        query=lambda lab: lab.dealt(),
    )
    def deal(self) -> None:
        self._forget()
        self.wanted = True

    def prepare(self) -> None:
        self.questions = odds.questions(self.game)
        self.why_none = odds.note(self.game)
        if self.questions:
            self._ask(self.questions[0])

    def nothing_to_set(self) -> str:
        return "" if self.questions else f"There is nothing to set here. {self.why_none}"

    # -- the question
    @property
    def question(self) -> odds.OddsQuestion:
        chosen = self.question_id
        return next(q for q in self.questions if q.id == chosen)

    @question_id.then
    def _ask_another(self) -> None:
        self._ask(self.question)
        self.deals = self.usual_deals()

    def _ask(self, question: odds.OddsQuestion) -> None:
        self.values = {blank.name: blank.default for blank in question.blanks}
        self.posed = question.posed(**self.values)
        self._forget()

    def usual_deals(self) -> int:
        return SLOW if self.question.id == "play" else USUAL

    def dealt(self) -> str:
        """Whether an address says how often and from which seed to deal."""
        return "always" if self.estimate or self.wanted else "never"

    @deals.then
    @seed.then
    def _forget(self) -> None:
        """What was dealt belongs to another question."""
        self.estimate, self.way, self.wanted = None, (), False

    def _blank(self, blank: odds.Blank) -> Control[Any]:
        """A blank of the question as a control."""
        more: dict[str, Any] = {
            "name": blank.name,
            "place": "side",
            "group": "The question",
            "hint": "" if blank.name == "split" else blank.hint,
            "get": lambda lab: lab.values[blank.name],
            "put": lambda lab, value: lab.fill(blank, value),
        }
        if blank.name == "split":
            cases = [(part.said.replace("–", "-"), part.said) for part in self.posed.parts()]
            return ChoiceControl[str](
                blank.label, [("", "the likeliest"), *cases], blank.default, **more
            )
        if blank.kind == "choice":
            return ChoiceControl[Any](blank.label, blank.choices, blank.default, **more)
        if blank.kind == "number":
            return NumberControl(blank.label, blank.default, low=blank.low, high=blank.high, **more)
        return TextControl(blank.label, blank.default, **more)

    def fill(self, blank: odds.Blank, value: Any) -> None:
        """Fill a blank with another value.  Raises ValueError, and nothing has changed."""
        try:
            values = {**self.values, blank.name: blank.read(value)}
            values, posed = self._posed(values, blank)
        except ValueError as no:
            raise ValueError(sentence(str(no))) from None
        self.values, self.posed = values, posed
        self._forget()

    def _posed(self, values: dict[str, Any], changed: odds.Blank) -> tuple[dict[str, Any], Posed]:
        """The question with these values; where what was written for the old ones does not fit
        the new one, with the usual texts."""
        try:
            return values, self.question.posed(**values)
        except ValueError:
            texts = {
                blank.name: blank.default
                for blank in self.question.blanks
                if blank.kind == "text" and blank.name != changed.name
            }
            if not texts:
                raise
            return values | texts, self.question.posed(**values | texts)

    # -- long work
    def job(self) -> Iterator[float] | None:
        if self.nothing_to_set() or not self.wanted:
            return None
        self.wanted = False
        return self._dealing(self.posed.simulate(self.deals, self.seed))

    def _dealing(self, estimates: Iterator[odds.Estimate]) -> Iterator[float]:
        for estimate in estimates:
            self.estimate, self.way = estimate, (*self.way, estimate)
            yield estimate.share

    # -- what is shown
    def lead(self) -> str:
        return (
            "What are the chances? Counted to the last card where that can be done, and dealt to"
            " see it come out."
        )

    def blocks(self) -> list[Block]:
        note = [text(self.why_none, tone="note", id="note")] if self.why_none else []
        if not self.questions:
            return note
        way = _way(self.way, self.posed.exact())
        spread = self.spread
        if spread and way:
            spread = [*spread[:-1], {**spread[-1], "span": "half"}]
        blocks = [*note, *self.answer, *self.rule, *spread]
        if way:
            beside = spread and spread[-1]["id"] in ("spread", "titles")
            blocks += [{**way[0], "span": "half" if beside else "full"}]
        if self.question.id == "split":
            blocks.append(self.suits)
        if self.question.id == "vacant":
            blocks.append(self.letters)
        return [*blocks, self.python]

    @worked_out
    def answer(self) -> list[Block]:
        """The chance, and how it is counted or why it is not; short ones side by side."""
        posed, exact = self.posed, self.posed.exact()
        answer = _answer(posed, exact, self.estimate)
        if exact is None:
            why = text(
                posed.reason(),
                tone="note",
                id="counting",
                title="Why it is dealt, and not counted",
            )
            return [answer | {"span": "half"}, why | {"span": "half"}]
        if not (exact.formula or exact.note):
            return [answer]
        counting: Block = {
            "kind": "math",
            "id": "counting",
            "title": "How it is counted",
            "rows": [*exact.mathml_rows],
        } | ({"lead": exact.note} if exact.note else {})
        if len(exact.terms) < SHORT:
            return [answer | {"span": "half"}, counting | {"span": "half"}]
        return [answer, counting]

    @worked_out
    def rule(self) -> list[Block]:
        """The rule that the question is about, if it is about one."""
        if self.posed.rule is None:
            return []
        rules = [rule_words(self.posed.rule, self.game)]
        group = {"title": "The rule of the question", "rules": rules}
        return [{"kind": "rules", "id": "rule", "groups": [group]}]

    @worked_out
    def spread(self) -> list[Block]:
        if self.question.id == "play":
            return _titles(self.estimate)
        return _spread(self.posed, self.estimate)

    @worked_out
    def suits(self) -> Block:
        """How two to eight missing cards lie, by the hands that you do not see."""
        high = next(blank for blank in self.question.blanks if blank.name == "missing").high
        rows: list[list[Any]] = []
        for n in (n for n in SUITS_MISSING if n <= high):
            cases = self.question.posed(missing=n).parts()[:3]
            cells: list[Any] = [f"{part.said}: {odds.percent(part.value)}" for part in cases]
            name: Any = some(n, "card")
            if n == self.values["missing"]:
                name = {"text": name, "mark": "picked"}
            rows.append([name, *cells, *[""] * (3 - len(cells))])
        heads = [LEFT | {"label": "Missing"}, *columns(right=["Likeliest", "Then", "Then"])]
        return table("suits", "How suits split", heads, rows)

    @worked_out
    def letters(self) -> Block:
        """The same chance for any number of vacant places."""
        counts = {blank.name: blank for blank in self.question.blanks}
        vacant = [counts[name].high - self.values[name] for name in ("known_left", "known_right")]
        whole = odds.algebra.held(self.values["missing"], self.values["many"])
        return {
            "kind": "math",
            "id": "letters",
            "title": "For any vacant places",
            "rows": [mathml.from_sympy(whole)],
            "lead": (
                f"a: vacant places of the left hand, here a = {vacant[0]}; b: of the right hand,"
                f" here b = {vacant[1]}."
            ),
        }

    @worked_out
    def python(self) -> Block:
        given = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        answer = "exact" if self.posed.exact() is not None else "reason"
        lines = [
            *(["import cardlab"] if self.game.chosen else []),
            "from cardlab.labs import odds",
            "",
            f"question = odds.ask({self.in_python()}, {self.question.id!r}).posed({given})",
            f"print(question.{answer}())",
            f"print(question.simulated({self.deals}, seed={self.seed}))",
        ]
        return code("\n".join(lines), title="The same in Python")


def unbroken(said: str) -> str:
    """The same words, with no line that ends before or after the sign of a split.

    >>> print(unbroken("split 3–2").encode("ascii", "namereplace").decode())
    split 3\\N{WORD JOINER}\\N{EN DASH}\\N{WORD JOINER}2
    """
    return said.replace("–", "\u2060–\u2060")


def _answer(posed: Posed, exact: odds.Chance | None, estimate: odds.Estimate | None) -> Block:
    """The chance in every form, what was dealt beside it."""
    dealt = ["", "", "", ""]
    if estimate is not None:
        low = odds.written(estimate.error, 2)
        about = {0: "not once", estimate.trials: "every time"}.get(
            estimate.hits, odds.one_in(estimate.value)
        )
        dealt = [
            estimate.percent,
            about,
            f"{odds.written(estimate.value, 4)} ± {low}",
            f"{estimate.hits:,} of {estimate.trials:,}",
        ]
    counted = ["", "", "", ""]
    if exact is not None:
        counted = [exact.percent, exact.one_in, exact.decimal, exact.fraction]
    names = ["In per cent", "About", "As a decimal", "As a fraction"]
    rows: list[list[Any]] = [list(row) for row in zip(names, counted, dealt, strict=True)]
    if exact is not None and estimate is not None:
        rows.append(["Apart", "", f"{estimate.errors_from(exact):.1f} standard errors"])
    heads = (("The chance", "left"), ("Counted", "right"), ("Dealt", "right"))
    columns = [{"label": label, "align": align} for label, align in heads]
    if exact is None:
        columns, rows = [columns[0], columns[2]], [[row[0], row[2]] for row in rows]
    elif estimate is None:
        columns, rows = columns[:2], [row[:2] for row in rows]
    lead = "Nothing is dealt yet; “Deal” does it." if exact is None and estimate is None else ""
    block: Block = {
        "kind": "table",
        "id": "answer",
        "title": unbroken(posed.said),
        "columns": columns,
        "rows": rows,
        "caption": posed.said,
    }
    return {**block, "lead": lead} if lead else block


def _spread(posed: Posed, estimate: odds.Estimate | None) -> list[Block]:
    """How often each case comes: bars as counted, points as dealt."""
    parts = {p.said: p for p in posed.parts()}
    seen = {str(value): times for value, times in estimate.tally} if estimate else {}
    labels = [*parts, *(v for v in seen if v not in parts)]
    if not labels or set(labels) <= {"yes", "no"}:
        return []
    numbers = all(v.removeprefix("-").isdecimal() for v in labels)
    if numbers:
        labels.sort(key=int)
    elif len(labels) > NAMED:
        trials = estimate.trials if estimate else 1
        chance = {
            v: float(parts[v].value) if v in parts else seen.get(v, 0) / trials for v in labels
        }
        kept = sorted(labels, key=lambda v: (not (v in parts and parts[v].asked), -chance[v]))[
            :NAMED
        ]
        labels = sorted(kept, key=lambda v: -chance[v])
    place = {v: int(v) if numbers else i for i, v in enumerate(labels)}
    wanted = [p.said for p in parts.values() if p.asked]
    series: list[dict[str, Any]] = []
    if parts:
        points = [[place[v], 100 * float(parts[v].value)] for v in labels if v in parts]
        series.append({"name": "counted", "style": "bars", "points": points})
    if estimate is not None:
        shares = [seen.get(v, 0) / estimate.trials for v in labels]
        error = [100 * (s * (1 - s) / estimate.trials) ** 0.5 for s in shares]
        points = [[place[v], 100 * s] for v, s in zip(labels, shares, strict=True)]
        style = "points" if parts else "bars"
        series.append({"name": DEALT, "style": style, "points": points, "error": error})
    ticks = {} if numbers and len(labels) > BARS else {"ticks": [[place[v], v] for v in labels]}
    block: Block = {
        "kind": "plot",
        "id": "spread",
        "title": "How it is spread",
        "series": series,
        "x": {"title": posed.axis, **ticks},
        "y": {"title": "per cent"},
    }
    lead = []
    if 0 < len(wanted) < len(parts):
        few = wanted if len(wanted) < 4 else [*wanted[:2], f"… {wanted[-1]}"]
        lead.append(f"The question asks for {', '.join(few)}.")
    if len(labels) < len(parts):
        lead.append(f"{len(labels)} of {len(parts)} cases are drawn.")
    return [{**block, "lead": " ".join(lead)} if lead else block]


def _titles(estimate: odds.Estimate | None) -> list[Block]:
    """Which score lines came of the deals, each with its share."""
    if estimate is None:
        return []
    seen: dict[str, int] = {}
    for titles, times in estimate.tally:
        for one in titles or ():
            seen[one] = seen.get(one, 0) + times
    best = sorted(seen, key=lambda t: (-seen[t], t))[:TITLES]
    rows = []
    for one in best:
        share = seen[one] / estimate.trials
        error = (share * (1 - share) / estimate.trials) ** 0.5
        rows.append([capital(one), f"{100 * share:.1f} %", f"± {100 * error:.1f}"])
    columns = [
        {"label": "In the score of the deal", "align": "left"},
        {"label": "Share of deals", "align": "right"},
        {"label": "Standard error", "align": "right"},
    ]
    lead = (
        "Everybody plays any legal card and makes any legal bid, passing mostly; people who think do"
        " better."
    )
    return [
        {
            "kind": "table",
            "id": "titles",
            "title": "What came of the deals",
            "lead": lead,
            "columns": columns,
            "rows": rows,
        }
    ]


def _way(way: Sequence[odds.Estimate], exact: odds.Chance | None) -> list[Block]:
    """How the estimate settles while it is dealt: how far it was off what was counted, or off
    what it came to in the end."""
    if len(way) < 3:
        return []
    # the first few deals would squeeze all others into a line
    way = [e for e in way if 20 * e.trials >= way[-1].trials]
    step = max(1, len(way) // 24)
    kept = [*way[::step], way[-1]] if (len(way) - 1) % step else way[::step]
    end = 100 * (float(exact) if exact is not None else way[-1].value)
    points = [[e.trials, round(100 * e.value - end, 6)] for e in kept]
    series = [
        {"name": DEALT, "style": "line", "points": points, "error": [100 * e.error for e in kept]}
    ]
    off = "what was counted" if exact is not None else "its last value"
    return [
        {
            "kind": "plot",
            "id": "way",
            "title": "How the estimate settles",
            "series": series,
            "span": "half",
            "lead": f"How far it lies above or below {off}, with a standard error to either side.",
            "x": {"title": "deals"},
            "y": {"title": "percentage points"},
        }
    ]
