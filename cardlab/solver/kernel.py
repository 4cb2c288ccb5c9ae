# mypy: allow-untyped-defs, allow-untyped-calls
# ruff: noqa: E741, SIM
"""The solver and the playouts: whole numbers in, values out.

Knows tables: which bit is which card, what beats what, who owes what to a trick, what a trick and
its cards are worth. Knows no game, no rule by name, no seat by name, and no way to say a sentence;
``tables.py`` builds what is read here.

One source for two ways to run.  Imported it is plain Python on lists: slow, and enough for the last
six or seven tricks. ``loading.py`` compiles the very same functions with numba.  That is why the
style is narrow: whole numbers of 64 bits, one-dimensional arrays, an explicit stack, no recursion
and no call into another file (numba would not notice a change there).

How a position is searched: one question at a time ("does side 0 get T or more from here?"), depth
first, with a transposition table at the start of each trick.  What was found for one position holds
for all that look alike, and two look alike when the owners of the cards that mattered are the same;
the lower cards of a suit may lie anywhere (partition search). A proof therefore carries the lowest
card of each suit that it relied on: (a) the winner of a trick matters when two or more cards of its
suit fell to it; (b) where a card has to be headed or overtrumped, the card to be beaten matters,
also where the move led to a cut-off; (c) at a failed node, a group of equal cards that is partly
among those that matter draws in its lowest; (d) cards that count points matter always, with what
they count; (e) cards are equal only when nothing lies between them and they count the same.
"""

FOLLOW, HEAD, TRUMP, OVER, ANYTRUMP, BEAT, UNLED, LEADTOP, LEADTOP_FIRST, BY_TABLE = (
    1,
    2,
    4,
    8,
    16,
    64,
    128,
    256,
    512,
    1024,
)
# the last: none of the others, but the rules of the table at RT, one after another

# places in the array K, one for each position: numbers first, then a row for each bit, suit or seat
SEATS, SUITS, FLAGS, PER_TRICK, LAST, TRICKS, WORDS, TOPSUIT, POINTS = 0, 1, 2, 3, 4, 5, 6, 7, 8
PARTITION, QUICK, WILD, TOP, TOPLANE, CARDS, POOL, HASHMASK, BARRED, CLASSES = (
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    17,
    18,
)
CS, CP, AB, AL = 64, 128, 192, 256  # suit, points, cards above, cards alike: by bit
SM, SO, TM, TB, SI, SD, LH, UH = 320, 328, 336, 344, 352, 360, 368, 376
HL, PM, PB, WT = (
    384,
    448,
    704,
    768,
)  # higher suits; prefix masks, 32 for each suit; prefix lengths; weights
# where rules lie in a table: those that are in force after a time has passed, as flags; how many;
# of how many sets it matters whether a card of them was played; whether a rule asks what wins; the
# first trick matters; trumps; cards in play
AFTER, RULES, SETS, ASKS, FIRST, TRUMPS, INPLAY = 19, 20, 21, 22, 23, 24, 25
RANKED = 26  # suits besides the highest beat others: whoever discards from one may ruff it later
RT, PS, PH = 1168, 1296, 1304  # the rules, 16 numbers each; sets; hashes of sets not yet broken
MOST_RULES, MOST_SETS = 8, 8
SIZE = 1312
# a rule: what it does, the facts it asks for, their values, the cards that it keeps from being led;
# from 4 on eight masks: the cards that it speaks of by what they are now, 1 of the suit led, 2
# higher, 4 of a suit not led; at 12 whether it passes when a suit is broken
MUST, MAY_NOT, NEVER, HIGHEST, LOWEST = 0, 1, 2, 3, 4
STAYS, PASSES, PASSES_FOR_LEADERS = 0, 1, 2
ON_LEAD, IS_VOID, IS_TRUMPED, OTHERS_WIN, IS_FIRST, IS_BROKEN = 1, 2, 4, 8, 16, 32
# IS_BROKEN is the bit of the first set; the others follow it

ONES, SIGNS = (
    0x0040201008040201,
    0x4020100804020100,
)  # seven numbers of 9 bits in one word: a one in each, the top bit of each
FS, MS = 24, 32  # strides of the stack and of the lists of moves
BIG = 1000000


def popcount(x):
    return x.bit_count()


def ctz(x):
    return (x & -x).bit_length() - 1


def topbit(x):
    return x.bit_length() - 1


def by_table(K, h, led, best, mate, barred, n, gone):
    """The legal cards of hand h where rules lie in a table: each keeps or takes away the cards
    of a mask, if the facts of the moment are what it asks for."""
    facts = 0
    follows = 0
    beats = 0
    if led < 0:
        facts = ON_LEAD
    else:
        follows = K[SM + led]
        beats = K[AB + best] | K[HL + led * 8 + K[CS + best]]
        if h & follows == 0:
            facts = IS_VOID
        if (K[TRUMPS] >> best) & 1 != 0:
            facts = facts | IS_TRUMPED
        if mate == 0:
            facts = facts | OTHERS_WIN
    if n == K[TRICKS]:
        facts = facts | IS_FIRST
    i = 0
    while i < K[SETS]:
        if gone & K[PS + i] != 0:
            facts = facts | (IS_BROKEN << i)
        i = i + 1
    m = h
    r = RT
    end = RT + 16 * K[RULES]
    while r < end:
        if facts & K[r + 1] == K[r + 2]:
            low = ((K[r + 4] & ~follows) | (K[r + 5] & follows)) & ~beats
            low = low | (((K[r + 6] & ~follows) | (K[r + 7] & follows)) & beats)
            high = ((K[r + 8] & ~follows) | (K[r + 9] & follows)) & ~beats
            high = high | (((K[r + 10] & ~follows) | (K[r + 11] & follows)) & beats)
            x = (low & ~barred) | (high & barred)
            if K[r] == MUST:
                x = m & x
            elif K[r] == HIGHEST:
                x = h & x
                if x != 0:
                    x = m & (1 << topbit(x))
            elif K[r] == LOWEST:
                x = h & x
                x = m & x & -x
            else:
                x = m & ~x
            if x != 0 or K[r] == NEVER:
                m = x
        r = r + 16
    return m


def in_force(K, n, gone, st):
    """The flags that hold from here to the end of the deal: `BY_TABLE` as long as there is a
    rule that will pass, unless all it does is to keep cards from being led. st[21]: those cards."""
    st[21] = 0
    if K[FIRST] != 0 and n == K[TRICKS]:
        return BY_TABLE
    broken = 0
    i = 0
    while i < K[SETS]:
        if gone & K[PS + i] != 0:
            broken = broken | (IS_BROKEN << i)
        i = i + 1
    r = RT
    end = RT + 16 * K[RULES]
    while r < end:
        if K[r + 12] != 0 and broken & K[r + 1] == 0:
            if K[r + 12] == PASSES:
                return BY_TABLE
            st[21] = st[21] | K[r + 3]
        r = r + 16
    return K[AFTER]


