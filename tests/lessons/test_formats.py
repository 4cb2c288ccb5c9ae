"""Questions on leagues and on matches of several games: right, fair, and told by the words alone."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import cardlab
from cardlab.lessons.exercises import exercise, kinds
from cardlab.lessons.questions import make_question
from cardlab.lessons.second_opinion import second_opinion

from .reader import page_of, read
from .told import OF_FORMATS

PEOPLE = ("you", "Ann", "Ben", "Cleo")


def league(ask: str, played: Any, people: Any = PEOPLE, **keys: Any) -> Any:
    game = cardlab.game("partnership-whist")
    state = game.begin(game.opening())
    keys = {"league": "hotfoot", **keys}
    return make_question(game, state, 0, ask, people=people, played=played, **keys)


def mixed(ask: str, played: Any) -> Any:
    game = cardlab.game("gin-rummy")
    state = game.begin(game.opening())
    games = ("gin-rummy", "yaniv", "sum-run-set")
    return make_question(game, state, 0, ask, people=("you", "Ann"), played=played, mixed=games)


@pytest.mark.parametrize("concept", ["league", "compendium"])
def test_each_format_has_three_kinds_of_exercise(concept: str) -> None:
    found = kinds(concept)
    assert len({kind.partition(":")[0] for kind in found}) == 3
    for kind in found:
        for seed in range(12):
            question = exercise(kind, seed=seed, concept=concept).question
            assert concept in question.concepts and not second_opinion(question)
            assert read(page_of(question)) == question.answer, question.prompt
    assert {kind.partition(":")[0] for kind in found} <= {*OF_FORMATS}


def test_a_table_without_a_format_is_not_asked_about_one() -> None:
    assert kinds("league", game="hearts") == () == kinds("compendium", game="kaiser")
    with pytest.raises(ValueError, match="league-next has nothing to ask about in Hearts"):
        exercise("league-next", game="hearts")


@pytest.mark.parametrize("people", list(permutations(PEOPLE))[:8])
def test_everybody_is_the_partner_of_everybody_once(people: tuple[str, ...]) -> None:
    question = league("league-next", ((1, 0), (0, 1)), people)
    assert len(question.earlier) == 2 and question.answer[0] not in question.earlier
    assert {*question.earlier, *question.answer} == {"ann", "ben", "cleo"}


def test_what_is_said_to_a_wrong_partner_is_about_that_one() -> None:
    question = league("league-next", ((8, 4), (3, 6)))
    assert question.answer == ("cleo",)
    assert question.mark(["ann"]).text.startswith("Ann was your partner in round 1.")
    assert question.mark(["ann"]).belief == "best-meet-next"
    assert question.mark(["ben"]).belief is None


def test_partners_take_their_points_along() -> None:
    question = league("league-total", ((8, 4), (3, 6)), of="you")
    assert question.answer == ("11",)
    assert question.mark(["7"]).text.startswith("Seven is four too few.")
    assert question.mark(["7"]).belief == "partners-share-a-total"


def test_equal_points_are_decided_by_pitches_won() -> None:
    """You and Ann have eleven each; you won two rounds, and Ann none."""
    question = league(
        "league-winner", ((9, 10), (0, 5), (6, 2)), ("you", "Ann", "Ben"), league="outsider"
    )
    assert question.standing.scores == {"you": 11, "Ann": 11, "Ben": 10}
    assert question.answer == ("you",)
    assert "Count the pitches won, too." in question.mark(["ann"]).text


@pytest.mark.parametrize(
    ("played", "points", "leader", "after"),
    [
        (((29, 0),), "2", "you", "yaniv"),
        (((0, 1), (40, 0)), "2", "nobody", "sum-run-set"),
        (((0, 1), (40, 0), (0, 0)), "1", "nobody", "sum-run-set"),
        (((0, 1), (40, 0), (0, 2)), "0", "ann", "over"),
    ],
)
def test_a_mixed_match(played: Any, points: str, leader: str, after: str) -> None:
    assert mixed("deal-match-points", played).answer == (points,)
    assert mixed("mixed-leader", played).answer == (leader,)
    assert mixed("mixed-next", played).answer == (after,)


def test_points_of_the_games_are_not_added() -> None:
    question = mixed("mixed-leader", ((0, 1), (40, 0)))
    assert question.mark(["you"]).belief == "points-are-added"
    assert mixed("deal-match-points", ((60, 0),)).mark(["3"]).belief == "big-wins-bring-more"


@pytest.mark.parametrize(
    ("ask", "played", "keys", "because"),
    [
        ("league-next", ((1, 0),), {}, "ask one round before the last"),
        ("league-next", ((1, 0),), {"league": "ladder"}, "there is no league 'ladder'"),
        ("league-next", ((1, 0),) * 4, {}, "all rounds of the league are played"),
        ("league-next", ((1, 0),), {"people": ("you", "Ann", "Ann", "Ben")}, "is named twice"),
        ("league-next", ((1, 0),), {"people": ("Ann", "Ben", "Cleo", "Dan")}, "is 'you'"),
        ("league-total", ((1, 0),), {"of": "Eve"}, "Eve is not in this league"),
        ("league-winner", ((1, 0),), {}, "no single winner yet"),
    ],
)
def test_a_league_that_cannot_be_is_refused(
    ask: str, played: Any, keys: dict[str, Any], because: str
) -> None:
    with pytest.raises(ValueError, match=because):
        _ = league(ask, played, **keys).answer


def test_a_mixed_match_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="all games of the match are played"):
        _ = mixed("mixed-next", ((1, 0),) * 4).answer
    with pytest.raises(ValueError, match="no deal was played"):
        _ = mixed("deal-match-points", ()).answer
