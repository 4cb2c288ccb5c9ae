"""Skat: bidding by numbers, the skat, and what a game is worth."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.moves import Deal
from cardlab.rulebook.skat import GRAND, NULL, VALUES, matadors

F = "JS AS TS AH QH 7H 9D QC 9C 7C"
M = "QS 9S 7S JH TH 8H JD TD JC AC"
R = "KS KH 9H AD KD QD 8D 7D TC 8C"
SKAT = "8S KC"


def table(players: int = 3, **options: Any) -> tuple[Any, Any]:
    """The sample deal; seat 0 is forehand and the last seat deals."""
    game = cardlab.game("skat", players=players, **options)
    state = game.begin(game.opening().but(dealer=players - 1))
    hands = [cardlab.cards(hand) for hand in (F, M, R)] + [()] * (players - 3)
    return game, state.phase.apply(state, None, Deal(hands, cardlab.cards(SKAT)))


def play(game: Any, state: Any, *moves: str) -> Any:
    for move in moves:
        state = game.after(state, move)
    return state


def test_sixty_three_numbers() -> None:
    assert len(VALUES) == 63 and VALUES[:6] == (18, 20, 22, 23, 24, 27) and VALUES[-1] == 264


@pytest.mark.parametrize(
    ("cards", "strain", "count"),
    [
        ("JC AH", "H", 1),
        ("JS AH", "H", 1),
        ("JH AH", "H", 2),
        ("JC JS JH JD", GRAND, 4),
        ("AC", GRAND, 4),
        ("7C", "H", 11),
        ("JC JS JH JD AS TS KS QS 9S 8S 7S", "S", 11),
        ("JC JS JH JD AS TS QS", "S", 6),
    ],
)
def test_matadors(cards: str, strain: str, count: int) -> None:
    assert matadors(cardlab.cards(cards), strain) == count


def test_bidding_goes_from_one_pair_to_the_next() -> None:
    game, state = table()
    assert (state.to_move, state.bidder, state.holder) == (1, 1, 0)
    assert game.verdict(state, "yes").rule == "nothing-to-hold"
    assert game.verdict(state, "19").rule == "not-on-the-ladder"
    state = play(game, state, "18", "yes", "20", "yes", "pass")
    # middlehand is out; rearhand bids to forehand, and above the last number
    assert (state.to_move, state.bidder, state.holder, state.bid) == (2, 2, 0, 20)
    assert game.verdict(state, "20").rule == "bid-higher"
    state = play(game, state, "22", "pass")
    assert (state.declarer, state.bid, state.phase.id) == (2, 22, "skat")


def test_forehand_alone_may_play_at_eighteen_or_pass() -> None:
    game, state = table()
    state = play(game, state, "pass", "pass")
    assert state.to_move == 0 and game.legal_moves(state) == ("pass", "18")
    assert play(game, state, "18").declarer == 0
    over = play(game, state, "pass")
    assert over.phase.id == "over" and game.deal_lines(over) == ()
    assert game.next_standing(over, ()).dealer == 0


def test_rearhand_bids_first_when_middlehand_passes() -> None:
    game, state = table()
    state = play(game, state, "pass", "30")
    assert (state.to_move, state.holder) == (0, 0)
    assert play(game, state, "yes", "pass").declarer == 0


def test_the_skat_is_taken_up_and_two_cards_laid_away() -> None:
    game, state = table()
    state = play(game, state, "18", "pass", "pass", "take")
    assert len(state.hands[1]) == 12 and state.skat == ()
    assert game.verdict(state, "spades").rule == "lay-away-two"
    state = play(game, state, "discard TD", "discard TH")
    assert state.seen_by(1).away[1] == ("TD", "TH")
    assert state.seen_by(0).away[1] == (cardlab.BACK,) * 2
    assert game.verdict(state, "spades schneider").rule == "announce-needs-hand"
    assert game.verdict(state, "null ouvert").legal
    state = play(game, state, "spades")
    assert state.to_move == 0 and game.needs(state) == 41 and game.needs(state.seen_by(0)) == 61


def test_in_a_hand_game_nobody_sees_the_skat() -> None:
    game, state = table()
    state = play(game, state, "18", "pass", "pass", "hand")
    assert all(state.seen_by(seat).skat == (cardlab.BACK,) * 2 for seat in range(3))
    assert play(game, state, "grand schneider").announced == "schneider"


def test_ouvert_lies_open_to_everybody() -> None:
    game, state = table()
    state = play(game, state, "18", "pass", "pass", "hand", "spades ouvert")
    assert all(state.seen_by(seat).hands[1] == state.hands[1] for seat in range(3))
    assert state.seen_by(1).hands[0] == (cardlab.BACK,) * 10


def test_null_has_to_reach_the_bid() -> None:
    game, state = table()
    taken = play(game, state, "24", "pass", "pass", "take", "discard TD", "discard TH")
    assert game.verdict(taken, "null").rule == "null-below-bid"
    assert game.verdict(taken, "null ouvert").legal
    assert game.verdict(play(game, state, "24", "pass", "pass", "hand"), "null").legal


def test_null_is_over_with_the_declarers_first_trick() -> None:
    game, state = table()
    state = play(game, state, "18", "pass", "pass", "hand", "null")
    state = play(game, state, "7H", "TH", "KH")
    assert state.phase.id == "play" and [game.order_title(w) for w in ("null", "grand")]
    state = play(game, state, "AD", "9D", "JD")
    state = play(game, state, "QD", "7C", "TD", "8D", "AS", "JH")
    assert state.phase.id == "play"
    state = play(game, state, "TC", "QC", "JC")
    state = play(game, state, "TS", "7S", "KS")
    state = play(game, state, "9H", "QH", "8H")
    state = play(game, state, "9C", "AC", "8C")
    assert state.phase.id == "over"
    (line,) = game.deal_lines(state)
    assert (line.title, line.points) == ("Lost", -70)


def score(**result: Any) -> tuple[str, int]:
    game = cardlab.game("skat")
    (line,) = game.score(game.Result(**result))
    return line.title, line.points


EDGES = [
    ({"strain": "S", "points": 60, "matadors": 1}, ("Lost", -44)),
    ({"strain": "S", "points": 61, "matadors": 1}, ("Won", 22)),
    (
        {"strain": "C", "points": 89, "hand": True, "announced": "schneider", "matadors": 1},
        ("Lost", -120),
    ),
    ({"strain": "H", "points": 75, "bid": 30, "matadors": 1}, ("Overbid", -60)),
    ({"strain": "H", "points": 90, "bid": 30, "matadors": 1}, ("Won", 30)),
    ({"strain": "D", "points": 75, "bid": 36, "matadors": 2}, ("Overbid", -72)),
    ({"strain": "D", "points": 90, "bid": 36, "matadors": 2}, ("Won", 36)),
    ({"strain": "H", "points": 10, "tricks": 0, "matadors": 1}, ("Lost", -80)),
    ({"strain": NULL, "tricks": 0, "bid": 23}, ("Won", 23)),
    ({"strain": NULL, "tricks": 1, "bid": 23, "hand": True, "announced": "ouvert"}, ("Lost", -118)),
    ({"strain": GRAND, "points": 30, "matadors": 1}, ("Lost", -144)),
    ({"strain": GRAND, "points": 31, "matadors": 1}, ("Lost", -96)),
]


@pytest.mark.parametrize(("result", "expected"), EDGES)
def test_what_a_game_scores(result: dict[str, Any], expected: tuple[str, int]) -> None:
    assert score(**result) == expected


def test_the_list_of_seeger_and_fabian() -> None:
    for players, share in ((3, 40), (4, 30)):
        game = cardlab.game("skat", players=players, score_list="seeger")
        sides = [side.id for side in game.sides]
        lost = cardlab.totals(game.score(game.Result(strain="H", points=50)), sides)
        assert list(lost.values()) == [-110, *[share] * (players - 1)]
        won = cardlab.totals(game.score(game.Result(strain="H", points=70)), sides)
        assert list(won.values()) == [80, *[0] * (players - 1)]


def test_results_that_cannot_be() -> None:
    game = cardlab.game("skat")
    impossible = [
        {"announced": "schneider"},
        {"strain": GRAND, "matadors": 5},
        {"strain": NULL, "announced": "schwarz", "hand": True},
        {"strain": NULL, "bid": 24},
        {"tricks": 10, "points": 100},
        {"tricks": 0, "points": 30},
    ]
    for given in impossible:
        assert game.Result(**given).cannot(game)
    assert not game.Result().cannot(game)


def test_with_four_players_the_dealer_sits_out() -> None:
    game, state = table(players=4)
    assert state.sitting_out == (3,) and state.to_move == 1 and state.hands[3] == ()
    state = play(game, state, "18", "pass", "pass", "hand", "spades")
    assert state.trick.seats == (0, 1, 2)
    match, rng = cardlab.game("skat", players=4).match(seed=6), random.Random(6)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    assert match.record.replay().totals == match.totals


def test_orders() -> None:
    game = cardlab.game("skat")
    assert [title for _, title in game.contracts()] == [
        "Spades",
        "Hearts",
        "Clubs",
        "Diamonds",
        "Grand",
        "Null",
    ]
    hearts, null = game.ordering("H"), game.ordering(NULL)
    assert [r[0] for r in hearts.ladder()][:5] == ["JC", "JS", "JH", "JD", "AH"]
    assert len(hearts.ladder()) == 11 and len(game.ordering(GRAND).ladder()) == 4
    assert [r[0] for r in null.ladder("C")] == ["AC", "KC", "QC", "JC", "TC", "9C", "8C", "7C"]
    assert null.trump is None and sum(null.worth(card) for card in game.pack) == 0


def test_a_null_counts_neither_card_points_nor_matadors() -> None:
    """0 points and one matador, the fewest that a result can have."""
    match = cardlab.game("skat").match(seed=1)
    for move in ("18", "pass", "pass", "hand", "null"):
        match.play(move)
    while match.state.standing.deal == 1:
        state = match.state
        match.play(match.legal_moves()[0])
    result = match.game.played(state)
    assert (result.strain, result.points, result.matadors) == ("null", 0, 1)
