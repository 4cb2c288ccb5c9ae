"""Four people at one table in Chromium, one of them on a phone: a whole deal, somebody leaves and
comes back, and no byte that a seat received shows a card that it could not see."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from cardlab.store import TableStore
from cardlab.web.classes.live import LiveTable
from tests.pages.browsing import Server

from .people import Person, School

NAMES = ("Otter", "Lynx", "Finch", "Heron")
PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def school(browser: Any, classroom: Server) -> Iterator[School]:
    school = School.open(classroom)
    yield school
    school.close()


def table_of(school: School, browser: Any, game: str) -> list[Person]:
    """A table of this game, and four people at it, the second on a phone."""
    teacher = school.join(browser, "Teacher")
    teacher.page.select_option("#game", game)
    teacher.page.get_by_role("button", name="Lay them").click()
    teacher.page.wait_for_selector(".mini")
    people = [school.join(browser, name, **(PHONE if name == "Lynx" else {})) for name in NAMES]
    for seat, person in enumerate(people):
        person.page.goto(f"{school.root}/table/1")
        person.page.locator(".free").nth(seat).get_by_role("button").click()
        person.tab.ready()
    return people


def play_on(people: list[Person], done: Any, seconds: float = 120) -> None:
    """Everybody plays whatever is offered first, until something is reached."""
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, [person.tab.state() for person in people]
        for person in people:
            state = person.tab.state()
            legal = [move for move in state["open"] if move != "pass"] or state["open"]
            passes = "pass" in state["open"] and len(people[0].received) % 3 != 0
            if legal and not state["next"]:
                person.tab.click_move("pass" if passes else legal[0])
                person.page.mouse.move(2, 2)  # whoever points at a finished trick keeps it
                person.page.wait_for_timeout(40)


def scored(people: list[Person]) -> bool:
    return all(person.page.locator(".scored").count() for person in people)


def the_log_of(school: School) -> LiveTable:
    store = TableStore(f"sqlite:///{school.server.store}")
    return LiveTable(store.load(school.group.id, 1), store)


def hidden_cards_in(person: Person, live: LiveTable, seat: int) -> set[str]:
    """Cards that this person was sent although the seat did not see them in the deal by then."""
    match, wrong = live.play.match, set()
    for text in person.received:
        sent = json.loads(text)
        if "view" not in sent or sent["view"]["deal"] != 1:
            continue
        ply = sent["chrome"]["timeline"]["ply"]
        seen = {str(c) for c in match.state_at(ply).seen_by(seat).all_cards()}
        faces = {f["card"] for zone in sent["view"]["zones"] for f in zone["faces"] if f["card"]}
        wrong |= faces - seen
    return wrong


# a deal of bridge has 52 cards and an auction: it takes as long as all other evenings together
@pytest.mark.parametrize("game", ["kaiser", pytest.param("bridge", marks=pytest.mark.deploy)])
def test_four_people_play_a_deal(school: School, browser: Any, game: str) -> None:
    people = table_of(school, browser, game)
    otter, lynx, finch, _ = people
    play_on(people, lambda: sum("view" in text for text in otter.received) > 12)
    # one closes the page and comes back; the seat is still theirs
    lynx.page.goto("about:blank")
    lynx.page.wait_for_timeout(300)
    lynx.page.goto(f"{school.root}/table/1")
    lynx.tab.ready()
    assert json.loads(lynx.received[-1])["view"]["viewer"] == 1
    play_on(people, lambda: scored(people))
    for person in people:
        assert not person.tab.crashes and not person.tab.strangers
        person.page.locator('[data-command="next"]:visible').first.click()
    otter.page.wait_for_function("() => !document.querySelector('.scored')", timeout=15_000)
    live = the_log_of(school)
    moves = [entry for entry in live.store.read(live.table.id, 0) if entry.kind == "move"]
    assert {entry.seat for entry in moves if entry.member} >= {0, 1, 2, 3} - {live_dummy(live)}
    for seat, person in enumerate(people):
        assert not hidden_cards_in(person, live, seat)
        assert not [text for text in person.received if str(live.play.match.seed) in text]
    # one leaves for good, and a bot sits down
    finch.page.locator('[data-command="stand"]:visible').first.click()
    finch.page.wait_for_selector(".free button")
    otter.page.wait_for_function("() => document.body.innerText.includes('a bot')")


def live_dummy(live: LiveTable) -> int | None:
    """The seat whose cards lay open in the first deal."""
    match = live.play.match
    states = [match.state_at(ply) for ply in range(match.ply)]
    return next((s.dummy for s in states if s.dummy is not None), None)


def test_the_teacher_sees_all_hands_and_can_stop_the_table(school: School, browser: Any) -> None:
    people = table_of(school, browser, "kaiser")
    teacher = school.people[0]
    teacher.page.goto(f"{school.root}/table/1")
    teacher.tab.ready()
    faces = teacher.page.locator("[data-card]").count()
    assert faces == 32 and not teacher.page.locator("[data-move]").count()
    teacher.page.locator('[data-command="pause"]').click()
    for person in people:
        person.page.wait_for_function("() => document.body.innerText.includes('has stopped')")
    teacher.page.locator('[data-command="resume"]').click()
    for person in people:
        person.page.wait_for_function("() => !document.body.innerText.includes('has stopped')")
