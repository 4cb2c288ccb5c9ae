"""What was recorded once holds again: no rule and no score has changed.

Matches replay to equal totals; on the way as many moves are legal as there were, and every line of
the score is the same; results drawn at random score what they scored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import cardlab

from .recording import (
    PLIES,
    RESULTS,
    offered,
    read,
    read_offered,
    replayed,
    scored,
    some_matches,
)


@pytest.mark.parametrize("id", cardlab.games())
def test_recorded_matches_replay(id: str, amount: Callable[[str], int]) -> None:
    """So many of the hundred, spread evenly: with the usual options, and with drawn ones."""
    rows = read(id)
    step = max(1, len(rows) // amount("--recorded"))
    for row in rows[::step]:
        match = replayed(id, row)
        assert match.totals == row["totals"], f"seed {row['seed']}, options {row['options']}"
        assert match.over == row["over"]


@pytest.mark.parametrize("id", cardlab.games())
def test_as_much_is_offered_and_counted_as_was_recorded(
    id: str, some: Callable[[int], int]
) -> None:
    """The number of legal moves at every ply, and the points of every line."""
    written = read_offered(id)
    for number, row in some_matches(id, some(PLIES)):
        if number in written:
            assert offered(replayed(id, row)) == written[number], (row["seed"], row["options"])


@pytest.mark.parametrize("id", cardlab.games())
def test_results_score_what_was_recorded(id: str, some: Callable[[int], int]) -> None:
    """Results drawn at random, with options drawn at random; some there cannot be."""
    games: dict[tuple[Any, ...], Any] = {}
    rows = read(id, RESULTS)
    for row in rows[: some(len(rows))]:
        options = tuple(row["options"].items())
        game = games.setdefault(options, cardlab.game(id, **row["options"]))
        assert scored(game, row["values"]) == row["lines"], (row["options"], row["values"])
