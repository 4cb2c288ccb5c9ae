"""The words in which a rule tells the solver what it does: which cards they mean, and when they
hold."""

from __future__ import annotations

from itertools import product

import pytest

import cardlab
from cardlab.engine.cards import Card
from cardlab.families.narrowing import (
    CAN_FOLLOW,
    FIRST_TRICK,
    FOLLOWING,
    HIGHER,
    LATER_TRICKS,
    LEADING,
    OPPONENT_WINS,
    PLAIN,
    SUIT_LED,
    SUIT_NOT_LED,
    TRUMPED,
    TRUMPS,
    VOID,
    CardSet,
    Moment,
    none_played,
    of_suit,
    only,
)

SPADES = cardlab.game("euchre").ordering("S")
"""Spades are trumps, J♣ among them."""
MOMENTS = [Moment(*facts) for facts in product((False, True), repeat=3)]


def cards_of(cards: CardSet, moment: Moment = MOMENTS[0]) -> set[str]:
    """Which of four cards belong to it."""
    some = ("AS", "JC", "AC", "9H")
    return {card for card in some if cards.test(Card(card), SPADES, moment)}


def test_trumps_are_those_of_the_order_and_plain_cards_the_others() -> None:
    assert cards_of(TRUMPS) == cards_of(of_suit("S")) == {"AS", "JC"}
    assert cards_of(PLAIN) == cards_of(~TRUMPS) == {"AC", "9H"}
    assert cards_of(of_suit("C")) == {"AC"} and cards_of(only("JC", "9H")) == {"JC", "9H"}


def test_both_either_and_the_others() -> None:
    assert cards_of(TRUMPS & only("JC", "AC")) == {"JC"}
    assert cards_of(TRUMPS | only("JC", "AC")) == {"AS", "JC", "AC"}
    assert cards_of(~(TRUMPS | only("AC"))) == {"9H"}


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_true_of_a_card_now(moment: Moment) -> None:
    everything = {"AS", "JC", "AC", "9H"}
    for cards, true in (
        (SUIT_LED, moment.follows),
        (HIGHER, moment.higher),
        (SUIT_NOT_LED, moment.waits),
    ):
        assert cards_of(cards, moment) == (everything if true else set())
        assert cards_of(~cards, moment) == (set() if true else everything)


def test_the_names_have_brackets_where_they_need_them() -> None:
    assert repr(~TRUMPS) == "~TRUMPS" and repr(~(TRUMPS & HIGHER)) == "~(TRUMPS & HIGHER)"
    assert repr(~(TRUMPS | HIGHER)) == "~(TRUMPS | HIGHER)"
    assert repr((TRUMPS | HIGHER) & SUIT_LED) == "(TRUMPS | HIGHER) & SUIT_LED"
    assert repr(TRUMPS & HIGHER | SUIT_LED) == "TRUMPS & HIGHER | SUIT_LED"


def test_which_times_can_be_the_same() -> None:
    """Nobody who leads is void or finds a trump in the trick; the rest goes together."""
    later = (VOID, CAN_FOLLOW, TRUMPED, OPPONENT_WINS, FOLLOWING)
    for when in later:
        assert not when.meets(LEADING) and not LEADING.meets(when)
        assert when.meets(FIRST_TRICK) and when.meets(LATER_TRICKS)
    assert not VOID.meets(CAN_FOLLOW) and not FIRST_TRICK.meets(LATER_TRICKS)
    assert (VOID & TRUMPED).meets(OPPONENT_WINS) and not (VOID & TRUMPED).meets(LEADING)


def test_a_time_that_never_comes_again() -> None:
    """The first trick, and the time before a suit is broken."""
    assert FIRST_TRICK.passes and (LEADING & none_played(TRUMPS)).passes
    assert not any(when.passes for when in (LEADING, FOLLOWING, VOID, LATER_TRICKS))
    both = none_played(TRUMPS) & none_played(TRUMPS) & none_played(HIGHER)
    assert both.unplayed == (TRUMPS, HIGHER)
