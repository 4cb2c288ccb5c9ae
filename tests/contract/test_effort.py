"""No clock decides what a bot plays: in every game, by the clock as it is and by one that jumps."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

import cardlab
from cardlab.players import Effort, bot

LITTLE = Effort(2, 20_000, 40)
DECISIONS = 3
"""So many each thinks about: in a game with a bank there are a hundred in a deal."""


@dataclass
class Tiring:
    """Thinks about its first decisions, and plays by rules of thumb from then on."""

    thinking: Any
    later: Any
    left: int = DECISIONS

    def choose(self, view: Any) -> Any:
        self.left -= 1
        return (self.thinking if self.left >= 0 else self.later).choose(view)


def played(name: str) -> list[str]:
    """A deal between two strong and two sensible bots."""
    game = cardlab.game(name)
    bots = {
        seat: Tiring(
            bot("strong" if seat % 2 else "sensible", seed=seat, effort=LITTLE),
            bot("simple", seed=seat),
        )
        for seat in range(game.players)
    }
    return [str(move) for _, move in game.match(seed=3).play_deal(bots).entries]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("name", cardlab.games())
def test_no_clock_decides_what_is_played(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(name)
    seconds = count()
    for clock in ("perf_counter", "thread_time", "monotonic"):
        monkeypatch.setattr(time, clock, lambda: float(next(seconds)))
    assert played(name) == first
