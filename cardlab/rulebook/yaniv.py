"""Yaniv (Jhyap, Dhumbal): discard first, singly or in sets and runs, then draw; call when five
points or fewer are left.

Source: the Yaniv entry of the project's first collection of rules.  House choices: a caller whom
another equals is not beaten (option ``tie_is_undercut``); whoever beats the caller scores the own
hand like everybody else (option ``undercutter_free``); a score that stands at exactly 100 or 200
after a deal falls one step, also when the deal added nothing; if nobody is left, the lowest score
wins; two jokers are no pair; a run may be typed upwards or downwards; when the stock is empty all
discards but the last are shuffled; after ``deals`` deals the lowest score wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardlab.engine.aims import Points
from cardlab.engine.cards import Card, pack
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.game import Dealing, Game, Standing
from cardlab.engine.moves import Move, Say
from cardlab.engine.options import Option
from cardlab.engine.results import bounded, seat_of
from cardlab.engine.rulings import Rule, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, line
from cardlab.families.discarding import (
    COMBINATIONS,
    DiscardFirstGame,
    DrawOrTake,
    LayFirst,
    NewStock,
    OfferState,
    ends_only,
)
from cardlab.families.matches import Deals, LastOneIn, deals_option
from cardlab.families.melding import PIPS

LIMIT, FEW = 200, 5
YANIV = Say("yaniv", "Yaniv", "calls Yaniv")

PACK = note(
    "yaniv-pack",
    "The pack",
    "Use 52 cards and two jokers; four or five players may use two such packs together.",
    "joker",
    "multi-deck",
)
VALUES = note(
    "yaniv-values",
    "What the cards count",
    "A joker counts 0, an ace 1, the other pip cards their pips, face cards 10. What your hand"
    " counts is its deadwood.",
    "card-values",
    "pip-face",
    "deadwood",
)
UPCARD = note(
    "upcard",
    "The upcard and the stock",
    "Deal five cards each to all who are still in, turn the next one up to begin the discards, and"
    " put the rest face down as the stock. The player on the dealer's left begins; the deal passes"
    " to the left.",
    "stock",
    "discard-pile",
    "hand",
    "eldest",
)


# --- the call


def total(hand: Iterable[Card]) -> int:
    """What a hand counts."""
    return sum(PIPS.get(card.rank, 0) for card in hand)


@rule("over-five", "Call with five or less", "knock", "deadwood")
def call_with_five(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """Before you discard you may end the deal by calling Yaniv, if your hand counts 5 or less."""
    count = total(table.hand)
    return may_not(
        moves,
        lambda m: m == YANIV and count > FEW,
        "{your} hand counts {count}",
        {"count": str(count)},
    )


@rule("call-first", "Call before you discard", "knock", "turn")
def call_first(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """Once you have discarded, you have to wait for your next turn to call."""
    return may_not(moves, lambda m: m == YANIV, "{you} {have} discarded already")


# --- deal and turn


class YanivDealing(Dealing):
    """Five cards to everybody who is still in; the next one begins the discards."""

    notes = (*Dealing.notes, UPCARD)

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        return tuple(0 if points > LIMIT else 5 for points in standing.totals)

    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        state = state.but(hands=move.hands, offered=move.stock[:1], stock=move.stock[1:])
        return state.game.go(state, "turn", state.game.next_in(state, state.dealer))


class YanivTurn(LayFirst):
    """Discard, or call."""

    rules = (call_with_five, *COMBINATIONS)
    calls = (YANIV,)

    def asks(self, state: Any) -> str:
        count = total(state.hand)
        return f"Your hand counts {count}: discard a card, a set or a run" + (
            ", or call Yaniv." if count <= FEW else "."
        )


# --- the score


@dataclass(frozen=True)
class YanivResult:
    """caller: the seat that called; counts: what each hand counts; before: the scores, above 200
    for who is out."""

    caller: int = seat_of(0, "who called")
    counts: tuple[int, ...] = bounded(0, 50, (4, 12, 20), "the hand of {} counts", each="seat")
    before: tuple[int, ...] = bounded(0, LIMIT + 80, (50, 60, 170), "score before: {}", each="seat")

    def cannot(self, game: Yaniv) -> str:
        gone = {seat: name for seat, name in enumerate(game.names) if seat not in self.playing}
        if len(gone) > game.players - 2:
            return f"with one player left the match is over; let two scores be {LIMIT} or less"
        if self.caller in gone:
            return f"{gone[self.caller]} is out above {LIMIT} and calls no more; let another call"
        if any(self.counts[seat] for seat in gone):
            return (
                f"{next(iter(gone.values()))} is out above {LIMIT} and holds no cards; count that"
                " hand as 0"
            )
        return (
            ""
            if self.counts[self.caller] <= FEW
            else f"{FEW} or less is needed to call; lower the caller's hand"
        )

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat, points in enumerate(self.before) if points <= LIMIT)


COUNT, THIRTY = Formula("t", t="what the hand counts"), Formula("30")
HUNDRED_LESS, FIFTY_LESS = Formula("-100"), Formula("-50")


@scores("hand-counts", "Everybody scores the own hand", "score-keeping", "deadwood")
def hand_counts(game: Yaniv, result: YanivResult) -> Any:
    """Every player scores what his hand counts, but a caller whom nobody has beaten scores
    nothing{undercutter_free}. Points are bad."""
    for seat in result.playing:
        if seat == result.caller and not game.beaten(result):
            continue
        free = game.undercutter_free and game.beaten(result) and seat != result.caller
        if free and result.counts[seat] == game.lowest(result):
            continue
        said = "all hands are shown"
        yield line(game.sides[seat].id, "Hand", hand_counts, COUNT, said, t=result.counts[seat])


@scores("caller-beaten", "A caller who is beaten", "undercut")
def caller_beaten(game: Yaniv, result: YanivResult) -> Any:
    """If another hand counts {tie_is_undercut} the caller's, the caller scores the own hand and
    30 more."""
    if game.beaten(result):
        said = f"{game.lowest(result)} stands against the caller's {result.counts[result.caller]}"
        yield line(game.sides[result.caller].id, "Beaten", caller_beaten, THIRTY, said)


@scores("back-to-100", "Exactly 200", "score-keeping")
def back_to_100(game: Yaniv, result: YanivResult) -> Any:
    """A score that stands at exactly 200 after a deal falls to 100, and no further."""
    for seat, points in enumerate(game.after_deal(result)):
        if points == 200:
            yield line(
                game.sides[seat].id,
                "Back to 100",
                back_to_100,
                HUNDRED_LESS,
                "the score was exactly 200",
            )


@scores("back-to-50", "Exactly 100", "score-keeping")
def back_to_50(game: Yaniv, result: YanivResult) -> Any:
    """A score that stands at exactly 100 after a deal falls to 50, also if the deal added
    nothing to it."""
    for seat, points in enumerate(game.after_deal(result)):
        if points == 100:
            yield line(
                game.sides[seat].id,
                "Back to 50",
                back_to_50,
                FIFTY_LESS,
                "the score was exactly 100",
            )


class Yaniv(DiscardFirstGame):
    """Discard single cards, sets and runs, draw one card after each, and call Yaniv when your
    hand counts 5 or less. Whoever has more than 200 points is out; the last player left wins."""

    id, title, picture = "yaniv", "Yaniv", "8D JK TD"
    seats = (2, 5, 4)
    Result = YanivResult
    points = Points.BAD
    decks = Option(1, (1, 2), "One pack of 54, or two together for four or five players.")
    tie_is_undercut = Option(
        False,
        {False: "less than", True: "no more than"},
        "Whether a caller whom another equals is beaten.",
        house=True,
    )
    undercutter_free = Option(
        False,
        {False: "", True: ", and neither does the lowest hand that beats the caller"},
        "Whether the lowest hand scores nothing when it beats the caller.",
        house=True,
    )
    deals = deals_option(60, "After so many deals the lowest score wins; 0 plays on.")
    notes: tuple[Rule, ...] = (PACK, VALUES)
    scoring = (hand_counts, caller_beaten, back_to_100, back_to_50)
    quiet = {"call-first": "after the discard the call is not offered; it is refused when typed"}

    def impossible(self) -> str:
        alone = self.decks == 2 and self.players < 4
        return "decks=2 is for four or five players" if alone else ""

    def setup(self) -> None:
        self.pack = pack(decks=self.decks, jokers=2 * self.decks)
        self.phases = (
            YanivDealing(),
            YanivTurn(),
            DrawOrTake(rules=(call_first, ends_only), late=(YANIV,)),
            NewStock(),
        )
        self.ends = (LastOneIn(LIMIT), Deals(self.deals))

    @property
    def deal_passes(self) -> str:
        return "After each deal the next player to the left who is still in deals."

    def next_in(self, state: Any, seat: int) -> int:
        """The next player who is still in."""
        while True:
            seat = state.after_seat(seat)
            if state.standing.totals[seat] <= LIMIT:
                return seat

    def next_standing(self, state: Any, lines: Any) -> Any:
        standing = super().next_standing(state, lines)
        if min(standing.totals) > LIMIT:
            return standing
        seats = [(standing.dealer + i) % self.players for i in range(self.players)]
        return standing.but(dealer=next(s for s in seats if standing.totals[s] <= LIMIT))

    def total(self, hand: Iterable[str] | str) -> int:
        """What a hand counts."""
        return total(read_cards(hand))

    def lowest(self, result: YanivResult) -> int:
        return min(result.counts[seat] for seat in result.playing)

    def beaten(self, result: YanivResult) -> bool:
        """Whether another hand is lower than the caller's, or as low where that is enough."""
        others = [result.counts[seat] for seat in result.playing if seat != result.caller]
        return min(others) < result.counts[result.caller] + self.tie_is_undercut

    def after_deal(self, result: YanivResult) -> tuple[int, ...]:
        """The scores with this deal, before any of them falls."""
        lines = [x for r in (hand_counts, caller_beaten) for x in r.test(self, result)]
        return tuple(
            b + sum(x.points for x in lines if x.side == s.id)
            for b, s in zip(result.before, self.sides, strict=True)
        )

    def result(self, state: OfferState) -> YanivResult:
        assert state.caller is not None
        return YanivResult(state.caller, tuple(map(total, state.hands)), state.standing.totals)

    # --- the picture
    def panels(self, state: OfferState) -> dict[str, Any]:
        notes: dict[int, list[str]] = {}
        for seat, (hand, points) in enumerate(zip(state.hands, state.standing.totals, strict=True)):
            called = ["called"] if seat == state.caller else []
            shown = (
                [f"counts {total(hand)}"] if hand and state.sees(state.viewer or 0, seat) else []
            )
            notes[seat] = ["out"] if points > LIMIT else called + shown
        return {"notes": notes}
