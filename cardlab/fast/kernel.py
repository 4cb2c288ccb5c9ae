# mypy: allow-untyped-defs, allow-untyped-calls
# ruff: noqa: E741, SIM
"""The solver and the playouts: whole numbers in, values out.

Knows tables: which bit is which card, what beats what, who owes what to a trick, what a trick and its cards are worth.
Knows no game, no rule by name, no seat by name, and no way to say a sentence; ``tables.py`` builds what is read here.

One source for two ways to run.  Imported it is plain Python on lists: slow, and enough for the last six or seven tricks.
``loading.py`` compiles the very same functions with numba.  That is why the style is narrow: whole numbers of 64 bits,
one-dimensional arrays, an explicit stack, no recursion and no call into another file (numba would not notice a change there).

How a position is searched: one question at a time ("does side 0 get T or more from here?"), depth first, with a
transposition table at the start of each trick.  What was found for one position holds for all that look alike, and two look
alike when the owners of the cards that mattered are the same; the lower cards of a suit may lie anywhere (partition search).
A proof therefore carries the lowest card of each suit that it relied on:
(a) the winner of a trick matters when two or more cards of its suit fell to it;
(b) where a card has to be headed or overtrumped, the card to be beaten matters, also where the move led to a cut-off;
(c) at a failed node, a group of equal cards that is partly among those that matter draws in its lowest;
(d) cards that count points matter always, with what they count;
(e) cards are equal only when nothing lies between them and they count the same.
"""

FOLLOW = 1
HEAD = 2
TRUMP = 4
OVER = 8
ANYTRUMP = 16
UNDERFREE = 32
EXEMPT = 64
FS = 20          # frame stride
MS = 24          # move stride
BIG = 1000000

def popcount(x):
    return x.bit_count()


def ctz(x):
    return (x & -x).bit_length() - 1


def topbit(x):
    return x.bit_length() - 1


def legal_mask(h, led, best, mate, flags, csuit, smask, tm, ab, hl, ns):
    """legal cards of hand h given led suit (-1 = leading), best card so far, mate = my side is winning."""
    if led < 0:
        return h
    ex = (flags & 64) != 0 and mate != 0
    if flags & 1:
        ls = h & smask[led]
        if ls != 0:
            m = ls
            if (flags & 2) != 0 and not ex and csuit[best] == led:
                up = ls & ab[best]
                if up != 0:
                    m = up
            if flags & 16:
                m = m | (h & tm[led])
            return m
    if (flags & 4) != 0 and not ex:
        t = h & tm[led]
        if t != 0:
            if (flags & 8) != 0 and csuit[best] != led:
                up = t & (ab[best] | hl[led * ns + csuit[best]])
                if up != 0:
                    return up
                if flags & 32:
                    return h
            return t
    return h


