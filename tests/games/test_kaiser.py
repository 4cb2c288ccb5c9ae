"""Kaiser where the vectors do not look: who leads first, and what the rules say of it."""

from __future__ import annotations

import pytest

import cardlab


@pytest.mark.parametrize("leader", ["eldest", "declarer"])
def test_the_note_says_who_leads(leader: str) -> None:
    game = cardlab.game("kaiser", leader=leader)
    assert [r for r in game.all_rules() if r.endswith("-leads") and r != "winner-leads"] == [
        f"{leader}-leads"
    ]
    match = game.match(seed=3)
    eldest = match.to_move
    for call in ("pass", "7", "pass", "pass", "trumps hearts"):
        match.play(call)
    assert match.state.declarer != eldest
    assert match.to_move == (match.state.declarer if leader == "declarer" else eldest)
