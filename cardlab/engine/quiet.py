"""Rules that seldom decide, and why: what a game declares of them, with the proof.

Knows rules of play and of scoring.  Knows no game.  A rule of which nothing is declared decides
within a few hundred deals that are played at random; a contract test holds every game to that.

>>> Typed("13")
Typed(text='13')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


class Quiet:
    """Why a rule seldom decides."""


@dataclass(frozen=True)
class Typed(Quiet):
    """The move that the rule refuses is never offered; ``text``, typed, is refused by it."""

    text: str


@dataclass(frozen=True)
class Rare(Quiet):
    """Random play seldom gets there.

    example: of a rule of play a position in which it refuses something; of a rule of scoring a
    result for which it yields a line.  It is given the game.
    """

    because: str
    example: Callable[[Any], Any] = field(compare=False, repr=False)


@dataclass(frozen=True)
class Under(Quiet):
    """The rule decides only with these options, which the game does not have."""

    options: Mapping[str, Any] = field(hash=False)
