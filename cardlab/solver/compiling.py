"""From a position of a game to the tables of the kernel, by asking the game.

Nothing about a game is written here a second time.  What beats what is read from its `Ordering`;
what a trick counts is asked of `trick_points`; and which obligations are in force is found by
putting positions to the game's own rules and keeping the set of obligations, of all that the kernel
knows, which answers exactly alike.  A game whose rules no such set matches, or in which a trick
leads to something other than the next trick, cannot be compiled, and is told why.

Knows orders, rules and worths by their answers.  Knows no game and nothing about solving.

>>> import cardlab
>>> state = cardlab.game("kaiser").state(phase="play", trump="H", to_move="South", hands={
...     "South": "AH 5H", "West": "KH 9S", "North": "8D 3S", "East": "QH TD"})
>>> found = compiled(state)
>>> found.duty.names, found.per_trick, [c for c, p in zip(found.cards, found.points) if p]
(('follow',), 1, [3S, 5H])
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from cardlab.engine.aims import Want
from cardlab.engine.cards import BACK, Card
from cardlab.engine.game import OVER
from cardlab.engine.moves import PLAYS
from cardlab.engine.ordering import Ordering
from cardlab.engine.words import listed, some
from cardlab.families.tricks import Trick, TrickGame, Tricks
from cardlab.solver import kernel
from cardlab.solver.tables import Layout, Tables, TooBig, legal_cards

MOST_CARDS, MOST_SEATS, LONGEST_SUIT = 62, 8, 18
OBLIGATIONS = {
    "follow": kernel.FOLLOW,
    "head": kernel.HEAD,
    "trump": kernel.TRUMP,
    "overtrump": kernel.OVER,
    "or any trump": kernel.ANYTRUMP,
    "beat an opponent": kernel.BEAT,
    "keep barred cards": kernel.UNLED,
    "lead the top trump": kernel.LEADTOP,
    "to the first trick only": kernel.LEADTOP_FIRST,
}
"""What the kernel knows that a seat may owe to a trick."""
ABOUT_SIDES = kernel.BEAT
PROBES, AGAIN, DEALS = 1500, 300, 10
"""Positions put to the rules (again: where another order of the game has been understood), and
deals played beside them, before a game is believed to be understood."""


class CannotCompile(ValueError):
    """Something about the position or the game has no place in the kernel's tables; the sentence
    says what."""


@dataclass(frozen=True)
class Order:
    """An ordering as numbers: of each card its suit and strength there; level[led][suit]: in a
    trick to which a suit was led, the card of the suit with the higher level wins; 0 cannot win.
    wild: the suit of a card that sets no suit when it is led."""

    cards: tuple[Card, ...]
    suit: tuple[int, ...]
    strength: tuple[int, ...]
    level: tuple[tuple[int, ...], ...]
    wild: int | None = None

    def best(self, trick: Sequence[int]) -> int:
        """The place in a trick of the card that wins."""
        led, at = self.suit[trick[0]], 0
        for i, card in enumerate(trick):
            if self.beats(card, trick[at], led):
                at = i
        return at

    def beats(self, card: int, other: int, led: int) -> bool:
        one, two = self.level[led][self.suit[card]], self.level[led][self.suit[other]]
        return (
            self.strength[card] > self.strength[other]
            if self.suit[card] == self.suit[other]
            else one > two
        )


@dataclass(frozen=True)
class Duty:
    """The obligations in force, as the kernel's flags.  barred: cards that wait for their suit
    to be led; top: trumps that whoever leads may not keep back."""

    flags: int
    barred: tuple[int, ...] = ()
    top: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, flag in OBLIGATIONS.items() if self.flags & flag)


@dataclass(frozen=True)
class Compiled:
    """A position in numbers.  A card is its place in ``order.cards``; players count from the
    leader of the trick on.

    seats: of the players; hands, table: the cards that they hold and have played; camps: 0 for
    players of the camp of the seat to move, 1 for its opponents; bound: these opponents are not
    really one camp; fewest: either camp wants as little as possible; points: by card; unit: what is
    counted, "trick" or "point"; seen: the suits led to earlier tricks; uneven: why what a trick
    counts is no sum, so that the tables know what is open and not what it is worth.
    """

    order: Order
    seats: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    table: tuple[int, ...]
    camps: tuple[int, ...]
    bound: bool
    fewest: bool
    points: tuple[int, ...]
    per_trick: int
    unit: str
    duty: Duty
    seen: tuple[int, ...] = ()
    uneven: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.order.cards

    @property
    def tables(self) -> Tables:
        """What the kernel reads.  Side 0 is the camp of the seat to move; where few is wanted,
        all counts the other way."""
        sign, order, duty = -1 if self.fewest else 1, self.order, self.duty
        return Tables(
            self.hands,
            0,
            self.camps,
            order.suit,
            order.strength,
            tuple(sign * p for p in self.points),
            len(order.level),
            levels=order.level,
            flags=duty.flags,
            per_trick=sign * self.per_trick,
            table=self.table,
            wild=order.wild,
            barred=duty.barred,
            top=duty.top,
            seen=self.seen,
        )

    def open_cards(self) -> set[Card]:
        """The cards that the tables open to the seat to move."""
        return {self.cards[card] for card in legal_cards(self.tables)}


def compiled(state: Any) -> Compiled:
    """The tables of a position in the play.

    Raises `CannotCompile`, with a sentence, where cards are hidden, hands are uneven, a card lies
    twice, or the game has a rule that the kernel does not know.
    """
    game, phase = state.game, state.phase
    if not isinstance(game, TrickGame):
        raise CannotCompile(f"{game.title} has no tricks; only games of tricks can be compiled")
    if phase is OVER or state.to_move is None:
        raise CannotCompile(
            "the deal is over; take a position in which a card is still to be played"
        )
    if not isinstance(phase, Tricks):
        raise CannotCompile(
            f"this is not the play yet ({phase.title.lower()}); take a position in which a card has"
            " to be played"
        )
    if state.order is None:
        raise CannotCompile("the first card led makes trumps here; take a position after it")
    seats = state.trick.seats
    hands = _hands(state, seats)
    order, duty = order_and_duty(state)
    place = {card: i for i, card in enumerate(order.cards)}
    known = _known(state, seats)
    if duty.flags & kernel.LEADTOP_FIRST and state.taken:
        duty = replace(duty, flags=duty.flags & ~(kernel.LEADTOP | kernel.LEADTOP_FIRST))
    try:
        dealt = len(hands[0]) + len(state.taken)
        _kept(
            game,
            ("course", *known),
            lambda: _played_alike(state.but(taken=()), order, place, dealt),
        )
    except CannotCompile:
        # what comes between the tricks may lie behind this position
        _kept(
            game,
            ("course", len(state.taken), *known),
            lambda: _played_alike(state, order, place, len(hands[0])),
        )
    points, per_trick, uneven = worth_of(state, order)
    unit = "point" if any(points) or per_trick != 1 else "trick"
    camps, bound = _camps(state, seats)
    if duty.flags & ABOUT_SIDES and any(
        (a == b) != state.same_side(s, t)
        for s, a in zip(seats, camps)
        for t, b in zip(seats, camps)
    ):
        raise CannotCompile(
            "a rule asks who wins the trick, a partner or an opponent, and here the camps are not"
            " the sides"
        )
    return Compiled(
        order,
        seats,
        tuple(tuple(place[c] for c in hand) for hand in hands),
        tuple(place[c] for c in state.trick.cards),
        camps,
        bound,
        next(aim.want for aim in game.aims(state) if state.to_move in aim.seats) is Want.FEWEST,
        points,
        per_trick,
        unit,
        duty,
        tuple(
            {
                suit
                for t in state.taken
                if (suit := _suit_led(order, [place[c] for c in t.cards])) is not None
            }
        ),
        uneven,
    )


def compiles(game: Any) -> str:
    """Why a game (or the game of this name) has no tables; nothing where it has them.

    It is asked of deals of the game itself, played at random as far as the first trick.
    """
    from cardlab.engine.catalogue import game as find_game

    try:
        in_play(find_game(game) if isinstance(game, str) else game)
    except CannotCompile as why:
        return str(why)
    return ""


def in_play(game: Any) -> Any:
    """A position in the play of a game that has tables, from a deal played at random;
    `CannotCompile` if none has."""

    def found() -> Any:
        if not isinstance(game, TrickGame):
            raise CannotCompile(f"{game.title} has no tricks; only games of tricks can be compiled")
        rng, why = (
            random.Random("compiles"),
            CannotCompile(f"no deal of {game.title} came to the play"),
        )
        for seed in range(8):
            match = game.match(seed=seed)
            for _ in range(400):
                if match.over or match.state.to_move is None:
                    break
                if isinstance(match.state.phase, Tricks) and match.state.order is not None:
                    try:
                        compiled(match.state)
                    except CannotCompile as refusal:
                        why = refusal
                    else:
                        return match.state
                match.play(rng.choice(match.legal_moves()))
        raise why

    return _kept(game, ("in play",), found)


def order_and_duty(state: Any) -> tuple[Order, Duty]:
    """The order in force as numbers, and what a seat owes to a trick under it."""
    game, seats = state.game, state.trick.seats
    order = order_of(game, state.order)
    place = {card: i for i, card in enumerate(order.cards)}
    return order, _kept(game, ("duty", *_known(state, seats)), lambda: _duty(state, order, place))


def order_of(game: Any, order: Ordering) -> Order:
    """An order of the game as numbers, worked out once."""
    found: Order = _kept(game, ("order", order), lambda: ordered(game, order))
    return found


def worth_of(state: Any, order: Order) -> tuple[tuple[int, ...], int, str]:
    """What each card counts and what a trick counts, or why that is no sum; then a trick counts
    1."""
    try:
        points, per_trick = _kept(
            state.game,
            ("worth", *_known(state, state.trick.seats), _stake(state)),
            lambda: _worth(state, order),
        )
    except CannotCompile as why:
        return (0,) * len(order.cards), 1, str(why)
    return points, per_trick, ""


def _known(state: Any, seats: tuple[int, ...]) -> tuple[Any, ...]:
    """What the tables of a position hang on."""
    sides = [state.game.side_of[seat] for seat in seats]
    return state.phase, state.order, tuple(map(sides.index, sides))


def _kept(game: Any, key: Any, make: Callable[[], Any]) -> Any:
    """What was found about a game stays with it, refusals too: finding it takes some hundredths
    of a second."""
    known: dict[Any, Any] = game.__dict__.setdefault("_compiled", {})
    if key not in known:
        try:
            known[key] = make()
        except CannotCompile as why:
            known[key] = why
    if isinstance(known[key], CannotCompile):
        raise CannotCompile(str(known[key]))
    return known[key]


def _hands(state: Any, seats: tuple[int, ...]) -> list[tuple[Card, ...]]:
    """The hands of those who play, in the order of play, checked."""
    hands, table = [tuple(state.hands[seat]) for seat in seats], state.trick.cards
    name = state.game.names
    for seat, hand in zip(seats, hands):
        if BACK in hand:
            raise CannotCompile(
                f"{some(hand.count(BACK), 'card')} of {name[seat]} cannot be seen; show all hands"
            )
    if BACK in table or state.trick.down:
        raise CannotCompile("a card lies face down in the trick")
    lying = [card for cards in (*hands, table) for card in cards]
    if twice := sorted({card for card in lying if lying.count(card) > 1}):
        raise CannotCompile(
            f"{listed(twice)} lie here more than once; every card may be there once"
        )
    if len(seats) > MOST_SEATS or len(lying) > MOST_CARDS:
        raise CannotCompile(
            f"{len(lying)} cards and {len(seats)} players; {MOST_CARDS} and {MOST_SEATS} are the"
            " most"
        )
    counts = [len(hand) + (i < len(table)) for i, hand in enumerate(hands)]
    if len({*counts}) > 1:
        said = listed([f"{name[seat]} {count}" for seat, count in zip(seats, counts)])
        raise CannotCompile(
            f"the hands are uneven ({said}, with the cards played); give every player as many"
        )
    if not hands[len(table)]:
        raise CannotCompile("there is no card left to play")
    return hands


# --- orders


def ordered(game: Any, order: Ordering) -> Order:
    """An ordering as numbers, read from its own comparisons."""
    suits = list(dict.fromkeys(order.suit_of[card] for card in order.cards))
    power = {}
    for suit in suits:
        try:
            power[suit] = order.power(next(c for c in order.cards if order.suit_of[c] == suit))
        except KeyError:
            raise CannotCompile(
                f"a lead of {next(c for c in order.cards if order.suit_of[c] == suit)} sets no suit"
            ) from None
    own = {card: power[order.suit_of[card]][card] for card in order.cards}
    cards = tuple(sorted(order.cards, key=lambda c: (suits.index(order.suit_of[c]), own[c])))
    lanes = {suit: [c for c in cards if order.suit_of[c] == suit] for suit in suits}
    for lane in lanes.values():
        if len(lane) > LONGEST_SUIT:
            raise CannotCompile(
                f"a suit of {len(lane)} cards is too long; {LONGEST_SUIT} are the most"
            )
        for a, b in pairwise(lane):
            if own[a] == own[b]:
                raise CannotCompile(
                    f"{a} and {b} are equal, so that the first of them wins; only orders without"
                    " ties do"
                )
    level = []
    for led in suits:
        spans = {
            suit: (min(p), max(p))
            for suit, lane in lanes.items()
            for p in ([power[led][c] for c in lane],)
        }
        heights = sorted({span for span in spans.values() if span[1] > 0})
        if any(low[1] >= high[0] for low, high in pairwise(heights)) or any(
            s[1] > 0 >= s[0] for s in spans.values()
        ):
            raise CannotCompile(
                "the suits of this order interleave, so that no suit as a whole beats another"
            )
        if any(
            power[led][a] >= power[led][b]
            for s, lane in lanes.items()
            if spans[s][1] > 0
            for a, b in pairwise(lane)
        ):
            raise CannotCompile("the cards of a suit change places with the suit that is led")
        level.append(
            tuple(heights.index(spans[suit]) + 1 if spans[suit][1] > 0 else 0 for suit in suits)
        )
    wild = [i for i, row in enumerate(level) if row[i] == 0]
    if len(wild) > 1 or any(len(lanes[suits[i]]) > 1 for i in wild):
        raise CannotCompile(
            "several cards cannot win even when they are led; the kernel knows one such card"
        )
    strength = {card: i for lane in lanes.values() for i, card in enumerate(lane)}
    return Order(
        cards,
        tuple(suits.index(order.suit_of[c]) for c in cards),
        tuple(strength[c] for c in cards),
        tuple(level),
        wild[0] if wild else None,
    )


def _suit_led(order: Order, trick: Sequence[int]) -> int | None:
    """The suit that a trick set: that of its first card which is not wild."""
    return next((suit for suit in (order.suit[card] for card in trick) if suit != order.wild), None)


# --- obligations


class Asked:
    """An order as the kernel's legality reads it, for all cards of the pack at once, under any
    set of obligations."""

    def __init__(
        self, order: Order, seats: int, barred: tuple[int, ...], top: tuple[int, ...]
    ) -> None:
        blank = Tables(
            ((),) * seats,
            0,
            (0, 1) * (seats // 2) + (0,) * (seats % 2),
            order.suit,
            order.strength,
            suits=len(order.level),
            levels=order.level,
            wild=order.wild,
            barred=barred,
            top=top,
            spare=tuple(range(len(order.cards))),
        )
        try:
            layout = Layout(blank)
        except TooBig as why:
            raise CannotCompile(str(why)) from None
        self.order, self.K, self.bit, self.barred = (
            order,
            layout.K,
            layout.bit,
            {c: order.suit[c] for c in barred},
        )

    def mask(self, cards: Iterable[int]) -> int:
        return sum(1 << self.bit[c] for c in cards)

    def open(self, probe: Probe, flags: int) -> int:
        """The open cards of a probe under these obligations, as bits."""
        self.K[kernel.FLAGS], led, best, mate = flags, -1, -1, 0
        seen = {suit for trick in probe.taken for suit in [_suit_led(self.order, trick)]}
        if probe.table:
            at = self.order.best(probe.table)
            suit = _suit_led(self.order, probe.table)
            led = int(self.order.wild if suit is None else suit)  # type: ignore[arg-type]  # a trick without a suit is a wild card
            best, mate = self.bit[probe.table[at]], int(probe.mates[at])
            seen.add(suit)
        barred = self.mask(card for card, suit in self.barred.items() if suit not in seen)
        tricks = self.K[kernel.TRICKS] - (len(probe.taken) > 0)
        return int(
            kernel.legal_mask(self.K, self.mask(probe.hand), led, best, mate, barred, tricks)
        )


class Probe(NamedTuple):
    """A position as the rules of a turn see it, in numbers; mates: of each card on the table,
    whether a partner played it."""

    hand: tuple[int, ...]
    table: tuple[int, ...]
    mates: tuple[bool, ...]
    taken: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, state: Any, place: dict[Card, int]) -> Probe:
        trick, seat = state.trick, state.to_move
        return cls(
            tuple(place[c] for c in state.hands[seat]),
            tuple(place[c] for c in trick.cards),
            tuple(state.same_side(s, seat) for s in trick.seats[: len(trick.cards)]),
            tuple(tuple(place[c] for c in t.cards) for t in state.taken),
        )


def _duty(state: Any, order: Order, place: dict[Card, int]) -> Duty:
    """The set of obligations, of all that the kernel knows, that answers as the rules in force
    do."""
    game, rng = state.game, random.Random("duty")
    barred, top = _barred(state, order, place), _top(state, order, place)
    asked = Asked(order, len(state.trick.seats), barred, top)
    flags = [
        flag
        for flag in OBLIGATIONS.values()
        if flag != kernel.UNLED or barred
        if flag < kernel.LEADTOP or top
    ]
    left = [sum(some) for n in range(len(flags) + 1) for some in combinations(flags, n)]
    left = [f for f in left if not f & kernel.LEADTOP_FIRST or f & kernel.LEADTOP]
    # what the same phase asked for under another order is tried first: it has to answer fewer
    # positions
    guess: Duty | None = game.__dict__.setdefault("_compiled", {}).get(("guess", state.phase))
    for n, now in enumerate(_probes(state, order, rng)):
        if (
            guess is not None
            and guess.barred == barred
            and guess.top == top
            and n == AGAIN
            and guess.flags in left
        ):
            return guess
        moves = game.legal_moves(now)
        if any(move is not PLAYS.get(move.card) for move in moves):
            continue
        said, probe = asked.mask(place[move.card] for move in moves), Probe.of(now, place)
        left = [f for f in left if asked.open(probe, f) == said]
        if not left:
            rules = listed([rule.title.lower() for rule in state.phase.rules])
            raise CannotCompile(
                f"the kernel has no obligation that answers like these rules of {game.title}:"
                f" {rules}"
            )
    # of sets that answer alike, one that does not ask who is whose partner; then the smallest
    found = min(left, key=lambda f: (f & ABOUT_SIDES, f.bit_count(), f))
    duty = Duty(
        found, barred if found & kernel.UNLED else (), top if found & kernel.LEADTOP else ()
    )
    game.__dict__["_compiled"]["guess", state.phase] = duty
    return duty


def _two_cards(state: Any, card: Card, other: Card, led: Card | None) -> set[Card]:
    """What is open to a hand of two cards, to this lead or on lead, in the first trick."""
    seats = state.trick.seats
    hands: list[tuple[Card, ...]] = [() for _ in state.hands]
    seat = seats[1 % len(seats)] if led else seats[0]
    hands[seat] = (card, other)
    now = state.but(
        hands=tuple(hands), taken=(), trick=Trick(seats, (led,) if led else ()), to_move=seat
    )
    return {move.card for move in state.game.legal_moves(now)}


def _barred(state: Any, order: Order, place: dict[Card, int]) -> tuple[int, ...]:
    """The cards that may not be thrown away: neither card can win or follow here, and yet one of
    them is not open."""
    suit, found = order.suit, set()
    ruffs = {
        (led, s)
        for led, row in enumerate(order.level)
        for s in range(len(row))
        if row[s] >= row[led]
    }
    for card in order.cards if len(state.trick.seats) > 1 else ():
        for led in order.cards[::5]:
            if (suit[place[led]], suit[place[card]]) in ruffs:
                continue
            others = [
                c
                for c in order.cards
                if c not in (card, led) and (suit[place[led]], suit[place[c]]) not in ruffs
            ]
            for other in others[:: max(1, len(others) // 5)]:
                if card not in _two_cards(state, card, other, led):
                    found.add(place[card])
            break
    return tuple(sorted(found))


def _top(state: Any, order: Order, place: dict[Card, int]) -> tuple[int, ...]:
    """The trumps that have to be led when a hand holds them."""
    trumps = {
        s
        for s in range(len(order.level))
        if all(row[s] > row[led] for led, row in enumerate(order.level) if led != s)
    }
    plain = next((c for c in order.cards if order.suit[place[c]] not in trumps), None)
    if plain is None or getattr(state, "opening", False):
        return ()
    held = [c for c in order.cards if order.suit[place[c]] in trumps]
    return tuple(place[c] for c in held if plain not in _two_cards(state, c, plain, None))


def _probes(state: Any, order: Order, rng: random.Random) -> Iterator[Any]:
    """Positions of few cards, which need not come from any play: many of them bring rules to
    bear that rarely do."""
    seats, cards = state.trick.seats, list(order.cards)
    most = len(cards) // len(seats)
    for _ in range(PROBES):
        each, leader = rng.randint(1, min(most, 7)), rng.randrange(len(seats))
        turn = seats[leader:] + seats[:leader]
        rng.shuffle(cards)
        dealt = iter(cards)
        hands: list[tuple[Card, ...]] = [() for _ in state.hands]
        for seat in turn:
            hands[seat] = tuple(next(dealt) for _ in range(each))
        played = rng.randrange(len(turn))
        table = tuple(hands[seat][0] for seat in turn[:played])
        for seat in turn[:played]:
            hands[seat] = hands[seat][1:]
        taken = tuple(
            Trick(turn, cards)
            for _ in range(rng.randint(0, 2))
            for cards in (tuple(c for c, _ in zip(dealt, turn)),)
            if len(cards) == len(turn)
        )
        yield state.but(
            hands=tuple(hands), taken=taken, trick=Trick(turn, table), to_move=turn[played]
        )


def _played_alike(state: Any, order: Order, place: dict[Card, int], each: int) -> None:
    """Whether deals run on from here as they do in the kernel: who is next, who wins, and
    nothing in between."""
    game, seats, rng = state.game, state.trick.seats, random.Random("course")
    cards = [card for card in order.cards if not any(card in trick.cards for trick in state.taken)]
    for _ in range(DEALS):
        rng.shuffle(cards)
        hands: list[tuple[Card, ...]] = [() for _ in state.hands]
        for i, seat in enumerate(seats):
            hands[seat] = tuple(cards[i * each : (i + 1) * each])
        now = state.but(hands=tuple(hands), trick=Trick(seats), to_move=seats[0])
        turn: tuple[int, ...] = seats
        for trick in range(each):
            table: list[int] = []
            for i, seat in enumerate(turn):
                if trick and not i and (now.phase is OVER or now.to_move is None):
                    return  # a deal that is decided may end early
                if now.phase is not state.phase or now.to_move != seat or now.trick.seats != turn:
                    raise CannotCompile(
                        f"in {game.title} more happens between the tricks than that the winner"
                        " leads"
                    )
                plays = [m for m in game.legal_moves(now) if m is PLAYS.get(m.card)]
                if not plays:
                    raise CannotCompile(f"{game.title} has moves in the play that are not cards")
                move: Any = rng.choice(plays)
                table.append(place[move.card])
                now = now.phase.apply(now, seat, move)
            at = order.best(table)
            turn = turn[at:] + turn[:at]


# --- what is at stake


def _stake(state: Any) -> Any:
    """What the worth of a trick may hang on, besides its cards."""
    return state.contract, state.calls if state.contract is None else ()


def _worth(state: Any, order: Order) -> tuple[tuple[int, ...], int]:
    """What each card counts and what a trick counts: asked trick by trick, and checked to be a
    sum."""
    game, seats = state.game, state.trick.seats

    def worth(*cards: Card) -> Any:
        return game.trick_points(state, Trick(seats, cards))

    per_trick = worth()
    points = tuple(worth(card) - per_trick for card in order.cards)
    value, rng = dict(zip(order.cards, points)), random.Random("worth")
    for _ in range(200):
        cards = tuple(rng.sample(order.cards, len(seats)))
        if worth(*cards) != per_trick + sum(value[c] for c in cards):
            raise CannotCompile(
                f"what a trick counts in {game.title} is not the sum of what its cards count"
            )
    return points, per_trick


def _camps(state: Any, seats: tuple[int, ...]) -> tuple[tuple[int, ...], bool]:
    """The camp of the seat to move (0) and the others (1); whether there are more than these
    two."""
    camps = [aim.seats for aim in state.game.aims(state) if {*aim.seats} & {*seats}]
    own = next(camp for camp in camps if state.to_move in camp)
    return tuple(int(seat not in own) for seat in seats), len(camps) > 2
