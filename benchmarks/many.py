"""Much work at once: is it nearly twice as quick on two processes, and does it survive SIGKILL?

    python benchmarks/many.py                          10,000 solved deals and 10,000,000 by chance
    python benchmarks/many.py --solves 1000            fewer
    python benchmarks/many.py --kill 20                killed twenty times on the way, and resumed

There are five rounds, each with a fifth of the deals to solve or with all deals by chance. A round
is done by this process alone and then by workers, so that whatever else the machine does slows both
alike.  Time on the clock is measured, for that is what workers save; the last line tells how busy
other programs kept the processors meanwhile: the figure counts only where that is little.  Each
round begins with new workers, and what it takes to start them is part of its time.

With `--kill` a process of its own solves the deals on all cores and keeps them in a file.  It is
killed by SIGKILL at moments drawn by chance and started again, until all is solved; then the file has
to be byte for byte that of a process which was left alone.  Ends with status 1 if it is not.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cardlab
from cardlab.solver import loading
from cardlab.solver.many import BATCH

ROUNDS = 5
STRAINS = ("NT", "S", "H", "D", "C")
Work = Callable[[int, "Executor | str"], Any]
"""Does the work of a round, named by its number."""


def deals(start: int, count: int) -> list[Any]:
    """Deals of bridge before the first lead, every strain and leader in turn."""
    bridge = cardlab.game("bridge")
    positions = []
    for seed in range(start, start + count):
        pack = list(bridge.pack)
        random.Random(seed).shuffle(pack)
        hands = {seat: pack[seat::4] for seat in range(4)}
        positions.append(
            bridge.state(phase="play", trump=STRAINS[seed % 5], to_move=seed % 4, hands=hands)
        )
    return positions


# --- how much quicker


def timed(work: Work, turn: int, workers: int) -> tuple[float, Any]:
    """Seconds on the clock, and what came of it.  workers: 0 for this process alone."""
    began = time.perf_counter()
    if workers:
        with ProcessPoolExecutor(workers) as executor:
            results = work(turn, executor)
    else:
        results = work(turn, "serial")
    return time.perf_counter() - began, results


def row(title: str, work: Work, workers: int) -> str:
    """A line of the table: the seconds of one process and of several, and their ratio."""
    alone = together = 0.0
    for turn in range(ROUNDS):
        seconds, results = timed(work, turn, 0)
        alone += seconds
        seconds, same = timed(work, turn, workers)
        together += seconds
        assert same == results, "workers find something else"
    return f"| {title} | {alone:.1f} | {together:.1f} | **{alone / together:.2f} times** |"


def solving(count: int) -> Work:
    each = count // ROUNDS

    def work(turn: int, executor: Any) -> Any:
        return cardlab.solve_many(deals(turn * each, each), executor=executor)

    return work


def dealing(count: int) -> Work:
    def work(turn: int, executor: Any) -> Any:
        return cardlab.playouts("bridge", count, seed=turn + 1, executor=executor)

    return work


@contextmanager
def others() -> Iterator[Callable[[], float]]:
    """How many processors other programs kept busy on average, on a Linux machine."""

    def busy() -> float:
        numbers = Path("/proc/stat").read_text().splitlines()[0].split()[1:]
        idle = int(numbers[3]) + int(numbers[4])
        return (sum(map(int, numbers[:8])) - idle) / os.sysconf("SC_CLK_TCK")

    def own() -> float:
        times = os.times()
        return times.user + times.system + times.children_user + times.children_system

    began, before = time.perf_counter(), busy() - own()
    yield lambda: (busy() - own() - before) / (time.perf_counter() - began)


# --- killed on the way


def solve_into(file: Path, count: int) -> None:
    """Solve these deals on all cores, from where the file stops."""
    cardlab.solve_many(deals(0, count), resume=file)


def batches_in(file: Path) -> int:
    """How many whole batches are in a file of results; its first line says of what they are."""
    return max(0, file.read_bytes().count(b"\n") - 1) if file.exists() else 0


def killed(file: Path, count: int, times: int) -> int:
    """Solve these deals in processes that are killed, so many times at most; how often they were."""
    rng, done, of = random.Random(), 0, -(-count // BATCH)
    command = [sys.executable, __file__, "--solves", str(count), "--into", str(file)]
    while True:
        process = subprocess.Popen(command)
        # the rest is shared out evenly, so that all of the kills have their turn
        until = batches_in(file) + rng.randint(
            1, max(1, (of - batches_in(file)) // (times - done + 1))
        )
        while process.poll() is None and (done == times or batches_in(file) < until):
            time.sleep(0.02)
        time.sleep(rng.uniform(0, 0.3))
        if process.poll() is not None:
            assert process.returncode == 0
            return done
        process.send_signal(signal.SIGKILL)
        process.wait()
        done += 1
        print(f"killed after {batches_in(file)} of {of} batches", flush=True)


def same_file(count: int, times: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        whole, resumed = Path(folder, "whole.jsonl"), Path(folder, "resumed.jsonl")
        done = killed(resumed, count, times)
        solve_into(whole, count)
        same = whole.read_bytes() == resumed.read_bytes()
    verb = "is the same file" if same else "IS ANOTHER FILE"
    print(f"{count} deals, killed {done} times and resumed: this {verb}")
    return same


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--solves", type=int, default=10_000)
    parser.add_argument("--deals", type=int, default=10_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kill", type=int, metavar="TIMES")
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    loading.warm(wait=True)
    if given.into:
        solve_into(given.into, given.solves)
        return
    if given.kill is not None:
        sys.exit(not same_file(given.solves, given.kill))
    print(f"| | one process, s | {given.workers} processes, s | |\n|---|---|---|---|", flush=True)
    with others() as busy:
        for title, work in (
            (f"{ROUNDS} times {given.deals:,} deals by chance", dealing(given.deals)),
            (f"{given.solves:,} deals solved", solving(given.solves)),
        ):
            print(row(title, work, given.workers), flush=True)
    print(f"\nother programs kept {busy():.2f} of {os.cpu_count()} processors busy")


if __name__ == "__main__":
    main()
