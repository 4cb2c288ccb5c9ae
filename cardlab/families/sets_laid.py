"""Sets laid on the table, counted: each scores a point for whoever laid it.

Knows how many sets everybody has laid.  Knows nothing of how they came together, nor what a game
calls them: the game says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.feats import Feat
from cardlab.engine.results import bounded
from cardlab.engine.rulings import scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat, number, some
from cardlab.families.asking import AskingGame, AskingState


def sets_in_pack(game: Any) -> int:
    """How many sets there are: one for each rank."""
    return len({card.rank for card in game.pack})


@dataclass(frozen=True)
class SetsLaid:
    """sets: how many sets of four everybody has laid."""

    sets: tuple[int, ...] = bounded(
        0, sets_in_pack, (4, 4, 3, 2), "sets of {}", each="seat", total=sets_in_pack
    )


EACH_SET = Formula("s", s="sets of four")


@scores("most-sets", "The most laid win", "most-cards", "set")
def most_sets(game: Any, result: SetsLaid) -> Iterator[ScoreLine]:
    """When all {how_many_sets} {whole_sets} are laid, each scores 1 point for its player, and the most
    {whole_sets} win."""
    one, many = game.set_names
    for side, laid in zip(game.sides, result.sets, strict=True):
        if laid:
            because = game.tell(
                "{who} laid {sets}", who=Seat(side.seats[0]), sets=some(laid, one, many)
            )
            yield line(side.id, many.capitalize(), most_sets, EACH_SET, because, s=laid)


class SetsGame(AskingGame):
    """A game of asking that is scored by the sets that everybody has laid."""

    Result, scoring = SetsLaid, (most_sets,)

    @property
    def whole_sets(self) -> str:
        """What several sets are called."""
        return self.set_names[1]

    @property
    def how_many_sets(self) -> str:
        """How many sets there are, in words."""
        return number(sets_in_pack(self))

    def result(self, state: AskingState) -> SetsLaid:
        return SetsLaid(self.sets(state))

    def feats(self, result: SetsLaid) -> tuple[Feat, ...]:
        """How many sets everybody made."""
        one, many = self.set_names
        return tuple(
            Feat((seat,), f"made {some(laid, one, many) if laid else f'no {one}'}")
            for seat, laid in enumerate(result.sets)
        )
