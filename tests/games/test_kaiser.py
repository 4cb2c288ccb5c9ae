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


@pytest.mark.parametrize(("before", "points"), [(45, 4), (46, 0)])
def test_defenders_score_up_to_45(before: int, points: int) -> None:
    game = cardlab.game("kaiser")
    result = game.Result(contract=7, tricks=(4, 4), five=0, three=0, before=(0, before))
    assert sum(line.points for line in game.score(result) if line.side == "east-west") == points


def test_a_bid_that_is_not_on_the_ladder_names_the_ladder() -> None:
    match = cardlab.game("kaiser").match(seed=1)
    for text in ("5", "13", "13no"):
        assert match.verdict(text).rule == "outside-6-to-12no"
