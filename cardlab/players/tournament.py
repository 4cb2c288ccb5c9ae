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

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import Game
from cardlab.engine.words import some
from cardlab.families.tricks import TrickGame
from cardlab.players.bots import Bot, bot
from cardlab.players.effort import Effort, effort_of
from cardlab.players.foreign import BotFailed, WatchedBot, WatchedMaker, watched
from cardlab.players.sampled import SampledBot
from cardlab.players.tree import TreeBot
from cardlab.solver import compiles, loading
from cardlab.solver.many import frame
from cardlab.solver.spreading import Carrier, Job, Progress, in_batches

BATCH = 10
"""Deals that travel to a worker together."""
ROWS = "gain, decisions, cut"
"""What a row of a file of results holds."""
ROUNDING = 1e-9
"""What adding up fractions of points may come to where nothing was gained."""

MakeBot = Callable[[int], Bot]
"""Makes a bot from a seed.  It has to be picklable for processes: a class, or a
`functools.partial`."""

Seeds = Sequence[int]


class Thinking(NamedTuple):
    """How often bots that imagine deals had a choice, and how often a ceiling cut them short.

    >>> print(Thinking(9120, 214))
    In 214 of 9,120 decisions the time ran out, so another machine may give another result.
    """

    decisions: int = 0
    cut_short: int = 0

    @classmethod
    def of(cls, bots: Iterable[Bot]) -> Thinking:
        """What these bots did so far."""
        own = [bot.bot if isinstance(bot, WatchedBot) else bot for bot in bots]
        return cls.total(
            cls(bot.decisions, bot.cut_short)
            for bot in own
            if isinstance(bot, SampledBot | TreeBot)
        )

    @classmethod
    def total(cls, parts: Iterable[tuple[int, int]]) -> Thinking:
        """All of these together."""
        several = list(parts)
        return cls(sum(one for one, _ in several), sum(cut for _, cut in several))

    def __str__(self) -> str:
        return (
            f"In {self.cut_short:,} of {self.decisions:,} decisions the time ran out, so another"
            " machine may give another result."
        )


NOT_CUT = Thinking()


@dataclass(frozen=True)
class Comparison:
    """What the first bot gained over the second, in points a deal; more is always better.

    thinking: how often the bots were cut short by a ceiling.
    """

    gains: tuple[float, ...]
    thinking: Thinking = NOT_CUT

    @property
    def cut_short(self) -> int:
        """How many decisions a ceiling ended before their effort was spent."""
        return self.thinking.cut_short

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
        cut = f". {self.thinking}" if self.cut_short else ""
        return f"{interval} (95 %, {len(self.gains)} deals): {self.conclusion}{cut}"


def gain_in_deal(game: Game, first: MakeBot, second: MakeBot, seed: int) -> tuple[float, Thinking]:
    """Return what the first bot gains in one deal, as the average over the sides it may play, and
    how the bots thought.

    The deal is played once for each side, and the second bot plays all others.  Every side holds
    every hand, so the luck of the cards cancels.
    """
    gains, thinking = [], []
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
        thinking.append(Thinking.of(bots.values()))
    return fmean(gains), Thinking.total(thinking)


def gains_in_batch(game: Game, first: MakeBot, second: MakeBot, seeds: Seeds) -> list[Any]:
    """Return the gain in each of these deals, decisions and those cut short, as JSON can hold it."""
    played = (gain_in_deal(game, first, second, seed) for seed in seeds)
    return [[gain, *thinking] for gain, thinking in played]


def compare(
    game: Game,
    first: MakeBot,
    second: MakeBot,
    *,
    deals: int = 200,
    seed: int = 0,
    wait: bool | None = None,
    executor: Carrier = "serial",
    progress: Progress = False,
    resume: str | Path | None = None,
) -> Comparison:
    """Play duplicate deals and return what the first bot gained.

    deals: at least 30, or the interval means little; seed: of the first deal, the others follow;
    executor: this process unless another is given, None for all cores; wait, progress and resume: as
    in `cardlab.solve_many`.
    Bots whose choices depend on their seed alone, as ours do
    without a ceiling, give the same comparison with every executor and on every machine.  Raises ValueError without a deal.
    """
    if deals < 1:
        raise ValueError(f"a comparison needs a deal, not {deals}")
    batches = in_batches(range(seed, seed + deals), BATCH)
    play = partial(gains_in_batch, game, first, second)
    about = repr((ROWS, game.id, game.chosen, game.house, first, second, deals, seed))
    rounds = deals * len(game.sides)
    backend = prepared(game, (first, second), rounds, wait, some(deals, "deal"))
    job = Job("deals", play, batches, about, backend)
    done = chain.from_iterable(job.run(executor=executor, progress=progress, resume=resume))
    rows = [(gain, (decisions, cut)) for gain, decisions, cut in done]
    return Comparison(tuple(gain for gain, _ in rows), Thinking.total(cut for _, cut in rows))


DECISIONS = 20
"""Decisions of one bot in a deal, very roughly."""


def prepared(
    game: Game, makers: Iterable[MakeBot], deals: int, wait: bool | None, what: str
) -> str:
    """How the solver runs in a call in which these bots play so many deals: decided once (see
    `loading.prepare`); empty where none of them asks the solver."""
    asks = any(_thinks(make) for make in makers)
    if not asks or not isinstance(game, TrickGame) or compiles(game):
        return ""

    def in_python() -> float:
        efforts = [make.thinks for make in makers if isinstance(make, NamedBot) and make.thinks]
        imagined = max((effort.deals for effort in efforts), default=SampledBot().effort.deals)
        return deals * DECISIONS * imagined * SOLVED_IN_PYTHON

    return loading.prepare(wait, in_python, what)


SOLVED_IN_PYTHON = 0.1
"""Seconds for an imagined deal in plain Python, very roughly: half of the cards are played."""


def _thinks(make: MakeBot) -> bool:
    """Whether this makes bots that ask the solver; of bots that are not ours nobody knows."""
    kind = make.func if isinstance(make, partial) else make
    return kind is SampledBot or (isinstance(kind, NamedBot) and kind.thinks is not None)


@dataclass(frozen=True)
class NamedBot:
    """Makes the bot of a name from a seed; it travels to other processes.

    effort and ceiling: as in `bot`.
    """

    name: str
    effort: Effort | None = None
    ceiling: float | None = None

    @property
    def thinks(self) -> Effort | None:
        """How much it thinks; None for a bot that imagines nothing."""
        usual = effort_of(self.name)
        return usual and (self.effort or usual)

    def __call__(self, seed: int) -> Bot:
        return bot(self.name, seed=seed, effort=self.effort, ceiling=self.ceiling)


def maker(which: str | MakeBot) -> MakeBot:
    """Who makes a bot: what was given, the bot of a name, or what a module has ("mybots:Careful").
    Bots that are not ours are watched.

    Raises ValueError for a name that no bot has, and for a module or a class that is not there.
    """
    if not isinstance(which, str):
        return WatchedMaker(which, which.__qualname__ if isinstance(which, type) else repr(which))
    if ":" in which and effort_of(which) is None:
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
    wait: bool | None = None,
    executor: Carrier = None,
    progress: Progress = False,
    resume: str | Path | None = None,
) -> Comparison:
    """Which of two bots is better at a game: duplicate deals on all cores of the machine.

    first, second: names of bots ("random", "simple", "sensible", "strong", "strong:64" for one of so
    many deals, or "module:Class"), or whatever makes a bot from a seed and can be pickled; everything else as in `compare`.
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
        wait=wait,
        executor=executor,
        progress=progress,
        resume=resume,
    )
