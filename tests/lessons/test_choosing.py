"""What is asked of a learner: about cards on a table, in games and with concepts that were met."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from cardlab.lessons.choosing import Fitting, Met, met_by, on_table
from cardlab.lessons.exercises import Exercise, exercise, exercise_at, fingerprint
from cardlab.lessons.progress import DAY, Event, Progress
from cardlab.lessons.questions import Question
from cardlab.lessons.sharing import shared
from cardlab.web.pages.practice import Practice

from .audit import Audited, misspoken

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


@pytest.mark.slow
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
        assert not list(misspoken(Audited(item.address, question, known=met.knowledge)))
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
    assert exercise("winner-of-trick", "malilla", seed=4).question.chance == 1 / 4
    assert exercise("score-deal", "kaiser", seed=3).question.chance == 0.1
    legal = exercise("decided-by:must-follow-suit", "kaiser", seed=2).question
    assert legal.chance == 1 / len(legal.choices)


# --- what a practice proves


def clicked(question: Question, rng: random.Random) -> list[str]:
    """What somebody gives who does not look: any choice, some of them, a small number."""
    values = [choice.value for choice in question.choices]
    if not values:
        return [str(rng.randrange(11))]
    if question.selects == "order":
        return rng.sample(values, len(values))
    if question.selects == "many" and rng.random() < 0.5:
        return [value for value in values if rng.random() < 0.5] or values[:1]
    return [rng.choice(values)]


def sessions(
    count: int, give: Callable[[Question, random.Random], Sequence[str]], seed: int
) -> Progress:
    """The progress of somebody who has walked through five lessons, and after as many practices of
    ten questions, one a day."""
    rng = random.Random(seed)
    events = [Event(n, "lesson-done", concept=id) for n, id in enumerate(BEGINNERS[2])]
    for day in range(count):
        progress = Progress(events, **shared())
        for game in met_by(progress).games:
            events.append(Event((day + 0.9) * DAY, "played", game=game))
        practice = Practice(
            Fitting(met_by(progress), progress.difficulty), rng.randrange(10**6), "T", most=10
        )
        while not practice.done:
            practice.give(give(practice.item.question, rng))
            practice.check()
            practice.next()
        times = (day * DAY + 60.0 * n for n in range(99))
        events += [Event.of(when, told) for when, told in zip(times, practice.events, strict=False)]
    return Progress(events, **shared())


def ticked(progress: Progress) -> set[str]:
    """What is more than seen."""
    states = {concept: progress.mastery(concept) for concept in progress.concepts}
    states |= {game: progress.game_state(game) for game in progress.met_games}
    return {id for id, state in states.items() if state not in ("new", "seen")}


def test_a_random_clicker_of_real_practices_can_do_nothing(request: pytest.FixtureRequest) -> None:
    """A few sessions; fifty of them, for several clickers, with `make long`."""
    many = int(request.config.getoption("--learners"))
    count = 8 if many == 1 else 50
    for seed in range(max(1, many // 30)):
        progress = sessions(count, clicked, seed)
        answers = [event.right for event in progress.events if event.kind == "answered"]
        print(f"clicker {seed}: {sum(map(bool, answers))} of {len(answers)} right by luck")
        assert len(answers) >= 9 * count and ticked(progress) == set()


def test_who_answers_rightly_on_three_days_can_do_what_was_asked() -> None:
    two, three = (
        sessions(days, lambda question, rng: question.right_answer, seed=1) for days in (2, 3)
    )
    assert ticked(two) == set() and len(ticked(three)) >= 2, ticked(three)
    print(f"after three days: {', '.join(sorted(ticked(three)))}")
