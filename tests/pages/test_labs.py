"""Every laboratory with every game, in a real browser: one page each, and all games by its own
control.

What a laboratory shows is tested beside its code (tests/labs); here it is drawn, and nothing goes
wrong on the way.
"""

from __future__ import annotations

from typing import Any

import pytest
from browsing import ROOT, START, Server, Tab, axe, new_tab

import cardlab
from cardlab.engine.catalogue import game_class
from cardlab.web.pages.labs import LABS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = [id for id in LABS if (ROOT / "notebooks" / f"{id}.ipynb").is_file()]
SHOWING = ("bridge", "snap", "sum-run-set", "ziginette")
"""Games that most blocks of a laboratory show differently: with trumps and partners, without turns,
with captures and with a bank. Each laboratory shows two of them, and each of them is shown by several;
`make test-all` takes every game."""
FEW = ("positions",)
"""The laboratories that `make test` opens in a browser; `make test-all` opens every one. What each of
them shows is tested in tests/labs."""

ANSWERED = """game => {
  const root = document.querySelector(".cl-lab[data-ready]");
  return !!root && !("waits" in root.dataset) && root.querySelector("select[data-name=game]")?.value === game
    && new URLSearchParams(location.search).get("game") === game;
}"""
SHOWN = """() => {
  const root = document.querySelector(".cl-lab[data-ready]");
  const seen = e => e.offsetParent !== null && e.getBoundingClientRect().width > 0;
  return {
    alerts: [...document.querySelectorAll("[role=alert]")].filter(seen).map(e => e.innerText),
    blocks: [...root.querySelectorAll(".labgrid > [data-block]")].filter(seen).map(e => e.innerText.trim()),
    pictures: root.querySelectorAll(".labgrid svg, .labgrid math, .labgrid button").length,
    wide: document.documentElement.scrollWidth,
    beyond: [...root.querySelectorAll("*")].filter(seen).some(e => e.children.length === 0 && /\\bundefined\\b|\\bNaN\\b|\\[object |cannot be drawn/.test(e.textContent)),
  };
}"""  # noqa: E501


def test_every_laboratory_has_its_page() -> None:
    assert set(PAGES) == set(LABS), "a laboratory without a notebook cannot be opened"


def looked_at(tab: Tab, game: str, width: int) -> None:
    """What the page shows of a game is whole."""
    shown: dict[str, Any] = tab.page.evaluate(SHOWN)
    assert shown["alerts"] == [], (game, shown["alerts"])
    assert not shown["beyond"], f"{game}: a value that is none stands on the page"
    words = " ".join(shown["blocks"])
    assert len(words) > 30, f"{game}: the page says nothing"
    # a page with nothing to draw says why, and names the game
    assert shown["pictures"] or game_class(game).title.split()[0] in words, (game, words)
    assert shown["wide"] <= width, f"{game}: the page scrolls sideways at {width}"


STILLS = """
window.stills = [];
new MutationObserver(() => {
  const still = document.querySelector("[data-still]");
  if (still) window.stills.push([...still.children].map((part) => part.localName).join(" "));
}).observe(document, { childList: true, subtree: true });
"""
"""Notes what stands in the place of a page while it is opened."""


@pytest.mark.rest
@pytest.mark.sampled
@pytest.mark.parametrize("address", ["positions?game=go-fish", "lesson?concept=follow-suit"])
def test_a_page_that_is_being_opened_shows_its_picture_alone(
    browser: Any, server: Server, address: str
) -> None:
    """The words that stand beside it in a saved notebook were squeezed into narrow columns."""
    tab = new_tab(browser, server)
    try:
        tab.page.add_init_script(STILLS)
        tab.page.goto(f"{server.url}{address}", wait_until="commit")
        tab.page.wait_for_selector("[data-ready]", timeout=START)
        stills = {*tab.page.evaluate("window.stills")}
        assert "svg" in stills
        assert all({*still.split()} <= {"svg", "span", "div"} for still in stills), stills
    finally:
        tab.page.context.close()


@pytest.mark.parametrize(
    "id", [id if id in FEW else pytest.param(id, marks=pytest.mark.rest) for id in PAGES]
)
def test_a_laboratory_with_every_game(
    tab: Tab, server: Server, id: str, request: pytest.FixtureRequest
) -> None:
    every = request.config.getoption("--every-game")
    at = PAGES.index(id)
    sample = (SHOWING[at % 4], SHOWING[(at + 2) % 4])
    first, *others = cardlab.games() if every else sample
    # an address from a stranger gets a sentence, and the laboratory all the same
    tab.page.goto(
        f"{server.url}{id}?game=%3Cscript%3E&seed=zz&nothing={'x' * 300}", wait_until="commit"
    )
    tab.page.wait_for_selector(".cl-lab[data-ready]", timeout=START)
    said = tab.page.locator("[role=alert]:visible").first.inner_text()
    assert "There is no game" in said and "Traceback" not in tab.page.content()
    tab.page.wait_for_function(
        "() => !document.querySelector('#cl-skeleton:not([hidden])')?.offsetHeight",
        timeout=START,
    )
    tab.page.select_option("select[data-name=game]", first)
    tab.page.wait_for_function(ANSWERED, arg=first, timeout=START)
    looked_at(tab, first, 1280)
    assert axe(tab) == []
    tab.page.set_viewport_size({"width": 390, "height": 844})
    looked_at(tab, first, 390)
    for game in others:
        tab.page.select_option("select[data-name=game]", game)
        tab.page.wait_for_function(ANSWERED, arg=game, timeout=START)
        looked_at(tab, game, 390)
    # what the notebook says below its laboratory is for those who see its code
    below = tab.page.locator('[cell-index="2"] ~ [cell-index]')
    assert below.count() and not below.locator("visible=true").count()
    # the address brings the last of them back
    last = tab.page.url
    tab.page.reload(wait_until="commit")
    tab.page.wait_for_function(ANSWERED, arg=others[-1], timeout=START)
    looked_at(tab, others[-1], 390)
    assert tab.page.url == last
