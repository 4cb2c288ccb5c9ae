"""What is asked of a learner: about cards on a table, in games and with concepts that were met."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cardlab.lessons.choosing import Fitting, Met, guess, met_by, on_table
from cardlab.lessons.exercises import Exercise, exercise, exercise_at, fingerprint
from cardlab.lessons.progress import Event, Progress
from cardlab.lessons.sharing import shared

BEGINNERS = [
    ("symbol", "suit", "rank", "turn", "deal"),
    ("symbol", "suit", "rank", "pack", "turn"),
    ("turn", "trick", "follow-suit", "trump", "deal"),
]
"""The first five lessons of the course, in another order, and on the way to a trick game."""


def beginner(lessons: tuple[str, ...]) -> Met:
    events = [Event(n, "lesson-done", concept=id) for n, id in enumerate(lessons)]
    return met_by(Progress(events, **shared()))


def drawn(met: Met, count: int, step: int = 1, seed: int = 3) -> list[Exercise]:
    draw, items = Fitting(met, lambda kind: step), []
    for _ in range(count):
        item = draw(seed)
        assert item is not None
        items.append(item)
        seed = item.seed + 1
    return items


@pytest.mark.parametrize("lessons", BEGINNERS, ids=lambda ids: ids[-1])
def test_a_beginner_is_asked_about_tables_and_nothing_strange(
    lessons: tuple[str, ...], request: pytest.FixtureRequest
) -> None:
    met = beginner(lessons)
    items = drawn(met, int(request.config.getoption("--draws")))
    tables = [on_table(item) for item in items]
    print(f"{sum(tables)} of {len(items)} about cards on a table")
    assert sum(tables) >= 0.8 * len(items) and tables[0]
    apart = [n for n, about_table in enumerate(tables) if not about_table]
    assert all(later - earlier >= 6 for earlier, later in pairwise(apart))
    for item in items:
        question = item.question
        assert item.game_id in met.games and set(question.concepts) <= met.concepts
        assert question.unfair(met.knowledge) == "" and len(question.choices) != 1
    assert all(fingerprint(a) != fingerprint(b) for a, b in pairwise(items))
    kinds = [item.kind.partition(":")[0] for item in items]
    assert len(set(kinds)) >= 5 and all(a != b for a, b in pairwise(kinds))


def test_the_same_seeds_give_the_same_practice() -> None:
    met = beginner(BEGINNERS[2])
    first, again = drawn(met, 6), drawn(met, 6)
    assert [item.address for item in first] == [item.address for item in again]
    assert exercise_at(first[-1].address).question == first[-1].question


def test_it_grows_harder_with_the_learner() -> None:
    met = beginner(BEGINNERS[2])
    easy, hard = drawn(met, 20), drawn(met, 20, step=3)
    assert all(dict(item.params).get("step") == "3" for item in hard)
    assert sum(i.question.step for i in hard) > sum(i.question.step for i in easy)


def test_nothing_is_drawn_for_somebody_who_has_met_nothing() -> None:
    nothing = met_by(Progress([], **shared()))
    assert nothing.games == () and Fitting(nothing)(1) is None


def test_the_games_of_lessons_and_those_that_were_opened_are_met_the_easiest_first() -> None:
    events = [
        Event(0, "lesson-done", concept="follow-suit"),
        Event(1, "opened", game="bridge"),
        Event(2, "opened", concept="meld"),
    ]
    met = met_by(Progress(events, **shared()))
    assert met.games[-1] == "bridge" and "scotch-whist" in met.games
    assert {"follow-suit", "trick"} <= met.concepts and "meld" not in met.concepts


def test_how_often_a_guess_is_right() -> None:
    assert guess(exercise("winner-of-trick", "malilla", seed=4).question) == 1 / 4
    assert guess(exercise("score-deal", "kaiser", seed=3).question) == 0.1
    legal = exercise("decided-by:must-follow-suit", "kaiser", seed=2).question
    assert guess(legal) == 1 / len(legal.choices)
