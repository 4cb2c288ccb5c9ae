"""Bids by what a hand is worth: one formula over the cards, and the call that each value makes.

Knows orders of cards, formulas and ranges.  Knows no game: what a call may come to be played as, and
the situation that it is made in, the game declares.

>>> import cardlab
>>> euchre = cardlab.game("euchre")
>>> table = euchre.state(phase="order-up", to_move=2, dealer=0, turned="QC",
...     hands={2: "AS TH TD AC KC"})
>>> move, words, facts = worth_pick(euchre.view(table), euchre.legal_moves(table))
>>> move, facts["value"], facts["says"]
(order up, 'worth about 2.5', 'two trumps and an ace are enough: the card goes to the partner')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Literal

import msgspec

from cardlab.engine.cards import Card, Suit
from cardlab.engine.game import Game, State
from cardlab.engine.memory import remember
from cardlab.engine.moves import PASS, Move
from cardlab.families.auctions import last_bid
from cardlab.families.tricks import PointsAtStake
from cardlab.players.bidding.conditions import MOST, Span, span
from cardlab.players.bidding.reading import SystemFault, keys_of, lines_of, never_reached, text_of

WORTH = "{value}: {says}"
AWAY = "without this card {named} is worth the most"
NAMING = "name"
"""The call of the rows by which a game or trumps are named."""
LEAST = "a bid has to be made, and this is the least"
TOO_LITTLE = "{value}, too little for a bid"
LOWEST = 3
"""How many low cards of a suit are looked at for the risk of taking a trick."""


class FormulaKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A value of a hand: a sum over its cards.

    orders: with the order in which the call is played, or with no trumps; words: only with one of
    these orders (a game such as "grand"), () for any; trumps: for each of them; enough, short: what
    is taken off for each trump short of so many; promoted: for the cards above the ace of trumps,
    highest first; top: for honours of trumps; side: for cards of other suits; beside_ace: for those
    whose ace is held too; length: how many cards a suit needs for this rank to count; cards: for
    single cards; risk: for each step that a low card lies above the lowest (trumps count as many
    times as `trump_risk`); made: how often a contract is made by a hand of at least this value.
    """

    title: str
    orders: Literal["trumps", "none"] = "trumps"
    words: tuple[str, ...] = ()
    start: float = 0.0
    start_by_players: Mapping[str, float] = {}
    trumps: float = 0.0
    enough: int = 0
    short: float = 0.0
    promoted: tuple[float, ...] = ()
    top: Mapping[str, float] = {}
    side: Mapping[str, float] = {}
    beside_ace: Mapping[str, float] = {}
    length: Mapping[str, int] = {}
    void: float = 0.0
    singleton: float = 0.0
    cards: Mapping[str, float] = {}
    risk: float = 0.0
    trump_risk: float = 1.0
    long_trump_risk: float = 0.0
    made: Mapping[str, float] = {}

    def chance(self, value: float) -> float:
        """How often a hand of this value makes its contract."""
        return max((p for least, p in self.made.items() if value >= float(least)), default=0.0)


class BidKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row: the call, what the hand needs, what it says, and the situation that it is for."""

    call: str
    needs: str
    says: str
    when: str = ""


class WorthKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of a file.  over_partner: by how much more a hand is worth that tops its partner;
    decides: bots that imagine deals bid by the values too, since they were measured to bid better."""

    id: str
    title: str
    over_partner: float = 0.0
    decides: bool = False
    value: Mapping[str, FormulaKeys]
    rows: tuple[BidKeys, ...]


@dataclass(frozen=True)
class BidRow:
    """A row with its ranges, by value; the first is the one that the call tells."""

    call: str
    ranges: Mapping[str, Span]
    says: str
    when: str
    line: int


@dataclass(frozen=True, eq=False)
class BidWorths:
    """What hands are worth in a game, and the calls that they make, the first choice first."""

    id: str
    title: str
    over_partner: float
    decides: bool
    formulas: Mapping[str, FormulaKeys]
    rows: tuple[BidRow, ...]


