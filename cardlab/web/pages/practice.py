"""A practice: one generated item after another, until enough were answered or nothing more comes,
with the commands and snapshots of a walk.

Knows how a question is shown, answered and marked, what was right in a row, and how a practice
ends; where the items come from is a function that is handed in. Does not know widgets, the store,
or any rule: text, key, marking and hints come from the question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardlab.engine.cards import BACK
from cardlab.engine.table import table
from cardlab.engine.words import capital, number, some
from cardlab.lessons.exercises import Exercise, find, fingerprint
from cardlab.lessons.questions import Mark, Question
from cardlab.lessons.questions.tricks import TrickQuestion
from cardlab.lessons.walk import Told, question_data
from cardlab.web.pages.kind_titles import kind_title

__all__ = ["RUNGS", "Practice", "main_concept", "question_view"]

TODAY = 10
"""So many of today's answers are shown."""
LEAPS, LEAP = 3, 100
"""So often another seed is tried, and so far away, before a practice ends for want of items."""
RUNGS = ("Which rule matters", "The rule, here", "What it leaves")


def text_piece(text: str) -> list[dict[str, str]]:
    """A sentence of the engine as pieces; the page itself finds the cards in it."""
    return [{"t": "text", "s": text}] if text else []


def question_view(
    question: Any, given: Sequence[str], mark: Any, id: str, kind: str = ""
) -> dict[str, Any]:
    """A question as the page draws it; the key is not part of it before the answer is checked."""
    marks = mark.by_value if mark is not None else {}
    told = mark is not None and mark.told
    data = question_data(question, given, marks, checked=mark is not None, told=told)
    return data | {"id": id, "kind": kind}


def feedback_view(mark: Mark, question: Question) -> dict[str, Any]:
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


def why_view(question: Question, mark: Mark) -> dict[str, Any]:
    """The rule behind an answer in the words of the sheet; once the answer is told, the trick put in
    its order."""
    rule = mark.rule or question.rule
    return {
        "rule": str(rule) if rule else None,
        "rule_title": rule.title if rule else "",
        "pieces": text_piece(rule.text(question.game) if rule else ""),
        "cards": ladder(question) if mark.told and isinstance(question, TrickQuestion) else [],
    }


def ladder(question: TrickQuestion) -> list[str]:
    """The cards of the trick, the highest first; none where one lies face down."""
    trick, order = question.seen_trick, question.game.order(question.state)
    if order is None or not trick.cards or BACK in trick.up:
        return []
    power = order.power(trick.cards[0])
    return [str(card) for card in sorted(trick.up, key=lambda card: -power.get(card, 0))]


