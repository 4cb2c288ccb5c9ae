"""Leagues: the queue, the champion, the settlement, real games at the table, and tables that
never close."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import FrozenInstanceError

import pytest

import cardlab
from cardlab.concepts import concept_ids
from cardlab.families.leagues import League, LeagueError, NeverEnding, RankedSeats, credited


def test_loser_stays_on() -> None:
    league = League.of("A", "B", waiting="C")
    steps = []
    for winner, points in (("A", 20), ("C", 15), ("A", 10), ("C", 5)):
        league = league.after(winner, points)
        steps.append((league.seats, league.waiting))
    assert steps == [
        (("C", "B"), ("A",)),
        (("A", "B"), ("C",)),
        (("C", "B"), ("A",)),
        (("A", "B"), ("C",)),
    ]
    assert league.scores == {"A": 30, "B": 0, "C": 20} and league.pitches_won == {
        "A": 2,
        "B": 0,
        "C": 2,
    }
    assert str(league) == "A and B are at the table; C waits (A 30, B 0, C 20)"


def test_winner_stays_on_is_the_mirror() -> None:
    league = League.of("A", "B", waiting=["C", "D"], stay="winners").after("B", 4)
    assert league.seats == ("C", "B") and league.waiting == ("D", "A") and league.dealer == 0
    league = League.of("A", "B", "C", waiting=["D"], stay="winners").after("B", 1)
    assert league.seats == ("D", "B", "C") and league.waiting == ("A",), (
        "only as many leave as are waiting"
    )


def test_several_winners_leave_in_the_order_of_their_seats() -> None:
    league = League.of("A", "B", "C", "D", waiting=["E", "F", "G"]).after(["C", "A"], 5)
    assert league.seats == ("E", "B", "F", "D") and league.waiting == ("G", "A", "C")
    assert league.scores["A"] == league.scores["C"] == 5
    league = League.of("A", "B", "C", "D", waiting=["E"]).after(["C", "A"], 5)
    assert league.seats == ("E", "B", "C", "D") and league.waiting == ("A",)


def test_nobody_moves_after_a_draw_or_without_a_queue() -> None:
    league = League.of("A", "B", waiting="C").after((), 0)
    assert (league.seats, league.waiting, league.pitches, league.dealer) == (
        ("A", "B"),
        ("C",),
        1,
        1,
    )
    assert League.of("A", "B").after("A", 5).seats == ("A", "B")


def test_the_deal_passes_to_the_left_where_nobody_leaves() -> None:
    league, dealers = League.of("A", "B", "C", waiting="D"), []
    for _ in range(4):
        dealers.append(league.seats[league.dealer])
        league = league.after((), 0)
    assert dealers == ["A", "B", "C", "A"]


def test_the_newcomer_deals() -> None:
    league = League.of("A", "B", waiting="C").after("B", 20)
    assert league.seats == ("A", "C") and league.dealer == 1
    match = league.match("gin-rummy", seed=1)
    assert match.names == ("C", "A") and match.state.dealer == 0


def test_champion_and_settlement() -> None:
    league = League.of("A", "B", waiting="C", target=100).after("A", 60).after("C", 30)
    with pytest.raises(LeagueError, match="no champion yet"):
        league.settled()
    league = league.after("A", 45)
    assert league.over and league.champion == "A"
    assert league.settled() == ({"A": 245, "B": 0, "C": 50}, {"B": 245, "C": 195})
    for after in (lambda: league.after("B", 5), lambda: league.match("gin-rummy")):
        with pytest.raises(LeagueError, match="A is champion") as refused:
            after()
        assert refused.value.rule == "league-over"


def test_two_at_the_target() -> None:
    """The higher is champion; a tie plays on."""
    league = League.of("A", "B", waiting="C", target=10)
    assert league.after("A", {"A": 11, "B": 12}).champion == "B"
    tied = league.after("A", {"A": 11, "B": 11})
    assert not tied.over and tied.seats == ("C", "B")


@pytest.mark.parametrize(
    ("winners", "points", "rule", "said"),
    [
        ("C", 20, "winner-not-seated", "cannot have won"),
        ("A", {"A": 5, "C": 2}, "winner-not-seated", "cannot have scored"),
        ("Zoe", 20, "winner-not-seated", "Zoe"),
        (["A", "A"], 1, "named-once", "twice"),
    ],
)
def test_what_cannot_have_happened(winners: object, points: object, rule: str, said: str) -> None:
    league = League.of("A", "B", waiting="C")
    with pytest.raises(LeagueError, match=said) as refused:
        league.after(winners, points)  # type: ignore[arg-type]
    assert refused.value.rule == rule and league.scores == {"A": 0, "B": 0, "C": 0}


def test_what_is_no_league() -> None:
    with pytest.raises(LeagueError, match="A is named twice"):
        League.of("A", "B", waiting="A")
    with pytest.raises(ValueError, match="choose losers or winners"):
        League.of("A", "B", stay="all")
    with pytest.raises(ValueError, match="two seats"):
        League.of("A")
    with pytest.raises(FrozenInstanceError):
        League.of("A", "B").target = 5  # type: ignore[misc]


@pytest.mark.parametrize("id", ["redbeard", "yaniv", "couillon"])
def test_the_winner_is_credited_with_most_where_points_are_bad(id: str) -> None:
    game, rng = cardlab.game(id), random.Random(3)
    league = League.of(*"ABCDE"[: game.players], waiting=["Dan"], target=1)
    match = league.match(id, seed=3)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    after = league.after_match(match)
    won = [
        match.names[seat]
        for side in match.game.sides
        if side.id in match.outcome.winners
        for seat in side.seats
    ]
    assert all(after.scores[name] == max(after.points) for name in won)
    assert min(after.points) == 0 < max(after.points)
    assert after.champion is None or after.champion in won


def test_real_games_at_the_table() -> None:
    """A league of gin, one deal a pitch: whoever wins sits out, and every point is somebody's."""
    league, rng = League.of("Ann", "Ben", waiting=["Cleo", "Dan"], target=60), random.Random(3)
    for seed in range(60):
        if league.over:
            break
        match = league.match("gin-rummy", seed=seed, deals=1)
        with pytest.raises(LeagueError, match="not over"):
            league.after_match(match)
        while not match.over:
            match.play(rng.choice(match.legal_moves()))
        before, league = league, league.after_match(match)
        assert Counter((*league.seats, *league.waiting)) == Counter(league.people)
        drawn = len(match.outcome.winners) == 2
        assert sum(league.won) == sum(before.won) + (not drawn)
        if not drawn and not league.over:
            winner = max(
                match.names, key=lambda n: match.totals[match.game.sides[match.names.index(n)].id]
            )
            assert winner in league.waiting
    assert sum(league.points)


