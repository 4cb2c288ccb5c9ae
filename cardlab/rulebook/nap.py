"""Nap (Napoleon): say how many of five tricks you will take; the first card you lead makes trumps.

Source: the Nap entry of the project's first collection of rules.  House choices: one call each; if
all pass, the next player deals (``all_pass``); a joker led to the first trick belongs to the suit
that the soloist names; in mis it is the only trump and is played when you cannot follow suit; every
deal is a full shuffle (only cutting between deals is a habit of real tables); a match is ``deals``
deals, or lasts until somebody has lost ``chips`` chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import RANK_NAMES, RANKS, pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import Phase
from cardlab.engine.moves import Bid
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, chosen, seat_of
from cardlab.engine.rulings import Rule, note, scores
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.words import Seat, listed, some
from cardlab.families.auctions import dealer_must_bid, tops
from cardlab.families.matches import Deals, OutOfChips, deals_option
from cardlab.families.solo import (
    FirstLeadGame,
    LeadMakesTrumps,
    SoloAuction,
    SoloState,
    directly_over,
    ladder,
    on_the_ladder,
)
from cardlab.families.tricks import follow_suit

USUAL_PACK = {3: 24, 4: 28, 5: 28, 6: 32, 7: 36}
FIVES = ("nap", "wellington", "blucher")
LADDER = ladder(
    ("two", 2), ("three", 3), ("mis", 0), ("four", 4), ("nap", 5), ("wellington", 5), ("blucher", 5)
)
STAKES = {"two": 2, "three": 3, "four": 4}
"""What the bids of fewer tricks than all are worth: their number."""
KNOWN = (*LADDER, *ladder(("six", 6), ("seven", 7)))
FIVE_EACH = note(
    "five-each",
    "Packets of three and two",
    "Deal the cards in packets of three and two. The rest is a dead stock.",
    "deal",
    "hand",
)
MIS = note(
    "mis", "Mis", "A player who bids mis undertakes to lose every trick.", "misere", "contract"
)
MIS_NO_TRUMP = note(
    "mis-no-trump", "Mis at no trump", "Mis is played without trumps.", "misere", "no-trump"
)
STOP = note(
    "stop-early",
    "Stop when the bid is decided",
    "Play ends as soon as the bid is made or lost for certain.",
    "contract",
)
JOKER_NOTE = note(
    "joker",
    "The joker",
    "The joker is the highest trump. If it is led to the first trick, the soloist names its suit."
    " In mis it is the only trump, and is played only by a player who cannot follow suit.",
    "joker",
)


@dataclass(frozen=True)
class NapResult:
    """soloist: the seat, None if all passed; bid: its word; tricks: how many the soloist took."""

    soloist: int | None = seat_of(0, "the soloist", "all passed")
    bid: str = chosen(
        lambda game: {"": "no bid", **{str(b): game.in_words(b) for b in game.bids}},
        "three",
        "the bid",
    )
    tricks: int = bounded(0, lambda game: game.tricks_in_deal, 3, "tricks of the soloist")

    @property
    def did(self) -> str:
        """What the soloist bid and took."""
        return f"bid {self.bid} and took {some(self.tricks, 'trick')}"

    def cannot(self, game: Nap) -> str:
        alone = (self.soloist is None) == (self.bid == "")
        return (
            ""
            if alone
            else (
                "where all have passed there is no bid and no soloist, otherwise both; change them"
                " together"
            )
        )


STAKE = Quantity("", "the stake of the bid", "stake")
MADE = Formula("n*s", n="opponents", s=STAKE)
LOST = Formula("-n*s", n="opponents", s=STAKE)
LOST_HALF = Formula("-n*(s//2)", n="opponents", s=STAKE)
PAYS, GETS, GETS_HALF = (
    Formula("-s", s="the stake"),
    Formula("s", s="the stake"),
    Formula("s//2", s="the stake"),
)


def _settled(
    game: Nap, r: NapResult, by: Rule, title: str, soloist: Formula, other: Formula
) -> Any:
    stake, who = game.stakes[r.bid], Seat(r.soloist)  # type: ignore[arg-type]
    because = game.tell("{who} {did}", who=who, did=r.did)
    yield line(game.side_of[who], title, by, soloist, because, n=game.players - 1, s=stake)
    for seat in range(game.players):
        if seat != r.soloist:
            of_them = game.tell("{title} by {who}", title=title, who=who)
            yield line(game.side_of[seat], of_them, by, other, because, s=stake)


@scores("bid-made", "A bid that is made", "zero-sum", "stake", "contract")
def bid_made(game: Nap, r: NapResult) -> Any:
    """A soloist who makes the bid wins its stake from each of the others; tricks beyond the bid
    count nothing."""
    if r.soloist is not None and game.made(r.bid, r.tricks):
        yield from _settled(game, r, bid_made, "Bid made", MADE, PAYS)


@scores("bid-lost", "A bid that fails", "zero-sum", "stake", "contract")
def bid_lost(game: Nap, r: NapResult) -> Any:
    """A soloist who fails pays the stake to each of the others."""
    if r.soloist is not None and not game.made(r.bid, r.tricks):
        half = r.bid in game.half_stakes
        yield from _settled(
            game, r, bid_lost, "Bid lost", LOST_HALF if half else LOST, GETS_HALF if half else GETS
        )


class Nap(FirstLeadGame):
    """Each alone, five cards each. One round of bidding finds the soloist, who leads,
    makes trumps with the first card, and has to take that many tricks against all the others."""

    id, title, picture = "nap", "Nap", "AS KS QS JS TS"
    bid_values = "nap-bids"
    seats, zero_sum, ranks = (3, 7, 4), True, RANKS
    known = KNOWN
    Result: type[NapResult] = NapResult
    cards = Option(
        0,
        (0, 24, 28, 32, 36, 40, 44, 48, 52),
        "Cards in the pack, without the joker; 0: as suits the players.",
        house=True,
    )
    joker = Option(False, (False, True), "Add a joker, the highest trump.")
    blucher = Option(False, (False, True), "Allow blucher: all five tricks, over wellington.")
    mis_no_trump = Option(False, (False, True), "Play mis without trumps.")
    nap_stake = Option(10, range(0, 41), "What nap is worth against each opponent.")
    mis_stake = Option(3, range(0, 41), "What mis is worth against each opponent.")
    wellington_stake = Option(20, range(0, 81), "What wellington is worth against each opponent.")
    blucher_stake = Option(40, range(0, 161), "What blucher is worth against each opponent.")
    formerly = {"stake:nap": "option:nap_stake"}
    half_nap_loss = Option(False, (False, True), "A lost nap costs half the stake.")
    all_pass = Option(
        "redeal",
        ("redeal", "dealer-bids"),
        "What happens if all pass.",
        house=True,
        told={"redeal": "the next player deals", "dealer-bids": "the dealer must bid"},
    )
    stop_early = Option(True, (False, True), "End the play when the bid is decided.", house=True)
    deals = deals_option(20)
    chips = Option(
        0,
        range(0, 1001),
        "The match ends when somebody has lost this many chips; 0: no limit.",
        house=True,
    )
    ladder_id: str = "ladder"
    deal_notes: tuple[Rule, ...] = (FIVE_EACH,)
    bids: tuple[Bid, ...] = LADDER
    stakes: dict[str, int] = STAKES
    half_stakes: tuple[str, ...] = ()
    scoring: tuple[Rule, ...] = (bid_made, bid_lost)
    quiet = {"no-such-bid": Typed("six")}

    @property
    def usual_size(self) -> int:
        """The size of the pack, without joker, that suits the players; at most a whole pack."""
        need = max(type(self).each * self.players + self.aside, USUAL_PACK[self.players])
        return next(n for n in range(24, 53, 4) if n >= need)

    def impossible(self) -> str:
        need, held = self.each * self.players + self.aside, self.cards + self.joker
        few = bool(self.cards) and held < need
        return f"a table of {self.players} needs {need} cards; this pack has {held}" if few else ""

    @property
    def fives_text(self) -> str:
        """The bids of five tricks, in words."""
        return listed([str(bid) for bid in self.bids if bid in FIVES], "or")

    def idle(self) -> dict[str, str]:
        idle = {}
        if self.joker:
            idle["mis_no_trump"] = "where there is a joker, mis has no other trump"
        if not self.blucher:
            idle["blucher_stake"] = "blucher is not bid"
        return idle

    def agreed_stakes(self) -> dict[str, int]:
        """The stakes of bids that a table may agree on."""
        return {
            "mis": self.mis_stake,
            "nap": self.nap_stake,
            "wellington": self.wellington_stake,
            "blucher": self.blucher_stake,
        }

    def spelled_out(self) -> dict[str, int]:
        return {"cards": self.usual_size}

    def setup(self) -> None:
        size = self.cards or self.usual_size
        self.pack = pack(RANKS[: size // 4], jokers=int(self.joker))
        lowest, joker = RANK_NAMES[RANKS[size // 4 - 1]], ", and the joker" if self.joker else ""
        used = f"Use the cards from ace down to {lowest} in each suit{joker}. Aces are high."
        self.notes = (
            note(
                "nap-pack",
                f"The pack of {size}",
                used,
                "stripped-pack",
                fact="pack",
                part=SheetPart.PACK,
            ),
        )
        stakes = {**self.stakes, **self.agreed_stakes()}
        ladder = [str(bid) for bid in (*self.bids, *self.known)]
        self.stakes = {bid: stakes[bid] for bid in sorted(stakes, key=ladder.index)}
        if not self.blucher:
            self.bids = tuple(b for b in self.bids if b != "blucher")
        if self.half_nap_loss:
            self.half_stakes = tuple(dict.fromkeys((*self.half_stakes, "nap")))
        self.phases = self.deal_phases()
        self.ends = (*([OutOfChips(self.chips)] if self.chips else []), Deals(self.deals))

    def auction(self) -> Phase:
        over = (("wellington", "nap"), ("blucher", "wellington"))
        needs = tuple(directly_over(*words) for words in over if words[0] in self.bids)
        stuck = (dealer_must_bid,) if self.all_pass == "dealer-bids" else ()
        half = (
            f" Half the stake is lost with {listed(self.half_stakes, most=9)}."
            if self.half_stakes
            else ""
        )
        bids = listed([self.in_words(b) for b in self.bids], most=9)
        ladder = f"From low to high, with the stake against each opponent: {bids}.{half}"
        scale = note(
            self.ladder_id, "The bids and their stakes", ladder, "auction", "stake", "slam"
        )
        rules = (
            on_the_ladder,
            tops("insufficient", "Bid higher or pass", "auction"),
            *needs,
            *stuck,
        )
        notes = (*(x for x in SoloAuction.notes if x != "all-pass" or not stuck), scale)
        return SoloAuction(bids=self.bids, known=KNOWN, rules=rules, notes=notes)

    def in_words(self, bid: Bid) -> str:
        """A bid with what it promises and its stake, for the rule sheet."""
        return (
            f"{bid} ({'no trick' if bid == 'mis' else some(bid.level, 'trick')},"
            f" {self.stakes[bid]})"
        )

    def play(self, *late: Rule, **understood: Any) -> Phase:
        """The play.  ``late``: rules that refuse what was legal before it; ``understood``: how
        that was said."""
        chosen = (
            (MIS, True),
            (MIS_NO_TRUMP, self.mis_no_trump),
            (JOKER_NOTE, self.joker),
            (STOP, self.stop_early),
        )
        notes = (*LeadMakesTrumps.notes, *(x for x, agreed in chosen if agreed))
        return LeadMakesTrumps(
            rules=(*late, follow_suit), notes=notes, early=self.stop_early, **understood
        )

    def feats(self, result: NapResult) -> tuple[Feat, ...]:
        """What the soloist bid and took."""
        if result.soloist is None:
            return ()
        made = self.made(result.bid, result.tricks)
        return (Feat((result.soloist,), result.did, "bid made" if made else "bid lost", made),)

    def result(self, state: SoloState) -> Any:
        bid = state.contract.bid if state.contract else ""
        return self.Result(state.declarer, str(bid), state.won())

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if state.contract is not None:
            panels["contract"]["note"] = f"stake {self.stakes[state.contract.bid]}"
        return panels
