"""High Cockalorum: a card is led, and the next cards of its suit go on from it, five at the most.

Source: the common rules of the game that is also called Jig.  House choices: an ace is the lowest
card; whoever holds the next card plays it at once, wherever they sit; each deal won is a match
point, and one deal is the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, takewhile
from typing import Any

from cardlab.engine.cards import Card, pack
from cardlab.engine.moves import PASS, Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat
from cardlab.families.matches import Deals, Race
from cardlab.families.stops import PlaySeries, StopsGame, StopsResult, StopsState, first_out
from cardlab.families.whole_hands import LOW_TO_HIGH, HandsOfAll

ORDERS = {"low": LOW_TO_HIGH, "high": LOW_TO_HIGH[1:] + "A"}
ACES = {"low": "from the ace up to the king", "high": "from the two up to the ace"}


@rule("must-continue", "The next card goes on", "stops", "suit", "rank", look="Which card is next?")
def must_continue(table: StopsState, moves: tuple[Move, ...]) -> Ruling:
    """A card is followed by the next higher card of its suit, and by no other; whoever holds it has
    to play it. The cards of a suit follow each other {aces}."""
    if table.led is None:
        return silent(moves, "a new series begins, and any card may be led")
    following = table.game.following(table.led)
    return may_not(
        moves,
        lambda m: m.card is not None and m.card != following,
        "{next} is the card that follows {led}",
        {"next": following, "led": table.led},
    )


@rule(
    "pass-without-next", "Pass only without the next card", "stops", look="Have you the next card?"
)
def pass_without_next(table: StopsState, moves: tuple[Move, ...]) -> Ruling:
    """The players are asked in turn, and pass if they have not got the next card. A leader never
    passes."""
    if table.led is None:
        return may_not(moves, lambda m: m == PASS, "whoever leads plays a card")
    following = table.game.following(table.led)
    if following not in table.hand:
        return silent(moves, "{next} is in another hand", {"next": following})
    return may_not(moves, lambda m: m == PASS, "{you} {hold} {next}", {"next": following})


PACK = note(
    "pack-of-52",
    "The pack of 52",
    "Use the standard pack of 52 cards, without jokers.",
    "standard-deck",
    part=SheetPart.PACK,
)
NOTES = (
    note(
        "lead-anything",
        "Lead anything",
        "The player on the dealer's left leads any card and says “Snip”.",
        "suit",
        "turn",
    ),
    note(
        "five-words",
        "Snip, snap, snorem, high cockalorum, jig",
        "Each card that goes on has its word: “Snap”, “Snorem”, “High cockalorum” and, for the"
        " fifth, “Jig”. The same player may play several of them.",
        "stops",
    ),
    note(
        "series-stops",
        "Where a series stops",
        "A series stops after five cards, after the last card of the suit, or where the next card"
        " has been put aside already. Its cards are put aside, and whoever played the last one"
        " leads any card.",
        "stops",
        "turn",
    ),
)
LEFT = Formula("c", c="cards left with the others")


@scores("cards-left", "Cards left", "going-out", "stops", part=SheetPart.SCORING)
def cards_left(game: Any, result: StopsResult) -> Iterator[ScoreLine]:
    """A player who plays the last card of a hand ends the deal there and then, and scores 1 for
    each card that the others still hold."""
    winner = result.cards.index(0)
    because = game.tell("{who} played the last card", who=Seat(winner))
    held = sum(result.cards)
    yield line(game.sides[winner].id, "Cards left", cards_left, LEFT, because, c=held)


class HighCockalorum(StopsGame):
    """Lead a card, and the next ones of its suit go on from it, up to five. The first player
    without cards wins the deal."""

    id, title, picture = "high-cockalorum", "High Cockalorum", "4H 5H 6H 7H 8H"
    counts_instead = "must-continue"
    seats = (2, 10, 4)
    one_side_scores = True
    calls_out = ("Snip", "Snap", "Snorem", "High cockalorum", "Jig")
    pack = pack()
    ace = Option(
        "low",
        tuple(ORDERS),
        "What the ace is in its suit.",
        told={"low": "the lowest card", "high": "the highest card"},
    )
    in_turn = Option(False, (False, True), "Whether the players are asked in turn, and pass.")
    count = Option(False, (False, True), "Whether each card left with the others scores 1.")
    target = Option(0, range(0, 201), "The score that wins; 0 plays a number of deals.", house=True)
    deals = Option(1, range(1, 51), "How many deals make a match.", house=True)

    @property
    def aces(self) -> str:
        """How the cards of a suit follow each other, in words."""
        return ACES[self.ace]

    def setup(self) -> None:
        rules = (must_continue, *((pass_without_next,) if self.in_turn else ()))
        self.phases = (HandsOfAll(), PlaySeries(rules=rules, notes=NOTES, in_turn=self.in_turn))
        self.notes = (PACK,)
        self.scoring = (cards_left,) if self.count else (first_out,)
        self.ends = (Race(self.target),) if self.target else (Deals(self.deals),)

    def idle(self) -> Mapping[str, str]:
        return {"deals": "the match is a race to the target"} if self.target else {}

    def following(self, card: Card) -> Card | None:
        """The next higher card of a suit; None after the last."""
        order = ORDERS[self.ace]
        at = order.index(card.rank) + 1
        return Card(order[at] + card.suit) if at < len(order) else None

    def from_here(self, card: Card | None) -> Iterator[Card]:
        """A card and all that follow it in its suit."""
        while card is not None:
            yield card
            card = self.following(card)

    def fits(self, state: StopsState, card: Card) -> bool:
        return card == self.following(state.series[-1])

    def stops(self, state: StopsState) -> bool:
        following = self.following(state.series[-1])
        whole = len(state.series) == len(self.calls_out)
        return whole or following is None or following in state.gone

    def lead_worth(self, table: Any, card: Card) -> float:
        gone = (*table.gone, *table.series)
        series = takewhile(lambda c: c not in gone, self.from_here(card))
        whole = list(islice(series, len(self.calls_out)))
        return sum(c in table.hand for c in whole) + (whole[-1] in table.hand)

    def asks_on(self, state: Any) -> str:
        following = self.following(state.led)
        assert following is not None
        holds = following in state.hand
        return f"{following.sign} goes on" + (": it is yours." if holds else "; pass.")
