"""How strong the bots are: duplicate deals, seats swapped, each bot against the one below it.

    python benchmarks/bots.py                                   the games of the table, as it was made
    python benchmarks/bots.py --games kaiser nap --deals 40     these games, so many deals each
    python benchmarks/bots.py --steps strong/sensible           this step only
    python benchmarks/bots.py --write benchmarks/bots.md        write the table too

Every deal is played twice with the same cards: once with one bot in the even seats and the other in the odd ones (who plays a
dummy's cards counts), once the other way round.  What counts is what the game's own score lines give a side more than the
others had on the average, the sign turned where the fewest points are best; the mean over the seats and over both times is one
difference, and the interval is that of the mean over all deals (Student's t, 95 %).  The bots have no clock here, only a number
of worlds, so that the result is the same on every machine; the worlds are fewer than on a page.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import statistics
import time
from pathlib import Path
from typing import Any, NamedTuple

import cardlab
from cardlab.game import OVER
from cardlab.players import RandomBot, RuleOfThumbBot, SampledBot
from cardlab.players.policy import gains

WORLDS = {"sensible": 4, "strong": 24}
STEPS = (("simple", "random"), ("sensible", "simple"), ("strong", "sensible"))
DEALS = 40
T95 = {10: 2.23, 20: 2.09, 30: 2.04, 40: 2.02, 60: 2.00, 100: 1.98}


class Table(NamedTuple):
    """What a bot is given: a game and a state of it."""

    game: Any
    state: Any


class Step(NamedTuple):
    """One line of the table: who against whom, the mean difference and half its interval, how often the better bot won a deal."""

    game: str
    upper: str
    lower: str
    deals: int
    mean: float
    half: float
    worlds: str
    seconds: float

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
        move = (upper if one else lower).choose(Table(game, state), state.to_move)
        state = state.phase.apply(state, state.to_move, move)
    found = gains(state)
    sign = [1 if (side.seats[0] % 2 == 1) == swapped else -1 for side in game.sides]
    own = [found[side.id] for side, s in zip(game.sides, sign, strict=True) if s > 0]
    others = [found[side.id] for side, s in zip(game.sides, sign, strict=True) if s < 0]
    return (statistics.fmean(own) - statistics.fmean(others)) / 2 if others else statistics.fmean(own)


def step(name: str, upper: str, lower: str, deals: int, seed: int, worlds: dict[str, int]) -> Step:
    """Play one step of one game."""
    game, began = cardlab.game(name), time.process_time()
    differences = []
    for deal in range(deals):
        bots = [(made(upper, seed + deal, worlds), made(lower, seed + deal + 1, worlds)) for _ in range(2)]
        differences.append(statistics.fmean(played(game, seed + deal, *bots[swap], bool(swap)) for swap in (0, 1)))
    spread = statistics.stdev(differences) if deals > 1 else math.inf
    factor = T95[max((n for n in T95 if n <= deals - 1), default=10)]
    return Step(
        name, upper, lower, deals, statistics.fmean(differences), factor * spread / math.sqrt(deals),
        f"{worlds.get(upper, '')}{'/' if lower in worlds else ''}{worlds.get(lower, '')}", time.process_time() - began,
    )  # fmt: skip


def table(steps: list[Step]) -> str:
    """The results as a table in Markdown."""
    rows = ["| game | step | deals | worlds | difference | 95 % interval | clear |", "|---|---|---|---|---|---|---|"]
    for s in steps:
        interval = f"{s.mean - s.half:+.2f} to {s.mean + s.half:+.2f}"
        clear = "yes" if s.clear else "no"
        rows.append(f"| {s.game} | {s.upper} - {s.lower} | {s.deals} | {s.worlds} | {s.mean:+.2f} | {interval} | {clear} |")
    return "\n".join(rows)


def text(steps: list[Step], command: str) -> str:
    about = (__doc__ or "").split("\n\n")
    clear = {(u, d): sum(s.clear for s in steps if (s.upper, s.lower) == (u, d)) for u, d in STEPS}
    tried = {(u, d): sum((s.upper, s.lower) == (u, d) for s in steps) for u, d in STEPS}
    counts = "; ".join(f"{u} over {d} in {clear[u, d]} of {tried[u, d]} games" for u, d in STEPS if tried[u, d])
    return (
        f"# How strong the bots are\n\n{about[2].strip()}\n\n"
        f"`{command}`\n\nPython {platform.python_version()}, {platform.machine()}; "
        f"{sum(s.seconds for s in steps):.0f} seconds of processor time. The interval lies above zero: {counts}.\n\n{table(steps)}\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=None)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--steps", nargs="*", default=[f"{u}/{d}" for u, d in STEPS])
    parser.add_argument("--seed", type=int, default=100_000)
    parser.add_argument("--worlds", default="", help="sensible=4,strong=24")
    parser.add_argument("--keep", type=Path, help="a file of results that grows, one line a step")
    parser.add_argument("--write", type=Path, help="write the table here, with all results of --keep")
    parser.add_argument("--command", default="", help="what to print as the command")
    given = parser.parse_args()
    worlds = WORLDS | {k: int(v) for k, _, v in (part.partition("=") for part in given.worlds.split(",") if part)}
    steps: list[Step] = []
    for name in given.games if given.games is not None else cardlab.games():
        for upper, _, lower in (s.partition("/") for s in given.steps):
            found = step(name, upper, lower, given.deals, given.seed, worlds)
            steps.append(found)
            print(table([found]).splitlines()[-1], f"{found.seconds:.0f} s", flush=True)
            if given.keep:
                with given.keep.open("a") as file:
                    file.write(json.dumps(found) + "\n")
    if given.keep and given.keep.exists():
        rows = [Step(*json.loads(row)) for row in given.keep.read_text().splitlines()]
        steps = sorted(rows, key=lambda s: ([f"{u}/{d}" for u, d in STEPS].index(f"{s.upper}/{s.lower}"), s.game))
    if given.write:
        given.write.write_text(text(steps, given.command or "python benchmarks/bots.py"))


if __name__ == "__main__":
    main()
