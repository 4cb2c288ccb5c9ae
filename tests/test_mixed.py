"""A match of several games: the list, whose deal it is, match points, the end."""

from __future__ import annotations

import random

import pytest

from cardlab.concepts import concept_ids
from cardlab.families.leagues import LeagueError
from cardlab.families.mixed import LISTS, MixedMatch

FOUR = ("Ann", "Ben", "Cleo", "Dan")


@pytest.mark.parametrize("people", [FOUR[:2], FOUR])
def test_a_deal_of_each_game_is_played_and_the_deal_goes_round(people: tuple[str, ...]) -> None:
    mixed, rng = MixedMatch.of(*people), random.Random(7)
    played, dealt = [], []
    while not mixed.over:
        match = mixed.match(rng.randrange(1000))
        with pytest.raises(LeagueError, match="is not over yet"):
            mixed.after_match(match)
        while not match.over and match.state.standing.deal == 1:
            match = match.play(rng.choice(match.legal_moves()))
        played.append(match.game.id)
        dealt.append(match.names[0])
        mixed = mixed.after_match(match)
    assert tuple(played[:4]) == LISTS[len(people)] and set(played[4:]) <= {played[3]}
    assert dealt == [people[i % len(people)] for i in range(len(played))]
    assert sum(mixed.match_points) == 2 * len(played)
    assert not mixed.winners or len(mixed.winners) == len(people) // 2


def test_whoever_is_ahead_in_a_deal_gets_two_match_points() -> None:
    games = ["malilla", "kaiser", "kaiser", "sum-run-set"]
    mixed = MixedMatch.of(*FOUR, games=games).after(13, 4).after(5, 5).after(-12, 4)
    assert mixed.match_points == (3, 3) and mixed.game == "sum-run-set"
    assert mixed.after(2, 0).winners == ("Ann", "Cleo")
    assert mixed.after(0, 2).winners == ("Ben", "Dan")


def test_few_points_are_ahead_where_points_are_bad() -> None:
    mixed = MixedMatch.of("Ann", "Ben", games=["yaniv"]).after(20, 3)
    assert mixed.match_points == (0, 2) and mixed.winners == ("Ben",)


def test_one_more_deal_of_the_last_game_decides_a_match_that_is_equal() -> None:
    mixed = MixedMatch.of("Ann", "Ben", games=["gin-rummy"]).after(0, 0)
    assert not mixed.over and mixed.game == "gin-rummy"
    assert mixed.after(9, 0).winners == ("Ann",)
    drawn = mixed.after(0, 0)
    assert drawn.over and drawn.winners == ()
    with pytest.raises(LeagueError, match="all games of the match are played"):
        drawn.after(1, 0)


def test_every_rule_names_concepts_that_exist() -> None:
    for rule in MixedMatch.of("Ann", "Ben").rules():
        assert {*rule.concepts} <= concept_ids()


@pytest.mark.parametrize(
    ("people", "games", "said"),
    [
        (FOUR[:3], None, "for 2 or 4 people, and 3 are named"),
        (("Ann", "Ann"), None, "Ann is named twice"),
        (FOUR, ["gin-rummy"], "Gin Rummy is not a game of two sides for 4"),
        (FOUR, ["bourre"], "Bourré is not a game of two sides for 4"),
        (FOUR, [], "needs one game or more"),
    ],
)
def test_what_cannot_be_is_a_sentence(
    people: tuple[str, ...], games: list[str] | None, said: str
) -> None:
    with pytest.raises(LeagueError, match=said):
        MixedMatch.of(*people, games=games)


def test_a_match_of_the_list_is_one_deal_and_no_more_of_it_counts() -> None:
    """Sum-Run-Set is not played to 91; where a game goes on, what is played on is refused."""
    rng, mixed = random.Random(3), MixedMatch.of("Ann", "Ben")
    match = mixed.match(seed=5)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    assert match.state.standing.deal == 1 and len(mixed.after_match(match).deals) == 1
    long = MixedMatch.of("Ann", "Ben", games=["scotch-whist"])
    match = long.match(seed=5)
    while match.state.standing.deal == 1:
        match.play(rng.choice(match.legal_moves()))
    assert len(long.after_match(match).deals) == 1
    with pytest.raises(LeagueError, match="one deal of Scotch Whist counts, and more of it"):
        long.after_match(match.play(match.legal_moves()[0]))
