"""Lessons and exercises without a browser: commands in, snapshots out, what is saved, and what is
refused."""

from __future__ import annotations

import json
import sqlite3
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.lessons import lesson, taught
from cardlab.lessons.exercises import exercise, exercise_at, fingerprint
from cardlab.lessons.progress import DAY, Event
from cardlab.lessons.walk import Walk as Lesson
from cardlab.store import Learners, MatchStore
from cardlab.web.addresses import GameAddress, PrintAddress
from cardlab.web.pages.learner_log import MemoryLog, StoreLog
from cardlab.web.pages.learning import LessonPage, _drawing, learn, play_address
from cardlab.web.pages.learning import exercise as exercise_page
from cardlab.web.pages.practice import Practice
from cardlab.web.pages.printing import print_page
from cardlab.web.pages.session import Session
from cardlab.web.pages.watching import Watching, recorded
from cardlab.web.widgets import LessonWidget

ADDRESS = "decided-by:must-beat-opponent?game=malilla&seed=3"


class Walk:
    """A driver that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.events: list[str] = []

    def answered_in(self, saved: Any) -> bool:
        return False

    def __getattr__(self, name: str) -> Any:
        def command(*given: Any) -> None:
            self.told.append((name, *given))
            self.events.append(name)
            if name == "skip":
                raise RuntimeError("no")

        return command

    @property
    def saved(self) -> dict[str, Any]:
        return {"told": len(self.told)}

    @property
    def snapshot(self) -> dict[str, Any]:
        return {
            "lesson": {"title": "T"},
            "step": str(len(self.told)),
            "question": None,
            "table": None,
            "play": None,
        }


def paged() -> tuple[Walk, LessonWidget, MemoryLog]:
    walk, widget, log = Walk(), LessonWidget(), MemoryLog()
    LessonPage(walk, widget, key="trump", log=log)
    return walk, widget, log


def send(widget: LessonWidget, name: str, n: int = 1, **data: Any) -> None:
    widget.command = {"n": n, "name": name, "data": data}


def test_commands_reach_the_walk_and_are_saved() -> None:
    walk, widget, log = paged()
    send(widget, "give", 1, values=["QH"])
    send(widget, "check", 2, values=["QH", "7C"])
    send(widget, "goto", 3, step="watch")
    assert walk.told == [("give", ("QH",)), ("give", ("QH", "7C")), ("check",), ("goto", "watch")]
    assert log.load("trump") == {"told": 4} and log.events == ["give", "give", "check", "goto"]
    assert widget.snapshot["step"] == "4" and widget.heard == 3 and widget.error == ""


@pytest.mark.parametrize(
    "command",
    [
        {"n": 1, "name": "__init__", "data": {}},
        {"n": 1, "name": "saved"},
        {"n": 1, "name": "give", "data": {"values": "QH"}},
        {"n": 1, "name": "give", "data": {"values": ["x"] * 500}},
        {"n": 1, "name": "skip", "data": {}},
    ],
)
def test_what_cannot_be_done_becomes_a_sentence(command: dict[str, Any]) -> None:
    _, widget, _ = paged()
    widget.command = command
    assert widget.error.endswith(".") and "Reload the page" in widget.error
    assert widget.snapshot["lesson"] == {"title": "T"}, "what is on the screen stays"


def test_practice_asks_marks_and_goes_on() -> None:
    draw, seed, title, *_ = _drawing(ADDRESS, {})
    practice = Practice(draw, seed, title)
    assert practice.address == ADDRESS and title == "Malilla"
    question = exercise_at(ADDRESS).question
    shut = next(o.value for o in question.choices if o.value not in question.answer)
    practice.check()
    assert practice.snapshot()["feedback"]["kind"] == "not-yet" and practice.events == []
    practice.hint()
    assert [h["open"] for h in practice.snapshot()["hints"]] == [True, False, False]
    practice.give([shut])
    practice.check()
    shown = practice.snapshot()
    assert (
        shown["feedback"]["kind"] in ("refused", "belief")
        and shown["question"]["marks"][shut] == "refused"
    )
    practice.next()
    practice.skip()
    assert practice.number == 3 and practice.address != ADDRESS
    told = practice.events
    assert [(t.event, t.right, t.hints_used, t.address, t.game) for t in told] == [
        ("answered", False, 1, ADDRESS, "malilla")
    ]
    assert told[0].rule and told[0].concept in question.rule.concepts


def test_the_key_is_not_shown_before_the_answer() -> None:
    draw, seed, title, *_ = _drawing(ADDRESS, {})
    widget = LessonWidget()
    widget.show(Practice(draw, seed, title).snapshot())
    told = json.dumps(widget.snapshot)
    assert (
        widget.snapshot["question"]["marks"] == {}
        and '"legal"' not in told
        and '"winning"' not in told
    )


def test_exercises_on_a_concept_are_of_several_kinds() -> None:
    draw, seed, _, about, *_ = _drawing(None, {"concept": "follow-suit", "seed": "4"})
    assert about == "follow-suit" and len({draw(seed + n).kind for n in range(4)}) > 1


@pytest.mark.parametrize(
    "wanted",
    [{"kind": "x"}, {"concept": "nothing"}, {"concept": "trump", "seed": "-1"}, {"seed": "1"}],
)
def test_an_exercise_that_there_is_not_is_a_sentence(wanted: dict[str, Any]) -> None:
    widget = exercise_page(**wanted)
    assert widget.snapshot == {} and widget.error.endswith("The map leads to other exercises.")


def test_a_watched_deal_says_what_the_engine_says() -> None:
    match = recorded("kaiser", None, 7, {})
    watching = Watching(match)
    said, tricks = [], 0
    while watching.snapshot()["can"]["forward"]:
        watching.forward()
        text = "".join(piece["s"] for piece in watching.note())
        said.append(text)
        tricks += " won: " in text
    assert tricks == 8 and watching.snapshot()["table"]["deal_over"]
    assert "were led and North has" not in "\n".join(said)
    watching.backward()
    assert watching.at == watching.length - 1
    again = Watching(recorded("kaiser", match.record.to_json(), None, {}))
    assert again.length == watching.length
    with pytest.raises(ValueError, match="this record is of Kaiser"):
        recorded("nap", match.record, None, {})
    with pytest.raises(ValueError, match="there is no record"):
        recorded("kaiser", "nowhere.json", None, {})


def test_any_game_can_be_watched() -> None:
    for name in ("zetema", "gin-rummy", "snap"):
        watching = Watching(recorded(name, None, 3, {}))
        watching.goto("4")
        assert watching.note() and watching.snapshot()["table"]["game"] == name
    assert (
        exercise(exercise_at(ADDRESS).kind, game="malilla", seed=3).address == ADDRESS
        and cardlab.games()
    )


def test_exercises_on_a_concept_change_game_and_never_repeat() -> None:
    draw, seed, *_ = _drawing(None, {"concept": "follow-suit", "seed": "11"})
    items = [draw(seed + n) for n in range(8)]
    assert all(
        a.game_id != b.game_id and fingerprint(a) != fingerprint(b) for a, b in pairwise(items)
    )
    draw, seed, *_ = _drawing(ADDRESS, {})
    items = [draw(seed)]
    for _ in range(5):
        items.append(draw(items[-1].seed + 1))
    assert items[0].address == ADDRESS
    assert all(fingerprint(a) != fingerprint(b) for a, b in pairwise(items))


def test_exercises_grow_with_the_learner() -> None:
    draw, seed, *_ = _drawing(None, {"concept": "follow-suit", "seed": "3"}, lambda kind: 3)
    assert ("step", "3") in draw(seed).params


def test_what_is_due_comes_back_once_and_counts_for_its_concept() -> None:
    log = MemoryLog()
    then = time.time() - 2 * DAY
    log.note(
        Event(
            then,
            "answered",
            concept="follow-suit",
            rule="must-follow-suit",
            game="kaiser",
            right=False,
        )
    )
    log.note(Event(then, "lesson-done", concept="trick"))
    widget = exercise_page(review=True, log=log)
    page = widget.page
    seen = []
    for n in range(2):
        shown = widget.snapshot
        seen.append(
            (shown["item"]["number"], shown["item"]["of"], "".join(p["s"] for p in shown["text"]))
        )
        send(widget, "check", 10 * n + 1, values=list(page.driver.item.question.answer))
        assert widget.snapshot["feedback"]["kind"] == "right", widget.error
        send(widget, "next", 10 * n + 2)
    assert [s[:2] for s in seen] == [(1, 2), (2, 2)] and all("Comes back in" in s[2] for s in seen)
    assert widget.snapshot["done"] and widget.snapshot["practice"]["end"] == "That was today."
    assert "All two were right at once" in widget.snapshot["text"][0]["s"]
    answered = [e for e in log.events[2:]]
    assert {e.concept for e in answered} == {"follow-suit", "trick"} and all(
        e.right for e in answered
    )
    assert log.progress().review(time.time()) == ()
    assert exercise_page(review=True, log=MemoryLog()).error.startswith("Nothing comes back today")


def test_the_store_keeps_walks_and_events(tmp_path: Path) -> None:
    place = f"sqlite:///{tmp_path / 'cards.sqlite'}"
    widget = learn("follow-suit", log=StoreLog("Anna", Learners(place)))
    send(widget, "check", 1, values=["AS"])
    send(widget, "next", 2)
    send(widget, "forward", 3)
    before = widget.snapshot
    again = learn("follow-suit", log=StoreLog("Anna", Learners(place)))
    assert again.snapshot == before and before["step"] == "watch" and before["line"]["at"] == 1
    assert [e.kind for e in Learners(place).load("Anna").events] == ["opened"], (
        "a bet is no answer, a second visit no news"
    )
    assert learn("follow-suit", log=StoreLog("Ben", Learners(place))).snapshot["step"] == "predict"


class Asked:
    """A store that notes what it is asked for."""

    def __init__(self, store: Learners) -> None:
        self.store, self.names = store, list[str]()

    def __getattr__(self, name: str) -> Any:
        self.names.append(name)
        return getattr(self.store, name)


def test_a_locked_store_says_so_and_catches_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "cards.sqlite"
    store = Asked(Learners(f"sqlite:///{place}"))
    log = StoreLog("Anna", store)  # type: ignore[arg-type]
    widget = learn("follow-suit", log=log)
    assert widget.error == ""
    other = sqlite3.connect(place, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    send(widget, "check", 1, values=["AS"])
    assert "not saved" in widget.error and widget.snapshot["feedback"]["kind"] == "bet"
    store.names.clear()
    send(widget, "next", 2)
    assert widget.snapshot["step"] == "watch"
    assert not store.names, "a locked file is not asked again at every step"
    other.execute("ROLLBACK")
    log._shut_until = 0.0
    send(widget, "forward", 3)
    assert (
        widget.error == ""
        and Learners(f"sqlite:///{place}").walk("Anna", "follow-suit").step == "watch"
    )


def test_a_damaged_store_is_left_alone_and_the_lesson_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "cards.sqlite"
    place.write_bytes(b"this is no database at all" * 100)
    widget = learn("follow-suit", log=StoreLog("Anna", Learners(f"sqlite:///{place}")))
    assert "not saved" in widget.error and widget.snapshot["step"] == "predict"
    send(widget, "check", 1, values=["7H", "KH"])
    assert widget.snapshot["feedback"]["kind"] == "bet"
    assert place.read_bytes() == b"this is no database at all" * 100


def test_a_concept_that_shares_a_lesson_opens_that_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    sharing = taught() | {"hold-bid": "auction"}
    monkeypatch.setattr("cardlab.lessons.taught", lambda: sharing)
    assert learn("hold-bid").snapshot["lesson"] == learn("auction").snapshot["lesson"]
    assert learn("hold-bid").snapshot["lesson"]["id"] == "auction"
    assert "The auction" in print_page(PrintAddress(lesson="hold-bid"))


def test_the_table_of_a_lesson_has_its_cards_and_what_was_said_with_them() -> None:
    """Naming trumps begins after the auction; matching begins with the same 24 cards for all."""
    address = play_address(Lesson(lesson("named-trump"))._play(), "named-trump")
    session = Session("kaiser", GameAddress.read("kaiser", address.query), MatchStore())
    assert session.match.state.phase.id == "trumps" and session.match.to_move == 0
    assert sorted(map(str, session.match.state.hands[0])) == sorted(
        ["KS", "JS", "9S", "9H", "5H", "AD", "KD", "9C"]
    )
    assert session.error == "" and session.address.lesson == "named-trump"
    snap = play_address(Lesson(lesson("symbol"))._play(), "symbol")
    assert snap.seed == 7 and snap.options["turns"] in (24, "24")


def test_a_question_of_a_lesson_in_two_tabs_counts_once() -> None:
    log = MemoryLog()
    tabs = [learn("follow-suit", "choose", log=log) for _ in range(2)]
    for n, widget in enumerate(tabs, 1):
        right = list(widget.page.driver.scene.question.right_answer)
        send(widget, "check", values=right)
        assert widget.snapshot["feedback"]["kind"] == "right"
        assert ("another tab" in widget.error) == (n == 2)
        assert len([event for event in log.events if event.event == "answered"]) == 1
    send(tabs[1], "next", n=2)
    send(tabs[1], "check", n=3, values=list(tabs[1].page.driver.scene.question.right_answer))
    assert len([event for event in log.events if event.event == "answered"]) == 2
    assert tabs[1].error == ""
