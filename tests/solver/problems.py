"""Small positions at random: every obligation, every way to count, partnerships and one against
all, tricks half played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

from cardlab.solver.kernel import places
from cardlab.solver.tables import (
    ANYTRUMP,
    BEAT,
    BY_TABLE,
    FOLLOW,
    HEAD,
    LEADTOP,
    LEADTOP_FIRST,
    OVER,
    TRUMP,
    UNLED,
    Narrowed,
    Tables,
)

from .brute import Brute

OBLIGATIONS = {
    "follow": FOLLOW,
    "head": FOLLOW | HEAD,
    "trump": FOLLOW | TRUMP,
    "trump and overtrump": FOLLOW | TRUMP | OVER,
    "head, trump, overtrump": FOLLOW | HEAD | TRUMP | OVER,
    "overtrump only": FOLLOW | OVER,
    "follow or trump": FOLLOW | ANYTRUMP,
    "follow or trump, head": FOLLOW | ANYTRUMP | HEAD,
    "beat an opponent": FOLLOW | BEAT,
    "unled": FOLLOW | UNLED,
    "unled, beat an opponent": FOLLOW | UNLED | BEAT,
    "lead the top trump": FOLLOW | HEAD | TRUMP | OVER | LEADTOP,
    "lead the top trump first": FOLLOW | TRUMP | LEADTOP | LEADTOP_FIRST,
    "free": 0,
    "wild": FOLLOW,
    "broken suit": BY_TABLE,
    "broken trumps, and the first trick": BY_TABLE,
    "trump only an opponent, never below": BY_TABLE,
    "a table of chance": BY_TABLE,
}
WIDE = 8


# --- rules in a table


def row(
    does: int, asks: int, holds: int, named: Callable[[int, int], bool], n: int, *unbroken: range
) -> Narrowed:
    """A rule of a table; named: whether it speaks of a card at one of the eight moments."""
    sets = tuple(tuple(c for c in range(n) if named(c, i)) for i in range(8))
    return Narrowed(does, asks, holds, tuple(map(tuple, unbroken)), sets)


def table_of(rnd: random.Random, name: str, n: int, trump: int | None) -> tuple[Narrowed, ...]:
    """The rules of a table by name; a card is of the suit that its number says."""
    lead, following = (places.ON_LEAD, places.ON_LEAD), (places.ON_LEAD, 0)
    first = places.IS_FIRST, places.IS_FIRST
    void = places.ON_LEAD | places.IS_VOID, places.IS_VOID
    follow = row(places.MUST, *following, lambda c, i: bool(i & 1), n)
    suit = range(WIDE) if trump is None else range(trump * WIDE, trump * WIDE + WIDE)
    if name == "broken suit":
        return row(places.MAY_NOT, *lead, lambda c, i: c < WIDE, n, range(WIDE)), follow
    if name == "broken trumps, and the first trick":
        low = min(rnd.sample(range(n), 3))
        return (
            row(places.MUST, first[0] | 1, first[1] | 1, lambda c, i: c == low, n),
            row(places.MAY_NOT, *lead, lambda c, i: c in suit, n, suit, range(0, n, 3)),
            follow,
            row(places.MAY_NOT, *first, lambda c, i: c % 5 == 2, n),
        )
    if name == "trump only an opponent, never below":
        trumped = void[0] | places.IS_TRUMPED, void[1] | places.IS_TRUMPED
        opponent = void[0] | places.OTHERS_WIN, void[1] | places.OTHERS_WIN
        return (
            follow,
            row(places.MUST, *following, lambda c, i: c in suit and i & 3 == 3, n),
            row(places.MUST, *opponent, lambda c, i: c in suit and bool(i & 2), n),
            row(places.MAY_NOT, *trumped, lambda c, i: c in suit and not i & 2, n),
        )
    return tuple(chance(rnd, n) for _ in range(rnd.randint(1, 4)))


def chance(rnd: random.Random, n: int) -> Narrowed:
    """Any rule that the table can hold; two sides and sets that cut through suits."""
    does = rnd.choice([places.MUST, places.MAY_NOT, places.HIGHEST, places.LOWEST])
    asks = sum(bit for bit in (1, 2, 4, 8, 16) if rnd.random() < 0.3)
    start = rnd.randrange(n)
    wanted = {i: rnd.choice(["all", "none", "some"]) for i in range(8)}
    if does in (places.HIGHEST, places.LOWEST):
        lane = range(start // WIDE * WIDE, start // WIDE * WIDE + WIDE)
        return row(does, asks, asks & rnd.randrange(32), lambda c, i: c in lane and c % 3 > 0, n)
    unbroken = [range(start, min(n, start + rnd.randint(1, 6)))] * (rnd.random() < 0.4)

    def named(c: int, i: int) -> bool:
        return wanted[i] == "all" or (wanted[i] == "some" and (c * 7 + start) % 4 < 2)

    return row(does, asks, asks & rnd.randrange(32), named, n, *unbroken)


def counting(n: int) -> dict[str, tuple[tuple[int, ...], int, int]]:
    """Points of each card, of a trick, of the last trick."""
    nothing = (0,) * n
    return {
        "tricks": (nothing, 1, 0),
        "two cards": (tuple(5 if c == 3 else -3 if c == n - 2 else 0 for c in range(n)), 1, 0),
        "many cards": (tuple((c * 7) % 6 for c in range(n)), 1, 0),
        "cards and the last trick": (tuple((c * 5) % 4 for c in range(n)), 0, 3),
        "misere": (nothing, -1, 0),
        "gains and losses": (tuple((c * 7) % 7 - 3 for c in range(n)), 1, 2),
        "honours": (tuple(max(0, c % WIDE - 3) for c in range(n)), 1, 0),
    }


def problem(rnd: random.Random, name: str, count: str) -> Tables:
    flags, seats = OBLIGATIONS[name], rnd.choice([2, 3, 3, 4, 4, 4, 5, 6])
    each = {2: 5, 3: rnd.choice([4, 5]), 4: rnd.choice([3, 4]), 5: 3, 6: 2}[seats]
    if not flags & FOLLOW:
        each = min(each, {2: 5, 3: 4, 4: 3, 5: 2, 6: 2}[seats])
    suits = max(rnd.choice([2, 3, 4]), -(-seats * each // WIDE))
    n = suits * WIDE
    wild = suits if name == "wild" else None
    points, per_trick, last = counting(n + (wild is not None))[count]
    cards = list(range(n))
    rnd.shuffle(cards)
    if wild is not None:
        cards.insert(rnd.randrange(seats * each), n)
    hands = [cards[q * each : (q + 1) * each] for q in range(seats)]
    suit = tuple(c // WIDE for c in range(n)) + ((suits,) if wild is not None else ())
    side = [
        int(f(q))
        for f in [rnd.choice([lambda q: q % 2, lambda q: q > 0, lambda q: q == seats - 1])]
        for q in range(seats)
    ]
    levels, trump = None, rnd.choice([None, 0, suits - 1])
    if rnd.random() < 0.15 or wild is not None:
        rising = wild is not None and rnd.random() < 0.8
        levels = tuple(
            tuple(
                s + 1 if rising else 1 if s == led else s + 2 if s > led else 0
                for s in range(suits)
            )
            + ((0,) if wild is not None else ())
            for led in range(suits)
        )
        if wild is not None:
            levels += ((0,) * (suits + 1),)
        trump = None
    lane = trump if trump is not None else 0
    top = (
        tuple(c for c in range(n) if c // WIDE == lane and (c * 5) % 8 >= 5)
        if flags & LEADTOP
        else ()
    )
    barred = (
        tuple(c for c in range(n) if (c * 5) % 8 >= rnd.choice([6, 7]) and c // WIDE != trump)
        if flags & UNLED
        else ()
    )
    seen = (
        tuple(s for s in range(suits) if rnd.random() < 0.2) if flags & (UNLED | BY_TABLE) else ()
    )
    rules = table_of(rnd, name, n, trump) if flags & BY_TABLE else ()
    given = Tables(
        tuple(map(tuple, hands)),
        rnd.randrange(seats),
        tuple(side),
        suit,
        tuple((c * 5) % WIDE for c in range(len(suit))),
        points,
        suits + (wild is not None),
        trump,
        levels,
        flags,
        per_trick,
        last,
        (),
        barred,
        seen,
        top,
        wild,
        rules=rules,
        trumps=() if trump is None else tuple(range(trump * WIDE, trump * WIDE + WIDE)),
        after=FOLLOW if name.startswith("broken") else None,
    )
    return begun(rnd, given, rnd.choice([0, 0, 0, 1, 2, 3]))


def begun(rnd: random.Random, given: Tables, cards: int) -> Tables:
    """The position with some cards of the first trick on the table."""
    brute, hands, trick = Brute(given), list(given.hands), list[int]()
    for i in range(min(cards, len(hands) - 1)):
        me = (given.leader + i) % len(hands)
        seats = tuple((given.leader + j) % len(hands) for j in range(len(hands)))
        c = rnd.choice(
            brute.open_cards(
                hands[me], tuple(trick), seats, me, frozenset(given.seen), not i, frozenset(trick)
            )
        )
        hands[me] = tuple(x for x in hands[me] if x != c)
        trick.append(c)
    return replace(given, hands=tuple(hands), table=tuple(trick))


def problems(seed: int, rounds: int) -> Iterator[tuple[str, str, Tables]]:
    rnd = random.Random(seed)
    for _ in range(rounds):
        for name in OBLIGATIONS:
            for count in counting(1 + WIDE):
                yield name, count, problem(rnd, name, count)
