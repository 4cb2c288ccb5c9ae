"""The search: does side 0 get the target or more?

`search` walks the tree with a stack of frames, one for each card played, and each step is a stage
of its own: settle a position without a search, generate and order its moves, play the next of them,
take it back, keep the result.  `drive` asks one question after another until the value is known.
"""

from __future__ import annotations

from cardlab.solver.kernel.bits import ctz, popcount
from cardlab.solver.kernel.legality import flags_in_force
from cardlab.solver.kernel.ordering import generate
from cardlab.solver.kernel.places import (
    ABOVE,
    ALIKE,
    BEST_LEAD,
    BETWEEN_PAIRS,
    BIG,
    BY_TABLE,
    F_BEST,
    F_DUTY_PROOF,
    F_GAINS,
    F_LED,
    F_LEFT,
    F_LOSSES,
    F_MOVES,
    F_NEXT,
    F_PLACE,
    F_PLAYER,
    F_PROOF,
    F_SHAPE,
    F_SKIPPED,
    F_TAKEN,
    F_TARGET,
    F_TRICK,
    F_TRICKS_LEFT,
    F_UNLED,
    F_WINNER,
    FLAGS,
    FOLLOW,
    FRAME,
    HAS_POINTS,
    HIGHER,
    IN_PLAY,
    LAST_TRICK,
    LEADTOP,
    M_EQUALS,
    M_WEIGHTS,
    MOVES,
    PARTITION,
    PER_TRICK,
    POINTS_OF,
    QUICK,
    RANKED,
    S_DEPTH,
    S_GOOD_LEADS,
    S_HIGH,
    S_LAST,
    S_LAST_LEADS,
    S_LIMIT,
    S_LOW,
    S_NO_LEAD,
    S_NODES,
    S_PAUSED,
    S_PROOF,
    S_STRIDE,
    S_TARGET,
    S_TRICK_NODES,
    SEATS,
    SHAPE,
    SIDE_OF,
    SUIT_CARDS,
    SUIT_OF,
    TOP_SUIT,
    UNKNOWN,
    WILD,
    Array,
)
from cardlab.solver.kernel.quick_tricks import quick_tricks
from cardlab.solver.kernel.sure_tricks import (
    later_tricks,
    next_seat,
    second_trump,
    top_trumps,
    wins_and_cashes,
)
from cardlab.solver.kernel.transpositions import look_up, store

ENTER, NEXT, KEEP, RETURN = 0, 1, 2, 3
"""What the search does next: look at a new frame; try its next move; keep its result; take the
result to the frame above."""


