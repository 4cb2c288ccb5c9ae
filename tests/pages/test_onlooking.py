"""A match that somebody else holds: its page shows what everybody at the table sees and follows it,
and nothing that is tried there reaches the match or its holder."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest
from browsing import START, Server, Tab, new_tab, recorded

import cardlab
from cardlab import pages
from cardlab.players import RandomBot
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress
from cardlab.web.pages.labs.analysis import AnalysisLab
from cardlab.web.pages.onlooking import WATCHED, Onlooker
from cardlab.web.pages.public_table import onlooker_view

BACK = "??"


def played(game: str, moves: int) -> cardlab.Match:
    match, bot = cardlab.game(game).match(seed=3), RandomBot(7)
    while match.ply < moves and not match.over and match.to_move is not None:
        match.play(bot.choose(match.seat_view(match.to_move)), match.to_move)
    return match


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The name of a match that Anna holds; pages that are opened from now on are Ben's."""
    monkeypatch.setenv("CARDLAB_STORE", str(tmp_path / "cards.sqlite"))
    monkeypatch.setenv("HTTP_X_CARDLAB_LEARNER", "Ben")
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0")
    match_id = MatchStore(holder="anna").create(played("kaiser", 12).record)
    monkeypatch.setenv("QUERY_STRING", f"match={match_id}")
    return match_id


def test_only_the_holder_sits_down(held: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(pages.play("kaiser").page, Onlooker)
    monkeypatch.setenv("HTTP_X_CARDLAB_LEARNER", "ANNA")
    assert pages.play("kaiser").page.session.match_id == held
    monkeypatch.delenv("HTTP_X_CARDLAB_LEARNER")
    assert pages.play("kaiser").page.session.match_id == held, "a notebook has the database itself"


def test_whatever_is_tried_is_answered_and_changes_nothing(held: str) -> None:
    store, table = MatchStore(holder="anna"), pages.play("kaiser")
    before = store.load(held)
    tried: list[dict[str, Any]] = [
        {"name": name}
        for name in ("undo", "next", "what-if", "new-deal", "end-branch", "first", "coach-deal")
    ]
    tried += [
        {"name": "bots", "bots": "strong"},
        {"name": "seed", "seed": 7},
        {"name": "why", "move": "7"},
        {"name": "tap", "card": "KS", "zone": "hand-0"},
    ]
    for n, command in enumerate(tried):
        table.error = ""
        table.command = {**command, "n": n}
        assert WATCHED in table.error and not table.link and not table.bubble
    table.error = ""
    table.pick = {"move": str(played("kaiser", 12).legal_moves()[0]), "ply": 12}
    assert WATCHED in table.error
    assert store.load(held) == before and len(store.recent()) == 1


def test_the_page_follows_the_match(held: str) -> None:
    table, match = pages.play("kaiser"), played("kaiser", 12)
    seen = table.view
    match.play(str(match.legal_moves()[0]), match.to_move or 0)
    MatchStore(holder="anna").append(held, 12, match.record.moves[12:])
    asyncio.run(table.page.look())
    assert table.view != seen and table.chrome["timeline"]["length"] == match.ply
    stamp = table.stamp
    asyncio.run(table.page.look())
    assert table.stamp == stamp, "nothing is drawn where nothing has happened"


def test_the_laboratory_shows_all_hands_to_the_holder_alone(
    held: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = AnalysisLab(cardlab.game("kaiser"))
    with pytest.raises(ValueError, match="belongs to another browser"):
        lab.take_match(held)
    monkeypatch.setenv("HTTP_X_CARDLAB_LEARNER", "Anna")
    lab.take_match(held)
    assert lab.course.ply == 12


@pytest.mark.sampled
@pytest.mark.parametrize("game", cardlab.games())
def test_nothing_is_sent_that_a_seat_does_not_see(game: str) -> None:
    """A card that the view of any other seat does not name is named nowhere in what is sent."""
    for moves in (2, 9, 30):
        match = played(game, moves)
        sent = json.dumps(onlooker_view(match, match.ply))
        views = [json.dumps(match.view(seat).to_dict()) for seat in range(match.game.players)]
        for seat, hand in enumerate(match.state.hands):
            for code in {f'"{card}"' for card in hand}:
                others = views[:seat] + views[seat + 1 :]
                if any(code not in view for view in others):
                    assert code not in sent, (game, moves, seat, code)
        assert '"choices": []' in sent and '"mine": false' in sent
        assert not any(seat["you"] for seat in json.loads(sent)["seats"])


def test_neither_seed_nor_name_of_the_match_is_sent(held: str) -> None:
    table = pages.play("kaiser")
    assert held not in json.dumps(table.chrome) and "seed" not in table.chrome
    assert table.chrome["own"] == GameAddress("kaiser").url("/")
    assert "QUERY_STRING" in os.environ


@pytest.mark.browser
def test_a_second_browser_watches_and_the_holder_plays_on(
    browser: Any, server: Server, tab: Tab
) -> None:
    tab.open("kaiser", "seed=5&pace=0")
    tab.move(tab.settled()["open"][0])
    tab.settled()
    moves, address = recorded(server, tab), tab.page.url
    other = new_tab(browser, server)
    other.page.goto(address, wait_until="commit")
    other.ready()
    shown = other.page.locator(".unsaved")
    shown.wait_for(timeout=START)
    assert WATCHED in shown.inner_text()
    state = other.state()
    assert not state["open"] and not state["shut"] and not state["next"]
    assert other.page.locator("[data-command]:visible").count() == 0
    hand = '[data-zone="hand-0"] [data-card]'
    assert tab.page.locator(hand).count() and not other.page.locator(hand).count()
    tab.move(tab.settled()["open"][0])
    tab.settled()
    assert len(recorded(server, tab)) > len(moves)
    other.page.wait_for_function(
        "stamp => document.querySelector('[data-ready]').dataset.stamp != stamp",
        arg=str(state["stamp"]),
        timeout=START,
    )
    assert not tab.page.locator(".errors .alert").count()
    tab.reload()
    assert tab.settled()["open"], "the holder goes on after a reload"
    other.page.locator(".unsaved a").click()
    other.ready()
    assert other.settled()["open"] and "match=" not in other.page.url
    assert not other.crashes and not other.strangers
    other.page.context.close()
