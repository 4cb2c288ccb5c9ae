"""What may be assigned to a class, and what of it somebody has done.

Knows lessons, exercises, games, their addresses and what happened to a learner; knows no store and
no request. What is done is counted from events each time. What cannot be opened any more, because a
lesson or a game was removed, is named and asked of nobody.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from cardlab.engine.catalogue import game_class, games
from cardlab.engine.words import shown
from cardlab.lessons import exercise_at, lesson, taught
from cardlab.lessons.progress import Event
from cardlab.store import Assignment
from cardlab.web.addresses import (
    ExerciseAddress,
    GameAddress,
    LessonAddress,
    NoSuchPage,
    pasted,
)

__all__ = [
    "OwnWork",
    "WorkItem",
    "done_items",
    "is_done",
    "own_work",
    "read_items",
    "work_items",
]

LESSON, EXERCISE, DEAL = "lesson", "exercise", "deal"
MOST_SEED = 10**6
NO_LINK = (
    "is no lesson, exercise or table of this site. Copy the address of its page, one a line; nothing"
    " was assigned."
)


@dataclass(frozen=True, slots=True)
class WorkItem:
    """One thing to do. link: where, "" if it is there no more; gone: what to say then."""

    kind: str
    address: str
    title: str
    link: str = ""
    gone: str = ""


def read_items(text: str, base: str) -> list[tuple[str, str]]:
    """The lessons, exercises and deals that a teacher has named, one link or name a line.

    Raises ValueError, with a sentence, for a line that is none of these.

    >>> read_items("trump\\nhttp://localhost:8866/lesson?concept=follow-suit", "/")
    [('lesson', 'trump'), ('lesson', 'follow-suit')]
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return list(dict.fromkeys(_item(line, base) for line in lines))


def _item(line: str, base: str) -> tuple[str, str]:
    if line in taught():
        return LESSON, taught()[line]
    if line in games():
        return DEAL, f"{line}?seed={secrets.randbelow(MOST_SEED)}"
    try:
        page = pasted(line, base)
    except (NoSuchPage, ValueError):
        page = ExerciseAddress(address=line)
    if isinstance(page, LessonAddress) and page.concept in taught():
        return LESSON, taught()[page.concept]
    if isinstance(page, ExerciseAddress) and page.address:
        try:
            return EXERCISE, exercise_at(page.address).address
        except (KeyError, ValueError):
            raise ValueError(f"“{shown(line, 80)}” {NO_LINK}") from None
    if isinstance(page, GameAddress) and not page.problems:
        seed = secrets.randbelow(MOST_SEED) if page.seed is None else page.seed
        address = replace(page, seed=seed, match=None, day=None).url("")
        return DEAL, f"{page.game}?{address.partition('?')[2]}"
    raise ValueError(f"“{shown(line, 80)}” {NO_LINK}")


def work_items(assignment: Assignment, base: str) -> list[WorkItem]:
    """What there is to do, with titles and links."""
    return [_shown(kind, address, base) for kind, address in assignment.items]


def _shown(kind: str, address: str, base: str) -> WorkItem:
    if kind == LESSON:
        if address not in taught():
            return WorkItem(kind, address, address, gone="This lesson is not here any more.")
        title = lesson(address).title
        return WorkItem(kind, address, title, LessonAddress(address).url(base))
    game, _, query = address.partition("?")
    if kind == DEAL:
        if game not in games():
            return WorkItem(kind, address, game, gone="This game is not here any more.")
        page = GameAddress.read(game, query)
        title = f"A deal of {game_class(game).title}"
        return WorkItem(kind, address, title, page.url(base))
    title = _question(address)
    if not title:
        return WorkItem(kind, address, address, gone="This exercise is not here any more.")
    return WorkItem(kind, address, title, ExerciseAddress(address=address).url(base))


@lru_cache(maxsize=500)
def _question(address: str) -> str:
    """What an exercise asks, and in which game; "" if there is no such exercise."""
    try:
        question = exercise_at(address).question
    except (KeyError, ValueError):
        return ""
    return f"{question.game.title}: {question.prompt}"


def is_done(item: WorkItem, events: Iterable[Event]) -> bool:
    """Whether a lesson was walked to its end, an exercise answered rightly, or a deal played."""
    if item.kind == LESSON:
        return any(
            e.kind == "lesson-done" and _lesson_of(e.concept) == item.address for e in events
        )
    if item.kind == EXERCISE:
        return any(e.counts and e.right and e.address == item.address for e in events)
    game, _, query = item.address.partition("?")
    seed = GameAddress.read(game, query).seed
    return any(e.kind == "played" and e.address == f"{game}?seed={seed}" for e in events)


def _lesson_of(concept: str) -> str:
    return taught().get(concept, concept)


@dataclass(frozen=True, slots=True)
class OwnWork:
    """An assignment as a pupil's page lists it."""

    id: str
    title: str
    due: str
    done: int
    of: int


def own_work(assignment: Assignment, base: str, events: Iterable[Event]) -> OwnWork:
    """An assignment, and how much of it somebody has done."""
    done, of = done_items(work_items(assignment, base), events)
    return OwnWork(assignment.id, assignment.title, assignment.due, done, of)


def done_items(items: Iterable[WorkItem], events: Iterable[Event]) -> tuple[int, int]:
    """How many of the things that can be done somebody has done, and how many there are."""
    there, happened = [item for item in items if not item.gone], tuple(events)
    return sum(is_done(item, happened) for item in there), len(there)