def read_worths(text: str, name: str) -> BidWorths:
    """Read a file and check it.  SystemFault, with the line, where it is wrong."""
    keys = keys_of(text, name, WorthKeys)
    rows: list[BidRow] = []
    for row, line in zip(keys.rows, lines_of(text), strict=True):
        try:
            ranges = dict(_range(part, keys.value) for part in row.needs.split(","))
        except ValueError as problem:
            raise SystemFault(f"{name}, line {line}: {problem}") from None
        made = BidRow(row.call, ranges, row.says, row.when, line)
        for above in rows:
            if above.when == made.when and above.call == made.call and _covers(above, made):
                raise SystemFault(f"{name}, {never_reached(made, above)}")
        rows.append(made)
    return BidWorths(keys.id, keys.title, keys.over_partner, keys.decides, keys.value, tuple(rows))


def _range(text: str, formulas: Mapping[str, FormulaKeys]) -> tuple[str, Span]:
    words = text.split()
    found = span(words[1]) if len(words) == 2 else None
    if found is None:
        raise ValueError(f"{text.strip()!r} is no value with a range, such as V 6-9")
    if words[0] not in formulas:
        raise ValueError(f"there is no value {words[0]!r}; there are {', '.join(formulas)}")
    # what is worth less than nothing is worth little
    return words[0], Span(found.low if found.low > 0 else -MOST, found.high)


def _covers(above: BidRow, row: BidRow) -> bool:
    return all(
        value in row.ranges and row.ranges[value].within(wanted) == row.ranges[value]
        for value, wanted in above.ranges.items()
    )


@cache
def worths(id: str) -> BidWorths:
    """The values and calls of this id.  ValueError where there are none."""
    text = text_of(id)
    if text is None:
        raise ValueError(f"there are no bids {id!r}")
    return read_worths(text, f"{id}.toml")


# --- what a hand is worth


class Reckoner:
    """A formula with one order of the cards: what any hand is worth.  What the cards of a suit
    are worth together is reckoned once for each set of them."""

    def __init__(self, formula: FormulaKeys, game: Game, word: str) -> None:
        order = game.ordering(None if formula.orders == "none" or word == "NT" else word)
        self.formula = formula
        self.start = formula.start_by_players.get(str(game.players), formula.start)
        self.suit_of, self.trump = order.suit_of, order.trump
        self.above = () if order.trump is None else game.promoted(order.trump)
        self.low_first = game.ranks.replace(" ", "")[::-1]
        suits = dict.fromkeys(suit for suit in order.suit_of.values() if suit)
        self.of_suit: dict[Any, dict[tuple[Card, ...], float]] = {suit: {} for suit in suits}

    def __call__(self, hand: Sequence[Card]) -> float:
        suit_of = self.suit_of
        suits: dict[Any, list[Card]] = {suit: [] for suit in self.of_suit}
        value = self.start
        for card in sorted(hand):
            suit = suit_of[card]
            if suit:
                suits[suit].append(card)
            else:  # a joker without trumps
                value += self.formula.cards.get(str(card), 0.0)
        for suit, held in suits.items():
            known, cards = self.of_suit[suit], tuple(held)
            if cards not in known:
                known[cards] = self._suit(suit, cards)
            value += known[cards]
        return value

    def _suit(self, suit: Suit, held: tuple[Card, ...]) -> float:
        formula, trump = self.formula, self.trump is not None and suit == self.trump
        value = sum(formula.cards.get(str(card), 0.0) for card in held)
        value += self._trumps(held) if trump else self._side(held)
        return value + (self._risk(held, trump) if formula.risk else 0.0)

    def _trumps(self, held: tuple[Card, ...]) -> float:
        formula, above = self.formula, self.above
        value = formula.trumps * len(held) - formula.short * max(0, formula.enough - len(held))
        for card in held:
            if card in above and formula.promoted:
                value += formula.promoted[min(above.index(card), len(formula.promoted) - 1)]
            else:
                value += formula.top.get(card.rank, 0.0)
        return value

    def _side(self, held: tuple[Card, ...]) -> float:
        formula, ranks = self.formula, [card.rank for card in held]
        value = formula.void if not ranks else formula.singleton if len(ranks) == 1 else 0.0
        for rank in ranks:
            if len(ranks) >= formula.length.get(rank, 1):
                value += formula.side.get(rank, 0.0)
            if "A" in ranks:
                value += formula.beside_ace.get(rank, 0.0)
        return value

    def _risk(self, held: tuple[Card, ...], trump: bool) -> float:
        """How far the low cards of a suit lie above the lowest that there are."""
        formula, low_first = self.formula, self.low_first
        steps = sorted(low_first.find(card.rank) for card in held if card.rank in low_first)
        above = sum(max(0, step - 3 * i) for i, step in enumerate(steps[:LOWEST], 1))
        long = formula.long_trump_risk * max(0, len(held) - LOWEST) if trump else 0.0
        return formula.risk * above * (formula.trump_risk if trump else 1.0) + long


