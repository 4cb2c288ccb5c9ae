"""What somebody did in a deal, said so that it reads well with none, one and two."""

from __future__ import annotations

import pytest

import cardlab


@pytest.mark.parametrize(
    ("hearts", "queen", "told"),
    [
        ((0, 4, 5, 4), 0, "took Q♠ and no hearts"),
        ((1, 4, 4, 4), 0, "took one heart and Q♠"),
        ((0, 5, 4, 4), 1, "took no hearts"),
        ((2, 4, 4, 3), 1, "took two hearts"),
    ],
)
def test_hearts(hearts: tuple[int, ...], queen: int, told: str) -> None:
    game = cardlab.game("hearts")
    assert game.feats(game.Result(hearts, queen, None))[0].did == told


def test_liverpool_rummy_says_whose_points_they_are() -> None:
    game = cardlab.game("liverpool-rummy")
    result = game.Result(2, (54, 40, 0, 60))
    assert game.feats(result)[0].did == "went out with 154 points left in the other hands"


def test_rhapsody_says_the_place_and_the_name() -> None:
    game = cardlab.game("rhapsody")
    did = game.feats(game.Result((4, 2, 1, 3)))[0].did
    assert did.startswith("finished fourth, as ")


@pytest.mark.parametrize(
    ("held", "because"), [(0, "no cards left"), (1, "1 point"), (2, "1 point each")]
)
def test_snap_says_what_each_card_counts_where_there_are_some(held: int, because: str) -> None:
    game = cardlab.game("snap")
    lines = game.score(game.Result((held, 52 - held, 0, 0)))
    assert lines[0].because == because
