"""Databases of every age and state: older ones are brought up to date with nothing lost, and
those that cannot be used are left as they are, with a sentence."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from cardlab.lessons.progress import Event
from cardlab.store import Houses, Learners, MatchStore, StoreError, schema

from .conftest import HEAD, TABLES, Raw

VERSION_1 = (Path(__file__).parent / "old" / "version-1.sql").read_text(encoding="utf-8")
PARTS = (MatchStore, Learners, Houses)

OPENS: tuple[Callable[[str], Any], ...] = (
    lambda url: MatchStore(url).create(HEAD),
    lambda url: MatchStore(url).load("old-match-0001"),
    lambda url: Learners(url).append("Ben", [Event(1.0, "opened", concept="void")]),
    lambda url: Learners(url).all(),
    lambda url: Houses(url).keep("Ben", "nap", "Short Nap", "{}"),
    lambda url: Houses(url).all("Ben"),
)
"""Every way to open a database: each part of the store, reading and writing."""


def everything(url: str, raw: Raw) -> list[Any]:
    """All that version 1 knows of."""
    columns = {table: ", ".join(sorted(schema.FIRST[table])) for table in TABLES}
    return raw(url, *(f"select {columns[table]} from {table} order by 1, 2" for table in TABLES))


def made_by_version_1(path: Path) -> str:
    with closing(sqlite3.connect(path)) as file:
        file.executescript(VERSION_1)
    return f"sqlite:///{path}"


@pytest.fixture
def old(url: str, tmp_path: Path, raw: Raw) -> str:
    """A database of version 1, of each kind: made by the statements that that version issued."""
    if url.startswith("sqlite"):
        return made_by_version_1(tmp_path / "old.sqlite")
    statements = [text for text in VERSION_1.split(";\n") if text.strip()]
    raw(url, *(text.replace("%", "%%") for text in statements))
    return url


@pytest.mark.parametrize("opened", OPENS[1::2])
def test_an_old_database_is_brought_up_to_date_and_loses_nothing(
    old: str, raw: Raw, opened: Callable[[str], Any]
) -> None:
    before = everything(old, raw)
    assert sum(map(len, before)) > 30
    opened(old)
    assert everything(old, raw) == before
    assert raw(old, "select version from schema_version") == [[(schema.VERSION,)]]
    match = MatchStore(old).load("old-match-0001").replay()
    assert match.ply == 13 and MatchStore(old).load("old-branch-001").parent == "old-match-0001"
    assert [e.concept for e in Learners(old).load("anna").events] == ["trump", "trump"]
    assert [game.name for game in Houses(old).all("Anna")] == ["Free Malilla"]
    MatchStore(old).append("old-match-0001", 13, [(0, "AD")])


def test_an_old_database_with_a_part_of_the_tables_gets_the_others(
    file_url: str, raw: Raw, tmp_path: Path
) -> None:
    """Version 1 made the tables of a part of the store when that part was first used."""
    old = made_by_version_1(tmp_path / "old.sqlite")
    raw(old, *(f"drop table {table}" for table in ("houses", *TABLES[2:5])))
    Learners(old).append("Ben", [Event(1.0, "opened", concept="void")])
    assert MatchStore(old).load("old-match-0001").replay().ply == 13


def test_the_steps_lead_to_the_tables_that_a_new_database_has(url: str, old: str) -> None:
    def tables(of: str) -> dict[str, Any]:
        engine = sa.create_engine(of.replace("postgresql://", "postgresql+psycopg://"))
        inspector = sa.inspect(engine)
        found = {}
        for table in sorted(inspector.get_table_names()):
            columns = inspector.get_columns(table)
            found[table] = (
                [(c["name"], str(c["type"]), c["nullable"]) for c in columns],
                sorted(inspector.get_pk_constraint(table)["constrained_columns"]),
                sorted(str(index["column_names"]) for index in inspector.get_indexes(table)),
            )
        engine.dispose()
        return found

    MatchStore(old).recent()
    upgraded = tables(old)
    if url == old:
        # On a server the old database was made in place of the new one.
        assert set(upgraded) == set(schema.metadata.tables)
        return
    MatchStore(url).create(HEAD)
    assert upgraded == tables(url) and set(upgraded) == set(schema.metadata.tables)


def test_a_copy_of_the_old_file_stands_beside_it_and_can_be_opened(tmp_path: Path) -> None:
    """Also of what lay in the notes beside the file, and readable by its owner alone."""
    url, copy = made_by_version_1(tmp_path / "cards.sqlite"), tmp_path / "cards.version-1.sqlite"
    with closing(sqlite3.connect(tmp_path / "cards.sqlite")) as file:
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("INSERT INTO learners VALUES ('carla', 'Carla', 1.0, 1.0)")
        file.commit()
        store = MatchStore(url)
        store.recent()
        store.close()
    assert copy.stat().st_mode & 0o777 == 0o600 and not list(tmp_path.glob("*.part"))
    with closing(sqlite3.connect(copy)) as old:
        assert old.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = {row[0] for row in old.execute("SELECT name FROM sqlite_master")}
        assert "schema_version" not in tables and "classes" not in tables
        assert old.execute("SELECT name FROM learners WHERE key = 'carla'").fetchone() == ("Carla",)
    before = copy.read_bytes()
    MatchStore(url).recent()
    MatchStore(f"sqlite:///{tmp_path / 'new.sqlite'}").recent()
    assert copy.read_bytes() == before, "what is up to date is not copied"
    assert len(list(tmp_path.glob("*.version-*"))) == 1
    # put back, it is brought up to date as before
    restored = MatchStore(f"sqlite:///{copy}")
    assert restored.load("old-match-0001").replay().ply == 13
    assert [who.name for who in Learners(f"sqlite:///{copy}").all()].count("Carla") == 1


def test_without_room_for_the_copy_nothing_is_upgraded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: Path, version: int) -> Path:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("cardlab.store.database.copy_of_version", full)
    url = made_by_version_1(tmp_path / "cards.sqlite")
    with pytest.raises(StoreError, match="disk of the database is full"):
        MatchStore(url).recent()
    with closing(sqlite3.connect(tmp_path / "cards.sqlite")) as file:
        assert "schema_version" not in {
            row[0] for row in file.execute("SELECT name FROM sqlite_master")
        }


def test_what_was_acknowledged_is_on_the_disk(tmp_path: Path) -> None:
    """A power cut takes nothing back: SQLite waits for the disk with each commit."""
    store = MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")
    with store._writing() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_two_programs_bring_one_database_up_to_date_at_once(old: str, raw: Raw) -> None:
    before = everything(old, raw)
    code = "import sys; from cardlab.store import *; MatchStore(sys.argv[1]).recent()"
    programs = [subprocess.Popen([sys.executable, "-c", code, old]) for _ in range(3)]
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    assert everything(old, raw) == before
    assert raw(old, "select version from schema_version") == [[(schema.VERSION,)]]


def test_a_step_that_fails_leaves_the_old_database(
    old: str, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(connection: sa.Connection) -> None:
        connection.execute(sa.text("create table half (x integer)"))
        connection.execute(sa.text("insert into nowhere values (1)"))

    before = everything(old, raw)
    monkeypatch.setattr(schema, "STEPS", {2: breaks})
    with pytest.raises(StoreError):
        MatchStore(old).recent()
    assert everything(old, raw) == before
    tables = "sqlite_master where type = 'table'"
    if not old.startswith("sqlite"):
        tables = "pg_tables where schemaname = 'public'"
    assert raw(old, f"select count(*) from {tables}") == [[(len(TABLES),)]]


@pytest.mark.parametrize("opened", OPENS)
def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    url: str, raw: Raw, tmp_path: Path, opened: Callable[[str], Any]
) -> None:
    store = MatchStore(url)
    store.create(HEAD)
    store.close()
    raw(url, f"update schema_version set version = {schema.VERSION + 1}")
    before = everything(url, raw)
    files = {path: path.read_bytes() for path in tmp_path.rglob("*.sqlite")}
    with pytest.raises(StoreError, match="newer version of cardlab; it was left") as caught:
        opened(url)
    assert "Update cardlab" in caught.value.advice
    assert everything(url, raw) == before
    assert {path: path.read_bytes() for path in files} == files


@pytest.mark.parametrize("opened", OPENS)
@pytest.mark.parametrize(
    "statements",
    [
        ("create table moves (x)", "create table matches (y)"),
        ("create table recipes (title)", "insert into recipes values ('Sachertorte')"),
        ("create table schema_version (version)",),
    ],
)
def test_a_file_of_another_program_is_left_alone(
    tmp_path: Path, raw: Raw, statements: tuple[str, ...], opened: Callable[[str], Any]
) -> None:
    path = tmp_path / "other.sqlite"
    raw(f"sqlite:///{path}", *statements)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program") as caught:
        opened(f"sqlite:///{path}")
    assert path.read_bytes() == before and str(path) in caught.value.advice
    assert str(tmp_path) not in str(caught.value)


def shopping_list(path: Path) -> None:
    path.write_bytes(b"my shopping list, not a database" * 50)


def cut_in_half(path: Path) -> None:
    made_by_version_1(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def emptied_in_the_middle(path: Path) -> None:
    """The list of tables is there, and all that they hold has become zeros."""
    made_by_version_1(path)
    data = path.read_bytes()
    path.write_bytes(data[:4096] + bytes(len(data) - 4096))


def without_a_list_of_tables(path: Path) -> None:
    made_by_version_1(path)
    data = path.read_bytes()
    empty_page = b"\r\x00\x00\x00\x00\x10\x00\x00"
    path.write_bytes(data[:100] + empty_page + bytes(4096 - 108) + data[4096:])


@pytest.mark.parametrize("opened", OPENS)
@pytest.mark.parametrize(
    "damage", [shopping_list, cut_in_half, emptied_in_the_middle, without_a_list_of_tables]
)
def test_a_damaged_file_is_left_as_it_is(
    tmp_path: Path, damage: Callable[[Path], Any], opened: Callable[[str], Any]
) -> None:
    path = tmp_path / "cards.sqlite"
    damage(path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is damaged or is not a file of cardlab") as caught:
        opened(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert str(path) in caught.value.advice and str(tmp_path) not in str(caught.value)


# -- disks
# ---------------------------------------------------------------------


def test_a_full_disk_refuses_the_move_and_keeps_the_rest(file_url: str) -> None:
    store = MatchStore(file_url)
    match_id = store.create({**HEAD, "moves": [[0, "QH"]]})
    store.close()

    def fill_disk(connection: Any, _record: Any) -> None:
        pages = connection.execute("pragma page_count").fetchone()[0]
        connection.execute(f"pragma max_page_count = {pages}")

    sa.event.listen(sa.Engine, "connect", fill_disk)
    try:
        with pytest.raises(StoreError, match="disk of the database is full, so nothing was saved"):
            for ply in range(1, 500):
                store.append(match_id, ply, [(0, "x" * 100)])
        assert store.load(match_id).record["moves"][0] == [0, "QH"]
    finally:
        sa.event.remove(sa.Engine, "connect", fill_disk)
        store.close()
    length = len(store.load(match_id).record["moves"])
    store.append(match_id, length, [(0, "again")])


@contextmanager
def nobody_may_write(folder: Path) -> Iterator[None]:
    """The folder and what is in it may only be read; root, who may do anything, becomes nobody."""
    for path in (folder, *folder.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


@pytest.fixture
def open_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that any user can reach."""
    folder = tmp_path / "open"
    folder.mkdir()
    ways = [p for p in folder.parents if p.stat().st_uid == os.geteuid() and p != Path("/")]
    modes = {way: way.stat().st_mode & 0o7777 for way in ways}
    for way in ways:
        way.chmod(modes[way] | 0o055)
    yield folder
    for way, mode in modes.items():
        way.chmod(mode)