@remember
def reckoner(game: Game, id: str, name: str, word: str) -> Reckoner:
    """What reckons a value of these bids in a game, with the order of this word.

    >>> import cardlab
    >>> spades, hand = cardlab.game("spades"), cardlab.cards("QS TS 4S AH 6H AD 6D 5D 4D KC TC 5C 3C")
    >>> round(reckoner(spades, "spades-bids", "V", "S")(hand), 2)
    4.45
    """
    return Reckoner(worths(id).formulas[name], game, word)


class ValuedHand:
    """What a hand is worth at a table: asked by value, for one call."""

    def __init__(self, table: State, worths: BidWorths, hand: Sequence[Card]) -> None:
        self.table, self.id, self.hand = table, worths.id, hand
        self._values: dict[tuple[str, tuple[str, ...]], float] = {}

    def value(self, name: str, call: Move) -> float:
        """The hand by a value, with the best order in which the call may come to be played, and
        without the cards that have to be put away; less than anything where it cannot come to be
        played in an order that the value is for."""
        game, hand = self.table.game, self.hand
        words = worths(self.id).formulas[name].words
        orders = game.orders_of_call(self.table, call, hand)
        key = name, tuple([word for word in orders if not words or word in words])
        if key not in self._values:
            kept = combinations(hand, min(len(hand), game.tricks_in_deal))
            by_order = [reckoner(game, self.id, name, word) for word in key[1]]
            values = [worth(cards) for cards in kept for worth in by_order]
            self._values[key] = max(values, default=float(-MOST))
        return self._values[key]

    def gain(self, name: str, call: Move, stake: PointsAtStake | None) -> float:
        """By what a call is chosen among others of its kind: what it gains on average, where the
        game says what is at stake, else the value."""
        value = self.value(name, call)
        if stake is None:
            return value
        chance = worths(self.id).formulas[name].chance(value)
        return chance * stake.won - (1 - chance) * stake.lost

    def lacks(self, row: BidRow, call: Move, more: float = 0.0) -> float:
        """How far the hand lies outside the ranges of a row; below 0, or 0 on their edge, where it
        fits."""
        lacks = []
        for name, wanted in row.ranges.items():
            value = self.value(name, call)
            if wanted.high >= MOST:
                lacks.append(wanted.low + more - value)
            else:
                lacks += [wanted.low - value, value - wanted.high]
        return max(lacks)

    def fits(self, row: BidRow, call: Move, more: float = 0.0) -> bool:
        return self.lacks(row, call, more) <= 0


def matching(
    worths_: BidWorths, table: State, moves: Sequence[Any]
) -> Iterator[tuple[BidRow, Any]]:
    """The rows that can be called now, with their moves."""
    situation = table.game.bid_situation(table)
    for row in worths_.rows:
        if row.when in ("", situation):
            for move in moves:
                if table.game.bid_word(move) == row.call:
                    yield row, move


