"""The transposition table: results kept for all positions that look alike, at the start of tricks.

A *shape* is who leads, how long each hand is in each suit, and what else changes the play; it is
found by its hash.  A shape has a list of *patterns*: who owns the highest cards of each suit, as
far down as they matter, with a lower and an upper bound of what side 0 gets.
"""

from __future__ import annotations

from cardlab.solver.kernel.bits import ctz, popcount
from cardlab.solver.kernel.places import (
    BEST_LEAD,
    BIG,
    BLOCK,
    BREAK_SETS,
    BY_TABLE,
    COUNT,
    COUNT_BITS,
    F_AGE,
    F_LEFT,
    F_PATTERN,
    F_PLAYER,
    F_SHAPE,
    F_TARGET,
    F_UNLED,
    FLAGS,
    HAS_SORTS,
    HASH_MASK,
    KEY,
    LEADER_HASH,
    NUMBER,
    PARTITION,
    POOL_SIZE,
    PREFIX,
    PREFIX_LENGTH,
    S_AGE,
    S_BLOCKS,
    S_HITS,
    S_INDEX_MASK,
    S_PATTERN,
    S_POOL_USED,
    S_PROOF,
    S_SHAPES,
    SETS,
    SHAPE,
    SUIT_CARDS,
    SUIT_START,
    SUIT_TABLE,
    SUIT_WORD,
    SUITS,
    UNBROKEN_HASH,
    UNKNOWN,
    UNLED_HASH,
    WORDS,
    Array,
)


def build_tables(
    K: Array,
    owner: Array,
    kind: Array,
    width: Array,
    shift: Array,
    kind_bits: int,
    bits: int,
    hashes: Array,
    patterns: Array,
    forced: Array,
) -> int:
    """Fill ``patterns`` and ``forced``: for every set of cards of a suit who owns them from the
    top down, the hash of the hands' lengths, and how far down cards matter in any case.

    owner, kind: by card, its seat and its sort; width, shift: by suit, how many cards it has and
    where its part of a word begins; bits: of a card in a pattern, ``kind_bits`` of them its sort;
    hashes: 64 numbers for each suit, one for each card of a seat, which are added up, and from 32
    on one for each depth to which cards matter.  Returns 0.
    """
    suits = K[SUITS]
    s = 0
    while s < suits:
        base = K[SUIT_TABLE + s]
        depths = s * 64 + 32
        patterns[2 * base] = 0
        forced[base] = 0
        patterns[2 * base + 1] = hashes[depths]
        a = 1
        while a < 1 << width[s]:
            low = a & -a
            c = K[SUIT_START + s] + ctz(a)
            rest = base + (a ^ low)
            k = popcount(a) - 1
            patterns[2 * (base + a)] = patterns[2 * rest] | (
                ((owner[c] << kind_bits) | kind[c]) << (bits * (width[s] - 1 - k) + shift[s])
            )
            depth = forced[rest]
            if kind[c] != 0:
                depth = k + 1
            forced[base + a] = depth
            lengths = (patterns[2 * rest + 1] ^ hashes[depths + forced[rest]]) + hashes[
                s * 64 + owner[c]
            ]
            patterns[2 * (base + a) + 1] = lengths ^ hashes[depths + depth]
            a = a + 1
        s = s + 1
    return 0


