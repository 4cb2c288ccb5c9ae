"""Games that a table may play to the left or to the right, as it agrees.

Knows the option and the game's direction; that turns go the other way, everybody else reads from the
game.
"""

from __future__ import annotations

from cardlab.engine.facts import WAYS
from cardlab.engine.game import Game
from cardlab.engine.options import Option


class EitherWay(Game):
    """A game whose cards are dealt and played to the left, or to the right by an option."""

    turns = Option(
        "left",
        {"left": WAYS[1], "right": WAYS[-1]},
        "Which way the cards are dealt and played.",
        house=True,
    )

    def setup(self) -> None:
        """Which way the turns go."""
        super().setup()
        way = 1 if self.turns == "left" else -1
        self.direction = way  # type: ignore[misc]  # each game of the class has its own
