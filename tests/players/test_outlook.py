"""What a hand of melds may become, counted once more by trying everything, and who takes it up."""

from __future__ import annotations

import random
from itertools import combinations
from statistics import fmean
from typing import Any

import pytest

import cardlab
from cardlab.families.melding import Melding
from cardlab.players import Effort, RandomBot, RuleOfThumbBot, SampledBot
from cardlab.players.outlook import expected_deadwood, outlook_pick, risk
from cardlab.players.replies import reply_pick

RUMMY = Melding()
PACK = cardlab.pack()


def least(hand: list[Any]) -> int:
    """The least deadwood, by leaving out one meld after the other."""
    melds = [
        meld
        for size in range(3, min(len(hand), 7) + 1)
        for meld in combinations(hand, size)
        if RUMMY.is_meld(meld)
    ]
    sums = [least([card for card in hand if card not in meld]) for meld in melds]
    return min([*sums, sum(RUMMY.values[card.rank] for card in hand)])


@pytest.mark.parametrize("seed", range(3))
def test_expected_deadwood_by_trying_everything(seed: int) -> None:
    rng = random.Random(seed)
    # few ranks, so that there are melds
    near = [card for card in PACK if card.rank in "45678"]
    chosen = rng.sample(near, 13)
    hand, coming = chosen[:7], chosen[7:]
    tried = [
        min(least([c for c in (*hand, card) if c != thrown]) for thrown in (*hand, card))
        for card in coming
    ]
    assert expected_deadwood(RUMMY, hand, coming) == pytest.approx(fmean(tried))


def test_the_risk_of_a_discard_counts_the_melds_of_others() -> None:
    theirs = dict.fromkeys(cardlab.cards("7S 7H 8C 9C"), 0.5)
    seven, king = cardlab.cards("7C KD")
    assert risk(RUMMY, seven, theirs) == 2 * 0.25  # 7S 7H, and 8C 9C
    assert risk(RUMMY, king, theirs) == 0
    known = theirs | dict.fromkeys(cardlab.cards("8C 9C"), 1.0)
    assert risk(RUMMY, seven, known) == 0.25 + 1


def test_a_card_that_makes_a_meld_is_taken() -> None:
    game = cardlab.game("gin-rummy")
    rng = random.Random(4)
    taken = refused = 0
    for seed in range(30):
        match = game.match(seed=seed)
        for _ in range(30):
            if match.over or match.state.standing.deal > 1:
                break
            view = match.seat_view()
            moves = view.legal_moves()
            choice = outlook_pick(view, moves) if len(moves) > 1 else None
            if choice and str(choice.move) == "take":
                with_it = game.melding.arrange((*view.hand, view.upcard))
                assert any(view.upcard in meld for meld in with_it.melds)
                taken += 1
            refused += choice is not None and str(choice.move) in ("draw", "refuse")
            match.play(rng.choice(moves))
    assert taken > 5 and refused > 50


@pytest.mark.parametrize("game_id", ["gin-rummy", "jersey-gin", "sum-run-set"])
def test_the_choice_hangs_on_the_view_alone(game_id: str) -> None:
    match, other = cardlab.game(game_id).match(seed=6), RandomBot(6)
    for _ in range(12):
        view = match.seat_view()
        shuffled = view.imagined(random.Random(1)).seen_by(view.viewer, view.me)
        assert SampledBot(3, effort=Effort(2)).choose(view) == SampledBot(
            3, effort=Effort(2)
        ).choose(shuffled)
        match.play(other.choose(view))


def test_a_reply_may_be_cut_short() -> None:
    view = cardlab.game("sum-run-set").match(seed=4).seat_view()
    choice = reply_pick(view, view.legal_moves(), 50, random.Random(1), late=lambda: True)
    assert choice is not None and choice.move == RuleOfThumbBot(1).choose(view)
    assert "imagined" not in choice.why.say(), "one deal tells less than a rule of thumb"
    looks = iter([False] * 6 + [True] * 99)
    choice = reply_pick(view, view.legal_moves(), 50, random.Random(1), late=lambda: next(looks))
    assert choice is not None and choice.why.facts == {"deals": "7"}
    kaiser = cardlab.game("kaiser").match(seed=4).seat_view()
    assert reply_pick(kaiser, kaiser.legal_moves(), 4, random.Random(1)) is None


def test_a_count_is_played_to_its_end_and_cards_for_the_crib_are_reckoned() -> None:
    match = cardlab.game("cribbage").match(seed=2)
    thinking = SampledBot(3, effort=Effort(2))
    laid = thinking.explain(match.seat_view())
    assert laid.why.say().startswith("what is kept makes the most")
    while match.seat_view().legal_moves()[0].verb != "play":
        match.play(thinking.choose(match.seat_view()))
    played = thinking.explain(match.seat_view())
    assert played.move in match.legal_moves()
    assert played.why.say() == "played to the end in 6 imagined deals this does best"


def rummy_move(game_id: str, hand: str) -> Any:
    """What a sensible bot does with a hand before anything lies on the table."""
    game = cardlab.game(game_id)
    others = {1: "2H 4D 6S", 2: "8D TC QS"}
    table = game.state(phase="discard", to_move=0, hands={0: hand, **others}, discards="KC")
    return SampledBot(1).choose(game.view(table))


def test_melds_are_laid_when_all_can_be_or_when_there_is_no_laying_off_without() -> None:
    part, whole = "9S 9H 9D 2C 5D JC", "9S 9H 9D 4C 5C 6C JC"
    assert rummy_move("basic-rummy", part).verb == "discard", "kept, to be laid all in one turn"
    assert rummy_move("basic-rummy", whole).verb == "meld"
    assert rummy_move("seven-rummy", part).verb == "meld"
