"""Points that players count in a hand before they bid, where the game itself scores none.

Knows ranks and numbers.  Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardlab.engine.cards import Card


@dataclass(frozen=True)
class HandPoints:
    """A count of a hand: its title, the points of each rank, and who made it or where it is
    published.

    >>> from cardlab.engine.cards import cards
    >>> HandPoints("points", (("A", 4), ("K", 3)), "an example").of(cards("AS KH 2C"))
    7
    """

    title: str
    ranks: tuple[tuple[str, int], ...]
    source: str

    @property
    def one(self) -> str:
        """What a single one of them is called."""
        return self.title.removesuffix("s")

    def of(self, hand: Iterable[Card]) -> int:
        """The points of these cards together."""
        table = dict(self.ranks)
        return sum(table.get(card.rank, 0) for card in hand)
