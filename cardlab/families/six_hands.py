"""Six players with six cards each, to the right: who has the first three tricks, and whose card
makes trumps.

Knows the pack, the deal, the lead and the table of such games.  Knows no sides and no score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.game import HOLD_CARD
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import chosen
from cardlab.engine.rulings import note
from cardlab.families.tricks import (
    ELDEST,
    HIGHEST_LED,
    HIGHEST_TRUMP,
    RIGHT_LEADS,
    WINNER_LEADS,
    Leader,
    Tricks,
    TrickState,
    note_tricks,
)
from cardlab.families.turnup import DEALERS_LAST_CARD, StockDealing, StockGame

TO_THE_RIGHT = note(
    "to-the-right",
    "Everything goes to the right",
    "Deal, play and the turn to deal pass to the right, anticlockwise.",
    "turn",
    fact="players",
)
RIGHT_DEAL = note(
    "shuffle-and-deal",
    "Shuffle and deal",
    "Shuffle the pack and deal the cards one at a time, beginning at the dealer's right.",
    "deal",
)
PACKS = {
    36: note(
        "sixte-pack",
        "Thirty-six cards",
        "Use ace to six of each suit; the ace is high.",
        "stripped-pack",
        fact="pack",
        part=SheetPart.PACK,
    ),
    52: note(
        "sixte-pack",
        "The whole pack",
        "Use all 52 cards; the ace is high.",
        "standard-deck",
        fact="pack",
        part=SheetPart.PACK,
    ),
}


def first_with(winners: Sequence[Any], tricks: int) -> Any:
    """The first to have won this number of tricks (None: nobody).

    >>> first_with((0, 1, 0, 1, 1, 0), 3), first_with((0, 1, 2, 0, 1, 2), 3)
    (1, None)
    """
    return next((w for i, w in enumerate(winners) if winners[: i + 1].count(w) == tricks), None)


def won_by(game: Any) -> dict[int, str]:
    """Who may win a trick: the sides by index."""
    return {i: side.name for i, side in enumerate(game.sides)}


@dataclass(frozen=True)
class SixResult:
    """winners: the index of the side that won each trick, in order."""

    winners: tuple[int, ...] = chosen(
        lambda game: won_by(game), (0, 1, 0, 2, 0, 3), "trick {} goes to", each=range(1, 7)
    )


class SixDealing(StockDealing):
    each, notes = 6, (RIGHT_DEAL, DEALERS_LAST_CARD)


class SixTricks(Tricks):
    leads = Leader(RIGHT_LEADS, ELDEST.seat)
    notes = (HOLD_CARD, RIGHT_LEADS, HIGHEST_TRUMP, HIGHEST_LED, WINNER_LEADS)


class SixGame(StockGame):
    """The round table of six; a deal comes to who has won which trick."""

    seats, direction = (6, 6, 6), -1
    Result: type[SixResult] = SixResult

    def result(self, state: TrickState) -> SixResult:
        return self.Result(tuple(map(self.side_index, state.winners())))

    def panels(self, state: TrickState) -> dict[str, Any]:
        panels = super().panels(state)
        note_tricks(state, panels["notes"])
        return panels
