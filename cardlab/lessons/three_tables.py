"""Three tables of a game that somebody says they know: one look each, before what is new.

Knows which kinds of question are worth such a look, and finds them. Counts nothing: who says that
they know a game is believed.

>>> [item.kind for item in three_tables("partnership-whist")]
['decided-by:must-follow-suit', 'how-many-open:must-follow-suit', 'card-of-trick:highest-trump']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from cardlab.engine.catalogue import tables
from cardlab.lessons.deals import the_game
from cardlab.lessons.exercises import Exercise, find, kinds

__all__ = ["believed_game", "looked_at", "three_tables"]

HOW_MANY = 3
SEED = 7
LOOKS: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    ("follow-suit", "decided-by", {"force": "binding", "cards": "4..7"}),
    ("follow-suit", "how-many-open", {"force": "waived", "cards": "3..7"}),
    ("trump", "card-of-trick", {}),
    ("trick", "card-of-trick", {}),
)
"""Concepts, with the kind of question and its conditions; a game has the first three it can. Hands
are small, so that a count is one tap. Only games of tricks have them so far."""


@cache
def three_tables(game_id: str) -> tuple[Exercise, ...]:
    """The tables of a game, the same for everybody; fewer than three, or none, where it has no
    questions of these kinds."""
    return tuple(item for item, _ in zip(_found(game_id), range(HOW_MANY), strict=False))


def _found(game_id: str) -> Iterator[Exercise]:
    for concept, kind, conditions in LOOKS:
        fitting = [name for name in kinds(concept, game_id) if name.partition(":")[0] == kind]
        for name in fitting:
            item = find(name, the_game(game_id), conditions, SEED)
            if item is not None:
                yield item
                break


def looked_at(item: Exercise) -> str:
    """The concept that one of these tables is about."""
    rule = item.question.rule
    assert rule is not None, "these kinds of question turn on a rule"
    return next(concept for concept, _, _ in LOOKS if concept in rule.concepts)


def believed_game(known: Iterable[str]) -> str | None:
    """The first of some games that has three tables to look at; None if none has."""
    return next((id for id in known if id in tables() and len(three_tables(id)) == HOW_MANY), None)
