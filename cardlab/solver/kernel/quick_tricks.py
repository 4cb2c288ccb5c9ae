"""Quick tricks: what the leader's side can cash at once.

All of this errs on the safe side: a trick that is counted is certain, and the proof names the
cards that make it so.
"""

from __future__ import annotations

from cardlab.solver.kernel.bits import ctz, popcount, topbit
from cardlab.solver.kernel.places import (
    ABOVE,
    AFTER,
    ANYTRUMP,
    BEAT,
    FOLLOW,
    HAS_POINTS,
    HEAD,
    LAST_TRICK,
    PER_TRICK,
    POINTS_OF,
    RANKED,
    RUFFS,
    S_CASHABLE,
    S_CASHED,
    S_CASHED_MATE,
    S_LONGEST,
    S_NO_LEAD,
    S_OPPONENTS,
    S_PROOF,
    S_ROUNDS,
    S_ROUNDS_DRAWN,
    SEATS,
    SIDE_OF,
    SUIT_CARDS,
    SUITS,
    TOP_SUIT,
    TRUMP,
    UNLED,
    WILD,
    Array,
)

NEVER_RUFFED = 100
"""Rounds of a suit that nobody can ruff."""


def quick_tricks(leader: int, n: int, need: int, hand: Array, K: Array, state: Array) -> int:
    """What the leader's side is sure of at once: by cashing from the leader's own hand, or after
    crossing to a partner.  Stops when there is enough.

    n: tricks left; need: what would be enough.  Reads ``state[S_NO_LEAD]``; writes the proof to
    ``state[S_PROOF]`` and uses the scratch rows by suit.
    """
    seats = K[SEATS]
    side = K[SIDE_OF + leader]
    count_opponents(side, hand, K, state)
    combine = can_combine(side, K)
    best = 0
    best_proof = 0
    leader_proof = 0
    step = 0
    while step < seats:
        x = leader + step
        if x >= seats:
            x = x - seats
        step = step + 1
        if K[SIDE_OF + x] != side:
            continue
        proof = 0
        entry = -1
        if x != leader:
            entry = entry_suit(leader, x, hand, K, state)
            if entry < 0:
                continue
            proof = 1 << topbit(hand[x] & K[SUIT_CARDS + entry])
        points, tricks, proof = cash(leader, x, n, need, proof, hand, K, state)
        if combine:
            if x == leader:
                leader_proof = proof
            else:
                both = cash_both(x, entry, hand, K, state)
                if both > tricks:
                    tricks = both
                    proof = proof | leader_proof
        if tricks > n:
            tricks = n
        total = points + tricks * K[PER_TRICK]
        if tricks == n:
            total = total + K[LAST_TRICK]
        if total > best:
            best = total
            best_proof = proof
            if total >= need:
                break
    state[S_PROOF] = best_proof
    return best


def follows_suit(K: Array) -> int:
    """1 where whoever can has to follow suit, and nothing else will do."""
    return 1 if K[AFTER] & (FOLLOW | ANYTRUMP) == FOLLOW else 0


def can_combine(side: int, K: Array) -> int:
    """1 where both hands of a side may be counted together: of two partners, by tricks, and none
    of the duties can make one of them spoil a winner of the other."""
    seats = K[SEATS]
    if K[HAS_POINTS] != 0 or K[RANKED] != 0 or K[WILD] >= 0 or follows_suit(K) == 0:
        return 0
    if K[AFTER] & (HEAD | TRUMP | BEAT | UNLED):
        return 0
    partners = 0
    q = 0
    while q < seats:
        if K[SIDE_OF + q] == side:
            partners = partners + 1
        q = q + 1
    return 1 if partners == 2 else 0


def count_opponents(side: int, hand: Array, K: Array, state: Array) -> None:
    """What a side is up against in each suit: writes the scratch rows ``S_OPPONENTS``,
    ``S_LONGEST``, ``S_ROUNDS`` and ``S_ROUNDS_DRAWN``."""
    suits = K[SUITS]
    seats = K[SEATS]
    wild = K[WILD]
    trump = K[TOP_SUIT]
    follow = follows_suit(K)
    s = 0
    while s < suits:
        lane = K[SUIT_CARDS + s]
        ruffs = K[RUFFS + s]
        cards = 0
        longest = 0
        rounds = NEVER_RUFFED
        drawn = NEVER_RUFFED
        q = 0
        while q < seats:
            if K[SIDE_OF + q] != side:
                own = hand[q] & lane
                cards = cards | own
                length = popcount(own)
                t = length
                if wild >= 0 and length > 0 and (hand[q] & K[SUIT_CARDS + wild]) != 0:
                    t = length + 1
                if t > longest:
                    longest = t
                x = hand[q] & ruffs
                if x != 0:
                    if follow == 0:
                        length = 0
                    if length < rounds:
                        rounds = length
                    if trump >= 0:
                        x = x & ~K[SUIT_CARDS + trump]
                    if x != 0 and length < drawn:
                        drawn = length
            q = q + 1
        state[S_OPPONENTS + s] = cards
        state[S_LONGEST + s] = longest
        state[S_ROUNDS + s] = rounds
        state[S_ROUNDS_DRAWN + s] = drawn
        s = s + 1


