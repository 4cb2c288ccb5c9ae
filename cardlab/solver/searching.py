"""Perfect play from a position in tables: what side 0 gets, and what each card is worth.

Knows how to ask the kernel's search, its memory, and a limit of positions or of time.  Knows no game.

>>> from cardlab.solver.tables import Tables
>>> spades, hearts = 0, 1
>>> ends = Tables(hands=((12, 10), (11, 1), (0, 20), (13, 14)), leader=0, side=(0, 1, 0, 1),
...     suit=(spades,) * 13 + (hearts,) * 13, strength=tuple(range(13)) * 2, suits=2)
>>> value(ends), moves(ends)
(1, {10: 1, 12: 1})
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from cardlab.solver import loading
from cardlab.solver.guessing import guess_tricks
from cardlab.solver.kernel import places
from cardlab.solver.kernel.ordering import are_equal
from cardlab.solver.loading import Backend
from cardlab.solver.setting import Setting
from cardlab.solver.tables import HASHES, Tables


def work_time() -> float:
    """Seconds of a processor that this thread has had: a limit promises work, and on a busy machine
    the clock on the wall would break the promise.  Where a system does not count them (Python in a
    browser), the seconds on the wall."""
    try:
        return time.thread_time()
    except (AttributeError, OSError):
        return time.perf_counter()


class TimeIsUp(ValueError):
    """The question was not settled within what it may cost.  kind: which limit was reached."""

    def __init__(self, kind: Literal["nodes", "seconds"]) -> None:
        what = "in the time given" if kind == "seconds" else "within the positions given"
        super().__init__(f"it was not solved {what}")
        self.kind = kind


@dataclass
class Allowance:
    """How many positions may still be searched, by all the questions together that are given it.

    The same questions use up the same number on every machine, compiled or not.
    """

    left: int


class Limit(NamedTuple):
    """What one question may cost: positions, and until when on the clock of `work_time`."""

    allowance: Allowance | None
    ends: float | None

    @classmethod
    def of(cls, nodes: int | Allowance | None, seconds: float | None) -> Limit:
        """The limit of a question that begins now; None sets none."""
        allowance = Allowance(nodes) if isinstance(nodes, int) else nodes
        return cls(allowance, None if seconds is None else work_time() + seconds)


class Workspace:
    """The memory of one search at a time, used again for the next.  Most of it is touched only
    by a search that needs it."""

    def __init__(
        self, backend: Backend | None = None, *, pool_bits: int = 22, hash_bits: int = 18
    ) -> None:
        # of one size for both backends: how many positions a search looks at hangs on its memory
        self.backend = backend or loading.backend()
        self.hash_bits, self.pool_size = hash_bits, 1 << pool_bits
        self.first_mask = min(places.FIRST_MASK, (1 << hash_bits) - 1)
        self.shapes, self.pool = (
            self.backend.zeros((places.SHAPE + 1) << hash_bits),
            self.backend.zeros(self.pool_size),
        )
        self.hashes = self.backend.array(HASHES)
        """Numbers by which shapes are told apart."""
        self.lists = self.backend.zeros(3 * 64 * places.MOVES)
        self._setting: Setting | None = None

    def setting_of(self, given: Tables) -> Setting:
        """What the search needs to know of a position besides its hands: that of the last one, if it
        has the same cards."""
        if self._setting is None or not self._setting.fits(given):
            self._setting = Setting(given, self.backend, self.hash_bits, self.pool_size)
        return self._setting

    def clear(self) -> None:
        """Forget the shapes: empty the index as it is when a search begins."""
        index = places.SHAPE << self.hash_bits
        places_used = self.first_mask + 1
        self.shapes[index : index + places_used] = self.backend.zeros(places_used)


NOT_YET = -places.BIG
Range: TypeAlias = tuple[int, int]


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
        self.workspace = space = workspace or Workspace()
        self.backend = backend = space.backend
        setting = space.setting_of(given)
        self.layout, self.K = setting.layout, setting.K
        if not (partition and quick):
            self.K = self.K.copy()
            self.K[places.PARTITION], self.K[places.QUICK] = int(partition), int(quick)
        shortcuts = partition and quick
        self.drive = backend.drive_pairs if setting.is_pairs and shortcuts else backend.drive
        self.patterns, self.forced = setting.tables(given, space.hashes)
        self.frames = backend.zeros((len(setting.cards) + 3) * places.FRAME)
        self.state = backend.zeros(places.STATE)
        self.hand = backend.array([self.layout.mask(hand) for hand in given.hands])
        self.now, _ = self.layout.at()
        self.won = 0
        """What side 0 has got for the cards played here."""
        self.forget()

    def forget(self) -> None:
        """Forget what was found, as before the first question."""
        self.workspace.clear()
        self.state[:] = self.backend.zeros(places.STATE)
        self.state[places.S_INDEX_MASK] = self.workspace.first_mask
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

    def _drive(
        self, now: list[int], guess: int | None, limit: Limit, within: Range | None = None
    ) -> int:
        state, allowance = self.state, limit.allowance
        hands = [int(h) for h in self.hand]
        low, high = self._write_frame(now, sum(hands))
        if within is not None:
            low, high = (min(max(low, bound), high) for bound in within)
        if guess is None:
            guess = self._guess(hands, now[6], low, high)
        state[places.S_PAUSED] = 0
        while True:
            before = self.nodes
            state[places.S_LIMIT] = before + self._piece(limit)
            result = self.drive(
                low,
                high,
                guess,
                0,
                self.K,
                self.hand,
                self.patterns,
                self.forced,
                self.frames,
                self.workspace.lists,
                self.workspace.shapes,
                self.workspace.pool,
                state,
            )
            if allowance is not None:
                allowance.left -= self.nodes - before
            if result != NOT_YET:
                return int(result)
            up = allowance is not None and allowance.left <= 0
            if up or (limit.ends is not None and work_time() > limit.ends):
                self.hand = self.backend.array(hands)
                raise TimeIsUp("nodes" if up else "seconds")

    def _piece(self, limit: Limit) -> int:
        """How many positions are searched before the limit is looked at again."""
        piece = 1 << 60
        if limit.ends is not None:
            piece = 200_000 if self.backend.name == "numba" else 1_000
        return piece if limit.allowance is None else min(piece, max(limit.allowance.left, 0))

    def _guess(self, hands: list[int], tricks: int, low: int, high: int) -> int:
        """Where to begin: by the cards between two pairs, half way in all other tables."""
        K = self.layout.K
        if K[places.BETWEEN_PAIRS]:
            return guess_tricks(K, hands, tricks) * K[places.PER_TRICK]
        return (low + high + 1) // 2

    def _write_frame(self, now: list[int], cards: int) -> tuple[int, int]:
        """Write the first frame of a search; return the least and the most that side 0 can get.
        cards: in all hands."""
        given, frames = self.given, self.frames
        player, led, best, winner, taken, place, left, unled, trick, _ = now
        gains = losses = 0
        if self.layout.K[places.HAS_POINTS]:
            points = [given.points[c] for c in self.layout.cards(cards)]
            gains, losses = sum(p for p in points if p > 0), sum(p for p in points if p < 0)
        frames[places.F_PLAYER], frames[places.F_LED] = player, led
        frames[places.F_BEST], frames[places.F_WINNER] = best, winner
        frames[places.F_TAKEN], frames[places.F_TRICK] = taken, trick
        frames[places.F_PLACE], frames[places.F_TRICKS_LEFT] = place, left
        frames[places.F_LEFT], frames[places.F_UNLED] = cards, unled
        frames[places.F_GAINS], frames[places.F_LOSSES] = gains, losses
        frames[places.F_SHAPE] = -1
        ways = taken, given.per_trick * left, given.last_trick * (left > 0)
        low = losses + sum(way for way in ways if way < 0)
        return low, gains + sum(way for way in ways if way > 0)

    def value(
        self,
        guess: int | None = None,
        seconds: float | None = None,
        within: Range | None = None,
        nodes: int | Allowance | None = None,
    ) -> int:
        """What side 0 gets from here to the end.  within: the least and the most between which it
        is wanted; for what lies outside the nearer of the two is returned."""
        return self._drive(self.now, guess, Limit.of(nodes, seconds), within)

    def moves(
        self,
        guess: int | None = None,
        seconds: float | None = None,
        within: Range | None = None,
        nodes: int | Allowance | None = None,
    ) -> dict[int, int]:
        """What side 0 gets from here to the end, for every legal card of the seat to move.  Equal
        cards are asked for once.  within: as in `value`."""
        limit = Limit.of(nodes, seconds)
        p, before, layout = self.now[0], self.hand, self.layout
        hand = int(before[p])
        others = sum(int(h) for h in before) ^ hand
        if self.now[5]:
            others |= self.now[8]
        legal, values, last = layout.legal(hand, self.now), dict[int, int](), -1
        for b in sorted(layout.card):
            if not legal >> b & 1:
                continue
            if last < 0 or not are_equal(b, last, others, layout.K):
                self.hand = before.copy()
                self.hand[p] = hand ^ 1 << b
                now, won = layout.after(self.now, b)
                rest = None if within is None else (within[0] - won, within[1] - won)
                try:
                    guess = won + self._drive(
                        now, None if guess is None else guess - won, limit, rest
                    )
                finally:
                    self.hand = before
            assert guess is not None
            values[layout.card[b]] = guess
            last = b
        return {card: values[card] for card in layout.cards(legal)}

    def by_leader(self, guess: int | None = None, seconds: float | None = None) -> tuple[int, ...]:
        """What side 0 gets if this or that seat leads to the next trick, for every seat."""
        if self.now[5]:
            raise ValueError("a trick is on the table; play it to its end first")
        limit, values = Limit.of(None, seconds), list[int]()
        for p in range(len(self.given.hands)):
            guess = self._drive([p, *self.now[1:]], guess, limit)
            values.append(guess)
        return tuple(values)


def value(
    given: Tables,
    workspace: Workspace | None = None,
    *,
    guess: int | None = None,
    seconds: float | None = None,
    within: Range | None = None,
    nodes: int | Allowance | None = None,
) -> int:
    """What side 0 gets from here to the end, when everybody plays perfectly with all cards seen.
    within: as in `Solver.value`."""
    return Solver(given, workspace).value(guess, seconds, within, nodes)


def moves(
    given: Tables,
    workspace: Workspace | None = None,
    *,
    guess: int | None = None,
    seconds: float | None = None,
    within: Range | None = None,
    nodes: int | Allowance | None = None,
) -> dict[int, int]:
    """What side 0 gets from here to the end, for every legal card of the seat to move.  within: as
    in `Solver.value`."""
    return Solver(given, workspace).moves(guess, seconds, within, nodes)


def by_leader(
    given: Tables, workspace: Workspace | None = None, *, guess: int | None = None
) -> tuple[int, ...]:
    """What side 0 gets if this or that seat leads, for every seat; quicker than one after the
    other."""
    return Solver(given, workspace).by_leader(guess)
