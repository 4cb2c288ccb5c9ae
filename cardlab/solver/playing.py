"""Playouts: whole deals of a game, shuffled, dealt and played at random inside the kernel.

Knows how to ask the kernel for deals and how to count what came of them.  Knows no rule;
`compiling` reads those off the game.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import Game
from cardlab.engine.memory import remember
from cardlab.engine.words import listed
from cardlab.families.tricks import Trick, TrickGame, TrickState
from cardlab.solver import loading
from cardlab.solver.compiling import in_play, worth_of
from cardlab.solver.dealing import DealCounts, deal_out
from cardlab.solver.duties import duty_of
from cardlab.solver.errors import CannotCompile
from cardlab.solver.loading import Backend
from cardlab.solver.orders import Order, ordered
from cardlab.solver.spreading import Carrier, Job, Progress
from cardlab.solver.tables import Tables, TooBig

MOST = 100_000_000
BATCH = 1_000_000
"""Deals that are dealt from one seed; more are dealt in batches, each from a seed of its own."""
FEW = 100
"""Deals that tell how long many take."""


@dataclass(frozen=True)
class ContractCounts:
    """How the deals of one contract ended.  tricks, points: by seat, how many deals brought each
    number.

    title: of the contract; points are None where what a trick counts is not the sum of what its
    cards count.
    """

    title: str
    deals: int
    tricks: tuple[dict[int, int], ...]
    points: tuple[dict[int, int], ...] | None

    def mean(self, seat: int) -> float:
        """Tricks of a seat, on average."""
        return sum(number * deals for number, deals in self.tricks[seat].items()) / max(
            1, self.deals
        )


@dataclass(frozen=True)
class Playouts:
    """Deals played at random: how many, from which seed, and what came of them, contract by
    contract."""

    game: str
    deals: int
    seed: int
    contracts: tuple[ContractCounts, ...]

    def tricks(self, seat: int) -> dict[int, float]:
        """The share of the deals in which a seat took each number of tricks, over all contracts."""
        deals_of: dict[int, int] = {}
        for dealt in self.contracts:
            for number, deals in dealt.tricks[seat].items():
                deals_of[number] = deals_of.get(number, 0) + deals
        return {number: deals_of[number] / self.deals for number in sorted(deals_of)}

    def __repr__(self) -> str:
        return f"<{self.deals:,} deals of {self.game}, {len(self.contracts)} contracts>"


@cache
def _named(name: str) -> Any:
    """A game, kept for the next time: what was read off its rules is remembered as long as it
    lives."""
    return find_game(name)


class WholeDeals(NamedTuple):
    """What the kernel needs for whole deals of a game, in some of its contracts.

    each: cards of a hand; contracts: the word of each order and its title; sets: the same as the
    kernel reads them; counted: whether points are a sum of what cards count.
    """

    each: int
    contracts: tuple[tuple[str, str], ...]
    sets: tuple[Tables, ...]
    counted: tuple[bool, ...]


@dataclass(frozen=True)
class Dealer:
    """A game made ready to be dealt and played at random."""

    game: TrickGame
    whole: WholeDeals

    @cached_property
    def table(self) -> TrickState:
        """A position in its play, which says whatever the cards do not."""
        return before_the_play(self.game)

    @property
    def each(self) -> int:
        return self.whole.each

    @property
    def contracts(self) -> tuple[tuple[str, str], ...]:
        return self.whole.contracts

    def deal(
        self, n: int, seed: int | str, leader: int | None = None, backend: Backend | None = None
    ) -> DealCounts:
        """Shuffle, deal and play n deals, each in one of the contracts, drawn with equal chances.

        leader: the seat that leads to the first trick; None: any.  backend: how the kernel runs
        (see `loading`).
        """
        sets, each = self.whole.sets, self.whole.each
        try:
            return deal_out(sets, n, each, leader=leader, seed=seed, backend=backend)
        except TooBig as why_not:
            raise CannotCompile(str(why_not)) from None

    def seconds_in_python(self, n: int) -> float:
        """How long n deals take in plain Python, from a few that are played for it."""
        began = time.perf_counter()
        self.deal(FEW, 1, backend=loading.plain())
        return (time.perf_counter() - began) * n / FEW


@remember
def cards_each(game: Game) -> int:
    """Cards of a hand when the play begins. Raises `CannotCompile` if whole deals have
    no tables.

    >>> import cardlab
    >>> cards_each(cardlab.game("kaiser"))
    8
    """
    table = in_play(game)
    for word, _ in game.contracts():
        ordered(game.ordering(word))
    return len(table.hands[table.to_move]) + len(table.taken)


def before_the_play(game: Game) -> TrickState:
    """A position of a game in which nothing has been played yet, whatever the hands are."""
    table: TrickState = in_play(game)
    return table.but(taken=(), trick=Trick(tuple(range(game.players))), to_move=0)


def dealer(game: Any, contract: str | None = None) -> Dealer:
    """The game ready to be dealt, in this contract (its word, see ``game.contracts()``) or in any.

    Raises ValueError if the game does not have the contract, `CannotCompile` if it has no tables.
    """
    return Dealer(game, whole_deals(game, contract))


@remember
def whole_deals(game: TrickGame, contract: str | None) -> WholeDeals:
    """What the kernel needs for whole deals in this contract, or in any; raises as `dealer`."""
    words = tuple((word, title) for word, title in game.contracts() if contract in (None, word))
    if not words and game.contracts():
        raise ValueError(
            f"{game.title} has no contract {contract!r}; choose one of"
            f" {listed([w for w, _ in game.contracts()])}"
        )
    each, base = cards_each(game), before_the_play(game)
    sets, counted = [], []
    for word, _ in words:
        ordering = game.ordering(word)
        points, unsaid = worth_of(game, ordering)
        counted.append(not unsaid)
        sets.append(_undealt(base.but(order=ordering), ordered(ordering), points))
    return WholeDeals(each, words, tuple(sets), tuple(counted))


def _undealt(state: TrickState, order: Order, points: tuple[int, ...]) -> Tables:
    """The tables of an order with all cards still in the pack."""
    game, duty = state.game, duty_of(state)
    sides = [game.side_of[seat] for seat in range(game.players)]
    return Tables(
        ((),) * len(sides),
        0,
        tuple(int(side != sides[0]) for side in sides),
        order.suit,
        order.strength,
        points,
        len(order.level),
        levels=order.level,
        flags=duty.flags,
        per_trick=game.per_trick,
        last_trick=game.last_trick,
        wild=order.wild,
        barred=duty.barred,
        top=duty.top,
        spare=tuple(range(len(order.cards))),
        rules=duty.rules,
        trumps=duty.trumps,
        after=duty.after,
    )


def playouts(
    game: Any,
    n: int = 10_000,
    seed: int = 1,
    contract: str | None = None,
    leader: int | None = None,
    wait: bool | None = None,
    *,
    executor: Carrier = None,
    progress: Progress = False,
    resume: str | Path | None = None,
) -> Playouts:
    """Shuffle, deal and play n whole deals at random.

    game: its name, or the game with its options.  For each deal the contract is drawn from all that
    the game has (what is trumps, or none) unless one is named, and the leader unless it is given as
    a seat; then everybody plays any legal card.  wait: True waits for the compiled kernel where it
    has to be made first; False does not; None waits where the call would take more than five
    seconds in plain Python, and a `SolverWarning` says so.  More than a million deals are dealt in
    batches on all cores; executor, progress and resume: as in `solve_many`, with the same result
    whoever does the work.  Raises ValueError if the number of
    deals, the seed, the contract or the leader is not possible, `CannotCompile` if the game has no
    tables.

    >>> import cardlab
    >>> result = cardlab.playouts("bridge", n=2000, seed=1)
    >>> result, [dealt.title for dealt in result.contracts]
    (<2,000 deals of bridge, 5 contracts>, ['Clubs', 'Diamonds', 'Hearts', 'Spades', 'No trumps'])
    >>> sum(dealt.deals for dealt in result.contracts), abs(result.contracts[0].mean(0) - 13 / 4) < 0.3
    (2000, True)
    >>> [(dealt.title, dealt.deals) for dealt in cardlab.playouts("bridge", 100, contract="NT", leader=0).contracts]
    [('No trumps', 100)]
    """
    for name, number, least in (("n", n, 1), ("seed", seed, 0)):
        if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= MOST:
            raise ValueError(
                f"{name}={number!r} is not possible; give a whole number from {least} to {MOST:,}"
            )
    game = _named(game) if isinstance(game, str) else game
    if leader is not None and (
        isinstance(leader, bool) or not isinstance(leader, int) or not 0 <= leader < game.players
    ):
        raise ValueError(
            f"leader={leader!r} is not possible; give a seat from 0 to {game.players - 1}, or None"
            " for any"
        )
    ready = dealer(game, contract)
    backend = loading.backend_for_call(wait, lambda: ready.seconds_in_python(n))
    if n <= BATCH and resume is None:
        counts = ready.deal(n, seed, leader, backend)
    else:
        work = partial(_deals_of, game, contract, leader)
        about = repr((game.id, game.chosen, game.house, n, seed, contract, leader))
        job = Job("deals", work, _seeds(n, seed), about, backend.name)
        done = job.run(executor=executor, progress=progress, resume=resume)
        counts = DealCounts.of_plain(done)
    return Playouts(
        game.id,
        n,
        seed,
        tuple(
            ContractCounts(
                title,
                counts.dealt[i],
                counts.tricks[i],
                counts.points[i] if ready.whole.counted[i] else None,
            )
            for i, (_, title) in enumerate(ready.contracts)
        ),
    )


def _seeds(n: int, seed: int) -> list[tuple[int, int | str]]:
    """How many deals each batch has, and from which seed; the first has the seed itself."""
    sizes = [min(BATCH, n - start) for start in range(0, n, BATCH)]
    return [(size, f"{seed}/{i}" if i else seed) for i, size in enumerate(sizes)]


def _deals_of(
    game: Any, contract: str | None, leader: int | None, batch: tuple[int, int | str]
) -> list[Any]:
    """Deal a batch, and count it as JSON can hold it."""
    size, seed = batch
    return dealer(game, contract).deal(size, seed, leader).plain()
