"""Every question can be answered from what its page shows, tells nothing of its answer, and answers
the answer that was given (`--items 2000` for the long run; ``python -m tests.lessons.audit`` prints
what is wrong)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from cardlab.lessons import lessons
from cardlab.lessons.deals import the_game
from cardlab.lessons.exercises import exercise_at
from cardlab.lessons.questions import ASKS, Knowledge, make_question
from cardlab.lessons.questions.base import USUAL
from cardlab.lessons.questions.groups import LaidOffCards
from cardlab.lessons.questions.scores import ScoreQuestion
from cardlab.lessons.questions.verdicts import VerdictQuestion

from .audit import (
    Audited,
    answered,
    faults,
    generated,
    leaks,
    misspoken,
    of_lessons,
    twins,
    who_knows,
)
from .by_rules import SOLVERS
from .reader import READERS, UNREAD, page_of, read
from .relaying import Unlike, laid_again
from .vocabulary import strange_terms

ENOUGH = 120
"""Generated questions of which a share can be asked for."""
READ_OF_GENERATED, READ_OF_WRITTEN = 0.9, 0.7
"""The share of questions that the reader has to answer from the page at least."""


def read_and_not(counted: Counter[str]) -> tuple[int, list[str]]:
    """How many questions were answered from the page, and the reasons of the others that nobody
    has given."""
    read = sum(number for how, number in counted.items() if how.endswith(": read"))
    unread = [how.partition(": unread, ")[2] for how in counted if ": unread, " in how]
    strange = [why for why in unread if not any(why.startswith(known) for known in UNREAD)]
    return read, strange


def test_every_kind_has_a_reader() -> None:
    assert set(ASKS) == set(READERS) | set(SOLVERS) and all(UNREAD.values())


@pytest.mark.rest
@pytest.mark.slow
def test_generated_questions_are_fair(amount: Callable[[str], int]) -> None:
    # of fewer the share that is read would say little
    number = max(amount("--items"), ENOUGH)
    counted: Counter[str] = Counter()
    found = [fault for audited in generated(number, number) for fault in faults(audited, counted)]
    assert not found, "\n".join(found)
    assert counted.total() == number
    read, strange = read_and_not(counted)
    print(f"{read} of {number} questions answered from the page")
    assert read >= READ_OF_GENERATED * number and not strange, counted


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(n, marks=pytest.mark.rest) for n in range(1, 8))]
)
def test_written_questions_are_fair(part: int) -> None:
    """Of every eighth lesson; `make test-all` has the seven other parts."""
    counted: Counter[str] = Counter()
    audited = of_lessons(list(lessons()[part::8]))
    found = [fault for one in audited for fault in faults(one, counted)]
    assert not found, "\n".join(found)
    read, strange = read_and_not(counted)
    assert counted.total() > 75 and not strange, counted
    assert read >= READ_OF_WRITTEN * counted.total(), counted


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


def test_a_word_that_is_not_taught_yet_is_noticed() -> None:
    """The highest trump wins: said to somebody who has not met trumps."""
    question = exercise_at("winner-of-trick:highest-trump?game=kaiser&seed=3").question
    everything = frozenset(id for rule in question.game.all_rules() for id in rule.concepts)
    little = Knowledge(frozenset({"rank", "suit"}))
    assert not list(misspoken(Audited("", question, known=Knowledge(everything))))
    found = "\n".join(misspoken(Audited("", question, known=little)))
    assert "names highest-trump (trick, trump, ruff), which is not taught yet" in found
    assert strange_terms("8♥ is a trump", frozenset({"trick"}), "") == ["trump"]
    assert strange_terms("8♥ is a trump", frozenset({"trick"}), "Trumps are hearts.") == []


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


# --- the reader sees what the page shows, and nothing else


@pytest.mark.parametrize(
    "address",
    [
        "decided-by:must-follow-suit?game=kaiser&seed=3",
        "decided-by:one-bet-a-card?game=ziginette&seed=54",
        "is-open:hearts-not-broken?game=hearts&seed=944",
        "score-deal:box-bonus?game=jersey-gin&seed=617",
        "score-deal:lost?game=skat&seed=281",
        "line-points:undertricks?game=bridge-solitaire&seed=675",
        "line-points:card-points?game=cardigan&seed=217",
    ],
)
def test_a_table_is_laid_again_from_its_page(address: str) -> None:
    """Each of these was once asked of a page that did not show what decides: what was bet just
    now, whether hearts were broken, deals won, the skat, who is vulnerable, cards face down."""
    question = exercise_at(address).question
    page = page_of(question)
    laid = laid_again(page)
    assert laid is not question.state and question.agrees(read(page))


def test_few_of_many_long_plays_are_named() -> None:
    """Four plays of five cards made a sentence of 25 words."""
    item = exercise_at("how-many-open:same-number?game=big-two&seed=598")
    audited = Audited(item.address, item.question, known=who_knows(item.question.game))
    assert list(misspoken(audited)) == []


def test_a_page_that_hides_the_earlier_tricks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether hearts are broken is seen in the tricks that were taken."""
    address = "is-open:hearts-not-broken?game=hearts&seed=944"
    monkeypatch.setattr(VerdictQuestion, "shows", USUAL)
    question = exercise_at(address).question
    how, found = answered(Audited("", question))
    assert how == "read" and found, "the tricks that were taken are filled in by guessing"


def test_what_is_not_understood_is_not_answered() -> None:
    """A table that looks otherwise than the page is not laid."""
    page = page_of(exercise_at("decided-by:must-follow-suit?game=kaiser&seed=3").question)
    odd = {**page.view, "prompt": "Nobody knows."}
    with pytest.raises(Unlike, match="prompt"):
        laid_again(replace(page, view=odd))
