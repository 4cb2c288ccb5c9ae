"""Places where a small mistake in a rule book once went unnoticed by all other tests."""

from __future__ import annotations

import random

import pytest

import cardlab
from cardlab.engine.cards import JOKER, cards


@pytest.mark.parametrize(
    ("kind", "base"), [("DA", 300), ("CA", 350), ("HA", 400), ("SA", 450), ("NT", 600)]
)
def test_base_values_of_cardigan(kind: str, base: int) -> None:
    game = cardlab.game("cardigan")
    assert game.value(1, kind) == base


@pytest.mark.parametrize("id", ["nap", "seven-card-nap"])
def test_the_joker_is_the_highest_trump_where_there_is_one(id: str) -> None:
    with_joker = cardlab.game(id, joker=True).ordering("H").ladder("H")
    without = cardlab.game(id).ordering("H").ladder("H")
    assert [*map(list, with_joker[:2])] == [[JOKER], ["AH"]]
    assert [*without[0]] == ["AH"]


def test_the_cachette_of_quinto_is_a_trick_for_whoever_takes_the_last() -> None:
    game = cardlab.game("quinto")
    match, rng = game.match(seed=2), random.Random(2)
    while match.state.standing.deal == 1 and not match.over:
        state = match.state
        if state.taken:
            tricks = sum(game.tricks_and_widow(state))
            assert tricks == len(state.taken) + (not state.stock)
        match.play(rng.choice(match.legal_moves()))


def test_what_cannot_lie_on_the_table_of_seven_and_a_half() -> None:
    game = cardlab.game("seven-and-a-half")
    hands = tuple(map(cards, ("6C", "5D AC QS", "7H KS", "4C KD")))
    assert not game.Result(hands=hands).cannot(game)
    assert "banker" in game.Result(hands=((), *hands[1:])).cannot(game)
    assert "there once" in game.Result(hands=(cards("5D"), *hands[1:])).cannot(game)
    assert "does not bet" in game.Result(hands=hands, bets=(1, 5, 5, 10)).cannot(game)


def test_the_lines_of_brandle_name_the_bid() -> None:
    game = cardlab.game("brandle")
    for value, bid in enumerate(("brandle", "four", "five", "six", "bettel", "mord"), 1):
        line = game.score(game.Result(value=value, tricks=0))[0]
        assert f"bid {bid} " in line.because
