"""Move generation and move ordering: the moves of a frame, and which of them is tried first.

Of equal cards (with nothing between them that another holds, and alike in what they count) only the
highest is a move.  A move's weight is a sum of features times weights that were found by climbing
hills; they lie in ``K`` from `WEIGHTS` on, 8 for each kind of lead, then 8 for each kind of card
that follows, then four for leads that have been good before.

Between two pairs without trumps, leads have weights of their own: who holds the second and the
third best card of the suit decides more than the card itself.  The idea and its cases are those of
DDS (Bo Haglund's double dummy solver), whose weights are the first of ours.
"""

from __future__ import annotations

from cardlab.solver.kernel.bits import popcount, topbit
from cardlab.solver.kernel.legality import duty_proof, legal_mask
from cardlab.solver.kernel.places import (
    ABOVE,
    AFTER,
    ALIKE,
    ANYTRUMP,
    BEST_LEAD,
    F_BEST,
    F_DUTY_PROOF,
    F_LED,
    F_LEFT,
    F_MOVES,
    F_NEXT,
    F_PLACE,
    F_PLAYER,
    F_PROOF,
    F_SHAPE,
    F_SKIPPED,
    F_TRICK,
    F_TRICKS_LEFT,
    F_UNLED,
    F_WINNER,
    FOLLOW,
    HAS_POINTS,
    HIGHER,
    M_EQUALS,
    M_WEIGHTS,
    MOVES,
    POINTS_OF,
    RUFFS,
    S_GOOD_LEADS,
    SEATS,
    SHAPE,
    SIDE_OF,
    SUIT_CARDS,
    SUIT_OF,
    SUITS,
    TOP_SUIT,
    WEIGHTS,
    Array,
)

OF_LEADS, OF_FOLLOWS, OF_GOOD_LEADS = WEIGHTS, WEIGHTS + 128, WEIGHTS + 380
OF_PAIRS = OF_LEADS + 64
"""Without trumps nothing is a lead of trumps, so that its weights are those of `pairs_lead`."""
BETWEEN_PAIRS = WEIGHTS + 399
"""1 where two pairs play without trumps, and leads are weighed by `pairs_lead`."""


def generate(
    f: int,
    d: int,
    flags: int,
    gone: int,
    K: Array,
    hand: Array,
    frames: Array,
    moves: Array,
    shapes: Array,
    state: Array,
) -> None:
    """Write the moves of frame ``f``, the ``d``-th, with their weights, and make the frame ready
    for the first of them.  flags: in force; gone: cards played."""
    p = frames[f + F_PLAYER]
    h = hand[p]
    barred = frames[f + F_UNLED]
    n = frames[f + F_TRICKS_LEFT]
    frames[f + F_NEXT] = 0
    frames[f + F_SKIPPED] = 0
    if frames[f + F_PLACE] == 0:
        legal = legal_mask(K, h, -1, 0, 0, barred, n, gone)
        proof = 0
        count = order_leads(f, d, legal, K, hand, frames, moves, shapes, state)
    else:
        led = frames[f + F_LED]
        best = frames[f + F_BEST]
        mate = 0
        if K[SIDE_OF + frames[f + F_WINNER]] == K[SIDE_OF + p]:
            mate = 1
        legal = legal_mask(K, h, led, best, mate, barred, n, gone)
        proof = duty_proof(K, flags, h, led, best, mate, frames[f + F_TRICK])
        count = order_follows(f, d, flags, mate, legal, K, hand, frames, moves)
    frames[f + F_DUTY_PROOF] = proof
    frames[f + F_PROOF] = proof
    frames[f + F_MOVES] = count


