"""Games in which cards capture cards, and what their bots ask of them.

Knows that a capture brings something.  Knows no pond, no rule of what takes what and no score.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.shelves import GameShelf


class CaptureGame(Game):
    """A game in which cards capture cards: what a move takes is worth something."""

    shelf = GameShelf.FISHING

    def points_of(self, table: Any, move: Any) -> int:
        """What a move brings."""
        raise NotImplementedError(f"{self.title} does not say what a capture brings")
