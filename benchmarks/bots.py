"""How strong the bots are: duplicate deals, each bot against the one below it.

    python benchmarks/bots.py                                    every game, every step
    python benchmarks/bots.py kaiser nap:300 --deals 100         these games, so many deals each
    python benchmarks/bots.py kaiser --steps strong/sensible     this step only

Every deal is played once for each side, with the upper bot in its seats and the lower one in all
others (`cardlab.players.compare`).  A line tells what the upper bot gained in a deal, as the game's
own score lines say, and the interval that holds the true mean with 95 %.  The column "effort" has the
deals that each bot imagines; a step such as strong:64/strong compares two efforts.  Thinking is
counted, so that the same command gives the same line on every machine.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from typing import NamedTuple

import cardlab
from cardlab.players import Comparison, compare
from cardlab.players.effort import effort_of
from cardlab.players.tournament import maker

STEPS = ("simple/random", "sensible/simple", "strong/sensible")
HEAD = (
    "| game | step | effort | deals | difference | 95 % interval | above zero |",
    "|---|---|---|---|---|---|---|",
)


class Step(NamedTuple):
    """Two bots in so many deals of one game: the upper one ought to be the better."""

    game: str
    deals: int
    upper: str
    lower: str

    @property
    def effort(self) -> str:
        """How many deals each of the two imagines for a choice."""
        efforts = map(effort_of, (self.upper, self.lower))
        return " / ".join("-" if found is None else str(found.deals) for found in efforts)

    def row(self, found: Comparison) -> str:
        """One line of the table, in Markdown."""
        low, high = found.mean - found.margin(), found.mean + found.margin()
        return (
            f"| {self.game} | {self.upper} - {self.lower} | {self.effort} | {len(found.gains)} |"
            f" {found.mean:+.2f} | {low:+.2f} to {high:+.2f} | {'yes' if low > 0 else 'no'} |"
        )


def steps(games: Iterable[str], named: Iterable[str], usual: int) -> Iterable[Step]:
    """Each of these steps in each of these games: `usual` deals, or as many as `nap:300` says."""
    for step in named:
        upper, _, lower = step.partition("/")
        for game in games:
            id, _, deals = game.partition(":")
            yield Step(id, int(deals or usual), upper, lower)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="without any, all of them")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--steps", nargs="*", default=STEPS)
    parser.add_argument("--seed", type=int, default=100_000, help="of the first deal")
    parser.add_argument("--cores", type=int, default=1)
    given = parser.parse_args()
    print(f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}\n")
    print(*HEAD, sep="\n", flush=True)
    began = time.perf_counter()
    with ProcessPoolExecutor(given.cores) as executor:
        for step in steps(given.games or cardlab.games(), given.steps, given.deals):
            found = compare(
                cardlab.game(step.game),
                maker(step.upper),
                maker(step.lower),
                deals=step.deals,
                seed=given.seed,
                executor=executor if given.cores > 1 else "serial",
            )
            print(step.row(found), flush=True)
    print(f"\n{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
