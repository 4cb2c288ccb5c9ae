"""A phone with a touch screen, in a real browser: nothing is wider than the screen, and a reload
in mid-deal changes nothing.

Every game's table is tried at this width in `test_games.py`; here it is one game of each kind,
opened on the phone itself: in `make test` those that `test_games.py` leaves to `make test-all`.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from browsing import COVERED, Server, advance, new_tab, position, recorded

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize(
    "game",
    [
        "kaiser",
        pytest.param("cardigan", marks=pytest.mark.rest),
        pytest.param("ziginette", marks=pytest.mark.rest),
        pytest.param("gin-rummy", marks=pytest.mark.rest),
        pytest.param("sum-run-set", marks=pytest.mark.rest),
    ],
)
def test_a_phone_fits_and_a_reload_in_mid_deal_changes_nothing(
    browser: Any, server: Server, game: str
) -> None:
    tab = new_tab(browser, server, viewport={"width": 390, "height": 844}, has_touch=True)
    try:
        tab.open(game, "seed=4&pace=0")
        state = advance(tab, 4, random.Random(4))
        moves = recorded(server, tab)
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert tab.page.evaluate(COVERED) == [], "a seat's name lies under cards"
        tab.reload()
        assert position(tab.settled()) == position(state)
        assert recorded(server, tab) == moves
        assert not tab.strangers and not tab.crashes
    finally:
        tab.page.context.close()
