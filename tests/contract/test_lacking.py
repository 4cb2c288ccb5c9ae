"""A table that lacks something answers what it is asked, or says what to give.

No error of Python reaches whoever asks, whichever field of a table is as if nobody had given it, and
whether or not the deal is said to be over. No table that comes from play lacks anything.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from typing import Any

import pytest

import cardlab
from cardlab.engine.game import OVER
from cardlab.engine.lacking import Lacking, answering, lacks
from cardlab.engine.table import table as drawn
from cardlab.families.tricks import tricks_taken

MOVES = 150
LOOKS = 6
"""So many tables of a match are asked, and as many that end a deal."""
ALWAYS = ("game", "standing", "phase", "hands")


def played(game: Any) -> tuple[list[Any], list[Any]]:
    """The tables of a match played at random, and those on which a deal is over."""
    match, rng = game.match(seed=2), random.Random(f"lacking/{game.id}")
    tables, ends = [], []
    for _ in range(MOVES):
        if match.over:
            break
        tables.append(match.state)
        move = rng.choice(match.legal_moves())
        after = game.after(match.state, move)
        if after.phase is OVER:
            ends.append(after)
        match.play(move)
    return tables, ends


def defaults(state: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a table that somebody may leave out, with what they hold then."""
    for field in fields(state):
        if field.name in ALWAYS:
            continue
        made = field.default_factory
        nothing = made() if made is not MISSING else field.default
        if getattr(state, field.name) != nothing:
            yield field.name, nothing


def judge(game: Any, state: Any) -> None:
    for seat in {state.to_move, *state.phase.movers(state)} - {None}:
        for verdict in game.verdicts(state, seat).values():
            _ = verdict.reason


def go_on(game: Any, state: Any) -> None:
    if state.phase is not OVER and state.to_move is not None:
        for move in game.legal_moves(state)[:2]:
            game.after(state, move)


def settle(game: Any, state: Any) -> None:
    lines = game.deal_lines(state)
    if state.phase is OVER:
        with answering(state):
            game.next_standing(state, lines)


def tell_tricks(game: Any, state: Any) -> None:
    with answering(state):
        for trick in tricks_taken(state):
            game.told_trick(state, trick)


def draw(game: Any, state: Any) -> None:
    drawn(state, state.actor() or 0)


QUESTIONS: tuple[Callable[[Any, Any], None], ...] = (judge, go_on, settle, tell_tricks, draw)


def answered(game: Any, state: Any, told: str) -> None:
    """Every question has its answer, or a sentence that says what to give."""
    for question in QUESTIONS:
        try:
            question(game, state)
        except Lacking as missing:
            assert re.fullmatch(r"\S.*: give .*\.", str(missing)), told
        except Exception as trouble:
            pytest.fail(
                f"{question.__name__} of {told} ends in {trouble!r}: let the phase, the state or the"
                " game say what it lacks (see cardlab.engine.lacking)"
            )


def test_a_table_that_lacks_a_field_answers_or_says_what_to_give(game: Any) -> None:
    tables, ends = played(game)
    rng = random.Random(f"looks/{game.id}")
    for state in (*rng.sample(tables, min(LOOKS, len(tables))), *ends[:LOOKS]):
        lacking = {"": state} | {
            name: state.but(**{name: nothing}) for name, nothing in defaults(state)
        }
        for name, table in lacking.items():
            for phase in dict.fromkeys((state.phase, OVER)):
                told = f"a table in its phase {phase.id} without “{name}”"
                answered(game, table.but(phase=phase), told)


def test_a_table_from_play_lacks_nothing(game: Any) -> None:
    tables, ends = played(game)
    assert {lacks(state) for state in tables} <= {""}
    assert {lacks(state, scored=True) for state in ends if not state.void} <= {""}


def test_an_error_on_a_whole_table_stays_what_it_is() -> None:
    """Only what a table lacks is told: a fault of a game is not taken for it."""
    state = cardlab.game("kaiser").match(seed=1).state
    with pytest.raises(ZeroDivisionError), answering(state):
        _ = 1 // 0


def test_a_table_says_once_what_it_lacks() -> None:
    state = cardlab.game("bundles").match(seed=1).state
    with pytest.raises(Lacking, match="“piles” for each player here: give piles, one for each"):
        cardlab.game("bundles").deal_lines(state.but(piles=()))