def search(
    target: int,
    base: int,
    K: Array,
    hand: Array,
    patterns: Array,
    forced: Array,
    frames: Array,
    moves: Array,
    shapes: Array,
    pool: Array,
    state: Array,
) -> int:
    """Whether side 0 gets ``target`` or more from frame ``base`` on: 1 or 0.

    -1 when ``state[S_LIMIT]`` nodes had been searched; the next call goes on where this one paused.
    The hands are changed and put back.
    """
    d = base
    step = ENTER
    result = UNKNOWN
    proof = 0
    limit = state[S_LIMIT]
    if state[S_PAUSED] != 0:
        state[S_PAUSED] = 0
        d = state[S_DEPTH]
    else:
        frames[base * FRAME + F_TARGET] = target
    while True:
        f = d * FRAME
        if step == ENTER:
            flags = K[FLAGS]
            gone = 0
            if flags & BY_TABLE:
                gone = K[IN_PLAY] & ~frames[f + F_LEFT]
                flags = flags_in_force(K, frames[f + F_TRICKS_LEFT], gone, state)
            result = settle(f, flags, gone, K, hand, patterns, frames, shapes, pool, state)
            if result != UNKNOWN:
                proof = state[S_PROOF]
                step = RETURN
            elif state[S_NODES] >= limit:
                state[S_DEPTH] = d
                state[S_PAUSED] = 1
                return -1
            else:
                state[S_NODES] = state[S_NODES] + 1
                generate(f, d, flags, gone, K, hand, frames, moves, shapes, state)
                step = NEXT
        elif step == NEXT:
            c = next_move(f, d, frames, moves)
            if c >= 0:
                play(f, c, K, hand, frames)
                d = d + 1
                step = ENTER
            else:
                # every move of the mover failed
                result = K[SIDE_OF + frames[f + F_PLAYER]]
                proof = frames[f + F_PROOF]
                step = KEEP
        elif step == KEEP:
            if frames[f + F_PLACE] == 0 and frames[f + F_SHAPE] >= 0:
                store(f, result, proof, K, patterns, forced, frames, shapes, pool, state)
            step = RETURN
        elif d == base:
            return result
        else:
            d = d - 1
            f = f - FRAME
            i = d * MOVES + frames[f + F_NEXT] - 1
            c = moves[i]
            hand[frames[f + F_PLAYER]] = hand[frames[f + F_PLAYER]] | (1 << c)
            proof = proof | winner_proof(f, K, frames)
            if result != K[SIDE_OF + frames[f + F_PLAYER]]:
                proof = proof | frames[f + F_DUTY_PROOF]
                cut_off(f, c, frames, shapes, state)
                step = KEEP
            else:
                join_failed(f, c, moves[M_EQUALS + i], proof, K, frames)
                step = NEXT


# --- positions that need no search


def settle(
    f: int,
    flags: int,
    gone: int,
    K: Array,
    hand: Array,
    patterns: Array,
    frames: Array,
    shapes: Array,
    pool: Array,
    state: Array,
) -> int:
    """The result of frame ``f`` where it is known without trying moves: 1 or 0, else `UNKNOWN`.

    flags: in force; gone: cards played.  Writes the proof to ``state[S_PROOF]``.
    """
    if frames[f + F_PLACE] != 0:
        return settle_by_winning(f, flags, K, hand, frames, state)
    result = settle_by_count(f, K, frames, state)
    if result != UNKNOWN:
        return result
    state[S_TRICK_NODES] = state[S_TRICK_NODES] + 1
    if frames[f + F_TRICKS_LEFT] == 1:
        return settle_last_trick(f, K, hand, frames, state)
    # more than half of the positions are in the table, and to look there costs less than to count
    result = look_up(f, gone, K, patterns, frames, shapes, pool, state)
    if result == UNKNOWN and K[QUICK] != 0 and K[PER_TRICK] >= 0:
        return settle_by_sure_tricks(f, flags, K, hand, frames, state)
    return result


def all_that_is_left(f: int, K: Array, frames: Array) -> int:
    """What both sides together still get from frame ``f`` on, where a trick begins."""
    tricks = frames[f + F_TRICKS_LEFT] * K[PER_TRICK] + K[LAST_TRICK]
    return tricks + frames[f + F_GAINS] + frames[f + F_LOSSES]


def settle_by_count(f: int, K: Array, frames: Array, state: Array) -> int:
    """The result of frame ``f`` where all or nothing of what is left decides it, or `UNKNOWN`."""
    state[S_PROOF] = 0
    target = frames[f + F_TARGET]
    n = frames[f + F_TRICKS_LEFT]
    if n == 0:
        return 1 if target <= 0 else 0
    tricks = n * K[PER_TRICK]
    last = K[LAST_TRICK]
    if frames[f + F_LOSSES] + min(tricks, 0) + min(last, 0) >= target:
        return 1
    if frames[f + F_GAINS] + max(tricks, 0) + max(last, 0) < target:
        return 0
    return UNKNOWN


