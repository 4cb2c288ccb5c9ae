"""Nap and its variants: jokers, early ends, who knows the floater, what becomes of a pool."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import BACK, cards


def nap(id: str = "nap", **options: Any) -> Any:
    return cardlab.game(id, **{"cards": 52, **options})


def test_a_joker_led_first_takes_the_suit_that_is_named() -> None:
    game = nap(joker=True)
    hands = {0: ("JK", "2H"), 1: ("AS", "3H"), 2: ("4S", "5S"), 3: ("6S", "7S")}
    state = game.state(bid="two", soloist=0, to_move=0, hands=hands)
    assert [str(m) for m in game.legal_moves(state)] == [
        "2H",
        "JK as S",
        "JK as H",
        "JK as C",
        "JK as D",
    ]
    assert not game.verdict(state, "JK").legal
    state = game.after(state, "JK as H")
    assert state.order.trump == "H" and game.legal_moves(state) == ("3H",)


def test_the_joker_is_the_only_trump_in_mis() -> None:
    game = nap(joker=True)
    hands = {0: ("2H", "JK"), 1: ("JK", "3H"), 2: ("JK", "5S"), 3: ("AS", "7S")}
    state = game.after(game.state(bid="mis", soloist=0, to_move=0, hands=hands), "2H")
    refused = game.verdict(state, "JK")
    assert not refused.legal and refused.reason == "hearts were led and you have one"
    state = game.after(state, "3H")
    assert {str(m) for m in game.legal_moves(state)} == {"JK", "5S"}
    state = game.after(game.after(state, "JK"), "AS")
    assert state.winners() == [2]


def test_a_joker_led_in_mis_wins_and_nobody_has_to_follow() -> None:
    game = nap(joker=True, stop_early=False)
    hands = {0: ("JK", "2H"), 1: ("AS", "3H"), 2: ("4S", "5S"), 3: ("6S", "7S")}
    state = game.after(game.state(bid="mis", soloist=0, to_move=0, hands=hands), "JK")
    assert game.verdict(state, "AS").reason == "you have no joker"
    assert cardlab.engine.table.table(state, 1).to_dict()["ladder"]["rungs"] == []
    for card in ("AS", "4S", "6S"):
        state = game.after(state, card)
    assert state.winners() == [0]


def test_play_stops_when_the_bid_is_decided() -> None:
    hands = {
        0: ("AS", "2H", "3H"),
        1: ("2S", "AH", "KH"),
        2: ("4S", "5S", "6D"),
        3: ("6S", "7S", "8D"),
    }
    for stop, phase in ((True, "over"), (False, "play")):
        game = nap(stop_early=stop)
        state = game.state(bid="mis", soloist=0, to_move=0, hands=hands)
        for card in ("AS", "2S", "4S", "6S"):
            state = game.after(state, card)
        assert state.phase.id == phase and game.result(state).tricks == 1


def test_all_pass_moves_the_deal_on() -> None:
    match = nap().match(seed=1)
    for _ in range(4):
        match.play("pass")
    assert match.state.standing.deal == 2 and match.state.dealer == 1 and not match.lines


def test_who_knows_the_floater() -> None:
    game = nap("peep-nap", version=3)
    match = game.match(seed=1)
    assert match.state.seen_by(1).floater == (BACK,)
    match.play("peep")
    floater = match.state.floater
    assert match.state.seen_by(1).floater == floater and match.state.seen_by(2).floater == (BACK,)
    given = match.state.hands[1][0]
    match.play(f"give {given}").play("pass").play("peep")
    assert (
        match.state.floater == (given,)
        and match.state.standing.pool == 0
        and game.pool_now(match.state) == 2
    )
    match.play(f"give {match.state.hands[2][0]}")
    assert match.state.seen_by(1).floater == (BACK,)
    assert given not in " ".join(match.log()) and "exchanges a card" in " ".join(match.log())


def test_only_its_owner_knows_what_was_put_away() -> None:
    match = nap("seven-card-nap", version=1).match(seed=1)
    first, second = match.state.hands[1][:2]
    match.play(f"discard {first}").play(f"discard {second}")
    assert match.state.seen_by(1).away[1] == (first, second) and match.state.seen_by(0).away[1] == (
        BACK,
        BACK,
    )


def test_an_unclaimed_pool_is_split_when_the_agreed_deals_are_over() -> None:
    game = nap("pool-nap", deals=1)
    lines = game.score(game.Result(soloist=1, bid="three", tricks=2, pool=4, closes=2))
    shares = [x.points for x in lines if x.rule == "pool-shared"]
    assert shares == [1, 1, 4, 1]  # 4 chips and the 3 that were just lost
    taken = game.score(game.Result(soloist=1, bid="nap", tricks=5, pool=4, closes=2))
    assert not [x for x in taken if x.rule == "pool-shared"]


def test_packs_that_are_too_small_are_refused() -> None:
    for id, options in (
        ("widow-nap", {"players": 5, "cards": 28}),
        ("seven-card-nap", {"cards": 24}),
    ):
        try:
            cardlab.game(id, **options)
        except ValueError as refused:
            assert "needs" in str(refused)
        else:
            raise AssertionError(id)
    assert len(cardlab.game("widow-nap", players=5).pack) == 32


def test_a_soloist_may_make_the_widow_the_hand() -> None:
    game = nap("widow-nap")
    state = game.state(phase="widow", bid="nap", soloist=0, to_move=0, hands={0: "AS KS QS JS TS"})
    state = state.but(widow=cards("2H 3H 4H 5H 6H"))
    for move in ("take", *(f"discard {c}" for c in cards("AS KS QS JS TS"))):
        state = game.after(state, move)
    assert state.hands[0] == cards("2H 3H 4H 5H 6H") and state.phase.id == "play"


def test_stakes_are_agreed() -> None:
    game = nap(mis_stake=4, wellington_stake=15, blucher=True, blucher_stake=30)
    assert [game.stakes[str(bid)] for bid in game.bids] == [2, 3, 4, 4, 10, 15, 30]
    assert "mis (no trick, 4)" in " ".join(game.rules().split())
    seven = nap("seven-card-nap")
    assert [seven.stakes[str(bid)] for bid in seven.bids] == [3, 4, 10, 10, 18, 24]


def test_a_pack_that_is_just_large_enough_is_taken() -> None:
    """Five players hold 25 cards: 24 and the joker."""
    assert len(cardlab.game("nap", players=5, cards=24, joker=True).pack) == 25
    with pytest.raises(ValueError, match="needs 25 cards; this pack has 24"):
        cardlab.game("nap", players=5, cards=24)
