"""How well four bots bid bridge: how far from par they end, and which games they miss.

    python benchmarks/bidding.py                         200 deals, four strong bots
    python benchmarks/bidding.py --bot simple --deals 50
    python benchmarks/bidding.py --keep tables.jsonl     keep what was solved, for the next run
    python benchmarks/bidding.py --against simple        a pair of each at two tables instead

Every deal is the first of a rubber.  The contract is worth what perfect play by all takes in it,
scored as in duplicate bridge with nobody vulnerable; a contract that fails is not thought doubled
unless somebody doubled it.  Par is what both sides come to when they know all cards and bid as well
as can be.  The loss is the distance from par, in points and in international match points.

A side ought to be in game with 26 high-card points or more and no misfit (a fit of eight cards, or
two balanced hands), and not with fewer than 20 unless it has shape (a fit of nine cards or more, or
a suit of seven).  An auction is long with more than 20 calls; it counts against the bots unless both
sides bid.

With `--against` every deal is bid twice, by a pair of each kind of bot, North and South at one table,
East and West at the other; what the first kind gains is told, in points and match points, with the
interval that holds the true mean with 95 %.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

import cardlab
from cardlab.engine.moves import Bid
from cardlab.families.rubber import IMPS
from cardlab.labs.analysis import DoubleDummyTable, par
from cardlab.players import EFFORTS, Comparison, SampledBot
from cardlab.players.bots import bot

STRAINS = ("C", "D", "H", "S", "NT")
GAME_LEVEL = {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}


def duplicate(level: int, strain: str, doubled: int, tricks: int) -> int:
    """What a contract scores in duplicate bridge, nobody vulnerable."""
    over, times = tricks - 6 - level, 2**doubled
    if over < 0:
        down = -over
        if not doubled:
            return -50 * down
        return -doubled * (100 * down + 100 * max(0, down - 1) + 100 * max(0, down - 3))
    each = 20 if strain in "CD" else 30
    bid = (each * level + 10 * (strain == "NT")) * times
    score = bid + (300 if bid >= 100 else 50) + {6: 500, 7: 1000}.get(level, 0)
    return score + (50 * doubled + 100 * doubled * over if doubled else each * over)


@dataclass(frozen=True)
class Bidden:
    """One deal after its auction: the hands, the calls, the contract (None if passed out)."""

    hands: tuple[tuple[Any, ...], ...]
    calls: tuple[tuple[int, Any], ...]
    contract: Any
    declarer: int | None
    seconds: float

    def points(self, points_of: Any, side: int) -> int:
        return sum(points_of(self.hands[seat]) for seat in (side, side + 2))

    def fit(self, side: int) -> int:
        held = [card.suit for seat in (side, side + 2) for card in self.hands[seat]]
        return max(Counter(held).values())

    def balanced(self, side: int) -> bool:
        shapes = [
            sorted(Counter(card.suit for card in self.hands[seat]).values())
            for seat in (side, side + 2)
        ]
        return all(shape in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]) for shape in shapes)

    def longest(self, side: int) -> int:
        return max(
            max(Counter(card.suit for card in self.hands[seat]).values())
            for seat in (side, side + 2)
        )

    def score(self, table: DoubleDummyTable) -> int:
        """What the contract is worth to the first side with perfect play."""
        made = self.contract
        if made is None or self.declarer is None:
            return 0
        tricks = table.tricks[made.strain, self.declarer]
        worth = duplicate(made.level, made.strain, made.doubled, tricks)
        return worth if self.declarer % 2 == 0 else -worth

    @property
    def is_game(self) -> bool:
        return self.contract is not None and (
            self.contract.level >= GAME_LEVEL[self.contract.strain]
        )

    @property
    def competed(self) -> bool:
        return len({seat % 2 for seat, call in self.calls if isinstance(call, Bid)}) > 1


def make_bot(name: str, seed: int) -> Any:
    """A bot without a clock, so that the figures are the same on every machine."""
    if name in EFFORTS:
        return SampledBot(seed, effort=EFFORTS[name], calls=name == "strong")
    return bot(name, seed=seed)


def bidden(names: tuple[str, str], seed: int) -> Bidden:
    """The first deal of a rubber, bid by a pair of bots for each side."""
    match = cardlab.game("bridge").match(seed=seed)
    bots = [make_bot(names[seat % 2], 10 * seed + seat) for seat in range(4)]
    hands, began = match.state.hands, time.process_time()
    calls: tuple[Any, ...] = ()
    while match.state.phase.id == "auction" and len(match.state.calls) >= len(calls):
        seat = match.to_move
        move = bots[seat].choose(match.seat_view(seat))
        calls = (*match.state.calls, (seat, move))
        if len(calls) > 80:
            break
        match = match.play(move)
        if match.state.hands != hands:  # passed out, and dealt again
            return Bidden(hands, calls, None, None, time.process_time() - began)
    spent = time.process_time() - began
    if match.state.phase.id != "play":
        return Bidden(hands, calls, None, None, spent)
    return Bidden(hands, calls, match.state.contract, match.state.declarer, spent)


def solved(deals: list[Bidden], keep: str | None) -> Iterator[DoubleDummyTable]:
    """For every deal the tricks of each declarer in each strain, with perfect play."""
    game = cardlab.game("bridge")
    asked = [(strain, declarer) for strain in STRAINS for declarer in range(4)]
    states = [
        game.state(
            phase="play",
            trump=strain,
            to_move=(declarer + 1) % 4,
            hands=dict(enumerate(deal.hands)),
        )
        for deal in deals
        for strain, declarer in asked
    ]
    cardlab.solve(states[0], nodes=None, wait=True)  # compiled before the first of them is timed
    values = cardlab.solve_many(states, nodes=None, executor="serial", resume=keep)
    for i in range(len(deals)):
        yield DoubleDummyTable(
            {one: 13 - tricks_of(values[i * len(asked) + k]) for k, one in enumerate(asked)}
        )


def tricks_of(value: Any) -> int:
    """The tricks of the side on lead."""
    return int(value)


def report(deals: list[Bidden], tables: list[DoubleDummyTable]) -> Iterator[str]:
    """The figures, a line each."""
    points_of = cardlab.game("bridge").hand_points.of  # type: ignore[union-attr]
    lost: list[int] = []
    for deal, table in zip(deals, tables, strict=True):
        lost.append(deal.score(table) - par(table).points)
    far = [abs(IMPS(points)) for points in lost]
    n = len(deals)
    yield f"{n} deals, {fmean(len(d.calls) for d in deals):.1f} calls a deal"
    yield f"mean distance from par: {fmean(map(abs, lost)):.0f} points"
    yield (
        f"mean distance from par: {fmean(far):.2f} ± {1.96 * stdev(far) / n**0.5:.2f} match points"
    )
    out = [d for d in deals if d.contract is None]
    most = [max(points_of(hand) for hand in d.hands) for d in out]
    yield f"passed out: {len(out)}, the best hand of each {sorted(most, reverse=True)}"
    yield f"ended doubled: {sum(d.contract is not None and d.contract.doubled > 0 for d in deals)}"
    long = [d for d in deals if len(d.calls) > 20]
    yield f"more than 20 calls: {len(long)}, of them without competition: {sum(not d.competed for d in long)}"
    strong = [
        (d, side)
        for d in deals
        for side in (0, 1)
        if d.points(points_of, side) >= 26 and (d.fit(side) >= 8 or d.balanced(side))
    ]
    reached = [
        d for d, side in strong if d.is_game and d.declarer is not None and d.declarer % 2 == side
    ]
    share = f" ({len(reached) / len(strong):.0%})" if strong else ""
    yield f"26 points or more and no misfit: {len(strong)}, in game {len(reached)}{share}"
    weak = [
        d
        for d in deals
        if d.is_game
        and d.declarer is not None
        and d.points(points_of, d.declarer % 2) < 20
        and d.fit(d.declarer % 2) < 9
        and d.longest(d.declarer % 2) < 7
    ]
    yield f"in game with fewer than 20 points and no shape: {len(weak)}"
    spent = sum(d.seconds for d in deals) / sum(len(d.calls) for d in deals)
    yield f"CPU seconds a call: {spent:.2f}"


def duel(
    deals: list[Bidden], others: list[Bidden], tables: list[DoubleDummyTable]
) -> Iterator[str]:
    """What the pair gains that sits North and South in `deals`, East and West in `others`."""
    gains = [
        deal.score(table) - other.score(table)
        for deal, other, table in zip(deals, others, tables, strict=True)
    ]
    yield f"{len(gains)} deals, each at two tables"
    for unit, counts in (("points", gains), ("match points", [IMPS(gain) for gain in gains])):
        found = Comparison(tuple(counts))
        yield f"gained in a deal: {found.mean:+.2f} ± {found.margin():.2f} {unit}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2026, help="of the first deal")
    parser.add_argument("--keep", help="a file in which the solved tables are kept")
    parser.add_argument("--against", metavar="BOT", help="bid by pairs, against pairs of this bot")
    parser.add_argument("--show", type=int, default=0, help="show so many auctions")
    given = parser.parse_args()
    seeds = range(given.seed, given.seed + given.deals)
    deals = [bidden((given.bot, given.against or given.bot), seed) for seed in seeds]
    for deal in deals[: given.show]:
        print(" ".join(str(call) for _, call in deal.calls))
    tables = list(solved(deals, given.keep))
    if given.against:
        others = [bidden((given.against, given.bot), seed) for seed in seeds]
        print(*duel(deals, others, tables), sep="\n")
    else:
        print(*report(deals, tables), sep="\n")


if __name__ == "__main__":
    main()
