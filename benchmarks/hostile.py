"""What a table of four loses to hostile visitors of the same server: six lines asking for sheets, a loop
that takes tickets, one that opens pages, a flood of joins, guesses of codes, a bomb of memory.

    python benchmarks/hostile.py                      the table, beside each attack in turn
    python benchmarks/hostile.py sheets --rounds 8    beside one
    python benchmarks/hostile.py --visitors 100 --hostile sheets bomb

The last opens a hundred pages less two with a table each, while two hostile visitors are there already, and
then clicks in each every five seconds, without and beside these two in turns. Each page has an address of
its own (by X-Forwarded-For, which the server believes of 127.0.0.1).

Four people play by websockets, as `classes.py` does, and think for a moment; the moves that they make are
counted quiet, beside the attack, quiet, beside it, and so on, so that a machine that drifts drifts for
both. The attackers (`attackers.py`) are a process of their own that stands back from the processor
(`nice`). Each of its lines waits for its answer before it asks again, and rests for `--pause` seconds
first. They come from another address than the class (127.0.0.2), without a cookie; with `--addresses 100`
from a hundred, which is what the limits by address cannot tell from a hundred visitors.

The server, its fork server and kernels, the four people, and the attackers all share the cores of this
machine. What the people and the attackers take themselves, which on a real server they do not, is
therefore counted against the server: the shares are too low rather than too high.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from attackers import ATTACKS
from load import Seen, Visitor, guarded, health, serving
from load import told as print_times
from pupils import SEATS, Person, Player, Tables, Told
from tornado.httpclient import AsyncHTTPClient

from cardlab.store import Classes, Holders

LEAST = 0.9
"""The share of its moves that a table makes beside an attack at least."""
RAMP = 2.0
"""Seconds for which an attack goes on before anything is counted."""
CLICKS = 5.0
"""Seconds between two clicks of one visitor of a crowd."""
SETTLED, PATIENCE = 0.1, 100.0
"""Cores that the server may take at most before the next count begins, and how long is waited."""


class Pupil(Player):
    """Somebody who plays on as quickly as they are let, on a line that holds."""

    breaks = errs = 0.0
    reads = (0.0, 0.0)

    def __init__(self, url: str, number: int, told: Told, every: float, tables: Tables) -> None:
        super().__init__(url, number, told, every, tables)
        self.took: list[float] = []

    async def begin(self) -> None:
        await self.sit_down()
        self.reader = asyncio.create_task(self.read())

    async def play(self, until: float) -> None:
        while time.monotonic() < until:
            await self.turn()

    async def pick(self) -> None:
        before, began = len(self.at.answers.decisions), time.monotonic()
        await super().pick()
        if len(self.at.answers.decisions) > before and not self.said:
            self.took.append(time.monotonic() - began)


@dataclass
class Beside:
    """What the table did in the counts of one kind: moves of each count, seconds of each move."""

    moves: list[int] = field(default_factory=list)
    took: list[float] = field(default_factory=list)

    def told(self) -> str:
        times = statistics.quantiles(self.took, n=100, method="inclusive")
        return f"p50 {times[49] * 1000:4.0f} ms p95 {times[94] * 1000:5.0f} ms"


class Class:
    """A class with one table, four people at it, and what an attacker needs to know of it."""

    def __init__(self, url: str, store: str, every: float) -> None:
        self.url, self.every, self.told = url, every, Told()
        classes = Classes(store)
        group, self._owner = classes.new("Beside hostile visitors")
        classes.close()
        self.code = group.code
        Holders(store).take("Dora")
        self.pupils: list[Pupil] = []

    async def sit(self, game: str) -> None:
        teacher = Person(self.url, "Teacher", self.told)
        await teacher.join(self.code, self._owner.login)
        tables = Tables(teacher)
        await tables.lay(game)
        await tables.lay(game)
        self.pupils = [Pupil(self.url, n, self.told, self.every, tables) for n in range(SEATS)]
        for pupil in self.pupils:
            await pupil.join(self.code)
            await pupil.begin()

    async def count(self, seconds: float, into: Beside) -> None:
        for pupil in self.pupils:
            pupil.took.clear()
        until = time.monotonic() + seconds
        await asyncio.gather(*(pupil.play(until) for pupil in self.pupils))
        took = [one for pupil in self.pupils for one in pupil.took]
        into.moves.append(len(took))
        into.took += took


@contextlib.asynccontextmanager
async def attacked(
    options: argparse.Namespace, name: str, url: str, code: str, got: Counter[str]
) -> AsyncIterator[None]:
    """Let them attack; what they got is added to `got`."""
    program = str(Path(__file__).with_name("attackers.py"))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, program, name, url, "--code", code),
        *("--pause", str(options.pause), "--addresses", str(options.addresses)),
        *("--lines", str(options.lines)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        await asyncio.sleep(RAMP)
        yield
    finally:
        said, _ = await process.communicate(b"")
        got.update(json.loads(said or b"{}"))


async def settle(url: str, server: psutil.Process) -> None:
    """Wait until the server has done what it was asked for, and the pages of attackers have gone."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        parts = [server, *server.children(recursive=True)]
        before, began = sum(map(spent, parts)), time.monotonic()
        await asyncio.sleep(1)
        cores = (sum(map(spent, parts)) - before) / (time.monotonic() - began)
        if cores < SETTLED and not (await health(url))["kernels"]:
            return


