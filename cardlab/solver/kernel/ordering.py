"""Move generation and move ordering: the moves of a frame, and which of them is tried first.

Of equal cards (with nothing between them that another holds, and alike in what they count) only the
highest is a move.  A move's weight is a sum of features times weights that were found by climbing
hills; they lie in ``K`` from `WEIGHTS` on, 8 for each kind of lead, then 8 for each kind of card
that follows, then four for leads that have been good before.  Between two pairs the weights are
those of `pairs`.
"""

from __future__ import annotations

from cardlab.solver.kernel.bits import popcount, topbit
from cardlab.solver.kernel.legality import duty_proof, legal_mask
from cardlab.solver.kernel.pairs import weigh_pair_follows, weigh_pair_leads
from cardlab.solver.kernel.places import (
    ABOVE,
    AFTER,
    ALIKE,
    ANYTRUMP,
    BEST_LEAD,
    BETWEEN_PAIRS,
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
    m = d * MOVES
    if frames[f + F_PLACE] == 0:
        legal = legal_mask(K, h, -1, 0, 0, barred, n, gone)
        proof = 0
        end = list_moves(m, legal, frames[f + F_LEFT] & ~h, K, moves)
        if end - m > 1:
            if K[BETWEEN_PAIRS]:
                weigh_pair_leads(f, m, end, K, hand, frames, moves, shapes, state)
            else:
                weigh_leads(f, m, end, K, hand, frames, moves, shapes, state)
    else:
        led = frames[f + F_LED]
        best = frames[f + F_BEST]
        mate = 0
        if K[SIDE_OF + frames[f + F_WINNER]] == K[SIDE_OF + p]:
            mate = 1
        legal = legal_mask(K, h, led, best, mate, barred, n, gone)
        proof = duty_proof(K, flags, h, led, best, mate, frames[f + F_TRICK])
        end = list_moves(m, legal, (frames[f + F_LEFT] & ~h) | (1 << best), K, moves)
        if end - m > 1:
            if K[BETWEEN_PAIRS]:
                weigh_pair_follows(f, m, end, K, hand, frames, moves)
            else:
                weigh_follows(f, m, end, flags, mate, K, hand, frames, moves)
    frames[f + F_NEXT] = 0
    frames[f + F_SKIPPED] = 0
    frames[f + F_DUTY_PROOF] = proof
    frames[f + F_PROOF] = proof
    frames[f + F_MOVES] = end - m


def list_moves(m: int, legal: int, others: int, K: Array, moves: Array) -> int:
    """Write the moves, of each suit the highest first, with the cards that are equal to each, to
    ``moves`` from ``m`` on; where they end.  others: cards that part those of the hand."""
    suits = K[SUITS]
    s = 0
    while s < suits:
        lane = legal & K[SUIT_CARDS + s]
        previous = -1
        while lane != 0:
            c = topbit(lane)
            lane = lane ^ (1 << c)
            if previous >= 0 and are_equal(previous, c, others, K):
                moves[M_EQUALS + m - 1] = moves[M_EQUALS + m - 1] | (1 << c)
            else:
                moves[m] = c
                moves[M_EQUALS + m] = 1 << c
                m = m + 1
            previous = c
        s = s + 1
    return m


def are_equal(high: int, low: int, others: int, K: Array) -> bool:
    """Whether two cards of a suit are worth the same to who holds both: no card of the others lies
    between them, and they are of one sort."""
    between = ((1 << high) - 1) & ~((2 << low) - 1)
    return between & others == 0 and (K[ALIKE + high] >> low) & 1 != 0


def weigh_leads(
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
    """Write the weights of the leads of frame ``f``, which lie in ``moves`` from ``i`` to ``end``.

    Reads the leads that were good: here before, and in the last trick of this number.
    """
    p = frames[f + F_PLAYER]
    left = frames[f + F_LEFT]
    here = -1
    if frames[f + F_SHAPE] >= 0:
        here = shapes[frames[f + F_SHAPE] * SHAPE + BEST_LEAD]
    last = state[S_GOOD_LEADS + frames[f + F_TRICKS_LEFT] * 8 + p]
    s = -1
    theirs = 0
    their_length = 0
    our_length = 0
    ruffs = 0
    top = 0
    own = 0
    hot = 0
    while i < end:
        c = moves[i]
        if K[SUIT_OF + c] != s:
            s = K[SUIT_OF + c]
            theirs, ours, their_length, our_length = answers(p, s, hand, K)
            ruffs = 1 if theirs & K[RUFFS + s] != 0 else 0
            top = partners_have_top(s, theirs, ours, K)
            own = popcount(hand[p] & K[SUIT_CARDS + s])
            hot = next_has_top(p, left & ~hand[p] & K[SUIT_CARDS + s], hand, K)
        trump = 1 if s == K[TOP_SUIT] else 0
        beaten = ruffs
        if theirs & K[ABOVE + c] != 0:
            beaten = 1
        w = OF_LEADS + 8 * (beaten + 2 * top + 4 * ruffs + 8 * trump)
        lower = left & K[SUIT_CARDS + s] & ((1 << c) - 1)
        weight = K[w] + K[w + 1] * popcount(lower) + K[w + 2] * own
        weight = weight + K[w + 3] * their_length + K[w + 4] * our_length
        weight = weight + K[w + 7] * hot + goodness(c, s, here, last, K)
        if K[HAS_POINTS]:
            if beaten == 0 or top != 0:
                weight = weight + K[POINTS_OF + c] * K[w + 5]
            else:
                weight = weight - K[POINTS_OF + c] * K[w + 6]
        moves[M_WEIGHTS + i] = weight
        i = i + 1


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


def weigh_follows(
    f: int,
    i: int,
    end: int,
    flags: int,
    mate: int,
    K: Array,
    hand: Array,
    frames: Array,
    moves: Array,
) -> None:
    """Write the weights of the cards that follow in frame ``f``, which lie in ``moves`` from ``i``
    to ``end``.  mate: 1 where a partner is winning."""
    h = hand[frames[f + F_PLAYER]]
    led = frames[f + F_LED]
    best = frames[f + F_BEST]
    left = frames[f + F_LEFT]
    theirs, ours = threats(f, flags, K, hand, frames)
    beats_best = K[ABOVE + best] | K[HIGHER + led * 8 + K[SUIT_OF + best]]
    void = 1 if h & K[SUIT_CARDS + led] == 0 else 0
    while i < end:
        c = moves[i]
        s = K[SUIT_OF + c]
        in_suit = left & K[SUIT_CARDS + s]
        own = popcount(h & in_suit)
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
        moves[M_WEIGHTS + i] = weight
        i = i + 1


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
