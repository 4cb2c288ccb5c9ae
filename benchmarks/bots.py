"""How strong the bots are: duplicate deals, seats swapped, each bot against the one below it.

    python benchmarks/bots.py                                   the games of the table, as it was made
    python benchmarks/bots.py --games kaiser nap --deals 40     these games, so many deals each
    python benchmarks/bots.py --steps strong/sensible           this step only
    python benchmarks/bots.py --keep results.jsonl              one line a deal; go on with it later
    python benchmarks/bots.py --games --keep results.jsonl --write benchmarks/bots.md      write the table of what is there

Every deal is played twice with the same cards: once with one bot in the even seats and the other in
the odd ones (who plays a dummy's cards counts), once the other way round.  What counts is what the
game's own score lines give a side more than the others had on the average, the sign turned where
the fewest points are best; the mean over the seats and over both times is one difference, and the
interval is that of the mean over all deals (Student's t, 95 %).  The bots have no clock here, only
a number of worlds, so that the result is the same on every machine; on a page they have as many, if
there is time for them.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import statistics
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import cardlab
from cardlab.engine.game import OVER
from cardlab.players import RandomBot, RuleOfThumbBot, SampledBot
from cardlab.players.bots import WORLDS
from cardlab.players.policy import gains

STEPS = (("simple", "random"), ("sensible", "simple"), ("strong", "sensible"))
DEALS = 40
T95 = {10: 2.23, 20: 2.09, 30: 2.04, 40: 2.02, 60: 2.00, 100: 1.98}


class Deal(NamedTuple):
    """One deal, played both ways: how much more the upper bot's seats had; seconds of processor
    time."""

    game: str
    upper: str
    lower: str
    seed: int
    worlds: str
    difference: float
    seconds: float


class Line(NamedTuple):
    """One line of the table: the mean difference of some deals and half its interval."""

    game: str
    upper: str
    lower: str
    worlds: str
    deals: int
    mean: float
    half: float

    @property
    def clear(self) -> bool:
        return self.mean - self.half > 0


def made(name: str, seed: int, worlds: dict[str, int]) -> Any:
    """A bot without a clock."""
    if name == "random":
        return RandomBot(seed)
    if name == "simple":
        return RuleOfThumbBot(seed)
    return SampledBot(None, seed, worlds[name], calls=name == "strong")


def played(game: Any, seed: int, upper: Any, lower: Any, swapped: bool) -> float:
    """One deal: how much more the upper bot's seats had."""
    state = game.match(seed=seed).state
    for _ in range(3000):
        if state.phase is OVER:
            break
        if state.to_move is None:
            state = state.phase.apply(state, None, state.phase.chance(state, random.Random(seed)))
            continue
        one = (state.actor() % 2 == 1) == swapped
        move = (upper if one else lower).choose(game.view(state))
        state = state.phase.apply(state, state.to_move, move)
    found = gains(state)
    sign = [1 if (side.seats[0] % 2 == 1) == swapped else -1 for side in game.sides]
    own = [found[side.id] for side, s in zip(game.sides, sign, strict=True) if s > 0]
    others = [found[side.id] for side, s in zip(game.sides, sign, strict=True) if s < 0]
    return (statistics.fmean(own) - statistics.fmean(others)) / 2


@cache
def known(name: str) -> Any:
    """A game, made once: what was compiled of its rules stays with it."""
    return cardlab.game(name)


def deal(name: str, upper: str, lower: str, seed: int, worlds: dict[str, int]) -> Deal:
    """Play one deal both ways."""
    game, began = known(name), time.process_time()
    both = []
    for swap in (False, True):
        one, other = made(upper, seed, worlds), made(lower, seed + 1, worlds)
        both.append(played(game, seed, one, other, swap))
    return Deal(
        name,
        upper,
        lower,
        seed,
        said(upper, lower, worlds),
        statistics.fmean(both),
        time.process_time() - began,
    )


def said(upper: str, lower: str, worlds: dict[str, int]) -> str:
    return " / ".join(str(worlds[name]) if name in worlds else "-" for name in (upper, lower))


