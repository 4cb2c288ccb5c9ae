"""Deals that agree with what a seat has seen and heard: the unseen cards dealt at random, but
not where they cannot lie.

Knows a seat's view, and asks the rules of the play what a card played in the open says about the
hand it came from: whoever threw a heart on a club had no club.  Knows no game.

>>> import cardlab, random
>>> game = cardlab.game("kaiser")
>>> table = game.state(trump="S", taken=[[(0, "AC"), (1, "8C"), (2, "8H"), (3, "9C")]], to_move=0,
...     hands={0: "AH KH", 1: "TC JC", 2: "QH JH", 3: "QC KC"})
>>> worlds = Worlds(game.view(table), random.Random(1))
>>> any(card.suit == "C" for world in (worlds.draw() for _ in range(20)) for card in world.hands[2])
False
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

from cardlab.engine.cards import BACK, Card, seen, unseen
from cardlab.engine.moves import PLAYS
from cardlab.engine.rulings import narrowed
from cardlab.families.pattern_tricks import PatternGame
from cardlab.families.tricks import Tricks, TrickState, follow_suit
from cardlab.players.bidding.believing import Belief
from cardlab.players.bidding.speaking import spoken
from cardlab.players.fitting import fit_of
from cardlab.players.inference import PlaysSeen

NOWHERE = -2
TRIES = 24
"""Attempts at dealing the cards as the play allows, before a card is put where it should not lie.
"""
AT_FIRST, MORE = 16, 2
"""Deals that are held against the cards that were played before the first of them is drawn, and
before each one that is drawn after it."""


class _Arranged(random.Random):
    """Randomness whose shuffle deals as the worlds want it: the engine's own way of imagining a
    table stays in charge of where the cards go."""

    def __init__(self, rng: random.Random, arrange: Any) -> None:
        super().__init__(0)
        self._rng, self._arrange = rng, arrange

    def random(self) -> float:
        return self._rng.random()

    def getrandbits(self, k: int) -> int:
        return self._rng.getrandbits(k)

    def shuffle(self, x: Any) -> None:
        x[:] = self._arrange(list(x))


def _places(view: Any) -> list[int]:
    """For every face-down card of a view, in the order in which they are filled: the seat that
    holds it, or -1."""
    places: list[int] = []
    for place in view.places:
        value = getattr(view, place)
        if place == "hands":
            for seat, hand in enumerate(value):
                places += [seat] * sum(c is BACK for c in hand)
        else:
            places += [-1] * sum(c is BACK for c in seen(value))
    return places


_excluded: dict[Any, frozenset[Card]] = {}


def not_held(
    view: Any,
    phase: Tricks,
    seat: int,
    card: Card,
    prefix: tuple[Card, ...],
    seats: tuple[int, ...],
    taken: int,
) -> Any:
    """The cards that a seat cannot have held when it played this card on these.

    Asked of the rules, one card at a time: were this card open to a hand that holds the other as
    well?
    """
    order, game = view.order, view.game
    if phase.rules == (follow_suit,):
        led = order.suit_of[prefix[0]]
        if order.suit_of[card] is led:
            return frozenset()
        return frozenset(c for c in order.cards if order.suit_of[c] is led)
    key = (
        game,
        phase.id,
        order.trump,
        view.contract,
        view.declarer,
        seat,
        card,
        prefix,
        seats,
        view.dealer,
    )
    excluded = _excluded.get(key)
    if excluded is None:
        if len(_excluded) > 20_000:
            _excluded.clear()
        out = []
        before = {"taken": view.taken[:taken], "trick": type(view.trick)(seats, prefix)}
        empty = view.but(phase=phase, to_move=seat, viewer=seat, me=seat, **before)
        for other in order.cards:
            if other == card or other in prefix:
                continue
            table = empty.but(hands=view.held(seat, (card, other)))
            try:
                kept = narrowed(table, phase.rules, (PLAYS[card], PLAYS[other]))
            except (
                Exception
            ):  # a rule that asks for more than a trick and two cards has nothing to say here
                break
            if PLAYS[card] not in kept:
                out.append(other)
        excluded = _excluded[key] = frozenset(out)
    return excluded


class Worlds:
    """A stream of full tables that agree with one seat's view.

    calls: whether hands that do not fit the calls are mostly left out, and deals drawn the more
    often, the likelier the cards would have been played that were played.
    """

    def __init__(self, view: Any, rng: random.Random, calls: bool = False) -> None:
        self.view, self.rng = view.with_known_cards(), rng
        self.places = _places(self.view)
        self.free = all(p < 0 for p in self.places) or not self.places
        self.barred: dict[int, set[Card]] = {}
        self._belief = self._believed() if calls else None
        self.hidden = {seat for seat in self.places if seat >= 0}
        self._fit = fit_of(self.view, self.hidden) if calls and self._belief is None else None
        self._plays: PlaysSeen | None = None
        self._pool: list[Any] = []
        self._likely_by_play: list[float] = []
        phase = self._played_in()
        if phase is not None:
            self._read(phase)
            heeded = calls and self.hidden and not isinstance(view.game, PatternGame)
            # layouts that fit an auction take too long to make to choose from many
            if heeded and self._belief is None:
                self._plays = PlaysSeen(phase, self.hidden)

    def _played_in(self) -> Tricks | None:
        """The phase in which cards were played; None where none were yet."""
        view = self.view
        if (
            not isinstance(view, TrickState)
            or view.order is None
            or not (view.taken or view.trick.cards)
        ):
            return None
        phases = (view.phase, *view.game.phases)
        return next((phase for phase in phases if isinstance(phase, Tricks)), None)

    def _read(self, phase: Tricks) -> None:
        """Find the cards that seats cannot hold after what they have played."""
        view = self.view
        for number, trick in enumerate((*view.taken, view.trick)):
            for i, card in enumerate(trick.cards):
                if (
                    not i
                    or trick.seats[i] not in self.hidden
                    or i in trick.down
                    or card is BACK
                    or BACK in trick.up[:i]
                ):
                    continue
                excluded = not_held(
                    view, phase, trick.seats[i], card, trick.cards[:i], trick.seats, number
                )
                if excluded:
                    self.barred.setdefault(trick.seats[i], set()).update(excluded)

    def draw(self) -> Any:
        """One full table."""
        if self._plays is None:
            return self._fitting()
        # a few more are made for each that is drawn, and all those that were made stay to choose from
        for _ in range(MORE if self._pool else AT_FIRST):
            world = self._fitting()
            self._pool.append(world)
            self._likely_by_play.append(self._plays.likelihood(world))
        return self.rng.choices(self._pool, self._likely_by_play)[0]

    def _fitting(self) -> Any:
        """One that fits the calls, as far as hands are asked to."""
        if self._fit is None:
            return self._deal()
        # of a few tables the one that fits the calls best
        best, least = None, math.inf
        for _ in range(self._fit.tries):
            world = self._deal()
            misfit = self._fit(world)
            if misfit < least:
                best, least = world, misfit
            if not misfit:
                break
        return best

    def _believed(self) -> Belief | None:
        """What the calls say, where the game declares what they mean."""
        view, told = self.view, spoken(self.view)
        if told is None or not told.heard.words or not isinstance(view, TrickState):
            return None
        callers = {seat: i for i, (seat, _) in enumerate(view.calls[: view.game.players])}
        known = [[c for c in hand if c is not BACK] for hand in view.dealt()]
        return Belief(told, view.game.hand_points, dict(enumerate(known)), callers, self.rng)

    def _deal(self) -> Any:
        if self._belief is not None:
            return self.view.imagined(_Arranged(self.rng, self._likely))
        if not self.barred:
            return self.view.imagined(self.rng)
        return self.view.imagined(_Arranged(self.rng, self._arrange))

    def _likely(self, hidden: list[Card]) -> list[Card]:
        """The hidden cards in the order of their places, as the calls make it likely."""
        assert self._belief is not None
        arranged = self._arrange(hidden)
        places = self.places[: len(arranged)]
        if len(places) < len(arranged):
            return arranged
        return self._belief.layout(arranged, places, self.barred)

    def _arrange(self, hidden: list[Card]) -> list[Card]:
        """The hidden cards in the order of their places, each where it may lie."""
        rng, barred = self.rng, self.barred
        # in a position set up by hand there may be more cards than places
        places = (*self.places[: len(hidden)], *(NOWHERE,) * (len(hidden) - len(self.places)))
        room: dict[int, int] = {}
        for place in places:
            room[place] = room.get(place, 0) + 1
        options = {c: [p for p in room if c not in barred.get(p, ())] for c in set(hidden)}
        for _ in range(TRIES):
            left = dict(room)
            dealt: dict[int, list[Card]] = {p: [] for p in room}
            rng.shuffle(hidden)
            # the cards with the fewest places first: what can lie anywhere fills the gaps
            hidden.sort(key=lambda c: len(options[c]))
            for card in hidden:
                may = [p for p in options[card] if left[p]]
                if not may:
                    break
                place = may[0] if len(may) == 1 else rng.choices(may, [left[p] for p in may])[0]
                left[place] -= 1
                dealt[place].append(card)
            else:
                for lot in dealt.values():
                    rng.shuffle(lot)
                return [dealt[place].pop() for place in places]
        rng.shuffle(hidden)
        return hidden

    def __iter__(self) -> Iterator[Any]:
        while True:
            yield self.draw()


__all__ = ["Worlds", "not_held", "unseen"]
