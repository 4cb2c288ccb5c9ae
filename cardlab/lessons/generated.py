"""Items that are found, not written: what a lesson's generators give for one learner.

Knows which items suit a lesson.  Finds nothing itself: `cardlab.lessons.exercises` does.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

from cardlab.concepts import concept
from cardlab.engine.catalogue import game as find_game
from cardlab.lessons.book import Generator, Lesson
from cardlab.lessons.exercises import Exercise, find
from cardlab.lessons.questions import Knowledge

SEEDS = 1_000_000
TRIES = 6
"""So many seeds are tried where items do not suit."""
OF_LESSONS = "known_only"
"""A parameter that a lesson may write and need not: whatever it finds turns on what its learner
has met."""


@cache
def before(id: str) -> frozenset[str]:
    """A concept and everything that it requires."""
    try:
        requires = concept(id)["requires"]
    except ValueError:
        return frozenset({id})
    return frozenset({id}).union(*map(before, requires))


def known_to(lesson: Lesson) -> frozenset[str]:
    """The concepts that the learner of a lesson has met, those of the lesson itself included."""
    return frozenset[str]().union(*(before(id) for id in (*lesson.concepts, *lesson.needs)))


def knowledge_of(lesson: Lesson) -> Knowledge:
    """What the learner of a lesson knows: the concepts met, and the rules that it teaches."""
    return Knowledge(known_to(lesson), frozenset(lesson.rules))


def parameters(part: Generator, rng: random.Random) -> dict[str, Any]:
    """The parameters of one item: of several forces it has one, so that a rule is not always
    seen to bite."""
    given = {name: value for name, value in part.params.items() if name != OF_LESSONS}
    force = given.get("force")
    if isinstance(force, list) and force:
        first, *others = force
        given["force"] = rng.choice([first, first, *others])
    return given


def found_item(
    lesson: Lesson, part: Generator, game: str, rng: random.Random, strict: bool = False
) -> Exercise | None:
    """An exercise of a generator in one game, fair for the learner of the lesson; None where none
    is found.

    strict: raise ValueError for a generator that the game does not suit.
    """
    known = knowledge_of(lesson)
    named = part.generator.partition(":")[2]
    if named:
        # the rule that a step names is told by its text
        known = known._replace(rules=known.rules | {named})
    for _ in range(TRIES):
        params, seed = parameters(part, rng), rng.randrange(SEEDS)
        try:
            item = find(part.generator, find_game(game), params, seed)
        except ValueError:
            if strict:
                raise
            return None
        if item is not None and item.question.answer and not item.question.unfair(known):
            return replace(item, question=replace(item.question, worded=part.heading))
    return None
