"""The concepts that games teach: their titles, how they stand on each other, the book's order,
and learning paths.

Knows the curriculum's data, and can compute what a game teaches from its rules.  Does not know a
learner's progress. networkx is loaded by what needs it, not by importing this package.

>>> concept("trump")["title"]
'Trumps'
>>> "follow-suit" in concept_ids()
True
>>> new_concepts("malilla", known="kaiser")
('turn-up-trump', 'card-points', 'difference-scoring', 'slam', 'altered-order', 'must-head', 'must-overtrump')
>>> way = path("kaiser", known="partnership-whist", k=5)
>>> len(way), way[-1].game, max(len(step.new) for step in way)
(4, 'kaiser', 5)
"""

from __future__ import annotations

from cardlab.concepts.coverage import Coverage, CoveredEntry, coverage
from cardlab.concepts.curriculum import (
    CURRICULUM_IDS,
    BookEntry,
    concept,
    concept_ids,
    contents,
    curriculum_game,
    game_entries,
    game_ids,
)
from cardlab.concepts.cuts import OneConcept, bridges, dominators, no_way_round, opens_most
from cardlab.concepts.graphs import (
    ahead,
    check,
    closure,
    columns,
    generations,
    graph,
    knowledge,
    neighbours,
    new_concepts,
    opened,
    order,
    uses,
)
from cardlab.concepts.paths import EVERYDAY, Path, PathStep, TooSteep, path

__all__ = [
    "CURRICULUM_IDS",
    "EVERYDAY",
    "BookEntry",
    "Coverage",
    "CoveredEntry",
    "OneConcept",
    "Path",
    "PathStep",
    "TooSteep",
    "ahead",
    "bridges",
    "check",
    "closure",
    "columns",
    "concept",
    "concept_ids",
    "contents",
    "coverage",
    "curriculum_game",
    "dominators",
    "game_entries",
    "game_ids",
    "generations",
    "graph",
    "knowledge",
    "neighbours",
    "new_concepts",
    "no_way_round",
    "opened",
    "opens_most",
    "order",
    "path",
    "uses",
]
