"""Chances as sympy expressions: the same numbers as the counting in whole numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
import sympy

from cardlab.engine.cards import cards, pack
from cardlab.labs import odds
from cardlab.labs.odds import algebra
from cardlab.web.pages.labs.odds import OddsLab

from . import worked
from .values import all_values

MILTON_WORK = {"A": 4, "K": 3, "Q": 2, "J": 1}


def test_the_counting_comes_to_the_chance() -> None:
    """Of every value whose chance says how it was counted."""
    counted = [value for value in all_values() if value.exact().terms]
    assert counted
    for value in counted:
        chance = value.exact()
        whole = algebra.counting(chance)
        worked = whole.doit()
        assert Fraction(int(worked.p), int(worked.q)) == chance.value, value.name
        assert whole.has(sympy.binomial) or chance.value in (0, 1), value.name


@pytest.mark.parametrize("missing", range(1, 9))
def test_vacant_places_as_letters_are_those_in_numbers(missing: int) -> None:
    a, b = sympy.symbols("a b", integer=True, positive=True)
    for count in range(missing + 1):
        whole = algebra.held(missing, count)
        for places in ((13, 13), (6, 13), (9, 8)):
            number = whole.subs({a: places[0], b: places[1]})
            assert Fraction(str(number)) == odds.held(missing, count, places).value
    assert sympy.simplify(sum(algebra.held(missing, n) for n in range(missing + 1))) == 1


def test_the_quotient_of_even_and_uneven_splits() -> None:
    """By hand: 3(a − 1)/(4(a − 2)), which goes to the 3/4 of coins."""
    a, b = sympy.symbols("a b", integer=True, positive=True)
    even, uneven = (algebra.held(4, n).subs(b, a) for n in (2, 3))
    quotient = sympy.cancel(even / (2 * uneven))
    assert sympy.simplify(quotient - 3 * (a - 1) / (4 * (a - 2))) == 0
    assert sympy.limit(quotient, a, sympy.oo) == sympy.Rational(3, 4)


def test_points_of_a_hand_are_its_generating_function() -> None:
    """Published: 59,723,754,816 hands of ten points; mean 10, variance 290/17."""
    hands = algebra.points(odds.hand("bridge").pack, 13, MILTON_WORK)
    assert dict(hands.ways)[10] == 59_723_754_816 and dict(hands.ways)[37] == 4
    assert sum(ways for _, ways in hands.ways) == hands.total == comb(52, 13)
    assert hands.mean == 10 and hands.variance == sympy.Rational(290, 17)
    question = odds.ask("bridge", "hand-points")
    for points in range(38):
        exact = question.exact(how="exactly", many=points)
        assert exact is not None and Fraction(str(hands.chance(points))) == exact.value


def test_points_of_every_hand_of_a_small_pack() -> None:
    cards = pack("AKQ72")
    worth = {"7": 5, "A": 4, "K": 3, "Q": 2}
    seen: dict[int, int] = {}
    for hand in combinations(cards, 4):
        total = sum(worth.get(card.rank, 0) for card in hand)
        seen[total] = seen.get(total, 0) + 1
    assert dict(algebra.points(cards, 4, worth).ways) == seen


def test_the_page_has_the_letters_of_the_vacant_places() -> None:
    lab = OddsLab("bridge")
    lab.set("question", "vacant")
    blocks = {block.get("id"): block for block in lab.view()["blocks"]}
    assert blocks["letters"]["rows"] == [
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mrow><mfrac><mi>a</mi><mrow><mi>a</mi>'
        "<mo>+</mo><mi>b</mi></mrow></mfrac></mrow></mrow></math>"
    ]
    assert "a = 6" in blocks["letters"]["lead"] and "b = 11" in blocks["letters"]["lead"]
    lab.set("known_left", 13)
    assert lab.posed.exact().value == 0


def test_what_cannot_be_gets_a_sentence() -> None:
    with pytest.raises(ValueError, match="cannot have 53 cards"):
        algebra.points(odds.hand("bridge").pack, 53, MILTON_WORK)
    with pytest.raises(ValueError, match="points below 0"):
        algebra.points(pack("AK"), 2, {"A": -1})
    with pytest.raises(ValueError, match="a hand holds from 0 to 3 of them, not 4"):
        algebra.held(3, 4)
    with pytest.raises(ValueError, match="from 0 to 26 missing cards, not 27"):
        algebra.held(27, 4)
    vacant = odds.ask("bridge", "vacant")
    with pytest.raises(ValueError, match="cannot hold 3 of them"):
        vacant.posed(missing=2, many=3)
    with pytest.raises(ValueError, match="four cards cannot lie in three places"):
        vacant.posed(missing=4, many=1, known_left=12, known_right=11)


def test_a_meld_in_ten_cards_is_dealt_as_often_as_a_matrix_says() -> None:
    """39.79 %: too many kinds of hands to be counted here, so that it is only dealt."""
    meld = odds.ask("gin-rummy", "meld").posed()
    assert meld.exact() is None
    exact = 1 - worked.no_meld()
    assert round(100 * float(exact), 2) == 39.79
    assert meld.simulated(3000, seed=1).errors_from(exact) < 3


def test_how_a_suit_is_split_by_the_number_of_cards() -> None:
    """Flat splits are the likeliest where the number is odd, and of an even one that of two."""
    for missing in range(2, 9):
        cases = odds.split(missing)
        likeliest = max(cases, key=lambda one: one.chance.value).said
        flattest = f"{(missing + 1) // 2}–{missing // 2}"
        assert (likeliest == flattest) == (missing % 2 == 1 or missing == 2)


def test_one_shown_card_more_turns_the_last_guess() -> None:
    """12 to 11 for the drop, even, and 10 of 21, as East has shown none, one or two more."""
    shown = [odds.held(1, 0, (11, places)).value for places in (12, 11, 10)]
    assert shown == [Fraction(12, 23), Fraction(1, 2), Fraction(10, 21)]


def test_points_of_a_partner_are_those_of_the_cards_that_are_left() -> None:
    """By hand, with 16 of 40 points in sight: 24 over three hands, and the variance of a sample of
    13 from 39 cards whose squares add up to 66."""
    mine = cards("AS KS 9S 8S 2S AH 7H 6H KD QD 4C 3C 2C")
    left = [card for card in pack() if card not in mine]
    partner = algebra.points(left, 13, MILTON_WORK)
    of_a_card = sympy.Rational(66, 39) - sympy.Rational(24, 39) ** 2
    assert partner.mean == 8
    assert partner.variance == sympy.Rational(13 * 26, 38) * of_a_card == sympy.Rational(222, 19)
