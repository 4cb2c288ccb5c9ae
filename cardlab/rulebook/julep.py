"""Julep (Julepe): play for two tricks or pay the julep; a player who plays alone may be met by a
defender of the pack.

Source: the Julep entry of the project's first collection of rules, which breaks off at the draw;
the play and the settlement follow the next page of the same book.  House choices: everybody antes;
the julep is five chips; two who succeed share equally, and odd chips stay in the pool; the dealer
who takes the turn-up may draw as well; the first who offers defends; what is left in the pool after
the agreed deals is shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, seat_of
from cardlab.engine.rulings import Rule, note, scores
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.words import Seat, some
from cardlab.families.exchanges import (
    ActiveTricks,
    AnteDealing,
    DefenceGame,
    DefenceState,
    Defend,
    DefendedExchange,
    Reshuffle,
    StayOrTake,
)
from cardlab.families.matches import Deals, deals_option
from cardlab.families.pools import PoolResult, ante_option, from_pool, into_pool, pool_shared

PACK = note(
    "julep-pack",
    "Forty cards, the three second",
    "Take eights, nines and tens out of the pack. In every suit the order is A 3 K Q J 7 6 5 4 2.",
    "stripped-pack",
    "altered-order",
    fact="pack",
    part=SheetPart.PACK,
)
ROUND = note(
    "anticlockwise",
    "To the right",
    "Deal, calls and play go round to the right.",
    "turn",
    fact="players",
)
TURNED = note(
    "turn-up",
    "The turned card makes trumps",
    "The card after the last hand is turned up; its suit is trumps. It does not belong to the"
    " stock.",
    "turn-up-trump",
    "trump",
)
TWO = note(
    "two-tricks",
    "Play or throw in",
    "In turn from the dealer's right, each player throws the cards in or plays, and thereby"
    " promises {promised_text}.",
    "drop-out",
    "contract",
    "eldest",
    "turn",
)
THROWN = note(
    "new-stock",
    "The stock runs out",
    "If the stock cannot replace what a player has discarded, the hands of those who passed are"
    " shuffled and put under it.",
    "stock",
)


@dataclass(frozen=True)
class JulepResult(PoolResult):
    """julep: its size; tricks: by seat, None for those who passed; lone: the seat that was alone
    to play, defender: the one that met it."""

    julep: int = bounded(lambda g: g.least_julep, lambda g: g.most_julep, 5, "the julep")
    tricks: tuple[int | None, ...] = bounded(
        0, 5, (2, 2, 1, None, None), "tricks of {}", each="seat", total=5, nobody="threw in"
    )
    lone: int | None = seat_of(None, "who alone would play", "several play")
    defender: int | None = seat_of(None, "who defends the pack", "nobody")

    def cannot(self, game: Julep) -> str:
        play = {s for s, n in enumerate(self.tricks) if n is not None}
        if self.lone is None and self.defender is not None:
            return (
                "the pack is defended only against a lone player; say who that is, or take the"
                " defender away"
            )
        if self.lone is None and len(play) == 1:
            return f"only {game.names[min(play)]} plays; name the lone player, or let others play"
        if self.lone is not None and play != {self.lone, self.defender} - {None}:
            return "the lone player and the defender play, and nobody else; the others threw in"
        pot = game.julep_size == "pot" and self.julep != self.pool
        return "at this table the julep is as much as the pool; change both together" if pot else ""

    def kept(self, game: Julep, seat: int) -> bool:
        """Whether a seat has won the tricks that it promised."""
        return (self.tricks[seat] or 0) >= game.promised

    def payers(self, game: Julep) -> list[int]:
        """Who has played and failed; a defender never pays."""
        return [
            seat
            for seat, won in enumerate(self.tricks)
            if won is not None and not self.kept(game, seat) and seat != self.defender
        ]

    def takers(self, game: Julep) -> list[int]:
        """Who has succeeded, where everybody played for himself."""
        if self.lone is not None:
            return []
        return [seat for seat in range(len(self.tricks)) if self.kept(game, seat)]


PART = Formula(
    "(p + j*m)//n",
    p="chips in the pool",
    j="the julep",
    m=Quantity("", "players who pay it", "who pay it"),
    n="players who share",
)
HALF, ALL = (
    Formula("p//2", p="chips in the pool"),
    Formula("p + j", p="chips in the pool", j="the julep"),
)


@scores("julep", "The julep", "contract", "stake", "pool")
def pay_julep(game: Julep, result: JulepResult) -> Any:
    """A player who plays and wins {too_few_text} pays the julep, {julep_size}, into the pool."""
    for seat in result.payers(game) if result.lone is None or result.defender is not None else ():
        because = game.tell(
            "{who} promised {promised} and won {tricks}",
            who=Seat(seat),
            promised=game.promised_text,
            tricks=some(result.tricks[seat] or 0, "trick"),
        )
        yield into_pool(game, seat, "Julep", pay_julep, result.julep, because)


@scores("pool-won", "A promise kept wins the pool", "pool", "contract")
def pool_won(game: Julep, result: JulepResult) -> Any:
    """A player who wins {promised_text} or more takes the pool with the juleps; if more than one
    does, they share it equally, and odd chips stay. If nobody does, all of it waits for the next
    deal."""
    takers, paying = result.takers(game), len(result.payers(game))
    who: Any = Seat(takers[0]) if len(takers) == 1 else [*map(Seat, takers)]
    because = game.tell("{who} won {promised} or more", who=who, promised=game.promised_text)
    for seat in takers:
        chips = {"p": result.pool, "j": result.julep, "m": paying, "n": len(takers)}
        title = "Part of the pool" if len(takers) > 1 else "The pool"
        yield line(game.side_of[seat], title, pool_won, PART, because, account="pool", **chips)


@scores("lone-player", "The lone player", "pool", "drop-out")
def lone_player(game: Julep, result: JulepResult) -> Any:
    """A player who is alone and meets no defender takes the pool, and so does one whose defender
    fails; the defender pays no julep. If both win {promised_text} or more, the lone player takes
    half the pool; the rest, with any odd chip, waits for the next deal."""
    lone, defender = result.lone, result.defender
    if lone is None or (defender is not None and not result.kept(game, lone)):
        return
    if defender is not None and result.kept(game, defender):
        because = game.tell(
            "{who} and the defender won {promised} or more",
            who=Seat(lone),
            promised=game.promised_text,
        )
        yield line(
            game.side_of[lone],
            "Half the pool",
            lone_player,
            HALF,
            because,
            account="pool",
            p=result.pool,
        )
    else:
        because = game.tell("nobody defended the pack")
        if defender is not None:
            because = game.tell("{who} defended and failed", who=Seat(defender))
        yield from_pool(game, lone, "The pool", lone_player, result.pool, because)


@scores("defender-wins", "The defender", "pool", "stake")
def defender_wins(game: Julep, result: JulepResult) -> Any:
    """If the lone player fails, the defender takes the pool and the lone player's julep."""
    if (
        result.lone is not None
        and result.defender is not None
        and not result.kept(game, result.lone)
    ):
        because, chips = (
            game.tell("{who} played alone and failed", who=Seat(result.lone)),
            {"p": result.pool, "j": result.julep},
        )
        yield line(
            game.side_of[result.defender],
            "The pool",
            defender_wins,
            ALL,
            because,
            account="pool",
            **chips,
        )


