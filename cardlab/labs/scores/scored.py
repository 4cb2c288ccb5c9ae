"""One result with its lines, and results to look at: near the usual one, or any.

Knows results and their fields. Asks nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

import cardlab
from cardlab.engine.game import Game
from cardlab.engine.results import SCORES_BEFORE as SCORES_BEFORE
from cardlab.engine.results import Field, any_result, every, imagined, open_fields
from cardlab.engine.scoring import ScoreLine, totals

CELL_TRIES = 16  # a cell of a table, or a point of a curve, is left empty sooner than one result by itself is given up


class Beyond(ValueError):
    """A question led to a result that cannot be: one trick more than there are."""


def the_game(game: Game | str) -> Game:
    """A game, or the game with this id as it usually is."""
    return _known(game) if isinstance(game, str) else game


@lru_cache(maxsize=64)
def _known(id: str) -> Game:
    return cardlab.game(id)


def fields(game: Game | str) -> tuple[Field, ...]:
    """What can be set of a result: name, label, kind, low and high or choices.

    >>> [f.name for f in fields("kaiser")][:6]
    ['contract', 'no_trump', 'declarers', 'tricks_north_south', 'tricks_east_west', 'five']
    """
    return open_fields(the_game(game))


@dataclass(frozen=True)
class Scored:
    """A result with its lines."""

    game: Game
    result: Any
    lines: tuple[ScoreLine, ...]

    def __iter__(self) -> Iterator[ScoreLine]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    @property
    def totals(self) -> dict[str, int]:
        """The points by the ids of the sides."""
        return totals(self.lines, [side.id for side in self.game.sides])

    @property
    def values(self) -> dict[str, Any]:
        """The values of the fields, by name."""
        fields: dict[str, Any] = self.game.result_sheet.flat(self.result)
        return fields

    def __str__(self) -> str:
        name = {side.id: side.name for side in self.game.sides}
        head = ", ".join(f"{name[side]} {signed(points)}" for side, points in self.totals.items())
        return "\n".join(
            [
                head,
                *(f"  {name[x.side]} {signed(x.points)}  {x.title}: {x.text}" for x in self.lines),
            ]
        )


def signed(points: int) -> str:
    """Points as a page writes them: +30, 0, −30."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


def score(game: Game | str, base: Any = None, /, **given: Any) -> Scored:
    """The lines of an imagined result: what is given, the rest as in ``base`` or as usual."""
    played = the_game(game)
    result = imagined(played, base, **given)
    return Scored(played, result, played.score(result))


def opening(game: Game | str) -> Scored:
    """A result to begin with: the usual one, or a near one that scores something.

    >>> len(opening("zetema"))
    1
    """
    played = the_game(game)
    first = score(played)
    if first.lines:
        return first
    rng, names = random.Random(5), [f.name for f in fields(played) if f.kind != "cards"]
    near = (score(played, result) for name in names for result in every(played, (name,)))
    drawn = (score(played, random_result(played, rng)) for _ in range(50))
    return next((scored for scored in chain(near, drawn) if scored.lines), first)


def results(game: Game | str, *over: str, **fixed: Any) -> Iterator[Any]:
    """Every result that these fields can make, all fields unless some are named; the others are
    fixed, or give way.

    >>> sum(1 for _ in results("bridge", "level", "strain", "doubled", "tricks", "games_north_south"))
    2940
    """
    return every(the_game(game), over, **fixed)


def random_result(game: Game | str, rng: random.Random) -> Any:
    """A result drawn at random from everything that can be."""
    return any_result(the_game(game), rng)
