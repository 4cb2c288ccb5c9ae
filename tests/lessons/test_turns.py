"""Why it is somebody's turn: what is said to each answer names the fact that decides, and never the
deal when somebody has moved since."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

import cardlab
from cardlab.lessons import gaps, lesson, lessons
from cardlab.lessons.deals import limited, the_game
from cardlab.lessons.questions.saying import sentences
from cardlab.lessons.questions.turns import WhoseTurn

from .fairness import written

BUDGET = 2500


def of_game(id: str) -> Iterator[WhoseTurn]:
    """Questions of a game by each of its notes on turns."""
    game = the_game(id)
    for rule in game.all_rules():
        if WhoseTurn.fits(game, rule):
            with limited(BUDGET):
                for question in islice(WhoseTurn.find(game, rule, {}, 11), 4):
                    assert isinstance(question, WhoseTurn)
                    yield question


def said(question: WhoseTurn, value: str, words: dict[str, str] | None = None) -> str:
    return question.mark([value], words or {}).text


@pytest.mark.parametrize("id", cardlab.games())
def test_every_answer_is_told_why(id: str) -> None:
    """Both a right answer and a wrong one get a fact; who dealt is one only at a beginning."""
    for question in of_game(id):
        assert question.last is not None
        for choice in question.choices:
            text = said(question, choice.value)
            assert len(sentences(text)) > 1 or " last" in text or "dealt" in text, text
            if "dealt" in text:
                last = question.last
                begun = last.seat is not None and last.before.phase == question.state.phase
                assert not begun or len(question.state.stock) < len(last.before.stock), text


def test_the_sentences_of_lessons() -> None:
    """The true reasons, where "You dealt" stood: the call, the pass of all others, the last card,
    whether the claim was true."""
    texts = {
        f"{id} {number}": question.mark(question.answer, gaps.hooks({}, question)).text
        for id in ("turn", "climbing", "crib", "bluff", "shuffle", "deal")
        for number, question in enumerate(whose_turns(id))
    }
    assert texts["turn 0"] == "Yes: West. You called and took the pile, and the next player lays."
    assert not [place for place, text in texts.items() if "You dealt." in text]
    assert all(len(sentences(text)) == 2 for text in texts.values()), texts
    assert any("all the others have passed" in texts[place] for place in texts if "climb" in place)
    assert any("the claim was" in texts[place] for place in texts if "bluff" in place)


def whose_turns(id: str) -> Iterator[WhoseTurn]:
    for asked in written(lesson(id)):
        if isinstance(asked.question, WhoseTurn):
            yield asked.question


def test_no_lesson_says_who_dealt_in_the_middle_of_play() -> None:
    """Every question of every lesson, and every choice of it: two sentences or a fact."""
    for id in lessons():
        for question in whose_turns(id):
            assert said(question, question.answer[0]).count(".") > 1, (id, question.heading)
