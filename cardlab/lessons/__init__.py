"""Lessons and exercises: data that sets a scene and asks; the engine answers, marks and explains.

>>> lesson("follow-suit").hook
'You hold an ace. Can you play it? Look at the table first.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .book import Lesson


def lesson(id: str) -> Lesson:
    """The lesson of a concept.  ValueError, with the nearest name, for one that there is not."""
    from .book import load

    return load(id)


def lessons() -> tuple[str, ...]:
    """The ids of all lessons, in the order of the curriculum."""
    from .book import lessons as found

    return found()