@pytest.mark.skipif(os.name != "posix", reason="needs the permissions of POSIX")
@pytest.mark.parametrize("age", ["new", "old"])
def test_what_is_on_a_read_only_medium_can_be_read(open_folder: Path, age: str) -> None:
    path = open_folder / "cards.sqlite"
    url = made_by_version_1(path)
    if age == "new":
        store = MatchStore(url)
        store.recent()
        store.close()
    before = path.read_bytes()
    with nobody_may_write(open_folder):
        store = MatchStore(url)
        assert store.load("old-match-0001").replay().ply == 13
        assert len(Learners(url).load("Anna").events) == 2
        assert [game.name for game in Houses(url).all("Anna")] == ["Free Malilla"]
        with pytest.raises(StoreError, match="read-only, so nothing was saved") as caught:
            store.append("old-match-0001", 13, [(0, "AD")])
        assert str(open_folder) not in str(caught.value)
        with pytest.raises(StoreError, match="read-only"):
            Learners(url).append("Anna", [Event(1.0, "opened", concept="void")])
    assert path.read_bytes() == before
    path.chmod(0o644)
    store.append("old-match-0001", 13, [(0, "AD")])
    assert MatchStore(url).load("old-match-0001").replay().ply == 14


@pytest.mark.skipif(os.name != "posix", reason="needs the permissions of POSIX")
def test_a_folder_that_lets_nobody_write_is_a_sentence(open_folder: Path) -> None:
    with nobody_may_write(open_folder), pytest.raises(StoreError) as caught:
        MatchStore(f"sqlite:///{open_folder / 'cards.sqlite'}").create(HEAD)
    assert str(open_folder) in caught.value.advice and str(open_folder) not in str(caught.value)