def spent(process: psutil.Process) -> float:
    with contextlib.suppress(psutil.Error):
        return sum(process.cpu_times()[:2])
    return 0.0


async def compare(
    options: argparse.Namespace, name: str, group: Class, server: psutil.Process
) -> bool:
    """Count with and without one attack in turns, and print what came of it."""
    quiet, beside, got = Beside(), Beside(), Counter[str]()
    for _ in range(options.rounds):
        await settle(group.url, server)
        await group.count(options.seconds, quiet)
        async with attacked(options, name, group.url, group.code, got):
            await group.count(options.seconds, beside)
    share = sum(beside.moves) / sum(quiet.moves)
    print(
        f"{name:8} {sum(quiet.moves):5} {sum(beside.moves):5} {share:7.0%}   quiet {quiet.told()},"
        f"  beside {beside.told()}   {', '.join(f'{n} {what}' for what, n in got.most_common())}"
    )
    print(f"         of each count: quiet {quiet.moves}, beside {beside.moves}", flush=True)
    return share >= LEAST


async def crowd(options: argparse.Namespace) -> bool:
    """Open many pages beside the hostile visitors, click in them with and without these in turns, and
    print how that went; True if all came alive."""
    places = range(options.visitors - len(options.hostile))
    seen, quiet, beside, got = Seen(), Seen(), Seen(), Counter[str]()
    with serving(options.visitors, "", "--trust-proxy", "127.0.0.1") as (url, server):
        await answers(url, server)
        visitors = [Visitor(url, n, seen, f"198.51.100.{n}") for n in places]

        async def come(visitor: Visitor) -> None:
            await asyncio.sleep(visitor.number * options.arrive)
            await guarded(visitor.come(), seen, visitor.number)

        async def click(into: Seen) -> None:
            until = time.monotonic() + options.seconds
            for visitor in visitors:
                visitor.seen = into
            alive = [visitor for visitor in visitors if visitor.number in seen.live]
            await asyncio.gather(*(guarded(v.play(until, CLICKS), into, v.number) for v in alive))

        async with hostile(options, url, got):
            await asyncio.gather(*map(come, visitors))
        for _ in range(options.rounds):
            await asyncio.sleep(RAMP)
            await click(quiet)
            async with hostile(options, url, got):
                await click(beside)
        await asyncio.gather(*(guarded(v.leave(), seen, v.number) for v in visitors))
    errors = [*seen.errors, *quiet.errors, *beside.errors]
    print(f"{'alive':28} {len(seen.live)} of {len(places)}, who came beside them")
    print_times("until alive", list(seen.live.values()))
    print_times("a click, without them", quiet.clicks)
    print_times("a click, beside them", beside.clicks)
    print(f"{'the hostile got':28} {', '.join(f'{n} {what}' for what, n in got.most_common())}")
    print(f"{'errors':28} {len(errors)}", *errors[:5], sep="\n  ")
    return len(seen.live) == len(places) and not errors


@contextlib.asynccontextmanager
async def hostile(options: argparse.Namespace, url: str, got: Counter[str]) -> AsyncIterator[None]:
    """All hostile visitors of a crowd at once."""
    async with contextlib.AsyncExitStack() as stack:
        for name in options.hostile:
            await stack.enter_async_context(attacked(options, name, url, "", got))
        yield


async def answers(url: str, server: psutil.Process) -> None:
    """Wait until the server answers."""
    while True:
        try:
            await health(url)
            return
        except OSError:
            if not server.is_running() or server.status() == psutil.STATUS_ZOMBIE:
                raise
            await asyncio.sleep(0.2)


async def main(options: argparse.Namespace) -> int:
    AsyncHTTPClient.configure(None, max_clients=options.visitors * 2 + 200)
    if options.visitors:
        return 0 if await crowd(options) else 1
    with tempfile.TemporaryDirectory(prefix="cardlab-hostile-") as folder:
        store = f"sqlite:///{Path(folder) / 'cards.sqlite'}"
        with serving(options.seats, store) as (url, server):
            await answers(url, server)
            group = Class(url, store, options.every)
            await group.sit(options.game)
            print(
                f"{options.game}, moves in {options.rounds} counts of {options.seconds:.0f} s;"
                f" each thinks {options.every} s\nattack   quiet beside share"
            )
            held = [await compare(options, name, group, server) for name in options.attacks]
            for error in group.told.errors[:5]:
                print("  " + error)
    return 0 if all(held) and not group.told.errors else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS), metavar="attack")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each count")
    parser.add_argument("--every", type=float, default=0.25, help="seconds that somebody thinks")
    parser.add_argument("--pause", type=float, default=0.02, help="seconds that an attacker rests")
    parser.add_argument("--visitors", type=int, default=0, help="open so many pages instead")
    parser.add_argument("--hostile", nargs="*", default=["sheets", "bomb"], choices=list(ATTACKS))
    parser.add_argument("--arrive", type=float, default=1.0, help="seconds between two arrivals")
    parser.add_argument("--addresses", type=int, default=1, help="from which the attackers come")
    parser.add_argument("--lines", type=int, default=0, help="of each attack")
    parser.add_argument("--seats", type=int, default=100)
    parser.add_argument("--game", default="kaiser")
    sys.exit(asyncio.run(main(parser.parse_args())))
