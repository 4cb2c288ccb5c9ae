"""The pages of exercises and lessons, and the sheets on paper, in a real browser on a real
server."""

from __future__ import annotations

import contextlib
import json
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from browsing import Server, Tab, axe, known_as

from cardlab.lessons import lesson
from cardlab.lessons.exercises import exercise_at
from cardlab.lessons.progress import DAY, Event
from cardlab.lessons.text import plain
from cardlab.lessons.walk import Walk
from cardlab.store import Holders, Learners

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


@pytest.mark.rest
def test_an_exercise_is_answered_by_keyboard_and_comes_back_by_its_address(tab: Tab) -> None:
    question = exercise_at(ADDRESS).question
    others = [o.value for o in question.choices if o.value not in question.answer]
    visit(tab, "exercise?address=" + quote(ADDRESS))
    assert tab.page.locator(".question").inner_text() == question.prompt
    tab.page.locator("[data-key=primary]").click()
    tab.page.wait_for_selector("[data-feedback=not-yet]")
    answer_by_keyboard(tab, others[:1])
    assert tab.page.locator("[data-feedback]").get_attribute("data-feedback") in (
        "refused",
        "belief",
    )
    assert tab.page.locator(".nomark").count() >= 1
    assert axe(tab) == []
    tab.reload()
    assert tab.page.locator(".question").inner_text() == question.prompt
    answer_by_keyboard(tab, list(question.answer))
    assert tab.page.locator("[data-feedback]").get_attribute("data-feedback") == "right"
    tab.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert axe(tab) == []
    before = tab.page.url
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("before => location.href !== before", arg=before)
    tab.page.set_viewport_size({"width": 390, "height": 844})
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("wide", "high"), [(1280, 800), (390, 844)])
def test_a_lesson_takes_the_window_and_no_more(tab: Tab, wide: int, high: int) -> None:
    """What stands there while the page is loading must not leave the table small for good."""
    tab.page.set_viewport_size({"width": wide, "height": high})
    visit(tab, "lesson?concept=follow-suit")
    tab.page.wait_for_function(
        "() => { const low = document.querySelector('.desk').getBoundingClientRect().bottom;"
        " const page = document.documentElement;"
        " return page.scrollHeight === page.clientHeight && low > innerHeight - 60; }"
    )


@pytest.mark.sampled
@pytest.mark.parametrize("path", HOSTILE)
def test_an_address_that_leads_nowhere_gets_a_sentence(tab: Tab, path: str) -> None:
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
    labels = {o.value: o.label for o in question.choices}
    right = [labels[o.value] for o in question.choices if o.value in question.answer]
    assert [t.removeprefix("✓").split("(")[0].strip() for t in ticked] == right
    assert question.rule.text(question.game) in tab.page.locator("[data-solution]").inner_text()


