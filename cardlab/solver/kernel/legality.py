"""The legal cards of a hand: by the duties that the kernel has of its own, or by a table of rules.

Reads K only, and nothing of the search.
"""

from __future__ import annotations

from cardlab.solver.kernel.bits import popcount, topbit
from cardlab.solver.kernel.places import (
    ABOVE,
    AFTER,
    ANYTRUMP,
    ASKS_BEST,
    ASKS_FIRST,
    BEAT,
    BREAK_SETS,
    BY_TABLE,
    CARD_SETS,
    DOES,
    FACTS_ASKED,
    FACTS_TRUE,
    FLAGS,
    FOLLOW,
    HEAD,
    HIGHER,
    HIGHEST,
    HOW_LONG,
    IS_BROKEN,
    IS_FIRST,
    IS_TRUMPED,
    IS_VOID,
    LEADTOP,
    LEADTOP_FIRST,
    LOWEST,
    MUST,
    NEVER,
    NO_LEAD,
    ON_LEAD,
    OTHERS_WIN,
    OVER,
    PASSES,
    ROW,
    RUFFS,
    RULE_ROWS,
    RULES,
    S_NO_LEAD,
    SETS,
    SUIT_CARDS,
    SUIT_OF,
    TOP,
    TOP_LANE,
    TRICKS,
    TRUMP,
    TRUMPS,
    UNLED,
    WILD,
    Array,
)


def legal_mask(
    K: Array, h: int, led: int, best: int, mate: int, barred: int, n: int, gone: int
) -> int:
    """The legal cards of hand ``h``.

    led: the suit to follow, -1 for the leader; best: the card that wins so far; mate: 1 when the
    mover's side is winning; barred: cards that wait for their suit to be led; n: tricks left, this
    one counted; gone: cards played in this deal.
    """
    flags = K[FLAGS]
    if flags & BY_TABLE:
        return legal_by_table(K, h, led, best, mate, barred, n, gone)
    if led < 0:
        if (
            (flags & LEADTOP) != 0
            and (h & K[TOP]) != 0
            and ((flags & LEADTOP_FIRST) == 0 or n == K[TRICKS])
        ):
            return 1 << topbit(h & K[TOP_LANE])
        return h
    wild = K[WILD]
    if led == wild:
        return h
    m = h
    suit = h & K[SUIT_CARDS + led]
    if (flags & FOLLOW) != 0 and suit != 0:
        m = suit
        if flags & ANYTRUMP:
            m = m | (h & K[RUFFS + led])
        if wild >= 0:
            m = m | (h & K[SUIT_CARDS + wild])
    if flags & (HEAD | TRUMP | OVER | BEAT | UNLED):
        m = legal_beating(K, flags, m, suit, led, best, mate, barred)
    return m


def legal_beating(
    K: Array, flags: int, m: int, suit: int, led: int, best: int, mate: int, barred: int
) -> int:
    """What is left of the cards ``m`` by the duties to beat a card, to trump or to keep a card
    back: nobody owes what nobody has.

    suit: the cards of the suit led in the hand; the rest as in `legal_mask`.
    """
    if flags & UNLED:
        x = m & ~barred
        if x != 0:
            m = x
    best_suit = K[SUIT_OF + best]
    beats = K[ABOVE + best] | K[HIGHER + led * 8 + best_suit]
    if (flags & BEAT) != 0 and mate == 0:
        x = m & beats
        if x != 0:
            m = x
    if suit != 0:
        if flags & HEAD:
            x = m & beats
            if x != 0:
                m = x
    else:
        if flags & TRUMP:
            x = m & K[RUFFS + led]
            if x != 0:
                m = x
        if (flags & OVER) != 0 and (K[SUIT_CARDS + best_suit] & K[RUFFS + led]) != 0:
            x = m & beats
            if x != 0:
                m = x
    return m


def legal_by_table(
    K: Array, h: int, led: int, best: int, mate: int, barred: int, n: int, gone: int
) -> int:
    """The legal cards of hand ``h`` where rules lie in a table; arguments as in `legal_mask`.

    Each rule keeps or takes away the cards of a mask, if the facts of the moment are what it asks
    for.
    """
    facts = facts_of(K, h, led, best, mate, n, gone)
    follows = 0
    beats = 0
    if led >= 0:
        follows = K[SUIT_CARDS + led]
        beats = K[ABOVE + best] | K[HIGHER + led * 8 + K[SUIT_OF + best]]
    m = h
    r = RULE_ROWS
    end = RULE_ROWS + ROW * K[RULES]
    while r < end:
        if facts & K[r + FACTS_ASKED] == K[r + FACTS_TRUE]:
            x = cards_spoken_of(K, r, follows, beats, barred)
            if K[r + DOES] == MUST:
                x = m & x
            elif K[r + DOES] == HIGHEST:
                x = h & x
                if x != 0:
                    x = m & (1 << topbit(x))
            elif K[r + DOES] == LOWEST:
                x = h & x
                x = m & x & -x
            else:
                x = m & ~x
            if x != 0 or K[r + DOES] == NEVER:
                m = x
        r = r + ROW
    return m


