"""Every question can be answered from what its page shows, tells nothing of its answer, and answers
the answer that was given (`--items 2000` for the long run; ``python -m tests.lessons.audit`` prints
what is wrong)."""

from __future__ import annotations

from collections import Counter

import pytest

from cardlab.lessons import lessons
from cardlab.lessons.deals import the_game
from cardlab.lessons.exercises import exercise_at
from cardlab.lessons.questions import ASKS, make_question
from cardlab.lessons.questions.base import USUAL
from cardlab.lessons.questions.groups import LaidOffCards
from cardlab.lessons.questions.scores import ScoreQuestion

from .audit import Audited, faults, generated, leaks, misspoken, of_lessons, twins
from .reader import READERS, UNREAD, page_of

TOO_EARLY = "is not taught yet"


def test_every_kind_has_a_reader_or_a_reason() -> None:
    assert set(ASKS) == set(READERS) | set(UNREAD)
    assert not set(READERS) & set(UNREAD) and all(UNREAD.values())


@pytest.mark.slow
def test_generated_questions_are_fair(request: pytest.FixtureRequest) -> None:
    number = int(request.config.getoption("--items"))
    counted: Counter[str] = Counter()
    found = [fault for audited in generated(number, number) for fault in faults(audited, counted)]
    assert not found, "\n".join(found)
    assert counted.total() == number
    read = sum(number for how, number in counted.items() if how.endswith("read"))
    assert read > counted.total() / 4, counted


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_written_questions_are_fair(part: int) -> None:
    counted: Counter[str] = Counter()
    audited = of_lessons(list(lessons()[part::4]))
    found = [fault for one in audited for fault in faults(one, counted)]
    early = [fault for fault in found if TOO_EARLY in fault]
    assert sorted(found) == sorted(early), "\n".join(set(found) - set(early))
    assert counted.total() > 150


# --- the audit itself notices


def test_what_is_kept_from_the_page_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal of Sum-Run-Set is scored by what was captured: a page that does not show it has
    twins."""
    question = exercise_at("score-deal?game=sum-run-set&seed=3").question
    page = page_of(question)
    assert page.view["lines"] and not list(twins(Audited("", question), page))
    monkeypatch.setattr(ScoreQuestion, "made", ())
    assert any(
        "pegged decides" in fault for fault in twins(Audited("", question), page_of(question))
    )


def test_a_label_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is laid off stood beside the melds of the hand."""
    question = exercise_at("find-layoffs?game=gin-rummy&seed=3").question
    assert not list(leaks(Audited("", question)))
    monkeypatch.setattr(LaidOffCards, "shows", USUAL)
    assert any("Laid off" in fault for fault in leaks(Audited("", question)))


def test_a_reason_of_another_move_is_noticed() -> None:
    game = the_game("kaiser")
    state = game.state(trump="S", trick=[(1, "9C"), (2, "KC"), (3, "8H")], hands={0: "8C AC QS 7D"})
    question = make_question(game, state, 0, "pick-moves")
    assert not list(misspoken(Audited("", question)))

    def mark(chosen: object, feedback: object = None, *, miss: int = 1) -> object:
        said = type(question).mark(question, chosen, miss=miss)  # type: ignore[arg-type]
        return said._replace(text="Look again: South has A♣ and Q♥.") if not said.right else said

    question.__dict__["mark"] = mark
    found = "\n".join(misspoken(Audited("", question)))
    for fault in ("what is not said", "does not name", "wrong person", "Q♥ is not on the page"):
        assert fault in found
