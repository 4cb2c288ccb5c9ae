"""Numbers on which a score or a rule turns, each beside its neighbours."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import cards
from cardlab.families.rubber import honour_points


@pytest.mark.parametrize(
    ("points", "schneider"), [(30, 1), (31, 0), (60, 0), (61, 0), (89, 0), (90, 1), (120, 1)]
)
def test_schneider_is_90_points_of_120_for_either_side(points: int, schneider: int) -> None:
    """With 30 the declarer leaves 90 to the others."""
    game = cardlab.game("skat")
    tricks = 10 if points == 120 else 5
    steps = game.Result(strain="S", points=points, tricks=tricks).steps
    assert (steps["s"], steps["w"]) == (schneider, int(tricks == 10))


@pytest.mark.parametrize(
    ("announced", "points", "tricks", "reached"),
    [
        ("", 60, 5, False),
        ("", 61, 5, True),
        ("schneider", 89, 8, False),
        ("schneider", 90, 8, True),
        ("schwarz", 119, 9, False),
        ("schwarz", 120, 10, True),
        ("ouvert", 120, 10, True),
    ],
)
def test_what_a_declarer_of_skat_has_to_take(
    announced: str, points: int, tricks: int, reached: bool
) -> None:
    game = cardlab.game("skat")
    result = game.Result(0, "S", points, tricks, 18, True, announced, 2)
    assert result.reached == reached and result.steps["h"] == 1


@pytest.mark.parametrize(
    ("hand", "strain", "points"),
    [
        ("AS KS QS 2S", "S", 0),
        ("AS KS QS JS", "S", 100),
        ("AS KS QS TS 9S", "S", 100),
        ("AS KS QS JS TS", "S", 150),
        ("AH KH QH JH TH", "S", 0),
        ("AS AH AC", "NT", 0),
        ("AS AH AC AD", "NT", 150),
        ("AS KS QS JS TS", "NT", 0),
        ("AS AH AC AD", "S", 0),
    ],
)
def test_honours_in_one_hand(hand: str, strain: str, points: int) -> None:
    """Four or five of the top five trumps; at no trump four aces, and nothing else."""
    game = cardlab.game("bridge", honours=True)
    assert honour_points(game, cards(hand), strain) == points


@pytest.mark.parametrize(
    ("kept", "left", "tie_undercut", "winner"),
    [
        (0, 0, False, 0),
        (0, 0, True, 0),
        (0, 5, True, 0),
        (5, 6, True, 0),
        (5, 5, False, None),
        (5, 5, True, 1),
        (5, 4, False, 1),
    ],
)
def test_who_wins_a_deal_of_gin(
    kept: int, left: int, tie_undercut: bool, winner: int | None
) -> None:
    """Gin cannot be undercut; the defender wins with less, by house rule with as much."""
    game = cardlab.game("gin-rummy", tie_undercut=tie_undercut)
    assert game.winner(game.Result(knocker=0, kept=kept, left=left)) == winner
    if winner is not None:
        other = game.winner(game.Result(knocker=1, kept=kept, left=left))
        assert other == 1 - winner


@pytest.mark.parametrize(
    ("deadwood", "options", "values", "winner"),
    [
        ((7, 9, 9), {}, {"ender": 1}, 0),
        ((9, 7, 7), {}, {"ender": 0}, 1),
        ((9, 7, 7), {}, {"ender": 2}, 2),
        ((7, 9, 7), {}, {"ender": 1}, 2),
        ((7, 7, 9), {"tie": "underknock"}, {"ender": 0}, 1),
        ((7, 9, 7), {"tie": "underknock"}, {"ender": 0}, 2),
        ((7, 9, 7), {"tie": "underknock"}, {"ender": 0, "broke": 1}, 0),
        ((0, 0, 7), {"tie": "underknock"}, {"ender": 0, "gin": 1}, 0),
    ],
)
def test_who_wins_a_deal_of_jersey_gin(
    deadwood: tuple[int, ...], options: dict[str, Any], values: dict[str, Any], winner: int
) -> None:
    """The lowest; among equals who ended the deal, else the nearer to that player's left."""
    game = cardlab.game("jersey-gin", **options)
    assert game.winner(game.Result(deadwood=deadwood, **values)) == winner


