"""Every line of play of a small position, by rules written down once more: nothing of the kernel
is used here.

Cards are numbers; the rules narrow the open cards one after the other, and a rule that would leave
nothing leaves all.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cardlab.solver.kernel import places
from cardlab.solver.tables import (
    ANYTRUMP,
    BEAT,
    BY_TABLE,
    FOLLOW,
    HEAD,
    LEADTOP,
    LEADTOP_FIRST,
    OVER,
    TRUMP,
    UNLED,
    Tables,
)


class Brute:
    """The values of one position and of all that follow from it."""

    def __init__(self, given: Tables) -> None:
        self.given = given
        self.cards = frozenset(given.table).union(*given.hands)
        self.deal = len(self.cards)
        self.best_of = lru_cache(None)(self._value)

    def led(self, trick: tuple[int, ...]) -> int | None:
        """The suit to follow: of the first card that is not wild."""
        return next(
            (self.given.suit[c] for c in trick if self.given.suit[c] != self.given.wild), None
        )

    def height(self, card: int, led: int | None) -> tuple[int, int]:
        given = self.given
        suit = given.suit[card]
        if suit == given.wild:
            return (-1, 0)
        if given.levels is not None:
            return (given.levels[suit if led is None else led][suit], given.strength[card])
        if suit == given.trump:
            return (2, given.strength[card])
        return (1 if suit == led else 0, given.strength[card])

    def beats(self, card: int, other: int, led: int | None) -> bool:
        """Cards of two suits on one level do not beat each other; nor can they, where one of
        them lies there first."""
        one, two = self.height(card, led), self.height(other, led)
        return one[0] > two[0] or (one > two and self.given.suit[card] == self.given.suit[other])

    def winning(self, trick: tuple[int, ...]) -> int:
        """The place of the best card."""
        at, led = 0, self.led(trick)
        for i in range(1, len(trick)):
            if self.beats(trick[i], trick[at], led):
                at = i
        return at

    def open_cards(
        self,
        hand: tuple[int, ...],
        trick: tuple[int, ...],
        seats: tuple[int, ...],
        me: int,
        seen: frozenset[int],
        first: bool,
        gone: frozenset[int] = frozenset(),
    ) -> list[int]:
        """gone: the cards played so far, those of the trick among them."""
        given, moves = self.given, list(hand)
        suit, flags = given.suit, given.flags
        if flags & BY_TABLE:
            return self.by_table(hand, trick, seats, me, seen, gone)

        def must(obeys: Any) -> None:
            kept = [c for c in moves if obeys(c)]
            moves[:] = kept or moves

        if not trick:
            if (
                flags & LEADTOP
                and any(c in given.top for c in hand)
                and (first or not flags & LEADTOP_FIRST)
            ):
                lane = [c for c in hand if suit[c] == suit[given.top[0]]]
                must(lambda c: c == max(lane, key=lambda x: given.strength[x]))
            return moves
        led = self.led(trick)
        if led is None:
            return moves
        follows = any(suit[c] == led for c in hand)

        def trumps(c: int) -> bool:
            lead = next(x for x in trick if suit[x] == led)
            return suit[c] != given.wild and self.height(c, led)[0] > self.height(lead, led)[0]

        best = self.winning(trick)
        if flags & FOLLOW and follows:
            must(lambda c: suit[c] in (led, given.wild) or (flags & ANYTRUMP and trumps(c)))
        if flags & UNLED:
            must(lambda c: c not in given.barred or suit[c] in seen or suit[c] == led)
        if flags & BEAT and given.side[seats[best]] != given.side[me]:
            must(lambda c: self.beats(c, trick[best], led))
        if follows and flags & HEAD:
            must(lambda c: self.beats(c, trick[best], led))
        if not follows and flags & TRUMP:
            must(trumps)
        if not follows and flags & OVER and trumps(trick[best]):
            must(lambda c: self.beats(c, trick[best], led))
        return moves

    def by_table(
        self,
        hand: tuple[int, ...],
        trick: tuple[int, ...],
        seats: tuple[int, ...],
        me: int,
        seen: frozenset[int],
        gone: frozenset[int],
    ) -> list[int]:
        """The cards that the rules of the table leave, one rule after another."""
        given, moves, led = self.given, list(hand), self.led(trick)
        best = self.winning(trick) if trick else 0
        true = {
            places.ON_LEAD: not trick,
            places.IS_VOID: bool(trick) and not any(given.suit[c] == led for c in hand),
            places.IS_TRUMPED: bool(trick) and trick[best] in given.trumps,
            places.OTHERS_WIN: bool(trick) and given.side[seats[best]] != given.side[me],
            places.IS_FIRST: len(gone) == len(trick),
        }
        for rule in given.rules:
            wrong = any(
                rule.asks & fact and yes != bool(rule.holds & fact) for fact, yes in true.items()
            )
            if wrong or any(gone.intersection(cards) for cards in rule.unbroken):
                continue

            def named(c: int, cards: tuple[tuple[int, ...], ...] = rule.cards) -> bool:
                now = 1 if trick and given.suit[c] == led else 0
                now += 2 if trick and self.beats(c, trick[best], led) else 0
                now += 4 if given.suit[c] not in seen and given.suit[c] != led else 0
                return c in cards[now]

            if rule.does == places.MUST:
                kept = [c for c in moves if named(c)]
            elif rule.does in (places.HIGHEST, places.LOWEST):
                held = sorted(filter(named, hand), key=lambda c: given.strength[c])
                one = held[-1:] if rule.does == places.HIGHEST else held[:1]
                kept = [c for c in moves if c in one]
            else:
                kept = [c for c in moves if not named(c)]
            if kept or rule.does == places.NEVER:
                moves = kept
        return moves

    def _value(
        self,
        hands: tuple[tuple[int, ...], ...],
        leader: int,
        trick: tuple[int, ...],
        seen: frozenset[int],
    ) -> tuple[int, tuple[tuple[int, int], ...]]:
        """What side 0 still gets, and the same for each open card."""
        given, n = self.given, len(hands)
        seats = tuple((leader + i) % n for i in range(n))
        if len(trick) == n:
            at = self.winning(trick)
            over = not any(hands)
            got = given.per_trick + sum(given.points[c] for c in trick) + given.last_trick * over
            got = got if given.side[seats[at]] == 0 else 0
            led = self.led(trick)
            seen = seen | ({led} if led is not None else set()) | {given.suit[trick[0]]}
            return (got, ()) if over else (got + self.best_of(hands, seats[at], (), seen)[0], ())
        if not any(hands):
            return 0, ()
        me = seats[len(trick)]
        first = sum(map(len, hands)) == self.deal
        gone = self.cards.difference(*hands)
        found = []
        for c in self.open_cards(hands[me], trick, seats, me, seen, first, gone):
            left = tuple(
                tuple(x for x in h if x != c) if q == me else h for q, h in enumerate(hands)
            )
            found.append((c, self.best_of(left, leader, (*trick, c), seen)[0]))
        values = [v for _, v in found]
        return (max(values) if given.side[me] == 0 else min(values)), tuple(sorted(found))

    def root(self) -> tuple[int, dict[int, int]]:
        given = self.given
        hands = tuple(tuple(sorted(h)) for h in given.hands)
        value, found = self.best_of(hands, given.leader, given.table, frozenset(given.seen))
        return value, dict(found)
