"""Sets laid on the table, counted: each scores a point for whoever laid it, or the most of them do.

Knows how many sets everybody has laid.  Knows nothing of how they came together, nor what a game
calls them: the game says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardlab.engine.feats import Feat
from cardlab.engine.options import Option
from cardlab.engine.results import bounded
from cardlab.engine.rulings import scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat, number, some
from cardlab.families.asking import AskingGame, AskingState
from cardlab.families.matches import Deals, Race


def sets_in_pack(game: SetsGame) -> int:
    """How many sets there are: one for each rank."""
    return len({card.rank for card in game.pack})


@dataclass(frozen=True)
class SetsLaid:
    """sets: how many sets of four everybody has laid."""

    sets: tuple[int, ...] = bounded(
        0, sets_in_pack, (4, 4, 3, 2), "sets of {}", each="seat", total=sets_in_pack
    )


EACH_SET, ONE = Formula("s", s="sets of four"), Formula("1")


@scores("most-sets", "The most laid win", "most-cards", "set")
def most_sets(game: SetsGame, result: SetsLaid) -> Iterator[ScoreLine]:
    """When all {how_many_sets} {whole_sets} are laid, each scores 1 point for its player, and the most
    {whole_sets} win."""
    one, many = game.set_names
    for side, laid in zip(game.sides, result.sets, strict=True):
        if laid:
            because = game.tell(
                "{who} laid {sets}", who=Seat(side.seats[0]), sets=some(laid, one, many)
            )
            yield line(side.id, many.capitalize(), most_sets, EACH_SET, because, s=laid)


@scores("one-for-the-most", "The most laid score", "most-cards", "set")
def one_for_the_most(game: Any, result: SetsLaid) -> Iterator[ScoreLine]:
    """When all {how_many_sets} {whole_sets} are laid, whoever has the most scores 1 point. If several
    have as many, nobody scores."""
    most = max(result.sets)
    if result.sets.count(most) == 1:
        seat, (one, many) = result.sets.index(most), game.set_names
        because = game.tell("{who} laid {sets}", who=Seat(seat), sets=some(most, one, many))
        title = f"The most {many}"
        yield line(game.sides[seat].id, title, one_for_the_most, ONE, because)


class SetsGame(AskingGame):
    """A game of asking that is scored by the sets that everybody has laid: each scores, or the most
    of them do.  The match is a race, or so many deals."""

    Result: type[SetsLaid] = SetsLaid
    most = Option(
        False, (False, True), "Whether only the player who laid the most scores, 1 point."
    )
    target = Option(0, range(0, 101), "The score that wins; 0 plays a number of deals.", house=True)
    deals = Option(1, range(1, 21), "How many deals make a match.", house=True)

    def setup(self) -> None:
        self.scoring = (one_for_the_most,) if self.most else (most_sets,)
        self.ends = (Race(self.target),) if self.target else (Deals(self.deals),)

    def idle(self) -> Mapping[str, str]:
        return {"deals": "the match is a race to the target"} if self.target else {}

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
