"""A position as tables of whole numbers, and what the kernel can say of it.

Knows cards as small numbers, their suits (numbers too), what beats what, obligations as flags, and what a trick counts.
Knows no game and no rule in words: ``compiling.py`` writes a position of a game as ``Tables``.

Side 0 wants points, side 1 wants side 0 to have few.  One seat against all the others is a partnership of the others: what
that seat is sure of, whatever they do.

>>> from cardlab.fast.tables import Tables, moves, value
>>> spades, hearts = 0, 1
>>> ends = Tables(hands=((12, 10), (11, 1), (0, 20), (13, 14)), leader=0, side=(0, 1, 0, 1),
...     suit=(spades,) * 13 + (hearts,) * 13, strength=tuple(range(13)) * 2, suits=2)
>>> value(ends), moves(ends)
(1, {10: 1, 12: 1})
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from . import loading
from .loading import Backend

FOLLOW, HEAD, TRUMP, OVER, ANYTRUMP = 1, 2, 4, 8, 16
"""Obligations: follow suit; beat the best card when following; trump when void; overtrump when void; with FOLLOW, a trump is
open beside the suit led."""
BEAT, UNLED, LEADTOP, LEADTOP_FIRST = 64, 128, 256, 512
"""Beat an opponent's card with any open card; keep ``barred`` cards until their suit is led; lead the highest trump while
holding one of ``top``; the same for the first lead of the deal only."""

CARDS, SEATS, IN_SUIT = 62, 8, 18


class TooBig(ValueError):
    """More cards or seats than the kernel holds."""


class TimeIsUp(ValueError):
    """The question was not settled in the time that was given."""


@dataclass(frozen=True, slots=True)
class Tables:
    """A position and the rules of its play.

    hands: card numbers by seat, in the order of play; table: the cards of the trick in progress, ``leader``'s first.
    side: 0 or 1 by seat.  suit, strength, points: by card number; no two cards of a suit are equally strong.
    trump, or levels[led][suit]: a card of a higher level wins, and level 0 never does unless nothing else is there.
    wild: a suit of one card that may always be played, and that sets no suit when it is led.
    seen: the suits led so far in this deal, for UNLED.
    """

    hands: tuple[tuple[int, ...], ...]
    leader: int
    side: tuple[int, ...]
    suit: tuple[int, ...]
    strength: tuple[int, ...]
    points: tuple[int, ...] = ()
    suits: int = 4
    trump: int | None = None
    levels: tuple[tuple[int, ...], ...] | None = None
    flags: int = FOLLOW
    per_trick: int = 1
    last_trick: int = 0
    table: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    wild: int | None = None
    order: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """levels, from whatever was given."""

    def __post_init__(self) -> None:
        levels = self.levels
        if levels is None:
            levels = tuple(
                tuple(2 if s == self.trump and led != s else int(s == led) for s in range(self.suits))
                for led in range(self.suits)
            )
        object.__setattr__(self, "order", levels)
        if not self.points:
            object.__setattr__(self, "points", (0,) * len(self.suit))
        if len(self.hands) > SEATS:
            raise TooBig(f"there are {len(self.hands)} hands; at most {SEATS} fit")
        held = [c for hand in self.hands for c in hand] + list(self.table)
        if len(held) > CARDS:
            raise TooBig(f"there are {len(held)} cards in play; at most {CARDS} fit")
        if len(set(held)) < len(held):
            raise ValueError("a card is there twice; every card needs a number of its own")
        have = [len(hand) for hand in self.hands]
        for i in range(len(self.table)):
            have[(self.leader + i) % len(have)] += 1
        if len(set(have)) > 1:
            many = ", ".join(map(str, have))
            raise ValueError(f"the hands are unequal ({many} cards, with those on the table); make them equal")

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.table)) % len(self.hands)

    @property
    def total(self) -> int:
        """What both sides together still get."""
        held = [c for hand in self.hands for c in hand] + list(self.table)
        tricks = len(held) // len(self.hands)
        return sum(self.points[c] for c in held) + (self.per_trick * tricks + self.last_trick if tricks else 0)


_random = random.Random(12345)
_HASHES = [_random.getrandbits(61) | 1 for _ in range(16 * 512)]
_LEADERS = [_random.getrandbits(61) | 1 for _ in range(8)]


@cache
def weights(family: str) -> tuple[int, ...]:
    """How moves are ordered: weights found by climbing hills, one set for tricks and one for card points."""
    return tuple(json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))[family])


class Workspace:
    """The memory of a search, used again for the next.  It begins small and grows when a search needs it."""

    def __init__(self, backend: Backend | None = None, *, pool_bits: int = 18, hash_bits: int = 16) -> None:
        self.backend = backend or loading.backend()
        self.bk, self.bh, self.bm = (self.backend.zeros(1 << hash_bits) for _ in range(3))
        self.words = 7 << pool_bits
        self.pe = self.backend.zeros(self.words)

    def clear(self) -> None:
        if self.backend.name == "numba":
            self.bk[:] = 0
        else:
            self.bk[:] = [0] * len(self.bk)

    @property
    def nbytes(self) -> int:
        return 8 * (3 * len(self.bk) + self.words)


FRAME, MOVES = 20, 24
"""Strides of the stack and of the move lists in the kernel."""


class Solver:
    """One position, laid out for the kernel: which bit is which card, and a stack of its own."""

    def __init__(self, given: Tables, workspace: Workspace | None = None, *, partition: bool = True, quick: bool = True) -> None:
        self.given = given
        self.workspace = workspace or Workspace()
        self.backend = self.workspace.backend
        array, zeros = self.backend.array, self.backend.zeros
        hands, suit, points, suits, levels = given.hands, given.suit, given.points, given.suits, given.order
        seats = len(hands)
        held = [c for hand in hands for c in hand] + list(given.table)
        lanes = [sorted((c for c in held if suit[c] == s), key=lambda c: given.strength[c]) for s in range(suits)]
        width = [len(lane) for lane in lanes]
        if max(width, default=0) > IN_SUIT:
            raise TooBig(f"a suit has {max(width)} cards; at most {IN_SUIT} fit")
        offset = [sum(width[:s]) for s in range(suits)]
        self.bit = {c: offset[s] + i for s, lane in enumerate(lanes) for i, c in enumerate(lane)}
        self.card = {b: c for c, b in self.bit.items()}
        lane_mask = [((1 << width[s]) - 1) << offset[s] for s in range(suits)]
        csuit, cpts, above, owner, pcls, alike = ([0] * 64 for _ in range(6))
        for c, b in self.bit.items():
            csuit[b], cpts[b] = suit[c], points[c]
            above[b] = lane_mask[suit[c]] & ~((2 << b) - 1)
        for p in range(seats):
            for c in hands[p]:
                owner[self.bit[c]] = p
        ruffs, higher = [0] * suits, [0] * (suits * suits)
        for led in range(suits):
            for s in range(suits):
                if levels[led][s] > levels[led][led]:
                    ruffs[led] |= lane_mask[s]
                for other in range(suits):
                    if levels[led][other] > levels[led][s]:
                        higher[led * suits + s] |= lane_mask[other]
        best_suits = [
            s for s in range(suits)
            if all(higher[led * suits + s] == 0 and (led == s or levels[led][s] > 0) for led in range(suits))
        ]  # fmt: skip
        top_suit = best_suits[0] if best_suits and width[best_suits[0]] else -1
        worth: dict[int, int] = {}
        for c in held:
            worth[points[c]] = worth.get(points[c], 0) + 1
        ranked = sorted(worth, key=lambda v: (v != 0, -worth[v]))
        for c, b in self.bit.items():
            pcls[b] = ranked.index(points[c])
            alike[b] = sum(1 << self.bit[x] for x in lanes[suit[c]] if points[x] == points[c])
        has_points = int(any(points[c] for c in held))
        class_bits = max(0, (len(ranked) - 1).bit_length())
        bits = class_bits + max(1, (seats - 1).bit_length())
        word, shift, fill = [0] * suits, [0] * suits, [0] * 0
        for s in sorted(range(suits), key=lambda s: -width[s]):
            need = max(1, bits * width[s])
            if need > 62:
                raise TooBig("a suit is too long for its cards and points to be told apart")
            word[s] = next((w for w, used in enumerate(fill) if used + need <= 62), len(fill))
            if word[s] == len(fill):
                fill.append(0)
            shift[s] = fill[word[s]]
            fill[word[s]] += need
        words = max(1, len(fill))
        if words > 4:
            raise TooBig("the suits are too many and too long for the kernel")
        prefix = [0] * 192
        for s in range(suits):
            for k in range(width[s] + 1):
                prefix[s * 32 + k] = ((1 << (bits * k)) - 1) << (bits * (width[s] - k) + shift[s])
            prefix[s * 32 + 31] = ((1 << (bits * width[s])) - 1) << shift[s]
        for i in range(64):
            prefix[128 + i] = min(31, i // bits)
        base = [sum(1 << width[t] for t in range(s)) for s in range(suits)]
        size = sum(1 << w for w in width)
        self.tricks = len(held) // seats if seats else 0
        cap = self.workspace.words // (2 * words + 3) - 1
        cfg = [seats, suits, given.flags, given.per_trick, given.last_trick, self.tricks, words, top_suit, cap,
               len(self.workspace.bk) - 1, has_points, int(partition), int(quick), 1, 1, 0]  # fmt: skip
        hashes = list(_HASHES[: suits * 512])
        for s in range(suits):
            for p in range(seats):
                hashes[s * 512 + 448 + p] = sum(1 << (self.bit[c] - offset[s]) for c in hands[p] if suit[c] == s)
        self.cfg, self.side, self.csuit, self.cpts, self.ab = map(array, (cfg, given.side, csuit, cpts, above))
        self.smask, self.soff, self.tm, self.hl = map(array, (lane_mask, offset, ruffs, higher))
        tbase, swid = array(base), array(width)
        patterns = [zeros(size) for _ in range(5)]
        self.backend.build_tables(self.cfg, array(owner), self.csuit, array(pcls), self.cpts, self.smask, self.soff, swid, tbase,
                                  array(shift), class_bits, bits, array(hashes), *patterns)  # fmt: skip
        plies = self.tricks * seats
        self.fr = zeros((plies + 3) * FRAME)
        stack = [zeros((plies + 2) * MOVES) for _ in range(3)]
        self.hand = array([sum(1 << self.bit[c] for c in hand) for hand in hands])
        self.st = zeros(64)
        w = self.workspace
        w.clear()
        self.arguments = (
            self.cfg, self.hand, self.side, self.csuit, self.cpts, self.ab, array(alike), self.smask, self.soff, swid, self.tm,
            self.hl, tbase, array(word), *patterns, array(prefix), array(_LEADERS), self.fr, *stack, w.bk, w.bh, w.bm, w.pe,
            array(weights("points" if has_points else "tricks")), zeros(1), self.st,
        )  # fmt: skip
        sums = [points[c] for c in held] + [given.per_trick] * self.tricks + [given.last_trick] * (self.tricks > 0)
        self.low, self.high = sum(v for v in sums if v < 0), sum(v for v in sums if v > 0)
        fr = self.fr
        fr[0], fr[1], fr[7], fr[13], fr[17] = given.leader, -1, sum(1 << b for b in self.bit.values()), -1, self.tricks
        fr[7] = sum(1 << self.bit[c] for hand in hands for c in hand) + sum(1 << self.bit[c] for c in given.table)
        self.depth = 0
        for c in given.table:
            self._put(self.bit[c])
            self.depth += 1

    def _put(self, b: int) -> int:
        """The frame after a card; what side 0 gets for it."""
        fr, seats, d, given = self.fr, len(self.given.hands), self.depth, self.given
        f, g = d * FRAME, (d + 1) * FRAME
        p, led, best, winner, points, trick = (int(fr[f + k]) for k in (0, 1, 2, 3, 4, 12))
        if d % seats == 0:
            led, best, winner, points, trick = int(self.csuit[b]), b, p, int(self.cpts[b]), 1 << b
        else:
            if 1 << b & (int(self.ab[best]) | int(self.hl[led * given.suits + int(self.csuit[best])])):
                best, winner = b, p
            points, trick = points + int(self.cpts[b]), trick | 1 << b
        fr[g + 7], fr[g + 2], fr[g + 3], fr[g + 12] = int(fr[f + 7]) & ~(1 << b), best, winner, trick
        if d % seats < seats - 1:
            fr[g], fr[g + 1], fr[g + 4], fr[g + 16], fr[g + 17] = (p + 1) % seats, led, points, d % seats + 1, int(fr[f + 17])
            return 0
        fr[g], fr[g + 1], fr[g + 16], fr[g + 17] = winner, -1, 0, int(fr[f + 17]) - 1
        return points + given.per_trick + given.last_trick * (fr[g + 17] == 0) if given.side[winner] == 0 else 0

    @property
    def nodes(self) -> int:
        return int(self.st[1])

    def legal(self) -> int:
        """The cards open to the seat to move, as a mask of bits."""
        f, given = self.depth * FRAME, self.given
        p, led, best, winner = (int(self.fr[f + k]) for k in range(4))
        mate = int(bool(given.table) and given.side[winner] == given.side[p])
        return int(self.backend.legal_mask(int(self.hand[p]), led, best, mate, given.flags, self.csuit, self.smask, self.tm,
                                           self.ab, self.hl, given.suits))  # fmt: skip

    def value(self, guess: int | None = None, seconds: float | None = None) -> int:
        if guess is None:
            guess = (self.low + self.high + 1) // 2
        return int(self.backend.drive(self.low, self.high, guess, 1, self.depth, 0, *self.arguments))

    def moves(self, guess: int | None = None, seconds: float | None = None) -> dict[int, int]:
        p, legal, found = int(self.fr[self.depth * FRAME]), self.legal(), dict[int, int]()
        if guess is None:
            guess = (self.low + self.high + 1) // 2
        for b in sorted(self.card):
            if legal >> b & 1:
                self.hand[p] = int(self.hand[p]) ^ (1 << b)
                won = self._put(b)
                guess = won + int(
                    self.backend.drive(self.low, self.high, guess - won, 1, self.depth + 1, 0, *self.arguments)
                )
                found[self.card[b]] = guess
                self.hand[p] = int(self.hand[p]) ^ (1 << b)
        return found


def value(given: Tables, workspace: Workspace | None = None, *, guess: int | None = None, seconds: float | None = None) -> int:
    """What side 0 gets from here to the end, when everybody plays perfectly with all cards seen."""
    return Solver(given, workspace).value(guess, seconds)


def moves(
    given: Tables, workspace: Workspace | None = None, *, guess: int | None = None, seconds: float | None = None
) -> dict[int, int]:
    """What side 0 gets from here to the end, for every card that is open to the seat to move."""
    return Solver(given, workspace).moves(guess, seconds)


def legal_mask(given: Tables) -> tuple[int, ...]:
    """The cards that are open to the seat to move."""
    solver = Solver(given, Workspace(loading.plain(), pool_bits=4, hash_bits=4))
    mask = solver.legal()
    return tuple(sorted(c for b, c in solver.card.items() if mask >> b & 1))


def exercise(backend: Backend) -> None:
    """Run every function of the kernel once, so that all of it is compiled."""
    given = Tables(((0, 3), (1, 4), (2, 5), (6, 7)), 0, (0, 1, 0, 1), (0, 0, 0, 0, 1, 1, 1, 1), tuple(range(8)), suits=2)
    workspace = Workspace(backend, pool_bits=8, hash_bits=6)
    Solver(given, workspace).value()
    Solver(given, workspace).moves()
    playouts(given, 2, 1, backend)


def playouts(given: Tables, n: int, seed: int = 1, backend: Backend | None = None) -> tuple[int, int]:
    """Random open cards to the end, n times: what each side got, all together."""
    backend = backend or loading.backend()
    s = Solver(given, Workspace(backend, pool_bits=4, hash_bits=4))
    out = backend.zeros(2)
    backend.playouts(n, seed * 2654435761 + 88172645463325252 & (1 << 59) - 1 | 1, len(given.hands), s.tricks, given.leader,
                     given.per_trick, given.last_trick, given.flags, s.hand, backend.zeros(len(given.hands)), s.side,
                     s.csuit, s.cpts, s.ab, s.smask, s.tm, s.hl, given.suits, out)  # fmt: skip
    return int(out[0]), int(out[1])
