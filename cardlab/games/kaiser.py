"""Kaiser (Joffre, Three-Spot, Troika): eight tricks, one round of bidding, a good five and a bad three.

Source: the Kaiser entry of the project's first collection of rules.  House choices: the dealer must bid when all have
passed; a failed contract costs the size of what was taken (never a gain); a match that nobody has won
after ``deals`` deals goes to the side that leads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..cards import cards, pack
from ..families.auctions import Auction, Contract, NameTrumps, last_bid
from ..families.matches import Deals, Race, deals_option
from ..families.tricks import Trick, TrickGame, Tricks, TrickState, follow_suit
from ..game import Dealing, Option, bounded
from ..moves import PASS, Bid, Move, Say
from ..rulings import Rule, law, may_not, rule, scores, silent
from ..scoring import Formula, line

MISDEAL = Say("misdeal", "Misdeal", "shows a hand without honours; the deal is void")
LADDER = tuple(
    Bid(f"{n}{'no' * no}", (n - 6) * 2 + no, n, "no" if no else "", (n - 6, no), f"{n}{' no' * no}")
    for n in range(6, 13)
    for no in (0, 1)
)
HONOURS = {"A", "K", "Q", "J", *cards("5H 3S")}

PACK = law(
    "kaiser-pack", "The pack of 32",
    "Use the cards from ace down to eight of each suit, with the sevens of clubs and diamonds, the five of hearts and the "
    "three of spades; these four are the lowest of their suits.", "stripped-pack",
)  # fmt: skip
PARTNERS = law("partners", "Partners", "Partners sit opposite each other and score together.", "fixed-partnership")
EQUAL = law(
    "five-and-three",
    "The five and the three",
    "Two low cards matter: 5♥ adds 5 to the tricks of the side that takes it, 3♠ takes off 3.",
    "honours",
    "penalty-cards",
)


@rule("outside-6-to-12no", "The ladder of bids", "auction", "no-trump")
def on_the_ladder(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """Bid a number from 6 to 12, with trumps or at no trump; the trump suit is not named yet. At one number, no trump
    is higher."""
    return may_not(moves, lambda m: isinstance(m, Bid) and m not in LADDER, "bids run from 6 to 12 no trump")


@rule("no-misdeal", "Claiming a misdeal", "irregularities")
def misdeal_needs_a_bare_hand(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """A hand without ace, king, queen, jack, 5♥ and 3♠ may be declared a misdeal before its holder calls; the same
    dealer deals again."""
    held = [c for c in table.hand if c.rank in HONOURS or c in HONOURS]
    if not held:
        return silent(moves, "{you} {hold} no honour and may declare a misdeal")
    return may_not(moves, lambda m: m == MISDEAL, "{you} {hold} {held}", {"held": held})


@rule("insufficient-bid", "Top the bid, or hold it as dealer", "auction", "hold-bid")
def top_or_hold(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """A bid must top the bid that stands; only the dealer may equal it, and thereby takes it."""
    found = last_bid(table.calls)
    if found is None:
        return silent(moves, "there is no bid to top yet")
    top, holds = found[1], table.me == table.dealer
    said = "{top} stands, and as dealer {you} may equal it" if holds else "{top} is the bid to top"
    return may_not(moves, lambda m: isinstance(m, Bid) and m.height < top.height + (not holds), said, {"top": top})


@rule("dealer-must-bid", "The dealer cannot be the fourth to pass", "auction")
def dealer_must_bid(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """If all the others have passed, the dealer must bid."""
    if table.game.all_pass == "redeal" or table.me != table.dealer or last_bid(table.calls):
        return silent(moves, "{you} may pass")
    return may_not(moves, lambda m: m == PASS, "all the others have passed, so the dealer must bid")


class KaiserAuction(Auction):
    bids, others, columns = LADDER, (PASS, MISDEAL), ("with trumps", "no trump")
    rules = (on_the_ladder, misdeal_needs_a_bare_hand, top_or_hold, dealer_must_bid)

    def read(self, table: TrickState, text: str) -> Move | None:
        found = re.fullmatch(r"(\d{1,3}) ?(n|no|nt)?", text)
        if not found:
            return None
        n, no = int(found[1]), bool(found[2])
        known = next((b for b in LADDER if (b.level, b.strain) == (n, "no" if no else "")), None)
        return known or Bid(f"{n}{'no' * no}", -1, n, "", (0, 0))

    def apply(self, state: TrickState, seat: int, move: Move) -> Any:
        return state.game.end(state, void=True) if move == MISDEAL else super().apply(state, seat, move)


class KaiserTricks(Tricks):
    def leader(self, state: TrickState) -> int:
        return state.declarer if state.game.leader == "declarer" else state.after_seat(state.dealer)  # type: ignore[return-value]


@dataclass(frozen=True)
class KaiserResult:
    """declarers: index of the side; tricks, five and three by side (five and three: who took the card, None if
    nobody)."""

    contract: int = bounded(6, 12, 7, "the number bid")
    no_trump: int = bounded(0, 1, 0, "1 at no trump")
    declarers: int = bounded(0, 1)
    tricks: tuple[int, int] = (4, 4)
    five: int | None = 0
    three: int | None = 1
    before: tuple[int, int] = (0, 0)

    def value(self, side: int) -> dict[str, int]:
        """Tricks, five and three of a side, as quantities of its formula."""
        return {"t": self.tricks[side], "five": int(self.five == side), "three": int(self.three == side)}


TOOK = {"t": "tricks taken", "five": "[5♥]: 1 if the side took 5♥", "three": "[3♠]: 1 if the side took 3♠"}
VALUE = Formula("t + 5*five - 3*three", **TOOK)
MADE = Formula("k*(t + 5*five - 3*three)", k="2 at no trump, else 1", **TOOK)
FAILED = Formula("-k*abs(t + 5*five - 3*three)", k="2 at no trump, else 1", **TOOK)
FAILED_BID = Formula("-k*c", k="2 at no trump, else 1", c="the number bid")
LIMITED = Formula("min(t + 5*five - 3*three, 0)", **TOOK)


@scores("contract-made", "The declarers score what they took", "contract", "score-keeping", "no-trump")
def declarers_score(game: Kaiser, result: KaiserResult) -> Any:
    """The value of a hand is its tricks, plus 5 for 5♥, minus 3 for 3♠. Declarers who reach their number score the
    value; if they fall short they lose it. At no trump both count double."""
    side, k = result.declarers, 1 + result.no_trump
    took = result.value(side)
    value = VALUE(**took)
    bid = f"{result.contract}{' no' * result.no_trump}"
    if value >= result.contract:
        yield line(game.sides[side].id, "Contract made", declarers_score, MADE, f"{value} reaches {bid}", k=k, **took)
    elif game.set_penalty == "bid":
        yield line(
            game.sides[side].id,
            "Contract failed",
            declarers_score,
            FAILED_BID,
            f"{value} falls short of {bid}",
            k=k,
            c=result.contract,
        )
    else:
        yield line(game.sides[side].id, "Contract failed", declarers_score, FAILED, f"{value} falls short of {bid}", k=k, **took)


@scores("defenders-score", "The defenders score, up to 45", "score-keeping")
def defenders_score(game: Kaiser, result: KaiserResult) -> Any:
    """Defenders score the value of their tricks, never doubled; a side that stood above 45 before the deal only takes
    a loss."""
    side = 1 - result.declarers
    took = result.value(side)
    if result.before[side] <= 45:
        yield line(game.sides[side].id, "Defenders", defenders_score, VALUE, "they defended", **took)
    else:
        yield line(
            game.sides[side].id,
            "Defenders above 45",
            defenders_score,
            LIMITED,
            f"they stood at {result.before[side]}, above 45",
            **took,
        )


class Kaiser(TrickGame):
    """Four players, two against two: one round of bidding for the number of points to take in eight tricks. The five of
    hearts is worth five, the three of spades costs three."""

    id, title, picture = "kaiser", "Kaiser", "5H 3S"
    partners = True
    pack = pack("AKQJT98") + cards("7C 7D 5H 3S")
    ranks = "AKQJT98753"
    options = (
        Option(
            "set_penalty", "value", ("value", "bid"), "What a failed contract costs: the size of the value taken, or the bid."
        ),
        Option(
            "leader",
            "eldest",
            ("eldest", "declarer"),
            "Who leads first: the player on the dealer's left, or the declarer.",
            house=False,
        ),
        Option(
            "all_pass",
            "dealer-bids",
            ("dealer-bids", "redeal"),
            "If all pass: the dealer must bid, or the cards are dealt again.",
        ),
        deals_option(24),
    )
    laws: tuple[Rule, ...] = (PACK, PARTNERS, EQUAL)
    scoring = (declarers_score, defenders_score)
    quiet = {
        "outside-6-to-12no": "bids off the ladder are refused when typed, and never offered",
        "dealer-must-bid": "three passes in a row are rare when calls are made at random",
    }
    Result = KaiserResult

    def setup(self) -> None:
        self.phases = (Dealing(each=8), KaiserAuction(), NameTrumps(), KaiserTricks(rules=(follow_suit,)))
        self.ends = (Race(52), Deals(self.deals))

    def trick_worth(self, state: TrickState, trick: Trick) -> int:
        return VALUE(t=1, five=int("5H" in trick.cards), three=int("3S" in trick.cards))

    def result(self, state: TrickState) -> KaiserResult:
        contract: Contract = state.contract
        tricks = state.tricks_by_side()
        before = state.standing.totals
        return KaiserResult(
            contract.level, int(contract.strain == "no"), self.side_index(contract.declarer), (tricks[0], tricks[1]),
            state.side_with("5H"), state.side_with("3S"), (before[0], before[1]),
        )  # fmt: skip
