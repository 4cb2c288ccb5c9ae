"""Assignments and refused cards of a class: kept once, taken along, and gone with their class."""

from __future__ import annotations

import pytest

from cardlab.lessons.progress import Event
from cardlab.store import (
    AssignmentNotFound,
    AssignmentStore,
    Classes,
    Holders,
    Learners,
    Refusal,
    RefusalStore,
    StoreError,
    TableStore,
)

ITEMS = [("lesson", "trump"), ("exercise", "winner-of-trick?game=nap&seed=4")]


@pytest.mark.parametrize(
    "title, items, due",
    [
        ("", ITEMS, ""),
        ("x" * 61, ITEMS, ""),
        ("a\x00b", ITEMS, ""),
        ("Week 3", [], ""),
        ("Week 3", ITEMS * 16, ""),
        ("Week 3", [("exercise", "x" * 401)], ""),
        ("Week 3", ITEMS, "tomorrow"),
        ("Week 3", ITEMS, "2026-02-30"),
        ("Week 3", ITEMS, "20260516"),
    ],
)
def test_what_cannot_be_an_assignment_is_refused(
    url: str, title: str, items: list, due: str
) -> None:
    with pytest.raises(StoreError):
        AssignmentStore(url).give("class-1", title, items, due=due)
    assert not AssignmentStore(url).of_class("class-1")


def test_assignments_and_refusals_go_along_and_go_with_their_class(url: str) -> None:
    classes, work, refusals = Classes(url), AssignmentStore(url), RefusalStore(url)
    tuesday, _ = classes.new("Tuesday")
    friday, _ = classes.new("Friday")
    otter, finch = classes.join(tuesday.code, "Otter"), classes.join(tuesday.code, "Finch")
    table = TableStore(url).new(tuesday.id, {"game": "kaiser", "seed": 1})
    given = work.give(tuesday.id, "Week 3", ITEMS, members=[otter.id])
    other = work.give(friday.id, "Week 3", ITEMS)
    assert given.is_for(otter.id) and not given.is_for(finch.id) and other.is_for(finch.id)
    with pytest.raises(AssignmentNotFound):
        work.load(friday.id, given.id)
    for member in (otter, otter, finch):
        refusal = Refusal(table.id, member.id, 9, "KC", "kaiser", "must-follow-suit", 5.0)
        refusals.note(tuesday.id, refusal)
    export = classes.export(tuesday.id)
    assert [one["title"] for one in export["assignments"]] == ["Week 3"]
    assert sorted(one["member"] for one in export["refused"]) == sorted([otter.id, finch.id])
    assert [one["move"] for one in classes.export_member(otter.id)["refused"]] == ["KC"]
    classes.remove(otter.id)
    assert [one.member for one in refusals.of_class(tuesday.id)] == [finch.id]
    work.delete(friday.id, given.id)
    assert [one.id for one in work.of_class(tuesday.id)] == [given.id]
    classes.delete(tuesday.id)
    assert not work.of_class(tuesday.id) and not refusals.of_class(tuesday.id)
    assert work.of_class(friday.id) == (other,)


def test_a_pupil_who_takes_a_nickname_takes_the_class_along(url: str) -> None:
    """What is learned after that is theirs in the class too."""
    guest = "guest:" + "0a" * 12
    classes = Classes(url)
    tuesday, _ = classes.new("Tuesday")
    otter = classes.join(tuesday.code, "Otter", guest)
    Learners(url).append(guest, [Event(1.0, "opened", concept="trump")])
    Holders(url).take("Anna", guest)
    learner = classes.member(otter.id).learner
    events = Learners(url).events_of([learner])[learner]
    assert learner == "anna" and [event.concept for event in events] == ["trump"]
    assert Learners(url).events_of([learner], since=2.0) == {learner: ()}


def test_an_assignment_may_be_as_long_as_it_says(
    file_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = AssignmentStore(file_url)
    work.give("class-1", "x" * 60, [("exercise", "x" * 400)] * 30)
    monkeypatch.setattr("cardlab.store.assignments.MOST", 2)
    work.give("class-1", "x", ITEMS[:1])
    with pytest.raises(StoreError, match="at most 2 assignments"):
        work.give("class-1", "y", ITEMS)
    work.give("class-2", "y", ITEMS)
