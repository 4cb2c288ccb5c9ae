"""One generated item after another, without end or until nothing more is due, with the commands
and snapshots of a walk.

Knows how a question is shown, answered and marked; where the items come from is a function that is
handed in. Does not know widgets, the store, or any rule: text, key, marking and hints come from the
question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardlab.engine.table import table
from cardlab.lessons.walk import Told

__all__ = ["RUNGS", "Practice", "main_concept", "question_view"]

RUNGS = ("Which rule matters", "The rule, here", "What it leaves")


def text_piece(text: str) -> list[dict[str, str]]:
    """A sentence of the engine as pieces; the page itself finds the cards in it."""
    return [{"t": "text", "s": text}] if text else []


def question_view(
    question: Any, given: Sequence[str], mark: Any, id: str, kind: str = ""
) -> dict[str, Any]:
    """A question as the page draws it; the key is not part of it before the answer is checked."""
    return {
        "id": id,
        "kind": kind,
        "ask": question.ask,
        "text": question.heading,
        "select": question.selects,
        "options": [{"value": o.value, "label": o.label, "card": o.card} for o in question.choices],
        "given": list(given),
        "checked": mark is not None,
        "marks": dict(mark.by_value) if mark is not None else {},
        "number": question.selects == "number",
        "shows": list(question.shown),
    }


def feedback_view(mark: Any, question: Any) -> dict[str, Any]:
    """What is said to an answer, and the rule it turns on."""
    kind = (
        "right"
        if mark.right
        else "not-yet"
        if mark.blank
        else "belief"
        if mark.belief
        else "refused"
    )
    rule = mark.rule
    return {
        "pieces": text_piece(mark.text),
        "kind": kind,
        "rule": str(rule) if rule else None,
        "rule_title": rule.title if rule else "",
        "rule_text": rule.text(question.game) if rule else "",
    }


class Practice:
    """A learner and a row of items.

    draw: the item for a seed, None when the row is at its end. concept: the concept that an answer
    counts for. why: what is said above the item that was drawn last. of: how many items there are,
    None without end. end: what is said after the last.
    """

    def __init__(
        self,
        draw: Callable[[int], Any],
        seed: int,
        title: str,
        id: str = "exercise",
        *,
        concept: Callable[[Any], str] = lambda item: main_concept(item),
        why: Callable[[], str] = str,
        of: Callable[[], int | None] = lambda: None,
        end: str = "",
    ) -> None:
        self._draw = draw
        self._concept, self._why, self._of, self._end = concept, why, of, end
        self.title = title
        self.id = id
        self.number = 0
        self.events: list[Told] = []
        self._next_seed = seed
        self.item: Any = None
        self._lay()

    def _lay(self) -> None:
        """The next item that the generator finds."""
        item = self._draw(self._next_seed)
        self.done = item is None
        if item is not None:
            self.item = item
            self._next_seed = item.seed + 1
            self.number += 1
        self.given: tuple[str, ...] = ()
        self.mark: Any = None
        self.hints_used = 0
        self.misses = 0
        self._told = False
        self._blank = False
        self._said: dict[str, Any] = {}

    @property
    def address(self) -> str:
        """The address under which the same item comes back."""
        return str(self.item.address) if self.item is not None else ""

    # --- commands
    def give(self, values: Sequence[str]) -> None:
        if self.mark is None:
            self.given = tuple(values)

    def check(self) -> None:
        if self.mark is not None or self.done:
            return
        mark = self.item.question.mark(self.given, miss=self.misses + 1)
        self._said = feedback_view(mark, self.item.question)
        if mark.blank:
            # Nothing given is not an answer: it stays open, and is told to nobody.
            self._blank = True
            return
        self.mark = mark
        self.misses += not mark.right
        if not self._told:
            # The first answer shows what is known; a second one shows that the feedback was read.
            self._told = True
            question = self.item.question
            rule = str(mark.rule or question.rule or "")
            self.events.append(
                Told(
                    "answered",
                    self._concept(self.item),
                    rule=rule,
                    kind=self.item.kind,
                    address=self.address,
                    right=mark.right,
                    hints_used=self.hints_used,
                    belief=mark.belief,
                    game=question.game.id,
                )
            )

    def try_again(self) -> None:
        if self.mark is not None and not self.mark.right:
            self.mark, self.given = None, ()

    def hint(self) -> None:
        if self.mark is None and not self.done:
            self.hints_used = min(len(RUNGS), self.hints_used + 1)

    def next(self) -> None:
        if self.mark is not None:
            self._lay()

    def skip(self) -> None:
        if not self.done:
            self._lay()

    # --- what the page draws
    def snapshot(self) -> dict[str, Any]:
        if self.done:
            return self._last_page()
        question = self.item.question
        blank, self._blank = self._blank, False
        hints = [
            {
                "title": title,
                "pieces": text_piece(text) if i < self.hints_used else None,
                "open": i < self.hints_used,
            }
            for i, (title, text) in enumerate(zip(RUNGS, question.hints, strict=True))
        ]
        checked = self.mark is not None
        return {
            "lesson": {"id": self.id, "title": self.title, "hook": "", "minutes": 0},
            "steps": [],
            "step": "exercise",
            "text": text_piece(self._why()),
            "table": (
                None
                if "table" not in question.shown
                else table(question.state, question.viewer).to_dict()
            ),
            "question": question_view(
                question, self.given, self.mark, self.address, self.item.kind
            ),
            "feedback": self._said if checked or blank else None,
            "hints": hints,
            "line": None,
            "item": {"number": self.number, "of": self._of()},
            "bet": None,
            "can": {
                "check": not checked,
                "next": checked,
                "back": False,
                "forward": False,
                "skip": not checked,
                "hint": not checked and self.hints_used < len(RUNGS),
                "try_again": checked and not self.mark.right,
            },
            "play": None,
            "done": False,
        }

    def _last_page(self) -> dict[str, Any]:
        return {
            "lesson": {"id": self.id, "title": self.title, "hook": "", "minutes": 0},
            "steps": [],
            "step": "exercise",
            "text": text_piece(self._end),
            "table": None,
            "question": None,
            "feedback": None,
            "hints": [],
            "line": None,
            "item": None,
            "bet": None,
            "play": None,
            "done": True,
            "can": {
                "check": False,
                "next": False,
                "back": False,
                "forward": False,
                "hint": False,
                "skip": False,
            },
        }


def main_concept(item: Any) -> str:
    """What an answer says most about: the first concept of the rule that the question turns on."""
    question = item.question
    concepts = (question.rule.concepts if question.rule is not None else ()) or question.concepts
    return str(concepts[0]) if concepts else ""
