"""Whole deals by chance inside the kernel, beside OpenSpiel and RLCard, in one run; then every
game that has tables.

    python benchmarks/compiled.py              bridge beside the peers, then all games
    python benchmarks/compiled.py --rounds 3 --seconds 1

Deals for each second of processor time, one thread, medians of rounds in which the engines take
turns.  A deal of cardlab is shuffled, dealt and played to its last card under a contract drawn for
it; one of the peers has a random auction besides, and since passes end many of them early, their
cards for each second are printed as well.  OpenSpiel is there twice: driven from Python, and by its
compiled rollouts from dealt positions, which deal nothing themselves.  What is done once is not counted: the kernel is loaded
and a game's rules are read before the clock runs.  ``benchmarks/solver.py`` has the solver beside
DDS, ``benchmarks/speed.py`` both in one run.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from playouts import Missing, open_spiel, open_spiel_deal, open_spiel_game, rlcard_game

import cardlab
from cardlab.solver import CannotCompile, compiles, warm

OPEN_SPIEL_BRIDGE = "bridge(use_double_dummy_result=false)"
ROLLOUTS = 500
"""So many of OpenSpiel's compiled rollouts begin at one position."""


def open_spiel_rollouts() -> Callable[[], tuple[int, int]]:
    """OpenSpiel's own rollouts in C++, by way of its search: they begin after the deal, with the
    auction, so that the deal is shared by all of them."""
    pyspiel, rng, pack = open_spiel(), random.Random(1), list(range(52))
    game = pyspiel.load_game(OPEN_SPIEL_BRIDGE)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    searching = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
    one = open_spiel_game(OPEN_SPIEL_BRIDGE, "bridge", 52)
    moves = round(ROLLOUTS * statistics.mean(one.play() for _ in range(2000)))

    def play() -> tuple[int, int]:
        searching.mcts_search(open_spiel_deal(game, rng, pack))
        return ROLLOUTS, moves

    return play


PEERS: dict[str, Callable[[], Callable[[], tuple[int, int]]]] = {
    "OpenSpiel bridge": lambda: whole(open_spiel_game(OPEN_SPIEL_BRIDGE, "bridge", 52)),
    "OpenSpiel bridge, compiled": open_spiel_rollouts,
    "RLCard bridge": lambda: whole(rlcard_game("bridge")),
}


def rates(play: Callable[[], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Deals and moves for each second of processor time."""
    deals = moves = 0
    began, cpu = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        d, m = play()
        deals, moves = deals + d, moves + m
    spent = time.process_time() - cpu
    return deals / spent, moves / spent


def kernel(name: str, many: int) -> Callable[[], tuple[int, int]]:
    seeds = iter(range(10**9))
    found = max(cardlab.playouts(name, 50).contracts, key=lambda dealt: dealt.deals)
    seats = range(len(found.tricks))
    cards = round(sum(found.mean(seat) for seat in seats)) * len(seats)

    def play() -> tuple[int, int]:
        cardlab.playouts(name, many, next(seeds))
        return many, many * cards

    return play


def whole(peer: Any) -> Callable[[], tuple[int, int]]:
    return lambda: (1, peer.play())


OURS = "cardlab.playouts bridge"


def beside_peers(
    seconds: float, rounds: int
) -> tuple[dict[str, tuple[float, float]], dict[str, str]]:
    """Bridge deals and moves a second of each engine that is here, medians of rounds in turns;
    and why others are missing."""
    runners: dict[str, Callable[[], tuple[int, int]]] = {OURS: kernel("bridge", 100_000)}
    missing = {}
    for label, make in PEERS.items():
        try:
            runners[label] = make()
        except Missing as why:
            missing[label] = str(why)
    measured: dict[str, list[tuple[float, float]]] = {label: [] for label in runners}
    for _ in range(rounds):
        for label, play in runners.items():
            measured[label].append(rates(play, seconds))
    medians = {}
    for label, found in measured.items():
        deals, moves = zip(*found, strict=True)
        medians[label] = statistics.median(deals), statistics.median(moves)
    return medians, missing


def main() -> None:
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("--seconds", type=float, default=1.0)
    asked.add_argument("--rounds", type=int, default=5)
    given = asked.parse_args()
    warm(wait=True)
    medians, missing = beside_peers(given.seconds, given.rounds)
    for label, why in missing.items():
        print(f"{label}: missing ({why})")
    ours = medians[OURS]
    print(
        f"{'':26} {'deals/s':>12} {'cards or calls/s':>17} {'ratio of deals':>15}"
        f" {'ratio of moves':>15}"
    )
    for label, (deals, moves) in medians.items():
        print(
            f"{label:26} {deals:12,.0f} {moves:17,.0f} {ours[0] / deals:14,.1f}x"
            f" {ours[1] / moves:14,.1f}x"
        )
    print()
    for name in cardlab.games():
        if compiles(name):
            continue
        try:
            deals, moves = rates(kernel(name, 100_000), given.seconds)
        except CannotCompile as why:
            print(f"{name:20} {why}")
            continue
        print(f"{name:20} {deals:12,.0f} deals/s {moves:14,.0f} cards/s")


if __name__ == "__main__":
    main()