def entry_suit(leader: int, x: int, hand: Array, K: Array, state: Array) -> int:
    """The suit in which the leader can cross to its partner ``x``, -1 without one: the partner
    has a card above all that the opponents have, and nobody ruffs."""
    suits = K[SUITS]
    s = 0
    while s < suits:
        lane = K[SUIT_CARDS + s]
        theirs = hand[x] & lane
        if (
            theirs != 0
            and (hand[leader] & lane) != 0
            and s != K[WILD]
            and state[S_ROUNDS + s] > 0
            and state[S_NO_LEAD] & lane == 0
        ):
            if state[S_OPPONENTS + s] != 0:
                theirs = theirs & K[ABOVE + topbit(state[S_OPPONENTS + s])]
            if theirs != 0 and entry_holds(leader, x, s, theirs & -theirs, hand, K):
                return s
        s = s + 1
    return -1


def entry_holds(leader: int, x: int, s: int, lowest: int, hand: Array, K: Array) -> bool:
    """Whether nobody on the side of ``x`` may overtake its winners in suit ``s``, from the lowest
    on, nor be made to ruff them."""
    seats = K[SEATS]
    lane = K[SUIT_CARDS + s]
    q = 0
    while q < seats:
        if q != x and K[SIDE_OF + q] == K[SIDE_OF + x]:
            if (hand[q] & lane) >= lowest:
                return False
            if q != leader and (hand[q] & K[RUFFS + s]) != 0:
                return False
        q = q + 1
    return True


def cash(
    leader: int, x: int, n: int, need: int, proof: int, hand: Array, K: Array, state: Array
) -> tuple[int, int, int]:
    """What player ``x`` of the leader's side can cash when on lead: points of cards, tricks, and
    the proof.

    Reads what `count_opponents` wrote; writes the rounds cashed of each suit to ``S_CASHED`` (the
    leader) or ``S_CASHED_MATE``, and how many could be to ``S_CASHABLE``.
    """
    suits = K[SUITS]
    trump = K[TOP_SUIT]
    per = K[PER_TRICK]
    cashed = S_CASHED if x == leader else S_CASHED_MATE
    s = 0
    while s < suits:
        state[cashed + s] = 0
        state[S_CASHABLE + s] = 0
        s = s + 1
    points = 0
    tricks = 0
    drawn = 0
    i = -1
    while i < suits:
        # the highest suit first, for the others may be ruffed
        s = i
        if i == -1:
            s = trump
        elif i == trump:
            i = i + 1
            continue
        i = i + 1
        if s < 0 or s == K[WILD]:
            continue
        lane = K[SUIT_CARDS + s]
        mine = hand[x] & lane
        if mine == 0 or state[S_NO_LEAD] & lane != 0:
            continue
        rounds = state[S_ROUNDS_DRAWN + s] if drawn else state[S_ROUNDS + s]
        # who has had to discard before may be void by now
        if rounds == 0 or (
            K[RANKED] != 0 and rounds < NEVER_RUFFED and (tricks > 0 or x != leader)
        ):
            continue
        mates, longest_mate, danger = partners_in(x, s, hand, K)
        if danger & MAY_RUFF:
            continue
        if state[S_OPPONENTS + s] == 0 and mates == 0:
            k = min(popcount(mine), rounds)
            if K[HAS_POINTS]:
                points = points + points_of_highest(mine, k, K)
            if s == trump:
                drawn = 1
        else:
            winners = winners_in(x, s, mine, mates, danger, hand, K, state)
            if winners == 0:
                continue
            longest = max(state[S_LONGEST + s], longest_mate)
            need_left = need - points - tricks * per
            k, added, lowest, emptied = cash_winners(
                s, winners, mine, rounds, longest, n - tricks, need_left, K
            )
            points = points + added
            proof = proof | lowest
            if emptied != 0 and s == trump:
                drawn = 1
        tricks = tricks + k
        state[cashed + s] = k
        state[S_CASHABLE + s] = rounds
        if points + tricks * per >= need and tricks < n:
            break
    return points, tricks, proof


