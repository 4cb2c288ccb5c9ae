"""Cribbage beside a second count: every hand with its starter by trying all subsets of cards, and
whole matches with hands, count and pegs kept as plain lists."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, perm, prod
from typing import Any

import pytest

import cardlab
from cardlab.labs import house
from cardlab.labs.trial import trial
from cardlab.players.bots import bot
from cardlab.rulebook.cribbage import CribbageResult

GAME = cardlab.game("cribbage")
RANKS, SUITS = "A23456789TJQK", "SHCD"
HANDS = 12_994_800
"""The number of hands of four with a starter: 52 over 4, times 48."""
COUNTED = dict(
    zip(
        (*range(19), *range(20, 25), 28, 29),
        (
            *(1_009_008, 99_792, 2_813_796, 505_008, 2_855_676, 697_508, 1_800_268, 751_324),
            *(1_137_236, 361_224, 388_740, 51_680, 317_340, 19_656, 90_100, 9_168, 58_248),
            *(11_196, 2_708, 8_068, 2_496, 444, 356, 3_680, 76, 4),
        ),
        strict=True,
    )
)
"""How many of them score how much, as published tables have it."""

Hand = tuple[str, ...]


def value(card: str) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


@cache
def of_ranks(ranks: str) -> int:
    """What five cards make whatever their suits: fifteens, pairs and runs."""
    subsets = [part for n in range(2, 6) for part in combinations(ranks, n)]
    points = sum(2 for part in subsets if sum(map(value, part)) == 15)
    points += sum(2 for a, b in combinations(ranks, 2) if a == b)
    for size in (5, 4, 3):
        places = [sorted(map(RANKS.index, part)) for part in combinations(ranks, size)]
        runs = sum(at == list(range(at[0], at[0] + size)) for at in places)
        if runs:
            return points + runs * size
    return points


def second_count(hand: Hand, starter: str, crib: bool = False) -> int:
    """The points of a hand with the starter, from the subsets of its cards."""
    cards = (*hand, starter)
    points = of_ranks("".join(sorted(card[0] for card in cards)))
    if len({card[1] for card in cards}) == 1:
        points += 5
    elif len({card[1] for card in hand}) == 1 and not crib:
        points += 4
    return points + ("J" + starter[1] in hand)


def count(hand: Sequence[str], starter: str, crib: bool = False) -> int:
    """The points of the game."""
    cards = tuple(cardlab.Card(card) for card in hand)
    hands: Any = ((), ()) if crib else (cards, ())
    result = CribbageResult(1, cardlab.Card(starter), hands, cards if crib else (), (0, 0))
    return sum(entry.points for entry in GAME.score(result))


def suits_of(ranks: Hand, used: str = "") -> Iterator[str]:
    """Ways to give suits to ranks of which equal ones stand side by side; a suit that is new is the
    next of the four, so that ways that differ in names alone come once."""
    if len(used) == len(ranks):
        yield used
        return
    taken = {s for r, s in zip(ranks, used, strict=False) if r == ranks[len(used)]}
    for suit in SUITS[: len(set(used)) + 1]:
        if suit not in taken:
            yield from suits_of(ranks, used + suit)


def classes() -> Iterator[tuple[Hand, str, Fraction]]:
    """Every hand with a starter up to the names of the suits, and how many real ones it stands for."""
    for hand in combinations_with_replacement(RANKS, 4):
        orders = prod(factorial(n) for n in Counter(hand).values())
        for starter in RANKS:
            if hand.count(starter) == 4:
                continue
            for suits in suits_of((*hand, starter)):
                cards = tuple(r + s for r, s in zip(hand, suits, strict=False))
                yield cards, starter + suits[4], Fraction(perm(4, len(set(suits))), orders)


def test_hands_are_counted_as_by_subsets() -> None:
    rng = random.Random(5)
    deck = [rank + suit for rank in RANKS for suit in SUITS]
    low = [card for card in deck if card[0] in "34567"]
    one_suit = [card for card in deck if card[1] == "H"]
    for cards in (*[deck] * 70, *[low] * 50, *[[*one_suit, "5S"]] * 20):
        *hand, starter = rng.sample(cards, 5)
        for crib in (False, True):
            assert count(hand, starter, crib) == second_count(tuple(hand), starter, crib), hand


def test_all_hands(request: pytest.FixtureRequest) -> None:
    """All 12,994,800 hands by classes, where they are asked for, and how many score how much."""
    if not request.config.getoption("--cribbage-hands"):
        pytest.skip("all hands of cribbage are counted with --cribbage-hands")
    found: Counter[int] = Counter()
    weight = Fraction(0)
    for hand, starter, many in classes():
        points = count(hand, starter)
        assert points == second_count(hand, starter), (hand, starter)
        found[points] += many  # type: ignore[assignment]  # fractions that add up to whole numbers
        weight += many
    assert weight == HANDS
    assert dict(found) == COUNTED


class Board:
    """Hands, count and pegs, as somebody keeps them who sees everything."""

    def __init__(self, match: Any, target: int) -> None:
        self.players, self.target = match.game.players, target
        self.side = [match.game.side_index(seat) for seat in range(self.players)]
        self.pegs = [0] * len(match.game.sides)
        self.out = False
        self.deal(match)

    def deal(self, match: Any) -> None:
        deal = [e.move for e in match.entries if e.move.verb == "deal"][-1]
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        self.stock = [str(card) for card in deal.stock]
        self.dealer = match.state.dealer
        self.kept: list[list[str]] = [[] for _ in self.hands]
        self.crib: list[str] = []
        self.laid = [0] * self.players

    def peg(self, seat: int, points: int) -> None:
        if not self.out:
            self.pegs[self.side[seat]] += points
            self.out = self.pegs[self.side[seat]] >= self.target

    def give(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.crib.append(card)
        self.laid[seat] += 1
        if len(self.crib) == (3 if self.players == 3 else 4):
            if self.players == 3:
                self.crib.append(self.stock.pop(0))
            self.starter = self.stock.pop(0)
            self.kept = [list(hand) for hand in self.hands]
            self.new_count()
            if self.starter[0] == "J":
                self.peg(self.dealer, 2)

    def new_count(self) -> None:
        self.line: list[str] = []
        self.gone: set[int] = set()

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.line.append(card)
        self.last = seat
        total = sum(map(value, self.line))
        points = 2 * (total == 15) + 2 * (total == 31)
        alike = next((n for n in (4, 3, 2) if self.same(n)), 1)
        points += alike * (alike - 1)
        points += next((n for n in range(len(self.line), 2, -1) if self.run(n)), 0)
        self.peg(seat, points)
        if total == 31:
            self.ended(0)
        elif not self.able():
            self.ended(1)

    def same(self, n: int) -> bool:
        return len(self.line) >= n and len({card[0] for card in self.line[-n:]}) == 1

    def run(self, n: int) -> bool:
        at = sorted(RANKS.index(card[0]) for card in self.line[-n:])
        return at == list(range(at[0], at[0] + n))

    def able(self) -> list[int]:
        return [s for s in range(self.players) if self.hands[s] and s not in self.gone]

    def go(self, seat: int) -> None:
        self.gone.add(seat)
        if not self.able():
            self.ended(1)

    def ended(self, points: int) -> None:
        self.peg(self.last, points)
        self.new_count()
        if not any(self.hands):
            for step in range(1, self.players + 1):
                seat = (self.dealer + step) % self.players
                self.peg(seat, second_count(tuple(self.kept[seat]), self.starter))
            self.peg(self.dealer, second_count(tuple(self.crib), self.starter, crib=True))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_matches_followed_with_open_hands(players: int) -> None:
    """Pegs after every move, in the play and in the show, up to the hole in which the game ends."""
    game = cardlab.game("cribbage", players=players, target=61)
    for seed in range(2):
        match, rng = game.match(seed=seed), random.Random(seed)
        board, deal = Board(match, 61), 1
        while not match.over:
            if match.state.standing.deal != deal:
                deal = match.state.standing.deal
                board.deal(match)
            seat, move = match.to_move, rng.choice(match.legal_moves())
            match.play(move)
            if move == "go":
                total = sum(map(value, board.line))
                assert all(total + value(card) > 31 for card in board.hands[seat])
                board.go(seat)
            else:
                (board.give if move.verb == "give" else board.play)(seat, str(move.card))
            assert list(match.totals.values()) == board.pegs
        assert board.out


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("cribbage")
    hands = {0: "AS 5H KD", 1: "9S QC"}
    return game, game.state(**{"hands": hands, "starter": "2D", "count": "TH 9C"} | given)


@pytest.mark.parametrize(
    ("count", "typed", "rule", "reason"),
    [
        ("TH 9C", "KD", None, ""),
        ("TH 9C 3D", "KD", "count-limit-31", "the count is 22, and K♦ would take it past 31"),
        (
            "TH 9C 3D",
            "go",
            "must-play",
            "you hold A♠ and 5♥, none of which takes the count past 31",
        ),
        ("TH 9C TD", "go", "must-play", "you hold A♠, which does not take the count past 31"),
        ("TH 9C TD AD AC", "go", None, ""),
        ("TH 9C", "QC", "must-hold-card", "Q♣ is in North's hand, and it is South's turn"),
    ],
)
def test_what_may_be_played(count: str, typed: str, rule: str | None, reason: str) -> None:
    game, state = table(count=count)
    verdict = game.verdict(state, typed)
    assert verdict.legal == (rule is None)
    if rule is not None:
        assert verdict.rule == rule
        if rule != "must-hold-card":
            assert verdict.say(reader=0) == reason


@pytest.mark.parametrize(
    ("count", "card", "titles"),
    [
        ("8C", "7D", ["Fifteen"]),
        ("8C 7D", "9H", ["Run"]),
        ("8C 7D 9H", "7S", ["Thirty-one"]),
        ("4C 4D", "4H", ["Three of a rank"]),
        ("6C 3D 5H", "4S", ["Run"]),
        ("5C 5D", "5H", ["Fifteen", "Three of a rank"]),
        ("7C 7D", "AH", ["Fifteen"]),
    ],
)
def test_what_a_card_scores(count: str, card: str, titles: list[str]) -> None:
    game, state = table(count=count, hands={0: f"{card} 2C", 1: "2H"})
    after = game.after(state, card)
    assert [str(entry.title) for entry in after.pegged] == titles


def test_a_lurch_counts_as_two_games_of_three() -> None:
    game = cardlab.game("cribbage", games=3)
    assert game.outcome(game.opening().but(games=(2, 0))).winners == ("south",)
    end = game.ends[0]
    assert [end.won((121, points), 0) for points in (90, 91)] == [2, 1]
    assert cardlab.game("cribbage", games=3, lurch=False).ends[0].won((121, 0), 0) == 1


def test_five_cards_are_three_kept_and_one_count() -> None:
    game = cardlab.game("cribbage", form="five-card", target=61)
    for seed in range(3):
        match, rng = game.match(seed=seed), random.Random(seed)
        while match.state.standing.deal == 1:
            match.play(rng.choice(match.legal_moves()))
        first = match.lines[0]
        assert (first.title, first.side, first.points) == ("Three for last", "north", 3)
        assert sum(entry.rule in ("last-card", "thirty-one") for entry in match.lines) == 1


def test_what_a_hand_brings_is_reckoned_with_every_starter() -> None:
    """As the second count has it, but for the jack of the starter's suit."""
    rng = random.Random(5)
    for _ in range(40):
        pack = rng.sample(GAME.pack, 52)
        kept, coming = tuple(pack[:4]), tuple(pack[6:])
        flush = 4 * (len({card.suit for card in kept}) == 1)
        ranks = "".join(card.rank for card in kept)
        made = [of_ranks("".join(sorted(ranks + card.rank))) for card in coming]
        expected = flush + sum(made) / len(made)
        assert GAME.worth_keeping(kept, (), True, coming) == pytest.approx(expected)
        assert GAME.worth_keeping((), kept, False, coming) <= 0


