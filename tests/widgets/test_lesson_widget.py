"""The lesson widget: what it sends to the browser, what it draws, and how it is answered without
a mouse."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.engine.table import table
from cardlab.lessons.exercises import exercise
from cardlab.lessons.questions import make_question
from cardlab.web.pages.practice import Practice
from cardlab.web.widgets import LessonWidget
from cardlab.web.widgets.assets import lesson_script, lesson_style
from cardlab.web.widgets.lesson import unanswered

from .harness import lesson_page
from .lesson_fixtures import fixtures, position, question, snapshot

NAMES = tuple(fixtures())


@pytest.fixture
def pages(blank: Any) -> Iterator[Callable[..., Any]]:
    blank.said.clear()

    def load(shown: dict[str, Any], width: int = 1280, theme: str = "light", **traits: Any) -> Any:
        page = blank(width)
        page.set_content(lesson_page(shown, theme, **traits))
        page.wait_for_selector("[data-ready]")
        return page

    yield load
    assert blank.said == []


def sent(page: Any) -> list[tuple[str, Any]]:
    found = page.evaluate(
        "window.cl.sent.filter(s => s.trait === 'command').map(s => [s.value.name, s.value.data])"
    )
    return [(name, data) for name, data in found]


# --- without a browser


def test_the_browser_is_not_sent_the_answer() -> None:
    _, state = position()
    view = table(state, 0).to_dict()
    assert any("legal" in choice for choice in view["choices"]) and "winning" in json.dumps(
        view["zones"]
    )
    widget = LessonWidget()
    asked = question("pick-moves")
    shown = {**snapshot("choose", asked), "table": view}
    widget.show(shown)
    told = json.dumps(widget.snapshot)
    assert '"legal"' not in told and '"winning"' not in told and '"reason"' not in told
    missed = snapshot("choose", asked, ("AH",), True)
    widget.show({**missed, "table": view})
    told = json.dumps(widget.snapshot["table"]["zones"])
    assert '"winning"' not in told, "after a miss the question still waits"
    right = snapshot("choose", asked, tuple(asked.right_answer), True)
    widget.show({**right, "table": view})
    assert "winning" in json.dumps(widget.snapshot["table"]["zones"]), (
        "once it is answered, the table may say it again"
    )


@pytest.mark.parametrize("game", ["kaiser", "bridge", "julep", "gin-rummy", "sum-run-set"])
def test_whose_turn_it_is_is_not_on_the_table_before_the_answer(game: str) -> None:
    """The same table with another seat to move would be sent as the same data."""
    item = exercise("whose-turn", game=game, seed=4)
    widget, practice = LessonWidget(), Practice(lambda seed: item, 4, "T")
    widget.show(practice.snapshot())
    sent_table = widget.snapshot["table"]
    assert (
        sent_table["to_move"] is None
        and sent_table["prompt"] == ""
        and sent_table["choices"] == []
        and not sent_table["mine"]
    )
    assert not any(seat["turn"] for seat in sent_table["seats"])
    calls = sent_table["calls"]
    assert calls is None or calls["rows"] or calls["seats"] == sorted(calls["seats"])
    practice.give(item.question.answer)
    practice.check()
    widget.show(practice.snapshot())
    told = widget.snapshot["table"]
    assert [seat["name"].lower() for seat in told["seats"] if seat["turn"]] == list(
        item.question.answer
    )


@pytest.mark.parametrize("ask", ["contract", "declarer"])
def test_what_was_promised_is_read_from_the_calls(ask: str) -> None:
    match = cardlab.game("bridge").match(seed=3)
    for call in ("1C", "pass", "2H", "pass", "pass", "pass"):
        match.play(call)
    view = match.view(1).to_dict()
    assert view["contract"] and view["trump"]
    shows = make_question(match.game, match.state, 1, ask).shown
    told = unanswered(view, quiet=True, shows=shows)
    assert (
        told["contract"] is None
        and told["trump"] is None
        and not any(seat["turn"] or seat["notes"] for seat in told["seats"])
    )
    assert told["calls"]["rows"] == view["calls"]["rows"], "the calls themselves are what one reads"
    assert unanswered(view, quiet=False, shows=shows)["contract"] == view["contract"]


def shown_for(kind: str, game: str, seed: int = 3) -> tuple[Practice, LessonWidget]:
    item = exercise(kind, game=game, seed=seed)
    practice, widget = Practice(lambda _: item, seed, "T"), LessonWidget()
    widget.show(practice.snapshot())
    return practice, widget


@pytest.mark.parametrize("kind", ["find-melds", "deadwood"])
def test_a_hand_is_not_sorted_into_its_melds_before_the_answer(kind: str) -> None:
    practice, widget = shown_for(kind, "gin-rummy")
    assert not any(zone["groups"] for zone in widget.snapshot["table"]["zones"])
    practice.give(practice.item.question.answer[0].split())
    practice.check()
    widget.show(practice.snapshot())
    assert any(zone["groups"] for zone in widget.snapshot["table"]["zones"])


def test_how_many_cards_there_are_is_not_on_the_table() -> None:
    practice, widget = shown_for("count-cards", "scotch-whist")
    table_sent = widget.snapshot["table"]
    assert not any(seat["cards"] for seat in table_sent["seats"])
    assert all(
        (zone["count"] or 0) <= 1
        for zone in table_sent["zones"]
        if zone["layout"] == "pile" or not zone["open"]
    )
    practice.give(practice.item.question.answer)
    practice.check()
    widget.show(practice.snapshot())
    assert any(seat["cards"] for seat in widget.snapshot["table"]["seats"])


def test_a_deal_to_be_scored_shows_its_tricks_and_no_points() -> None:
    practice, widget = shown_for("score-deal", "kaiser")
    tricks = widget.snapshot["table"]["tricks"]
    assert len(tricks) == 8 and not any(trick["points"] or trick["why"] for trick in tricks)
    practice.give(practice.item.question.answer)
    practice.check()
    widget.show(practice.snapshot())
    assert any(trick["points"] for trick in widget.snapshot["table"]["tricks"])
    _, widget = shown_for("score-deal", "sum-run-set")
    lines = widget.snapshot["table"]["lines"]
    assert lines and not any({"points", "text", "values", "rule"} & set(line) for line in lines)
    assert all(line["because"] for line in lines)


def test_which_of_the_games_is_asked_without_a_table() -> None:
    assert shown_for("which-game", "snap")[1].snapshot["table"] is None


def test_a_saved_notebook_keeps_a_picture_and_the_words() -> None:
    widget = LessonWidget()
    widget.show(fixtures()["choose"])
    data, _ = widget._repr_mimebundle_()
    assert "<svg" in data["text/html"] and "Following suit" in data["text/html"]
    assert "You hold the A♥" in data["text/plain"] and "- J♣" in data["text/plain"]


def test_show_counts_and_hears() -> None:
    widget = LessonWidget()
    widget.command = {"n": 1763735000123, "name": "give", "data": {"values": []}}
    widget.show(fixtures()["choose"])
    assert (widget.stamp, widget.heard, widget.error) == (1, 1763735000123, "")
    widget.show(error="The store is away.")
    assert widget.error == "The store is away." and widget.snapshot["step"] == "choose"
    widget.ping = 3
    assert widget.pong == 3


def test_the_script_is_one_module_with_one_export() -> None:
    script = lesson_script()
    assert script.count("export default") == 1 and script.rstrip().endswith(
        "export default { render: renderLesson };"
    )
    assert ".cl-lesson {" in lesson_style() and "#" not in lesson_style().split(".cl-lesson {")[
        -1
    ].replace("#}", "")


# --- drawn


@pytest.mark.sampled
@pytest.mark.browser
@pytest.mark.parametrize("name", NAMES)
def test_nothing_scrolls_sideways(pages: Any, name: str) -> None:
    page = pages(fixtures()[name], 360)
    for width in (360, 390, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 860})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.sampled
@pytest.mark.browser
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing(pages: Any, name: str) -> None:
    for width, theme in ((1280, "light"), (390, "dark")):
        page = pages(fixtures()[name], width, theme)
        page.add_script_tag(path=AXE)
        found = page.evaluate(
            "axe.run('.cl-root', { resultTypes: ['violations'] })"
            ".then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))"
        )
        assert found == []


@pytest.mark.browser
def test_a_hand_is_answered_by_keyboard(pages: Any) -> None:
    page = pages(snapshot("choose", question("pick-moves")))
    hand = page.locator("[data-zone=hand-0] button")
    assert [b.get_attribute("tabindex") for b in hand.all()].count("0") == 1
    page.locator("[data-zone=hand-0] button[tabindex='0']").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    chosen = page.locator("[data-zone=hand-0] button[aria-pressed=true]")
    assert chosen.count() == 2 and all(
        ", chosen" in c.locator(".sr").first.inner_text() for c in chosen.all()
    )
    page.keyboard.press("Enter")
    commands = sent(page)
    assert [name for name, _ in commands] == ["give", "give", "check"]
    assert len(commands[-1][1]["values"]) == 2, "the check carries the whole answer"
    page.keyboard.press("?")
    assert sent(page)[-1][0] == "hint"


@pytest.mark.browser
def test_marks_have_signs_and_words_and_the_rule_opens(pages: Any) -> None:
    shown = fixtures()["choose-refused"]
    page = pages(shown)
    ace, jack, nine = (page.locator(f"[data-move='{card}']") for card in ("AH", "JC", "9C"))
    assert ace.locator(".nomark").count() == 1 and "does not stand" in ace.inner_text()
    assert jack.locator(".yesmark").count() == 1 and "it stands" in jack.inner_text()
    assert "belongs to the answer" in nine.inner_text() and "up" in (
        nine.get_attribute("class") or ""
    )
    assert page.locator("[role=status]").inner_text().count("Clubs were led and you have two") == 1
    page.locator("[data-rule]").click()
    assert page.locator(".ruletext").inner_text() == shown["feedback"]["rule_text"]
    assert page.locator("[data-do=try_again]").count() == 0, "the next tap is the next try"


@pytest.mark.browser
def test_the_next_hint_waits_a_moment(pages: Any) -> None:
    page = pages(fixtures()["choose"])
    assert page.locator("[data-hint=open]").count() == 2
    page.locator("[data-do=hint]").click(force=True)
    page.keyboard.press("?")
    assert sent(page) == [] and "in a moment" in page.locator("[role=status]").inner_text()
    assert "comes back in your review" in page.locator(".hints").inner_text()
    page.wait_for_selector("[data-do=hint]:not([aria-disabled])", timeout=60_000)
    page.locator("[data-do=hint]").click()
    assert sent(page)[-1][0] == "hint"


@pytest.mark.browser
def test_cards_are_put_in_order_by_keys_buttons_and_dragging(pages: Any) -> None:
    page = pages(fixtures()["order"])
    order = "[...document.querySelectorAll('[data-order]')].map(e => e.dataset.order)"
    start = page.evaluate(order)
    page.locator("[data-order]").first.focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(order) == [start[1], start[0], *start[2:]]
    assert "place 2 of 5, picked up" in page.locator(f"[data-order='{start[0]}']").inner_text()
    page.locator("[data-shift='-1']").click()
    assert page.evaluate(order) == start
    a, b = (
        page.locator("[data-order]").first.bounding_box(),
        page.locator("[data-order]").nth(2).bounding_box(),
    )
    page.mouse.move(a["x"] + 20, a["y"] + 40)
    page.mouse.down()
    page.mouse.move(b["x"] + b["width"] - 4, b["y"] + 40, steps=8)
    page.mouse.up()
    assert page.evaluate(order) == [start[1], start[2], start[0], *start[3:]]
    page.locator("[data-key=primary]").click()
    assert sent(page)[-1] == ("check", {"values": [start[1], start[2], start[0], *start[3:]]})


@pytest.mark.browser
def test_a_number_and_the_line(pages: Any) -> None:
    page = pages(fixtures()["predict"])
    field = page.locator("[data-number]")
    if field.count():
        field.fill("3")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        assert sent(page)[-1] == ("check", {"values": ["4"]})
    page = pages(fixtures()["watch"])
    page.locator("[data-key=line]").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert [name for name, _ in sent(page)] == ["backward", "forward"]
    assert (
        page.locator(".bubble [data-reason]")
        .inner_text()
        .endswith("clubs were led and you have two")
    )


@pytest.mark.browser
def test_what_was_chosen_stays_until_the_kernel_has_heard_it(pages: Any) -> None:
    shown = snapshot("choose", question("pick-moves"))
    page = pages(shown)
    page.locator("[data-move='JC']").click()
    page.locator("[data-move='9C']").click()
    numbers = page.evaluate("window.cl.sent.filter(s => s.trait === 'command').map(s => s.value.n)")
    pressed = page.locator("[data-zone=hand-0] button[aria-pressed=true]")
    shown["question"]["given"] = ["JC"]
    page.evaluate("([s, n]) => window.cl.show({ snapshot: s, heard: n })", [shown, numbers[0]])
    assert pressed.count() == 2, "an answer to the first tap must not take back the second"
    page.evaluate("([s, n]) => window.cl.show({ snapshot: s, heard: n })", [shown, numbers[1]])
    assert pressed.count() == 1


@pytest.mark.browser
def test_texts_cannot_bring_markup(pages: Any) -> None:
    bad = "<img src=x onerror='document.title=1'>"
    pieces = [{"t": "text", "s": bad}, {"t": "term", "s": bad, "concept": bad}]
    shown = snapshot("watch", text=pieces, line={"at": 1, "length": 2, "note": pieces})
    shown["lesson"]["title"] = bad
    page = pages(shown, error=bad)
    assert page.locator("img").count() == 0 and page.title() != "1"


AXE = Path(__import__("axe_playwright_python").__file__).parent / "axe.min.js"


def test_a_first_miss_does_not_light_the_winner() -> None:
    """The table keeps the answer back until it is found, or told at a second miss."""
    asked = question("who-wins")
    wrong = next(choice.value for choice in asked.choices if choice.value not in asked.answer)
    view = table(asked.state, 0).to_dict()

    def lit(given: tuple[str, ...], tries: int) -> bool:
        shown = snapshot("choose", asked, given, True, tries=tries)
        drawn = LessonWidget._drawn({**shown, "table": view})
        return "winning" in json.dumps(drawn["table"]["zones"])

    assert not lit((wrong,), 1) and lit((wrong,), 2) and lit(asked.right_answer, 1)
