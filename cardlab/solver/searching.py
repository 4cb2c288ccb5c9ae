"""Perfect play from a position in tables: what side 0 gets, and what each card is worth.

Knows how to ask the kernel's search, its memory, and a limit of time.  Knows no game.

>>> from cardlab.solver.tables import Tables
>>> spades, hearts = 0, 1
>>> ends = Tables(hands=((12, 10), (11, 1), (0, 20), (13, 14)), leader=0, side=(0, 1, 0, 1),
...     suit=(spades,) * 13 + (hearts,) * 13, strength=tuple(range(13)) * 2, suits=2)
>>> value(ends), moves(ends)
(1, {10: 1, 12: 1})
"""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path

from cardlab.solver import loading
from cardlab.solver.fixing import are_pairs
from cardlab.solver.kernel import places
from cardlab.solver.loading import Backend
from cardlab.solver.tables import HASHES, IN_SUIT, Layout, Tables, TooBig


def work_time() -> float:
    """Seconds of a processor that this thread has had: a limit promises work, and on a busy machine
    the clock on the wall would break the promise.  Where a system does not count them (Python in a
    browser), the seconds on the wall."""
    try:
        return time.thread_time()
    except (AttributeError, OSError):
        return time.perf_counter()


class TimeIsUp(ValueError):
    """The question was not settled in the time given."""


@cache
def weights(family: str) -> tuple[int, ...]:
    """How moves are ordered: weights found by climbing hills, for tricks with and without trumps
    and for card points."""
    return tuple(
        json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))[family]
    )


def weights_for(K: list[int]) -> tuple[int, ...]:
    """The weights by which moves are ordered with these tables."""
    trumps = K[places.TOP_SUIT] >= 0
    if K[places.BETWEEN_PAIRS]:
        return (*weights("pairs with trumps"), *weights("pairs without trumps"))
    if K[places.HAS_POINTS]:
        return weights("points")
    return weights("tricks" if trumps else "no trumps")


def plays_in_pairs(given: Tables, K: list[int]) -> bool:
    """Whether `cardlab.solver.kernel.pairs` knows which cards to try first: two pairs want tricks,
    whoever can has to follow suit, and nothing but one suit beats the others."""
    return (
        given.side in ((0, 1, 0, 1), (1, 0, 1, 0))
        and K[places.AFTER] == places.FOLLOW
        and K[places.PER_TRICK] > 0
        and not K[places.HAS_POINTS]
        and not K[places.RANKED]
        and K[places.WILD] < 0
    )


class Workspace:
    """The memory of one search at a time, used again for the next.  Most of it is touched only
    by a search that needs it."""

    def __init__(
        self, backend: Backend | None = None, *, pool_bits: int = 22, hash_bits: int = 18
    ) -> None:
        self.backend = backend or loading.backend()
        if self.backend.name == "python":
            pool_bits, hash_bits = min(pool_bits, 18), min(hash_bits, 14)
        self.hash_bits, self.pool_size = hash_bits, 1 << pool_bits
        self.shapes, self.pool = (
            self.backend.zeros(4 << hash_bits),
            self.backend.zeros(self.pool_size),
        )
        self.hashes = self.backend.array(HASHES)
        """Numbers by which shapes are told apart; a search copies those that it needs."""

    def clear(self, bits: int) -> None:
        """Forget the shapes, of which so many bits are used now."""
        if self.backend.name == "numba":
            self.shapes[: 4 << bits] = 0
        else:
            self.shapes[: 4 << bits] = [0] * (4 << bits)


NOT_YET = -places.BIG


