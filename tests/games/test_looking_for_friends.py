"""Looking for Friends beside a second way of playing it: what may be led and how it is followed, who
wins, who joins, who starts next and how the levels rise, worked out from the cards' letters alone.
Who follows how is tried out on every selection of the suit led."""

from __future__ import annotations

import random
import re
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import BACK, cards
from cardlab.engine.game import OVER
from cardlab.engine.moves import Deal
from cardlab.engine.results import imagined
from cardlab.families.called_cards import CalledCard
from cardlab.families.patterns import can_pay, debt_of, leads_in, pattern_of, unpaid
from cardlab.labs import positions

from .test_patterns import CASES, rung, shape, small_hand, value
from .test_patterns import GAME as ONE_PACK

GAME = cardlab.game("looking-for-friends")
LEVELS = "23456789TJQKA"
WORTH = {"K": 10, "T": 10, "5": 5}
SUITS = {"spades": "S", "hearts": "H", "clubs": "C", "diamonds": "D"}
WORDS = "two three four five six seven eight nine ten jack queen king ace"
NAMES = dict(zip(LEVELS, re.split(" ", WORDS), strict=True))
ORDINALS = ("first", "second")
Hand = list[str]


# --- what a hand may play


def may_lead(hand: Hand, rank: str, trump: str) -> set[tuple[str, ...]]:
    """Every card, set of identical cards and tractor, found suit by suit."""
    leads = {(card,) * n for card in hand for n in range(1, hand.count(card) + 1)}
    pairs = sorted({card for card in hand if hand.count(card) > 1})
    for n in range(2, len(pairs) + 1):
        for chosen in combinations(pairs, n):
            play = tuple(card for card in chosen for _ in range(2))
            if shape(play, rank, trump):
                leads.add(tuple(sorted(play)))
    return leads


def follows(lead: tuple[str, ...], hand: Hand, rank: str, trump: str) -> list[tuple[str, ...]]:
    """The selections that follow a lead of several cards as well as any other of this hand, of the
    suit led; of hands with too few cards of it all of those."""
    told = shape(lead, rank, trump)
    assert told is not None
    own = sorted(card for card in hand if rung(card, rank, trump)[0] == told[0])
    if len(own) <= len(lead):
        return [tuple(own)]
    each = {
        chosen: value(chosen, told[0], told[1], rank, trump)
        for chosen in combinations(own, len(lead))
    }
    best = max(each.values())
    return [chosen for chosen, worth in each.items() if worth == best]


def within(some: Hand, many: tuple[str, ...]) -> bool:
    return all(some.count(card) <= many.count(card) for card in some)


def next_cards(lead: tuple[str, ...], begun: Hand, hand: Hand, rank: str, trump: str) -> set[str]:
    """The cards that may be put down next by a hand that has put down some for this lead."""
    led = rung(lead[0], rank, trump)[0]
    if not any(rung(card, rank, trump)[0] == led for card in hand):
        return {*hand}
    plays = follows(lead, begun + hand, rank, trump)
    return {card for card in hand if any(within([*begun, card], play) for play in plays)}


def beaten(best: tuple[str, ...], play: tuple[str, ...], rank: str, trump: str) -> bool:
    one, other = shape(best, rank, trump), shape(play, rank, trump)
    if one is None or other is None or one[1] != other[1]:
        return False
    return other[2] > one[2] if one[0] == other[0] else other[0] == "trumps"


@pytest.mark.parametrize(("rank", "trump"), CASES)
def test_a_card_is_legal_if_some_best_selection_has_it(rank: str, trump: str) -> None:
    """After any beginning, a card can be put down if and only if a selection that pays the debt has
    all of them; of hands of eight cards every selection is tried."""
    order, rng = ONE_PACK.ordering(ONE_PACK.order_word(rank, trump)), random.Random(rank)
    refused = tractors = 0
    for _ in range(110):
        leads = [p for p in leads_in(cards(small_hand(rng, rank, trump)), order) if len(p) < 7]
        longest = [p for p in leads if len({*p}) > 1] or [p for p in leads if len(p) > 1]
        lead = rng.choice(longest or leads)
        led = pattern_of(lead, order)
        assert led is not None
        tractors += led.length > 1
        hand = cards(small_hand(rng, rank, trump))
        debt = debt_of(hand, order, led)
        paying = [
            [str(card) for card in chosen]
            for chosen in combinations(hand, len(lead))
            if not unpaid(chosen, order, led, debt)
        ]
        for size in range(1, len(lead) + 1):
            for begun in {tuple(sorted(c)) for c in combinations(map(str, hand), size)}:
                rest = list(map(str, hand))
                for card in begun:
                    rest.remove(card)
                wanted = any(within(list(begun), tuple(play)) for play in paying)
                found = can_pay(cards(" ".join(begun)), cards(" ".join(rest)), order, led, debt)
                assert found == wanted, (lead, hand, begun)
                refused += not wanted
    assert refused > 100 and tractors > 5