def legal_mask(K, h, led, best, mate, barred, n, gone):
    """The legal cards of hand h.  led: the suit to follow, -1 for the leader; mate: the mover's
    side is winning; barred: cards that wait for their suit to be led; n: tricks left, this one
    counted; gone: cards played in this deal."""
    flags = K[FLAGS]
    if flags & BY_TABLE:
        return by_table(K, h, led, best, mate, barred, n, gone)
    if led < 0:
        if (
            (flags & LEADTOP) != 0
            and (h & K[TOP]) != 0
            and ((flags & LEADTOP_FIRST) == 0 or n == K[TRICKS])
        ):
            return 1 << topbit(h & K[TOPLANE])
        return h
    wild = K[WILD]
    if led == wild:
        return h
    m = h
    ls = h & K[SM + led]
    if (flags & FOLLOW) != 0 and ls != 0:
        m = ls
        if flags & ANYTRUMP:
            m = m | (h & K[TM + led])
        if wild >= 0:
            m = m | (h & K[SM + wild])
    if flags & (HEAD | TRUMP | OVER | BEAT | UNLED):
        if flags & UNLED:
            x = m & ~barred
            if x != 0:
                m = x
        bs = K[CS + best]
        beats = K[AB + best] | K[HL + led * 8 + bs]
        if (flags & BEAT) != 0 and mate == 0:
            x = m & beats
            if x != 0:
                m = x
        if ls != 0:
            if flags & HEAD:
                x = m & beats
                if x != 0:
                    m = x
        else:
            if flags & TRUMP:
                x = m & K[TM + led]
                if x != 0:
                    m = x
            if (flags & OVER) != 0 and (K[SM + bs] & K[TM + led]) != 0:
                x = m & beats
                if x != 0:
                    m = x
    return m


def quick(L, n, need, hand, K, st):
    """What the leader's side is sure of at once: by cashing from the leader's own hand, or after
    crossing to a partner. st[8]: the cards that this relies on; st[21]: cards that may not be led.
    It stops when there is enough."""
    np_ = K[SEATS]
    ns = K[SUITS]
    flags = K[AFTER]
    trump = K[TOPSUIT]
    wild = K[WILD]
    per = K[PER_TRICK]
    haspts = K[POINTS]
    follow = (flags & FOLLOW) != 0 and (flags & ANYTRUMP) == 0
    may_ruff = flags & (TRUMP | UNLED)
    S = K[SD + L]
    nside = 0
    q = 0
    while q < np_:
        if K[SD + q] == S:
            nside = nside + 1
        q = q + 1
    # of each suit: the opponents' cards, the longest of their holdings, rounds before they ruff,
    # the same with trumps drawn
    s = 0
    while s < ns:
        lane = K[SM + s]
        tm = K[TM + s]
        opp = 0
        mol = 0
        rounds = 100
        rdrawn = 100
        q = 0
        while q < np_:
            if K[SD + q] != S:
                hq = hand[q] & lane
                opp = opp | hq
                l = popcount(hq)
                t = l
                if wild >= 0 and l > 0 and (hand[q] & K[SM + wild]) != 0:
                    t = l + 1
                if t > mol:
                    mol = t
                x = hand[q] & tm
                if x != 0:
                    if not follow:
                        l = 0
                    if l < rounds:
                        rounds = l
                    if trump >= 0:
                        x = x & ~K[SM + trump]
                    if x != 0 and l < rdrawn:
                        rdrawn = l
            q = q + 1
        st[64 + s] = opp
        st[72 + s] = mol
        st[80 + s] = rounds
        st[88 + s] = rdrawn
        s = s + 1
    bestq = 0
    bestrel = 0
    combo = 0
    if (
        nside == 2
        and haspts == 0
        and K[RANKED] == 0
        and (flags & (HEAD | TRUMP | BEAT | UNLED)) == 0
        and follow
        and wild < 0
    ):
        combo = 1
    relL = 0
    esuit = -1
    step = 0
    while step < np_:
        x = L + step
        if x >= np_:
            x = x - np_
        step = step + 1
        if K[SD + x] != S:
            continue
        erel = 0
        if x != L:
            # entry: L leads low to a card of x above all that the opponents have, and nobody ruffs
            ok = 0
            s = 0
            while s < ns and ok == 0:
                lane = K[SM + s]
                px = hand[x] & lane
                if (
                    px != 0
                    and (hand[L] & lane) != 0
                    and s != wild
                    and st[80 + s] > 0
                    and st[21] & lane == 0
                ):
                    w = px
                    if st[64 + s] != 0:
                        w = px & K[AB + topbit(st[64 + s])]
                    if w != 0:
                        lw = w & -w
                        # nobody on our side may overtake any of these winners, nor be made to ruff
                        ok = 1
                        q = 0
                        while q < np_:
                            if (
                                q != x
                                and K[SD + q] == S
                                and (
                                    (hand[q] & lane) >= lw
                                    or (q != L and (hand[q] & K[TM + s]) != 0)
                                )
                            ):
                                ok = 0
                            q = q + 1
                        if ok:
                            erel = 1 << topbit(px)
                            esuit = s
                s = s + 1
            if ok == 0:
                continue
        tot = 0
        rel = erel
        cnt = 0
        drawn = 0
        i = -1
        sb = 32
        if x != L:
            sb = 96
        s = 0
        while s < ns:
            st[sb + s] = 0
            st[104 + s] = 0
            s = s + 1
        while i < ns:
            s = i
            if i == -1:
                s = trump
            elif i == trump:
                i = i + 1
                continue
            i = i + 1
            if s < 0 or s == wild:
                continue
            lane = K[SM + s]
            mine = hand[x] & lane
            if mine == 0 or st[21] & lane != 0:
                continue
            opp = st[64 + s]
            mol = st[72 + s]
            rounds = st[80 + s]
            if drawn:
                rounds = st[88 + s]
            # who has had to discard before may be void by now
            if rounds == 0 or (K[RANKED] != 0 and rounds < 100 and (cnt > 0 or x != L)):
                continue
            mate = 0
            mml = 0
            bad = 0
            q = 0
            while q < np_:
                if q != x and K[SD + q] == S:
                    hq = hand[q] & lane
                    l = popcount(hq)
                    if l > mml:
                        mml = l
                    mate = mate | hq
                    if (hq == 0 or not follow) and may_ruff != 0 and (hand[q] & K[TM + s]) != 0:
                        bad = 1
                    if (flags & HEAD) != 0 and hq != 0:
                        bad = bad | 2
                q = q + 1
            if (bad & 1) != 0:
                continue
            k = 0
            if opp == 0 and mate == 0:
                w = mine
                k = popcount(mine)
                if k > rounds:
                    k = rounds
                if haspts:
                    c = k
                    while c > 0:
                        tb = topbit(w)
                        tot = tot + K[CP + tb]
                        w = w ^ (1 << tb)
                        c = c - 1
                cnt = cnt + k
                st[sb + s] = k
                st[104 + s] = rounds
                if s == trump:
                    drawn = 1
                if tot + cnt * per >= need and cnt < n:
                    i = ns
                continue
            # winners: above all opponents' cards, and no partner is made to overtake them
            w = mine
            if opp != 0:
                w = mine & K[AB + topbit(opp)]
            if w == 0:
                continue
            if mate != 0 and (w & -w) < (1 << topbit(mate)):
                if bad & 2:
                    w = w & K[AB + topbit(mate)]
                else:
                    # each partner's lowest cards have to lie below the winners that they fall to:
                    # drop low winners until so
                    fine = 0
                    while w != 0 and fine == 0:
                        fine = 1
                        q = 0
                        while q < np_ and fine:
                            if q != x and K[SD + q] == S:
                                a = w
                                b = hand[q] & lane
                                while a != 0 and b != 0:
                                    if (b & -b) > (a & -a):
                                        fine = 0
                                        break
                                    a = a & (a - 1)
                                    b = b & (b - 1)
                            q = q + 1
                        if fine == 0:
                            w = w & (w - 1)
            if w == 0:
                continue
            k = popcount(w)
            r = k
            if r > rounds:
                r = rounds
            # no more than are wanted, and the highest of them: the fewer cards a proof relies on,
            # the more it proves
            if haspts == 0 and per > 0 and (cnt + r) * per > need and s != trump:
                c = (need + per - 1) // per - cnt
                if c < r:
                    r = c
            u = w
            c = k - r
            while c > 0:
                u = u & (u - 1)
                c = c - 1
            rel = rel | (u & -u)
            if haspts:
                a = u
                while a != 0:
                    tot = tot + K[CP + ctz(a)]
                    a = a & (a - 1)
            if (
                k >= mol
                and k >= mml
                and (flags & FOLLOW) != 0
                and (haspts != 0 or cnt + r < n)
                and tot + (cnt + r) * per < need
            ):
                if s == trump:
                    drawn = 1
                k2 = popcount(mine)
                if k2 > rounds:
                    k2 = rounds
                if k2 > r:
                    if haspts:
                        a = mine & ~u
                        c = k2 - r
                        while c > 0:
                            tot = tot + K[CP + ctz(a)]
                            a = a & (a - 1)
                            c = c - 1
                    r = k2
            cnt = cnt + r
            st[sb + s] = r
            st[104 + s] = rounds
            if tot + cnt * per >= need and cnt < n:
                i = ns
        if combo:
            if x == L:
                relL = rel
            else:
                # some of L's winners first, then cross; what partner discards on them is counted
                m = 0
                pw = 0
                dd = 0
                ff = 0
                s = 0
                while s < ns:
                    lp = popcount(hand[x] & K[SM + s])
                    rl = st[32 + s]
                    if s == esuit:
                        rl = 0
                    fol = rl
                    if fol > lp:
                        fol = lp
                    dd = dd + rl - fol
                    lp = lp - fol
                    rp = st[96 + s]
                    if rp > lp:
                        rp = lp
                    if rp > st[104 + s] - rl:
                        rp = st[104 + s] - rl
                        if rp < 0:
                            rp = 0
                    pw = pw + rp
                    ff = ff + lp - rp
                    m = m + rl
                    s = s + 1
                if dd > ff:
                    pw = pw - (dd - ff)
                if pw > 0 and m + pw > cnt:
                    cnt = m + pw
                    rel = rel | relL
        if cnt > n:
            cnt = n
        tot = tot + cnt * per
        if cnt == n:
            tot = tot + K[LAST]
        if tot > bestq:
            bestq = tot
            bestrel = rel
            if tot >= need:
                break
    st[8] = bestrel
    return bestq


