"""Everything about speed in one run: playouts beside OpenSpiel and RLCard, the solver beside
DDS; one table, in Markdown.

    python benchmarks/speed.py                           prints the table and writes it to benchmarks/speed.md
    python benchmarks/speed.py --deals 60 --tables 4     less of it

Processor time of one thread each, the engines in turns, so that other work on the machine matters
little.  Whatever is missing is said in the table.  What exactly is compared:
``benchmarks/README.md``.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
from pathlib import Path

import compiled
import solver
from playouts import version

import cardlab
from cardlab.solver import loading
from cardlab.solver.searching import Workspace

AT = Path(__file__).with_name("speed.md")


def processor() -> str:
    """The name of the processor, and how many cores of it there are."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), ""
    )
    return f"{named or platform.processor() or platform.machine()}, {os.cpu_count()} cores"


def playouts(seconds: float, rounds: int) -> list[str]:
    """Rows of the table."""
    medians, missing = compiled.beside_peers(seconds, rounds)
    deals, moves = medians.pop(compiled.OURS)
    rows = []
    for label, (their_deals, their_moves) in medians.items():
        for what, ours, theirs in (
            ("deals", deals, their_deals),
            ("cards or calls", moves, their_moves),
        ):
            rows.append(
                f"| bridge by chance, {what} a second | {ours:,.0f} |"
                f" {label.replace(' bridge', '')} {theirs:,.0f} | **{ours / theirs:,.0f} times** as many |"
            )
    for label, why in missing.items():
        rows.append(
            f"| bridge by chance, deals a second | {deals:,.0f} | {label}: missing ({why}) | |"
        )
    return rows


def solving(deals: int, tables: int) -> list[str]:
    """Rows of the table."""
    try:
        dds = solver.DDS()
    except ImportError as why:
        return [f"| perfect play, bridge | | DDS is missing ({why}) | |"]
    workspace, rows = Workspace(), []
    found, differ = solver.single(deals, dds, workspace)
    for title, both in found.items():
        rows += compared(
            f"perfect play, {len(both.ours)} bridge deals{'' if title == 'all' else f', {title}'}",
            both,
        )
    both, others = solver.full(tables, dds, workspace)
    rows += compared(f"{tables} full tables of 20 results", both)
    rows.append(
        f"| values that differ | {differ} of {deals} deals, {others} of {20 * tables} results | | |"
    )
    return rows


def compared(what: str, both: solver.Pair) -> list[str]:
    return [
        f"| {what}: {kind}, ms | {1000 * of(both.ours):.1f} | DDS {1000 * of(both.theirs):.1f} "
        f"| **{of(both.ours) / of(both.theirs):.2f} times** as long |"
        for kind, of in (("mean", statistics.mean), ("median", statistics.median))
    ]


def main() -> None:
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("--seconds", type=float, default=1.0, help="of each round of playouts")
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--deals", type=int, default=300)
    asked.add_argument("--tables", type=int, default=12)
    asked.add_argument("--write", type=Path, default=AT)
    given = asked.parse_args()
    loading.warm(wait=True)
    rows = playouts(given.seconds, given.rounds) + solving(given.deals, given.tables)
    packages = ", ".join(
        f"{name} {version(name)}" for name in ("numba", "open_spiel", "rlcard", "endplay")
    )
    ours = (
        f"Python {platform.python_version()}, cardlab {cardlab.__version__}"
        f" ({loading.backend().name})"
    )
    told = "\n".join(
        [
            "# Speed, in one run",
            "",
            f"{processor()}; {ours}, {packages}.",
            (
                "Processor time of one thread each. Written by `python benchmarks/speed.py`;"
                " `README.md` tells what is compared."
            ),
            "",
            "| | cardlab | beside | |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )
    given.write.write_text(told, encoding="utf-8")
    print(f"\n{told}")


if __name__ == "__main__":
    main()