def order_leads(
    f: int,
    d: int,
    legal: int,
    K: Array,
    hand: Array,
    frames: Array,
    moves: Array,
    shapes: Array,
    state: Array,
) -> int:
    """Write the leads of frame ``f`` with their weights; how many there are.

    Reads the leads that were good: here before, and in the last trick of this number.
    """
    suits = K[SUITS]
    p = frames[f + F_PLAYER]
    left = frames[f + F_LEFT]
    others = left & ~hand[p]
    here = -1
    if frames[f + F_SHAPE] >= 0:
        here = shapes[frames[f + F_SHAPE] * SHAPE + BEST_LEAD]
    last = state[S_GOOD_LEADS + frames[f + F_TRICKS_LEFT] * 8 + p]
    m = d * MOVES
    s = 0
    while s < suits:
        lane = legal & K[SUIT_CARDS + s]
        in_suit = left & K[SUIT_CARDS + s]
        if lane != 0:
            theirs, ours, their_length, our_length = answers(p, s, hand, K)
            ruffs = 1 if theirs & K[RUFFS + s] != 0 else 0
            top = partners_have_top(s, theirs, ours, K)
            trump = 1 if s == K[TOP_SUIT] else 0
            own = popcount(hand[p] & K[SUIT_CARDS + s])
            hot = next_has_top(p, others & K[SUIT_CARDS + s], hand, K)
            pairs = pairs_suit(p, s, in_suit, hand, K) if K[BETWEEN_PAIRS] else 0
            previous = -1
            while lane != 0:
                c = topbit(lane)
                lane = lane ^ (1 << c)
                if previous >= 0 and are_equal(previous, c, others, K):
                    moves[M_EQUALS + m - 1] = moves[M_EQUALS + m - 1] | (1 << c)
                else:
                    if K[BETWEEN_PAIRS]:
                        moves[m] = c
                        moves[M_EQUALS + m] = 1 << c
                        moves[M_WEIGHTS + m] = (
                            pairs
                            + pairs_lead(p, c, in_suit, hand, K)
                            + goodness(c, s, here, last, K)
                        )
                        m = m + 1
                        previous = c
                        continue
                    beaten = ruffs
                    if theirs & K[ABOVE + c] != 0:
                        beaten = 1
                    w = OF_LEADS + 8 * (beaten + 2 * top + 4 * ruffs + 8 * trump)
                    weight = K[w] + K[w + 1] * popcount(in_suit & ((1 << c) - 1)) + K[w + 2] * own
                    weight = weight + K[w + 3] * their_length + K[w + 4] * our_length
                    weight = weight + K[w + 7] * hot + goodness(c, s, here, last, K)
                    if K[HAS_POINTS]:
                        if beaten == 0 or top != 0:
                            weight = weight + K[POINTS_OF + c] * K[w + 5]
                        else:
                            weight = weight - K[POINTS_OF + c] * K[w + 6]
                    moves[m] = c
                    moves[M_EQUALS + m] = 1 << c
                    moves[M_WEIGHTS + m] = weight
                    m = m + 1
                previous = c
        s = s + 1
    return m - d * MOVES


def holder(card: int, p: int, hand: Array) -> int:
    """Who has a card, counted from player ``p`` of four: 0 for itself, 2 for the partner."""
    q = 0
    while q < 3:
        if (hand[(p + q) & 3] >> card) & 1:
            return q
        q = q + 1
    return 3


def pairs_suit(p: int, s: int, in_suit: int, hand: Array, K: Array) -> int:
    """The weight of a suit that player ``p`` may lead, between two pairs without trumps."""
    suit = K[SUIT_CARDS + s]
    theirs = popcount(suit & (hand[(p + 1) & 3] | hand[(p + 3) & 3]))
    weight = K[OF_PAIRS] * theirs
    if suit & hand[(p + 2) & 3] == 0:
        weight = weight + K[OF_PAIRS + 1]
    return weight


