"""How long a table waits between two moves of its viewer, from the declared times: nothing sleeps."""

from __future__ import annotations

import asyncio
import os
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.engine.simultaneous import Simultaneous
from cardlab.families.tricks import TrickGame, TrickState, tricks_taken
from cardlab.players import Effort, SampledBot
from cardlab.players.bots import RandomBot
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress
from cardlab.web.pages import turns
from cardlab.web.pages.pacing import PACES, times_of
from cardlab.web.pages.session import Session
from cardlab.web.pages.trick_ends import trick_ended

SHORT = 2.5
"""Seconds between two moves of the viewer, at the usual pace."""
READ = 1.0
"""Seconds for which a finished trick is held at least, at the usual pace."""
MOVES = 90
MOST = 2000
TRICK_GAMES = tuple(name for name in cardlab.games() if isinstance(cardlab.game(name), TrickGame))


@pytest.fixture(autouse=True)
def _at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = RandomBot(7)
    monkeypatch.setattr(turns, "bot_for", lambda *args, **more: bot)


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")


@dataclass
class Waiting:
    """Seconds between two moves of the viewer.

    bots: what the others take; tricks: how long finished tricks are held, one after the other, also
    where the viewer is the next to move.
    """

    bots: float = 0.0
    tricks: list[float] = field(default_factory=list)


def waited(session: Session, moves: int, tricks: int = 0) -> list[Waiting]:
    """Play so many moves, and on until so many tricks were held, and add the waits up. Of a viewer
    who has no part (a dummy, a hand that was thrown in) each trick counts by itself; where there
    are no tricks, each move while only others have cards. A right to slap that nobody waits for is not a turn."""
    rng, gaps, since = random.Random(5), [Waiting()], 0
    for number in range(MOST):
        if session.match.over:
            break
        if number >= moves and sum(len(gap.tricks) for gap in gaps) >= tricks:
            break
        if session.held is not None:
            session.next_deal()
            gaps.append(Waiting())
        turn = session.turns.next()
        state, viewer = session.match.state, session.viewer
        asked = viewer in state.phase.awaited(state) or session.match.to_move == viewer
        mine = asked and any(choice["legal"] for choice in session.view()["choices"])
        left_out = any(state.hands) and not state.hands[viewer]
        if mine or (left_out and not isinstance(state, TrickState)):
            gaps.append(Waiting())
            since = 0
        if turn is None:
            if trick_ended(session.match, session.match.ply) is not None:
                gaps[-2].tricks.append(times_of(session.address.pace).trick)
            assert session.pick(rng.choice(session.view()["choices"])["move"]) or not session.error
            continue
        if not mine:
            gaps[-1].bots += turn.pause
        if turn.held:
            gaps[-1].tricks.append(turn.held)
        before = len(tricks_taken(session.match.state))
        assert session.turns.take(turn, session.turns.choose(turn))
        since += 1
        taken = tricks_taken(session.match.state)
        if len(taken) > before and since >= len(taken[-1].cards):
            gaps.append(Waiting())
            since = 0
    return gaps


@pytest.mark.sampled
@pytest.mark.parametrize("game", cardlab.games())
def test_the_others_never_take_long(store: MatchStore, game: str) -> None:
    session = Session(game, GameAddress.read(game, "seed=5"), store)
    gaps = waited(session, MOVES)
    assert max(gap.bots + sum(gap.tricks) for gap in gaps) < SHORT
    alone = len(session.match.names) == 1
    # where everybody chooses at the same time nobody waits for the others
    at_once = isinstance(session.match.state.phase, Simultaneous)
    assert alone or at_once or max(gap.bots for gap in gaps) >= 0.5


def test_only_a_jack_waits_for_a_person_and_no_card_is_hurried(store: MatchStore) -> None:
    """A viewer may slap at any time, but the bots wait only while a jack lies there; without cards
    the viewer sees each of them for as long as the one before."""
    session = Session("slapjack", GameAddress.read("slapjack", "seed=5"), store)
    on_jacks, others, without_cards = list[float](), list[float](), list[float]()
    while not session.match.over and len(without_cards) < 20:
        turn, state = session.turns.next(), session.match.state
        if turn is None:
            session.pick("lay")
            continue
        left_out = not state.hands[session.viewer]
        waits = on_jacks if state.claimable else without_cards if left_out else others
        waits.append(turn.pause)
        session.turns.take(turn, "slap" if state.claimable else "lay")
    card = times_of(session.address.pace).card
    assert on_jacks and min(on_jacks) > 3 * card
    assert others and card / 4 < min(others) <= max(others) == card
    assert set(without_cards) == {card}


@pytest.mark.parametrize("game", TRICK_GAMES)
def test_a_finished_trick_is_held_until_it_was_read(store: MatchStore, game: str) -> None:
    """At the usual pace for a second and more, then gathered; the schedule tells the browser so."""
    held: list[float] = []
    for seed in range(5, 12):  # nobody may have stayed in
        session = Session(game, GameAddress.read(game, f"seed={seed}"), store)
        held += [one for gap in waited(session, 0, 2) for one in gap.tricks]
        if held:
            break
    assert held and min(held) >= READ
    times = session.snapshot().chrome["times"]
    assert times["hold"] >= 1000 * READ and sum(times.values()) == round(1000 * held[0])


def test_the_times_of_the_paces() -> None:
    told = {word: times_of(pace) for pace, word in PACES}
    assert [told[word].hold for word in ("slowly", "evenly", "fast", "at once")] == [
        2.6,
        1.0,
        0.5,
        0,
    ]
    assert [told[word].call for word in ("slowly", "evenly", "fast", "at once")] == [
        1.2,
        0.6,
        0.3,
        0,
    ]
    assert told["at once"].trick == 0, "who wants it over does not wait for a trick"
    assert times_of(0.35).hold == pytest.approx(0.75) and times_of(9.0).hold == pytest.approx(26)


