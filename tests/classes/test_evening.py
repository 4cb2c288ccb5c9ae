"""An evening of a class in Chromium: a teacher with a laptop and a projector, a pupil with a laptop
and one with a phone. Nothing lies outside a screen, on any of the teacher's pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.pages.browsing import Server

from .people import Person, School
from .test_at_the_table import last_view
from .test_showing import Evening

PHONE = {"viewport": {"width": 390, "height": 844}}
SIZES = ((1280, 800), (390, 844), (1920, 1080))
PAGES = (
    "",
    "/seating",
    "/vote?lesson=must-head",
    "/compare",
    "/results",
    "/work",
    "/projector?why=1&ply=12",
)
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
HIGH = "document.documentElement.scrollHeight - document.documentElement.clientHeight"


@pytest.fixture
def school(browser: Any, classroom: Server) -> Iterator[School]:
    """A class of which three tables have played the same deal."""
    evening = Evening(classroom)
    for table in (1, 2, 3):
        evening.play(table, seed=40 * table)
    school = School(classroom, evening.group, evening.member)
    yield school
    school.close()


def fits(person: Person, path: str) -> bool:
    person.page.goto(path)
    return bool(person.page.evaluate(WIDE) <= 0)


def test_an_evening_of_a_class(browser: Any, school: School) -> None:
    teacher = school.join(browser, "Teacher")
    otter, lynx = school.join(browser, "Otter"), school.join(browser, "Lynx", **PHONE)
    page = teacher.page
    # the teacher seats both, and gives them something to do
    page.goto(f"{school.root}/seating")
    with page.expect_navigation():
        page.get_by_role("button", name="Fill the free seats").click()
    page.goto(f"{school.root}/work")
    page.fill("#title", "For next week")
    page.select_option("#lessons", ["trump"])
    page.fill("#items", "winner-of-trick?game=kaiser&seed=4\nkaiser")
    with page.expect_navigation():
        page.get_by_role("button", name="Assign", exact=True).click()
    assert "0 of 2" in page.inner_text("main"), page.inner_text("main")
    for person in (otter, lynx):
        assert fits(person, school.root)
        person.page.get_by_role("link", name="For next week").click()
        person.page.wait_for_selector("text=0 of 3 done")
        assert person.page.evaluate(WIDE) <= 0
        person.page.goto(school.root)
        person.page.get_by_role("link", name="To your seat at table 1").click()
        person.tab.ready()
        view = last_view(person)["view"]
        assert view["seats"][view["viewer"]]["name"] == person.name
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert [path for path in PAGES if not fits(teacher, school.root + path)] == [], width
    for person in (teacher, otter, lynx):
        assert not person.tab.crashes and not person.tab.strangers


@pytest.mark.rest
def test_a_vote_is_led_by_keys_and_picked_from_the_hand(browser: Any, school: School) -> None:
    """The phone stays on its page all the while, and sees the count and the rules by itself."""
    teacher, lynx = school.join(browser, "Teacher"), school.join(browser, "Lynx", **PHONE)
    page, phone = teacher.page, lynx.page
    page.goto(f"{school.root}/vote?lesson=must-head")
    page.get_by_role("button", name="Ask the class").first.click()
    page.wait_for_selector("text=0 of 1 have chosen")
    phone.goto(f"{school.root}/vote")
    phone.evaluate("window.kept = true")
    phone.locator(".pick .one").nth(0).click()
    phone.wait_for_selector(".chosen")
    phone.reload()
    phone.wait_for_selector(".chosen")
    phone.evaluate("window.kept = true")
    phone.locator(".pick .one").nth(1).click()
    phone.wait_for_selector(".chosen")
    assert phone.locator(".one.mine").count() == 1
    page.wait_for_selector("text=1 of 1 have chosen")
    for key, shown in (("ArrowRight", ".cast .n"), ("PageDown", ".cast .up")):
        page.keyboard.press(key)
        for one in (page, phone):
            one.wait_for_selector(shown)
            assert one.evaluate(WIDE) <= 0
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(WIDE) <= 0, width
    assert page.locator(".speaks").count() == 1 and phone.evaluate("window.kept")
    page.get_by_role("button", name="End the vote").click()
    page.wait_for_selector("text=A position of a lesson")
    phone.wait_for_selector("text=There is no vote now")
    for person in (teacher, lynx):
        assert not person.tab.crashes and not person.tab.strangers


def test_the_wall_is_led_by_keys_and_fits_every_screen(browser: Any, school: School) -> None:
    teacher = school.join(browser, "Teacher")
    page = teacher.page
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{school.root}/projector?table=2&ply=6")
        assert page.evaluate(WIDE) <= 0 and page.evaluate(HIGH) <= 0, width

    def at(key: str, where: str) -> None:
        page.keyboard.press(key)
        page.wait_for_function("q => location.search === q", arg=where)

    at("ArrowRight", "?table=2&ply=7")
    at("PageDown", "?table=2&ply=8")
    at("PageUp", "?table=2&ply=7")
    at("h", "?table=2&ply=7&open=1")
    at("Space", "?table=2&ply=7&open=1&why=1")
    assert page.locator(".why p").count() >= 1
    at("Space", "?table=2&ply=7&open=1")
    at("Home", "?table=2&ply=0&open=1")
    at("3", "?table=3&ply=1000000")
    page.keyboard.press("b")
    assert not page.locator("main h1").is_visible()
    page.keyboard.press(".")
    assert page.locator("main h1").is_visible()
