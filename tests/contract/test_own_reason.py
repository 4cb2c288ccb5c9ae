"""A move that a rule refuses beside others is refused for a reason of its own, not for that of the
first of them."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.engine.rulings import judge

from .conftest import walk


def first_clause(said: str) -> str:
    return said.partition(";")[0]


def check_reasons(state: Any) -> int:
    """Judge each refused move once more beside the legal ones alone, and return how many there
    were: what a prohibition says of it is the same."""
    table = state.game.view(state)
    if table is None:
        return 0
    rules, verdicts = table.phase.rules, state.game.verdicts(state)
    legal = tuple(move for move, verdict in verdicts.items() if verdict.legal)
    count = 0
    for move, verdict in verdicts.items():
        if verdict.legal or verdict.chain[0].ruling.about is None:
            continue
        alone = judge(table, rules, (*legal, move))[move]
        if not alone.legal and alone.rule == verdict.rule:
            assert first_clause(verdict.say()) == first_clause(alone.say()), move
            count += 1
    return count


def test_a_refused_move_has_its_own_reason(game: Any) -> None:
    for number, (match, _) in enumerate(walk(game, 2)):
        if not match.over and number % 3 == 0:
            check_reasons(match.state)


@pytest.mark.parametrize("name", ["go-fish", "happy-families"])
def test_the_empty_hand_that_is_asked_is_named(name: str) -> None:
    state = cardlab.game(name).state(hands={0: "8S", 1: "8H KH"}, to_move=0, stock="2C")
    assert check_reasons(state)
    for move, verdict in state.game.verdicts(state).items():
        if move.kind in ("North", "East"):
            assert verdict.say() == f"there are no cards in {move.kind}'s hand"


def test_the_meld_that_is_tried_is_named_where_no_contract_can_be_laid() -> None:
    state = cardlab.game("liverpool-rummy").state(
        phase="discard",
        deal=2,
        hands={0: "3H 4H 5H 6H 6C 6D 9C KD QS 2S 2D"},
        stock="2C",
        discards="3C",
        to_move=0,
    )
    assert check_reasons(state)
    reasons = {
        "meld 6C 6D 6H": "after 6♣, 6♦ and 6♥ the contract needs one run; your other cards do not"
        " make that",
        "meld 3H 4H 5H 6H": "after 3♥, 4♥, 5♥ and 6♥ the contract needs one set; your other cards"
        " do not make that",
    }
    assert {typed: state.game.verdict(state, typed).say() for typed in reasons} == reasons
