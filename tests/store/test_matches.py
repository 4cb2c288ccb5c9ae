"""The store: nothing lost, nothing mixed, and every failure is a sentence."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardlab.store import MatchChanged, MatchNotFound, MatchStore, StoreError

HEAD = {"game": "kaiser", "options": {}, "players": 4, "seed": 7, "names": None, "notes": []}


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
        with pytest.raises(MatchChanged, match="Reload this page"):
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


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "cards.sqlite"
    path.write_bytes(b"my shopping list, not a database" * 50)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="damaged or is not a file of cardlab"):
        MatchStore(f"sqlite:///{path}").create(HEAD)
    assert path.read_bytes() == before


def test_a_locked_file_says_so_and_recovers(store: MatchStore, tmp_path: Path) -> None:
    match_id = store.create(HEAD)
    other = sqlite3.connect(tmp_path / "deep" / "cards.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="Another program is holding"):
        store.append(match_id, 0, [(0, "QH")])
    other.execute("ROLLBACK")
    store.append(match_id, 0, [(0, "QH")])
    assert len(store.load(match_id).record["moves"]) == 1


def test_a_read_only_database_reads_and_refuses_to_write(store: MatchStore, tmp_path: Path) -> None:
    match_id = store.create({**HEAD, "moves": [[0, "QH"]]})
    store.close()
    path = tmp_path / "deep" / "cards.sqlite"
    readonly = MatchStore(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert readonly.load(match_id).record["moves"] == [[0, "QH"]]
    with pytest.raises(StoreError, match="read-only"):
        readonly.append(match_id, 1, [(1, "KH")])


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="the administrator may write everywhere"
)
def test_a_folder_without_permission_is_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError):
            MatchStore(f"sqlite:///{tmp_path / 'no' / 'cards.sqlite'}").create(HEAD)
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize(
    "url", ["sqlite:///{file}/x.sqlite", "nonsense://x", "::", "sqlite:////proc/none/x.sqlite"]
)
def test_an_address_that_leads_nowhere_is_a_sentence(tmp_path: Path, url: str) -> None:
    file = tmp_path / "plain"
    file.write_text("x")
    with pytest.raises(StoreError) as caught:
        MatchStore(url.format(file=file)).create(HEAD)
    assert "CARDLAB_STORE" in str(caught.value)


def test_a_database_with_other_tables_of_our_names_is_left_alone(
    tmp_path: Path, raw: Callable[..., None]
) -> None:
    url = f"sqlite:///{tmp_path / 'other.sqlite'}"
    raw(url, "create table moves (x)", "create table matches (y)")
    with pytest.raises(StoreError, match="another version"):
        MatchStore(url).load("abcdefgh")


def test_damaged_rows_are_a_sentence(store: MatchStore, url: str, raw: Callable[..., None]) -> None:
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
