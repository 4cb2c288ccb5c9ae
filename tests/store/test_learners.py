"""Learners on disk: nothing lost, nothing twice, and every failure is a sentence."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from cardlab.lessons.progress import Event
from cardlab.store import LearnerNotFound, Learners, MatchStore, StoreError
from cardlab.store.learners import Most, _check

from .conftest import Held, Raw

RIGHT = Event(
    10.0,
    "answered",
    concept="trump",
    rule="highest-trump",
    exercise="winner-of-trick",
    game="nap",
    right=True,
)


@pytest.fixture
def learners(url: str) -> Learners:
    return Learners(url)


def rows(url: str, raw: Raw) -> list[Any]:
    """Everything about learners, so that a test can say that nothing changed."""
    tables = ("learners", "learners_events", "learners_walks")
    return raw(url, *(f"select * from {table} order by 1, 2" for table in tables))


def test_what_happened_comes_back_in_order(learners: Learners, url: str) -> None:
    done, played = Event(10.0, "lesson-done", concept="trump"), Event(1.0, "played", game="nap")
    told = [Event(5.0, "opened", concept="trump"), RIGHT, done, played]
    noted = learners.append("Anna", told)
    assert len({event.id for event in noted}) == 4
    kept = Learners(url).load("  aNNa ")
    assert kept.name == "Anna"
    assert [e.kind for e in kept.events] == ["played", "opened", "answered", "lesson-done"]
    assert set(kept.events) == set(noted)
    assert [(w.name, w.events) for w in learners.all()] == [("Anna", 4)]


def test_one_database_holds_matches_and_learners(learners: Learners, url: str) -> None:
    store = MatchStore(url)
    match = store.create({"game": "kaiser", "moves": [[0, "QH"]]})
    learners.append("Anna", [RIGHT])
    assert (
        store.load(match).record["moves"] == [[0, "QH"]] and len(learners.load("Anna").events) == 1
    )


def test_names_of_any_script_and_case(learners: Learners) -> None:
    for name in ("Žofie", "دعاء", "नेहा", "山田 太郎", "a-b_c 3"):
        learners.append(name, [RIGHT])
        assert len(learners.load(name.upper()).events) == 1 and learners.load(name).name == name
    assert len(learners.all()) == 5


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 31,
        "<b>",
        "a'; drop table learners; --",
        "../etc",
        "a\x00b",
        "\u202eabc",
        "a\nb",
        "-",
        "\u3164",
        "😀",
        "x" * 9999,
        None,
        7,
        "\u0301a",
    ],
)
def test_a_hostile_name_is_a_sentence(learners: Learners, name: Any) -> None:
    for act in (
        lambda: learners.append(name, [RIGHT]),
        lambda: learners.load(name),
        lambda: learners.export(name),
    ):
        with pytest.raises(StoreError, match=r"nickname.*\.$") as caught:
            act()
        assert str(caught.value).isprintable() and len(str(caught.value)) < 200
    assert learners.all() == ()


def test_a_walk_is_kept_and_the_latest_stands(learners: Learners) -> None:
    assert learners.walk("Anna", "trump") is None
    learners.save_walk("Anna", "trump", "choose", {"item": 2, "given": ["QH"]}, when=5.0)
    learners.save_walk("Anna", "trump", "predict", {}, when=4.0)
    walk = learners.walk("anna", "trump")
    assert walk is not None and (walk.step, walk.data) == ("choose", {"item": 2, "given": ["QH"]})
    learners.save_walk("Anna", "trump", "play", {"n": 1}, when=6.0)
    again = learners.walk("anna", "trump")
    assert again is not None and again.step == "play"
    for data in ({"x": float("nan")}, {"x": object()}, {"x": "y" * 300_000}):
        with pytest.raises(StoreError):
            learners.save_walk("Anna", "trump", "play", data)


def test_two_tabs_of_one_learner_lose_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two programs and two threads, each with its own connection, from a database that does not
    exist yet. All are patient, however busy the machine is."""
    monkeypatch.setattr("cardlab.store.database.BUSY_SECONDS", 60.0)
    code = (
        "import sys; from cardlab.store import Learners, database; from cardlab.lessons.progress"
        " import Event\ndatabase.BUSY_SECONDS = 60.0\nmine = Learners(sys.argv[1])\n"
        "for i in range(40): mine.append('Anna', [Event(i, 'opened', concept=sys.argv[2])])"
    )
    programs = [subprocess.Popen([sys.executable, "-c", code, url, f"tab{i}"]) for i in range(2)]
    failed: list[Exception] = []

    def tab(i: int) -> None:
        mine = Learners(url)
        try:
            for n in range(40):
                mine.append("anna", [Event(n, "opened", concept=f"thread{i}")])
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=tab, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [program.wait(60) for program in programs] == [0, 0] and not failed
    concepts = [event.concept for event in Learners(url).load("Anna").events]
    assert {c: concepts.count(c) for c in concepts} == {
        "tab0": 40,
        "tab1": 40,
        "thread0": 40,
        "thread1": 40,
    }