def facts_of(K: Array, h: int, led: int, best: int, mate: int, n: int, gone: int) -> int:
    """The facts of the moment that rules ask for, as bits; arguments as in `legal_mask`."""
    facts = broken_sets(K, gone)
    if n == K[TRICKS]:
        facts = facts | IS_FIRST
    if led < 0:
        return facts | ON_LEAD
    if h & K[SUIT_CARDS + led] == 0:
        facts = facts | IS_VOID
    if (K[TRUMPS] >> best) & 1 != 0:
        facts = facts | IS_TRUMPED
    if mate == 0:
        facts = facts | OTHERS_WIN
    return facts


def broken_sets(K: Array, gone: int) -> int:
    """The sets of which a card has been played, as bits from `IS_BROKEN` on."""
    broken = 0
    i = 0
    while i < K[SETS]:
        if gone & K[BREAK_SETS + i] != 0:
            broken = broken | (IS_BROKEN << i)
        i = i + 1
    return broken


def cards_spoken_of(K: Array, r: int, follows: int, beats: int, barred: int) -> int:
    """The cards of which the rule at ``r`` speaks, by what each of them is now: of the suit led
    (``follows``), higher than the best (``beats``), of a suit not led (``barred``)."""
    r = r + CARD_SETS
    low = ((K[r] & ~follows) | (K[r + 1] & follows)) & ~beats
    low = low | (((K[r + 2] & ~follows) | (K[r + 3] & follows)) & beats)
    high = ((K[r + 4] & ~follows) | (K[r + 5] & follows)) & ~beats
    high = high | (((K[r + 6] & ~follows) | (K[r + 7] & follows)) & beats)
    return (low & ~barred) | (high & barred)


def flags_in_force(K: Array, n: int, gone: int, state: Array) -> int:
    """The flags that hold from here to the end of the deal.

    `BY_TABLE` as long as there is a rule that will pass, unless all it does is to keep cards from
    being led.  n: tricks left; gone: cards played.  Writes those cards to ``state[S_NO_LEAD]``.
    """
    state[S_NO_LEAD] = 0
    if K[ASKS_FIRST] != 0 and n == K[TRICKS]:
        return BY_TABLE
    broken = broken_sets(K, gone)
    r = RULE_ROWS
    end = RULE_ROWS + ROW * K[RULES]
    while r < end:
        if K[r + HOW_LONG] != 0 and broken & K[r + FACTS_ASKED] == 0:
            if K[r + HOW_LONG] == PASSES:
                return BY_TABLE
            state[S_NO_LEAD] = state[S_NO_LEAD] | K[r + NO_LEAD]
        r = r + ROW
    return K[AFTER]


def duty_proof(K: Array, flags: int, h: int, led: int, best: int, mate: int, trick: int) -> int:
    """The cards that decided what is legal for hand ``h`` that does not lead: the best card of the
    trick, where it mattered which one it was.  trick: its cards so far."""
    matters = 1 << best
    if flags & BY_TABLE:
        return matters if K[ASKS_BEST] != 0 else 0
    if flags & (HEAD | OVER | BEAT) == 0 or h & (h - 1) == 0 or led == K[WILD]:
        return 0
    suit = h & K[SUIT_CARDS + led]
    best_suit = K[SUIT_CARDS + K[SUIT_OF + best]]
    if flags & BEAT:
        if mate == 0:
            trick = trick | h
        return matters if popcount(trick & best_suit) > 1 else 0
    if h & best_suit == 0:
        return 0
    if suit == 0:
        return matters if (flags & OVER) != 0 and (best_suit & K[RUFFS + led]) != 0 else 0
    if flags & HEAD == 0:
        return 0
    several = (
        K[AFTER] & FOLLOW == 0
        or (suit & (suit - 1)) != 0
        or (flags & ANYTRUMP) != 0
        or K[WILD] >= 0
    )
    return matters if several else 0