# --- whole matches


def texts(hands: Any) -> list[Hand]:
    return [[str(card) for card in hand] for hand in hands]


class Reference:
    """One match, played beside the engine's at random."""

    def __init__(self, seed: int) -> None:
        self.match, self.rng = GAME.match(seed=seed), random.Random(seed)
        self.risen, self.starter, self.dealer = [0] * 5, -1, self.match.state.dealer
        self.refused = self.tractors = self.joined = self.alone = 0

    def deal(self) -> None:
        match = self.match
        deal = next(e.move for e in reversed(match.entries) if isinstance(e.move, Deal))
        dealt, kitty = texts(deal.hands), [str(card) for card in deal.stock]
        assert [len(hand) for hand in dealt] == [20] * 5 and len(kitty) == 8
        assert match.state.dealer == self.dealer
        rank = LEVELS[min(self.risen[max(self.starter, 0)], 12)]
        while match.state.phase.id == "exposing":
            match.play(self.rng.choice(match.legal_moves()))
        state = match.state
        starter, trump = state.declarer, str(state.order.trump)
        assert self.starter in (-1, starter) and state.turned[0] == rank
        assert {str(c) for c in GAME.pack if state.order.is_trump(c)} == {
            str(c) for c in GAME.pack if rung(str(c), rank, trump)[0] == "trumps"
        }
        dealt[starter] += kitty
        alone = [card for card in dealt[starter] if dealt[starter].count(card) == 1]
        laid = self.rng.sample(alone, 8)
        for card in laid:
            match.play(f"discard {card}")
            dealt[starter].remove(card)
        called = self.call(rank, trump)
        self.play(dealt, starter, laid, called, rank, trump)

    def call(self, rank: str, trump: str) -> tuple[str, int]:
        match = self.match
        suit = self.rng.choice([s for s in SUITS if SUITS[s] != trump])
        own = next(s for s in SUITS if SUITS[s] == trump)
        assert match.verdict(own).rule == "name-a-plain-card"
        match.play(suit)
        assert match.verdict(NAMES[rank]).rule == "name-a-plain-card"
        letter = self.rng.choice([r for r in LEVELS if r != rank])
        match.play(NAMES[letter])
        number = self.rng.randrange(2)
        match.play(ORDINALS[number])
        assert match.state.friend_cards == (CalledCard(letter + SUITS[suit], number + 1),)
        return letter + SUITS[suit], number + 1

    def play(
        self,
        hands: list[Hand],
        leader: int,
        laid: Hand,
        called: tuple[str, int],
        rank: str,
        trump: str,
    ) -> None:
        starter, friend, seen = leader, -1, 0
        taken = [0] * 5
        while hands[leader]:
            match = self.match
            legal = {tuple(sorted(cards_of(m))) for m in match.legal_moves()}
            assert match.to_move == leader and legal == may_lead(hands[leader], rank, trump)
            tractors = sorted(lead for lead in legal if len({*lead}) > 1)
            several = sorted(lead for lead in legal if len(lead) > 1)
            lead = self.rng.choice(tractors or several or sorted(legal))
            self.tractors += len({*lead}) > 1
            match.play(next(m for m in match.legal_moves() if sorted(cards_of(m)) == [*lead]))
            best, winner, points = lead, leader, 0
            for seat in [(leader + n) % 5 for n in range(5)]:
                own: Hand = list(lead) if seat == leader else []
                for card in own:
                    hands[seat].remove(card)
                while len(own) < len(lead):
                    wanted = next_cards(lead, own, hands[seat], rank, trump)
                    assert match.to_move == seat
                    assert {str(m) for m in match.legal_moves()} == wanted, (lead, own, hands[seat])
                    self.refused += len(wanted) < len({*hands[seat]})
                    card = self.rng.choice(sorted(wanted))
                    match.play(card)
                    own.append(card)
                    hands[seat].remove(card)
                if seat != leader and beaten(best, tuple(own), rank, trump):
                    best, winner = tuple(own), seat
                points += sum(WORTH.get(card[0], 0) for card in own if card not in ("RJ", "BJ"))
                before, seen = seen, seen + own.count(called[0])
                if before < called[1] <= seen and seat != starter:
                    friend = seat
            taken[winner] += points
            leader = winner
        self.count(taken, starter, friend, leader, laid)

    def count(self, taken: list[int], starter: int, friend: int, last: int, laid: Hand) -> None:
        camp = {starter} | ({friend} if friend >= 0 else set())
        self.joined += friend >= 0
        self.alone += friend < 0
        points = sum(taken[seat] for seat in range(5) if seat not in camp)
        if last not in camp:
            points += 2 * sum(WORTH.get(card[0], 0) for card in laid if card not in ("RJ", "BJ"))
        theirs, others = rise(points, 2)
        for seat in range(5):
            self.risen[seat] += theirs if seat in camp else others
        if points < 80:
            self.starter = friend if friend >= 0 else starter
        else:
            self.starter = next(s % 5 for s in range(starter + 1, starter + 6) if s % 5 not in camp)
        self.dealer = (self.starter - 1) % 5
        assert list(self.match.totals.values()) == self.risen


