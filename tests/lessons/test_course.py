"""The whole course, walked: answered rightly, saved and taken up again on the way, answered wrongly and
not at all; `make test` walks the lessons of the sample, `make test-all` every one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cardlab.lessons import lesson, lessons
from cardlab.lessons.generated import found_item
from cardlab.lessons.progress import Event, Progress
from cardlab.lessons.questions import Question
from cardlab.lessons.sharing import shared
from cardlab.lessons.text import plain
from cardlab.lessons.walk import Told, Walk

MOST = 300
"""No lesson has so many commands in it."""

FOUND: dict[Any, Any] = {}
"""The exercises that were found for the first walk through each lesson, and where their chance
stood then."""


def found_anew(lesson: Any, part: Any, game: str, rng: random.Random, strict: bool = False) -> Any:
    """An exercise, looked for every time that the walk asks for it; the same each time."""
    key = (lesson.id, repr(part), game, rng.getstate())
    item = found_item(lesson, part, game, rng, strict)
    known, _ = FOUND.setdefault(key, (item, rng.getstate()))
    assert (known and known.address) == (item and item.address), (
        f"{lesson.id}: two exercises in one place"
    )
    return item


def found_before(
    lesson: Any, part: Any, game: str, rng: random.Random, strict: bool = False
) -> Any:
    """The same without looking again: what is answered, not what is found, differs between the
    walks."""
    key = (lesson.id, repr(part), game, rng.getstate())
    if key not in FOUND:
        return found_anew(lesson, part, game, rng, strict)
    item, after = FOUND[key]
    rng.setstate(after)
    return item


@pytest.fixture(autouse=True)
def _found(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for exercises takes long: only the first walk looks again at every step."""
    anew = request.node.originalname == "test_answered_rightly"
    monkeypatch.setattr("cardlab.lessons.walk.found_item", found_anew if anew else found_before)


def rightly(question: Question) -> Sequence[str]:
    return question.right_answer


def wrongly(question: Question) -> Sequence[str]:
    """Something else than the answer: one option that does not belong to it, the order turned
    round, another number."""
    right = list(question.right_answer)
    if question.selects == "number":
        return [str(int(right[0]) + 1)]
    if question.selects == "order":
        return right[::-1]
    others = [o.value for o in question.choices if o.value not in question.answer]
    # where every option stands, a part of them is not all; where there is one option alone, nothing
    # else can be said
    return others[:1] or right[:1]


def walked(
    id: str, answer: Callable[[Question], Sequence[str]] | None
) -> tuple[Walk, list[str], list[Told]]:
    """A lesson from its first step to its last, with what the feedback said and what progress
    heard."""
    walk, said, told = Walk(lesson(id), learner="course"), [], []
    shown = walk.snapshot
    for _ in range(MOST):
        if walk.finished:
            break
        scene = walk.scene
        if scene is not None and not shown["can"]["next"] and not shown["question"]["checked"]:
            if answer is not None:
                walk.give(answer(scene.question))
            walk.check()
            shown = walk.snapshot
            feedback = shown["feedback"]
            assert feedback is not None, (id, walk.step)
            said.append(feedback["kind"])
            words = plain(feedback["pieces"])
            assert (
                words[:1] == words[:1].upper() and words.rstrip()[-1] in ".?" and "{" not in words
            ), (id, walk.step, words)
        if shown["can"]["next"]:
            walk.next()
        else:
            walk.skip()
        told += walk.events
        # Whoever closes the browser here comes back to the same place.
        again = Walk(lesson(id), learner="course", saved=json.loads(json.dumps(walk.saved)))
        shown = again.snapshot
        assert shown == {**walk.snapshot, "notice": None}, (id, walk.step)
        walk = again
    assert walk.finished and shown["done"], f"{id} does not come to an end"
    return walk, said, told


@pytest.mark.sampled
@pytest.mark.parametrize("id", lessons())
def test_answered_rightly(id: str) -> None:
    _, said, told = walked(id, rightly)
    assert set(said) == {"bet", "right"} and said.count("right") >= 5
    assert all(e.right for e in told if e.event == "answered") and told[-1].event == "lesson-done"
    mine = Progress([Event.of(n, e) for n, e in enumerate(told)], **shared())
    assert mine.state(id, len(told)) == "seen" and mine.lesson_done(id) and mine.met(id)


@pytest.mark.sampled
@pytest.mark.parametrize("id", lessons())
def test_answered_wrongly(id: str) -> None:
    lone = []

    def otherwise(question: Question) -> Sequence[str]:
        if len(question.choices) == 1:
            lone.append(question)
        return wrongly(question)

    _, said, told = walked(id, otherwise)
    # a last card can only be played: nothing else can be said there
    assert said.count("right") <= max(1, len(lone)) and "not-yet" not in said and said[0] == "bet"
    assert {q.ask for q in lone} <= {"pick-one"}
    answers = [e for e in told if e.event == "answered"]
    assert len(answers) == len(said) - 1, "the bet counts neither way"
    assert sum(bool(e.right) for e in answers) == said.count("right")
    # a bid that is too high where nobody has bid breaks no rule
    nameless = sum(not e.rule for e in answers if not e.right and not e.kind.startswith("next-bid"))
    assert nameless <= 1, "a refusal names its rule; a group that is none breaks no single one"
    mine = Progress([Event.of(n, e) for n, e in enumerate(told)], **shared())
    assert mine.state(id, len(told)) == "seen" and mine.review(90_000.0)[0].concept == id


@pytest.mark.sampled
@pytest.mark.parametrize("id", lessons())
def test_not_answered_at_all(id: str) -> None:
    _, said, told = walked(id, None)
    assert set(said) == {"not-yet"}
    assert [e.event for e in told if e.event != "opened"] == ["lesson-done"], (
        "nothing given is no answer"
    )
