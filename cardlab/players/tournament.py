"""Which bot is better: the same deals, played from every side, on as many cores as there are.

Knows bots, deals and averages.  Knows no game: what a point is worth, `Game.gains` says.

Any executor of `concurrent.futures` carries the work (threads, processes, or a cluster whose
library brings one), and any progress bar that wraps an iterable shows it, such as `tqdm`.

>>> import cardlab
>>> from cardlab.players import RandomBot, RuleOfThumbBot
>>> comparison = compare(cardlab.game("malilla"), RuleOfThumbBot, RandomBot, deals=30)
>>> comparison.mean > 0, comparison.conclusion
(True, 'the first bot is better')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Protocol

from cardlab.engine.game import Game
from cardlab.players.bots import Bot

BATCH = 10
"""Deals that travel to a worker together."""
ROUNDING = 1e-9
"""What adding up fractions of points may come to where nothing was gained."""

MakeBot = Callable[[int], Bot]
"""Makes a bot from a seed.  It has to be picklable for processes: a class, or a
`functools.partial`."""

Seeds = Sequence[int]
PlayBatch = Callable[[Seeds], list[float]]


class ShowsProgress(Protocol):
    """Passes the batches on, and shows how many of them are done."""

    def __call__(
        self, batches: Iterable[list[float]], /, *, total: int
    ) -> Iterable[list[float]]: ...


def no_progress(batches: Iterable[list[float]], /, *, total: int) -> Iterable[list[float]]:
    return batches


@dataclass(frozen=True)
class Comparison:
    """What the first bot gained over the second, in points a deal; more is always better."""

    gains: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The gain in an average deal."""
        return fmean(self.gains)

    def margin(self, confidence: float = 0.95) -> float:
        """Half the width of the interval that holds the true mean with this confidence."""
        if len(self.gains) < 2:
            return float("inf")
        quantile = NormalDist().inv_cdf((1 + confidence) / 2)
        return quantile * stdev(self.gains) / sqrt(len(self.gains))

    @property
    def conclusion(self) -> str:
        """Which bot is better, or "undecided" where chance may explain the difference."""
        if abs(self.mean) <= max(self.margin(), ROUNDING):
            return "undecided"
        return f"the {'first' if self.mean > 0 else 'second'} bot is better"

    def __str__(self) -> str:
        interval = f"{self.mean:+.2f} ± {self.margin():.2f} points a deal"
        return f"{interval} (95 %, {len(self.gains)} deals): {self.conclusion}"


def gain_in_deal(game: Game, first: MakeBot, second: MakeBot, seed: int) -> float:
    """Return what the first bot gains in one deal, as the average over the sides it may play.

    The deal is played once for each side, and the second bot plays all others.  Every side holds
    every hand, so the luck of the cards cancels.
    """
    gains = []
    for side in game.sides:
        bots = {
            seat: first(seed) if seat in side.seats else second(seed)
            for seat in range(game.players)
        }
        match = game.match(seed=seed)
        match.play_deal(bots)
        lines = [line for line in match.lines if line.deal == 1]
        gains.append(game.gains(lines)[side.id])
    return fmean(gains)


def gains_in_batch(game: Game, first: MakeBot, second: MakeBot, seeds: Seeds) -> list[float]:
    """Return the gain in each of these deals."""
    return [gain_in_deal(game, first, second, seed) for seed in seeds]


def compare(
    game: Game,
    first: MakeBot,
    second: MakeBot,
    *,
    deals: int = 200,
    seed: int = 0,
    executor: Executor | None = None,
    progress: ShowsProgress = no_progress,
) -> Comparison:
    """Play duplicate deals and return what the first bot gained.

    deals: at least 30, or the interval means little; seed: of the first deal, the others follow.
    Bots whose choices depend on their seed alone give the same comparison with every executor.
    Raises ValueError without a deal.
    """
    if deals < 1:
        raise ValueError(f"a comparison needs a deal, not {deals}")
    seeds = range(seed, seed + deals)
    batches = [seeds[start : start + BATCH] for start in range(0, deals, BATCH)]
    play = partial(gains_in_batch, game, first, second)
    played = map(play, batches) if executor is None else spread(executor, play, batches)
    gains = chain.from_iterable(progress(played, total=len(batches)))
    return Comparison(tuple(gains))


def spread(executor: Executor, play: PlayBatch, batches: Iterable[Seeds]) -> Iterator[list[float]]:
    """Yield what the batches bring, in their order; cancel the rest if nobody wants them any
    more."""
    futures = [executor.submit(play, batch) for batch in batches]
    try:
        for future in futures:
            yield future.result()
    finally:
        for future in futures:
            future.cancel()
