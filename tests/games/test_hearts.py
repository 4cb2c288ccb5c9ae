"""Hearts: passing, broken hearts, penalty cards on the first trick, the moon, the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Card
from cardlab.engine.places import Known
from cardlab.families.passing import ACROSS, HOLD, LEFT, RIGHT, Passing

GAME = cardlab.game("hearts")
MOON = GAME.Result((13, 0, 0, 0), 0)


def passed(match: Any) -> list[list[str]]:
    """Let every seat give its first three cards; the cards by seat."""
    given: list[list[str]] = [[] for _ in range(4)]
    while isinstance(match.state.phase, Passing):
        seat = match.to_move
        move = match.legal_moves()[0]
        given[seat].append(str(move.card))
        match.play(move)
    return given


def test_three_cards_go_to_the_left_and_are_remembered() -> None:
    match = cardlab.game("hearts").match(seed=4)
    given = passed(match)
    for seat in range(4):
        receiver = (seat + 1) % 4
        assert set(given[seat]) <= set(match.state.hands[receiver])
        expected = {Known(seat, Card(card), receiver) for card in given[seat]}
        assert set(match.state.seen_by(seat).known) == expected
    view, rng = match.state.seen_by(0), random.Random(1)
    for _ in range(20):
        assert set(given[0]) <= set(view.imagined(rng).hands[1])


def test_what_was_passed_is_forgotten_when_it_is_played() -> None:
    match = GAME.match(seed=4)
    passed(match)
    rng = random.Random(4)
    while match.state.standing.deal == 1:
        held = {(k.holder, k.card) for k in match.state.known}
        assert all(card in match.state.hands[holder] for holder, card in held)
        match.play(rng.choice(match.legal_moves()))


@pytest.mark.parametrize(
    ("options", "directions"),
    [
        ({}, (LEFT, RIGHT, ACROSS, HOLD)),
        ({"players": 5}, (LEFT, RIGHT, HOLD)),
        ({"passing": "left"}, (LEFT,)),
        ({"passing": "none"}, ()),
    ],
)
def test_directions(options: dict[str, Any], directions: tuple[Any, ...]) -> None:
    game = cardlab.game("hearts", **options)
    assert game.directions == directions
    assert any(isinstance(phase, Passing) for phase in game.phases) == bool(directions)
    seen = []
    for deal in range(1, 5):
        state = game.begin(game.opening().but(deal=deal))
        hands = state.phase.chance(state, random.Random(1))
        state = state.phase.apply(state, None, hands)
        passing = isinstance(state.phase, Passing)
        seen.append(state.phase.direction(state) if passing else HOLD)
    cycle = directions or (HOLD,)
    assert seen == [cycle[deal % len(cycle)] for deal in range(4)]


@pytest.mark.parametrize(("players", "each"), [(3, 17), (4, 13), (5, 10), (6, 8)])
def test_packs_for_other_numbers_of_players(players: int, each: int) -> None:
    game = cardlab.game("hearts", players=players)
    assert "2C" in game.pack and len(game.pack) == players * each
    assert {*map(len, game.match(seed=1).state.hands)} == {each}
    assert ("2D" in game.pack, "2S" in game.pack) == (players == 4, players in (3, 4))


def test_the_holder_of_the_lowest_club_leads_even_if_it_was_passed() -> None:
    match = GAME.match(seed=4)
    passed(match)
    assert match.legal_moves() == ("2C",) and "2C" in match.state.hand
    other = next(card for card in match.state.hand if card != "2C")
    verdict = match.verdict(other)
    assert verdict.rule == "must-lead-lowest-club" and verdict.instead == ("2C",)


def lead(taken: list[Any], hand: str, **options: Any) -> tuple[str, ...]:
    """What may be led by a hand after these tricks."""
    game = cardlab.game("hearts", **options)
    table = game.state(taken=taken, hands={0: hand}, to_move=0)
    return tuple(map(str, game.legal_moves(table)))


def test_only_a_heart_breaks_hearts() -> None:
    plain = [[(0, "2C"), (1, "3C"), (2, "4C"), (3, "QS")]]
    broken = [*plain, [(0, "5C"), (1, "6C"), (2, "7C"), (3, "2H")]]
    assert lead(plain, "AH 9D QS") == ("9D", "QS")
    assert lead(broken, "AH 9D") == ("AH", "9D")
    assert lead(plain, "AH 9H") == ("AH", "9H")
    assert lead(plain, "AH 9D", queen_breaks=True) == ("AH", "9D")


def test_penalty_cards_on_the_first_trick() -> None:
    table = GAME.state(trick=[(0, "2C")], hands={1: "AH QS 9D"}, to_move=1)
    assert GAME.legal_moves(table) == ("9D",)
    assert GAME.verdict(table, "QS").rule == "no-penalty-first-trick"
    table = GAME.state(trick=[(0, "2C")], hands={1: "AH QS"}, to_move=1)
    assert GAME.legal_moves(table) == ("AH", "QS")


def sums(result: Any, **options: Any) -> list[int]:
    game = cardlab.game("hearts", **options)
    found = cardlab.totals(game.score(result), [side.id for side in game.sides])
    return [found[side.id] for side in game.sides]


def test_the_moon() -> None:
    assert sums(MOON) == [0, 26, 26, 26]
    assert sums(MOON, moon="self") == [-26, 0, 0, 0]
    assert sums(GAME.Result((13, 0, 0, 0), 2)) == [13, 0, 13, 0]
    assert sums(GAME.Result((13, 0, 0, 0), 0, 0), jack=10) == [-10, 26, 26, 26]
    assert sums(GAME.Result((13, 0, 0, 0), 0, 1), jack=10) == [0, 16, 26, 26]


@pytest.mark.parametrize(
    ("after", "options", "winners"),
    [
        ((99, 40, 50, 60), {}, None),
        ((100, 40, 50, 60), {}, ("west",)),
        ((45, 45, 79, 102), {}, None),
        ((45, 45, 79, 102), {"tie": "shared"}, ("south", "west")),
        ((45, 44, 50, 30), {"target": 50}, ("east",)),
        ((148, 44, 50, 30), {"target": 150}, None),
    ],
)
def test_the_end(after: Any, options: dict[str, Any], winners: Any) -> None:
    game = cardlab.game("hearts", **options)
    outcome = game.outcome(game.opening().but(totals=after))
    assert (outcome and outcome.winners) == winners


def test_card_points_add_up() -> None:
    assert sum(map(GAME.card_points, GAME.pack)) == 26
    omnibus = cardlab.game("hearts", jack=10)
    assert sum(map(omnibus.card_points, omnibus.pack)) == 16


def test_in_a_match_each_deal_costs_26_or_a_moon() -> None:
    match, rng = GAME.match(seed=9), random.Random(9)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    deals: dict[int, int] = {}
    for entry in match.lines:
        deals[entry.deal] = deals.get(entry.deal, 0) + entry.points
    assert set(deals.values()) <= {26, 78}


def test_the_price_of_the_queen_is_agreed_and_the_moon_follows() -> None:
    game = cardlab.game("hearts", queen_costs=5)
    taken = game.score(game.Result((4, 3, 3, 3), 1))
    assert [(x.side, x.points) for x in taken if x.rule == "queen-of-spades"] == [("west", 5)]
    assert {x.points for x in game.score(MOON)} == {18}
    assert game.card_points(Card("QS")) == 5 and GAME.card_points(Card("QS")) == 13
    sheet = " ".join(game.rules().split())
    assert "pays 5 points" in sheet and "18 points are added" in sheet