def cards_of(move: Any) -> list[str]:
    return [str(card) for card in (move.card, *move.named)]


def rise(points: int, packs: int) -> tuple[int, int]:
    """The steps of the starter's side and of the others, from the table of the rules."""
    for least, theirs, others in (
        (100, 0, 3),
        (80, 0, 2),
        (60, 0, 1),
        (40, 0, 0),
        (20, 1, 0),
    ):
        if points >= least * packs:
            return theirs, others
    return (2, 0) if points else (3, 0)


def test_deals_followed_from_their_cards_alone() -> None:
    refused = tractors = joined = alone = 0
    for seed in range(10):
        played = Reference(seed)
        for _ in range(3):
            played.deal()
        refused, tractors = refused + played.refused, tractors + played.tractors
        joined, alone = joined + played.joined, alone + played.alone
    assert refused > 500 and tractors > 3 and joined > 5 and alone > 1


# --- the table of results


@pytest.mark.parametrize("scale", ["original", "fifth"])
@pytest.mark.parametrize("players", range(5, 13))
def test_every_result_rises_as_the_table_has_it(scale: str, players: int) -> None:
    game = cardlab.game("looking-for-friends", players=players, scale=scale)
    unit = 5 if scale == "original" else 1
    friends = tuple(range(1, 1 + game.most_friends))
    assert len(friends) == (1, 2, 2, 3, 3, 4, 4, 5)[players - 5]
    for points in range(0, game.all_points + 1, unit):
        for kitty in {0, unit, min(12 * unit, game.all_points - points)}:
            for last in (False, True):
                if points + kitty > game.all_points:
                    continue
                result = game.Result(0, friends, points, kitty, last)
                totals = cardlab.totals(game.score(result), [side.id for side in game.sides])
                theirs, others = rise((points + 2 * kitty * last) * 5 // unit, game.decks)
                wanted = [theirs if seat in (0, *friends) else others for seat in range(players)]
                assert list(totals.values()) == wanted, result


def test_packs_for_every_number_of_players() -> None:
    """The table of the packs: cards in all, in each hand, and in the kitty."""
    table = {
        5: (108, 20, 8),
        6: (108, 17, 6),
        7: (104, 14, 6),
        8: (158, 19, 6),
        9: (159, 17, 6),
        10: (156, 15, 6),
        11: (160, 14, 6),
        12: (210, 17, 6),
    }
    for players, (whole, each, kitty) in table.items():
        game = cardlab.game("looking-for-friends", players=players)
        assert (len(game.pack), game.each_dealt, whole - players * each) == (whole, each, kitty)
        state = game.match(seed=1).state
        assert len(state.kitty) == kitty


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"friends": (0,)}, "no friend of the starter"),
        ({"friends": (1, 2)}, "at most one friend"),
        ({"points": 180, "kitty": 40}, "only 200 card points"),
    ],
)
def test_impossible_results_are_refused(given: dict[str, Any], words: str) -> None:
    whole = {"starter": 0, "friends": (), "points": 0, "kitty": 0, "last": False} | given
    assert words in GAME.Result(**whole).cannot(GAME)


