"""The store: nothing lost, nothing mixed, and every failure is a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

from cardlab.store import (
    Holders,
    MatchChanged,
    MatchNotFound,
    MatchOfAnother,
    MatchStore,
    NoStore,
    StoreError,
)

from .conftest import HEAD, POSTGRES, Held, Raw


@pytest.fixture
def store(url: str) -> MatchStore:
    return MatchStore(url)


def test_a_match_comes_back_as_it_was_written(store: MatchStore, url: str) -> None:
    match_id = store.create({**HEAD, "moves": [[None, "deal QH"]]})
    store.append(match_id, 1, [(0, "7")])
    store.append(match_id, 2, [(1, "pass"), (None, "deal")])
    stored = MatchStore(url).load(match_id)
    assert stored.record == {
        **HEAD,
        "moves": [[None, "deal QH"], [0, "7"], [1, "pass"], [None, "deal"]],
    }
    assert stored.held is None
    assert [s.id for s in MatchStore(url).recent(5)] == [match_id]
    assert store.recent(5)[0].moves == 4


def test_no_gap_and_no_place_twice(store: MatchStore) -> None:
    match_id = store.create(HEAD)
    store.append(match_id, 0, [(0, "QH")])
    for ply in (0, 2, 7):
        with pytest.raises(MatchChanged, match="Load it again"):
            store.append(match_id, ply, [(1, "KH")])
    assert store.load(match_id).record["moves"] == [[0, "QH"]]


def test_several_entries_are_written_all_or_none(store: MatchStore) -> None:
    match_id = store.create(HEAD)
    store.append(match_id, 0, [(0, "QH")])
    with pytest.raises(MatchChanged):
        store.append(match_id, 0, [(0, "KH"), (1, "2H")])
    assert len(store.load(match_id).record["moves"]) == 1


def test_the_second_of_two_tabs_is_told_to_reload(url: str) -> None:
    one, two = MatchStore(url), MatchStore(url)
    match_id = one.create(HEAD)
    two.load(match_id)
    one.append(match_id, 0, [(0, "QH")])
    with pytest.raises(MatchChanged, match="another window"):
        two.append(match_id, 0, [(0, "KH")])


def test_a_take_back_in_one_tab_stops_the_other_even_at_equal_length(url: str) -> None:
    one, two = MatchStore(url), MatchStore(url)
    match_id = one.create({**HEAD, "moves": [[0, "QH"], [1, "2H"]]})
    two.load(match_id)
    one.truncate(match_id, 1)
    one.append(match_id, 1, [(1, "3H")])
    with pytest.raises(MatchChanged):
        two.append(match_id, 2, [(2, "4H")])
    with pytest.raises(MatchChanged):
        two.truncate(match_id, 0)
    two.load(match_id)
    two.append(match_id, 2, [(2, "4H")])
    assert [text for _, text in one.load(match_id).record["moves"]] == ["QH", "3H", "4H"]


def test_a_finished_deal_waits_until_it_is_released(store: MatchStore) -> None:
    match_id = store.create(HEAD)
    store.append(match_id, 0, [(0, "QH"), (None, "deal")], held=1)
    assert store.load(match_id).held == 1
    store.release(match_id)
    assert store.load(match_id).held is None


def test_only_its_holder_changes_a_match(url: str) -> None:
    anna, other, file = MatchStore(url, "anna"), MatchStore(url, "guest:1"), MatchStore(url)
    match_id = anna.create({**HEAD, "moves": [[0, "QH"]]})
    anna.append(match_id, 1, [(1, "2H"), (None, "deal")], held=2)
    assert not other.load(match_id).mine
    assert MatchStore(url, "anna").load(match_id).mine and file.load(match_id).mine
    for change in (
        lambda: other.append(match_id, 3, [(2, "4H")]),
        lambda: MatchStore(url, "guest:1").append(match_id, 3, [(2, "4H")]),
        lambda: other.truncate(match_id, 0),
        lambda: other.release(match_id),
    ):
        with pytest.raises(MatchOfAnother, match="played in another browser"):
            change()
    assert anna.load(match_id).held == 2 and len(anna.load(match_id).record["moves"]) == 3
    anna.append(match_id, 3, [(2, "4H")])
    file.append(match_id, 4, [(3, "5H")])
    assert not other.load(match_id).mine, "whoever has the database took it from nobody"


def test_a_match_of_nobody_is_of_whoever_moves_first(url: str) -> None:
    """As those from before matches had holders, and those of a notebook."""
    anna, other = MatchStore(url, "anna"), MatchStore(url, "guest:1")
    match_id = MatchStore(url).create({**HEAD, "moves": [[0, "QH"]]})
    assert anna.load(match_id).mine and other.load(match_id).mine
    anna.append(match_id, 1, [(1, "2H")])
    assert not other.load(match_id).mine
    with pytest.raises(MatchOfAnother):
        other.append(match_id, 2, [(2, "4H")])


def test_the_matches_of_a_guest_go_along_with_the_name_that_is_taken(url: str) -> None:
    first, second, third = (f"guest:{sign * 24}" for sign in "123")
    matches = [MatchStore(url, guest).create(HEAD) for guest in (first, second, third)]
    holder = Holders(url).take("Anna Ž", first)
    Holders(url).open("Anna Ž", holder.code, second)
    Holders(url).pass_matches(third, "Anna Ž")
    anna = MatchStore(url, holder.learner)
    assert [anna.load(match).mine for match in matches] == [True, True, True]
    assert not MatchStore(url, first).load(matches[0]).mine


def test_a_what_if_knows_its_parent_and_is_not_listed(store: MatchStore) -> None:
    match_id = store.create(HEAD)
    branch = store.create(HEAD, parent=match_id, parent_ply=3)
    assert (store.load(branch).parent, store.load(branch).parent_ply) == (match_id, 3)
    assert [s.id for s in store.recent()] == [match_id]


@pytest.mark.parametrize(
    "name",
    ["", "x", "../../etc/passwd", "a' or 1=1 --", "é" * 12, "a" * 41, "abc\x00def", "<b>bold</b>"],
)
def test_hostile_names_are_not_asked_of_the_database(store: MatchStore, name: str) -> None:
    with pytest.raises(MatchNotFound, match="not the name of a match"):
        store.load(name)


def test_an_unknown_name_is_a_sentence(store: MatchStore) -> None:
    with pytest.raises(MatchNotFound, match="start a new deal"):
        store.load("abcdefgh1234")


def test_a_locked_database_says_so_and_recovers(store: MatchStore, url: str, held: Held) -> None:
    match_id = store.create(HEAD)
    with held(url):
        with pytest.raises(StoreError, match="Another program is holding"):
            store.append(match_id, 0, [(0, "QH")])
        with pytest.raises(StoreError, match="Another program is holding"):
            MatchStore(url).create(HEAD)
    store.append(match_id, 0, [(0, "QH")])
    assert len(store.load(match_id).record["moves"]) == 1


@pytest.mark.parametrize(
    "named", ["sqlite:///{file}/x.sqlite", "nonsense://x", "::", "sqlite:////proc/none/x.sqlite"]
)
def test_an_address_that_leads_nowhere_is_a_sentence(tmp_path: Path, named: str) -> None:
    file = tmp_path / "plain"
    file.write_text("x")
    with pytest.raises(NoStore) as caught:
        MatchStore(named.format(file=file)).create(HEAD)
    assert "CARDLAB_STORE" in caught.value.advice and "/" not in str(caught.value)


def test_a_file_that_nobody_may_write_is_told_from_one_that_is_in_use(
    tmp_path: Path, held: Held
) -> None:
    """Waiting helps with the second alone."""
    file = tmp_path / "cards.sqlite"
    MatchStore(f"sqlite:///{file}").create(HEAD)
    with pytest.raises(NoStore, match="read-only"):
        MatchStore(f"sqlite:///file:{file}?mode=ro&uri=true").probe()
    with held(f"sqlite:///{file}"), pytest.raises(StoreError) as caught:
        MatchStore(f"sqlite:///{file}").probe()
    assert not isinstance(caught.value, NoStore)


def test_damaged_rows_are_a_sentence(store: MatchStore, url: str, raw: Raw) -> None:
    match_id = store.create({**HEAD, "moves": [[0, "QH"], [1, "2H"]]})
    raw(url, "delete from moves where ply = 0")
    with pytest.raises(StoreError, match="missing"):
        store.load(match_id)
    raw(url, "update matches set head = '{'")
    with pytest.raises(StoreError, match="damaged"):
        store.load(match_id)


def test_a_plain_path_may_name_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_STORE", str(tmp_path / "plain.sqlite"))
    MatchStore().create(HEAD)
    assert (tmp_path / "plain.sqlite").exists()


def test_import_of_cardlab_stays_light() -> None:
    code = "import sys, cardlab; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_writer_that_is_killed_loses_at_most_the_move_being_written(file_url: str) -> None:
    """It says each move when the store has it; the file then has all of these, and may have one
    more."""
    match_id = MatchStore(file_url).create(HEAD)
    code = (
        "import sys; from cardlab.store import MatchStore\nstore = MatchStore(sys.argv[1])\n"
        "for ply in range(100_000):\n"
        "    store.append(sys.argv[2], ply, [(0, f'move {ply}')]); print(ply, flush=True)"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", code, file_url, match_id], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    said = [writer.stdout.readline() for _ in range(40)]
    writer.kill()
    said += writer.stdout.readlines()
    writer.wait()
    writer.stdout.close()
    told = len([line for line in said if line.endswith("\n")])
    moves = MatchStore(file_url).load(match_id).record["moves"]
    assert told >= 40 and len(moves) in (told, told + 1)
    assert moves == [[0, f"move {ply}"] for ply in range(len(moves))]


@pytest.mark.parametrize(
    ("named", "install", "secret"),
    [
        ("mysql://u:topsecret@h/db", "pip install", "topsecret"),
        ("oracle+foo://u:topsecret@h", "Use sqlite:///FILE or postgresql", "topsecret"),
        ("postgresql://u:topsecret@h:port/db", "%40 %3A %2F", "topsecret"),
        ("postgresql://u:top/secret@h:x/db", "CARDLAB_STORE", "secret"),
    ],
)
def test_an_address_without_driver_says_what_to_install_and_never_the_password(
    named: str, install: str, secret: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(StoreError) as caught:
        MatchStore(named).create(HEAD)
    assert install in caught.value.told and install in caplog.text
    assert secret not in caught.value.told + caplog.text + MatchStore(named).place


def test_postgresql_without_its_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for named in ("postgresql://u:s3cret@h/db", "postgres://h/db", "postgresql+psycopg://h/db"):
        with pytest.raises(StoreError, match="driver of the database is not installed") as caught:
            MatchStore(named).create(HEAD)
        assert "pip install 'cardlab[postgres]'" in caught.value.told
        assert "s3cret" not in caught.value.told


@pytest.mark.skipif(not POSTGRES, reason="CARDLAB_TEST_POSTGRES names no PostgreSQL server")
def test_a_server_that_refuses_is_a_sentence_without_a_password(
    caplog: pytest.LogCaptureFixture,
) -> None:
    given = make_url(POSTGRES)
    for wrong, advice in (
        (given.set(password="wr0ng"), "Check both in CARDLAB_STORE"),
        (given.set(username="nobody", password="wr0ng"), "Check both in CARDLAB_STORE"),
        (given.set(database="no_such_database"), "Make the database no_such_database"),
        (given.set(port=1), "is there and runs"),
    ):
        text = wrong.render_as_string(hide_password=False)
        with pytest.raises(StoreError) as caught:
            MatchStore(text).create(HEAD)
        assert advice in caught.value.advice and "wr0ng" not in caught.value.told + caplog.text
        assert str(given.password) not in caught.value.told + caplog.text
        assert (given.host or "?") not in str(caught.value), "where it is, is no visitor's business"


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps rights in another way")
def test_only_its_owner_reads_a_new_database_and_nobody_outside_an_old_one(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    file = folder / "cards.sqlite"
    MatchStore(f"sqlite:///{file}").probe()
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    file.chmod(0o664)
    MatchStore(f"sqlite:///{file}").probe()
    assert file.stat().st_mode & 0o777 == 0o660


@pytest.mark.parametrize(
    "typed",
    ["postgresql//u@h/db", "postgresql+psycopg:cardlab@db/cardlab", "sqlite:/home/me/cards.sqlite"],
)
def test_an_address_with_a_typing_error_is_refused_and_makes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CARDLAB_STORE", typed)
    with pytest.raises(StoreError) as caught:
        MatchStore().probe()
    assert "is not a database address" in caught.value.advice
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "said",
    [
        'FATAL: password missing for user "cards"',
        "connection failed: authentication is off",
        'FATAL: role "cards" does not exist',
    ],
)
def test_who_is_refused_by_the_database_server_hears_what_to_check(
    file_url: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*given: object) -> None:
        raise OSError(said)

    store = MatchStore(file_url)
    assert store.recent() == []
    monkeypatch.setattr(sa.Engine, "connect", refuses)
    with pytest.raises(StoreError, match="refuses the user name or the password"):
        store.recent()
