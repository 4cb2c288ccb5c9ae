"""Yaniv (Jhyap, Dhumbal): discard first, singly or in sets and runs, then draw; call when five points or fewer are left.

Source: the Yaniv entry of the project's first collection of rules.  House choices: a caller whom another equals is not
beaten (option ``tie_is_undercut``); whoever beats the caller scores the own hand like everybody else (option
``undercutter_free``); a score that stands at exactly 100 or 200 after a deal falls one step, also when the deal added
nothing; if nobody is left, the lowest score wins; two jokers are no pair; a run may be typed upwards or downwards; when
the stock is empty all discards but the last are shuffled; after ``deals`` deals the lowest score wins.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, ClassVar

from ..cards import JOKER, Card, pack
from ..cards import cards as read_cards
from ..families.matches import Deals, deals_option, names
from ..families.melding import ACES_LOW, DRAW, PIPS, alike
from ..game import OVER, Dealing, Game, Option, Outcome, Phase, Standing, State, bounded
from ..moves import Deal, Lay, Move, Say
from ..ordering import Ordering
from ..rulings import Rule, law, may_not, rule, scores
from ..scoring import Formula, line
from ..table import Zone, face, pile

LIMIT, FEW, FINE = 200, 5, 30
YANIV = Say("yaniv", "Yaniv", "calls Yaniv")
Cards = tuple[Card, ...]

PACK = law(
    "yaniv-pack", "The pack",
    "Use 52 cards and two jokers; four or five players may use two such packs together.", "joker", "multi-deck",
)  # fmt: skip
VALUES = law(
    "yaniv-values", "What the cards count",
    "A joker counts 0, an ace 1, the other pip cards their pips, face cards 10. What your hand counts is its deadwood.",
    "card-values", "pip-face", "deadwood",
)  # fmt: skip
UPCARD = law(
    "upcard", "The upcard and the stock",
    "Deal five cards each to all who are still in, turn the next one up to begin the discards, and put the rest face down "
    "as the stock. The player on the dealer's left begins; the deal passes to the left.",
    "stock", "discard-pile", "hand", "eldest",
)  # fmt: skip
THEN_DRAW = law(
    "discard-then-draw", "Discard, then draw",
    "In your turn first discard, then draw one card, so that it cannot be discarded at once.", "turn", "discard-pile",
)  # fmt: skip
RESHUFFLE = law(
    "reshuffle", "The stock is empty",
    "When the last card of the stock has been drawn, all discards but the last player's are shuffled and become the stock.",
    "stock",
)  # fmt: skip


# --- what may be discarded together


@lru_cache(maxsize=50_000)
def combination(cards: Cards) -> tuple[str, str]:
    """What cards are in this order: "single", "set" or "run" with no fault, or nothing with the rule they break."""
    naturals = [(i, c) for i, c in enumerate(cards) if c != JOKER]
    ranks, suits = {c.rank for _, c in naturals}, {c.suit for _, c in naturals}
    if len(cards) == 1:
        return "single", ""
    if len(ranks) == 1 and len(naturals) == len(cards):
        return "set", ""
    if len(cards) > 2 and len(suits) == 1:
        faults = {_run_fault(naturals, len(cards)), _run_fault([(len(cards) - 1 - i, c) for i, c in naturals], len(cards))}
        if "" in faults:
            return "run", ""
        if len(ranks) > 1 or len(naturals) == len(cards):
            return "", min(faults)  # of the two ways to read it, the one that comes nearer
    if len(ranks) < 2:
        return "", "joker-not-wild-in-set"
    heights = sorted(map(ACES_LOW.index, ranks))
    follow = len(ranks) == len(naturals) and heights[-1] - heights[0] < len(cards)
    return "", "run-needs-one-suit" if len(cards) > 2 and follow else "not-set-or-run"


FAR, WRAP = "not-consecutive-or-out-of-order", "ace-low-no-wrap"


def _run_fault(naturals: Iterable[tuple[int, Card]], length: int) -> str:
    """What keeps cards at these places from rising one by one: nothing, the end of the ranks, or a gap."""
    places = [ACES_LOW.index(c.rank) - i for i, c in naturals]
    if len({p % 13 for p in places}) != 1:
        return FAR
    return "" if len(set(places)) == 1 and 0 <= places[0] <= 13 - length else WRAP


def runs_of(held: Cards) -> list[Cards]:
    """These cards as runs, lowest first: one for each place that jokers can take."""
    naturals = sorted((c for c in held if c != JOKER), key=lambda c: ACES_LOW.index(c.rank))
    found = []
    for start in range(13 - len(held) + 1) if naturals else ():
        by_place = {ACES_LOW.index(c.rank) - start: c for c in naturals}
        run = tuple(by_place.get(i, JOKER) for i in range(len(held)))
        if len(by_place) == len(naturals) and min(by_place) >= 0 and max(by_place) < len(held) and combination(run)[0] == "run":
            found.append(run)
    return found


def sets_of(held: Cards) -> list[Cards]:
    """These cards as sets: one for each pair of cards that can lie at the ends."""
    if len(held) < 2 or combination(held)[0] != "set":
        return []
    ends = dict.fromkeys(combinations(held, 2))
    return [(a, *sorted((Counter(held) - Counter((a, b))).elements()), b) for a, b in ends]


@lru_cache(maxsize=50_000)
def discards_of(hand: Cards) -> tuple[Lay, ...]:
    """What a person might discard: single cards, sets and runs, and two or three cards that are nearly one."""
    found: dict[Cards, None] = dict.fromkeys((card,) for card in hand)
    for n in range(2, len(hand) + 1):
        for held in dict.fromkeys(combinations(sorted(hand, key=_height), n)):
            good = [*sets_of(held), *runs_of(held)]
            if good or _nearly(held):
                found |= dict.fromkeys(good or [_nearly(held)])
    return tuple(Lay(*cards) for cards in found)


def _height(card: Card) -> int:
    return len(ACES_LOW) if card == JOKER else ACES_LOW.index(card.rank)


def _nearly(held: Cards) -> Cards:
    """Two or three cards that somebody might take for a set or a run, in that order; nothing if they are far from it."""
    naturals = [c for c in held if c != JOKER]
    if len(held) == 2 and len(naturals) == 2:
        return held if alike(held) and _height(held[1]) - _height(held[0]) == 1 else ()
    if len(held) > 3 or not (alike(naturals or held) or combination(held)[1] == "run-needs-one-suit"):
        return ()
    # an ace is taken for the card above the king
    return (*held[1:], held[0]) if held[0].rank == "A" and held[-1].rank == "K" else held


def wrong(fault: str, because: str, moves: tuple[Move, ...]) -> Any:
    """Remove the discards that have this fault."""
    return may_not(moves, lambda m: isinstance(m, Lay) and combination(m.cards)[1] == fault, because)


@rule("not-set-or-run", "One card, a set or a run", "meld", "set", "run")
def set_or_run(table: YanivState, moves: tuple[Move, ...]) -> Any:
    """Discard a single card, a set of two or more cards of one rank, or a run of three or more cards of one suit. One of
    these a turn, no more."""
    return wrong("not-set-or-run", "a set needs one rank, and a run at least three cards", moves)


@rule("joker-not-wild-in-set", "Jokers are wild in runs only", "joker", "wild-card", "set")
def no_joker_in_sets(table: YanivState, moves: tuple[Move, ...]) -> Any:
    """A joker stands for any card of a run, beside at least one natural card. It never joins a set, and two jokers are no
    pair."""
    return wrong("joker-not-wild-in-set", "a joker has no rank, and is wild in runs only", moves)


@rule("run-needs-one-suit", "A run is of one suit", "run")
def one_suit(table: YanivState, moves: tuple[Move, ...]) -> Any:
    """All natural cards of a run are of one suit."""
    return wrong("run-needs-one-suit", "those cards follow each other, but in different suits", moves)


@rule(WRAP, "The ace is low", "run")
def ace_is_low(table: YanivState, moves: tuple[Move, ...]) -> Any:
    """The ace is the lowest card. Nothing follows the king and nothing comes before the ace, not even a joker."""
    return wrong(WRAP, "a run ends at the king above and at the ace below", moves)


@rule(FAR, "Runs lie in order", "run", "discard-pile")
def in_order(table: YanivState, moves: tuple[Move, ...]) -> Any:
    """The cards of a run follow each other and lie in their order; those of a set lie as you like."""
    return wrong(FAR, "those cards of one suit do not follow each other", moves)


@rule("over-five", "Call with five or less", "knock", "deadwood")
def call_with_five(table: YanivState, moves: tuple[Move, ...]) -> Any:
    """Before you discard you may end the deal by calling Yaniv, if your hand counts 5 or less."""
    count = total(table.hand)
    return may_not(moves, lambda m: m == YANIV and count > FEW, "{your} hand counts {count}", {"count": str(count)})


@rule("call-first", "Call before you discard", "knock", "turn")
def call_first(table: YanivState, moves: tuple[Move, ...]) -> Any:
    """Once you have discarded, you have to wait for your next turn to call."""
    return may_not(moves, lambda m: m == YANIV, "{you} {have} discarded already")


@rule("ends-only", "Take an end, or draw", "discard-pile", "stock")
def ends_only(table: YanivState, moves: tuple[Move, ...]) -> Any:
    """Draw the top card of the stock, or take the first or the last card that the player before you discarded."""
    ends = table.ends
    return may_not(
        moves, lambda m: m.startswith("take") and m not in map(take, ends), "only {ends} lies at an end",
        lambda: {"ends": " or ".join(c.sign for c in ends)},
    )  # fmt: skip


# --- the table


@dataclass(frozen=True)
class YanivState(State):
    """offered: what the player before discarded, in order; laid: what the seat to move has discarded this turn; discards:
    all older ones; following: the seat whose turn follows a shuffle of the discards."""

    discards: Cards = ()
    offered: Cards = ()
    laid: Cards = ()
    following: int | None = None
    caller: int | None = None

    places: ClassVar[tuple[str, ...]] = ("hands", "stock", "discards", "offered", "laid")

    @property
    def ends(self) -> Cards:
        """The cards that may be taken."""
        return tuple(dict.fromkeys((self.offered[0], self.offered[-1]))) if self.offered else ()

    def sees(self, viewer: int, seat: int) -> bool:
        return viewer == seat or self.phase is OVER


def total(hand: Iterable[Card]) -> int:
    """What a hand counts."""
    return sum(PIPS.get(card.rank, 0) for card in hand)


def take(card: Card) -> Say:
    """The move that takes a card of the last discard."""
    return Say(f"take {card}", f"Take {card.sign}", f"takes {card.sign} from the discards")


class YanivDealing(Dealing):
    """Five cards to everybody who is still in; the next one begins the discards."""

    laws = (*Dealing.laws, UPCARD)

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        return tuple(0 if points > LIMIT else 5 for points in standing.totals)

    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        state = state.but(hands=move.hands, offered=move.stock[:1], stock=move.stock[1:])
        return state.game.go(state, "turn", state.game.next_in(state, state.dealer))


class Turn(Phase):
    """Discard a combination, or call."""

    id, title, doing = "turn", "The discard", "discard or call"
    rules = (call_with_five, set_or_run, no_joker_in_sets, one_suit, ace_is_low, in_order)
    laws = (THEN_DRAW,)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (*discards_of(tuple(sorted(table.hand))), YANIV)

    def read(self, table: Any, text: str) -> Move | None:
        """``discard 9C 9D 9H`` in any order: the runs and sets that are on offer stand for all their equals."""
        try:
            held = read_cards(text.removeprefix("discard "))
        except ValueError:
            return None
        if not held:
            return None
        if missing := tuple((Counter(held) - Counter(table.hand)).elements()):
            return Lay(*missing)
        kind, ends = combination(held)[0], {held[0], held[-1]}
        for move in discards_of(tuple(sorted(table.hand))) if kind else ():
            same = Counter(move.cards) == Counter(held) and {move.cards[0], move.cards[-1]} == ends
            if same and (kind == "set" or move.cards in (held, held[::-1])):
                return move
        return Lay(*held)

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        if move == YANIV:
            return state.game.end(state, caller=seat)
        hands = state.hands
        for card in move.cards:
            hands = state.but(hands=hands).without(seat, card)
        return state.game.go(state.but(hands=hands, laid=move.cards), "draw", seat)

    def asks(self, state: Any) -> str:
        count = total(state.hand)
        return f"Your hand counts {count}: discard a card, a set or a run" + (", or call Yaniv." if count <= FEW else ".")


class Draw(Phase):
    """Draw from the stock, or take an end of the last discard."""

    id, title, doing = "draw", "The draw", "draw"
    rules = (call_first, ends_only)
    laws = (RESHUFFLE,)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (DRAW, *(take(card) for card in dict.fromkeys(table.offered)))

    def read(self, table: Any, text: str) -> Move | None:
        try:
            return YANIV if text == "yaniv" else take(Card(text[5:])) if text.startswith("take ") else None
        except ValueError:
            return None

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        game, old = state.game, list(state.offered)
        if move == DRAW:
            card, state = state.stock[0], state.but(stock=state.stock[1:])
        else:
            card = Card(move.removeprefix("take "))
            old.remove(card)
        hands = state.held(seat, (*state.hands[seat], card))
        state = state.but(hands=hands, discards=(*state.discards, *old), offered=state.laid, laid=())
        following = game.next_in(state, seat)
        return game.go(state, "turn", following) if state.stock else game.go(state.but(following=following), "reshuffle", None)

    def asks(self, state: Any) -> str:
        return f"Draw from the stock, or take {' or '.join(c.sign for c in state.ends)}."


class Reshuffle(Dealing):
    """The chance move that turns the old discards into a stock."""

    id, title = "reshuffle", "The discards are shuffled"
    laws = ()

    def chance(self, state: Any, rng: random.Random) -> Deal:
        return Deal((), rng.sample(state.discards, len(state.discards)))

    def check(self, state: Any, deal: Deal) -> None:
        if any(deal.hands) or Counter(deal.stock) != Counter(state.discards):
            raise ValueError("the new stock has other cards than the discards")

    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        return state.game.go(state.but(stock=move.stock, discards=(), following=None), "turn", state.following)


# --- the score


@dataclass(frozen=True)
class YanivResult:
    """caller: the seat that called; counts: what each hand counts; before: the scores, above 200 for who is out."""

    caller: int = bounded(0, 4, 0, "who called")
    counts: tuple[int, ...] = (4, 12, 20)
    before: tuple[int, ...] = (50, 60, 170)

    @property
    def playing(self) -> tuple[int, ...]:
        return tuple(seat for seat, points in enumerate(self.before) if points <= LIMIT)


COUNT, THIRTY = Formula("t", t="what the hand counts"), Formula("30")
HUNDRED_LESS, FIFTY_LESS = Formula("-100"), Formula("-50")


@scores("hand-counts", "Everybody scores the own hand", "score-keeping", "deadwood")
def hand_counts(game: Yaniv, result: YanivResult) -> Any:
    """Every player scores what his hand counts, but a caller whom nobody has beaten scores nothing. Points are bad."""
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
    """If another hand counts less than the caller's, the caller scores the own hand and 30 more."""
    if game.beaten(result):
        said = f"{game.lowest(result)} stands against the caller's {result.counts[result.caller]}"
        yield line(game.sides[result.caller].id, "Beaten", caller_beaten, THIRTY, said)


