"""Generated items are judged a second time, by another way than the one that made their answers
(`--items 10000` for the long run)."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import cardlab
from cardlab.engine.cards import Card
from cardlab.lessons.deals import the_game
from cardlab.lessons.exercises import KINDS, exercise, exercise_at, find
from cardlab.lessons.questions import ASKS, make_question
from cardlab.lessons.questions.groups import keeps_apart
from cardlab.lessons.second_opinion import JUDGES, second_opinion


def test_every_ask_has_a_judge() -> None:
    assert {"declarer", "contract"} <= set(ASKS), "the asks of lessons are among them"
    assert set(ASKS) <= set(JUDGES)


@pytest.mark.slow
def test_both_routes_agree(amount: Callable[[str], int]) -> None:
    """Over kinds, games and rules by chance; a disagreement names the address."""
    wanted = amount("--items")
    rng = random.Random(wanted)
    judged_kinds, items = set(), 0
    for _ in range(wanted * 4):
        game = the_game(rng.choice(cardlab.games()))
        kind = KINDS[rng.choice(list(KINDS))]
        rules = [r for r in game.all_rules() if game.quiet_of(r) is None and kind.fits(game, r)]
        if not rules:
            continue
        item = find(f"{kind.kind}:{rng.choice(rules)}", game, None, rng.randrange(1000))
        if item is None:
            continue
        fault = second_opinion(item.question)
        assert not fault, f"{item.address}: {fault}"
        q = item.question
        assert q.prompt and q.answer and all(q.hints) and q.rule is not None
        assert q.mark([]).blank
        judged_kinds.add(kind.kind)
        items += 1
        if items >= wanted:
            break
    assert items >= wanted
    assert wanted < 100 or len(judged_kinds) > 15


@pytest.mark.parametrize(
    ("ask", "wrong"),
    [
        ("pick-moves", ("8C",)),
        ("how-many-open", ("4",)),
        ("who-wins", ("west",)),
        ("which-card-wins", ("8H",)),
    ],
)
def test_a_judge_notices_a_false_answer(ask: str, wrong: tuple[str, ...]) -> None:
    game = cardlab.game("kaiser")
    trick = [(1, "9C"), (2, "KC"), (3, "8H")]
    state = game.state(
        trump="S",
        trick=trick,
        hands={0: "8C AC QS 7D", 1: "TC 9S 9H JC", 2: "QC JS JH TH", 3: "TS KS KH QH"},
    )
    question = make_question(game, state, 0, ask)
    assert second_opinion(question) == "" or ask.startswith("wh")
    question.__dict__["answer"] = wrong
    assert second_opinion(question)


@pytest.mark.parametrize(
    "address",
    [
        "card-of-trick:jokers-lose?game=bridge-solitaire&seed=114",
        "winner-of-trick:highest-trump?game=bridge-solitaire&seed=220",
        "winner-of-trick:jokers-lose?game=bridge-solitaire&seed=416",
        "winner-of-trick:jokers-lose?game=bridge-solitaire&seed=755",
    ],
)
def test_a_trick_against_the_stock_is_played_out_too(address: str) -> None:
    """The house holds no hand: its card comes from the stock, and the one who takes the trick
    leads to the next."""
    item = exercise_at(address)
    assert second_opinion(item.question) == ""
    seat, rule, said = item.question.trick
    item.question.__dict__["trick"] = (1 - seat, rule, said)
    assert "leads to the next trick" in second_opinion(item.question)


@pytest.mark.parametrize(
    ("game", "least"),
    [("seven-rummy", 1), ("liverpool-rummy", 3), ("gin-rummy", 3), ("basic-rummy", 3)],
)
def test_melds_with_a_seven_or_a_joker_are_judged_by_counting(game: str, least: int) -> None:
    """A seven alone is a meld, and a joker stands for a card that is not in the hand."""
    sizes = set()
    for seed in range(1, 31):
        question = exercise("find-melds", game, seed).question
        assert second_opinion(question) == ""
        sizes |= {len(meld.split()) for meld in question.answer}
        question.__dict__["answer"] = (*question.answer[1:], "2C 9D KH")
        assert second_opinion(question)
    assert min(sizes) == least


def test_the_contract_is_judged_by_the_calls() -> None:
    game = the_game("bridge")
    state = game.state(phase="auction", to_move=0)
    for call in ("1H", "pass", "3H", "pass", "pass", "pass"):
        state = game.after(state, call)
    for ask, wrong in (("declarer", ("north",)), ("contract", ("1H",))):
        question = make_question(game, state, 0, ask)
        assert (
            question.answer == (("south",) if ask == "declarer" else ("3H",))
            and second_opinion(question) == ""
        )
        if ask == "contract":
            question.__dict__["answer"] = wrong
            assert "the last bid was 3H" in second_opinion(question)


def test_a_joker_keeps_no_cards_apart() -> None:
    """It has no suit and no rank of its own, so that the reason is about the other cards."""
    question = exercise("find-melds", "liverpool-rummy", 3).question
    assert question is not None
    told = question.explain(("JH", "7H", "JK"))
    assert told.first == "J♥, 7♥ and JK do not go together."
    assert keeps_apart([Card("JK")]) == ""
    assert keeps_apart([Card(c) for c in ("7C", "8C", "9D", "JK")]) == (
        "9♦ is a diamond, the others are clubs."
    )
