"""Items that are found, not written: what a lesson's generators give for one learner.

Knows which items suit a lesson.  Finds nothing itself: `cardlab.lessons.exercises` does.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.rulings import Force
from cardlab.lessons.asking import Item, Question
from cardlab.lessons.book import Generator, Lesson

SEEDS = 1_000_000
TRIES = 6
"""So many seeds are tried where items do not suit."""
OF_LESSONS = "known_only"
"""A parameter that the lesson looks after itself: no rule binds or is waived that the learner
has not met."""


def finder() -> Callable[..., Any] | None:
    """``find(kind, game, params, seed)`` of the exercises, or None where this installation has
    none."""
    try:
        exercises = import_module(".exercises", __package__)
    except ImportError:
        return None
    found: Callable[..., Any] = exercises.find
    return found


@cache
def before(id: str) -> frozenset[str]:
    """A concept and everything that it requires."""
    from cardlab.concepts import concept

    try:
        requires = concept(id)["requires"]
    except ValueError:
        return frozenset({id})
    return frozenset({id}).union(*map(before, requires))


def known_to(lesson: Lesson) -> frozenset[str]:
    """The concepts that the learner of a lesson has met, those of the lesson itself included."""
    return frozenset[str]().union(*(before(id) for id in (*lesson.concepts, *lesson.needs)))


def suits(lesson: Lesson, question: Question) -> bool:
    """Whether every rule that narrows the choice, or is waived, belongs to something that the
    learner has met."""
    met = known_to(lesson)
    speaking = {
        r
        for v in question.verdicts.values()
        for r, said in v.steps
        if said.force in (Force.BINDING, Force.WAIVED)
    }
    return all(met & set(r.concepts) or str(r) in lesson.rules for r in speaking)


def parameters(part: Generator, rng: random.Random) -> dict[str, Any]:
    """The parameters of one item: of several forces it has one, so that a rule is not always
    seen to bite."""
    given = {name: value for name, value in part.params if name != OF_LESSONS}
    force = given.get("force")
    if isinstance(force, tuple) and force:
        first, *others = force
        given["force"] = rng.choice([first, first, *others])
    return given


def found_item(
    lesson: Lesson, part: Generator, game: str, rng: random.Random, strict: bool = False
) -> Item | None:
    """An item of a generator in one game, None where none is found.  strict: a generator that
    the game does not suit is a ValueError."""
    find = finder()
    if find is None:
        return None
    known_only = bool(dict(part.params).get(OF_LESSONS))
    for _ in range(TRIES):
        params, seed = parameters(part, rng), rng.randrange(SEEDS)
        try:
            item: Item | None = find(part.kind, find_game(game), params, seed)
            if (
                item is not None
                and item.question.answer
                and (not known_only or suits(lesson, item.question))
            ):
                return item
        except ValueError:
            if strict:
                raise
            return None
    return None
