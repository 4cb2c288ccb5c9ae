"""Conquian and Liverpool Rummy: whose cards are forced, rearranged and bought, and what jokers are."""

from __future__ import annotations

from typing import Any

import cardlab


def conquian(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("conquian")
    return game, game.state(phase="offer", stock="2S", **given)


def test_a_discard_is_not_forced_on_whoever_discarded_it() -> None:
    game = cardlab.game("conquian")
    state = game.state(
        phase="discard",
        hands={0: "5D KC 2S AC", 1: "7H 4D QD"},
        melds=[["6D 7D JD"], []],
        stock="3S",
        to_move=0,
    )
    offered = game.after(state, "discard 5D")
    assert [str(move) for move in game.legal_moves(offered)] == ["pass"]
    verdict = game.verdict(offered, "force 5D on 6D 7D JD")
    assert (
        verdict.say(reader=1) == "the other player discarded this card and has not turned it down"
    )


def test_own_melds_are_rearranged_together() -> None:
    melds = [["4H 5H 6H 7H", "7C 7D 7S"], []]
    game, state = conquian(hands={0: "6D KC 2H", 1: "QS"}, melds=melds, discards="5D", by=1)
    after = game.after(state, "use 5D with 6D on 7D")
    assert {frozenset(meld) for meld in after.melds[0]} == {
        frozenset(("5D", "6D", "7D")),
        frozenset(("4H", "5H", "6H")),
        frozenset(("7H", "7C", "7S")),
    }


def test_the_dealer_may_buy_the_first_upcard_and_no_later_card_of_their_own() -> None:
    match = cardlab.game("liverpool-rummy").match(seed=1)
    asked = []
    match.play("draw")
    while match.state.phase.id == "buying":
        asked.append(match.to_move)
        match.play("let go")
    assert asked == [2, 3, 0]
    match.play(match.legal_moves()[-1])
    first = match.to_move
    match.play("draw")
    asked = []
    while match.state.phase.id == "buying":
        asked.append(match.to_move)
        match.play("let go")
    assert first == 2 and asked == [3, 0]


def test_a_joker_stands_for_a_card_that_is_held_so_that_order_does_not_decide() -> None:
    game = cardlab.game("liverpool-rummy")
    state = game.state(
        phase="discard",
        deal=2,
        hands={0: "3H 4H 5H JK 6H 5C 5D 9C KD QS 2S"},
        stock="2C",
        discards="3C",
    )
    for first, then in (
        ("meld 3H 4H JK 6H", "meld 5H 5C 5D"),
        ("meld 5H 5C 5D", "meld 3H 4H JK 6H"),
    ):
        assert len(game.after(game.after(state, first), then).hands[0]) == 4
    assert game.verdict(state, "meld QS QH QD").say(reader=0) == "you do not hold Q♥ or Q♦"
