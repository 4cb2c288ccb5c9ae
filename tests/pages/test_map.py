"""The map in a real browser: keyboard, search, focus, phones, both themes, and nothing asked of
other machines."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import START, Server, Tab, axe, new_tab

import cardlab
from cardlab.concepts import columns
from cardlab.web.pages.home import ReaderProgress, map_page
from cardlab.web.widgets.assets import map_script, map_style
from cardlab.web.widgets.map import DueConcept, map_data

pytestmark = pytest.mark.browser

STEPS = len(map_data()["nodes"])
"""How many there are is tested with the data (`tests/widgets/test_map.py`); here all are drawn."""
HERE = "document.activeElement?.dataset?.id ?? null"
FOCUS = "document.querySelector('.frame [aria-current=true]')?.dataset.id ?? null"


def open_map(tab: Tab, query: str = "") -> None:
    tab.page.goto(f"{tab.server.url}map{query}")
    tab.page.wait_for_selector("#map[data-ready]", timeout=START)


def open_made(tab: Tab, **given: Any) -> None:
    """The page as a learner sees it who has made some way; its scripts and styles come from the
    server."""
    html = map_page(cardlab.games(), **given)
    tab.page.route(
        "**/map-of-somebody", lambda route: route.fulfill(body=html, content_type="text/html")
    )
    tab.page.goto(tab.server.url + "map-of-somebody")
    tab.page.wait_for_selector("#map[data-ready]", timeout=START)


FETCHED = """() => performance.getEntriesByType('resource')
    .concat(performance.getEntriesByType('navigation'))
    .map(entry => [new URL(entry.name).pathname, entry.encodedBodySize])"""
"""What a page has fetched: addresses, and bytes as they came."""


def test_all_nodes_are_there(tab: Tab) -> None:
    open_map(tab)
    assert tab.page.locator(".frame .node:visible").count() == STEPS


def test_home_and_the_map_fetch_little(tab: Tab) -> None:
    """How soon a page can be used hangs on the machine; what it fetches for that does not."""
    tab.page.goto(tab.server.url)
    tab.page.wait_for_selector("[data-game]")
    home = tab.page.evaluate(FETCHED)
    tab.page.locator("[data-door=learn]").click()
    tab.page.wait_for_selector("#map[data-ready]")
    for fetched in (home, tab.page.evaluate(FETCHED)):
        print(*fetched)
        assert len(fetched) <= 12 and sum(size for _, size in fetched) < 100_000, fetched


def test_the_map_is_one_tab_stop_and_arrows_walk_it(tab: Tab) -> None:
    open_map(tab, "?focus=follow-suit")
    assert tab.page.locator(".frame button[tabindex='0']").count() == 1
    for _ in range(60):
        tab.page.keyboard.press("Tab")
        if tab.page.evaluate("!!document.activeElement.closest('.frame')"):
            break
    assert tab.page.evaluate(HERE) == "follow-suit"
    tab.page.keyboard.press("ArrowDown")
    assert tab.page.evaluate(HERE) == tab.page.evaluate(FOCUS) == "trump"
    tab.page.keyboard.press("ArrowUp")
    tab.page.keyboard.press("ArrowRight")
    right = tab.page.evaluate(HERE)
    assert (
        right != "follow-suit"
        and tab.page.evaluate("+document.activeElement.closest('section').dataset.column") == 3
    )
    tab.page.keyboard.press("ArrowLeft")
    assert tab.page.evaluate("+document.activeElement.closest('section').dataset.column") == 2
    tab.page.keyboard.press("End")
    last = columns()[2]["nodes"][-1]
    assert tab.page.evaluate(HERE) == last["id"]
    assert tab.page.locator(".nb .me strong").inner_text() == last["title"]
    tab.page.keyboard.press("Tab")
    assert not tab.page.evaluate("!!document.activeElement.closest('.frame')"), (
        "one Tab leaves the map"
    )


@pytest.mark.rest
def test_every_node_can_be_reached_with_arrows(tab: Tab) -> None:
    open_map(tab, "?focus=shuffle")
    tab.page.locator(".frame [data-id=shuffle]").focus()
    seen = set()
    for column in range(len(columns())):
        tab.page.keyboard.press("Home")
        assert tab.page.evaluate("document.activeElement.dataset.fold") == str(column)
        last = None
        while True:
            tab.page.keyboard.press("ArrowDown")
            here = tab.page.evaluate(HERE)
            if here == last:
                break
            seen.add(here)
            last = here
        tab.page.keyboard.press("Home")
        tab.page.keyboard.press("ArrowRight")
    assert len(seen) == STEPS


def test_enter_opens_a_game_that_has_a_page(tab: Tab) -> None:
    open_map(tab, "?focus=kaiser")
    tab.page.locator(".frame [data-id=kaiser]").focus()
    with tab.page.expect_navigation(url="**/notebooks/kaiser.ipynb", wait_until="commit"):
        tab.page.keyboard.press("Enter")


def test_a_lesson_is_opened_by_the_second_press(tab: Tab) -> None:
    open_made(tab, lessons=["trump"], focus="follow-suit")
    tab.page.locator(".frame [data-id=trump]").click()
    assert (
        tab.page.locator(".nb .me strong").inner_text() == "Trumps"
        and "map-of-somebody" in tab.page.url
    )
    with tab.page.expect_navigation(url="**/lesson?concept=trump", wait_until="commit"):
        tab.page.locator(".frame [data-id=trump]").click()


def test_what_cannot_be_opened_says_so(tab: Tab) -> None:
    open_made(tab, lessons=[], focus="follow-suit")
    assert "not written yet" in tab.page.locator(".nb .me").inner_text()
    assert tab.page.locator(".nb .me a.btn").count() == 0
    before = tab.page.url.partition("?")[0]
    tab.page.locator(".frame [data-id=follow-suit]").click()
    assert "not written yet" in tab.page.locator("#map [role=status]").inner_text()
    assert tab.page.url.partition("?")[0] == before
    tab.page.locator(".frame [data-id=bigwig]").click()
    assert "are not published" in tab.page.locator(".nb .me").inner_text()


def test_search_by_slash_and_away_by_escape(tab: Tab) -> None:
    open_map(tab)
    tab.page.keyboard.press("/")
    assert tab.page.evaluate("document.activeElement.dataset.search !== undefined")
    tab.page.keyboard.type("bourre")
    assert tab.page.locator(".frame .node.hit").count() == 1, (
        "an accent is not needed to find Bourré"
    )
    assert tab.page.locator("#map [role=status]").inner_text() == "1 found."
    tab.page.keyboard.press("Enter")
    assert tab.page.evaluate(HERE) == tab.page.evaluate(FOCUS) == "bourre"
    tab.page.keyboard.press("/")
    tab.page.keyboard.type("zzz")
    assert "Nothing here has that name" in tab.page.locator(".none").inner_text()
    tab.page.keyboard.press("Escape")
    assert (
        tab.page.locator("[data-search]").input_value() == ""
        and tab.page.locator(".frame .node.hit").count() == 0
    )
    assert tab.page.locator(".frame .node:visible").count() == STEPS


def test_the_focus_shows_neighbours_and_lines_and_keeps_the_address(tab: Tab) -> None:
    open_map(tab, "?focus=follow-suit")
    data = map_data()["nodes"]["follow-suit"]
    assert tab.page.locator(".nb ul").nth(0).locator(".node").count() == len(data["needs"])
    assert tab.page.locator(".nb ul").nth(1).locator(".node").count() == len(data["opens"])
    assert tab.page.locator(".wiring .needs").count() == len(data["needs"])
    assert tab.page.locator(".wiring .opens").count() == len(data["opens"])
    tab.page.locator(".nb .node[data-id=ruff]").click()
    assert tab.page.evaluate(FOCUS) == "ruff" and tab.page.url.endswith("focus=ruff")
    tab.page.reload()
    tab.page.wait_for_selector("#map[data-ready]")
    assert tab.page.evaluate(FOCUS) == "ruff"


def test_no_line_crosses_a_word(tab: Tab) -> None:
    open_map(tab, "?focus=score-keeping")
    crossed = tab.page.evaluate("""() => {
          const words = [...document.querySelectorAll(".frame .node > span, .frame .fold > *")].map(e => {
            const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect(); });
          const at = document.querySelector(".wiring").getBoundingClientRect(), found = [];
          for (const path of document.querySelectorAll(".wiring path")) for (let d = 0; d < path.getTotalLength(); d += 2) {
            const p = path.getPointAtLength(d), x = p.x + at.left, y = p.y + at.top;
            for (const w of words) if (x > w.left && x < w.right && y > w.top + 1 && y < w.bottom - 1) found.push([x, y]);
          }
          return [found.length, document.querySelectorAll(".wiring path").length];
        }""")
    assert crossed[0] == 0 and crossed[1] > 10


def test_columns_fold_and_a_larger_size_can_be_had(tab: Tab) -> None:
    open_map(tab, "?focus=follow-suit")
    tab.page.locator("[data-fold='0']").click()
    assert tab.page.locator(".frame .node:visible").count() == STEPS - len(columns()[0]["nodes"])
    assert tab.page.locator("[data-fold='0']").get_attribute("aria-expanded") == "false"
    tab.page.locator("[data-fold='0']").press("Enter")
    assert tab.page.locator(".frame .node:visible").count() == STEPS
    size = "parseFloat(getComputedStyle(document.querySelector('.frame .node')).fontSize)"
    before = tab.page.evaluate(size)
    tab.page.locator("[data-value=roomy]").click()
    assert tab.page.evaluate(size) > before
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 1280
    tab.page.locator("[data-value=list]").click()
    assert (
        tab.page.locator(".frame:visible").count() == 0
        and tab.page.locator(".list:visible").count() == 1
    )


def test_what_is_pressed_is_told_where_the_eye_is(tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 1280, "height": 800})
    open_map(tab)
    tab.page.locator(".frame [data-id=shuffle]").click()
    assert tab.page.locator(".peek").count() == 0, "the panel above is in view"
    low = tab.page.locator(".frame [data-id=never-ending-rhapsody]")
    low.scroll_into_view_if_needed()
    tab.page.mouse.wheel(0, 900)
    tab.page.wait_for_timeout(200)
    low.click()
    peek = tab.page.locator(".peek")
    told = peek.inner_text()
    assert "Never-Ending Rhapsody" in told and "does not play it yet" in told
    box, node = peek.bounding_box(), low.bounding_box()
    assert box is not None and node is not None
    assert box["y"] >= 0 and box["y"] + box["height"] <= 800 and box["x"] + box["width"] <= 1280
    assert (
        min(abs(box["y"] - node["y"] - node["height"]), abs(node["y"] - box["y"] - box["height"]))
        < 9
    )
    tab.page.keyboard.press("Escape")
    assert tab.page.locator(".peek").count() == 0
    assert tab.page.evaluate(HERE) == "never-ending-rhapsody"


def test_search_understands_what_somebody_knows(tab: Tab) -> None:
    open_map(tab)
    for words, id in (("I know whist", "whist"), ("take me to kaiser", "kaiser")):
        tab.page.locator("[data-search]").fill(words)
        hits = tab.page.locator(".frame .node.hit").evaluate_all(
            "all => all.map(e => e.dataset.id)"
        )
        assert id in hits, words


@pytest.mark.sampled
@pytest.mark.parametrize("width", [360, 390])
def test_a_phone_gets_the_list_without_sideways_scrolling(
    browser: Any, server: Server, width: int
) -> None:
    tab = new_tab(browser, server, viewport={"width": width, "height": 844}, has_touch=True)
    try:
        open_map(tab, "?focus=follow-suit")
        assert tab.page.locator(".frame:visible").count() == 0
        for summary in tab.page.locator(".list summary").all():
            if not summary.evaluate("e => e.parentNode.open"):
                summary.click()
        assert tab.page.locator(".list .node:visible").count() == STEPS
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
        assert (
            tab.page.evaluate(
                "Math.min(...[...document.querySelectorAll('.list .node')].map(e =>"
                " e.offsetHeight))"
            )
            >= 44
        )
        tab.page.locator(".list .node[data-id=bigwig]").tap()
        assert tab.page.locator(".nb .me strong").inner_text() == "Bigwig"
        peek = tab.page.locator(".peek")
        assert "Bigwig" in peek.inner_text() and "are not published" in peek.inner_text()
        assert peek.locator("a").count() == 0, "nobody can be led to it"
        tab.page.wait_for_timeout(600)
        box = peek.bounding_box()
        assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 844, "in view"
        peek.locator(".shut").tap()
        assert tab.page.evaluate(HERE) == "bigwig" and tab.page.locator(".peek").count() == 0
        assert not tab.strangers and not tab.crashes
    finally:
        tab.page.context.close()


@pytest.mark.parametrize(
    ("width", "theme"),
    [
        (1280, "light"),
        (390, "dark"),
        pytest.param(1280, "dark", marks=pytest.mark.rest),
        pytest.param(390, "light", marks=pytest.mark.rest),
    ],
)
def test_axe_finds_nothing_on_the_map(browser: Any, server: Server, theme: str, width: int) -> None:
    tab = new_tab(browser, server, viewport={"width": width, "height": 900}, color_scheme=theme)
    try:
        states = dict.fromkeys(("turn", "pack", "trick"), "can-do") | {
            "follow-suit": "due",
            "trump": "seen",
        }
        said = ReaderProgress(states, (DueConcept("follow-suit", "Last right 7 days ago."),))
        open_made(tab, progress=said, lessons=["follow-suit", "trump"])
        assert axe(tab) == []
        if width == 1280:
            tab.page.locator("[data-search]").fill("nap")
            assert axe(tab) == []
            tab.page.locator("[data-search]").fill("")
            tab.page.locator("[data-value=list]").click()
        else:
            tab.page.locator("[data-search]").fill("nap")
        assert axe(tab) == []
    finally:
        tab.page.context.close()


@pytest.mark.parametrize("width", [1280, 1920])
def test_names_stay_readable(browser: Any, server: Server, width: int) -> None:
    tab = new_tab(browser, server, viewport={"width": width, "height": 900})
    try:
        open_map(tab)
        worst = tab.page.evaluate(
            """() => [...document.querySelectorAll(".frame .node")].filter(e => e.scrollWidth > e.clientWidth
              || parseFloat(getComputedStyle(e).fontSize) < 12 || e.offsetHeight < 24).map(e => e.dataset.id)"""
        )
        assert worst == [] and tab.page.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        tab.page.context.close()


@pytest.mark.parametrize(
    "query", ["?focus=nothing", "?focus=%3Cscript%3E", "?focus=", "?focus=%ff", "?focus=a&focus=b"]
)
def test_a_strange_address_is_still_the_map(tab: Tab, query: str) -> None:
    tab.page.goto(f"{tab.server.url}map{query}")
    if tab.page.locator("#map").count():
        tab.page.wait_for_selector("#map[data-ready]")
        assert tab.page.locator(".frame .node").count() == STEPS
    else:
        assert tab.page.locator("main h1").count() == 1 and "Traceback" not in tab.page.content()


def test_home_leads_to_the_map_and_back(tab: Tab) -> None:
    tab.page.goto(tab.server.url)
    assert tab.page.locator("[data-game] [data-state] svg").count() == len(cardlab.games())
    assert tab.page.locator("[data-next]").count() == 2
    tab.page.locator("[data-door=learn]").click()
    tab.page.wait_for_selector("#map[data-ready]")
    assert tab.page.locator("header [aria-current]").inner_text() == "Learn"
    tab.page.locator("header nav a", has_text="Play").click()
    tab.page.wait_for_selector("[data-game]")
    assert tab.page.url.endswith("#games")


def test_the_widget_draws_follows_the_theme_and_tells_what_was_opened(tab: Tab) -> None:
    """As in a notebook: no page of ours around it, no addresses, a model instead."""
    import json

    data = json.dumps(map_data(lessons=["trick", "trump"], base_url=None, focus="trick")).replace(
        "</", "<\\/"
    )
    script = (
        map_script()
        .replace("export function drawMap", "function drawMap")
        .replace("export default {", "const widget = {")
    )
    html = (
        "<!doctype html><html"
        f" lang=en><head><title>Notebook</title><style>{map_style()}</style></head><body"
        ' data-jp-theme-light="false"><main><h1>Notebook</h1><div id=here></div></main><script'
        f" type=module>{script}\nconst traits = {{ data: {data}, picked: '' }}, heard ="
        " {};window.model = { get: n => traits[n], set: (n, v) => { traits[n] = v; },"
        " save_changes() {}, on: (n, f) => { heard[n] = f; }, change(d) { traits.data = d;"
        " heard['change:data'](); } };widget.render({ model, el:"
        " document.getElementById('here') });</script></body></html>"
    )
    tab.page.route(
        "**/notebook-alone", lambda route: route.fulfill(body=html, content_type="text/html")
    )
    tab.page.goto(tab.server.url + "notebook-alone")
    tab.page.wait_for_selector(".cl-map[data-ready]")
    assert tab.page.locator(".cl-root").get_attribute("data-theme") == "dark"
    tab.page.locator(".frame [data-id=trump]").click()
    assert tab.page.evaluate("model.get('picked')") == ""
    tab.page.locator(".frame [data-id=trump]").click()
    assert tab.page.evaluate("model.get('picked')") == "trump"
    changed = map_data({"trump": "can-do"}, lessons=["trump"], base_url=None)
    tab.page.evaluate("data => model.change(data)", changed)
    assert tab.page.evaluate(FOCUS) == "trump", "new data keeps the reader's place"
    assert tab.page.evaluate(HERE) == "trump"
    assert (
        tab.page.locator(".frame [data-id=trump]").get_attribute("aria-label")
        == "Trumps, concept, can do"
    )
