"""The solver beside DDS (by way of endplay): the same bridge deals in one run, one thread each,
in CPU time.

    python benchmarks/solver.py            300 deals, and 12 full tables of 20 results
    python benchmarks/solver.py 60 4       fewer

Prints what each took and the ratios, and says so when a value differs.
"""

from __future__ import annotations

import platform
import random
import statistics
import sys
import time
from dataclasses import dataclass

from cardlab.solver import loading
from cardlab.solver.searching import Solver, Workspace
from cardlab.solver.tables import Tables

SUIT, STRENGTH = tuple(c // 13 for c in range(52)), tuple(c % 13 for c in range(52))
STRAINS = (None, 0, 1, 2, 3)


def deal(rnd: random.Random) -> tuple[tuple[int, ...], ...]:
    cards = list(range(52))
    rnd.shuffle(cards)
    return tuple(tuple(cards[13 * q : 13 * q + 13]) for q in range(4))


def bridge(hands: tuple[tuple[int, ...], ...], strain: int | None, leader: int) -> Tables:
    """Side 0 is the leader's."""
    return Tables(
        hands, leader, tuple((q - leader) % 2 for q in range(4)), SUIT, STRENGTH, trump=strain
    )


class DDS:
    """The other solver."""

    def __init__(self) -> None:
        import endplay._dds as dds

        self.dds = dds
        dds.SetMaxThreads(1)

    def holding(self, hand: tuple[int, ...], suit: int) -> int:
        return sum(4 << c % 13 for c in hand if c // 13 == suit)

    def value(
        self, hands: tuple[tuple[int, ...], ...], strain: int | None, leader: int
    ) -> tuple[int, float, int]:
        """The leader's tricks, CPU seconds, nodes."""
        given, found = self.dds.deal(), self.dds.futureTricks()
        given.trump, given.first = 4 if strain is None else strain, leader
        for p in range(4):
            for s in range(4):
                given.remainCards[p][s] = self.holding(hands[p], s)
        start = time.thread_time()
        self.dds.SolveBoard(given, -1, 1, 1, found, 0)
        return found.score[0], time.thread_time() - start, found.nodes

    def table(
        self, hands: tuple[tuple[int, ...], ...]
    ) -> tuple[dict[tuple[int | None, int], int], float]:
        """Tricks of each declarer in each strain, CPU seconds."""
        given, found = self.dds.ddTableDeal(), self.dds.ddTableResults()
        for p in range(4):
            for s in range(4):
                given.cards[p][s] = self.holding(hands[p], s)
        start = time.process_time()
        self.dds.CalcDDtable(given, found)
        spent = time.process_time() - start
        return {
            (x, p): found.resTable[4 if x is None else x][p] for x in STRAINS for p in range(4)
        }, spent


@dataclass(frozen=True)
class Pair:
    """Seconds of both solvers for the same problems."""

    ours: list[float]
    theirs: list[float]

    @property
    def mean(self) -> float:
        return statistics.mean(self.ours) / statistics.mean(self.theirs)

    @property
    def median(self) -> float:
        return statistics.median(self.ours) / statistics.median(self.theirs)


def figures(seconds: list[float]) -> str:
    ms = sorted(1000 * x for x in seconds)
    high = ms[int(0.95 * len(ms))]
    return (
        f"median {statistics.median(ms):7.2f}   mean {statistics.mean(ms):7.2f}   95% {high:7.2f}  "
        f" most {ms[-1]:8.2f}"
    )


def single(
    deals: int, dds: DDS, workspace: Workspace, seed: int = 2026
) -> tuple[dict[str, Pair], int]:
    """Single questions by kind of strain, and how many values differ."""
    rnd, rows, differ = random.Random(seed), [], 0
    for i in range(deals):
        hands, strain, leader = deal(rnd), STRAINS[i % 5], rnd.randrange(4)
        theirs, spent, nodes = dds.value(hands, strain, leader)
        given = bridge(hands, strain, leader)
        begin = time.thread_time()
        solver = Solver(given, workspace)
        start = time.thread_time()
        ours = solver.value()
        rows.append(
            (
                strain,
                spent,
                time.thread_time() - start,
                start - begin,
                nodes,
                solver.nodes,
                solver.overflows,
            )
        )
        if ours != theirs:
            differ += 1
            print(f"deal {i}: DDS says {theirs}, we say {ours}")
    print(
        f"{deals} bridge deals, {differ} values differ; CPU ms of a deal (setting up:"
        f" {figures([r[3] for r in rows])})"
    )
    found = dict[str, Pair]()
    for title, chosen in (("all", STRAINS), ("no trump", (None,)), ("trumps", STRAINS[1:])):
        some = [r for r in rows if r[0] in chosen]
        if not some:
            continue
        both = found[title] = Pair([r[2] for r in some], [r[1] for r in some])
        print(
            f"{title:9} DDS  {figures([r[1] for r in some])}   nodes"
            f" {statistics.mean(r[4] for r in some):9.0f}"
        )
        print(
            f"{'':9} ours {figures([r[2] for r in some])}   nodes"
            f" {statistics.mean(r[5] for r in some):9.0f}  "
            f" {1e9 * sum(r[2] for r in some) / sum(r[5] for r in some):.0f} ns a node, memory full"
            f" {sum(r[6] for r in some)} times"
        )
        print(f"{'':9} ours to DDS: mean {both.mean:.2f}, median {both.median:.2f}")
    return found, differ


def full(deals: int, dds: DDS, workspace: Workspace, seed: int = 7) -> tuple[Pair, int]:
    """Full tables of 20 results, and how many results differ."""
    rnd, ours, theirs, differ = random.Random(seed), list[float](), list[float](), 0
    for _ in range(deals):
        hands = deal(rnd)
        told, spent = dds.table(hands)
        theirs.append(spent)
        start = time.thread_time()
        for strain in STRAINS:
            given = Tables(hands, 0, (0, 1, 0, 1), SUIT, STRENGTH, trump=strain)
            for leader, tricks in enumerate(Solver(given, workspace).by_leader()):
                declarer = (leader + 3) % 4
                differ += told[strain, declarer] != (tricks if declarer % 2 == 0 else 13 - tricks)
        ours.append(time.thread_time() - start)
    both = Pair(ours, theirs)
    print(
        f"{deals} tables of 20 results, {differ} results differ; CPU ms of a table: DDS"
        f" {1000 * statistics.mean(theirs):.1f}, ours {1000 * statistics.mean(ours):.1f}; ours to"
        f" DDS: mean {both.mean:.2f}, median {both.median:.2f}"
    )
    return both, differ


def main(deals: int = 300, tables: int = 12, seed: int = 2026) -> None:
    loading.warm(wait=True)
    workspace = Workspace()
    print(
        f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, kernel:"
        f" {workspace.backend.name}"
    )
    dds = DDS()
    single(deals, dds, workspace, seed)
    if tables:
        full(tables, dds, workspace)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
