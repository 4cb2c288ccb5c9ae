"""Simulation: try it, count, and say how far off the count may be.  The running estimate can be
watched and stopped.

Knows trials and how to count them.  Knows no cards.

>>> *_, last = run("heads", lambda rng: (rng.random() < 0.5, None), 1000, seed=1)
>>> last.trials, last.errors_from(0.5) < 3
(1000, True)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from time import perf_counter
from typing import Any

from cardlab.labs.odds.chances import Estimate

MOST = 5_000_000
"""More trials than this would run for an hour."""
BEAT = 0.04
"""Seconds between two looks at the running estimate."""
Trial = Callable[[random.Random], tuple[bool, Hashable]]
"""One try: whether it happened, and what was seen."""
Batch = Callable[[int, random.Random], Mapping[tuple[bool, Hashable], int]]
"""So many tries at once: how often each answer came that a trial gives."""
AT_ONCE = 1000
"""Tries in a batch.  Whoever stops waits for the end of one; with the same seed more tries begin
with the same batches."""


def checked(n: Any, seed: Any = 0) -> None:
    """Raises ValueError, with a sentence, for a number of trials that cannot be."""
    if isinstance(n, bool) or not isinstance(n, int):
        raise ValueError(f"the number of deals is a whole number, not {n!r}")
    if n < 1:
        raise ValueError(f"{n} deals say nothing; simulate at least 1".replace("-", "−"))
    if n > MOST:
        raise ValueError(f"{n:,} deals would run for hours; simulate at most {MOST:,}")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError(f"the seed is a whole number, not {seed!r}")


def run(
    text: str, trial: Trial, n: int, seed: int = 1, batch: Batch | None = None
) -> Iterator[Estimate]:
    """Running estimates, one about every 40 ms and one at the end; whoever has seen enough stops
    asking.

    batch: tries many times at once, where there is such a way; then there is an estimate after each
    batch.
    """
    checked(n, seed)
    return _running(text, trial, n, seed) if batch is None else _in_batches(text, batch, n, seed)


def _running(text: str, trial: Trial, n: int, seed: int) -> Iterator[Estimate]:
    rng = random.Random(f"odds/{seed}")
    hits = 0
    seen: Counter[Hashable] = Counter()
    beat = perf_counter() + BEAT
    for done in range(1, n + 1):
        true, value = trial(rng)
        hits += bool(true)
        seen[value] += 1
        if done == n or perf_counter() > beat:
            beat = perf_counter() + BEAT
            yield Estimate(text, hits, done, n, seed, tuple(seen.items()))


def _in_batches(text: str, batch: Batch, n: int, seed: int) -> Iterator[Estimate]:
    rng = random.Random(f"odds/{seed}")
    hits = done = 0
    seen: Counter[Hashable] = Counter()
    while done < n:
        size = min(AT_ONCE, n - done)
        for (true, value), times in batch(size, rng).items():
            hits += times * bool(true)
            seen[value] += times
        done += size
        yield Estimate(text, hits, done, n, seed, tuple(seen.items()))


def last(estimates: Iterator[Estimate]) -> Estimate:
    """Run to the end."""
    *_, estimate = estimates
    return estimate
