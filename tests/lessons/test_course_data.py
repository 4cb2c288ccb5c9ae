"""The lessons as a course: none opens with a number, and none asks for what is not taught yet."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import TopologicalSorter

import pytest
from msgspec import structs

from cardlab.engine.rulings import Rule
from cardlab.lessons import gaps, lesson, lessons, lines
from cardlab.lessons.book import Lesson
from cardlab.lessons.generated import knowledge_of
from cardlab.lessons.questions import Question

from .fairness import untaught, written

SHOWN_ALONE = {
    ("meld", "over-five"): "the hand that is too heavy to call is no answer of its question",
}
"""Rules that a position names and its learner does not need: why."""


def questions(one: Lesson) -> Iterator[tuple[str, Question]]:
    """Every written question and every gap, with its place."""
    for where, item in one.questions.items():
        yield where, gaps.question_of(one.at(item.position), item, one.rules)
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


@pytest.mark.parametrize("id", lessons())
def test_a_table_of_a_lesson_shows_nothing_that_is_not_taught(id: str) -> None:
    """No trumps before trumps, and no order of ranks but the one that is printed on the cards."""
    assert not [fault for asked in written(lesson(id)) for fault in untaught(asked)]


def test_what_is_not_taught_is_noticed() -> None:
    """Partnerships are shown with trumps: without them among its needs the lesson is not fair."""
    one = lesson("fixed-partnership")
    needs = tuple(need for need in one.needs if need != "trump")
    early = structs.replace(one, needs=needs)
    assert any("trumps" in fault for asked in written(early) for fault in untaught(asked))


def test_no_lesson_builds_on_one_that_builds_on_it() -> None:
    builds = {concept: lesson(id).needs for id in lessons() for concept in lesson(id).concepts}
    order = list(TopologicalSorter(builds).static_order())
    assert set(builds) <= set(order)