def toptrumps(S, R, need, hand, K, st):
    """What side S is sure of through the highest trumps, as far down as they are all its own:
    each of those that lie in one hand wins a trick, itself or by a partner's still higher one.
    Counts until there is enough.  st[8]: the lowest counted."""
    x = R & K[SM + K[TOPSUIT]]
    np_ = K[SEATS]
    best = 0
    p = 0
    while p < np_:
        st[64 + p] = 0
        p = p + 1
    while x != 0:
        b = topbit(x)
        p = 0
        while (hand[p] >> b) & 1 == 0:
            p = p + 1
            if p == np_:
                return best
        if K[SD + p] != S:
            break
        # the points of a partner's card are nobody's promise, those of this one are
        st[64 + p] = st[64 + p] + K[PER_TRICK] + K[CP + b]
        if st[64 + p] > best:
            best = st[64 + p]
            st[8] = 1 << b
            if best >= need:
                break
        x = x ^ (1 << b)
    return best


def later(L, n, R, hand, K, st):
    """How many tricks the side that is not on lead is sure of, where nobody of the leader's side
    can ruff.

    The leader's side wins at most r tricks in a row: those in suits of which the others lack the
    highest card.  Until then each of the others can keep the highest cards, if there are not too
    many, and cash them when somebody of theirs has won a trick; or lead to a partner who has such
    cards.  Who wins that trick is for the leader's side to choose. st[8]: the lowest cards that
    this relies on."""
    np_ = K[SEATS]
    ns = K[SUITS]
    S = K[SD + L]
    p = 0
    while p < np_:
        st[64 + p] = 0  # highest cards
        st[72 + p] = 0  # suits of them
        st[80 + p] = 0  # their lanes
        p = p + 1
    r = 0
    rel = 0
    s = 0
    while s < ns:
        x = R & K[SM + s]
        if x != 0:
            b = topbit(x)
            own = 0
            most = 0
            p = 0
            while p < np_:
                h = hand[p]
                if K[SD + p] == S:
                    if h & K[TM + s]:
                        return 0
                    l = popcount(h & K[SM + s])
                    if l > most:
                        most = l
                if (h >> b) & 1 != 0:
                    own = p
                p = p + 1
            if K[SD + own] == S:
                r = r + most
                if r >= n:
                    return 0
            else:
                k = 0
                h = hand[own]
                while x != 0 and (h >> b) & 1 != 0:
                    k = k + 1
                    x = x ^ (1 << b)
                    rel = rel | (1 << b)
                    if x != 0:
                        b = topbit(x)
                st[64 + own] = st[64 + own] + k
                st[72 + own] = st[72 + own] + 1
                st[80 + own] = st[80 + own] | K[SM + s]
        s = s + 1
    least = n
    p = 0
    while p < np_:
        if K[SD + p] != S:
            if r + st[72 + p] > n:
                return 0
            v = st[64 + p]
            if v == 0:
                v = 1
            more = 0
            q = 0
            while q < np_:
                if q != p and K[SD + q] != S and (hand[p] & st[80 + q]) != 0 and st[64 + q] > more:
                    more = st[64 + q]
                q = q + 1
            if r + v + 1 <= n:
                v = v + more
            if v > n - r:
                v = n - r
            if v < least:
                least = v
        p = p + 1
    st[8] = rel
    return least


