"""Bourré: stay in for the pool and promise a trick, change up to five cards, and pay the pool
again if none comes.

Source: the Bourré entry of the project's first collection of rules.  House choices: where nobody
has three tricks, the only player with most takes the pool; the highest trump is led on every lead;
a player who pays for taking no trick antes again; a player who stays in alone takes the pool;
discards are shuffled when the stock runs out; what is left in the pool after the agreed deals is
shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.moves import Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Rule, Ruling, must, note, rule, scores, silent
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.words import Seat, number, some
from cardlab.families.exchanges import (
    ActiveTricks,
    AnteDealing,
    Exchange,
    ExchangeGame,
    ExchangeState,
    Reshuffle,
    StayOrPass,
)
from cardlab.families.matches import Deals, deals_option
from cardlab.families.narrowing import FIRST_TRICK, LEADING, TRUMPS, MustPlay, highest, of_rank
from cardlab.families.pools import (
    PoolResult,
    PoolStanding,
    ante_option,
    from_pool,
    into_pool,
    pool_shared,
)

TURNED = note(
    "dealers-card",
    "The dealer's last card makes trumps",
    "The last card dealt, the dealer's own, is shown to all; its suit is trumps. It belongs to the"
    " dealer's hand and may be discarded.",
    "turn-up-trump",
    "trump",
)
NEXT = note(
    "next-card",
    "The next card makes trumps",
    "The next card of the pack is turned up; its suit is trumps.",
    "turn-up-trump",
    "trump",
)
IN_TURN = "In turn from the dealer's left, each player stays in or passes."
TOGETHER = (
    "Each player takes a chip into the fist or none, and all open their fists together: a chip"
    " stays in, no chip passes."
)
PROMISE = note(
    "one-trick",
    "Staying in promises a trick",
    "A player who stays in undertakes to win at least one trick.",
    "contract",
)
SPLIT = "If two or more share the most tricks, nobody takes the pool: it waits for the next deal."
CARRIED = "If nobody has {needed_text}, nobody takes the pool: it waits for the next deal."
ALL_PASS = " It waits as well if all pass and the cards are thrown in."


def top_trump_first(game: Bourre) -> MustPlay:
    """The rule for the solver: with one of the top three, the highest trump is one of them."""
    bound = LEADING & FIRST_TRICK if game.top_trump == "first" else LEADING
    return MustPlay(highest(TRUMPS & of_rank("AKQ")), when=bound)


@rule("must-lead-top-trump", "Lead a high trump", "trump", solver=top_trump_first)
def lead_top_trump(table: ExchangeState, moves: tuple[Move, ...]) -> Ruling:
    """{top_trump} and hold the ace, king or queen of trumps, lead your highest trump."""
    if table.trick.cards:
        return silent(moves, "{you} {are} not on lead")
    if table.taken and table.game.top_trump == "first":
        return silent(moves, "only the first lead of the deal is bound")
    order: Any = table.order
    trumps = [c for c in table.hand if order.is_trump(c)]
    if not any(c.rank in "AKQ" for c in trumps):
        return silent(moves, "{you} {have} no ace, king or queen of trumps")
    top = order.sorted(trumps)[0]
    return must(
        moves,
        lambda m: m.card == top,
        "{you} {lead} and {top} is {your} highest trump",
        "",
        {"top": top},
    )


@dataclass(frozen=True)
class BourreResult(PoolResult):
    """tricks: by seat, None for those who passed."""

    tricks: tuple[int | None, ...] = bounded(
        0, 5, (3, 1, 1, 0), "tricks of {}", each="seat", total=5, nobody="passed"
    )

    def seats_with(self, n: int) -> list[int]:
        return [seat for seat, won in enumerate(self.tricks) if won == n]

    @property
    def most(self) -> int:
        return max((n for n in self.tricks if n is not None), default=0)


@scores("three-tricks", "Enough tricks take the pool", "pool", "trick")
def three_tricks(game: Bourre, result: BourreResult) -> Any:
    """A player who wins {needed_text} or more takes the pool. A player who stays in alone takes it
    without playing."""
    if result.most >= game.needed:
        seat = result.seats_with(result.most)[0]
        alone = result.tricks.count(None) == len(result.tricks) - 1
        did = "stayed in alone" if alone else f"won {some(result.most, 'trick')}"
        because = game.tell("{who} {did}", who=Seat(seat), did=did)
        yield from_pool(game, seat, "Takes the pool", three_tricks, result.pool, because)


@scores("most-tricks", "Otherwise the most tricks take it", "pool", "trick")
def most_tricks(game: Bourre, result: BourreResult) -> Any:
    """If nobody has {needed_text}, a player who has more than any other takes the pool."""
    first = result.seats_with(result.most)
    if 0 < result.most < game.needed and len(first) == 1:
        seat, others = first[0], result.most - 1
        because = game.tell(
            "{who} won {most}, and nobody else more than {others}",
            who=Seat(seat),
            most=some(result.most, "trick"),
            others=number(others) if others else "none",
        )
        yield from_pool(game, seat, "Takes the pool", most_tricks, result.pool, because)


@scores("bourre", "Bourré: no trick", "contract", "pool", "stake")
def bourre(game: Bourre, result: BourreResult) -> Any:
    """A player who stayed in and won no trick is bourré and pays into the next pool as much as
    this one held."""
    for seat in result.seats_with(0):
        yield into_pool(
            game,
            seat,
            "Bourré",
            bourre,
            result.pool,
            game.tell("{who} stayed in and won no trick", who=Seat(seat)),
        )


@dataclass(frozen=True)
class BourreStanding(PoolStanding):
    """bourred: the sides that paid for taking no trick in the deal before."""

    bourred: tuple[str, ...] = ()


class Bourre(ExchangeGame):
    """From three to seven players, each alone, five cards and a pool. Pass, or stay in and
    promise a trick; change cards; follow, beat and trump wherever you can. The pool
    is won with {needed_text}, and paid again with none."""

    id, title, picture = "bourre", "Bourré", "AC KC QC JC TC"
    bid_values = "bourre-bids"
    seats = (3, 7, 4)
    pack = pack()
    turned_note = "showed"
    Standing: type[BourreStanding] = BourreStanding
    Result: type[BourreResult] = BourreResult
    ante = ante_option(5)
    needed = Option(3, (3, 4, 5), "How many tricks take the pool.")
    turn_up = Option(
        "dealer",
        ("dealer", "next"),
        "The card that makes trumps.",
        told={"dealer": "the dealer's last card", "next": "the next card of the pack"},
    )
    declare = Option(
        "in turn",
        ("in turn", "together"),
        "How the players decide whether they stay in.",
        told={"in turn": "one after the other", "together": "all at the same time"},
    )
    top_trump = Option(
        "every",
        {"every": "Whenever you lead", "first": "If you lead to the first trick of the deal"},
        "Which leads must be a high trump, if the leader has one.",
        house=True,
        told={"every": "every lead", "first": "the first lead of the deal"},
    )
    no_three = Option(
        "most",
        ("most", "carried"),
        "What happens if nobody has this many tricks.",
        house=True,
        told={
            "most": "the only player with the most tricks takes the pool",
            "carried": "the pool stays for the next deal",
        },
    )
    bourre_replaces_ante = Option(
        False, (False, True), "Whoever was bourré does not ante in the next deal.", house=True
    )
    deals = deals_option(12)
    scoring: tuple[Rule, ...] = (three_tricks, most_tricks, bourre, pool_shared)

    def bid_situation(self, table: ExchangeState) -> str:
        """How many have stayed so far."""
        stayed = sum(str(call) == "play" for _, call in self.calls(table))
        return ("nobody stayed", "one stayed")[stayed] if stayed < 2 else "more stayed"

    def setup(self) -> None:
        own, together = self.turn_up == "dealer", self.declare == "together"
        announced = note(
            "stay-or-pass",
            "Stay in or pass",
            TOGETHER if together else IN_TURN,
            "drop-out",
            "turn",
            "eldest",
        )
        self.phases = (
            AnteDealing(from_hand=own, notes=(*AnteDealing.notes, TURNED if own else NEXT)),
            StayOrPass(secret=together, notes=(announced, PROMISE)),
            Exchange(),
            Reshuffle(),
            ActiveTricks(rules=(lead_top_trump, *ActiveTricks.rules)),
        )
        self.notes = (
            note(
                "split-pot",
                "A split pot",
                (SPLIT if self.no_three == "most" else CARRIED) + ALL_PASS,
                "pool",
                part=SheetPart.SCORING,
            ),
        )
        if self.no_three == "carried":
            self.scoring = (three_tricks, bourre, pool_shared)
        self.ends = (Deals(self.deals),)

    @property
    def needed_text(self) -> str:
        """The tricks that take the pool, in words."""
        return some(self.needed, "trick")

    @property
    def ante_exception(self) -> str:  # type: ignore[override]
        if not self.bourre_replaces_ante:
            return ""
        return "; a player who was bourré in the deal before pays nothing"

    def antes(self, standing: BourreStanding) -> tuple[ScoreLine, ...]:
        free = standing.bourred if self.bourre_replaces_ante else ()
        return tuple(x for x in super().antes(standing) if x.side not in free)

    def carried(self, standing: BourreStanding, lines: Any) -> Any:
        lines = tuple(lines)
        return (
            super()
            .carried(standing, lines)
            .but(bourred=tuple(x.side for x in lines if x.rule == "bourre"))
        )

    def result(self, state: ExchangeState) -> BourreResult:
        return BourreResult(self.pool_now(state), self.closing(state), self.tricks_by_seat(state))
