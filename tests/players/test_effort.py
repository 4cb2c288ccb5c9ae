"""Thinking is counted: the same seed gives the same result whoever does the work and however fast the
clock goes, and a ceiling of seconds that was met is said."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.players import EFFORTS, Effort, SampledBot, bot
from cardlab.players.effort import effort_of
from cardlab.players.tournament import NamedBot
from cardlab.players.tree import TreeBot

GAMES = ("nap", "bundles", "euchre")
SMALL_HANDS = ("nap", "knockout-whist", "belote")
"""Bids, plain tricks, and points in cards; each is played by the compiled solver and without it."""
LITTLE = Effort(2, 20_000, 60)
ROOT = Path(__file__).parents[2]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at a clock is a second later than the last."""
    seconds = count()
    for clock in ("perf_counter", "thread_time", "monotonic"):
        monkeypatch.setattr(time, clock, lambda: float(next(seconds)))


def moves_of(name: str, effort: Effort = LITTLE, seed: int = 3) -> list[str]:
    """A deal between strong and sensible bots in turn."""
    game = cardlab.game(name)
    bots = {
        seat: bot("strong" if seat % 2 else "sensible", seed=seat, effort=effort)
        for seat in range(game.players)
    }
    return [str(move) for _, move in game.match(seed=seed).play_deal(bots).entries]


def _rounds(executor: Any) -> list[Any]:
    strong, sensible = (NamedBot(which, LITTLE) for which in ("strong", "sensible"))
    return [
        cardlab.tournament(strong, sensible, game=name, deals=1, seed=50, executor=executor)
        for name in GAMES
    ]


@pytest.mark.slow
def test_a_tournament_again_is_the_same_and_processes_play_what_one_plays() -> None:
    """`python benchmarks/same.py` plays more of it, in ten games; that a deal of bots is the same
    again is tested in every game (`tests/contract/test_effort.py`)."""
    first = _rounds("serial")
    assert _rounds("serial") == first and not any(found.cut_short for found in first)
    assert sum(found.thinking.decisions for found in first) > 60
    with ProcessPoolExecutor(2) as workers:
        assert _rounds(workers) == first
        for bots, name in (("simple", "nap"), ("sensible:2", "knockout-whist")):
            matches = [
                cardlab.simulate(name, 2, bots=bots, seed=1, executor=executor)
                for executor in ("serial", workers)
            ]
            assert matches[0] == matches[1] and not matches[0].cut_short


PLAYED = """
import sys
from tests.players.test_effort import SMALL_HANDS, moves_of
for name in SMALL_HANDS:
    print(*moves_of(name))
"""


@pytest.mark.rest
@pytest.mark.slow
def test_without_the_compiled_solver_the_same_is_played() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PLAYED],
        env={**os.environ, "PYTHONPATH": str(ROOT), "CARDLAB_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    assert told.stdout.splitlines() == [" ".join(moves_of(name)) for name in SMALL_HANDS]


# --- what an effort does


def test_an_effort_bounds_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many deals, and all of them together so many positions."""
    match = cardlab.game("kaiser").match(seed=7)
    while match.state.phase.id != "play" or len(match.legal_moves()) < 2:
        match.play(match.legal_moves()[0])
    view = match.seat_view()
    for deals in (2, 5):
        thinking = SampledBot(1, effort=Effort(deals))
        assert thinking.explain(view).deals == thinking.looked == deals
        spent = thinking.effort.nodes - thinking._nodes.left
        few = SampledBot(1, effort=Effort(deals, nodes=spent // 2))
        assert 0 < few.explain(view).deals < deals and not few.cut and few._nodes.left <= 0


def test_a_name_carries_its_effort() -> None:
    assert effort_of("strong:64") == Effort(64, 64_000_000, 96_000)
    assert effort_of("sensible:2") == EFFORTS["sensible"].scaled(2) == Effort(2, 4_000_000, 6_000)
    made = bot("strong:64", seed=1)
    assert isinstance(made, SampledBot) and made.effort.deals == 64 and made.calls
    for name, says in (
        ("simple:3", "only sensible and strong bots imagine deals"),
        ("strong:0", "needs a deal at least"),
        ("strong:-2", "needs a deal at least"),
        ("nothere:Careful", "cannot be loaded"),
    ):
        with pytest.raises(ValueError, match=says):
            bot(name)
        with pytest.raises(ValueError, match=says):
            cardlab.tournament(name, "simple", deals=1)
    with pytest.raises(ValueError, match="deals=0 is not possible; give a whole number above 0"):
        Effort(0)


# --- a ceiling


@pytest.mark.usefixtures("hurried")
def test_a_ceiling_that_was_met_is_said() -> None:
    match = cardlab.game("kaiser").match(seed=7)
    while match.state.phase.id != "play" or len(match.legal_moves()) < 2:
        match.play(match.legal_moves()[0])
    cut = SampledBot(1, effort=Effort(32), ceiling=6.0)
    choice = cut.explain(match.seat_view())
    assert choice.cut and cut.cut_short == cut.decisions == 1 and 0 < choice.deals < 32
    assert choice.why.say().endswith(f"(there was time for {choice.deals} of 32)")
    whole = SampledBot(1, effort=Effort(4)).explain(match.seat_view())
    assert not whole.cut and whole.deals == 4 and "time" not in whole.why.say()
    snap = TreeBot(1, rounds=40, ceiling=2.0).explain(
        cardlab.game("yaniv").match(seed=3).seat_view()
    )
    assert snap.cut and 4 <= snap.deals < 40


@pytest.mark.slow
@pytest.mark.usefixtures("hurried")
def test_what_was_cut_short_is_counted() -> None:
    hasty = NamedBot("sensible", ceiling=2.0)
    for found in (
        cardlab.tournament(hasty, "simple", game="nap", deals=2, executor="serial"),
        cardlab.simulate("nap", 1, bots=hasty, executor="serial"),
    ):
        assert 0 < found.cut_short <= found.thinking.decisions
        assert str(found).endswith(
            f"In {found.cut_short} of {found.thinking.decisions} decisions the time ran out, so"
            " another machine may give another result."
        )


def test_seconds_are_a_ceiling_for_one_more_release() -> None:
    makes: tuple[Any, ...] = (SampledBot, TreeBot, lambda **given: bot("strong", **given))
    for make in makes:
        with pytest.warns(FutureWarning, match=r"ceiling=0\.3; strength is set by effort"):
            assert make(seconds=0.3).ceiling == 0.3
        with pytest.raises(TypeError, match="a bot takes no worlds="):
            make(worlds=3)
