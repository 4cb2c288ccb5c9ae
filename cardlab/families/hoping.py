"""Games that say themselves how well a move is likely to come out, for somebody who goes by a rule of
thumb.

Knows nothing of how a game judges that: it is given the view of the seat that moves, and no more.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.game import Game


class HopeGame(Game):
    """A game whose rule of thumb is to make the move with the most hope."""

    def hope(self, table: Any, move: Any) -> float:
        """How well a move is likely to come out, more being better, as far as this view shows."""
        raise NotImplementedError(f"{self.title} does not say what a move is worth")
