"""Whether a move that did better than another in a few imagined deals is better, or was lucky.

Knows averages and variances.  Knows no game and no deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import copysign, inf, log, sqrt
from statistics import fmean as mean
from statistics import variance
from typing import NamedTuple, Self, TypeVar

Tried = TypeVar("Tried")
"""What is tried: a move, or the word of a call."""
LUCK = 0.4
"""A move has to be better than that of the rules of thumb by so many standard errors, times what
the best of that many moves is ahead by luck alone."""
FEW = 3.0
"""By how many standard errors more, divided by the number of deals: few deals hardly tell how
doubtful they are."""
FIRST = 4
"""Deals after which moves that do worse are looked at no longer."""


class Ahead(NamedTuple):
    """What a move gained over another in the same deals: how many, the mean and the variance."""

    deals: int
    mean: float
    spread: float

    @classmethod
    def of(cls, gained: list[float], other: list[float]) -> Self:
        """From what the two gained, deal by deal; at least two deals."""
        gains = [a - b for a, b in zip(gained, other, strict=False)]
        return cls(len(gains), mean(gains), variance(gains))

    @property
    def errors(self) -> float:
        """By how many standard errors it is ahead."""
        doubt = sqrt(self.spread / self.deals)
        return self.mean / doubt if doubt else copysign(inf, self.mean) if self.mean else 0.0


def beyond_luck(base: Tried, others: Sequence[Tried], gained: Mapping[Tried, list[float]]) -> Tried:
    """The best of the other moves, if it is better than the base beyond luck; else the base.

    gained: what each move that was tried gained, deal by deal; of some fewer deals are known.  The
    more moves were tried, the further one of them is ahead by luck.  How much the gains of a move
    scatter is told by those of the others, too: over a few deals they may be alike by chance.

    >>> import cardlab
    >>> from cardlab.engine.moves import PLAYS
    >>> six, seven, eight = (PLAYS[card] for card in cardlab.cards("6C 7C 8C"))
    >>> nothing, always, lucky = [0] * 8, [1, 2] * 4, [5, -2, 0, 0, 0, 0, 0, 0]
    >>> beyond_luck(six, [seven, eight], {six: nothing, seven: always, eight: lucky})
    7C
    >>> beyond_luck(six, [seven, eight], {six: nothing, seven: nothing, eight: lucky})
    6C
    """
    ahead = {
        move: Ahead.of(gains, gained[base])
        for move, gains in gained.items()
        if move != base and len(gains) > 1
    }
    if not ahead:
        return base
    luck = LUCK * sqrt(2 * log(len(ahead)))
    usual = mean([gains.spread for gains in ahead.values()])
    best, top = base, 0.0
    for move in others:
        if move not in ahead:
            continue
        gains = ahead[move]
        doubt = sqrt((gains.spread + usual) / 2 / gains.deals)
        if gains.mean > (luck + FEW / gains.deals) * doubt and gains.mean > top:
            best, top = move, gains.mean
    return best


def may_be_better(gained: list[float], base: list[float]) -> bool:
    """Whether a move is ahead of the base, or less than a standard error behind it; one that does
    the same in every deal is given as many again."""
    ahead = Ahead.of(gained, base)
    if not ahead.mean and not ahead.spread:
        return ahead.deals < 2 * FIRST
    return ahead.mean + sqrt(ahead.spread / ahead.deals) > 0
