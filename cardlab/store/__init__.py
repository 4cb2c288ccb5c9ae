"""Matches, learners and house games on disk: one row a match, a move, an event, written before
anybody sees it.

Knows records as plain data (a head and a list of moves) and nothing about any game.
Importing this package imports SQLAlchemy; `import cardlab` does not import this package.
"""

from cardlab.store.houses import HouseGame, HouseNotFound, Houses
from cardlab.store.learners import Imported, Learner, LearnerNotFound, Learners, SavedLearner
from cardlab.store.matches import (
    MATCH_ID,
    MatchChanged,
    MatchNotFound,
    MatchStore,
    SavedMatch,
    StoreError,
    default_url,
)

__all__ = [
    "MATCH_ID",
    "HouseGame",
    "HouseNotFound",
    "Houses",
    "Imported",
    "Learner",
    "LearnerNotFound",
    "Learners",
    "MatchChanged",
    "MatchNotFound",
    "MatchStore",
    "SavedLearner",
    "SavedMatch",
    "StoreError",
    "default_url",
]