@pytest.mark.parametrize(
    ("sequence", "sizes"),
    [("both", (3, 2, 1, 2, 3)), ("down", (3, 2, 1)), ("up", (1, 2, 3))],
)
def test_the_hands_of_oh_hell_change_from_deal_to_deal(
    sequence: str, sizes: tuple[int, ...]
) -> None:
    game = cardlab.game("oh-hell", most=3, sequence=sequence)
    assert game.hand_sizes == sizes
    dealt = [
        game.phases[0].sizes(game, game.opening().but(deal=deal + 1)) for deal in range(len(sizes))
    ]
    assert dealt == [(size,) * 4 for size in sizes]


@pytest.mark.parametrize(
    ("level", "value"), [(1, 100), (3, 100), (4, 150), (5, 200), (6, 300), (7, 500)]
)
def test_a_slam_adds_to_the_value_of_a_contract(level: int, value: int) -> None:
    """To the 100 of diamonds 50, 100, 200 and 400 from level four on."""
    assert cardlab.game("cardigan").value(level, "D") == value


@pytest.mark.parametrize(
    ("hand", "level"),
    [
        ("AS KS QS JS 2H 3H 4H 2C 3C 4C 2D 3D 4D", True),
        ("AS KS QS 2H 3H 4H 2C 3C 4C 2D 3D 4D JK", True),
        ("AS KS QS 2H 3H 4H 2C 3C 4C 2D 3D JK JK", True),
        ("AS KS QS JS TS 3H 4H 2C 3C 4C 2D 3D 4D", False),
        ("AS KS QS JS 3H 4H 2C 3C 4C 2D 3D 4D JK", False),
        ("AS KS QS JS 3H 4H 2C 3C 4C 2D 3D JK JK", False),
    ],
)
def test_no_trump_is_bid_with_level_suits(hand: str, level: bool) -> None:
    """Bridge Solitaire: 4-3-3-3, with a joker 3-3-3-3, with two 3-3-3-2."""
    game = cardlab.game("bridge-solitaire")
    state = game.state(phase="auction", hands={0: hand.split()}, to_move=1)
    state = game.after(state, game.legal_moves(state)[0])
    verdict = game.verdict(state, "7NT")
    assert (verdict.rule != "level-hand" and verdict.legal) == level, verdict.reason


@pytest.mark.parametrize(("hearts", "shooter"), [(13, 1), (12, None)])
def test_the_moon_is_all_thirteen_hearts_and_the_queen(hearts: int, shooter: int | None) -> None:
    game = cardlab.game("hearts")
    result = game.Result(hearts=(13 - hearts, hearts, 0, 0), queen=1)
    assert result.shooter == shooter
    costs = cardlab.totals(game.score(result))
    assert costs == (
        {"south": 26, "north": 26, "east": 26} if shooter else {"south": 1, "west": 12 + 13}
    )


@pytest.mark.parametrize(
    ("finish", "total", "over"),
    [("reach", 40, False), ("reach", 41, True), ("exceed", 41, False), ("exceed", 42, True)],
)
def test_scotch_whist_goes_to_41_or_beyond(finish: str, total: int, over: bool) -> None:
    choices = [o for o in type(cardlab.game("scotch-whist")).all_options() if o.name == "finish"]
    values = dict(zip(("reach", "exceed"), sorted(choices[0].choices, key="exceed".__eq__)))
    game = cardlab.game("scotch-whist", finish=values[finish])
    standing = game.opening().but(totals=(total, 0, 0, 0))
    assert (game.outcome(standing) is not None) == over


