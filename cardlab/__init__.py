"""cardlab: card games that explain themselves.

>>> import cardlab
>>> game = cardlab.game("kaiser")
>>> match = game.match(seed=7)
>>> match.to_move, match.state.phase
(1, <phase auction>)
>>> match.verdict("5").reason
'bids run from 6 to 12 no trump'

The names on this page are the public surface; everything heavy (widgets, store, sympy, networkx) is loaded where it is
used.
"""

from __future__ import annotations

from .cards import BACK, JOKER, Card, Suit, cards, pack
from .game import Game, IllegalMove, MoveError, Option, Outcome, State
from .library import game, games
from .match import Match
from .moves import Move
from .ordering import Ordering
from .record import Record, RecordError
from .rulings import Rule, Verdict
from .scoring import Formula, ScoreLine, totals
from .table import TableView

__version__ = "0.1.0"

__all__ = [
    "BACK", "JOKER", "Card", "Formula", "Game", "IllegalMove", "Match", "Move", "MoveError", "Option", "Ordering",
    "Outcome", "Record", "RecordError", "Rule", "ScoreLine", "State", "Suit", "TableView", "Verdict", "cards", "game",
    "games", "pack", "totals",
]  # fmt: skip
