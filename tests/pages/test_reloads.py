"""A reload never leaves a dead page: whatever the page waited for when it was loaded anew, something
can be done there afterwards, and what is done is recorded.

The moments: a finished trick that waits to be seen, an auction, a card with the coach beside it, the
score of a deal, the settings that were open; `test_lessons.py` has the steps of lessons. The
finished trick is tried in two games by `make test` and in six by `make test-all`: which cards lie in
it makes no difference to the page that waits.
"""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from browsing import Server, Tab, position, recorded

pytestmark = pytest.mark.browser

SAMPLE = ("kaiser", "hearts")
REST = ("spades", "nap", "knockout-whist", "euchre")
HELD = '[data-ready][data-trick="held"]'
MOVES = 60
SECONDS = 40
"""Far less than a table waits for somebody who has gone away (five minutes)."""


def to_a_held_trick(tab: Tab) -> None:
    """Play until a finished trick lies there and waits for a tap."""
    rng, deadline = random.Random(3), time.monotonic() + 90
    for _ in range(MOVES):
        while time.monotonic() < deadline:
            if tab.page.locator(HELD).count():
                return
            state = tab.state()
            if state["next"] or (state["open"] and not state["busy"]):
                break
            tab.page.wait_for_timeout(30)
        tab.command("next") if state["next"] else tab.move(rng.choice(state["open"]))
    raise AssertionError("no trick was held")


def goes_on(tab: Tab) -> dict[str, Any]:
    """The page that was loaded anew lets the visitor do something: see a trick, move, go on."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        state = tab.state()
        if (state["open"] and not state["busy"]) or state["next"] or state["over"]:
            return state
        if tab.page.locator(HELD).count():
            tab.page.locator(f"{HELD} .trick").first.click()
        tab.page.wait_for_timeout(50)
    raise AssertionError(f"nothing can be done for {SECONDS} s: {tab.state()}")


@pytest.mark.parametrize(
    "trick_game", [*SAMPLE, *(pytest.param(name, marks=pytest.mark.rest) for name in REST)]
)
def test_a_trick_that_waits_for_a_tap_waits_after_a_reload_and_goes_on(
    tab: Tab, server: Server, trick_game: str
) -> None:
    tab.open(trick_game, "seed=3&pace=0.45&coach=card")
    to_a_held_trick(tab)
    moves = recorded(server, tab)
    tab.page.mouse.move(0, 0)
    tab.reload()
    state = goes_on(tab)
    assert recorded(server, tab)[: len(moves)] == moves
    made = len(recorded(server, tab))
    tab.command("next") if state["next"] else tab.move(state["open"][0])
    goes_on(tab)
    assert state["next"] or len(recorded(server, tab)) > made


@pytest.mark.parametrize(
    ("game", "query"), [("bridge", "seed=3&pace=0"), ("kaiser", "seed=3&pace=0&coach=card")]
)
def test_a_turn_is_the_same_after_a_reload(tab: Tab, server: Server, game: str, query: str) -> None:
    tab.open(game, query)
    before = tab.settled()
    tab.move(before["open"][0])
    before = tab.settled()
    tab.reload()
    after = tab.settled()
    assert position(after) == position(before)
    made = len(recorded(server, tab))
    tab.move(after["open"][0])
    tab.settled()
    assert len(recorded(server, tab)) > made


def test_the_score_of_a_deal_waits_after_a_reload(tab: Tab) -> None:
    tab.open("knockout-whist", "seed=3&pace=0&deals=2")
    rng = random.Random(3)
    while not (state := tab.settled())["next"]:
        tab.move(rng.choice(state["open"]))
    tab.reload()
    assert tab.settled()["next"]
    tab.command("next")
    assert tab.settled()["open"]


def test_the_settings_that_were_open_are_closed_after_a_reload_and_open_again(tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 390, "height": 844})
    tab.open("kaiser", "seed=3&pace=0")
    before = tab.settled()
    for _ in range(2):
        settings = tab.page.locator("[data-open=sets]:visible").first
        settings.click()
        assert settings.get_attribute("aria-expanded") == "true"
        tab.reload()
        assert position(tab.settled()) == position(before)
