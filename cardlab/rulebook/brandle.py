"""Brandle (Brandeln): one player against three, seven cards each; elder players may hold a bid,
and tricks must be headed.

Source: the Brandle entry of the project's fourth collection of rules.  House choices: herrenmord is
announced by the player of a mord, with trumps, and is never bid; a mord may be held; the tricks are
played out, although the deal may be decided earlier (the option ``finish`` stops it there); so many
deals make a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import Dealing
from cardlab.engine.moves import Bid, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, chosen, seat_of
from cardlab.engine.rulings import Rule, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.words import Seat, some
from cardlab.families.auctions import HoldAuction, NameTrumps, elder_may_hold, tops
from cardlab.families.matches import Deals, deals_option
from cardlab.families.solo import SoloGame, SoloTricks
from cardlab.families.tricks import TrickState, follow_suit, must_head, must_overtrump, must_trump

TRICKS = {"brandle": 3, "four": 4, "five": 5, "six": 6, "bettel": 0, "mord": 7, "herrenmord": 7}
BIDS = tuple(
    Bid(b, i, n, "no" if b in ("bettel", "herrenmord") else "", None, b)
    for i, (b, n) in enumerate(TRICKS.items(), 1)
)
"""A bid's height is its place among the bids; its level, the tricks that it promises."""
LADDER, MORD, HERRENMORD = BIDS[:-1], BIDS[-2], BIDS[-1]
TO_HERRENMORD = Say("herrenmord", "Herrenmord", "turns the mord into a herrenmord, without trumps")

PACK = note(
    "brandle-pack",
    "Twenty-eight cards",
    "Use ace, king, queen, jack, ten, nine and seven of each suit.",
    "stripped-pack",
    fact="pack",
    part=SheetPart.PACK,
)
ORDER = note(
    "brandle-order",
    "The jack and the seven are the highest trumps",
    "In a plain suit, and in every suit without trumps, the order is A K Q J 10 9 7. In trumps it"
    " is J 7 A K Q 10 9.",
    "altered-order",
    "trump",
)
ALONE = note(
    "one-against-three",
    "One against three",
    "The highest bidder is the soloist; the other three play together for this deal.",
    "temporary-alliance",
    part=SheetPart.CARDS,
)
DEAL = note(
    "brandle-deal",
    "Deal seven each",
    "Deal each player two cards, then three, then two.",
    "deal",
    "hand",
)
SCALE = note(
    "brandle-bids",
    "The bids",
    "From low to high: brandle, three tricks ({brandle_value}); four ({four_value}), five"
    " ({five_value}) or six tricks ({six_value}); bettel, no trick, without trumps"
    " ({bettel_value}); mord, all seven ({mord_value}). If all four pass, the next player deals.",
    "contract",
    "misere",
    "slam",
)
WITH_THE_LEAD = note(
    "trumps-with-the-lead",
    "Trumps are announced with the first lead",
    "The soloist announces trumps on leading to the first trick; the lead need not be a trump."
    " Bettel has no trumps.",
    "named-trump",
    "trump",
)

ALL_SEVEN = note(
    "all-seven",
    "All seven tricks are played",
    "Play goes on when the bid is made or lost.",
    "contract",
    part=SheetPart.END,
)
STOP = note(
    "stop-early",
    "Stop when the bid is decided",
    "Play ends as soon as the bid is made or lost for certain.",
    "contract",
)


