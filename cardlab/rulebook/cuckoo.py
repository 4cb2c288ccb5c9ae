"""Cuckoo: one card each, keep it or swap it with your neighbour, and do not hold the lowest.

Source: the common rules of the game, also called Ranter-Go-Round.  House choices: kings are high and
aces low; all who tie for the lowest card lose a life; the dealer may cut the stock, whose card
everybody sees; if the last players would all go out together, the deal is played again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import RANK_NAMES, Card, pack
from cardlab.engine.feats import Feat
from cardlab.engine.options import Option
from cardlab.engine.results import seats_of
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat
from cardlab.families.lives import LivesGame, lives_option
from cardlab.families.matches import DealToThoseIn
from cardlab.families.swapping import SwapGame, Swapping, SwapState
from cardlab.families.whole_hands import LOW_TO_HIGH

REFUSES = "K"
SUITS_UP = "DCHS"
TIES = {
    "all": "all who tie for the lowest card lose a life",
    "none": "if several tie for the lowest card, nobody loses a life",
    "suit": "the suits decide between cards of the lowest rank",
}

NOTES = (
    note(
        "order-of-ranks",
        "King high, ace low",
        "The cards rank from the king, the highest, down to the ace, the lowest; {suits_text}.",
        "rank",
        "suit-order",
    ),
    note(
        "one-decision",
        "One decision each",
        "Beginning on the dealer's left, each player in turn decides once to keep the card or to"
        " swap it. The next player on the left has to give the card unseen. A player who was"
        " made to swap still has a turn.",
        "card-exchange",
        "hand",
        "turn",
        "eldest",
    ),
    note(
        "king-refuses",
        "A king refuses",
        "A player who holds a king shows it, and does not swap. A dealer who cuts a king keeps"
        " the old card.",
        "card-exchange",
    ),
)


@dataclass(frozen=True)
class CuckooResult:
    """losers: the seats that lose a life."""

    losers: tuple[int, ...] = seats_of("{} loses a life", default=(0,))

    def cannot(self, game: Any) -> str:
        if not self.losers and game.tie != "none":
            return "somebody has the lowest card; say who"
        if len(self.losers) > 1 and game.tie != "all":
            return "only one player loses a life here"
        return ""


LIFE = Formula("1")


@scores("lowest-card", "The lowest card", "rank", "elimination")
def lowest_card(game: Cuckoo, result: CuckooResult) -> Iterator[ScoreLine]:
    """When all cards are turned up, the lowest loses its player a life, which is written as 1
    point; points are bad."""
    for seat in result.losers:
        because = game.tell("{who} had the lowest card", who=Seat(seat))
        yield line(game.sides[seat].id, "A life lost", lowest_card, LIFE, because)


class Cuckoo(LivesGame, SwapGame):
    """One card each: keep it, or swap it with your neighbour. The lowest card loses a life, and the
    last player with a life wins."""

    id, title, picture = "cuckoo", "Cuckoo", "3H KD AC"
    counts_instead = "order-of-ranks"
    seats = (2, 12, 5)
    scoring = (lowest_card,)
    Result: type[CuckooResult] = CuckooResult
    pack = pack()
    lives = lives_option(3)
    tie = Option("all", TIES, "What happens when several have the lowest rank.")

    @property
    def tie_text(self) -> str:
        """What becomes of a tie, in words."""
        return TIES[self.tie]

    @property
    def replay_text(self) -> str:
        """What happens where nobody would be left, as a sentence; one loser leaves somebody."""
        if self.tie != "all":
            return ""
        return " If all players who are left would go out together, the deal is played again."

    @property
    def suits_text(self) -> str:
        """What suits are for, in words."""
        if self.tie == "suit":
            return "of one rank, spades are highest, then hearts, clubs and diamonds"
        return "the suits have no order"

    def setup(self) -> None:
        ties = note(
            "ties-for-lowest",
            "Ties",
            "When all cards are turned up, {tie_text}.{replay_text}",
            "rank",
        )
        self.phases = (DealToThoseIn(each=1), Swapping(notes=(*NOTES, ties)))
        self.ends = (self.last_one_in(),)

    def refuses(self, card: Card) -> bool:
        return card.rank == REFUSES

    def height(self, card: Card) -> int:
        """How high a card is; cards of a rank are equal, unless their suits count."""
        rank = LOW_TO_HIGH.index(card.rank)
        return 4 * rank + (SUITS_UP.index(card.suit) if self.tie == "suit" else 0)

    def lowest(self, state: SwapState) -> tuple[int, ...]:
        """The seats that lose a life when the cards are turned up."""
        heights = {seat: self.height(hand[0]) for seat, hand in enumerate(state.hands) if hand}
        low = tuple(seat for seat, h in heights.items() if h == min(heights.values()))
        return () if self.tie == "none" and len(low) > 1 else low

    def showdown(self, state: SwapState) -> Any:
        """Void if nobody would be left."""
        left = [s for s, lost in enumerate(state.standing.totals) if lost < self.lives - 1]
        gone = self.lowest(state)
        survives = any(s in left or (state.hands[s] and s not in gone) for s in range(self.players))
        return self.end(state, void=not survives)

    def result(self, state: SwapState) -> CuckooResult:
        return CuckooResult(self.lowest(state))

    def feats(self, result: CuckooResult) -> tuple[Feat, ...]:
        """Who had the lowest card."""
        return (Feat(result.losers, "had the lowest card"),) if result.losers else ()

    def cards_of(self, state: SwapState, entry: ScoreLine) -> tuple[Card, ...]:
        """The lowest card."""
        return tuple(state.hands[self.seat(entry.side)])

    def safe_enough(self, table: Any) -> bool:
        """Whether a lower card is known, or the card is one of the upper half; a dealer, who knows
        that nobody can take it away any more, keeps a seven."""
        mine = self.height(table.hand[0])
        hands = table.with_known_cards().hands
        others = [hand[0] for seat, hand in enumerate(hands) if hand and seat != table.me]
        if any(card.rank in RANK_NAMES and self.height(card) < mine for card in others):
            return True
        return table.hand[0].rank in ("789TJQK" if table.me == table.dealer else "89TJQK")
