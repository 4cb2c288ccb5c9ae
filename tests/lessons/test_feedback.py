"""What is said to an answer after its first sentence: about this answer, never against what was said
before, with no slot left empty."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.lessons import gaps, lesson
from cardlab.lessons.exercises import exercise_at
from cardlab.lessons.questions import Question, make_question
from cardlab.lessons.questions.verdicts import plain_label

from .audit import EMPTY, Audited, misspoken, twice_said
from .fairness import written


def of_lesson(id: str, place: str) -> tuple[Question, dict[str, str]]:
    """The question at a place of a lesson, with the lesson's own words."""
    one = lesson(id)
    question = next(w.question for w in written(one) if w.place.startswith(f"{id}, {place}"))
    return question, gaps.hooks(one.feedback, question)


def said(id: str, place: str, *given: str) -> str:
    question, words = of_lesson(id, place)
    return question.mark(given, words).text


def test_the_declarer_is_found_by_the_suit_and_not_by_the_last_bid() -> None:
    """1S by South, 3H by West, 3S by North: South named the suit first."""
    game = cardlab.game("bridge")
    state = game.state(phase="auction", to_move=0)
    for call in ("1S", "3H", "3S", "pass", "pass", "pass"):
        state = game.after(state, call)
    question = make_question(game, state, 0, "declarer")
    why = "The last bid was 3♠, by North, but you bid spades first, with 1♠."
    assert question.mark(["south"]).text == f"Yes: you. {why}"
    assert question.mark(["east"]).text == (
        "East made no bid. Look for the last bid, then for who of that side bid its suit first."
    )
    assert question.mark(["north"]).text == (
        "North made the last bid, but was not the first to bid its suit."
        " Look for the first bid of that suit on the same side."
    )
    assert question.mark(["north"], miss=2).text == f"You are declarer. {why}"
    assert make_question(game, state, 0, "contract").reason == "the last bid was 3♠, by North"


@pytest.mark.parametrize("who", ["west", "north", "east", "nobody"])
def test_no_slot_is_left_empty_in_cheat(who: str) -> None:
    text = said("bluff", "choose, item 3", who)
    assert "Add what you hold" not in text and text.endswith("Was the claim true?")


def test_a_claim_is_not_quoted_twice() -> None:
    assert said("bluff", "choose, item 4", "claim 2 J").startswith("Yes: “two jacks”. ")


def test_two_of_a_rank_are_too_few_for_a_set() -> None:
    assert said("set", "predict", "meld KC KD") == (
        "Not “Meld K♣ and K♦”: a set needs three cards, and K♣ and K♦ are only two."
    )


def test_one_card_of_a_meld_is_not_too_few() -> None:
    assert said("meld", "predict", "9C") == "9♣ is not enough: one more card belongs with it."
    assert said("meld", "predict", "JS") == "J♠ is not enough: two more cards belong with it."


def test_the_first_bet_says_what_tempts() -> None:
    text = "6♥ and 9♥ are both hearts, but only the number or picture counts."
    assert said("symbol", "predict", "yes") == text


def test_a_count_of_a_hand_is_not_explained_by_the_pack() -> None:
    question, words = of_lesson("pack", "choose, item 3")
    assert question.mark(["3"], words).text == (
        "Three is two too few. Look up how many cards each player is dealt."
    )
    assert question.mark(["5"], words).text == "Yes: five. West was dealt five cards."


def test_a_wrong_score_is_too_low_or_too_high() -> None:
    question = exercise_at("score-deal?game=whist&seed=3").question
    right = int(question.answer[0])
    assert f"is too high by {7}" in question.mark([str(right + 7)]).text
    assert "is not the score" not in question.mark([str(right - 6)]).text


@pytest.mark.parametrize(
    ("game", "move", "told"),
    [
        ("euchre", "trumps C", "“Clubs”"),
        ("euchre", "trumps C alone", "“Clubs alone”"),
        ("euchre", "order up", "“Order it up”"),
        ("nap", "three", "“Three”"),
        ("brandle", "mord", "“mord”"),
        ("bridge", "1S", "1♠"),
        ("bridge", "3NT", "3NT"),
        ("kaiser", "7no", "7 no"),
    ],
)
def test_a_bid_in_words_is_quoted_in_a_sentence(game: str, move: str, told: str) -> None:
    moves = [m for phase in cardlab.game(game).phases for m in phase.vocabulary()]
    named = next(one for one in moves if str(one).lower() == move.lower())
    assert plain_label(named) == told


def test_the_audit_notices_an_empty_slot_and_a_repetition() -> None:
    assert EMPTY.search("Add what you hold to what was said: .")
    assert EMPTY.search("Your ?? is of another suit.") and not EMPTY.search("Yes: 9♥, and 8♠.")
    assert twice_said("“Slams bid and made” gave these points. Bid and made.") == "bid and made"
    assert not twice_said("You played last. It is West's turn.")
    question = exercise_at("whose-turn:winner-leads?game=whist&seed=3").question
    hook = f"refused:{question.rule}"
    wrong = next(c.value for c in question.choices if c.value not in question.answer)
    assert wrong and not list(misspoken(Audited("", question)))
    found = list(misspoken(Audited("", question, words={hook: "Look here: ."})))
    assert any("a slot is empty" in fault for fault in found)
