"""From a position of a game to the tables of the kernel, by what the game declares.

Nothing about a game is written here a second time.  What beats what is read from its `Ordering`;
the rules that bind a seat in a trick are what the rules of the phase declare (`duties`); what cards
and tricks count, and who wants how much of it, the game says.  A game with a rule that declares
nothing, or in which a trick leads to something other than the next trick, cannot be compiled, and
is told why.

Knows orders, declarations and aims.  Knows no game and nothing about solving.

>>> import cardlab
>>> state = cardlab.game("kaiser").state(phase="play", trump="H", to_move="South", hands={
...     "South": "AH 5H", "West": "KH 9S", "North": "8D 3S", "East": "QH TD"})
>>> position = compiled(state)
>>> position.per_trick, [card for card, points in zip(position.cards, position.points) if points]
(1, [3S, 5H])
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cardlab.engine.aims import Want
from cardlab.engine.cards import BACK, Card
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import OVER, Game, State
from cardlab.engine.memory import remember
from cardlab.engine.ordering import Ordering
from cardlab.engine.words import listed, some
from cardlab.families.tricks import TrickGame, Tricks
from cardlab.solver.duties import Duty, duty_of
from cardlab.solver.errors import CannotCompile
from cardlab.solver.orders import Order, ordered, suit_led
from cardlab.solver.tables import Tables, legal_cards

MOST_CARDS, MOST_SEATS = 62, 8


@dataclass(frozen=True)
class Compiled:
    """A position in numbers.  A card is its place in ``order.cards``; players count from the
    leader of the trick on.

    seats: of the players; hands, table: the cards that they hold and have played; camps: 0 for
    players of the camp of the seat to move, 1 for its opponents; bound: these opponents are not
    really one camp; fewest: either camp wants as little as possible; points: by card; unit: what is
    counted, "trick" or "point"; last_trick: what the last one counts besides; seen: the suits led to
    earlier tricks; unsaid: why the tables know what is legal and not what it is worth;
    takes_nothing: the camp that has promised to take nothing, None where none has.
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
    last_trick: int
    unit: str
    duty: Duty
    seen: tuple[int, ...] = ()
    unsaid: str = ""
    takes_nothing: int | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.order.cards

    @cached_property
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
            last_trick=sign * self.last_trick,
            table=self.table,
            wild=order.wild,
            barred=duty.barred,
            top=duty.top,
            seen=self.seen,
            rules=duty.rules,
            trumps=duty.trumps,
            after=duty.after,
        )

    @property
    def promise(self) -> tuple[int, int] | None:
        """The values between which a promise to take nothing is kept or broken, as the tables count
        them; None where nobody has promised it."""
        if self.takes_nothing is None:
            return None
        most = 0 if self.takes_nothing == 0 else self.tables.total + 1
        return most - 1, most

    def legal_cards(self) -> set[Card]:
        """The cards that are legal for the seat to move, by the tables."""
        return {self.cards[card] for card in legal_cards(self.tables)}


def compiled(state: Any) -> Compiled:
    """The tables of a position in the play.

    Raises `CannotCompile` if cards are hidden, hands are uneven, a card lies twice, or the game
    has a rule that the solver cannot read.
    """
    game = in_tricks(state)
    if why := state.phase.interrupted(state):
        raise CannotCompile(f"in {game.title} {why}")
    seats = state.trick.seats
    hands = _hands(state, seats)
    order, duty = ordered(state.order), duty_of(state)
    points, unsaid = worth_of(game, state.order)
    camps, bound, want, takes_nothing = _camps(state, seats)
    if want is Want.EXACTLY:
        unsaid = "here a number of tricks is wanted exactly; the solver counts most and fewest"
    if duty.asks_sides and any(
        (a == b) != state.same_side(s, t)
        for s, a in zip(seats, camps)
        for t, b in zip(seats, camps)
    ):
        raise CannotCompile(
            "a rule asks who wins the trick, a partner or an opponent, and here the camps are not"
            " the sides"
        )
    place = {card: i for i, card in enumerate(order.cards)}
    led = (suit_led(order, [place[card] for card in trick.cards]) for trick in state.taken)
    return Compiled(
        order,
        seats,
        tuple(tuple(place[c] for c in hand) for hand in hands),
        tuple(place[c] for c in state.trick.cards),
        camps,
        bound,
        want is Want.FEWEST,
        points,
        game.per_trick,
        game.last_trick,
        "point" if any(points) or game.last_trick or game.per_trick != 1 else "trick",
        duty,
        tuple({suit for suit in led if suit is not None}),
        unsaid,
        takes_nothing,
    )