def quick(L, n, need, hand, side, cfg, smask, tm, cpts, ab, st):
    """Points (>=) leader's side can take at once by cashing from L's own hand, or after crossing to one mate.
    st[8] <- cards relied on."""
    np_ = cfg[0]
    ns = cfg[1]
    flags = cfg[2]
    trump = cfg[7]
    follow = (flags & 1) != 0 and (flags & 16) == 0
    bestq = 0
    bestrel = 0
    S = side[L]
    cross = 0          # 0: L itself, then mates
    entryrel = 0
    x = L
    step = 0
    nside = 0
    q = 0
    while q < np_:
        if side[q] == S:
            nside = nside + 1
        q = q + 1
    combo = 0
    if nside == 2 and cfg[10] == 0 and (flags & 6) == 0 and follow:
        combo = 1
    relL = 0
    esuit = -1
    while step < np_:
        # candidate leader x = L + step
        x = L + step
        if x >= np_:
            x = x - np_
        step = step + 1
        if side[x] != S:
            continue
        ok = 1
        erel = 0
        if x != L:
            # entry: L holds low card in a suit where x has a card above all opponents and no ruff threat
            ok = 0
            s = 0
            while s < ns and ok == 0:
                lane = smask[s]
                mine = hand[L] & lane
                px = hand[x] & lane
                if mine != 0 and px != 0:
                    opp = 0
                    ruff = 0
                    q = 0
                    while q < np_:
                        if side[q] != S:
                            o = hand[q] & lane
                            opp = opp | o
                            if (hand[q] & tm[s]) != 0 and (o == 0 or not follow):
                                ruff = 1
                        q = q + 1
                    if ruff == 0:
                        tp = 1 << topbit(px)
                        w = px
                        if opp != 0:
                            w = px & ab[topbit(opp)]
                        if w != 0:
                            lw = w & -w
                            # nobody on our side may be able to overtake any of x's winners, nor be forced to ruff
                            okm = 1
                            q = 0
                            while q < np_:
                                if q != x and side[q] == S and ((hand[q] & lane) >= lw or (q != L and (hand[q] & tm[s]) != 0)):
                                    okm = 0
                                q = q + 1
                            if okm:
                                ok = 1
                                erel = tp
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
            sb = 40
        s = 0
        while s < ns:
            st[sb + s] = 0
            st[48 + s] = 0
            s = s + 1
        while i < ns:
            s = i
            if i == -1:
                s = trump
            elif i == trump:
                i = i + 1
                continue
            i = i + 1
            if s < 0:
                continue
            lane = smask[s]
            mine = hand[x] & lane
            if mine == 0:
                continue
            opp = 0
            mate = 0
            rounds = 100
            mol = 0
            mml = 0
            bad = 0
            q = 0
            while q < np_:
                hq = hand[q] & lane
                if side[q] != S:
                    opp = opp | hq
                    l = popcount(hq)
                    if l > mol:
                        mol = l
                    l2 = hand[q] & tm[s]
                    if drawn:
                        l2 = l2 & ~smask[trump]
                    if l2 != 0:
                        if follow:
                            if l < rounds:
                                rounds = l
                        else:
                            rounds = 0
                elif q != x:
                    l = popcount(hq)
                    if l > mml:
                        mml = l
                    mate = mate | hq
                    if (hq == 0 or not follow) and (flags & 4) != 0 and (hand[q] & tm[s]) != 0:
                        bad = 1   # mate may be forced to ruff
                    if (flags & 2) != 0 and hq != 0:
                        bad = bad | 2  # mate must head
                q = q + 1
            if rounds == 0 or (bad & 1) != 0:
                continue
            k = 0
            if opp == 0 and mate == 0:
                w = mine
                k = popcount(mine)
                if k > rounds:
                    k = rounds
                if cfg[10]:
                    c = k
                    while c > 0:
                        tb = topbit(w)
                        tot = tot + cpts[tb]
                        w = w ^ (1 << tb)
                        c = c - 1
                cnt = cnt + k
                st[sb + s] = k
                st[48 + s] = rounds
                if s == trump:
                    drawn = 1
                continue
            # winners above every opponent card, and above every mate card (else overtaking issues -> check low pairing)
            w = mine
            if opp != 0:
                w = mine & ab[topbit(opp)]
            if w == 0:
                continue
            if mate != 0:
                hm = 1 << topbit(mate)
                if (w & -w) < hm:
                    if bad & 2:
                        w = w & ab[topbit(mate)]
                    else:
                        # pairing: i-th lowest mate card must be below i-th lowest used winner, drop low winners until fine
                        fine = 0
                        while w != 0 and fine == 0:
                            fine = 1
                            a = w
                            q = 0
                            while q < np_ and fine:
                                if q != x and side[q] == S:
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
            # relied-on cards: top r of w
            u = w
            c = k - r
            while c > 0:
                u = u & (u - 1)
                c = c - 1
            rel = rel | (u & -u)
            if cfg[10]:
                a = u
                while a != 0:
                    tot = tot + cpts[ctz(a)]
                    a = a & (a - 1)
            if k >= mol and k >= mml and (flags & 1) != 0:
                if s == trump:
                    drawn = 1
                k2 = popcount(mine)
                if k2 > rounds:
                    k2 = rounds
                if k2 > r:
                    if cfg[10]:
                        a = mine & ~u
                        c = k2 - r
                        while c > 0:
                            tot = tot + cpts[ctz(a)]
                            a = a & (a - 1)
                            c = c - 1
                    r = k2
            cnt = cnt + r
            st[sb + s] = r
            st[48 + s] = rounds
        if combo:
            if x == L:
                relL = rel
            else:
                m = 0
                pw = 0
                dd = 0
                ff = 0
                s = 0
                while s < ns:
                    lp = popcount(hand[x] & smask[s])
                    rl = st[32 + s]
                    if s == esuit:
                        rl = 0
                    fol = rl
                    if fol > lp:
                        fol = lp
                    dd = dd + rl - fol
                    lp = lp - fol
                    rp = st[40 + s]
                    if rp > lp:
                        rp = lp
                    if rp > st[48 + s] - rl:
                        rp = st[48 + s] - rl
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
        tot = tot + cnt * cfg[3]
        if cnt == n:
            tot = tot + cfg[4]
        if tot > bestq:
            bestq = tot
            bestrel = rel
            if tot >= need:
                break
    st[8] = bestrel
    return bestq


