"""A class of sixty at a server: twelve shared tables of four, twelve people at tables of their own, and
votes. Prints how long moves and votes took, memory, and whether any move was lost or made twice: each
table's log is compared with what its players were told, move by move.

    python benchmarks/classes.py --minutes 5
    python benchmarks/classes.py --minutes 60 --vote-every 10      the hour

All join at once. At a shared table whoever is to move thinks for some seconds and picks a card, at times one
that is not legal; now and then a line breaks, at times with a move on its way, and comes back. Every
page of a vote asks anew as often as in a browser. It starts a server of its own on a file of its own; `--store` names another
database. Status 1: something was lost, doubled or failed; 2: something was late, or memory grew.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import statistics
import sys
import tempfile
import time
import urllib.parse
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from load import Seen, Visitor, guarded, health, memory, serving, spent, told
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from cardlab.store import Classes, Logged, TableStore  # noqa: E402
from tests.classes.acknowledged import Answers, Troubles, choice_of, troubles  # noqa: E402

GAMES = ("kaiser", "bridge", "hearts", "malilla")
TABLES, SEATS, ALONE = 12, 4, 12
LOOKS, VOTE_LOOKS = 1.5, 1.0
"""Seconds between two looks of a page that changes by itself, as in `class.js`; of a vote's."""
SLOWEST_MOVE, SLOWEST_VOTE = 0.5, 2.0
MOST_GROWN = 1.1
"""Times by which the server's memory may grow from the second quarter of the time to the last."""
PATIENCE = 60.0
BREAKS = 0.01
"""How often a line breaks with a move on its way."""


@dataclass
class Told:
    """What everybody has seen; times in seconds."""

    joins: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)
    votes: list[float] = field(default_factory=list)
    counts: list[float] = field(default_factory=list)
    refused: int = 0
    cut: int = 0
    errors: list[str] = field(default_factory=list)
    server: list[float] = field(default_factory=list)
    """Megabytes of the server, every ten seconds."""
    stood: list[float] = field(default_factory=list)
    """Seconds of each of these in which the server had work and no processor."""
    own: list[float] = field(default_factory=list)
    """By how much this program, which measures, was late itself, every second."""


class Person:
    """A browser of somebody in the class."""

    def __init__(self, url: str, name: str, told: Told) -> None:
        self.url, self.name, self.told = url, name, told
        self.cookies: dict[str, str] = {}
        self.root = ""

    async def ask(self, path: str, form: dict[str, str] | None = None) -> HTTPResponse:
        headers = {"Cookie": self.cookie, "Origin": self.url.rstrip("/")}
        body = None if form is None else urllib.parse.urlencode(form)
        answer = await AsyncHTTPClient().fetch(
            HTTPRequest(
                self.url + path,
                method="GET" if form is None else "POST",
                headers=headers,
                body=body,
                follow_redirects=False,
                request_timeout=PATIENCE,
            ),
            raise_error=False,
        )
        for sent in answer.headers.get_list("Set-Cookie"):
            name, _, value = sent.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def join(self, code: str, login: str = "") -> None:
        began = time.monotonic()
        form = {"code": code, "nickname": self.name} | ({"login": login} if login else {})
        answer = await self.ask("class", form)
        if answer.code != 303:
            raise RuntimeError(f"{self.name} could not join: {answer.code}")
        self.root = answer.headers["Location"].lstrip("/")
        self.told.joins.append(time.monotonic() - began)

    async def act(self, act: str, **fields: str) -> None:
        answer = await self.ask(f"{self.root}/act", {"act": act, **fields})
        if answer.code not in (200, 303):
            raise RuntimeError(f"{act}: {answer.code}")

    async def now(self, path: str) -> str:
        return (await self.ask(f"{self.root}/{path}")).body.decode()


