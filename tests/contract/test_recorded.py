"""Matches that were recorded once replay to equal totals: no rule and no score has changed."""

from __future__ import annotations

import pytest

import cardlab

from .recording import read


def replay(id: str, row: dict) -> None:
    record = cardlab.Record(
        game=id,
        seed=row["seed"],
        names=tuple(row["names"]),
        options=tuple(row["options"].items()),
        moves=tuple((seat, text) for seat, text in row["moves"]),
    )
    match = record.replay()
    assert match.totals == row["totals"], f"seed {row['seed']}, options {row['options']}"
    assert match.over == row["over"]


@pytest.mark.parametrize("id", cardlab.games())
def test_recorded_matches_replay(id: str) -> None:
    for row in read(id):
        replay(id, row)
