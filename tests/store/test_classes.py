"""Classes, members and the logs of tables, on every kind of database."""

from __future__ import annotations

import re
import threading
import time

import pytest

from cardlab.store import (
    Classes,
    ClassNotFound,
    Logged,
    LoginRefused,
    NicknameTaken,
    StoreError,
    TableChanged,
    TableStore,
)


def test_a_member_comes_back_with_the_login_code_and_with_nothing_else(url: str) -> None:
    classes = Classes(url)
    tuesday, teacher = classes.new("  Tuesday   7b ")
    friday, _ = classes.new("Friday")
    otter = classes.join(tuesday.code.lower().replace("-", " "), "Otter", "guest:1")
    assert tuesday.title == "Tuesday 7b" and not otter.teaches and teacher.teaches
    back = classes.login(tuesday.code, "OTTER", otter.login.lower())
    assert (back.id, back.stamp, back.learner) == (otter.id, otter.stamp, "guest:1")
    assert classes.login(tuesday.code, "teacher", teacher.login).teaches
    for code, name, login in (
        (tuesday.code, "Otter", teacher.login),
        (tuesday.code, "Otter", ""),
        (tuesday.code, "Nobody", otter.login),
        (tuesday.code, "<b>", otter.login),
        (friday.code, "Otter", otter.login),
    ):
        with pytest.raises(LoginRefused):
            classes.login(code, name, login)
    with pytest.raises(ClassNotFound, match="No class has the code"):
        classes.login("XXX-XXX", "Otter", otter.login)
    new = classes.new_login(otter.id)
    assert new.stamp != otter.stamp
    with pytest.raises(LoginRefused):
        classes.login(tuesday.code, "Otter", otter.login)
    assert classes.login(tuesday.code, "Otter", new.login).id == otter.id


