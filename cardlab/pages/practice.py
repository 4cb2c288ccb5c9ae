"""Exercises without end: one generated item after another, with the same commands and snapshots as a lesson's walk.

Knows how a question is shown, answered and marked; where the items come from is a function that is handed in. Does not
know widgets, the store, or any rule: text, key, marking and hints come from the question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..table import table

__all__ = ["RUNGS", "Practice", "question_view"]

RUNGS = ("Which rule matters", "The rule, here", "What it leaves")


def text_piece(text: str) -> list[dict[str, str]]:
    """A sentence of the engine as pieces; the page itself finds the cards in it."""
    return [{"t": "text", "s": text}] if text else []


def question_view(question: Any, given: Sequence[str], mark: Any, id: str) -> dict[str, Any]:
    """A question as the page draws it; the key is not part of it before the answer is checked."""
    return {
        "id": id,
        "ask": question.ask,
        "text": question.text,
        "select": question.select,
        "options": [{"value": o.value, "label": o.label, "card": o.card} for o in question.options],
        "given": list(given),
        "checked": mark is not None,
        "marks": dict(mark.by_value) if mark is not None else {},
        "number": question.select == "number",
    }


def feedback_view(mark: Any, question: Any) -> dict[str, Any]:
    """What is said to an answer, and the rule it turns on."""
    kind = "right" if mark.right else "not-yet" if mark.blank else "belief" if mark.belief else "refused"
    rule = mark.rule
    return {
        "pieces": text_piece(mark.text),
        "kind": kind,
        "rule": str(rule) if rule else None,
        "rule_title": getattr(rule, "title", "") if rule else "",
        "rule_text": getattr(rule, "text", "") if rule else "",
    }


class Practice:
    """A learner and an endless row of items."""

    def __init__(self, draw: Callable[[int], Any], seed: int, title: str, id: str = "exercise") -> None:
        self._draw = draw
        self.title = title
        self.id = id
        self.number = 0
        self.events: list[dict[str, Any]] = []
        self._next_seed = seed
        self._lay()

    def _lay(self) -> None:
        """The next item that the generator finds."""
        self.item = self._draw(self._next_seed)
        self._next_seed = self.item.seed + 1
        self.number += 1
        self.given: tuple[str, ...] = ()
        self.mark: Any = None
        self.hints_used = 0
        self._told = False
        self._blank = False
        self._said: dict[str, Any] = {}

    @property
    def address(self) -> str:
        """The address under which the same item comes back."""
        return str(self.item.address)

    # --- commands
    def give(self, values: Sequence[str]) -> None:
        if self.mark is None:
            self.given = tuple(values)

    def check(self) -> None:
        if self.mark is not None:
            return
        mark = self.item.question.mark(self.given)
        self._said = feedback_view(mark, self.item.question)
        if mark.blank:
            # Nothing given is no answer: it stays open, and is told to nobody.
            self._blank = True
            return
        self.mark = mark
        if not self._told:
            self._told = True
            answered = {
                "event": "answered", "concepts": list(self.item.question.concepts), "kind": self.item.kind,
                "rule": str(mark.rule) if mark.rule else None, "address": self.address, "right": mark.right,
                "hints": self.hints_used, "belief": mark.belief,
            }  # fmt: skip
            self.events.append(answered)

    def try_again(self) -> None:
        if self.mark is not None and not self.mark.right:
            self.mark = None

    def hint(self) -> None:
        if self.mark is None:
            self.hints_used = min(len(RUNGS), self.hints_used + 1)

    def next(self) -> None:
        if self.mark is not None:
            self._lay()

    def skip(self) -> None:
        self._lay()

    # --- what the page draws
    def snapshot(self) -> dict[str, Any]:
        question = self.item.question
        blank, self._blank = self._blank, False
        hints = [
            {"title": title, "pieces": text_piece(text) if i < self.hints_used else None, "open": i < self.hints_used}
            for i, (title, text) in enumerate(zip(RUNGS, question.hints, strict=True))
        ]
        checked = self.mark is not None
        return {
            "lesson": {"id": self.id, "title": self.title, "hook": "", "minutes": 0},
            "steps": [],
            "step": "exercise",
            "text": [],
            "table": table(question.state, question.viewer).to_dict(),
            "question": question_view(question, self.given, self.mark, self.address),
            "feedback": self._said if checked or blank else None,
            "hints": hints,
            "line": None,
            "item": {"number": self.number, "of": None},
            "bet": None,
            "can": {
                "check": not checked, "next": checked, "back": False, "forward": False,
                "hint": not checked and self.hints_used < len(RUNGS),
            },
            "play": None,
            "done": False,
        }  # fmt: skip
