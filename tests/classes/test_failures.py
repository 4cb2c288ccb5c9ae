"""What can go wrong in a class and not in a match of one person. Nothing is lost, and everybody
gets a sentence. What is not here is elsewhere; `deploy` stands for `tests/deploy`, which
has a PostgreSQL, and what takes a `url` here and in `tests/store` runs on it there once more.

| what goes wrong | where it is tried |
|---|---|
| a kernel is killed | `pages/test_pages.py`; `deploy/test_postgres.py` |
| the server is killed | `test_serving.py`, `pages/test_servers.py`; `deploy/test_class_servers.py` |
| the store is held or slow | here |
| the disk is full | here and `store/test_schema.py`; `deploy/test_class_servers.py` |
| the database is gone for a while | `deploy/test_class_servers.py`, `store/test_connections.py` |
| news of other processes come late or not | here |
| two devices on one seat | here, `test_hall.py` |
| two processes have bots at one table, one sleeps | here, `test_hall.py`, `test_live.py`; `deploy/test_class_servers.py` |
| somebody does what only others may | `test_serving.py`, `test_live.py`, `test_accounts.py` |
| a phone sleeps, the Wi-Fi drops | here, `test_hall.py` |
| sixty join at once and play | here; `deploy/test_class_load.py` |
| a bot raises or hangs | `test_hall.py` |
| an update while a course lasts | `store/test_schema.py`; a log of a newer version here |
| the clock is wrong | `test_live.py` |
| a nickname is taken, odd or a script | `store/test_classes.py`, `test_serving.py` |
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from cardlab.store import Classes, Logged, Member, StoreError, TableStore
from cardlab.web.classes.hall import Hall, TableHost
from cardlab.web.classes.live import LiveTable, TableAnswer
from tests.store.conftest import Held

from .test_hall import Evening, Screen, evening, reached

__all__ = ["evening"]
pytestmark = pytest.mark.usefixtures("quick_codes")

CUT = 25
JOIN = 60
TIMES = 60
"""Decisions of two people in three deals of Kaiser and more."""


def first_move(host: TableHost, who: Member, last: bool = False) -> Any:
    """What somebody does who is to move."""
    match = host.live.play.match
    move, ply = str(match.legal_moves()[-1 if last else 0]), match.ply
    return lambda: host.live.pick(who, move, ply)


async def mover_of(host: TableHost, evening: Evening) -> Member:
    """One of the two people, as soon as it is their turn; the scores of deals are looked at."""
    here, play = frozenset({evening.otter.id, evening.finch.id}), host.live.play
    while True:
        async with host._lock:  # a bot's move that is not saved yet does not count
            held, mover = play.held is not None, play.match.to_move
        if not held and mover in (0, 1):
            return (evening.otter, evening.finch)[mover]
        if held:
            for one in (evening.otter, evening.finch):
                await host.do(partial(host.live.score_seen, one, here))
        await asyncio.sleep(0.02)


def test_a_full_disk_is_a_sentence_and_the_move_can_be_made_later(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab.web.classes.hall.pause_before", lambda match: 0.01)
    evening = Evening(file_url)

    def full(connection: Any, _record: Any) -> None:
        pages = connection.execute("pragma page_count").fetchone()[0]
        connection.execute(f"pragma max_page_count = {pages}")

    async def walk() -> None:
        process = Hall(evening.url)
        screen, host = await evening.enter(process, evening.otter)
        who = await mover_of(host, evening)
        before, drawn = evening.kinds(), screen.texts[-1]
        process.tables.close()
        sa.event.listen(sa.Engine, "connect", full)
        try:
            # whatever is still free in the file is used up first
            with pytest.raises(StoreError, match="disk of the database is full"):
                for _ in range(500):
                    process.tables.new("nobody's", {"game": "x" * 3000})
            answer = TableAnswer(changed=True)
            if host.live.play.length == len(before):
                answer = await host.do(first_move(host, who))
        finally:
            sa.event.remove(sa.Engine, "connect", full)
        if not answer.changed:
            assert "try it again" in answer.error and "full" in answer.error
            assert evening.kinds() == before and screen.texts[-1] == drawn
        process.tables.close()
        who = await mover_of(host, evening)
        assert (await host.do(first_move(host, who))).changed
        process._hosts.clear()

    asyncio.run(walk())


def test_while_the_store_is_held_tables_are_drawn_and_no_move_is_made(
    url: str, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab.store.database.BUSY_SECONDS", 0.5)
    monkeypatch.setattr("cardlab.web.classes.hall.pause_before", lambda match: 0.01)
    evening = Evening(url)

    async def walk() -> None:
        process = Hall(evening.url)
        _, host = await evening.enter(process, evening.otter)
        who = await mover_of(host, evening)
        other = LiveTable.set_up(process.tables, evening.group.id, "kaiser", 8).table
        beside = await process.host(other)
        length = len(evening.kinds())
        with held(evening.url):
            waits = asyncio.create_task(host.do(first_move(host, who)))
            shown = Screen(evening.finch)
            await beside.show(shown)
            assert shown.texts and not waits.done(), "another table had to wait"
            assert "try it again" in (await waits).error
            assert len(evening.kinds()) == length
        assert (await host.do(first_move(host, who))).changed
        process._hosts.clear()

    asyncio.run(walk())


def test_the_wifi_drops_and_all_come_back_to_their_seats(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty-five people at seven tables; the teacher's page stays, so that time goes on."""
    monkeypatch.setattr("cardlab.web.classes.hall.pause_before", lambda match: 1.0)
    classes = Classes(evening.url)
    pupils = [classes.join(evening.group.code, f"Pupil {n}") for n in range(CUT)]
    teacher = next(one for one in classes.members(evening.group.id) if one.teaches)
    tables = [
        LiveTable.set_up(evening.store, evening.group.id, "kaiser", n) for n in range(CUT // 4 + 1)
    ]
    for n, pupil in enumerate(pupils):
        assert tables[n // 4].sit(pupil, n % 4).changed

    async def walk() -> None:
        process = Hall(evening.url)

        async def comes(n: int) -> tuple[TableHost, Screen]:
            screen = Screen(pupils[n])
            return await process.enter(screen, tables[n // 4].table), screen

        for live in tables:
            await process.enter(Screen(teacher), live.table)
        at = await asyncio.gather(*map(comes, range(CUT)))
        hosts = {id(host): host for host, _ in at}.values()
        for host, screen in at:
            host.leave(screen)
        await reached(lambda: sum(len(host.live.play.away) for host in hosts) == CUT, 60)
        back = await asyncio.gather(*map(comes, range(CUT)))
        assert not any(host.live.play.away for host in hosts)
        for n, (_, screen) in enumerate(back):
            assert screen.shown["view"]["viewer"] == n % 4
        for live in tables:
            log = evening.store.read(live.table.id, 0)
            assert [entry.n for entry in log] == list(range(len(log)))
            kinds = [entry.kind for entry in log]
            assert kinds.count("away") == kinds.count("back") > 0
        process._hosts.clear()

    asyncio.run(walk())


def test_of_two_cards_at_once_from_two_devices_one_is_played(evening: Evening) -> None:
    """Bots play between, and the pages of both devices show the same."""

    async def walk() -> None:
        process = Hall(evening.url)
        laptop, host = await evening.enter(process, evening.otter)
        phone, _ = await evening.enter(process, evening.otter)
        await evening.enter(process, evening.finch)
        for _ in range(TIMES):
            who = await mover_of(host, evening)
            both = first_move(host, who), first_move(host, who, last=True)
            answers = await asyncio.gather(*map(host.do, both))
            assert [answer.changed for answer in answers].count(True) == 1
            assert laptop.texts[-1] == phone.texts[-1]
        log = evening.store.read(evening.table.id, 0)
        made = [entry.seat for entry in host.live.play.match.entries if entry.seat is not None]
        assert [entry.seat for entry in log if entry.kind == "move"] == made
        process._hosts.clear()

    asyncio.run(walk())


def test_sixty_join_at_once(url: str) -> None:
    """Each gets a nickname and a code of their own; of those who want the same name, one has it."""
    group, _ = Classes(url).new("Tuesday")
    names = [f"Pupil {n}" for n in range(JOIN - 10)] + ["Otter"] * 10
    joined: list[Member] = []
    refused: list[str] = []

    def join(name: str) -> None:
        classes = Classes(url)
        for _ in range(20):  # as somebody does who reads "try again in a moment"
            try:
                joined.append(classes.join(group.code, name))
                break
            except StoreError as error:
                if "holding" not in str(error):
                    refused.append(str(error))
                    break
        classes.close()

    people = [threading.Thread(target=join, args=(name,)) for name in names]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert len(joined) == JOIN - 9 and len({one.login for one in joined}) == len(joined)
    assert len(refused) == 9 and all("is taken in this class" in said for said in refused)
    assert len(Classes(url).members(group.id)) == len(joined) + 1


def test_a_class_that_is_deleted_ends_its_tables(evening: Evening) -> None:
    async def walk() -> None:
        process = Hall(evening.url)
        screen, host = await evening.enter(process, evening.otter)
        who = await mover_of(host, evening)
        act = first_move(host, who)
        process.classes.delete(evening.group.id)
        answer = await host.do(act)
        assert answer.error and TableStore(evening.url).of_class(evening.group.id) == ()
        await reached(lambda: not process._hosts)
        assert "deleted" in screen.texts[-1]

    asyncio.run(walk())


def test_a_bell_that_fails_every_second_time_only_makes_news_late(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every look at the store in between finds nothing new, or ends with an error."""
    monkeypatch.setattr("cardlab.web.classes.hall.RETRY", 0.05)
    looks = 0
    look = TableStore.lengths

    def seldom(store: TableStore, table_ids: Sequence[str]) -> dict[str, int]:
        nonlocal looks
        looks += 1
        if looks % 4 == 1:
            raise StoreError("a test")
        return look(store, table_ids) if looks % 2 else dict.fromkeys(table_ids, 0)

    monkeypatch.setattr(TableStore, "lengths", seldom)

    async def walk() -> None:
        one, two = Hall(evening.url), Hall(evening.url)
        _, at_one = await evening.enter(one, evening.otter)
        screen, at_two = await evening.enter(two, evening.finch)
        for _ in range(5):
            host = at_one if at_one.live.play.bot_due() is None else at_two
            who = await mover_of(host, evening)
            await host.do(first_move(host, who))
            await reached(lambda: at_one.live.play.length == at_two.live.play.length)
        await reached(lambda: at_two.live.play.bot_due() is None and looks > 8)
        await reached(lambda: screen.shown["chrome"]["entries"] == len(evening.kinds()))
        one._hosts.clear()
        two._hosts.clear()

    asyncio.run(walk())


def test_a_process_that_was_stopped_moves_nothing_twice_when_it_wakes(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bot has thought about a position that the other process has left behind since."""
    wakes, thought = asyncio.Event(), 0

    async def sleeps(view: Any) -> str:
        nonlocal thought
        thought += 1
        if thought == 1:
            await wakes.wait()
        return str(view.legal_moves()[0])

    monkeypatch.setattr("cardlab.web.classes.hall.bot_choice", sleeps)
    monkeypatch.setattr("cardlab.web.classes.hall.AWAY", 60.0)

    async def walk() -> None:
        stopped, other = Hall(evening.url), Hall(evening.url)
        _, at_stopped = await evening.enter(stopped, evening.otter)
        await at_stopped.do(lambda: at_stopped.live.stand(evening.finch))
        await reached(lambda: thought == 1)
        _, at_other = await evening.enter(other, evening.otter)
        length = len(evening.kinds())
        await reached(lambda: len(evening.kinds()) > length and thought > 1)
        plays = at_stopped.live.play, at_other.live.play
        await reached(lambda: plays[1].bot_due() is None)
        wakes.set()
        await reached(
            lambda: (
                plays[0].bot_due() is None
                and plays[0].length == plays[1].length == len(evening.kinds())
            )
        )

        def each_move_once() -> bool:
            log = evening.store.read(evening.table.id, 0)
            made = [entry.seat for entry in plays[1].match.entries if entry.seat is not None]
            return [entry.seat for entry in log if entry.kind == "move"] == made

        await reached(each_move_once)
        assert plays[0].match.record == plays[1].match.record
        stopped._hosts.clear()
        other._hosts.clear()

    asyncio.run(walk())


def test_a_log_that_cannot_be_read_on_keeps_no_other_table_waiting(evening: Evening) -> None:
    async def walk() -> None:
        process = Hall(evening.url)
        screen, _ = await evening.enter(process, evening.otter)
        beside = LiveTable.set_up(process.tables, evening.group.id, "kaiser", 8)
        host = await process.enter(Screen(evening.finch), beside.table)
        evening.store.append(evening.table.id, len(evening.kinds()), [Logged("from-tomorrow")])
        await reached(lambda: "not known to this version" in screen.texts[-1])
        while beside.play.seat_of(evening.finch.id) is None:  # bots may be faster
            beside.sit(evening.finch, 1)
        await reached(lambda: 1 in host.live.play.holders)
        process._hosts.clear()

    asyncio.run(walk())


def test_a_log_of_an_unknown_kind_is_not_written_over(evening: Evening) -> None:
    """A newer version wrote it, as during an update with two servers: this one says so and stops."""
    evening.store.append(evening.table.id, len(evening.kinds()), [Logged("from-tomorrow")])

    async def walk() -> None:
        process = Hall(evening.url)
        with pytest.raises(ValueError, match="from-tomorrow"):
            await process.host(evening.store.load(evening.group.id, 1))
        assert not process._hosts

    asyncio.run(walk())