class Screen:
    """Somebody who looks at a table, with what was shown and when."""

    watched, shown = True, 0.0

    def __init__(self) -> None:
        self.shows = 0

    def show(self) -> None:
        self.shows += 1

    def trouble(self, error: Exception) -> None:
        raise error


class Clock:
    """Sleeps take no time; what was slept is remembered. A wait for a tap ends at once if there
    was one, else it is slept through."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.slept: list[float] = []
        self.waited: list[float] = []
        sleep = asyncio.sleep

        async def slept(seconds: float) -> None:
            self.slept.append(seconds)
            await sleep(0)

        async def waited(event: Any, seconds: float) -> None:
            self.waited.append(seconds)
            event.close()
            await sleep(0)
            raise TimeoutError

        monkeypatch.setattr(turns.asyncio, "sleep", slept)
        monkeypatch.setattr(turns.asyncio, "wait_for", waited)


def table_before_a_bot_leads(store: MatchStore) -> Session:
    """A table of scotch whist on which a bot has just won a trick."""
    session = Session("scotch-whist", GameAddress.read("scotch-whist", "seed=7"), store)
    while (turn := session.turns.next()) is None or not turn.held:
        if turn is None:
            session.pick(str(session.match.legal_moves()[0]))
        else:
            session.turns.take(turn, session.turns.choose(turn))
    return session


@pytest.mark.parametrize("sign", [None, "go_on", "keep"])
def test_a_tap_ends_the_hold_and_a_pointer_keeps_it(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch, sign: str | None
) -> None:
    session, clock = table_before_a_bot_leads(store), Clock(monkeypatch)
    clear = asyncio.Event.clear

    def signed(event: asyncio.Event) -> None:
        clear(event)
        if sign is not None and not clock.waited:
            asyncio.get_running_loop().call_soon(getattr(session.turns, sign))

    monkeypatch.setattr(asyncio.Event, "clear", signed)

    async def play() -> None:
        session.turns.wake(Screen())
        assert session.turns._task is not None
        await session.turns._task

    asyncio.run(play())
    usual = times_of(session.address.pace).trick
    assert clock.waited[0] == pytest.approx(usual)
    assert len(clock.waited) >= (2 if sign == "keep" else 1)
    if sign == "keep":
        assert clock.waited[1] == pytest.approx(turns.MOST_HELD - usual)


def tricks_that_wait(session: Session, tricks: int) -> list[bool]:
    """Whether each of the first tricks is held until a tap, at the table and in what it sends."""
    waits: list[bool] = []
    while len(waits) < tricks:
        turn = session.turns.next()
        if trick_ended(session.match, session.match.ply) is not None:
            waits.append(session.waits_for_tap())
            assert session.snapshot().chrome["waits"] == waits[-1]
            usual = times_of(session.address.pace).trick
            assert turn is None or turn.held == (turns.MOST_HELD if waits[-1] else usual)
        if turn is None:
            session.pick(str(session.match.legal_moves()[0]))
        else:
            session.turns.take(turn, session.turns.choose(turn))
    return waits


def test_the_first_trick_of_a_beginner_and_what_the_coach_speaks_of_wait_for_a_tap(
    store: MatchStore,
) -> None:
    def seated(query: str, first: bool) -> Session:
        address = GameAddress.read("scotch-whist", query)
        return Session("scotch-whist", address, store, first=first)

    assert tricks_that_wait(seated("seed=7", first=True), 3) == [True, False, False]
    assert tricks_that_wait(seated("seed=7", first=False), 3) == [False] * 3
    assert tricks_that_wait(seated("seed=7&coach=card", first=False), 3) == [True] * 3
    assert tricks_that_wait(seated("seed=7&coach=end", first=False), 3) == [False] * 3


@pytest.mark.parametrize(
    ("load", "share"), [(0.4, 1.0), (2.0, 1.0), (6.0, 1 / 3), (200.0, turns.LEAST_SHARE / 0.25)]
)
def test_bots_have_a_lower_ceiling_on_a_crowded_machine(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch, load: float, share: float
) -> None:
    given: list[float] = []

    def noted(ceiling: float, *_given: Any, **_options: Any) -> Any:
        given.append(ceiling)
        return RandomBot(7)

    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(turns, "bot_for", noted)
    session = Session("kaiser", GameAddress.read("kaiser", "seed=7"), store)
    turn = session.turns.next()
    assert turn is not None
    session.turns.choose(turn)
    assert given == [pytest.approx(turns.THINKING["sensible"] * share)]


@pytest.mark.parametrize(("load", "said"), [(8.0, turns.BUSY), (0.1, turns.SLOW)])
def test_bots_that_were_cut_short_are_told_of_once_a_deal(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch, load: float, said: str
) -> None:
    def hasty(ceiling: float, *_given: Any, **_options: Any) -> SampledBot:
        return SampledBot(1, effort=Effort(32), ceiling=0.0)

    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(turns, "bot_for", hasty)
    session = Session("malilla", GameAddress.read("malilla", "seed=7"), store)
    told: list[str] = []
    for _ in range(4):
        while session.turns.due() is not None:
            session.turns.play_all()
        told += session.view()["since"]
        session.pick(str(session.match.legal_moves()[0]))
    session.turns.play_all()
    assert told.count(said) == 1 and session.turns.cut_short > 1
