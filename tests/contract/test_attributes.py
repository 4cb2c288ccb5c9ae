"""Every public attribute of a game, a table and a match can be looked at, at any moment: what is
meant for another moment or another family is None, empty or 0 there."""

from __future__ import annotations

import inspect
import random
from collections.abc import Iterator
from typing import Any

import pytest

from cardlab.engine.game import OVER


def look_at(thing: Any, where: str) -> None:
    """Ask for every attribute, as a debugger does."""
    for name in dir(thing):
        if name == "__abstractmethods__":  # of Python's own, and missing from most classes
            continue
        try:
            getattr(thing, name)
        except Exception as trouble:
            pytest.fail(f"{name} of {where} raises {type(trouble).__name__}: {trouble}")
    assert inspect.getmembers(thing)


def test_attributes_of_a_game_and_its_classes(game: Any) -> None:
    for thing in (
        game,
        type(game),
        type(game).State,
        type(game).Standing,
        *game.phases,
        *game.ends,
    ):
        look_at(thing, f"{thing!r} of {game.id}")
    look_at(game.begin(game.opening()), "the table before the deal")
    look_at(game.state(), "an empty table")


def moments(game: Any) -> Iterator[Any]:
    """A match before each tenth move, and where its first deal is over."""
    match, rng = game.match(seed=1), random.Random(1)
    while not match.ends and match.ply < 1500:
        if match.ply % 10 == 1:
            yield match
        match.play(rng.choice(match.legal_moves()))
    yield match


def test_attributes_of_a_table_and_a_match(game: Any) -> None:
    for match in moments(game):
        ends = [match.state_at(ply) for ply in match.ends[:1]]
        for state in (match.state, *ends):
            at = f"{game.id} in {state.phase.id}"
            look_at(state, at)
            for seat in range(game.players):
                look_at(state.seen_by(seat), f"{at} as seat {seat} sees it")
            if state.phase is OVER and not state.void:
                look_at(game.result(state), f"the result of {game.id}")
        for thing in (match, match.view(), match.record, *list(match.verdicts().values())[:2]):
            look_at(thing, f"{type(thing).__name__} of {game.id}")
