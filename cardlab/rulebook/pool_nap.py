"""Pool Nap: a soloist who fails pays a pool as if it were one more player, and the next five
that is made takes it.

Source: the Pool Nap entry of the project's first collection of rules.  House choices: the pool is
empty at first; what lies in it when the agreed deals are over is split equally, and odd chips go to
the last dealer; chips in the pool are nobody's, so that a match is not played until somebody's
chips are gone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cardlab.engine.quiet import Rare
from cardlab.engine.results import bounded, scored_by
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, line
from cardlab.engine.table import Zone
from cardlab.engine.words import Seat
from cardlab.families.pools import PoolGame, PoolResult, from_pool, pool_after, pool_shared
from cardlab.families.solo import SoloState
from cardlab.rulebook.nap import FIVES, Nap, NapResult

POOL = note(
    "pool",
    "The pool",
    "Chips paid into the pool stay there from deal to deal until a bid of five is made.",
    "pool",
)


@dataclass(frozen=True)
class PoolNapResult(PoolResult, NapResult):
    """pool: the chips in it when the play is over; closes: the dealer of the last deal, None
    before it."""

    pool: int = bounded(0, 200, 0, "chips in the pool")


INTO = Formula("-s", s="the stake")
INTO_HALF = Formula("-(s//2)", s="the stake")


@scores("pool-to-five", "A five that is made takes the pool", "pool", "slam")
def pool_to_five(game: JackpotNap, r: PoolNapResult) -> Any:
    """A player who bids and makes {fives_text} takes the pool besides the stakes. Other
    bids do not touch it, and a five that fails leaves it where it is."""
    if r.soloist is not None and r.pool and r.bid in FIVES and game.made(r.bid, r.tricks):
        yield from_pool(
            game,
            r.soloist,
            "Pool",
            pool_to_five,
            r.pool,
            game.tell("{who} bid {bid} and made it", who=Seat(r.soloist), bid=r.bid),
        )


@scores("pool-paid", "A lost bid pays the pool too", "pool", "stake")
def pool_paid(game: PoolNap, r: PoolNapResult) -> Any:
    """A soloist who fails pays the pool as much as each opponent."""
    if r.soloist is not None and not game.made(r.bid, r.tricks):
        formula = INTO_HALF if r.bid in game.half_stakes else INTO
        because = game.tell("{who} {did}", who=Seat(r.soloist), did=r.did)
        side = game.side_of[r.soloist]
        yield line(
            side, "Into the pool", pool_paid, formula, because, account="pool", s=game.stakes[r.bid]
        )


class JackpotNap(PoolGame, Nap):
    """Nap with a pool that waits for a bid of five: what the games with a pool share, not a
    game."""

    id = ""
    Result: type[PoolNapResult] = PoolNapResult
    chips = Nap.chips.fixed(0)
    has_pool: bool = True
    """Whether anything is ever paid into the pool."""
    scoring = (*Nap.scoring, pool_to_five, pool_shared)
    quiet = Nap.quiet | {
        "pool-to-five": Rare("five tricks are seldom made at random", scored_by("pool-to-five")),
        "pool-shared": Rare("the pool is shared after the last deal", scored_by("pool-shared")),
    }

    def setup(self) -> None:
        super().setup()
        if self.has_pool:
            self.notes = (*self.notes, POOL)
        else:
            self.scoring = Nap.scoring

    def result(self, state: SoloState) -> Any:
        return replace(super().result(state), pool=self.pool_now(state), closes=self.closing(state))

    def zones(self, state: Any) -> list[Zone]:
        over = (
            pool_after(state.standing.pool, self.deal_lines(state))
            if state.phase.id == "over"
            else None
        )
        return [*super().zones(state), *([self.pool_zone(state, over)] if self.has_pool else [])]


class PoolNap(JackpotNap):
    """Nap with a pool: a soloist who fails pays it as if it were one more opponent, and the next
    player to bid five and make it takes all of it."""

    id, title, picture = "pool-nap", "Pool Nap", "AH KH QH JH TH"
    scoring = (*Nap.scoring, pool_paid, pool_to_five, pool_shared)
