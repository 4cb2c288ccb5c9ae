"""Sure tricks: what a side gets sooner or later, whoever is on lead.

As for quick tricks, each count errs on the safe side and names its proof.
"""

from __future__ import annotations

from cardlab.solver.kernel.bits import popcount, topbit
from cardlab.solver.kernel.places import (
    ABOVE,
    PER_TRICK,
    POINTS_OF,
    RUFFS,
    S_ANSWER,
    S_PROOF,
    S_SURE,
    S_SURE_LANES,
    S_SURE_SUITS,
    SEATS,
    SIDE_OF,
    SUIT_CARDS,
    SUIT_OF,
    SUITS,
    TOP_SUIT,
    Array,
)
from cardlab.solver.kernel.quick_tricks import quick_tricks


def top_trumps(side: int, left: int, need: int, hand: Array, K: Array, state: Array) -> int:
    """What a side is sure of through the highest trumps, as far down as they are all its own: each
    of those that lie in one hand wins a trick, itself or by a partner's still higher one.

    left: the cards in all hands.  Counts until there is enough.  Writes the lowest card counted to
    ``state[S_PROOF]``, and uses the scratch row ``S_SURE``.
    """
    x = left & K[SUIT_CARDS + K[TOP_SUIT]]
    seats = K[SEATS]
    best = 0
    p = 0
    while p < seats:
        state[S_SURE + p] = 0
        p = p + 1
    while x != 0:
        b = topbit(x)
        p = 0
        while (hand[p] >> b) & 1 == 0:
            p = p + 1
            if p == seats:
                return best
        if K[SIDE_OF + p] != side:
            break
        # the points of a partner's card are nobody's promise, those of this one are
        state[S_SURE + p] = state[S_SURE + p] + K[PER_TRICK] + K[POINTS_OF + b]
        if state[S_SURE + p] > best:
            best = state[S_SURE + p]
            state[S_PROOF] = 1 << b
            if best >= need:
                break
        x = x ^ (1 << b)
    return best


def second_trump(leader: int, left: int, hand: Array, K: Array, state: Array) -> bool:
    """Whether the pair that is not on lead is sure of a trick by the second highest trump.

    It is sure where another trump guards that card, and the highest lies with the opponent who
    plays just before it, or the third highest in the same hand: until this pair has won a trick the
    hand never leads, and it can keep both cards until the highest falls, or wins by them.

    left: the cards in all hands.  Writes the lowest card that this relies on to ``state[S_PROOF]``.
    """
    trumps = K[SUIT_CARDS + K[TOP_SUIT]]
    x = left & trumps
    if x & (x - 1) == 0:
        return False
    first = topbit(x)
    x = x ^ (1 << first)
    second = topbit(x)
    x = x ^ (1 << second)
    p = (leader + 1) & 3
    if (hand[p] >> second) & 1 == 0:
        p = (leader + 3) & 3
    own = hand[p] & trumps
    if (own >> second) & 1 == 0 or own & (own - 1) == 0:
        return False
    if (hand[(p + 3) & 3] >> first) & 1 != 0:
        state[S_PROOF] = 1 << second
        return True
    if (hand[(p + 1) & 3] >> first) & 1 == 0 or x & own == 0 or x & own < x & ~own:
        return False
    state[S_PROOF] = 1 << topbit(x)
    return True


def later_tricks(leader: int, n: int, left: int, hand: Array, K: Array, state: Array) -> int:
    """How many tricks the side that is not on lead is sure of, where nobody of the leader's side
    can ruff.

    The leader's side wins at most r tricks in a row: those in suits of which the others lack the
    highest card.  Until then each of the others can keep the highest cards, if there are not too
    many, and cash them when somebody of theirs has won a trick; or lead to a partner who has such
    cards.  Who wins that trick is for the leader's side to choose.

    n: tricks left; left: the cards in all hands.  Writes the lowest cards that this relies on to
    ``state[S_PROOF]``, and uses the scratch rows ``S_SURE``, ``S_SURE_SUITS``, ``S_SURE_LANES``.
    """
    suits = K[SUITS]
    seats = K[SEATS]
    p = 0
    while p < seats:
        state[S_SURE + p] = 0
        state[S_SURE_SUITS + p] = 0
        state[S_SURE_LANES + p] = 0
        p = p + 1
    row = 0
    proof = 0
    s = 0
    while s < suits:
        x = left & K[SUIT_CARDS + s]
        if x != 0:
            owner, longest = owner_of_top(leader, s, topbit(x), hand, K)
            if owner < 0:
                return 0
            if K[SIDE_OF + owner] == K[SIDE_OF + leader]:
                row = row + longest
                if row >= n:
                    return 0
            else:
                proof = proof | top_cards(x, hand[owner])
                state[S_SURE + owner] = state[S_SURE + owner] + popcount(top_cards(x, hand[owner]))
                state[S_SURE_SUITS + owner] = state[S_SURE_SUITS + owner] + 1
                state[S_SURE_LANES + owner] = state[S_SURE_LANES + owner] | K[SUIT_CARDS + s]
        s = s + 1
    least = least_sure(leader, n, row, hand, K, state)
    if least > 0:
        state[S_PROOF] = proof
    return least


