"""Whole matches of two forms of a game between bots: who wins, how long it takes, and whether it ends.

Knows `cardlab.simulate` and how to wait for it without blocking: the processes of this machine play,
and whoever asks is told the share done several times a second, and can stop at any time.

>>> import cardlab
>>> nap = cardlab.game("nap")
>>> both = BothMatches(nap, nap.replace(deals=4), 4, workers=0)
>>> for share in both.work(): pass
>>> [row.name for row in both.rows()][:2]
['South wins', 'West wins']
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.words import some
from cardlab.labs.effects import EffectRow, mean_error
from cardlab.players.simulation import BATCH, MOST_DEALS, Simulation, simulate

__all__ = ["MATCHES", "BothMatches"]

MATCHES = (20, 100, 400)
"""How many matches of each game can be played."""
GLANCE = 0.1
"""Seconds between two looks at the work."""
PATIENCE = 90.0
"""Seconds in which some matches have to come to an end."""


class BothMatches:
    """So many matches of a game and of its changed form, from the same seeds.

    played: what came of them, the game first; endless: why one of them seems to have no end, in a
    sentence; workers: processes, 0 for this one alone.
    """

    def __init__(
        self, base: Game, changed: Game, matches: int, bots: str = "simple", workers: int = -1
    ) -> None:
        self.games, self.wanted, self.bots = (base, changed), matches, bots
        self.workers = (os.cpu_count() or 1) if workers < 0 else workers
        self.played: list[Simulation] = []
        self.endless = ""
        self.stopped = False
        self._work: Iterator[float] | None = None
        self._executor: Executor | None = None

    @property
    def done(self) -> bool:
        """Whether nothing more is played."""
        return self.stopped or bool(self.endless) or len(self.played) == len(self.games)

    def work(self) -> Iterator[float]:
        """The playing, as a generator of the share done; the same one every time."""
        if self._work is None:
            self._work = self._play()
        return self._work

    def stop(self) -> None:
        """Let go of what is not played yet; this waits for nobody."""
        self.stopped = True
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def _play(self) -> Iterator[float]:
        self._executor = _processes(self.workers) if self.workers else None
        for number, game in enumerate(self.games):
            for share in self._simulate(game, self._executor):
                yield (number + share) / len(self.games)
            if self.done:
                break
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def _simulate(self, game: Game, executor: Executor | None) -> Iterator[float]:
        """The matches of one game, in a thread that is looked at now and then."""
        batches, results, trouble = [0], list[Simulation](), list[BaseException]()

        def counted(work: Iterable[Any], /, *, total: int) -> Iterable[Any]:
            for rows in work:
                if self.stopped:
                    return
                batches[0] += 1
                yield rows

        def play() -> None:
            try:
                results.append(
                    simulate(
                        game,
                        self.wanted,
                        bots=self.bots,
                        executor=executor or "serial",
                        progress=counted,
                    )
                )
            except (CancelledError, RuntimeError) as stopped:
                trouble.append(stopped)

        thread = threading.Thread(target=play, daemon=True)
        thread.start()
        since, before = time.monotonic(), 0
        while thread.is_alive() and not self.stopped:
            thread.join(GLANCE)
            if batches[0] != before:
                since, before = time.monotonic(), batches[0]
            elif time.monotonic() - since > PATIENCE:
                self.endless = f"No match of {game.title} came to an end in {PATIENCE:.0f} seconds."
                return
            yield min(1.0, batches[0] * BATCH / self.wanted)
        if self.stopped:
            return
        if trouble or not results:
            self.endless = f"The matches of {game.title} could not be played to their end."
            return
        self.played.append(results[0])
        if without := results[0].without_end:
            self.endless = (
                f"{some(without, 'match', 'matches').capitalize()} of {self.wanted} of {game.title}"
                f" had no end after {MOST_DEALS} deals; agree on an end that every match comes to."
            )

    def rows(self) -> list[EffectRow]:
        """Winners and length in both games, with the difference match by match."""
        if len(self.played) < len(self.games):
            return []
        one, two = self.played
        rows = []
        if one.game.sides == two.game.sides:
            for side in one.game.sides:
                before, after = (
                    [float(side.id in match.winners) for match in sim.matches] for sim in (one, two)
                )
                rows.append(_row(f"{side.name} wins", before, after, share=True))
        for name, what in (("Deals in a match", "deals"), ("Moves in a match", "moves")):
            before, after = ([float(row[what]) for row in sim.rows()] for sim in (one, two))
            rows.append(_row(name, before, after))
        return rows


def _row(name: str, before: list[float], after: list[float], share: bool = False) -> EffectRow:
    both = mean_error([b - a for a, b in zip(before, after, strict=True)])
    return EffectRow(name, *mean_error(before), *mean_error(after), *both, share)


def _processes(workers: int) -> Executor:
    """Processes of their own, which begin afresh: a page has threads, and is not forked."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_be_nice)


def _be_nice() -> None:
    """Let those who click go first."""
    try:
        os.nice(10)
    except (AttributeError, OSError):
        return