def test_a_bot_keeps_what_makes_most_and_minds_whose_crib_it_is() -> None:
    game = cardlab.game("cribbage")
    hands = {0: "5H 5S 5D JC 2C 8S", 1: "KS KD 9H 9C 4D 3D"}
    for dealer in (0, 1):
        state = game.state(hands=hands, phase="crib", to_move=0, dealer=dealer)
        first = bot("simple", seed=1).choose(game.view(state))
        assert first in ("give 2C", "give 8S")
    state = game.state(hands={0: "5H 5D 9C TC JC QD", 1: ""}, phase="crib", to_move=0, dealer=1)
    assert bot("simple", seed=1).choose(game.view(state)) not in ("give 5H", "give 5D")


@pytest.mark.parametrize(
    ("players", "dealt", "said"),
    [
        (2, 2, "lays two cards into the crib and plays the others; deal at least three cards"),
        (3, 1, "lays one card into the crib and plays the others; deal at least two cards"),
        (4, 13, "leaves no cards after the deal; deal fewer cards"),
    ],
)
def test_a_deal_that_leaves_nothing_to_play_or_to_turn_up_is_refused(
    players: int, dealt: int, said: str
) -> None:
    changes = {"option:players": players, "dealt": dealt}
    assert said in house.refusal(house.house("cribbage", "", changes))


def test_another_number_of_cards_is_played_to_the_end() -> None:
    eight = house.build(house.house("cribbage", "", {"dealt": 8}))
    assert eight.kept == 6 and trial(eight, 3, seed=1) == ""