def cash_winners(
    s: int, winners: int, mine: int, rounds: int, longest: int, n: int, need: int, K: Array
) -> tuple[int, int, int, int]:
    """What the winners of suit ``s`` bring: tricks, points of their cards, the lowest winner that
    is relied on, and 1 if nobody else has a card of the suit left after them.

    mine: all cards of the suit in the hand; rounds: that nobody ruffs; longest: of the others'
    holdings; n: tricks left; need: what would be enough.
    """
    per = K[PER_TRICK]
    k = min(popcount(winners), rounds)
    if K[HAS_POINTS] == 0 and per > 0 and k * per > need and s != K[TOP_SUIT]:
        # no more than are wanted, and the highest of them: the fewer cards a proof relies on, the
        # more it proves
        k = min(k, (need + per - 1) // per)
    high = highest(winners, k)
    points = 0
    if K[HAS_POINTS]:
        points = points_of_all(high, K)
    if (
        popcount(winners) < longest
        or K[AFTER] & FOLLOW == 0
        or (K[HAS_POINTS] == 0 and k >= n)
        or points + k * per >= need
    ):
        return k, points, high & -high, 0
    # the small cards win as well
    long = min(popcount(mine), rounds)
    if long > k:
        if K[HAS_POINTS]:
            points = points + points_of_lowest(mine & ~high, long - k, K)
        k = long
    return k, points, high & -high, 1


MAY_RUFF, MUST_HEAD = 1, 2


def partners_in(x: int, s: int, hand: Array, K: Array) -> tuple[int, int, int]:
    """The cards of suit ``s`` that the partners of ``x`` hold, the length of the longest of these
    holdings, and the danger that they are: `MAY_RUFF` one of its winners, `MUST_HEAD` one."""
    seats = K[SEATS]
    lane = K[SUIT_CARDS + s]
    follow = follows_suit(K)
    may_ruff = K[AFTER] & (TRUMP | UNLED)
    cards = 0
    longest = 0
    danger = 0
    q = 0
    while q < seats:
        if q != x and K[SIDE_OF + q] == K[SIDE_OF + x]:
            own = hand[q] & lane
            longest = max(longest, popcount(own))
            cards = cards | own
            if (own == 0 or follow == 0) and may_ruff != 0 and (hand[q] & K[RUFFS + s]) != 0:
                danger = danger | MAY_RUFF
            if (K[AFTER] & HEAD) != 0 and own != 0:
                danger = danger | MUST_HEAD
        q = q + 1
    return cards, longest, danger


def winners_in(
    x: int, s: int, mine: int, mates: int, danger: int, hand: Array, K: Array, state: Array
) -> int:
    """The winners among the cards ``mine`` that player ``x`` holds in suit ``s``: they are above
    all opponents' cards, and no partner is made to overtake them.

    mates, danger: from `partners_in`.
    """
    w = mine
    if state[S_OPPONENTS + s] != 0:
        w = mine & K[ABOVE + topbit(state[S_OPPONENTS + s])]
    if w == 0 or mates == 0 or (w & -w) >= (1 << topbit(mates)):
        return w
    if danger & MUST_HEAD:
        return w & K[ABOVE + topbit(mates)]
    # each partner's lowest cards have to lie below the winners that they fall to: drop low winners
    # until so
    while w != 0 and overtaken(x, s, w, hand, K):
        w = w & (w - 1)
    return w


def overtaken(x: int, s: int, winners: int, hand: Array, K: Array) -> bool:
    """Whether a partner of ``x`` has to play a higher card to one of these winners of suit ``s``,
    if both play their lowest first."""
    seats = K[SEATS]
    q = 0
    while q < seats:
        if q != x and K[SIDE_OF + q] == K[SIDE_OF + x]:
            a = winners
            b = hand[q] & K[SUIT_CARDS + s]
            while a != 0 and b != 0:
                if (b & -b) > (a & -a):
                    return True
                a = a & (a - 1)
                b = b & (b - 1)
        q = q + 1
    return False


def highest(cards: int, k: int) -> int:
    """The k highest of a set of cards."""
    c = popcount(cards) - k
    while c > 0:
        cards = cards & (cards - 1)
        c = c - 1
    return cards


def points_of_highest(cards: int, k: int, K: Array) -> int:
    """What the k highest of a set of cards count."""
    points = 0
    while k > 0:
        b = topbit(cards)
        points = points + K[POINTS_OF + b]
        cards = cards ^ (1 << b)
        k = k - 1
    return points


def points_of_lowest(cards: int, k: int, K: Array) -> int:
    """What the k lowest of a set of cards count."""
    points = 0
    while k > 0:
        points = points + K[POINTS_OF + ctz(cards)]
        cards = cards & (cards - 1)
        k = k - 1
    return points


def points_of_all(cards: int, K: Array) -> int:
    """What a set of cards counts."""
    points = 0
    while cards != 0:
        points = points + K[POINTS_OF + ctz(cards)]
        cards = cards & (cards - 1)
    return points


def cash_both(x: int, entry: int, hand: Array, K: Array, state: Array) -> int:
    """The tricks that the leader and its partner ``x`` cash together: some of the leader's winners
    first, then the crossing in suit ``entry``.  0 where the partner adds nothing.

    What the partner has to discard on the leader's winners is counted. Reads what `cash` wrote for
    both.
    """
    suits = K[SUITS]
    tricks = 0
    added = 0
    discards = 0
    spare = 0
    s = 0
    while s < suits:
        length = popcount(hand[x] & K[SUIT_CARDS + s])
        first = state[S_CASHED + s]
        if s == entry:
            first = 0
        followed = min(first, length)
        discards = discards + first - followed
        length = length - followed
        then = min(state[S_CASHED_MATE + s], length)
        if then > state[S_CASHABLE + s] - first:
            then = max(0, state[S_CASHABLE + s] - first)
        added = added + then
        spare = spare + length - then
        tricks = tricks + first
        s = s + 1
    if discards > spare:
        added = added - (discards - spare)
    return tricks + added if added > 0 else 0
