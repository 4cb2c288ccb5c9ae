"""The door to the laboratories: a page that needs no kernel, and the ways that lead there and
on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import ROOT, Server, Tab, axe, new_tab

import cardlab
from cardlab.web import addresses
from cardlab.web.pages.explore import LABORATORIES, explore_page
from cardlab.web.pages.labs import LABS
from cardlab.web.pages.notebook import game_notebook

ALL = [one.id for one in LABORATORIES]
READY = [id for id in ALL if (ROOT / "notebooks" / f"{id}.ipynb").is_file()]


# ---- the page as text
# ----------------------------------------------------------------------------------------------


def test_every_laboratory_has_a_door_with_a_picture_and_a_choice_of_game() -> None:
    page = explore_page(ALL, "/at/")
    for one in LABORATORIES:
        door = page.partition(f'data-lab="{one.id}"')[2].partition("</li>")[0]
        assert one.title in door and one.text in door and f'action="/at/{one.id}"' in door
        assert door.count("<svg") == 1 and len(re.findall("<option", door)) == len(cardlab.games())
        assert '<option value="kaiser" selected>' in door
    assert page.count("data-lab=") == 7


def test_only_what_has_a_page_has_a_door() -> None:
    page = explore_page(["orders", "kaiser"])
    assert page.count("data-lab=") == 1 and 'action="/orders"' in page
    assert "data-lab=" not in explore_page([]) and "not here yet" in explore_page([])
    assert list(LABS) == ALL


def test_a_game_in_the_address_is_chosen_and_a_strange_one_is_left_out() -> None:
    page = explore_page(ALL, wanted="snap")
    assert page.count('<option value="snap" selected>') == 7
    assert 'href="/orders?game=snap"' in page and "Snap on the bench" in page
    for strange in ("poker", "", '"><script>alert(1)</script>', None):
        assert explore_page(ALL, wanted=strange) == explore_page(ALL)


def test_the_pictures_are_what_the_games_say() -> None:
    page = explore_page(ALL)
    stills = {
        id: page.partition(f'data-lab="{id}"')[2].partition("</svg>\n")[0].partition("</figure>")[0]
        for id in ALL
    }
    # jack and seven move up in Brändle; a tree of n games has a line less
    assert stills["orders"].count('class="up"') == 2
    games = len(cardlab.games())
    assert (
        stills["compare"].count("<circle") == games
        and stills["compare"].count("<path class=") == games - 1
    )
    assert stills["scores"].count("<rect") == 7 * 14
    # in bridge level n needs n + 6 tricks: 7 + 6 + ... + 1 cells are made
    assert stills["scores"].count('class="won"') == sum(range(1, 8))


def test_every_laboratory_has_an_address() -> None:
    assert list(addresses.LABS) == ALL


def test_the_page_of_a_game_leads_to_the_laboratories(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlab.pages import study

    assert "What if?" not in study("nap")._repr_html_()
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0")
    monkeypatch.setenv("VOILA_BASE_URL", "/at/voila/")
    page = study("nap")._repr_html_()
    for id in LABS:
        assert f'href="/at/{id}?game=nap"' in page
    for game in cardlab.games():
        path = ROOT / "notebooks" / f"{game}.ipynb"
        made = (
            json.loads(path.read_text(encoding="utf-8")) if path.exists() else game_notebook(game)
        )
        code = ["".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "code"]
        assert any("study(" in source for source in code), (
            f"{game} has no study, and so no way to the laboratories"
        )


# ---- in a browser
# ---------------------------------------------------------------------

browser_test = pytest.mark.browser


WIDTHS = (360, 390, 480, 640, 768, 1024, 1100, 1200, 1280, 1366, 1920)


@browser_test
def test_no_door_is_cut_off(tab: Tab) -> None:
    """At every width each panel holds what is in it, its button too."""
    cut = """() => [...document.querySelectorAll('.lb, .lb *:not(svg *)')].filter(e => {
        const box = e.closest('.lb').getBoundingClientRect(), own = e.getBoundingClientRect();
        const hidden = e.classList.contains('sr');
        return !hidden && (own.right > box.right + 1
            || (e.matches('.lb, .tx, form, p') && e.scrollWidth > e.clientWidth + 1));
    }).map(e => e.tagName + '.' + e.className)"""
    tab.page.goto(tab.server.url + "explore")
    for width in WIDTHS:
        tab.page.set_viewport_size({"width": width, "height": 844})
        assert tab.page.locator(".lb button").count() == len(READY)
        assert tab.page.evaluate(cut) == [], width


@browser_test
def test_home_leads_to_a_laboratory(tab: Tab) -> None:
    tab.page.goto(tab.server.url)
    tab.page.locator("[data-door=explore]").click()
    tab.page.wait_for_selector("[data-lab]")
    assert tab.page.url.endswith("/explore")
    here = tab.page.locator("header [aria-current]")
    assert (
        here.count() == 1
        and here.inner_text() == "Explore"
        and here.get_attribute("aria-current") == "page"
    )
    assert [e.get_attribute("data-lab") for e in tab.page.locator("[data-lab]").all()] == READY


@browser_test
@pytest.mark.skipif(not READY, reason="no laboratory has a page yet")
def test_a_game_is_chosen_with_the_keyboard_and_the_laboratory_opens_with_it(tab: Tab) -> None:
    id = "compare" if "compare" in READY else READY[0]
    tab.page.goto(tab.server.url + "explore")
    tab.page.locator(f"#game-{id}").focus()
    tab.page.keyboard.type("Mal")
    tab.page.keyboard.press("Tab")
    assert tab.page.evaluate("document.activeElement.textContent") == "Open"
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url(f"**/{id}?game=malilla*", wait_until="commit")
    tab.ready()
    assert tab.page.locator("select[data-name=game]").input_value() == "malilla"
    here = tab.page.locator("header [aria-current]")
    assert here.inner_text() == "Explore" and here.get_attribute("aria-current") == "true"


@browser_test
def test_an_address_with_a_game(tab: Tab) -> None:
    tab.page.goto(tab.server.url + "explore?game=snap")
    assert {e.input_value() for e in tab.page.locator("[data-lab] select").all()} == (
        {"snap"} if READY else set()
    )
    for query in ("game=nothing", "game=%3Cscript%3E", "game=", "game=a&game=b"):
        tab.page.goto(f"{tab.server.url}explore?{query}")
        assert tab.page.locator("main h1").count() == 1 and tab.page.locator(
            "[data-lab]"
        ).count() == len(READY)


@browser_test
@pytest.mark.parametrize(
    ("width", "theme"),
    [
        (1280, "light"),
        (390, "dark"),
        (360, "light"),
        pytest.param(1280, "dark", marks=pytest.mark.rest),
        pytest.param(390, "light", marks=pytest.mark.rest),
        pytest.param(360, "dark", marks=pytest.mark.rest),
    ],
)
def test_it_fits_and_axe_finds_nothing(
    browser: Any, server: Server, theme: str, width: int, tmp_path: Path
) -> None:
    """With all doors, whether or not their pages are there already."""
    tab = new_tab(browser, server, viewport={"width": width, "height": 844}, color_scheme=theme)
    try:
        page = explore_page(ALL, "/")
        tab.page.route(
            "**/explore",
            lambda route: route.fulfill(body=page, content_type="text/html; charset=utf-8"),
        )
        tab.page.goto(server.url + "explore")
        assert tab.page.locator("[data-lab]").count() == len(LABORATORIES)
        assert axe(tab) == []
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
        small = (
            "e => [...document.querySelectorAll('.lb select, .lb button')].filter(e =>"
            " e.offsetHeight < 44).length"
        )
        assert tab.page.evaluate(small) == 0
        assert (
            tab.page.evaluate("document.querySelector('header nav').getBoundingClientRect().right")
            <= width
        )
        assert not tab.strangers and not tab.crashes
    finally:
        tab.page.context.close()
