"""Places where a small mistake in a rule book once went unnoticed by all other tests."""

from __future__ import annotations

import random

import pytest

import cardlab
from cardlab.engine.cards import BACK, JOKER, cards
from cardlab.families.melding import won_nothing
from cardlab.families.rubber import honours_held


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


@pytest.mark.parametrize(
    ("couples", "imperial", "possible"),
    [(1, 0, True), (1, 1, True), (1, 2, False), (3, 0, True), (4, 0, False), (5, 2, True)],
)
def test_which_marriages_of_zetema_there_are(couples: int, imperial: int, possible: bool) -> None:
    game = cardlab.game("zetema")
    result = game.Result(what="marriages", couples=couples, imperial=imperial)
    assert (not result.cannot(game)) == possible
    assert game.Result(what="marriages", couples=0).cannot(game)


@pytest.mark.parametrize(
    ("points", "won", "possible"),
    [
        ((1, 0), (1, 0), True),
        ((5, 0), (1, 0), True),
        ((1, 0), (2, 0), False),
        ((0, 9), (0, 0), False),
    ],
)
def test_points_of_gin_come_from_deals_won(
    points: tuple[int, int], won: tuple[int, int], possible: bool
) -> None:
    assert (not won_nothing(cardlab.game("gin-rummy"), points, won)) == possible


def test_both_sides_may_hold_honours_in_bridge() -> None:
    held = [*honours_held(cardlab.game("bridge", honours=True))]
    assert {(side, points) for entry in held for side, points in entry} == {
        (side, points) for side in (0, 1) for points in (100, 150)
    }


def test_the_last_trick_of_klaverjassen_counts_ten_more_before_it_is_taken() -> None:
    game = cardlab.game("klaverjassen")
    match, rng = game.match(seed=5), random.Random(5)
    while match.ply < 1 + 1 + 31:
        match.play(rng.choice(match.legal_moves()))
    state = match.state
    (card,) = state.hand
    last = state.trick._replace(cards=(*state.trick.cards, card))
    points = sum(map(state.order.worth_of.__getitem__, last.cards))
    assert game.trick_points(state, last) == points + 10
    before = match.at(match.ply - 4).state
    assert game.trick_points(before, state.taken[-1]) == sum(
        map(state.order.worth_of.__getitem__, state.taken[-1].cards)
    )


def test_the_hand_of_the_declarers_partner_lies_open_after_the_lead() -> None:
    game, declarers = cardlab.game("bridge"), set()
    for seed in range(40):
        match, rng = game.match(seed=seed), random.Random(seed)
        while not (match.over or match.state.trick.cards or match.state.standing.deal > 1):
            match.play(rng.choice(match.legal_moves()))
        state = match.state
        if match.over or state.declarer is None or not state.trick.cards:
            continue
        declarers.add(state.declarer)
        partner = next(
            s for s in range(4) if s != state.declarer and state.same_side(s, state.declarer)
        )
        leader = state.trick.leader
        for seat in range(4):
            open_to_all = BACK not in state.seen_by(leader).hands[seat]
            assert open_to_all == (seat in (leader, partner)), (seat, state.declarer)
    assert declarers == {0, 1, 2, 3}
