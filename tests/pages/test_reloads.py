"""A reload never leaves a dead page: whatever the page waited for when it was loaded anew, something
can be done there afterwards, and what is done is recorded.

The moments, one after the other in ten games: the settings that are open, an auction or another
first turn, a finished trick that waits to be seen, a network that is gone, the score of a deal.
`make test` does so in two games. `test_lessons.py` has the steps of lessons, and
`tests/classes/test_evening.py` a vote.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from browsing import Server, Tab, position, recorded

import cardlab
from cardlab.families.tricks import TrickGame

pytestmark = pytest.mark.browser

SAMPLE = ("kaiser",)
REST = (
    "bridge",
    "cribbage",
    "euchre",
    "gin-rummy",
    "go-fish",
    "hearts",
    "knockout-whist",
    "oh-hell",
    "skat",
)
HELD = '[data-ready][data-trick="held"]'
SECONDS = 150
"""Far less than a table waits for somebody who has gone away (five minutes)."""


def to_a_held_trick(tab: Tab) -> None:
    """Play until a finished trick lies there and waits for a tap."""
    rng, deadline = random.Random(3), time.monotonic() + 300
    while time.monotonic() < deadline:
        if tab.page.locator(HELD).count():
            return
        state = tab.state()
        if state["next"]:
            tab.command("next")
        elif state["open"] and not state["busy"]:
            move = rng.choice(state["open"])
            if tab.reaches(move):  # no card that still flies lies over it
                tab.move(move)
        tab.page.wait_for_timeout(30)
    raise AssertionError("no trick was held")


def goes_on(tab: Tab) -> dict[str, Any]:
    """The page that was loaded anew lets the visitor do something: see a trick, move, go on."""
    deadline, before = time.monotonic() + SECONDS, -1
    while time.monotonic() < deadline:
        if tab.page.locator(HELD).count():
            tab.page.locator(f"{HELD} .trick").first.click()
        state = tab.state()
        # where all choose at once, bots may be due beside the visitor, who waits for none of them
        if state["open"] and (not state["busy"] or state["stamp"] == before):
            return state
        if state["next"] or state["over"]:
            return state
        before = state["stamp"]
        tab.page.wait_for_timeout(400 if state["open"] else 50)
    raise AssertionError(f"nothing can be done for {SECONDS} s: {tab.state()}")


def reloaded(tab: Tab, server: Server) -> dict[str, Any]:
    """Load the page anew: nothing that was recorded is lost, and something can be done."""
    moves = recorded(server, tab)
    tab.page.mouse.move(0, 0)
    tab.reload()
    state = goes_on(tab)
    assert recorded(server, tab)[: len(moves)] == moves
    return state


def chosen(tab: Tab, pick: Callable[[list[str]], str]) -> dict[str, Any]:
    """Make a move if there is one, and return what could be done.  Where the table goes on by itself
    while a hand reaches for a card, it is looked at again."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        state = goes_on(tab)
        if state["next"] or state["over"]:
            return state
        move = pick(state["open"])
        if tab.reaches(move):
            try:
                tab.move(move)
            except AssertionError:  # the card went from under the hand: the table has gone on
                continue
            return state
    raise AssertionError(f"{move} cannot be reached for {SECONDS} s")


def one_step(tab: Tab, server: Server, state: dict[str, Any]) -> None:
    """Do what can be done: it is recorded, and the table goes on."""
    made = len(recorded(server, tab))
    if state["next"]:
        tab.command("next")
    else:
        chosen(tab, lambda moves: moves[0])
    goes_on(tab)
    assert state["next"] or len(recorded(server, tab)) > made


def without_a_network(tab: Tab, server: Server) -> None:
    """Try a move and a reload while nothing can be reached, and again when it can."""
    moves, address, network = recorded(server, tab), tab.page.url, tab.page.context
    network.set_offline(True)
    tab.click_move(tab.state()["open"][0], patience=5)
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        tab.page.reload(wait_until="commit")
    network.set_offline(False)
    tab.page.goto(address, wait_until="commit")
    tab.ready()
    goes_on(tab)
    assert recorded(server, tab)[: len(moves)] == moves


def to_the_score(tab: Tab) -> None:
    """Play the rest of the deal without pauses, in the same match."""
    tab.page.goto(tab.page.url.replace("pace=0.45", "pace=0"), wait_until="commit")
    tab.ready()
    state, rng = goes_on(tab), random.Random(3)
    while not (state["next"] or state["over"]):
        state = chosen(tab, rng.choice)


@pytest.mark.parametrize(
    "game", [*SAMPLE, *(pytest.param(x, marks=pytest.mark.rest) for x in REST)]
)
def test_a_table_goes_on_after_a_reload_at_every_moment(
    tab: Tab, server: Server, game: str
) -> None:
    tab.page.set_viewport_size({"width": 390, "height": 844})  # a phone, which is moved about most
    tab.open(game, "seed=3&pace=0.45&coach=card")
    chosen(tab, lambda moves: moves[0])  # with it the match is kept
    goes_on(tab)
    tab.page.locator("[data-open=sets]:visible").first.click()
    one_step(tab, server, reloaded(tab, server))
    if isinstance(cardlab.game(game), TrickGame):
        to_a_held_trick(tab)
        one_step(tab, server, reloaded(tab, server))
    if not goes_on(tab)["next"]:
        without_a_network(tab, server)
        one_step(tab, server, goes_on(tab))
    to_the_score(tab)
    state = reloaded(tab, server)
    assert state["next"] or state["over"]
    if state["next"]:
        one_step(tab, server, state)


@pytest.mark.sampled
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


@pytest.mark.rest
def test_the_score_of_a_deal_waits_after_a_reload(tab: Tab) -> None:
    tab.open("knockout-whist", "seed=3&pace=0&deals=2")
    rng = random.Random(3)
    while not (state := tab.settled())["next"]:
        tab.move(rng.choice(state["open"]))
    tab.reload()
    assert tab.settled()["next"]
    tab.command("next")
    assert tab.settled()["open"]


@pytest.mark.rest
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