class Player(Person):
    """Somebody at a shared table."""

    def __init__(self, url: str, number: int, told: Told, every: float) -> None:
        super().__init__(url, f"Pupil {number + 1}", told)
        self.table, self.seat = number // SEATS + 1, number % SEATS
        self.every, self.rng = every, random.Random(number)
        self.shown: dict[str, Any] = {}
        self.answers = Answers()
        self.sent_at: dict[int, float] = {}
        """When each decision was sent, by its number; none whose line broke meanwhile."""
        self.saw: list[list[tuple[int, float]]] = []
        """How long the log was when, for each time that the line held."""
        self.said = ""
        self.news = asyncio.Event()
        self.line: ClientConnection | None = None
        self.line: ClientConnection | None = None

    async def sit_down(self) -> None:
        address = f"{self.url.replace('http', 'ws')}{self.root}/table/{self.table}/socket"
        headers = {"Cookie": self.cookie, "Origin": self.url.rstrip("/")}
        self.line = await connect(address, additional_headers=headers, open_timeout=PATIENCE)
        self.saw.append([])

    async def read(self) -> None:
        """Take in what comes, for as long as the line holds."""
        assert self.line is not None
        with contextlib.suppress(ConnectionClosed):
            async for text in self.line:
                now, sent = time.monotonic(), json.loads(text)
                if "view" in sent:
                    self.hear(sent, now)
                elif "waiting" in sent:
                    await self.tell({"command": {"name": "sit", "seat": self.seat}})
                elif sent.get("error"):
                    self.said = sent["error"]
                elif sent.get("bubble"):
                    self.said = "refused by a rule"
                self.news.set()

    def hear(self, sent: dict[str, Any], now: float) -> None:
        """Take in a table as it is drawn anew."""
        self.shown = sent
        self.saw[-1].append((sent["chrome"]["entries"], now))
        self.answers.sees(sent)

    def saw_entry(self, n: int) -> float | None:
        """When an entry of the log came; None if it was there before the line was."""
        for times in self.saw:
            if times and times[0][0] <= n < times[-1][0]:
                return times[bisect_left(times, (n + 1, 0.0))][1]
        return None

    async def tell(self, message: dict[str, Any]) -> None:
        assert self.line is not None
        await self.line.send(json.dumps(message))

    async def play(self, until: float) -> None:
        await self.sit_down()
        self.reader = asyncio.create_task(self.read())
        breaks = time.monotonic() + self.rng.uniform(30, 240)
        while time.monotonic() < until:
            if time.monotonic() > breaks:
                breaks = time.monotonic() + self.rng.uniform(60, 300)
                await self.lose_the_line()
            await self.turn()

    async def lose_the_line(self) -> None:
        """The line breaks, and is there again after a while."""
        assert self.line is not None
        self.told.cut += 1
        self.line.transport.abort()
        await self.reader
        await asyncio.sleep(self.rng.uniform(0.5, 5))
        self.shown = {}
        await self.sit_down()
        self.reader = asyncio.create_task(self.read())

    async def go(self) -> None:
        self.reader.cancel()
        if self.line is not None:
            await self.line.close()

    async def turn(self) -> None:
        """Wait for something to do, think, and do it."""
        self.news.clear()
        view, chrome = self.shown.get("view", {}), self.shown.get("chrome", {})
        if chrome.get("held"):
            await asyncio.sleep(self.rng.uniform(1, 3))
            await self.tell({"command": {"name": "next"}})
            await self.heard(2)
        elif view.get("mine"):
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.every)
            await self.pick()
        else:
            await self.heard(1)

    async def heard(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), seconds)

    async def pick(self) -> None:
        """Pick what is legal, or at times what is not, and wait until it is made or refused."""
        before, choices = choice_of(self.shown), self.shown["view"]["choices"]
        if not before:
            return
        wrong = [choice["move"] for choice in choices if not choice["legal"]]
        right = not wrong or self.rng.random() > 0.05
        move = self.rng.choice(before if right else wrong)
        if right:
            self.answers.sends(self.shown, move)
            self.sent_at.setdefault(len(self.answers.decisions), time.monotonic())
        self.said = ""
        ply = self.shown["chrome"]["timeline"]["ply"]
        await self.tell({"pick": {"move": move, "ply": ply}})
        if self.rng.random() < BREAKS:
            self.sent_at.pop(len(self.answers.decisions), None)
            await self.lose_the_line()
            return
        deadline = time.monotonic() + PATIENCE
        while not self.said and choice_of(self.shown) == before:
            if time.monotonic() > deadline:
                self.told.errors.append(f"{self.name}: a move had no answer")
                return
            self.news.clear()
            await self.heard(0.5)
        if self.said:
            self.told.refused += 1
            self.sent_at.pop(len(self.answers.decisions), None)


async def vote(teacher: Person, players: list[Player], told: Told) -> None:
    """Ask about the table at which nobody sits; all pick within ten seconds, and look until they
    see what was chosen."""
    await teacher.act("vote", number=str(TABLES + 1))
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
    for table in tables.of_class(class_id)[:TABLES]:
        log = tables.read(table.id, 0)
        here = {ids[p.name]: p for p in players if p.table == table.number}
        wrong = troubles(table.head, log, {who: p.answers for who, p in here.items()})
        for player in here.values():
            if player.shown["chrome"]["entries"] != len(log):
                wrong.broken.append(f"{player.name} does not see the table as it stands")
        found.append(wrong)
        took += timed(log, here)
    tables.close()
    classes.close()
    return found, took


def timed(log: Sequence[Logged], players: dict[str, Player]) -> list[float]:
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
    for game in GAMES:
        await teacher.act("tables", game=game, count=str(TABLES // len(GAMES)))
    await teacher.act("tables", game=GAMES[0], count="1")
    players = [Player(url, n, told_all, options.every) for n in range(TABLES * SEATS)]
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
