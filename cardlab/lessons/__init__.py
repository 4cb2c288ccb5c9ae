"""Lessons and exercises: data that sets a scene and asks; the engine answers, marks and explains.

>>> lesson("follow-suit").hook
'You hold an ace. Can you play it? Look at the table first.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardlab.lessons.asking import Item
    from cardlab.lessons.book import Lesson


def lesson(id: str) -> Lesson:
    """The lesson of a concept.  ValueError, with the nearest name, for one that there is not."""
    from cardlab.lessons.book import load

    return load(id)


def lessons() -> tuple[str, ...]:
    """The ids of all lessons, in the order of the curriculum."""
    from cardlab.lessons.book import lessons as found

    return found()


def taught() -> dict[str, str]:
    """Every concept that has a lesson, with the id of that lesson."""
    from cardlab.lessons.book import taught as found

    return found()


def exercise(kind: str, game: str | None = None, seed: int = 0, **params: Any) -> Item:
    """A generated exercise, the same for the same words and seed.

    >>> item = exercise("winner-of-trick", "malilla", seed=4)
    >>> item.question.text, len(item.question.options)
    ('Who takes this trick?', 4)
    >>> item.question.mark(item.question.answer).right
    True
    """
    from cardlab.lessons.exercises import exercise as found

    return found(kind, game, seed, **params)


def exercise_at(address: str) -> Item:
    """The exercise of an address, the same each time.  ValueError, with a sentence, for one that
    leads nowhere."""
    from cardlab.lessons.exercises import exercise_at as found

    return found(address)


def kinds(concept: str, game: str | None = None) -> tuple[str, ...]:
    """The kinds of exercise for a concept."""
    from cardlab.lessons.exercises import kinds as found

    return found(concept, game)
