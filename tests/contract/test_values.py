"""Everything that the engine hands out can be pickled and copied, and is the same afterwards."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


COPIES = [
    pytest.param(pickled, id="pickle"),
    pytest.param(copy.copy, id="copy"),
    pytest.param(copy.deepcopy, id="deepcopy"),
]


def in_play(game: Any) -> Any:
    """A match some moves on, with what it has computed on the way."""
    match, rng = game.match(seed=3), random.Random(3)
    for _ in range(14):
        if match.over:
            break
        match.play(rng.choice(match.legal_moves()))
    assert game.result_sheet.fields is not None and game.rules()
    return match


@pytest.mark.parametrize("made", COPIES)
def test_values_survive_a_copy(game: Any, made: Callable[[Any], Any]) -> None:
    match = in_play(game)
    for value in (game, match.state, match.record, match.lines, game.all_rules(), match.outcome):
        assert made(value) == value
    assert made(match.view()).to_json() == match.view().to_json()


@pytest.mark.parametrize("made", COPIES)
def test_a_copied_match_goes_on_by_itself(game: Any, made: Callable[[Any], Any]) -> None:
    match = in_play(game)
    again, rng, moves = made(match), random.Random(5), match.ply
    assert (again.state, again.totals, again.record) == (match.state, match.totals, match.record)
    while not again.over and again.ply < moves + 10:
        again.play(rng.choice(again.legal_moves()))
    assert match.ply == moves, "the first match has not moved"


@pytest.mark.parametrize("made", COPIES)
def test_verdicts_survive_a_copy(game: Any, made: Callable[[Any], Any]) -> None:
    state = in_play(game).state
    for verdict in game.verdicts(state).values():
        again = made(verdict)
        assert (again.move, again.legal, again.rule) == (verdict.move, verdict.legal, verdict.rule)
        assert again.reason == verdict.reason and again.instead == verdict.instead
