"""Playouts: whole deals of a game, shuffled, dealt and played at random inside the kernel.

Knows how to ask the kernel for deals and how to count what came of them.  Knows no rule; `compiling` reads those off the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..families.tricks import Trick
from . import tables
from .compiling import CannotCompile, in_play, order_and_duty, worth_of
from .tables import Tables

MOST = 100_000_000


@dataclass(frozen=True)
class Dealt:
    """What came of the deals of one contract.  tricks, points: by seat, how many deals brought so many.

    title: of the contract; points are None where what a trick counts is not the sum of what its cards count.
    """

    title: str
    deals: int
    tricks: tuple[dict[int, int], ...]
    points: tuple[dict[int, int], ...] | None

    def mean(self, seat: int) -> float:
        """Tricks of a seat, on average."""
        return sum(number * deals for number, deals in self.tricks[seat].items()) / max(1, self.deals)


@dataclass(frozen=True)
class Playouts:
    """Deals played at random: how many, from which seed, and what came of them, contract by contract."""

    game: str
    deals: int
    seed: int
    contracts: tuple[Dealt, ...]

    def tricks(self, seat: int) -> dict[int, float]:
        """The share of the deals in which a seat took so many tricks, over all contracts."""
        found: dict[int, int] = {}
        for dealt in self.contracts:
            for number, deals in dealt.tricks[seat].items():
                found[number] = found.get(number, 0) + deals
        return {number: found[number] / self.deals for number in sorted(found)}

    def __repr__(self) -> str:
        return f"<{self.deals:,} deals of {self.game}, {len(self.contracts)} contracts>"


def playouts(game: Any, n: int = 10_000, seed: int = 1) -> Playouts:
    """Shuffle, deal and play n whole deals at random.

    game: its name, or the game with its options.  For each deal the contract is drawn from all that the game has (what is trumps,
    or none), and the leader; then everybody plays any card that is open.
    Raises ValueError with a sentence for a number of deals or a seed that cannot be, `CannotCompile` where the game has no
    tables.

    >>> import cardlab
    >>> found = cardlab.playouts("bridge", n=2000, seed=1)
    >>> found, [dealt.title for dealt in found.contracts]
    (<2,000 deals of bridge, 5 contracts>, ['Clubs', 'Diamonds', 'Hearts', 'Spades', 'No trumps'])
    >>> sum(dealt.deals for dealt in found.contracts), abs(found.contracts[0].mean(0) - 13 / 4) < 0.3
    (2000, True)
    """
    from ..library import game as find_game

    for name, number, least in (("n", n, 1), ("seed", seed, 0)):
        if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= MOST:
            raise ValueError(f"{name}={number!r} is not possible; give a whole number from {least} to {MOST:,}")
    game = find_game(game) if isinstance(game, str) else game
    base = in_play(game)
    each = len(base.hands[base.to_move]) + len(base.taken)
    seats, words = tuple(range(game.players)), game.contracts()
    base = base.but(taken=(), trick=Trick(seats), to_move=0)
    sets, counted = [], []
    for word, _ in words:
        state = base.but(order=game.ordering(word))
        order, duty = order_and_duty(state)
        points, per_trick, why = worth_of(state, order)
        counted.append(not why)
        sides = [game.side_of[seat] for seat in seats]
        sets.append(
            Tables(
                ((),) * len(seats), 0, tuple(int(side != sides[0]) for side in sides), order.suit, order.strength, points,
                len(order.level), levels=order.level, flags=duty.flags, per_trick=per_trick, wild=order.wild, barred=duty.barred,
                top=duty.top, spare=tuple(range(len(order.cards))),
            )
        )  # fmt: skip
    try:
        found = tables.deal_out(sets, n, each, leader=None, seed=seed)
    except tables.TooBig as why_not:
        raise CannotCompile(str(why_not)) from None
    return Playouts(
        game.id, n, seed,
        tuple(
            Dealt(title, found.dealt[i], found.tricks[i], found.points[i] if counted[i] else None)
            for i, (_, title) in enumerate(words)
        ),
    )  # fmt: skip
