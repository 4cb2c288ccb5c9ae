"""What may be discarded together, found a second way: by trying every order of the cards, and what
is nearly a set or a run."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from cardlab.engine.cards import JOKER, Card, cards
from cardlab.families.discarding import combination, discards_of, runs_of, sets_of

RANKS = "A23456789TJQK"
SUIT = [Card(f"{rank}H") for rank in RANKS]
"""A suit from the ace up: a run rises by one place a card, and neither end has a neighbour."""


def is_run(laid: tuple[Card, ...]) -> bool:
    """Three or more cards that stand for a window of one suit, jokers for what is missing; one
    natural card at least."""
    naturals = [(place, card) for place, card in enumerate(laid) if card != JOKER]
    if len(laid) < 3 or not naturals or len({card.suit for _, card in naturals}) > 1:
        return False
    windows = range(len(RANKS) - len(laid) + 1)
    return any(
        all(RANKS[start + place] == card.rank for place, card in naturals) for start in windows
    )


LOW, HIGH = cards("AH 2H 3H 4H 5H JK JK"), cards("9H TH JH QH KH JK JK")
MIXED = cards("5H 6H 7S 8H 8S 9H JK")


@pytest.mark.parametrize("held", [LOW, HIGH, MIXED], ids=["low", "high", "mixed"])
def test_every_run_of_some_cards_is_found_once(held: tuple[Card, ...]) -> None:
    for size in range(2, 6):
        for some in {*combinations(held, size)}:
            rising = {laid for laid in permutations(some) if is_run(laid)}
            found = runs_of(some)
            assert {*found} == rising and len(found) == len(rising), some
            assert all(combination(laid) == ("run", "") for laid in rising)


def test_no_run_goes_round_the_corner() -> None:
    """Two runs of three hold two kings or two aces at their ends: eleven windows of thirteen."""
    whole = [tuple(SUIT[at : at + 3]) for at in range(11)]
    assert all(runs_of(window) == [window] for window in whole)
    for corner in ("QH KH AH", "KH AH 2H"):
        assert runs_of(cards(corner)) == []
        assert combination(cards(corner)) == ("", "ace-low-no-wrap")


def test_a_set_lies_with_any_two_of_its_cards_at_the_ends() -> None:
    """Of three cards three pairs, of four six."""
    assert len(sets_of(cards("9C 9D 9H"))) == 3
    four = sets_of(cards("9C 9D 9H 9S"))
    assert len({frozenset((laid[0], laid[-1])) for laid in four}) == len(four) == 6
    assert sets_of(cards("9C")) == sets_of(cards("9C JK")) == []


@pytest.mark.parametrize(
    ("hand", "near", "fault"),
    [
        ("QH KH AH", "QH KH AH", "ace-low-no-wrap"),
        ("KS AS", "AS KS", None),
        ("4H 5H", "4H 5H", "not-set-or-run"),
        ("4H 6H", "4H 6H", None),
        ("4H 5S 6D", "4H 5S 6D", "run-needs-one-suit"),
        ("4H 6H 9H", "4H 6H 9H", "not-consecutive-or-out-of-order"),
        ("4H 6S 9D", "4H 6S 9D", None),
        ("7H 7S JK", "7H 7S JK", "joker-not-wild-in-set"),
        ("JK JK", "JK JK", "joker-not-wild-in-set"),
    ],
)
def test_what_somebody_might_take_for_a_set_or_run_is_shown(
    hand: str, near: str, fault: str | None
) -> None:
    """Two neighbours of a suit, three cards of a suit, three that follow in different suits, a
    joker in a set; an ace lies above the king.  What is far from it is not shown."""
    shown = [move.cards for move in discards_of(tuple(sorted(cards(hand))))]
    assert (cards(near) in shown) == (fault is not None)
    assert fault is None or combination(cards(near)) == ("", fault)
