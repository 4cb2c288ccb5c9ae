"""Yaniv (Jhyap, Dhumbal): discard first, singly or in sets and runs, then draw; call when five
points or fewer are left.

Source: the Yaniv entry of the project's first collection of rules.  House choices: a caller whom
another equals is not beaten (option ``tie_is_undercut``); a player who beats the caller scores
their own hand like everybody else (option ``undercutter_free``); a score that stands at exactly 100
or 200 after a deal falls one step, also when the deal added nothing; if nobody is left, the lowest
score wins; two jokers are not a pair; a run may be typed upwards or downwards; when the stock is
empty all discards but the last are shuffled; after ``deals`` deals the lowest score wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from cardlab.engine.aims import Points
from cardlab.engine.cards import BACK, Card, pack, unseen, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.game import Dealing, Game, Standing
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.moves import Deal, Lay, Move, Say
from cardlab.engine.options import NO_POINTS, YES_OR_NO, Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, seat_of
from cardlab.engine.rulings import Rule, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, line
from cardlab.engine.words import some
from cardlab.families.discarding import (
    COMBINATIONS,
    DiscardFirstGame,
    DrawOrTake,
    LayFirst,
    NewStock,
    OfferState,
    ends_only,
    heaviest,
)
from cardlab.families.matches import Deals, LastOneIn, deals_option
from cardlab.families.melding import DRAW, PIPS
from cardlab.families.prospects import ProspectGame

YANIV = Say("yaniv", "Yaniv", "calls Yaniv")
NEXT = 0.6
"""How much of what the next discard takes out of a hand a bot counts as gone."""
RISKED = 0.2
"""The chance that somebody else has less up to which a bot calls."""
KEPT = 4
"""How likely others have kept a card: in inverse proportion to its pips and so many more."""

PACK = note(
    "yaniv-pack",
    "The pack",
    "Use 52 cards and two jokers; four or five players may use two such packs together.",
    "joker",
    "multi-deck",
    part=SheetPart.PACK,
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
    "Deal to all who are still in, turn the next card up to begin the discards, and put the rest"
    " face down as the stock. The player on the dealer's left begins.",
    "stock",
    "discard-pile",
    "hand",
    "eldest",
)


# --- the call


def pips(card: Card) -> int:
    """What a card counts."""
    return PIPS.get(card.rank, 0)


def total(hand: Iterable[Card]) -> int:
    """What a hand counts."""
    return sum(map(pips, hand))


@rule("over-five", "Call with a low hand", "knock", "deadwood")
def call_with_five(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """Before you discard you may end the deal by calling Yaniv, if your hand counts {call_at}
    or less."""
    enough: int = table.game.call_at
    count = total(table.hand)
    return may_not(
        moves,
        lambda m: m == YANIV and count > enough,
        "{your} hand counts {count}",
        {"count": str(count)},
    )


@rule("call-first", "Call before you discard", "knock", "turn")
def call_first(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """Once you have discarded, you have to wait for your next turn to call."""
    return may_not(moves, lambda m: m == YANIV, "{you} {have} discarded already")


def left_over(hand: Iterable[Card]) -> float:
    """About what a hand counts after its next discard, not all of which is counted yet."""
    held = tuple(hand)
    return total(held) - NEXT * heaviest(held, pips)


def taken(move: Move) -> Card:
    """The card that a move takes from the discards."""
    return Card(move.removeprefix("take "))


# --- deal and turn


class YanivDealing(Dealing):
    """Five cards to everybody who is still in; the next one begins the discards."""

    notes = (*Dealing.notes, UPCARD)

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        return tuple(0 if points > game.limit else 5 for points in standing.totals)

    def apply(self, state: OfferState, seat: int | None, move: Deal) -> Any:
        state = state.but(hands=move.hands, offered=move.stock[:1], stock=move.stock[1:])
        return state.game.go(state, "turn", state.game.next_in(state, state.dealer))


class YanivTurn(LayFirst):
    """Discard, or call."""

    begins, comes_back = "eldest", True
    rules = (call_with_five, *COMBINATIONS)
    calls = (YANIV,)
    hand_moves = (HandMove("yaniv", "Yaniv", call_with_five, YANIV, alike=pips),)

    def asks(self, state: OfferState) -> str:
        count = total(state.hand)
        return f"Your hand counts {count}: discard a card, a set or a run" + (
            ", or call Yaniv." if count <= state.game.call_at else "."
        )


# --- the score


@dataclass(frozen=True)
class YanivResult:
    """caller: the seat that called; counts: what each hand counts; before: the scores, above 200
    for who is out."""

    caller: int = seat_of(0, "who called")
    counts: tuple[int, ...] = bounded(0, 50, (4, 12, 20), "the hand of {} counts", each="seat")
    before: tuple[int, ...] = bounded(
        0, lambda game: game.limit + 80, (50, 60, 170), "score before: {}", each="seat"
    )

    def cannot(self, game: Yaniv) -> str:
        playing = game.playing(self)
        gone = {seat: name for seat, name in enumerate(game.names) if seat not in playing}
        if len(gone) > game.players - 2:
            return f"with one player left the match is over; let two scores be {game.limit} or less"
        if self.caller in gone:
            return (
                f"{gone[self.caller]} is out above {game.limit} and calls no more; let another call"
            )
        if any(self.counts[seat] for seat in gone):
            return (
                f"{next(iter(gone.values()))} is out above {game.limit} and holds no cards;"
                " count that hand as 0"
            )
        return (
            ""
            if self.counts[self.caller] <= game.call_at
            else f"{game.call_at} or less is needed to call; lower the caller's hand"
        )


COUNT, PENALTY = Formula("t", t="what the hand counts"), Formula("{penalty}")
TO_HALF, TO_QUARTER = Formula("-{half_limit}"), Formula("-{quarter_limit}")


@scores("hand-counts", "Everybody scores their own hand", "score-keeping", "deadwood")
def hand_counts(game: Yaniv, result: YanivResult) -> Any:
    """Every player scores what their own hand counts, but a caller whom nobody has beaten scores
    nothing{undercutter_free}. Points are bad."""
    for seat in game.playing(result):
        if seat == result.caller and not game.beaten(result):
            continue
        free = game.undercutter_free and game.beaten(result) and seat != result.caller
        if free and result.counts[seat] == game.lowest(result):
            continue
        held = some(result.counts[seat], "point")
        because = game.tell("{who} held {points}", who=game.sides[seat], points=held)
        yield line(game.sides[seat].id, "Hand", hand_counts, COUNT, because, t=result.counts[seat])


@scores("caller-beaten", "A caller who is beaten", "undercut")
def caller_beaten(game: Yaniv, result: YanivResult) -> Any:
    """If another hand counts {tie_is_undercut} the caller's, the caller scores their own
    hand and {penalty} more."""
    if game.beaten(result):
        because = (
            f"{game.lowest(result)} stands against the caller's {result.counts[result.caller]}"
        )
        yield line(
            game.sides[result.caller].id, "Beaten", caller_beaten, PENALTY.agreed(game), because
        )


@scores("back-to-100", "Exactly at the limit", "score-keeping")
def back_to_100(game: Yaniv, result: YanivResult) -> Any:
    """A score that stands at exactly {limit} after a deal falls to {half_limit}, and no further."""
    for seat, points in enumerate(game.after_deal(result)):
        if points == game.limit:
            yield line(
                game.sides[seat].id,
                f"Back to {game.half_limit}",
                back_to_100,
                TO_HALF.agreed(game),
                f"the score was exactly {game.limit}",
            )


@scores("back-to-50", "Exactly at half the limit", "score-keeping")
def back_to_50(game: Yaniv, result: YanivResult) -> Any:
    """A score that stands at exactly {half_limit} after a deal falls to {quarter_limit}, also if
    the deal added nothing to it."""
    for seat, points in enumerate(game.after_deal(result)):
        if points == game.half_limit:
            yield line(
                game.sides[seat].id,
                f"Back to {game.quarter_limit}",
                back_to_50,
                TO_QUARTER.agreed(game),
                f"the score was exactly {game.half_limit}",
            )


class Yaniv(DiscardFirstGame, ProspectGame):
    """Discard single cards, sets and runs, draw one card after each, and call Yaniv when your
    hand counts {call_at} or less. Whoever has more than {limit} points is out; the last player
    left wins."""

    id, title, picture = "yaniv", "Yaniv", "8D JK TD"
    told_first = (
        "discard-then-draw",
        "not-set-or-run",
        "run-needs-one-suit",
        "not-consecutive-or-out-of-order",
        "ace-low-no-wrap",
        "joker-not-wild-in-set",
        "ends-only",
        "reshuffle",
    )
    seats = (2, 5, 4)
    Result: type[YanivResult] = YanivResult
    points = Points.BAD
    decks = Option(1, (1, 2), "One pack of 54, or two together for four or five players.")
    limit = Option(200, range(100, 401, 20), "The score above which a player is out.")
    call_at = Option(5, range(1, 11), "The most that a hand may count to call Yaniv.")
    penalty = Option(
        30, range(0, 101), "What a caller who is beaten scores besides the hand.", said=NO_POINTS
    )
    formerly = {"number:few": "option:call_at", "target:last-one-in": "option:limit"}
    tie_is_undercut = Option(
        False,
        {False: "less than", True: "no more than"},
        "Whether an equal hand beats the caller.",
        house=True,
        told=YES_OR_NO,
    )
    undercutter_free = Option(
        False,
        {False: "", True: ", and neither does the lowest hand that beats the caller"},
        "Whether the lowest hand scores nothing when it beats the caller.",
        house=True,
        told=YES_OR_NO,
    )
    deals = deals_option(200, "After this many deals the lowest score wins; 0 plays on.")
    notes: tuple[Rule, ...] = (PACK, VALUES)
    scoring = (hand_counts, caller_beaten, back_to_100, back_to_50)
    quiet = {
        "call-first": Typed("yaniv"),
    }

    def result_lacks(self, state: Any) -> str:
        if state.caller is None:
            return "Somebody calls to end a deal: give caller, a player"
        return super().result_lacks(state)

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
        self.ends = (LastOneIn(self.limit), Deals(self.deals))

    @property
    def deal_passes(self) -> str:
        return "After each deal the deal passes to the next player on the left who is still in."

    def next_in(self, state: OfferState, seat: int) -> int:
        """The next player who is still in."""
        while True:
            seat = state.after_seat(seat)
            if state.standing.totals[seat] <= self.limit:
                return seat

    def next_standing(self, state: OfferState, lines: Any) -> Any:
        standing = super().next_standing(state, lines)
        if min(standing.totals) > self.limit:
            return standing
        seats = self.seats_from(standing.dealer)
        return standing.but(dealer=next(s for s in seats if standing.totals[s] <= self.limit))

    @property
    def half_limit(self) -> int:
        return self.limit // 2

    @property
    def quarter_limit(self) -> int:
        return self.limit // 4

    def playing(self, result: YanivResult) -> tuple[int, ...]:
        """The seats that were still in before the deal."""
        return tuple(seat for seat, points in enumerate(result.before) if points <= self.limit)

    def total(self, hand: Iterable[str] | str) -> int:
        """What a hand counts."""
        return total(read_cards(hand))

    def feats(self, result: YanivResult) -> tuple[Feat, ...]:
        """With what Yaniv was called, and whether that was enough."""
        called, beaten = result.counts[result.caller], self.beaten(result)
        others = [result.counts[s] for s in self.playing(result) if s != result.caller]
        so = f"beaten by {min(others)}" if beaten else "nobody had less"
        return (Feat((result.caller,), f"called Yaniv with {called}", so, not beaten),)

    def lowest(self, result: YanivResult) -> int:
        return min(result.counts[seat] for seat in self.playing(result))

    def beaten(self, result: YanivResult) -> bool:
        """Whether another hand is lower than the caller's, or as low where that is enough."""
        others = [result.counts[seat] for seat in self.playing(result) if seat != result.caller]
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

    # --- for bots
    def prospects(self, view: OfferState, moves: Sequence[Move]) -> Mapping[Move, float]:
        """How little each move is likely to leave, with a card drawn and another discard to come; a
        call is best of all where hardly anybody can have less."""
        if YANIV in moves and self.chance_of_less(view) < RISKED:
            return {YANIV: 0.0}
        hand, coming = view.hand, unseen(self.pack, view.with_known_cards().all_cards())

        def drawing(rest: tuple[Card, ...]) -> float:
            return fmean(left_over((*rest, card)) for card in coming) if coming else left_over(rest)

        if view.laid:
            return {
                move: -(drawing(hand) if move == DRAW else left_over((*hand, taken(move))))
                for move in moves
            }

        def after(rest: tuple[Card, ...]) -> float:
            takes = [left_over((*rest, card)) for card in view.ends]
            return min([drawing(rest), *takes])

        lays = [move for move in moves if isinstance(move, Lay)]
        return {move: -after(without(hand, move.cards)) for move in lays}

    def chance_of_less(self, view: OfferState) -> float:
        """How likely somebody else has less than the seat that acts, so that a call would fail; low
        cards are kept more often than high ones."""
        known = view.with_known_cards()
        coming = Counter(map(pips, unseen(self.pack, known.all_cards())))
        weights = {n: many / (n + KEPT) for n, many in coming.items()}
        whole = sum(weights.values())
        most = total(view.hand) - (not self.tie_is_undercut)
        nobody = 1.0
        for seat, hand in enumerate(known.hands):
            if seat == view.me or not hand:
                continue
            sums = {total(card for card in hand if card is not BACK): 1.0}
            for _ in range(hand.count(BACK)):
                longer: dict[int, float] = {}
                for had, chance in sums.items():
                    for n, weight in weights.items():
                        if had + n <= most:
                            longer[had + n] = longer.get(had + n, 0.0) + chance * weight / whole
                sums = longer
            nobody *= 1 - sum(chance for had, chance in sums.items() if had <= most)
        return 1 - nobody

    # --- the picture
    def panels(self, state: OfferState) -> dict[str, Any]:
        notes: dict[int, list[str]] = {}
        counted: dict[int, str] = {}
        for seat, (hand, points) in enumerate(zip(state.hands, state.standing.totals, strict=True)):
            called = ["called"] if seat == state.caller else []
            notes[seat] = ["out"] if points > self.limit else called
            if points <= self.limit and hand and state.sees(state.viewer or 0, seat):
                counted[seat] = f"counts {total(hand)}"
        return {"notes": notes, "counted": counted}