def toptrumps(S, R, hand, side, cfg, smask, cpts, st):
    """Points side S is sure of through one player's consecutive top trumps. st[8] <- cards."""
    t = cfg[7]
    np_ = cfg[0]
    x = R & smask[t]
    if x == 0:
        return 0
    tb = 1 << topbit(x)
    p = 0
    while p < np_:
        if hand[p] & tb:
            break
        p = p + 1
    if p == np_ or side[p] != S:
        return 0
    tot = 0
    low = tb
    h = hand[p]
    while x != 0:
        b = topbit(x)
        if (h >> b) & 1 == 0:
            break
        low = 1 << b
        tot = tot + cfg[3] + cpts[b]
        x = x ^ low
    st[8] = low
    return tot


def search(T0, d0, cfg, hand, side, csuit, cpts, ab, pcm, smask, soff, swid, tm, hl, tbase, swi,
           TW, TS, TF, TP, TN, pmk, lhash, fr, mv, mg, mw, bk, bh, bm, pe, wt, hist, st):
    """null-window search: can side 0 score >= T0 from frame d0 on?"""
    np_ = cfg[0]
    ns = cfg[1]
    flags = cfg[2]
    PT = cfg[3]
    PL = cfg[4]
    NT = cfg[5]
    NW = cfg[6]
    trump = cfg[7]
    hmask = cfg[9]
    haspts = cfg[10]
    PEs = 2 * NW + 3
    obl = flags & (2 | 8 | 64)
    d = d0
    fr[d * FS + 6] = T0
    mode = 0
    ret = 0
    rrel = 0
    nodes = 0
    tnodes = 0
    tthits = 0
    follow = flags & 1
    while True:
        f = d * FS
        # frame: 0 pl,1 led,2 best,3 bestp,4 pts,5 rel,6 T,7 R,8 orel,9 n,10 i,11 skip,12 tr,13 bucket,14 lowgroup
        if mode == 0:
            j = fr[f + 16]
            p = fr[f]
            R = fr[f + 7]
            if j == 0:
                n = fr[f + 17]
                T = fr[f + 6]
                if n == 0:
                    ret = 1 if T <= 0 else 0
                    rrel = 0
                    mode = 2
                    continue
                pos = 0
                neg = 0
                if haspts:
                    s = 0
                    while s < ns:
                        a = tbase[s] + ((R & smask[s]) >> soff[s])
                        pos = pos + TP[a]
                        neg = neg + TN[a]
                        s = s + 1
                tot = n * PT + PL + pos + neg
                lo = neg
                hi = pos
                if PT > 0:
                    hi = hi + n * PT
                else:
                    lo = lo + n * PT
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
                    # forced last trick
                    c = ctz(hand[p])
                    led = csuit[c]
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
                        if (1 << c) & (ab[b] | hl[led * ns + csuit[b]]):
                            b = c
                            bp = q
                        i = i + 1
                    v = 0
                    if side[bp] == 0:
                        v = tot
                    ret = 1 if v >= T else 0
                    rrel = 0
                    if popcount(tr & smask[csuit[b]]) > 1:
                        rrel = 1 << b
                    mode = 2
                    continue
                # quick tricks
                if cfg[12] and PT >= 0:
                    S = side[p]
                    need = T - neg
                    if S == 1:
                        need = tot - neg - T + 1
                    g = quick(p, n, need, hand, side, cfg, smask, tm, cpts, ab, st)
                    if g >= need:
                        ret = 1 - S
                        rrel = st[8]
                        mode = 2
                        continue
                    if trump >= 0:
                        g = toptrumps(0, R, hand, side, cfg, smask, cpts, st)
                        if g > 0:
                            if g + neg >= T:
                                ret = 1
                                rrel = st[8]
                                mode = 2
                                continue
                        else:
                            g = toptrumps(1, R, hand, side, cfg, smask, cpts, st)
                            if tot - (g + neg) < T:
                                ret = 0
                                rrel = st[8]
                                mode = 2
                                continue
                # TT
                if cfg[14]:
                    key = lhash[p]
                    w0 = 0
                    w1 = 0
                    w2 = 0
                    w3 = 0
                    s = 0
                    while s < ns:
                        a = tbase[s] + ((R & smask[s]) >> soff[s])
                        key = key ^ TS[a]
                        wi = swi[s]
                        if wi == 0:
                            w0 = w0 | TW[a]
                        elif wi == 1:
                            w1 = w1 | TW[a]
                        elif wi == 2:
                            w2 = w2 | TW[a]
                        else:
                            w3 = w3 | TW[a]
                        s = s + 1
                    hidx = (key ^ (key >> 23) ^ (key >> 41)) & hmask
                    while bk[hidx] != 0 and bk[hidx] != key:
                        hidx = (hidx + 1) & hmask
                    if bk[hidx] == 0 and st[4] * 4 < hmask * 3:
                        bk[hidx] = key
                        bh[hidx] = -1
                        bm[hidx] = -1
                        st[4] = st[4] + 1
                    fr[f + 13] = hidx
                    hit = 0
                    if bk[hidx] == key:
                        e = bh[hidx]
                        prv = -1
                        fr[f + 14] = -1
                        fr[f + 15] = st[5]
                        while e >= 0:
                            b = e * PEs
                            if (pe[b] ^ w0) & pe[b + 1] == 0:
                                okm = 1
                                if NW > 1 and ((pe[b + 2] ^ w1) & pe[b + 3]) != 0:
                                    okm = 0
                                elif NW > 2:
                                    if ((pe[b + 4] ^ w2) & pe[b + 5]) != 0 or (NW > 3 and ((pe[b + 6] ^ w3) & pe[b + 7]) != 0):
                                        okm = 0
                                if okm:
                                    if pe[b + 2 * NW] >= T:
                                        hit = 1
                                        ret = 1
                                    elif pe[b + 2 * NW + 1] < T:
                                        hit = 1
                                        ret = 0
                                    if hit:
                                        if prv >= 0:
                                            # move to front
                                            pe[prv + PEs - 1] = pe[b + PEs - 1]
                                            pe[b + PEs - 1] = bh[hidx]
                                            bh[hidx] = e
                                        break
                                    fr[f + 14] = e
                            prv = b
                            e = pe[b + PEs - 1]
                        if hit:
                            tthits = tthits + 1
                            # relevance: per suit prefix of R matching the mask
                            rrel = 0
                            s = 0
                            while s < ns:
                                m = pe[b + 2 * swi[s] + 1]
                                x = R & smask[s]
                                lx = popcount(x)
                                # smallest k with pmk[s,k]==mask part: masks are prefixes -> count set bits
                                k = pmk[128 + popcount(m & pmk[s * 32 + 31])]
                                if k > 0 and lx > 0:
                                    while lx > k:
                                        x = x & (x - 1)
                                        lx = lx - 1
                                    rrel = rrel | (x & -x)
                                s = s + 1
                            mode = 2
                            continue
                    else:
                        fr[f + 13] = -1
                else:
                    fr[f + 13] = -1
            # ---- move generation
            nodes = nodes + 1
            h = hand[p]
            led = fr[f + 1]
            best = fr[f + 2]
            orel = 0
            S = side[p]
            mate = 0
            if j == 0:
                m = h
            else:
                if side[fr[f + 3]] == S:
                    mate = 1
                m = legal_mask(h, led, best, mate, flags, csuit, smask, tm, ab, hl, ns)
                if obl and (h & (h - 1)) != 0:
                    ls = h & smask[led]
                    bs = csuit[best]
                    if follow and ls != 0:
                        if (flags & 2) != 0 and bs == led and (ls & (ls - 1)) != 0:
                            orel = 1 << best
                    elif (flags & 12) == 12 and bs != led and (h & tm[led]) != 0:
                        orel = 1 << best
                    if (flags & 64) != 0:
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
            if j > 0:
                ledl = smask[led]
                q = p
                i = j + 1
                while i < np_:
                    q = q + 1
                    if q == np_:
                        q = 0
                    x = hand[q] & ledl
                    if x == 0 or follow == 0:
                        x = hand[q]
                    elif flags & 16:
                        x = x | (hand[q] & tm[led])
                    if side[q] == S:
                        tmt = tmt | x
                    else:
                        to = to | x
                    i = i + 1
                bbeat = ab[best] | hl[led * ns + csuit[best]]
                isvoid = 0
                if (h & ledl) == 0:
                    isvoid = 1
            mb = d * MS
            nm = 0
            s = 0
            bmv = -1
            if j == 0 and fr[f + 13] >= 0:
                bmv = bm[fr[f + 13]]
            while s < ns:
                lane = m & smask[s]
                if lane == 0:
                    s = s + 1
                    continue
                slen = popcount(h & smask[s])
                # suit-level facts for leads
                if j == 0:
                    to = 0
                    tmt = 0
                    lho = 0
                    ledl = smask[s]
                    olen = 0
                    mlen = 0
                    i = 1
                    q = p
                    while i < np_:
                        q = q + 1
                        if q == np_:
                            q = 0
                        x = hand[q] & ledl
                        l = popcount(x)
                        if x == 0 or follow == 0:
                            x = (hand[q] & tm[s]) | x
                        if side[q] == S:
                            tmt = tmt | x
                            mlen = mlen + l
                        else:
                            to = to | x
                            olen = olen + l
                        i = i + 1
                    # do mates hold the top of what opponents can muster?
                    ot = to & tm[s]
                    mt = tmt & tm[s]
                    lhot = 0
                    x = R & ledl & ~h
                    if x != 0:
                        q = p + 1
                        if q == np_:
                            q = 0
                        if side[q] != S and (hand[q] >> topbit(x)) & 1 != 0:
                            lhot = 1
                    mtop = 0
                    if ot != 0:
                        if mt > ot:
                            mtop = 1
                    elif mt != 0 or (tmt & ledl) > (to & ledl):
                        mtop = 1
                    oruff = 0
                    if ot != 0:
                        oruff = 1
                    istr = 0
                    if s == trump:
                        istr = 1
                prev = -1
                while lane != 0:
                    c = topbit(lane)
                    cb = 1 << c
                    lane = lane ^ cb
                    if prev >= 0:
                        btw = (((1 << prev) - 1) & ~((cb << 1) - 1)) & others
                        if btw == 0 and cpts[prev] == cpts[c]:
                            mg[mb + nm - 1] = mg[mb + nm - 1] | cb
                            prev = c
                            continue
                    prev = c
                    mv[mb + nm] = c
                    mg[mb + nm] = cb
                    # ---- weight
                    rk = popcount(R & smask[s] & (cb - 1))
                    if j == 0:
                        ob = 0
                        if (to & ab[c]) != 0 or oruff:
                            ob = 1
                        o = 8 * (ob + 2 * mtop + 4 * oruff + 8 * istr)
                        w = wt[o] + wt[o + 1] * rk + wt[o + 2] * slen + wt[o + 3] * olen + wt[o + 4] * mlen + wt[o + 7] * lhot
                        if haspts:
                            if ob == 0 or mtop:
                                w = w + cpts[c] * wt[o + 5]
                            else:
                                w = w - cpts[c] * wt[o + 6]
                        if bmv == c:
                            w = w + wt[380]
                        elif bmv >= 0 and csuit[bmv] == s:
                            w = w + wt[381]
                    else:
                        cw = 0
                        bt = bbeat
                        if cb & bbeat:
                            cw = 1
                            bt = ab[c] | hl[led * ns + s]
                        ob = 0
                        if to & bt:
                            ob = 1
                        mbt = 0
                        if tmt & bt:
                            mbt = 1
                        kind = 0
                        if isvoid:
                            kind = 1
                        o = 128 + 8 * (cw + 2 * mate + 4 * ob + 8 * mbt + 16 * kind)
                        w = wt[o] + wt[o + 1] * rk + wt[o + 2] * slen
                        if isvoid:
                            if R & ab[c] == 0:
                                w = w + wt[o + 3]
                            w = w + wt[o + 4] * (popcount(R & smask[s]) - slen)
                        if haspts:
                            if (cw or mate) and ob == 0:
                                w = w + cpts[c] * wt[o + 5]
                            else:
                                w = w - cpts[c] * wt[o + 6]
                    mw[mb + nm] = w
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
                # selection of next best
                k = i
                bw = mw[mb + i]
                l = i + 1
                while l < nm:
                    if mw[mb + l] > bw:
                        bw = mw[mb + l]
                        k = l
                    l = l + 1
                c = mv[mb + k]
                g = mg[mb + k]
                if k != i:
                    mv[mb + k] = mv[mb + i]
                    mg[mb + k] = mg[mb + i]
                    mw[mb + k] = mw[mb + i]
                    mv[mb + i] = c
                    mg[mb + i] = g
                if (1 << c) & fr[f + 11]:
                    i = i + 1
                    c = -1
                    continue
                break
            if c < 0:
                ret = side[p]      # mover failed: side 0 mover -> 0, side 1 mover -> 1
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
            pts = fr[f + 4] + cpts[c]
            if j == 0:
                led = csuit[c]
                best = c
                bp = p
                pts = cpts[c]
                tr = cb
            else:
                if cb & (ab[best] | hl[led * ns + csuit[best]]):
                    best = c
                    bp = p
                tr = fr[f + 12] | cb
            g = f + FS
            fr[g + 7] = fr[f + 7] ^ cb
            fr[g + 2] = best
            fr[g + 3] = bp
            fr[g + 12] = tr
            if j == np_ - 1:
                fr[g] = bp
                fr[g + 1] = -1
                fr[g + 16] = 0
                fr[g + 17] = fr[f + 17] - 1
                v = fr[f + 6]
                if side[bp] == 0:
                    v = v - pts - PT
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
            # node d finished by search: store in TT when at trick start
            if fr[f + 16] == 0 and fr[f + 13] >= 0:
                hidx = fr[f + 13]
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
                    x = R & smask[s]
                    a = tbase[s] + (x >> soff[s])
                    r = rrel & x
                    k = 0
                    if cfg[11] == 0:
                        k = popcount(x)
                    else:
                        if r != 0:
                            k = popcount(x & ~((r & -r) - 1))
                        if haspts and TF[a] > k:
                            k = TF[a]
                    m = pmk[s * 32 + k]
                    wi = swi[s]
                    if wi == 0:
                        w0 = w0 | TW[a]
                        m0 = m0 | m
                    elif wi == 1:
                        w1 = w1 | TW[a]
                        m1 = m1 | m
                    elif wi == 2:
                        w2 = w2 | TW[a]
                        m2 = m2 | m
                    else:
                        w3 = w3 | TW[a]
                        m3 = m3 | m
                    s = s + 1
                # merge only with the entry that matched (without deciding) at lookup time, if its pattern is the same
                found = -1
                e = fr[f + 14]
                if e >= 0:
                    b = e * PEs
                    if pe[b + 1] == m0 and (pe[b] ^ w0) & m0 == 0:
                        okm = 1
                        if NW > 1 and (pe[b + 3] != m1 or ((pe[b + 2] ^ w1) & m1) != 0):
                            okm = 0
                        elif NW > 2:
                            if pe[b + 5] != m2 or ((pe[b + 4] ^ w2) & m2) != 0 or (NW > 3 and (pe[b + 7] != m3 or ((pe[b + 6] ^ w3) & m3) != 0)):
                                okm = 0
                        if okm and st[5] == fr[f + 15]:
                            found = b
                if found < 0:
                    if st[0] >= cfg[8]:
                        # pool full: drop everything
                        i = 0
                        while i <= hmask:
                            bh[i] = -1
                            i = i + 1
                        st[0] = 0
                        st[5] = st[5] + 1
                    e = st[0]
                    st[0] = e + 1
                    b = e * PEs
                    pe[b] = w0
                    pe[b + 1] = m0
                    if NW > 1:
                        pe[b + 2] = w1
                        pe[b + 3] = m1
                    if NW > 2:
                        pe[b + 4] = w2
                        pe[b + 5] = m2
                    if NW > 3:
                        pe[b + 6] = w3
                        pe[b + 7] = m3
                    pe[b + 2 * NW] = -BIG
                    pe[b + 2 * NW + 1] = BIG
                    pe[b + PEs - 1] = bh[hidx]
                    bh[hidx] = e
                    found = b
                if ret:
                    if pe[found + 2 * NW] < T:
                        pe[found + 2 * NW] = T
                else:
                    if pe[found + 2 * NW + 1] > T - 1:
                        pe[found + 2 * NW + 1] = T - 1
            mode = 2
        else:
            # return (ret, rrel) from node d to its parent
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
                if popcount(fr[g + 12] & smask[csuit[b]]) > 1:
                    rrel = rrel | (1 << b)
            if ret != side[p]:
                # success for mover
                rrel = rrel | fr[f + 8]
                if j == 0 and fr[f + 13] >= 0:
                    bm[fr[f + 13]] = c
                mode = 3
            else:
                lane = smask[csuit[c]]
                r = rrel & lane
                g = mg[d * MS + i]
                if r != 0:
                    r = r & -r
                    if (g & -g) < r and g >= r:
                        rrel = rrel | (g & -g)
                    elif (1 << c) < r and cfg[11]:
                        fr[f + 11] = fr[f + 11] | (pcm[c] & (r - 1))
                elif cfg[11]:
                    fr[f + 11] = fr[f + 11] | pcm[c]
                fr[f + 5] = fr[f + 5] | rrel
                mode = 1
    st[1] = st[1] + nodes
    st[2] = st[2] + tnodes
    st[3] = st[3] + tthits
    return ret


