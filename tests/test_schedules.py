"""Leagues with a schedule: everybody meets everybody, points add up, real games are played."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from cardlab.families.leagues import LeagueError
from cardlab.families.schedules import Round, ScheduledLeague

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"]


def met(league: ScheduledLeague) -> Counter[frozenset[str]]:
    """How often two people play against each other."""
    return Counter(
        frozenset((a, b)) for p in league.pitches for a in p.sides[0] for b in p.sides[1]
    )


def partners(league: ScheduledLeague) -> Counter[frozenset[str]]:
    return Counter(frozenset(side) for p in league.pitches for side in p.sides)


def pairs_of(names: list[str]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in combinations(names, 2)}


@pytest.mark.parametrize(
    ("make", "many", "rounds"),
    [
        (ScheduledLeague.outsider, 3, 3),
        (ScheduledLeague.outsider, 5, 5),
        (ScheduledLeague.outsider, 7, 7),
        (ScheduledLeague.clockwise, 4, 3),
        (ScheduledLeague.clockwise, 6, 5),
        (ScheduledLeague.seat_swap, 4, 3),
    ],
)
def test_everybody_meets_everybody_once(
    make: Callable[..., ScheduledLeague], many: int, rounds: int
) -> None:
    league = make(*NAMES[:many])
    assert met(league) == dict.fromkeys(pairs_of(NAMES[:many]), 1)
    assert len(league.rounds) == rounds
    for round in league.rounds:
        busy = [name for pitch in round.pitches for name in pitch.seats]
        assert sorted([*busy, *round.out]) == sorted(league.people), "nobody is at two tables"
    assert len({round.out for round in league.rounds if round.out}) in (0, many)


@pytest.mark.parametrize(
    "league",
    [ScheduledLeague.hotfoot(*NAMES[:4]), ScheduledLeague.outsider(*NAMES[:5], pairs=True)],
)
def test_everybody_is_everybody_s_partner_once(league: ScheduledLeague) -> None:
    assert partners(league) == dict.fromkeys(pairs_of(list(league.people)), 1)
    assert set(met(league).values()) == {2}, "and twice on the other side"
    for pitch in league.pitches:
        assert {pitch.seats[::2], pitch.seats[1::2]} == {*pitch.sides}, "partners face each other"


def test_of_two_teams_everybody_meets_all_of_the_other() -> None:
    league = ScheduledLeague.rotating_teams(NAMES[:3], NAMES[3:6])
    assert met(league) == {frozenset((a, b)): 1 for a in NAMES[:3] for b in NAMES[3:6]}
    league = league.after("Ann", 7).after("Eve", 5)
    assert league.team_scores == (7, 5)


def test_points_go_to_both_partners_and_decide_before_pitches_won() -> None:
    league = ScheduledLeague.hotfoot(*NAMES[:4]).after("Ann", 3)
    assert league.scores == {"Ann": 3, "Ben": 3, "Cleo": 0, "Dan": 0}
    assert not league.champions and league.pitch is not None
    assert str(league.pitch) == "Ann and Cleo against Ben and Dan"
    league = league.after((), {"Ann": 1, "Cleo": 1, "Ben": 1, "Dan": 1}).after("Cleo", 4)
    assert league.over and league.pitch is None
    assert league.scores == {"Ann": 4, "Ben": 8, "Cleo": 5, "Dan": 1}
    assert league.champions == ("Ben",) and str(league).startswith("Ben won the league")


def test_equal_points_and_pitches_share_the_place() -> None:
    league = ScheduledLeague.seat_swap(*NAMES[:4])
    for _ in range(6):
        league = league.after((), 0)
    assert league.champions == tuple(NAMES[:4])


@pytest.mark.parametrize(
    ("league", "game", "options"),
    [
        (ScheduledLeague.hotfoot(*NAMES[:4]), "partnership-whist", {"games": 1}),
        (ScheduledLeague.outsider(*NAMES[:3]), "gin-rummy", {"deals": 1}),
        (ScheduledLeague.clockwise(*NAMES[:4]), "sum-run-set", {"deals": 1}),
    ],
)
def test_real_games_are_played_to_the_end_of_the_schedule(
    league: ScheduledLeague, game: str, options: dict[str, int]
) -> None:
    rng = random.Random(game)
    while not league.over:
        assert league.pitch is not None
        match = league.match(game, rng.randrange(1000), **options)
        assert match.names == league.pitch.seats
        while not match.over:
            match = match.play(rng.choice(match.legal_moves()))
        league = league.after_match(match)
    assert league.champions and sum(league.points) >= 0


def test_what_cannot_be_is_a_sentence_and_changes_nothing() -> None:
    league = ScheduledLeague.outsider(*NAMES[:3])
    with pytest.raises(LeagueError, match="this league is for 3, 5 or 7 people, and 4 are named"):
        ScheduledLeague.outsider(*NAMES[:4])
    with pytest.raises(LeagueError, match="Ann is named twice"):
        ScheduledLeague.hotfoot("Ann", "Ben", "Ann", "Dan")
    with pytest.raises(LeagueError, match="same size, and have 1 and 2"):
        ScheduledLeague.rotating_teams(["Ann"], ["Ben", "Cleo"])
    with pytest.raises(
        LeagueError, match="Ann cannot have won, because Ben against Cleo is played"
    ):
        league.after("Ann", 5)
    with pytest.raises(LeagueError, match="Ben and Cleo cannot have won"):
        league.after(["Ben", "Cleo"], 5)
    with pytest.raises(LeagueError, match="Ann cannot have scored"):
        league.after("Ben", {"Ann": 3})
    with pytest.raises(LeagueError, match="is for four players, and the table has two seats"):
        league.match("kaiser", 1)
    done = league.after("Ben", 1).after("Ann", 1).after("Ann", 1)
    with pytest.raises(LeagueError, match="all rounds of the league are played"):
        done.after("Ann", 1)
    assert league.played == 0 and isinstance(league.rounds[0], Round)
