"""The end of a trick, frame by frame, by the clock of the page: held until it was read, ended by
one tap, gathered to the winner."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.families.tricks import TrickGame, tricks_taken
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress
from cardlab.web.drawing.layout import laid_out
from cardlab.web.pages.session import Session

from .harness import page

TRICK_GAMES = [name for name in cardlab.games() if isinstance(cardlab.game(name), TrickGame)]
FRAME = "document.querySelector('.cl-root').dataset.trick ?? null"
CARDS = "[...document.querySelectorAll('.trick .lie[data-card]')].map(e => e.dataset.card)"
Traits = dict[str, Any]


@pytest.fixture(scope="module")
def ends(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[Traits, Traits]]:
    """A function that gives the table of a game before the last card of its first trick, and
    after it, as the page sends them."""
    store = MatchStore(f"sqlite:///{tmp_path_factory.mktemp('ends') / 'cards.sqlite'}")

    @cache
    def traits(game: str) -> tuple[Traits, Traits]:
        for seed in range(40):  # in some deals nobody stays in
            rng = random.Random(seed)
            session = Session(game, GameAddress.read(game, f"seed={seed}"), store)
            while session.match.state.standing.deal == 1 and session.match.ply < 200:
                match = session.match
                seat = match.state.phase.movers(match.state)[0]
                before = sent(session)
                session.move(str(rng.choice(match.legal_moves(seat))), seat)
                if session.view()["finished"]:
                    return before, sent(session)
        raise AssertionError(f"no trick came to its end in {game}")

    return traits


def sent(session: Session) -> Traits:
    """What the page sends of a session."""
    snap = session.snapshot()
    return {"view": laid_out(snap.view), "chrome": snap.chrome, "bubble": snap.bubble}


@pytest.fixture(scope="module")
def clocked(browser: Any) -> Iterator[Any]:
    """A page whose clock stands still unless it is moved on."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    tab = context.new_page()
    tab.clock.install(time=0)
    tab.clock.pause_at(3_600_000)
    yield tab
    context.close()


def begin(tab: Any, before: Traits, after: Traits) -> None:
    """Lay the table, and let the last card of a trick come."""
    tab.set_content(page(before))
    tab.wait_for_selector("[data-ready]")
    tab.mouse.move(2, 2)
    tab.evaluate("traits => window.cl.show(traits)", after)


def told(tab: Any) -> list[str]:
    names: list[str] = tab.evaluate(
        "window.cl.sent.filter(s => s.trait === 'command').map(s => s.value.name)"
    )
    return names


def test_in_every_game_a_trick_is_held_and_one_tap_ends_it(
    clocked: Any, ends: Any, some_games: tuple[str, ...]
) -> None:
    """All cards lie there for a second and more at the usual pace; the winner's seat is lit and
    the reason can be read; a tap on the felt gathers the trick at once. In the games of the
    sample; `make test-all` has every game."""
    tab = clocked
    for number, game in enumerate(game for game in TRICK_GAMES if game in some_games):
        before, after = ends(game)
        finished = after["view"]["finished"]
        if number == 0:
            begin(tab, before, after)
        else:
            for traits in (before, after):
                tab.evaluate("traits => window.cl.show(traits)", traits)
        assert tab.evaluate(FRAME) == "land", game
        assert sorted(tab.evaluate(CARDS)) == sorted(face["card"] for face in finished["faces"])
        tab.clock.run_for(after["chrome"]["times"]["land"] + 1)
        assert tab.evaluate(FRAME) == "held", game
        seat = tab.locator(f'[data-seat="{finished["winner"]}"].takes')
        assert "takes the trick" in seat.inner_text(), game
        assert tab.locator(f'[data-trick-won="{finished["winner"]}"]').is_visible(), game
        tab.clock.run_for(1000)
        assert tab.evaluate(FRAME) == "held", f"{game} was not held for a second"
        assert len(tab.evaluate(CARDS)) == len(finished["faces"])
        tab.evaluate("document.querySelector('.felt').click()")
        assert tab.evaluate(FRAME) == "square", f"a tap did not end the hold of {game}"
        tab.clock.run_for(450)
        assert tab.evaluate(FRAME) is None and told(tab)[-1] == "go-on", game


