"""A position as tables of whole numbers, and what the kernel can say of it.

Knows cards as small numbers, their suits (numbers too), what beats what, obligations as flags, and
what a trick counts. Knows no game and no rule in words: ``compiling.py`` writes a position of a
game as ``Tables``.

Side 0 wants points, side 1 wants side 0 to have few.  One seat against all the others is a
partnership of the others: what that seat is sure of, whatever they do.

>>> from cardlab.solver.tables import Tables, moves, value
>>> spades, hearts = 0, 1
>>> ends = Tables(hands=((12, 10), (11, 1), (0, 20), (13, 14)), leader=0, side=(0, 1, 0, 1),
...     suit=(spades,) * 13 + (hearts,) * 13, strength=tuple(range(13)) * 2, suits=2)
>>> value(ends), moves(ends)
(1, {10: 1, 12: 1})
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from cardlab.solver import loading
from cardlab.solver.kernel import places
from cardlab.solver.kernel.legality import legal_mask
from cardlab.solver.loading import Backend

FOLLOW, HEAD, TRUMP, OVER, ANYTRUMP = (
    places.FOLLOW,
    places.HEAD,
    places.TRUMP,
    places.OVER,
    places.ANYTRUMP,
)
"""Obligations: follow suit; beat the best card when following; trump when void; overtrump when
void; with FOLLOW, a trump is open beside the suit led."""
BEAT, UNLED, LEADTOP, LEADTOP_FIRST, BY_TABLE = (
    places.BEAT,
    places.UNLED,
    places.LEADTOP,
    places.LEADTOP_FIRST,
    places.BY_TABLE,
)
"""Beat an opponent's card with any open card; keep ``barred`` cards until their suit is led;
lead the highest trump while holding one of ``top``; the same for the first lead of the deal only.
BY_TABLE, alone: nothing but what the table of rules says.
"""

CARDS, SEATS, IN_SUIT = 62, 8, 18


class TooBig(ValueError):
    """More cards or seats than the kernel holds."""


class TimeIsUp(ValueError):
    """The question was not settled in the time that was given."""


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
_HASHES = [_random.getrandbits(61) | 1 for _ in range(16 * 512)]
_LEADERS = [_random.getrandbits(61) | 1 for _ in range(16)]
_BROKEN = [_random.getrandbits(61) | 1 for _ in range(places.MOST_SETS)]


@cache
def weights(family: str) -> tuple[int, ...]:
    """How moves are ordered: weights found by climbing hills, for tricks with and without trumps
    and for card points."""
    return tuple(
        json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))[family]
    )


class Workspace:
    """The memory of one search at a time, used again for the next.  Most of it is touched only
    by a search that needs it."""

    def __init__(
        self, backend: Backend | None = None, *, pool_bits: int = 22, hash_bits: int = 18
    ) -> None:
        self.backend = backend or loading.backend()
        if self.backend.name == "python":
            pool_bits, hash_bits = min(pool_bits, 18), min(hash_bits, 14)
        self.hash_bits, self.pool_size = hash_bits, 1 << pool_bits
        self.shapes, self.pool = (
            self.backend.zeros(4 << hash_bits),
            self.backend.zeros(self.pool_size),
        )

    def clear(self, bits: int) -> None:
        """Forget the shapes, of which so many bits are used now."""
        if self.backend.name == "numba":
            self.shapes[: 4 << bits] = 0
        else:
            self.shapes[: 4 << bits] = [0] * (4 << bits)


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
        known = held + list(given.spare)
        lanes = [
            sorted((c for c in known if suit[c] == s), key=lambda c: given.strength[c])
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
        # nothing is the first
        barred, top = set(given.barred), set(given.top)
        named = self._named_sets(lanes)
        sort = {
            c: (points[c], c in barred, c in top, *[c in cards for cards in named]) for c in known
        }
        many: dict[tuple[int | bool, ...], int] = {}
        for c in known:
            many[sort[c]] = many.get(sort[c], 0) + 1
        sorts = sorted(many, key=lambda found: (any(found), -many[found]))
        self.kind = {b: sorts.index(sort[c]) for b, c in self.card.items()}
        self.tricks = len(held) // seats if seats else 0
        self.sorts = len(sorts)
        self.K = K = [0] * places.SIZE
        K[places.SEATS], K[places.SUITS], K[places.FLAGS], K[places.CARDS] = (
            seats,
            suits,
            given.flags,
            len(known),
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
        K[places.HAS_POINTS] = int(any(points[c] for c in known))
        K[places.WILD] = -1 if given.wild is None else given.wild
        K[places.TOP], K[places.BARRED] = self.mask(top & {*known}), self.mask(barred & {*known})
        K[places.TOP_LANE] = lane_mask[suit[min(top)]] if top else 0
        K[places.HAS_SORTS], K[places.PARTITION], K[places.QUICK] = int(len(sorts) > 1), 1, 1
        for b, c in self.card.items():
            K[places.SUIT_OF + b], K[places.POINTS_OF + b] = suit[c], points[c]
            K[places.ABOVE + b] = lane_mask[suit[c]] & ~((2 << b) - 1)
            K[places.ALIKE + b] = sum(
                1 << self.bit[x] for x in lanes[suit[c]] if sort[x] == sort[c]
            )
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
            self._lay_rules(known)

    def _named_sets(self, lanes: list[list[int]]) -> list[set[int]]:
        """The cards that rules tell from others of their suit: each such card is a sort of its
        own, because it matters which one it is."""
        each: dict[frozenset[int], bool] = {}
        for rule in self.given.rules:
            for cards in map(frozenset, (*rule.cards, *rule.unbroken)):
                each[cards] = each.get(cards, False) or rule.does in (places.HIGHEST, places.LOWEST)
        found = []
        for cards, always in each.items():
            some = set[int]()
            for lane in lanes:
                here = cards.intersection(lane)
                if always or len(here) < len(lane):
                    some |= here
            if some:
                found.append(some)
        return found

    def _lay_rules(self, known: list[int]) -> None:
        """Write the rules, in their order, and the sets of cards that they ask about."""
        given, K, here = self.given, self.K, set(known)
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
        return sum(1 << self.bit[c] for c in cards)

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


NOT_YET = -places.BIG


class Solver:
    """One position and all that come from it.  What was found for one of them helps with the
    others.

    >>> hands = (12, 10), (11, 1), (0, 20), (13, 14)
    >>> ends = Tables(hands, 0, (0, 1, 0, 1), (0,) * 13 + (1,) * 13, tuple(range(13)) * 2, suits=2)
    >>> solver = Solver(ends)
    >>> solver.value(), solver.moves()
    (1, {10: 1, 12: 1})
    >>> solver.play(10)
    >>> solver.moves(), solver.won
    ({1: 2, 11: 1}, 0)
    """

    def __init__(
        self,
        given: Tables,
        workspace: Workspace | None = None,
        *,
        partition: bool = True,
        quick: bool = True,
    ) -> None:
        self.given = given
        self.workspace = workspace or Workspace()
        self.backend = self.workspace.backend
        self.layout = layout = Layout(given)
        array, zeros, K = self.backend.array, self.backend.zeros, layout.K
        seats, suits, width = len(given.hands), given.suits, layout.width
        held = {c for hand in given.hands for c in hand}
        if max(width, default=0) > IN_SUIT:
            raise TooBig(f"a suit has {max(width)} cards; at most {IN_SUIT} fit")
        K[places.PARTITION], K[places.QUICK] = int(partition), int(quick)
        # the owners and sorts of a suit's cards, from the top down, lie in one of up to four words
        kind_bits = (layout.sorts - 1).bit_length()
        bits = kind_bits + max(1, (seats - 1).bit_length())
        word, shift, fill = [0] * suits, [0] * suits, list[int]()
        for s in sorted(range(suits), key=lambda s: -width[s]):
            need = max(1, bits * width[s])
            if need > 62:
                raise TooBig("a suit is too long for its cards and points to be told apart")
            word[s] = next((w for w, used in enumerate(fill) if used + need <= 62), len(fill))
            if word[s] == len(fill):
                fill.append(0)
            shift[s] = fill[word[s]]
            fill[word[s]] += need
        if len(fill) > 4:
            raise TooBig("the suits are too many and too long for the kernel")
        K[places.WORDS] = max(1, len(fill))
        for s in range(suits):
            at = places.PREFIX + s * 32
            for n in range(width[s] + 1):
                K[at + n] = ((1 << (bits * n)) - 1) << (bits * (width[s] - n) + shift[s])
            K[at + 31] = ((1 << (bits * width[s])) - 1) << shift[s]
        K[places.PREFIX_LENGTH : places.PREFIX_LENGTH + 64] = [
            min(31, i // bits) for i in range(64)
        ]
        K[places.SUIT_TABLE : places.SUIT_TABLE + suits] = [
            sum(1 << width[t] for t in range(s)) for s in range(suits)
        ]
        K[places.SUIT_WORD : places.SUIT_WORD + suits] = word
        K[places.WEIGHTS : places.WEIGHTS + 400] = weights(
            "points"
            if K[places.HAS_POINTS]
            else "tricks"
            if K[places.TOP_SUIT] >= 0
            else "no trumps"
        )
        space = self.workspace
        self.shape_bits = max(
            8, min(space.hash_bits, len(held) // 2 - (2 if K[places.HAS_POINTS] else 8))
        )
        K[places.POOL_SIZE], K[places.HASH_MASK] = space.pool_size, (1 << self.shape_bits) - 1
        hashes, owner = list(_HASHES[: suits * 512]), [0] * 64
        for p, hand in enumerate(given.hands):
            for c in hand:
                owner[layout.bit[c]] = p
            for s in range(suits):
                hashes[s * 512 + 448 + p] = (
                    layout.mask(c for c in hand if given.suit[c] == s) >> layout.offset[s]
                )
        size = sum(1 << n for n in width)
        self.K, self.patterns, self.forced = array(K), zeros(2 * size), zeros(size)
        kinds = [layout.kind.get(b, 0) for b in range(64)]
        self.backend.build_tables(
            self.K,
            array(owner),
            array(kinds),
            array(width),
            array(shift),
            kind_bits,
            bits,
            array(hashes),
            self.patterns,
            self.forced,
        )
        self.frames = zeros((len(held) + 3) * places.FRAME)
        self.lists = zeros(3 * 64 * places.MOVES)
        self.state = zeros(places.STATE)
        self.hand = array([layout.mask(hand) for hand in given.hands])
        self.now, _ = layout.at()
        self.won = 0
        """What side 0 has got for the cards played here."""
        self.forget()

    def forget(self) -> None:
        """Forget what was found, as before the first question."""
        self.workspace.clear(self.shape_bits)
        self.state[:] = self.backend.zeros(places.STATE)
        for i in range(24):
            self.state[places.S_BLOCKS + i] = -1

    @property
    def nodes(self) -> int:
        """How many positions have been searched."""
        return int(self.state[places.S_NODES])

    @property
    def overflows(self) -> int:
        """How often the memory was full, and all patterns were dropped."""
        return int(self.state[places.S_AGE])

    def legal(self) -> tuple[int, ...]:
        """The cards that are open to the seat to move."""
        return self.layout.cards(self.layout.legal(int(self.hand[self.now[0]]), self.now))

    def play(self, card: int) -> None:
        """Go on to the position after this card; what was found stays."""
        b, p = self.layout.bit[card], self.now[0]
        if not int(self.hand[p]) >> b & 1:
            raise ValueError("that card is not in the hand of the seat to move")
        self.hand[p] = int(self.hand[p]) ^ 1 << b
        self.now, won = self.layout.after(self.now, b)
        self.won += won

    def _drive(self, now: list[int], guess: int | None, ends: float | None) -> int:
        frame, state, given = self.frames, self.state, self.given
        hands = [int(h) for h in self.hand]
        held = self.layout.cards(sum(hands))
        plus = sum(max(given.points[c], 0) for c in held)
        minus = sum(min(given.points[c], 0) for c in held)
        player, led, best, winner, taken, place, left, unled, trick, _ = now
        for at, number in (
            (places.F_PLAYER, player),
            (places.F_LED, led),
            (places.F_BEST, best),
            (places.F_WINNER, winner),
            (places.F_TAKEN, taken),
            (places.F_LEFT, sum(hands)),
            (places.F_TRICK, trick),
            (places.F_SHAPE, -1),
            (places.F_PLACE, place),
            (places.F_TRICKS_LEFT, left),
            (places.F_GAINS, plus),
            (places.F_LOSSES, minus),
            (places.F_UNLED, unled),
        ):
            frame[at] = number
        ways = [taken, *[given.per_trick] * left, given.last_trick * (left > 0)]
        low, high = minus + sum(min(v, 0) for v in ways), plus + sum(max(v, 0) for v in ways)
        if guess is None:
            guess = (low + high + 1) // 2
        state[places.S_PAUSED], state[places.S_BUDGET] = 0, 1 << 60
        if ends is not None:
            state[places.S_BUDGET] = 200_000 if self.backend.name == "numba" else 1_000
        while True:
            found = self.backend.drive(
                low,
                high,
                guess,
                0,
                self.K,
                self.hand,
                self.patterns,
                self.forced,
                frame,
                self.lists,
                self.workspace.shapes,
                self.workspace.pool,
                state,
            )
            if found != NOT_YET:
                return int(found)
            if time.perf_counter() > ends:  # type: ignore[operator]
                self.hand = self.backend.array(hands)
                raise TimeIsUp("it was not solved in the time that was given")

    def value(self, guess: int | None = None, seconds: float | None = None) -> int:
        """What side 0 gets from here to the end."""
        return self._drive(
            self.now, guess, None if seconds is None else time.perf_counter() + seconds
        )

    def moves(self, guess: int | None = None, seconds: float | None = None) -> dict[int, int]:
        """What side 0 gets from here to the end, for every open card of the seat to move."""
        ends, p, found = (
            None if seconds is None else time.perf_counter() + seconds,
            self.now[0],
            dict[int, int](),
        )
        for card in self.legal():
            b, before = self.layout.bit[card], self.hand
            self.hand = self.hand.copy()
            self.hand[p] = int(self.hand[p]) ^ 1 << b
            now, won = self.layout.after(self.now, b)
            try:
                guess = won + self._drive(now, None if guess is None else guess - won, ends)
            finally:
                self.hand = before
            found[card] = guess
        return found

    def by_leader(self, guess: int | None = None, seconds: float | None = None) -> tuple[int, ...]:
        """What side 0 gets if this or that seat leads to the next trick, for every seat."""
        if self.now[5]:
            raise ValueError("a trick is on the table; play it to its end first")
        ends, found = None if seconds is None else time.perf_counter() + seconds, list[int]()
        for p in range(len(self.given.hands)):
            guess = self._drive([p, *self.now[1:]], guess, ends)
            found.append(guess)
        return tuple(found)


def value(
    given: Tables,
    workspace: Workspace | None = None,
    *,
    guess: int | None = None,
    seconds: float | None = None,
) -> int:
    """What side 0 gets from here to the end, when everybody plays perfectly with all cards seen."""
    return Solver(given, workspace).value(guess, seconds)


def moves(
    given: Tables,
    workspace: Workspace | None = None,
    *,
    guess: int | None = None,
    seconds: float | None = None,
) -> dict[int, int]:
    """What side 0 gets from here to the end, for every card that is open to the seat to move."""
    return Solver(given, workspace).moves(guess, seconds)


def by_leader(
    given: Tables, workspace: Workspace | None = None, *, guess: int | None = None
) -> tuple[int, ...]:
    """What side 0 gets if this or that seat leads, for every seat; quicker than one after the
    other."""
    return Solver(given, workspace).by_leader(guess)


def legal_cards(given: Tables) -> tuple[int, ...]:
    """The cards that are open to the seat to move."""
    layout = Layout(given)
    now, _ = layout.at()
    return layout.cards(layout.legal(layout.mask(given.hands[now[0]]), now))


@dataclass(frozen=True, slots=True)
class DealCounts:
    """What came of random deals.  By table and seat: how many deals took so many tricks; how
    many got so many points."""

    dealt: tuple[int, ...]
    tricks: tuple[tuple[dict[int, int], ...], ...]
    points: tuple[tuple[dict[int, int], ...], ...]


def _seed(seed: int) -> int:
    """A start for the kernel's random numbers that is far from that of the next seed."""
    return random.Random(seed).getrandbits(61) | 1