def test_partners_win_and_leave_together() -> None:
    league, rng = League.of("A", "B", "C", "D", waiting=["E", "F"]), random.Random(1)
    match = league.match(cardlab.game("kaiser"), seed=2, deals=1)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    league = league.after_match(match)
    assert set(league.waiting) in ({"A", "C"}, {"B", "D"}) and {"E", "F"} < set(league.seats)


def test_the_game_has_to_fit_the_table() -> None:
    with pytest.raises(
        LeagueError, match="Gin Rummy is for two players, and the table has three seats"
    ) as refused:
        League.of("A", "B", "C").match("gin-rummy")
    assert refused.value.rule == "right-size"


def test_never_ending() -> None:
    table = (
        NeverEnding.of("A", "B", most=3)
        .score("A", 5)
        .join("C")
        .leave("A")
        .score("C", 3)
        .join("A")
        .score("A", 2)
    )
    assert table.seats == ("B", "C", "A") and table.scores == {"A": 7, "B": 0, "C": 3}
    assert not table.over and table.champion is None and table.pitches_won["A"] == 2
    for call, rule in (
        (lambda: table.join("D"), "table-full"),
        (lambda: table.join("A"), "named-once"),
        (lambda: table.leave("D"), "not-seated"),
        (lambda: table.leave("A").score("A", 1), "not-seated"),
    ):
        with pytest.raises(LeagueError) as refused:
            call()
        assert refused.value.rule == rule


