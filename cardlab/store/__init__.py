"""Matches on disk: one row a match, one row a move, written before anybody sees the move.

Knows records as plain data (a head and a list of moves) and nothing about any game.
Importing this package imports SQLAlchemy; `import cardlab` does not import this package.
"""

from .store import MATCH_ID, MatchChanged, MatchNotFound, Store, Stored, StoreError, default_url

__all__ = ["MATCH_ID", "MatchChanged", "MatchNotFound", "Store", "StoreError", "Stored", "default_url"]
