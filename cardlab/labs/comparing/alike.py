"""How alike two games are, in concepts and in rules.

Knows what both state. Does not know which game is better.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from cardlab.engine.catalogue import game as make
from cardlab.engine.catalogue import games
from cardlab.engine.game import Game


@cache
def made_once(id: str) -> Game:
    return make(id)


def game_of(named: str | Game) -> Game:
    return named if isinstance(named, Game) else made_once(named)


class Share(NamedTuple):
    """How much of what either has both have."""

    both: int
    either: int

    @property
    def value(self) -> Fraction:
        return Fraction(self.both, self.either) if self.either else Fraction(1)

    def __str__(self) -> str:
        return f"{self.both} of {self.either}"


class Likeness(NamedTuple):
    """How alike two games are, with the numbers behind it."""

    concepts: Share
    rules: Share

    @property
    def value(self) -> Fraction:
        """Between 0 and 1: the mean of the two shares."""
        return (self.concepts.value + self.rules.value) / 2

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return f"{self.concepts} concepts and {self.rules} rules are the same: {float(self):.2f}"


def likeness(a: str | Game, b: str | Game) -> Likeness:
    """How alike two games are.

    >>> likeness("nap", "widow-nap").value > likeness("nap", "bourre").value
    True
    """
    return _likeness(game_of(a), game_of(b))


@cache
def _likeness(a: Game, b: Game) -> Likeness:
    mine, theirs = _traits(a), _traits(b)
    return Likeness(*(Share(len(x & y), len(x | y)) for x, y in zip(mine, theirs, strict=True)))


@cache
def _traits(game: Game) -> tuple[frozenset[Any], frozenset[Any]]:
    return game.concepts(), frozenset((str(r), r.text(game)) for r in game.all_rules())


def nearest(game: str | Game, n: int = 3) -> tuple[tuple[str, Likeness], ...]:
    """The games of the catalogue that are most like a game, the most like first.

    >>> [id for id, _ in nearest("sixte", 1)]
    ['sizette']
    """
    mine = game_of(game)
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise ValueError(f"{n!r} games cannot be listed; ask for one or more")
    others = [(id, likeness(mine, id)) for id in games() if id != mine.id]
    return tuple(sorted(others, key=lambda one: (-one[1].value, one[0]))[:n])