@pytest.mark.parametrize(
    "query", ["", "lesson=x", "exercise=x", "exercise=" + quote("decided-by:x?game=nogame&seed=1")]
)
def test_a_sheet_that_there_is_not(server: Server, query: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{server.url}print?{query}")
    page = refused.value.read().decode()
    assert (
        refused.value.code == 404 and "There is no such sheet" in page and "Traceback" not in page
    )


def test_the_notebooks_of_these_pages_are_served_by_their_short_names_only(server: Server) -> None:
    for path in ("lesson.ipynb", "lesson/../kaiser", "exercises"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(server.url + path)
        assert refused.value.code == 404


# --- lessons


def kept_by(server: Server) -> Learners:
    return Learners(f"sqlite:///{server.store}")


def seen(tab: Tab, selector: str) -> str:
    """What the eye reads there, drawn suits as signs; words that are only spoken are left out,
    and so are spaces."""
    text: str = tab.page.locator(selector).first.evaluate("""e => {
          const c = e.cloneNode(true), signs = { "s-s": "♠", "s-h": "♥", "s-d": "♦", "s-c": "♣" };
          c.querySelectorAll(".sr").forEach(x => x.remove());
          for (const [suit, sign] of Object.entries(signs))
            c.querySelectorAll(`svg.${suit}, .${suit} svg`).forEach(x => x.replaceWith(sign));
          return c.textContent;
        }""")
    return "".join(text.split())


def packed(text: str) -> str:
    return "".join(text.split())


def act(tab: Tab, how: Any) -> None:
    before = tab.stamp()
    how()
    tab.answered(before)


def by_keyboard(tab: Tab, question: Any, given: list[str]) -> None:
    """Choose an answer without a mouse; check it where a tap is not the answer."""
    page = tab.page
    if question.selects == "one" or question.numbers:
        page.locator(f"[data-move={json.dumps(given[0])}]").focus()
    elif question.selects == "number":
        page.locator("[data-number]").focus()
        page.keyboard.type(given[0])
    else:
        pressed = page.locator("[data-move][aria-pressed=true]")
        chosen = [button.get_attribute("data-move") for button in pressed.all()]
        for value in (*(v for v in chosen if v not in given), *given):
            if value in chosen and value in given:
                continue
            page.locator(f"[data-move={json.dumps(value)}]").focus()
            page.keyboard.press("Space")
    act(tab, lambda: page.keyboard.press("Enter"))
    page.wait_for_selector("[data-feedback]")


FASTER_THAN_THE_KERNEL = """values => new Promise(done => {
  const root = document.querySelector("[data-ready]"), last = values.pop();
  const choice = value => root.querySelector(`[data-move="${CSS.escape(value)}"]`);
  const heard = new MutationObserver(() => {
    heard.disconnect();
    choice(last).click();
    choice(last).dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    done();
  });
  for (const value of values) choice(value).click();
  heard.observe(root, { attributeFilter: ["data-stamp"] });
})"""


def answer_faster_than_the_kernel(tab: Tab, question: Any, given: list[str]) -> None:
    """Change all but one of the choices before the kernel has heard of any, and the last one, with
    Enter, as soon as it has heard of the first."""
    pressed = tab.page.locator("[data-move][aria-pressed=true]")
    chosen = [button.get_attribute("data-move") for button in pressed.all()]
    turned = [v for v in chosen if v not in given] + [v for v in given if v not in chosen]
    assert len(turned) > 2
    act(tab, lambda: tab.page.evaluate(FASTER_THAN_THE_KERNEL, turned))


def looks_well(tab: Tab, where: str) -> None:
    """No violation in light and dark, and nothing that scrolls sideways on a phone."""
    assert axe(tab) == [], where
    tab.page.set_viewport_size({"width": 390, "height": 844})
    tab.page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390, where
    assert axe(tab) == [], where
    tab.page.set_viewport_size({"width": 1280, "height": 860})
    tab.page.evaluate("document.documentElement.dataset.theme = 'light'")


def test_a_lesson_is_walked_to_its_end_by_keyboard(tab: Tab, server: Server) -> None:
    walk, met, page = Walk(lesson("follow-suit"), learner="Kay"), set(), tab.page
    known_as(tab, server, "Kay")
    visit(tab, "lesson?concept=follow-suit")
    while not walk.ended:
        assert page.locator(".cl-lesson").get_attribute("data-step") == walk.step
        if walk.step not in met:
            met.add(walk.step)
            looks_well(tab, walk.step)
        if (scene := walk.scene) is not None and not walk.snapshot["can"]["next"]:
            assert seen(tab, ".question") == packed(scene.question.heading)
            given = list(scene.question.right_answer)
            by_keyboard(tab, scene.question, given)
            walk.give(given)
            walk.check()
            said = walk.snapshot["feedback"]
            assert page.locator("[data-feedback]").get_attribute("data-feedback") == said["kind"]
            assert seen(tab, "[data-feedback]") == packed(plain(said["pieces"]))
        if walk.step == "play":
            link = page.locator("[data-key=primary]").get_attribute("href")
            page.locator("[data-key=second]").focus()
        else:
            page.locator("[data-key=primary]").focus()
        act(tab, lambda: page.keyboard.press("Enter"))
        walk.next()
    assert met == set(walk.steps) and page.locator("[data-done]").count() == 1
    looks_well(tab, "done")
    kept = kept_by(server).load("Kay")
    assert [(e.kind, e.right) for e in kept.events] == [(t.event, t.right) for t in walk.events]
    assert kept.walks[0].data == json.loads(json.dumps(walk.saved))
    assert (
        link == "/voila/render/notebooks/scotch-whist.ipynb?players=4&mode=ask&lesson=follow-suit"
    )
    page.goto(server.url + link[1:] + "&pace=0", wait_until="commit")
    tab.ready()
    assert page.locator("[role=alert]").count() == 0
    page.get_by_text("Back to the lesson").click()
    page.wait_for_selector("[data-ready]")
    assert page.url.startswith(server.url + "lesson?concept=follow-suit")


def test_what_is_not_right_yet_is_told_why_and_a_reload_changes_nothing(
    tab: Tab, server: Server
) -> None:
    page = tab.page
    known_as(tab, server, "Will")
    visit(tab, "lesson?concept=trump")
    walk = Walk(lesson("trump"), learner="Will")
    while walk.step != "choose":
        skip = page.locator("[data-do=skip]")
        act(tab, (skip if skip.count() else page.locator(".acts-row .btn.main")).click)
        walk.skip() if walk.snapshot["can"]["skip"] else walk.next()
    question = walk.scene.question
    shut = [o.value for o in question.choices if o.value not in question.answer][:1]
    by_keyboard(tab, question, shut)
    walk.give(shut)
    walk.check()
    said = walk.snapshot["feedback"]
    assert page.locator("[data-feedback]").get_attribute("data-feedback") == said["kind"] != "right"
    assert seen(tab, "[data-feedback]") == packed(plain(said["pieces"]))
    page.locator(".bubble [data-rule]").click()
    assert seen(tab, ".ruletext") == packed(said["rule_text"])
    looks_well(tab, "refused")
    tab.reload()
    tab.still()
    assert page.locator(".cl-lesson").get_attribute("data-step") == "choose"
    assert seen(tab, "[data-feedback]") == packed(plain(said["pieces"]))
    answer_faster_than_the_kernel(tab, question, list(question.answer))
    page.wait_for_selector("[data-feedback=right]")  # the one of before is drawn until then
    assert page.locator("[data-feedback]").get_attribute("data-feedback") == "right"


def test_what_is_due_leads_from_home_through_the_review(tab: Tab, server: Server) -> None:
    then = time.time() - 2 * DAY
    missed = Event(
        then, "answered", concept="follow-suit", rule="must-follow-suit", game="kaiser", right=False
    )
    kept_by(server).append("Rita", [missed])
    page = tab.page
    known_as(tab, server, "Rita")
    page.goto(server.url)
    entry = page.locator("[data-next=follow-suit]")
    assert "not yet right in Kaiser, two days ago" in entry.inner_text()
    visit(tab, entry.locator("a").get_attribute("href")[1:])
    assert "two days ago" in page.locator(".scene").inner_text()
    looks_well(tab, "review")
    while not page.locator("[data-done]").count():
        act(tab, page.locator("[data-do=skip]").click)
    assert "That was today" in page.locator("[data-done]").inner_text()
    assert axe(tab) == []


SHOWN = [
    "exercise?kind=score-deal&game=kaiser&seed=3",
    "exercise?kind=order-cards&game=malilla&seed=3",
    "exercise?kind=find-captures&game=sum-run-set&seed=3",
    "exercise?kind=find-melds&game=gin-rummy&seed=3",
    pytest.param("exercise?kind=whose-turn&game=bridge&seed=3", marks=pytest.mark.rest),
    "exercise?kind=which-game&game=snap&seed=3",
    pytest.param("exercise?concept=auction&seed=4", marks=pytest.mark.rest),
    "watch?game=kaiser&seed=7",
]


@pytest.mark.sampled
@pytest.mark.parametrize("path", SHOWN)
def test_exercises_of_every_shape_look_well(tab: Tab, path: str) -> None:
    visit(tab, path)
    looks_well(tab, path)


STILL = [
    pytest.param("print?lesson=follow-suit", marks=pytest.mark.rest),
    "print?lesson=auction&solutions=1",
    "",
    "map",
]


@pytest.mark.sampled
@pytest.mark.parametrize("path", STILL)
def test_pages_without_a_kernel_look_well(tab: Tab, server: Server, path: str) -> None:
    kept_by(server).append(
        "Rita", [Event(time.time() - DAY, "answered", concept="trump", game="kaiser", right=False)]
    )
    known_as(tab, server, "Rita")
    tab.page.goto(server.url + path)
    looks_well(tab, path)


def test_what_is_in_the_pond_is_chosen_there(tab: Tab) -> None:
    visit(tab, "exercise?kind=find-captures&game=sum-run-set&seed=3")
    assert tab.page.locator("[data-zone=pond] button[data-move]").count() > 0
    assert tab.page.locator("[data-zone=answers]").count() == 0


def test_a_deal_is_scored_with_its_tricks_in_sight(tab: Tab) -> None:
    visit(tab, "exercise?kind=score-deal&game=kaiser&seed=3")
    tricks = tab.page.locator(".hist > li")
    assert tricks.count() == 8 and tricks.first.is_visible()
    assert "won by" in tricks.first.inner_text() and not any(
        pt.inner_text() for pt in tricks.locator(".pt").all()
    )


# --- who is learning


def test_a_name_is_said_by_keyboard_and_progress_goes_out_and_in(
    tab: Tab, server: Server, tmp_path: Path
) -> None:
    page = tab.page
    kept_by(server).append("Nora 7", [Event(5.0, "lesson-done", concept="trump")])
    code = Holders(f"sqlite:///{server.store}").new_code("Nora 7").code
    page.goto(server.url)
    page.wait_for_selector("[data-who]:visible")
    assert "Guest" in page.locator("[data-who]").inner_text()
    page.locator("[data-who]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("document.activeElement.id") == "who-field"
    assert axe(tab) == []
    page.keyboard.type("<b>")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "document.querySelector('[data-who-said]').textContent.includes('cannot stand in one')"
    )
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.hasAttribute('data-who')")
    page.keyboard.press("Enter")
    page.fill("#who-field", "Nora 7")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'who-code'")
    assert "is taken" in page.locator("[data-who-said]").inner_text() and axe(tab) == []
    page.keyboard.type(code.lower())
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.wait_for_selector("[data-who]:visible")
    assert "Nora 7" in page.locator("[data-who]").inner_text()
    page.locator("[data-who]").click()
    page.locator("[data-who-act=code]").click()
    page.wait_for_selector("[data-who-code]:visible")
    assert code in page.locator("[data-who-code]").inner_text() and axe(tab) == []
    with page.expect_download() as started:
        page.locator("[data-who-export]").click()
    file = tmp_path / "nora.json"
    started.value.save_as(file)
    assert (
        started.value.suggested_filename == "cardlab-Nora 7.json"
        and json.loads(file.read_text())["learner"] == "Nora 7"
    )
    with page.expect_navigation(), contextlib.suppress(TimeoutError):
        page.set_input_files("[data-who-file]", file)
    page.wait_for_selector("[data-who]:visible")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("[data-who]").click()
    page.set_input_files(
        "[data-who-file]",
        files=[{"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}],
    )
    page.wait_for_function(
        "document.querySelector('[data-who-said]').textContent.includes('Nothing was changed')"
    )


def test_the_sheet_of_a_lesson_opens_and_leads_back(tab: Tab, server: Server) -> None:
    tab.page.goto(f"{server.url}print?lesson=follow-suit")
    assert (
        tab.page.locator("[data-task]").count() >= 4
        and tab.page.locator("[data-solution]").count() == 0
    )
    tab.page.goto(f"{server.url}print?lesson=follow-suit&solutions=1")
    assert tab.page.locator("[data-solution]").count() == tab.page.locator("[data-task]").count()
    tab.page.locator(".link a").first.click()
    tab.ready()
    assert tab.page.url == f"{server.url}lesson?concept=follow-suit"
    tab.page.goto(f"{server.url}print?exercise={quote(ADDRESS)}")
    asked = tab.page.locator("[data-task] h2").inner_text()
    tab.page.locator(".link a").click()
    tab.ready()
    assert asked.endswith(tab.page.locator(".question").inner_text())
