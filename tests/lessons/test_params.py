"""The conditions of an exercise: each is kept, and what a kind does not know is refused in a
sentence."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.lessons import lesson, lessons
from cardlab.lessons.check import generators
from cardlab.lessons.conditions import CHOICES, OF_FLAGS, RANGES
from cardlab.lessons.exercises import KINDS, exercise, exercise_at, known_conditions
from cardlab.lessons.generated import OF_LESSONS
from cardlab.lessons.questions import Question
from cardlab.lessons.second_opinion import second_opinion

WORDS = ("known_only", "move", "offer", "tells_apart")


def found(kind: str, game: str, **params: Any) -> list[Question]:
    """The questions of four seeds."""
    return [exercise(kind, game=game, seed=seed, **params).question for seed in range(1, 5)]


@pytest.mark.parametrize("kind", ["sum", "run", "set"])
def test_captures_of_one_kind(kind: str) -> None:
    for q in found("find-captures", "sum-run-set", kinds=kind):
        assert q.answer and all(k == kind for m in q.verdicts for k, _ in m.groups), (
            "no other capture lies on the table"
        )


def test_captures_from_a_pond_of_some_size() -> None:
    assert all(
        2 <= len(q.state.pond) <= 3 for q in found("find-captures", "sum-run-set", pond="2..3")
    )


@pytest.mark.parametrize("game", ["gin-rummy", "yaniv"])
def test_melds_and_hands_of_some_size(game: str) -> None:
    assert all(2 <= len(q.answer) <= 3 for q in found("find-melds", game, melds="2..3"))
    assert {
        len(q.state.hands[q.viewer])
        for q in found("find-melds", game, hand=5 if game == "yaniv" else 10)
    } <= {5, 10}


def test_deals_with_some_lines() -> None:
    for q in found("score-deal", "sum-run-set", lines="12..14"):
        assert 12 <= sum(x.side == q.of for x in q.lines) <= 14


@pytest.mark.parametrize("kind", KINDS)
def test_a_condition_that_is_not_known_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match=rf"^{kind} knows no 'moon'; it knows step"):
        exercise(f"{kind}", game="bridge", moon=1)
    for name in known_conditions(KINDS[kind]):
        assert name in (*RANGES, *OF_FLAGS, *CHOICES, *WORDS), f"nothing says what {name} may be"
        if name not in ("known_only", "move", "offer"):
            with pytest.raises(ValueError, match=r"may be|is written|no belief"):
                exercise(kind, game="bridge", **{name: "moonlight"})


def test_a_kind_that_a_game_has_nothing_for_says_so() -> None:
    with pytest.raises(
        ValueError, match=r"find-layoffs has nothing to ask about in Sum-Run-Set; try decided-by"
    ):
        exercise_at("find-layoffs?game=sum-run-set&seed=1")


@pytest.mark.parametrize("id", lessons())
def test_lessons_name_only_conditions_that_their_kinds_know(id: str) -> None:
    for where, part, _ in generators(lesson(id)):
        known = known_conditions(KINDS[part.generator.partition(":")[0]])
        strange = {*part.params} - {*known, OF_LESSONS}
        assert not strange, f"{where}: {part.generator} knows no {strange}"


# --- groups of cards


@pytest.mark.parametrize(
    ("kind", "game"),
    [
        ("find-captures", "sum-run-set"),
        ("find-melds", "gin-rummy"),
        ("find-melds", "zetema"),
        ("find-melds", "yaniv"),
    ],
)
def test_a_group_can_be_given_and_is_marked_card_by_card(kind: str, game: str) -> None:
    """Any one group will do, but a group is several cards: the page has to let them all be
    chosen."""
    q = exercise(kind, game=game, seed=2).question
    groups = [sorted(g) for g in q.groups.values()]  # type: ignore[attr-defined]
    values = [o.value for o in q.choices]
    assert q.selects == "many" and q.rule is not None and len(values) > len(groups[0])
    right = q.mark(groups[0])
    assert right.right and right.by_value == dict.fromkeys(groups[0], "right")
    stranger = next(v for v in values if v not in groups[0])
    other, again = (q.mark([groups[0][0], stranger], miss=miss) for miss in (1, 2))
    assert other.right or (other.by_value[stranger] == "refused" and other.text)
    assert other.right or "missed" not in other.by_value.values(), "a first miss tells no answer"
    assert again.right or "missed" in again.by_value.values()
    assert not any(v in q.hints[1] for v in q.instead), "the middle hint does not give it away"


@pytest.mark.parametrize(
    ("rule", "game"), [("sweep", "sum-run-set"), ("fall", "sum-run-set"), ("sequence", "zetema")]
)
def test_a_group_that_scores_by_one_rule(rule: str, game: str) -> None:
    item = exercise(
        "find-captures:" + rule if game == "sum-run-set" else "find-melds:" + rule,
        game=game,
        seed=1,
    )
    q = item.question
    assert q.rule == rule and q.rule.title in q.prompt and second_opinion(item.question) == ""
    for move in q.answer:
        assert any(
            x.rule == rule for x in q.game.after(q.state, move).pegged[len(q.state.pegged) :]
        )
