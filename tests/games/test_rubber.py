"""What a table may agree on about the points of a rubber, and that sheet and score follow it."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.engine.results import imagined
from cardlab.families.rubber import honour_points


def points(game: Any, rule: str, **given: Any) -> list[int]:
    return [x.points for x in game.score(game.Result(**given)) if x.rule == rule]


def text(game: Any, rule: str) -> str:
    return str(next(r.text(game) for r in game.scoring if r == rule))


@pytest.mark.parametrize(("loser", "name"), [(0, "rubber_to_nil"), (1, "rubber_to_one")])
def test_the_rubber_counts_what_was_agreed(loser: int, name: str) -> None:
    won = {"level": 4, "strain": "S", "tricks": 10, "games": (1, loser)}
    usual, agreed = cardlab.game("bridge"), cardlab.game("bridge", **{name: 350})
    assert points(usual, "rubber-bonus", **won) == [500 if loser else 700]
    assert points(agreed, "rubber-bonus", **won) == [350]
    assert f"350 against {'one' if loser else 'none'}" in text(agreed, "rubber-bonus")


def test_a_redoubled_insult_counts_twice_or_the_same() -> None:
    made = {"level": 1, "strain": "C", "tricks": 7}
    for game, doubled, redoubled in (
        (cardlab.game("bridge"), 50, 100),
        (cardlab.game("bridge", insult_counts=30), 30, 60),
        (cardlab.game("bridge", redoubled_insult="same"), 50, 50),
    ):
        assert points(game, "insult", doubled=1, **made) == [doubled]
        assert points(game, "insult", doubled=2, **made) == [redoubled]
    said = "scores 50 above the line, a redoubled one {}."
    assert said.format("100") in text(cardlab.game("bridge"), "insult")
    assert said.format("the same") in text(game, "insult")


def test_the_fourth_trick_short_counts_300_or_200() -> None:
    down = {"level": 3, "strain": "NT", "doubled": 1}
    usual, older = cardlab.game("bridge"), cardlab.game("bridge", fourth_undertrick=200)
    for short, now, before in ((1, 100, 100), (3, 500, 500), (4, 800, 700), (5, 1100, 900)):
        assert points(usual, "undertricks", tricks=9 - short, **down) == [now]
        assert points(older, "undertricks", tricks=9 - short, **down) == [before]
    red = down | {"games": (1, 0), "tricks": 5}
    assert points(usual, "undertricks", **red) == points(older, "undertricks", **red) == [1100]


def test_honours_count_what_was_agreed() -> None:
    game = cardlab.game("bridge", honours=True, four_honours=80, five_honours=200)
    trumps = cardlab.cards("AS KS QS JS")
    assert honour_points(game, trumps, "S") == 80
    assert honour_points(game, (*trumps, *cardlab.cards("TS")), "S") == 200
    assert honour_points(game, cardlab.cards("AS AH AD AC"), "NT") == 200
    assert points(game, "honours", strain="S", honours=((1, 80),)) == [80]
    with pytest.raises(ValueError, match="choose 200, or another strain"):
        imagined(game, strain="NT", honours=((1, 80),))
    with pytest.raises(ValueError, match="honours do not score"):
        cardlab.game("bridge", four_honours=80)


def test_an_unfinished_rubber_counts_what_was_agreed() -> None:
    agreed = {"unfinished": True, "game_ahead_counts": 200, "part_score_counts": 50}
    game = cardlab.game("bridge", **agreed)
    ahead = {"tricks": 6, "games": (1, 0), "below": (40, 0), "last_deal": True}
    assert points(game, "unfinished-rubber", **ahead) == [250]
    assert points(cardlab.game("bridge", unfinished=True), "unfinished-rubber", **ahead) == [400]
    with pytest.raises(ValueError, match="an unfinished rubber does not score"):
        cardlab.game("bridge", part_score_counts=50)
