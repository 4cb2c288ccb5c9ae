"""What a seat sees, as a vector, for programs that learn.

Knows views of any game.  Knows no rule, and nothing that a view does not show.  A program that was
trained on these vectors can be a bot: a bot is given the same view.

>>> import cardlab
>>> sight = Sight(cardlab.game("kaiser"))
>>> view = cardlab.game("kaiser").match(seed=7).seat_view()
>>> vector = sight.vector(view)
>>> vector.shape, int(vector[sight.parts["hand of seat +0"]].sum())
((418,), 8)
>>> [move for number, move in sight.moves.numbered(view.legal_moves()).items()][:3]
[10, 10no, 11]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cardlab.engine.cards import seen
from cardlab.engine.game import Game
from cardlab.engine.moves import Move
from cardlab.players.numbering import Numbering, cards_in_order

POINTS = 100.0
"""Totals of a match are divided by this, so that most of them lie between -1 and 1."""

Vector = Any
"""A NumPy array of float32."""


class Sight:
    """How the views of one game become vectors.

    moves: the numbers of its moves; parts: where each part stands in a vector, by its name; length:
    of a vector.  Seats are counted from the one who looks: seat +1 plays after it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves = Numbering.of(game)
        self._cards = cards_in_order(game)
        self.parts: dict[str, slice] = {}
        self.length = 0
        for name, part in self._parts(game.match(seed=0).state.seen_by(0)):
            self.parts[name] = slice(self.length, self.length + len(part))
            self.length += len(part)

    def vector(self, view: Any) -> Vector:
        """A view of this game as numbers."""
        return np.concatenate([part for _, part in self._parts(view)])

    def _parts(self, view: Any) -> Iterator[tuple[str, Vector]]:
        game, me, players = self.game, view.viewer, self.game.players
        known = view.with_known_cards()
        for step in range(players):
            yield f"hand of seat +{step}", self._held(known.hands[(me + step) % players])
        for place in view.places:
            if place != "hands":
                yield f"cards in {place}", self._held(seen(getattr(view, place)))
        for step in range(players):
            lying = self._lying(view, (me + step) % players)
            yield f"cards laid by seat +{step}", self._held(lying)
        yield from self._state_of_play(view, game, me)

    def _state_of_play(self, view: Any, game: Game, me: int) -> Iterator[tuple[str, Vector]]:
        players = game.players
        yield (
            "hand sizes",
            np.array(
                [len(view.hands[(me + step) % players]) for step in range(players)], np.float32
            ),
        )
        yield "dealer", _one_of(players, (view.dealer - me) % players)
        yield (
            "to move",
            _one_of(players, None if view.to_move is None else (view.to_move - me) % players),
        )
        numbers = {phase.id: i for i, phase in enumerate(game.phases)}
        yield "phase", _one_of(len(numbers), numbers.get(view.phase.id))
        order = game.order(view)
        suits = game.printed_suits
        trump = suits.index(order.trump) if order and order.trump in suits else None
        yield "trumps", _one_of(len(suits), trump)
        calls = dict(game.calls(view))
        for step in range(players):
            call = calls.get((me + step) % players)
            yield f"call of seat +{step}", _rung(call)
        totals, own = view.standing.totals, game.side_index(me)
        turned = [*totals[own:], *totals[:own]]
        yield "totals", np.array(turned, np.float32) / POINTS

    def _held(self, cards: Any) -> Vector:
        held: Vector = np.zeros(len(self._cards), np.float32)
        for card in cards:
            if card in self._cards:
                held[self._cards[card]] += 1
        return held

    def _lying(self, view: Any, seat: int) -> list[Any]:
        return [
            face.card
            for zone in self.game.zones(view)
            for face in zone.faces
            if face.card is not None and face.seat == seat
        ]


def _one_of(size: int, place: int | None) -> Vector:
    vector: Vector = np.zeros(size, np.float32)
    if place is not None:
        vector[place] = 1
    return vector


def _rung(call: Move | None) -> Vector:
    """A call as three numbers: whether there is one, and its row and column on the ladder from 1."""
    if call is None:
        return np.zeros(3, np.float32)
    row, column = call.at or (-1, -1)
    return np.array([1, row + 1, column + 1], np.float32)
