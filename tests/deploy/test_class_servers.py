"""A class on PostgreSQL: people at two servers behind nginx, and a database that is gone for a while."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import sqlalchemy as sa

from cardlab.store import TableStore
from cardlab.store.schema import table_log
from cardlab.web.classes.live import LiveTable
from tests.classes.clients import Client, Line
from tests.classes.test_serving import Group, killed_and_gone_on, play
from tests.pages.browsing import Server, serving

from .clusters import Cluster, cluster
from .published import Published
from .test_nginx import RECIPES, nginx

pytestmark = pytest.mark.deploy

GONE = 20.0
"""Seconds for which the database is gone."""
OPTIONS = ("--allow-host", "cards.example", "--trust-proxy", "127.0.0.1")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


def lines_at(server: Server) -> int:
    """How many connections are open to a server."""
    open_ones = psutil.Process(server.process.pid).net_connections("tcp")
    return sum(c.status == "ESTABLISHED" and c.laddr.port == server.port for c in open_ones)


def seated(client: Client, table: str, seat: int) -> Line:
    line = client.sit_down(table)
    line.until(bool)
    if "view" not in line.shown:
        line.sit(seat)
    return line


def log_is_whole(database: str, group: Group) -> list[str]:
    """Every entry once, and every move of the match once; the moves."""
    store = TableStore(database)
    log = store.read(store.of_class(group.tuesday.id)[0].id, 0)
    store.close()
    assert [entry.n for entry in log] == list(range(len(log)))
    return [entry.data for entry in log if entry.kind == "move"]


def plain(recipe: Path, folder: Path, second: int) -> Path:
    """The recipe without TLS, whose second server listens at a port."""
    text = recipe.read_text(encoding="utf-8").replace("listen 443 ssl", "listen 443")
    text = text.replace("127.0.0.1:8867", f"127.0.0.1:{second}")
    made = folder / recipe.name
    made.write_text("".join(line for line in text.splitlines(True) if "ssl_" not in line))
    return made


def test_people_at_two_servers_share_a_table_and_a_vote(tmp_path: Path, postgres: Cluster) -> None:
    """Then one of the servers is killed, and everybody goes on at the other."""
    folders = [tmp_path / name for name in ("one", "two", "nginx")]
    for folder in folders:
        folder.mkdir()
    with (
        serving(folders[0], *OPTIONS, base="/cards/", CARDLAB_STORE=postgres.url) as one,
        serving(folders[1], *OPTIONS, base="/cards/", CARDLAB_STORE=postgres.url) as two,
        nginx(folders[2], plain(RECIPES / "several.conf", folders[2], two.port), one.port) as port,
    ):
        front = Published(
            port, one.process, one.store, one.log, "/cards/", f"http://127.0.0.1:{port}/cards/"
        )
        group = Group(front, database=postgres.url)
        otter = seated(group.otter, group.table, 0)
        finch = seated(group.finch, group.table, 1)
        while not (lines_at(one) and lines_at(two)):  # nginx takes the servers in turn
            finch.close()
            group.finch.ask(group.root)
            finch = seated(group.finch, group.table, 1)
        play([otter, finch], 12)
        votes(group)
        os.kill(two.process.pid, signal.SIGKILL)
        two.process.wait(10)
        made = log_is_whole(postgres.url, group)
        otter.close()
        finch.close()
        lines = [seated(group.otter, group.table, 0), seated(group.finch, group.table, 1)]
        play(lines, 6)
        assert log_is_whole(postgres.url, group)[: len(made)] == made
        for line in lines:
            line.close()


def votes(group: Group) -> None:
    """A vote is the same at whichever server it is asked for."""
    root, teacher = group.root, group.teacher
    group.lay_table("kaiser")
    assert teacher.ask(f"{root}/act", {"act": "vote", "number": "2"})[0] == 303
    page = group.otter.ask(f"{root}/vote")[1]
    move = page.partition('name="move" value="')[2].partition('"')[0]
    for client in (group.otter, group.finch):
        assert client.ask(f"{root}/act", {"act": "ballot", "move": move})[0] == 303
    assert all("2 of 2 have chosen" in teacher.ask(f"{root}/vote/now")[1] for _ in range(4))
    assert teacher.ask(f"{root}/act", {"act": "move-vote", "state": "counted"})[0] == 303
    assert all('class="n">2<' in group.finch.ask(f"{root}/vote/now")[1] for _ in range(4))


def turn_of(lines: list[Line]) -> Line:
    """Whoever is to move, as soon as one of these people is."""
    deadline = time.monotonic() + 60
    while True:
        for line in lines:
            while line.hear(0.02):
                pass
            if line.legal:
                return line
        assert time.monotonic() < deadline, "it was nobody's turn"


def test_a_killed_server_on_postgres_loses_nothing(tmp_path: Path, postgres: Cluster) -> None:
    killed_and_gone_on(tmp_path, postgres.url)


def test_a_server_that_is_stopped_and_wakes_moves_nothing_twice(
    tmp_path: Path, postgres: Cluster
) -> None:
    """Both servers have bots at the table; one sleeps for as long as a bot and a person need."""
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    with (
        serving(folders[0], CARDLAB_STORE=postgres.url) as one,
        serving(folders[1], CARDLAB_STORE=postgres.url) as two,
    ):
        group = Group(one, database=postgres.url)
        otter = seated(group.otter, group.table, 0)
        group.finch.server = two
        finch = seated(group.finch, group.table, 1)
        for _ in range(3):
            play([otter, finch], 3)
            os.kill(two.process.pid, signal.SIGSTOP)
            try:
                asleep = time.monotonic() + 4
                while time.monotonic() < asleep:
                    while otter.hear(0.05):
                        pass
                    if otter.legal:  # refused if the other sleeps while it writes
                        otter.pick(otter.legal[0])
                        otter.hear(1)
            finally:
                os.kill(two.process.pid, signal.SIGCONT)
        play([otter, finch], 4)
        log_is_whole(postgres.url, group)
        store = TableStore(postgres.url)
        table = store.of_class(group.tuesday.id)[0]
        LiveTable(table, store)  # a doubled move could not be played again
        store.close()
        for line in (otter, finch):
            line.close()


def test_a_full_disk_of_postgres_is_a_sentence_and_the_move_can_be_made_later(
    tmp_path: Path,
) -> None:
    with cluster(megabytes=160) as small, serving(tmp_path, CARDLAB_STORE=small.url) as server:
        group = Group(server, database=small.url)
        lines = [seated(group.otter, group.table, 0), seated(group.finch, group.table, 1)]
        play(lines, 4)
        mover = turn_of(lines)
        made, ply = log_is_whole(small.url, group), mover.ply
        small.fill_the_disk()
        use_up_the_pages(small.url)
        mover.pick(mover.legal[0])
        while not mover.said:
            assert mover.hear(30), "nothing was said"
        assert "disk of the database is full" in mover.said["error"]
        assert "try it again" in mover.said["error"] and mover.ply == ply
        assert log_is_whole(small.url, group) == made
        assert group.finch.ask(group.root)[0] == 200, "what is there can be read"
        small.make_room()
        mover.said = {}
        play(lines, 4)
        assert log_is_whole(small.url, group)[: len(made)] == made
        for line in lines:
            line.close()


def use_up_the_pages(database: str) -> None:
    """Write entries of nobody's table until there is no room for any."""
    engine = sa.create_engine(database, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection, pytest.raises(sa.exc.DBAPIError, match="No space left"):
        for n in range(100_000):
            connection.execute(
                table_log.insert().values(table_id="nobody's", n=n, at=0.0, kind="note", data="")
            )
    engine.dispose()


def test_a_database_that_is_gone_for_a_while_loses_nothing(
    tmp_path: Path, postgres: Cluster
) -> None:
    """What is tried meanwhile is refused with a sentence; afterwards the same pages go on, at the
    same server."""
    with serving(tmp_path, CARDLAB_STORE=postgres.url) as server:
        group = Group(server, database=postgres.url)
        lines = [seated(group.otter, group.table, 0), seated(group.finch, group.table, 1)]
        play(lines, 6)
        made = log_is_whole(postgres.url, group)
        mover = turn_of(lines)
        postgres.stop("immediate")
        began, ply = time.monotonic(), mover.ply
        try:
            mover.pick(mover.legal[0])
            while not mover.said:
                assert mover.hear(30), "nothing was said"
            assert "try again" in mover.said["error"] and mover.ply == ply
            status, text, _ = group.finch.ask(group.root)
            assert status == 503 and "cannot be" in text
            time.sleep(max(0.0, GONE - (time.monotonic() - began)))
        finally:
            postgres.start()
        assert server.process.poll() is None
        play(lines, 6)
        after = log_is_whole(postgres.url, group)
        assert after[: len(made)] == made and len(after) > len(made)
        assert group.finch.ask(group.root)[0] == 200
        for line in lines:
            line.close()
