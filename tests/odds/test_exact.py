"""Exact means exact: every exact chance against an enumeration that shares no code with it, at every
bound and one beyond each end; what every bound adds up to; what its sentence says."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.words import NUMBERS, bound
from cardlab.labs import odds
from cardlab.labs.odds import events
from cardlab.labs.odds.deals import opening
from cardlab.labs.odds.posing import OddsQuestion
from cardlab.labs.odds.questions import questions_about

from .enumerated import BOUNDS, every_deal, share, small_opening, truth

FULL = read_cards("AS KS QS JS TS AH KH QH JH TH AC KC QC AD KD QD")

# --- worths, below zero too


def small_packs(seed: int, packs: int) -> Iterator[tuple[tuple[Card, ...], int, dict[Card, int]]]:
    """Packs of five to nine cards, hands of one to four, worths from -3 to 5."""
    rng = random.Random(seed)
    for _ in range(packs):
        cards, size = tuple(rng.sample(list(FULL), rng.randint(5, 9))), rng.randint(1, 4)
        yield cards, size, {card: rng.choice((0, 0, 0, 1, 2, 5, -3, -1)) for card in cards}


def asked_as(how: str, n: int) -> dict[str, int]:
    return {"least": {"least": n}, "most": {"most": n}, "exactly": {"exactly": n}}[how]


def test_worths_of_small_packs() -> None:
    """At every bound from one below the least sum to one above the greatest."""
    asked = 0
    for cards, size, worth in small_packs(1, 120):
        sums = [sum(worth[card] for card in hand) for hand in combinations(cards, size)]
        for n in range(min(sums) - 1, max(sums) + 2):
            for how, holds in BOUNDS.items():
                found = events.worth(worth, **asked_as(how, n)).exact(cards, size)
                assert found.value == share(holds(s, n) for s in sums), (how, n)
                asked += 1
            found = events.worth(worth, least=n, most=n + 2).exact(cards, size)
            assert found.value == share(n <= s <= n + 2 for s in sums)
    assert asked == 4197


@pytest.mark.parametrize(
    ("many", "chance"), [(0, "3/4"), (1, "3/4"), (2, "25/31"), (3, "25/31"), (5, "1"), (-3, "6/31")]
)
def test_at_most_so_many_points_of_kaiser(many: int, chance: str) -> None:
    """By hand: 3♠ alone 6/31, neither 69/124, both 7/124, 5♥ alone 6/31."""
    posed = odds.ask("kaiser", "points").posed(how="most", many=many)
    exact = posed.exact()
    assert exact is not None and exact.fraction == chance
    assert posed.simulated(2000, seed=3).errors_from(exact) < 4


# --- every question of every game


def fillings(question: OddsQuestion, opened: Any) -> Iterator[dict[str, Any]]:
    """Everything that may fill a question: every choice, every number, some texts."""
    several: dict[str, list[Any]] = {}
    for blank in question.blanks:
        if blank.kind == "choice":
            several[blank.name] = [value for value, _ in blank.choices]
        elif blank.kind == "number":
            several[blank.name] = list(range(blank.low, blank.high + 1))
        else:
            several[blank.name] = texts(question.id, blank.name, opened)
    for values in product(*several.values()):
        yield dict(zip(several, values, strict=True))


def texts(id: str, name: str, opened: Any) -> list[str]:
    if id == "bust":
        return [str(card) for card in opened.pack]
    if name == "split":
        return [""]
    ranks = list(dict.fromkeys(c.rank for c in opened.pack if c.suit))
    first = next(c for c in opened.pack if c.suit)
    other = next(c for c in opened.pack if c.suit and c != first)
    return [ranks[0], " ".join(ranks[-2:]), str(first.suit), f"{first} {other}"]


def filled_splits(question: OddsQuestion, given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for part in question.posed(**given).parts():
        yield {**given, "split": part.said.replace("–", "-")}


@pytest.mark.sampled
@pytest.mark.parametrize("name", cardlab.games())
def test_every_question_of_a_small_deal(name: str) -> None:
    """Of nine or ten cards of the game, three to a hand: each exact answer at every bound."""
    game = cardlab.game(name)
    opened = small_opening(game, opening(game))
    counted = 0
    for question in questions_about(game, opened):
        if question.id in ("play", "tricks"):
            continue
        for filled in fillings(question, opened):
            several = filled_splits(question, filled) if question.id == "split" else [filled]
            try:
                several = list(several)
                posed = [question.posed(**given) for given in several]
            except ValueError:
                assert question.id in ("vacant", "bust"), (question.id, filled)
                continue
            for given, one in zip(several, posed, strict=True):
                exact = one.exact()
                if exact is None:
                    assert one.reason(), (question.id, given)
                    continue
                wanted = truth(game, opened, question.id, given)
                assert exact.value == wanted, (question.id, given, one.said)
                assert sum(part.value for part in one.parts()) in (0, 1)
                assert sum(part.value for part in one.parts() if part.asked) in (0, wanted)
                counted += 1
    assert counted


BOUNDED = ("cards", "joker", "points", "hand-points", "partners", "trumps")


@pytest.mark.sampled
@pytest.mark.parametrize("name", cardlab.games())
def test_bounds_of_a_whole_deal_add_up(name: str) -> None:
    """What is exactly so many sums to 1, at most n and at least n + 1 are 1 together, and at the
    ends nothing or everything is left."""
    for question in odds.questions(name):
        if question.id not in BOUNDED:
            continue
        (many,) = (blank for blank in question.blanks if blank.name == "many")
        chances: dict[tuple[str, int], Fraction] = {}
        for how in BOUNDS:
            for n in range(many.low, many.high + 1):
                exact = question.exact(how=how, many=n)
                assert exact is not None
                chances[how, n] = exact.value
        low, high = many.low, many.high
        where = name, question.id
        assert sum(chances["exactly", n] for n in range(low, high + 1)) == 1, where
        for n in range(low, high):
            assert chances["most", n] + chances["least", n + 1] == 1, (*where, n)
        assert chances["least", low] == chances["most", high] == 1, where
        assert chances["least", high] == chances["exactly", high] == 0, where
        if question.id in ("points", "hand-points"):
            assert chances["most", low] == 0 < chances["exactly", low + 1], where
            assert chances["exactly", high - 1] == chances["least", high - 1] > 0, where


# --- the sentences


@pytest.mark.sampled
@pytest.mark.parametrize("name", cardlab.games())
def test_different_chances_never_share_a_sentence(name: str) -> None:
    """Of everything that may fill a question of a game."""
    opened = opening(cardlab.game(name))
    for question in odds.questions(name):
        if question.id in ("play", "tricks", "vacant", "bust"):
            continue
        chance_of: dict[str, Fraction] = {}
        for given in fillings(question, opened):
            posed = question.posed(**given)
            exact = posed.exact()
            if exact is not None:
                assert chance_of.setdefault(posed.said, exact.value) == exact.value, posed.said


READ = re.compile(
    r"(?P<any>any number of )|(?P<no>no |none )|(?P<how>at least|at most|exactly) (?P<n>\S+)"
)


def read_back(said: str) -> tuple[int | None, int | None]:
    """The bounds that the words say."""
    told = READ.search(said)
    assert told is not None, said
    if told["any"]:
        return None, None
    if told["no"]:
        return 0, 0
    word = told["n"].replace("−", "-")
    n = NUMBERS.index(word) if word in NUMBERS else int(word)
    return {"at least": (n, None), "at most": (None, n), "exactly": (n, n)}[told["how"]]


@pytest.mark.parametrize("digits", [False, True])
@pytest.mark.parametrize(
    ("smallest", "greatest"), [(0, 4), (-3, 5), (2, 2), (0, 0), (0, 1), (3, 14)]
)
def test_the_words_of_a_bound_say_what_holds(digits: bool, smallest: int, greatest: int) -> None:
    """At every bound and one beyond each end: what the words say is true of the same numbers."""
    for n in range(smallest - 1, greatest + 2):
        for least, most in ((n, None), (None, n), (n, n)):
            said = bound(least, most, ("point", "points"), smallest, greatest, digits=digits)
            low, high = read_back(said)
            for number in range(smallest, greatest + 1):
                meant = (least is None or number >= least) and (most is None or number <= most)
                told = (low is None or number >= low) and (high is None or number <= high)
                assert meant == told, (said, least, most, number)
            one = re.search(r"\b(one|1) (\w+)$", said.replace("−1", ""))
            assert one is None or one[2] == "point", said


def test_a_bound_is_said_as_people_say_it() -> None:
    aces, points = ("ace", "aces"), ("point", "points")
    assert bound(0, None, points, -3, 5, digits=True) == "at least 0 points"
    assert bound(-3, None, points, -3, 5, digits=True) == "any number of points"
    assert bound(None, -3, points, -3, 5, digits=True) == "exactly −3 points"
    assert bound(None, 0, aces, 0, 4) == bound(0, 0, aces, 0, 4) == "no aces"
    assert bound(1, 2, aces, 0, 4) == "one to two aces"
    of = ("of 5♥ and 3♠", "of 5♥ and 3♠")
    assert bound(None, 0, of, 0, 2) == "none of 5♥ and 3♠"
    assert bound(0, None, of, 0, 2) == "any number of 5♥ and 3♠"


# --- a simulation shares no code with what it checks


def test_every_event_is_told_plainly_too() -> None:
    """What the counting asks of a hand and what a simulation asks of it are written apart, and say
    the same of every hand."""
    deck = read_cards("AS KS QS 5H 3S AH 3H JC AD")
    ladders = [[c for c in deck if c.suit == s] for s in "SHCD"]
    count_of = dict(zip(deck, (1, -3, 0, 5, -1, 2, 0, 0, 4), strict=True))
    some = [
        *(events.count(deck, "A", **asked_as(how, n)) for how in BOUNDS for n in range(4)),
        *(events.worth(count_of, **asked_as(how, n)) for how in BOUNDS for n in range(-5, 12)),
        *(events.copies(n, by) for n in range(4) for by in ("card", "rank")),
        *(events.longest(n) for n in range(4)),
        *(events.run(n, ladders) for n in range(4)),
        *(events.void(suit) for suit in ("", "S", "H")),
        events.has(deck, "AS 3H"),
        events.shape("2-1-0-0"),
    ]
    joined = [odds.both(some[1], some[20]), odds.either(some[2], some[-3]), odds.not_(some[5])]
    for event in (*some, *joined):
        for size in (1, 3, 4):
            for hand in combinations(deck, size):
                assert event.holds(hand) == event.holds_plainly(hand), (event, hand)


def test_a_mistake_of_the_counting_is_not_made_by_the_simulation() -> None:
    """Where the counting looks at the wrong thing, the simulation does not."""
    event = events.worth({Card("3S"): -3, Card("5H"): 5}, most=2)
    wrong = dataclasses.replace(event, test=lambda values: 0 <= values[0] <= 2)
    hand = odds.hand("kaiser")
    assert hand.simulated(wrong, 500, seed=2).hits == hand.simulated(event, 500, seed=2).hits


# --- whatever gives a chance


def test_chances_of_a_drawn_hand() -> None:
    deck = read_cards("AS KS QS JS TS AH KH AC AD")
    hand, hands = odds.drawn(deck, 3), list(combinations(deck, 3))
    aces = [sum(c.rank == "A" for c in one) for one in hands]
    for n in range(6):
        assert hand.at_least(n, "A").value == share(k >= n for k in aces)
        assert hand.at_most(n, "A").value == share(k <= n for k in aces)
        assert hand.exactly(n, "A").value == share(k == n for k in aces)
        assert hand.copies(n, "rank").value == share(
            not n or max([[c.rank for c in one].count(r) for r in "AKQJT"]) >= n for one in hands
        )
    assert hand.none("A").value == share(k == 0 for k in aces)
    assert hand.void("S").value == share(all(c.suit != "S" for c in one) for one in hands)
    assert hand.void().value == 1 == hand.chance(hand.with_suit_of(1)).value
    lengths = [sorted([sum(c.suit == s for c in one) for s in "SHCD"])[::-1] for one in hands]
    assert hand.shape("2-1-0-0").value == share(one == [2, 1, 0, 0] for one in lengths)
    three = hand.count("A", least=2)
    dealt = list(every_deal(deck, 3, 3))
    meant = [any(sum(c.rank == "A" for c in one) >= 2 for one in each) for each in dealt]
    assert hand.somebody(three, 3).value == share(meant)
    judged = hand.judged("two aces or more", lambda cards: sum(c.rank == "A" for c in cards) >= 2)
    assert judged.exact(deck, 3).value == hand.chance(three).value == share(k >= 2 for k in aces)
    assert {v: chance for v, chance, _ in hand.spread(three)} == {
        n: share(k == n for k in aces) for n in set(aces)
    }


def test_chances_of_splits() -> None:
    for places, aside in (((3, 2), 0), ((2, 2, 2), 1), ((4,), 0)):
        rooms = [i for i, n in enumerate((*places, aside)) for _ in range(n)]
        for missing in range(len(rooms) + 1):
            lies = [
                [one.count(i) for i in range(len(places) + 1)]
                for one in combinations(rooms, missing)
            ]
            for case in odds.split(missing, places, aside):
                shape = [list(case.lengths), case.aside]
                value = share([sorted(one[:-1])[::-1], one[-1]] == shape for one in lies)
                assert (
                    case.chance.value
                    == value
                    == odds.split_of(missing, case.said, places, aside).value
                )
            if not aside:
                for n in range(missing + 1):
                    assert odds.held(missing, n, places).value == share(one[0] == n for one in lies)


ENUMERATED = {
    "Condition.exact",
    "Condition.spread",
    "Judged.exact",
    "OddsQuestion.exact",
    "Posed.exact",
    "DrawnHand.chance",
    "DrawnHand.spread",
    "DrawnHand.at_least",
    "DrawnHand.at_most",
    "DrawnHand.exactly",
    "DrawnHand.none",
    "DrawnHand.void",
    "DrawnHand.shape",
    "DrawnHand.copies",
    "DrawnHand.somebody",
    "at_some_hand",
    "split_of",
    "held",
}
"""What the tests of this file hold to an enumeration."""
ARITHMETIC = {"counted", "chance"}
"""A sum of terms that is handed over; and another name of `DrawnHand.chance`, over `hand`."""


def test_whatever_gives_a_chance_is_enumerated() -> None:
    """A new function that returns a chance has to be added here, with a test."""
    found = set()
    for module in pkgutil.iter_modules(odds.__path__, "cardlab.labs.odds."):
        found |= set(giving_chances(importlib.import_module(module.name)))
    found |= set(giving_chances(odds))
    assert found == ENUMERATED | ARITHMETIC


def giving_chances(module: Any) -> Iterator[str]:
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", "") != module.__name__:
            continue
        inside = vars(thing) if isinstance(thing, type) else {"": thing}
        for own, work in inside.items():
            if own.startswith("_") or not inspect.isfunction(work):
                continue
            gives = str(work.__annotations__.get("return", ""))
            if re.search(r"\b(Chance|Fraction)\b", gives):
                yield f"{name}.{own}" if own else name