def settle_last_trick(f: int, K: Array, hand: Array, frames: Array, state: Array) -> int:
    """The result of frame ``f`` where the last trick begins, which plays itself."""
    seats = K[SEATS]
    p = frames[f + F_PLAYER]
    c = ctz(hand[p])
    led = K[SUIT_OF + c]
    best = c
    winner = p
    trick = 1 << c
    q = p
    i = 1
    while i < seats:
        i = i + 1
        q = next_seat(q, K)
        c = ctz(hand[q])
        trick = trick | (1 << c)
        if (1 << c) & (K[ABOVE + best] | K[HIGHER + led * 8 + K[SUIT_OF + best]]):
            best = c
            winner = q
        if led == K[WILD]:
            led = K[SUIT_OF + c]
    state[S_PROOF] = 1 << best if popcount(trick & K[SUIT_CARDS + K[SUIT_OF + best]]) > 1 else 0
    value = 0
    if K[SIDE_OF + winner] == 0:
        value = all_that_is_left(f, K, frames)
    return 1 if value >= frames[f + F_TARGET] else 0


def settle_by_sure_tricks(
    f: int, flags: int, K: Array, hand: Array, frames: Array, state: Array
) -> int:
    """The result of frame ``f``, where a trick begins, if quick tricks, the highest trumps, the
    second highest or later tricks are enough for a side; else `UNKNOWN`."""
    p = frames[f + F_PLAYER]
    n = frames[f + F_TRICKS_LEFT]
    left = frames[f + F_LEFT]
    side = K[SIDE_OF + p]
    target = frames[f + F_TARGET]
    need = target - frames[f + F_LOSSES]
    other_need = all_that_is_left(f, K, frames) - frames[f + F_LOSSES] - target + 1
    if flags & (LEADTOP | BY_TABLE) == 0:
        wanted = need if side == 0 else other_need
        if quick_tricks(p, n, wanted, hand, K, state) >= wanted:
            return 1 - side
    if K[TOP_SUIT] >= 0:
        sure = top_trumps(0, left, need, hand, K, state)
        if sure > 0:
            if sure >= need:
                return 1
        elif top_trumps(1, left, other_need, hand, K, state) >= other_need:
            return 0
        if K[BETWEEN_PAIRS] and flags == FOLLOW and K[LAST_TRICK] >= 0:
            wanted = other_need if side == 0 else need
            if wanted <= K[PER_TRICK] and second_trump(p, left, hand, K, state):
                return side
    if K[PER_TRICK] > 0 and flags == FOLLOW and K[WILD] < 0 and state[S_NO_LEAD] == 0:
        sure = later_tricks(p, n, left, hand, K, state) * K[PER_TRICK]
        if side == 1:
            if sure >= need:
                return 1
        elif sure >= other_need:
            return 0
    return UNKNOWN


def settle_by_winning(
    f: int, flags: int, K: Array, hand: Array, frames: Array, state: Array
) -> int:
    """The result of frame ``f`` in the midst of a trick, if its player wins the trick for sure and
    then cashes enough; else `UNKNOWN`.  Tried where only tricks count and only suit has to be
    followed, for the second and the third to play."""
    j = frames[f + F_PLACE]
    n = frames[f + F_TRICKS_LEFT]
    if j > 2 or n <= 2 or flags != FOLLOW:
        return UNKNOWN
    p = frames[f + F_PLAYER]
    side = K[SIDE_OF + p]
    if K[SIDE_OF + frames[f + F_WINNER]] == side:
        return UNKNOWN
    per = K[PER_TRICK]
    if K[QUICK] == 0 or K[RANKED] != 0 or K[HAS_POINTS] != 0:
        return UNKNOWN
    if per <= 0 or K[LAST_TRICK] != 0 or K[WILD] >= 0:
        return UNKNOWN
    need = frames[f + F_TARGET] - per
    if side == 1:
        need = n * per - frames[f + F_TARGET] + 1 - per
    if need > (n - 1) * per:
        return UNKNOWN
    led = frames[f + F_LED]
    best = frames[f + F_BEST]
    if wins_and_cashes(p, led, best, n, K[SEATS] - 1 - j, need, hand, K, state):
        return 1 - side
    return UNKNOWN