def look_up(
    f: int,
    gone: int,
    K: Array,
    patterns: Array,
    frames: Array,
    shapes: Array,
    pool: Array,
    state: Array,
) -> int:
    """What is known of the position of frame ``f``, in which a trick begins: 1 or 0, or `UNKNOWN`.

    gone: cards played.  Writes where it looked to the frame, for `store`, and the proof to
    ``state[S_PROOF]``.
    """
    x = find_shape(f, gone, K, patterns, frames, shapes, state)
    frames[f + F_SHAPE] = x
    if x < 0:
        return UNKNOWN
    frames[f + F_PATTERN] = -1
    frames[f + F_AGE] = state[S_AGE]
    target = frames[f + F_TARGET]
    size = 2 * K[WORDS] + 1
    base = shapes[x * SHAPE + BLOCK]
    end = base + (shapes[x * SHAPE + COUNT] & COUNT_BITS) * size
    owners = state[S_PATTERN]
    e = base
    while e < end:
        if (pool[e] ^ owners) & pool[e + 1] == 0 and covers(e, K, pool, state):
            bounds = pool[e + size - 1]
            result = UNKNOWN
            if (bounds >> 32) >= target:
                result = 1
            elif (bounds & COUNT_BITS) - BIG < target:
                result = 0
            if result != UNKNOWN:
                state[S_HITS] = state[S_HITS] + 1
                state[S_PROOF] = proof_of_pattern(e, frames[f + F_LEFT], K, pool)
                bring_forward(base, e, size, pool)
                return result
            frames[f + F_PATTERN] = e
        e = e + size
    return UNKNOWN


def find_shape(
    f: int, gone: int, K: Array, patterns: Array, frames: Array, shapes: Array, state: Array
) -> int:
    """The place of the shape of frame ``f``, made if it is new; -1 where there is no room.  Writes
    the owners of all cards to ``state[S_PATTERN]``, which `look_up` compares."""
    suits = K[SUITS]
    left = frames[f + F_LEFT]
    unled = frames[f + F_UNLED] & left
    key = K[LEADER_HASH + frames[f + F_PLAYER]]
    i = 0
    while i < K[WORDS]:
        state[S_PATTERN + 2 * i] = 0
        i = i + 1
    if K[FLAGS] & BY_TABLE:
        i = 0
        while i < K[SETS]:
            if gone & K[BREAK_SETS + i] == 0:
                key = key ^ K[UNBROKEN_HASH + i]
            i = i + 1
    s = 0
    while s < suits:
        a = 2 * (K[SUIT_TABLE + s] + ((left & K[SUIT_CARDS + s]) >> K[SUIT_START + s]))
        key = key ^ patterns[a + 1]
        if unled & K[SUIT_CARDS + s]:
            key = key ^ K[UNLED_HASH + s]
        w = S_PATTERN + 2 * K[SUIT_WORD + s]
        state[w] = state[w] | patterns[a]
        s = s + 1
    at = place_in_index(key, K, shapes, state)
    if shapes[at] != 0:
        return shapes[at] & NUMBER
    x = state[S_SHAPES] + 1
    if x * 4 > K[HASH_MASK] * 3:
        return -1
    state[S_SHAPES] = x
    shapes[at] = (key & ~NUMBER) | x
    shapes[x * SHAPE + KEY] = key
    shapes[x * SHAPE + BLOCK] = -1
    shapes[x * SHAPE + COUNT] = 0
    shapes[x * SHAPE + BEST_LEAD] = -1
    if x * 2 > state[S_INDEX_MASK] and state[S_INDEX_MASK] < K[HASH_MASK]:
        enlarge_index(K, shapes, state)
    return x


def place_in_index(key: int, K: Array, shapes: Array, state: Array) -> int:
    """Where the index names the shape with this key, or would if there were one."""
    mask = state[S_INDEX_MASK]
    index = SHAPE * (K[HASH_MASK] + 1)
    i = (key ^ (key >> 23) ^ (key >> 41)) & mask
    entry = shapes[index + i]
    while entry != 0 and (
        (entry ^ key) & ~NUMBER != 0 or shapes[(entry & NUMBER) * SHAPE + KEY] != key
    ):
        i = (i + 1) & mask
        entry = shapes[index + i]
    return index + i