def test_many_wrong_codes_have_to_wait(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    classes = Classes(url)
    tuesday, _ = classes.new("Tuesday")
    otter = classes.join(tuesday.code, "Otter")
    monkeypatch.setattr("cardlab.store.classes.TRIES", 2)
    for _ in range(2):
        with pytest.raises(LoginRefused, match="not the login code"):
            classes.login(tuesday.code, "Otter", "K7MQ-2BXR")
    with pytest.raises(LoginRefused, match="Wait a minute"):
        classes.login(tuesday.code, "Otter", otter.login)


def test_a_clock_that_is_put_back_shuts_nobody_out_for_longer(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong codes of tomorrow, when the clock was a day ahead, do not count today."""
    classes, real = Classes(url), time.time
    tuesday, _ = classes.new("Tuesday")
    otter = classes.join(tuesday.code, "Otter")
    monkeypatch.setattr("cardlab.store.classes.TRIES", 2)
    monkeypatch.setattr(time, "time", lambda: real() + 86_400)
    for _ in range(2):
        with pytest.raises(LoginRefused, match="not the login code"):
            classes.login(tuesday.code, "Otter", "K7MQ-2BXR")
    monkeypatch.setattr(time, "time", real)
    assert classes.login(tuesday.code, "Otter", otter.login).id == otter.id


@pytest.mark.parametrize(
    "name", ["", "   ", "🦦", "<script>alert(1)</script>", "a" * 31, "x\u202ey", "\u0301"]
)
def test_what_is_no_nickname_is_a_sentence(url: str, name: str) -> None:
    classes = Classes(url)
    tuesday, _ = classes.new("Tuesday")
    with pytest.raises(StoreError, match="nickname"):
        classes.join(tuesday.code, name)
    assert len(classes.members(tuesday.id)) == 1


def test_a_nickname_is_taken_once_and_a_closed_door_lets_nobody_in(url: str) -> None:
    classes = Classes(url)
    tuesday, _ = classes.new("Tuesday")
    classes.join(tuesday.code, "Otter")
    with pytest.raises(NicknameTaken, match="Otter is taken in this class"):
        classes.join(tuesday.code, "otter")
    with pytest.raises(NicknameTaken):
        classes.join(tuesday.code, "Teacher")
    assert tuesday.watching
    classes.set_watching(tuesday.id, False)
    assert not classes.load(tuesday.id).watching and classes.load(tuesday.id).door
    classes.set_door(tuesday.id, False)
    with pytest.raises(StoreError, match="The door of this class is closed"):
        classes.join(tuesday.code, "Finch")
    for title in ("", "x" * 61, "a\nb\x07"):
        with pytest.raises(StoreError, match="title"):
            classes.new(title)


def test_whoever_goes_is_forgotten_and_their_moves_stay(url: str) -> None:
    classes, tables = Classes(url), TableStore(url)
    tuesday, _ = classes.new("Tuesday")
    friday, _ = classes.new("Friday")
    otter, finch = classes.join(tuesday.code, "Otter"), classes.join(tuesday.code, "Finch")
    table = tables.new(tuesday.id, {"game": "kaiser", "seed": 7})
    other = tables.new(friday.id, {"game": "nap", "seed": 8})
    assert (table.number, other.number, tables.new(tuesday.id, {"game": "nap"}).number) == (1, 1, 2)
    tables.append(table.id, 0, [Logged("sit", otter.id, 0), Logged("sit", finch.id, 1)])
    own = classes.export_member(otter.id)
    assert own["nickname"] == "Otter" and [e["kind"] for e in own["at_tables"]] == ["sit"]
    classes.remove(otter.id)
    whole = str(classes.export(tuesday.id))
    assert "Otter" not in whole and "Finch" in whole and otter.login not in whole
    assert len(tables.read(table.id, 0)) == 2
    with pytest.raises(ClassNotFound, match="not in this class any more"):
        classes.member(otter.id)
    classes.delete(tuesday.id)
    assert tables.read(table.id, 0) == () and tables.of_class(tuesday.id) == ()
    assert [c.title for c in classes.all()] == ["Friday"] and tables.of_class(friday.id) == (other,)
    with pytest.raises(ClassNotFound):
        classes.member(finch.id)


def test_of_many_who_write_at_once_one_is_first(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two devices at one seat send different cards a hundred times at once: one entry each time."""
    monkeypatch.setattr("cardlab.store.database.BUSY_SECONDS", 60.0)
    table = TableStore(url).new("class", {"game": "kaiser", "seed": 7})
    refused: list[str] = []

    def play(device: str) -> None:
        store = TableStore(url)
        for n in range(100):
            turn.wait()
            try:
                store.append(table.id, n, [Logged("move", device, 0, f"{device}{n}")])
            except TableChanged:
                refused.append(device)
        store.close()

    turn = threading.Barrier(2)
    devices = [threading.Thread(target=play, args=(name,)) for name in "ab"]
    for device in devices:
        device.start()
    for device in devices:
        device.join()
    entries = TableStore(url).read(table.id, 0)
    assert [entry.n for entry in entries] == list(range(100)) and len(refused) == 100
    assert TableStore(url).lengths([table.id, "gone"]) == {table.id: 100}


def test_a_class_is_full_with_as_many_members_as_it_says(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab.store.classes.MOST_MEMBERS", 3)
    classes = Classes(file_url)
    tuesday, _ = classes.new("x" * 60)
    friday, _ = classes.new("Friday")
    assert re.fullmatch(r"[2-9A-Z]{3}-[2-9A-Z]{3}", tuesday.code)
    for name in ("Otter", "Finch"):
        classes.join(tuesday.code, name)
    with pytest.raises(StoreError, match="full: it has 3 members"):
        classes.join(tuesday.code, "Heron")
    assert classes.join(friday.code, "Heron").class_id == friday.id


def test_wrong_codes_are_forgotten_after_the_right_one_and_after_the_pause(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    classes, now = Classes(file_url), [time.time()]
    monkeypatch.setattr(time, "time", lambda: now[0])
    monkeypatch.setattr("cardlab.store.classes.TRIES", 2)
    tuesday, _ = classes.new("Tuesday")
    otter = classes.join(tuesday.code, "Otter")

    def wrong() -> None:
        with pytest.raises(LoginRefused, match="not the login code"):
            classes.login(tuesday.code, "Otter", "K7MQ-2BXR")

    for _ in range(3):
        wrong()
        assert classes.login(tuesday.code, "Otter", otter.login).id == otter.id
    wrong()
    now[0] += 59
    wrong()
    with pytest.raises(LoginRefused, match="Wait a minute"):
        classes.login(tuesday.code, "Otter", otter.login)
    now[0] += 1
    assert classes.login(tuesday.code, "Otter", otter.login).id == otter.id
