"""The lessons as a course: none opens with a number, and none asks for what is not taught yet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardlab.engine.rulings import Rule
from cardlab.lessons import gaps, lesson, lessons, lines
from cardlab.lessons.book import Lesson
from cardlab.lessons.generated import knowledge_of
from cardlab.lessons.questions import Question

SHOWN_ALONE = {
    ("meld", "over-five"): "the hand that is too heavy to call is no answer of its question",
}
"""Rules that a position names and its learner does not need: why."""


def questions(one: Lesson) -> Iterator[tuple[str, Question]]:
    """Every written question and every gap, with its place."""
    for where, written in one.questions.items():
        yield where, gaps.question_of(one.at(written.position), written, one.rules)
    at = one.at(one.complete.position)
    for number, moment in enumerate(lines.play(at, one.complete.line)):
        if moment.gap is not None:
            yield f"complete, entry {number}", gaps.gap(at, moment)


def tried(one: Lesson) -> Iterator[tuple[str, Rule]]:
    """The rules that refuse what is tried, with the place of the try."""
    for name, part in (("watch", one.watch), ("complete", one.complete)):
        for number, moment in enumerate(lines.play(one.at(part.position), part.line)):
            if moment.tried and moment.verdict is not None and moment.verdict.rule is not None:
                yield f"{name}, entry {number}", moment.verdict.rule


@pytest.mark.parametrize("id", lessons())
def test_a_lesson_asks_for_nothing_that_is_not_taught(id: str) -> None:
    """Every rule that a table turns on belongs to a concept that the lesson teaches or builds on,
    or is one of those that it brings."""
    one = lesson(id)
    knowledge = knowledge_of(one)
    used = list(tried(one))
    for where, question in questions(one):
        deciding = [question.rule] if question.rule is not None else []
        used += [(where, rule) for rule in (*question.needs, *deciding)]
    strange = [
        f"{where}: {rule} ({', '.join(rule.concepts)})"
        for where, rule in used
        if not set(rule.concepts) & knowledge.concepts
        and str(rule) not in knowledge.rules
        and (id, str(rule)) not in SHOWN_ALONE
    ]
    assert not strange


@pytest.mark.parametrize("id", lessons())
def test_a_lesson_opens_with_something_to_tap(id: str) -> None:
    assert next(iter(questions(lesson(id))))[1].selects != "number"
