"""Cardigan: the source's own examples played out, and the points that its rules turn on."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import cardlab
from cardlab import BACK
from cardlab.engine.cards import unseen
from cardlab.engine.moves import Deal
from cardlab.families.auctions import Contract
from cardlab.families.collecting import full_suits
from cardlab.families.drawing import highest_drawn
from cardlab.families.duplicates import Declare, exact_copies
from cardlab.rulebook.cardigan import BIDS, declared_sets, markers

GAME = cardlab.game("cardigan")
NS, EW = (side.id for side in GAME.sides)
PACK = " ".join(map(str, cardlab.game("bridge").pack))


def rigged(hands: list[str], calls: list[str], seats: list[int], **options: Any) -> Any:
    """A match in which South draws the first deal and deals these hands; the moves that follow
    are given."""
    game = cardlab.game("cardigan", **options)
    own = [cardlab.cards(hand) for hand in hands]
    rest = unseen(game.pack, [c for hand in own for c in hand])
    draws = [["AS"], ["2S"], ["2H"], ["2C"]]
    chance = (
        Deal(draws, unseen(game.pack, [cardlab.Card(c) for d in draws for c in d])),
        Deal([[c for hand in own for c in hand], *(rest[i * 52 : i * 52 + 52] for i in range(3))]),
        Deal(own),
    )
    moves = [*((None, str(deal)) for deal in chance), *zip(seats, calls, strict=True)]
    return cardlab.Record(
        game="cardigan", seed=1, names=game.names, options=game.chosen, moves=tuple(moves)
    ).replay()


SLAM = [
    "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
    "AC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C KC",
    "AH AH KD KD KD 2H 3H 4H 5H 6H 7H 8H 9H",
    "AD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D TH",
]


def test_the_examples_of_the_source() -> None:
    """A pair and a triplet score 12000; a grand slam at no trump is worth 1000, the highest
    value there is."""
    calls = [
        "done",
        "declare AH AH",
        "declare KD KD KD",
        "done",
        "done",
        "done",
        "pass",
        "pass",
        "pass",
        "7NT",
        "hidden",
    ]
    match = rigged(SLAM, calls, [1, 2, 2, 2, 3, 0, 1, 2, 3, 0, 0])
    assert [(x.title, x.points) for x in match.lines] == [
        ("Declared sets", 12000),
        ("Contract bonus", 4000),
    ]
    while match.state.standing.deal == 1:
        match.play(match.legal_moves()[0])
    made = next(x for x in match.lines if x.title == "Contract made")
    assert made.points == 20000 and dict(made.values)["v"] == 1000
    assert (
        max(
            GAME.value(level, kind)
            for level in range(1, 8)
            for kind in ("NT", "BLACK", "RED", "SA")
        )
        == 1000
    )


@pytest.mark.parametrize(
    ("opened", "counts"), [("hidden", 1), ("dummy", 2), ("open", 3), ("both", 5)]
)
def test_open_hands_multiply_and_are_seen(opened: str, counts: int) -> None:
    match = rigged(
        SLAM, [*["done"] * 4, "pass", "pass", "pass", "7NT", opened], [1, 2, 3, 0, 1, 2, 3, 0, 0]
    )
    state = match.state
    assert [BACK not in state.seen_by(1).hands[s] for s in range(4)] == [
        opened in ("open", "both"),
        True,
        opened in ("dummy", "both"),
        False,
    ]
    match.play("AS").play(match.legal_moves()[0])
    assert match.state.actor() == (0 if opened in ("dummy", "both") else 2)
    while match.state.standing.deal == 1:
        match.play(match.legal_moves()[0])
    assert next(x for x in match.lines if x.title == "Contract made").points == 20000 * counts


def test_a_hand_declared_to_the_last_card_counts_as_dummy() -> None:
    hands = [SLAM[0], SLAM[1], "AH AH AH AH KD KD KD KD 2H 2H 3H 3H 3H", SLAM[3]]
    sets = [
        "declare AH AH AH AH",
        "declare KD KD KD KD",
        "declare 2H 2H",
        "declare 3H 3H 3H",
        "done",
    ]
    calls = ["done", *sets, "done", "done", "pass", "pass", "pass", "7NT", "hidden"]
    match = rigged(hands, calls, [1, 2, 2, 2, 2, 2, 3, 0, 1, 2, 3, 0, 0])
    assert match.lines[0].points == (25000 * 2 + 5000 + 1000) * 4
    assert match.lines[1].points == 4000, "the bonus is not raised"
    assert BACK not in match.state.seen_by(1).hands[2]
    while match.state.standing.deal == 1:
        match.play(match.legal_moves()[0])
    assert next(x for x in match.lines if x.title == "Contract made").points == 40000


def test_the_bonus_may_count_the_open_hands() -> None:
    calls = [*["done"] * 4, "1HA", "pass", "pass", "pass", "both"]
    match = rigged(SLAM, calls, [1, 2, 3, 0, 1, 2, 3, 0, 1], bonus="declared", both=6)
    assert [(x.title, x.side, x.points) for x in match.lines] == [
        ("Contract bonus", EW, 2 * 400 * 6)
    ]


def test_the_dealer_is_stuck_and_nobody_overbids() -> None:
    match = rigged(SLAM, [*["done"] * 4, "pass", "pass", "pass"], [1, 2, 3, 0, 1, 2, 3])
    verdict = match.verdict("pass")
    assert (verdict.legal, verdict.rule, verdict.reason) == (
        False,
        "dealer-is-stuck",
        "the other three have passed",
    )
    match.play("1D")
    assert (match.state.phase.id, match.to_move, match.lines[-1].points) == ("hands", 0, 400)


def test_a_passed_player_may_bid_again() -> None:
    calls = [*["done"] * 4, "pass", "1D", "pass", "1C", "1H", "pass", "pass", "pass"]
    match = rigged(SLAM, calls, [1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0])
    assert match.state.declarer == 1 and match.state.contract.bid == "1H"


def test_with_the_option_a_pass_is_for_good() -> None:
    calls = [*["done"] * 4, "pass", "1D", "pass", "pass"]
    match = rigged(SLAM, calls, [1, 2, 3, 0, 1, 2, 3, 0], return_after_pass=False)
    verdict = match.verdict("1H")
    assert (verdict.legal, verdict.rule, [str(m) for m in match.legal_moves()]) == (
        False,
        "passed-out",
        ["pass"],
    )


def test_the_defence_may_stay_out_of_the_multiplier() -> None:
    result = GAME.Result(level=1, kind="NT", side=0, tricks=5, multiplier=5)
    plain = cardlab.game("cardigan", defence="plain")
    assert [x.points for x in GAME.score(result)] == [15000, 48000]
    assert [x.points for x in plain.score(result)] == [15000, 9600]


def test_equal_cards_go_face_down_and_only_their_player_knows_them() -> None:
    hands = {0: "9H", 1: "9H AC", 2: "9H", 3: "9H"}
    state = GAME.state(
        hands={s: h.split() for s, h in hands.items()},
        trump="S",
        leader=0,
        to_move=0,
        phase="play",
        declarer=0,
        laid=((),) * 4,
    )
    state = state.but(contract=Contract(GAME.phases[4].bids[0], 0), packs=((),) * 4)
    state = GAME.after(state, "9H")
    assert state.phase.turns_down(state, cardlab.Card("9H")) and not state.phase.turns_down(
        state, cardlab.Card("AC")
    )
    view = state.seen_by(1)
    assert GAME.worth(view, view.phase.candidates(view)[0]) == "face down"
    assert (
        state.phase.told(state, 1, cardlab.engine.moves.Play("9H"), "West")
        == "West plays a card face down."
    )
    state = GAME.after(state, "9H")
    assert [state.seen_by(s).trick.cards[1] for s in range(4)] == [BACK, "9H", BACK, BACK]
    assert state.seen_by(2).imagined(random.Random(1)).trick.cards[1] == "9H", (
        "it can only be an equal"
    )
    state = GAME.after(GAME.after(state, "9H"), "9H")
    won, thrown = state.spoils()
    assert (won, thrown) == ((("9H",), ()), (("9H", "9H"), ("9H",)))


def test_an_open_copy_is_played_first_and_a_hidden_third_stays_hidden() -> None:
    hands = ["AS AS AS 2C 3C 4C 5C 6C 7C 8C 9C TC JC", *SLAM[1:]]
    match = rigged(hands, ["done", "done", "done", "declare AS AS", "done"], [1, 2, 3, 0, 0])
    assert Counter(match.state.seen_by(1).hands[0]) == {"AS": 2, BACK: 11}
    for call in ("pass", "pass", "pass", "1NT", "hidden", "AS"):
        match.play(call)
    assert Counter(match.state.seen_by(1).hands[0]) == {"AS": 1, BACK: 11}
    zone = next(z for z in match.view(1)["zones"] if z["id"] == "laid-0")
    assert [f["card"] for f in zone["faces"]] == ["AS"]


def test_refused_sets() -> None:
    match = rigged(SLAM, ["done"], [1])
    assert match.verdict("declare AH AH AH").rule == "exact-copies"
    assert match.verdict("declare AH KD").rule == "exact-copies"
    assert match.verdict("declare AS AS").rule == "must-hold-card"
    match.play("declare KD KD")
    verdict = match.verdict("declare KD KD KD")
    assert (verdict.rule, verdict.reason) == ("one-set-per-card", "you have declared K♦ already")


def test_the_draw_for_the_deal() -> None:
    assert highest_drawn([["TS"], ["AC"], ["KH"], ["2D"]]) == 1
    assert highest_drawn([["AS"], ["AC"], ["KH"], ["2D"]]) is None
    assert highest_drawn([["AS", "2C"], ["AC", "3C"], ["KH"], ["2D"]]) == 1
    draw, start = GAME.phases[0], GAME.begin(GAME.opening())
    for seed in range(300):
        move = draw.chance(start, random.Random(seed))
        draw.check(start, move)
        assert (
            highest_drawn(move.hands) is not None
            and len({card for d in move.hands for card in d}) >= 2
        )
    tied = Deal([["AS"], ["AC"], ["KH"], ["2D"]], unseen(GAME.pack, cardlab.cards("AS AC KH 2D")))
    with pytest.raises(ValueError, match="no single winner"):
        draw.check(start, tied)


def test_matches_by_chance() -> None:
    """Everybody deals once from the own pack; in the end the sides have collected all 208 cards
    between them."""
    for seed in range(6):
        rng, match = random.Random(seed), GAME.match(seed=seed)
        while not match.over:
            match.play(rng.choice(match.legal_moves()))
        ends = [
            state
            for ply in range(match.ply + 1)
            if (state := match.state_at(ply)).phase.id == "over"
        ]
        assert len(ends) == 4 and sorted({state.dealer for state in ends}) == [0, 1, 2, 3]
        assert [sum(map(len, state.packs)) for state in ends] == [156, 104, 52, 0]
        last = match.state
        everything = [a + b for a, b in zip(last.collected, last.gathered(), strict=True)]
        assert Counter(c for side in everything for c in side) == Counter(GAME.pack)
        for side, held in zip(GAME.sides, everything, strict=True):
            points = sum(
                {"D": 1000, "C": 2000, "H": 3000, "S": 4000}[s] * k * (k + 1) // 2
                for s, k in full_suits(held).items()
            )
            assert (
                sum(x.points for x in match.lines if x.rule == "full-suits" and x.side == side.id)
                == points
            )
        for deal in (1, 2, 3, 4):
            lines = [x for x in match.lines if x.deal == deal and x.rule == "card-points"]
            gathered = ends[deal - 1].taken
            down = sum(len(t.down) for t in gathered)
            dealt = [c.rank for t in gathered for c in t.cards]
            values = sum(
                {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 10, "5": 5}.get(rank, 0) for rank in dealt
            )
            assert sum(x.points for x in lines) == deal * values + 5 * down
        assert cardlab.Record.from_json(match.record.to_json()).replay().lines == match.lines


def test_nobody_looks_into_the_packs() -> None:
    match = GAME.match(seed=8)
    for seat in range(4):
        seen = match.state.seen_by(seat)
        assert all(card is BACK for held in seen.packs for card in held) and not seen.standing.left


def test_a_dummy_is_not_asked_for_its_own_cards() -> None:
    match = cardlab.game("cardigan").match(seed=3)
    while match.state.phase.id != "play":
        moves = list(map(str, match.legal_moves()))
        match.play(next((m for m in ("7NT", "both", "pass") if m in moves), moves[0]))
    while match.state.to_move != match.state.partner:
        match.play(match.legal_moves()[0])
    dummy, declarer = match.state.partner, match.state.declarer
    names = match.game.names
    seen = match.view(dummy).to_dict()
    assert not seen["mine"] and seen["prompt"] == f"{names[declarer]} is to play from your hand."
    assert match.view(declarer).to_dict()["mine"]


def test_sets_cards_and_full_suits_count_what_was_agreed() -> None:
    game = cardlab.game(
        "cardigan", pair_counts=500, four_counts=30000, face_down_counts=8, full_suit_counts=2000
    )
    assert [x.points for x in declared_sets.test(game, (0, (2, 3, 4)))] == [3 * 35500]
    suit = cardlab.pack(suits="H")
    result = game.Result(
        deal=4, thrown=(tuple(cardlab.cards("9S 9H")), ()), collected=((*suit, *suit), ())
    )
    points = {x.title: x.points for x in game.score(result)}
    assert (points["Cards"], points["Full hearts"]) == (16, 3 * (2000 + 4000))
    sheet = " ".join(game.rules().split())
    assert "A pair counts 500, a triplet 5000, four of a card 30000" in sheet
    assert "diamonds 2000; clubs 4000; hearts 6000; spades 8000" in sheet


def test_every_kind_of_bid_and_every_slam_has_an_agreed_value() -> None:
    game = cardlab.game("cardigan", spades_alone=150, no_trump=700, middle_slam=250)
    values = [game.value(4, "SA"), game.value(5, "SA"), game.value(5, "NT")]
    assert values == [150 + 50, 150 + 250, 700 + 250]
    sheet = " ".join(game.rules().split())
    assert "♠ alone 150" in sheet and "5 adds 250 (Middle Slam)" in sheet


@pytest.mark.parametrize("typed", ["6BLACK", "6B", "6 Black", "6black"])
def test_a_bid_is_read_by_its_text_its_button_and_its_words(typed: str) -> None:
    state = cardlab.game("cardigan").state(phase="auction", to_move=1, hands=[("AS",)] * 4)
    assert state.game.verdict(state, typed).move == "6BLACK"


def test_every_bid_is_read_as_it_is_told() -> None:
    game = cardlab.game("cardigan")
    state = game.state(phase="auction", to_move=1, hands=[("AS",)] * 4)
    for bid in BIDS:
        assert game.verdict(state, bid.said).move == game.verdict(state, bid.label).move == bid


@pytest.mark.parametrize(
    ("won", "refused"),
    [
        ("AS AS AS AS", ""),
        ("AS AS AS AS AS", "there four times"),
        (PACK, ""),
        (PACK + " 2S", "52 cards"),
    ],
)
def test_no_more_cards_are_won_than_were_played(won: str, refused: str) -> None:
    """52 in a deal, and no card more than four times."""
    said = GAME.Result(won=(cardlab.cards(won), ())).cannot(GAME)
    assert refused in said and bool(said) == bool(refused)


@pytest.mark.parametrize(
    ("level", "tricks", "left", "ours", "theirs"),
    [
        (1, "", "BBBBBBCOOOOOO", "", ""),
        (3, "++-", "BBBBCCCOOO", "BB", "O"),
        (7, "--+", "BBBBBCCCCC", "B", "CC"),
    ],
)
def test_the_row_of_markers(level: int, tricks: str, left: str, ours: str, theirs: str) -> None:
    """Six B, a C for each trick of the level, the rest O: thirteen; one side takes from the left,
    the other from the right."""
    row = markers(level, tuple(trick == "+" for trick in tricks))
    assert row == (left, ours, theirs) and len("".join(row)) == 13


def test_a_set_has_two_to_four_copies_that_are_held() -> None:
    """Of five copies, which a table of five packs could hold, four may be declared."""
    state = GAME.match(seed=1).state
    table = state.but(hands=(cardlab.cards("AS AS AS AS AS 2H 2H"), *state.hands[1:]))
    ruled = exact_copies.test(
        table.but(to_move=0).seen_by(0),
        (*(Declare(*["AS"] * n) for n in range(1, 6)), Declare("2H", "2H", "2H")),
    )
    assert [len(move.named) for move in ruled.kept] == [2, 3, 4]


def test_a_card_says_before_it_is_played_whether_it_goes_face_down() -> None:
    """Equal to one that lies open in the trick; in no other phase."""
    state = GAME.state(trump="H", trick=[(3, "KS")], hands={0: "KS QS 4D"})
    told = {str(move): GAME.worth(state, move) for move in GAME.candidates(state)}
    assert told == {"KS": "face down", "QS": None, "4D": None}
    match = GAME.match(seed=1)
    for move in (*match.candidates(), *GAME.candidates(state)):
        assert GAME.worth(match.state, move) is None


HELD = {0: "7H 7H 2S", 1: "3S", 2: "4S", 3: "5S"}


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"declared": {0: ["7H 7H"]}}, ""),
        ({"declared": {0: "7H 7H"}}, ""),
        ({"declared": {1: ["7H 7H"]}}, "cannot be declared"),
        ({"declared": {0: ["7H 7H 7H"]}}, "cannot be declared"),
        ({"declared": {0: ["7H 2S"]}}, "cannot be declared"),
        ({"declared": {4: ["7H 7H"]}}, "declared names the sets of a seat"),
        ({"declared": {-1: ["7H 7H"]}}, "declared names the sets of a seat"),
        ({"declared": {"nobody": ["7H 7H"]}}, "declared names the sets of a seat"),
        ({"declared": {0: ["7H 7H"]}, "laid": [["7H"], [], [], []]}, ""),
        (
            {"declared": {0: ["7H 7H"]}, "laid": [["7H"], []]},
            "laid has the open cards of every seat",
        ),
    ],
)
def test_sets_of_a_position_set_up_by_hand(given: dict[str, Any], refused: str) -> None:
    """They belong to a seat from 0 to 3 that holds so many copies, and lie open."""
    if refused:
        with pytest.raises(ValueError, match=refused):
            GAME.state(trump="S", hands=HELD, to_move=0, **given)
        return
    state = GAME.state(trump="S", hands=HELD, to_move=0, **given)
    assert state.sizes(0) == (2,) and state.sizes(1) == ()
    assert state.laid[0] == cardlab.cards("7H" if "laid" in given else "7H 7H")
