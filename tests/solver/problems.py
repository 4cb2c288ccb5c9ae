"""Small positions at random: every obligation, every way to count, partnerships and one against
all, tricks half played."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cardlab.solver.tables import (
    ANYTRUMP,
    BEAT,
    FOLLOW,
    HEAD,
    LEADTOP,
    LEADTOP_FIRST,
    OVER,
    TRUMP,
    UNLED,
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
}
WIDE = 8


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
    seen = tuple(s for s in range(suits) if rnd.random() < 0.2) if flags & UNLED else ()
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
    )
    return begun(rnd, given, rnd.choice([0, 0, 0, 1, 2, 3]))


def begun(rnd: random.Random, given: Tables, cards: int) -> Tables:
    """The position with some cards of the first trick on the table."""
    brute, hands, trick = Brute(given), list(given.hands), list[int]()
    for i in range(min(cards, len(hands) - 1)):
        me = (given.leader + i) % len(hands)
        seats = tuple((given.leader + j) % len(hands) for j in range(len(hands)))
        c = rnd.choice(
            brute.open_cards(hands[me], tuple(trick), seats, me, frozenset(given.seen), not i)
        )
        hands[me] = tuple(x for x in hands[me] if x != c)
        trick.append(c)
    return Tables(
        tuple(hands),
        given.leader,
        given.side,
        given.suit,
        given.strength,
        given.points,
        given.suits,
        given.trump,
        given.levels,
        given.flags,
        given.per_trick,
        given.last_trick,
        tuple(trick),
        given.barred,
        given.seen,
        given.top,
        given.wild,
    )


def problems(seed: int, rounds: int) -> Iterator[tuple[str, str, Tables]]:
    rnd = random.Random(seed)
    for _ in range(rounds):
        for name in OBLIGATIONS:
            for count in counting(1 + WIDE):
                yield name, count, problem(rnd, name, count)
