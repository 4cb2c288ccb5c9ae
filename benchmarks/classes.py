"""A class of sixty at a server: twelve shared tables of four, twelve people at tables of their own, and
votes. Prints how long moves and votes took, memory, and whether any move was lost or made twice: each
table's log is compared with what its players were told, move by move.

    python benchmarks/classes.py --minutes 5
    python benchmarks/classes.py --minutes 60 --vote-every 10      the hour

All join at once; what they do is in `pupils.py`. Every page of a vote asks anew as often as in a browser. It
starts a server of its own on a file of its own; `--store` names another database. Status 1: something
was lost, doubled or failed; 2: something was late, or memory grew.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil
from load import Seen, Visitor, guarded, health, memory, serving, spent, told
from pupils import PATIENCE, SEATS, Person, Player, Sitting, Tables, Told
from tornado.httpclient import AsyncHTTPClient

from cardlab.store import Classes, Logged, TableStore
from tests.classes.acknowledged import Troubles, troubles

GAMES = ("kaiser", "bridge", "hearts", "malilla")
TABLES, ALONE = 12, 12
LOOKS, VOTE_LOOKS = 1.5, 1.0
"""Seconds between two looks of a page that changes by itself, as in `class.js`; of a vote's."""
SLOWEST_MOVE, SLOWEST_VOTE = 0.5, 2.0
MOST_GROWN = 1.1
"""Times by which the server's memory may grow from the second quarter of the time to the last."""


async def vote(teacher: Person, players: list[Player], told: Told) -> None:
    """Ask about the table at which nobody sits; all pick within ten seconds, and look until they
    see what was chosen."""
    await teacher.act("vote", number="1")
    counted = 0.0

    async def picks(player: Player) -> None:
        moves = re.findall(r'name="move" value="([^"]+)"', await player.now("vote"))
        await asyncio.sleep(player.rng.uniform(0, 10))
        began = time.monotonic()
        await player.act("ballot", move=player.rng.choice(moves))
        told.votes.append(time.monotonic() - began)

    async def looks(person: Person) -> None:
        await asyncio.sleep(random.random() * VOTE_LOOKS)
        deadline = time.monotonic() + PATIENCE
        while not re.search(r'class="n">\d', await person.now("vote/now")):
            if time.monotonic() > deadline:
                told.errors.append(f"{person.name}: a vote was never counted")
                return
            await asyncio.sleep(VOTE_LOOKS)
        told.counts.append(time.monotonic() - counted)

    await asyncio.gather(*map(picks, players))
    page = await teacher.now("vote/now")
    if f"{len(players)} of {len(players)} have chosen" not in page:
        told.errors.append("ballots are missing from a vote")
    looking = [asyncio.create_task(looks(person)) for person in (teacher, *players)]
    await asyncio.sleep(LOOKS)
    counted = time.monotonic()
    await teacher.act("move-vote", state="counted")
    await asyncio.gather(*looking)
    await teacher.act("move-vote", state="over")


async def teaches(
    teacher: Person, players: list[Player], told: Told, until: float, every: float
) -> None:
    """Look at the page of the class all the time, and ask for a vote every so many seconds."""
    following = time.monotonic() + min(every, 30)
    while time.monotonic() < until:
        await teacher.now("now")
        if time.monotonic() > following and until - time.monotonic() > 20:
            following += every
            await vote(teacher, players, told)
        await asyncio.sleep(LOOKS)


async def watch(server: psutil.Process, told: Told, until: float) -> None:
    while time.monotonic() < until:
        began = stood(server)
        told.server.append((await asyncio.to_thread(memory, server))[0])
        for _ in range(10):
            before = time.monotonic()
            await asyncio.sleep(1)
            told.own.append(time.monotonic() - before - 1)
        told.stood.append(stood(server) - began)


def stood(server: psutil.Process) -> float:
    """Seconds for which the server's first thread could have run and other programs did."""
    try:
        return int(Path(f"/proc/{server.pid}/schedstat").read_text().split()[1]) / 1e9
    except OSError:
        return 0.0  # another system than Linux


def compared(
    store: str, class_id: str, players: list[Player]
) -> tuple[list[Troubles], list[float]]:
    """What is wrong at each table: its log beside what its four players were told and now see. And
    how long each move took."""
    tables, classes = TableStore(store), Classes(store)
    ids = {one.nickname: one.id for one in classes.members(class_id)}
    found: list[Troubles] = []
    took: list[float] = []
    for table in tables.of_class(class_id):
        log = tables.read(table.id, 0)
        here = {ids[p.name]: s for p in players for s in p.sittings if s.table == table.number}
        wrong = troubles(table.head, log, {who: one.answers for who, one in here.items()})
        for player in players:
            if player.at.table == table.number and player.at.saw[-1][-1][0] != len(log):
                wrong.broken.append(f"{player.name} does not see the table as it stands")
        found.append(wrong)
        took += timed(log, here)
    tables.close()
    classes.close()
    return found, took


def timed(log: Sequence[Logged], players: dict[str, Sitting]) -> list[float]:
    """How long each move took from its tap to the other seats."""
    took: list[float] = []
    made = dict.fromkeys(players, 0)
    for entry in log:
        if entry.kind != "move" or entry.member not in made:
            continue
        mover = players[entry.member]
        made[entry.member] += 1
        sent = mover.sent_at.get(made[entry.member])
        seen = [other.saw_entry(entry.n) for other in players.values() if other is not mover]
        if sent is not None:
            took += [at - sent for at in seen if at is not None]
    return took


