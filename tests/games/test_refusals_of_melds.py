"""What somebody types at melds and cards to beat is refused for the reason that holds."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.labs import positions

USED_UP = "block-rummy; phase draw; to-move south; south 9D 7H; stock -; discards 5H"
STOCK = "block-rummy; phase draw; to-move south; south 9D 7H; stock 2C; discards 5H"
RUMMY = "basic-rummy; phase discard; to-move south; south 9D 7H JS; melds - | 9C 9H 9S | - | -"
LIVERPOOL = "liverpool-rummy; phase discard; to-move south; south 9D 9D 7H 7H JS"
TOP_TRUMP = "own-trumps; dealer east; to-move south; south KS QS 6D; pile AS"
CONQUIAN = (
    "conquian; phase offer; to-move south; south 6D 7H JH QH KC; north QS; stock 2S; by 1;"
    " melds 4H 5H 6H 7D 7C 7S | -; discards KH"
)
LAID = "liverpool-rummy; phase discard; to-move south; stock 2C; discards 3C; "
SETS = LAID + "deal 1; south 6S 6C 6S 2S 2D; melds 6C 6D 6H | - | - | -"
RUNS = LAID + "deal 3; south 3H 4H 5H 6H 7H 8H 9H TH QS; melds 3H 4H 5H 6H | - | - | -"
LAID_ALL = LAID + "deal 1; south 2S 2D 2C KD; melds 6C 6D 6H + 9C 9D 9H | - | - | -"
PINHEAD = "pinhead; phase play; to-move south; south 9S 8H 4C; pile 3D"
LAUGH = "laugh-and-lie-down; to-move south; south 7D QD 3S; pond 2C"
FOURS = "big-two; phase play; to-move south; south 9S 9C 9D 9H 8S; laid KS KC KD KH 4C; by west"
HIGH_TRUMP = "own-trumps; dealer east; to-move south; south KS QS 6D; pile JS"


@pytest.mark.parametrize(
    ("line", "typed", "reason"),
    [
        (USED_UP, "draw", "the stock is used up"),
        (STOCK, "decline", "the stock still has cards: only a last discard is declined"),
        (RUMMY, "meld 9D 9D 9D", "South does not hold 9♦ three times"),
        (RUMMY, "meld 9D 7H 7H", "South does not hold 7♥ twice"),
        (RUMMY, "meld 9S 9S 9D", "South does not hold 9♠"),
        (LIVERPOOL, "meld 9D 9D 9D", "South does not hold 9♦ three times"),
        (TOP_TRUMP, "6D", "A♠ is one of South's trumps, and nothing beats it"),
        (CONQUIAN, "use 7H with JH QH", "K♥ lies open, and no other card"),
        (CONQUIAN, "use KH with QH JD", "South does not hold J♦"),
        (CONQUIAN, "use KH with QH on JH", "South's melds have no J♥"),
        (CONQUIAN, "use KH with KC", "K♥ and K♣ are neither a set nor a run"),
        (
            SETS,
            "meld 6S 6S 6C",
            "the sets of a contract have different ranks, and a set of sixes lies there already",
        ),
        (
            RUNS,
            "meld 7H 8H 9H TH",
            "the runs of one suit lie apart, and 7♥, 8♥, 9♥ and 10♥ leave no gap to the one there",
        ),
        (
            LAID_ALL,
            "meld 2S 2D 2C",
            "South's contract lies on the table, and nobody lays further melds",
        ),
        (PINHEAD, "play 9S 9S", "South does not hold 9♠ twice"),
        (PINHEAD, "play 9S 9H", "South does not hold 9♥"),
        (
            "rhapsody; phase play; to-move south; south 9S 9C 4C",
            "play 9S 9S 9C",
            "South does not hold 9♠ twice",
        ),
        (
            "big-two; phase play; to-move south; south 9S 9C 4C",
            "play 9S 9S",
            "South does not hold 9♠ twice",
        ),
        (LAUGH, "aside 7D 7D", "South does not hold 7♦ twice"),
        (
            FOURS,
            "play 9S 9C 9D 9H 8S",
            "only a higher four of a rank or better kind beats K♠, K♣, K♦, K♥ and 4♣",
        ),
        (HIGH_TRUMP, "6D", "J♠ is one of South's trumps, and only a higher one beats it"),
    ],
)
def test_the_reason_is_the_one_that_holds(line: str, typed: str, reason: str) -> None:
    state = positions.read(line).state
    verdict = state.game.verdict(state, typed)
    assert not verdict.legal and verdict.say(reader=2) == reason


def test_choices_are_named_as_whole_moves() -> None:
    """Cards that are claimed together are not named by one of them."""
    game = cardlab.game("seven-rummy")
    state = game.state(
        phase="window",
        to_move=0,
        following=1,
        hands={0: "QS QD 2C", 1: "3S 4S", 2: "4D 5D"},
        discards="QH",
        stock="2S 3D",
        turns=3,
    )
    reason = game.verdict(state, "draw").reason
    assert reason == "the choices here are Let it go; and Claim Q♥: Q♥, Q♠ and Q♦", reason


@pytest.mark.parametrize(
    "typed", ["lay off 9S on TS JS QS", "lay off 9S", "lay off 9S on 2C 3C 4C"]
)
def test_what_is_legal_instead_of_a_lay_off_is_legal(typed: str) -> None:
    """Other cards that do not fit were listed beside those that do."""
    line = (
        "basic-rummy; phase discard; to-move south; south 6D QD AH 5S 9S;"
        " melds 2S 2H 2C 2D | 9H 9C 9D | TS JS QS KS | -"
    )
    state = positions.read(line).state
    verdict = state.game.verdict(state, typed)
    assert not verdict.legal and verdict.instead == state.game.legal_moves(state)
