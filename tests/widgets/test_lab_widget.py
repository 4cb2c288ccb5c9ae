"""The laboratory's widget: every kind of block is drawn, what is moved is told, and nothing
moves under somebody's hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest

from cardlab.web.widgets import LabWidget

from .lab_fixtures import everything, lab_page

AXE = files("axe_playwright_python") / "axe.min.js"


ANSWERING = """() => window.cl.model.save_changes = () =>
  setTimeout(() => window.cl.show({ heard: window.cl.model.get("act").n }), 30)"""
"""From now on somebody answers each act, a moment later."""
SILENT = "() => window.cl.model.save_changes = () => {}"


@pytest.fixture
def pages(blank: Any) -> Iterator[Callable[..., Any]]:
    blank.said.clear()

    def load(width: int = 1280, theme: str = "light", **traits: Any) -> Any:
        page = blank(width)
        page.set_content(lab_page(traits.pop("view", None) or everything(), theme, **traits))
        page.wait_for_selector("[data-ready]")
        page.evaluate(ANSWERING)
        return page

    yield load
    assert blank.said == []


def sent(page: Any) -> list[list[Any]]:
    told = "window.cl.sent.filter(s => s.trait === 'act').map(s => [s.value.name, s.value.value])"
    return list(page.evaluate(told))


def test_a_reader_without_a_kernel_gets_its_words() -> None:
    widget = LabWidget()
    widget.show(everything(), error="")
    text = widget._repr_mimebundle_()[0]["text/plain"]
    assert "Our tricks: 6" in text and "The jack, J♥, is the highest trump." in text


@pytest.mark.browser
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1280, "dark"), (390, "light")])
def test_every_block_is_drawn_and_axe_finds_nothing(pages: Any, width: int, theme: str) -> None:
    page = pages(width, theme)
    assert page.locator(".block").count() == len(everything()["blocks"])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".bbody:empty").count() == 0
    page.add_script_tag(path=str(AXE))
    found = page.evaluate(
        "axe.run('.cl-root').then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))"
    )
    assert not found


def typed_house() -> dict[str, Any]:
    """A laboratory with a name to type and a button that saves under that name."""
    name = {"name": "name", "label": "What your table calls it", "kind": "text", "place": "side"}
    save = {"name": "save", "label": "Save", "kind": "button", "place": "side"}
    shared = {"title": "House rules", "lead": "", "blocks": [], "busy": None, "said": ""}
    return {"id": "house-rules", "controls": [name | {"value": ""}, save], **shared}


@pytest.mark.browser
def test_what_was_typed_is_told_before_the_button_that_was_clicked_next(pages: Any) -> None:
    """Acts go one at a time, so that none takes the place of another that nobody has heard yet."""
    page = pages(view=typed_house())
    page.evaluate(SILENT)
    page.locator("input").fill("Free Kaiser")
    page.locator("[data-name=save]").evaluate("button => { button.click(); button.click(); }")
    page.wait_for_timeout(100)
    assert sent(page) == [["name", "Free Kaiser"]]
    page.evaluate(ANSWERING)
    page.evaluate("window.cl.show({ heard: window.cl.model.get('act').n })")
    page.wait_for_function("!document.querySelector('[data-waits]')")
    assert sent(page) == [["name", "Free Kaiser"], ["save", True], ["save", True]]


@pytest.mark.browser
def test_enter_sends_what_was_typed(pages: Any) -> None:
    page = pages(view=typed_house())
    page.locator("input").fill("Free Kaiser")
    page.locator("input").press("Enter")
    assert sent(page) == [["name", "Free Kaiser"]]


@pytest.mark.browser
def test_what_is_moved_and_clicked_is_told_once(pages: Any) -> None:
    page = pages()
    page.select_option("select", "nap")
    page.get_by_role("switch").click()
    page.locator("[data-control=tricks] [type=number]").fill("9")
    page.locator("[data-control=tricks] [type=number]").press("Tab")
    page.locator("[data-act=hasse][data-value=KH]").click()
    page.locator("[data-act=heat][data-value='1,0']").click()
    page.get_by_role("button", name="Another position").click()
    page.get_by_role("button", name="Stop").click()
    page.wait_for_timeout(500)
    assert sent(page) == [
        ["game", "nap"],
        ["doubled", False],
        ["tricks", 9],
        ["hasse", "KH"],
        ["heat", "1,0"],
        ["again", True],
        ["stop", ""],
    ]


@pytest.mark.browser
def test_a_slider_is_one_message_when_it_rests_and_stays_in_the_hand(pages: Any) -> None:
    page = pages()
    slider = page.locator("[data-control=tricks] [type=range]")
    slider.focus()
    for _ in range(3):
        slider.press("ArrowRight", delay=0)
    page.wait_for_timeout(300)
    assert sent(page)[-1] == ["tricks", 9]
    handle = slider.element_handle()
    view = everything()
    view["controls"][1]["value"] = 5
    page.evaluate("view => window.cl.show({ view })", view)
    assert handle.evaluate("e => e.isConnected && e === document.activeElement"), (
        "the slider stayed, and kept the focus"
    )
    assert slider.input_value() == "9", (
        "an answer that comes late does not move the slider that somebody holds"
    )


@pytest.mark.browser
def test_a_heat_map_is_one_tab_stop_and_arrows_walk_it(pages: Any) -> None:
    page = pages()
    assert page.locator("table.heat button[tabindex='0']").count() == 1
    page.locator("table.heat button[tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.value") == "1,0"
    for key, there in (
        ("ArrowUp", "0,0"),
        ("End", "1,1"),
        ("ArrowRight", "1,1"),
        ("ArrowUp", "0,1"),
        ("ArrowRight", "0,2"),
    ):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.value") == there, (
            "a missing cell is not stepped on"
        )
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.value") == "0,2"


@pytest.mark.browser
def test_words_from_outside_stay_words(pages: Any) -> None:
    hostile = '<img src=x onerror="window.hit=1">'
    view = everything(title=hostile, lead=hostile)
    view["blocks"] = [
        {"kind": "text", "paragraphs": [hostile]},
        {
            "kind": "links",
            "links": [[hostile, "javascript:alert(1)"], ["away", "//elsewhere.example/"]],
        },
        {"kind": "math", "rows": [f"<math>{hostile}</math>"]},
        {
            "kind": "table",
            "columns": [{"label": hostile}],
            "rows": [[{"text": hostile, "href": "https://elsewhere.example"}]],
        },
    ]
    page = pages(view=view)
    assert (
        page.evaluate("window.hit") is None
        and page.locator(".labgrid a, .labgrid img").count() == 0
    )


def heaps() -> dict[str, Any]:
    """Two hands and what lies nowhere, as the laboratory of positions sends them."""

    def slot(place: str, code: str) -> dict[str, Any]:
        return {"code": code, "state": "plain", "value": f"{place}:{code}"}

    groups = [
        {"label": "North's hand", "drop": "north", "empty": "no card yet", "cards": []},
        {"label": "East's hand", "drop": "east", "cards": [slot("east", "QH"), slot("east", "8C")]},
        {"label": "Not on the table", "drop": "out", "cards": [slot("out", "AS")]},
    ]
    block = {"kind": "cards", "id": "pack", "title": "Set it up", "groups": groups}
    other = {
        "kind": "cards",
        "id": "else",
        "title": "Elsewhere",
        "groups": [{"label": "Heap", "drop": "x", "cards": []}],
    }
    save = {
        "name": "save-pack",
        "label": "Save as a file",
        "kind": "save",
        "value": "kaiser; East QH 8C ½\n",
        "file": "my table.txt",
        "place": "pack",
    }
    return {
        "id": "positions",
        "title": "A table",
        "lead": "",
        "controls": [save],
        "busy": None,
        "said": "",
        "blocks": [block, other],
    }


def middle(page: Any, place: str) -> tuple[float, float]:
    box = page.locator(place).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def plotted(style: str) -> dict[str, Any]:
    """A page with a plot of four series."""
    series = [
        {"name": f"series {n}", "style": style, "points": [[0, n + 1], [1, 2 * n + 1]]}
        for n in range(4)
    ]
    x, y = {"title": "tricks"}, {"title": "points"}
    block = {"kind": "plot", "id": "p", "title": "A plot", "x": x, "y": y, "series": series}
    more = {"id": "scores", "title": "Scores", "lead": "", "controls": [], "busy": None, "said": ""}
    return {**more, "blocks": [block]}


LEGEND = """() => [...document.querySelectorAll(".legend i")].map((sign, n) => {
  const drawn = document.querySelector(`.plot .s${n}`), own = getComputedStyle(sign);
  const colour = getComputedStyle(drawn), line = drawn.matches(".ln");
  return [line ? own.borderTopColor : own.backgroundColor, line ? colour.stroke : colour.fill];
})"""


@pytest.mark.browser
@pytest.mark.parametrize("style", ["line", "bars", "points"])
def test_the_legend_of_a_plot_is_as_it_is_drawn(pages: Any, style: str) -> None:
    page = pages(view=plotted(style))
    pairs = page.evaluate(LEGEND)
    assert len(pairs) == 4 and all(sign == drawn for sign, drawn in pairs), pairs
    assert len({sign for sign, _ in pairs}) == 4
    words = page.locator("svg.plot .tt").all_text_contents()
    assert words == ["tricks", "points"]
    # the same numbers can be read without the picture
    assert page.locator(".numbers tbody tr").count() == 2


@pytest.mark.browser
def test_a_card_is_carried_to_a_rung_of_a_ladder(pages: Any) -> None:
    page = pages()
    rungs = page.locator(".ladder.from li[data-drop]")
    onto = rungs.nth(0).get_attribute("data-drop")
    card = rungs.nth(2).locator(".cardbtn").first
    value, name = card.get_attribute("data-value"), card.get_attribute("data-act")
    box, place = card.bounding_box(), rungs.nth(0).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(place["x"] + 60, place["y"] + place["height"] / 2, steps=6)
    assert page.locator(".ghost").count() == 1
    page.mouse.up()
    page.wait_for_timeout(50)
    assert sent(page) == [[name, f"{value}>{onto}"]]


@pytest.mark.browser
def test_a_card_is_carried_to_another_heap_and_a_click_stays_a_click(pages: Any) -> None:
    page = pages(view=heaps())

    def carry(card: str, place: str, key: str = "") -> None:
        page.mouse.move(*middle(page, f"[data-value='{card}']"))
        page.mouse.down()
        page.mouse.move(*middle(page, place), steps=6)
        assert page.locator(".ghost").count() == 1
        if key:
            page.keyboard.press(key)
        page.mouse.up()
        assert page.locator(".ghost, .over, .dragging").count() == 0

    carry("east:QH", "[data-drop=north] .cardrow")
    carry("out:AS", "[data-drop=east] .h")
    # let go over nothing, at home, in another block, or called off: nothing is told
    carry("east:8C", ".labtitle")
    carry("east:8C", "[data-value='east:QH']")
    carry("east:8C", "[data-drop=x] .cardrow")
    carry("east:8C", "[data-drop=north] .cardrow", "Escape")
    page.wait_for_timeout(50)
    page.locator("[data-value='east:8C']").click()
    page.locator("[data-value='east:QH']").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("!document.querySelector('[data-waits]')")
    assert sent(page) == [
        ["pack", "east:QH>north"],
        ["pack", "out:AS>east"],
        ["pack", "east:8C"],
        ["pack", "east:QH"],
    ]


@pytest.mark.browser
def test_a_finger_carries_after_a_rest_and_scrolls_otherwise(browser: Any) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 500}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.set_content(lab_page(heaps(), "light"))
    page.wait_for_selector("[data-ready]")
    page.locator("[data-value='out:AS']").scroll_into_view_if_needed()
    finger = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    def slide(rest: int) -> None:
        (x, y), (to_x, to_y) = (
            middle(page, "[data-value='out:AS']"),
            middle(page, "[data-drop=east] .h"),
        )
        touch("touchStart", (x, y))
        page.wait_for_timeout(rest)
        for i in range(1, 9):
            touch("touchMove", (x + (to_x - x) * i / 8, y + (to_y - y) * i / 8))
            page.wait_for_timeout(20)
        touch("touchEnd")
        page.wait_for_timeout(120)

    slide(500)
    assert sent(page) == [["pack", "out:AS>east"]]
    slide(0)
    assert sent(page) == [["pack", "out:AS>east"]] and page.locator(".ghost").count() == 0
    context.close()


@pytest.mark.browser
def test_a_text_is_saved_as_a_file_without_a_word_to_anybody(pages: Any) -> None:
    page = pages(view=heaps())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    assert waiting.value.suggested_filename == "my table.txt"
    assert waiting.value.path().read_text(encoding="utf-8") == "kaiser; East QH 8C ½\n"
    assert "downloads" in page.locator("[role=status]").inner_text()
    assert sent(page) == [] and all(url.startswith("blob:") for url in asked)
    # the words of the file change with the view, and the button stays the same
    more = heaps()
    more["controls"][0]["value"] = "other"
    page.evaluate("view => window.cl.show({view})", more)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    assert waiting.value.path().read_text(encoding="utf-8") == "other"


@pytest.mark.browser
def test_what_has_not_changed_keeps_its_elements_and_what_a_reader_opened(pages: Any) -> None:
    view = heaps()
    rules = [
        {"id": f"r{i}", "title": f"Rule {i}", "text": f"Text {i}.", "mark": ""} for i in range(2)
    ]
    view["blocks"].append(
        {
            "kind": "rules",
            "id": "sheet",
            "groups": [{"title": "Play", "rules": rules, "shut": True}],
        }
    )
    page = pages(view=view)
    page.locator(".rgroup summary").click()
    page.evaluate(
        """() => { for (const e of document.querySelectorAll("[data-value], .rl")) e.marked = true; }"""
    )
    # Q♥ goes from East to North, and one rule says something else
    east = view["blocks"][0]["groups"][1]["cards"]
    north = [{"code": "QH", "state": "plain", "value": "north:QH", "picked": True}]
    view["blocks"][0]["groups"][0]["cards"], view["blocks"][0]["groups"][1]["cards"] = (
        north,
        east[1:],
    )
    rules[1]["text"] = "Another text."
    page.evaluate("view => window.cl.show({view})", view)
    assert (
        "no card yet" not in page.locator(".labgrid").inner_text()
        and page.locator("[data-drop=north] .slot").count() == 1
    )
    assert (
        page.locator("[data-drop=east] .slot").count() == 1 and page.locator(".slot").count() == 3
    )
    marked = "[...document.querySelectorAll('[data-value], .rl')].filter(e => e.marked)"
    assert page.evaluate(f"{marked}.map(e => e.dataset.value ?? '')") == [
        "east:8C",
        "out:AS",
        "",
        "",
    ]
    assert page.locator("[data-value='north:QH'] .picked").count() == 1
    assert (
        page.locator(".rl p:visible").all_inner_texts()[-1] == "Another text."
        and page.locator(".rgroup[open]").count() == 1
    )
    # every drawing is what it would have been at first
    bodies = (
        "[...document.querySelectorAll('.bbody')].map(e => e.innerHTML.replaceAll(/lab\\d+/g, ''))"
    )
    changed = page.evaluate(bodies)
    fresh = pages(view=view)
    fresh.locator(".rgroup summary").click()
    assert changed == fresh.evaluate(bodies)


@pytest.mark.browser
def test_on_a_phone_the_question_and_what_it_is_about_come_before_the_controls(pages: Any) -> None:
    view = everything()
    puzzle = {"kind": "text", "id": "puzzle", "title": "Why?", "paragraphs": ["Move our tricks."]}
    named = view["blocks"][-1] | {"id": "named", "asked": True}
    view["blocks"] = [puzzle, named, *view["blocks"][:-1]]
    view["controls"].append(
        {"name": "show", "label": "Show me", "kind": "button", "value": None, "place": "puzzle"}
    )
    page = pages(390, view=view)

    def top(of: str) -> float:
        return float(page.locator(of).first.bounding_box()["y"])

    question = '[data-block="puzzle"]'
    order = [f"{question} .bbody", f"{question} .bcontrols", '[data-block="named"]', "aside"]
    tops = [top(of) for of in order]
    assert tops == sorted(tops) and tops[-1] < top('.block:not(.asked, [data-block="puzzle"])')
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.browser
def test_what_two_picked_cards_do_stands_beside_the_ladder(pages: Any) -> None:
    """Above the rungs, and in sight as long as they are; rungs are no higher for taking cards."""
    view = everything()
    block = next(b for b in view["blocks"] if b["kind"] == "ladders" and b.get("right"))
    block["verdicts"] = [{"kind": "verdict", "head": "Red", "text": "J♠ is the highest trump."}]
    page = pages(view=view)
    page.set_viewport_size({"width": 1280, "height": 400})
    verdict, rung = page.locator(".verdicts").first, page.locator(".ladder.from li").first
    box = verdict.bounding_box()
    assert box["y"] + box["height"] <= rung.bounding_box()["y"]
    last = page.locator(".ladder.from li").last
    last.evaluate("e => e.scrollIntoView({ block: 'end' })")
    assert 0 <= verdict.bounding_box()["y"] < last.bounding_box()["y"]
    rung = page.locator(".ladder.from li[data-drop]").first
    assert rung.bounding_box()["height"] < 40
    head, line = page.locator(".ladder.from .lhead").bounding_box(), rung.bounding_box()
    assert abs(head["x"] - line["x"]) < 1, "the line of a rung begins where its ladder does"
