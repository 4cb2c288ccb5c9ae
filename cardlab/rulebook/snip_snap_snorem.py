"""Snip Snap Snorem: a card is led, and whoever holds another of its rank has to play it.

Source: the common rules of the game, whose calls differ from place to place.  House choices: the
lead is silent, and the three cards that match it are called; one card a turn, even where somebody
holds two, and with ``several`` a lead is still one card; each deal won is a match point, and one
deal is the match; with a pool, being matched by the very next player costs counters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlab.engine.cards import RANK_NAMES, Card, pack
from cardlab.engine.fields import BySeat, SeatNo
from cardlab.engine.game import Standing
from cardlab.engine.moves import PASS, Move
from cardlab.engine.options import Option
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat, some
from cardlab.families.matches import Deals, Race
from cardlab.families.packs import PACK_OF_52, ranks_only
from cardlab.families.stops import PlaySeries, StopsGame, StopsResult, StopsState, first_out
from cardlab.families.whole_hands import HandsOfAll


class MatchedCard(NamedTuple):
    """A card that was matched at once, and the seat that had played it."""

    seat: SeatNo
    card: Card


@dataclass(frozen=True)
class SnipState(StopsState):
    """paid: the counters that each seat has paid into the pool; caught: the cards that were matched
    at once."""

    paid: BySeat[int] = ()
    caught: tuple[MatchedCard, ...] = ()


@rule("must-match", "Match the rank", "stops", "symbol", look="Which rank was led?")
def must_match(table: SnipState, moves: tuple[Move, ...]) -> Ruling:
    """After a lead, only cards of the same rank are played, and whoever has one when the turn comes
    has to play it."""
    if table.led is None:
        return silent(moves, "a new series begins, and any card may be led")
    rank = table.led.rank
    return may_not(
        moves,
        lambda m: m.card is not None and any(c.rank != rank for c in (m.card, *m.named)),
        "{led} is to be matched, and only another {rank} does that",
        {"led": table.led, "rank": RANK_NAMES[rank]},
    )


@rule("pass-only-without-match", "Pass only without a match", "stops", look="Can you match it?")
def pass_only_without_match(table: SnipState, moves: tuple[Move, ...]) -> Ruling:
    """Pass only if you have no card of the rank that was led. A leader never passes."""
    if table.led is None:
        return may_not(moves, lambda m: m == PASS, "whoever leads plays a card")
    match = next((card for card in table.hand if card.rank == table.led.rank), None)
    if match is None:
        return silent(moves, "{you} {have} nothing that matches {led}", {"led": table.led})
    return may_not(
        moves,
        lambda m: m == PASS,
        "{you} {hold} {match}, which matches {led}",
        {"match": match, "led": table.led},
    )


ALONE_FIRST = "a card alone of its rank loses the lead, which costs least early"
NOTES = (
    note(
        "lead-anything",
        "Lead anything",
        "The player on the dealer's left leads any card to begin with. The others follow in turn.",
        "turn",
    ),
    note(
        "snip-snap-snorem",
        "Snip, snap, snorem",
        "The player of the second card of the rank says “Snip”, the third “Snap” and the fourth"
        " “Snorem”. The turn goes round until all four are there; {at_a_time}.",
        "stops",
        "symbol",
    ),
    note(
        "fourth-card-leads",
        "The fourth card leads",
        "The four cards are put aside, and whoever played the fourth leads any card.",
        "stops",
        "turn",
    ),
)


@dataclass(frozen=True)
class SnipResult(StopsResult):
    """paid: the counters that each seat has paid into the pool."""

    paid: tuple[int, ...] = bounded(
        0, lambda game: 48 if game.pool else 0, (0,), "counters of {} in the pool", each="seat"
    )


PAID, TAKEN = Formula("-p", p="counters paid"), Formula("p", p="counters in the pool")
LEFT, GIVEN = Formula("-c", c="cards left"), Formula("c", c="cards left with the others")


@scores("into-the-pool", "Into the pool", "stops")
def into_the_pool(game: Any, result: SnipResult) -> Iterator[ScoreLine]:
    """A player who is matched at once by the next player pays into the pool: 1 counter for a
    snip; 2 for a snap; 3 for a snorem. The first player out of cards takes the pool."""
    for side, paid in zip(game.sides, result.paid, strict=True):
        if paid:
            because = "the next player matched at once"
            yield line(side.id, "Into the pool", into_the_pool, PAID, because, p=paid)
    winner = game.sides[result.cards.index(0)]
    if any(result.paid):
        because = game.tell("{who} went out first", who=Seat(winner.seats[0]))
        yield line(winner.id, "The pool", into_the_pool, TAKEN, because, p=sum(result.paid))


@scores("counter-a-card", "A counter a card", "going-out")
def counter_a_card(game: Any, result: SnipResult) -> Iterator[ScoreLine]:
    """A player who plays the last card of a hand ends the deal, and each of the others pays that
    player 1 counter for each card left."""
    winner = game.sides[result.cards.index(0)]
    for side, held in zip(game.sides, result.cards, strict=True):
        if held:
            because = game.tell(
                "{who} held {cards}", who=Seat(side.seats[0]), cards=some(held, "card")
            )
            yield line(side.id, "Cards left", counter_a_card, LEFT, because, c=held)
    yield line(
        winner.id,
        "Cards of the others",
        counter_a_card,
        GIVEN,
        "paid by the others",
        c=sum(result.cards),
    )


class SnipSnapSnorem(StopsGame):
    """Match the rank that was led, if you can: snip, snap, snorem. The first player without cards
    wins the deal."""

    id, title, picture = "snip-snap-snorem", "Snip Snap Snorem", "7H 7S 7C 7D"
    counts_instead = PACK_OF_52
    seats = (2, 10, 4)
    State: type[SnipState] = SnipState
    Result: type[SnipResult] = SnipResult
    calls_out = ("", "Snip", "Snap", "Snorem")
    pack = pack()
    several = Option(
        False, (False, True), "Whether a player may play several matching cards in one turn."
    )
    pool = Option(False, (False, True), "Whether there is a pool, and counters for cards left.")
    target = Option(
        0, range(0, 22), "The match points that win; 0 plays a number of deals.", house=True
    )
    deals = Option(1, range(1, 51), "How many deals make a match.", house=True)

    @property
    def at_a_time(self) -> str:
        """How many cards are played in a turn, as the end of a sentence."""
        if self.several:
            return "a player who holds several of them may play them in one turn"
        return "one card is played at a time"

    def setup(self) -> None:
        rules = (must_match, pass_only_without_match)
        self.phases = (HandsOfAll(), PlaySeries(rules=rules, notes=NOTES, several=self.several))
        self.notes = (ranks_only("standard-deck", "symbol"),)
        self.one_side_scores = not self.pool
        self.scoring = (into_the_pool, counter_a_card) if self.pool else (first_out,)
        self.ends = (Race(self.target),) if self.target else (Deals(self.deals),)

    def idle(self) -> Mapping[str, str]:
        if self.pool:
            return {"target": "with a pool the match is an agreed number of deals"}
        return {"deals": "the match is a race to the target"} if self.target else {}

    def begin(self, standing: Standing) -> Any:
        return super().begin(standing).but(paid=(0,) * self.players)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """As in any game of series; paid: the counters of each seat in the pool."""
        return super().position(given) | {"paid": tuple(given.get("paid", (0,) * self.players))}

    def fits(self, state: Any, card: Card) -> bool:
        return bool(card.rank == state.series[0].rank)

    def stops(self, state: SnipState) -> bool:
        return len(state.series) == len(self.calls_out)

    def matched(self, state: SnipState, seat: int) -> Any:
        """Whoever is matched by the very next player pays."""
        if not state.series or state.after_seat(state.by[-1]) != seat:
            return state
        paid = list(state.paid)
        paid[state.by[-1]] += len(state.series)
        caught = (*state.caught, MatchedCard(state.by[-1], state.series[-1]))
        return state.but(paid=tuple(paid), caught=caught)

    def cards_of(self, state: SnipState, entry: ScoreLine) -> tuple[Card, ...]:
        """The cards that were matched at once, or that were left in a hand."""
        seat = self.seat(entry.side)
        if entry.rule == counter_a_card:
            return tuple(state.hands[seat])
        if entry.rule == into_the_pool and entry.points < 0:
            return tuple(card for by, card in state.caught if by == seat)
        return ()

    def lead_worth(self, table: Any, card: Card) -> float:
        """Cards alone of their rank go first, but for one: they lose the lead, and ranks of which
        the hand has more may keep it to the end."""
        held = Counter(c.rank for c in table.hand)
        if self._many_alone(held) and held[card.rank] == 1:
            return len(self.calls_out) + 1.0
        return float(held[card.rank])

    def lead_reason(self, table: Any, card: Card) -> str:
        if self._many_alone(Counter(c.rank for c in table.hand)):
            return ALONE_FIRST
        return super().lead_reason(table, card)

    @staticmethod
    def _many_alone(held: Counter[str]) -> bool:
        """Whether more than one card is alone of its rank in a hand."""
        return list(held.values()).count(1) > 1

    def asks_on(self, state: Any) -> str:
        cards = "one or more cards that match" if self.several else "a card that matches"
        return f"Play {cards} {state.led.sign}, or pass if you have none."

    def result(self, state: SnipState) -> SnipResult:
        paid = state.paid if self.pool else (0,) * self.players
        return SnipResult(tuple(map(len, state.hands)), paid)

    def panels(self, state: Any) -> dict[str, Any]:
        if not self.pool or not any(state.paid):
            return {}
        return {"subtitle": f"{some(sum(state.paid), 'counter')} in the pool"}
