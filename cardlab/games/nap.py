"""Nap (Napoleon): say how many of five tricks you will take; the first card you lead makes trumps.

Source: the Nap entry of the project's first collection of rules.  House choices: one call each; if all pass, the next
player deals (``all_pass``); a joker led to the first trick belongs to the suit that the soloist names; in mis it is the
only trump and is played when you cannot follow suit; every deal is a full shuffle (only cutting between deals is a habit
of real tables); a match is ``deals`` deals, or lasts until somebody has lost ``chips`` chips.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from ..cards import JOKER, RANK_NAMES, RANKS, pack
from ..families.auctions import Contract, dealer_must_bid, tops
from ..families.matches import Deals, OutOfChips, deals_option
from ..families.solo import LeadMakesTrumps, LoneJoker, SoloAuction, SoloState, directly_over, ladder, on_the_ladder
from ..families.tricks import TrickGame, follow_suit
from ..game import Dealing, Option, Phase, bounded
from ..moves import Bid
from ..ordering import Ordering
from ..rulings import Rule, law, scores
from ..scoring import Formula, line
from ..table import Zone, pile
from ..words import listed, some

USUAL_PACK = {3: 24, 4: 28, 5: 28, 6: 32, 7: 36}
FIVES = ("nap", "wellington", "blucher")
LADDER = ladder(("two", 2), ("three", 3), ("mis", 0), ("four", 4), ("nap", 5), ("wellington", 5), ("blucher", 5))
STAKES = {"two": 2, "three": 3, "mis": 3, "four": 4, "nap": 10, "wellington": 20, "blucher": 40}
KNOWN = (*LADDER, *ladder(("six", 6), ("seven", 7)))
FIVE_EACH = law(
    "five-each", "Five cards each", "Deal five cards each, in packets of three and two. The rest is a dead stock.", "deal", "hand"
)
MIS = law("mis", "Mis", "Who bids mis undertakes to lose every trick.", "misere", "contract")
MIS_NO_TRUMP = law("mis-no-trump", "Mis at no trump", "Mis is played without trumps.", "misere", "no-trump")
STOP = law("stop-early", "Stop when the bid is decided", "Play ends as soon as the bid is made or lost for certain.", "contract")
JOKER_LAW = law(
    "joker", "The joker",
    "The joker is the highest trump. If it is led to the first trick, the soloist names its suit. In mis it is the only trump, "
    "and is played only by a player who cannot follow suit.", "joker",
)  # fmt: skip


@dataclass(frozen=True)
class NapResult:
    """soloist: the seat, None if all passed; bid: its word; tricks: how many the soloist took."""

    soloist: int | None = 0
    bid: str = "three"
    tricks: int = bounded(0, 5, 3, "tricks of the soloist")


MADE = Formula("n*s", n="opponents", s="the stake of the bid")
LOST = Formula("-n*s", n="opponents", s="the stake of the bid")
LOST_HALF = Formula("-n*(s//2)", n="opponents", s="the stake of the bid")
PAYS, GETS, GETS_HALF = Formula("-s", s="the stake"), Formula("s", s="the stake"), Formula("s//2", s="the stake")


def _settled(game: Nap, r: NapResult, by: Rule, title: str, soloist: Formula, other: Formula) -> Any:
    stake, name = game.stakes[r.bid], game.names[r.soloist]  # type: ignore[index]
    said = f"{name} bid {r.bid} and took {some(r.tricks, 'trick')}"
    yield line(game.side_of[r.soloist], title, by, soloist, said, n=game.players - 1, s=stake)  # type: ignore[index]
    for seat in range(game.players):
        if seat != r.soloist:
            yield line(game.side_of[seat], f"{title} by {name}", by, other, said, s=stake)


@scores("bid-made", "A bid that is made", "zero-sum", "stake", "contract")
def bid_made(game: Nap, r: NapResult) -> Any:
    """A soloist who makes the bid wins its stake from each of the others; tricks beyond the bid count nothing."""
    if r.soloist is not None and game.made(r.bid, r.tricks):
        yield from _settled(game, r, bid_made, "Bid made", MADE, PAYS)


@scores("bid-lost", "A bid that fails", "zero-sum", "stake", "contract")
def bid_lost(game: Nap, r: NapResult) -> Any:
    """A soloist who fails pays the stake to each of the others."""
    if r.soloist is not None and not game.made(r.bid, r.tricks):
        half = r.bid in game.half_stakes
        yield from _settled(game, r, bid_lost, "Bid lost", LOST_HALF if half else LOST, GETS_HALF if half else GETS)


class Nap(TrickGame):
    """Everybody for himself, five cards each. One round of bidding finds the soloist, who leads, makes trumps with the
    first card, and has to take so many tricks against all the others."""

    id, title, picture = "nap", "Nap", "AS KS QS JS TS"
    seats, zero_sum, ranks = (3, 7, 4), True, RANKS
    State, Result = SoloState, NapResult
    options: ClassVar[tuple[Option, ...]] = (
        Option("cards", 0, (0, 24, 28, 32, 36, 40, 44, 48, 52), "Cards in the pack, without joker; 0: as suits the players."),
        Option("joker", False, (False, True), "Add a joker, the highest trump.", house=False),
        Option("blucher", False, (False, True), "Allow blucher: all five tricks, over wellington.", house=False),
        Option("mis_no_trump", False, (False, True), "Play mis without trumps.", house=False),
        Option("half_nap_loss", False, (False, True), "A lost nap costs half the stake.", house=False),
        Option("all_pass", "redeal", ("redeal", "dealer-bids"), "If all pass: the next player deals, or the dealer has to bid."),
        Option("stop_early", True, (False, True), "End the play when the bid is decided."),
        deals_option(20),
        Option("chips", 0, range(0, 1001), "The match ends when somebody has lost so many chips; 0: no limit."),
    )
    each: int = 5
    ladder_id: str = "ladder"
    extra: int = 0
    """Cards that must be left when the hands are dealt."""
    deal_laws: tuple[Rule, ...] = (FIVE_EACH,)
    bids: tuple[Bid, ...] = LADDER
    stakes: dict[str, int] = STAKES
    half_stakes: tuple[str, ...] = ()
    scoring: tuple[Rule, ...] = (bid_made, bid_lost)
    quiet = {"no-such-bid": "bids off the ladder are refused when typed, and never offered"}

    def setup(self) -> None:
        need = self.each * self.players + self.extra
        size = self.cards or next(n for n in range(24, 53, 4) if n >= max(need, USUAL_PACK[self.players]))
        if size + self.joker < need:
            raise ValueError(f"{self.title} with {self.players} players needs {need} cards; this pack has {size + self.joker}")
        self.pack = pack(RANKS[: size // 4], jokers=int(self.joker))
        self.promoted = (JOKER,) if self.joker else ()
        lowest = RANK_NAMES[RANKS[size // 4 - 1]]
        stripped = law(
            "nap-pack", f"The pack of {size}", f"Use the cards from ace down to {lowest} in each suit"
            f"{', and the joker' if self.joker else ''}. Aces are high.", "stripped-pack",
        )  # fmt: skip
        self.laws = (stripped,)
        if not self.blucher:
            self.bids = tuple(b for b in self.bids if b != "blucher")
        if self.half_nap_loss:
            self.half_stakes = tuple(dict.fromkeys((*self.half_stakes, "nap")))
        self.phases = (*self.dealing(), *self.before_the_bids(), self.auction(), *self.before_the_lead(), self.play())
        self.ends = (*([OutOfChips(self.chips)] if self.chips else []), Deals(self.deals))

    def dealing(self) -> tuple[Phase, ...]:
        return (Dealing(each=self.each, laws=(*Dealing.laws, *self.deal_laws)),)

    def before_the_bids(self) -> tuple[Phase, ...]:
        """Phases between the deal and the auction."""
        return ()

    def before_the_lead(self) -> tuple[Phase, ...]:
        """Phases between the auction and the first lead."""
        return ()

    def auction(self) -> Phase:
        over = (("wellington", "nap", "double"), ("blucher", "wellington", "redoubled"))
        needs = tuple(directly_over(*words) for words in over if words[0] in self.bids)
        stuck = (dealer_must_bid,) if self.all_pass == "dealer-bids" else ()
        half = f" Half the stake is lost with {listed(self.half_stakes, most=9)}." if self.half_stakes else ""
        bids = listed([self.in_words(b) for b in self.bids], most=9)
        scale = law(
            self.ladder_id, "The bids and their stakes", f"From low to high, with the stake against each opponent: {bids}.{half}",
            "auction", "stake", "slam",
        )  # fmt: skip
        sufficient = tops("insufficient", "Bid higher or pass", "auction")
        laws = (*(x for x in SoloAuction.laws if x != "all-pass" or not stuck), scale)
        return SoloAuction(bids=self.bids, known=KNOWN, rules=(on_the_ladder, sufficient, *needs, *stuck), laws=laws)

    def in_words(self, bid: Bid) -> str:
        """A bid with what it promises and its stake, for the rule sheet."""
        return f"{bid} ({'no trick' if bid == 'mis' else some(bid.level, 'trick')}, {self.stakes[bid]})"

    def play(self) -> Phase:
        chosen = ((MIS, True), (MIS_NO_TRUMP, self.mis_no_trump), (JOKER_LAW, self.joker), (STOP, self.stop_early))
        return LeadMakesTrumps(rules=(follow_suit,), laws=(*LeadMakesTrumps.laws, *(x for x, agreed in chosen if agreed)))

    def order_of(self, bid: str, suit: str | None) -> Ordering:
        """The order of the cards once the soloist of this bid has led this suit."""
        if bid == "mis" and self.joker:
            return self.lone_joker
        return self.ordering(None if bid == "mis" and self.mis_no_trump else suit)

    @cached_property
    def lone_joker(self) -> Ordering:
        return LoneJoker(self.pack, self.ranks)

    def made(self, bid: str, tricks: int) -> bool:
        """Whether so many tricks are what the bid promised."""
        return tricks == 0 if bid == "mis" else tricks >= next(b.level for b in KNOWN if b == bid)

    def decided(self, state: Any) -> bool:
        """Whether the tricks still to come cannot change the result."""
        won, bid = state.won(), state.contract.bid
        return bool(won) if bid == "mis" else won >= bid.level or won + len(state.hands[state.declarer]) < bid.level

    def result(self, state: Any) -> Any:
        bid = state.contract.bid if state.contract else ""
        return self.Result(state.declarer, str(bid), state.won())

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """bid and soloist make the contract; the rest is as in every trick game."""
        bid, trump = given.pop("bid", None), given.get("trump")
        given = super().position(given)
        if bid is not None:
            seat = given.pop("soloist", 0)
            chosen = next(b for b in (*self.bids, *KNOWN) if b == bid)
            given |= {"contract": Contract(chosen, seat), "declarer": seat, "order": self.order_of(bid, trump)}
        return given

    def zones(self, state: Any) -> list[Zone]:
        stock = [pile("stock", "Stock", state.stock, open=False)] if state.stock else []
        away = [pile(f"away-{i}", "Put away", cards, open=False, owner=i) for i, cards in enumerate(state.away) if cards]
        return [*super().zones(state), *stock, *away]

    def panels(self, state: Any) -> dict[str, Any]:
        found = super().panels(state)
        if state.contract is not None:
            won = f", {some(state.won(), 'trick')}" if state.taken else ""
            found["notes"].setdefault(state.declarer, []).append(f"soloist{won}")
            found["contract"]["note"] = f"stake {self.stakes[state.contract.bid]}"
        return found
