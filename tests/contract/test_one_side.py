"""A deal in which only one side can score, as a game says, brings points to one side alone.

``pytest tests/contract/test_one_side.py --deals 1000`` plays so many deals of each game.
"""

from __future__ import annotations

import random
from typing import Any


def test_only_one_side_scores_where_a_game_says_so(game: Any, deals: int) -> None:
    if not game.one_side_scores:
        return
    rng = random.Random(3)
    for seed in range(max(deals, 10)):
        match = game.match(seed=seed)
        while not match.over and len(match.ends) < 3:
            match.play(rng.choice(match.legal_moves()))
        deals_of: dict[int, set[str]] = {}
        for line in match.lines:
            deals_of.setdefault(line.deal, set()).add(line.side)
        assert all(len(sides) == 1 for sides in deals_of.values())
