"""Equal cards: a card that counts the same as one already in the trick is played face down and
goes to the opponents.

Knows tricks, tied cards and who knows a card that lies face down.  Knows no score.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import BACK, Card, unseen
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import note
from cardlab.families.tricks import Trick, Tricks, TrickState

EQUAL_DOWN = note(
    "equal-goes-down",
    "An equal card goes face down",
    "An exact copy of a face-up card of the trick is played face down, and so is a trump of the"
    " same rank as one. A card that lies face down follows suit but cannot win. You may choose"
    " it although you could play another.",
    "identical-cards",
)
DOWN_TO_OPPONENTS = note(
    "thrown-cards",
    "Face-down cards go to the opponents",
    "The winning side takes the face-up cards of a trick; each face-down card goes to the opponents"
    " of whoever played it.",
    "identical-cards",
    "trick",
)

Sides = tuple[tuple[Card, ...], ...]


def turned(trick: Trick, order: Ordering) -> Trick:
    """The trick with every card face down that equals one face up before it."""
    down: list[int] = []
    for i, card in enumerate(trick.cards):
        if any(order.tied(card, c) for k, c in enumerate(trick.cards[:i]) if k not in down):
            down.append(i)
    return trick._replace(down=tuple(down))


class EqualDownTricks(Tricks):
    """Tricks in which equal cards are turned down."""

    def interrupted(self, state: Any) -> str:
        return "equal cards are played face down"

    def turns_down(self, state: FaceDownState, card: Card) -> bool:
        return any(c is not BACK and state.order.tied(card, c) for c in state.trick.up)


@dataclass(frozen=True)
class FaceDownState(TrickState):
    """Until the deal is over only the one who played a card face down knows it, unless the hand
    it came from lay open."""

    def seen_by(self, viewer: int, me: int | None = None) -> Any:
        view = super().seen_by(viewer, me)
        if self.phase.id == "over" or not any(t.down for t in (*self.taken, self.trick)):
            return view
        return view.but(
            taken=tuple(self._hidden(t, viewer) for t in self.taken),
            trick=self._hidden(self.trick, viewer),
        )

    def _hidden(self, trick: Trick, viewer: int) -> Trick:
        hidden = [i for i in trick.down if not self.sees(viewer, trick.seats[i])]
        return (
            trick._replace(
                cards=tuple(BACK if i in hidden else c for i, c in enumerate(trick.cards))
            )
            if hidden
            else trick
        )

    def imagined(self, rng: random.Random) -> Any:
        """A full table that agrees with this view; a face-down card is sampled as an equal of one
        that lies face up."""
        hidden = unseen(self.game.pack, self.all_cards())

        def filled(trick: Trick) -> Trick:
            cards = list(trick.cards)
            for i in trick.down:
                if cards[i] is BACK:
                    up = [c for c in trick.up[:i] if c is not BACK]
                    equal = [c for c in hidden if any(self.order.tied(c, other) for other in up)]
                    cards[i] = rng.choice(equal or hidden)
                    hidden.remove(cards[i])
            return trick._replace(cards=tuple(cards))

        full = self.but(taken=tuple(map(filled, self.taken)), trick=filled(self.trick))
        return super(FaceDownState, full).imagined(rng)

    def spoils(self) -> tuple[Sides, Sides]:
        """By side: the face-up cards won, and the cards that opponents threw face down (of two
        sides)."""
        won: tuple[list[Card], ...] = ([], [])
        thrown: tuple[list[Card], ...] = ([], [])
        for trick in self.taken:
            side = self.game.side_index(trick.winner(self.order))
            for i, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
                (thrown[1 - self.game.side_index(seat)] if i in trick.down else won[side]).append(
                    card
                )
        return tuple(map(tuple, won)), tuple(map(tuple, thrown))

    def gathered(self) -> Sides:
        """What each side has got from this deal so far."""
        won, thrown = self.spoils()
        return tuple(a + b for a, b in zip(won, thrown, strict=True))
