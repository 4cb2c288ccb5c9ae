"""A position as tables of whole numbers, as the kernel reads it.

Knows cards as small numbers, their suits (numbers too), what beats what, rules of play as flags,
and what a trick counts.  Knows no game and no rule in words: `compiling` writes a position of a
game as `Tables`, `searching` and `dealing` put it to the kernel.

Side 0 wants points, side 1 wants side 0 to have few.  One seat against all the others is a
partnership of the others: what that seat is sure of, whatever they do.

>>> spades, hearts = 0, 1
>>> ends = Tables(hands=((12, 10), (11, 1), (0, 20), (13, 14)), leader=0, side=(0, 1, 0, 1),
...     suit=(spades,) * 13 + (hearts,) * 13, strength=tuple(range(13)) * 2, suits=2)
>>> ends.mover, ends.total, legal_cards(ends)
(0, 2, (10, 12))
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from cardlab.solver.kernel import places
from cardlab.solver.kernel.legality import legal_mask

FOLLOW, HEAD, TRUMP, OVER, ANYTRUMP = (
    places.FOLLOW,
    places.HEAD,
    places.TRUMP,
    places.OVER,
    places.ANYTRUMP,
)
"""Rules of play: follow suit; beat the best card when following; trump when void; overtrump when
void; with FOLLOW, a trump is legal beside the suit led."""
BEAT, UNLED, LEADTOP, LEADTOP_FIRST, BY_TABLE = (
    places.BEAT,
    places.UNLED,
    places.LEADTOP,
    places.LEADTOP_FIRST,
    places.BY_TABLE,
)
"""Beat an opponent's card with any legal card; keep ``barred`` cards until their suit is led;
lead the highest trump while holding one of ``top``; the same for the first lead of the deal only.
BY_TABLE, alone: nothing but what the table of rules says.
"""

CARDS, SEATS, IN_SUIT = 62, 8, 18


class TooBig(ValueError):
    """More cards or seats than the kernel holds."""


class Narrowed(NamedTuple):
    """A rule of the table: what it does to which cards, and when.

    does: MUST, MAY_NOT, NEVER (even where nothing else is left), HIGHEST or LOWEST, as the kernel
    knows them; asks: the facts that it asks for, as the kernel's bits; holds: those of them that
    have to be true;
    unbroken: sets of cards of which none may have been played; cards: eight sets, those that it
    speaks of when they are neither of the suit led nor higher nor of a suit not led, when they are
    of the suit led, and so on: 1 of the suit led, 2 higher, 4 of a suit not led.
    """

    does: int
    asks: int
    holds: int
    unbroken: tuple[tuple[int, ...], ...]
    cards: tuple[tuple[int, ...], ...]

    @property
    def passes(self) -> bool:
        """Whether a time comes after which it is never in force again."""
        return bool(self.unbroken or self.holds & places.IS_FIRST)

    def later(self) -> Narrowed:
        """The same rule when the first trick is over."""
        return self._replace(asks=self.asks & ~places.IS_FIRST)

    @property
    def held_back(self) -> tuple[int, ...] | None:
        """The cards that may not be led until a suit is broken, where that is all that this rule
        does."""
        if self.does != places.MAY_NOT or (self.asks, self.holds) != (
            places.ON_LEAD,
            places.ON_LEAD,
        ):
            return None
        return tuple({*self.cards[0], *self.cards[4]}) if self.unbroken else None

    @property
    def asks_for_best(self) -> bool:
        """Whether it asks what wins the trick, or what would."""
        return bool(self.asks & places.OTHERS_WIN) or any(
            self.cards[i] != self.cards[i | 2] for i in (0, 1, 4, 5)
        )


@dataclass(frozen=True, slots=True)
class Tables:
    """A position and the rules of its play.

    hands: card numbers by seat, in the order of play; table: the cards of the trick in progress,
    ``leader``'s first. side: 0 or 1 by seat. suit, strength, points: by card number; no two cards
    of a suit are equally strong. trump, or levels[led][suit]: a card of a higher level wins; among
    equals the one that lay there first. wild: a suit of one card that may always be played, and
    that sets no suit when it is led. seen: the suits led so far in this deal, for UNLED; the trick
    on the table counts by itself. rules: in their order, for BY_TABLE; trumps: the cards that these
    call trumps; after: the flags that hold when the rules that pass have passed. spare: cards out
    of play, or not dealt yet, that random deals and other layouts of the hands may use.
    """

    hands: tuple[tuple[int, ...], ...]
    leader: int
    side: tuple[int, ...]
    suit: tuple[int, ...]
    strength: tuple[int, ...]
    points: tuple[int, ...] = ()
    suits: int = 4
    trump: int | None = None
    levels: tuple[tuple[int, ...], ...] | None = None
    flags: int = FOLLOW
    per_trick: int = 1
    last_trick: int = 0
    table: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    seen: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    wild: int | None = None
    spare: tuple[int, ...] = ()
    rules: tuple[Narrowed, ...] = ()
    trumps: tuple[int, ...] = ()
    after: int | None = None
    order: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    """levels, from whatever was given."""

    def __post_init__(self) -> None:
        levels = self.levels
        if levels is None:
            levels = tuple(
                tuple(
                    2 if s == self.trump and led != s else int(s == led) for s in range(self.suits)
                )
                for led in range(self.suits)
            )
        object.__setattr__(self, "order", levels)
        if not self.points:
            object.__setattr__(self, "points", (0,) * len(self.suit))
        if self.wild is not None:
            # the suit of a wild card beats nothing, and the card that comes after it when it was
            # led beats it
            low = tuple(
                tuple(
                    -1 if s == self.wild else max(x, int(led == self.wild))
                    for s, x in enumerate(row)
                )
                for led, row in enumerate(levels)
            )
            object.__setattr__(self, "order", low)
        if len(self.hands) > SEATS:
            raise TooBig(f"there are {len(self.hands)} hands; at most {SEATS} fit")
        held = [c for hand in self.hands for c in hand] + list(self.table) + list(self.spare)
        if len(held) > CARDS:
            raise TooBig(f"there are {len(held)} cards in play; at most {CARDS} fit")
        if len(set(held)) < len(held):
            raise ValueError("a card is there twice; every card needs a number of its own")
        have = [len(hand) for hand in self.hands]
        for i in range(len(self.table)):
            have[(self.leader + i) % len(have)] += 1
        if len(set(have)) > 1:
            many = ", ".join(map(str, have))
            raise ValueError(
                f"the hands are unequal ({many} cards, with those on the table); make them equal"
            )

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + len(self.table)) % len(self.hands)

    @property
    def total(self) -> int:
        """What both sides together still get."""
        held = [c for hand in self.hands for c in hand] + list(self.table)
        tricks = len(held) // len(self.hands)
        return sum(self.points[c] for c in held) + (
            self.per_trick * tricks + self.last_trick if tricks else 0
        )


_random = random.Random(12345)
HASHES = [_random.getrandbits(55) | 1 for _ in range(64 * SEATS)]
"""For each suit 64 numbers, of which its shapes are made: see `build_tables` of the kernel."""
_LEADERS = [_random.getrandbits(61) | 1 for _ in range(16)]
_BROKEN = [_random.getrandbits(61) | 1 for _ in range(places.MOST_SETS)]


class Layout:
    """Which bit is which card, and the one array of numbers that the kernel reads: the position
    without its hands."""

    def __init__(self, given: Tables) -> None:
        self.given = given
        suit, points, suits, levels = given.suit, given.points, given.suits, given.order
        if suits > SEATS:
            raise TooBig(f"there are {suits} suits; at most {SEATS} fit")
        seats = len(given.hands)
        held = [c for hand in given.hands for c in hand] + list(given.table)
        pack = held + list(given.spare)
        lanes = [
            sorted((c for c in pack if suit[c] == s), key=lambda c: given.strength[c])
            for s in range(suits)
        ]
        self.width = width = [len(lane) for lane in lanes]
        self.offset = offset = [sum(width[:s]) for s in range(suits)]
        self.bit = {c: offset[s] + i for s, lane in enumerate(lanes) for i, c in enumerate(lane)}
        self.card = {b: c for c, b in self.bit.items()}
        lane_mask = [((1 << width[s]) - 1) << offset[s] for s in range(suits)]
        ruffs, higher = [0] * suits, [0] * 64
        for led in range(suits):
            for s in range(suits):
                if levels[led][s] > levels[led][led]:
                    ruffs[led] |= lane_mask[s]
                for other in range(suits):
                    if levels[led][other] > levels[led][s]:
                        higher[led * 8 + s] |= lane_mask[other]
        best = [
            s
            for s in range(suits)
            if s != given.wild
            and width[s]
            and all(
                higher[led * 8 + s] == 0 and (led == s or levels[led][s] > levels[led][led])
                for led in range(suits)
            )
        ]
        # cards of one sort count the same and are bound alike; the commonest sort that counts
        # nothing is the first, and that of a suit whose cards are all of one sort: how many are
        # left says what they count
        barred, top = set(given.barred), set(given.top)
        named = self._named_sets(lanes)
        sort = {
            c: (points[c], c in barred, c in top, *[c in cards for cards in named]) for c in pack
        }
        for lane in lanes:
            if len({sort[c] for c in lane}) == 1:
                sort |= dict.fromkeys(lane, (0, False, False, *[False] * len(named)))
        many: dict[tuple[int | bool, ...], int] = {}
        for c in pack:
            many[sort[c]] = many.get(sort[c], 0) + 1
        sorts = sorted(many, key=lambda one: (any(one), -many[one]))
        self.kind = {b: sorts.index(sort[c]) for b, c in self.card.items()}
        self.tricks = len(held) // seats if seats else 0
        self.sorts = len(sorts)
        self.K = K = [0] * places.SIZE
        K[places.SEATS], K[places.SUITS], K[places.FLAGS], K[places.CARDS] = (
            seats,
            suits,
            given.flags,
            len(pack),
        )
        K[places.PER_TRICK], K[places.LAST_TRICK], K[places.TRICKS], K[places.WORDS] = (
            given.per_trick,
            given.last_trick,
            self.tricks,
            1,
        )
        K[places.TOP_SUIT] = best[0] if best else -1
        highest = lane_mask[best[0]] if best else 0
        K[places.RANKED] = int(any(ruff & ~highest for ruff in ruffs))
        K[places.HAS_POINTS] = int(any(points[c] for c in pack))
        K[places.WILD] = -1 if given.wild is None else given.wild
        K[places.TOP], K[places.BARRED] = self.mask(top & {*pack}), self.mask(barred & {*pack})
        K[places.TOP_LANE] = lane_mask[suit[min(top)]] if top else 0
        K[places.HAS_SORTS], K[places.PARTITION], K[places.QUICK] = int(len(sorts) > 1), 1, 1
        alike: dict[tuple[int, int], int] = {}
        for b, c in self.card.items():
            its = suit[c], self.kind[b]
            alike[its] = alike.get(its, 0) | 1 << b
        for b, c in self.card.items():
            K[places.SUIT_OF + b], K[places.POINTS_OF + b] = suit[c], points[c]
            K[places.ABOVE + b] = lane_mask[suit[c]] & ~((2 << b) - 1)
            K[places.ALIKE + b] = alike[suit[c], self.kind[b]]
        rows = (
            (places.SUIT_CARDS, lane_mask),
            (places.SUIT_START, offset),
            (places.RUFFS, ruffs),
            (places.SIDE_OF, given.side),
            (places.LEADER_HASH, _LEADERS[:8]),
            (places.UNLED_HASH, _LEADERS[8:]),
        )
        for at, row in (*rows, (places.HIGHER, higher)):
            K[at : at + len(row)] = row
        K[places.AFTER] = given.flags if given.after is None else given.after
        K[places.IN_PLAY] = self.mask(held)
        if given.rules:
            self._lay_rules(pack)

    def _named_sets(self, lanes: list[list[int]]) -> list[set[int]]:
        """The cards that rules tell from others of their suit: each such card is a sort of its
        own, because it matters which one it is."""
        each: dict[frozenset[int], bool] = {}
        for rule in self.given.rules:
            for cards in map(frozenset, (*rule.cards, *rule.unbroken)):
                each[cards] = each.get(cards, False) or rule.does in (places.HIGHEST, places.LOWEST)
        sets = []
        for cards, always in each.items():
            some = set[int]()
            for lane in lanes:
                here = cards.intersection(lane)
                if always or len(here) < len(lane):
                    some |= here
            if some:
                sets.append(some)
        return sets

    def _lay_rules(self, pack: list[int]) -> None:
        """Write the rules, in their order, and the sets of cards that they ask about."""
        given, K, here = self.given, self.K, set(pack)
        sets = list(dict.fromkeys(cards for rule in given.rules for cards in rule.unbroken))
        if len(given.rules) > places.MOST_RULES or len(sets) > places.MOST_SETS:
            raise TooBig(
                f"there are {len(given.rules)} rules about {len(sets)} sets of cards; at most"
                f" {places.MOST_RULES} and {places.MOST_SETS} fit"
            )
        K[places.RULES], K[places.SETS] = len(given.rules), len(sets)
        K[places.ASKS_BEST] = int(any(rule.asks_for_best for rule in given.rules))
        K[places.ASKS_FIRST] = int(any(rule.asks & places.IS_FIRST for rule in given.rules))
        K[places.TRUMPS] = self.mask(here.intersection(given.trumps))
        K[places.BREAK_SETS : places.BREAK_SETS + len(sets)] = [
            self.mask(here.intersection(cards)) for cards in sets
        ]
        K[places.UNBROKEN_HASH : places.UNBROKEN_HASH + len(sets)] = _BROKEN[: len(sets)]
        waiting = {
            c
            for rule in given.rules
            for i in range(4)
            for c in {*rule.cards[i]} ^ {*rule.cards[i | 4]}
        }
        K[places.BARRED] = self.mask(here & waiting)
        for i, rule in enumerate(given.rules):
            at, broken = places.RULE_ROWS + places.ROW * i, 0
            for cards in rule.unbroken:
                broken |= places.IS_BROKEN << sets.index(cards)
            masks = [self.mask(here.intersection(cards)) for cards in rule.cards]
            back = self.mask(here.intersection(rule.held_back or ()))
            K[at : at + places.HOW_LONG] = [rule.does, rule.asks | broken, rule.holds, back, *masks]
            K[at + places.HOW_LONG] = places.STAYS if not rule.unbroken else places.PASSES
            if rule.held_back is not None:
                K[at + places.HOW_LONG] = places.PASSES_FOR_LEADERS

    def mask(self, cards: Iterable[int]) -> int:
        bit = self.bit
        return sum([1 << bit[c] for c in cards])

    def cards(self, mask: int) -> tuple[int, ...]:
        return tuple(sorted(c for b, c in self.card.items() if mask >> b & 1))

    def at(self) -> tuple[list[int], list[int]]:
        """Where the play stands, as the kernel counts it: player, suit led, best card, its
        player, points, place, tricks left, barred cards, the cards of the trick, and all cards
        played; and all of this before each card on the table."""
        given, K = self.given, self.K
        barred = K[places.BARRED]
        for s in given.seen:
            barred &= ~K[places.SUIT_CARDS + s]
        now = [given.leader, -1, 0, 0, 0, 0, self.tricks, barred, 0, 0]
        story: list[int] = []
        for c in given.table:
            story += now
            now, _ = self.after(now, self.bit[c])
        return now, story

    def after(self, now: list[int], b: int) -> tuple[list[int], int]:
        """Where the play stands after one more card, and what side 0 gets for a trick that it
        ends."""
        p, led, best, winner, points, place, left, barred, trick, gone = now
        gone |= 1 << b
        K, given, seats = self.K, self.given, self.K[places.SEATS]
        points += K[places.POINTS_OF + b]
        if place == 0:
            led, best, winner, trick = K[places.SUIT_OF + b], b, p, 0
            barred &= ~K[places.SUIT_CARDS + led]
        else:
            if 1 << b & (
                K[places.ABOVE + best] | K[places.HIGHER + led * 8 + K[places.SUIT_OF + best]]
            ):
                best, winner = b, p
            if led == given.wild:
                led = K[places.SUIT_OF + b]
                barred &= ~K[places.SUIT_CARDS + led]
        if place + 1 < seats:
            return [
                (p + 1) % seats,
                led,
                best,
                winner,
                points,
                place + 1,
                left,
                barred,
                trick | 1 << b,
                gone,
            ], 0
        won = (
            points + given.per_trick + given.last_trick * (left == 1)
            if given.side[winner] == 0
            else 0
        )
        return [winner, -1, best, winner, 0, 0, left - 1, barred, trick | 1 << b, gone], won

    def legal(self, hand: int, now: list[int]) -> int:
        mate = int(now[5] > 0 and self.given.side[now[3]] == self.given.side[now[0]])
        return int(legal_mask(self.K, hand, now[1], now[2], mate, now[7], now[6], now[9]))


def legal_cards(given: Tables) -> tuple[int, ...]:
    """The legal cards of the seat to move."""
    layout = Layout(given)
    now, _ = layout.at()
    return layout.cards(layout.legal(layout.mask(given.hands[now[0]]), now))
