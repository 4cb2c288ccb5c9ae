"""The rules that bind a seat in a trick, from what the rules of the play declare.

Each rule of the phase declares which cards it leaves (`cardlab.families.narrowing`).  Here that
becomes numbers: a rule that is built into the kernel where it answers to one, else a row in the
kernel's table of rules.  Rules that have passed in a position, because the first trick is over or
a suit is broken, are left out.

Knows declarations and the kernel's built-in rules.  Knows no game and no rule by name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlab.engine.game import Game
from cardlab.engine.memory import remember
from cardlab.engine.ordering import Ordering
from cardlab.families.narrowing import (
    CAN_FOLLOW,
    FOLLOWING,
    HIGHER,
    OPPONENT_WINS,
    SUIT_LED,
    TRUMPED,
    TRUMPS,
    VOID,
    CardSet,
    Fact,
    Highest,
    Lowest,
    MayNotPlay,
    Moment,
    MustPlay,
    Narrowing,
    narrowings,
    only,
)
from cardlab.families.tricks import Tricks
from cardlab.solver.errors import CannotCompile
from cardlab.solver.kernel import places
from cardlab.solver.orders import Order, ordered
from cardlab.solver.tables import Narrowed

FACTS = {
    Fact.LEADING: places.ON_LEAD,
    Fact.VOID: places.IS_VOID,
    Fact.TRUMPED: places.IS_TRUMPED,
    Fact.OPPONENT_WINS: places.OTHERS_WIN,
    Fact.FIRST_TRICK: places.IS_FIRST,
}
MOMENTS = [Moment(bool(i & 1), bool(i & 2), bool(i & 4)) for i in range(8)]
"""What can be true of a card, in the order of the kernel's masks."""
STEPS = (
    places.FOLLOW,
    places.UNLED,
    places.BEAT,
    places.HEAD | places.TRUMP,
    places.OVER,
)
"""The order in which the kernel applies its built-in rules to a seat that follows."""


@dataclass(frozen=True)
class Duty:
    """The rules that bind a seat in a trick, as the kernel takes them.

    flags: its built-in rules, or BY_TABLE; barred: cards that wait for their suit to be led; top:
    trumps that the leader may not keep back; rules: the table; trumps: the cards that it calls
    trumps; after: the flags when the rules of the table that pass have passed.
    """

    flags: int
    barred: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    rules: tuple[Narrowed, ...] = ()
    trumps: tuple[int, ...] = ()
    after: int | None = None

    @property
    def asks_sides(self) -> bool:
        """Whether it matters who is whose partner."""
        return bool(self.flags & places.BEAT) or any(
            rule.asks & places.OTHERS_WIN for rule in self.rules
        )


class Read(NamedTuple):
    """A rule as a row of the table, and the kernel's built-in rule that does the same, if there is
    one: its flags, and the cards that it names."""

    rule: Narrowed
    flags: int = 0
    cards: tuple[int, ...] = ()


def duty_of(state: Any) -> Duty:
    """The rules that bind a seat in a trick from this position on.

    Raises `CannotCompile`, naming the rule, if a rule of the phase declares nothing.
    """
    game, order = state.game, ordered(state.order)
    place = {card: i for i, card in enumerate(order.cards)}
    played = {place[card] for trick in state.taken for card in trick.cards}
    left = [
        read
        for read in rules_read(game, state.phase, state.order)
        if not any(played.intersection(cards) for cards in read.rule.unbroken)
    ]
    if state.taken:
        left = later_tricks(left, state.order)
    own = own_duties(left)
    if own is not None:
        return own
    settled = [read for read in later_tricks(left, state.order) if not read.rule.passes]
    after = own_duties(settled)
    # whether suit is followed at all is of use to the search, which tries likely cards first
    follows = any(read.flags & places.FOLLOW for read in left) * places.FOLLOW
    return Duty(
        places.BY_TABLE,
        rules=tuple(read.rule for read in left),
        trumps=trumps_of(order, state.order),
        after=places.BY_TABLE | follows if after is None else after.flags,
    )


def later_tricks(left: Iterable[Read], ordering: Ordering) -> list[Read]:
    """The rules as they are when the first trick is over."""
    return [
        read(ordered(ordering), ordering, rule.rule.later())
        if rule.rule.asks & places.IS_FIRST
        else rule
        for rule in left
        if not rule.rule.holds & places.IS_FIRST
    ]


def by_table(state: Any, rules: Iterable[Narrowed]) -> Duty:
    """These rules and no others, whatever built-in rule they answer to."""
    order = ordered(state.order)
    return Duty(
        places.BY_TABLE,
        rules=tuple(rules),
        trumps=trumps_of(order, state.order),
        after=places.BY_TABLE,
    )


def trumps_of(order: Order, ordering: Ordering) -> tuple[int, ...]:
    return tuple(i for i, card in enumerate(order.cards) if ordering.is_trump(card))


@remember
def rules_read(game: Game, phase: Tricks, ordering: Ordering) -> tuple[Read, ...]:
    """The rules of a phase as numbers, in their order, without those that can do nothing under
    this order."""
    order, rows = ordered(ordering), list[Read]()
    for rule in phase.rules:
        declared = narrowings(rule, game)
        if declared is None:
            raise CannotCompile(f"the solver cannot read the rule {rule.title!r} of {game.title}")
        rows += [
            read(order, ordering, row)
            for row in [narrowed(order, ordering, part) for part in declared]
            if does_something(row, trumps_of(order, ordering))
        ]
    return tuple(rows)


# --- rows of the table


