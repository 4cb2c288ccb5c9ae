"""Kaiser (Joffre, Three-Spot, Troika): eight tricks, one round of bidding, a good five and a bad
three.

Source: the Kaiser entry of the project's first collection of rules.  House choices: the dealer must
bid when all have passed; a failed contract costs the size of what was taken (never a gain); a match
that nobody has won after ``deals`` deals goes to the side that leads.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import Card, cards, pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import Dealing
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.moves import PASS, Bid, Move, Say
from cardlab.engine.options import NO_POINTS, Option
from cardlab.engine.outcomes import written
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import bounded, chosen, side_of
from cardlab.engine.rulings import may_only_be, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import listed, some
from cardlab.families.auctions import (
    CONTRACT_LACKS,
    Auction,
    NameTrumps,
    after_passes,
    dealer_must_bid,
    ladder,
    tops_or_holds,
)
from cardlab.families.contracts import ContractGame
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.tricks import DECLARER, ELDEST, PARTNERS, TRICKS_TAKEN, Tricks, TrickState

MISDEAL = Say("misdeal", "Misdeal", "shows a hand without honours; the deal is void")
LADDER = ladder(range(6, 13), ("", "no"), ("", " no"))
CALLS = frozenset((*LADDER, PASS, MISDEAL))

PACK = note(
    "kaiser-pack",
    "The pack of 32",
    "Use the cards from ace down to eight of each suit, with the sevens of clubs and diamonds, the"
    " five of hearts and the three of spades; these four are the lowest of their suits.",
    "stripped-pack",
    fact="pack",
    part=SheetPart.PACK,
)
EQUAL = note(
    "five-and-three",
    "The five and the three",
    "Two low cards matter: 5♥ adds {five_adds} to the tricks of the side that takes it, 3♠ takes"
    " off {three_costs}.",
    "honours",
    "penalty-cards",
)


@rule("outside-6-to-12no", "The ladder of bids", "auction", "no-trump")
def on_the_ladder(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """Bid a number from 6 to 12, with trumps or at no trump; the trump suit is not named yet. At
    one number, no trump is higher."""
    allowed = moves
    if not CALLS.issuperset(moves):  # only a bid that was typed is not on the ladder
        allowed = tuple([m for m in moves if m in CALLS or not isinstance(m, Bid)])
    return may_only_be(moves, allowed, "bids run from 6 to 12 no trump")


def is_honour(card: Card) -> bool:
    """Whether a hand with this card has to be played."""
    return card.rank in "AKQJ" or card in ("5H", "3S")


HONOURS = frozenset(filter(is_honour, pack()))


@rule("no-misdeal", "Claiming a misdeal", "irregularities")
def misdeal_needs_a_bare_hand(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """A hand without an ace, king, queen, jack, 5♥ or 3♠ may be declared a misdeal before its
    holder calls; the same dealer deals again."""
    held = [c for c in table.hand if c in HONOURS]
    if not held:
        return silent(moves, "{you} {hold} no honour and may declare a misdeal")
    others = tuple([m for m in moves if m is not MISDEAL])
    return may_only_be(moves, others, "{you} {hold} {held}", {"held": held})


class KaiserAuction(Auction):
    bids, others, columns = LADDER, (PASS, MISDEAL), ("with trumps", "no trump")
    top_or_hold = tops_or_holds(
        "insufficient-bid", "Top the bid, or hold it as dealer", "auction", "hold-bid"
    )
    rules = (on_the_ladder, misdeal_needs_a_bare_hand, top_or_hold)
    hand_moves = (
        HandMove("misdeal", "Misdeal", misdeal_needs_a_bare_hand, MISDEAL, alike=is_honour),
    )

    def read(self, table: TrickState, text: str) -> Move | None:
        if not (match := re.fullmatch(r"(\d{1,3}) ?(n|no|nt)?", text)):
            return None
        bid = f"{int(match[1])}{'no' if match[2] else ''}"
        return next((b for b in LADDER if b == bid), Bid(bid, -1, int(match[1]), "", (0, 0)))

    def apply(self, state: TrickState, seat: int, move: Move) -> Any:
        return (
            state.game.end(state, void=True)
            if move == MISDEAL
            else super().apply(state, seat, move)
        )


@dataclass(frozen=True)
class KaiserResult:
    """declarers: index of the side; tricks by side; five and three: which side took the card;
    before: the totals."""

    contract: int = bounded(6, 12, 7, "the number bid")
    no_trump: int = chosen({0: "with trumps", 1: "no trump"}, 0, "trumps")
    declarers: int = side_of(0, "the declarers")
    tricks: tuple[int, ...] = bounded(0, 8, (4, 4), "tricks of {}", each="side", total=8)
    five: int | None = side_of(0, "who took 5♥")
    three: int | None = side_of(1, "who took 3♠")
    before: tuple[int, ...] = bounded(
        -60, lambda game: game.target - 1, (0, 0), "score before: {}", each="side"
    )

    def cannot(self, game: Kaiser) -> str:
        empty = [
            side for side in (self.five, self.three) if side is not None and not self.tricks[side]
        ]
        return (
            f"{game.sides[empty[0]].name} took no trick, so neither 5♥ nor 3♠; give them a trick"
            if empty
            else ""
        )

    def value(self, side: int) -> dict[str, int]:
        """Tricks, five and three of a side, as quantities of its formula."""
        return {
            "t": self.tricks[side],
            "five": int(self.five == side),
            "three": int(self.three == side),
        }


TOOK = {
    "t": TRICKS_TAKEN,
    "five": Quantity("[5♥]", "1 if the side took 5♥", drawn="5H"),
    "three": Quantity("[3♠]", "1 if the side took 3♠", drawn="3S"),
}
VALUE_TEXT = "t + {five_adds}*five - {three_costs}*three"
FACTOR = Quantity("", "{no_trump_factor} at no trump, else 1", "no trump", idle=1)
VALUE = Formula(VALUE_TEXT, **TOOK).calling("taken")
MADE = Formula(f"k*({VALUE_TEXT})", k=FACTOR, **TOOK).calling("taken")
FAILED = Formula(f"-k*abs({VALUE_TEXT})", k=FACTOR, **TOOK).calling("taken")
FAILED_BID = Formula("-k*c", k=FACTOR, c="the number bid")
LIMITED = Formula(f"min({VALUE_TEXT}, 0)", **TOOK).calling("taken")


@scores(
    "contract-made", "The declarers score what they took", "contract", "score-keeping", "no-trump"
)
def declarers_score(game: Kaiser, result: KaiserResult) -> Any:
    """The value of a hand is its tricks, plus {five_adds} for 5♥, minus {three_costs} for 3♠.
    Declarers who reach their number score the value; if they fall short they lose {set_penalty}.
    At no trump both count {no_trump_factor}."""
    side, took = game.sides[result.declarers].id, result.value(result.declarers)
    k = game.no_trump_factor if result.no_trump else 1
    value, bid = VALUE.of(game, **took), f"{result.contract}{' at no trump' * result.no_trump}"
    if value >= result.contract:
        title, because = "Contract made", f"{value} reaches {bid}"
        formula, values = MADE, took
    else:
        title, because = "Contract failed", f"{written(value)} falls short of {bid}"
        by_bid = game.set_penalty == "bid"
        formula, values = (FAILED_BID, {"c": result.contract}) if by_bid else (FAILED, took)
    yield line(side, title, declarers_score, formula.agreed(game), because, k=k, **values)


@scores("defenders-score", "The defenders score, up to a limit", "score-keeping")
def defenders_score(game: Kaiser, result: KaiserResult) -> Any:
    """Defenders score the value of their tricks, and no trump changes nothing for them. A side
    that stood above {limit} before the deal can only lose points."""
    i = 1 - result.declarers
    side, stood, took = game.sides[i], result.before[i], result.value(i)
    if stood <= game.limit:
        because = game.tell("{who} defended", who=side)
        yield line(side.id, "Defenders", defenders_score, VALUE.agreed(game), because, **took)
    else:
        because = game.tell(
            "{who} stood at {stood}, above {limit}",
            who=side,
            stood=str(stood),
            limit=str(game.limit),
        )
        title = f"Defenders above {game.limit}"
        yield line(side.id, title, defenders_score, LIMITED.agreed(game), because, **took)


class Kaiser(ContractGame):
    """Four players, two against two: one round of bidding for the number of points to take in
    eight tricks. The five of hearts adds {five_adds}, the three of spades costs {three_costs}."""

    together = {"bid": ("contract", "no_trump")}
    id, title, picture = "kaiser", "Kaiser", "5H 3S"
    shelf = GameShelf.POINTS
    partners, pack, ranks = True, pack("AKQJT98") + cards("7C 7D 5H 3S"), "AKQJT98753"
    notes, scoring = (PACK, PARTNERS, EQUAL), (declarers_score, defenders_score)
    Result: type[KaiserResult] = KaiserResult
    target = Option(52, range(20, 201), "The score that wins the match.")
    limit = Option(45, range(0, 201), "The score above which defenders can only lose points.")
    five_adds = Option(5, range(0, 11), "What 5♥ adds to the tricks.", said=NO_POINTS)
    three_costs = Option(3, range(0, 11), "What 3♠ takes off.", said=NO_POINTS)
    formerly = {
        "target:race": "option:target",
        "number:near": "option:limit",
        "line:5@5*five": "option:five_adds",
        "line:3@3*three": "option:three_costs",
    }
    bid_values = "kaiser-bids"
    no_trump_factor = Option(
        2, {1: "as with trumps", 2: "double", 3: "treble"}, "How a contract at no trump counts."
    )
    set_penalty = Option(
        "value",
        {
            "value": "that many points, even where the value is below zero",
            "bid": "the number that they bid",
        },
        "What a failed contract costs.",
        house=True,
    )
    leader = Option(
        "eldest",
        ("eldest", "declarer"),
        "Who leads first.",
        told={"eldest": "the player on the dealer's left", "declarer": "the declarer"},
    )
    all_pass = Option(
        "dealer-bids",
        ("dealer-bids", "redeal"),
        "What happens if all pass.",
        house=True,
        told={"dealer-bids": "the dealer must bid", "redeal": "the cards are dealt again"},
    )
    deals = deals_option(24)
    quiet = {
        "outside-6-to-12no": Typed("13"),
        "dealer-must-bid": Rare("three seats seldom pass at random", after_passes),
    }

    def result_lacks(self, state: Any) -> str:
        return super().result_lacks(state) if state.contract else CONTRACT_LACKS

    def setup(self) -> None:
        tricks = Tricks(leader=DECLARER if self.leader == "declarer" else ELDEST)
        stuck = (dealer_must_bid,) if self.all_pass == "dealer-bids" else ()
        auction = KaiserAuction(rules=(*KaiserAuction.rules, *stuck))
        self.phases = (Dealing(each=8), auction, NameTrumps(), tricks)
        self.ends = (Race(self.target), Deals(self.deals))

    def card_points(self, card: Card) -> int:
        return VALUE.of(self, t=0, five=int(card == "5H"), three=int(card == "3S"))

    def needs(self, state: TrickState) -> int:
        """The number bid, which tricks, 5♥ and 3♠ count towards."""
        level: int = state.contract.level
        return level

    def feats(self, result: KaiserResult) -> tuple[Feat, ...]:
        """What the declarers bid and took."""
        took = result.value(result.declarers)
        value = VALUE.of(self, **took)
        made = value >= result.contract
        bid = f"{result.contract}{' no trumps' * result.no_trump}"
        cards = [card for card, has in (("5♥", took["five"]), ("3♠", took["three"])) if has]
        lay = f", with {listed(cards)} among them" if cards else ""
        if took["t"] == 1 and cards:
            lay = f", with {listed(cards)} in it"
        return (
            Feat(
                self.sides[result.declarers].seats,
                f"bid {bid} and took {written(value)}",
                "contract made" if made else "contract missed",
                made,
                f"{some(took['t'], 'trick')}{lay}",
            ),
        )

    def result(self, state: TrickState) -> KaiserResult:
        bid, declarers = state.contract.bid, self.side_index(state.contract.declarer)
        return KaiserResult(
            contract=bid.level,
            no_trump=int(bid.strain == "no"),
            declarers=declarers,
            tricks=state.tricks_by_side(),
            five=state.side_with("5H"),
            three=state.side_with("3S"),
            before=state.standing.totals,
        )
