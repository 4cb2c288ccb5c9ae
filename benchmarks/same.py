"""The same seed, the same result: bots by name in ten games, twice here, on all cores, and on Dask.

    python benchmarks/same.py                       ten games, eight deals and two matches each
    python benchmarks/same.py nap hearts --deals 2  these games
    python benchmarks/same.py --solved 200          deals solved cold, warm and in plain Python too

Nothing here asks how fast the machine is: a line says what was compared, with a digest that is the same
in every run, on a quiet machine and on a loaded one, and the command ends with 1 where anything differed.
Cold means an empty cache folder of its own, in a process of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cardlab

ROOT = Path(__file__).resolve().parents[1]
TEN = (
    "kaiser",
    "hearts",
    "nap",
    "euchre",
    "cribbage",
    "bundles",
    "yaniv",
    "oh-hell",
    "scotch-whist",
    "bourre",
)
PAIRS = (("strong", "sensible"), ("sensible", "simple"), ("simple", "random"))
SOLVED = """
import json, sys
sys.path.insert(0, sys.argv[1])
import same
print(json.dumps(same.solved(int(sys.argv[2]), int(sys.argv[3]))))
"""


def solved(deals: int, cards: int) -> list[Any]:
    """The rows of so many deals of bridge without trumps, so many cards a hand."""
    bridge, states = cardlab.game("bridge"), []
    for seed in range(deals):
        pack = random.Random(seed).sample(list(bridge.pack), 4 * cards)
        hands = {seat: pack[seat::4] for seat in range(4)}
        states.append(bridge.state(phase="play", trump="NT", to_move=0, hands=hands))
    return cardlab.solve_many(states).rows()


def elsewhere(deals: int, cards: int, **environment: str) -> list[Any]:
    """The same rows, as another process finds them."""
    told = subprocess.run(
        [sys.executable, "-c", SOLVED, str(Path(__file__).parent), str(deals), str(cards)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    rows: list[Any] = json.loads(told.stdout)
    return rows


def compared_solving(deals: int) -> bool:
    """Whether cold, warm and plain Python give the same values, and leave nothing out."""
    with tempfile.TemporaryDirectory() as empty:
        cold, warm = (elsewhere(deals, 13, CARDLAB_CACHE=empty) for _ in range(2))
    small = elsewhere(deals, 6), elsewhere(deals, 6, CARDLAB_PURE="1")
    missing = sum(row["value"] is None for row in (*cold, *warm, *small[0], *small[1]))
    same = cold == warm and small[0] == small[1] and not missing
    print(
        f"| solved | {deals} deals cold and warm, compiled and plain | {missing} missing |", end=""
    )
    print(" the same |" if same else " DIFFERENT |", flush=True)
    return same


def carriers(stack: ExitStack) -> Iterator[tuple[str, Executor | str | None]]:
    """Who plays, after this process: itself again, all cores, and Dask if it is here."""
    yield "again", "serial"
    yield "processes", None
    if find_spec("distributed"):
        distributed: Any = import_module("distributed")

        cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        )
        client = stack.enter_context(distributed.Client(stack.enter_context(cluster)))
        yield "dask", client.get_executor()


def compared_playing(game: str, deals: int, who: list[tuple[str, Any]]) -> bool:
    """Whether tournaments and matches of a game are the same whoever plays them."""

    def played(executor: Any) -> str:
        rounds = [
            cardlab.tournament(*pair, game=game, deals=deals, seed=50, executor=executor)
            for pair in PAIRS
        ]
        matches = [
            cardlab.simulate(game, 2, bots=bots, seed=1, executor=executor)
            for bots in ("simple", "sensible:2")
        ]
        return repr((rounds, [(one.rows(), one.thinking) for one in matches]))

    first = played("serial")
    results = {name: played(executor) == first for name, executor in who}
    told = ", ".join(name if same else f"{name} DIFFERENT" for name, same in results.items())
    digest = hashlib.sha256(first.encode()).hexdigest()[:12]
    print(f"| {game} | {deals} deals a pair, 2 matches | {digest} | {told} |", flush=True)
    return all(results.values())


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="without any, ten")
    parser.add_argument("--deals", type=int, default=8)
    parser.add_argument("--solved", type=int, default=0, help="deals to solve as well")
    given = parser.parse_args()
    same = []
    with ExitStack() as stack:
        who = list(carriers(stack))
        for game in given.games or TEN:
            same.append(compared_playing(game, given.deals, who))
    if given.solved:
        same.append(compared_solving(given.solved))
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
