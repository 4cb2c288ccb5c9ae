"""Which card is tried first between two pairs: four seats that play for tricks alone and follow
suit, with trumps or without.

What decides is who has the highest cards of a suit and who will win the trick, more than the card
itself.  So a card gets a class by such facts, and a class has two weights: one for every card of
it, and one for each card of its suit that is lower.  The idea, its cases and most of the first
weights are those of DDS (Bo Haglund's double dummy solver); the others were found by climbing
hills.

A card's *height* in a trick says what beats what: its number in the suit led, `RUFF` more for a
trump on another suit, and -1 for a discard.
"""

from __future__ import annotations

from cardlab.solver.kernel.bits import ctz, popcount, topbit
from cardlab.solver.kernel.places import (
    BEST_LEAD,
    F_BEST,
    F_LED,
    F_LEFT,
    F_PLACE,
    F_PLAYER,
    F_SHAPE,
    F_TRICK,
    F_TRICKS_LEFT,
    F_WINNER,
    M_EQUALS,
    M_WEIGHTS,
    RUFFS,
    S_GOOD_LEADS,
    S_LAST_LEADS,
    SHAPE,
    SUIT_CARDS,
    SUIT_OF,
    SUIT_START,
    TOP_SUIT,
    WEIGHTS,
    Array,
)

PAIR_WEIGHTS = 352
"""How many weights there are; first with trumps, then without."""

RUFF = 64
NOBODY = 1000
"""A height that no card reaches."""

PAIR_LENGTH, PAIR_PARTNER_VOID, PAIR_THEY_RUFF, PAIR_WE_RUFF, PAIR_FOR_RUFF = (
    0,
    1,
    2,
    3,
    4,
)
"""Of a suit that may be led: for each card of the opponents; a partner without any; an opponent who
may ruff; a partner who may; a single card, with which the partner gets the lead to return it."""
PAIR_LAST_HIGH, PAIR_FINESSE, PAIR_SINGLE_TOP, PAIR_SINGLE_SECOND = (
    5,
    6,
    7,
    8,
)
"""The last to play has the best or the second best card, and more; the next has the best, the
partner the second best; an opponent's only card is the best; or the second best."""
PAIR_PARTNER_NEXT, PAIR_BOTH_NEXT = 9, 10
"""The partner has the second and the third best; the two share them."""
PAIR_TOPS = 16
"""By whether the trick will be won, who has the best and who the second best."""
PAIR_LEADS = 48
"""Two weights by whether the trick will be won, whether the best card is ours, and `kind_of_lead`."""
PAIR_GOOD = 80
"""Leads that have been good: here and with so many tricks left; the second four for a trick that
will be won."""
PAIR_FOLLOWS, PAIR_RUFFS, PAIR_DISCARDS = 96, 240, 312
"""By place in the trick and `outlook_of`: two weights for each kind of card that follows suit, by
how it stands in the trick and whether it heads a sequence; two for each that ruffs; and four for
discards."""


def weights_now(cards: int, K: Array) -> int:
    """Where the weights lie: those without trumps when none is among the cards of this trick and
    of all hands."""
    if K[TOP_SUIT] >= 0 and cards & K[SUIT_CARDS + K[TOP_SUIT]] != 0:
        return WEIGHTS
    return WEIGHTS + PAIR_WEIGHTS


def holder(card: int, p: int, hand: Array) -> int:
    """Who has a card, counted from player ``p`` of four: 0 for itself, 2 for the partner."""
    next_one = (hand[(p + 1) & 3] >> card) & 1
    partner = (hand[(p + 2) & 3] >> card) & 1
    last = (hand[(p + 3) & 3] >> card) & 1
    return next_one + 2 * partner + 3 * last


def highest_answer(h: int, s: int, K: Array) -> int:
    """The greatest height that hand ``h`` can bring to a trick in which suit ``s`` was led."""
    x = h & K[SUIT_CARDS + s]
    if x != 0:
        return topbit(x)
    x = h & K[RUFFS + s]
    return RUFF + topbit(x) if x != 0 else -1