@rule("not-an-overcall", "Herrenmord is not bid", "slam", "no-trump")
def herrenmord_is_no_bid(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """Herrenmord does not top a mord: it is a mord whose player announces, with the first lead,
    that there are no trumps."""
    return may_not(
        moves,
        lambda m: m == HERRENMORD,
        "only the player of a mord announces it, with the first lead",
    )


@rule("herrenmord-needs-mord", "A mord without trumps", "slam", "no-trump")
def herrenmord_needs_mord(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """A player who plays a mord may do so without trumps; it is then a herrenmord and counts
    {herrenmord_value}."""
    if table.contract.bid == MORD:
        return silent(moves, "{you} {have} bid mord")
    return may_not(
        moves, lambda m: m == TO_HERRENMORD, "{bid} was bid, not mord", {"bid": table.contract.bid}
    )


class BrandleAuction(HoldAuction):
    bids, known, deal_passes, notes = LADDER, (HERRENMORD,), True, (*HoldAuction.notes, SCALE)
    rules = (herrenmord_is_no_bid, tops("insufficient", "Top the bid", "auction"), elder_may_hold)


@dataclass(frozen=True)
class BrandleResult:
    """value: the place of the bid, 1 for brandle to 7 for herrenmord; tricks: the soloist's;
    left: tricks not played yet."""

    value: int = chosen({i: str(bid) for i, bid in enumerate(BIDS, 1)}, 2, "the bid")
    tricks: int = bounded(0, 7, 4, "tricks of the soloist")
    soloist: int = seat_of(0, "the soloist")
    left: int = bounded(0, lambda game: 7 * (game.finish == "decided"), 0, "tricks not played")

    def cannot(self, game: Brandle) -> str:
        return (
            "there are seven tricks; count fewer won, or fewer left"
            if self.tricks + self.left > 7
            else ""
        )

    @property
    def did(self) -> str:
        """What the soloist bid and took."""
        return f"bid {BIDS[self.value - 1]} and took {some(self.tricks, 'trick')}"

    @property
    def made(self) -> bool:
        return self.tricks == 0 if self.value == 5 else self.tricks >= BIDS[self.value - 1].level

    @property
    def decided(self) -> bool:
        """The tricks that are left cannot change it."""
        return self.made == BrandleResult(self.value, self.tricks + self.left).made


VALUE = Quantity("", "the value of the bid", "value")
MADE = ("Bid made", Formula("3*v", v=VALUE), Formula("-v", v=VALUE))
FAILED = ("Bid failed", Formula("-3*v", v=VALUE), Formula("v", v=VALUE))


@scores("payment", "Each of the others pays, or is paid", "contract", "zero-sum")
def payment(game: Brandle, result: BrandleResult) -> Any:
    """A soloist who takes the tricks promised, or none at bettel, is paid the value of the bid
    by each of the others. One who fails pays it to each of them. Tricks beyond the bid count
    nothing."""
    title, soloist, other = MADE if result.made else FAILED
    value = game.values[BIDS[result.value - 1]]
    because = game.tell("{who} {did}", who=Seat(result.soloist), did=result.did)
    for seat, side in enumerate(game.sides):
        yield line(
            side.id,
            title,
            payment,
            soloist if seat == result.soloist else other,
            because,
            v=value,
        )


class Brandle(SoloGame):
    """Four players, each alone. The highest bidder plays alone against the other three for
    a number of tricks, for none or for all seven, and whoever can head the trick must."""

    id, title, picture = "brandle", "Brandle", "JH 7H AH"
    bid_values = "brandle-bids"
    zero_sum, pack, ranks, trump_ranks = True, pack("AKQJT97"), "AKQJT97", "J7AKQT9"
    brandle_value = Option(1, range(1, 21), "What brandle is worth against each opponent.")
    four_value = Option(2, range(1, 21), "What four is worth.")
    five_value = Option(3, range(1, 21), "What five is worth.")
    six_value = Option(4, range(1, 21), "What six is worth.")
    bettel_value = Option(5, range(1, 21), "What bettel is worth.")
    mord_value = Option(6, range(1, 21), "What mord is worth.")
    herrenmord_value = Option(7, range(1, 21), "What herrenmord is worth.")
    finish = Option(
        "all",
        ("all", "decided"),
        "When the play ends.",
        house=True,
        told={"all": "after all seven tricks", "decided": "when the bid is made or lost"},
    )
    deals = deals_option(12)
    notes: tuple[Rule, ...] = (PACK, ORDER, ALONE)
    scoring = (payment,)
    Result: type[BrandleResult] = BrandleResult
    quiet = {
        "not-an-overcall": Typed("herrenmord"),
    }

    def setup(self) -> None:
        prompt, raises = (
            "You won the auction: announce trumps, then lead.",
            {TO_HERRENMORD: HERRENMORD},
        )
        naming = NameTrumps(
            prompt=prompt, raises=raises, rules=(herrenmord_needs_mord,), notes=(WITH_THE_LEAD,)
        )
        play = SoloTricks(
            rules=(follow_suit, must_head, must_trump, must_overtrump),
            early=self.finish == "decided",
        )
        ends = (STOP,) if self.finish == "decided" else (ALL_SEVEN,)
        self.notes = (*type(self).notes, *ends)
        self.phases = (Dealing(each=7, notes=(DEAL,)), BrandleAuction(), naming, play)
        self.ends = (Deals(self.deals),)

    @property
    def values(self) -> dict[str, int]:
        """What each bid is worth."""
        return {
            "brandle": self.brandle_value,
            "four": self.four_value,
            "five": self.five_value,
            "six": self.six_value,
            "bettel": self.bettel_value,
            "mord": self.mord_value,
            "herrenmord": self.herrenmord_value,
        }

    def needs(self, state: TrickState) -> int:
        return int(state.contract.bid.level)

    def feats(self, result: BrandleResult) -> tuple[Feat, ...]:
        """What the soloist bid and took."""
        so = "bid made" if result.made else "bid lost"
        return (Feat((result.soloist,), result.did, so, result.made),)

    def played(self, state: TrickState) -> BrandleResult:
        won, soloist = state.winners(), state.contract.declarer
        return BrandleResult(state.contract.bid.height, won.count(soloist), soloist, 7 - len(won))
