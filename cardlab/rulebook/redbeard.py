"""Redbeard (Rödskägg, Fem opp): shed exactly twelve points; one plays for a bid, and the others
play for themselves.

Source: the Redbeard entry of the project's fourth collection of rules.  House choices: a score is
counted and anybody goes out at the end of a deal; of several at zero the soloist announces it
first, then the others in turn; a soloist without a trick is five up once; if all pass the next
player deals, after a fault in dealing the same one; the last player who is left has won.  The
rituals happen by themselves, and so nobody forgets one, unless the option ``rituals`` makes them
moves; who was silent at zero may then still go out when calling in the next deal.  No deal goes
wrong here, so a misdeal is only ever a forgotten knock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import Card, pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import HOLD_CARD
from cardlab.engine.moves import Bid
from cardlab.engine.results import bounded, chosen, seat_of, seats_of
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, line
from cardlab.engine.words import Seat, some
from cardlab.families.auctions import tops
from cardlab.families.matches import (
    SHEDDING,
    Deals,
    DealToThoseIn,
    OutAtZero,
    bounce_option,
    deals_option,
)
from cardlab.families.rituals import (
    BY_THEMSELVES,
    RitualAuction,
    RitualGame,
    RitualResult,
    RitualState,
    five_up_line,
    rituals_option,
)
from cardlab.families.solo import SOLOIST_LEADS, DropTricks
from cardlab.families.tricks import HIGHEST_LED, WINNER_LEADS

ALL_SIX, WHOLE = (
    7,
    Formula("-s", s="the score before"),
)  # the height of the bid redbeard, and what it sheds
LADDER = (
    *(Bid(str(n), n, n, "", None, str(n)) for n in range(1, 7)),
    Bid("redbeard", ALL_SIX, 6, "", None, "redbeard"),
)
DEAL = note(
    "redbeard-deal",
    "Three cards at a time",
    "Deal the cards to the right, three at a time; the rest of the pack is not used.",
    "deal",
    "hand",
)
BIDS = note(
    "redbeard-bids",
    "One round of bids",
    "Beginning at the dealer's right, each player in turn passes or bids a number of tricks, 1"
    " to 6, or redbeard. Redbeard is all six or nothing, and nobody can top it. The highest"
    " bidder is the soloist. If all pass, the next player deals.",
    "auction",
    "turn",
    "eldest",
    "contract",
    "slam",
)


@dataclass(frozen=True)
class RedbeardResult(RitualResult):
    """scores before, tricks by seat; bid: 1 to 6, 7 is redbeard; dropped: who left the play;
    out: who was out before."""

    bid: int = chosen({**{n: str(n) for n in range(1, 7)}, 7: "redbeard"}, 3, "the bid")
    soloist: int = seat_of(0, "the soloist")
    scores: tuple[int, ...] = bounded(0, 60, (12, 12, 12, 12), "score before: {}", each="seat")
    tricks: tuple[int, ...] = bounded(0, 6, (3, 2, 1, 0), "tricks of {}", each="seat", total=6)
    dropped: tuple[int, ...] = seats_of("{} dropped out")
    out: tuple[int, ...] = seats_of("{} is out of the game")

    @property
    def did(self) -> str:
        """What the soloist bid and took."""
        took, but = some(self.tricks[self.soloist], "trick"), "and" if self.made else "but"
        return f"bid {'redbeard' if self.bid == ALL_SIX else self.bid} {but} took {took}"

    @property
    def made(self) -> bool:
        return self.tricks[self.soloist] >= min(self.bid, 6)

    def others(self) -> Iterator[tuple[int, int]]:
        """Seats and tricks of those who played against the soloist."""
        return (
            (s, n) for s, n in enumerate(self.tricks) if s != self.soloist and s not in self.out
        )


@scores("bid-shed", "The soloist sheds the bid", "contract", "countdown")
def bid_shed(game: Redbeard, result: RedbeardResult) -> Any:
    """A soloist who takes the tricks bid, or more, sheds the number bid."""
    if result.made and result.bid < ALL_SIX:
        side, score = game.side_of[result.soloist], result.scores[result.soloist]
        because = game.tell("{who} {did}", who=Seat(result.soloist), did=result.did)
        yield line(side, "Bid made", bid_shed, game.shedding, because, s=score, k=result.bid)


@scores("tricks-shed", "The others shed their tricks", "countdown", "score-keeping")
def tricks_shed(game: Redbeard, result: RedbeardResult) -> Any:
    """Each of the others sheds 1 for every trick."""
    for seat, tricks in result.others():
        if tricks:
            because = game.tell("{who} took {tricks}", who=Seat(seat), tricks=some(tricks, "trick"))
            yield line(
                game.sides[seat].id,
                "Tricks",
                tricks_shed,
                game.shedding,
                because,
                s=result.scores[seat],
                k=tricks,
            )


@scores("five-up", "Going up", "countdown", "contract", "drop-out")
def five_up(game: Redbeard, result: RedbeardResult) -> Any:
    """A soloist who fails is {up} and sheds nothing; so is every other player who stayed in
    and has no trick."""
    if not result.made and result.bid < ALL_SIX:
        yield five_up_line(
            game,
            result.soloist,
            "Bid failed",
            five_up,
            game.tell("{who} {did}", who=Seat(result.soloist), did=result.did),
        )
    for seat, tricks in result.others():
        if not tricks and seat not in result.dropped:
            yield five_up_line(
                game,
                seat,
                "No trick",
                five_up,
                game.tell("{who} stayed in without a trick", who=Seat(seat)),
            )


@scores("all-six", "Redbeard: all six or nothing", "slam", "contract")
def all_six(game: Redbeard, result: RedbeardResult) -> Any:
    """A soloist who bids redbeard and takes all six tricks sheds the whole score and wins the
    game. One who fails is {up} and out of the game."""
    if result.bid == ALL_SIX:
        side, score = game.side_of[result.soloist], result.scores[result.soloist]
        if result.made:
            yield line(side, "Redbeard", all_six, WHOLE, "all six tricks", s=score)
        else:
            yield five_up_line(
                game,
                result.soloist,
                "Redbeard failed",
                all_six,
                "a trick is missing, which ends the game for the soloist",
            )


class Redbeard(RitualGame):
    """Each alone, to the right, without trumps. All start at {start} and want exactly 0: the
    soloist sheds the bid, the others a point for every trick, and anyone who takes none is {up}."""

    id, title, picture = "redbeard", "Redbeard", "KH KD 5S"
    seats, direction, pack = (3, 7, 4), -1, pack()
    bid_values = "redbeard-bids"
    Result: type[RedbeardResult] = RedbeardResult
    scoring, all_or_nothing = (bid_shed, tricks_shed, five_up, all_six), "all-six"
    bounce = bounce_option()
    rituals = rituals_option()
    deals = deals_option(200)

    def setup(self) -> None:
        self.shedding, bouncing = SHEDDING[self.bounce]
        self.notes = (self.start_note, bouncing, *(() if self.rituals else (BY_THEMSELVES,)))
        auction = RitualAuction(
            bids=LADDER,
            deal_passes=True,
            notes=(BIDS,),
            rules=(tops("insufficient", "Overbid", "auction"),),
        )
        play = DropTricks(notes=(HOLD_CARD, SOLOIST_LEADS, HIGHEST_LED, WINNER_LEADS))
        self.phases = self.around(DealToThoseIn(each=6, notes=(DEAL,)), auction, play)
        self.ends = (OutAtZero(), Deals(self.deals))

    def needs(self, state: RitualState) -> int:
        """Every trick, if the bid is redbeard."""
        return min(int(state.contract.bid.height), 6)

    def aims(self, state: RitualState) -> tuple[Aim, ...]:
        """Where scores bounce, those who may come to 0 by tricks alone want exactly that many."""
        aims = super().aims(state)
        if state.contract is None or not self.bounce:
            return aims
        scores = state.now if state.pegged else state.standing.totals
        return tuple(
            Aim(aim.seats, Want.EXACTLY, scores[seat])
            if seat != state.declarer and 0 < scores[seat] <= self.tricks_in_deal
            else aim
            for aim in aims
            for seat in aim.seats
        )

    def tricks_of_bid(self, table: Any, bid: Bid, hand: Sequence[Card]) -> int:
        """One more than there are, where the bid would count up again from 0."""
        if self.bounce and table.now[table.me] < bid.height < ALL_SIX:
            return self.tricks_in_deal + 1
        return super().tricks_of_bid(table, bid, hand)

    def bid_situation(self, table: Any) -> str:
        """Whether the score is so far from 0 that no usual bid can go past it."""
        return "near" if self.bounce and table.now[table.me] < ALL_SIX else "far"

    def feats(self, result: RedbeardResult) -> tuple[Feat, ...]:
        """What the soloist bid and took."""
        so = "bid made" if result.made else "bid lost"
        return (Feat((result.soloist,), result.did, so, result.made),)

    def played(self, state: RitualState) -> RedbeardResult:
        bid, soloist, _ = state.contract
        return RedbeardResult(
            bid.height,
            soloist,
            state.now,
            state.tricks_by_side(),
            state.sitting_out,
            state.standing.out,
        )