def test_without_a_tap_the_trick_is_gathered_after_its_time(clocked: Any, ends: Any) -> None:
    before, after = ends("kaiser")
    begin(clocked, before, after)
    seen, times = [], after["chrome"]["times"]
    for _ in range(sum(times.values()) // 20 + 2):
        seen.append(clocked.evaluate(FRAME))
        clocked.clock.run_for(20)
    frames = {name: 20 * seen.count(name) for name in ("land", "held", "square", "gather")}
    assert frames["held"] == pytest.approx(times["light"] + times["hold"], abs=40)
    assert all(frames[name] == pytest.approx(times[name], abs=40) for name in ("square", "gather"))
    assert clocked.evaluate(FRAME) is None and told(clocked) == []
    assert clocked.evaluate(CARDS) == []


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_ends_the_hold_and_plays_nothing(clocked: Any, ends: Any, key: str) -> None:
    before, after = ends("kaiser")
    begin(clocked, before, after)
    clocked.clock.run_for(300)
    clocked.locator(".s .fan button").first.focus()
    clocked.keyboard.press(key)
    assert clocked.evaluate(FRAME) == "square" and told(clocked) == ["go-on"]
    assert clocked.evaluate("window.cl.sent.filter(s => s.trait === 'pick')") == []


def test_a_pointer_on_the_trick_keeps_it(clocked: Any, ends: Any) -> None:
    before, after = ends("kaiser")
    begin(clocked, before, after)
    clocked.clock.run_for(300)
    clocked.locator(".trick").dispatch_event("pointerenter")
    clocked.clock.run_for(20_000)
    assert clocked.evaluate(FRAME) == "held" and told(clocked) == ["keep"]
    clocked.locator(".trick").dispatch_event("pointerleave")
    assert clocked.evaluate(FRAME) == "square" and told(clocked) == ["keep", "go-on"]


def test_focus_on_the_trick_keeps_it(clocked: Any, ends: Any) -> None:
    before, after = ends("kaiser")
    begin(clocked, before, after)
    clocked.clock.run_for(300)
    clocked.locator(".trick").focus()
    clocked.clock.run_for(20_000)
    assert clocked.evaluate(FRAME) == "held"
    clocked.keyboard.press("Enter")
    assert clocked.evaluate(FRAME) == "square"


def test_a_trick_that_waits_is_held_until_a_tap(clocked: Any, ends: Any) -> None:
    """The first trick of a beginner, and any while the coach speaks, says what ends it."""
    before, after = ends("kaiser")
    begin(clocked, before, {**after, "chrome": {**after["chrome"], "waits": True}})
    clocked.clock.run_for(60_000)
    assert clocked.evaluate(FRAME) == "held" and told(clocked) == []
    assert "Tap the table to go on." in clocked.locator("[data-trick-won]").inner_text()
    assert "Tap the table to go on." in clocked.locator("[role=status]").inner_text()
    clocked.evaluate("document.querySelector('.felt').click()")
    assert clocked.evaluate(FRAME) == "square" and told(clocked) == ["go-on"]


def test_with_reduced_motion_the_hold_is_as_long_and_nothing_travels(
    clocked: Any, ends: Any
) -> None:
    before, after = ends("kaiser")
    clocked.emulate_media(reduced_motion="reduce")
    try:
        begin(clocked, before, after)
        clocked.clock.run_for(1200)
        assert clocked.evaluate(FRAME) == "held"
        assert clocked.locator(".trick .won-ring").count() == 1
        clocked.clock.run_for(400)
        assert clocked.evaluate(FRAME) is None and clocked.evaluate(CARDS) == []
    finally:
        clocked.emulate_media(reduced_motion="no-preference")


def test_a_card_that_is_played_during_the_hold_ends_it(clocked: Any, ends: Any) -> None:
    """Whoever goes on to play has seen the trick; whoever opens the page later is not kept."""
    before, after = ends("hearts")
    begin(clocked, before, after)
    clocked.clock.run_for(300)
    move = clocked.locator(".s [data-move]").first
    if move.count():
        move.evaluate("button => button.click()")
        assert clocked.evaluate(FRAME) is None and told(clocked) == ["go-on"]
    clocked.set_content(page(after))
    clocked.wait_for_selector("[data-ready]")
    assert clocked.evaluate(FRAME) is None


def test_the_score_of_a_deal_waits_for_its_last_trick(clocked: Any, tmp_path: Path) -> None:
    rng = random.Random(3)
    store = MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")
    session = Session("scotch-whist", GameAddress.read("scotch-whist", "seed=3"), store)
    before = sent(session)
    while not session.view()["deal_over"]:
        before = sent(session)
        seat = session.match.state.phase.movers(session.match.state)[0]
        session.move(str(rng.choice(session.match.legal_moves(seat))), seat)
    begin(clocked, before, sent(session))
    assert clocked.evaluate(FRAME) == "land" and clocked.locator("[data-score-line]").count() == 0
    assert len(clocked.evaluate(CARDS)) == len(
        tricks_taken(session.match.state_at(session.ply))[-1].cards
    )
    clocked.clock.run_for(3000)
    assert clocked.locator("[data-score-line]").count() > 0


def test_sounds_are_made_when_they_are_switched_on(clocked: Any, ends: Any) -> None:
    """Nothing sounds before; then a card does, and a trick that is gathered; the browser keeps
    the choice."""
    before, after = ends("kaiser")
    clocked.route(
        "http://table.test/",
        lambda route: route.fulfill(body=page(before), content_type="text/html"),
    )
    clocked.goto("http://table.test/")
    clocked.evaluate("""() => {
      window.made = [];
      const start = AudioScheduledSourceNode.prototype.start;
      AudioScheduledSourceNode.prototype.start = function (...args) {
        window.made.push(this.constructor.name);
        return start.apply(this, args);
      };
      const buffered = AudioBufferSourceNode.prototype.start;
      AudioBufferSourceNode.prototype.start = function (...args) {
        window.made.push(this.constructor.name);
        return buffered.apply(this, args);
      };
    }""")
    clocked.evaluate("traits => window.cl.show(traits)", after)
    clocked.clock.run_for(3000)
    assert clocked.evaluate("window.made") == []
    clocked.get_by_role("button", name="Sounds").click()
    assert clocked.evaluate("window.made.splice(0)") == ["AudioBufferSourceNode"]
    assert clocked.get_by_role("button", name="Sounds").get_attribute("aria-pressed") == "true"
    for traits in (before, after):
        clocked.evaluate("traits => window.cl.show(traits)", traits)
    clocked.clock.run_for(3000)
    assert clocked.evaluate("window.made") == ["AudioBufferSourceNode", "OscillatorNode"]
    clocked.reload()
    assert clocked.get_by_role("button", name="Sounds").get_attribute("aria-pressed") == "true"
    clocked.get_by_role("button", name="Sounds").click()
    assert clocked.evaluate("localStorage.getItem('cardlab-sound')") == "off"