def lines(deals: list[Deal]) -> list[Line]:
    """The deals of one game, step and number of worlds together."""
    groups: dict[tuple[int, str, str, str, str], list[float]] = {}
    for d in deals:
        key = (STEPS.index((d.upper, d.lower)), d.game, d.upper, d.lower, d.worlds)
        groups.setdefault(key, []).append(d.difference)
    found = []
    for (_, game, upper, lower, worlds), differences in sorted(groups.items()):
        n = len(differences)
        factor = T95[max((k for k in T95 if k <= n - 1), default=10)]
        spread = statistics.stdev(differences) if n > 1 else math.inf
        found.append(
            Line(
                game,
                upper,
                lower,
                worlds,
                n,
                statistics.fmean(differences),
                factor * spread / math.sqrt(n),
            )
        )
    return found


def table(found: list[Line]) -> str:
    """The results as a table in Markdown."""
    rows = [
        "| game | step | worlds | deals | difference | 95 % interval | above zero |",
        "|---|---|---|---|---|---|---|",
    ]
    for x in found:
        interval = f"{x.mean - x.half:+.2f} to {x.mean + x.half:+.2f}"
        rows.append(
            f"| {x.game} | {x.upper} - {x.lower} | {x.worlds} | {x.deals} | {x.mean:+.2f} |"
            f" {interval} | {'yes' if x.clear else 'no'} |"
        )
    return "\n".join(rows)


def text(deals: list[Deal], command: str) -> str:
    """The table with what it means, as a page."""
    found = lines(deals)
    counts = []
    for upper, lower in STEPS:
        games = {x.game for x in found if (x.upper, x.lower) == (upper, lower)}
        clear = {x.game for x in found if (x.upper, x.lower) == (upper, lower) and x.clear}
        counts.append(f"{upper} over {lower} in {len(clear)} of {len(games)} games")
    about = (__doc__ or "").split("\n\n")[2].strip()
    return (
        f"# How strong the bots are\n\n{about}\n\n    {command}\n\nPython"
        f" {platform.python_version()}, {platform.machine()}; {sum(d.seconds for d in deals):.0f} s"
        " of processor time. The interval lies above zero:"
        f" {'; '.join(counts)}.\n\n{table(found)}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="*", default=None)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--steps", nargs="*", default=[f"{u}/{d}" for u, d in STEPS])
    parser.add_argument("--seed", type=int, default=100_000)
    parser.add_argument("--worlds", default="", help="sensible=4,strong=24")
    parser.add_argument("--keep", type=Path, help="a file of deals that grows, one line a deal")
    parser.add_argument(
        "--write", type=Path, help="write the table here, with all the deals of --keep"
    )
    given = parser.parse_args()
    worlds = WORLDS | {
        k: int(v) for k, _, v in (part.partition("=") for part in given.worlds.split(",") if part)
    }
    kept: list[Deal] = []
    if given.keep and given.keep.exists():
        kept = [Deal(*json.loads(row)) for row in given.keep.read_text().splitlines()]
    done = {d[:5] for d in kept}
    for name in given.games if given.games is not None else cardlab.games():
        for upper, _, lower in (s.partition("/") for s in given.steps):
            own = [
                d
                for d in kept
                if d[:3] == (name, upper, lower) and d.worlds == said(upper, lower, worlds)
            ]
            for seed in range(given.seed, given.seed + given.deals):
                if (name, upper, lower, seed, said(upper, lower, worlds)) in done:
                    continue
                own.append(deal(name, upper, lower, seed, worlds))
                kept.append(own[-1])
                if given.keep:
                    with given.keep.open("a") as file:
                        file.write(json.dumps(own[-1]) + "\n")
            print(
                table(lines(own)).splitlines()[-1],
                f"{sum(d.seconds for d in own):.0f} s",
                flush=True,
            )
    if given.write:
        given.write.write_text(
            text(kept, "python benchmarks/bots.py --keep results.jsonl --write benchmarks/bots.md")
        )


if __name__ == "__main__":
    main()
