"""Every game on a phone, in a real browser: nothing is wider than the screen, and a reload in mid-deal changes nothing.

A file of its own, so that two workers share the games.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from browsing import Server, advance, new_tab, position, recorded

import cardlab

pytestmark = [pytest.mark.browser, pytest.mark.slow]


COVERED = """() => {
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 2, found = [];
  const over = (a, b) => shared(a, b, "left", "right") && shared(a, b, "top", "bottom");
  for (const seat of document.querySelectorAll(".felt .at > .seat"))
    for (const thing of document.querySelectorAll(".felt .c .pile, .felt .c .pot, .felt .lie"))
      if (over(seat.getBoundingClientRect(), thing.getBoundingClientRect()))
        found.push(`${thing.dataset.zone ?? thing.dataset.card ?? "a place"} over ${seat.innerText}`);
  return found;
}"""


@pytest.mark.parametrize("game", cardlab.games())
def test_a_phone_fits_and_a_reload_in_mid_deal_changes_nothing(browser: Any, server: Server, game: str) -> None:
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
