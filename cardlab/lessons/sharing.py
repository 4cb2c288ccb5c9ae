"""Which games share a concept, the easiest first, and in which of them its lesson comes back.

Knows the catalogue and the lessons. Knows no learner.

>>> shared()["games"]["capture"][:2], shared()["titles"]["sum-run-set"]
(('bundles', 'snap'), 'Sum-Run-Set')
>>> return_games("follow-suit")
('sixte', 'redbeard', 'kaiser')
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cardlab.engine import catalogue
from cardlab.families.formats import format_concepts
from cardlab.lessons.book import load, taught

__all__ = ["easiest", "lesson_games", "return_games", "shared"]


@cache
def easiest() -> tuple[str, ...]:
    """The games of the catalogue: those first that need the fewest concepts."""
    made = [catalogue.game(id) for id in catalogue.games()]
    return tuple(game.id for game in sorted(made, key=lambda g: (len(g.concepts()), g.title)))


@cache
def return_games(concept: str) -> tuple[str, ...]:
    """The games in which the lesson of a concept comes back; none where there is no lesson."""
    return load(concept).comes_back.games if concept in taught() else ()


@cache
def lesson_games(concept: str) -> tuple[str, ...]:
    """The games that the lesson of a concept is about, in their order; none where there is no
    lesson."""
    return load(concept).games if concept in taught() else ()


@cache
def shared() -> dict[str, Any]:
    """What the games of this cardlab say: the keywords `games`, `titles`, `rules` and `returns`
    for `cardlab.lessons.progress.Progress`."""
    games: dict[str, list[str]] = {}
    made = [catalogue.game(id) for id in easiest()]
    for game in made:
        for concept in game.concepts() | format_concepts(game):
            games.setdefault(concept, []).append(game.id)
    return {
        "games": {concept: tuple(ids) for concept, ids in games.items()},
        "titles": {game.id: game.title for game in made},
        "rules": {game.id: frozenset(map(str, game.all_rules())) for game in made},
        "returns": return_games,
    }
