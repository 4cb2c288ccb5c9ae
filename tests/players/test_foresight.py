"""Moves played on in imagined deals, and claims: what they are chosen by, and that they win."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.players import Effort, RandomBot, RuleOfThumbBot, SampledBot, compare
from cardlab.players.bluffing import at_least, bluff_pick, chance_of_a_bluff
from cardlab.players.foresight import foresight_pick

SENSIBLE = partial(SampledBot, effort=Effort(4))


@pytest.mark.parametrize(
    "game_id", ["big-two", "bundles", "cheat", "go-fish", "stop-the-bus", "yaniv"]
)
def test_the_choice_hangs_on_the_view_alone(game_id: str, some: Callable[[int], int]) -> None:
    match, other = cardlab.game(game_id).match(seed=6), RandomBot(6)
    for _ in range(some(6)):
        view = match.seat_view()
        shuffled = view.imagined(random.Random(1)).seen_by(view.viewer, view.me)
        assert SampledBot(3, effort=Effort(1)).choose(view) == SampledBot(
            3, effort=Effort(1)
        ).choose(shuffled)
        match.play(other.choose(view))


def test_a_look_ahead_may_be_cut_short() -> None:
    view = cardlab.game("laugh-and-lie-down").match(seed=4).seat_view()
    moves = view.legal_moves()
    choice, deals = foresight_pick(view, moves, 50, random.Random(1), late=lambda: True)
    assert deals == 0, "a deal counts for all the moves or for none"
    assert choice.move == RuleOfThumbBot(1).choose(view)
    assert "imagined" not in choice.why.say()
    choice, deals = foresight_pick(view, moves, 50, random.Random(1))
    assert 4 <= deals <= 50 and choice.why.facts == {"deals": str(deals)}


def drawn(wanted: int, hand: int, among: int) -> list[int]:
    """How many of the first cards are in each hand of so many."""
    return [sum(card < wanted for card in held) for held in combinations(range(among), hand)]


def test_the_chance_of_so_many_cards_by_counting_hands() -> None:
    for wanted, hand, among in ((1, 3, 7), (3, 4, 9), (4, 2, 8), (2, 7, 8)):
        held = drawn(wanted, hand, among)
        for many in range(6):
            counted = sum(n >= many for n in held) / len(held)
            assert at_least(many, wanted, hand, among) == pytest.approx(counted)


def claim_view(hand: str, said: str, laid: str, others: str = "2C 2D 3S 4S") -> Any:
    game = cardlab.game("cheat")
    hands = {0: hand, 1: others, 2: "5S 6S 7S", 3: "8H 9D TD"}
    table = game.state(phase="window", hands=hands, pile=[laid], by=(3,), said=(said,), to_move=0)
    return game.view(table)


def test_a_claim_that_cannot_be_true_is_called_and_a_possible_one_is_let_go() -> None:
    sure = claim_view("QS QH QC 4D", "Q", "QD JC")
    assert chance_of_a_bluff(sure) == 1.0
    choice = bluff_pick(sure, sure.legal_moves())
    assert choice is not None and choice.move == "call"
    doubtful = claim_view("QS QH 5D 4D", "Q", "QD")
    assert 0 < chance_of_a_bluff(doubtful) < 1
    choice = bluff_pick(doubtful, doubtful.legal_moves())
    assert choice is not None and choice.move == "let go"


def test_the_last_card_is_not_a_bluff_where_that_can_be_helped() -> None:
    game = cardlab.game("cheat")
    hands = {0: "KS KH 9D", 1: "2C 2D 3S", 2: "5S 6S 7S", 3: "8H TD 4D"}
    table = game.state(phase="lay", hands=hands, to_move=0)
    view = game.view(table)
    aces = bluff_pick(view, view.legal_moves())
    assert aces is not None and aces.move.verb == "lay"
    laid = SampledBot(1)
    state = table
    while state.phase.id == "lay":
        state = game.after(state, laid.choose(game.view(state, 0)), 0)
    assert state.hands[0], "a last claim would be called"


@pytest.mark.slow
def test_the_bot_that_hides_cards_among_true_ones_wins_at_cheat() -> None:
    found = compare(cardlab.game("cheat"), SENSIBLE, RuleOfThumbBot, deals=40, seed=50)
    assert found.conclusion == "the first bot is better", str(found)