def owner_of_top(leader: int, s: int, b: int, hand: Array, K: Array) -> tuple[int, int]:
    """Who holds the highest card ``b`` of suit ``s``, and the longest holding of the leader's side
    in it; -1 where that side can ruff."""
    seats = K[SEATS]
    owner = 0
    longest = 0
    p = 0
    while p < seats:
        h = hand[p]
        if K[SIDE_OF + p] == K[SIDE_OF + leader]:
            if h & K[RUFFS + s]:
                return -1, 0
            longest = max(longest, popcount(h & K[SUIT_CARDS + s]))
        if (h >> b) & 1 != 0:
            owner = p
        p = p + 1
    return owner, longest


def top_cards(cards: int, h: int) -> int:
    """The highest of these cards, as far down as they are all in hand ``h``."""
    top = 0
    while cards != 0 and (h >> topbit(cards)) & 1 != 0:
        b = 1 << topbit(cards)
        top = top | b
        cards = cards ^ b
    return top


def least_sure(leader: int, n: int, row: int, hand: Array, K: Array, state: Array) -> int:
    """The least of what each opponent of the leader can promise when it wins the first trick of
    its side after at most ``row`` tricks of the leader's; 0 if one of them cannot keep all its
    highest cards.  Reads what `later_tricks` wrote."""
    seats = K[SEATS]
    least = n
    p = 0
    while p < seats:
        if K[SIDE_OF + p] != K[SIDE_OF + leader]:
            if row + state[S_SURE_SUITS + p] > n:
                return 0
            tricks = max(1, state[S_SURE + p])
            more = 0
            q = 0
            while q < seats:
                if (
                    q != p
                    and K[SIDE_OF + q] != K[SIDE_OF + leader]
                    and (hand[p] & state[S_SURE_LANES + q]) != 0
                ):
                    more = max(more, state[S_SURE + q])
                q = q + 1
            if row + tricks + 1 <= n:
                tricks = tricks + more
            least = min(least, tricks, n - row)
        p = p + 1
    return least


def wins_and_cashes(
    p: int,
    led: int,
    best: int,
    n: int,
    to_come: int,
    need: int,
    hand: Array,
    K: Array,
    state: Array,
) -> int:
    """1 where player ``p`` wins this trick with a card of the suit led whatever the others do, and
    is sure of ``need`` in the tricks after it.

    best: the card that wins so far; n: tricks left, this one counted; to_come: how many play after
    ``p``.  Writes the proof to ``state[S_PROOF]``; the hands are changed and put back.
    """
    if K[SUIT_OF + best] != led:
        return 0
    w = lowest_sure_winner(p, led, best, to_come, hand, K)
    if w == 0:
        return 0
    holds = answer_low(p, led, w, to_come, hand, K, state)
    hand[p] = hand[p] ^ w
    wins = 0
    if holds:
        if need <= 0:
            wins = 1
            state[S_PROOF] = w
        elif quick_tricks(p, n - 1, need, hand, K, state) >= need:
            wins = 1
            state[S_PROOF] = state[S_PROOF] | w
    hand[p] = hand[p] ^ w
    q = p
    i = to_come
    while i > 0:
        i = i - 1
        q = next_seat(q, K)
        hand[q] = hand[q] ^ state[S_ANSWER + q]
    return wins


def next_seat(q: int, K: Array) -> int:
    """The seat that plays after this one."""
    q = q + 1
    return 0 if q == K[SEATS] else q


def lowest_sure_winner(p: int, led: int, best: int, to_come: int, hand: Array, K: Array) -> int:
    """The lowest card of the suit led with which player ``p`` beats the best card so far and
    whatever the opponents still to play have; 0 without one."""
    lane = K[SUIT_CARDS + led]
    w = hand[p] & lane & K[ABOVE + best]
    q = p
    i = to_come
    while i > 0 and w != 0:
        i = i - 1
        q = next_seat(q, K)
        if K[SIDE_OF + q] != K[SIDE_OF + p]:
            x = hand[q] & lane
            if x != 0:
                w = w & K[ABOVE + topbit(x)]
            elif hand[q] & K[RUFFS + led]:
                return 0
    return w & -w


def answer_low(p: int, led: int, w: int, to_come: int, hand: Array, K: Array, state: Array) -> int:
    """Let those who play after ``p`` follow with their lowest cards; 1 if no partner has to beat
    its card ``w``.

    Who is void: an opponent keeps all its cards, a partner throws the lowest of some suit that is
    not the highest.  Writes each answer to the row ``S_ANSWER`` and takes it from the hand.
    """
    holds = 1
    q = p
    i = to_come
    while i > 0:
        i = i - 1
        q = next_seat(q, K)
        x = hand[q] & K[SUIT_CARDS + led]
        x = x & -x
        if K[SIDE_OF + q] == K[SIDE_OF + p]:
            if x > w:
                holds = 0
            elif x == 0:
                x = lowest_discard(hand[q], K)
                if x == 0:
                    holds = 0
        state[S_ANSWER + q] = x
        hand[q] = hand[q] ^ x
    return holds


def lowest_discard(h: int, K: Array) -> int:
    """The lowest card of the first suit of hand ``h`` besides the highest suit; 0 without one."""
    suits = K[SUITS]
    s = 0
    while s < suits:
        if s != K[TOP_SUIT]:
            x = h & K[SUIT_CARDS + s]
            if x != 0:
                return x & -x
        s = s + 1
    return 0
