"""Every game is found here by itself: a game passes these tests by existing."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any

import pytest

import cardlab
from cardlab.engine.rulings import Rule


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


def where(part: Any) -> str:
    """The file and line of a class or a rule. Its file is read for that: ask for it when a sentence is
    said, and not before."""
    code = part.test if isinstance(part, Rule) else part
    if code is None:
        return f"search for the id {part}"  # the engine carries it out
    return f"{inspect.getsourcefile(code)}:{inspect.getsourcelines(code)[1]}"


def at(state: Any) -> str:
    """Where a table stands, for the beginning of a sentence: the game and the phase with its line."""
    return f"{state.game.id}, phase {state.phase.id} ({where(type(state.phase))})"


def carried_out(match: Any, move: Any) -> None:
    """Make a legal move. A phase carries out what it offers, and a move changes the table."""
    before = match.state
    try:
        match.play(move)
    except Exception as trouble:
        pytest.fail(
            f"{at(before)} offers {move} and cannot carry it out: {type(trouble).__name__}: {trouble}."
            " Write what it does in `apply`, or do not offer it in `candidates`"
        )
    if match.state == before:
        pytest.fail(
            f"{at(before)} offers {move}, and the table after it is the one before it: let `apply` do"
            " something for this move, if only pass the turn on"
        )


def miscounted(match: Any, table: Any) -> str:
    """Which cards a table has lost, or has more often than the pack, after which move."""
    pack, cards = Counter(match.game.pack), Counter(table.all_cards())
    lost, gained = pack - cards, cards - pack
    wrong = [f"lost {', '.join(map(str, lost))}"] if lost else []
    wrong += [f"got {', '.join(map(str, gained))} once too often"] if gained else []
    if not wrong:
        return ""
    made = match.entries[match.ply - 1] if match.ply else None
    phase = match.state_at(match.ply - 1).phase if match.ply else table.phase
    return (
        f"{match.game.id}, phase {phase.id} ({where(type(phase))}) has {' and '.join(wrong)}"
        f" with the move {made.move if made else 'that deals'}: let `apply` put each card into one field"
        " of the state whose type is a place (FaceUp, FaceDown, InHand)"
    )


def versions(game: Any) -> Iterator[Any]:
    """The game, and the game with other values of each option, as far as they can be played."""
    yield game
    for option in type(game).all_options():
        for value in option.choices[:4]:
            try:
                yield cardlab.game(game.id, **{option.name: value})
            except ValueError:
                continue


def owner_of(game: Any, name: str) -> type:
    """The class from which a game has an attribute."""
    return next(kind for kind in type(game).__mro__ if name in vars(kind))


def unknown(game: Any, name: str, strange: Iterable[str]) -> str:
    """The sentence about ids, named in an attribute, that no rule of the game has."""
    rules = {str(rule) for version in versions(game) for rule in version.all_rules()}
    said = []
    for id in sorted(strange):
        like = get_close_matches(id, rules, n=1)
        said.append(f"{id}" + (f" (is it {like[0]}?)" if like else ""))
    return (
        f"{game.id}, `{name}` ({where(owner_of(game, name))}) names {', '.join(said)}: there is no such rule,"
        " whatever its options; write the id of one, or take it out"
    )


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
            carried_out(match, rng.choice(match.legal_moves()))
            left -= 1
        begun += match.state.standing.deal
        yield match, rng
