"""No clock decides what a bot plays: in every game, by the clock as it is and by one that jumps."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

import cardlab
from cardlab.players import Effort, bot
from cardlab.players.policy import thumb_pick

LITTLE = Effort(2, 20_000, 40)
THOUGHT_ABOUT = (1, 5, 9)
"""Which decisions of a seat are thought about: where there is an auction, the first is a call and the
last a card. In a game with a bank there are a hundred in a deal."""
GLANCED_AT = (2, 6, 10)
"""Which are made by the simple bot, which thinks, too, where no rule of thumb speaks."""


@dataclass
class Sparing:
    """Thinks about few of its decisions; in between it plays by rules of thumb, or anything."""

    thinking: Any
    simple: Any
    rng: random.Random
    decisions: int = 0

    def choose(self, view: Any) -> Any:
        self.decisions += 1
        if self.decisions in THOUGHT_ABOUT:
            return self.thinking.choose(view)
        if self.decisions in GLANCED_AT:
            return self.simple.choose(view)
        options = view.legal_moves()
        pick = thumb_pick(view, options)
        return self.rng.choice(options) if pick is None else pick[0]


def played(name: str) -> list[str]:
    """A deal between two strong and two sensible bots."""
    game = cardlab.game(name)
    bots = {
        seat: Sparing(
            bot("strong" if seat % 2 else "sensible", seed=seat, effort=LITTLE),
            bot("simple", seed=seat),
            random.Random(seat),
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
