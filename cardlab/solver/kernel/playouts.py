"""Random play: whole deals, and each card of a position played out again and again.

The random numbers are the kernel's own, so that the same seed gives the same deals compiled and as
plain Python.
"""

from __future__ import annotations

from cardlab.solver.kernel.bits import ctz, popcount
from cardlab.solver.kernel.legality import legal_mask
from cardlab.solver.kernel.places import (
    ABOVE,
    BARRED,
    CARDS,
    FLAGS,
    FOLLOW,
    HIGHER,
    LAST_TRICK,
    PER_TRICK,
    POINTS_OF,
    SEATS,
    SIDE_OF,
    SUIT_CARDS,
    SUIT_OF,
    WILD,
    Array,
)

ONES, SIGNS = 0x0040201008040201, 0x4020100804020100
"""Seven numbers of 9 bits in one word: a one in each, the top bit of each."""
WORD = 0x7FFFFFFFFFFFFFFF
T_POINTS, T_LENGTHS = 8, 32
"""In a tally, after the tricks of each seat: its points; how many cards of each suit it has left
(by seat, times 8, and suit)."""


def next_random(x: int) -> int:
    """The next state of the random numbers: multiply with carry.

    Its lower 32 bits are the random ones.  No product passes 63 bits, because numba promises LLVM
    that whole numbers never overflow, and what does is computed otherwise here and there.
    """
    return 698769069 * (x & 0xFFFFFFFF) + (x >> 32)


def below(x: int, n: int) -> int:
    """A random number from 0 to n - 1, from the state ``x``."""
    return ((x & 0xFFFFFFFF) * n) >> 32


def draw_tables(tables: int, deals: int, random: int, dealt: Array) -> int:
    """Draw one of several tables for each deal, and count in ``dealt`` how many each has got; the
    random state goes on.  All are drawn before the first is dealt, so that the deals of one table
    come in a row."""
    while deals > 0:
        random = next_random(random)
        t = below(random, tables)
        dealt[t] = dealt[t] + 1
        deals = deals - 1
    return random


def deal_out(
    K: Array,
    deals: int,
    each: int,
    leader: int,
    random: int,
    hand: Array,
    deck: Array,
    tally: Array,
    rows: Array,
    low: int,
    width: int,
    tricks: Array,
    points: Array,
) -> int:
    """Shuffle, deal ``each`` cards to every seat and play at random, again and again; the random
    state goes on.

    leader: the seat that leads, -1 for any; deck: the cards as they lie.  Counts in ``tricks`` how
    often a seat took so many, 64 numbers for each seat, and in ``points`` the same, ``width``
    numbers from ``low`` up.
    """
    seats = K[SEATS]
    follow = 1 if K[FLAGS] == FOLLOW and K[WILD] < 0 else 0
    while deals > 0:
        deals = deals - 1
        random = deal_hands(K, each, follow, random, hand, deck, tally, rows)
        p = leader
        if p < 0:
            random = next_random(random)
            p = below(random, seats)
        if follow:
            random = play_follow(K, each, p, random, hand, tally, rows)
        else:
            random = play_out(K, hand, p, -1, 0, 0, 0, 0, each, K[BARRED], 0, 0, random, tally)
        p = 0
        while p < seats:
            x = p * 64 + tally[p]
            tricks[x] = tricks[x] + 1
            x = p * width + tally[T_POINTS + p] - low
            points[x] = points[x] + 1
            p = p + 1
    return random


def deal_hands(
    K: Array,
    each: int,
    follow: int,
    random: int,
    hand: Array,
    deck: Array,
    tally: Array,
    rows: Array,
) -> int:
    """Shuffle ``deck`` as far as it is dealt and deal ``each`` cards to every seat, as bits or, with
    ``follow``, as `play_follow` wants them; the tally begins anew, the random state goes on."""
    cards = K[CARDS]
    i = 0
    p = 0
    while p < K[SEATS]:
        h = 0
        k = each
        while k > 0:
            random = next_random(random)
            x = i + below(random, cards - i)
            c = deck[x]
            deck[x] = deck[i]
            deck[i] = c
            if follow:
                x = p * 8 + K[SUIT_OF + c]
                rows[x * 64 + tally[T_LENGTHS + x]] = c
                tally[T_LENGTHS + x] = tally[T_LENGTHS + x] + 1
                h = h + ((ONES << (9 * K[SUIT_OF + c])) & WORD)
            else:
                h = h | (1 << c)
            i = i + 1
            k = k - 1
        hand[p] = h
        tally[p] = 0
        tally[T_POINTS + p] = 0
        p = p + 1
    return random


