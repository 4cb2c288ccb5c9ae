"""Discard first, then draw: single cards, sets, and runs with jokers in their place; of these
the ends may be taken.

Knows which cards may be discarded together and in which order, what is wrong with others, and the
turn of one discard and one draw.  Knows no particular game, no call that ends a deal and no score.

>>> from cardlab.engine.cards import cards
>>> combination(cards("8D JK TD")), combination(cards("9C JK 9D"))
(('run', ''), ('', 'joker-not-wild-in-set'))
>>> runs_of(cards("8D 9D JK"))
[(JK, 8D, 9D), (8D, 9D, JK)]
>>> sets_of(cards("9C 9D 9H"))
[(9C, 9H, 9D), (9C, 9D, 9H), (9D, 9C, 9H)]
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from cardlab.engine.cards import JOKER, Card, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import FaceUp, SeatNo
from cardlab.engine.game import OVER, Dealing, Game, Phase, State
from cardlab.engine.lacking import STOCK_LACKS
from cardlab.engine.moves import Deal, Lay, Move, Say
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Rule, may_not, note, rule
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.words import listed
from cardlab.families.melding import ACES_LOW, DRAW, PIPS, alike

Cards = tuple[Card, ...]

THEN_DRAW = note(
    "discard-then-draw",
    "Discard, then draw",
    "In your turn first discard, then draw one card, so that it cannot be discarded at once.",
    "turn",
    "discard-pile",
)
RESHUFFLE = note(
    "reshuffle",
    "The stock is empty",
    "When the last card of the stock has been drawn, all discards but the last player's are"
    " shuffled and become the stock.",
    "stock",
)


# --- what may be discarded together


@lru_cache(maxsize=50_000)
def combination(cards: Cards) -> tuple[str, str]:
    """What cards are in this order: "single", "set" or "run" with no fault, or nothing with the
    rule they break."""
    naturals = [(i, c) for i, c in enumerate(cards) if c != JOKER]
    ranks, suits = {c.rank for _, c in naturals}, {c.suit for _, c in naturals}
    if len(cards) == 1:
        return "single", ""
    if len(ranks) == 1 and len(naturals) == len(cards):
        return "set", ""
    if len(cards) > 2 and len(suits) == 1:
        faults = {
            _run_fault(naturals, len(cards)),
            _run_fault([(len(cards) - 1 - i, c) for i, c in naturals], len(cards)),
        }
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
    """What keeps cards at these places from rising one by one: nothing, the end of the ranks, or
    a gap."""
    places = [ACES_LOW.index(c.rank) - i for i, c in naturals]
    if len({p % 13 for p in places}) != 1:
        return FAR
    return "" if len(set(places)) == 1 and 0 <= places[0] <= 13 - length else WRAP


def runs_of(held: Cards) -> list[Cards]:
    """These cards as runs, lowest first: one for each place that jokers can take."""
    n, by_height = len(held), {ACES_LOW.index(c.rank): c for c in held if c != JOKER}
    if (
        n < 3
        or not by_height
        or len(by_height) < n - held.count(JOKER)
        or len({c.suit for c in by_height.values()}) > 1
    ):
        return []
    starts = range(max(0, max(by_height) - n + 1), min(min(by_height), 13 - n) + 1)
    return [tuple([by_height.get(i, JOKER) for i in range(start, start + n)]) for start in starts]


def sets_of(held: Cards) -> list[Cards]:
    """These cards as sets: one for each pair of cards that can lie at the ends."""
    if len(held) < 2 or combination(held)[0] != "set":
        return []
    ends = dict.fromkeys(combinations(held, 2))
    return [(a, *sorted(without(held, (a, b))), b) for a, b in ends]


@lru_cache(maxsize=50_000)
def discards_of(hand: Cards) -> tuple[Lay, ...]:
    """What a person might discard: single cards, sets and runs, and two or three cards that are
    nearly one."""
    groups: dict[Cards, None] = dict.fromkeys((card,) for card in hand)
    for n in range(2, len(hand) + 1):
        for held in dict.fromkeys(combinations(sorted(hand, key=_height), n)):
            good = [*sets_of(held), *runs_of(held)]
            if good or _nearly(held):
                groups |= dict.fromkeys(good or [_nearly(held)])
    return tuple(Lay(*cards) for cards in groups)


def heaviest(hand: Iterable[Card], value: Callable[[Card], int]) -> int:
    """The most that leaves a hand with one discard: a card, those of a rank, or a run without
    jokers.

    >>> from cardlab.engine.cards import cards
    >>> heaviest(cards("8D 9D TD KS"), lambda card: PIPS[card.rank])
    27
    """
    held = [card for card in hand if card != JOKER]
    by_rank: dict[str, int] = {}
    by_suit: dict[str, dict[int, int]] = {}
    for card in held:
        worth = value(card)
        by_rank[card.rank] = by_rank.get(card.rank, 0) + worth
        by_suit.setdefault(card.suit, {})[ACES_LOW.index(card.rank)] = worth
    most = max(by_rank.values(), default=0)
    for heights in by_suit.values():
        for first in heights:
            last, total = first, 0
            while last in heights:
                total += heights[last]
                last += 1
            if last - first > 2:
                most = max(most, total)
    return most


def _height(card: Card) -> int:
    return len(ACES_LOW) if card == JOKER else ACES_LOW.index(card.rank)


def _nearly(held: Cards) -> Cards:
    """Two or three cards that somebody might take for a set or a run, in that order; nothing if
    they are far from it."""
    naturals = [c for c in held if c != JOKER]
    if len(held) == 2 and len(naturals) == 2:
        return held if alike(held) and _height(held[1]) - _height(held[0]) == 1 else ()
    if len(held) > 3 or not (
        alike(naturals or held) or combination(held)[1] == "run-needs-one-suit"
    ):
        return ()
    # an ace is taken for the card above the king
    return (*held[1:], held[0]) if held[0].rank == "A" and held[-1].rank == "K" else held


def wrong(fault: str, because: str, moves: tuple[Move, ...]) -> Any:
    """Remove the discards that have this fault."""
    return may_not(
        moves, lambda m: isinstance(m, Lay) and combination(m.cards)[1] == fault, because
    )


@rule("not-set-or-run", "One card, a set or a run", "meld", "set", "run")
def set_or_run(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """Discard a single card, a set of two or more cards of one rank, or a run of three or more
    cards of one suit. Only one of these in a turn."""
    return wrong("not-set-or-run", "a set needs one rank, and a run at least three cards", moves)


@rule("joker-not-wild-in-set", "Jokers are wild in runs only", "joker", "wild-card", "set")
def no_joker_in_sets(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """A joker stands for any card of a run, beside at least one natural card. It never joins a
    set, and two jokers are not a pair."""
    return wrong("joker-not-wild-in-set", "a joker has no rank, and is wild in runs only", moves)


@rule("run-needs-one-suit", "A run is of one suit", "run")
def one_suit(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """All natural cards of a run are of one suit."""
    return wrong(
        "run-needs-one-suit", "those cards follow each other, but in different suits", moves
    )


@rule(WRAP, "The ace is low", "run")
def ace_is_low(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """The ace is the lowest card. Nothing follows the king and nothing comes before the ace, not
    even a joker."""
    return wrong(WRAP, "a run ends at the king above and at the ace below", moves)


@rule(FAR, "Runs lie in order", "run", "discard-pile")
def in_order(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """The cards of a run follow each other and lie in their order; those of a set lie as you
    like."""
    return wrong(FAR, "those cards are of one suit but not in sequence", moves)


COMBINATIONS: tuple[Rule, ...] = (set_or_run, no_joker_in_sets, one_suit, ace_is_low, in_order)


# --- the turn


@dataclass(frozen=True)
class OfferState(State):
    """offered: what the player before discarded, in order; laid: what the seat to move has
    discarded this turn; discards: all older ones; following: the seat whose turn follows a shuffle
    of the discards; caller: who has ended the deal."""

    discards: FaceUp[Cards] = ()
    offered: FaceUp[Cards] = ()
    laid: FaceUp[Cards] = ()
    following: SeatNo | None = None
    caller: SeatNo | None = None

    @property
    def ends(self) -> Cards:
        """The cards that may be taken."""
        return tuple(dict.fromkeys((self.offered[0], self.offered[-1]))) if self.offered else ()

    def sees(self, viewer: int, seat: int) -> bool:
        return viewer == seat or self.phase is OVER


def take(card: Card) -> Say:
    """The move that takes a card of the last discard."""
    return Say(f"take {card}", f"Take {card.sign}", f"takes {card.sign} from the discards")


@rule("ends-only", "Take an end, or draw", "discard-pile", "stock")
def ends_only(table: OfferState, moves: tuple[Move, ...]) -> Any:
    """Draw the top card of the stock, or take the first or the last card that the player before
    you discarded."""
    ends = table.ends
    return may_not(
        moves,
        lambda m: m.startswith("take") and m not in map(take, ends),
        "only {ends}",
        lambda: {
            "ends": f"{ends[0].sign} lies at an end"
            if len({*ends}) == 1
            else f"{listed(ends)} lie at the ends"
        },
        leaves=lambda m: m.startswith("take"),
    )


class LayFirst(Phase):
    """Discard a combination, or make one of the ``calls``, which ends the deal."""

    id, title, doing = "turn", "The discard", "discard or call"
    did = "discarded"
    rules = COMBINATIONS
    notes = (THEN_DRAW,)
    calls: tuple[Say, ...] = ()

    def candidates(self, table: OfferState) -> tuple[Move, ...]:
        return (*discards_of(tuple(sorted(table.hand))), *self.calls)

    def read(self, table: OfferState, text: str) -> Move | None:
        """``discard 9C 9D 9H`` in any order: the runs and sets that are candidates stand for all
        their equals."""
        try:
            held = read_cards(text.removeprefix("discard "))
        except ValueError:
            return None
        if not held:
            return None
        if missing := without(held, table.hand):
            return Lay(*missing)
        kind, ends = combination(held)[0], {held[0], held[-1]}
        for move in discards_of(tuple(sorted(table.hand))) if kind else ():
            same = Counter(move.cards) == Counter(held) and {move.cards[0], move.cards[-1]} == ends
            if same and (kind == "set" or move.cards in (held, held[::-1])):
                return move
        return Lay(*held)

    def apply(self, state: OfferState, seat: int, move: Any) -> Any:
        if move in self.calls:
            return state.game.end(state, caller=seat)
        hands = state.hands
        for card in move.cards:
            hands = state.but(hands=hands).without(seat, card)
        state = state.but(hands=hands, laid=move.cards).forget(seat, move.cards)
        return state.game.go(state, "draw", seat)


class DrawOrTake(Phase):
    """Draw from the stock, or take an end of the last discard; ``late``: calls that come too
    late here."""

    id, title, doing = "draw", "The draw", "draw"
    did = "drew"
    rules = (ends_only,)
    notes = (RESHUFFLE,)
    late: tuple[Say, ...] = ()
    spoken = (DRAW,)

    def lacking(self, state: Any) -> str:
        return "" if state.stock else STOCK_LACKS

    def candidates(self, table: OfferState) -> tuple[Move, ...]:
        return (DRAW, *(take(card) for card in dict.fromkeys(table.offered)))

    def read(self, table: OfferState, text: str) -> Move | None:
        try:
            return (
                take(Card(text[5:]))
                if text.startswith("take ")
                else next((c for c in self.late if c == text), None)
            )
        except ValueError:
            return None

    def apply(self, state: OfferState, seat: int, move: Say) -> Any:
        game, old = state.game, list(state.offered)
        if move == DRAW:
            card, state = state.stock[0], state.but(stock=state.stock[1:])
        else:
            card = Card(move.removeprefix("take "))
            old.remove(card)
        hands = state.held(seat, (*state.hands[seat], card))
        state = state.but(
            hands=hands, discards=(*state.discards, *old), offered=state.laid, laid=()
        )
        if move != DRAW:
            state = state.remember(None, (card,), seat)
        following = game.next_in(state, seat)
        return (
            game.go(state, "turn", following)
            if state.stock
            else game.go(state.but(following=following), "reshuffle", None)
        )

    def asks(self, state: OfferState) -> str:
        return f"Draw from the stock, or take {' or '.join(c.sign for c in state.ends)}."


class NewStock(Dealing):
    """The chance move that turns the old discards into a stock."""

    id, title = "reshuffle", "The discards are shuffled"
    notes = ()

    def chance(self, state: OfferState, rng: random.Random) -> Deal:
        return Deal((), rng.sample(state.discards, len(state.discards)))

    def check(self, state: Any, deal: Deal) -> None:
        if any(deal.hands) or Counter(deal.stock) != Counter(state.discards):
            raise ValueError("the new stock must hold the same cards as the discards")

    def apply(self, state: OfferState, seat: int | None, move: Deal) -> Any:
        return state.game.go(
            state.but(stock=move.stock, discards=(), following=None), "turn", state.following
        )


class DiscardFirstGame(Game):
    """A game in which one discards before one draws: who plays on, and the picture."""

    shelf = GameShelf.MELDS
    State: type[OfferState] = OfferState

    def ordering(self, trump: str | None = None) -> Ordering:
        """Aces low: how a hand is sorted."""
        if trump:
            raise ValueError(f"{self.title} has no trumps")
        return Ordering(self.pack, ACES_LOW[::-1], points=lambda card: PIPS.get(card.rank, 0))

    def total(self, hand: Iterable[str] | str) -> int:
        """What a hand counts; the least is best."""
        raise NotImplementedError

    def next_in(self, state: Any, seat: int) -> int:
        """The next player who is still in."""
        return state.after_seat(seat)

    def combination(self, cards: Iterable[str] | str) -> tuple[str, str]:
        """What cards are in this order: "single", "set" or "run", or the rule that they break."""
        return combination(read_cards(cards))

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """discards, offered and laid may be written as text."""
        return given | {
            place: read_cards(given[place])
            for place in ("discards", "offered", "laid")
            if place in given
        }

    # --- the picture
    def zones(self, state: OfferState) -> list[Zone]:
        ends = "either end may be taken" if len(state.offered) > 1 else ""
        zones = [
            pile("stock", "Stock", state.stock, open=False),
            pile("discards", "Discards", state.discards, open=True),
            Zone(
                "offered",
                "discards",
                "row",
                None,
                "The last discard",
                [face(c) for c in state.offered],
                note=ends,
            ),
        ]
        if state.laid:
            zones.append(
                Zone(
                    "laid",
                    "discards",
                    "row",
                    state.to_move,
                    "just discarded",
                    [face(c) for c in state.laid],
                )
            )
        return zones
