"""Games on their pages, in a real browser: every cell shows what it made, the table fits a
phone, and the deal comes to its score.

That a reload changes nothing is tested for every game without a browser (`test_session.py`), and
in one for games of each kind (`test_phones.py`). `make test` takes one game of each kind of page,
short ones where there are several (`KINDS`); `make test-all` takes one of each family. The others of a
family are drawn by the same code, and what they draw is looked at in every game without a server
(`tests/widgets/test_in_sight.py`).
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from browsing import COVERED, MOST_MOVES, ROOT, Server, Tab, advance, axe, opened_whole, recorded

import cardlab
from cardlab.store import MatchStore

pytestmark = [pytest.mark.browser, pytest.mark.slow]


KINDS = {
    "big-two": "combinations, each over the one before",
    "bridge": "an auction, tricks, and a dummy whose cards the visitor plays",
    "gin-rummy": "melds, a stock and what is laid off",
    "liar-poker": "claims that somebody may doubt",
    "seven-and-a-half": "a bank",
    "snap": "everybody at the same time",
    "sum-run-set": "captures from the table",
}
"""Games of which each has another kind of page, and what is on it."""
SHORT = ("liar-poker", "seven-and-a-half")
"""Those of them that are soon at the end of a deal: `make test` has these."""


def of_each_family() -> list[Any]:
    """One of the games that are made of the same classes, and of KINDS where one is among them."""
    of = {type(cardlab.game(id)).__bases__: id for id in (*reversed(cardlab.games()), *KINDS)}
    every = dict.fromkeys((*KINDS, *of.values()))
    return [*SHORT, *(pytest.param(x, marks=pytest.mark.rest) for x in every if x not in SHORT)]


@pytest.mark.parametrize("game", of_each_family())
def test_a_whole_deal_to_its_score(tab: Tab, server: Server, game: str) -> None:
    tab.open(game, "seed=11&pace=0")
    opened_whole(tab, ROOT / "notebooks" / f"{game}.ipynb")
    rng = random.Random(game)
    state = advance(tab, 3, rng)
    assert axe(tab) == []
    tab.page.set_viewport_size({"width": 390, "height": 844})
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert tab.page.evaluate(COVERED) == [], "a seat's name lies under cards"
    tab.page.set_viewport_size({"width": 1280, "height": 860})
    state = advance(tab, MOST_MOVES, rng)
    assert state["next"] or state["over"], "the deal did not come to an end"
    made = replayed(server, tab).lines
    # A deal may be thrown in (Gin Rummy, when the stock runs out): then there is nothing to
    # explain.
    assert state["lines"] >= len([line for line in made if line.deal == 1]), "points without a line"
    # the words below the table were looked at before, and so were the colours: of the table above,
    # of a score in `tests/widgets`
    assert axe(tab, "[data-ready]", colours=False) == []
    assert recorded(server, tab)
    if state["next"]:
        tab.command("next")
        after = tab.settled()
        assert after["open"] or after["next"] or after["over"]


def replayed(server: Server, tab: Tab) -> cardlab.Match:
    """The match that the address names, played again from the store."""
    name = tab.page.evaluate("new URLSearchParams(location.search).get('match')")
    record = MatchStore(f"sqlite:///{server.store}").load(name).record
    return cardlab.Record.from_json(json.dumps(record)).replay()
