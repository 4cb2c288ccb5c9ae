"""What a walk through the laboratories is about: a game as it is played here, and with it a
position, a deal and a result.

Knows how the parts stand in an address.  A laboratory that has a part among its own settings says
so (`Lab.takes`) and finds it there; every other one keeps it for the next under ``with:``.

>>> from cardlab.engine.catalogue import game
>>> subject = Subject(game("nap"), deal="7", result="tricks:3")
>>> subject.words({"deal": "seed"})
{'seed': '7', 'with:result': 'tricks:3'}
>>> taken_along({"with:result": "tricks:3", "seed": "7"})
{'result': 'tricks:3'}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardlab.engine.game import Game
from cardlab.labs import notation
from cardlab.web.addresses import GameAddress

__all__ = ["PARTS", "Subject", "taken_along"]

PARTS = ("position", "deal", "at", "result")
WITH = "with:"
"""How a part begins in the address of a laboratory that has no setting for it."""
LONGEST_PART = 4000


@dataclass(frozen=True)
class Subject:
    """position: a table, packed for an address; deal: the seed of a deal; at: the number of moves
    made in it; result: what a deal came to, as the laboratory of scores writes it.  What is empty
    is not there."""

    game: Game
    position: str = ""
    deal: str = ""
    at: str = ""
    result: str = ""

    def parts(self) -> dict[str, str]:
        """The parts that are there; the position as one of this game with its options."""
        parts = {name: str(getattr(self, name)) for name in PARTS if getattr(self, name)}
        if self.position:
            parts["position"] = of_game(self.position, self.game)
        return parts

    def words(self, takes: Mapping[str, str]) -> dict[str, Any]:
        """The words of an address besides the game.

        takes: what the laboratory calls the parts that it has among its settings.
        """
        parts = self.parts()
        if "deal" in parts and "deal" in takes:
            parts.pop("position", None)  # it follows from the deal and the moves made
        return {takes.get(name, WITH + name): value for name, value in parts.items()}

    def played_on(self) -> GameAddress:
        """The table at which the position is played on."""
        position = self.parts()["position"]
        return GameAddress(self.game.id, seed=1, position=position, options=dict(self.game.chosen))


def of_game(position: str, game: Game) -> str:
    """The same table as one of this game with its options or house rules.

    >>> from cardlab.engine.catalogue import game
    >>> of_game("nap;South QH", game("nap", players=3))
    'nap players=3;South QH'
    """
    try:
        _, *rest = notation.unpacked(position).split(";")
    except ValueError:
        return position  # whoever reads it says what is wrong with it
    return notation.packed("; ".join([notation.head(game), *map(str.strip, rest)]))


def taken_along(words: dict[str, Any]) -> dict[str, str]:
    """The parts that an address keeps for the next page; they are taken out of its words."""
    kept = {name: str(words.pop(WITH + name)) for name in PARTS if WITH + name in words}
    return {name: value for name, value in kept.items() if len(value) <= LONGEST_PART}