def test_there_and_back_again(learners: Learners, tmp_path: Path) -> None:
    learners.append("Anna", [RIGHT, Event(3.5, "opened", concept="ruff", apart=("x", "y"))])
    learners.save_walk("Anna", "trump", "choose", {"item": 2}, when=5.0)
    text = learners.export_text("anna")
    other = Learners(f"sqlite:///{tmp_path / 'other.sqlite'}")
    done = other.import_text(text)
    assert (done.name, done.events, done.walks) == ("Anna", 2, 1)
    assert other.load("Anna") == learners.load("Anna") and other.export_text("Anna") == text
    again = other.import_text("\ufeff" + text)
    assert (again.events, again.walks) == (0, 0) and "already" in str(again)


def test_an_import_that_brings_too_much_changes_nothing(learners: Learners, tmp_path: Path) -> None:
    learners.append("Anna", [RIGHT] * 3)
    learners.save_walk("Anna", "trump", "choose", {"long": "x" * 1000}, when=5.0)
    text = learners.export_text("Anna")
    other = Learners(f"sqlite:///{tmp_path / 'other.sqlite'}")
    other.append("Bela", [RIGHT])
    for most in (Most(4, 10_000), Most(5, 1000)):
        with pytest.raises(StoreError, match="more progress than can be kept") as refused:
            other.import_text(text, "Bela", most)
        assert "Nothing was changed" in str(refused.value)
        kept = other.load("Bela")
        assert len(kept.events) == 1 and not kept.walks
    other.import_text(text, "Bela", Most(5, 10_000))
    # what is there already is no more than before
    assert not other.import_text(text, "Bela", Most(1, 1)).events


def test_an_import_is_merged_with_what_is_there(learners: Learners, tmp_path: Path) -> None:
    learners.append("Anna", [RIGHT])
    learners.save_walk("Anna", "trump", "choose", {}, when=5.0)
    text = learners.export_text("Anna")
    other = Learners(f"sqlite:///{tmp_path / 'other.sqlite'}")
    other.append("ANNA", [Event(1.0, "opened", concept="void")])
    other.save_walk("ANNA", "trump", "play", {}, when=9.0)
    other.import_text(text)
    kept = other.load("anna")
    assert kept.name == "ANNA" and [e.concept for e in kept.events] == ["void", "trump"]
    assert [w.step for w in kept.walks] == ["play"], "the later place stands"


def changed(data: dict[str, Any], **parts: Any) -> str:
    """The file with parts changed and a check that fits again."""
    data = {**data, **parts}
    return json.dumps({**data, "check": _check(data)})