def pairs_lead(p: int, c: int, in_suit: int, hand: Array, K: Array) -> int:
    """The weight of card ``c`` as a lead of player ``p``, between two pairs without trumps.

    in_suit: all cards of its suit that are still held.
    """
    best = topbit(in_suit)
    rest = in_suit ^ (1 << best)
    second = topbit(rest) if rest != 0 else best
    has_best = holder(best, p, hand)
    has_second = holder(second, p, hand)
    next_one = popcount(in_suit & hand[(p + 1) & 3]) == 1
    last_one = popcount(in_suit & hand[(p + 3) & 3]) == 1
    rank = popcount(in_suit >> c)
    if c == best:
        return leads_best(has_second, next_one, last_one, K) + K[OF_PAIRS + 6] * rank
    weight = 0
    if has_best == 3 or has_second == 3:
        if not last_one:
            weight = K[OF_PAIRS + 7]
    elif has_best == 1 and has_second == 2:
        if popcount(in_suit & hand[(p + 2) & 3]) != 1:
            weight = K[OF_PAIRS + 8]
    third = rest ^ (1 << second)
    has_third = holder(topbit(third), p, hand) if third != 0 else 1
    if has_second == 0 and has_third == 2:
        weight = weight + K[OF_PAIRS + 9]
    elif has_second == 2 and has_third == 0 and popcount(in_suit & hand[(p + 2) & 3]) > 1:
        weight = weight + K[OF_PAIRS + 10]
    lower = in_suit & hand[p] & ((1 << c) - 1)
    sequence = lower != 0 and are_equal(c, topbit(lower), in_suit & ~hand[p], K)
    if (next_one and has_best == 1) or (last_one and has_best == 3):
        return weight + K[OF_PAIRS + 11] + K[OF_PAIRS + 6] * rank
    if has_best == 0:
        return weight + K[OF_PAIRS + 12] + K[OF_PAIRS + 6] * rank
    if not sequence:
        return weight + K[OF_PAIRS + 13] + K[OF_PAIRS + 6] * rank
    if c == second:
        return weight + K[OF_PAIRS + 14]
    return weight + K[OF_PAIRS + 15] - K[OF_PAIRS + 6] * rank


def leads_best(has_second: int, next_one: bool, last_one: bool, K: Array) -> int:
    """The weight of the best card of a suit as a lead, by who has the second best and whether an
    opponent has one card left in the suit."""
    weight = 0
    if has_second == 3 and not last_one:
        weight = K[OF_PAIRS + 2]
    elif has_second == 1:
        weight = K[OF_PAIRS + 4] if next_one else K[OF_PAIRS + 3]
    safe = has_second == 0 or has_second == 2
    if safe or (has_second == 1 and next_one) or (has_second == 3 and last_one):
        return weight + K[OF_PAIRS + 5]
    return weight + K[OF_PAIRS + 16]


def are_equal(high: int, low: int, others: int, K: Array) -> bool:
    """Whether two cards of a suit are worth the same to who holds both: no card of the others lies
    between them, and they are of one sort."""
    between = ((1 << high) - 1) & ~((2 << low) - 1)
    return between & others == 0 and (K[ALIKE + high] >> low) & 1 != 0


def answers(p: int, s: int, hand: Array, K: Array) -> tuple[int, int, int, int]:
    """The cards with which the opponents of player ``p`` can answer a lead of suit ``s``, and its
    partners; how many cards of the suit these and those have."""
    seats = K[SEATS]
    theirs = 0
    ours = 0
    their_length = 0
    our_length = 0
    q = p
    i = 1
    while i < seats:
        i = i + 1
        q = q + 1
        if q == seats:
            q = 0
        x = hand[q] & K[SUIT_CARDS + s]
        length = popcount(x)
        if x == 0 or K[AFTER] & FOLLOW == 0:
            x = x | (hand[q] & K[RUFFS + s])
        if K[SIDE_OF + q] == K[SIDE_OF + p]:
            ours = ours | x
            our_length = our_length + length
        else:
            theirs = theirs | x
            their_length = their_length + length
    return theirs, ours, their_length, our_length


def partners_have_top(s: int, theirs: int, ours: int, K: Array) -> int:
    """1 where the partners hold the top of what can be played to a lead of suit ``s``."""
    their_ruffs = theirs & K[RUFFS + s]
    our_ruffs = ours & K[RUFFS + s]
    if their_ruffs != 0:
        return 1 if our_ruffs > their_ruffs else 0
    if our_ruffs != 0:
        return 1
    return 1 if (ours & K[SUIT_CARDS + s]) > (theirs & K[SUIT_CARDS + s]) else 0


def next_has_top(p: int, outstanding: int, hand: Array, K: Array) -> int:
    """1 where the next player is an opponent who holds the highest of the outstanding cards."""
    if outstanding == 0:
        return 0
    q = p + 1
    if q == K[SEATS]:
        q = 0
    if K[SIDE_OF + q] == K[SIDE_OF + p]:
        return 0
    return (hand[q] >> topbit(outstanding)) & 1


