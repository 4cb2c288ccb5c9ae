"""No clock decides what a bot plays: in every game, by the clock as it is and by one that jumps."""

from __future__ import annotations

import time
from itertools import count

import pytest

import cardlab
from cardlab.players import Effort, bot

LITTLE = Effort(2, 100_000, 300)


def played(name: str) -> list[str]:
    """A deal between two strong and two sensible bots."""
    game = cardlab.game(name)
    bots = {
        seat: bot("strong" if seat % 2 else "sensible", seed=seat, effort=LITTLE)
        for seat in range(game.players)
    }
    return [str(move) for _, move in game.match(seed=3).play_deal(bots).entries]


@pytest.mark.sampled
@pytest.mark.parametrize("name", cardlab.games())
def test_no_clock_decides_what_is_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(name)
    seconds = count()
    for clock in ("perf_counter", "thread_time", "monotonic"):
        monkeypatch.setattr(time, clock, lambda: float(next(seconds)))
    assert played(name) == first
