"""Places where a small mistake in a rule book once went unnoticed by all other tests."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.aims import Want
from cardlab.engine.cards import BACK, JOKER, cards
from cardlab.families.discarding import combination
from cardlab.families.melding import won_nothing
from cardlab.families.narrowing import Moment, of_rank
from cardlab.families.rank_piles import Marry
from cardlab.families.rubber import honours_held
from cardlab.families.tricks import holder_of
from cardlab.rulebook import redbeard, skat


@pytest.mark.parametrize(
    ("kind", "base"), [("DA", 300), ("CA", 350), ("HA", 400), ("SA", 450), ("NT", 600)]
)
def test_base_values_of_cardigan(kind: str, base: int) -> None:
    game = cardlab.game("cardigan")
    assert game.value(1, kind) == base


@pytest.mark.parametrize("id", ["nap", "seven-card-nap"])
def test_the_joker_is_the_highest_trump_where_there_is_one(id: str) -> None:
    with_joker = cardlab.game(id, joker=True).ordering("H").ladder("H")
    without = cardlab.game(id).ordering("H").ladder("H")
    assert [*map(list, with_joker[:2])] == [[JOKER], ["AH"]]
    assert [*without[0]] == ["AH"]


def test_the_cachette_of_quinto_is_a_trick_for_whoever_takes_the_last() -> None:
    game = cardlab.game("quinto")
    match, rng = game.match(seed=2), random.Random(2)
    while match.state.standing.deal == 1 and not match.over:
        state = match.state
        if state.taken:
            tricks = sum(game.tricks_and_widow(state))
            assert tricks == len(state.taken) + (not state.stock)
        match.play(rng.choice(match.legal_moves()))


def test_what_cannot_lie_on_the_table_of_seven_and_a_half() -> None:
    game = cardlab.game("seven-and-a-half")
    hands = tuple(map(cards, ("6C", "5D AC QS", "7H KS", "4C KD")))
    assert not game.Result(hands=hands).cannot(game)
    assert "banker" in game.Result(hands=((), *hands[1:])).cannot(game)
    assert "there once" in game.Result(hands=(cards("5D"), *hands[1:])).cannot(game)
    assert "does not bet" in game.Result(hands=hands, bets=(1, 5, 5, 10)).cannot(game)


def test_the_lines_of_brandle_name_the_bid() -> None:
    game = cardlab.game("brandle")
    for value, bid in enumerate(("brandle", "four", "five", "six", "bettel", "mord"), 1):
        line = game.score(game.Result(value=value, tricks=0))[0]
        assert f"bid {bid} " in line.because


@pytest.mark.parametrize(
    ("couples", "imperial", "possible"),
    [(1, 0, True), (1, 1, True), (1, 2, False), (3, 0, True), (4, 0, False), (5, 2, True)],
)
def test_which_marriages_of_zetema_there_are(couples: int, imperial: int, possible: bool) -> None:
    game = cardlab.game("zetema")
    result = game.Result(what="marriages", couples=couples, imperial=imperial)
    assert (not result.cannot(game)) == possible
    assert game.Result(what="marriages", couples=0).cannot(game)


@pytest.mark.parametrize(
    ("points", "won", "possible"),
    [
        ((1, 0), (1, 0), True),
        ((5, 0), (1, 0), True),
        ((1, 0), (2, 0), False),
        ((0, 9), (0, 0), False),
    ],
)
def test_points_of_gin_come_from_deals_won(
    points: tuple[int, int], won: tuple[int, int], possible: bool
) -> None:
    assert (not won_nothing(cardlab.game("gin-rummy"), points, won)) == possible


def test_both_sides_may_hold_honours_in_bridge() -> None:
    held = [*honours_held(cardlab.game("bridge", honours=True))]
    assert {(side, points) for entry in held for side, points in entry} == {
        (side, points) for side in (0, 1) for points in (100, 150)
    }


def test_the_last_trick_of_klaverjassen_counts_ten_more_before_it_is_taken() -> None:
    game = cardlab.game("klaverjassen")
    match, rng = game.match(seed=5), random.Random(5)
    while match.ply < 1 + 1 + 31:
        match.play(rng.choice(match.legal_moves()))
    state = match.state
    (card,) = state.hand
    last = state.trick._replace(cards=(*state.trick.cards, card))
    points = sum(map(state.order.worth_of.__getitem__, last.cards))
    assert game.trick_points(state, last) == points + 10
    before = match.at(match.ply - 4).state
    assert game.trick_points(before, state.taken[-1]) == sum(
        map(state.order.worth_of.__getitem__, state.taken[-1].cards)
    )


def test_the_hand_of_the_declarers_partner_lies_open_after_the_lead() -> None:
    game, declarers = cardlab.game("bridge"), set()
    for seed in range(40):
        match, rng = game.match(seed=seed), random.Random(seed)
        while not (match.over or match.state.trick.cards or match.state.standing.deal > 1):
            match.play(rng.choice(match.legal_moves()))
        state = match.state
        if match.over or state.declarer is None or not state.trick.cards:
            continue
        declarers.add(state.declarer)
        partner = next(
            s for s in range(4) if s != state.declarer and state.same_side(s, state.declarer)
        )
        leader = state.trick.leader
        for seat in range(4):
            open_to_all = BACK not in state.seen_by(leader).hands[seat]
            assert open_to_all == (seat in (leader, partner)), (seat, state.declarer)
    assert declarers == {0, 1, 2, 3}


def test_the_hand_of_the_contractors_partner_is_played_by_the_contractor_of_cardigan() -> None:
    game, contractors = cardlab.game("cardigan"), set()
    for seed in range(60):
        match, rng = game.match(seed=seed), random.Random(seed)
        while not (match.over or match.state.trick.cards):
            dummy = [move for move in match.legal_moves() if move == "dummy"]
            match.play(rng.choice(dummy or match.legal_moves()))
        state = match.state
        if match.over or state.opened != "dummy":
            continue
        contractors.add(state.declarer)
        foes = [seat for seat in range(4) if not state.same_side(seat, state.declarer)]
        for seat in {*range(4)} - {foes[0]}:
            partner = seat not in (state.declarer, *foes)
            assert (BACK not in state.seen_by(foes[0]).hands[seat]) == partner
            actor = state.but(to_move=seat).actor()
            assert actor == (state.declarer if partner else seat)
    assert contractors == {0, 1, 2, 3}


@pytest.mark.parametrize(("calls", "points"), [((), 5), (("X",), 10), (("X", "XX"), 20)])
def test_what_a_trick_of_quinto_counts(calls: tuple[str, ...], points: int) -> None:
    """Five, doubled ten, redoubled twenty; quints are not multiplied."""
    match = cardlab.game("quinto").match(seed=1)
    for call in calls:
        match.play(call)
    while match.state.phase.id == "doubling":
        match.play("pass")
    match.play(match.legal_moves()[0])
    state = match.state
    plain, quint = cards("2S 4S 6S KS"), cards("2S 3S 6S KS")
    assert match.game.trick_points(state, state.trick._replace(cards=plain)) == points
    assert match.game.trick_points(state, state.trick._replace(cards=quint)) == points + 5


@pytest.mark.parametrize(
    ("id", "options", "sentence"),
    [
        ("bourre", {"bourre_replaces_ante": True}, "bourré in the deal before pays nothing"),
        (
            "oh-hell",
            {"sequence": "up"},
            "is dealt one card in the first deal, and one more in each deal after it, up to",
        ),
        ("oh-hell", {"sequence": "down"}, "and one fewer in each deal after it, down to one."),
        ("oh-hell", {"sequence": "both"}, "down to one, and then one more in each again."),
    ],
)
def test_a_sentence_of_the_sheet_is_that_of_its_option(
    id: str, options: dict[str, object], sentence: str
) -> None:
    """And of no other value of the option."""
    (name,) = options
    option = next(o for o in type(cardlab.game(id)).all_options() if o.name == name)
    for value in option.choices:
        sheet = " ".join(cardlab.game(id, **{name: value}).rules().split("The options")[0].split())
        assert (sentence in sheet) == (value == options[name]), value


@pytest.mark.parametrize(("left", "bonus"), [(19, 0), (20, 100), (21, 100)])
def test_who_reaches_100_points_of_gin_exactly_has_the_bonus_of_the_game(
    left: int, bonus: int
) -> None:
    game = cardlab.game("gin-rummy", gambling=True, target=100)
    result = game.Result(knocker=0, kept=5, left=left + 5, before=(80, 30), won=(3, 1))
    lines = {entry.rule: entry.points for entry in game.score(result)}
    assert lines.get("game-bonus", 0) == bonus


def test_the_declarer_is_asked_for_a_card_of_the_dummy_when_it_is_the_dummys_turn() -> None:
    match, rng = cardlab.game("bridge").match(seed=3), random.Random(3)
    while not match.over and match.state.standing.deal == 1:
        state = match.state
        if state.trick.cards or state.taken:
            asked = "from the dummy" in match.view(state.actor())["prompt"]
            assert asked == state.same_side(state.to_move, state.declarer) * (
                state.to_move != state.declarer
            )
        match.play(rng.choice(match.legal_moves()))


@pytest.mark.parametrize(("id", "refused"), [("skat", "266"), ("oh-hell", "15"), ("spades", "14")])
def test_a_number_that_is_too_high_is_refused_by_a_rule_and_a_longer_one_is_not_a_bid(
    id: str, refused: str
) -> None:
    match = cardlab.game(id).match(seed=1)
    assert match.verdict(refused).rule
    assert match.verdict("2640").rule == "not-a-move"


@pytest.mark.parametrize(("bid", "tricks"), [("mis", 0), ("three", 3), ("nap", 5)])
def test_how_many_tricks_a_bid_of_nap_needs(bid: str, tricks: int) -> None:
    match = cardlab.game("nap").match(seed=1).play(bid)
    while match.state.contract is None:
        match.play("pass")
    assert match.game.needs(match.state) == tricks


@pytest.mark.parametrize("id", cardlab.games())
def test_every_option_says_in_a_sentence_what_it_is(id: str) -> None:
    for option in type(cardlab.game(id)).all_options():
        assert not option.text[:1].islower() and option.text.endswith("."), option.name
    texts = [option.text for option in type(cardlab.game(id)).all_options()]
    assert len(texts) == len(set(texts))


def test_a_joker_is_not_wild_in_a_set_of_yaniv() -> None:
    assert combination(cards("7H 7S 7H")) == ("set", "")
    assert combination(cards("7H 7H JK")) == ("", "joker-not-wild-in-set")
    assert combination(cards("7H JK 9H")) == ("run", "")


@pytest.mark.parametrize("run", ["9S 8S 7S", "3S 2S AS", "KS QS JS", "9S JK 7S"])
def test_a_run_of_yaniv_may_be_laid_from_high_to_low(run: str) -> None:
    assert combination(cards(run)) == ("run", "")
    assert combination(cards(run)[::-1]) == ("run", "")


@pytest.mark.parametrize(("bid", "null"), [("22", True), ("23", True), ("24", False)])
def test_null_may_be_named_up_to_its_value(bid: str, null: bool) -> None:
    """Null counts 23, null ouvert 46."""
    match = cardlab.game("skat").match(seed=1)
    for move in (bid, "pass", "pass", "take"):
        match.play(move)
    while match.state.phase.id == "lay-away":
        match.play(match.legal_moves()[0])
    assert ("null" in match.legal_moves()) == null
    assert "null ouvert" in match.legal_moves()


def test_only_a_side_that_took_all_ten_tricks_of_malilla_is_told_so() -> None:
    game = cardlab.game("malilla")
    for points, tricks in (((60, 0), (10, 0)), ((50, 10), (8, 2)), ((60, 0), (9, 1))):
        (entry,) = game.score(game.Result(card_points=points, tricks=tricks))
        assert ("all ten tricks" in entry.because) == (tricks == (10, 0))


@pytest.mark.parametrize("points", [1, 6, 7])
def test_who_can_come_to_0_by_tricks_alone_wants_exactly_so_many(points: int) -> None:
    """In Redbeard, where scores bounce; there are six tricks."""
    match, rng = cardlab.game("redbeard").match(seed=1), random.Random(1)
    while match.state.contract is None:
        match.play(rng.choice(match.legal_moves()))
    standing = match.state.standing
    totals = tuple(
        12 if seat == match.state.declarer else points for seat in range(match.game.players)
    )
    state = match.state.but(standing=dataclasses.replace(standing, totals=totals), pegged=())
    for aim in match.game.aims(state):
        if match.state.declarer not in aim.seats:
            assert (aim.want is Want.EXACTLY) == (points <= 6)
            assert points > 6 or aim.needs == points


def test_staying_pays_at_five_chances_in_six_where_a_fault_costs_five() -> None:
    """A trick sheds one point: five sixths of it are what a sixth of five costs."""
    match = cardlab.game("redbeard").match(seed=1)
    cost, held = match.game.fault_costs, len(match.state.hand)
    expected = match.game.tricks_to_stay(match.state)
    none = (1 - expected / held) ** held
    assert 0 < expected < held
    assert none * cost == pytest.approx((1 - none) * 1)


def test_the_declarer_of_skat_has_won_nothing_before_the_first_trick() -> None:
    match, rng = cardlab.game("skat").match(seed=1), random.Random(1)
    while match.state.phase.id != "play":
        match.play(rng.choice(match.legal_moves()))
    assert match.state.won() == 0


def test_a_trick_that_was_taken_counts_as_the_last_only_when_all_cards_are_played() -> None:
    match, rng = cardlab.game("klaverjassen").match(seed=5), random.Random(5)
    while match.ply < 1 + 1 + 31:
        match.play(rng.choice(match.legal_moves()))
    state = match.state
    end = state.phase.apply(state, state.to_move, match.legal_moves()[0])
    worth = end.order.worth_of
    for trick in end.taken:
        more = 10 if trick == end.taken[-1] else 0
        assert match.game.trick_points(end, trick) == sum(worth[c] for c in trick.cards) + more


def test_a_trick_of_quinto_says_which_suits_are_beaten() -> None:
    match = cardlab.game("quinto").match(seed=1)
    while match.state.phase.id == "doubling":
        match.play("pass")
    match.play(match.legal_moves()[0])
    trick = match.state.trick._replace(cards=cards("2S 3H KD 4S"))
    _, _, why = match.game.told_trick(match.state, trick)
    assert why.say() == "3♥ is the highest heart, and hearts beat diamonds and spades"


def test_no_bid_of_spades_is_counted_before_it_is_made() -> None:
    match = cardlab.game("spades").match(seed=1)
    bids = next(row for row in match.game.tally(match.state) if row["title"] == "Bid")
    assert {*bids["by_side"].values()} == {0}
    match.play("3")
    bids = next(row for row in match.game.tally(match.state) if row["title"] == "Bid")
    assert sorted(bids["by_side"].values()) == [0, 3]


def test_the_sheet_of_bridge_solitaire_counts_the_cards_that_are_left_over() -> None:
    """Of 52 the player has 13, and seven of them lie unseen."""
    game = cardlab.game("bridge-solitaire")
    stock = game.match(seed=1).state.stock
    assert f"{len(stock)} are left over" in " ".join(game.rules().split())


@pytest.mark.parametrize(
    ("tricks", "because"),
    [
        ((2, 1, 1, 1), "South won two tricks, and nobody else more than one"),
        ((3, 1, 1, 0), "South won three tricks"),
        ((3, 2, None, None), "South won three tricks"),
        ((5, 0, None, None), "South won five tricks"),
        ((5, None, None, None), "South stayed in alone"),
    ],
)
def test_why_a_player_of_bourre_takes_the_pool(
    tricks: tuple[int | None, ...], because: str
) -> None:
    game = cardlab.game("bourre")
    assert game.score(game.Result(tricks=tricks))[0].because == because


@pytest.mark.parametrize(("doubled", "word"), [(1, "doubled"), (2, "redoubled")])
def test_the_insult_names_what_was_called(doubled: int, word: str) -> None:
    game = cardlab.game("bridge")
    lines = game.score(game.Result(level=2, strain="S", tricks=8, doubled=doubled))
    assert [x.because for x in lines if x.rule == "insult"] == [f"a {word} contract was made"]


def test_only_the_soloist_of_nap_needs_a_number_of_tricks() -> None:
    match = cardlab.game("nap").match(seed=1).play("three")
    while match.state.contract is None:
        match.play("pass")
    needs = {seat: aim.needs for aim in match.game.aims(match.state) for seat in aim.seats}
    assert needs == {seat: 3 if seat == match.state.declarer else None for seat in range(4)}


def test_the_dealer_of_skat_sits_out_with_four_players_alone() -> None:
    sheets = {players: cardlab.game("skat", players=players).rules() for players in (3, 4)}
    assert [n for n, sheet in sheets.items() if "sits out" in " ".join(sheet.split())] == [4]


def test_the_bids_of_five_tricks_take_the_pool_of_pool_nap() -> None:
    sheet = " ".join(cardlab.game("pool-nap").rules().split())
    assert "A player who bids and makes nap or wellington takes the pool" in sheet


@pytest.mark.parametrize(
    ("name", "level"), [("little_slam", 4), ("middle_slam", 5), ("big_slam", 6), ("grand_slam", 7)]
)
def test_the_options_of_slams_name_their_level(name: str, level: int) -> None:
    options = {option.name: option for option in type(cardlab.game("cardigan")).all_options()}
    assert options[name].text.endswith(f"a bid of level {level}.")


def test_redbeard_promises_all_six_tricks() -> None:
    game = cardlab.game("redbeard")
    state = game.match(seed=1).state
    state = state.seen_by(state.to_move)
    needed = {bid: game.tricks_of_bid(state, bid, state.hand) for bid in redbeard.LADDER}
    assert needed == {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "redbeard": 6}


@pytest.mark.parametrize("ranks", ["AKQ", "7"])
def test_cards_of_some_ranks_are_those(ranks: str) -> None:
    now = Moment(follows=False, higher=False, waits=False)
    order = cardlab.game("nap").ordering("H")
    pack = cards(" ".join(rank + suit for rank in "AKQJT98765432" for suit in "SHCD"))
    chosen = [card for card in pack if of_rank(ranks).test(card, order, now)]
    assert chosen == [card for card in pack if card.rank in {*ranks}]


def test_the_numbers_of_skat_stand_in_rows_of_seven() -> None:
    places = [bid.at for bid in skat.LADDER]
    assert places == [(i // 7, i % 7) for i in range(len(places))]


def test_a_card_given_to_a_partner_may_be_typed_alone() -> None:
    """In Spades, after a blind nil."""
    game = cardlab.game("spades", blind_nil=True)
    state = game.begin(game.opening().but(totals=(150, 20)))
    state = state.phase.apply(state, None, state.phase.chance(state, random.Random(2)))
    for text in ("blind nil", "look", "4", "3", "4"):
        state = game.after(state, text)
    for card in state.hand:
        for text in (str(card), f"give {card}"):
            move = state.phase.read(state, text)
            assert move in state.phase.candidates(state) and move.card == card


def test_what_fits_no_meld_is_refused_beside_what_fits() -> None:
    """In Jersey Gin 2♠ goes before 3♠, 10♠ does not go anywhere."""
    game = cardlab.game("jersey-gin")
    state = game.state(
        phase="lay-off",
        to_move=0,
        hands={0: "2S TS KD", 1: "", 2: ""},
        melds=[[], [["3S", "4S", "5S"]], []],
    )
    verdicts = {move.card: verdict for move, verdict in game.verdicts(state).items()}
    assert not verdicts["TS"].legal and verdicts["2S"].legal
    assert {verdicts[card].rule for card in ("2S", "TS")} == {"does-not-extend-meld"}
    fits = "only 2♠ on 3♠–5♠ can be laid off"
    assert verdicts["2S"].reason == fits
    assert verdicts["TS"].reason == f"10♠ does not fit 3♠, 4♠ and 5♠; {fits}"
    assert verdicts[None].rule is None


@pytest.mark.parametrize(
    ("hand", "piles", "suits"),
    [
        ("KS 2H 3H 4H 5H 8D 9D", {}, "S"),
        ("QS 2H 3H 4H 5H 8D 9D", {"K": ["KS"]}, "S"),
        ("2S 2H 3H 4H 5H 8D 9D", {"K": ["KC", "KD"], "Q": ["QC", "QH"]}, "C"),
        ("2S 2H 3H 4H 5H 8D 9D", {"K": ["KC"], "Q": ["QC"]}, "C"),
        ("2S 2H 3H 4H 5H 8D 9D", {}, ""),
    ],
)
def test_a_marriage_that_half_lies_there_is_shown(
    hand: str, piles: dict[str, list[str]], suits: str
) -> None:
    """In Zetema: one whose king or queen is in the hand, or both in the piles."""
    state = cardlab.game("zetema").state(
        phase="turn", to_move=0, hands={0: hand, 1: "2D"}, stock="2C 3C 4C 5C 6C", piles=piles
    )
    marriages = [m for m in state.phase.candidates(state) if isinstance(m, Marry) and m.suits]
    assert {suit for move in marriages for suit in move.suits} == {*suits}


@pytest.mark.parametrize(("stock", "bought"), [(2, 2), (1, 1), (3, 2)])
def test_nobody_buys_more_than_the_stock_of_purchase_nap_has(stock: int, bought: int) -> None:
    match = cardlab.game("purchase-nap").match(seed=1)
    state = match.state.but(stock=match.state.stock[:stock])
    for _ in range(bought):
        state = state.put_away(state.to_move, state.hand[0])
    verdicts = match.game.verdicts(state)
    discards = [v.legal for move, v in verdicts.items() if move.card is not None]
    assert {*discards} == {stock > bought}


@pytest.mark.parametrize("match_points", [1, 5])
def test_the_pegs_go_back_between_rounds_alone(match_points: int) -> None:
    game = cardlab.game("sum-run-set", match_points=match_points)
    assert ("pegs-back" in map(str, game.scoring)) == (match_points > 1)


def test_only_the_soloist_of_redbeard_needs_a_number_of_tricks() -> None:
    match, rng = cardlab.game("redbeard", bounce=False).match(seed=1), random.Random(1)
    while match.state.contract is None:
        match.play(rng.choice(match.legal_moves()))
    soloist, needed = match.state.declarer, match.state.contract.bid.level
    for aim in match.game.aims(match.state):
        assert aim.needs == (needed if aim.seats == (soloist,) else None)


def test_the_skat_counts_for_the_declarer_of_a_hand_game() -> None:
    match = cardlab.game("skat").match(seed=1)
    lying = match.state.skat
    for move in ("18", "pass", "pass", "hand"):
        match.play(move)
    assert match.state.set_aside() == lying and len(lying) == 2


@pytest.mark.parametrize(
    ("total", "points", "waits"), [(29, 5, False), (30, 5, True), (31, 5, True), (35, 0, False)]
)
def test_a_turned_card_that_would_win_has_to_wait(total: int, points: int, waits: bool) -> None:
    """A game of Malilla goes to 35: five points on top of 30 would reach it."""
    lines = cardlab.game("malilla").turn_up_lines(points, 1, total)
    assert [(x.points, x.account) for x in lines] == [(points, "held" * waits)] * bool(points)


@pytest.mark.parametrize("id", [id for id in cardlab.games() if cardlab.game(id).contracts()])
def test_an_order_has_every_card_of_the_pack_once(id: str) -> None:
    """From high to low, suit by suit; a joker may stand in none."""
    game = cardlab.game(id)
    for word, _ in game.contracts():
        order = game.ordering(word)
        suits = dict.fromkeys(order.suit_of[card] for card in game.pack if card != JOKER)
        standing = [card for suit in suits for rung in order.ladder(suit) for card in rung]
        assert {*standing} | {JOKER} == {*game.pack} | {JOKER}
        assert len(standing) == len({*standing})


def test_tricks_are_told_from_the_newest_to_the_first() -> None:
    """With their numbers, their cards in the order of play, and who won them."""
    match, rng = cardlab.game("malilla").match(seed=4), random.Random(4)
    while len(match.state.taken) < 3:
        match.play(rng.choice(match.legal_moves()))
    told, state = match.view()["tricks"], match.state
    assert [row["number"] for row in told] == [3, 2, 1]
    for row, trick in zip(told[::-1], state.taken, strict=True):
        assert row["cards"] == [[str(c), s] for c, s in zip(trick.cards, trick.seats, strict=True)]
        assert row["winner"] == trick.winner(state.order)
        assert f"+{match.game.trick_points(state, trick)}" in str(row["points"])
    assert match.view()["subtitle"].endswith("trick 4 of 10")


def test_a_table_of_gin_sorts_hands_from_the_king_down() -> None:
    for id in ("gin-rummy", "jersey-gin", "yaniv"):
        ladder = cardlab.game(id).ordering().ladder("S")
        assert "".join(card.rank for rung in ladder for card in rung) == "KQJT98765432A"


def test_who_holds_a_card_leads() -> None:
    """Where nobody holds it, as in a position set up by hand, eldest does."""
    leader = holder_of("2C")
    game = cardlab.game("hearts")
    for seat in range(4):
        hands = {other: "2C" if other == seat else "3C" for other in range(4)}
        assert leader.seat(game.state(hands=hands)) == seat
    assert leader.seat(game.state(hands={0: "3C"}).but(standing=game.opening())) == 1


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("klaverjassen", "the trumps are J♠ 9♠ A♠ 10♠ K♠ Q♠ 8♠ 7♠"),
        ("euchre", "the trumps are J♠ J♣ A♠ K♠ Q♠ 10♠ 9♠"),
        ("skat", "the trumps are J♣ J♠ J♥ J♦"),
        ("bridge", ""),
        ("nap", ""),
    ],
)
def test_the_sheet_has_the_order_of_trumps_where_it_is_another(id: str, said: str) -> None:
    (ranking,) = [fact for fact in cardlab.game(id).ranking_facts() if fact == "ranking"]
    assert ("the trumps are" in ranking.wording) == bool(said) and said in ranking.wording
    assert ("altered-order" in ranking.concepts) == (bool(said) or id in ("klaverjassen", "skat"))


def test_each_player_of_cardigan_is_dealt_thirteen_cards_of_the_dealers_pack() -> None:
    sheet = " ".join(cardlab.game("cardigan").rules().split())
    assert "Each player is dealt 13 cards" in sheet


@pytest.mark.parametrize(
    ("totals", "winner", "said"),
    [
        ((700, 300), "north-south", "took the rubber"),
        ((300, 700), "east-west", "had taken the rubber"),
    ],
)
def test_the_side_that_took_the_rubber_need_not_have_more_points(
    totals: tuple[int, int], winner: str, said: str
) -> None:
    """North and South have won two games; the score decides the match."""
    game = cardlab.game("bridge")
    outcome = game.outcome(game.opening().but(games=(2, 1), totals=totals))
    assert outcome is not None and outcome.winners == (winner,) and said in str(outcome)
    assert game.outcome(game.opening().but(games=(1, 1), totals=totals)) is None


@pytest.mark.parametrize(
    ("priced", "said"), [("card", "for each card"), ("purchase", "for a purchase of any size")]
)
def test_the_sheet_says_what_a_purchase_costs(priced: str, said: str) -> None:
    sheet = " ".join(cardlab.game("purchase-nap", priced=priced).rules().split())
    assert f"Pay the pool one chip {said}." in sheet


def test_after_a_void_deal_of_gin_nobody_shows_a_hand() -> None:
    """Nobody has knocked when two cards are left in the stock."""
    game = cardlab.game("gin-rummy")
    state = game.state(
        phase="discard", to_move=0, hands={0: "KS QS 2H", 1: "2D"}, stock="3C 4C", source="stock"
    )
    over = game.after(state, "discard KS")
    assert over.phase.id == "over" and over.void
    assert {*over.seen_by(0).hands[1]} == {BACK} and BACK not in over.seen_by(0).hands[0]
    going_on = game.after(state.but(stock=cards("3C 4C 5C")), "discard KS")
    assert going_on.phase.id == "draw"


def test_nobody_begins_a_match_of_spades_with_bags() -> None:
    assert cardlab.game("spades").opening().bags == (0, 0)


def test_where_scores_do_not_bounce_nobody_wants_exactly_so_many_tricks() -> None:
    """In Redbeard; who stands at three may take four and is at 0."""
    match, rng = cardlab.game("redbeard", bounce=False).match(seed=1), random.Random(1)
    while match.state.contract is None:
        match.play(rng.choice(match.legal_moves()))
    standing = dataclasses.replace(match.state.standing, totals=(3,) * match.game.players)
    aims = match.game.aims(match.state.but(standing=standing, pegged=()))
    assert {aim.want for aim in aims} == {Want.MOST}


def test_on_a_table_set_up_by_hand_no_turned_card_waits() -> None:
    game = cardlab.game("malilla")
    assert game.held(game.state(trump="H", hands={0: "AS"})) is None


@pytest.mark.parametrize(
    ("id", "ranks", "trump_ranks"),
    [("klaverjassen", "ATKQJ987", "J9ATKQ87"), ("bridge", "AKQJT98765432", "")],
)
def test_the_orders_that_a_table_may_change(id: str, ranks: str, trump_ranks: str) -> None:
    """Trumps have an order of their own in Klaverjassen alone."""
    assert cardlab.game(id).rank_texts() == {"ranks": ranks, "trump_ranks": trump_ranks}


@pytest.mark.parametrize(("deal", "closes"), [(1, None), (11, None), (12, 0)])
def test_the_pool_is_shared_in_the_last_of_the_agreed_deals(deal: int, closes: int | None) -> None:
    """Bourré is played for twelve deals; without a number none is the last."""
    for deals in (12, 0):
        game = cardlab.game("bourre", deals=deals)
        state = game.begin(game.opening().but(deal=deal))
        assert game.closing(state) == (closes if deals else None)


@pytest.mark.parametrize(
    ("points", "tricks", "said"),
    [
        ((1, 0), (0, 10), "in no trick"),
        ((22, 0), (1, 9), "in 1 trick,"),
        ((60, 0), (2, 8), "in 2 tricks"),
    ],
)
def test_so_many_points_do_not_lie_in_so_few_tricks(
    points: tuple[int, int], tricks: tuple[int, int], said: str
) -> None:
    game = cardlab.game("malilla")
    assert said in game.Result(card_points=points, tricks=tricks).cannot(game)


@pytest.mark.parametrize(
    ("id", "options", "said"),
    [
        ("sum-run-set", {"match_points": 1}, "The round is the match."),
        ("sum-run-set", {"match_points": 5}, "the first side with 5 match points"),
        ("quinto", {"rubber": 1}, "one game is the match"),
        ("quinto", {"rubber": 3}, "the first side to win two games wins the match"),
        ("hearts", {"players": 3}, "51 cards"),
        ("hearts", {"players": 4}, "in the third across"),
        ("hearts", {"passing": "left"}, "three cards face down to the left in every deal"),
    ],
)
def test_the_sheet_says_what_was_agreed(id: str, options: dict[str, object], said: str) -> None:
    assert said in " ".join(cardlab.game(id, **options).rules().split())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": 4}, "from ace down to eight in each suit."),
        ({"players": 7}, "from ace down to six in each suit."),
        ({"players": 7, "joker": True}, "from ace down to six in each suit, and the joker."),
        ({"cards": 52}, "from ace down to two in each suit."),
    ],
)
def test_the_lowest_card_of_a_pack_of_nap_is_named(options: dict[str, Any], said: str) -> None:
    """28 cards are seven ranks, 36 nine, 52 thirteen."""
    (pack,) = [known for known in cardlab.game("nap", **options).notes if known == "nap-pack"]
    assert said in pack.wording
