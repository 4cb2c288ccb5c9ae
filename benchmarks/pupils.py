"""The people of `classes.py`: each a browser of somebody in a class, without the browser.

At a shared table whoever is to move thinks for some seconds and picks a card, at times one that is
not legal; now and then a line breaks, at times with a move on its way, and comes back. Who has come to
the end of a match goes on at another table.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sys
import time
import urllib.parse
from bisect import bisect_left
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.classes.acknowledged import Answers, choice_of  # noqa: E402

SEATS = 4
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
        return str((await self.ask(f"{self.root}/{path}")).body.decode())


class Tables:
    """The tables that the teacher has laid, the first without anybody at it: votes are about it."""

    def __init__(self, teacher: Person) -> None:
        self.teacher, self.laid = teacher, 0
        self.games: dict[int, str] = {}
        self._after: dict[int, asyncio.Task[int]] = {}

    async def lay(self, game: str) -> int:
        self.laid += 1
        number = self.laid
        self.games[number] = game
        await self.teacher.act("tables", game=game, count="1")
        return number

    async def after(self, number: int) -> int:
        """The table at which those of another go on when their match is over."""
        if number not in self._after:
            self._after[number] = asyncio.create_task(self.lay(self.games[number]))
        return await self._after[number]


@dataclass
class Sitting:
    """What one player did and saw at one table.

    sent_at: when each decision was sent, by its number, but for those whose line broke; saw: how
    long the log was when, for each time that the line held.
    """

    table: int
    answers: Answers = field(default_factory=Answers)
    sent_at: dict[int, float] = field(default_factory=dict)
    saw: list[list[tuple[int, float]]] = field(default_factory=list)
    shown: dict[str, Any] = field(default_factory=dict)

    def saw_entry(self, n: int) -> float | None:
        """When an entry of the log came; None if it was there before the line was."""
        for times in self.saw:
            if times and times[0][0] <= n < times[-1][0]:
                return times[bisect_left(times, (n + 1, 0.0))][1]
        return None


class Player(Person):
    """Somebody at a shared table. breaks, errs: how often their line breaks with a move on its way,
    and how often they pick what is not legal; reads: seconds for which they look at a result."""

    breaks, errs = 0.01, 0.05
    reads = (1.0, 3.0)

    def __init__(self, url: str, number: int, told: Told, every: float, tables: Tables) -> None:
        super().__init__(url, f"Pupil {number + 1}", told)
        self.tables, self.seat = tables, number % SEATS
        self.sittings = [Sitting(number // SEATS + 2)]
        self.every, self.rng = every, random.Random(number)
        self.said = ""
        self.news = asyncio.Event()
        self.line: ClientConnection | None = None

    @property
    def at(self) -> Sitting:
        """Where they are now."""
        return self.sittings[-1]

    async def sit_down(self) -> None:
        self.at.shown = {}
        address = f"{self.url.replace('http', 'ws')}{self.root}/table/{self.at.table}/socket"
        headers = {"Cookie": self.cookie, "Origin": self.url.rstrip("/")}
        self.line = await connect(address, additional_headers=headers, open_timeout=PATIENCE)
        self.at.saw.append([])

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
        self.at.shown = sent
        self.at.saw[-1].append((sent["chrome"]["entries"], now))
        self.at.answers.sees(sent)

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
        await self.sit_down()
        self.reader = asyncio.create_task(self.read())

    async def go(self) -> None:
        self.reader.cancel()
        if self.line is not None:
            await self.line.close()

    async def turn(self) -> None:
        """Wait for something to do, think, and do it."""
        self.news.clear()
        view, chrome = self.at.shown.get("view", {}), self.at.shown.get("chrome", {})
        if chrome.get("held"):
            await asyncio.sleep(self.rng.uniform(*self.reads))
            await self.tell({"command": {"name": "next"}})
            await self.heard(2)
        elif view.get("mine"):
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.every)
            await self.pick()
        elif view.get("over"):
            await self.go_on_elsewhere()
        else:
            await self.heard(1)

    async def go_on_elsewhere(self) -> None:
        """The match is over, and the four begin another at the next table."""
        following = await self.tables.after(self.at.table)
        await self.go()
        self.sittings.append(Sitting(following))
        await self.sit_down()
        self.reader = asyncio.create_task(self.read())

    async def heard(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), seconds)

    async def pick(self) -> None:
        """Pick what is legal, or at times what is not, and wait until it is made or refused."""
        shown, answers, sent_at = self.at.shown, self.at.answers, self.at.sent_at
        before = choice_of(shown)
        if not before:
            return
        choices = shown["view"]["choices"]
        wrong = [choice["move"] for choice in choices if not choice["legal"]]
        right = not wrong or self.rng.random() >= self.errs
        move = self.rng.choice(before if right else wrong)
        if right:
            answers.sends(shown, move)
            sent_at.setdefault(len(answers.decisions), time.monotonic())
        self.said = ""
        ply = shown["chrome"]["timeline"]["ply"]
        await self.tell({"pick": {"move": move, "ply": ply}})
        if self.rng.random() < self.breaks:
            sent_at.pop(len(answers.decisions), None)
            await self.lose_the_line()
            return
        deadline = time.monotonic() + PATIENCE
        while not self.said and choice_of(self.at.shown) == before:
            if time.monotonic() > deadline:
                self.told.errors.append(f"{self.name}: a move had no answer")
                return
            self.news.clear()
            await self.heard(0.5)
        if self.said:
            self.told.refused += 1
            sent_at.pop(len(answers.decisions), None)
