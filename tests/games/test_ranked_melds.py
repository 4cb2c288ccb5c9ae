"""Melds of brag and of poker beside a count with numbers: a card is 4 times its rank plus its suit, the
ranks of a hand are the bits of one number."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from cardlab.engine.cards import Card
from cardlab.families.ranked_melds import BRAG, PLAIN_BRAG, POKER, MeldOrder

CARDS = tuple(Card(rank + suit) for rank in "23456789TJQKA" for suit in "SHCD")
Hand = tuple[int, ...]

BRAG_COUNTS = {
    "prial": 52,
    "running flush": 48,
    "run": 720,
    "flush": 1096,
    "pair": 3744,
    "high card": 16440,
}
POKER_COUNTS = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3744,
    "flush": 5108,
    "straight": 10200,
    "three of a kind": 54912,
    "two pair": 123552,
    "pair": 1098240,
    "high card": 1302540,
}
BRAG_NAMES = {1: "prial", 2: "pair"}
POKER_NAMES = {(4, 2): "pair", (3, 2): "two pair", (3, 3): "three of a kind"} | {
    (2, 3): "full house",
    (2, 4): "four of a kind",
}


def bits(hand: Hand) -> int:
    """Which ranks there are; the twos are bit 1, and an ace is bit 13 and bit 0."""
    mask = 0
    for card in hand:
        mask |= 2 << card // 4
    return mask | mask >> 13


def in_a_row(hand: Hand) -> bool:
    """So many bits side by side as there are cards."""
    row = (1 << len(hand)) - 1
    return any(bits(hand) >> low & row == row for low in range(14))


def suited(hand: Hand) -> bool:
    return all(card % 4 == hand[0] % 4 for card in hand)


def brag_kind(hand: Hand) -> str:
    distinct = len({card // 4 for card in hand})
    if distinct < 3:
        return BRAG_NAMES[distinct]
    if in_a_row(hand):
        return "running flush" if suited(hand) else "run"
    return "flush" if suited(hand) else "high card"


def poker_kind(hand: Hand) -> str:
    ranks = [card // 4 for card in hand]
    distinct = len({*ranks})
    if distinct < 5:
        return POKER_NAMES[distinct, max(map(ranks.count, ranks))]
    if in_a_row(hand):
        return "straight flush" if suited(hand) else "straight"
    return "flush" if suited(hand) else "high card"


def value(hand: Hand, kinds: list[str], kind: str, special: bool) -> float:
    """One number for a hand: its kind, then each rank as a digit to the base of 15, those of
    which there are more before the others."""
    ranks = sorted((card // 4 for card in hand), reverse=True)
    if kind in ("run", "running flush", "straight", "straight flush"):
        wheel = ranks[0] == 12 and ranks[1] < 11
        digits = [14 if special else -1] if wheel else [ranks[0]]
    elif kind == "prial" and special:
        digits = [14 if ranks[0] == 1 else ranks[0]]
    else:
        digits = sorted(ranks, key=lambda rank: (-ranks.count(rank), -rank))
    number = float(kinds.index(kind))
    for place, digit in enumerate(digits, 1):
        number += (digit + 1) / 16**place
    return number


def engine_kind(order: MeldOrder, hand: Hand) -> str:
    return order.kind([CARDS[card] for card in hand])


def test_all_hands_of_brag_by_their_kind() -> None:
    hands = list(combinations(range(52), 3))
    assert len(hands) == 22100 == sum(BRAG_COUNTS.values())
    assert Counter(map(brag_kind, hands)) == BRAG_COUNTS
    assert [engine_kind(BRAG, hand) for hand in hands] == [brag_kind(hand) for hand in hands]


@pytest.mark.parametrize(("order", "special"), [(BRAG, True), (PLAIN_BRAG, False)])
def test_all_hands_of_brag_in_their_order(order: MeldOrder, special: bool) -> None:
    """Hands that are equal here are equal there, and the order of the others is the same."""
    kinds = list(BRAG_COUNTS)[::-1]
    pairs = {
        (order.of([CARDS[card] for card in hand]), value(hand, kinds, brag_kind(hand), special))
        for hand in combinations(range(52), 3)
    }
    ours, theirs = zip(*sorted(pairs), strict=True)
    assert len({*ours}) == len({*theirs}) == len(pairs)
    assert list(theirs) == sorted(theirs)


def test_hands_of_poker_by_chance() -> None:
    rng, kinds = random.Random(1), list(POKER_COUNTS)[::-1]
    hands = [tuple(rng.sample(range(52), 5)) for _ in range(6000)]
    few = rng.choices(range(52), k=1500)
    hands += [tuple(4 * rank + few[n] % 4 for rank in run) for n, run in enumerate(_rows(300))]
    both = []
    for hand in hands:
        kind = poker_kind(hand)
        cards = [CARDS[card] for card in hand]
        assert POKER.kind(cards) == kind
        both.append((POKER.of(cards), value(hand, kinds, kind, False)))
    theirs = [number for _, number in sorted(both)]
    assert theirs == sorted(theirs)
    assert len({ours for ours, _ in both}) == len({*theirs})


def _rows(many: int) -> list[Hand]:
    """Five ranks in a row, over and over; the ace is rank 12 and begins the lowest."""
    rows = [(12, 0, 1, 2, 3), *(tuple(range(low, low + 5)) for low in range(9))]
    return rows * (many // len(rows))


def test_all_hands_of_poker(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--poker-hands"):
        pytest.skip("all hands of poker are counted with --poker-hands")
    counted: Counter[str] = Counter()
    for hand in combinations(range(52), 5):
        kind = poker_kind(hand)
        assert POKER.kind([CARDS[card] for card in hand]) == kind
        counted[kind] += 1
    assert counted == POKER_COUNTS and sum(counted.values()) == 2598960


def test_how_melds_are_called() -> None:
    said = {
        "9S 9H 9D": "prial of nines",
        "QH JH TH": "running flush of Q J 10",
        "AS 2H 3D": "run of A 2 3",
        "AS 9S 2S": "flush, A 9 2",
        "5S 5H KD": "pair of fives",
        "KS QH 2D": "high card, K Q 2",
    }
    for hand, words in said.items():
        assert BRAG.named([Card(card) for card in hand.split()]) == words


def test_the_share_of_hands_that_are_beaten() -> None:
    """A prial of twos beats all that are no prials; of threes, where they are not the best, also those."""
    twos = [Card("2S"), Card("2H"), Card("2D")]
    assert BRAG.share_beaten(twos) == 1 - 52 / 22100
    assert PLAIN_BRAG.share_beaten([Card("3S"), Card("3H"), Card("3D")]) == 1 - 48 / 22100
