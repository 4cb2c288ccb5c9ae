"""Lives: everybody begins with a few, a lost deal costs one, and the last player with any wins.

Knows lives and who is out.  Knows nothing of what costs a life: the game says, by a point for each.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardlab.engine.aims import Points
from cardlab.engine.game import State
from cardlab.engine.options import Option
from cardlab.engine.rulings import note
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.words import some
from cardlab.families.matches import EliminationGame, LastPlayerIn


def lives_option(default: int, least: int = 1, text: str = "", most: int = 7) -> Option[int]:
    """The option ``lives``; a game may have 0 stand for a match without them."""
    return Option(default, range(least, most + 1), text or "How many lives everybody begins with.")


class LivesGame(EliminationGame):
    """A game whose points are lost lives: whoever has lost all of them is out."""

    points = Points.BAD

    def aim_text(self, state: Any, seat: int) -> str:
        return "Lose as few lives as you can."

    def last_one_in(self) -> LastPlayerIn:
        """The end of such a match."""
        return LastPlayerIn(
            note(
                "lives",
                "Lives",
                f"Everybody begins with {some(self.lives, 'life', 'lives')}. A player who has"
                " lost them all is out, is dealt no more cards and does not deal; the last"
                " player in wins the match.",
                "elimination",
            )
        )

    def top_total(self) -> int | None:
        """A player with cards has a life left."""
        return self.lives - 1 if self.lives else super().top_total()

    def next_standing(self, state: State, lines: Iterable[ScoreLine]) -> Any:
        """Whoever has no life left is out."""
        standing = super().next_standing(state, lines)
        if not self.lives:
            return standing
        out = tuple(s for s, lost in enumerate(standing.totals) if lost >= self.lives)
        return self.dealt_by_those_in(standing.but(out=out))

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if self.lives:
            for seat, lost in enumerate(state.standing.totals):
                left = "" if seat in state.standing.out else self.lives_left(lost)
                if left:
                    panels.setdefault("notes", {}).setdefault(seat, []).append(left)
        return panels

    def lives_left(self, lost: int) -> str:
        """What stands at the seat of somebody who has lost so many lives; "" for nothing."""
        return some(self.lives - lost, "life", "lives")
