"""Answers that the laboratories of orders and scores give to questions worth asking, each derived here
a second time: by other code, by a formula, or by hand."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import networkx as nx
import pytest
import sympy

import cardlab
from cardlab.engine.cards import Card, pack
from cardlab.engine.ordering import Ordering
from cardlab.labs import scores
from cardlab.labs.orders import compare, edit, poset

G, P, c = sympy.symbols("G P c")
ONE_ALL = {"games_north_south": 1, "games_east_west": 1}


def order(id: str, word: str | None) -> Ordering:
    return cardlab.game(id).ordering(word)


def pairs(order: Ordering, led: str | None = None) -> set[tuple[Card, Card]]:
    """Every "a beats b" between cards."""
    return {(a, b) for one, other in order.graph(led).edges for a in one for b in other}


# --- orders


def test_a_low_trump_beats_three_suits_and_loses_to_its_own() -> None:
    """By hand: 2♥ beats 3·13 plain cards, A♠ the twelve others of its suit."""
    beats = pairs(order("bridge", "H"))
    two, ace = Card("2H"), Card("AS")
    counts = [(sum(a == x for a, _ in beats), sum(b == x for _, b in beats)) for x in (two, ace)]
    assert counts == [(39, 12), (12, 13)]


@pytest.mark.parametrize(
    ("id", "word", "undecided", "of"),
    [
        ("bridge", "H", 507, 1326),
        ("bridge", "NT", 1014, 1326),
        ("kaiser", "H", 192, 496),
        ("cardigan", "H", 363, 1326),
        ("quinto", None, 0, 1378),
    ],
)
def test_some_pairs_wait_for_a_lead(id: str, word: str | None, undecided: int, of: int) -> None:
    ordering = order(id, word)
    every = list(combinations(dict.fromkeys(ordering.cards), 2))
    beats = pairs(ordering)
    equal = {pair for rung in ordering.classes() for pair in permutations(rung, 2)}
    waiting = sum(not {(a, b), (b, a)} & (beats | equal) for a, b in every)
    assert (waiting, len(every)) == (undecided, of)


def test_the_share_that_waits_tends_to_three_eighths() -> None:
    """By hand: of four suits of r cards, three plain ones make 3·r² pairs across suits."""
    r = sympy.Symbol("r", positive=True)
    for trumps, suits, limit in ((True, 3, (3, 8)), (False, 4, (3, 4))):
        across = sympy.binomial(suits, 2) * r**2 / (4 * r * (4 * r - 1) / 2)
        assert sympy.limit(across, r, sympy.oo) == sympy.Rational(*limit)
        shape = poset(order("bridge", "H" if trumps else "NT"))
        decided = shape.relation.number_of_edges()
        assert 1 - sympy.Rational(decided, 1326) == across.subs(r, 13)


def test_trumps_of_cardigan_that_turn_red() -> None:
    hearts, red = order("cardigan", "H"), order("cardigan", "RED")
    change = edit(hearts, red)
    assert (len(pairs(hearts)), len(pairs(red))) == (956, 718)
    lost, won = pairs(hearts) - pairs(red), pairs(red) - pairs(hearts)
    assert (change.lost, change.won) == (lost, won) and (len(lost), len(won)) == (351, 113)
    assert len(change.turned) == len({(b, a) for a, b in lost} & won) == 69


@pytest.mark.parametrize(
    ("id", "card", "before", "after"),
    [
        ("brandle", "7H", 7, 2),
        ("brandle", "JH", 4, 1),
        ("brandle", "AH", 1, 3),
        ("scotch-whist", "JH", 4, 1),
    ],
)
def test_cards_climb_when_their_suit_is_trumps(id: str, card: str, before: int, after: int) -> None:
    """Rungs as the rules list them: trumps of Brandle are J 7 A K Q T 9 8 6."""

    def rung(trump: str) -> int:
        above = [a for a, b in pairs(order(id, trump)) if b == card and a.suit == Card(card).suit]
        return len(above) + 1

    assert (rung("S"), rung("H")) == (before, after)


@pytest.mark.parametrize("id", ["kaiser", "malilla"])
def test_a_suit_that_is_lifted_keeps_its_order(id: str) -> None:
    assert not compare(order(id, "S"), order(id, "H")).of("up", "down")


def led_against(ordering: Ordering, a: Card, b: Card) -> bool:
    """Whether a, led, holds against b, by the relation for that suit."""
    return (a, b) in pairs_led(ordering, ordering.suit_of[a])


def pairs_led(ordering: Ordering, suit: Any) -> set[tuple[Card, Card]]:
    if (ordering, suit) not in LED:
        LED[ordering, suit] = pairs(ordering, suit)
    return LED[ordering, suit]


LED: dict[Any, set[tuple[Card, Card]]] = {}


@pytest.mark.parametrize(
    ("id", "word", "on_circles"),
    [("bridge", "NT", 52), ("kaiser", "H", 24), ("quinto", None, 0)],
)
def test_cards_led_against_each_other_go_round(id: str, word: str, on_circles: int) -> None:
    """Whoever leads holds against every other suit; within a lead there is never a circle."""
    ordering = order(id, word)
    cards = list(dict.fromkeys(ordering.cards))
    holds = nx.DiGraph((a, b) for a, b in permutations(cards, 2) if led_against(ordering, a, b))
    round_ = [part for part in nx.strongly_connected_components(holds) if len(part) > 1]
    assert sum(map(len, round_)) == on_circles
    for suit in {ordering.suit_of[card] for card in cards}:
        assert nx.is_directed_acyclic_graph(nx.DiGraph(pairs_led(ordering, suit)))


def test_a_circle_of_three_at_no_trump() -> None:
    none = order("bridge", "NT")
    king, ace, queen = Card("KS"), Card("AD"), Card("QC")
    assert all(led_against(none, a, b) for a, b in ((king, ace), (ace, queen), (queen, king)))
    leader = sum(
        led_against(none, a, b) and led_against(none, b, a)
        for a, b in combinations(sorted(pack()), 2)
    )
    assert leader == 6 * 13 * 13 == 1014


@pytest.mark.parametrize(
    ("id", "word", "decided", "lines"),
    [("kaiser", "H", 304, 31), ("bridge", "H", 819, 51), ("cardigan", "H", 765, 47)],
)
def test_few_lines_say_what_beats_what(id: str, word: str, decided: int, lines: int) -> None:
    shape = poset(order(id, word))
    closed = nx.transitive_closure_dag(shape.covering)
    assert {*closed.edges} == {*shape.relation.edges}
    assert (shape.relation.number_of_edges(), shape.covering.number_of_edges()) == (decided, lines)


@pytest.mark.parametrize(
    ("id", "word", "suit", "turned"),
    [
        ("kaiser", "H", "S", 0),
        ("bridge", "H", "S", 0),
        ("nap", "H", "S", 0),
        ("malilla", "H", "S", 4),
        ("julep", "H", "S", 7),
        ("scotch-whist", "H", "H", 3),
        ("brandle", "H", "H", 8),
    ],
)
def test_pairs_that_stand_otherwise_than_a_k_q(id: str, word: str, suit: str, turned: int) -> None:
    beats = [(a, b) for a, b in pairs(order(id, word)) if a.suit == b.suit == suit]
    plain = "AKQJT98765432"
    assert sum(plain.index(a.rank) > plain.index(b.rank) for a, b in beats) == turned


# --- scores


def net(id: str, **given: Any) -> int:
    """What a result scores for the first side, less the second where there are two."""
    one, *others = scores.score(id, **given).totals.values()
    return one - (others[0] if len(others) == 1 else 0)


@pytest.mark.parametrize("bid", [7, 9, 12])
def test_a_failed_contract_of_kaiser_costs_ten_however_much_it_took(bid: int) -> None:
    """By hand: the declarers lose v, and the others score 10 − v; at no trump twice v is lost, and
    below 0 both points of a trick are."""
    for tricks in range(9):
        for five in (0, 1) if 0 < tricks < 8 else (1,) if not tricks else (0,):
            given = {"contract": bid, "tricks_north_south": tricks, "five": five}
            if tricks < 8 and (value := tricks + 5 * (five == 0)) < bid:
                assert net("kaiser", declarers=0, three=1, **given) == -10
                assert net("kaiser", declarers=0, three=1, no_trump=True, **given) == -value - 10
    assert net("kaiser", contract=bid, declarers=0, tricks_north_south=1, five=1, three=0) == -14


def kaiser(bid: int, **more: Any) -> scores.BreakEven:
    """A contract that the five makes or that falls short by a trick."""
    cases = {"tricks_north_south": bid - 5}, {"tricks_north_south": bid - 6}
    return scores.break_even("kaiser", *cases, contract=bid, declarers=0, five=0, three=1, **more)


@pytest.mark.parametrize("bid", range(7, 13))
def test_how_sure_a_contract_of_kaiser_has_to_be(bid: int) -> None:
    """By hand: c − (10 − c) against 10, at no trump 2c − (10 − c) against 2(c − 1) less 11 − c."""
    trumps, none = kaiser(bid).expression, kaiser(bid, no_trump=True).expression
    assert trumps == (5 / c).subs(c, bid)
    assert none == ((c + 9) / (4 * c - 1)).subs(c, bid)


def test_where_no_trump_needs_less() -> None:
    meeting = sympy.solve(sympy.Eq(5 * (4 * c - 1), c * (c + 9)), c)
    assert max(meeting) == (11 + sympy.sqrt(101)) / 2
    needed = {n: (kaiser(n).probability, kaiser(n, no_trump=True).probability) for n in (10, 11)}
    assert needed[10][0] > needed[10][1] and needed[11][0] < needed[11][1]


def test_a_contract_against_one_of_the_others() -> None:
    """They would play six and make it just: six for them, four for us, so 14p − 10 > −2."""
    made, failed = (
        net("kaiser", contract=7, declarers=0, five=0, three=1, tricks_north_south=n)
        for n in (2, 1)
    )
    theirs = net("kaiser", contract=6, declarers=1, five=1, three=0, tricks_north_south=7)
    p = sympy.Symbol("p")
    assert (made, failed, theirs) == (4, -10, -2)
    assert sympy.solve(sympy.Eq(p * made + (1 - p) * failed, theirs), p) == [sympy.Rational(4, 7)]


@pytest.mark.parametrize("bid", range(7, 13))
def test_a_set_that_costs_the_bid_needs_a_surer_hand(bid: int) -> None:
    game = cardlab.game("kaiser", set_penalty="bid")
    cases = {"tricks_north_south": bid - 5}, {"tricks_north_south": bid - 6}
    even = scores.break_even(game, *cases, contract=bid, declarers=0, five=0, three=1)
    assert even.expression == (sympy.sympify(11) / (2 * c + 1)).subs(c, bid)


@pytest.mark.parametrize("id", ["nap", "brandle"])
def test_a_higher_bid_raises_the_stake_and_not_the_chance(id: str) -> None:
    field = next(f for f in scores.fields(id) if f.name in ("bid", "value"))
    tricks = next(f for f in scores.fields(id) if f.name == "tricks")
    for bid in field.values:
        gains = {net(id, **{field.name: bid, "tricks": n}) for n in tricks.values}
        assert {-gain for gain in gains} == gains and len(gains) == 1 + (gains != {0})


# --- bridge, in letters


def bridge(level: int, strain: str, instead: int, **more: Any) -> scores.BreakEven:
    cases = {"tricks": level + 6}, {"tricks": level + 5}
    bid = {"level": level, "strain": strain, "instead": {"level": instead}}
    return scores.break_even("bridge", *cases, **bid, **more)


GAMES = [
    (3, "NT", 2, (P + 120) / (G + 120), {(300, 50): "40.5", (350, 50): "36.2", (350, 0): "25.5"}),
    (4, "S", 3, (P + 140) / (G + 140), {(300, 50): "43.2", (350, 50): "38.8", (350, 0): "28.6"}),
    (5, "D", 4, (P + 130) / (G + 130), {(300, 50): "41.9", (350, 50): "37.5", (350, 0): "27.1"}),
    (6, "H", 4, (G + 200) / (G + 700), {(0, 0): "28.6", (300, 0): "50.0", (350, 0): "52.4"}),
    (6, "NT", 3, (G + 210) / (G + 710), {(0, 0): "29.6", (300, 0): "50.5", (350, 0): "52.8"}),
    (6, "C", 5, (G + 150) / (G + 650), {(0, 0): "23.1", (300, 0): "47.4", (350, 0): "50.0"}),
    (7, "S", 6, (G + 730) / (G + 1230), {(0, 0): "59.3", (300, 0): "67.3", (350, 0): "68.4"}),
    (7, "NT", 6, (G + 740) / (G + 1240), {(0, 0): "59.7", (300, 0): "67.5", (350, 0): "68.6"}),
]


@pytest.mark.parametrize(("level", "strain", "instead", "whole", "percents"), GAMES)
def test_what_a_contract_of_bridge_needs_in_letters(
    level: int, strain: str, instead: int, whole: Any, percents: dict[tuple[int, int], str]
) -> None:
    """The gain and the loss were added up by hand from the table of the Laws; the percentages are
    the expression with numbers put in."""
    assert sympy.simplify(bridge(level, strain, instead).expression - whole) == 0
    for (ahead, part), percent in percents.items():
        even = bridge(level, strain, instead, worth={"G": ahead, "P": part})
        assert f"{float(even.probability or 0):.1%}" == f"{percent}%"


VULNERABLE = [
    (3, "NT", 2, "42.3", "32.8"),
    (4, "S", 3, "44.4", "34.8"),
    (5, "D", 4, "43.4", "33.8"),
    (6, "H", 4, "44.4", "50.0"),
    (6, "NT", 3, "44.9", "50.3"),
    (6, "C", 5, "42.3", "48.3"),
    (7, "S", 6, "64.8", "67.1"),
    (7, "NT", 6, "65.0", "67.2"),
]


@pytest.mark.parametrize(("level", "strain", "instead", "ahead", "at_one_all"), VULNERABLE)
def test_what_a_vulnerable_contract_of_bridge_needs(
    level: int, strain: str, instead: int, ahead: str, at_one_all: str
) -> None:
    """One game ahead the rubber is worth 700 less the 350 of the lead, at one all 500."""
    for games, percent in (({"games_north_south": 1}, ahead), (ONE_ALL, at_one_all)):
        even = bridge(level, strain, instead, **games)
        assert f"{float(even.probability or 0):.1%}" == f"{percent}%"


DOUBLES = [
    (2, "D", sympy.Rational(5, 14), "64.3", "31.0", "47.4", "23.1"),
    (1, "NT", sympy.Rational(5, 14), "64.3", "31.0", "47.4", "23.1"),
    (2, "S", 50 / (G - P + 160), "89.1", "67.2", "84.8", "65.1"),
    (3, "D", 50 / (G - P + 160), "89.1", "67.2", "84.8", "65.1"),
    (2, "NT", 50 / (G - P + 170), "89.4", "67.7", "85.1", "65.5"),
    (3, "NT", sympy.Rational(1, 4), "75.0", "42.9", "60.0", "33.3"),
    (4, "H", sympy.Rational(5, 22), "77.3", "45.9", "63.0", "36.2"),
]


@pytest.mark.parametrize(("level", "strain", "whole", *("one", "two", "one_v", "two_v")), DOUBLES)
def test_how_sure_a_double_has_to_be(
    level: int, strain: str, whole: Any, one: str, two: str, one_v: str, two_v: str
) -> None:
    """Just made, or so many short; the chance that is printed is that of defeat."""
    percents = {(1, False): one, (2, False): two, (1, True): one_v, (2, True): two_v}
    for (short, vulnerable), percent in percents.items():
        games = ONE_ALL if vulnerable else {}
        cases = {"tricks": level + 6}, {"tricks": level + 6 - short}
        given = {"level": level, "strain": strain, "doubled": 1, "instead": {"doubled": 0}}
        even = scores.break_even("bridge", *cases, **given, **games)
        assert f"{1 - float(even.probability or 0):.1%}" == f"{percent}%"
        if short == 1 and not games:
            assert sympy.simplify(even.expression - whole) == 0


def test_going_alone_in_euchre_needs_a_third() -> None:
    """With a sweep alone of chance a and together of chance b: 1 + 3a against 1 + b."""
    a, b = sympy.symbols("a b")

    def points(alone: bool, tricks: int) -> int:
        given = {"makers": 0, "alone": alone, "tricks_north_south": tricks}
        return scores.score("euchre", **given).totals["north-south"]

    mean = {
        alone: chance * points(alone, 5) + (1 - chance) * points(alone, 4)
        for alone, chance in ((True, a), (False, b))
    }
    assert sympy.solve(sympy.Eq(mean[True], mean[False]), a) == [b / 3]
