"""Sets laid: each scores, or the most of them do; a match of so many deals, or a race."""

from __future__ import annotations

import random

import pytest

import cardlab

GAMES = ("go-fish", "happy-families")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("sets", "each", "most"),
    [
        ((6, 4, 2, 1), (6, 4, 2, 1), (1, 0, 0, 0)),
        ((0, 3, 4, 6), (0, 3, 4, 6), (0, 0, 0, 1)),
        ((5, 5, 2, 1), (5, 5, 2, 1), (0, 0, 0, 0)),
    ],
)
def test_each_set_scores_or_the_most_of_them_alone(
    name: str, sets: tuple[int, ...], each: tuple[int, ...], most: tuple[int, ...]
) -> None:
    for game, scored in ((cardlab.game(name), each), (cardlab.game(name, most=True), most)):
        lines = {line.side: line.points for line in game.score(game.Result(sets))}
        assert tuple(lines.get(side.id, 0) for side in game.sides) == scored


@pytest.mark.parametrize("name", GAMES)
def test_a_race_ends_after_the_deal_in_which_somebody_is_there(name: str) -> None:
    rng = random.Random(1)
    match = cardlab.game(name, target=3, most=True).match(seed=1)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    assert max(match.totals.values()) == 3
    assert list(match.totals.values()).count(3) == 1 and len(match.ends) >= 3


@pytest.mark.parametrize("name", GAMES)
def test_a_race_has_no_number_of_deals(name: str) -> None:
    with pytest.raises(ValueError, match="the match is a race to the target"):
        cardlab.game(name, target=5, deals=3)
    sheet = " ".join(str(cardlab.game(name, target=5, most=True).rules()).split())
    assert "whoever has the most scores 1 point" in sheet
    assert "The match ends after the deal in which a player reaches 5 points." in sheet