class Julep(DefenceGame):
    """From three to seven players, each alone, five cards of a pack in which the three is
    second. Throw in, or promise {promised_text}; change cards; follow, beat and trump wherever
    you can."""

    id, title, picture = "julep", "Julep", "AC 3C KC QC JC"
    bid_values = "julep-bids"
    seats = (3, 7, 5)
    direction = -1
    pack, ranks = pack("A3KQJ76542"), "A3KQJ76542"
    Result: type[JulepResult] = JulepResult
    ante = ante_option(1)
    promised = Option(2, (1, 2), "How many tricks a player who plays promises.")
    julep = Option(5, range(1, 101), "The julep, in chips.", house=True)
    julep_size = Option(
        "agreed",
        {"agreed": "{julep_text}", "pot": "as many chips as the pool holds"},
        "The julep is the agreed number of chips, or as much as the pool.",
        house=True,
    )
    deals = deals_option(20)
    notes = (PACK, ROUND)
    scoring: tuple[Rule, ...] = (pay_julep, pool_won, lone_player, defender_wins, pool_shared)
    quiet = {
        "dealer-only": Typed("swap AS"),
    }

    def idle(self) -> dict[str, str]:
        if self.julep_size == "pot":
            return {"julep": "the julep is as much as the pool"}
        return {}

    @property
    def promised_text(self) -> str:
        """The tricks that are promised, in words."""
        return some(self.promised, "trick")

    @property
    def too_few_text(self) -> str:
        """The tricks with which a promise is not kept, in words."""
        return "no trick" if self.promised == 1 else f"fewer than {self.promised_text}"

    @property
    def julep_text(self) -> str:
        """The agreed julep in words."""
        return some(self.julep, "chip")

    def setup(self) -> None:
        dealing = AnteDealing(notes=(*AnteDealing.notes, TURNED))
        self.phases = (
            dealing,
            StayOrTake(notes=(TWO,)),
            Defend(),
            DefendedExchange(),
            Reshuffle(notes=(THROWN,)),
            ActiveTricks(),
        )
        self.ends = (Deals(self.deals),)

    @property
    def least_julep(self) -> int:
        return 0 if self.julep_size == "pot" else self.julep

    @property
    def most_julep(self) -> int:
        return 200 if self.julep_size == "pot" else self.julep

    def result(self, state: DefenceState) -> JulepResult:
        pool, tricks = self.pool_now(state), self.tricks_by_seat(state)
        lone = [s for s in state.active if s != state.defender]
        return JulepResult(
            pool,
            self.closing(state),
            pool if self.julep_size == "pot" else self.julep,
            tricks,
            lone[0] if len(lone) == 1 else None,
            state.defender,
        )