async def evening(options: argparse.Namespace, url: str, server: psutil.Process, store: str) -> int:
    classes = Classes(store)
    group, owner = classes.new("Load")
    classes.close()
    told_all, seen = Told(), Seen()
    teacher = Person(url, "Teacher", told_all)
    await teacher.join(group.code, owner.login)
    tables = Tables(teacher)
    for game in (GAMES[0], *sorted(GAMES * (TABLES // len(GAMES)))):
        await tables.lay(game)
    players = [Player(url, n, told_all, options.every, tables) for n in range(TABLES * SEATS)]
    told_all.joins.clear()
    await asyncio.gather(*(player.join(group.code) for player in players))
    alone = [Visitor(url, n, seen) for n in range(options.alone)]
    for visitor in alone:
        await guarded(visitor.come(), seen, visitor.number)
    print(f"{len(players)} at {TABLES} tables, {len(alone)} alone", flush=True)
    began, before = time.monotonic(), spent(server)
    until = began + options.minutes * 60
    await asyncio.gather(
        *(guarded(p.play(until), seen, n) for n, p in enumerate(players)),
        *(guarded(v.play(until, options.every), seen, v.number) for v in alone),
        guarded(teaches(teacher, players, told_all, until, options.vote_every * 60), seen, -1),
        watch(server, told_all, until),
    )
    after, took = spent(server), time.monotonic() - began
    deadline = time.monotonic() + PATIENCE
    while True:
        found, told_all.moves = await asyncio.to_thread(compared, store, group.id, players)
        if not any(found) or time.monotonic() > deadline:
            break
        await asyncio.sleep(3)  # what the last moves made is on its way
    await asyncio.gather(*(player.go() for player in players))
    for visitor in alone:
        await guarded(visitor.leave(), seen, visitor.number)
    cores = (after[0] - before[0]) / took, (after[1] - before[1]) / took
    return report(told_all, seen, found, cores)


def report(what: Told, seen: Seen, found: list[Troubles], cores: tuple[float, float]) -> int:
    """Print all figures; returns 1 or 2 if something does not hold that has to."""
    told("to join, all at once", what.joins)
    told("a move, to other seats", what.moves)
    told("a ballot, to its answer", what.votes)
    told("a count, to all histograms", what.counts)
    told("alone: a click, to its answer", seen.clicks)
    print(f"processor                    {cores[0]:.2f} cores the server, {cores[1]:.2f} kernels")
    print(
        f"others had the processor      {sum(what.stood):.0f} s while the server had work, at most"
        f" {max(what.stood):.1f} s of ten; what measures was up to {max(what.own):.1f} s late itself"
    )
    early, late = quarter(what.server, 1), quarter(what.server, 3)
    print(
        f"memory of the server (PSS)   {what.server[0]:.0f} MB at the start, {early:.0f} in the"
        f" second quarter, {late:.0f} in the last, {max(what.server):.0f} at most"
    )
    lost, doubled = (sum(len(getattr(one, kind)) for one in found) for kind in ("lost", "doubled"))
    moves = sum(one.moves for one in found)
    print(f"moves of people              {moves}, of which {lost} lost and {doubled} doubled")
    print(f"refused                      {what.refused}; lines cut and back {what.cut}")
    errors = [text for one in found for text in (*one.lost, *one.doubled, *one.broken)]
    errors += what.errors + seen.errors
    print(f"errors                       {len(errors)}")
    for error in errors[:10]:
        print("  " + error)
    beyond = {
        "too late                     moves": share(what.moves) > SLOWEST_MOVE,
        "too late                     histograms": share(what.counts) > SLOWEST_VOTE,
        "memory                       grows": late > early * MOST_GROWN,
    }
    for sentence, holds in beyond.items():
        if holds:
            print(sentence)
    return 1 if errors else 2 if any(beyond.values()) else 0


def quarter(values: list[float], number: int) -> float:
    """What was usual in a quarter of the time, from 0."""
    size = max(1, len(values) // 4)
    return statistics.median(values[number * size :][:size] or values[-1:])


def share(times: list[float]) -> float:
    """The time within which 95 of 100 were."""
    return sorted(times)[int(len(times) * 0.95)] if times else 0.0


async def main(options: argparse.Namespace) -> int:
    AsyncHTTPClient.configure(None, max_clients=200)
    with tempfile.TemporaryDirectory(prefix="cardlab-class-") as folder:
        store = options.store or f"sqlite:///{Path(folder) / 'cards.sqlite'}"
        with serving(max(1, options.alone), store) as (url, server):
            while True:
                try:
                    await health(url)
                    break
                except OSError:
                    await asyncio.sleep(0.2)
            return await evening(options, url, server, store)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--alone", type=int, default=ALONE, help="people at tables of their own")
    parser.add_argument("--every", type=float, default=3.0, help="seconds that somebody thinks")
    parser.add_argument("--vote-every", type=float, default=1.0, help="minutes between two votes")
    parser.add_argument("--store", default="", help="URL of another database")
    sys.exit(asyncio.run(main(parser.parse_args())))