def test_a_file_that_cannot_be_read_changes_nothing(learners: Learners, url: str, raw: Raw) -> None:
    learners.append("Anna", [RIGHT])
    good = learners.export("Anna")
    text = learners.export_text("Anna")
    event = good["events"][0]
    before = rows(url, raw)
    files = [
        "",
        "{",
        "[]",
        "null",
        "7",
        "[" * 50_000,
        text[:-20],
        text.replace("highest-trump", "highest-tramp"),
        "\x00" * 50,
        "{}",
        changed(good, version=3),
        changed(good, version="1"),
        changed(good, version=True),
        changed(good, format="match"),
        changed(good, learner="<b>"),
        changed(good, learner=None),
        changed(good, events=None),
        changed(good, events=[1]),
        changed(good, events=[{**event, "when": -1}]),
        changed(good, events=[{**event, "kind": "cheated"}]),
        changed(good, events=[{**event, "more": 1}]),
        changed(good, events=[{**event, "right": 1}]),
        changed(good, events=[{**event, "id": ""}]),
        changed(good, events=[{**event, "hints": 4}]),
        changed(good, events=[{**event, "apart": "abc"}]),
        changed(good, events=[{**event, "chance": 2}]),
        changed(good, events=[{**event, "when": time.time() + 9 * 86_400}]),
        changed(good, walks=[{"lesson": "x"}]),
        changed(good, more=1),
        text.replace("10.0", "NaN"),
        text.replace("10.0", "1e999"),
        "x" * 20_000_001,
    ]
    for file in files:
        with pytest.raises(StoreError, match=r"Nothing was changed") as caught:
            learners.import_text(file)
        assert len(str(caught.value)) < 300
    assert rows(url, raw) == before


def test_new_evidence_goes_out_and_in_and_a_file_of_version_1_comes_in(
    learners: Learners,
) -> None:
    noted = learners.append(
        "Anna",
        [
            Event(1.0, "played", game="kaiser"),
            Event(1.0, "decided", concept="trump", rule="highest-trump", game="kaiser"),
            Event(1.0, "contract", concept="contract", game="kaiser", right=True, chance=0.5),
            Event(2.0, "answered", concept="trump", right=True, chance=0.25),
        ],
    )
    learners.import_text(learners.export_text("Anna"), into="Bela")
    assert learners.load("Bela").events == noted
    old = learners.export("Anna") | {"events": [noted[0].to_dict()]}
    learners.import_text(changed(old, version=1), into="Cilla")
    assert learners.load("Cilla").events == noted[:1]


def test_another_version_is_said_so(learners: Learners) -> None:
    learners.append("Anna", [RIGHT])
    with pytest.raises(StoreError, match="another version"):
        learners.import_text(changed(learners.export("Anna"), version=3))


def test_nobody_is_deleted_by_accident(learners: Learners, url: str, raw: Raw) -> None:
    learners.append("Anna", [RIGHT])
    learners.append("Ben", [RIGHT])
    before = rows(url, raw)
    for confirm in ("", "anna", "Ben"):
        with pytest.raises(StoreError, match="Nothing was deleted"):
            learners.delete("Anna", confirm=confirm)
    assert rows(url, raw) == before
    assert learners.delete("anna", confirm="Anna") == 1
    assert [w.name for w in learners.all()] == ["Ben"] and learners.load("Anna").events == ()
    with pytest.raises(LearnerNotFound):
        learners.delete("Anna", confirm="Anna")


def test_an_unknown_learner_has_nothing_and_no_file(learners: Learners) -> None:
    assert learners.load("Nobody").events == ()
    with pytest.raises(LearnerNotFound, match="Nobody"):
        learners.export("Nobody")


def test_a_locked_database_says_so_and_recovers(learners: Learners, url: str, held: Held) -> None:
    learners.append("Anna", [RIGHT])
    with held(url), pytest.raises(StoreError, match="Another program is holding"):
        learners.append("Anna", [RIGHT])
    learners.append("Anna", [RIGHT])
    assert len(learners.load("Anna").events) == 2


def test_damaged_rows_are_a_sentence(learners: Learners, url: str, raw: Raw) -> None:
    learners.append("Anna", [RIGHT])
    raw(url, "update learners_events set data = '{'")
    before = rows(url, raw)
    with pytest.raises(StoreError, match="damaged and was left as it is"):
        learners.load("Anna")
    assert rows(url, raw) == before
