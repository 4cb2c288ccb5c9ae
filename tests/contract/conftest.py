"""Every game is found here by itself: a game passes these tests by existing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import cardlab


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [pytest.param(cardlab.game(id), id=id) for id in cardlab.games()])


@pytest.fixture
def deals(request: pytest.FixtureRequest) -> int:
    """How many random deals to try (``--deals 10000`` for the long run)."""
    return int(request.config.getoption("--deals"))


def walk(game: Any, deals: int, seed: int = 0) -> Iterator[tuple[Any, random.Random]]:
    """Random matches, ply by ply, until so many deals have begun; yields the match before each move and at its end."""
    rng, begun, number = random.Random(seed), 0, seed
    while begun < deals:
        match = game.match(seed=number)
        number += 1
        while not match.over and begun + match.state.standing.deal - 1 < deals:
            yield match, rng
            match.play(rng.choice(match.legal_moves()))
        begun += match.state.standing.deal
        yield match, rng