class Solver:
    """One position and all that come from it.  What was found for one of them helps with the
    others.

    >>> hands = (12, 10), (11, 1), (0, 20), (13, 14)
    >>> ends = Tables(hands, 0, (0, 1, 0, 1), (0,) * 13 + (1,) * 13, tuple(range(13)) * 2, suits=2)
    >>> solver = Solver(ends)
    >>> solver.value(), solver.moves()
    (1, {10: 1, 12: 1})
    >>> solver.play(10)
    >>> solver.moves(), solver.won
    ({1: 2, 11: 1}, 0)
    """

    def __init__(
        self,
        given: Tables,
        workspace: Workspace | None = None,
        *,
        partition: bool = True,
        quick: bool = True,
    ) -> None:
        self.given = given
        self.workspace = workspace or Workspace()
        self.backend = self.workspace.backend
        self.layout = layout = Layout(given)
        array, zeros, K = self.backend.array, self.backend.zeros, layout.K
        seats, suits, width = len(given.hands), given.suits, layout.width
        held = {c for hand in given.hands for c in hand}
        if max(width, default=0) > IN_SUIT:
            raise TooBig(f"a suit has {max(width)} cards; at most {IN_SUIT} fit")
        K[places.PARTITION], K[places.QUICK] = int(partition), int(quick)
        # the owners and sorts of a suit's cards, from the top down, lie in one of up to four words
        kind_bits = (layout.sorts - 1).bit_length()
        bits = kind_bits + max(1, (seats - 1).bit_length())
        word, shift, fill = [0] * suits, [0] * suits, list[int]()
        for s in sorted(range(suits), key=lambda s: -width[s]):
            need = max(1, bits * width[s])
            if need > 62:
                raise TooBig("a suit is too long for its cards and points to be told apart")
            word[s] = next((w for w, used in enumerate(fill) if used + need <= 62), len(fill))
            if word[s] == len(fill):
                fill.append(0)
            shift[s] = fill[word[s]]
            fill[word[s]] += need
        if len(fill) > 4:
            raise TooBig("the suits are too many and too long for the kernel")
        K[places.WORDS] = max(1, len(fill))
        for s in range(suits):
            at = places.PREFIX + s * 32
            for n in range(width[s] + 1):
                K[at + n] = ((1 << (bits * n)) - 1) << (bits * (width[s] - n) + shift[s])
            K[at + 31] = ((1 << (bits * width[s])) - 1) << shift[s]
        K[places.PREFIX_LENGTH : places.PREFIX_LENGTH + 64] = [
            min(31, i // bits) for i in range(64)
        ]
        K[places.SUIT_TABLE : places.SUIT_TABLE + suits] = [
            sum(1 << width[t] for t in range(s)) for s in range(suits)
        ]
        K[places.SUIT_WORD : places.SUIT_WORD + suits] = word
        K[places.BETWEEN_PAIRS] = int(plays_in_pairs(given, K))
        order = weights_for(K)
        K[places.WEIGHTS : places.WEIGHTS + len(order)] = order
        self.drive = self.backend.drive_pairs if are_pairs(K) else self.backend.drive
        space = self.workspace
        self.shape_bits = max(
            8, min(space.hash_bits, len(held) // 2 - (2 if K[places.HAS_POINTS] else 8))
        )
        K[places.POOL_SIZE], K[places.HASH_MASK] = space.pool_size, (1 << self.shape_bits) - 1
        hashes, owner = space.hashes[: suits * 512].copy(), [0] * 64
        for p, hand in enumerate(given.hands):
            for c in hand:
                owner[layout.bit[c]] = p
            for s in range(suits):
                hashes[s * 512 + 448 + p] = (
                    layout.mask(c for c in hand if given.suit[c] == s) >> layout.offset[s]
                )
        size = sum(1 << n for n in width)
        self.K, self.patterns, self.forced = array(K), zeros(2 * size), zeros(size)
        kinds = [layout.kind.get(b, 0) for b in range(64)]
        self.backend.build_tables(
            self.K,
            array(owner),
            array(kinds),
            array(width),
            array(shift),
            kind_bits,
            bits,
            hashes,
            self.patterns,
            self.forced,
        )
        self.frames = zeros((len(held) + 3) * places.FRAME)
        self.lists = zeros(3 * 64 * places.MOVES)
        self.state = zeros(places.STATE)
        self.hand = array([layout.mask(hand) for hand in given.hands])
        self.now, _ = layout.at()
        self.won = 0
        """What side 0 has got for the cards played here."""
        self.forget()

    def forget(self) -> None:
        """Forget what was found, as before the first question."""
        self.workspace.clear(self.shape_bits)
        self.state[:] = self.backend.zeros(places.STATE)
        self.state[places.S_BLOCKS : places.S_BLOCKS + 24] = [-1] * 24

    @property
    def nodes(self) -> int:
        """How many positions have been searched."""
        return int(self.state[places.S_NODES])

    @property
    def overflows(self) -> int:
        """How often the memory was full, and all patterns were dropped."""
        return int(self.state[places.S_AGE])

    def legal(self) -> tuple[int, ...]:
        """The legal cards of the seat to move."""
        return self.layout.cards(self.layout.legal(int(self.hand[self.now[0]]), self.now))

    def play(self, card: int) -> None:
        """Go on to the position after this card; what was found stays."""
        b, p = self.layout.bit[card], self.now[0]
        if not int(self.hand[p]) >> b & 1:
            raise ValueError("that card is not in the hand of the seat to move")
        self.hand[p] = int(self.hand[p]) ^ 1 << b
        self.now, won = self.layout.after(self.now, b)
        self.won += won

    def _drive(self, now: list[int], guess: int | None, ends: float | None) -> int:
        frame, state, given = self.frames, self.state, self.given
        hands = [int(h) for h in self.hand]
        held = self.layout.cards(sum(hands))
        plus = sum(max(given.points[c], 0) for c in held)
        minus = sum(min(given.points[c], 0) for c in held)
        player, led, best, winner, taken, place, left, unled, trick, _ = now
        for at, number in (
            (places.F_PLAYER, player),
            (places.F_LED, led),
            (places.F_BEST, best),
            (places.F_WINNER, winner),
            (places.F_TAKEN, taken),
            (places.F_LEFT, sum(hands)),
            (places.F_TRICK, trick),
            (places.F_SHAPE, -1),
            (places.F_PLACE, place),
            (places.F_TRICKS_LEFT, left),
            (places.F_GAINS, plus),
            (places.F_LOSSES, minus),
            (places.F_UNLED, unled),
        ):
            frame[at] = number
        ways = [taken, *[given.per_trick] * left, given.last_trick * (left > 0)]
        low, high = minus + sum(min(v, 0) for v in ways), plus + sum(max(v, 0) for v in ways)
        if guess is None:
            guess = (low + high + 1) // 2
        state[places.S_PAUSED], state[places.S_BUDGET] = 0, 1 << 60
        if ends is not None:
            state[places.S_BUDGET] = 200_000 if self.backend.name == "numba" else 1_000
        while True:
            result = self.drive(
                low,
                high,
                guess,
                0,
                self.K,
                self.hand,
                self.patterns,
                self.forced,
                frame,
                self.lists,
                self.workspace.shapes,
                self.workspace.pool,
                state,
            )
            if result != NOT_YET:
                return int(result)
            if work_time() > ends:  # type: ignore[operator]
                self.hand = self.backend.array(hands)
                raise TimeIsUp("it was not solved in the time given")

    def value(self, guess: int | None = None, seconds: float | None = None) -> int:
        """What side 0 gets from here to the end."""
        return self._drive(self.now, guess, None if seconds is None else work_time() + seconds)

    def moves(self, guess: int | None = None, seconds: float | None = None) -> dict[int, int]:
        """What side 0 gets from here to the end, for every legal card of the seat to move."""
        ends, p, values = (
            None if seconds is None else work_time() + seconds,
            self.now[0],
            dict[int, int](),
        )
        for card in self.legal():
            b, before = self.layout.bit[card], self.hand
            self.hand = self.hand.copy()
            self.hand[p] = int(self.hand[p]) ^ 1 << b
            now, won = self.layout.after(self.now, b)
            try:
                guess = won + self._drive(now, None if guess is None else guess - won, ends)
            finally:
                self.hand = before
            values[card] = guess
        return values

    def by_leader(self, guess: int | None = None, seconds: float | None = None) -> tuple[int, ...]:
        """What side 0 gets if this or that seat leads to the next trick, for every seat."""
        if self.now[5]:
            raise ValueError("a trick is on the table; play it to its end first")
        ends, values = None if seconds is None else work_time() + seconds, list[int]()
        for p in range(len(self.given.hands)):
            guess = self._drive([p, *self.now[1:]], guess, ends)
            values.append(guess)
        return tuple(values)


def value(
    given: Tables,
    workspace: Workspace | None = None,
    *,
    guess: int | None = None,
    seconds: float | None = None,
) -> int:
    """What side 0 gets from here to the end, when everybody plays perfectly with all cards seen."""
    return Solver(given, workspace).value(guess, seconds)


def moves(
    given: Tables,
    workspace: Workspace | None = None,
    *,
    guess: int | None = None,
    seconds: float | None = None,
) -> dict[int, int]:
    """What side 0 gets from here to the end, for every legal card of the seat to move."""
    return Solver(given, workspace).moves(guess, seconds)


def by_leader(
    given: Tables, workspace: Workspace | None = None, *, guess: int | None = None
) -> tuple[int, ...]:
    """What side 0 gets if this or that seat leads, for every seat; quicker than one after the
    other."""
    return Solver(given, workspace).by_leader(guess)