def lowest_answer(h: int, s: int, K: Array) -> int:
    """The least height with which hand ``h`` can follow suit ``s``, -1 where it is void."""
    x = h & K[SUIT_CARDS + s]
    return ctz(x) if x != 0 else -1


# --- leads


def weigh_pair_leads(
    f: int,
    i: int,
    end: int,
    K: Array,
    hand: Array,
    frames: Array,
    moves: Array,
    shapes: Array,
    state: Array,
) -> None:
    """Write the weights of the leads of frame ``f``, which lie in ``moves`` from ``i`` to
    ``end``."""
    p = frames[f + F_PLAYER]
    left = frames[f + F_LEFT]
    n = frames[f + F_TRICKS_LEFT]
    w0 = weights_now(left, K)
    here = -1
    if frames[f + F_SHAPE] >= 0:
        here = shapes[frames[f + F_SHAPE] * SHAPE + BEST_LEAD]
    last = state[S_LAST_LEADS + n]
    own_last = state[S_GOOD_LEADS + 8 * n + p]
    s = -1
    in_suit = 0
    weight = 0
    tops = 0
    theirs = 0
    ours = 0
    while i < end:
        c = moves[i]
        if K[SUIT_OF + c] != s:
            s = K[SUIT_OF + c]
            in_suit = left & K[SUIT_CARDS + s]
            weight, tops = weigh_suit(p, s, n, in_suit, w0, hand, K)
            theirs = max(
                highest_answer(hand[(p + 1) & 3], s, K), highest_answer(hand[(p + 3) & 3], s, K)
            )
            ours = highest_answer(hand[(p + 2) & 3], s, K)
        wins = 1 if max(c, ours) > theirs else 0
        best_is_ours = 1 if tops & 4 == 0 else 0
        k = (
            w0
            + PAIR_LEADS
            + 2 * (8 * wins + 4 * best_is_ours + kind_of_lead(c, in_suit, moves[M_EQUALS + i]))
        )
        good = w0 + PAIR_GOOD + 4 * wins
        moves[M_WEIGHTS + i] = (
            weight
            + K[w0 + PAIR_TOPS + 16 * wins + tops]
            + K[k]
            + K[k + 1] * popcount(in_suit >> c)
            + (K[good] if here == c else 0)
            + (K[good + 1] if last == c else 0)
            + (K[good + 2] if own_last == c else 0)
            + (K[good + 3] if here >= 0 and K[SUIT_OF + here] == s else 0)
        )
        i = i + 1


def kind_of_lead(c: int, in_suit: int, equals: int) -> int:
    """What card ``c`` is among the cards of its suit: 3 the best, 2 the second best and the head of
    a sequence, 1 the head of a lower one, 0 any other."""
    above = in_suit >> c
    if above == 1:
        return 3
    if equals & (equals - 1) == 0:
        return 0
    return 2 if popcount(above) == 2 else 1


