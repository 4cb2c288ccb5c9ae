"""Quinto: which results of a deal can have happened."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.engine.cards import cards

GAME = cardlab.game("quinto")


@pytest.mark.parametrize(("before", "out"), [(249, False), (250, True), (300, True)])
def test_a_game_is_over_from_250_on(before: int, out: bool) -> None:
    assert not GAME.Result(before=(before, 0), tricks=(7, 6), out=out).cannot(GAME)
    assert "250" in GAME.Result(before=(before, 0), tricks=(7, 6), out=not out).cannot(GAME)


def test_only_a_quint_ends_a_deal_before_its_last_trick() -> None:
    assert "13 together" in GAME.Result(before=(0, 0), tricks=(7, 5), out=False).cannot(GAME)
    assert not GAME.Result(before=(250, 0), tricks=(7, 5), out=True).cannot(GAME)


@pytest.mark.parametrize(
    ("taken", "points", "because"),
    [
        ("JK", 25, "joker taken"),
        ("5D", 15, "five of diamonds taken"),
        ("2H 3H", 20, "2♥ and 3♥ taken together"),
    ],
)
def test_a_quint_names_its_cards(taken: str, points: int, because: str) -> None:
    (entry,) = GAME.at_once(0, cards(taken))
    assert (entry.points, entry.because) == (points, because)


def test_a_game_goes_to_what_was_agreed_or_to_what_the_scale_says() -> None:
    def goes_to(**options: object) -> int:
        return cardlab.game("quinto", **options).best_of.target

    assert (goes_to(), goes_to(scale="fifth"), goes_to(target=150)) == (250, 50, 150)
    assert cardlab.game("quinto", target=250) == GAME
    shorter = cardlab.game("quinto", target=150)
    assert not shorter.Result(before=(149, 0), tricks=(7, 6), out=False).cannot(shorter)
    assert "150" in shorter.Result(before=(150, 0), tricks=(7, 6), out=False).cannot(shorter)
    assert "A game goes to 150." in shorter.rules()


@pytest.mark.parametrize(
    ("rubber", "needed", "did"), [(1, 1, "reached 250"), (3, 2, "won two games")]
)
def test_a_game_is_the_match_or_two_of_three_are(rubber: int, needed: int, did: str) -> None:
    """More than half of the games: one of one, two of three."""
    game = cardlab.game("quinto", rubber=rubber)
    for won in range(needed + 1):
        outcome = game.best_of.outcome(game, game.opening().but(games=(0, won)))
        assert (outcome is not None) == (won >= needed)
    assert outcome is not None and (outcome.winners, outcome.did) == (("east-west",), did)


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((250, 0), 0), ((249, 0), None), ((250, 250), None), ((250, 255), 1), ((245, 300), 1)],
)
def test_a_game_is_won_at_250_by_whoever_has_more(
    scores: tuple[int, int], winner: int | None
) -> None:
    assert cardlab.game("quinto").best_of.winner(scores) == winner
