"""The page of the odds: a question about a deal, counted where it can be counted, dealt to see
it come out.

Knows what can be set and how chances become blocks; what they are, `cardlab.labs.odds` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardlab.engine.words import some
from cardlab.labs import odds
from cardlab.labs.odds.posing import Posed
from cardlab.web.pages.labs.base import Block, Control, Lab, choice, number, rule_words, text

__all__ = ["Odds"]

MOST = 1_000_000
"""Deals that the page offers; from Python there may be more."""
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


class Odds(Lab):
    """One question about the chances of one game."""

    id, title, doing = "odds", "Odds", "Dealing"

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.questions = odds.questions(self.game)
        self.note = odds.note(self.game)
        self.seed, self.deals = 1, USUAL
        self._wanted = False
        if self.questions:
            self._ask(self.questions[0])

    def _ask(self, question: odds.Question) -> None:
        self.question = question
        self.values = {a.name: a.default for a in question.asks}
        self.deals = SLOW if question.id == "play" else USUAL
        self._pose()

    def _pose(self) -> None:
        self.posed: Posed = self.question.posed(**self.values)
        self._forget()

    def _forget(self) -> None:
        """What was dealt belongs to another question."""
        self.estimate: odds.Estimate | None = None
        self.way: list[odds.Estimate] = []
        self._wanted = False

    # -- what can be set
    def lead(self) -> str:
        return (
            "What are the chances? Counted to the last card where that can be done, and dealt to"
            " see it come out."
        )

    def controls(self) -> list[Control]:
        if not self.questions:
            return []
        found = [
            choice(
                "question", "Question", self.question.id, [(q.id, q.title) for q in self.questions]
            )
        ]
        for one in self.question.asks:
            more: dict[str, Any] = {"place": "side", "group": "The question"}
            if one.hint:
                more["hint"] = one.hint
            if one.name == "split":
                cases = [(p.said.replace("–", "-"), p.said) for p in self.posed.parts()]
                found.append(
                    choice(
                        "split",
                        one.label,
                        self.values["split"],
                        [("", "the likeliest"), *cases],
                        place="side",
                        group="The question",
                    )
                )
            elif one.kind == "choice":
                found.append(
                    choice(one.name, one.label, self.values[one.name], one.choices, **more)
                )
            elif one.kind == "number":
                found.append(
                    number(one.name, one.label, self.values[one.name], one.low, one.high, **more)
                )
            else:
                found.append(
                    {
                        "name": one.name,
                        "label": one.label,
                        "kind": "text",
                        "value": self.values[one.name],
                        **more,
                    }
                )
        side: dict[str, Any] = {"place": "side", "group": "Deal it"}
        found.append(number("n", "Deals", self.deals, 1, MOST, **side))
        found.append(
            number(
                "seed",
                "Seed",
                self.seed,
                0,
                999_999,
                hint="the same seed deals the same cards",
                **side,
            )
        )
        said = "Deal again" if self.estimate else f"Deal {self.deals:,} times"
        found.append({"name": "deal", "label": said, "kind": "button", "value": False, **side})
        return found

    def set(self, name: str, value: Any) -> None:
        if name == "question":
            found = next((q for q in self.questions if q.id == value), None)
            if found is None:
                raise ValueError(
                    f"{self.game.title} has no such question; choose one from the list."
                )
            self._ask(found)
        elif name == "n":
            self.deals = value
            self._forget()
        elif name == "seed":
            self.seed = value
            self._forget()
        elif name == "deal" and self.questions:
            self._forget()
            self._wanted = True
        elif name in self.values:
            self._change(name, value)
        else:
            super().set(name, value)

    def _change(self, name: str, value: Any) -> None:
        """Another value for what the question leaves open; ValueError, with nothing changed,
        where it cannot be."""
        one = next(a for a in self.question.asks if a.name == name)
        try:
            wanted = {**self.values, name: one.read(value)}
            try:
                posed = self.question.posed(**wanted)
            except ValueError:
                # what was written for the old number may not fit the new one: then its usual value
                # has to do
                texts = {
                    a.name: a.default
                    for a in self.question.asks
                    if a.kind == "text" and a.name != name
                }
                if not texts:
                    raise
                wanted |= texts
                posed = self.question.posed(**wanted)
        except ValueError as said:
            words = str(said)
            raise ValueError(words[0].upper() + words[1:].rstrip(".") + ".") from None
        self.values, self.posed = wanted, posed
        self._forget()

    def asked(self) -> dict[str, str]:
        if not self.questions:
            return {}
        changed = {
            a.name: str(self.values[a.name])
            for a in self.question.asks
            if self.values[a.name] != a.default
        }
        dealt = (
            {"n": str(self.deals), "seed": str(self.seed), "deal": "1"}
            if self.estimate or self._wanted
            else {}
        )
        return {"question": self.question.id, **changed, **dealt}

    # -- long work
    def job(self) -> Iterator[float] | None:
        if not self._wanted:
            return None
        self._wanted = False
        return self._dealing(self.posed.simulate(self.deals, self.seed))

    def _dealing(self, estimates: Iterator[odds.Estimate]) -> Iterator[float]:
        for estimate in estimates:
            self.estimate = estimate
            self.way.append(estimate)
            yield estimate.share

    # -- what is shown
    def blocks(self) -> list[Block]:
        found: list[Block] = [text(self.note, tone="note", id="note")] if self.note else []
        if not self.questions:
            return found
        exact, estimate = self.posed.exact(), self.estimate
        found.append(_answer(self.posed, exact, estimate))
        if exact is not None:
            if exact.formula or exact.note:
                lead = {"lead": exact.note} if exact.note else {}
                rows = [*exact.mathml_rows]
                found.append(
                    {
                        "kind": "math",
                        "id": "counting",
                        "title": "How it is counted",
                        "rows": rows,
                        **lead,
                    }
                )
                if len(exact.terms) < SHORT:
                    found[-2]["span"] = found[-1]["span"] = "half"
        else:
            found.append(
                text(
                    self.posed.reason(),
                    tone="note",
                    id="counting",
                    title="Why it is dealt, and not counted",
                )
            )
            found[-2]["span"] = found[-1]["span"] = "half"
        if (rule := self.posed.rule) is not None:
            asked = {
                "title": "The rule that is asked",
                "rules": [rule_words(rule, self.game)],
            }
            found.append({"kind": "rules", "id": "rule", "groups": [asked]})
        if self.question.id == "play":
            found += _titles(estimate)
        else:
            found += _spread(self.posed, estimate)
        found += _way(self.way, exact)
        if found[-1].get("id") == "way":
            # two pictures side by side; one by itself has the whole row
            beside = found[-2].get("id") in ("spread", "titles")
            found[-1]["span"] = "half" if beside else "full"
            if beside:
                found[-2]["span"] = "half"
        if self.question.id == "split":
            found.append(_suits(self))
        found.append(self._python())
        return found

    def _python(self) -> Block:
        given = ", ".join(f"{name}={value!r}" for name, value in self.values.items())
        seed = f"{self.deals}, seed={self.seed}"
        lines = [
            "from cardlab.labs import odds",
            "",
            f"question = odds.ask({self.game.id!r}, {self.question.id!r}).posed({given})",
            (
                "print(question.exact())"
                if self.posed.exact() is not None
                else "print(question.reason())"
            ),
            f"print(question.simulated({seed}))",
        ]
        return {
            "kind": "code",
            "id": "python",
            "title": "The same in Python",
            "text": "\n".join(lines),
        }


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
    found: Block = {
        "kind": "table",
        "id": "answer",
        "title": posed.said,
        "columns": columns,
        "rows": rows,
        "caption": posed.said,
    }
    return {**found, "lead": lead} if lead else found


def _spread(posed: Posed, estimate: odds.Estimate | None) -> list[Block]:
    """How often each case comes: bars as counted, points as dealt."""
    parts = {p.said: p for p in posed.parts()}
    seen = {str(value): times for value, times in estimate.tally} if estimate else {}
    labels = [*parts, *(v for v in seen if v not in parts)]
    if not labels or set(labels) <= {"yes", "no"}:
        return []
    numbers = all(v.isdecimal() for v in labels)
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
    found: Block = {
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
    return [{**found, "lead": " ".join(lead)} if lead else found]


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
        rows.append([one[0].upper() + one[1:], f"{100 * share:.1f} %", f"± {100 * error:.1f}"])
    columns = [
        {"label": "In the score of the deal", "align": "left"},
        {"label": "Share of deals", "align": "right"},
        {"label": "Standard error", "align": "right"},
    ]
    lead = (
        "Everybody plays any open card and makes any open bid, passing mostly; people who think do"
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


def _way(way: list[odds.Estimate], exact: odds.Chance | None) -> list[Block]:
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


def _suits(lab: Odds) -> Block:
    """How two to eight missing cards lie, by the hands that you do not see."""
    known = next(a for a in lab.question.asks if a.name == "missing")
    missing = [n for n in SUITS_MISSING if n <= known.high]
    heads = ("Likeliest", "Then", "Then")
    columns = [
        {"label": "Missing", "align": "left"},
        *({"label": said, "align": "right"} for said in heads),
    ]
    rows = []
    for n in missing:
        cases = [p for p in lab.question.posed(missing=n).parts()][:3]
        cells: list[Any] = [f"{p.said}: {odds.percent(p.value)}" for p in cases]
        rows.append([some(n, "card"), *cells, *[""] * (3 - len(cells))])
    here = lab.values["missing"]
    rows = [
        [{"text": r[0], "mark": "picked"} if n == here else r[0], *r[1:]]
        for n, r in zip(missing, rows, strict=True)
    ]
    return {
        "kind": "table",
        "id": "suits",
        "title": "How suits split",
        "columns": columns,
        "rows": rows,
    }
