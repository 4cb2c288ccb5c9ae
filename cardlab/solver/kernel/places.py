"""Where each number lies in the kernel's arrays, and what its values mean.

==========  ==================================================================================
``K``       what never changes in a position: numbers first, then rows by card, suit or seat
``hand``    the cards of each seat, as bits
patterns    by suit and set of its cards: who owns them, and a hash of the hands' lengths
forced      by suit and set of its cards: how far down they matter in any case
frames      the stack, one frame for each card played
moves       three lists for each frame: cards, the cards equal to them, weights
shapes      the transposition table's first half: positions by leader and lengths of the hands
pool        its second half: the patterns of each shape with the bounds that hold for them
state       counters, the search's state between two calls, and scratch space
==========  ==================================================================================
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeAlias

Array: TypeAlias = MutableSequence[int]

# --- duties: flags of a seat that plays to a trick

FOLLOW, HEAD, TRUMP, OVER, ANYTRUMP = 1, 2, 4, 8, 16
BEAT, UNLED, LEADTOP, LEADTOP_FIRST = 64, 128, 256, 512
BY_TABLE = 1024
"""None of the others, but the rules of the table at `RULE_ROWS`, one after another."""

# --- K: numbers

SEATS, SUITS, FLAGS, PER_TRICK, LAST_TRICK, TRICKS = 0, 1, 2, 3, 4, 5
WORDS = 6
"""Words of a pattern, 1 to 4."""
TOP_SUIT = 7
"""The suit whose highest card nothing beats, -1 without one."""
HAS_POINTS = 8
"""Whether any card counts."""
PARTITION, QUICK = 9, 10
"""Whether these are used; tests switch them off."""
WILD = 11
"""The suit of the wild card, or -1."""
TOP, TOP_LANE = 12, 13
"""The trumps that a leader may not keep back; all trumps."""
CARDS, POOL_SIZE, HASH_MASK = 14, 15, 16
"""How many cards; numbers in the pool; the last place of the index of shapes when it has grown as
far as it may."""
BARRED = 17
"""Cards that wait for their suit to be led, as the deal begins."""
HAS_SORTS = 18
"""Whether cards of a suit differ in more than their rank."""
AFTER = 19
"""The flags when the rules of the table that pass have passed."""
RULES, SETS = 20, 21
"""How many rules lie in the table; of how many sets it matters whether a card was played."""
ASKS_BEST, ASKS_FIRST = 22, 23
"""Whether a rule asks what wins the trick; whether the first trick is different."""
TRUMPS, IN_PLAY = 24, 25
"""Sets of cards."""
RANKED = 26
"""Suits besides the highest beat others: whoever discards from one may ruff it later."""
BETWEEN_PAIRS = 27
"""Whether four seats play as two pairs, for tricks alone, and have but to follow suit."""

# --- K: rows

SUIT_OF, POINTS_OF, ABOVE, ALIKE = 64, 128, 192, 256
"""By card: its suit, its points, the higher cards of its suit, the cards of its sort."""
SUIT_CARDS, SUIT_START, RUFFS, SUIT_TABLE, SUIT_WORD = 320, 328, 336, 344, 352
"""By suit: its cards, the lowest of them, the cards of other suits that beat it, where its tables
and its part of a pattern begin."""
SIDE_OF, LEADER_HASH, UNLED_HASH = 360, 368, 376
"""By seat; by seat; by suit."""
HIGHER = 384
"""By suit led (times 8) and suit: the cards of still higher suits."""
PREFIX, PREFIX_LENGTH = 448, 704
"""By suit (times 32) and number of cards: the mask of the highest in a pattern, and at 31 that of
all; how many cards a mask of so many bits stands for."""
WEIGHTS = 768
"""How moves are ordered: see `cardlab.solver.kernel.ordering`."""
RULE_ROWS, BREAK_SETS, UNBROKEN_HASH = 1472, 1600, 1608
"""The rules of the table, `ROW` numbers each; sets of cards, and hashes of those that are not yet
broken."""
SIZE = 1616

# --- rules of the table

ROW, MOST_RULES, MOST_SETS = 16, 8, 8
DOES, FACTS_ASKED, FACTS_TRUE, NO_LEAD, CARD_SETS, HOW_LONG = 0, 1, 2, 3, 4, 12
"""In a row: what the rule does, the facts that it asks for, those that must be true, the cards
that it keeps from being led.  Then eight sets, the cards that it speaks of by what they are now:
1 of the suit led, 2 higher, 4 of a suit not led."""
MUST, MAY_NOT, NEVER, HIGHEST, LOWEST = 0, 1, 2, 3, 4
STAYS, PASSES, PASSES_FOR_LEADERS = 0, 1, 2
"""Whether a rule passes when a suit is broken."""
ON_LEAD, IS_VOID, IS_TRUMPED, OTHERS_WIN, IS_FIRST = 1, 2, 4, 8, 16
IS_BROKEN = 32
"""The bit of the first set; the others follow it."""

# --- frames

FRAME = 24
"""Numbers of a frame."""
F_PLAYER, F_LED, F_BEST, F_WINNER, F_TAKEN = 0, 1, 2, 3, 4
"""The seat to play, the suit led, the best card so far, its player, the trick's points so far."""
F_PROOF, F_DUTY_PROOF = 5, 8
"""Cards that the failed moves relied on; cards that decided what is legal."""
F_TARGET = 6
"""What side 0 has to get from here on."""
F_LEFT, F_TRICK, F_UNLED = 7, 12, 20
"""Cards in the hands; cards of the trick; cards that wait for their suit to be led."""
F_MOVES, F_NEXT, F_SKIPPED = 9, 10, 11
"""How many moves; the next of them; cards that need not be tried."""
F_SHAPE, F_PATTERN, F_AGE = 13, 14, 15
"""Where it lies in the transposition table; the pattern found there, and the table's age then."""
F_PLACE, F_TRICKS_LEFT = 16, 17
"""Cards of the trick; tricks left, this one counted."""
F_GAINS, F_LOSSES = 18, 19
"""Points above and below zero that are still in the hands."""

