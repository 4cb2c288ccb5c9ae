"""What a game deals: how many cards to whom, out of which pack, and what is turned up.

Knows the engine's chance moves.  Knows no game: everything is read off a table that the game itself
has dealt.

>>> import cardlab
>>> opened = opening(cardlab.game("kaiser"))
>>> opened.size, opened.hands, opened.hidden, opened.turned
(8, 4, (8, 8, 8), False)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlab.engine.cards import Card, Suit
from cardlab.engine.game import OVER, Game, State
from cardlab.engine.moves import Deal
from cardlab.families.tricks import TrickState


class DealtHands(NamedTuple):
    """One deal: the cards of a player who does not deal, the deal itself, and the table on which
    somebody is to move."""

    hand: tuple[Card, ...]
    deal: Deal
    state: Any


@dataclass(frozen=True)
class Opening:
    """What a game deals.

    pack; size: cards of a hand (0: nobody is dealt a hand before somebody has to decide); hands:
    how many of them; hidden: the sizes of the hands that you do not see; aside: cards that lie in
    no hand; turned: a card is turned up; seen: whether players look at their cards; suits that the
    pack has; jokers; decks: how often it has each card at most.
    """

    pack: tuple[Card, ...]
    size: int
    hands: int
    hidden: tuple[int, ...]
    aside: int
    turned: bool
    seen: bool
    suits: tuple[Suit, ...]
    jokers: int
    decks: int
    dummy: bool


def deal(game: Game, rng: random.Random) -> DealtHands:
    """Deal once, as the game does: chance moves until a seat has to.

    >>> import cardlab
    >>> len(deal(cardlab.game("nap"), random.Random(1)).hand)
    5
    """
    state = game.begin(game.opening())
    dealt: tuple[Any, Deal] | None = None
    for _ in range(200):
        if state.to_move is not None or state.phase is OVER or state.phase.movers(state):
            break
        move = state.phase.chance(state, rng)
        # the last phase that deals is the deal proper (chance may also turn a suit up); of several
        # attempts the first is the fair one
        if isinstance(move, Deal) and (dealt is None or dealt[0] is not state.phase):
            dealt = state.phase, move
        state = state.phase.apply(state, None, move)
    if dealt is None:
        raise ValueError(
            f"{game.title} deals no cards before somebody moves; there is nothing to count"
        )
    seat = my_seat(state, dealt[1])
    return DealtHands(dealt[1].hands[seat] if seat is not None else (), dealt[1], state)


def my_seat(state: State, move: Deal) -> int | None:
    """Whose hand is looked at: the first player after the dealer who was dealt cards and holds
    them."""
    dealer, *others = state.game.seats_from(state.dealer)
    return next(
        (
            seat
            for seat in (*others, dealer)
            if seat < len(move.hands) and move.hands[seat] and state.hands[seat]
        ),
        None,
    )


def opening(game: Game) -> Opening:
    """What the game deals, read off one deal."""
    one = deal(game, random.Random("opening"))
    pack, me = game.pack, my_seat(one.state, one.deal) or 0
    sizes = [len(h) for seat, h in enumerate(one.deal.hands) if seat != me]
    suits = tuple(s for s in dict.fromkeys(c.suit for c in pack) if s)
    return Opening(
        pack=pack,
        size=len(one.hand),
        hands=1 + len([n for n in sizes if n]) if one.hand else 0,
        hidden=tuple(n for n in sizes if n) if one.hand else (),
        aside=len(one.deal.stock),
        turned=isinstance(one.state, TrickState) and one.state.turned is not None,
        seen=one.state.sees(me, me),
        suits=suits,
        jokers=sum(not c.suit for c in pack),
        decks=max((pack.count(c) for c in set(pack) if c.suit), default=1),
        dummy=game.has_dummy,
    )


def deals(game: Game, seed: int) -> Iterator[DealtHands]:
    """Deals without end, the same ones for the same seed."""
    rng = random.Random(f"odds/{seed}")
    while True:
        yield deal(game, rng)


def hands(pack: tuple[Card, ...], size: int) -> Callable[[random.Random], tuple[Card, ...]]:
    """Hands drawn from a pack that belongs to no game."""
    return lambda rng: tuple(rng.sample(pack, size))
