"""Four people at one table in Chromium, one of them on a phone: a whole deal, in which the teacher
stops the table, somebody comes back and somebody is replaced; no byte that a seat received shows a
card that it could not see."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from cardlab.store import TableStore
from cardlab.web.classes.live import LiveTable
from tests.pages.browsing import Server

from .clients import Client, Line
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


def last_view(person: Person) -> dict[str, Any]:
    """The table as it was sent to a person last."""
    return next((s for text in reversed(person.received) if "view" in (s := json.loads(text))), {})


def clicks(person: Person) -> bool:
    """Whoever is to move clicks what is offered first; passes now and then, so that an auction
    ends. False if it is not their turn."""
    shown = last_view(person)
    if not shown.get("view", {}).get("mine"):
        return False
    state = person.tab.state()
    moves = [move for move in state["open"] if move != "pass"] or state["open"]
    if not moves or state["next"]:
        return False
    passes = "pass" in state["open"] and shown["chrome"]["timeline"]["ply"] % 3 != 0
    before = len(person.received)
    # what the others do is drawn over the cards while one looks
    person.tab.click_move("pass" if passes else moves[0], patience=3.0)
    person.page.mouse.move(2, 2)  # whoever points at a finished trick keeps it
    deadline = time.monotonic() + 60
    while len(person.received) == before and time.monotonic() < deadline:
        person.page.wait_for_timeout(20)
    return True


def picks(line: Line) -> None:
    """The same for somebody without a browser."""
    while line.hear(0.01):
        pass
    if line.legal and not line.shown["chrome"]["held"]:
        before = line.ply
        line.pick(line.legal[0])
        line.beyond(before)


def play_on(people: list[Person], done: Any, line: Line | None = None) -> None:
    """Everybody plays until something is reached."""
    deadline = time.monotonic() + 600
    while not done():
        assert time.monotonic() < deadline, [person.tab.state() for person in people]
        if line is not None:
            picks(line)
        if not any([clicks(person) for person in people]):
            people[0].page.wait_for_timeout(50)


def tricks(person: Person) -> int:
    """How many tricks a person has seen the end of."""
    return sum('"finished": {' in text for text in person.received)


def scored(people: list[Person]) -> bool:
    return all(person.page.locator(".scored").count() for person in people)


def the_log_of(school: School) -> LiveTable:
    store = TableStore(f"sqlite:///{school.server.store}")
    return LiveTable(store.load(school.group.id, 1), store)


def hidden_cards_in(texts: list[str], live: LiveTable, seat: int) -> set[str]:
    """Cards in what was sent to somebody although their seat did not see them in the deal by
    then."""
    match, wrong = live.play.match, set()
    for text in texts:
        sent = json.loads(text)
        if "view" not in sent or sent["view"]["deal"] != 1:
            continue
        ply = sent["chrome"]["timeline"]["ply"]
        seen = {str(c) for c in match.state_at(ply).seen_by(seat).all_cards()}
        faces = {f["card"] for zone in sent["view"]["zones"] for f in zone["faces"] if f["card"]}
        wrong |= faces - seen
    return wrong


def stops_and_resumes(teacher: Person, people: list[Person], root: str, cards: int) -> None:
    """The teacher sees all hands, and stops the table for a moment."""
    page = teacher.page
    page.goto(f"{root}/table/1")
    teacher.tab.ready()
    assert page.locator("[data-card]").count() == cards and not page.locator("[data-move]").count()
    said = "document.body.innerText.includes('has stopped')"
    page.locator('[data-command="pause"]').click()
    for person in people:
        person.page.wait_for_function(f"() => {said}")
    page.locator('[data-command="resume"]').click()
    for person in people:
        person.page.wait_for_function(f"() => !{said}")
    page.goto("about:blank")


def goes_and_comes_back(person: Person, root: str, seat: int) -> None:
    """One closes the page and comes back; the seat is still theirs."""
    person.page.goto("about:blank")
    person.page.wait_for_timeout(300)
    person.page.goto(f"{root}/table/1")
    person.tab.ready()
    assert last_view(person)["view"]["viewer"] == seat


def replaced(school: School, person: Person, seat: int) -> Line:
    """One leaves for good, and somebody who joins late takes the seat in the middle of the deal."""
    person.page.locator('[data-command="stand"]:visible').first.click()
    person.page.wait_for_selector(".free button")
    late = Client(school.server)
    late.join(school.group.code, "Mole")
    line = late.sit_down(f"class/{school.group.id}/table/1")
    line.until(bool)
    line.sit(seat)
    return line


# a deal of bridge has 52 cards and an auction: it takes as long as all other evenings together
@pytest.mark.rest
@pytest.mark.parametrize("game", ["kaiser", pytest.param("bridge", marks=pytest.mark.deploy)])
def test_four_people_play_a_deal(school: School, browser: Any, game: str) -> None:
    people = table_of(school, browser, game)
    otter, lynx, finch, heron = people
    cards = len(the_log_of(school).play.match.game.pack)
    stops_and_resumes(school.people[0], people, school.root, cards)
    play_on(people, lambda: tricks(otter) >= 1)
    goes_and_comes_back(lynx, school.root, 1)
    play_on(people, lambda: tricks(otter) >= 2)
    mole, stayed = replaced(school, finch, 2), [otter, lynx, heron]
    play_on(stayed, lambda: scored(stayed), mole)
    live = the_log_of(school)
    entries = live.store.read(live.table.id, 0)
    # all of them have seen the same, down to the last entry of the log
    ends = [last_view(person)["chrome"] for person in stayed] + [mole.shown["chrome"]]
    assert {end["entries"] for end in ends} == {len(entries)}
    assert len({str(end["timeline"]) for end in ends}) == 1
    moves = [entry for entry in entries if entry.kind == "move"]
    assert {entry.seat for entry in moves if entry.member} >= {0, 1, 2, 3} - {live_dummy(live)}
    made = [entry.seat for entry in live.play.match.entries if entry.seat is not None]
    assert [entry.seat for entry in moves] == made
    for seat, person in enumerate(people):
        assert not person.tab.crashes and not person.tab.strangers
        assert not hidden_cards_in(person.received, live, seat)
        assert not [text for text in person.received if str(live.play.match.seed) in text]
    assert not hidden_cards_in(mole.texts, live, 2)
    for person in stayed:
        person.page.locator('[data-command="next"]:visible').first.click()
    mole.tell(command={"name": "next"})
    otter.page.wait_for_function("() => !document.querySelector('.scored')", timeout=60_000)
    mole.close()


def live_dummy(live: LiveTable) -> int | None:
    """The seat whose cards lay open in the first deal."""
    match = live.play.match
    states = [match.state_at(ply) for ply in range(match.ply)]
    return next((s.dummy for s in states if s.dummy is not None), None)