def play_out(
    K: Array,
    hand: Array,
    p: int,
    led: int,
    best: int,
    winner: int,
    taken: int,
    j: int,
    n: int,
    barred: int,
    gone: int,
    first: int,
    random: int,
    tally: Array,
) -> int:
    """Play random legal cards to the end; the random state goes on.

    p: to play; led, best, winner, taken, j: of the trick on the table the suit led, the best card
    and its player, the points and how many cards; n: tricks left; barred: cards that wait for their
    suit to be led; gone: cards played; first: the card to play first, as a bit, 0 for any. Tricks
    and points are added to ``tally``.
    """
    seats = K[SEATS]
    wild = K[WILD]
    per = K[PER_TRICK]
    while n > 0:
        while j < seats:
            mate = 0
            if j > 0 and K[SIDE_OF + winner] == K[SIDE_OF + p]:
                mate = 1
            m = first
            first = 0
            if m == 0:
                m = legal_mask(K, hand[p], led, best, mate, barred, n, gone)
            if m & (m - 1):
                random = next_random(random)
                k = below(random, popcount(m))
                while k > 0:
                    m = m & (m - 1)
                    k = k - 1
            c = ctz(m)
            card = 1 << c
            hand[p] = hand[p] ^ card
            gone = gone | card
            taken = taken + K[POINTS_OF + c]
            if j == 0:
                led = K[SUIT_OF + c]
                best = c
                winner = p
                barred = barred & ~K[SUIT_CARDS + led]
            else:
                if card & (K[ABOVE + best] | K[HIGHER + led * 8 + K[SUIT_OF + best]]):
                    best = c
                    winner = p
                if led == wild:
                    led = K[SUIT_OF + c]
                    barred = barred & ~K[SUIT_CARDS + led]
            p = p + 1
            if p == seats:
                p = 0
            j = j + 1
        n = n - 1
        tally[winner] = tally[winner] + 1
        taken = taken + per
        if n == 0:
            taken = taken + K[LAST_TRICK]
        tally[T_POINTS + winner] = tally[T_POINTS + winner] + taken
        p = winner
        led = -1
        j = 0
        taken = 0
    return random


def play_follow(
    K: Array, each: int, p: int, random: int, hand: Array, tally: Array, rows: Array
) -> int:
    """Play random cards to the end of a deal where nothing binds but to follow suit; the random
    state goes on.

    A hand lies in ``rows``, suit by suit, as it was shuffled: any card of a suit is then the last
    one of its row, and only who leads or is void draws, a suit by the number of its cards.  These
    numbers lie in ``tally`` from `T_LENGTHS` on, and added up from the first suit to each in 9 bits
    of one word, ``hand``, where one subtraction finds the suit.
    """
    seats = K[SEATS]
    n = each
    taken = 0
    while n > 0:
        random = next_random(random)
        led = popcount(below(random, n) * ONES + SIGNS - hand[p] & SIGNS)
        c = last_of_row(p, led, hand, tally, rows)
        taken = taken + K[POINTS_OF + c]
        beats = K[ABOVE + c] | K[HIGHER + led * 8 + led]
        winner = p
        j = 1
        while j < seats:
            p = p + 1
            p = p & ((p - seats) >> 63)
            s = led
            if tally[T_LENGTHS + p * 8 + led] == 0:
                random = next_random(random)
                s = popcount(below(random, n) * ONES + SIGNS - hand[p] & SIGNS)
            c = last_of_row(p, s, hand, tally, rows)
            taken = taken + K[POINTS_OF + c]
            # without a branch, for nobody can foresee whether it beats the best
            k = -((beats >> c) & 1)
            beats = beats ^ ((beats ^ (K[ABOVE + c] | K[HIGHER + led * 8 + s])) & k)
            winner = winner ^ ((winner ^ p) & k)
            j = j + 1
        n = n - 1
        tally[winner] = tally[winner] + 1
        tally[T_POINTS + winner] = tally[T_POINTS + winner] + taken + K[PER_TRICK]
        taken = 0
        p = winner
    tally[T_POINTS + p] = tally[T_POINTS + p] + K[LAST_TRICK]
    return random


def last_of_row(p: int, s: int, hand: Array, tally: Array, rows: Array) -> int:
    """Take the last card of suit ``s`` from the hand of player ``p`` as `play_follow` has it."""
    hand[p] = hand[p] - ((ONES << (9 * s)) & WORD)
    x = p * 8 + s
    k = tally[T_LENGTHS + x] - 1
    tally[T_LENGTHS + x] = k
    return rows[x * 64 + k]


def try_out(
    K: Array,
    hands: Array,
    count: int,
    times: int,
    at: Array,
    random: int,
    hand: Array,
    tally: Array,
    out: Array,
) -> int:
    """For each of ``count`` layouts of the hands and each legal card of the mover: play it, and at
    random to the end, ``times`` times; the random state goes on.

    at: player, suit led, best card, its player, points, cards of the trick, tricks left, barred
    cards, cards played.  out, four numbers by card: points of side 0 and of side 1, squares of side
    0's, how often.
    """
    seats = K[SEATS]
    i = 0
    while i < count:
        base = i * seats
        i = i + 1
        p = at[0]
        mate = 0
        if at[5] > 0 and K[SIDE_OF + at[3]] == K[SIDE_OF + p]:
            mate = 1
        legal = legal_mask(K, hands[base + p], at[1], at[2], mate, at[7], at[6], at[8])
        while legal != 0:
            c = ctz(legal)
            legal = legal & (legal - 1)
            r = times
            while r > 0:
                r = r - 1
                q = 0
                while q < seats:
                    hand[q] = hands[base + q]
                    tally[q] = 0
                    tally[T_POINTS + q] = 0
                    q = q + 1
                random = play_out(
                    K,
                    hand,
                    p,
                    at[1],
                    at[2],
                    at[3],
                    at[4],
                    at[5],
                    at[6],
                    at[7],
                    at[8],
                    1 << c,
                    random,
                    tally,
                )
                add_outcome(c, K, tally, out)
    return random


def add_outcome(c: int, K: Array, tally: Array, out: Array) -> None:
    """Add what both sides got for card ``c``, by the tally, to ``out``."""
    first = 0
    second = 0
    q = 0
    while q < K[SEATS]:
        if K[SIDE_OF + q] == 0:
            first = first + tally[T_POINTS + q]
        else:
            second = second + tally[T_POINTS + q]
        q = q + 1
    out[c * 4] = out[c * 4] + first
    out[c * 4 + 1] = out[c * 4 + 1] + second
    out[c * 4 + 2] = out[c * 4 + 2] + first * first
    out[c * 4 + 3] = out[c * 4 + 3] + 1
