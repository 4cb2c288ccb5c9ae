"""The pages in a real browser, driven by the fixed hooks and nothing else."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from typing import Any

import pytest
from browsing import Server, Tab, advance, axe, known_as, new_tab, position, recorded

import cardlab
from tests.widgets.harness import HEADING

pytestmark = pytest.mark.browser

GAMES = cardlab.games()
HOSTILE = [
    "match=%3Cscript%3Ealert(1)%3C/script%3E",
    "%ff%fe=%80&=&&&",
    "__class__=1&template=reveal&theme=dark",
]
"""What a browser and a server could stumble over; `tests/hostile` and `test_addresses.py` have what
an address may say besides."""


def test_a_refused_card_says_why(tab: Tab) -> None:
    rng = random.Random(5)
    tab.open("kaiser", "seed=5&pace=0")
    for _ in range(60):
        state = tab.settled()
        shut = [move for move in state["shut"] if move in cardlab_cards()]
        if shut:
            tab.move(shut[0])
            assert tab.page.locator("[data-reason]:visible").first.inner_text().strip()
            assert shut[0] in tab.state()["shut"], "a refused card stays in the hand"
            return
        tab.command("next") if state["next"] else tab.move(rng.choice(state["open"]))
    raise AssertionError("no card was refused in sixty moves")


def cardlab_cards() -> set[str]:
    return {rank + suit for rank in "23456789TJQKA" for suit in "SHDC"}


def tapped(tab: Tab, zone: str, card: str) -> str:
    """What the table says when a card that lies there is tapped."""
    before = tab.stamp()
    box = tab.page.locator(f'[data-zone="{zone}"] [data-card="{card}"]').first.bounding_box()
    assert box, f"{card} is not in {zone}"
    tab.page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.5)
    tab.answered(before)
    return tab.page.locator("[data-reason]:visible").first.get_attribute("data-reason") or ""


def test_every_card_answers_a_tap(tab: Tab) -> None:
    """In the auction, in the dummy, in the own hand while the dummy plays, and in the trick."""
    tab.open("bridge", "seed=3&pace=0")
    tab.settled()
    assert tapped(tab, "hand-0", "KS") == "The auction is still on: bid or pass."
    tab.move("7NT")
    while "pass" in (state := tab.settled())["open"]:
        tab.move("pass")
    assert tab.page.locator(".prompt:visible").first.inner_text() == "Play a card from the dummy."
    assert tapped(tab, "hand-2", "JS") == "Diamonds were led and the dummy has six."
    assert tapped(tab, "hand-0", "8S") == "It is the dummy's turn."
    assert tapped(tab, "trick", "5D") == "5♦ lies on the table."
    tab.move(state["open"][0])
    tab.settled()
    assert tapped(tab, "hand-2", "JS") == "J♠ is in the dummy's hand, and it is your turn."
    assert not tab.crashes


def test_undo_gives_the_card_back(tab: Tab, server: Server) -> None:
    tab.open("kaiser", "seed=8&pace=0")
    state = advance(tab, 3, random.Random(1))
    moves = recorded(server, tab)
    tab.move(state["open"][0])
    tab.settled()
    assert len(recorded(server, tab)) > len(moves)
    tab.command("undo")
    back = tab.settled()
    assert position(back) == position(state)
    assert recorded(server, tab) == moves


def test_a_killed_kernel_is_noticed_and_nothing_is_lost(tab: Tab, server: Server) -> None:
    before = {kernel.pid for kernel in server.kernels()}
    tab.open("kaiser", "seed=21&pace=0")
    state = advance(tab, 4, random.Random(2))
    moves = recorded(server, tab)
    mine = [kernel for kernel in server.kernels() if kernel.pid not in before]
    assert mine
    # JupyterLab's kernel connection leaves this promise to nobody when the page is left while it
    # still tries to reach the dead kernel.
    tab.expected.add("Kernel connection disconnected")
    for kernel in mine:
        os.kill(kernel.pid, signal.SIGKILL)
    tab.page.wait_for_selector("[role=alert]:has-text('reload'):visible", timeout=60_000)
    tab.reload()
    again = tab.settled()
    assert position(again) == position(state)
    assert recorded(server, tab) == moves


@pytest.mark.rest
def test_the_link_of_a_match_opens_it_elsewhere_under_the_same_name(
    tab: Tab, server: Server, browser: Any
) -> None:
    known_as(tab, server, "Linda")
    tab.open("kaiser", "seed=33&pace=0")
    state = advance(tab, 3, random.Random(3))
    query = tab.page.evaluate("location.search")[1:]
    other = new_tab(browser, server)
    other.page.context.add_cookies(tab.page.context.cookies())
    try:
        other.open("kaiser", query)
        assert other.settled()["cards"] == state["cards"]
    finally:
        other.page.context.close()


@pytest.mark.parametrize("query", HOSTILE)
def test_a_hostile_address_gets_a_sentence_and_a_table(tab: Tab, query: str) -> None:
    tab.open("kaiser", query + "&pace=0" if "pace" not in query else query)
    said = tab.page.locator("[role=alert]:visible").first.inner_text()
    assert said.strip() and "Traceback" not in tab.page.content()
    assert tab.settled()["open"]


def test_addresses_that_lead_nowhere_are_plain_pages(tab: Tab) -> None:
    for path in (
        "nothing",
        "voila/render/notebooks/nothing.ipynb",
        "voila/render/..%2f..%2fetc%2fpasswd",
        "voila/tree",
        "voila/render/setup.py",
    ):
        answer = tab.page.goto(tab.server.url + path)
        assert answer.status in (400, 403, 404)
        text = tab.page.inner_text("body")
        assert "Traceback" not in text and tab.page.locator("main h1").count() == 1
        assert tab.page.locator("main a[href='/']").count()


def test_home_lists_every_game(tab: Tab) -> None:
    tab.page.goto(tab.server.url)
    assert sorted(
        e.get_attribute("data-game") for e in tab.page.locator("[data-game]").all()
    ) == sorted(GAMES)
    assert tab.page.locator("[data-game] svg").count() >= len(GAMES)
    tab.page.locator("[data-filter=players][data-value='4']").click()
    assert 0 < tab.page.locator("[data-game]:visible").count() <= len(GAMES)
    assert tab.page.locator("[data-offered]:visible").count() == 0
    tab.page.locator("[data-filter=all]").click()
    assert tab.page.locator("[data-game]:visible").count() == len(GAMES)
    assert tab.page.locator("[data-offered]:visible li").count() == 4
    find = tab.page.locator("[data-find]")
    find.fill("whist scotch")
    assert tab.page.locator("[data-game]:visible").count() == 1
    assert tab.page.locator("[data-shelf]:visible").count() == 1
    find.fill("mao")
    assert tab.page.locator("[data-none]").inner_text() == "No game here fits that yet."
    find.fill("")
    tab.page.locator("[data-game=kaiser] a").click(no_wait_after=True)
    tab.ready()


def test_the_theme_is_kept(tab: Tab) -> None:
    tab.page.goto(tab.server.url)
    assert tab.page.evaluate("document.documentElement.dataset.theme") == "light"
    tab.page.locator("[data-theme-switch]").click()
    tab.open("kaiser", "seed=1&pace=0")
    assert tab.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_axe_finds_nothing(tab: Tab) -> None:
    """In the light and in the dark, on the home page and below a table. The table itself is looked
    at in every game (`test_games.py`) and in all its shapes (`tests/widgets`)."""
    wear = "theme => { document.documentElement.dataset.theme = theme }"
    tab.page.emulate_media(color_scheme="dark")
    tab.page.goto(tab.server.url)
    assert tab.page.evaluate("document.documentElement.dataset.theme") == "dark"
    for theme in ("dark", "light"):
        tab.page.evaluate(wear, theme)
        assert axe(tab, colours=True) == [], theme
    tab.open("kaiser", "seed=5&pace=0")
    advance(tab, 6, random.Random(6))
    tab.page.locator(".sheet summary").click()
    for theme in ("light", "dark"):
        tab.page.evaluate(wear, theme)
        tab.page.wait_for_selector(f".cl-root[data-theme={theme}]")
        assert axe(tab) == [], theme


def test_pages_have_landmarks(tab: Tab) -> None:
    for go in (lambda: tab.page.goto(tab.server.url), lambda: tab.open("kaiser")):
        go()
        for landmark in ("body > header", "header nav[aria-label]", "body > main"):
            assert tab.page.locator(landmark).count() == 1, landmark
        assert tab.page.locator("h1").count() == 1
        assert tab.page.evaluate("document.documentElement.lang") == "en" and tab.page.title()


def test_a_deal_of_kaiser_by_keyboard_alone(tab: Tab) -> None:
    """Tab reaches the hand or the calls, arrows move inside, Enter plays; the mouse is never
    used."""
    tab.open("kaiser", "seed=12&pace=0")
    for _ in range(80):
        state = tab.settled()
        if state["next"] or state["over"]:
            break
        before = tab.stamp()
        assert focus_on(tab, state["open"]), f"the keyboard does not reach any of {state['open']}"
        tab.page.keyboard.press("Enter")
        if tab.page.evaluate("document.activeElement.matches('[data-ladder]')"):
            # on a ladder Enter picks, and the button makes the call
            while not tab.page.evaluate("document.activeElement.matches('[data-makes]')"):
                tab.page.keyboard.press("Tab")
            tab.page.keyboard.press("Enter")
        tab.answered(before)
    assert tab.settled()["lines"]
    if state["next"]:
        before = tab.stamp()
        for _ in range(60):
            if tab.page.evaluate("document.activeElement.closest('[data-command=next]') !== null"):
                break
            tab.page.keyboard.press("Tab")
        tab.page.keyboard.press("Enter")
        tab.answered(before)


def focus_on(tab: Tab, wanted: list[str]) -> bool:
    """Move the focus to one of the wanted moves with Tab and the arrow keys."""
    where = "document.activeElement?.closest?.('[data-move]')?.dataset.move ?? null"
    for _ in range(60):
        if tab.page.evaluate(where) in wanted:
            return True
        if tab.page.evaluate(where) is not None:
            for arrow in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
                for _ in range(16):
                    here = tab.page.evaluate(where)
                    if here in wanted:
                        return True
                    tab.page.keyboard.press(arrow)
                    if tab.page.evaluate(where) == here:
                        break
        tab.page.keyboard.press("Tab")
    return False


def test_home_on_a_phone_needs_no_sideways_scrolling(browser: Any, server: Server) -> None:
    tab = new_tab(browser, server, viewport={"width": 390, "height": 844})
    try:
        tab.page.goto(server.url)
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
    finally:
        tab.page.context.close()


def test_a_page_that_is_left_frees_its_kernel(tab: Tab, server: Server) -> None:
    before = {kernel.pid for kernel in server.kernels()}
    tab.open("kaiser", "seed=1&pace=0")
    mine = {kernel.pid for kernel in server.kernels()} - before
    assert mine
    tab.page.goto(server.url)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline and mine & {kernel.pid for kernel in server.kernels()}:
        time.sleep(0.1)
    assert not mine & {kernel.pid for kernel in server.kernels()}


def test_a_locked_store_says_so_on_the_page_and_recovers(tab: Tab, server: Server) -> None:
    tab.open("kaiser", "seed=6&pace=0")
    state = advance(tab, 2, random.Random(6))
    moves = recorded(server, tab)
    other = sqlite3.connect(server.store, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        tab.move(state["open"][0])
        assert (
            "Another program is holding"
            in tab.page.locator("[role=alert]:visible").first.inner_text()
        )
        assert tab.settled()["cards"] == state["cards"]
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert recorded(server, tab) == moves
    tab.move(state["open"][0])
    tab.settled()
    assert len(recorded(server, tab)) > len(moves)


@pytest.mark.parametrize("width, height", [(1280, 800), (390, 844)])
def test_a_table_begins_where_the_tests_of_its_height_draw_it(
    tab: Tab, width: int, height: int
) -> None:
    """`tests/widgets/test_in_sight.py` draws every game's table below a heading of this height."""
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.open("kaiser", "seed=7&pace=0")
    tab.settled()
    top = tab.page.evaluate("document.querySelector('.cl-root').getBoundingClientRect().top")
    assert top <= HEADING[width]
    hand = tab.page.locator(".hnd .fan").bounding_box()
    assert hand["y"] + hand["height"] <= height