def worth_pick(table: State, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]] | None:
    """The call that a hand makes by what it is worth, with the words for it; None where the game
    declares no values, or this is no call."""
    game = table.game
    if not game.bid_values:
        return None
    made = worths(game.bid_values)
    found = list(matching(made, table, moves))
    if not found:
        return None
    held = ValuedHand(table, made, game.bid_hand(table))
    more = more_needed(table)
    best: dict[str, tuple[float, Any, BidRow]] = {}
    for row, move in found:
        if held.fits(row, move, more):
            gain = held.gain(next(iter(row.ranges)), move, game.at_stake(table, move))
            if row.call not in best or gain > best[row.call][0]:
                best[row.call] = gain, move, row
    if best:
        _, move, row = next(iter(best.values()))
        value = held.value(next(iter(row.ranges)), move)
        return move, WORTH, {"value": f"worth about {value:.1f}", "says": row.says}
    if PASS in moves:
        nearest = max(held.value(next(iter(row.ranges)), move) for row, move in found)
        return PASS, TOO_LITTLE, {"value": f"worth about {nearest:.1f}"}
    row, move = max(found, key=lambda f: _margin(held, *f))
    return move, LEAST, {}


def decided_pick(table: Any, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]] | None:
    """`worth_pick` where the values decide for bots that imagine deals, too."""
    values = table.game.bid_values
    return worth_pick(table, moves) if values and worths(values).decides else None


def away_pick(table: Any, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]] | None:
    """The card to put away before a game is named: of all cards that can be kept those with which
    the best game gains most, and of equal ones those that leave the most points among the cards put
    away.  None where the game declares no values, or names nothing afterwards."""
    game = table.game
    calls = game.naming_calls(table) if game.bid_values else ()
    if not calls:
        return None
    made, hand, kept_size = worths(game.bid_values), tuple(table.hand), game.tricks_in_deal
    named = [
        (next(iter(row.ranges)), move, game.at_stake(table, move))
        for row, move in matching(made, table, calls)
        if row.call == NAMING
    ]
    best: tuple[tuple[float, int], Any, tuple[Card, ...]] | None = None
    for away in combinations([move.card for move in moves], len(hand) - kept_size):
        kept = tuple([card for card in hand if card not in away])
        held = ValuedHand(table, made, kept)
        name, gain = max(
            ((move, held.gain(value, move, stake)) for value, move, stake in named),
            key=lambda named: named[1],
        )
        rank = gain, sum(map(game.card_points, away))
        if best is None or rank > best[0]:
            best = rank, name, away
    assert best is not None
    _, name, away = best
    put = next(move for move in moves if move.card == away[0])
    return put, AWAY, {"named": name}


def _margin(held: ValuedHand, row: BidRow, move: Any) -> float:
    name, wanted = next(iter(row.ranges.items()))
    return held.value(name, move) - wanted.low


def more_needed(table: Any) -> float:
    """By how much more a hand has to be worth here: where its partner's bid stands."""
    last = last_bid(table.game.calls(table))
    stands = last is not None and table.same_side(last[0], table.me)
    return worths(table.game.bid_values).over_partner if stands else 0.0


def worth_says(table: State, move: Move, number: int | None = None) -> str:
    """What a call says to those who hear it; "" where the game declares no values for it.

    number: how many calls were made before it; all of them, unless told.  Of an earlier call it is
    not asked in which situation it was made: what it said is told if that is the same in all.
    """
    game = table.game
    if not game.bid_values:
        return ""
    if number is not None and number < len(game.calls(table)):
        told = {row.says for row in worths(game.bid_values).rows if row.call == game.bid_word(move)}
        return told.pop() if len(told) == 1 else ""
    found = next((row for row, _ in matching(worths(game.bid_values), table, [move])), None)
    return "" if found is None else found.says