@scores("back-to-100", "Exactly 200", "score-keeping")
def back_to_100(game: Yaniv, result: YanivResult) -> Any:
    """A score that stands at exactly 200 after a deal falls to 100, and no further."""
    for seat, points in enumerate(game.after_deal(result)):
        if points == 200:
            yield line(game.sides[seat].id, "Back to 100", back_to_100, HUNDRED_LESS, "the score was exactly 200")


@scores("back-to-50", "Exactly 100", "score-keeping")
def back_to_50(game: Yaniv, result: YanivResult) -> Any:
    """A score that stands at exactly 100 after a deal falls to 50, also if the deal added nothing to it."""
    for seat, points in enumerate(game.after_deal(result)):
        if points == 100:
            yield line(game.sides[seat].id, "Back to 50", back_to_50, FIFTY_LESS, "the score was exactly 100")


class LastOne:
    """The match is won by the last player whose score is not above 200."""

    text = f"out above {LIMIT}"

    @cached_property
    def law(self) -> Rule:
        return law(
            "last-one-in", "Out above 200",
            "Whoever has more than 200 is out and is dealt no more cards. The last player left wins; if the last ones go out "
            "together, the lowest score wins.", "elimination",
        )  # fmt: skip

    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        left = tuple(s.id for s, points in zip(game.sides, standing.totals, strict=True) if points <= LIMIT)
        if len(left) > 1:
            return None
        winners = left or game.leaders(standing)
        return Outcome(winners, f"{names(game, winners)} {'is the last one in' if left else 'had the lowest score'}")