def weigh_suit(
    p: int, s: int, n: int, in_suit: int, w0: int, hand: Array, K: Array
) -> tuple[int, int]:
    """The weight of suit ``s`` that player ``p`` may lead, and who has its best card (times 4) and
    its second best.  n: tricks left; in_suit: its cards in all hands."""
    suit = K[SUIT_CARDS + s]
    ruffs = K[RUFFS + s]
    next_hand = hand[(p + 1) & 3]
    partner_hand = hand[(p + 2) & 3]
    last_hand = hand[(p + 3) & 3]
    next_length = popcount(next_hand & suit)
    partner_length = popcount(partner_hand & suit)
    last_length = popcount(last_hand & suit)
    best = topbit(in_suit)
    x = in_suit ^ (1 << best)
    has_best = holder(best, p, hand)
    has_second = 0
    has_third = 1
    if x != 0:
        second = topbit(x)
        has_second = holder(second, p, hand)
        x = x ^ (1 << second)
        if x != 0:
            has_third = holder(topbit(x), p, hand)
    # whoever is void may discard anything
    weight = K[w0 + PAIR_LENGTH] * (
        (next_length if next_length != 0 else n) + (last_length if last_length != 0 else n)
    )
    if partner_length == 0:
        weight = weight + K[w0 + PAIR_PARTNER_VOID]
    if ruffs != 0:
        if (next_length == 0 and next_hand & ruffs != 0) or (
            last_length == 0 and last_hand & ruffs != 0
        ):
            weight = weight + K[w0 + PAIR_THEY_RUFF]
        if partner_length == 0 and partner_hand & ruffs != 0 and last_length != 0:
            weight = weight + K[w0 + PAIR_WE_RUFF]
        if (
            has_best == 2
            and partner_length > 1
            and popcount(hand[p] & suit) == 1
            and hand[p] & ruffs != 0
        ):
            weight = weight + K[w0 + PAIR_FOR_RUFF]
    if (has_best == 3 or has_second == 3) and last_length != 1:
        weight = weight + K[w0 + PAIR_LAST_HIGH]
    elif has_best == 1 and has_second == 2 and partner_length != 1:
        weight = weight + K[w0 + PAIR_FINESSE]
    if (has_best == 1 and next_length == 1) or (has_best == 3 and last_length == 1):
        weight = weight + K[w0 + PAIR_SINGLE_TOP]
    if (has_second == 1 and next_length == 1) or (has_second == 3 and last_length == 1):
        weight = weight + K[w0 + PAIR_SINGLE_SECOND]
    if has_best & 1 == 0:
        return weight, 4 * has_best + has_second
    if has_second == 2 and has_third == 2:
        weight = weight + K[w0 + PAIR_PARTNER_NEXT]
    elif has_second + has_third == 2 and has_second != 1 and partner_length > 1:
        weight = weight + K[w0 + PAIR_BOTH_NEXT]
    return weight, 4 * has_best + has_second


# --- cards that follow


def weigh_pair_follows(
    f: int, i: int, end: int, K: Array, hand: Array, frames: Array, moves: Array
) -> None:
    """Write the weights of the cards that follow in frame ``f``, which lie in ``moves`` from ``i``
    to ``end``."""
    p = frames[f + F_PLAYER]
    place = frames[f + F_PLACE]
    led = frames[f + F_LED]
    left = frames[f + F_LEFT]
    w0 = weights_now(left | frames[f + F_TRICK], K)
    best = frames[f + F_BEST]
    if K[SUIT_OF + best] != led:
        best = best + RUFF
    mate = 1 - ((frames[f + F_WINNER] ^ p) & 1)
    rest = highest_answer(hand[(p + 1) & 3], led, K) if place < 3 else -1
    outlook = outlook_of(p, place, led, best, mate, rest, hand, K)
    force = NOBODY
    floor = -1
    if place == 1:
        floor = lowest_answer(hand[(p + 1) & 3], led, K)
        if outlook == 0:
            floor = max(floor, lowest_answer(hand[(p + 2) & 3], led, K))
    elif place == 2:
        force = height_to_pass(p, led, best, mate, rest, frames[f + F_TRICK], hand, K)
    while i < end:
        c = moves[i]
        s = K[SUIT_OF + c]
        if s == led:
            equals = moves[M_EQUALS + i]
            stand = 0
            if c > best:
                stand = 3 if c > rest else 1
            if c < floor or (c > force and (i + 1 == end or moves[i + 1] < force)):
                stand = 2
            w = w0 + PAIR_FOLLOWS + 48 * (place - 1) + 16 * outlook + 4 * stand
            if equals & (equals - 1) != 0:
                w = w + 2
            weight = K[w] + K[w + 1] * (c - K[SUIT_START + s])
        elif (K[RUFFS + led] >> c) & 1 != 0:
            stand = 0
            if c + RUFF > best:
                stand = 3 if c + RUFF > rest else 1
            w = w0 + PAIR_RUFFS + 24 * (place - 1) + 8 * outlook + 2 * stand
            weight = K[w] + K[w + 1] * (c - K[SUIT_START + s])
        else:
            w = w0 + PAIR_DISCARDS + 12 * (place - 1) + 4 * outlook
            weight = weigh_discard(p, c, s, w, left & K[SUIT_CARDS + s], hand, K)
        moves[M_WEIGHTS + i] = weight
        i = i + 1


