"""Brandle where the vectors do not look: the auction as a player sees it, herrenmord, stopping
early."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.families.auctions import last_bid

HANDS = [
    "AS 9S KH TH QC 9D 7D",
    "JS 7S KS AH AC KC JD",
    "QS TS QH 9H JC AD TD",
    "JH 7H TC 9C 7C KD QD",
]


def auction(*calls: str):
    game = cardlab.game("brandle")
    state = game.state(phase="auction", dealer=3, to_move=0, hands=[h.split() for h in HANDS])
    for call in calls:
        state = game.after(state, call)
    return game, state


def test_holding_takes_the_bid_over() -> None:
    game, state = auction("brandle", "pass", "four", "pass")
    assert "hold" in game.legal_moves(state)
    state = game.after(state, "hold")
    assert state.to_move == 2 and last_bid(state.calls) == (0, "four")
    refused = game.verdict(state, "hold")
    assert (refused.rule, refused.reason) == (
        "only-elder-may-hold",
        "you do not sit before the player who bid four",
    )
    assert set(refused.instead) == {"pass", "five", "six", "bettel", "mord"}


def test_nothing_to_hold() -> None:
    game, state = auction()
    assert "hold" not in game.candidates(state)
    assert game.verdict(state, "hold").reason == "there is no bid to hold yet"


def test_all_pass_moves_the_deal_on() -> None:
    game, state = auction("pass", "pass", "pass", "pass")
    assert game.deal_lines(state) == () and game.next_standing(state, ()).dealer == 0


def test_only_a_mord_becomes_a_herrenmord() -> None:
    game, state = auction("six", "pass", "pass", "pass")
    assert game.verdict(state, "herrenmord").reason == "six was bid, not mord"
    game, state = auction("mord", "pass", "pass", "pass")
    state = game.after(state, "herrenmord")
    assert (state.phase.id, state.contract.bid, state.order.trump, state.to_move) == (
        "play",
        "herrenmord",
        None,
        0,
    )


def test_bettel_is_played_without_trumps() -> None:
    _, state = auction("bettel", "pass", "pass", "pass")
    assert state.phase.id == "play" and state.order.trump is None


CASES = [(1, 3, 4, True), (1, 2, 5, False), (4, 2, 3, True), (5, 0, 1, False)]


@pytest.mark.parametrize(("value", "tricks", "left", "decided"), CASES)
def test_decided(value: int, tricks: int, left: int, decided: bool) -> None:
    assert cardlab.game("brandle").Result(value, tricks, 0, left).decided is decided


def test_what_a_bid_is_worth_is_agreed() -> None:
    game = cardlab.game("brandle", bettel_value=8)
    lines = game.score(game.Result(value=5, tricks=0, soloist=0))
    assert [x.points for x in lines] == [24, -8, -8, -8]
    assert "without trumps (8)" in " ".join(game.rules().split())