@pytest.mark.parametrize(
    ("before", "rule"), [(45, "Defenders"), (46, "Defenders above 45"), (44, "Defenders")]
)
def test_defenders_of_kaiser_above_45_can_only_lose(before: int, rule: str) -> None:
    game = cardlab.game("kaiser")
    result = game.Result(declarers=0, tricks=(5, 3), five=0, three=0, before=(0, before))
    (entry,) = [x for x in game.score(result) if x.side == game.sides[1].id]
    assert (entry.title, entry.points) == (rule, 3 if before <= 45 else 0)


def test_a_position_without_a_leader_begins_at_seat_0() -> None:
    game = cardlab.game("kaiser")
    hands = {seat: "AS" for seat in range(4)}
    assert game.state(trump="S", hands=hands).to_move == 0
    assert game.state(trump="S", hands=hands, leader=2).trick.seats == (2, 3, 0, 1)
    assert game.state(trump="S", hands=hands, to_move=3).trick.seats == (3, 0, 1, 2)


def test_what_a_capture_is_worth_is_told_to_whoever_looks() -> None:
    """A sum scores 2, and 2 more where it empties the pond."""
    game = cardlab.game("sum-run-set")
    for pond, worth in (("4C 5D KC", "2"), ("4C 5D", "2 + 2 sweep")):
        state = game.state(phase="fish", to_move=0, hands={0: "9H 2S", 1: "3S 2D"}, pond=pond)
        move = game.verdict(state, "9H takes 4C 5D").move
        for table in (state, state.seen_by(0), state.seen_by(1, 0)):
            assert game.worth(table, move) == worth
            assert game.points_of(table, move) == 2 + 2 * ("sweep" in worth)


def test_the_widow_is_for_bids_of_five() -> None:
    """A soloist who promised less is not asked; at such a table the widow is left."""
    game = cardlab.game("widow-nap")
    for bid, asked in (("three", False), ("nap", True)):
        match = game.match(seed=1).play(bid)
        while match.state.phase.id == "auction":
            match.play("pass")
        assert (match.state.phase.id == "widow") == asked
    assert match.verdict("take").legal and match.verdict("leave").legal
    three = next(call for call in game.bids if call == "three")
    lower = match.state.but(contract=match.state.contract._replace(bid=three))
    assert game.verdict(lower, "take").rule == "five-bids-only"
    assert game.verdict(lower, "leave").legal


def test_mis_promises_no_trick_wherever_it_stands_on_the_ladder() -> None:
    for id in ("nap", "seven-card-nap", "widow-nap", "peep-nap"):
        game = cardlab.game(id)
        (mis,) = (bid for bid in game.bids if bid == "mis")
        assert mis.level == 0 and not game.made("mis", 1) and game.made("mis", 0)


def test_when_all_have_chosen_everybody_hears_what_came() -> None:
    """In the first deal of Hearts cards go to the left: seat 1 is given those of seat 0."""
    match = cardlab.game("hearts").match(seed=3)
    names = match.game.names
    while len(match.state.chosen) < 4 * 3 - 1:
        state = match.state
        seat = state.phase.movers(state)[0]
        move = match.legal_moves(seat)[0]
        for reader in range(4):
            heard = state.phase.heard(state, seat, move, names, reader)
            assert "is given" not in heard and (move.card.sign in heard) == (reader == seat)
        match.play(move, seat)
    state = match.state
    (seat,) = state.phase.movers(state)
    move = match.legal_moves(seat)[0]
    chosen = (*state.chosen, (seat, move))
    for reader in range(4):
        giver = (reader - 1) % 4
        signs = [m.card.sign for s, m in chosen if s == giver]
        heard = state.phase.heard(state, seat, move, names, reader)
        said = f"{names[reader]} is given {signs[0]}, {signs[1]} and {signs[2]} by {names[giver]}."
        assert heard.endswith(said)
