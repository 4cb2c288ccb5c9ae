"""Every game is found here by itself: a game passes these tests by existing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import cardlab


@cache
def every_version() -> dict[str, Any]:
    """Every game, and every further version of it, by a name of its own."""
    found: dict[str, Any] = {}
    for id in cardlab.games():
        found[id] = game = cardlab.game(id)
        for option in type(game).all_options():
            if option.makes_version:
                found |= {
                    f"{id}-{v}": cardlab.game(id, **{option.name: v})
                    for v in option.choices
                    if v != option.default
                }
    return found


def name_of(game: Any) -> str:
    """The name of a game or version, as it stands in the tests and the transcripts."""
    return next(name for name, known in every_version().items() if known == game)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize(
            "game", [pytest.param(game, id=name) for name, game in every_version().items()]
        )


@pytest.fixture
def deals(amount: Callable[[str], int]) -> int:
    """How many random deals to try (``--deals 10000`` for the long run)."""
    return amount("--deals")


@pytest.fixture
def moves_a_deal(request: pytest.FixtureRequest) -> int:
    """For each deal that is asked for, so many moves: where deals are longer, fewer are played."""
    return int(request.config.getoption("--moves-a-deal"))


LONG = 20_000
"""A run of more deals than this looks closely at fewer of its matches."""
MANY = 30_000
"""After so many moves fewer of them are looked at closely."""


MOVES = 60
"""For each deal that is asked for: where deals are longer, fewer of them are played."""
LONGEST = 1000
"""For each deal where its end matters, and what few deals bring."""


def walk(
    game: Any, deals: int, seed: int = 0, *, moves: int = MOVES
) -> Iterator[tuple[Any, random.Random]]:
    """Random matches, ply by ply, until so many deals have begun or their moves were made; yields
    the match before each move and where it was left."""
    rng, begun, number, left = random.Random(seed), 0, seed, deals * moves
    while begun < deals and left > 0:
        match = game.match(seed=number)
        number += 1
        while not match.over and begun + match.state.standing.deal - 1 < deals and left > 0:
            yield match, rng
            match.play(rng.choice(match.legal_moves()))
            left -= 1
        begun += match.state.standing.deal
        yield match, rng