def second(p, led, best, n, need, hand, K, st):
    """Whether the player p, with opponents still to play, wins this trick with a card of the
    suit led whatever they do, and is sure of ``need`` in the n - 1 tricks after it.  st[8]: the
    cards that this relies on."""
    np_ = K[SEATS]
    S = K[SD + p]
    lane = K[SM + led]
    w = hand[p] & lane & K[AB + best]
    if w == 0 or K[CS + best] != led:
        return 0
    # those still to play: as many as the trick lacks, st[9]
    q = p
    i = st[9]
    while i > 0:
        i = i - 1
        q = q + 1
        if q == np_:
            q = 0
        x = hand[q] & lane
        if K[SD + q] != S:
            if x != 0:
                w = w & K[AB + topbit(x)]
            elif hand[q] & K[TM + led]:
                return 0
            if w == 0:
                return 0
    w = w & -w
    q = p
    i = st[9]
    fine = 1
    while i > 0:
        i = i - 1
        q = q + 1
        if q == np_:
            q = 0
        x = hand[q] & lane
        x = x & -x
        if K[SD + q] == S:
            if x > w:
                fine = 0
            elif x == 0:
                # a partner throws the lowest card of some suit
                s = 0
                while s < K[SUITS] and x == 0:
                    if s != K[TOPSUIT]:
                        x = hand[q] & K[SM + s]
                        x = x & -x
                    s = s + 1
                if x == 0:
                    fine = 0
        st[112 + q] = x
        hand[q] = hand[q] ^ x
    hand[p] = hand[p] ^ w
    g = 0
    if fine:
        if need <= 0:
            g = 1
            st[8] = w
        elif quick(p, n - 1, need, hand, K, st) >= need:
            g = 1
            st[8] = st[8] | w
    hand[p] = hand[p] ^ w
    q = p
    i = st[9]
    while i > 0:
        i = i - 1
        q = q + 1
        if q == np_:
            q = 0
        hand[q] = hand[q] ^ st[112 + q]
    return g


def forget(B, hmask, st):
    """Drop every pattern; the shapes stay where they are."""
    i = 0
    while i <= hmask:
        B[i * 4 + 1] = -1
        B[i * 4 + 2] = 0
        i = i + 1
    i = 0
    while i < 24:
        st[40 + i] = -1
        i = i + 1
    st[0] = 0
    st[5] = st[5] + 1


