"""Games that reckon what a move leads to, for somebody who takes the time to count.

Knows nothing of how a game reckons: it is given the view of the seat that moves, and no more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.moves import Move


class ProspectGame(Game):
    """A game in which the cards that may come, and who may hold them, say what a move is worth."""

    def prospects(self, view: Any, moves: Sequence[Move]) -> Mapping[Move, float]:
        """What each of these legal moves is worth to the seat that makes it, more being better, as
        far as this view shows; nothing where a rule of thumb does as well."""
        raise NotImplementedError(f"{self.title} does not reckon what a move leads to")