def goodness(c: int, s: int, here: int, last: int, K: Array) -> int:
    """The weight of leads that have been good: of card ``c`` of suit ``s``, where ``here`` was good
    in positions of this shape (-1: none was), and ``last`` in the last such trick."""
    weight = 0
    if K[SUIT_OF + last] == s:
        weight = K[OF_GOOD_LEADS + 2]
        if last == c:
            weight = weight + K[OF_GOOD_LEADS + 3]
    if here == c:
        weight = weight + K[OF_GOOD_LEADS]
    elif here >= 0 and K[SUIT_OF + here] == s:
        weight = weight + K[OF_GOOD_LEADS + 1]
    return weight


def order_follows(
    f: int,
    d: int,
    flags: int,
    mate: int,
    legal: int,
    K: Array,
    hand: Array,
    frames: Array,
    moves: Array,
) -> int:
    """Write the cards that follow in frame ``f`` with their weights; how many there are.  mate: 1
    where a partner is winning."""
    suits = K[SUITS]
    h = hand[frames[f + F_PLAYER]]
    led = frames[f + F_LED]
    best = frames[f + F_BEST]
    left = frames[f + F_LEFT]
    others = (left & ~h) | (1 << best)
    theirs, ours = threats(f, flags, K, hand, frames)
    beats_best = K[ABOVE + best] | K[HIGHER + led * 8 + K[SUIT_OF + best]]
    void = 1 if h & K[SUIT_CARDS + led] == 0 else 0
    m = d * MOVES
    s = 0
    while s < suits:
        lane = legal & K[SUIT_CARDS + s]
        in_suit = left & K[SUIT_CARDS + s]
        own = popcount(h & in_suit)
        previous = -1
        while lane != 0:
            c = topbit(lane)
            lane = lane ^ (1 << c)
            if previous >= 0 and are_equal(previous, c, others, K):
                moves[M_EQUALS + m - 1] = moves[M_EQUALS + m - 1] | (1 << c)
            else:
                wins = (beats_best >> c) & 1
                beats = beats_best
                if wins:
                    beats = K[ABOVE + c] | K[HIGHER + led * 8 + s]
                beaten = 1 if theirs & beats != 0 else 0
                helped = 1 if ours & beats != 0 else 0
                w = OF_FOLLOWS + 8 * (wins + 2 * mate + 4 * beaten + 8 * helped + 16 * void)
                weight = K[w] + K[w + 1] * popcount(in_suit & ((1 << c) - 1)) + K[w + 2] * own
                if void:
                    if left & K[ABOVE + c] == 0:
                        weight = weight + K[w + 3]
                    weight = weight + K[w + 4] * (popcount(in_suit) - own)
                if K[HAS_POINTS]:
                    if beaten == 0 and (wins | mate) != 0:
                        weight = weight + K[POINTS_OF + c] * K[w + 5]
                    else:
                        weight = weight - K[POINTS_OF + c] * K[w + 6]
                moves[m] = c
                moves[M_EQUALS + m] = 1 << c
                moves[M_WEIGHTS + m] = weight
                m = m + 1
            previous = c
        s = s + 1
    return m - d * MOVES


def threats(f: int, flags: int, K: Array, hand: Array, frames: Array) -> tuple[int, int]:
    """The cards that opponents and partners who play after the player of frame ``f`` may still
    bring to the trick."""
    seats = K[SEATS]
    p = frames[f + F_PLAYER]
    led = frames[f + F_LED]
    theirs = 0
    ours = 0
    q = p
    i = frames[f + F_PLACE] + 1
    while i < seats:
        i = i + 1
        q = q + 1
        if q == seats:
            q = 0
        x = hand[q] & K[SUIT_CARDS + led]
        if x == 0 or K[AFTER] & FOLLOW == 0:
            x = hand[q]
        elif flags & ANYTRUMP:
            x = x | (hand[q] & K[RUFFS + led])
        if K[SIDE_OF + q] == K[SIDE_OF + p]:
            ours = ours | x
        else:
            theirs = theirs | x
    return theirs, ours