# --- moves


def next_move(f: int, d: int, frames: Array, moves: Array) -> int:
    """The card of frame ``f``, the ``d``-th, with the highest weight that has not been tried and
    need not be skipped; -1 when there is none.  Brings the list into order as far as it went."""
    m = d * MOVES
    i = m + frames[f + F_NEXT]
    end = m + frames[f + F_MOVES]
    while i < end:
        best = i
        k = i + 1
        while k < end:
            if moves[M_WEIGHTS + k] > moves[M_WEIGHTS + best]:
                best = k
            k = k + 1
        c = moves[best]
        if best != i:
            equals = moves[M_EQUALS + best]
            moves[best] = moves[i]
            moves[M_EQUALS + best] = moves[M_EQUALS + i]
            moves[M_WEIGHTS + best] = moves[M_WEIGHTS + i]
            moves[i] = c
            moves[M_EQUALS + i] = equals
        i = i + 1
        if (1 << c) & frames[f + F_SKIPPED] == 0:
            frames[f + F_NEXT] = i - m
            return c
    return -1


def play(f: int, c: int, K: Array, hand: Array, frames: Array) -> None:
    """Play card ``c`` in frame ``f`` and write the frame that comes after it; resolve the trick if
    it is complete."""
    p = frames[f + F_PLAYER]
    led = frames[f + F_LED]
    best = frames[f + F_BEST]
    winner = frames[f + F_WINNER]
    points = K[POINTS_OF + c]
    taken = frames[f + F_TAKEN] + points
    trick = frames[f + F_TRICK] | (1 << c)
    unled = frames[f + F_UNLED]
    hand[p] = hand[p] ^ (1 << c)
    if frames[f + F_PLACE] == 0:
        led = K[SUIT_OF + c]
        best = c
        winner = p
        taken = points
        trick = 1 << c
        unled = unled & ~K[SUIT_CARDS + led]
    else:
        if (1 << c) & (K[ABOVE + best] | K[HIGHER + led * 8 + K[SUIT_OF + best]]):
            best = c
            winner = p
        if led == K[WILD]:
            led = K[SUIT_OF + c]
            unled = unled & ~K[SUIT_CARDS + led]
    g = f + FRAME
    frames[g + F_BEST] = best
    frames[g + F_WINNER] = winner
    frames[g + F_LEFT] = frames[f + F_LEFT] ^ (1 << c)
    frames[g + F_TRICK] = trick
    frames[g + F_UNLED] = unled
    frames[g + F_GAINS] = frames[f + F_GAINS]
    frames[g + F_LOSSES] = frames[f + F_LOSSES]
    if points > 0:
        frames[g + F_GAINS] = frames[f + F_GAINS] - points
    elif points < 0:
        frames[g + F_LOSSES] = frames[f + F_LOSSES] - points
    if frames[f + F_PLACE] == K[SEATS] - 1:
        resolve_trick(f, winner, taken, K, frames)
    else:
        frames[g + F_PLAYER] = next_seat(p, K)
        frames[g + F_LED] = led
        frames[g + F_TAKEN] = taken
        frames[g + F_PLACE] = frames[f + F_PLACE] + 1
        frames[g + F_TRICKS_LEFT] = frames[f + F_TRICKS_LEFT]
        frames[g + F_TARGET] = frames[f + F_TARGET]


def resolve_trick(f: int, winner: int, taken: int, K: Array, frames: Array) -> None:
    """Give the trick that the card of frame ``f`` completes to its winner, who leads in the frame
    after it.  taken: the points of its cards."""
    g = f + FRAME
    target = frames[f + F_TARGET]
    if K[SIDE_OF + winner] == 0:
        target = target - taken - K[PER_TRICK]
        if frames[f + F_TRICKS_LEFT] == 1:
            target = target - K[LAST_TRICK]
    frames[g + F_PLAYER] = winner
    frames[g + F_LED] = -1
    frames[g + F_PLACE] = 0
    frames[g + F_TRICKS_LEFT] = frames[f + F_TRICKS_LEFT] - 1
    frames[g + F_TARGET] = target


