"""Redbeard (Rödskägg, Fem opp): shed exactly twelve points; one plays for a bid, and the others play for themselves.

Source: the Redbeard entry of the project's fourth collection of rules.  House choices: a score is counted and anybody
goes out at the end of a deal; of several at zero the soloist announces it first, then the others in turn; a soloist
without a trick is five up once; if all pass the next player deals, after a fault in dealing the same one; the last
player who is left has won.  The rituals happen by themselves, and so nobody forgets one, unless the option ``rituals``
makes them moves; who was silent at zero may then still go out when calling in the next deal.  No deal goes wrong here,
so a misdeal is only ever a forgotten knock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..cards import pack
from ..families.auctions import Auction, tops
from ..families.matches import BOUNCE, STOP_AT_ZERO, CountdownGame, CountdownStanding, Deals, OutAtZero, deals_option
from ..families.rituals import BY_THEMSELVES, EXIT, FAULT, Asking, Exit, Knocking, RitualState
from ..families.tricks import HIGHEST_LED, SOLOIST_LEADS, WINNER_LEADS, DropOut, DropTricks, SoloGame
from ..game import HOLD_CARD, Dealing, Option, bounded
from ..moves import Bid, Move
from ..rulings import law, scores
from ..scoring import Formula, ScoreLine, line
from ..table import Zone, pile
from ..words import some

ALL_SIX = 7  # the height of the bid redbeard
LADDER = (*(Bid(str(n), n, n, "", None, str(n)) for n in range(1, 7)), Bid("redbeard", ALL_SIX, 6, "", None, "redbeard"))
DEAL = law(
    "redbeard-deal", "Deal six each",
    "Use the standard pack. Deal six cards to each player, three at a time, to the right; the rest is not used.", "deal", "hand",
)  # fmt: skip
BIDS = law(
    "redbeard-bids", "One round of bids",
    "Beginning at the dealer's right, each player in turn passes or bids a number of tricks, 1 to 6, or redbeard: all six or "
    "nothing, which nobody can top. The highest bidder is the soloist. If all pass, the next player deals.",
    "auction", "turn", "eldest", "contract", "slam",
)  # fmt: skip
class RedbeardDealing(Dealing):
    laws = (DEAL,)

    def sizes(self, game: Any, standing: Any) -> tuple[int, ...]:
        return tuple(0 if seat in standing.out else 6 for seat in range(game.players))


class RedbeardAuction(Auction):
    """One call each; at zero, somebody who was silent may still go out here."""

    bids, deal_passes = LADDER, True
    rules = (tops("insufficient", "Overbid", "auction"),)
    laws = (BIDS,)

    def finished(self, state: Any) -> bool:
        return len(state.calls) == len(state.sitting)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        late = table.game.rituals and table.now[table.me] == 0
        return (*self.others, *((EXIT,) if late else ()), *self.bids)

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        if move != EXIT:
            return super().apply(state, seat, move)
        return state.game.end(state.but(announced=(seat,)).settled(state.out_at_zero(state.now)))


@dataclass(frozen=True)
class RedbeardResult:
    """scores before, tricks by seat; bid: 1 to 6, 7 is redbeard; dropped: who left the play; out: who was out before."""

    bid: int = bounded(1, 7, 3, "the number bid, 7 for redbeard")
    soloist: int = bounded(0, 3)
    scores: tuple[int, ...] = (12, 12, 12, 12)
    tricks: tuple[int, ...] = (3, 2, 1, 0)
    dropped: tuple[int, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def made(self) -> bool:
        return self.tricks[self.soloist] >= min(self.bid, 6)

    def others(self) -> Iterator[tuple[int, int]]:
        """Seats and tricks of those who played against the soloist."""
        return ((s, n) for s, n in enumerate(self.tricks) if s != self.soloist and s not in self.out)


@scores("bid-shed", "The soloist sheds the bid", "contract", "countdown")
def bid_shed(game: Redbeard, result: RedbeardResult) -> Any:
    """A soloist who takes the tricks bid, or more, sheds the number bid."""
    if result.made and result.bid < ALL_SIX:
        side, score = game.sides[result.soloist], result.scores[result.soloist]
        said = f"{some(result.tricks[result.soloist], 'trick')} reach the bid of {result.bid}"
        yield line(side.id, "Bid made", bid_shed, game.shedding, said, s=score, k=result.bid)


@scores("tricks-shed", "The others shed their tricks", "countdown", "score-keeping")
def tricks_shed(game: Redbeard, result: RedbeardResult) -> Any:
    """Each of the others sheds 1 for every trick; what would go below zero counts up again."""
    for seat, tricks in result.others():
        if tricks:
            said = f"{game.sides[seat].name} took {some(tricks, 'trick')}"
            yield line(game.sides[seat].id, "Tricks", tricks_shed, game.shedding, said, s=result.scores[seat], k=tricks)


@scores("five-up", "Five up", "countdown", "contract", "drop-out")
def five_up(game: Redbeard, result: RedbeardResult) -> Any:
    """A soloist who fails is five up and sheds nothing; so is every other player who stayed in and has no trick."""
    if not result.made and result.bid < ALL_SIX:
        yield line(game.sides[result.soloist].id, "Bid failed", five_up, FAULT, "the soloist took too few tricks", n=5)
    for seat, tricks in result.others():
        if not tricks and seat not in result.dropped:
            yield line(game.sides[seat].id, "No trick", five_up, FAULT, f"{game.sides[seat].name} stayed in without a trick", n=5)


@scores("all-six", "Redbeard: all six or nothing", "slam", "contract")
def all_six(game: Redbeard, result: RedbeardResult) -> Any:
    """A soloist who bids redbeard and takes all six tricks sheds the whole score and wins the game; one who fails is
    five up and out of the game."""
    if result.bid == ALL_SIX:
        side, score = game.sides[result.soloist], result.scores[result.soloist]
        if result.made:
            yield line(side.id, "Redbeard", all_six, Formula("-s", s="the score before"), "all six tricks", s=score)
        else:
            yield line(side.id, "Redbeard failed", all_six, FAULT, "a trick is missing: out of the game", n=5)


class Redbeard(CountdownGame, SoloGame):
    """Everybody for himself, to the right, without trumps. All start at 12 and want exactly 0: the soloist sheds the bid, the
    others a point for every trick, and who takes none is five up."""

    id, title, picture = "redbeard", "Redbeard", "KH KD 5S"
    seats, direction, pack = (3, 7, 4), -1, pack()
    State, Result = RitualState, RedbeardResult
    scoring = (bid_shed, tricks_shed, five_up, all_six)
    options = (
        Option("bounce", True, (True, False), "Whether what is shed below zero counts up again, or is lost.", house=False),
        Option("rituals", False, (False, True), "Whether knocking, asking and going out are moves that can be forgotten."),
        deals_option(60),
    )

    def setup(self) -> None:
        self.laws = (self.start_law,) if self.rituals else (self.start_law, BY_THEMSELVES)
        play = DropTricks(laws=(HOLD_CARD, SOLOIST_LEADS, HIGHEST_LED, WINNER_LEADS))
        table = (RedbeardAuction(), Asking() if self.rituals else DropOut(), play)
        self.phases = (RedbeardDealing(each=6), Knocking(), *table, Exit()) if self.rituals else (RedbeardDealing(each=6), *table)
        self.ends = (OutAtZero(), Deals(self.deals, low_wins=True))
        self.shedding = BOUNCE if self.bounce else STOP_AT_ZERO

    def result(self, state: RitualState) -> RedbeardResult | None:
        if state.contract is None:
            return None
        won = state.winners()
        tricks = tuple(won.count(seat) for seat in range(self.players))
        return RedbeardResult(
            state.contract.bid.height, state.contract.declarer, state.now, tricks, state.dropped, state.standing.out
        )  # fmt: skip

    def carried(self, standing: Any, lines: Any) -> Any:
        lines = tuple(lines)
        gone = [self._side_at[x.side] for x in lines if x.rule == "all-six" and x.points > 0]
        return super().carried(standing, lines).but(out=(*standing.out, *gone))

    def won_outright(self, lines: Iterable[ScoreLine]) -> int | None:
        """Who has won by redbeard, without more ado."""
        return next((self._side_at[x.side] for x in lines if x.rule == "all-six" and x.points <= 0), None)

    def next_standing(self, state: RitualState, lines: Any) -> CountdownStanding:
        lines = tuple(lines)
        standing = super().next_standing(state, lines)
        outright = self.won_outright(lines)
        first = state.announced if self.rituals else state.out_at_zero(standing.totals)
        winner = outright if outright is not None else first[0] if first else None
        dealer = standing.dealer
        while dealer in standing.out:
            dealer = (dealer + self.direction) % self.players
        return standing.but(winner=winner, dealer=dealer)

    def zones(self, state: RitualState) -> list[Zone]:
        rest = [pile("stock", "Cards not dealt", state.stock, open=False)] if state.stock else []
        return [*super().zones(state), *rest]

    def panels(self, state: RitualState) -> dict[str, Any]:
        found = super().panels(state)
        for seats, note in ((state.dropped, "dropped out"), (state.standing.out, "out of the game")):
            for seat in seats:
                found["notes"].setdefault(seat, []).append(note)
        return found
