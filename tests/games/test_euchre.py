"""Euchre: bowers, ordering up, naming, playing alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Suit
from cardlab.engine.moves import Deal
from cardlab.engine.ordering import bowers

HANDS = ("9S 9H JD 9D AC", "KS QS TS QD KC", "AS AH KH QC TC", "JH TH AD KD TD")
REST = "QH JS JC 9C"


def dealt(hands: tuple[str, ...] = HANDS, rest: str = REST, **options: Any) -> cardlab.Match:
    """A match whose first deal is this one; seat 0 deals, so the first hand is West's."""
    game = cardlab.game("euchre", **options)
    state = game.begin(game.opening())
    west, north, east, south = (cardlab.cards(hand) for hand in hands)
    rest_cards = [*cardlab.cards(rest)]
    used = {*west, *north, *east, *south, *rest_cards}
    rest_cards += [card for card in game.pack if card not in used]
    deal = Deal((south, west, north, east), rest_cards)
    record = game.match(seed=1).record
    assert state.phase.id == "deal"
    entries = ((None, str(deal)),)
    return cardlab.Record(
        record.game, 1, record.names, options=record.options, moves=entries
    ).replay()


def test_bowers_of_every_suit() -> None:
    assert [bowers(Suit(s)) for s in "SHCD"] == [
        ("JS", "JC"),
        ("JH", "JD"),
        ("JC", "JS"),
        ("JD", "JH"),
    ]
    order = cardlab.game("euchre").ordering("D")
    trumps = [rung[0] for rung in order.ladder()]
    assert trumps == ["JD", "JH", "AD", "KD", "QD", "TD", "9D"]
    assert order.suit("JH").name == "diamonds" and "JH" not in [r[0] for r in order.ladder("H")]


def test_the_joker_stands_above_the_bowers() -> None:
    order = cardlab.game("euchre", benny=True, cards=32).ordering("S")
    assert [rung[0] for rung in order.ladder()][:3] == ["JK", "JS", "JC"]
    assert len(order.ladder()) == 10


def test_the_dealer_takes_the_card_up_and_may_put_it_away_again() -> None:
    match = dealt().play("pass").play("pass").play("pass").play("order")
    assert match.log()[-1] == "South takes up Q♥."
    assert match.state.hands[0].count("QH") == 1 and len(match.state.hands[0]) == 6
    verdict = match.verdict("pass")
    assert not verdict.legal and verdict.rule == "discard-one"
    match.play("discard QH")
    assert match.state.away[0] == ("QH",) and match.to_move == 1
    assert match.state.seen_by(1).away[0] == (cardlab.BACK,)
    assert match.state.seen_by(0).away[0] == ("QH",)


def test_what_the_dealer_took_up_is_with_the_dealer_in_imagined_tables() -> None:
    match = dealt().play("order").play("discard TD")
    rng = random.Random(5)
    for seat in (1, 2, 3):
        for _ in range(20):
            table = match.state.seen_by(seat).imagined(rng)
            assert "QH" in (*table.hands[0], *table.away[0])
            assert sorted(table.all_cards()) == sorted(match.game.pack)


def test_the_suit_turned_down_cannot_be_named() -> None:
    match = dealt()
    for _ in range(4):
        match.play("pass")
    assert match.state.phase.id == "name-trumps"
    verdict = match.verdict("hearts")
    assert (str(verdict.rule), verdict.reason) == ("suit-turned-down", "hearts were turned down")
    assert match.verdict("diamonds").legal  # the other suit of the colour may be named
    match.play("clubs alone")
    assert match.state.alone and match.state.sitting_out == (3,) and match.to_move == 1


def test_a_jack_of_the_turned_colour_stays_out_of_play() -> None:
    match = dealt(("9S 9H JH 9D AC", *HANDS[1:3], "QH TH AD KD TD"), "JD JS JC 9C")
    for _ in range(4):
        match.play("pass")
    match.play("hearts")
    assert match.state.shown == ("JD",)
    assert all("JD" not in hand for hand in match.state.hands)


def test_all_pass_twice_and_the_next_player_deals() -> None:
    match = dealt()
    for _ in range(8):
        match.play("pass")
    assert match.state.dealer == 1 and not match.lines


def test_the_dealer_is_stuck() -> None:
    match = dealt(stick_dealer=True)
    for _ in range(7):
        match.play("pass")
    assert match.to_move == 0 and match.verdict("pass").rule == "dealer-must-name"


def test_the_dealers_partner_assists_alone() -> None:
    match = dealt(assist_alone=True).play("pass")
    assert match.to_move == 2 and match.verdict("order up").rule == "assist-alone"
    match.play("order alone")
    # the dealer who sits out still takes the card up and puts one away
    assert match.state.sitting_out == (0,) and match.to_move == 0
    match.play("discard TD")
    assert match.to_move == 1 and match.state.trick.seats == (1, 2, 3)


@pytest.mark.parametrize(("lead", "first"), [("eldest", 2), ("left-of-loner", 0)])
def test_who_leads_when_eldest_sits_out(lead: str, first: int) -> None:
    match = dealt(lead=lead).play("pass").play("pass").play("order alone").play("discard TD")
    assert match.state.sitting_out == (1,) and match.to_move == first
    assert len(match.state.trick.seats) == 3


