"""The tables of a process: who comes, goes and sleeps, bots that fail, and two processes at once."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from cardlab.store import Classes, Member, TableStore
from cardlab.web.classes import bots, hall
from cardlab.web.classes.hall import Hall, TableHost
from cardlab.web.classes.live import LiveTable, TableAnswer

pytestmark = pytest.mark.usefixtures("quick_codes")


class Screen:
    """A page that remembers what it was shown."""

    def __init__(self, member: Member) -> None:
        self.member = member
        self.texts: list[str] = []

    def send(self, text: str) -> None:
        self.texts.append(text)

    @property
    def shown(self) -> Any:
        return json.loads(self.texts[-1])


class Evening:
    """A class of two with a table of Kaiser, and as many processes as are wanted."""

    def __init__(self, url: str) -> None:
        self.url = url
        classes = Classes(self.url)
        group, _ = classes.new("Tuesday")
        self.otter, self.finch = (classes.join(group.code, n) for n in ("Otter", "Finch"))
        self.store = TableStore(self.url)
        live = LiveTable.set_up(self.store, group.id, "kaiser", 7)
        live.sit(self.otter, 0)
        live.sit(self.finch, 1)
        self.group, self.table = group, live.table

    async def enter(self, process: Hall, member: Member) -> tuple[Screen, TableHost]:
        screen = Screen(member)
        return screen, await process.enter(screen, self.store.load(self.group.id, 1))

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.store.read(self.table.id, 0)]


@pytest.fixture
def evening(url: str, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr(hall, "AWAY", 0.3)
    monkeypatch.setattr(hall, "BELL", 0.05)
    monkeypatch.setattr(hall, "pause_before", lambda match: 0.01)
    return Evening(url)


async def reached(state: Callable[[], bool], seconds: float = 120.0) -> None:
    deadline = time.monotonic() + seconds
    while not state():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


def test_who_sleeps_is_replaced_and_comes_back_to_the_same_seat(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def walk() -> None:
        monkeypatch.setattr(hall, "AWAY", 20.0)  # nobody is late, however busy the machine is
        process = Hall(evening.url)
        _, host = await evening.enter(process, evening.otter)
        sleeper, _ = await evening.enter(process, evening.finch)
        play = host.live.play
        await reached(lambda: play.match.to_move in (0, 1))
        monkeypatch.setattr(hall, "AWAY", 0.1)
        host.leave(sleeper)
        await reached(lambda: 1 in play.away)
        awake, _ = await evening.enter(process, evening.finch)
        assert 1 not in host.live.play.away and awake.shown["view"]["viewer"] == 1
        # a short sleep is not noticed
        monkeypatch.setattr(hall, "AWAY", 1.0)
        host.leave(awake)
        await asyncio.sleep(0)
        await evening.enter(process, evening.finch)
        await asyncio.sleep(1.2)
        assert evening.kinds().count("away") == 1

    asyncio.run(walk())


def test_who_comes_back_while_the_store_is_slow_is_not_replaced(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot's turn to take over comes late, and by then its member is here again."""
    free = threading.Event()

    def slow() -> TableAnswer:
        free.wait(120)
        return TableAnswer()

    async def walk() -> None:
        monkeypatch.setattr(hall, "AWAY", 20.0)
        process = Hall(evening.url)
        _, host = await evening.enter(process, evening.otter)
        sleeper, _ = await evening.enter(process, evening.finch)
        monkeypatch.setattr(hall, "AWAY", 0.1)
        held = asyncio.create_task(host.do(slow))
        await asyncio.sleep(0)
        host.leave(sleeper)
        await asyncio.sleep(0.5)
        back = asyncio.create_task(evening.enter(process, evening.finch))
        await reached(lambda: evening.finch.id in host.connected)
        free.set()
        await held
        await back
        assert "away" not in evening.kinds()

    asyncio.run(walk())


def test_a_new_login_code_and_a_removal_end_the_lines_that_are_open(evening: Evening) -> None:
    """The old device sees no more of the hand, and is told why; the new one goes on."""

    async def walk() -> None:
        process, classes = Hall(evening.url), Classes(evening.url)
        lost, host = await evening.enter(process, evening.otter)
        finch, _ = await evening.enter(process, evening.finch)
        again = classes.new_login(evening.otter.id)
        await reached(lambda: lost not in host.screens)
        assert "new login code" in lost.shown["error"] and finch in host.screens
        back, _ = await evening.enter(process, again)
        classes.remove(evening.finch.id)
        await reached(lambda: finch not in host.screens)
        assert "not in this class any more" in finch.shown["error"] and back in host.screens
        told = len(lost.texts)
        await host.draw()
        assert len(lost.texts) == told and back.shown["view"]["viewer"] == 0

    asyncio.run(walk())


def test_nothing_runs_for_a_table_that_nobody_looks_at(evening: Evening) -> None:
    async def walk() -> None:
        process = Hall(evening.url)
        first, host = await evening.enter(process, evening.otter)
        second, _ = await evening.enter(process, evening.finch)
        host.leave(first)
        host.leave(second)
        length = len(evening.kinds())
        await reached(lambda: not process._hosts)
        await asyncio.sleep(0.2)
        assert len(evening.kinds()) == length
        assert [task for task in asyncio.all_tasks() if not task.done()] == [asyncio.current_task()]

    asyncio.run(walk())


