"""Yaniv: runs with jokers, ends of discards, the new stock, options, elimination."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab

GAME = cardlab.game("yaniv")


def turn(hand: str, **given: Any) -> Any:
    known = {
        "phase": "turn",
        "to_move": 0,
        "hands": {0: hand, 1: "KS QS"},
        "stock": "2S 3S",
        "offered": "7S",
    }
    return GAME.state(**(known | given))


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("KS JK JK", ("run", "")),
        ("JK AS 2S", ("", "ace-low-no-wrap")),
        ("KS AS 2S", ("", "ace-low-no-wrap")),
        ("JK JK", ("", "joker-not-wild-in-set")),
        ("JK", ("single", "")),
        ("9D 8D TD", ("", "not-consecutive-or-out-of-order")),
        ("9C JK 9D", ("", "joker-not-wild-in-set")),
        ("4H JK 6D", ("", "run-needs-one-suit")),
        ("4H 9D KC", ("", "not-set-or-run")),
        ("5H 5H", ("set", "")),
        ("5H 5H 6H", ("", "not-consecutive-or-out-of-order")),
    ],
)
def test_combinations(cards: str, kind: tuple[str, str]) -> None:
    assert GAME.combination(cards) == kind


def test_a_joker_has_a_place_of_choice() -> None:
    moves = [m for m in GAME.legal_moves(turn("8D 9D JK 2C")) if m.count(" ") == 3]
    assert moves == ["discard JK 8D 9D", "discard 8D 9D JK"]
    moves = [m for m in GAME.legal_moves(turn("9C 9D 9H 2C")) if m.count(" ") == 3]
    assert len(moves) == 3, "one for each pair of ends"


def test_typed_in_any_order() -> None:
    state = turn("8D 9D TD 9H 9C")
    assert GAME.verdict(state, "discard 10d 9d 8d").move == "discard 8D 9D TD"
    assert GAME.verdict(state, "9H 9D 9C").legal
    assert GAME.verdict(state, "discard 9H 9S").rule == "must-hold-card"


def test_only_the_ends_may_be_taken() -> None:
    state = turn("2C 3D", phase="draw", laid="5C", offered="8D 9D TD")
    assert (
        GAME.verdict(state, "take 9D").rule == "ends-only"
        and GAME.verdict(state, "yaniv").rule == "call-first"
    )
    state = GAME.after(state, "take 8D")
    assert state.offered == ("5C",) and state.discards == ("9D", "TD") and "8D" in state.hands[0]


def test_the_discards_become_the_stock() -> None:
    match = cardlab.game("yaniv", players=2).match(seed=3)
    while match.state.stock and not match.over:
        match.play(next(m for m in match.legal_moves() if m == "draw" or m.startswith("discard")))
        if any(e.seat is None and not any(e.move.hands) for e in match.entries):
            break
    assert (
        len(match.state.stock) > 20
        and not match.state.discards
        and match.record.replay().state == match.state
    )


def test_whoever_is_out_gets_no_cards() -> None:
    state = GAME.begin(GAME.opening().but(totals=(10, 201, 30, 250), dealer=0))
    state = state.phase.apply(state, None, state.phase.chance(state, random.Random(1)))
    assert [len(h) for h in state.hands] == [5, 0, 5, 0] and state.to_move == 2


@pytest.mark.parametrize(
    ("options", "points"),
    [({}, {"south": 34, "north": 3}), ({"undercutter_free": True}, {"south": 34})],
)
def test_the_caller_is_beaten(options: dict[str, Any], points: dict[str, int]) -> None:
    game = cardlab.game("yaniv", players=2, **options)
    assert cardlab.totals(game.score(game.Result(0, (4, 3), (0, 0)))) == points


def test_a_tie_may_beat_the_caller() -> None:
    game = cardlab.game("yaniv", players=2, tie_is_undercut=True)
    assert game.beaten(game.Result(0, (4, 4), (0, 0))) and not GAME.beaten(
        GAME.Result(0, (4, 4), (0, 0))
    )


@pytest.mark.parametrize(("points", "left"), [(200, 4), (201, 3)])
def test_a_player_is_out_above_200(points: int, left: int) -> None:
    state = GAME.begin(GAME.opening().but(totals=(points, 0, 0, 0), dealer=1))
    state = state.phase.apply(state, None, state.phase.chance(state, random.Random(1)))
    assert sum(bool(hand) for hand in state.hands) == left


@pytest.mark.parametrize(("points", "over"), [(200, False), (201, True)])
def test_the_last_player_at_or_below_200_wins(points: int, over: bool) -> None:
    game = cardlab.game("yaniv", players=2)
    outcome = game.outcome(game.opening().but(totals=(points, 30)))
    assert (outcome is not None) == over
    assert not over or outcome.winners == ("north",)


def test_calling_with_exactly_five() -> None:
    assert GAME.verdict(turn("2C 3D"), "yaniv").legal
    assert GAME.verdict(turn("2C 4D"), "yaniv").rule == "over-five"


@pytest.mark.parametrize(
    ("totals", "dealer"),
    [((0, 0, 0, 0), 1), ((0, 201, 0, 0), 2), ((0, 201, 201, 0), 3), ((0, 200, 0, 0), 1)],
)
def test_the_next_to_the_left_who_is_still_in_deals(totals: tuple[int, ...], dealer: int) -> None:
    """Out is who has more than 200."""
    state = GAME.begin(GAME.opening().but(totals=totals, dealer=0))
    assert GAME.next_standing(state, ()).dealer == dealer
    assert GAME.next_in(state, 0) == dealer


@pytest.mark.parametrize(
    ("before", "count", "after"),
    [(190, 10, 100), (190, 9, 199), (190, 11, 201), (90, 10, 50), (100, 0, 50), (95, 4, 99)],
)
def test_a_score_of_exactly_200_or_100_falls(before: int, count: int, after: int) -> None:
    """To half of it; a score that has fallen to 100 stays there."""
    game = cardlab.game("yaniv", players=2)
    result = game.Result(1, (count, 0), (before, 0))
    assert before + cardlab.totals(game.score(result)).get("south", 0) == after


@pytest.mark.parametrize("typed", ["9H 9D 9C", "9D 9H 9C", "9C 9D 9H", "9H 9C 9D"])
def test_the_ends_of_a_set_lie_as_they_were_typed(typed: str) -> None:
    """For they may be taken by the next player; which of them is first says nothing."""
    move = GAME.verdict(turn("9D 9H 9C 2C"), f"discard {typed}").move
    laid = cardlab.cards(typed)
    assert {move.cards[0], move.cards[-1]} == {laid[0], laid[-1]}
    assert sorted(move.cards) == sorted(laid)


def test_the_ends_of_what_was_discarded_may_be_taken() -> None:
    state = turn("2C 3D", phase="draw", laid="5C", offered="8D 9D TD")
    assert state.ends == cardlab.cards("8D TD")
    assert turn("2C 3D", phase="draw", laid="5C", offered="8D").ends == cardlab.cards("8D")
    after = GAME.after(state, "draw")
    assert after.discards == cardlab.cards("8D 9D TD") and after.hands[0][-1] == "2S"
