"""Pools of chips: what seats pay in and take out, carried from deal to deal.

Knows chips.  Knows no cards.  A line in the account ``pool`` moves chips between a seat and the
pool, so that the totals of all sides and the pool together never change: ``sum(totals) +
standing.pool == 0``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardlab.engine.game import Game, Standing, State
from cardlab.engine.options import Option
from cardlab.engine.results import bounded, seat_of
from cardlab.engine.rulings import Rule, note, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.table import Zone
from cardlab.engine.words import some

CHIPS, PAID = Formula("n", n="chips"), Formula("-n", n="chips")


@dataclass(frozen=True)
class PoolStanding(Standing):
    """pool: the chips that lie in the middle before the deal."""

    pool: int = 0


def into_pool(
    game: Game, seat: int, title: str, rule: Rule, chips: int, because: str = ""
) -> ScoreLine:
    """A seat pays chips into the pool."""
    return line(game.side_of[seat], title, rule, PAID, because, account="pool", n=chips)


def from_pool(
    game: Game, seat: int, title: str, rule: Rule, chips: int, because: str = ""
) -> ScoreLine:
    """A seat takes chips out of the pool."""
    return line(game.side_of[seat], title, rule, CHIPS, because, account="pool", n=chips)


def paid(
    game: Game, giver: int, taker: int, title: str, rule: Rule, chips: int, because: str = ""
) -> tuple[ScoreLine, ScoreLine]:
    """One seat pays another: two lines that cancel out."""
    return (
        line(game.side_of[giver], title, rule, PAID, because, n=chips),
        line(game.side_of[taker], title, rule, CHIPS, because, n=chips),
    )


def pool_after(pool: int, lines: Iterable[ScoreLine]) -> int:
    """What lies in the pool after these lines."""
    return pool - sum(x.points for x in lines if x.account == "pool")


ANTE = note(
    "ante",
    "Everybody antes",
    "Before every deal each player pays {ante_text} into the pool{ante_exception}.",
    "stake",
    "pool",
)
SHARE = Formula("p//n", p="chips in the pool", n="players")
SHARE_ODD = Formula("p - (n - 1)*(p//n)", p="chips in the pool", n="players")


def ante_option(default: int) -> Option[int]:
    """The option ``ante`` of games in which everybody pays into the pool before every deal."""
    return Option(
        default,
        range(1, 101),
        "How many chips each player pays into the pool before every deal.",
        house=True,
    )


@dataclass(frozen=True)
class PoolResult:
    """pool: the chips in it when the play is over; closes: the dealer of the last deal of the
    match, None before it."""

    pool: int = bounded(0, 200, 20, "chips in the pool")
    closes: int | None = seat_of(None, "the last deal is dealt by", "it is not the last deal")


@scores("pool-shared", "What is left in the pool", "pool", "zero-sum")
def pool_shared(game: PoolGame, result: PoolResult) -> Any:
    """When the agreed deals are over, what is left in the pool is shared equally; odd chips go
    to the last dealer."""
    if result.closes is None:
        return
    left = pool_after(
        result.pool,
        [x for other in game.scoring if other != pool_shared for x in other.test(game, result)],
    )
    because, chips = (
        f"{some(left, 'chip')} lay in the pool at the end",
        {"p": left, "n": game.players},
    )
    for seat in range(game.players):
        formula = SHARE_ODD if seat == result.closes else SHARE
        if formula(**chips):
            yield line(
                game.side_of[seat],
                "Share of the pool",
                pool_shared,
                formula,
                because,
                account="pool",
                **chips,
            )


class PoolGame(Game):
    """A game with a pool: the standing carries it.

    A game pegs what is paid in before the play (``antes``, `into_pool`); its result, a
    `PoolResult`, holds ``pool_now`` and ``closing``, its scoring pays in and takes out, and ends
    with `pool_shared`; its picture has ``pool_zone``.
    """

    Standing: type[PoolStanding] = PoolStanding
    accounts = ("pool",)
    ante: Any = 0
    """The chips that each player pays in before a deal; 0 where that is not an option."""
    ante_exception = ""
    """The players who pay no ante, as the end of a sentence."""

    @property
    def ante_text(self) -> str:
        """The ante in words."""
        return some(self.ante, "chip")

    def antes(self, standing: Any) -> tuple[ScoreLine, ...]:
        """What the seats pay in before a deal, where the game has the option ``ante``."""
        return tuple(
            into_pool(self, seat, "Ante", ANTE, self.ante, "a new deal")
            for seat in range(self.players)
        )

    def pool_now(self, state: State) -> int:
        """The pool with what was paid in and taken out during this deal."""
        return pool_after(state.standing.pool, state.pegged)

    def closing(self, state: State) -> int | None:
        """The dealer, in the last of the agreed deals."""
        return state.dealer if self.deals and state.standing.deal == self.deals else None

    def pool_zone(self, state: State, chips: int | None = None) -> Zone:
        """The pool on the table: as it is now, or with this number of chips."""
        lies = self.pool_now(state) if chips is None else chips
        return Zone("pool", "pool", "row", None, "Pool", note=some(lies, "chip"), stake=lies)

    def carried(self, standing: Any, lines: Iterable[ScoreLine]) -> Any:
        lines = tuple(lines)
        return super().carried(standing, lines).but(pool=pool_after(standing.pool, lines))