class Practice:
    """A learner and a row of items.

    draw: the item for a seed, None when the row is at its end. concept: the concept that an answer
    counts for. why: what is said above an item. of: how many items there are, None without end.
    most: after so many answers it ends, None where it goes on. today: what was right and wrong
    earlier today. following: the item that comes next, where it was found already.
    """

    def __init__(
        self,
        draw: Callable[[int], Any],
        seed: int,
        title: str,
        id: str = "exercise",
        *,
        concept: Callable[[Any], str] = lambda item: main_concept(item),
        why: Callable[[Any], str] = lambda item: "",
        of: Callable[[], int | None] = lambda: None,
        most: int | None = None,
        today: Sequence[bool] = (),
        following: Callable[[], Any] = lambda: None,
    ) -> None:
        self._draw = draw
        self._concept, self._why, self._of = concept, why, of
        self._most, self._following = most, following
        self.title = title
        self.id = id
        self.number = 0
        self.today = list(today)
        self.row = 0
        self.events: list[Told] = []
        self._begun_at = 0
        self._right_kinds: set[str] = set()
        self._next_seed = seed
        self.item: Any = None
        self._is_twin = False
        self._lay()

    def _lay(self, twin: Exercise | None = None) -> None:
        """The twin of the item before, or the next item that the generator finds, unless enough
        were answered."""
        self.done = self._most is not None and len(self._answers) >= self._most
        item = None if self.done else twin or self._drawn()
        self.done = item is None
        self._is_twin = item is not None and item is twin
        if item is not None:
            self.item = item
            self.number += 1
            if not self._is_twin:
                self._next_seed = item.seed + 1
        self.given: tuple[str, ...] = ()
        self.mark: Any = None
        self.hints_used = 0
        self.misses = 0
        self._told = False
        self._blank = False
        self._notice = ""
        self._said: dict[str, Any] = {}
        self._open = False

    def _drawn(self) -> Any:
        """The item of the next seed, or of one further on where that has none."""
        for _ in range(LEAPS):
            try:
                return self._draw(self._next_seed)
            except ValueError:
                if not self.number:
                    raise  # the page says that there is nothing of this sort
                self._next_seed += LEAP
        return None

    @property
    def _answers(self) -> list[Told]:
        """What was answered since this practice began, or since it was begun again."""
        return self.events[self._begun_at :]

    @property
    def address(self) -> str:
        """The address under which the same item comes back."""
        return str(self.item.address) if self.item is not None else ""

    # --- commands
    def give(self, values: Sequence[str]) -> None:
        if self.mark is None or not self.mark.right:
            # another answer takes the place of one that was not right
            self.given, self.mark = tuple(values), None

    def check(self) -> None:
        if self.mark is not None or self.done:
            self._notice = (
                "This practice is over; nothing was counted."
                if self.done
                else "This answer was checked already; it counts once."
            )
            return
        mark = self.item.question.mark(self.given, miss=self.misses + 1)
        self._said = feedback_view(mark, self.item.question)
        if mark.blank:
            # Nothing given is not an answer: it stays open, and is told to nobody.
            self._blank = True
            return
        self.mark = mark
        self.misses += not mark.right
        kind = self.item.question.kind
        self._open = not mark.right or kind not in self._right_kinds
        if mark.right:
            self._right_kinds.add(kind)
        if not self._told:
            self._tell(mark)

    def _tell(self, mark: Mark) -> None:
        """The first answer shows what is known; a second one shows that the feedback was read."""
        self._told = True
        question = self.item.question
        self.today.append(mark.right)
        self.row = self.row + 1 if mark.right else 0
        self.events.append(
            Told.of_answer(
                self._concept(self.item),
                question,
                mark,
                kind=self.item.kind,
                address=self.address,
                hints=self.hints_used,
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
            self._lay(self._twin())

    def _twin(self) -> Exercise | None:
        """The same question on other cards, after one of two choices was the wrong one: what was
        left of them is no answer that somebody has found.  A twin has none."""
        if self.misses == 0 or self._is_twin or len(self.item.question.choices) != 2:
            return None
        item = self.item
        if not isinstance(item, Exercise):
            return None
        game, like = item.question.game, [fingerprint(item)]
        return find(item.kind, game, dict(item.params), item.seed + 1, like)

    def skip(self) -> None:
        if not self.done:
            self._lay()

    def restart(self) -> None:
        """Once more as many, after the end."""
        if self.done:
            self._begun_at = len(self.events)
            self._lay()

    # --- what the page draws
    def snapshot(self) -> dict[str, Any]:
        notice, self._notice = self._notice, ""
        if self.done:
            return {**self._last_page(), "notice": notice}
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
            "text": text_piece(self._why(self.item)),
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
            "onward": "Next question",
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
            "notice": notice,
            "practice": {
                **self._so_far(),
                "why": {**why_view(question, self.mark), "open": self._open} if checked else None,
                "next": self._next_words() if checked else "",
            },
        }

    def _so_far(self) -> dict[str, Any]:
        """The answers of today, the last ten, and how many were right in a row."""
        marks = ["right" if right else "back" for right in self.today[-TODAY:]]
        right, back = sum(self.today), len(self.today) - sum(self.today)
        spoken = f"Today: {number(right)} right, {number(back)} to come back."
        return {
            "today": marks,
            "spoken": spoken if marks else "",
            "row": f"{self.row} in a row" if self.row > 1 else "",
        }

    def _next_words(self) -> str:
        """The kind and game of the item that comes next, if it was found already."""
        item = self._following()
        if item is None:
            return ""
        return f"{kind_title(item.kind)} · {item.question.game.title}"

    def _last_page(self) -> dict[str, Any]:
        answers = self._answers
        right = sum(bool(told.right) for told in answers)
        missed = {
            told.address for told in answers if not told.right or told.hints_used >= len(RUNGS)
        }
        tables = capital(some(len(missed), "table"))
        back = (
            f"{tables} {'come' if len(missed) > 1 else 'comes'} back tomorrow."
            if missed
            else "Nothing is left over from it."
        )
        counted = f"{capital(number(right))} of {number(len(answers))} were right at once."
        if right == len(answers) > 1:
            counted = f"All {number(right)} were right at once."
        return {
            "lesson": {"id": self.id, "title": self.title, "hook": "", "minutes": 0},
            "steps": [],
            "step": "exercise",
            "text": text_piece(f"{counted} {back}" if answers else "Nothing more comes today."),
            "table": None,
            "question": None,
            "feedback": None,
            "hints": [],
            "line": None,
            "item": None,
            "bet": None,
            "play": None,
            "done": True,
            "practice": {
                **self._so_far(),
                "end": "That was today.",
                "more": "Ten more" if self._most is not None and len(answers) else "",
            },
            "can": {
                "check": False,
                "next": False,
                "back": False,
                "forward": False,
                "hint": False,
                "skip": False,
            },
        }


def main_concept(item: Exercise) -> str:
    """What an answer says most about: the first concept of the rule that the question turns on."""
    question = item.question
    concepts = (question.rule.concepts if question.rule is not None else ()) or question.concepts
    return str(concepts[0]) if concepts else ""
