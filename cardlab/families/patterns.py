"""Several cards in one play to a trick: identical cards, and tractors of neighbouring pairs.

Knows what a lead of several cards is, what a hand owes to it, and which play is higher.  Knows no
table, no move and no score.  A selection of cards is judged by counts, so that no hand is ever taken
apart into all its subsets.

>>> from cardlab.engine.cards import cards, pack
>>> from cardlab.engine.ordering import Ordering
>>> order = Ordering(pack(decks=2, jokers=2), "AKQJT9765432", "S", promoted=("JK",))
>>> pattern_of(cards("9H 9H 7H 7H"), order)  # no card ranks between them: the eights are trumps
CardPattern(suit=H, copies=2, length=2)
>>> debt_of(cards("AH KH KH 3H 2C"), order, CardPattern("H", 2, 2))
Debt(cards=4, run=1, pairs=1, copies=0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from cardlab.engine.cards import Card
from cardlab.engine.ordering import Ordering
from cardlab.engine.words import number, some


class CardPattern(NamedTuple):
    """What was led: identical cards (one is a single card), or so many neighbouring pairs."""

    suit: str
    copies: int
    length: int = 1

    @property
    def size(self) -> int:
        """How many cards each player plays."""
        return self.copies * self.length

    @property
    def name(self) -> str:
        """The pattern in words, without its suit.

        >>> CardPattern("H", 2).name, CardPattern("H", 3).name, CardPattern("H", 2, 3).name
        ('pair', 'set of three', 'tractor of three pairs')
        """
        if self.length > 1:
            return f"tractor of {some(self.length, 'pair')}"
        if self.copies > 2:
            return f"set of {number(self.copies)}"
        return "pair" if self.copies == 2 else "card"


class Debt(NamedTuple):
    """What a hand owes to a pattern: so many cards of the suit, among them a run of neighbouring
    pairs so long, so many pairs, and so many copies of one card."""

    cards: int
    run: int = 0
    pairs: int = 0
    copies: int = 0


@lru_cache(maxsize=1_000)
def rungs_of(order: Ordering, suit: str) -> tuple[tuple[Card, ...], ...]:
    """The cards of a suit from high to low; equal cards share a rung."""
    return tuple(order.ladder(suit))


def pattern_of(cards: Sequence[Card], order: Ordering) -> CardPattern | None:
    """The pattern that some cards make together; None where they make none."""
    suits = {order.suit_of[card] for card in cards}
    suit = suits.pop() if suits else None
    if suit is None or suits:
        return None
    counts = Counter(cards)
    if len(counts) == 1:
        return CardPattern(suit, len(cards))
    if set(counts.values()) != {2} or longest_run(cards, order, suit) != len(counts):
        return None
    return CardPattern(suit, 2, len(counts))


def longest_run(cards: Iterable[Card], order: Ordering, suit: str) -> int:
    """How many neighbouring rungs of a suit have a pair among these cards, at most."""
    counts, best, now = Counter(cards), 0, 0
    for rung in rungs_of(order, suit):
        now = now + 1 if any(counts[card] > 1 for card in rung) else 0
        best = max(best, now)
    return best


def pairs_in(cards: Iterable[Card]) -> int:
    """How many pairs of identical cards there are; four copies are two pairs."""
    return sum(times // 2 for times in Counter(cards).values())


def debt_of(hand: Iterable[Card], order: Ordering, led: CardPattern) -> Debt:
    """What this hand owes to what was led: its suit first, then its pattern as far as possible."""
    own = [card for card in hand if order.suit_of[card] == led.suit]
    if len(own) < led.size:
        return Debt(len(own))
    if led.length > 1:
        run = min(led.length, longest_run(own, order, led.suit))
        return Debt(led.size, run, min(led.length, pairs_in(own)))
    return Debt(led.size, copies=min(led.copies, max(Counter(own).values())))


def unpaid(chosen: Sequence[Card], order: Ordering, led: CardPattern, debt: Debt) -> str:
    """Which part of a debt some cards of the hand leave unpaid: "size", "suit" or "pattern"; ""
    where they pay it."""
    if len(chosen) != led.size:
        return "size"
    own = [card for card in chosen if order.suit_of[card] == led.suit]
    if len(own) < debt.cards:
        return "suit"
    if longest_run(own, order, led.suit) < debt.run or pairs_in(own) < debt.pairs:
        return "pattern"
    return "pattern" if max(Counter(own).values(), default=0) < debt.copies else ""


def can_pay(
    chosen: Sequence[Card], rest: Iterable[Card], order: Ordering, led: CardPattern, debt: Debt
) -> bool:
    """Whether cards that are chosen already can be filled up from the rest of the hand, so that they
    pay its debt.

    >>> from cardlab.engine.cards import cards, pack
    >>> order = Ordering(pack(decks=2), "AKQJT98765432", "S")
    >>> pair, hand = CardPattern("H", 2), cards("KH KH 3H 2H")
    >>> debt = debt_of(hand, order, pair)
    >>> can_pay(cards("KH"), cards("KH 3H 2H"), order, pair, debt)
    True
    >>> can_pay(cards("3H"), cards("KH KH 2H"), order, pair, debt)
    False
    """
    own = [card for card in chosen if order.suit_of[card] == led.suit]
    others = len(chosen) - len(own)
    if others > led.size - debt.cards:
        return False
    if debt.cards < led.size:
        return True
    have = Counter(own)
    held = have + Counter(card for card in rest if order.suit_of[card] == led.suit)
    free = led.size - len(own)
    if led.length == 1:
        return any(
            debt.copies - have[card] <= free for card, many in held.items() if many >= debt.copies
        )
    return any(
        _cost_of_pairs(base, have, held, debt.pairs) <= free
        for base in _runs(held, order, led.suit, debt.run)
    )


def _runs(
    held: Counter[Card], order: Ordering, suit: str, length: int
) -> Iterator[tuple[Card, ...]]:
    """Every choice of so many neighbouring cards of which there are pairs."""
    paired = [[card for card in rung if held[card] > 1] for rung in rungs_of(order, suit)]
    for first in range(len(paired) - length + 1):
        yield from product(*paired[first : first + length])


def _cost_of_pairs(
    base: tuple[Card, ...], have: Counter[Card], held: Counter[Card], pairs: int
) -> int:
    """How many cards must be added to those one has for pairs of these cards, and for so many pairs
    in all, at least."""

    def cost(card: Card, nth: int) -> int:
        return max(0, 2 * nth - have[card]) - max(0, 2 * (nth - 1) - have[card])

    further = sorted(
        cost(card, nth)
        for card, many in held.items()
        for nth in range(1 + (card in base), many // 2 + 1)
    )
    return sum(cost(card, 1) for card in base) + sum(further[: max(0, pairs - len(base))])


def leads_in(hand: Iterable[Card], order: Ordering) -> Iterator[tuple[Card, ...]]:
    """Every play of one pattern with which this hand may lead, each once."""
    counts = Counter(hand)
    for card, times in counts.items():
        for copies in range(1, times + 1):
            yield (card,) * copies
    for suit in dict.fromkeys(order.suit_of[card] for card in counts):
        if suit is None:
            continue
        paired = [[c for c in rung if counts[c] > 1] for rung in rungs_of(order, suit)]
        for first in range(len(paired)):
            for after in range(first + 2, len(paired) + 1):
                if not all(paired[first:after]):
                    break
                for chosen in product(*paired[first:after]):
                    yield tuple(card for card in chosen for _ in range(2))


def beats(play: Sequence[Card], best: Sequence[Card], order: Ordering, led: CardPattern) -> bool:
    """Whether a play is higher than the best one so far; of equal ones the first stays the best."""
    made, now = pattern_of(play, order), pattern_of(best, order)
    if made is None or (made.copies, made.length) != (led.copies, led.length):
        return False
    if now is None:
        raise ValueError("the best play so far makes no pattern")
    if made.suit != now.suit:
        return made.suit == order.trump
    rungs = rungs_of(order, made.suit)
    return _top(play, rungs) < _top(best, rungs)


def _top(cards: Sequence[Card], rungs: Sequence[tuple[Card, ...]]) -> int:
    """The place of the highest of these cards on the ladder; the top is 0."""
    return next(at for at, rung in enumerate(rungs) if any(card in rung for card in cards))