def narrowed(order: Order, ordering: Ordering, part: Narrowing) -> Narrowed:
    """What a rule declares, as a row of the kernel's table."""
    cards, does = part.cards, places.MUST
    if isinstance(part, MayNotPlay):
        does = places.MAY_NOT if part.lapses else places.NEVER
    if isinstance(cards, Highest | Lowest):
        does = places.HIGHEST if isinstance(cards, Highest) else places.LOWEST
        cards = cards.cards
    sets = tuple(_those(order, ordering, cards, moment) for moment in MOMENTS)
    if (
        does in (places.HIGHEST, places.LOWEST)
        and len({order.suit[card] for row in sets for card in row}) > 1
    ):
        raise CannotCompile(f"{cards} is not of one suit, so that none is the highest")
    when = part.when
    return Narrowed(
        does,
        _bits(when.holds | when.fails),
        _bits(when.holds),
        tuple(_those(order, ordering, unplayed, MOMENTS[0]) for unplayed in when.unplayed),
        sets,
    )


def _those(order: Order, ordering: Ordering, cards: CardSet, now: Moment) -> tuple[int, ...]:
    return tuple(i for i, card in enumerate(order.cards) if cards.test(card, ordering, now))


def _bits(facts: Fact) -> int:
    return sum(bit for fact, bit in FACTS.items() if fact in facts)


def does_something(rule: Narrowed, trumps: tuple[int, ...]) -> bool:
    """Whether a rule can ever do anything under an order: no card is a trump where there are
    none."""
    if rule.holds & places.IS_TRUMPED and not trumps:
        return False
    return any(rule.cards)


# --- the kernel's built-in rules


def read(order: Order, ordering: Ordering, rule: Narrowed) -> Read:
    """A row of the table with the kernel's built-in rule that does the same, if there is one."""
    for row, flags in own_rows(ordering):
        if row == rule:
            return Read(rule, flags)
    if _keeps_unled(rule) and order.wild is None:
        return Read(rule, places.UNLED, rule.cards[4])
    if _leads_top(order, ordering, rule):
        first = places.LEADTOP_FIRST if rule.holds & places.IS_FIRST else 0
        return Read(rule, places.LEADTOP | first, rule.cards[0])
    return Read(rule)


@remember
def own_rows(ordering: Ordering) -> tuple[tuple[Narrowed, int], ...]:
    """The rows that the kernel's built-in rules would be under this order, with their flags."""
    order = ordered(ordering)
    return tuple((narrowed(order, ordering, part), flags) for part, flags in _own(order, ordering))


def _own(order: Order, ordering: Ordering) -> list[tuple[Narrowing, int]]:
    if order.wild is not None:
        wild = next(c for c, suit in zip(order.cards, order.suit) if suit == order.wild)
        return [
            (MustPlay(SUIT_LED | only(wild), CAN_FOLLOW), places.FOLLOW),
            (MustPlay(HIGHER, CAN_FOLLOW), places.HEAD),
        ]
    own: list[tuple[Narrowing, int]] = [
        (MustPlay(SUIT_LED, FOLLOWING), places.FOLLOW),
        (MustPlay(HIGHER, CAN_FOLLOW), places.HEAD),
        (MustPlay(HIGHER, OPPONENT_WINS), places.BEAT),
    ]
    if _trumps_alone_ruff(order, trumps_of(order, ordering)):
        or_trump = MayNotPlay(~(SUIT_LED | TRUMPS), CAN_FOLLOW, lapses=False)
        own += [
            (or_trump, places.FOLLOW | places.ANYTRUMP),
            (MustPlay(TRUMPS, VOID), places.TRUMP),
            (MustPlay(HIGHER, VOID & TRUMPED), places.OVER),
        ]
    return own


def _trumps_alone_ruff(order: Order, trumps: tuple[int, ...]) -> bool:
    """Whether the cards that beat any card of a suit led are the trumps, as usual."""
    ours = {order.suit[card] for card in trumps}
    return all(
        {suit for suit, level in enumerate(row) if level > row[led]} == ours - {led}
        for led, row in enumerate(order.level)
        if led not in ours
    )


def _keeps_unled(rule: Narrowed) -> bool:
    """It is about cards that wait for their suit to be led, and about nothing else of them."""
    return (
        (rule.does, rule.asks, rule.holds) == (places.MAY_NOT, places.ON_LEAD, 0)
        and not rule.unbroken
        and not any(rule.cards[:4])
        and len({*rule.cards[4:]}) == 1
    )


def _leads_top(order: Order, ordering: Ordering, rule: Narrowed) -> bool:
    """A player who leads and holds one of the top trumps leads the highest."""
    asks = rule.asks & ~places.IS_FIRST
    top, trumps = rule.cards[0], trumps_of(order, ordering)
    return (
        rule.does == places.HIGHEST
        and asks == places.ON_LEAD
        and rule.holds == rule.asks
        and not rule.unbroken
        and len({*rule.cards}) == 1
        and top == trumps[len(trumps) - len(top) :]
    )


def own_duties(read: Iterable[Read]) -> Duty | None:
    """The kernel's built-in rules that answer to these rules in this order; None if one of them has
    no such rule, or they come in another order than the kernel's."""
    flags, step = 0, 0
    barred: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    for _, own, cards in read:
        if not own or own & flags:
            return None
        if own & places.LEADTOP:
            top = cards
        else:
            now = next(i for i, duties in enumerate(STEPS) if own & duties)
            if now < step:
                return None
            step = now
            if own == places.UNLED:
                barred = cards
        flags |= own
    return Duty(flags, barred, top)
