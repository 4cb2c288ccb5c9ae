"""A deal in which only one side can score, as a game says, brings points to one side alone.

``pytest tests/contract/test_one_side.py --deals 1000`` plays so many deals of each version.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import cardlab

RACES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("euchre", {}),
    ("sizette", {}),
    ("conquian", {}),
    ("panjpar", {}),
    ("seven-rummy", {}),
    ("basic-rummy", {}),
    ("block-rummy", {}),
    ("high-cockalorum", {"target": 50}),
    ("snip-snap-snorem", {"target": 5}),
    ("cheat", {"target": 5}),
    ("bundles", {"target": 5}),
)
"""Games to a target in which the points of a deal go to one side."""


def versions(game: Any) -> Iterator[Any]:
    """A game with each option at its first and at its last value, as far as that can be."""
    yield game
    for option in type(game).all_options():
        for value in {option.choices[0], option.choices[-1]} - {option.default}:
            try:
                yield type(game)(**{option.name: value})
            except ValueError:
                continue


def test_only_one_side_scores_where_a_game_says_so(game: Any, deals: int) -> None:
    rng = random.Random(3)
    for version in versions(game):
        for seed in range(max(deals, 10) if version.one_side_scores else 0):
            match = version.match(seed=seed)
            while not match.over and len(match.ends) < 3:
                match.play(rng.choice(match.legal_moves()))
            deals_of: dict[int, set[str]] = {}
            for line in match.lines:
                deals_of.setdefault(line.deal, set()).add(line.side)
            assert all(len(sides) == 1 for sides in deals_of.values()), version


@pytest.mark.parametrize(("id", "options"), RACES)
def test_a_race_of_one_side_a_deal_says_nothing_of_two(id: str, options: dict[str, Any]) -> None:
    """Two cannot reach the target together."""
    assert "If more than one has" not in " ".join(cardlab.game(id, **options).rules().split())
