"""Small cases on which other programs were reported to be wrong: legal moves, scores and values
with the right answers. Inputs are our own."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.labs import positions

LEGAL: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("hearts", {}, "2C", "AH QS 3D", "3D"),
    ("hearts", {}, "2C", "AH QS KH", "AH QS KH"),
    ("euchre", {"trump": "S"}, "9C", "JC AH", "JC AH"),
    ("euchre", {"trump": "S"}, "JC", "9C 9S AH", "9S"),
    ("euchre", {"trump": "S"}, "9S", "JC 9H", "JC"),
]


@pytest.mark.parametrize(("id", "given", "led", "hand", "legal"), LEGAL)
def test_what_may_be_played(
    id: str, given: dict[str, Any], led: str, hand: str, legal: str
) -> None:
    game = cardlab.game(id)
    state = game.state(phase="play", to_move=1, trick=[(0, led)], hands={1: hand}, **given)
    assert [str(move) for move in game.legal_moves(state)] == legal.split()


SKAT = {"declarer": 0, "strain": "H", "tricks": 7, "announced": ""}


@pytest.mark.parametrize(
    ("given", "points"),
    [
        ({"points": 70, "bid": 24, "hand": False, "matadors": 1}, -60),
        ({"points": 95, "bid": 24, "hand": False, "matadors": 1}, 30),
        ({"points": 50, "bid": 24, "hand": False, "matadors": 1}, -60),
        ({"points": 93, "bid": 18, "hand": True, "matadors": 2}, 50),
    ],
)
def test_what_hearts_score_at_skat(given: dict[str, Any], points: int) -> None:
    game = cardlab.game("skat")
    assert [line.points for line in game.score(game.Result(**SKAT, **given))] == [points]


@pytest.mark.parametrize(
    ("call", "tricks", "vulnerable", "title", "points"),
    [
        ((7, "NT", 0), 13, False, "Grand slam", 1000),
        ((7, "NT", 0), 13, True, "Grand slam", 1500),
        ((6, "S", 0), 12, False, "Small slam", 500),
        ((6, "S", 0), 12, True, "Small slam", 750),
        ((4, "S", 1), 6, False, "Undertricks", 800),
        ((4, "S", 2), 6, False, "Undertricks", 1600),
        ((4, "S", 1), 6, True, "Undertricks", 1100),
        ((4, "S", 2), 6, True, "Undertricks", 2200),
    ],
)
def test_slams_and_four_down_at_bridge(
    call: tuple[int, str, int], tricks: int, vulnerable: bool, title: str, points: int
) -> None:
    game = cardlab.game("bridge")
    level, strain, doubled = call
    result = game.Result(
        level=level,
        strain=strain,
        doubled=doubled,
        side=0,
        tricks=tricks,
        games=(int(vulnerable), 0),
    )
    assert [line.points for line in game.score(result) if line.title == title] == [points]


def bridge(north: str, east: str, south: str, west: str, *trick: str) -> Any:
    """A table of bridge at which West plays three no trumps and North has led."""
    seats = ("north", "east", "south", "west")
    held = {
        seat: [
            rank + suit
            for suit, ranks in zip("SHDC", hand.split("."), strict=True)
            for rank in ranks
        ]
        for seat, hand in zip(seats, (north, east, south, west), strict=True)
    }
    for seat, card in zip(seats, trick, strict=False):
        held[seat].remove(card)
    hands = "; ".join(f"{seat} {' '.join(cards)}" for seat, cards in held.items())
    laid = f"; trick North {' '.join(trick)}" if trick else ""
    turn = seats[len(trick)]
    line = f"bridge; phase play; to-move {turn}; {hands}; contract 3NT by West{laid}"
    return positions.read(line).state


@pytest.mark.parametrize("trick", [(), ("4S",), ("4S", "3S"), ("4S", "3S", "5S")])
def test_a_deal_is_worth_the_same_after_each_card_that_costs_nothing(
    trick: tuple[str, ...],
) -> None:
    state = bridge(
        "42.K953.Q6.96432", "Q3.AT7.JT875.AQT", "KJ8765.J6.A43.87", "AT9.Q842.K92.KJ5", *trick
    )
    value = cardlab.solve(state)
    assert (13 - value if len(trick) % 2 == 0 else value) == 9


def test_cards_that_are_worth_the_same_have_one_value() -> None:
    hands = ("T843.K4.KT853.73", "J97.J763.642.KJ5", "Q52.Q982.QJ.9862", "AK6.AT5.A97.AQT4")
    values = cardlab.solve_moves(bridge(*hands, "5D", "2D"))
    assert {str(move): int(value) for move, value in values.items()} == {"QD": 4, "JD": 4}
