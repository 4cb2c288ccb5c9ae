"""Write every distinct sentence of all games, and print what the lints find.

    python -m tests.sentences                              # 10,000 positions of each game; minutes
    python -m tests.sentences --positions 500 --games hearts euchre
    python -m tests.sentences --out build/sentences        # where the lists are written

Two lists are written: `sentences.txt`, every distinct sentence with the game and the part that said it
first; `shapes.txt`, one sentence of each shape, that is with cards, names, suits and numbers above one
left open: that is the list to read. Ends with 1 if a lint has found something.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter
from pathlib import Path

import cardlab

from .collecting import Said, of_game, of_lessons
from .lints import hits, sentences, shape

LESSONS = "lessons"
SHOWN = 6
"""So many findings of one lint are printed, the others are counted."""


def _distinct(task: tuple[str, int, int, int, int]) -> tuple[str, dict[str, Said]]:
    """The sentences of one game by their text."""
    id, positions, results, seeds, seed = task
    if id == LESSONS:
        said = of_lessons()
    else:
        said = of_game(id, positions=positions, results=results, seeds=seeds, seed=seed)
    first: dict[str, Said] = {}
    for one in said:
        if one.text:
            first.setdefault(one.text, one)
    return id, first


def main() -> int:
    """Collect, write, lint; see the module."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.sentences",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--games", nargs="*", help="these games (and lessons) instead of all")
    parser.add_argument("--positions", type=int, default=10_000, help="positions of each game")
    parser.add_argument("--results", type=int, default=2_000, help="results of each game")
    parser.add_argument("--seeds", type=int, default=3, help="questions of each kind and rule")
    parser.add_argument("--seed", type=int, default=0, help="where chance begins")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--shown", type=int, default=SHOWN, help="findings printed of each lint")
    parser.add_argument("--out", type=Path, default=Path("build/sentences"))
    given = parser.parse_args()
    tasks = [
        (id, given.positions, given.results, given.seeds, given.seed)
        for id in given.games or [*cardlab.games(), LESSONS]
    ]
    every: dict[str, Said] = {}
    with multiprocessing.Pool(given.jobs, maxtasksperchild=1) as pool:
        for id, first in pool.imap_unordered(_distinct, tasks):
            print(f"{id}: {len(first)} sentences", file=sys.stderr)
            for text, one in first.items():
                every.setdefault(text, one)
    return report(every, given.out, given.shown)


def report(every: dict[str, Said], folder: Path, shown: int = SHOWN) -> int:
    """Write both lists, print the findings of the lints, and return 1 if there is one."""
    folder.mkdir(parents=True, exist_ok=True)
    ordered = sorted(every.values(), key=lambda one: (one.part, one.text))
    shapes: dict[str, Said] = {}
    for one in ordered:
        for text in sentences(one.text):
            shapes.setdefault(shape(text), one._replace(text=text))
    to_read = sorted(shapes.values(), key=lambda one: (one.part, one.text))
    for name, listed in (("sentences", ordered), ("shapes", to_read)):
        lines = [f"{one.part}\t{one.game}\t{one.text}" for one in listed]
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    counted: Counter[str] = Counter()
    seen = set()
    for one in ordered:
        for name in hits(one.text):
            if (name, shape(one.text)) in seen:
                continue
            seen.add((name, shape(one.text)))
            counted[name] += 1
            if counted[name] <= shown:
                print(f"{name}: {one.part}, {one.game}: {one.text}")
    print(f"{len(ordered)} sentences of {len(shapes)} shapes, {sum(counted.values())} hits")
    for name, number in counted.most_common():
        print(f"{number:6} {name}")
    return 1 if counted else 0


if __name__ == "__main__":
    sys.exit(main())
