"""The kernel: perfect play and random deals in whole numbers.

Knows tables: which bit is which card, what beats what, who owes what to a trick, what a trick and
its cards are worth.  Knows no game, no rule by name, no seat by name, and no way to say a sentence;
`cardlab.solver.tables` writes what is read here, and `searching` and `dealing` beside it ask.

======================  ============================================================
`places`                where each number lies in the arrays
`bits`                  sets of cards as the bits of a number
`legality`              the legal cards of a hand
`quick_tricks`          tricks that the leader's side can cash at once
`sure_tricks`           tricks that a side gets sooner or later
`transpositions`        results kept for all positions that look alike
`ordering`              move generation and move ordering
`search`                the search itself, and the question after question to a value
`playouts`              random play
======================  ============================================================

One source runs in two ways.  Imported it is plain Python on lists: slow, and enough for the last
six or seven tricks.  `cardlab.solver.native` compiles the very same functions with numba, on bare
addresses.  That is why the style is narrow: whole numbers of 64 bits, one-dimensional arrays, an
explicit stack instead of recursion, no negative index, no slice, and names that stand once in the
whole package.  The functions that are called from outside (`ENTRIES`) say with their annotations
which arguments are arrays.

How a position is searched: one question at a time ("does side 0 get the target or more from
here?"), depth first, with a transposition table at the start of each trick.  A result for one
position holds for all that look alike, and two look alike when the owners of the cards that
mattered are the same; the lower cards of a suit may lie anywhere (partition search).  A result
therefore comes with a *proof*, a set of cards: the lowest of each suit is the lowest card that the
result relied on.

(a) The winner of a trick matters when two or more cards of its suit fell to it.
(b) Where a card has to be headed or overtrumped, the card to be beaten matters, also where the
    move led to a cut-off.
(c) At a failed node, a group of equal cards that is partly among those that matter draws in its
    lowest.
(d) Cards that count points matter always, with what they count.
(e) Cards are equal only when nothing lies between them and they count the same.
"""

ENTRIES = ("build_tables", "drive", "draw_tables", "deal_out", "try_out")
"""The functions that are called from outside; the others are called by them."""
