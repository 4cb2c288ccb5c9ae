"""Exercises that are found, not written: a kind, a game, a rule and a seed give a position, a
question and the answer.

>>> item = exercise("decided-by:must-overtrump", game="brandle", seed=3)
>>> item.address
'decided-by:must-overtrump?game=brandle&seed=3'
>>> str(item.question.rule), exercise_at(item.address).question == item.question
('must-overtrump', True)
>>> kinds("hold-bid", game="kaiser")[:2]
('decided-by:insufficient-bid', 'why-not:insufficient-bid')
"""

from __future__ import annotations

from cardlab.lessons.exercises.registry import (
    KINDS,
    exercise,
    exercise_at,
    find,
    fingerprint,
    kind_of,
    kinds,
    known_params,
    rule_exercise,
)

__all__ = [
    "KINDS",
    "exercise",
    "exercise_at",
    "find",
    "fingerprint",
    "kind_of",
    "kinds",
    "known_params",
    "rule_exercise",
]
