"""A class of sixty at a server: twelve shared tables of four, twelve people at tables of their own, and
votes. Prints how long moves and votes took, memory, and whether any move was lost or made twice.

    python benchmarks/classes.py --minutes 5
    python benchmarks/classes.py --minutes 60 --vote-every 10      the hour

All join at once. At a shared table whoever is to move thinks for some seconds and picks a card, at times one
that is not legal; now and then a line breaks and comes back. Every page of a vote asks anew as often
as the page of a class does. It starts a server of its own on a file of its own; `--store` names another database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import re
import sys
import tempfile
import time
import urllib.parse
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from load import Seen, Visitor, guarded, health, memory, serving, spent, told
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cardlab.store import Classes, TableStore

GAMES = ("kaiser", "bridge", "hearts", "malilla")
TABLES, SEATS, ALONE = 12, 4, 12
LOOKS, VOTE_LOOKS = 1.5, 1.0
"""Seconds between two looks of a page that changes by itself, as in `class.js`; of a vote's."""
SLOWEST_MOVE, SLOWEST_VOTE = 0.5, 2.0
PATIENCE = 60.0


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
    made: Counter[str] = field(default_factory=Counter)
    """Moves that somebody saw made, by nickname."""
    picked: dict[tuple[int, int], tuple[float, str]] = field(default_factory=dict)
    """When the move was picked that became an entry of a table's log, and by whom."""
    server: list[float] = field(default_factory=list)
    """Megabytes of the server, each half minute."""


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
        self.said = ""
        self.news = asyncio.Event()
        self.line: ClientConnection | None = None

    async def sit_down(self) -> None:
        address = f"{self.url.replace('http', 'ws')}{self.root}/table/{self.table}/socket"
        headers = {"Cookie": self.cookie, "Origin": self.url.rstrip("/")}
        self.line = await connect(address, additional_headers=headers, open_timeout=PATIENCE)

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
        """A table as it is drawn anew: how long ago was what it shows picked?"""
        before, self.shown = self.shown, sent
        if before:
            for n in range(before["chrome"]["entries"], sent["chrome"]["entries"]):
                at, name = self.told.picked.get((self.table, n), (0.0, self.name))
                if name != self.name:
                    self.told.moves.append(now - at)

    async def tell(self, message: dict[str, Any]) -> None:
        assert self.line is not None
        await self.line.send(json.dumps(message))

    async def play(self, until: float) -> None:
        await self.sit_down()
        reader = asyncio.create_task(self.read())
        breaks = time.monotonic() + self.rng.uniform(30, 240)
        while time.monotonic() < until:
            if time.monotonic() > breaks and self.line is not None:
                breaks = time.monotonic() + self.rng.uniform(60, 300)
                self.told.cut += 1
                self.line.transport.abort()
                await reader
                await asyncio.sleep(self.rng.uniform(0.5, 5))
                self.shown = {}
                await self.sit_down()
                reader = asyncio.create_task(self.read())
            await self.turn()
        reader.cancel()
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
        view, chrome = self.shown["view"], self.shown["chrome"]
        if not view["mine"]:
            return
        legal = [choice["move"] for choice in view["choices"] if choice["legal"]]
        wrong = [choice["move"] for choice in view["choices"] if not choice["legal"]]
        right = not wrong or self.rng.random() > 0.05
        n, key = chrome["entries"], (self.table, chrome["entries"])
        move = self.rng.choice(legal if right else wrong)
        self.said = ""
        self.news.clear()
        if right:
            self.told.picked[key] = time.monotonic(), self.name
        await self.tell({"pick": {"move": move, "ply": chrome["timeline"]["ply"]}})
        deadline = time.monotonic() + PATIENCE
        while not self.said and self.shown["chrome"]["entries"] == n:
            if time.monotonic() > deadline:
                self.told.errors.append(f"{self.name}: a move had no answer")
                return
            self.news.clear()
            await self.heard(0.5)
        if self.said:
            self.told.refused += 1
            self.told.picked.pop(key, None)
        else:
            self.told.made[self.name] += 1


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
        told.server.append((await asyncio.to_thread(memory, server))[0])
        await asyncio.sleep(min(30, max(1, until - time.monotonic())))


def wrong_moves(store: str, class_id: str, told: Told) -> tuple[int, int, int]:
    """How many moves the logs have, how many are missing that somebody saw made, and how many are
    there twice."""
    tables, classes = TableStore(store), Classes(store)
    names = {one.id: one.nickname for one in classes.members(class_id)}
    written: Counter[str] = Counter()
    twice = 0
    for table in tables.of_class(class_id):
        log = tables.read(table.id, 0)
        twice += len(log) - len({entry.n for entry in log})
        written.update(names[e.member] for e in log if e.kind == "move" and e.member)
    lost = sum(max(0, told.made[name] - written[name]) for name in told.made)
    # one whose answer was on its way when the line broke is written and was not seen
    twice += sum(max(0, written[name] - told.made[name]) for name in written)
    tables.close()
    classes.close()
    return sum(written.values()), lost, twice


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
    moves, lost, twice = wrong_moves(store, group.id, told_all)
    for visitor in alone:
        await guarded(visitor.leave(), seen, visitor.number)
    cores = (after[0] - before[0]) / took, (after[1] - before[1]) / took
    return report(told_all, seen, moves, lost, twice, cores)


def report(
    what: Told, seen: Seen, moves: int, lost: int, twice: int, cores: tuple[float, float]
) -> int:
    """Print all figures; returns 1 if something does not hold that has to."""
    told("to join, all at once", what.joins)
    told("a move, to other seats", what.moves)
    told("a ballot, to its answer", what.votes)
    told("a count, to all histograms", what.counts)
    told("alone: a click, to its answer", seen.clicks)
    print(f"processor                    {cores[0]:.2f} cores the server, {cores[1]:.2f} kernels")
    early = what.server[min(2, len(what.server) - 1)]
    print(
        f"memory of the server (PSS)   {what.server[0]:.0f} MB at the start, {early:.0f} after a"
        f" minute, {what.server[-1]:.0f} at the end, {max(what.server):.0f} at most"
    )
    print(f"moves of people              {moves}, of which {lost} lost and {twice} doubled")
    print(f"refused                      {what.refused}; lines cut and back {what.cut}")
    errors = what.errors + seen.errors
    print(f"errors                       {len(errors)}")
    for error in errors[:5]:
        print("  " + error)
    late = [share(what.moves) > SLOWEST_MOVE, share(what.counts) > SLOWEST_VOTE]
    for name, beyond in zip(("moves", "histograms"), late, strict=True):
        if beyond:
            print(f"too late                     {name}")
    return 1 if lost or twice or errors else 2 if any(late) else 0


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
