"""Auctions of all games: who calls when, what a contract is, and what a call is likely to need."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.families.auctions import Contract, after_passes, last_bid
from cardlab.families.tricks import TrickGame, Tricks
from cardlab.rulebook import skat


def test_the_example_of_a_dealer_who_must_bid_has_the_others_pass_in_turn() -> None:
    """The first deal is seat 0's: the three after it have passed, in the order of their calls."""
    state = after_passes(cardlab.game("kaiser"))
    assert [(seat, str(call)) for seat, call in state.calls] == [
        (1, "pass"),
        (2, "pass"),
        (3, "pass"),
    ]
    assert state.to_move == state.dealer == 0


def test_a_contract_is_undoubled_until_somebody_doubles() -> None:
    for id in ("nap", "kaiser", "redbeard", "cardigan"):
        match, rng = cardlab.game(id).match(seed=1), random.Random(1)
        while match.state.contract is None:
            match.play(rng.choice(match.legal_moves()))
        assert isinstance(match.state.contract, Contract) and match.state.contract.doubled == 0


def test_the_last_bid_stands_whoever_passed_since() -> None:
    match = cardlab.game("nap").match(seed=1).play("two").play("three").play("pass")
    assert last_bid(match.state.calls) == (2, "three")


@pytest.mark.parametrize(
    ("options", "orders"),
    [({}, "S H C D"), ({"joker": True}, "S H C D mis"), ({"mis_no_trump": True}, "S H C D mis")],
)
def test_mis_has_an_order_of_its_own_where_it_has_no_trumps(
    options: dict[str, Any], orders: str
) -> None:
    game = cardlab.game("nap", **options)
    assert " ".join(word for word, _ in game.contracts()) == orders


# --- what calls are likely to need


def named(seed: int, bid: str = "18") -> Any:
    """A match of Skat in which the declarer, who took up the skat, names the game."""
    match = cardlab.game("skat").match(seed=seed)
    for move in (bid, "pass", "pass", "take"):
        match.play(move)
    while match.state.phase.id == "lay-away":
        match.play(match.legal_moves()[0])
    return match


def test_a_game_of_skat_takes_six_tricks_or_all_that_its_announcement_asks_for() -> None:
    """Grand takes one more, for there are four trumps.  With 18 bid every game reaches: the
    lowest is diamonds, 9 times 1 more than at least one matador."""
    match = named(1)
    needed = {
        str(c): match.game.tricks_of_bid(match.state, c, match.state.hand) for c in skat.GAMES
    }
    assert {strain: needed[strain] for strain in ("diamonds", "clubs", "grand")} == {
        "diamonds": 6,
        "clubs": 6,
        "grand": 6 + 1,
    }
    assert (needed["hearts schneider"], needed["hearts schwarz"]) == (8, 10)
    assert needed["null"] == needed["null ouvert"] == 10


def test_a_bid_out_of_reach_takes_all_ten_tricks() -> None:
    """264 is 24 times eleven, and no hand that lacks the old man and three more comes near it."""
    match = named(1)
    game, state = match.game, match.state
    low, high = skat.LADDER[0], skat.LADDER[-1]
    assert [str(low), str(high)] == ["18", "264"]
    assert game.tricks_of_bid(state, low, state.hand) == 5
    assert game.tricks_of_bid(state, high, state.hand) == 10
    assert game.orders_of_bid(state, high, state.hand) == tuple(skat.BASE)
    assert game.reaches("D", 18, state.hand) and not game.reaches("D", 264, state.hand)


def test_trumps_are_named_for_more_than_half_of_the_tricks_of_klaverjassen() -> None:
    """Five of eight."""
    match = cardlab.game("klaverjassen").match(seed=1)
    for call in match.legal_moves():
        assert match.game.tricks_of_bid(match.state, call, match.state.hand) == 5


