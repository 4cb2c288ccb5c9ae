"""Phases in which everybody chooses in secret: the order of the seats' moves leaves no trace, and
no choice shows before all are ready."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from cardlab.engine.simultaneous import Simultaneous

from .conftest import walk


def seen_moves(state: Any, seat: int) -> bool:
    """Whether a seat has a move that everybody sees at once: to be quicker is no secret choice."""
    return any(str(move) in state.phase.raced for move in state.game.legal_moves(state, seat))


def choices_of(state: Any, rng: random.Random) -> dict[int, list[Any]]:
    """What each seat chooses at random until it is ready, one seat after the other."""
    chosen: dict[int, list[Any]] = {seat: [] for seat in state.phase.movers(state)}
    phase = state.phase
    for seat in chosen:
        table = state
        while seat in phase.movers(table) and table.phase is phase:
            move = rng.choice(state.game.legal_moves(table, seat))
            chosen[seat].append(move)
            if phase.movers(table) == (seat,) and phase.completes(table, seat, move):
                break
            table = phase.apply(table, seat, move)
    return chosen


def interleaved(chosen: dict[int, list[Any]], rng: random.Random) -> list[tuple[int, Any]]:
    """The same moves, seats mixed; those of one seat stay in their order."""
    left = {seat: list(moves) for seat, moves in chosen.items()}
    order = [seat for seat, moves in chosen.items() for _ in moves]
    rng.shuffle(order)
    return [(seat, left[seat].pop(0)) for seat in order]


def test_secret_choices(game: Any, some: Callable[[int], int]) -> None:
    """Any order of the moves leads to the same table; until all are ready a choice changes in
    other seats' views and logs nothing but that somebody is ready; no cards are lost."""
    if not any(isinstance(phase, Simultaneous) for phase in game.phases):
        return
    looked = 0
    for match, rng in walk(game, some(12), seed=3):
        state = match.state
        if match.over or not isinstance(state.phase, Simultaneous) or state.chosen:
            continue
        if any(seen_moves(state, seat) for seat in state.phase.movers(state)):
            continue
        looked += 1
        chosen = choices_of(state, rng)
        ends = []
        for _ in range(3):
            branch = match.at(match.ply)
            for seat, move in interleaved(chosen, rng):
                before, phase = branch.state, branch.state.phase
                branch.play(move, seat)
                after = branch.state
                if after.phase is not phase or not after.chosen:
                    break  # all have chosen; they may choose again at once
                ready = phase.ready(after, seat)
                for reader in range(game.players):
                    if reader == seat:
                        continue
                    old, new = before.seen_by(reader), after.seen_by(reader)
                    assert new.but(chosen=(), to_move=0) == old.but(chosen=(), to_move=0)
                    assert ready or new.chosen == old.chosen
                    moved = {move for chooser, move in new.chosen if chooser != reader}
                    assert {str(move) for move in moved} <= {"secret"}
                    new_log = branch.log(reader=reader)[len(match.log(reader=reader)) :]
                    assert not any(
                        sign in line
                        for line in new_log
                        if not line.startswith(game.names[reader])
                        for sign in "♠♥♦♣"
                    )
                    twin = new.imagined(rng)
                    assert twin.phase is phase
                    assert phase.movers(twin) == phase.movers(after)
            ends.append(branch)
        assert ends[0].state == ends[1].state == ends[2].state
        assert sorted(ends[0].state.all_cards()) == sorted(state.all_cards())
        again = ends[0].record.replay()
        assert again.state == ends[0].state
        undone = ends[0].undo()
        assert undone.state.phase is state.phase and undone.state.chosen
    assert looked, f"{game.title} never came to its secret choices"
