"""A table as it is dealt: nobody sees another hand, and the hands last as long as the tricks."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

from cardlab.engine.cards import BACK
from cardlab.families.tricks import TrickGame, Tricks


def test_nobody_sees_another_hand_before_the_first_move(game: Any) -> None:
    state = game.match(seed=3).state
    for viewer in range(game.players):
        seen = state.seen_by(viewer).hands
        for seat in {*range(game.players)} - {viewer}:
            if game.hands_open:
                assert BACK not in seen[seat], (viewer, seat)
            else:
                assert {*seen[seat]} <= {BACK}, (viewer, seat)


UNDER = {"blind-don": 9}
"""Cards of each seat that lie under others, and are played when they are turned up."""


def test_hands_last_for_the_tricks_of_a_deal(game: Any) -> None:
    """Where a game says how many tricks a deal has, who plays leads with so many cards."""
    if not isinstance(game, TrickGame) or not game.tricks_in_deal:
        return
    for seed in range(3):
        match, rng = game.match(seed=seed), random.Random(seed)
        for _ in range(100):
            state = match.state
            if match.over or (isinstance(state.phase, Tricks) and state.trick.leader is not None):
                break
            match.play(rng.choice(match.legal_moves()))
        if not match.over and isinstance(state.phase, Tricks) and not state.taken:
            sizes = {len(state.hands[seat]) for seat in state.trick.seats} - {0}
            assert sizes == {game.tricks_in_deal - UNDER.get(game.id, 0)}, game.title


def counts(value: Any) -> list[int]:
    """The numbers in a field, at any depth."""
    if isinstance(value, tuple):
        return [number for part in value for number in counts(part)]
    return [value] if type(value) is int else []


def test_nothing_is_counted_before_the_first_move(game: Any) -> None:
    """Whatever a table or a standing counts begins at 0; but the first deal is deal 1, and totals
    begin where the match does."""
    opening = game.opening()
    for field in dataclasses.fields(opening):
        begun = getattr(opening, field.name)
        assert field.name == "totals" or {*counts(begun)} <= {field.name == "deal"}, field.name
    for field in dataclasses.fields(game.State):
        if field.default is not dataclasses.MISSING:
            assert {*counts(field.default)} <= {0}, field.name