@pytest.mark.parametrize(
    ("score", "bid", "tricks"),
    [(3, "3", 3), (3, "4", 7), (3, "6", 7), (6, "6", 6), (2, "redbeard", 6)],
)
def test_a_bid_above_the_score_is_not_made_on_purpose(score: int, bid: str, tricks: int) -> None:
    """In Redbeard, where what goes below 0 comes back: there are six tricks, so seven cannot be.
    A score of three is brought to 0 by a bid of three; redbeard is won outright."""
    for bounce in (True, False):
        game = cardlab.game("redbeard", bounce=bounce)
        state = game.begin(game.opening().but(totals=(score,) * 4, deal=2))
        state = state.phase.apply(state, None, state.phase.chance(state, random.Random(1)))
        while state.phase.id != "auction":
            state = game.after(state, str(game.legal_moves(state)[0]))
        call = next(move for move in game.legal_moves(state) if move == bid)
        view = state.seen_by(state.to_move)
        expected = tricks if bounce else min(call.height, 6)
        assert game.tricks_of_bid(view, call, view.hand) == expected


def test_trumps_of_euchre_are_made_for_three_tricks_and_alone_for_all_five() -> None:
    """More than half of five."""
    match = cardlab.game("euchre").match(seed=1)
    for call in match.candidates():
        if call != "pass":
            needed = match.game.tricks_of_bid(match.state, call, match.state.hand)
            assert needed == (5 if "alone" in str(call) else 3), call
    for _ in range(4):
        match.play("pass")
    for call in match.candidates():
        if call != "pass":
            needed = match.game.tricks_of_bid(match.state, call, match.state.hand)
            assert needed == (5 if "alone" in str(call) else 3), call


@pytest.mark.parametrize(("held", "tricks"), [(1, 0.25), (4, 1.0), (5, 1.25), (13, 1.25)])
def test_a_hand_stays_in_for_a_quarter_of_its_tricks(held: int, tricks: float) -> None:
    """And never needs more than one and a quarter."""
    match = cardlab.game("bourre").match(seed=1)
    hand = match.game.pack[:held]
    table = match.state.but(hands=(hand,) * 4, to_move=0).seen_by(0)
    assert match.game.tricks_to_stay(table) == tricks


@pytest.mark.parametrize(
    "id", [id for id in cardlab.games() if isinstance(cardlab.game(id), TrickGame)]
)
def test_the_notes_of_the_play_say_who_leads(id: str) -> None:
    """Eldest only where eldest leads; then whoever won the trick."""
    for phase in cardlab.game(id).phases:
        if isinstance(phase, Tricks):
            notes = [*map(str, phase.notes)]
            assert str(phase.leads.note) in notes and "winner-leads" in notes, notes
            assert ("eldest-leads" in notes) == (str(phase.leads.note) == "eldest-leads")
            assert len(notes) == len({*notes})


def test_a_number_of_three_digits_is_a_bid_wherever_it_is_said() -> None:
    """As while bids are made, where a rule refuses what is too high."""
    match = cardlab.game("spades").match(seed=1)
    for _ in range(4):
        match.play("3")
    for number, rule in (("60", "wrong-phase"), ("999", "wrong-phase"), ("1000", "not-a-move")):
        assert match.verdict(number).rule == rule


def test_the_games_of_skat_stand_in_one_order() -> None:
    """Null first, then the suits from diamonds up, and grand; each in its steps."""
    assert [call.height for call in skat.GAMES] == [*range(2 + 5 * 4)]
    strains = dict.fromkeys(call.strain for call in skat.GAMES)
    assert [*strains] == ["null", *"DHSC", "grand"]


@pytest.mark.parametrize(
    ("bid", "options", "trump"),
    [
        ("two", {"mis_no_trump": True}, "S"),
        ("mis", {"mis_no_trump": True}, None),
        ("mis", {}, "S"),
        (None, {"mis_no_trump": True}, "S"),
    ],
)
def test_mis_has_no_trumps_where_the_table_says_so(
    bid: str | None, options: dict[str, Any], trump: str | None
) -> None:
    """Before there is a contract the suit alone makes the order."""
    game = cardlab.game("nap", **options)
    contract = next((Contract(b, 0) for b in game.bids if b == bid), None)
    assert game.order_under(contract, "S").trump == trump
    called = {
        str(b): game.orders_of_bid(None, b, ()) for b in cardlab.game("bridge").phases[1].bids
    }
    assert (called["1H"], called["3NT"]) == (("H",), ("NT",))