@pytest.mark.parametrize("fails", ["raises", "hangs"])
def test_a_bot_that_fails_makes_a_simple_move_instead(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    def choose(view: Any) -> str:
        if fails == "raises":
            raise RuntimeError("a bot of the test")
        time.sleep(0.6)
        return "late"

    monkeypatch.setattr(bots, "HANGS", 0.1)
    monkeypatch.setattr(bots, "_choose", choose)

    async def walk() -> None:
        process = Hall(evening.url)
        _, host = await evening.enter(process, evening.otter)
        await host.do(lambda: host.live.stand(evening.finch))
        await reached(lambda: host.live.play.match.to_move == 0 and host.live.play.match.ply > 2)
        assert "late" not in str(evening.store.read(evening.table.id, 0))
        process._hosts.clear()

    asyncio.run(walk())


def test_two_processes_share_a_table(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of two people is at another process; both see every move, and each is made once, the
    bots' too, although both processes have bots."""

    async def walk() -> None:
        one, two = Hall(evening.url), Hall(evening.url)
        otter, at_one = await evening.enter(one, evening.otter)
        finch, at_two = await evening.enter(two, evening.finch)
        places = {0: (at_one, evening.otter), 1: (at_two, evening.finch)}
        deadline = time.monotonic() + 300
        while at_one.live.play.held is None and at_two.live.play.held is None:
            assert time.monotonic() < deadline
            for seat, (host, member) in places.items():
                play = host.live.play
                if play.match.to_move == seat and play.held is None:
                    move, ply = str(play.match.legal_moves()[0]), play.match.ply
                    await host.do(lambda h=host, m=member, v=move, p=ply: h.live.pick(m, v, p))
            await asyncio.sleep(0.02)
        # each process has waited in vain for who is at the other, and is told better
        plays = at_one.live.play, at_two.live.play
        monkeypatch.setattr(hall, "AWAY", 60.0)  # nobody is late again, however busy the machine is
        await asyncio.sleep(0.5)  # who was waited for before is late by now
        await reached(lambda: not any(play.away for play in plays))
        await reached(lambda: plays[0].length == plays[1].length == len(evening.kinds()))
        await asyncio.sleep(0.2)
        assert otter.shown["view"]["lines"] and finch.shown["view"]["viewer"] == 1
        assert otter.shown["chrome"]["timeline"] == finch.shown["chrome"]["timeline"]
        entries = evening.store.read(evening.table.id, 0)
        made = sum(entry.kind == "move" for entry in entries)
        match = at_one.live.play.match
        assert made == sum(entry.seat is not None for entry in match.entries)
        await reached(lambda: evening.kinds().count("away") == evening.kinds().count("back"))
        one._hosts.clear()
        two._hosts.clear()

    asyncio.run(walk())


def test_two_devices_on_one_seat_draw_the_same(evening: Evening) -> None:
    async def walk() -> None:
        process = Hall(evening.url)
        laptop, host = await evening.enter(process, evening.otter)
        phone, _ = await evening.enter(process, evening.otter)
        await evening.enter(process, evening.finch)
        play = host.live.play
        for _ in range(3):
            await reached(lambda: play.match.to_move in (0, 1))
            who = {0: evening.otter, 1: evening.finch}[play.match.to_move or 0]
            moves = [str(move) for move in play.match.legal_moves()]
            ply = play.match.ply
            picks = [lambda v=v: host.live.pick(who, v, ply) for v in (moves[0], moves[-1])]  # noqa: B023
            answers = await asyncio.gather(*map(host.do, picks))
            assert [answer.changed for answer in answers].count(True) == 1
            assert laptop.texts[-1] == phone.texts[-1]
        process._hosts.clear()

    asyncio.run(walk())


def test_a_bot_whose_move_is_not_saved_waits_before_the_next_try(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only then: what another process has played already is no reason to wait."""
    answers = [TableAnswer(error="full"), TableAnswer(error="late", changed=True), TableAnswer()]
    happened: list[str] = []
    sleep = asyncio.sleep

    async def chosen(view: Any) -> str:
        return "pass"

    async def waits(seconds: float) -> None:
        if seconds == hall.RETRY:
            happened.append("waits")
        await sleep(0 if seconds == hall.RETRY else seconds)

    monkeypatch.setattr(hall, "bot_choice", chosen)
    monkeypatch.setattr(asyncio, "sleep", waits)

    async def walk() -> None:
        process = Hall(evening.url)
        _, host = await evening.enter(process, evening.otter)
        assert process._bell is not None and host._bots is not None
        process._bell.cancel()  # it waits too, where the store is busy
        await host._bots
        happened.clear()

        def move(live: LiveTable, *_: Any) -> TableAnswer:
            happened.append("tries")
            if len(answers) == 1:
                host.screens.clear()
            return answers.pop(0)

        monkeypatch.setattr(LiveTable, "bot_move", move)
        for member in (evening.otter, evening.finch):
            host.live.stand(member)
        host._wake_bots()
        await host._bots
        process._hosts.clear()

    asyncio.run(walk())
    assert happened == ["tries", "waits", "tries", "tries"]