@lru_cache(maxsize=32)
def _laid_out(given: Tables) -> Layout:
    """Of tables without hands, which nothing is played from: kept, for deals that are asked for
    again and again."""
    return Layout(given)


def deal_out(
    tables: Sequence[Tables],
    n: int,
    each: int,
    *,
    leader: int | None = 0,
    seed: int = 1,
    backend: Backend | None = None,
) -> DealCounts:
    """Shuffle, deal ``each`` cards to every seat and play open cards at random, n times.

    tables: one is drawn for each deal; all cards are ``spare``, the hands are empty, and the seats
    are equally many. leader: the seat that leads; None: any.
    """
    backend = backend or loading.backend()
    array, zeros = backend.array, backend.zeros
    layouts = [_laid_out(t) for t in tables]
    seats, cards = len(tables[0].hands), len(layouts[0].card)
    if any(
        len(t.hands) != seats or len(x.card) != cards for t, x in zip(tables, layouts, strict=True)
    ):
        raise ValueError("the tables have different seats or packs; deal them apart")
    if seats * each > cards:
        raise ValueError(f"{seats} times {each} cards are more than the pack of {cards}")
    if each > 63:
        raise TooBig(f"{each} cards each are too many; at most 63 fit")
    low = high = 0
    for t, x in zip(tables, layouts, strict=True):
        got = [*(t.points[c] for c in x.card.values()), *[t.per_trick] * each, t.last_trick]
        low, high = min(low, sum(v for v in got if v < 0)), max(high, sum(v for v in got if v > 0))
    width = high - low + 1
    dealt = zeros(len(tables))
    rng = backend.draw_tables(len(tables), n, _seed(seed), dealt)
    hand, deck, tally, rows = zeros(8), array(range(cards)), zeros(96), zeros(4096)
    tricks, points = [], []
    for x, deals in zip(layouts, dealt, strict=True):
        K = array([*x.K[: places.TRICKS], each, *x.K[places.TRICKS + 1 :]])
        took, scored = zeros(8 * 64), zeros(8 * width)
        start = -1 if leader is None else leader
        rng = backend.deal_out(
            K, deals, each, start, rng, hand, deck, tally, rows, low, width, took, scored
        )
        tricks.append(_counts(took, seats, 64, 0))
        points.append(_counts(scored, seats, width, low))
    return DealCounts(tuple(map(int, dealt)), tuple(tricks), tuple(points))


