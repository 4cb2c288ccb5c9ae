"""Lessons and exercises: data that sets a scene and asks; the engine answers, marks and explains.

| module | what it holds |
|---|---|
| `questions` | one class a kind of question: where it can be asked, its choices, marking and hints |
| `exercises` | questions that are found by kind, game, rule and seed; their addresses |
| `deals`, `conditions`, `beliefs` | what questions are found in; what an address may want; wrong beliefs |
| `book`, `positions`, `text` | a lesson as data, the tables it sets up, its words |
| `lines`, `gaps`, `generated` | a line of play, the questions in it, the exercises after it |
| `walk` | one learner going through one lesson |
| `check`, `second_opinion` | what is not sound about a lesson, or about an answer |
| `progress`, `evidence`, `nickname` | what a learner can do and gets back today, what answers prove; names |
| `played`, `sharing` | what a played deal shows; which games share a concept, and which lessons return to |
| `choosing` | which exercise suits a learner |
| `rare` | pairs of a kind and a rule that seldom have a question |

The names of this page are loaded where they are used: a page that only wants a nickname reads no
lesson.

>>> from cardlab import lessons
>>> lessons.lesson("follow-suit").hook
'You hold an ace. Is it legal? Look at the table first.'
>>> item = lessons.exercise("winner-of-trick", "malilla", seed=4)
>>> item.question.prompt, len(item.question.choices)
('Who takes this trick?', 4)
>>> item.question.mark(item.question.answer).right
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardlab.lessons.book import lessons, taught
    from cardlab.lessons.book import load as lesson
    from cardlab.lessons.exercises import exercise, exercise_at, kinds

__all__ = ["exercise", "exercise_at", "kinds", "lesson", "lessons", "taught"]

_PLACES = {
    "lesson": ("book", "load"),
    "lessons": ("book", "lessons"),
    "taught": ("book", "taught"),
    "exercise": ("exercises", "exercise"),
    "exercise_at": ("exercises", "exercise_at"),
    "kinds": ("exercises", "kinds"),
}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _PLACES[name]
    return getattr(import_module(f"{__name__}.{module}"), there)


def __dir__() -> list[str]:
    return [*__all__, *globals()]