# --- moves

MOVES = 32
"""Room for the moves of a frame."""
M_EQUALS, M_WEIGHTS = 64 * MOVES, 128 * MOVES
"""Where the second and the third list begin."""

# --- shapes

SHAPE = 4
"""Numbers of a shape.  The shapes lie one after another, from the second on, and behind room for as
many as the index has places lies the index: by hash, which shape, or 0."""
NUMBER = 0xFFFFF
"""In the index, the bits that number a shape; the others are those of its hash."""
FIRST_MASK = 1023
"""The last place of the index when a search begins: most searches see few shapes, and what is
little stays near the processor."""
KEY, BLOCK, COUNT, BEST_LEAD = 0, 1, 2, 3
"""The hash; where its patterns begin in the pool, -1 for none; how many there are, and above 32
bits the logarithm of how many fit; the lead that was good here."""
COUNT_BITS = 0xFFFFFFFF

# --- state

S_POOL_USED, S_NODES, S_TRICK_NODES, S_HITS, S_SHAPES, S_AGE = 0, 1, 2, 3, 4, 5
"""Counters; the last says how often the pool was full and all patterns were dropped."""
S_PROOF = 8
"""The cards that the last result relied on."""
S_LIMIT, S_DEPTH, S_PAUSED = 10, 11, 12
"""The count of nodes at which a search pauses; the frame at which the search paused; whether it did."""
S_INDEX_MASK = 13
"""The last place of the index of shapes now."""
S_LOW, S_HIGH, S_TARGET, S_STRIDE, S_LAST = 16, 17, 18, 19, 20
"""`drive` between two calls."""
S_NO_LEAD = 21
"""Cards that may not be led as long as a suit is not broken."""
S_PATTERN = 24
"""A pattern that is looked up or stored: up to four pairs of owners and mask."""
S_CASHED, S_CASHED_MATE, S_CASHABLE = 32, 96, 104
"""By suit: rounds that the leader cashes, that a partner cashes, that anybody can."""
S_BLOCKS = 40
"""The first free block of each size, 24 sizes."""
S_OPPONENTS, S_LONGEST, S_ROUNDS, S_ROUNDS_DRAWN = 64, 72, 80, 88
"""By suit: the opponents' cards, their longest holding, the rounds before one of them ruffs, the
same with trumps drawn."""
S_SURE, S_SURE_SUITS, S_SURE_LANES = 64, 72, 80
"""By seat: sure tricks; in how many suits; the cards of these suits."""
S_ANSWER = 112
"""By seat: the card that it is made to play to a trick."""
S_GOOD_LEADS = 128
"""By tricks left (times 8) and seat: the lead that was good last."""
S_LAST_LEADS = 640
"""By tricks left: the lead that was good last, whoever led."""
STATE = 704

BIG = 1000000
"""More than any value."""
UNKNOWN = -1
"""Neither 1, side 0 gets the target, nor 0, it does not."""