def drive(lo, hi, guess, step, d0, root_p, cfg, hand, side, csuit, cpts, ab, pcm, smask, soff, swid, tm, hl, tbase, swi,
          TW, TS, TF, TP, TN, pmk, lhash, fr, mv, mg, mw, bk, bh, bm, pe, wt, hist, st):
    T = guess
    inc = step
    last = -1
    while lo < hi:
        if lo >= T:
            T = lo + 1
        if hi < T:
            T = hi
        if search(T, d0, cfg, hand, side, csuit, cpts, ab, pcm, smask, soff, swid, tm, hl, tbase, swi,
                  TW, TS, TF, TP, TN, pmk, lhash, fr, mv, mg, mw, bk, bh, bm, pe, wt, hist, st):
            lo = T
            if last == 0:
                inc = step
                T = (lo + hi + 1) // 2
            else:
                T = lo + inc
                if step > 1 or hi - lo > 16:
                    inc = inc * 2
            last = 1
        else:
            hi = T - 1
            if last == 1:
                T = (lo + hi + 1) // 2
            else:
                T = hi - inc + 1
                if step > 1 or hi - lo > 16:
                    inc = inc * 2
            last = 0
    return lo


def build_tables(cfg, owner, csuit, pcls, cpts, smask, soff, swid, tbase, bsh, pcb, bpc, np_len_hash, TW, TS, TF, TP, TN):
    """per-suit tables over every subset of remaining cards."""
    ns = cfg[1]
    np_ = cfg[0]
    M61 = (1 << 61) - 1
    s = 0
    while s < ns:
        W = swid[s]
        base = tbase[s]
        TW[base] = 0
        TF[base] = 0
        TP[base] = 0
        TN[base] = 0
        TS[base] = np_len_hash[s * 512 + 511]
        a = 1
        n = 1 << W
        while a < n:
            lb = a & -a
            r = ctz(a)
            c = soff[s] + r
            x = a ^ lb
            k = popcount(x)
            TW[base + a] = TW[base + x] | (((owner[c] << pcb) | pcls[c]) << (bpc * (W - 1 - k) + bsh[s]))
            TF[base + a] = TF[base + x]
            if pcls[c] != 0:
                TF[base + a] = k + 1
            TP[base + a] = TP[base + x] + (cpts[c] if cpts[c] > 0 else 0)
            TN[base + a] = TN[base + x] + (cpts[c] if cpts[c] < 0 else 0)
            a = a + 1
        # shape hash: xor over players of H[s][p][len]; plus forced prefix length
        a = 1
        while a < n:
            z = np_len_hash[s * 512 + 511] ^ np_len_hash[s * 512 + 480 + TF[base + a]]
            p = 0
            while p < np_:
                l = popcount(a & np_len_hash[s * 512 + 448 + p])
                if l > 0:
                    z = z ^ np_len_hash[s * 512 + p * 32 + l]
                p = p + 1
            TS[base + a] = z
            a = a + 1
        s = s + 1
    return 0


