"""Spades: bids that add up, nil and blind nil, bags, broken spades, the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import BACK

GAME = cardlab.game("spades")
SIDES = [side.id for side in GAME.sides]


def bid(match: Any, *bids: str) -> Any:
    for text in bids:
        match.play(text)
    return match


def lines(result: Any, side: int, **options: Any) -> list[tuple[str, int]]:
    game = cardlab.game("spades", **options)
    return [(x.title, x.points) for x in game.score(result) if x.side == SIDES[side]]


def result(bids: tuple[int, int], tricks: tuple[int, int], bags: int = 0) -> Any:
    """A result of South and North; West takes what they leave."""
    rest = 13 - sum(tricks)
    return GAME.Result(
        bids=(bids[0], 1, bids[1], 1), tricks=(tricks[0], rest, tricks[1], 0), bags=(bags, 0)
    )


@pytest.mark.parametrize(
    ("text", "refused"),
    [("pass", "must-bid-a-number"), ("14", "bid-0-to-13"), ("99", "bid-0-to-13")],
)
def test_bids_that_are_refused(text: str, refused: str) -> None:
    verdict = GAME.match(seed=1).verdict(text)
    assert not verdict.legal and verdict.rule == refused and len(verdict.instead) == 14


def test_a_side_bids_its_minimum() -> None:
    match = bid(cardlab.game("spades", minimum=4).match(seed=1), "1", "2")
    assert match.legal_moves()[0] == "3" and match.verdict("2").rule == "minimum-bid"
    match.play("3")
    assert match.legal_moves()[0] == "2"
    assert match.verdict("nil").reason == "your partner bid 2, so you must bid 2 or more"


def test_eldest_leads_and_spades_wait_for_a_spade() -> None:
    match = bid(GAME.match(seed=1), "3", "3", "3", "3")
    assert match.to_move == 1
    spades = [card for card in match.state.hands[1] if card.suit == "S"]
    verdict = match.verdict(str(spades[0]))
    assert verdict.rule == "spades-not-broken" and not {*verdict.instead} & {*spades}
    table = GAME.state(hands={0: "AS KD"}, taken=[[(1, "AC"), (2, "2S")]], to_move=0)
    assert GAME.legal_moves(table) == ("AS", "KD")
    table = GAME.state(hands={0: "AS 3S"}, to_move=0)
    assert GAME.legal_moves(table) == ("AS", "3S")


def test_a_void_hand_is_free_and_the_highest_spade_wins() -> None:
    table = GAME.state(hands={1: "AS 4C"}, trick=[(0, "KD")])
    assert GAME.legal_moves(table) == ("AS", "4C")
    assert GAME.winner([(0, "AD"), (1, "2S"), (2, "KD"), (3, "5S")]) == 3


@pytest.mark.parametrize(
    ("bids", "tricks", "options", "expected"),
    [
        ((4, 3), (5, 4), {}, [("Contract made", 70), ("Bags", 2)]),
        ((4, 3), (3, 3), {}, [("Contract failed", -70)]),
        ((4, 3), (4, 3), {}, [("Contract made", 70)]),
        ((0, 5), (0, 4), {}, [("Nil made", 100), ("Contract failed", -50)]),
        (
            (0, 5),
            (2, 4),
            {},
            [("Nil failed", -100), ("Contract failed", -50), ("Bags", 2)],
        ),
        (
            (0, 5),
            (2, 4),
            {"failed_nil": "counts"},
            [("Nil failed", -100), ("Contract made", 50), ("Bags", 1)],
        ),
        ((0, 0), (0, 3), {}, [("Nil made", 100), ("Nil failed", -100), ("Bags", 3)]),
    ],
)
def test_score_lines(bids: Any, tricks: Any, options: dict[str, Any], expected: Any) -> None:
    assert lines(result(bids, tricks), 0, **options) == expected


@pytest.mark.parametrize(("before", "taken", "cost"), [(9, 2, -100), (9, 12, -200), (3, 2, 0)])
def test_ten_bags(before: int, taken: int, cost: int) -> None:
    """The count goes on: nine bags and twelve more are two times ten."""
    found = dict(lines(result((1, 0), (1 + taken, 0), before), 0))
    assert found.get("Ten bags", 0) == cost and found["Bags"] == taken
    assert "Ten bags" not in dict(lines(result((1, 0), (1 + taken, 0), before), 0, bags=False))


def test_bags_are_carried_from_deal_to_deal() -> None:
    standing = GAME.opening().but(bags=(9, 4))
    after = GAME.carried(standing, GAME.score(result((4, 3), (5, 4), 9)))
    assert after.bags[0] == 11 and after.totals[0] == 70 + 2 - 100


@pytest.mark.parametrize(
    ("totals", "options", "winners"),
    [
        ((512, 507), {}, SIDES[:1]),
        ((505, 505), {}, None),
        ((130, -210), {}, SIDES[:1]),
        ((-200, -230), {}, None),
        ((130, -210), {"lose_at": 0}, None),
        ((260, 100), {"target": 250}, SIDES[:1]),
        ((499, 300), {}, None),
    ],
)
def test_the_end(totals: Any, options: dict[str, Any], winners: Any) -> None:
    game = cardlab.game("spades", **options)
    outcome = game.outcome(game.opening().but(totals=totals))
    assert (list(outcome.winners) if outcome else None) == winners


def test_the_lowest_club_option() -> None:
    game = cardlab.game("spades", first_trick="low_club")
    table = game.state(hands={0: "AS 9C 3C KD"}, to_move=0)
    assert game.legal_moves(table) == ("3C",)
    assert game.verdict(table, "9C").rule == "lowest-club-first"
    table = game.state(hands={1: "AS KD QH"}, trick=[(0, "3C")])
    assert game.legal_moves(table) == ("KD", "QH")
    assert game.verdict(table, "AS").rule == "no-spade-first-trick"


def behind(totals: tuple[int, int] = (150, 20)) -> tuple[Any, Any]:
    """A deal with blind nil in which West and East are behind, usually far."""
    game = cardlab.game("spades", blind_nil=True)
    state = game.begin(game.opening().but(totals=totals))
    return game, state.phase.apply(state, None, state.phase.chance(state, random.Random(2)))


def test_blind_nil_is_bid_unseen_and_cards_are_exchanged() -> None:
    game, state = behind()
    assert state.phase.id == "blind-nil" and state.to_move == 1
    assert set(state.seen_by(1).hand) == {BACK}
    state = game.after(state, "blind nil")
    assert state.to_move == 3
    state = game.after(state, "look")
    assert state.phase.id == "bidding" and state.to_move == 2
    for text in ("4", "3", "4"):
        state = game.after(state, text)
    assert state.phase.id == "exchange"
    givers = []
    for _ in range(4):
        givers.append(state.to_move)
        state = game.after(state, game.legal_moves(state)[0])
    assert givers == [1, 1, 3, 3] and state.phase.id == "play" and state.to_move == 1
    assert [*map(len, state.hands)] == [13] * 4
    assert {(k.seat, k.holder) for k in state.known} == {(1, 3), (3, 1)}
    assert game.aims(state)[1:] == (
        Aim((1,), Want.FEWEST, 0),
        Aim((3,), Want.MOST, 3),
    )


def test_a_card_given_is_named_to_the_two_partners_alone() -> None:
    game, state = behind()
    for text in ("blind nil", "look", "4", "3", "4"):
        state = game.after(state, text)
    assert state.phase.id == "exchange" and state.to_move == 1
    move = game.legal_moves(state)[0]
    heard = [state.phase.heard(state, 1, move, game.names, reader) for reader in range(4)]
    giver, partner = game.names[1], game.names[3]
    assert heard[1] == heard[3] == f"{giver} gives {move.card.sign} to {partner}."
    assert heard[0] == heard[2] == f"{giver} gives a card to {partner}."


@pytest.mark.parametrize(
    ("totals", "refused"), [((100, 0), None), ((99, 0), "blind-nil-needs-100-behind")]
)
def test_blind_nil_is_for_those_100_behind(totals: tuple[int, int], refused: str | None) -> None:
    game, state = behind(totals)
    # nobody decides about it in a deal in which nobody is far enough behind
    assert game.verdict(state, "blind nil").rule == refused


def test_blind_nil_is_refused_with_the_rule() -> None:
    game = cardlab.game("spades", blind_nil=True)
    assert game.match(seed=1).verdict("blind nil").rule == "blind-nil-needs-100-behind"
    game, state = behind()
    state = game.after(game.after(state, "look"), "look")
    assert game.verdict(state, "blind nil").rule == "already-looked"


def test_blind_nil_counts_200() -> None:
    blind = GAME.Result((0, 4, 3, 3), (1, 0, 0, 0), (0, 5, 4, 4), (0, 0))
    assert ("Nil made", 200) in lines(blind, 0, blind_nil=True)
    failed = GAME.Result((0, 4, 3, 3), (1, 0, 0, 0), (1, 4, 4, 4), (0, 0))
    assert ("Nil failed", -200) in lines(failed, 0, blind_nil=True)


def test_aims_of_a_contract() -> None:
    match = bid(GAME.match(seed=1), "3", "4", "2", "nil")
    assert GAME.aims(match.state) == (
        Aim((0,), Want.FEWEST, 0),
        Aim((2,), Want.MOST, 4),
        Aim((1, 3), Want.MOST, 5),
    )


def test_nil_and_ten_bags_cost_what_is_agreed() -> None:
    nil, full = result((0, 4), (1, 4)), result((4, 4), (6, 5), bags=8)
    assert ("Nil failed", -50) in lines(nil, 0, nil_counts=50)
    assert ("Ten bags", -60) in lines(full, 0, bag_penalty=60)
    assert cardlab.game("spades", blind_nil=True, nil_counts=50).blind_counts == 100
    with pytest.raises(ValueError, match="ten bags cost nothing"):
        cardlab.game("spades", bags=False, bag_penalty=60)
