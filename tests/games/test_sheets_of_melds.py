"""What the sheets of melding, climbing and beating games say is what is played."""

from __future__ import annotations

import pytest

import cardlab


def sheet(name: str, **options: object) -> str:
    return " ".join(str(cardlab.game(name, **options).rules()).split())


def test_five_card_cribbage_has_one_count() -> None:
    assert "A deal has one count" in sheet("cribbage", form="five-card")
    assert "begins again at 0" not in sheet("cribbage", form="five-card")
    assert "begins again at 0" in sheet("cribbage")


@pytest.mark.parametrize("name", ["basic-rummy", "block-rummy", "seven-rummy"])
def test_the_sheet_says_whose_melds_take_cards(name: str) -> None:
    assert "You may lay off on anybody's melds." in sheet(name)


def test_the_card_just_taken_goes_back_only_if_nothing_else_is_left() -> None:
    assert "unless you can do nothing else." in sheet("basic-rummy")
    game = cardlab.game("basic-rummy")
    melds = [[], [["6C", "6H", "6S"]], [], []]
    given = {"phase": "discard", "to_move": 0, "source": "pile", "picked_up": "6D"}
    fits = game.state(hands={0: "6D"}, melds=melds, **given)
    alone = game.state(hands={0: "6D"}, melds=[[], [["8C", "8H", "8S"]], [], []], **given)
    assert not game.verdict(fits, "discard 6D").legal
    assert game.verdict(alone, "discard 6D").legal


@pytest.mark.parametrize(
    ("name", "players", "extra"),
    [("own-trumps", 4, False), ("big-two", 4, False), ("cheat", 4, False), ("cheat", 5, True)],
)
def test_extra_cards_are_told_where_there_are_any(name: str, players: int, extra: bool) -> None:
    assert ("one card more" in sheet(name, players=players).partition("The play")[0]) is extra


@pytest.mark.parametrize("name", ["own-trumps", "pinhead"])
def test_the_loser_deals_next(name: str) -> None:
    assert "The loser of a deal deals the next" in sheet(name)
    game = cardlab.game(name)
    state = game.state(phase="play", dealer=3, to_move=1, hands={1: "KS", 2: "AS QH"}, turns=9)
    assert game.next_dealer(game.end(state.but(hands=((), (), state.hands[2], ())))) == 2
    assert game.next_dealer(game.end(state)) == 0, "several have cards: the next to the left"


@pytest.mark.parametrize("name", ["own-trumps", "pinhead"])
def test_pick_up_is_read_as_the_sheet_says_it(name: str) -> None:
    game = cardlab.game(name)
    state = game.state(phase="play", dealer=3, to_move=0, hands={0: "6S", 1: "KS"}, pile="QH")
    verdict = game.verdict(state, "pick up")
    assert verdict.legal and str(verdict.move) == "take"
    labels = [move.label for move in game.legal_moves(state) if str(move) == "take"]
    assert labels == ["Pick up"], "the button says it as the sheet does"