def test_rules_can_be_printed() -> None:
    rules = {
        *League.of("A", "B", target=5).rules(),
        *League.of("A", "B", stay="winners").rules(),
        *NeverEnding.of().rules(),
    }
    assert {"losers-stay", "winners-stay", "league-over", "table-full"} <= rules
    assert all(r.wording and set(r.concepts) <= concept_ids() for r in rules)


def test_where_points_are_bad_everybody_is_credited_what_the_worst_has_more() -> None:
    match, rng = cardlab.game("hearts", deals=1, tie="shared").match(seed=4), random.Random(4)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    worst = max(match.totals.values())
    assert len({*match.totals.values()}) > 2
    assert credited(match) == {side: worst - total for side, total in match.totals.items()}


def test_a_league_begins_with_nothing_played() -> None:
    league = League.of("A", "B", waiting="C")
    assert (league.pitches, league.dealer, league.target, league.champion) == (0, 0, 0, None)
    assert {*league.scores.values()} == {*league.pitches_won.values()} == {0}


def test_a_never_ending_game_has_twelve_seats() -> None:
    names = [f"P{n}" for n in range(13)]
    table = NeverEnding.of(*names[:12])
    with pytest.raises(LeagueError, match="all twelve seats are taken"):
        table.join(names[12])
    assert NeverEnding().most == 12


@pytest.mark.parametrize(("seats", "fits"), [(2, True), (5, True), (6, False)])
def test_a_game_fits_the_table(seats: int, fits: bool) -> None:
    """Yaniv is for two to five."""
    league = League.of(*"ABCDEF"[:seats])
    if fits:
        assert len(league.match("yaniv", seed=1).names) == seats
    else:
        with pytest.raises(LeagueError, match="for 2 to 5 players, and the table has six seats"):
            league.match("yaniv", seed=1)


def test_seats_are_ranks() -> None:
    """Whoever finished first sits first; newcomers sit last, and a free seat is closed."""
    table = RankedSeats.of("A", "B", "C", "D", "E")
    assert not table.match(seed=1).game.seated
    table = table.after("CAEBD").join("F")
    assert table.seats == tuple("CAEBDF") and table.over is False and table.champion is None
    table = table.leave("A")
    assert table.seats == tuple("CEBDF")
    with pytest.raises(LeagueError, match="F has no place"):
        table.after("CEBD")
    with pytest.raises(LeagueError, match="A is not at the table"):
        table.after("CEBDFA")


def test_a_never_ending_rhapsody() -> None:
    """The last of one deal gives the two best cards to the first in the next, on a new seat."""
    table = RankedSeats.of("Ann", "Ben", "Cleo", "Dan")
    for seed in range(3):
        match, rng = table.match("rhapsody", seed=seed), random.Random(seed)
        exchanging = match.state.phase.id == "exchange"
        assert exchanging == (seed > 0)
        if exchanging:
            assert match.state.phase.owed(match.state, 3) == 2
            assert match.state.phase.receiver(match.state, 3) == 0
        with pytest.raises(LeagueError, match="not over yet"):
            table.after_match(match)
        while not match.over:
            match.play(rng.choice(match.legal_moves()))
        points = dict(zip(match.names, match.totals.values(), strict=True))
        table = table.after_match(match)
        assert [points[name] for name in table.seats] == [3, 2, 1, 0]
    assert table.join("Eva").seats[-1] == "Eva"
    assert len(table.join("Eva").match("rhapsody", seed=9).state.hands) == 5
