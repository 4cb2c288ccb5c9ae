"""How long it takes to find an exercise, or to decline it; and which pairs have few or none.

    python benchmarks/searches.py            times 500 random pairs of game and rule, every kind
    python benchmarks/searches.py --write    tries every kind for every rule of every game, and writes
                                             the pairs that seldom have a question to rare.json

Prints figures and fails nothing: what a machine can do is no test.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from collections.abc import Iterator
from pathlib import Path

import cardlab
from cardlab.lessons import exercises
from cardlab.lessons.deals import the_game
from cardlab.lessons.exercises import KINDS, find
from cardlab.lessons.questions.sheets import SheetQuestion

FILE = Path(exercises.__file__).with_name("rare.json")
FIRST = (1, 2, 3, 11)
"""Seeds that are tried first; a pair that has a question at each of them is not rare."""
MOST, ENOUGH = 40, 8
"""So many seeds are tried for a rare pair, until so many have a question."""
USUAL = 1.5
"""A pair is not rare where two of three seeds have a question: eight seeds would be too few for it."""


def kinds_of(game: str) -> Iterator[str]:
    """The kinds that can ask about the rules of a game on a table, with the rule."""
    table = the_game(game)
    for rule in table.all_rules():
        for kind in KINDS.values():
            if not issubclass(kind, SheetQuestion) and kind.fits(table, rule):
                yield f"{kind.kind}:{rule}"


def rare_kinds(game: str) -> tuple[str, dict[str, list[int]]]:
    """The kinds of a game that are rare, with the seeds that have a question."""
    table = the_game(game)
    rare: dict[str, list[int]] = {}
    for kind in kinds_of(game):
        if all(find(kind, table, None, seed) for seed in FIRST):
            continue
        seeds: list[int] = []
        for seed in range(1, MOST + 1):
            if find(kind, table, None, seed):
                seeds.append(seed)
            if len(seeds) == ENOUGH:
                break
        if len(seeds) < ENOUGH or seeds[-1] > USUAL * ENOUGH:
            rare[kind] = seeds
    return game, rare


def write(games: list[str], workers: int) -> None:
    """Write the file anew, or its part about some games."""
    before = json.loads(FILE.read_text())
    # while this runs nothing may be exchanged for the seeds of last time
    FILE.write_text(json.dumps({id: k for id, k in before.items() if id not in games}) + "\n")
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for game, rare in pool.imap_unordered(rare_kinds, games):
            none = sum(not seeds for seeds in rare.values())
            print(f"{game}: {len(rare)} rare kinds, {none} of them without a question", flush=True)
            before[game] = rare
    lines = [
        json.dumps(game)
        + ": {\n"
        + ",\n".join(
            f"  {json.dumps(kind)}: {json.dumps(seeds)}" for kind, seeds in sorted(kinds.items())
        )
        + "\n }"
        for game, kinds in sorted(before.items())
        if kinds
    ]
    FILE.write_text("{\n " + ",\n ".join(lines) + "\n}\n")


def timed(pairs: int, seed: int) -> None:
    """Find or decline random exercises, and print how long that took."""
    rng = random.Random(seed)
    rules = [(id, rule) for id in cardlab.games() for rule in the_game(id).all_rules()]
    times: list[tuple[float, float, str]] = []
    declined = 0
    for game, rule in rng.choices(rules, k=pairs):
        table = the_game(game)
        kind = rng.choice([k.kind for k in KINDS.values() if k.fits(table, rule)] or ["which-game"])
        address = f"{kind}:{rule} in {game}"
        cpu, clock = time.thread_time(), time.perf_counter()
        try:
            exercises.exercise(f"{kind}:{rule}", game=game, seed=rng.randrange(10**6))
        except ValueError:
            declined += 1
        times.append((time.perf_counter() - clock, time.thread_time() - cpu, address))
    for name, column in (("on the clock", 0), ("own work", 1)):
        row = sorted(time[column] for time in times)
        print(
            f"{name}: median {row[len(row) // 2] * 1000:.0f} ms,"
            f" p95 {row[int(len(row) * 0.95)] * 1000:.0f} ms, longest {row[-1] * 1000:.0f} ms"
        )
    print(f"{pairs - declined} found, {declined} declined; longest: {max(times)[2]}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write rare.json anew")
    parser.add_argument("--games", nargs="*", default=list(cardlab.games()))
    parser.add_argument("--pairs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    if given.write:
        write(given.games, given.workers)
    else:
        timed(given.pairs, given.seed)