def test_a_result_can_be_made_up() -> None:
    assert imagined(GAME, points=75).total == 75


# --- single positions


def table(hand: str, trick: list[tuple[int, str]], trump: str = "S", **more: Any) -> Any:
    return GAME.state(hands={1: hand}, trick=trick, trump=trump, declarer=0, to_move=1, **more)


@pytest.mark.parametrize(
    ("hand", "lead", "legal", "reason"),
    [
        ("9H 9H KH 3C", "5H 5H", {"9H"}, "a pair was led, and only 9♥ can make a pair"),
        ("9H 8H KH 3C", "5H 5H", {"9H", "8H", "KH"}, "hearts were led and you have three"),
        ("9H 8C KC 3C", "5H 5H", {"9H"}, "hearts were led and you have one"),
        (
            "9H 9H 8H 8H KH KH",
            "5H 5H 6H 6H",
            {"9H", "8H"},
            "a tractor of two pairs was led, and only 9♥ and 8♥ can make a tractor of two pairs",
        ),
        (
            "9H 9H 7H 7H KH QH",
            "5H 5H 6H 6H",
            {"9H", "7H"},
            "a tractor of two pairs was led, and only 9♥ and 7♥ can make two pairs",
        ),
        (
            "9H 9H 7H KH QH",
            "5H 5H 6H 6H",
            {"9H", "7H", "KH", "QH"},
            "hearts were led and you have five",
        ),
    ],
)
def test_what_follows_a_lead(hand: str, lead: str, legal: set[str], reason: str) -> None:
    state = table(hand + " 2C", [(0, lead)])
    verdicts = {card: GAME.verdict(state, card) for card in (hand + " 2C").split()}
    assert {card for card, verdict in verdicts.items() if verdict.legal} == legal
    said = [verdict.reason for verdict in verdicts.values() if not verdict.legal]
    assert any(reason in told for told in said), said


def test_a_pair_that_was_begun_has_to_be_finished() -> None:
    state = GAME.after(table("9H 9H KH 3C", [(0, "5H 5H")]), "9H")
    assert state.to_move == 1 and {str(m) for m in GAME.legal_moves(state)} == {"9H"}
    state = GAME.after(state, "9H")
    assert state.to_move == 2 and state.trick.winner(state.order) == 1


def test_one_pair_and_two_more_cards_answer_a_tractor() -> None:
    state = table("9H 9H 7H KH QH", [(0, "5H 5H 6H 6H")])
    for card in ("KH", "QH"):
        state = GAME.after(state, card)
    assert {str(m) for m in GAME.legal_moves(state)} == {"9H"}


@pytest.mark.parametrize(
    ("trick", "winner", "words"),
    [
        ([(0, "5H 5H 6H 6H"), (1, "7H 7H 8H 8H")], 1, "the highest tractor of two pairs of hearts"),
        ([(0, "5H 5H 6H 6H"), (1, "9H 9H KH KH")], 0, "the only tractor of two pairs of hearts"),
        ([(0, "5H 5H"), (1, "AH KH"), (2, "3S 3S")], 2, "the only pair of trumps"),
        ([(0, "5H 5H"), (1, "5H 5H"), (2, "AC AC")], 0, "of equal plays the first one is higher"),
        ([(0, "5H"), (1, "5H")], 0, "of 5♥ and 5♥ the first one played wins"),
        (
            [(0, "RJ"), (1, "RJ")],
            0,
            "of the red\u00a0joker and the red\u00a0joker the first one played wins",
        ),
        ([(0, "2C 2C"), (1, "2H 2H"), (2, "2S 2S")], 2, "the highest pair of trumps"),
    ],
)
def test_who_wins_and_why(trick: list[tuple[int, str]], winner: int, words: str) -> None:
    given = [
        *trick,
        *(
            (seat, "3D 4D 6D 8D"[: 3 * len(trick[0][1].split()) - 1])
            for seat in range(len(trick), 5)
        ),
    ]
    state = GAME.state(trump="S", taken=[given], declarer=0)
    found, rule, sentence = GAME.told_trick(state, state.taken[0])
    assert found == winner and words in sentence.say()
    assert rule == ("pattern-wins" if len(trick[0][1].split()) > 1 else "identical-cards")