def search(T0, d0, K, hand, PT, TF, fr, mv, B, pe, st):
    """Can side 0 get T0 or more from frame d0 on?  1 or 0; -1 when st[10] nodes were not enough,
    and the next call goes on."""
    np_ = K[SEATS]
    ns = K[SUITS]
    flags = K[FLAGS]
    given = flags
    per = K[PER_TRICK]
    PL = K[LAST]
    NW = K[WORDS]
    trump = K[TOPSUIT]
    hmask = K[HASHMASK]
    haspts = K[POINTS]
    classes = K[CLASSES]
    partition = K[PARTITION]
    wild = K[WILD]
    ES = 2 * NW + 1
    MG = MS * 64
    MW = 2 * MG
    follow = K[AFTER] & FOLLOW
    d = d0
    mode = 0
    ret = 0
    rrel = 0
    if st[12] != 0:
        d = st[11]
        st[12] = 0
    else:
        fr[d * FS + 6] = T0
    budget = st[10]
    nodes = 0
    tnodes = 0
    tthits = 0
    while True:
        f = d * FS
        # a frame: 0 player 1 suit led 2 best card 3 its player 4 points 5 relevant 6 T 7 cards left
        # 8 relevant to obligations 9 moves 10 next move 11 skipped 12 trick 13 shape 14 pattern
        # seen 15 its age 16 place 17 tricks left 18 points left 19 negative points left 20 barred
        if mode == 0:
            j = fr[f + 16]
            p = fr[f]
            R = fr[f + 7]
            n = fr[f + 17]
            gone = 0
            if given & BY_TABLE:
                gone = K[INPLAY] & ~R
                flags = in_force(K, n, gone, st)
            if j == 0:
                T = fr[f + 6]
                if n == 0:
                    ret = 1 if T <= 0 else 0
                    rrel = 0
                    mode = 2
                    continue
                pos = fr[f + 18]
                neg = fr[f + 19]
                tot = n * per + PL + pos + neg
                lo = neg
                hi = pos
                if per > 0:
                    hi = hi + n * per
                else:
                    lo = lo + n * per
                if PL > 0:
                    hi = hi + PL
                else:
                    lo = lo + PL
                if lo >= T:
                    ret = 1
                    rrel = 0
                    mode = 2
                    continue
                if hi < T:
                    ret = 0
                    rrel = 0
                    mode = 2
                    continue
                tnodes = tnodes + 1
                if n == 1:
                    # the last trick plays itself
                    c = ctz(hand[p])
                    led = K[CS + c]
                    b = c
                    bp = p
                    tr = 1 << c
                    i = 1
                    q = p
                    while i < np_:
                        q = q + 1
                        if q == np_:
                            q = 0
                        c = ctz(hand[q])
                        tr = tr | (1 << c)
                        if (1 << c) & (K[AB + b] | K[HL + led * 8 + K[CS + b]]):
                            b = c
                            bp = q
                        if led == wild:
                            led = K[CS + c]
                        i = i + 1
                    v = 0
                    if K[SD + bp] == 0:
                        v = tot
                    ret = 1 if v >= T else 0
                    rrel = 0
                    if popcount(tr & K[SM + K[CS + b]]) > 1:
                        rrel = 1 << b
                    mode = 2
                    continue
                if K[QUICK] != 0 and per >= 0:
                    S = K[SD + p]
                    if flags & (LEADTOP | BY_TABLE) == 0:
                        need = T - neg
                        if S == 1:
                            need = tot - neg - T + 1
                        g = quick(p, n, need, hand, K, st)
                        if g >= need:
                            ret = 1 - S
                            rrel = st[8]
                            mode = 2
                            continue
                    if trump >= 0:
                        g = toptrumps(0, R, T - neg, hand, K, st)
                        if g > 0:
                            if g + neg >= T:
                                ret = 1
                                rrel = st[8]
                                mode = 2
                                continue
                        else:
                            g = toptrumps(1, R, tot - neg - T + 1, hand, K, st)
                            if tot - (g + neg) < T:
                                ret = 0
                                rrel = st[8]
                                mode = 2
                                continue
                    if per > 0 and flags == FOLLOW and wild < 0 and st[21] == 0:
                        g = later(p, n, R, hand, K, st) * per
                        if S == 1:
                            if g + neg >= T:
                                ret = 1
                                rrel = st[8]
                                mode = 2
                                continue
                        elif tot - (g + neg) < T:
                            ret = 0
                            rrel = st[8]
                            mode = 2
                            continue
                # what is known of positions that look alike
                key = K[LH + p]
                ub = fr[f + 20] & R
                w0 = 0
                w1 = 0
                w2 = 0
                w3 = 0
                s = 0
                if given & BY_TABLE:
                    while s < K[SETS]:
                        if gone & K[PS + s] == 0:
                            key = key ^ K[PH + s]
                        s = s + 1
                    s = 0
                while s < ns:
                    a = 2 * (K[TB + s] + ((R & K[SM + s]) >> K[SO + s]))
                    key = key ^ PT[a + 1]
                    if ub & K[SM + s]:
                        key = key ^ K[UH + s]
                    wi = K[SI + s]
                    if wi == 0:
                        w0 = w0 | PT[a]
                    elif wi == 1:
                        w1 = w1 | PT[a]
                    elif wi == 2:
                        w2 = w2 | PT[a]
                    else:
                        w3 = w3 | PT[a]
                    s = s + 1
                x = (key ^ (key >> 23) ^ (key >> 41)) & hmask
                while B[x * 4] != 0 and B[x * 4] != key:
                    x = (x + 1) & hmask
                if B[x * 4] == 0 and st[4] * 4 < hmask * 3:
                    B[x * 4] = key
                    B[x * 4 + 1] = -1
                    B[x * 4 + 2] = 0
                    B[x * 4 + 3] = -1
                    st[4] = st[4] + 1
                if B[x * 4] == key:
                    fr[f + 13] = x
                    fr[f + 14] = -1
                    fr[f + 15] = st[5]
                    hit = 0
                    base = B[x * 4 + 1]
                    i = B[x * 4 + 2] & 0xFFFFFFFF
                    e = base
                    i = base + i * ES
                    while e < i:
                        if (pe[e] ^ w0) & pe[e + 1] == 0:
                            okm = 1
                            if NW > 1 and ((pe[e + 2] ^ w1) & pe[e + 3]) != 0:
                                okm = 0
                            elif NW > 2:
                                if ((pe[e + 4] ^ w2) & pe[e + 5]) != 0 or (
                                    NW > 3 and ((pe[e + 6] ^ w3) & pe[e + 7]) != 0
                                ):
                                    okm = 0
                            if okm:
                                b = pe[e + ES - 1]
                                if (b >> 32) >= T:
                                    hit = 1
                                    ret = 1
                                elif (b & 0xFFFFFFFF) - BIG < T:
                                    hit = 1
                                    ret = 0
                                if hit:
                                    break
                                fr[f + 14] = e
                        e = e + ES
                    if hit:
                        tthits = tthits + 1
                        # the mask of each suit is a prefix: its length gives the lowest card that
                        # matters
                        rrel = 0
                        s = 0
                        while s < ns:
                            m = pe[e + 2 * K[SI + s] + 1]
                            x2 = R & K[SM + s]
                            l = popcount(x2)
                            k = K[PB + popcount(m & K[PM + s * 32 + 31])]
                            if k > 0 and l > 0:
                                while l > k:
                                    x2 = x2 & (x2 - 1)
                                    l = l - 1
                                rrel = rrel | (x2 & -x2)
                            s = s + 1
                        # nearer to the front
                        i = base + ((e - base) // ES // 2) * ES
                        if i != e:
                            k = 0
                            while k < ES:
                                b = pe[e + k]
                                pe[e + k] = pe[i + k]
                                pe[i + k] = b
                                k = k + 1
                        mode = 2
                        continue
                else:
                    fr[f + 13] = -1
            elif (
                j <= 2
                and flags == FOLLOW
                and K[QUICK] != 0
                and K[RANKED] == 0
                and haspts == 0
                and per > 0
                and PL == 0
                and wild < 0
                and n > 2
            ):
                S = K[SD + p]
                if K[SD + fr[f + 3]] != S:
                    need = fr[f + 6] - per
                    if S == 1:
                        need = n * per - fr[f + 6] + 1 - per
                    st[9] = np_ - 1 - j
                    if (
                        need <= (n - 1) * per
                        and second(p, fr[f + 1], fr[f + 2], n, need, hand, K, st) != 0
                    ):
                        ret = 1 - S
                        rrel = st[8]
                        mode = 2
                        continue
            # ---- the moves
            if nodes >= budget:
                st[11] = d
                st[12] = 1
                st[1] = st[1] + nodes
                return -1
            nodes = nodes + 1
            h = hand[p]
            led = fr[f + 1]
            best = fr[f + 2]
            orel = 0
            S = K[SD + p]
            mate = 0
            if j == 0:
                m = legal_mask(K, h, -1, 0, 0, fr[f + 20], n, gone)
            else:
                if K[SD + fr[f + 3]] == S:
                    mate = 1
                m = legal_mask(K, h, led, best, mate, fr[f + 20], n, gone)
                if flags & BY_TABLE:
                    if K[ASKS] != 0:
                        orel = 1 << best
                elif flags & (HEAD | OVER | BEAT) != 0 and (h & (h - 1)) != 0 and led != wild:
                    ls = h & K[SM + led]
                    bs = K[CS + best]
                    if flags & BEAT:
                        x = fr[f + 12]
                        if mate == 0:
                            x = x | h
                        if popcount(x & K[SM + bs]) > 1:
                            orel = 1 << best
                    elif ls != 0:
                        if (flags & HEAD) != 0 and (h & K[SM + bs]) != 0:
                            if (
                                follow == 0
                                or (ls & (ls - 1)) != 0
                                or (flags & ANYTRUMP) != 0
                                or wild >= 0
                            ):
                                orel = 1 << best
                    elif (
                        (flags & OVER) != 0
                        and (K[SM + bs] & K[TM + led]) != 0
                        and (h & K[SM + bs]) != 0
                    ):
                        orel = 1 << best
            fr[f + 8] = orel
            fr[f + 5] = orel
            fr[f + 11] = 0
            others = R & ~h
            if j > 0:
                others = others | (1 << best)
            # threats
            to = 0
            tmt = 0
            bbeat = 0
            isvoid = 0
            if j > 0:
                ledl = K[SM + led]
                q = p
                i = j + 1
                while i < np_:
                    q = q + 1
                    if q == np_:
                        q = 0
                    x = hand[q] & ledl
                    if x == 0 or follow == 0:
                        x = hand[q]
                    elif flags & ANYTRUMP:
                        x = x | (hand[q] & K[TM + led])
                    if K[SD + q] == S:
                        tmt = tmt | x
                    else:
                        to = to | x
                    i = i + 1
                bbeat = K[AB + best] | K[HL + led * 8 + K[CS + best]]
                if (h & ledl) == 0:
                    isvoid = 1
            mb = d * MS
            nm = 0
            bmv = -1
            if j == 0 and fr[f + 13] >= 0:
                bmv = B[fr[f + 13] * 4 + 3]
            s = 0
            while s < ns:
                lane = m & K[SM + s]
                if lane == 0:
                    s = s + 1
                    continue
                slen = popcount(h & K[SM + s])
                mtop = 0
                oruff = 0
                istr = 0
                lhot = 0
                olen = 0
                mlen = 0
                if j == 0:
                    to = 0
                    tmt = 0
                    ledl = K[SM + s]
                    i = 1
                    q = p
                    while i < np_:
                        q = q + 1
                        if q == np_:
                            q = 0
                        x = hand[q] & ledl
                        l = popcount(x)
                        if x == 0 or follow == 0:
                            x = (hand[q] & K[TM + s]) | x
                        if K[SD + q] == S:
                            tmt = tmt | x
                            mlen = mlen + l
                        else:
                            to = to | x
                            olen = olen + l
                        i = i + 1
                    # do partners hold the top of what the opponents can muster?
                    ot = to & K[TM + s]
                    mt = tmt & K[TM + s]
                    x = R & ledl & ~h
                    if x != 0:
                        q = p + 1
                        if q == np_:
                            q = 0
                        if K[SD + q] != S and (hand[q] >> topbit(x)) & 1 != 0:
                            lhot = 1
                    if ot != 0:
                        oruff = 1
                        if mt > ot:
                            mtop = 1
                    elif mt != 0 or (tmt & ledl) > (to & ledl):
                        mtop = 1
                    if s == trump:
                        istr = 1
                prev = -1
                while lane != 0:
                    c = topbit(lane)
                    cb = 1 << c
                    lane = lane ^ cb
                    if prev >= 0:
                        btw = (((1 << prev) - 1) & ~((cb << 1) - 1)) & others
                        if btw == 0 and (K[AL + prev] & cb) != 0:
                            mv[MG + mb + nm - 1] = mv[MG + mb + nm - 1] | cb
                            prev = c
                            continue
                    prev = c
                    mv[mb + nm] = c
                    mv[MG + mb + nm] = cb
                    rk = popcount(R & K[SM + s] & (cb - 1))
                    if j == 0:
                        ob = 0
                        if (to & K[AB + c]) != 0 or oruff:
                            ob = 1
                        o = WT + 8 * (ob + 2 * mtop + 4 * oruff + 8 * istr)
                        w = (
                            K[o]
                            + K[o + 1] * rk
                            + K[o + 2] * slen
                            + K[o + 3] * olen
                            + K[o + 4] * mlen
                            + K[o + 7] * lhot
                        )
                        if haspts:
                            if ob == 0 or mtop:
                                w = w + K[CP + c] * K[o + 5]
                            else:
                                w = w - K[CP + c] * K[o + 6]
                        # the lead of this player that was good in the last such trick
                        x = st[128 + n * 8 + p]
                        if K[CS + x] == s:
                            w = w + K[WT + 382]
                            if x == c:
                                w = w + K[WT + 383]
                        if bmv == c:
                            w = w + K[WT + 380]
                        elif bmv >= 0 and K[CS + bmv] == s:
                            w = w + K[WT + 381]
                    else:
                        cw = 0
                        bt = bbeat
                        if cb & bbeat:
                            cw = 1
                            bt = K[AB + c] | K[HL + led * 8 + s]
                        ob = 0
                        if to & bt:
                            ob = 1
                        mbt = 0
                        if tmt & bt:
                            mbt = 1
                        o = WT + 128 + 8 * (cw + 2 * mate + 4 * ob + 8 * mbt + 16 * isvoid)
                        w = K[o] + K[o + 1] * rk + K[o + 2] * slen
                        if isvoid:
                            if R & K[AB + c] == 0:
                                w = w + K[o + 3]
                            w = w + K[o + 4] * (popcount(R & K[SM + s]) - slen)
                        if haspts:
                            if (cw or mate) and ob == 0:
                                w = w + K[CP + c] * K[o + 5]
                            else:
                                w = w - K[CP + c] * K[o + 6]
                    mv[MW + mb + nm] = w
                    nm = nm + 1
                s = s + 1
            fr[f + 9] = nm
            fr[f + 10] = 0
            mode = 1
        elif mode == 1:
            mb = d * MS
            nm = fr[f + 9]
            i = fr[f + 10]
            p = fr[f]
            c = -1
            while i < nm:
                k = i
                bw = mv[MW + mb + i]
                l = i + 1
                while l < nm:
                    if mv[MW + mb + l] > bw:
                        bw = mv[MW + mb + l]
                        k = l
                    l = l + 1
                c = mv[mb + k]
                g = mv[MG + mb + k]
                if k != i:
                    mv[mb + k] = mv[mb + i]
                    mv[MG + mb + k] = mv[MG + mb + i]
                    mv[MW + mb + k] = mv[MW + mb + i]
                    mv[mb + i] = c
                    mv[MG + mb + i] = g
                if (1 << c) & fr[f + 11]:
                    i = i + 1
                    c = -1
                    continue
                break
            if c < 0:
                # every move of the mover failed
                ret = K[SD + p]
                rrel = fr[f + 5]
                mode = 3
                continue
            fr[f + 10] = i + 1
            cb = 1 << c
            hand[p] = hand[p] ^ cb
            j = fr[f + 16]
            led = fr[f + 1]
            best = fr[f + 2]
            bp = fr[f + 3]
            pts = fr[f + 4] + K[CP + c]
            g = f + FS
            fr[g + 20] = fr[f + 20]
            if j == 0:
                led = K[CS + c]
                best = c
                bp = p
                pts = K[CP + c]
                tr = cb
                fr[g + 20] = fr[f + 20] & ~K[SM + led]
            else:
                if cb & (K[AB + best] | K[HL + led * 8 + K[CS + best]]):
                    best = c
                    bp = p
                if led == wild:
                    led = K[CS + c]
                    fr[g + 20] = fr[f + 20] & ~K[SM + led]
                tr = fr[f + 12] | cb
            fr[g + 7] = fr[f + 7] ^ cb
            fr[g + 2] = best
            fr[g + 3] = bp
            fr[g + 12] = tr
            fr[g + 18] = fr[f + 18]
            fr[g + 19] = fr[f + 19]
            if haspts:
                if K[CP + c] > 0:
                    fr[g + 18] = fr[f + 18] - K[CP + c]
                else:
                    fr[g + 19] = fr[f + 19] - K[CP + c]
            if j == np_ - 1:
                fr[g] = bp
                fr[g + 1] = -1
                fr[g + 16] = 0
                fr[g + 17] = fr[f + 17] - 1
                v = fr[f + 6]
                if K[SD + bp] == 0:
                    v = v - pts - per
                    if fr[f + 17] == 1:
                        v = v - PL
                fr[g + 6] = v
            else:
                q = p + 1
                if q == np_:
                    q = 0
                fr[g] = q
                fr[g + 1] = led
                fr[g + 4] = pts
                fr[g + 16] = j + 1
                fr[g + 17] = fr[f + 17]
                fr[g + 6] = fr[f + 6]
            d = d + 1
            mode = 0
        elif mode == 3:
            # settled by search: keep it, if a trick begins here
            if fr[f + 16] == 0 and fr[f + 13] >= 0:
                x = fr[f + 13]
                R = fr[f + 7]
                T = fr[f + 6]
                w0 = 0
                w1 = 0
                w2 = 0
                w3 = 0
                m0 = 0
                m1 = 0
                m2 = 0
                m3 = 0
                s = 0
                while s < ns:
                    x2 = R & K[SM + s]
                    a = K[TB + s] + (x2 >> K[SO + s])
                    r = rrel & x2
                    k = 0
                    if partition == 0:
                        k = popcount(x2)
                    else:
                        if r != 0:
                            k = popcount(x2 & ~((r & -r) - 1))
                        if classes != 0 and TF[a] > k:
                            k = TF[a]
                    m = K[PM + s * 32 + k]
                    wi = K[SI + s]
                    if wi == 0:
                        w0 = w0 | PT[2 * a]
                        m0 = m0 | m
                    elif wi == 1:
                        w1 = w1 | PT[2 * a]
                        m1 = m1 | m
                    elif wi == 2:
                        w2 = w2 | PT[2 * a]
                        m2 = m2 | m
                    else:
                        w3 = w3 | PT[2 * a]
                        m3 = m3 | m
                    s = s + 1
                # join it with the pattern that was seen on the way in, if that is still the same
                e = fr[f + 14]
                okm = 0
                if e >= 0 and st[5] == fr[f + 15] and pe[e + 1] == m0 and (pe[e] ^ w0) & m0 == 0:
                    okm = 1
                    if NW > 1 and (pe[e + 3] != m1 or ((pe[e + 2] ^ w1) & m1) != 0):
                        okm = 0
                    elif NW > 2:
                        if pe[e + 5] != m2 or ((pe[e + 4] ^ w2) & m2) != 0:
                            okm = 0
                        if NW > 3 and (pe[e + 7] != m3 or ((pe[e + 6] ^ w3) & m3) != 0):
                            okm = 0
                    b = B[x * 4 + 1]
                    if e < b or e >= b + (B[x * 4 + 2] & 0xFFFFFFFF) * ES:
                        okm = 0
                if okm == 0:
                    k = B[x * 4 + 2] & 0xFFFFFFFF
                    i = B[x * 4 + 2] >> 32
                    base = B[x * 4 + 1]
                    if k == (1 << i) or base < 0:
                        # a block of twice the size
                        l = i + 1
                        if base < 0:
                            l = 1
                        e = st[40 + l]
                        if e >= 0:
                            st[40 + l] = pe[e]
                        else:
                            e = st[0]
                            if e + (ES << l) > K[POOL]:
                                forget(B, hmask, st)
                                base = -1
                                k = 0
                                l = 1
                                e = 0
                            st[0] = e + (ES << l)
                        if base >= 0:
                            i = 0
                            while i < k * ES:
                                pe[e + i] = pe[base + i]
                                i = i + 1
                            pe[base] = st[40 + l - 1]
                            st[40 + l - 1] = base
                        base = e
                        i = l
                        B[x * 4 + 1] = base
                    B[x * 4 + 2] = (i << 32) | (k + 1)
                    e = base + k * ES
                    pe[e] = w0
                    pe[e + 1] = m0
                    if NW > 1:
                        pe[e + 2] = w1
                        pe[e + 3] = m1
                    if NW > 2:
                        pe[e + 4] = w2
                        pe[e + 5] = m2
                    if NW > 3:
                        pe[e + 6] = w3
                        pe[e + 7] = m3
                    pe[e + ES - 1] = (-BIG << 32) | (2 * BIG)
                b = pe[e + ES - 1]
                lo = b >> 32
                hi = (b & 0xFFFFFFFF) - BIG
                if ret:
                    if lo < T:
                        lo = T
                else:
                    if hi > T - 1:
                        hi = T - 1
                pe[e + ES - 1] = (lo << 32) | (hi + BIG)
            mode = 2
        else:
            # take (ret, rrel) of node d to the node above
            if d == d0:
                break
            d = d - 1
            f = d * FS
            p = fr[f]
            i = fr[f + 10] - 1
            c = mv[d * MS + i]
            hand[p] = hand[p] | (1 << c)
            j = fr[f + 16]
            if j == np_ - 1:
                g = f + FS
                b = fr[g + 2]
                if popcount(fr[g + 12] & K[SM + K[CS + b]]) > 1:
                    rrel = rrel | (1 << b)
            if ret != K[SD + p]:
                rrel = rrel | fr[f + 8]
                if j == 0:
                    st[128 + fr[f + 17] * 8 + p] = c
                    if fr[f + 13] >= 0:
                        B[fr[f + 13] * 4 + 3] = c
                mode = 3
            else:
                r = rrel & K[SM + K[CS + c]]
                g = mv[MG + d * MS + i]
                if r != 0:
                    r = r & -r
                    if (g & -g) < r and g >= r:
                        rrel = rrel | (g & -g)
                    elif (1 << c) < r and partition != 0:
                        fr[f + 11] = fr[f + 11] | (K[AL + c] & (r - 1))
                elif partition:
                    fr[f + 11] = fr[f + 11] | K[AL + c]
                fr[f + 5] = fr[f + 5] | rrel
                mode = 1
    st[1] = st[1] + nodes
    st[2] = st[2] + tnodes
    st[3] = st[3] + tthits
    return ret


def drive(lo, hi, guess, d0, K, hand, PT, TF, fr, mv, B, pe, st):
    """The value from frame d0 on, between lo and hi: question after question.  -BIG when the
    nodes were not enough; call again with the same arguments to go on."""
    T = guess
    inc = 1
    last = -1
    if st[12] != 0:
        lo = st[16]
        hi = st[17]
        T = st[18]
        inc = st[19]
        last = st[20]
    while lo < hi:
        if lo >= T:
            T = lo + 1
        if hi < T:
            T = hi
        r = search(T, d0, K, hand, PT, TF, fr, mv, B, pe, st)
        if r < 0:
            st[16] = lo
            st[17] = hi
            st[18] = T
            st[19] = inc
            st[20] = last
            return -BIG
        if r:
            lo = T
            if last == 0:
                inc = 1
                T = (lo + hi + 1) // 2
            else:
                T = lo + inc
                if hi - lo > 16:
                    inc = inc * 2
            last = 1
        else:
            hi = T - 1
            if last == 1:
                T = (lo + hi + 1) // 2
            else:
                T = hi - inc + 1
                if hi - lo > 16:
                    inc = inc * 2
            last = 0
    return lo


def build_tables(K, owner, kind, width, shift, kind_bits, bits, hashes, PT, TF):
    """For every set of cards of a suit: who owns them from the top down, the hash of the hands'
    lengths, and how far down cards matter in any case."""
    ns = K[SUITS]
    np_ = K[SEATS]
    s = 0
    while s < ns:
        W = width[s]
        base = K[TB + s]
        PT[2 * base] = 0
        TF[base] = 0
        PT[2 * base + 1] = hashes[s * 512 + 511]
        a = 1
        n = 1 << W
        while a < n:
            lb = a & -a
            r = ctz(a)
            c = K[SO + s] + r
            x = a ^ lb
            k = popcount(x)
            PT[2 * (base + a)] = PT[2 * (base + x)] | (
                ((owner[c] << kind_bits) | kind[c]) << (bits * (W - 1 - k) + shift[s])
            )
            TF[base + a] = TF[base + x]
            if kind[c] != 0:
                TF[base + a] = k + 1
            z = hashes[s * 512 + 511] ^ hashes[s * 512 + 480 + TF[base + a]]
            p = 0
            while p < np_:
                l = popcount(a & hashes[s * 512 + 448 + p])
                if l > 0:
                    z = z ^ hashes[s * 512 + p * 32 + l]
                p = p + 1
            PT[2 * (base + a) + 1] = z
            a = a + 1
        s = s + 1
    return 0


def next_random(x):
    """Multiply with carry; the lower 32 bits are the random ones.  No product passes 63 bits,
    because numba promises LLVM that whole numbers never overflow, and what does is computed
    otherwise here and there."""
    return 698769069 * (x & 0xFFFFFFFF) + (x >> 32)


def play_out(K, hand, p, led, best, bp, pts, j, n, barred, gone, first, rng, tally):
    """Random legal cards to the end; first: this one at first, as a bit, 0: any.  tally[seat],
    tally[8 + seat]: tricks and points are added.  The random state goes on."""
    np_ = K[SEATS]
    wild = K[WILD]
    per = K[PER_TRICK]
    while n > 0:
        while j < np_:
            mate = 0
            if j > 0 and K[SD + bp] == K[SD + p]:
                mate = 1
            m = first
            first = 0
            if m == 0:
                m = legal_mask(K, hand[p], led, best, mate, barred, n, gone)
            if m & (m - 1):
                k = popcount(m)
                rng = next_random(rng)
                k = ((rng & 0xFFFFFFFF) * k) >> 32
                while k > 0:
                    m = m & (m - 1)
                    k = k - 1
            c = ctz(m)
            cb = 1 << c
            hand[p] = hand[p] ^ cb
            gone = gone | cb
            pts = pts + K[CP + c]
            if j == 0:
                led = K[CS + c]
                best = c
                bp = p
                barred = barred & ~K[SM + led]
            else:
                if cb & (K[AB + best] | K[HL + led * 8 + K[CS + best]]):
                    best = c
                    bp = p
                if led == wild:
                    led = K[CS + c]
                    barred = barred & ~K[SM + led]
            p = p + 1
            if p == np_:
                p = 0
            j = j + 1
        n = n - 1
        tally[bp] = tally[bp] + 1
        pts = pts + per
        if n == 0:
            pts = pts + K[LAST]
        tally[8 + bp] = tally[8 + bp] + pts
        p = bp
        led = -1
        j = 0
        pts = 0
    return rng


def play_follow(K, each, p, rng, hand, tally, rows):
    """Random cards to the end of a deal where nothing binds but to follow suit.

    A hand lies in ``rows``, suit by suit, as it was shuffled: any card of a suit is then the last
    one of its row, and only who leads or is void draws, a suit by the number of its cards.  These
    numbers lie in ``tally`` from 32 on, by seat and suit, and added up from the first suit to each
    in 9 bits of one word, ``hand``, where one subtraction finds the suit."""
    np_ = K[SEATS]
    per = K[PER_TRICK]
    n = each
    pts = 0
    while n > 0:
        rng = next_random(rng)
        w = hand[p]
        led = popcount((((rng & 0xFFFFFFFF) * n) >> 32) * ONES + SIGNS - w & SIGNS)
        hand[p] = w - ((ONES << (9 * led)) & 0x7FFFFFFFFFFFFFFF)
        x = p * 8 + led
        k = tally[32 + x] - 1
        tally[32 + x] = k
        c = rows[x * 64 + k]
        pts = pts + K[CP + c]
        follows = K[HL + led * 8 + led]
        beats = K[AB + c] | follows
        bp = p
        j = 1
        while j < np_:
            p = p + 1
            p = p & ((p - np_) >> 63)
            w = hand[p]
            x = p * 8 + led
            s = led
            k = tally[32 + x]
            if k == 0:
                rng = next_random(rng)
                s = popcount((((rng & 0xFFFFFFFF) * n) >> 32) * ONES + SIGNS - w & SIGNS)
                x = p * 8 + s
                k = tally[32 + x]
            hand[p] = w - ((ONES << (9 * s)) & 0x7FFFFFFFFFFFFFFF)
            k = k - 1
            tally[32 + x] = k
            c = rows[x * 64 + k]
            pts = pts + K[CP + c]
            # without a branch, for nobody can foresee whether it beats the best
            k = -((beats >> c) & 1)
            beats = beats ^ ((beats ^ (K[AB + c] | K[HL + led * 8 + s])) & k)
            bp = bp ^ ((bp ^ p) & k)
            j = j + 1
        n = n - 1
        tally[bp] = tally[bp] + 1
        tally[8 + bp] = tally[8 + bp] + pts + per
        pts = 0
        p = bp
    tally[8 + p] = tally[8 + p] + K[LAST]
    return rng


def deal_out(
    KS, sets, deals, each, leader, seed, hand, deck, tally, rows, low, width, dealt, tricks, points
):
    """Shuffle, deal and play at random, again and again, under one of several tables drawn for
    each deal.  dealt: deals by table; tricks: how often a seat took so many, 64 numbers for each
    table and seat; points: the same, ``width`` numbers from ``low`` up.  The tables of all deals
    are drawn before the first is dealt, so that those of one table come in a row.  A hand is dealt
    as ``play_follow`` wants it, or as bits."""
    rng = seed
    t = 0
    while deals > 0:
        rng = next_random(rng)
        t = ((rng & 0xFFFFFFFF) * sets) >> 32
        dealt[t] = dealt[t] + 1
        deals = deals - 1
    t = 0
    while t < sets:
        K = KS[t * SIZE : (t + 1) * SIZE]
        np_ = K[SEATS]
        cards = K[CARDS]
        follow = K[FLAGS] == FOLLOW and K[WILD] < 0
        deals = dealt[t]
        while deals > 0:
            deals = deals - 1
            p = 0
            i = 0
            while p < np_:
                h = 0
                k = each
                while k > 0:
                    rng = next_random(rng)
                    x = i + (((rng & 0xFFFFFFFF) * (cards - i)) >> 32)
                    c = deck[x]
                    deck[x] = deck[i]
                    deck[i] = c
                    if follow:
                        x = p * 8 + K[CS + c]
                        rows[x * 64 + tally[32 + x]] = c
                        tally[32 + x] = tally[32 + x] + 1
                        h = h + ((ONES << (9 * K[CS + c])) & 0x7FFFFFFFFFFFFFFF)
                    else:
                        h = h | (1 << c)
                    i = i + 1
                    k = k - 1
                hand[p] = h
                tally[p] = 0
                tally[8 + p] = 0
                p = p + 1
            p = leader
            if p < 0:
                rng = next_random(rng)
                p = ((rng & 0xFFFFFFFF) * np_) >> 32
            if follow:
                rng = play_follow(K, each, p, rng, hand, tally, rows)
            else:
                rng = play_out(K, hand, p, -1, 0, 0, 0, 0, each, K[BARRED], 0, 0, rng, tally)
            p = 0
            while p < np_:
                x = (t * 8 + p) * 64 + tally[p]
                tricks[x] = tricks[x] + 1
                x = (t * 8 + p) * width + tally[8 + p] - low
                points[x] = points[x] + 1
                p = p + 1
        t = t + 1
    return rng


def try_out(K, hands, count, times, at, seed, hand, tally, out):
    """For each of ``count`` layouts of the hands and each open card of the mover: play it, and
    at random to the end, some times. at: player, suit led, best card, its player, points, place,
    tricks left, barred, gone.  out, four numbers by card: points of side 0 and of side 1, squares of side
    0's, how often."""
    np_ = K[SEATS]
    rng = seed
    i = 0
    while i < count:
        base = i * np_
        i = i + 1
        p = at[0]
        mate = 0
        if at[5] > 0 and K[SD + at[3]] == K[SD + p]:
            mate = 1
        legal = legal_mask(K, hands[base + p], at[1], at[2], mate, at[7], at[6], at[8])
        while legal != 0:
            c = ctz(legal)
            cb = 1 << c
            legal = legal ^ cb
            r = times
            while r > 0:
                r = r - 1
                q = 0
                while q < np_:
                    hand[q] = hands[base + q]
                    tally[q] = 0
                    tally[8 + q] = 0
                    q = q + 1
                rng = play_out(
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
                    cb,
                    rng,
                    tally,
                )
                s0 = 0
                s1 = 0
                q = 0
                while q < np_:
                    if K[SD + q] == 0:
                        s0 = s0 + tally[8 + q]
                    else:
                        s1 = s1 + tally[8 + q]
                    q = q + 1
                out[c * 4] = out[c * 4] + s0
                out[c * 4 + 1] = out[c * 4 + 1] + s1
                out[c * 4 + 2] = out[c * 4 + 2] + s0 * s0
                out[c * 4 + 3] = out[c * 4 + 3] + 1
    return rng