def playouts(nh, seed, NP, NT, leader, PT, PL, flags, hand0, hand, side, csuit, cpts, ab, smask, tm, hl, ns, out):
    """nh uniform random legal playouts; out[side] accumulates points. returns checksum"""
    rng = seed
    cnt = 0
    while cnt < nh:
        p = 0
        while p < NP:
            hand[p] = hand0[p]
            p = p + 1
        ld = leader
        t = 0
        while t < NT:
            led = -1
            best = -1
            bp = -1
            pts = PT
            q = ld
            j = 0
            while j < NP:
                mate = 0
                if j > 0 and side[bp] == side[q]:
                    mate = 1
                m = legal_mask(hand[q], led, best, mate, flags, csuit, smask, tm, ab, hl, ns)
                k = popcount(m)
                if k > 1:
                    rng = rng ^ ((rng << 13) & 0x7FFFFFFFFFFFFFF)
                    rng = rng ^ (rng >> 7)
                    rng = rng ^ ((rng << 17) & 0x7FFFFFFFFFFFFFF)
                    k = ((rng & 0xFFFFFFF) * k) >> 28
                    while k > 0:
                        m = m & (m - 1)
                        k = k - 1
                c = ctz(m)
                hand[q] = hand[q] ^ (1 << c)
                pts = pts + cpts[c]
                if j == 0:
                    led = csuit[c]
                    best = c
                    bp = q
                elif (1 << c) & (ab[best] | hl[led * ns + csuit[best]]):
                    best = c
                    bp = q
                q = q + 1
                if q == NP:
                    q = 0
                j = j + 1
            t = t + 1
            if t == NT:
                pts = pts + PL
            out[side[bp]] = out[side[bp]] + pts
            ld = bp
        cnt = cnt + 1
    return rng