def test_ranks_are_neighbours_over_the_trump_rank() -> None:
    state = GAME.state(
        hands={0: "7H 7H 9H 9H 3C"}, trump="8S", declarer=0, to_move=0, totals=(6,) * 5, starter=0
    )
    assert GAME.verdict(state, "7H 7H 9H 9H").legal
    state = GAME.state(hands={0: "7H 7H 9H 9H 3C"}, trump="S", declarer=0, to_move=0)
    verdict = GAME.verdict(state, "7H 7H 9H 9H")
    assert not verdict.legal and verdict.rule == "lead-one-pattern"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("9H KH", "lead-one-pattern"),
        ("9H 9H 9H", "must-hold-card"),
        ("QD QD", "must-hold-card"),
        ("9H QD", "must-hold-card"),
    ],
)
def test_leads_that_go_not_together(text: str, rule: str) -> None:
    state = GAME.state(hands={0: "9H 9H KH 3C"}, trump="S", declarer=0, to_move=0)
    verdict = GAME.verdict(state, text)
    assert not verdict.legal and verdict.rule == rule and verdict.reason
    with pytest.raises(cardlab.IllegalMove):
        GAME.after(state, text)
    assert len(state.hands[0]) == 4


def test_several_cards_at_once_do_not_follow() -> None:
    verdict = GAME.verdict(table("9H 9H KH", [(0, "5H 5H")]), "9H 9H")
    assert verdict.rule == "lead-one-pattern" and "one after the other" in verdict.reason


def test_whoever_plays_the_called_copy_joins() -> None:
    called = {"friend_cards": [("AH", 2)]}
    state = table("AH KH", [(0, "5H")], **called)
    state = GAME.after(state, "AH")
    assert state.friends == () and state.outstanding() == state.friend_cards
    state = state.but(hands=state.held(2, cards("AH 3C")))
    after = GAME.after(state, "AH")
    assert after.friends == (2,) and after.outstanding() == ()
    assert [aim.seats for aim in GAME.aims(after)] == [(0, 2), (1, 3, 4)]
    told = state.phase.told(state, 2, GAME.legal_moves(state)[0], "Ben")
    assert told == "Ben plays A♥ and joins South."


def test_the_starter_may_play_the_called_card_and_stay_alone() -> None:
    state = GAME.state(
        hands={0: "AH AH 3C"}, trump="S", declarer=0, to_move=0, friend_cards=[("AH", 2)]
    )
    after = GAME.after(state, "AH AH")
    assert after.friends == () and after.outstanding() == ()


def test_what_a_friend_took_before_counts_with_the_starter() -> None:
    taken = [
        [(1, "KH"), (2, "3H"), (3, "4H"), (4, "5H"), (0, "TH")],
        [(1, "AC"), (2, "KC"), (3, "4C"), (4, "TC"), (0, "3C")],
    ]
    alone = GAME.state(trump="S", taken=taken, declarer=0, away=((),) * 5)
    assert (GAME.result(alone).points, GAME.result(alone).last) == (45, True)
    joined = alone.but(friends=(1,))
    assert (GAME.result(joined).points, GAME.result(joined).last) == (0, False)


def test_nobody_sees_what_is_laid_away_or_held() -> None:
    match = GAME.match(seed=1)
    while match.state.phase.id != "call-friends":
        moves = match.legal_moves()
        match.play(next((m for m in moves if str(m).startswith("show")), moves[0]))
    state = match.state
    for seat in range(5):
        view = state.seen_by(seat)
        assert (BACK in view.away_of(state.declarer)) == (seat != state.declarer)


def test_what_was_laid_away_is_turned_up_after_the_last_trick() -> None:
    rng, state = random.Random(1), GAME.match(seed=1).state
    while state.phase is not OVER:
        state = GAME.after(state, rng.choice(GAME.legal_moves(state)))
    assert len(state.away_of(state.declarer)) == 8
    for seat in range(5):
        assert state.seen_by(seat).away == state.away