def in_tricks(state: Any) -> TrickGame:
    """The game of a position in which a card is to be played to a trick. Raises `CannotCompile` if
    none is."""
    game, phase = state.game, state.phase
    if not isinstance(game, TrickGame):
        raise CannotCompile(
            f"{game.title} has no tricks, and the solver plays only games of tricks"
        )
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
    return game


def compiles(game: Any) -> str:
    """Why a game (or the game of this name) has no tables; "" if it has them.

    This is found out on deals of the game itself, played at random as far as the first trick.
    """
    return why_not(find_game(game) if isinstance(game, str) else game)


@remember
def why_not(game: Game) -> str:
    """Why a game has no tables; "" if it has them."""
    try:
        in_play(game)
    except CannotCompile as why:
        return str(why)
    return ""


def in_play(game: Game) -> Any:
    """A position in the play of a game that has tables, from a deal played at random. Raises
    `CannotCompile` if there is none."""
    if not isinstance(game, TrickGame):
        raise CannotCompile(
            f"{game.title} has no tricks, and the solver plays only games of tricks"
        )
    rng = random.Random("compiles")
    why = CannotCompile(f"no deal of {game.title} came to the play")
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


def worth_of(game: TrickGame, ordering: Ordering) -> tuple[tuple[int, ...], str]:
    """What each card counts, and why what a trick counts is more than the sum of its cards and
    itself; "" where it is the sum."""
    cards = ordered(ordering).cards
    if game.not_a_sum:
        return (0,) * len(cards), f"in {game.title} {game.not_a_sum}"
    return tuple(ordering.worth_of[card] for card in cards), ""


def _camps(state: State, seats: tuple[int, ...]) -> tuple[tuple[int, ...], bool, Want, int | None]:
    """The camp of the seat to move (0) and the others (1); whether these others are not really
    one camp that wants the opposite; what the seat wants; and the camp that has promised to take
    nothing, None where none has."""
    aims = [aim for aim in state.game.aims(state) if {*aim.seats} & {*seats}]
    own = next(aim for aim in aims if state.to_move in aim.seats)
    others = [aim for aim in aims if aim is not own]
    bound = len(others) > 1 or any(aim.want is not own.want for aim in others)
    takes_nothing = None
    if own.want is Want.FEWEST:
        if own.needs == 0:
            takes_nothing = 0
        elif not bound and any(aim.needs == 0 for aim in others):
            takes_nothing = 1
    camps = tuple(int(seat not in own.seats) for seat in seats)
    return camps, bound, own.want, takes_nothing


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
            f"{listed(twice)} lie here more than once; each card may be there only once"
        )
    if len(seats) > MOST_SEATS or len(lying) > MOST_CARDS:
        raise CannotCompile(
            f"{len(lying)} cards and {len(seats)} players; {MOST_CARDS} and {MOST_SEATS} are the"
            " most"
        )
    counts = [len(hand) + (i < len(table)) for i, hand in enumerate(hands)]
    if len({*counts}) > 1:
        lengths = listed([f"{name[seat]} {count}" for seat, count in zip(seats, counts)])
        raise CannotCompile(
            f"the hands are uneven ({lengths}, with the cards played); give every player the same"
            " number"
        )
    if not hands[len(table)]:
        raise CannotCompile("there is no card left to play")
    return hands