def test_defending_alone() -> None:
    match = dealt(defend_alone=True).play("order alone").play("discard TD")
    assert match.state.phase.id == "defend-alone" and match.to_move == 2
    match.play("pass")
    assert match.to_move == 0
    match.play("defend alone")
    assert match.state.trick.seats == (1, 0) and match.state.sitting_out == (3, 2)
    game = match.game
    (line,) = game.score(game.Result(1, (3, 2), alone=True, against=True))
    assert (line.side, line.points) == ("north-south", 4)
    (line,) = game.score(game.Result(1, (3, 2), alone=True))
    assert line.points == 2
    (line,) = game.replace(lone_defender_adds=3).score(
        game.Result(1, (3, 2), alone=True, against=True)
    )
    assert line.points == 5


def test_the_dealer_names_a_turned_joker_without_seeing_the_hand() -> None:
    match = dealt(rest="JK QH JS JC 9C", benny=True)
    assert match.state.phase.id == "offer" and match.to_move == 0
    assert match.game.view(match.state).hand == (cardlab.BACK,) * 5
    match.play("suit D").play("order")
    assert match.state.order.trump == "D" and "JK" in match.state.hands[0]


def test_calls_are_over_once_trumps_are_made() -> None:
    match = dealt().play("order").play("discard TD")
    verdict = match.verdict("order up")
    assert (str(verdict.rule), verdict.reason) == ("auction-over", "hearts are trumps already")


def test_options_play_to_the_end() -> None:
    options: dict[str, Any] = {"benny": True, "defend_alone": True, "assist_alone": True}
    for seed, size in enumerate((24, 28, 32)):
        match = cardlab.game("euchre", cards=size, lead="left-of-loner", **options).match(seed=seed)
        rng = random.Random(seed)
        while not match.over:
            match.play(rng.choice(match.legal_moves()))
        assert max(match.totals.values()) >= 10
        assert match.record.replay().totals == match.totals


@pytest.mark.parametrize("call", ["order up", "order up alone"])
def test_the_makers_aim_for_three_tricks(call: str) -> None:
    match = cardlab.game("euchre").match(seed=3).play(call)
    assert match.state.contract is not None
    makers = match.state.contract.declarer % 2
    aims = match.game.aims(match.state)
    assert {aim.needs for aim in aims if aim.seats[0] % 2 == makers} == {3}
    assert match.state.contract.bid.level == (5 if call.endswith("alone") else 3)


def test_the_sheet_says_what_a_lone_defender_is_worth_where_there_may_be_one() -> None:
    def told(**options: Any) -> str:
        return " ".join(cardlab.game("euchre", **options).rules().split())

    assert "if an opponent of a lone maker defended alone" not in told()
    assert "the other side scores 2, or 6 if an opponent of a lone maker defended alone" in told(
        defend_alone=True, lone_defender_adds=4
    )
    assert "the other side scores 3, or 5 if an opponent of a lone maker defended alone" in told(
        defend_alone=True, euchre=3
    )


GAME, UP = cardlab.game("euchre"), cardlab.Card("JS")


def taken_up(stock: str, hands: dict[int, str], **given: Any) -> Any:
    return GAME.state(trump="S", to_move=1, hands=hands, stock=stock, **given)


def test_a_card_that_was_taken_up_changes_places_with_one_of_the_dealers() -> None:
    """Where a table was imagined with it in the stock; nothing else moves."""
    hands = {0: "AS KS", 1: "AH KH", 2: "9C TC", 3: "9D TD"}
    table = taken_up("JS QS", hands)
    moved = table.among_dealers(UP, random.Random(1))
    assert UP in moved.hands[0] and UP not in moved.stock
    assert moved.hands[1:] == table.hands[1:] and "QS" in moved.stock
    assert sorted(moved.all_cards()) == sorted(table.all_cards())


@pytest.mark.parametrize(
    ("hands", "given"),
    [
        ({0: "JS KS", 1: "AH KH", 2: "9C", 3: "9D"}, {}),
        ({0: "AS KS", 1: "AH KH", 2: "9C", 3: "9D"}, {"trick": [(0, "JS")]}),
        ({0: "", 1: "AH KH", 2: "9C", 3: "9D"}, {}),
    ],
)
def test_it_stays_where_it_is_with_the_dealer_or_was_played(
    hands: dict[int, str], given: dict[str, Any]
) -> None:
    table = taken_up("QS", hands, **given)
    assert table.among_dealers(UP, random.Random(1)) is table


def test_of_two_copies_nobody_says_which_one_was_taken_up() -> None:
    """With house rules for two packs."""
    game = GAME.replace(pack=[*GAME.pack, *GAME.pack])
    hands = {0: "AS KS", 1: "AH KH", 2: "9C TC", 3: "9D TD"}
    table = game.state(trump="S", to_move=1, hands=hands, stock="JS QS")
    assert table.among_dealers(UP, random.Random(1)) is table