class Yaniv(Game):
    """Discard single cards, sets and runs, draw one card after each, and call Yaniv when your hand counts 5 or less.
    Whoever has more than 200 points is out; the last player left wins."""

    id, title, picture = "yaniv", "Yaniv", "8D JK TD"
    seats = (2, 5, 4)
    State = YanivState
    Result = YanivResult
    low_wins = True
    options = (
        Option("decks", 1, (1, 2), "One pack of 54, or two together for four or five players.", house=False),
        Option("tie_is_undercut", False, (False, True), "A caller whom another equals is beaten."),
        Option("undercutter_free", False, (False, True), "The lowest hand scores nothing when it beats the caller."),
        deals_option(60, "After so many deals the lowest score wins; 0 plays on."),
    )
    laws: tuple[Rule, ...] = (PACK, VALUES)
    scoring = (hand_counts, caller_beaten, back_to_100, back_to_50)
    quiet = {"call-first": "after the discard the call is not offered; it is refused when typed"}
    decks: int

    def setup(self) -> None:
        if self.decks == 2 and self.players < 4:
            raise ValueError("Yaniv: decks=2 is for four or five players")
        self.pack = pack(decks=self.decks, jokers=2 * self.decks)
        self.phases = (YanivDealing(), Turn(), Draw(), Reshuffle())
        self.ends = (LastOne(), Deals(self.deals, low_wins=True))

    def ordering(self, trump: str | None = None) -> Ordering:
        """Aces low: how a hand is sorted."""
        if trump is not None:
            raise ValueError("Yaniv has no trumps")
        return Ordering(self.pack, ACES_LOW[::-1], points=PIPS)

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

    def combination(self, cards: Iterable[str] | str) -> tuple[str, str]:
        """What cards are in this order: "single", "set" or "run", or the rule that they break."""
        return combination(read_cards(cards))

    def lowest(self, result: YanivResult) -> int:
        return min(result.counts[seat] for seat in result.playing)

    def beaten(self, result: YanivResult) -> bool:
        """Whether another hand is lower than the caller's, or as low where that is enough."""
        others = [result.counts[seat] for seat in result.playing if seat != result.caller]
        return min(others) < result.counts[result.caller] + self.tie_is_undercut

    def after_deal(self, result: YanivResult) -> tuple[int, ...]:
        """The scores with this deal, before any of them falls."""
        lines = [x for r in (hand_counts, caller_beaten) for x in r.test(self, result)]
        return tuple(b + sum(x.points for x in lines if x.side == s.id) for b, s in zip(result.before, self.sides, strict=True))

    def result(self, state: YanivState) -> YanivResult:
        assert state.caller is not None
        return YanivResult(state.caller, tuple(map(total, state.hands)), state.standing.totals)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """discards, offered and laid may be written as text."""
        return given | {place: read_cards(given[place]) for place in ("discards", "offered", "laid") if place in given}

    # --- the picture
    def zones(self, state: YanivState) -> list[Zone]:
        ends = "either end may be taken" if len(state.offered) > 1 else ""
        found = [
            pile("stock", "Stock", state.stock, open=False),
            pile("discards", "Discards", state.discards, open=True),
            Zone("offered", "discards", "row", None, "The last discard", [face(c) for c in state.offered], note=ends),
        ]
        if state.laid:
            found.append(Zone("laid", "discards", "row", state.to_move, "just discarded", [face(c) for c in state.laid]))
        return found

    def panels(self, state: YanivState) -> dict[str, Any]:
        notes: dict[int, list[str]] = {}
        for seat, (hand, points) in enumerate(zip(state.hands, state.standing.totals, strict=True)):
            called = ["called"] if seat == state.caller else []
            shown = [f"counts {total(hand)}"] if hand and state.sees(state.viewer or 0, seat) else []
            notes[seat] = ["out"] if points > LIMIT else called + shown
        return {"notes": notes}
