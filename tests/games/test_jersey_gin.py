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


@pytest.mark.parametrize(("before", "points"), [(79, 0), (80, 100), (81, 100)])
def test_who_reaches_100_exactly_has_the_bonus_of_the_game(before: int, points: int) -> None:
    """5 stands against 12 and 18: 7 and 13 are 20."""
    result = GAME.Result(0, (5, 12, 18), before=(before, 30, 0), won=(3, 1, 0))
    assert GAME.after_deal(result) == (before + 7 + 13, 30, 0)
    lines = {entry.rule: entry.points for entry in GAME.score(result)}
    assert lines.get("game-bonus", 0) == points
    assert sum(x.points for x in GAME.score(result) if x.rule == "box-bonus") == (
        (3 + 1) * 25 + 1 * 25 if points else 0
    )


def test_on_whose_melds_one_may_lay_off() -> None:
    """After a knock on those of the two others, after the break on all that lie there."""
    mine, left, right = (cardlab.cards(text) for text in ("2C 3C 4C", "9S 9H 9D", "6H 7H 8H"))
    table = position(phase="lay-off", to_move=0, hands={0: "KS", 1: "", 2: ""})
    table = table.but(melds=((mine,), (left,), (right,)))
    assert GAME.open_to(table.but(knocker=1), 0) == (left, right)
    assert GAME.open_to(table.but(knocker=1), 2) == (mine, left)
    assert GAME.open_to(table.but(breaker=1), 0) == (mine, left, right)


@pytest.mark.parametrize(("left", "broke"), [(4, False), (3, True), (2, True)])
def test_the_break_comes_when_three_cards_are_left(left: int, broke: bool) -> None:
    stock = "4H 5H 6D 8C"[: 3 * left - 1]
    state = GAME.after(position(stock=stock), "discard KH")
    assert (state.breaker is not None) == broke
