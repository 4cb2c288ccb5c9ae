"""The pages of exercises and lessons, and the sheets on paper, in a real browser on a real server."""

from __future__ import annotations

import urllib.error
import urllib.request
from urllib.parse import quote

import pytest
from browsing import Server, Tab, axe

from cardlab.lessons.exercises import exercise_at

pytestmark = pytest.mark.browser

ADDRESS = "decided-by:must-beat-opponent?game=malilla&seed=3"
HOSTILE = [
    "lesson?concept=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
    "exercise?address=../../etc/passwd",
    "exercise?address=" + "9" * 900,
    "exercise?concept=__class__&seed=-1",
]


def visit(tab: Tab, path: str) -> None:
    tab.page.goto(tab.server.url + path, wait_until="commit")
    tab.ready()


def answer_by_keyboard(tab: Tab, moves: list[str]) -> None:
    """Put the focus into the hand, take each card with Space, and check with Enter."""
    tab.page.locator("[data-zone^=hand] button[tabindex='0']").first.focus()
    tab.page.keyboard.press("Home")
    for _ in range(tab.page.locator("[data-zone^=hand] button[data-move]").count()):
        if tab.page.evaluate("document.activeElement.dataset.move") in moves:
            tab.page.keyboard.press("Space")
        tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector("[data-feedback]")


def test_an_exercise_is_answered_by_keyboard_and_comes_back_by_its_address(tab: Tab) -> None:
    question = exercise_at(ADDRESS).question
    others = [o.value for o in question.options if o.value not in question.answer]
    visit(tab, "exercise?address=" + quote(ADDRESS))
    assert tab.page.locator(".question").inner_text() == question.text
    tab.page.locator("[data-key=primary]").click()
    tab.page.wait_for_selector("[data-feedback=not-yet]")
    answer_by_keyboard(tab, others[:1])
    assert tab.page.locator("[data-feedback]").get_attribute("data-feedback") in ("refused", "belief")
    assert tab.page.locator(".nomark").count() >= 1
    assert axe(tab) == []
    tab.reload()
    assert tab.page.locator(".question").inner_text() == question.text
    answer_by_keyboard(tab, list(question.answer))
    assert tab.page.locator("[data-feedback]").get_attribute("data-feedback") == "right"
    tab.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert axe(tab) == []
    before = tab.page.url
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("before => location.href !== before", arg=before)
    tab.page.set_viewport_size({"width": 390, "height": 844})
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("path", HOSTILE)
def test_an_address_that_leads_nowhere_gets_a_sentence(tab: Tab, path: str) -> None:
    if path.startswith("lesson"):
        pytest.importorskip("cardlab.lessons.walk")
    visit(tab, path)
    said = tab.page.locator("[role=alert]").inner_text()
    assert "map" in said and "Traceback" not in tab.page.content()
    assert tab.page.locator("[role=alert] a").get_attribute("href") == "/map"


def test_a_sheet_shows_the_answers_only_when_asked(tab: Tab, server: Server) -> None:
    question = exercise_at(ADDRESS).question
    tab.page.goto(f"{server.url}print?exercise={quote(ADDRESS)}")
    assert tab.page.locator(".ticks .yes, [data-solution]").count() == 0
    assert question.rule.title not in tab.page.locator("main").inner_text()
    assert axe(tab) == []
    link = tab.page.locator(".link a")
    assert link.inner_text().endswith(link.get_attribute("href") or "?")
    tab.page.get_by_text("With the answers").click()
    tab.page.wait_for_selector("[data-solution]")
    ticked = [li.inner_text().replace("\n", "") for li in tab.page.locator(".ticks .yes").all()]
    labels = {o.value: o.label for o in question.options}
    right = [labels[o.value] for o in question.options if o.value in question.answer]
    assert [t.removeprefix("✓").split("(")[0].strip() for t in ticked] == right
    assert question.rule.text in tab.page.locator("[data-solution]").inner_text()


@pytest.mark.parametrize("query", ["", "lesson=x", "exercise=x", "exercise=" + quote("decided-by:x?game=nogame&seed=1")])
def test_a_sheet_that_there_is_not(server: Server, query: str) -> None:
    if query.startswith("lesson"):
        pytest.importorskip("cardlab.lessons.lesson")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{server.url}print?{query}")
    page = refused.value.read().decode()
    assert refused.value.code == 404 and "There is no such sheet" in page and "Traceback" not in page


def test_the_notebooks_of_these_pages_are_served_by_their_short_names_only(server: Server) -> None:
    for path in ("lesson.ipynb", "lesson/../kaiser", "exercises"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(server.url + path)
        assert refused.value.code == 404
