"""Jersey Gin: what the vectors do not reach, the table after a knock and after the break."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab

GAME = cardlab.game("jersey-gin")
HANDS = {
    0: "2C 3C 4C 9D 9H 9S 2H 2S 2D AS KH",
    1: "5C 9C 6H 7H 8H KD QD JS 4S 7C",
    2: "TC QC KC 6C 7D 8D 4D 3D 3S TS",
}


def position(**given: Any) -> Any:
    return GAME.state(
        **(
            {
                "phase": "discard",
                "to_move": 0,
                "source": "stock",
                "hands": HANDS,
                "stock": "4D 5H 6D 8C",
            }
            | given
        )
    )


def test_knock_lays_down_and_the_left_lays_off_first() -> None:
    state = GAME.after(position(), "knock KH")
    assert state.knocker == 0 and state.to_move == 1 and state.phase.id == "lay-off"
    assert state.hands[1] and GAME.verdict(state, "lay off 7C").rule == "does-not-extend-meld"
    state = GAME.after(state, "lay off 5C")
    assert state.melds[0].count(cardlab.cards("2C 3C 4C 5C")) == 1
    state = GAME.after(GAME.after(state, "lay off 9C on 9S 9H 9D"), "done")
    # the next may use what has been added: 6C goes on 5C
    assert state.to_move == 2 and GAME.verdict(state, "lay off 6C").legal
    state = GAME.after(GAME.after(state, "6C"), "done")
    assert state.phase.id == "over" and GAME.result(state).deadwood[0] == 1
    assert GAME.deal_lines(state)[0].rule == "differences"


def test_nobody_lays_off_after_gin() -> None:
    state = GAME.after(
        position(hands={0: "2C 3C 4C 9D 9H 9S KS KH KD KC AS", 1: "5C 6D", 2: "9C"}), "knock AS"
    )
    assert state.phase.id == "over" and state.gin
    assert {x.rule: x.points for x in GAME.deal_lines(state)} == {
        "differences": 11 + 9,
        "gin-bonus": 40,
    }


def test_the_break() -> None:
    state = position(stock="4H 5H 6D")
    # the card that leaves three in the stock does not yet bring the break: its drawer may knock
    assert GAME.verdict(state, "knock KH").legal
    state = GAME.after(state, "discard KH")
    assert state.breaker == 1 and not state.melds[1]
    state = GAME.after(state, "draw")
    assert GAME.verdict(state, "knock 5C").rule == "no-knock-after-break"
    state = GAME.after(state, "discard 5C")
    assert state.melds[1] and state.to_move == 2, "the breaker has nobody to lay off on"
    assert GAME.verdict(state, "take").rule == "joins-a-meld"
    seen = state.seen_by(0)
    assert cardlab.BACK in seen.hands[1] and seen.melds[1] == state.melds[1], (
        "melds are open, deadwood is not"
    )


def test_a_card_taken_after_the_break_stays() -> None:
    state = position(
        phase="draw",
        to_move=0,
        hands={0: "5H 6H KS", 1: "2C", 2: "3C"},
        discards="7H",
        stock="4D",
        breaker=0,
    )
    state = GAME.after(state, "take")
    assert (
        GAME.verdict(state, "discard 7H").rule == "used-at-once"
        and GAME.verdict(state, "discard KS").legal
    )


@pytest.mark.parametrize(("tie", "winner", "points"), [("knocker", 0, 5), ("underknock", 1, 15)])
def test_a_tie_with_the_knocker(tie: str, winner: int, points: int) -> None:
    game = cardlab.game("jersey-gin", tie=tie)
    result = game.Result(0, (7, 7, 12))
    assert (game.winner(result), sum(x.points for x in game.played(result))) == (winner, points)
