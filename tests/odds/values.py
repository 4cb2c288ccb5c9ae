"""Chances that were printed or worked out by hand, each with its source: what cardlab counts and
deals has to agree with them.

`printed` is text as it stands in the source (per cent, or a fraction); `worked` is arithmetic that
uses no line of cardlab, here or in `tests.odds.worked`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import comb, prod
from typing import Any, NamedTuple

from cardlab.labs import odds
from cardlab.labs.odds import events
from cardlab.labs.odds.splits import held

from . import worked

BRIDGE_SPLITS = "The Official Encyclopedia of Bridge, suit distributions of two hidden hands"
BRIDGE_SHAPES = (
    "The Official Encyclopedia of Bridge, hand patterns (plala.or.jp/KOKO33/data/table1.html)"
)
BRIDGE_LENGTHS = "bridgehands.com, Probability, Number of Cards"
BRIDGE_POINTS = "The Official Encyclopedia of Bridge, high card points"
POKER = "Poker probabilities, frequencies of five cards out of 52"


class Value(NamedTuple):
    """name; source; posed: a `Posed`, or a hand and an event; printed: per cent as printed, or
    None; worked: a fraction."""

    name: str
    source: str
    exact: Callable[[], odds.Chance]
    trial: Callable[[int, int], odds.Estimate] | None
    printed: str = ""
    worked: Fraction | None = None


def of_hand(
    name: str,
    source: str,
    hand: odds.DrawnHand,
    event: Any,
    printed: str = "",
    worked: Fraction | None = None,
) -> Value:
    return Value(
        name,
        source,
        lambda: hand.chance(event),
        lambda n, seed: hand.simulated(event, n, seed),
        printed,
        worked,
    )


def of_question(
    name: str,
    source: str,
    game: str,
    id: str,
    printed: str = "",
    worked: Fraction | None = None,
    **values: Any,
) -> Value:
    posed = odds.ask(game, id).posed(**values)

    def exact() -> odds.Chance:
        found = posed.exact()
        assert found is not None, posed.reason()
        return found

    return Value(f"{game}: {name}", source, exact, posed.simulated, printed, worked)


SPLITS = {
    2: {"1-1": "52.00", "2-0": "48.00"},
    3: {"2-1": "78.00", "3-0": "22.00"},
    4: {"3-1": "49.74", "2-2": "40.70", "4-0": "9.57"},
    5: {"3-2": "67.83", "4-1": "28.26", "5-0": "3.91"},
    6: {"4-2": "48.45", "3-3": "35.53", "5-1": "14.53", "6-0": "1.49"},
    7: {"4-3": "62.17", "5-2": "30.52", "6-1": "6.78", "7-0": "0.52"},
}
SHAPES = {
    "4-4-3-2": "21.5512",
    "4-3-3-3": "10.5361",
    "4-4-4-1": "2.9932",
    "5-3-3-2": "15.5168",
    "5-4-3-1": "12.9307",
    "5-4-2-2": "10.5797",
    "5-5-2-1": "3.1739",
    "5-4-4-0": "1.2433",
    "5-5-3-0": "0.8952",
    "6-3-2-2": "5.6425",
    "6-4-2-1": "4.7021",
    "6-3-3-1": "3.4482",
    "6-4-3-0": "1.3262",
    "6-5-1-1": "0.7053",
    "6-5-2-0": "0.6511",
    "6-6-1-0": "0.0723",
    "7-3-2-1": "1.8808",
    "7-2-2-2": "0.5129",
    "7-4-1-1": "0.3918",
    "7-4-2-0": "0.3617",
    "7-3-3-0": "0.2652",
    "7-5-1-0": "0.1085",
    "7-6-0-0": "0.0056",
    "8-2-2-1": "0.1924",
    "8-3-1-1": "0.1176",
    "8-3-2-0": "0.1085",
    "8-4-1-0": "0.0452",
    "8-5-0-0": "0.0031",
    "9-2-1-1": "0.0178",
    "9-3-1-0": "0.0100",
}
LENGTHS = (
    "1.279",
    "8.006",
    "20.587",
    "28.633",
    "23.861",
    "12.469",
    "4.156",
    "0.882",
    "0.117",
    "0.009",
)
POINTS = {0: "0.3639", 10: "9.4051", 11: "8.9447", 12: "8.0269", 20: "0.6435"}


def published() -> Iterator[Value]:
    bridge = odds.hand("bridge")
    for missing, cases in SPLITS.items():
        for lengths, printed in cases.items():
            name = f"{missing} missing, {lengths}"
            yield of_question(
                name, BRIDGE_SPLITS, "bridge", "split", printed, missing=missing, split=lengths
            )
    for shape, printed in SHAPES.items():
        yield of_hand(f"bridge: {shape}", BRIDGE_SHAPES, bridge, bridge.of_shape(shape), printed)
    for length, printed in enumerate(LENGTHS):
        yield of_hand(
            f"bridge: {length} spades",
            BRIDGE_LENGTHS,
            bridge,
            bridge.count("S", exactly=length),
            printed,
        )
    for points, printed in POINTS.items():
        name = f"{points} high-card points"
        more: dict[str, Any] = {"how": "exactly", "many": points}
        yield of_question(name, BRIDGE_POINTS, "bridge", "hand-points", printed, **more)
    yield of_hand(
        "bridge: a yarborough",
        "the Earl of Yarborough's bet; Encyclopedia of Bridge, 347373600 of 635013559600 hands",
        bridge,
        bridge.count("AKQJT", exactly=0),
        worked=Fraction(347373600, 635013559600),
    )
    five = odds.drawn(bridge.pack, 5)
    for name, event, hands in (
        ("four of a kind", events.copies(4, "rank"), 624),
        ("a flush, straight or not", five.of_shape("5-0-0-0"), 5148),
        ("no pair, flushes and straights included", odds.not_(events.copies(2, "rank")), 1317888),
    ):
        yield of_hand(f"five cards: {name}", POKER, five, event, worked=Fraction(hands, 2598960))


def by_hand() -> Iterator[Value]:
    kaiser, nap, yaniv = odds.hand("kaiser"), odds.hand("nap"), odds.hand("yaniv")
    # 32 cards, 16 of them A K Q J, and 5♥ and 3♠: 14 are left.  14!/(8!·6!) = 3003; 32!/(8!·24!) =
    # 10518300
    of_misdeal = "14 cards are no honours: 3003 of 10518300 hands"
    yield of_question(
        "a misdeal's hand", of_misdeal, "kaiser", "may-misdeal", worked=Fraction(3003, 10518300)
    )
    # two hands without honours need 16 such cards, and there are 14: the four chances add up
    yield of_question(
        "somebody's misdeal",
        f"{of_misdeal}, four hands",
        "kaiser",
        "somebody-misdeal",
        worked=4 * Fraction(3003, 10518300),
    )
    yield of_hand(
        "kaiser: the five and not the three",
        "8/32 · 24/31",
        kaiser,
        odds.both(kaiser.has("5H"), kaiser.count("3S", exactly=0)),
        worked=Fraction(8 * 24, 32 * 31),
    )
    # 28 cards, five each: 24·23·22·21·20 / (28·27·26·25·24) without an ace
    yield of_hand(
        "nap: an ace",
        "1 − 23·22·21·20 / (28·27·26·25)",
        nap,
        nap.count("A", least=1),
        worked=1 - Fraction(23 * 22 * 21 * 20, 28 * 27 * 26 * 25),
    )
    # a suit of seven gives 21 hands of five
    yield of_hand(
        "nap: all of one suit",
        "4 · 21 of 98280",
        nap,
        nap.of_shape("5-0-0-0"),
        worked=Fraction(84, 98280),
    )
    # card after card, each different from those before: 208/208 · 204/207 · 200/206 ... 160/196
    different = prod((Fraction(208 - 4 * i, 208 - i) for i in range(13)), start=Fraction(1))
    yield of_question(
        "a duplicate",
        "1 − 204/207 · 200/206 · ... · 160/196",
        "cardigan",
        "copies",
        worked=1 - different,
    )
    # a seven with one of eleven faces (4·11), or the wild K♦, alone worth seven, with one of them
    # (11)
    yield of_question(
        "two cards",
        "4·11 + 11 of 780 pairs",
        "seven-and-a-half",
        "natural",
        worked=Fraction(55, 780),
    )
    # with 5♦ in hand a 3 makes 8: four each of 3 4 5 6 7, but one five fewer, are 19 of 39
    yield of_question(
        "bust on 5",
        "4+4+3+4+4 of 39",
        "seven-and-a-half",
        "bust",
        worked=Fraction(19, 39),
        cards="5D",
    )
    yield of_hand(
        "yaniv: a joker",
        "1 − 52·51·50·49·48 / (54·53·52·51·50) = 1 − 49·48 / (54·53)",
        yaniv,
        yaniv.count("JK", least=1),
        worked=1 - Fraction(49 * 48, 54 * 53),
    )
    # two jokers with AAA 4, AA2 24, AA3 24, A22 24; one of two jokers with AAAA 1, AAA2 16: 76 + 34
    yield of_question(
        "Yaniv at once",
        "110 of 3162510 hands count 5 or less",
        "yaniv",
        "may-yaniv",
        worked=Fraction(110, 3162510),
    )
    yield of_question(
        "two alike", "three of the other 51", "snap", "neighbours", worked=Fraction(3, 51)
    )
    yield of_question(
        "the first three",
        "1 − 36/39 · 32/38",
        "ziginette",
        "row",
        worked=1 - Fraction(36 * 32, 39 * 38),
        many=3,
    )
    yield of_question(
        "a seven turned", "4 of 40", "malilla", "turned", worked=Fraction(1, 10), which="7"
    )
    # the turned card is a trump that lies elsewhere: 8 trumps and 27 others for nine cards
    yield of_question(
        "no trump",
        "27·26·...·19 / (35·34·...·27)",
        "scotch-whist",
        "trumps",
        how="exactly",
        many=0,
        worked=prod((Fraction(27 - i, 35 - i) for i in range(9)), start=Fraction(1)),
    )
    yield of_question("the joker", "12 cards of 53", "quinto", "joker", worked=Fraction(12, 53))
    # ten different ranks: 286 choices of ranks, four cards of each
    yield of_question(
        "ten ranks",
        "1 − 286·4^10 / 15820024220",
        "gin-rummy",
        "alike",
        worked=1 - Fraction(286 * 4**10, 15820024220),
        many=2,
    )
    yield of_question(
        "no heart between partners",
        "39!·26!/(13!·52!)",
        "bridge",
        "partners",
        how="exactly",
        many=0,
        which="H",
        worked=Fraction(comb(39, 26), comb(52, 26)),
    )
    # all four aces in one hand, any of four: 4 · (13·12·11·10)/(52·51·50·49)
    yield Value(
        "bridge: one hand has all the aces",
        "4 · 13·12·11·10 / (52·51·50·49)",
        lambda: odds.hand("bridge").somebody(odds.hand("bridge").has("AS AH AC AD"), 4),
        None,
        worked=4 * Fraction(13 * 12 * 11 * 10, 52 * 51 * 50 * 49),
    )
    # West has shown seven hearts, so six of the nineteen hidden places are left for the queen of
    # trumps
    yield Value(
        "a queen among vacant places",
        "6 of 19 places",
        lambda: held(1, 1, (6, 13)),
        None,
        worked=Fraction(6, 19),
    )
    for missing, many, left, right in ((1, 1, 7, 2), (4, 2, 7, 2), (3, 1, 5, 5), (5, 3, 0, 7)):
        one, other = 13 - left, 13 - right
        ways = comb(one, many) * comb(other, missing - many)
        yield of_question(
            f"{many} of {missing} missing, {left} and {right} cards known",
            "C(a, k)·C(b, m − k) / C(a + b, m)",
            "bridge",
            "vacant",
            worked=Fraction(ways, comb(one + other, missing)),
            missing=missing,
            many=many,
            known_left=left,
            known_right=right,
        )


TURN = "card after card"
RANKS = "each kind of card in turn, by the polynomial of one"


def of_splits() -> Iterator[Value]:
    """Missing cards with all places or few, and the queen among them."""
    for shape in ((4, 4), (5, 3), (6, 2), (7, 1)):
        lengths = f"{shape[0]}-{shape[1]}"
        yield of_question(
            f"8 missing, {lengths}",
            "laid down one by one",
            "bridge",
            "split",
            worked=worked.placed(8, 13, 13, shape),
            missing=8,
            split=lengths,
        )
    yield of_question(
        "three of five where six places are left",
        "laid down one by one",
        "bridge",
        "vacant",
        worked=Fraction(comb(6, 3) * comb(13, 2), comb(19, 5)),
        missing=5,
        many=3,
        known_left=7,
        known_right=0,
    )
    for missing, even, long in ((4, "2-2", "3-1"), (5, "3-2", "4-1")):
        yield Value(
            f"the queen of {missing} falls under ace and king",
            f"all {2**missing} layouts",
            partial(queen_falls, missing, even, long),
            None,
            worked=worked.layouts(missing, 2),
        )
    yield Value(
        "the last spade is the queen, with West two and East one shown",
        "12 places against 11",
        lambda: held(1, 0, (11, 12)),
        None,
        worked=Fraction(12, 23),
    )


def queen_falls(missing: int, even: str, long: str) -> odds.Chance:
    """She has at most one card beside her: the even split or its shorter hand, and alone in the
    longer split."""
    one, other = odds.split_of(missing, even), odds.split_of(missing, long)
    share = Fraction(1) if missing == 4 else Fraction(2, 5)
    return odds.Chance("the queen falls", one.value * share + other.value / missing)


def of_hands() -> Iterator[Value]:
    """Shapes, points and cards of a hand."""
    bridge, kaiser = odds.hand("bridge"), odds.hand("kaiser")
    balanced = [(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)]
    yield of_hand(
        "bridge: balanced",
        "all 560 lengths of four suits",
        bridge,
        odds.either(*(bridge.of_shape(shape) for shape in balanced)),
        "47.60",
        worked.lengths(13, 13, balanced),
    )
    for game, ranks, size in (
        ("bridge", 13, 13),
        ("kaiser", 8, 8),
        ("malilla", 10, 10),
        ("nap", 7, 5),
    ):
        hand = odds.hand(game)
        yield of_hand(
            f"{game}: a suit is missing",
            "inclusion and exclusion",
            hand,
            hand.void_in(),
            worked=worked.void(4, ranks, size),
        )
    for name, how, many, points in (
        ("12 points or more", "least", 12, range(12, 38)),
        ("20 points or more", "least", 20, range(20, 38)),
    ):
        yield of_question(
            name,
            TURN,
            "bridge",
            "hand-points",
            worked=worked.bridge_points(points),
            how=how,
            many=many,
        )
    worth = {card: "JQKA".find(card.rank) + 1 for card in bridge.pack}
    yield of_hand(
        "bridge: 15 to 17 points",
        TURN,
        bridge,
        events.worth(worth, least=15, most=17),
        "10.10",
        worked.bridge_points(range(15, 18)),
    )
    yield of_hand(
        "bridge: four aces",
        "13·12·11·10 / (52·51·50·49)",
        bridge,
        bridge.has("AS AH AC AD"),
        worked=worked.falling(13, 52, 4),
    )
    yield Value(
        "bridge: thirteen of one suit",
        "4·13!·39!/52!",
        lambda: bridge.chance(bridge.with_suit_of(13)),
        None,
        worked=4 * worked.falling(13, 52, 13),
    )
    yield Value(
        "bridge: somebody is dealt no ace",
        "less one ace each, 39/51 · 26/50 · 13/49",
        lambda: bridge.somebody(bridge.count("A", exactly=0), 4),
        None,
        worked=1 - worked.each_in_turn((39, 51), (26, 50), (13, 49)),
    )
    yield Value(
        "kaiser: somebody is dealt no ace",
        "less one ace each, 24/31 · 16/30 · 8/29",
        lambda: kaiser.somebody(kaiser.count("A", exactly=0), 4),
        None,
        worked=1 - worked.each_in_turn((24, 31), (16, 30), (8, 29)),
    )
    for name, event, chance in (
        ("5♥ and 3♠", kaiser.has("5H 3S"), worked.falling(8, 32, 2)),
        ("no ace", kaiser.count("A", exactly=0), worked.falling(24, 32, 4)),
        (
            "five hearts or more",
            kaiser.count("H", least=5),
            sum(
                (Fraction(comb(8, n) * comb(24, 8 - n), comb(32, 8)) for n in range(5, 9)),
                Fraction(0),
            ),
        ),
    ):
        yield of_hand(f"kaiser: {name}", TURN, kaiser, event, worked=chance)
    yield of_question(
        "5♥ and 3♠ with partners",
        "15 of the 31 other places, for either side",
        "kaiser",
        "partners",
        how="exactly",
        many=2,
        which="5H 3S",
        worked=Fraction(15, 31) / 2,
    )


def of_copies() -> Iterator[Value]:
    """Cards that are alike, by rank or altogether, and cards in a row."""
    cardigan, nap, gin = odds.hand("cardigan"), odds.hand("nap"), odds.hand("gin-rummy")
    five = odds.drawn(odds.hand("bridge").pack, 5)
    for copies in (3, 4):
        yield of_hand(
            f"cardigan: {copies} copies of a card",
            RANKS,
            cardigan,
            events.copies(copies),
            worked=1 - worked.alike(52, 4, 13, copies - 1),
        )
    for size in (5, 6):
        drawn = odds.drawn(odds.hand("bridge").pack, size)
        yield of_hand(
            f"{size} cards: two of one rank",
            RANKS,
            drawn,
            events.copies(2, "rank"),
            worked=1 - worked.alike(13, 4, size, 1),
        )
    yield of_hand(
        "gin: three of a rank",
        "a matrix from rank to rank",
        gin,
        events.copies(3, "rank"),
        worked=1 - worked.no_meld(runs=False),
    )
    yield of_question(
        "three in a row",
        "a matrix from rank to rank",
        "gin-rummy",
        "run",
        worked=1 - worked.no_meld(sets=False),
    )
    yield of_hand(
        "nap: four of a suit or more",
        "4·35·21 + 4·21 of 98280",
        nap,
        nap.with_suit_of(4),
        worked=Fraction(4 * 35 * 21 + 4 * 21, 98280),
    )
    yield of_hand(
        "five cards: one suit", TURN, five, five.with_suit_of(5), worked=worked.falling(12, 51, 4)
    )
    patterns = {
        "a full house": ((3, 2), 3744),
        "three of a kind": ((3, 1, 1), 54912),
        "two pairs": ((2, 2, 1), 123552),
        "one pair": ((2, 1, 1, 1), 1098240),
    }
    yield of_hand(
        "five cards: a straight, of one suit or not",
        f"{POKER}: 10200 and 40",
        five,
        events.Judged("a straight", is_straight, lambda card: card.rank),
        worked=Fraction(10240, 2598960),
    )
    for name, (pattern, hands) in patterns.items():
        yield of_hand(
            f"five cards: {name}",
            POKER,
            five,
            events.Judged(name, has_pattern(pattern), lambda card: card.rank),
            worked=Fraction(hands, 2598960),
        )


def is_straight(hand: Any) -> bool:
    """Five ranks in a row, the ace above the king or below the two."""
    ranks = {card.rank for card in hand}
    return any(ranks == set("AKQJT98765432A"[i : i + 5]) for i in range(10))


def has_pattern(pattern: tuple[int, ...]) -> Callable[[Any], bool]:
    """Whether a hand has just so many cards of each rank."""

    def judged(hand: Any) -> bool:
        return tuple(sorted(Counter(card.rank for card in hand).values(), reverse=True)) == pattern

    return judged


def of_trumps() -> Iterator[Value]:
    """Trumps after a card is turned, bowers, matadors, and the next card."""
    euchre, skat = odds.hand("euchre"), odds.drawn(odds.hand("skat").pack, 12)
    yield of_question(
        "a trump",
        "1 − 39·38·37·36·35 / (51·50·49·48·47)",
        "bourre",
        "trumps",
        how="least",
        many=1,
        worked=1 - worked.falling(39, 51, 5),
    )
    yield of_question(
        "no trump",
        TURN,
        "malilla",
        "trumps",
        how="exactly",
        many=0,
        worked=worked.falling(30, 39, 10),
    )
    yield of_hand(
        "euchre: both bowers",
        "5/24 · 4/23",
        euchre,
        euchre.has("JS JC"),
        worked=worked.falling(5, 24, 2),
    )
    yield of_hand(
        "euchre: the three highest trumps",
        "5·4·3 / (24·23·22)",
        euchre,
        euchre.has("JS JC AS"),
        worked=worked.falling(5, 24, 3),
    )
    yield of_hand(
        "euchre: the five highest trumps of some suit",
        "4 of 42504 hands",
        euchre,
        odds.either(
            *(euchre.has(f"J{a} J{b} A{a} K{a} Q{a}") for a, b in ("SC", "CS", "HD", "DH"))
        ),
        worked=Fraction(4, 42504),
    )
    top = ["JC", "JS", "JH", "JD", "AC"]
    for n in range(1, 5):
        ones = " ".join(top[:n])
        with_them = odds.both(skat.has(ones), skat.count(top[n], exactly=0))
        without = odds.both(skat.count(ones, exactly=0), skat.has(top[n]))
        yield of_hand(
            f"skat: with or without {n} in clubs",
            "card by card from the jack of clubs",
            skat,
            odds.either(with_them, without),
            worked=worked.matadors(n),
        )
    yield of_question(
        "bust on 6",
        "2 to 7 bust: 4·5 + 3 of 39",
        "seven-and-a-half",
        "bust",
        worked=Fraction(23, 39),
        cards="6D",
    )


def all_values() -> tuple[Value, ...]:
    more = (of_splits, of_hands, of_copies, of_trumps)
    return (*published(), *by_hand(), *(value for values in more for value in values()))