def enlarge_index(K: Array, shapes: Array, state: Array) -> None:
    """Give the index four times as many places.  The shapes stay where they are."""
    state[S_INDEX_MASK] = min(4 * state[S_INDEX_MASK] + 3, K[HASH_MASK])
    index = SHAPE * (K[HASH_MASK] + 1)
    i = 0
    while i <= state[S_INDEX_MASK]:
        shapes[index + i] = 0
        i = i + 1
    x = 1
    while x <= state[S_SHAPES]:
        key = shapes[x * SHAPE + KEY]
        shapes[place_in_index(key, K, shapes, state)] = (key & ~NUMBER) | x
        x = x + 1


def covers(e: int, K: Array, pool: Array, state: Array) -> bool:
    """Whether the pattern at ``e`` holds for the position in ``state[S_PATTERN]``, its first word
    aside."""
    i = 2
    while i < 2 * K[WORDS]:
        if (pool[e + i] ^ state[S_PATTERN + i]) & pool[e + i + 1] != 0:
            return False
        i = i + 2
    return True


def proof_of_pattern(e: int, left: int, K: Array, pool: Array) -> int:
    """The lowest card of each suit that the pattern at ``e`` relies on.  The mask of each suit is a
    prefix: its length says how many of the cards ``left`` matter."""
    suits = K[SUITS]
    proof = 0
    s = 0
    while s < suits:
        mask = pool[e + 2 * K[SUIT_WORD + s] + 1]
        x = left & K[SUIT_CARDS + s]
        length = popcount(x)
        k = K[PREFIX_LENGTH + popcount(mask & K[PREFIX + s * 32 + 31])]
        if k > 0 and length > 0:
            while length > k:
                x = x & (x - 1)
                length = length - 1
            proof = proof | (x & -x)
        s = s + 1
    return proof


