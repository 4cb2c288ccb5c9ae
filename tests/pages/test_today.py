"""The deal of a day: the same for everybody, made from the date alone."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

import pytest
from browsing import Server, axe, new_tab

import cardlab
from cardlab.store import MatchStore
from cardlab.web import daily
from cardlab.web.addresses import GameAddress, TodayAddress, parse
from cardlab.web.daily import ROTATION, deal_of, read_day, today, written
from cardlab.web.pages.session import Session
from cardlab.web.pages.today import today_page

DAY = date(2024, 5, 17)
ALL = list(cardlab.games())


def test_a_date_says_game_and_cards() -> None:
    """Recomputed here from the digits of the date and the number of the day, not by the module."""
    deal = deal_of(DAY)
    assert deal.seed == int("20240517")
    assert deal.game == ROTATION[(DAY - date(1, 1, 1)).days % len(ROTATION) + 1]
    tables = [cardlab.game(deal.game).match(seed=deal.seed).state.hands for _ in range(2)]
    assert tables[0] == tables[1]
    assert deal_of(DAY, "snap").seed == deal.seed


def test_every_game_of_the_rotation_has_its_turn_and_no_day_repeats_the_one_before() -> None:
    games = [deal_of(DAY + timedelta(days=n)).game for n in range(len(ROTATION))]
    assert sorted(games) == sorted(ROTATION) and set(ROTATION) <= set(ALL)
    assert len({deal_of(DAY + timedelta(days=n)).seed for n in range(800)}) == 800


def test_where_few_games_are_playable_one_of_them_takes_the_turn() -> None:
    for n in range(20):
        assert deal_of(DAY + timedelta(days=n), playable=["kaiser", "snap"]).game == "kaiser"
    assert deal_of(DAY, playable=["snap"]).game == "snap"
    with pytest.raises(ValueError, match="No game is playable here"):
        deal_of(DAY, playable=[])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2024-02-30", "“2024-02-30” is not a date. Write it like 2026-11-23."),
        ("17.5.2024", "“17.5.2024” is not a date. Write it like 2026-11-23."),
        ("2024-W01-1", "“2024-W01-1” is not a date. Write it like 2026-11-23."),
        ("<script>", "“<script>” is not a date. Write it like 2026-11-23."),
        ("1999-12-31", "The first deal of a day is that of 1 January 2024."),
        ("9999-12-31", "The deal of 31 December 9999 comes at midnight UTC on that day."),
    ],
)
def test_a_bad_date_is_a_sentence_and_there_is_a_deal_all_the_same(
    text: str, sentence: str
) -> None:
    with pytest.raises(ValueError) as said:
        read_day(text)
    assert str(said.value) == sentence
    address = TodayAddress.read(f"day={text}")
    assert address.day is None and address.problems == (f"{sentence} Here is today's deal.",)
    page = today_page(ALL, "/", address)
    assert written(today()) in page and 'role="alert"' in page and "<script>”" not in page
    table = GameAddress.read("kaiser", f"day={text}")
    assert table.seed is None and table.problems == (f"{sentence} Here is a new deal instead.",)


def test_tomorrow_has_no_deal_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: DAY)
    assert read_day("2024-05-17") == DAY
    with pytest.raises(ValueError, match="comes at midnight UTC"):
        read_day("2024-05-18")


def test_the_page_names_the_day_and_leads_to_the_deal_below_any_base() -> None:
    deal = deal_of(DAY)
    page = today_page(ALL, "/at/", TodayAddress(DAY))
    title = cardlab.game(deal.game).title
    assert f"<h1>{title}</h1>" in page and "17 May 2024 (UTC)" in page
    link = re.search(r'class="btn main" href="([^"]*)"', page)
    assert link and link[1] == f"/at/voila/render/notebooks/{deal.game}.ipynb?day=2024-05-17"
    address = parse(link[1], "/at/")
    assert isinstance(address, GameAddress) and address.seed == deal.seed
    assert 'data-share="/at/today?day=2024-05-17"' in page
    assert page.count('class="soft">') > 5  # the days before


def test_a_game_that_is_not_here_is_a_sentence() -> None:
    assert TodayAddress.read("game=whist-of-mars").problems == (
        "There is no game “whist-of-mars”. Here is the game of the day.",
    )
    page = today_page(["kaiser", "orders"], "/", TodayAddress(DAY, "snap"))
    assert "Snap has no table on this site. Here is the game of the day." in page
    assert "<h1>Kaiser</h1>" in page


def _session(query: str) -> Session:
    return Session("kaiser", GameAddress.read("kaiser", query), MatchStore())


def test_the_table_says_that_it_is_the_deal_of_a_day_and_only_then() -> None:
    session = _session("day=2024-05-17")
    assert session.match.seed == 20240517 and session.snapshot().chrome["day"] == "17 May 2024"
    assert session.link == "day=2024-05-17"
    assert _session(session.link).match.state.hands == session.match.state.hands
    session.new_deal()
    assert session.snapshot().chrome["day"] == "" and "day=" not in session.link
    other = _session("day=2024-05-17")
    other.seed(7)
    assert other.snapshot().chrome["day"] == "" and "seed=7" in other.link
    # with rules of its own it is not the deal that everybody gets
    assert _session("day=2024-05-17&target=30").snapshot().chrome["day"] == ""


# ---- in a browser
# ---------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_fits_is_clean_and_copies_its_link(
    browser: Any, server: Server, width: int
) -> None:
    tab = new_tab(browser, server, viewport={"width": width, "height": 844})
    try:
        tab.page.goto(server.url + "today?day=2024-05-17&game=kaiser")
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
        for theme in ("light", "dark"):
            tab.page.evaluate("t => { document.documentElement.dataset.theme = t; }", theme)
            assert axe(tab) == []
        tab.page.evaluate(
            "() => Object.defineProperty(navigator, 'clipboard', { value: { writeText: text =>"
            " text ? Promise.reject(new Error()) : null } })"
        )
        tab.page.locator("[data-share]").focus()
        tab.page.keyboard.press("Enter")
        link = f"{server.url}today?day=2024-05-17&game=kaiser"
        tab.page.get_by_text(f"Copy this link: {link}").wait_for()
        assert link in tab.page.evaluate("getSelection().toString()")
    finally:
        tab.page.context.close()