def test_two_cards_are_called_with_six_players_and_no_copy_twice() -> None:
    game = cardlab.game("looking-for-friends", players=6)
    state = game.state(hands={0: "AH 3C"}, trump="S", declarer=0, to_move=0, phase="call-friends")
    for word in ("hearts", "ace", "second", "hearts", "ace"):
        state = game.after(state, word)
    verdict = game.verdict(state, "second")
    assert not verdict.legal and verdict.rule == "name-a-plain-card"
    assert verdict.reason == "that copy of A♥ has already been called"
    state = game.after(state, "first")
    assert state.friend_cards == (CalledCard("AH", 2), CalledCard("AH", 1))
    assert state.phase.id == "play"


def test_a_rank_of_which_every_copy_is_called_is_not_called_again() -> None:
    game = cardlab.game("looking-for-friends", players=8)
    called = [("AH", 1), ("AH", 2), ("AH", 3)]
    state = game.state(trump="S", declarer=0, to_move=0, phase="call-friends", friend_cards=called)
    state = game.after(state, "hearts")
    assert not game.verdict(state, "ace").legal and game.verdict(state, "king").legal
    assert not game.verdict(state, "two").legal


def test_single_cards_only() -> None:
    game = cardlab.game("looking-for-friends", singles=True)
    state = game.state(hands={0: "9H 9H 3C"}, trump="S", declarer=0, to_move=0)
    assert {str(m) for m in game.legal_moves(state)} == {"9H", "3C"}
    assert not game.verdict(state, "9H 9H").legal
    assert "tractor" not in game.rules()


def test_the_table_says_who_starts_and_what_was_called() -> None:
    state = table("9H 9H", [(0, "5H 5H")], friend_cards=[("AH", 2)], friends=(3,))
    panels = GAME.panels(state)
    assert panels["contract"]["text"] == "Called: second A♥"
    assert "starter" in panels["notes"][0] and "friend" in panels["notes"][3]
    zone = next(zone for zone in GAME.zones(state) if zone.id == "trick")
    assert [(face.seat, face.order, face.marks) for face in zone.faces] == [
        (0, 1, ("winning",)),
        (0, 1, ("winning",)),
    ]


def test_red_jokers_are_above_black_ones() -> None:
    """Four jokers are two pairs, neighbours in the order of trumps, and no set of four."""
    hand = table("RJ RJ BJ BJ 2S 2S", [])
    leads = {str(move) for move in GAME.legal_moves(hand)}
    assert "play RJ RJ BJ BJ" in leads and "play RJ BJ" not in leads
    assert GAME.verdict(hand, "play RJ BJ").rule == "lead-one-pattern"
    assert GAME.winner([(0, "BJ"), (1, "RJ")], trump="S") == 1
    equal = cardlab.game("looking-for-friends", joker_order="equal")
    assert equal.pack.count("JK") == 4 and "RJ" not in equal.pack


@pytest.mark.parametrize(
    ("players", "red", "black"),
    [(5, 2, 2), (6, 2, 2), (7, 0, 0), (8, 2, 0), (9, 3, 0), (10, 0, 0), (11, 2, 2), (12, 2, 0)],
)
def test_the_jokers_of_each_number_of_players(players: int, red: int, black: int) -> None:
    pack = cardlab.game("looking-for-friends", players=players).pack
    assert (pack.count("RJ"), pack.count("BJ")) == (red, black)


@pytest.mark.parametrize("id", ["looking-for-friends", "contesting-twenty"])
def test_records_and_positions_from_before_the_two_colours_are_read(id: str) -> None:
    match, rng = cardlab.game(id, joker_order="equal").match(seed=3), random.Random(3)
    while match.state.standing.deal == 1:
        match.play(rng.choice(match.legal_moves()))
    data = match.record.to_dict()
    assert data["options"].pop("joker_order") == "equal"
    del data["check"]
    again = cardlab.Record.from_dict(data).replay()
    assert again.game == match.game and again.totals == match.totals
    line = f"{id}; phase play; to-move south; trump S; south JK JK 2S"
    assert positions.read(line).game.joker_order == "equal"
    now = cardlab.game(id).match(seed=3)
    assert now.record.replay().game.joker_order == "ranked"