def _counts(numbers: Any, seats: int, width: int, low: int) -> tuple[dict[int, int], ...]:
    """How many deals brought each seat so much, from rows of ``width`` numbers from ``low`` up."""
    return tuple(
        {low + i: int(m) for i in range(width) if (m := numbers[p * width + i])}
        for p in range(seats)
    )


@dataclass(frozen=True, slots=True)
class Tried:
    """What random play made of a card: tries, points of side 0 and of side 1 in all, and the
    squares of side 0's."""

    tries: int
    points: tuple[int, int]
    squares: int

    @property
    def mean(self) -> float:
        return self.points[0] / self.tries


def playouts(
    given: Tables,
    n: int,
    layouts: Sequence[Sequence[Iterable[int]]] = (),
    *,
    seed: int = 1,
    backend: Backend | None = None,
) -> dict[int, Tried]:
    """Play every open card of the seat to move, and random open cards to the end, n times.

    layouts: other hands to play with, seat by seat, of the cards of ``given`` (its ``spare`` too);
    the mover's hand is the same in all.  Without them the hands are those of ``given``.
    """
    backend = backend or loading.backend()
    layout = Layout(given)
    now, _ = layout.at()
    all_hands = [layout.mask(hand) for hands in layouts or (given.hands,) for hand in hands]
    out, array, zeros = backend.zeros(4 * 64), backend.array, backend.zeros
    count = len(all_hands) // len(given.hands)
    at = array([*now[:8], now[9]])
    backend.try_out(
        array(layout.K), array(all_hands), count, n, at, _seed(seed), zeros(8), zeros(16), out
    )
    return {
        c: Tried(int(out[4 * b + 3]), (int(out[4 * b]), int(out[4 * b + 1])), int(out[4 * b + 2]))
        for b, c in sorted(layout.card.items())
        if out[4 * b + 3]
    }
