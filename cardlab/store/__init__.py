"""Matches, learners and house games in a database: one row a match, a move, an event, written
before anybody sees it.

Knows records as plain data (a head and a list of moves) and nothing about any game.
Importing this package imports SQLAlchemy; `import cardlab` does not import this package.

The pages use three objects, and of each only these methods. Something else (the memory of a
browser) can stand in their place if it has the same ones and raises the same errors:

| object | writing | reading |
|---|---|---|
| `MatchStore` | `create append truncate release probe` | `load recent` |
| `Learners` | `append save_walk import_text delete` | `load walk stamp all export_text` |
| `Houses` | `keep rename delete` | `all` |

The server alone uses `Holders` (who holds which nickname, and the key that cookies are signed with),
`Classes` (who is in a class), `TableStore` (the logs of a class's tables), `VoteStore`,
`AssignmentStore` and `RefusalStore` (cards refused at a class's tables).

Each takes and returns plain data: strings, numbers, dicts, and the frozen dataclasses `SavedMatch`,
`SavedLearner`, `HouseGame`. What cannot be done raises `StoreError` with a sentence for the page.

| module | what is in it |
|---|---|
| `schema.py` | the tables, their version, the steps from one version to the next |
| `database.py` | opening, SQLite and PostgreSQL, sentences for what goes wrong |
| `matches.py`, `learners.py`, `houses.py`, `holders.py` | the objects of somebody alone |
| `classes.py`, `tables.py`, `votes.py`, `assignments.py`, `refusals.py` | those of a class |
| `codes.py` | codes that people write down |
"""

from cardlab.store.assignments import Assignment, AssignmentNotFound, AssignmentStore
from cardlab.store.classes import (
    Class,
    Classes,
    ClassNotFound,
    LoginRefused,
    Member,
    NicknameTaken,
)
from cardlab.store.database import NoStore, tell_no_log
from cardlab.store.holders import CodeRefused, Holder, Holders, NameTaken, TooManyCodes
from cardlab.store.houses import HouseGame, HouseNotFound, Houses
from cardlab.store.learners import Imported, Learner, LearnerNotFound, Learners, SavedLearner
from cardlab.store.matches import (
    MATCH_ID,
    WENT_ON,
    MatchChanged,
    MatchNotFound,
    MatchOfAnother,
    MatchStore,
    SavedMatch,
    StoreError,
    default_url,
)
from cardlab.store.refusals import Refusal, RefusalStore
from cardlab.store.tables import ClassTable, Logged, TableChanged, TableNotFound, TableStore
from cardlab.store.votes import Vote, VoteClosed, VoteLook, VoteStore

__all__ = [
    "MATCH_ID",
    "WENT_ON",
    "Assignment",
    "AssignmentNotFound",
    "AssignmentStore",
    "Class",
    "ClassNotFound",
    "ClassTable",
    "Classes",
    "CodeRefused",
    "Holder",
    "Holders",
    "HouseGame",
    "HouseNotFound",
    "Houses",
    "Imported",
    "Learner",
    "LearnerNotFound",
    "Learners",
    "Logged",
    "LoginRefused",
    "MatchChanged",
    "MatchNotFound",
    "MatchOfAnother",
    "MatchStore",
    "Member",
    "NameTaken",
    "NicknameTaken",
    "NoStore",
    "Refusal",
    "RefusalStore",
    "SavedLearner",
    "SavedMatch",
    "StoreError",
    "TableChanged",
    "TableNotFound",
    "TableStore",
    "TooManyCodes",
    "Vote",
    "VoteClosed",
    "VoteLook",
    "VoteStore",
    "default_url",
    "tell_no_log",
]
