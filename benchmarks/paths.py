"""How long the learning paths are and how fast they are found: `python benchmarks/paths.py
[--seconds 3] [--k 3 4 5 6]`.

Prints, for paths from nothing, from everyday handling of cards and from Partnership Whist, the
number of steps, whether none is shorter ("+" means: the best found, not proven) and the seconds it
took; once with the curriculum's concepts of each game and once with those computed from the rules
of the games in the catalogue.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cardlab.concepts import EVERYDAY, TooSteep, graph, new_concepts, path
from cardlab.concepts.graphs import SOURCES

TARGETS = ("cardigan", "contract-bridge", "kaiser", "malilla")
STARTS = {
    "nothing": ((), (9, 10)),
    "everyday handling": (EVERYDAY, None),
    "Partnership Whist": ("partnership-whist", None),
}


def cell(
    target: str, known: str | Iterable[str], k: int, source: str, seconds: float
) -> tuple[str, float]:
    began = time.perf_counter()
    try:
        found = path(target, known=known, k=k, source=source, seconds=seconds)
    except TooSteep as no:
        return f"k>={no.smallest}", time.perf_counter() - began
    took = time.perf_counter() - began
    return f"{len(found)}{'' if found.proven else '+'} ({took:.2f} s)", took


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--seconds", type=float, default=3.0, help="how long one search may take")
    options.add_argument(
        "--k", type=int, nargs="+", default=[3, 4, 5, 6], help="most new concepts a step"
    )
    asked = options.parse_args()
    graph()
    for source in SOURCES:
        for target in TARGETS:
            # The first use of a game's rules loads the game; that is no part of the search.
            new_concepts(target, source=source)
        slowest = 0.0
        for start, (known, own) in STARTS.items():
            ks = own or asked.k
            print(f"\nfrom {start}, concepts of the {source}")
            print("".join([f"{'':18}{'missing':>8}", *(f"{f'k={k}':>16}" for k in ks)]))
            for target in TARGETS:
                row = [cell(target, known, k, source, asked.seconds) for k in ks]
                slowest = max(slowest, *(took for _, took in row))
                missing = len(new_concepts(target, known, source))
                print(
                    "".join([f"{target:18}{missing:>8}", *(f"{text:>16}" for text, _ in row)]),
                    flush=True,
                )
        print(f"\nthe slowest of them: {slowest:.2f} s")


if __name__ == "__main__":
    main()
