"""Every score line of a match carries the deal that it belongs to, also while that deal is
played."""

from __future__ import annotations

import random

import pytest

import cardlab


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_lines_keep_their_deal(id: str) -> None:
    match, rng, grown = cardlab.game(id).match(seed=9), random.Random(9), 0
    for _ in range(400):
        if match.over or match.state.standing.deal > 3:
            break
        match.play(rng.choice(match.legal_moves()))
    for ply in range(1, match.ply + 1):
        before, lines, state = match.lines_at(ply - 1), match.lines_at(ply), match.state_at(ply)
        assert {x.deal for x in lines} <= {*range(1, state.standing.deal + 1)}
        for x in lines[len(before) :]:
            assert x.deal == state.standing.deal, (ply, str(x))
            grown += 1
        view = match.view(0, ply)
        assert [x["deal"] for x in view["lines"]] == [state.standing.deal] * len(view["lines"])
        last = state.standing.deal - (state.phase.id != "over")
        assert all(row["deal"] <= last for row in view["ledger"]), (
            "the ledger has the deals that are finished"
        )
    assert grown == len(match.lines) - len(match.lines_at(0))


def test_a_turned_card_that_scores_stands_in_the_deal_that_has_just_begun() -> None:
    match, rng, found = cardlab.game("malilla").match(seed=9), random.Random(9), 0
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
        if match.state.pegged:
            found += 1
            (turned,) = match.lines[-1:]
            assert (turned.title, turned.deal) == ("Turned card", match.state.standing.deal)
    assert found
