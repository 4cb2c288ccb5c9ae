"""How many tricks there are, and which is played, as picture and text say it: the same with a trick
begun, with a whole trick lying there, and after the trick has been taken away."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import cardlab
from cardlab.engine.game import OVER
from cardlab.families.pattern_tricks import PatternTricks
from cardlab.families.tricks import TrickGame, Tricks

GAMES = [
    id
    for id in cardlab.games()
    if isinstance(cardlab.game(id), TrickGame)
    and any(isinstance(phase, Tricks) for phase in cardlab.game(id).phases)
]
COUNTED = re.compile(r"trick (\d+) of (\d+)")


def count(state: Any) -> tuple[int, int] | None:
    """The number of the trick and of all tricks, as the picture says; None where it says neither."""
    found = COUNTED.search(state.game.panels(state).get("subtitle", ""))
    return (int(found[1]), int(found[2])) if found else None


def title(state: Any) -> str:
    return next((zone.title for zone in state.game.zones(state) if zone.id == "trick"), "")


def played(id: str, seed: int) -> list[Any]:
    """The tables of one deal in which tricks are played."""
    match, rng = cardlab.game(id).match(seed=seed), random.Random(seed)
    tables = []
    while not match.ends and match.ply < 400:
        if isinstance(match.state.phase, Tricks):
            tables.append(match.state)
        match.play(rng.choice(match.legal_moves()))
    return tables


def whole(before: Any, after: Any) -> Any:
    """The table on which the trick that was just taken still lies, whole."""
    return after.but(
        phase=before.phase,
        taken=after.taken[:-1],
        trick=after.taken[-1],
        to_move=before.to_move,
        order=after.order,
    )


@pytest.mark.parametrize("id", GAMES)
def test_the_count_is_the_same_through_a_trick(id: str) -> None:
    game, looked_at = cardlab.game(id), 0
    for seed in range(4):
        rng = random.Random(seed)
        for state in played(id, seed):
            if isinstance(state.phase, PatternTricks):
                assert game.panels(state)["subtitle"] == title(state).lower()
                continue
            counted = count(state)
            assert counted is not None
            number, tricks = counted
            assert number == len(state.taken) + 1 <= tricks
            assert title(state) == f"Trick {number}"
            moves = game.legal_moves(state)
            after = game.after(state, rng.choice(moves))
            if len(after.taken) != len(state.taken) + 1:
                continue
            lying = whole(state, after)
            looked_at += 1
            assert count(lying) == (number, tricks), "with a whole trick on the table"
            assert title(lying) == f"Trick {number}"
            assert f"trick {number} of {tricks}" in str(lying)
            if after.phase is not OVER and after.phase == state.phase:
                follows = count(after)
                assert follows is not None and follows[0] == number + 1 <= follows[1]
    assert looked_at or isinstance(game.phases[-1], PatternTricks)


@pytest.mark.parametrize("id", GAMES)
def test_there_are_as_many_tricks_as_the_game_says(id: str) -> None:
    game = cardlab.game(id)
    for state in played(id, 1):
        counted = count(state)
        if counted is not None and id not in ("knockout-whist", "oh-hell"):
            assert counted[1] == game.tricks_in_deal, state
