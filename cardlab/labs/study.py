"""What is found out about house rules step by step: whether they can be played, positions in which
they matter, and what they do in many deals.

Knows the order of the steps and what is found so far.  How a game is tried is in
`cardlab.labs.house`, how two games are compared in `cardlab.labs.effects`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from cardlab.engine.game import Game
from cardlab.engine.house import House
from cardlab.labs import house
from cardlab.labs.effects import (
    Effects,
    PositionChanges,
    at_once,
    searching,
)
from cardlab.labs.trial import Broken

__all__ = ["DEALS", "HouseStudy"]

DEALS = 400
"""Deals of each game, unless somebody wants more or fewer."""
SHOWN = 12
"""Positions that can be looked at, one after the other."""


class HouseStudy:
    """What is known so far of a game with house rules.

    first: a position to show while better ones are looked for; positions: those that were found;
    apart: why no position of the one game can be one of the other; refused: why it cannot be
    played; effects: what was counted in deals of both games; doing: what is being done.

    >>> import cardlab
    >>> base = cardlab.game("malilla")
    >>> table = base.replace(rules={"play": ["must-follow-suit", "unled-plain-seven"]})
    >>> study = HouseStudy(table.house, base, table, deals=20)
    >>> for share in study.work(): pass
    >>> study.done, study.refused, len(study.positions), study.effects.counts[1].deals
    (True, '', 12, 20)
    """

    def __init__(
        self,
        agreed: House,
        base: Game,
        table: Game,
        deals: int = DEALS,
        seen: PositionChanges | None = None,
    ) -> None:
        self.agreed, self.base, self.table, self.deals = agreed, base, table, deals
        self.first = at_once(base, table, seen.state if seen is not None else None)
        self.positions: list[PositionChanges] = []
        self.apart = self.refused = ""
        self.tried = self.looked = False
        self.effects: Effects | None = None
        self.doing = "Trying it out"
        self._work: Iterator[float] | None = None

    @property
    def done(self) -> bool:
        """Whether there is nothing left to find out."""
        counted = self.effects is not None and self.effects.done
        return bool(self.refused) or (self.tried and self.looked and counted)

    def work(self) -> Iterator[float]:
        """The steps that are left, as a generator of the share done; the same one as long as
        nothing has changed."""
        if self._work is None:
            self._work = self._steps()
        return self._work

    def play(self, deals: int) -> None:
        """Count so many deals instead."""
        self.deals, self.effects, self._work = deals, None, None

    def _steps(self) -> Iterator[float]:
        if not self.tried:
            yield from self._try_out()
        if not self.refused and not self.looked:
            yield from self._look()
        if not self.refused:
            yield from self._count()

    def _try_out(self) -> Iterator[float]:
        """Find out whether it can be played."""
        self.doing = "Trying it out"
        self.refused = yield from _rising(house.trying_out(self.agreed, self.table), 0.1)
        self.tried = True

    def _look(self) -> Iterator[float]:
        """Look for positions in which other moves are legal."""
        self.doing = "Looking for a position"
        try:
            self.table.adopted(self.base.match(seed=0).state)
        except ValueError as no:
            self.apart = str(no)
        for position in () if self.apart else searching(self.base, self.table):
            if position is not None:
                self.positions.append(position)
            yield 0.1 + 0.1 * len(self.positions) / SHOWN
            if len(self.positions) >= SHOWN:
                break
        self.looked = True

    def _count(self) -> Iterator[float]:
        """Play deals of both games."""
        self.doing = "Playing deals of both games"
        self.effects = Effects(self.base, self.table, self.deals)
        try:
            for share in self.effects.run():
                yield 0.2 + 0.8 * share
        except Broken as happened:
            self.refused = house.comes_apart(self.agreed, self.base, happened)


def _rising(work: Generator[float, None, str], upto: float) -> Generator[float, None, str]:
    """The same work with its share of the whole, which never falls; returns what it returns."""
    highest = 0.0
    while True:
        try:
            highest = max(highest, next(work))
        except StopIteration as end:
            return str(end.value or "")
        yield upto * highest
