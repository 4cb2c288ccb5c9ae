"""Every game on its page, in a real browser: every cell shows what it made, and a whole deal comes to its score."""

from __future__ import annotations

import json
import random

import pytest
from browsing import ROOT, Server, Tab, advance, axe, opened_whole, position, recorded

import cardlab
from cardlab.store import Store

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAMES = cardlab.games()
TAKEN_UP_AGAIN = ("cardigan", "gin-rummy", "kaiser", "snap", "sum-run-set", "ziginette")
"""One game of each kind is taken up again at the end of a deal; in mid-deal `test_phones.py` does it with every game."""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_deal_to_its_score(tab: Tab, server: Server, game: str) -> None:
    tab.open(game, "seed=11&pace=0")
    opened_whole(tab, ROOT / "notebooks" / f"{game}.ipynb")
    rng = random.Random(game)
    state = advance(tab, 3, rng)
    assert axe(tab) == []
    for _ in range(400):
        if state["next"] or state["over"]:
            break
        tab.move(rng.choice(state["open"]))
        state = tab.settled()
    assert state["next"] or state["over"], "the deal did not come to an end"
    made = replayed(server, tab).lines
    # A deal may be thrown in (Gin Rummy, when the stock runs out): then there is nothing to explain.
    assert state["lines"] >= len([line for line in made if line.deal == 1]), "points without a line"
    assert axe(tab) == []
    assert recorded(server, tab)
    if game in TAKEN_UP_AGAIN:
        tab.reload()
        assert position(tab.settled()) == position(state)
    if state["next"]:
        tab.command("next")
        after = tab.settled()
        assert after["open"] or after["next"] or after["over"]


def replayed(server: Server, tab: Tab) -> cardlab.Match:
    """The match that the address names, played again from the store."""
    name = tab.page.evaluate("new URLSearchParams(location.search).get('match')")
    record = Store(f"sqlite:///{server.store}").load(name).record
    return cardlab.Record.from_json(json.dumps(record)).replay()
