"""Which bot is better: the same deals, played from every side, on as many cores as there are.

Knows bots, deals and averages.  Knows no game: what a point is worth, `Game.gains` says.

Any executor of `concurrent.futures` carries the work (threads, processes, or a cluster whose
library brings one), and a progress bar shows it; `cardlab.solver.spreading` does both.

>>> import cardlab
>>> from cardlab.players import RandomBot, RuleOfThumbBot
>>> comparison = compare(cardlab.game("malilla"), RuleOfThumbBot, RandomBot, deals=30)
>>> comparison.mean > 0, comparison.conclusion
(True, 'the first bot is better')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import Game
from cardlab.players.bots import Bot, bot
from cardlab.players.foreign import BotFailed, WatchedMaker, watched
from cardlab.solver.many import frame
from cardlab.solver.spreading import Carrier, Job, Progress, in_batches

BATCH = 10
"""Deals that travel to a worker together."""
ROUNDING = 1e-9
"""What adding up fractions of points may come to where nothing was gained."""

MakeBot = Callable[[int], Bot]
"""Makes a bot from a seed.  It has to be picklable for processes: a class, or a
`functools.partial`."""

Seeds = Sequence[int]


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

    def frame(self) -> Any:
        """The gain in each deal as a DataFrame.  Raises ValueError where pandas is not
        installed."""
        return frame([{"deal": i, "gain": gain} for i, gain in enumerate(self.gains)])

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
        try:
            match.play_deal(bots)
        except BotFailed as failure:
            raise BotFailed(f"{failure} That was in the deal of seed {seed}.") from None
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
    executor: Carrier = "serial",
    progress: Progress = False,
    resume: str | Path | None = None,
) -> Comparison:
    """Play duplicate deals and return what the first bot gained.

    deals: at least 30, or the interval means little; seed: of the first deal, the others follow;
    executor: this process unless another is given, None for all cores; progress and resume: as in
    `cardlab.solve_many`.
    Bots whose choices depend on their seed alone give the same comparison with every executor.
    Raises ValueError without a deal.
    """
    if deals < 1:
        raise ValueError(f"a comparison needs a deal, not {deals}")
    batches = in_batches(range(seed, seed + deals), BATCH)
    play = partial(gains_in_batch, game, first, second)
    about = repr((game.id, game.chosen, game.house, first, second, deals, seed)) if resume else ""
    job = Job("deals", play, batches, about)
    gains = chain.from_iterable(job.run(executor=executor, progress=progress, resume=resume))
    return Comparison(tuple(gains))


@dataclass(frozen=True)
class NamedBot:
    """Makes the bot of a name from a seed; it travels to other processes.

    seconds: the most that it thinks about one move.
    """

    name: str
    seconds: float = 0.3

    def __call__(self, seed: int) -> Bot:
        return bot(self.name, self.seconds, seed)


def maker(which: str | MakeBot) -> MakeBot:
    """Who makes a bot: what was given, the bot of a name, or what a module has ("mybots:Careful").
    Bots that are not ours are watched.

    Raises ValueError for a name that no bot has, and for a module or a class that is not there.
    """
    if not isinstance(which, str):
        return WatchedMaker(which, which.__qualname__ if isinstance(which, type) else repr(which))
    if ":" in which:
        return watched(which)
    bot(which)
    return NamedBot(which)


def tournament(
    first: str | MakeBot,
    second: str | MakeBot,
    *,
    game: str | Game = "kaiser",
    deals: int = 200,
    seed: int = 0,
    executor: Carrier = None,
    progress: Progress = False,
    resume: str | Path | None = None,
) -> Comparison:
    """Which of two bots is better at a game: duplicate deals on all cores of the machine.

    first, second: names of bots ("random", "simple", "sensible", "strong", or "module:Class"), or
    whatever makes a bot from a seed and can be pickled; everything else as in `compare`.
    Raises BotFailed, with a sentence that names the bot, where one raises, hangs or chooses what is
    not open; what `resume` has kept stays.

    >>> import cardlab
    >>> result = cardlab.tournament("simple", "random", game="malilla", deals=30, executor="serial")
    >>> result.conclusion
    'the first bot is better'
    """
    played = find_game(game) if isinstance(game, str) else game
    return compare(
        played,
        maker(first),
        maker(second),
        deals=deals,
        seed=seed,
        executor=executor,
        progress=progress,
        resume=resume,
    )