# --- results


def winner_proof(f: int, K: Array, frames: Array) -> int:
    """The card that won the trick which the card of frame ``f`` completed, if another of its suit
    fell to it; 0 in the midst of a trick."""
    if frames[f + F_PLACE] != K[SEATS] - 1:
        return 0
    best = frames[f + FRAME + F_BEST]
    trick = frames[f + FRAME + F_TRICK]
    return 1 << best if popcount(trick & K[SUIT_CARDS + K[SUIT_OF + best]]) > 1 else 0


def cut_off(f: int, c: int, frames: Array, shapes: Array, state: Array) -> None:
    """Remember card ``c``, which has settled frame ``f``, if it was a lead."""
    if frames[f + F_PLACE] == 0:
        state[S_GOOD_LEADS + frames[f + F_TRICKS_LEFT] * 8 + frames[f + F_PLAYER]] = c
        state[S_LAST_LEADS + frames[f + F_TRICKS_LEFT]] = c
        if frames[f + F_SHAPE] >= 0:
            shapes[frames[f + F_SHAPE] * SHAPE + BEST_LEAD] = c


def join_failed(f: int, c: int, equals: int, proof: int, K: Array, frames: Array) -> None:
    """Add the proof that card ``c`` failed in frame ``f``: to what all failed moves relied on, and
    to the cards that need not be tried after it.

    equals: the cards that are equal to it, itself counted.  Of these and ``c`` only those above
    the lowest card that mattered are known to fail alike.
    """
    r = proof & K[SUIT_CARDS + K[SUIT_OF + c]]
    if r != 0:
        r = r & -r
        if (equals & -equals) < r and equals >= r:
            proof = proof | (equals & -equals)
        elif (1 << c) < r and K[PARTITION] != 0:
            frames[f + F_SKIPPED] = frames[f + F_SKIPPED] | (K[ALIKE + c] & (r - 1))
    elif K[PARTITION]:
        frames[f + F_SKIPPED] = frames[f + F_SKIPPED] | K[ALIKE + c]
    frames[f + F_PROOF] = frames[f + F_PROOF] | proof


# --- question after question


def drive(
    low: int,
    high: int,
    guess: int,
    base: int,
    K: Array,
    hand: Array,
    patterns: Array,
    forced: Array,
    frames: Array,
    moves: Array,
    shapes: Array,
    pool: Array,
    state: Array,
) -> int:
    """What side 0 gets from frame ``base`` on, which is between ``low`` and ``high``: question
    after question, from ``guess`` on.

    ``-BIG`` when ``state[S_LIMIT]`` nodes had been searched; call again with the same arguments and
    a higher limit to go on.
    """
    target = guess
    stride = 1
    last = -1
    if state[S_PAUSED] != 0:
        low = state[S_LOW]
        high = state[S_HIGH]
        target = state[S_TARGET]
        stride = state[S_STRIDE]
        last = state[S_LAST]
    while low < high:
        target = min(max(target, low + 1), high)
        result = search(target, base, K, hand, patterns, forced, frames, moves, shapes, pool, state)
        if result < 0:
            state[S_LOW] = low
            state[S_HIGH] = high
            state[S_TARGET] = target
            state[S_STRIDE] = stride
            state[S_LAST] = last
            return -BIG
        if result:
            low = target
        else:
            high = target - 1
        if last == 1 - result:
            # above one answer and below another: halve what lies between
            target = (low + high + 1) // 2
            if result:
                stride = 1
        else:
            target = low + stride if result else high - stride + 1
            if high - low > 16:
                stride = stride * 2
        last = result
    return low
