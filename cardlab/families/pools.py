"""Pools of chips: what seats pay in and take out, carried from deal to deal.

Knows chips.  Knows no cards.  A line in the account ``pool`` moves chips between a seat and the pool, so that the totals
of all sides and the pool together never change: ``sum(totals) + standing.pool == 0``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..game import Game, Standing
from ..rulings import Rule
from ..scoring import Formula, ScoreLine, line

CHIPS = Formula("n", n="chips")


@dataclass(frozen=True)
class PoolStanding(Standing):
    """pool: the chips that lie in the middle before the deal."""

    pool: int = 0


def into_pool(game: Game, seat: int, title: str, rule: Rule, chips: int, because: str = "") -> ScoreLine:
    """A seat pays chips into the pool."""
    return line(game.side_of[seat], title, rule, Formula("-n", n="chips"), because, account="pool", n=chips)


def from_pool(game: Game, seat: int, title: str, rule: Rule, chips: int, because: str = "") -> ScoreLine:
    """A seat takes chips out of the pool."""
    return line(game.side_of[seat], title, rule, CHIPS, because, account="pool", n=chips)


def paid(
    game: Game, giver: int, taker: int, title: str, rule: Rule, chips: int, because: str = ""
) -> tuple[ScoreLine, ScoreLine]:
    """One seat pays another: two lines that cancel out."""
    return (
        line(game.side_of[giver], title, rule, Formula("-n", n="chips"), because, n=chips),
        line(game.side_of[taker], title, rule, CHIPS, because, n=chips),
    )


def pool_after(pool: int, lines: Iterable[ScoreLine]) -> int:
    """What lies in the pool after these lines."""
    return pool - sum(x.points for x in lines if x.account == "pool")


class PoolGame(Game):
    """A game with a pool: the standing carries it."""

    Standing = PoolStanding

    def carried(self, standing: Any, lines: Iterable[ScoreLine]) -> Any:
        lines = tuple(lines)
        return super().carried(standing, lines).but(pool=pool_after(standing.pool, lines))
