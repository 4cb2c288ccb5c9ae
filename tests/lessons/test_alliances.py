"""Questions on who has joined whom by a called card: counted once more on written tables, fair, and
in the right voice."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.lessons.exercises import find
from cardlab.lessons.questions import make_question
from cardlab.lessons.questions.alliances import MOST_TRICKS
from cardlab.lessons.second_opinion import second_opinion

from .reader import page_of, read

GAME = cardlab.game("looking-for-friends")
FIRST = [("ana", "3H"), ("ben", "8H"), ("cleo", "AH"), ("dan", "JH"), ("south", "QH")]
"""A trick to which Cleo has played an ace of hearts."""


def asked(copy: int, aces: str, starter: str = "ana", viewer: int = 0, **keys: Any) -> Any:
    """The question after a second trick in which these seats play the ace of hearts."""
    seats = ("dan", "south", "ana", "ben", "cleo")
    second = [(seat, "AH" if seat in aces.split() else "9C") for seat in seats]
    calls = [("AH", copy), ("KD", 1)]
    state = GAME.state(
        trump="S", taken=[FIRST, second], declarer=starter, friend_cards=calls, leader=0
    )
    return make_question(GAME, state, viewer, "who-joins", cards=("AH",), **keys)


@pytest.mark.parametrize(
    ("copy", "aces", "starter", "answer"),
    [
        (1, "", "ana", "cleo"),
        (2, "", "ana", "nobody"),
        (2, "south", "ana", "south"),
        (2, "ben", "ana", "ben"),
        (2, "ana", "ana", "nobody"),
        (1, "south", "cleo", "nobody"),
        (2, "south", "cleo", "south"),
        (2, "cleo", "ana", "cleo"),
    ],
)
def test_who_joins_is_counted_copy_by_copy(copy: int, aces: str, starter: str, answer: str) -> None:
    question = asked(copy, aces, starter)
    assert question.answer == (answer,) and not second_opinion(question)
    assert read(page_of(question)) == (answer,)
    assert {choice.value for choice in question.choices} == {
        *("south", "ana", "ben", "cleo", "dan", "nobody"),
    } - {starter}


def test_a_wrong_answer_is_told_what_that_player_has_played() -> None:
    question = asked(2, "south")
    assert question.mark(["cleo"]).text.startswith("Cleo played the first A♥. Count the copies")
    assert question.mark(["cleo"]).belief == "any-copy-joins"
    assert question.mark(["ben"]).text.startswith("Ben has not played the A♥.")
    assert question.mark(["nobody"]).text.startswith(
        "“Nobody” is not right: somebody has played that card."
    )
    assert question.mark(["south"]).text == "Yes: you. You played the second A♥."
    assert question.mark(["ben"], miss=2).text == "You played the second A♥."
    own = asked(2, "south", viewer=1)
    assert own.prompt == "You called the second A♥. Who has joined you through this call?"
    assert own.mark(["south"]).text == "Yes: South. South played the second A♥."


def test_a_card_that_nobody_called_is_not_asked_about() -> None:
    state = asked(2, "").state
    with pytest.raises(ValueError, match="0 calls on this table can be meant"):
        _ = make_question(GAME, state, 0, "who-joins", cards=("AD",)).answer
    with pytest.raises(ValueError, match="2 calls on this table can be meant"):
        _ = make_question(GAME, state, 0, "who-joins").answer


def test_the_page_does_not_say_who_has_joined() -> None:
    view = page_of(asked(2, "south")).view
    assert view["contract"] is None and not any(seat["notes"] for seat in view["seats"])
    assert len(view["tricks"]) == 2


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["play-your-friend-card", "which-copy-counts"])
def test_exercises_have_friends_and_none(rule: str) -> None:
    answers = set()
    found = (find(f"who-joins:{rule}", GAME, None, seed) for seed in range(24))
    questions: list[Any] = [each.question for each in found if each is not None][:8]
    assert len(questions) == 8
    for question in questions:
        assert question.rule == rule and (question.call.number > 1) == (rule[0] == "w")
        assert not second_opinion(question) and read(page_of(question)) == question.answer
        assert len(question.state.taken) <= MOST_TRICKS
        answers.add(question.answer == ("nobody",))
    assert answers == {True, False}