def outlook_of(
    p: int, place: int, led: int, best: int, mate: int, rest: int, hand: Array, K: Array
) -> int:
    """How the trick stands for the side of player ``p`` without its card: 2 where it is won, 1
    where the partner has the best card so far, or may still win, else 0.

    best, rest: the heights of the best card and of the best that the next player can bring.
    """
    if place == 1:
        partner = highest_answer(hand[(p + 2) & 3], led, K)
        if partner <= best or partner <= rest:
            return 0
        leader = hand[(p + 3) & 3] & K[SUIT_CARDS + led]
        return 1 if partner < RUFF and leader > (1 << partner) else 2
    if mate == 0:
        return 0
    return 2 if best > rest else 1


def height_to_pass(
    p: int, led: int, best: int, mate: int, rest: int, trick: int, hand: Array, K: Array
) -> int:
    """The height above which the cheapest card of the third to play is worth a trial although it
    does not win the trick, or need not; `NOBODY` where none is.

    It draws out the best card of the last, or beats that of the second who would win else, or
    overtakes the partner to run the suit.  best, rest: as in `outlook_of`; trick: its cards.
    """
    suit = K[SUIT_CARDS + led]
    own = hand[p] & suit
    last_hand = hand[(p + 1) & 3] & suit
    if own == 0:
        return NOBODY
    if best > rest:
        if mate != 0 and hand[(p + 2) & 3] & suit == 0 and runs(p, trick & suit, suit, hand):
            return best
        return NOBODY
    if rest >= RUFF:
        return best if mate == 0 else NOBODY
    if topbit(own) > rest:
        return NOBODY
    # the best card of the last below the sequence that it heads
    others = (own | hand[(p + 2) & 3] | hand[(p + 3) & 3] | trick) & suit & ((1 << rest) - 1)
    if others == 0:
        return NOBODY
    second = last_hand & ((1 << topbit(others)) - 1)
    if second == 0:
        return NOBODY
    if topbit(second) > best:
        return topbit(second)
    return best if mate == 0 else NOBODY


def runs(p: int, trick: int, suit: int, hand: Array) -> bool:
    """Whether the highest cards of player ``p``, the third to play, draw all that the opponents have
    in a suit of which the partner has no more.  trick: the cards of the suit on the table."""
    second_hand = hand[(p + 3) & 3] & suit
    last_hand = hand[(p + 1) & 3] & suit
    top = hand[p] & suit
    theirs = second_hand | last_hand
    if theirs != 0:
        top = top & ~((2 << topbit(theirs)) - 1)
    return popcount(top) > max(popcount(second_hand), popcount(last_hand) - 1)


def weigh_discard(p: int, c: int, s: int, w: int, in_suit: int, hand: Array, K: Array) -> int:
    """The weight of card ``c`` as a discard of player ``p`` from suit ``s``, by the four weights at
    ``w``: for all, for each card of the suit in hand, for each lower card, and for the single best
    card or a second best with one guard.  in_suit: the cards of the suit in all hands."""
    own = hand[p] & in_suit
    length = popcount(own)
    weight = K[w] + K[w + 1] * length + K[w + 2] * (c - K[SUIT_START + s])
    top = topbit(in_suit)
    if length == 1 and own >> top != 0:
        return weight + K[w + 3]
    if length == 2 and own >> top == 0 and topbit(in_suit ^ (1 << top)) == topbit(own):
        return weight + K[w + 3]
    return weight