def bring_forward(base: int, e: int, size: int, pool: Array) -> None:
    """Change places between the pattern at ``e`` and the one half way to the front of the list."""
    i = base + ((e - base) // size // 2) * size
    if i == e:
        return
    k = 0
    while k < size:
        word = pool[e + k]
        pool[e + k] = pool[i + k]
        pool[i + k] = word
        k = k + 1


def store(
    f: int,
    result: int,
    proof: int,
    K: Array,
    patterns: Array,
    forced: Array,
    frames: Array,
    shapes: Array,
    pool: Array,
    state: Array,
) -> None:
    """Keep a result of frame ``f`` (1 or 0) and its proof for all positions that look alike.

    It tightens the bounds of the pattern that was seen on the way in, if that is the same, or is a
    new pattern.
    """
    size = 2 * K[WORDS] + 1
    make_pattern(frames[f + F_LEFT], proof, K, patterns, forced, state)
    e = frames[f + F_PATTERN]
    if e < 0 or state[S_AGE] != frames[f + F_AGE] or is_other(f, e, K, frames, shapes, pool, state):
        e = new_pattern(frames[f + F_SHAPE], K, shapes, pool, state)
    bounds = pool[e + size - 1]
    low = bounds >> 32
    high = (bounds & COUNT_BITS) - BIG
    if result:
        low = max(low, frames[f + F_TARGET])
    else:
        high = min(high, frames[f + F_TARGET] - 1)
    pool[e + size - 1] = (low << 32) | (high + BIG)


def make_pattern(
    left: int, proof: int, K: Array, patterns: Array, forced: Array, state: Array
) -> None:
    """Write the owners of the cards ``left``, and the mask of those that matter by this proof, to
    ``state[S_PATTERN]``."""
    suits = K[SUITS]
    i = 0
    while i < 2 * K[WORDS]:
        state[S_PATTERN + i] = 0
        i = i + 1
    s = 0
    while s < suits:
        x = left & K[SUIT_CARDS + s]
        a = K[SUIT_TABLE + s] + (x >> K[SUIT_START + s])
        k = popcount(x)
        if K[PARTITION] != 0:
            r = proof & x
            k = 0
            if r != 0:
                k = popcount(x & ~((r & -r) - 1))
            if K[HAS_SORTS] != 0:
                k = max(k, forced[a])
        w = S_PATTERN + 2 * K[SUIT_WORD + s]
        state[w] = state[w] | patterns[2 * a]
        state[w + 1] = state[w + 1] | K[PREFIX + s * 32 + k]
        s = s + 1


def is_other(
    f: int, e: int, K: Array, frames: Array, shapes: Array, pool: Array, state: Array
) -> bool:
    """Whether the pattern at ``e`` differs from that in ``state[S_PATTERN]``, or does not belong to
    the shape of frame ``f`` any more."""
    i = 0
    while i < 2 * K[WORDS]:
        mask = state[S_PATTERN + i + 1]
        if pool[e + i + 1] != mask or (pool[e + i] ^ state[S_PATTERN + i]) & mask != 0:
            return True
        i = i + 2
    x = frames[f + F_SHAPE]
    base = shapes[x * SHAPE + BLOCK]
    count = shapes[x * SHAPE + COUNT] & COUNT_BITS
    return e < base or e >= base + count * (2 * K[WORDS] + 1)


def new_pattern(x: int, K: Array, shapes: Array, pool: Array, state: Array) -> int:
    """Add the pattern of ``state[S_PATTERN]`` to shape ``x``, with bounds that say nothing; where
    it lies."""
    size = 2 * K[WORDS] + 1
    count = shapes[x * SHAPE + COUNT] & COUNT_BITS
    if shapes[x * SHAPE + BLOCK] < 0 or count == 1 << (shapes[x * SHAPE + COUNT] >> 32):
        enlarge(x, K, shapes, pool, state)
        count = shapes[x * SHAPE + COUNT] & COUNT_BITS
    shapes[x * SHAPE + COUNT] = shapes[x * SHAPE + COUNT] + 1
    e = shapes[x * SHAPE + BLOCK] + count * size
    i = 0
    while i < 2 * K[WORDS]:
        pool[e + i] = state[S_PATTERN + i]
        i = i + 1
    pool[e + size - 1] = (-BIG << 32) | (2 * BIG)
    return e


def enlarge(x: int, K: Array, shapes: Array, pool: Array, state: Array) -> None:
    """Give shape ``x`` a block of the pool of twice the size, or its first one of two patterns.
    The old block is free for others.  Where the pool is full, everything in it is forgotten."""
    size = 2 * K[WORDS] + 1
    old = shapes[x * SHAPE + BLOCK]
    count = shapes[x * SHAPE + COUNT] & COUNT_BITS
    order = (shapes[x * SHAPE + COUNT] >> 32) + 1
    if old < 0:
        order = 1
    e = state[S_BLOCKS + order]
    if e >= 0:
        state[S_BLOCKS + order] = pool[e]
    else:
        e = state[S_POOL_USED]
        if e + (size << order) > K[POOL_SIZE]:
            forget_patterns(shapes, state)
            old = -1
            count = 0
            order = 1
            e = 0
        state[S_POOL_USED] = e + (size << order)
    if old >= 0:
        i = 0
        while i < count * size:
            pool[e + i] = pool[old + i]
            i = i + 1
        pool[old] = state[S_BLOCKS + order - 1]
        state[S_BLOCKS + order - 1] = old
    shapes[x * SHAPE + BLOCK] = e
    shapes[x * SHAPE + COUNT] = (order << 32) | count


def forget_patterns(shapes: Array, state: Array) -> None:
    """Drop every pattern; the shapes stay where they are."""
    x = 1
    while x <= state[S_SHAPES]:
        shapes[x * SHAPE + BLOCK] = -1
        shapes[x * SHAPE + COUNT] = 0
        x = x + 1
    i = 0
    while i < 24:
        state[S_BLOCKS + i] = -1
        i = i + 1
    state[S_POOL_USED] = 0
    state[S_AGE] = state[S_AGE] + 1
