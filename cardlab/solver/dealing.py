"""Random play from tables: whole deals, and each card of a position played out.

Knows how to ask the kernel for deals and how to read its counts.  Knows no game.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cardlab.solver import loading
from cardlab.solver.kernel import places
from cardlab.solver.loading import Backend
from cardlab.solver.tables import Layout, Tables, TooBig


@dataclass(frozen=True, slots=True)
class DealCounts:
    """How random deals ended.  By table and seat: how many deals took each number of tricks; how
    many got each number of points."""

    dealt: tuple[int, ...]
    tricks: tuple[tuple[dict[int, int], ...], ...]
    points: tuple[tuple[dict[int, int], ...], ...]

    def plain(self) -> list[Any]:
        """The counts as JSON can hold them."""
        return [
            list(self.dealt),
            *(
                [[sorted(seat.items()) for seat in table] for table in counts]
                for counts in (self.tricks, self.points)
            ),
        ]

    @classmethod
    def of_plain(cls, parts: Iterable[list[Any]]) -> DealCounts:
        """The sum of counts that were written by `plain`."""
        dealt, tricks, points = zip(*parts)
        return cls(
            tuple(map(sum, zip(*dealt))),
            _added(tricks),
            _added(points),
        )


def _added(parts: Iterable[Any]) -> tuple[tuple[dict[int, int], ...], ...]:
    """The sum of counts by table and seat."""
    return tuple(
        tuple(
            dict(sorted(sum((Counter(dict(counts)) for counts in seats), Counter()).items()))
            for seats in zip(*tables)
        )
        for tables in zip(*parts)
    )


def _seed(seed: int | str) -> int:
    """A start for the kernel's random numbers that is far from that of the next seed."""
    return random.Random(seed).getrandbits(61) | 1


@lru_cache(maxsize=32)
def _laid_out(given: Tables) -> Layout:
    """Of tables without hands, which nothing is played from: kept, for deals that are asked for
    again and again."""
    return Layout(given)


def deal_out(
    tables: Sequence[Tables],
    n: int,
    each: int,
    *,
    leader: int | None = 0,
    seed: int | str = 1,
    backend: Backend | None = None,
) -> DealCounts:
    """Shuffle, deal ``each`` cards to every seat and play legal cards at random, n times.

    tables: one is drawn for each deal; all cards are ``spare``, the hands are empty, and the seats
    are equally many. leader: the seat that leads; None: any.
    """
    backend = backend or loading.backend()
    array, zeros = backend.array, backend.zeros
    layouts = [_laid_out(t) for t in tables]
    seats, cards = len(tables[0].hands), len(layouts[0].card)
    if any(
        len(t.hands) != seats or len(x.card) != cards for t, x in zip(tables, layouts, strict=True)
    ):
        raise ValueError("the tables have different seats or packs; deal them apart")
    if seats * each > cards:
        raise ValueError(f"{seats} times {each} cards are more than the pack of {cards}")
    if each > 63:
        raise TooBig(f"{each} cards each are too many; at most 63 fit")
    low = high = 0
    for t, x in zip(tables, layouts, strict=True):
        got = [*(t.points[c] for c in x.card.values()), *[t.per_trick] * each, t.last_trick]
        low, high = min(low, sum(v for v in got if v < 0)), max(high, sum(v for v in got if v > 0))
    width = high - low + 1
    dealt = zeros(len(tables))
    rng = backend.draw_tables(len(tables), n, _seed(seed), dealt)
    hand, deck, tally, rows = zeros(8), array(range(cards)), zeros(96), zeros(4096)
    tricks, points = [], []
    for x, deals in zip(layouts, dealt, strict=True):
        K = array([*x.K[: places.TRICKS], each, *x.K[places.TRICKS + 1 :]])
        took, scored = zeros(8 * 64), zeros(8 * width)
        start = -1 if leader is None else leader
        rng = backend.deal_out(
            K, deals, each, start, rng, hand, deck, tally, rows, low, width, took, scored
        )
        tricks.append(_counts(took, seats, 64, 0))
        points.append(_counts(scored, seats, width, low))
    return DealCounts(tuple(map(int, dealt)), tuple(tricks), tuple(points))


def _counts(numbers: Any, seats: int, width: int, low: int) -> tuple[dict[int, int], ...]:
    """How many deals brought each seat so much, from rows of ``width`` numbers from ``low`` up."""
    return tuple(
        {low + i: int(m) for i in range(width) if (m := numbers[p * width + i])}
        for p in range(seats)
    )


@dataclass(frozen=True, slots=True)
class Tried:
    """What random play made of a card: tries, points of side 0 and of side 1 in all, and the
    squares of side 0's."""

    tries: int
    points: tuple[int, int]
    squares: int

    @property
    def mean(self) -> float:
        return self.points[0] / self.tries


def playouts(
    given: Tables,
    n: int,
    layouts: Sequence[Sequence[Iterable[int]]] = (),
    *,
    seed: int = 1,
    backend: Backend | None = None,
) -> dict[int, Tried]:
    """Play every legal card of the seat to move, and random legal cards to the end, n times.

    layouts: other hands to play with, seat by seat, of the cards of ``given`` (its ``spare`` too);
    the mover's hand is the same in all.  Without them the hands are those of ``given``.
    """
    backend = backend or loading.backend()
    layout = Layout(given)
    now, _ = layout.at()
    all_hands = [layout.mask(hand) for hands in layouts or (given.hands,) for hand in hands]
    out, array, zeros = backend.zeros(4 * 64), backend.array, backend.zeros
    count = len(all_hands) // len(given.hands)
    at = array([*now[:8], now[9]])
    backend.try_out(
        array(layout.K), array(all_hands), count, n, at, _seed(seed), zeros(8), zeros(16), out
    )
    return {
        c: Tried(int(out[4 * b + 3]), (int(out[4 * b]), int(out[4 * b + 1])), int(out[4 * b + 2]))
        for b, c in sorted(layout.card.items())
        if out[4 * b + 3]
    }
