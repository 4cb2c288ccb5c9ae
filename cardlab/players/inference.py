"""How likely the hands of an imagined deal would have played the cards that were played.

Every card of a hidden seat is held against the one that the rules of thumb would have played from
the imagined hand.  Nobody follows them always, but a hand from which they would have played the
same cards is likelier than one from which they would not.  Knows the rules of thumb.  Knows no
game, and not how deals are imagined.

North has led a low club, and would have led the ace of diamonds if it had it: East is likelier to
hold it.

>>> import cardlab
>>> game = cardlab.game("whist")
>>> table = game.state(trump="S", taken=[[(0, "2C"), (1, "9C"), (2, "AC"), (3, "3C")]], to_move=2,
...     hands={0: "AD 4C", 1: "KD TC", 2: "QD KC", 3: "JD QC"})
>>> seen = PlaysSeen(game.view(table), game.phases[-1], {0, 1, 3})
>>> seen.likelihood(table)
0.03125
>>> seen.likelihood(table.but(hands=tuple(map(cardlab.cards, ("KD 4C", "AD TC", "QD KC", "JD QC")))))
0.125
"""

from __future__ import annotations

from collections.abc import Collection
from math import prod
from typing import Any, NamedTuple

from cardlab.engine.cards import Card
from cardlab.families.tricks import Tricks
from cardlab.players.policy import open_moves, thumb_pick

FOLLOWED = 0.5
"""How often a seat is believed to play the card that the rules of thumb say; else any that is
open."""


class Played(NamedTuple):
    """A card that was played: to which trick, and after how many others."""

    seat: int
    card: Card
    trick: int
    place: int


class PlaysSeen:
    """The cards that these seats have played, held against the rules of thumb.

    phase: that in which they were played; seats: those whose hands are not seen.
    """

    def __init__(self, view: Any, phase: Tricks, seats: Collection[int]) -> None:
        self.phase, self.seats = phase, seats
        self.tricks = (*view.taken, view.trick)
        self.plays = [
            Played(trick.seats[place], card, number, place)
            for number, trick in enumerate(self.tricks)
            for place, card in enumerate(trick.cards)
        ]

    def likelihood(self, world: Any) -> float:
        """How likely the seats play as they did with the hands that they have in this world: 1
        where they had no choice."""
        hands = [list(hand) for hand in world.hands]
        chances = []
        for play in reversed(self.plays):
            hands[play.seat].append(play.card)
            if play.seat in self.seats and play.place not in self.tricks[play.trick].down:
                chances.append(_chance(self._before(world, play, hands), play.card))
        return prod(chances)

    def _before(self, world: Any, play: Played, hands: list[list[Card]]) -> Any:
        """The table at which this card was played.  hands: those of then."""
        trick = self.tricks[play.trick]
        return world.but(
            hands=tuple(map(tuple, hands)),
            taken=world.taken[: play.trick],
            trick=type(trick)(trick.seats, trick.cards[: play.place], trick.down),
            # who has left the play by now was in it then
            sitting_out=tuple(seat for seat in world.sitting_out if seat not in trick.seats),
            phase=self.phase,
            to_move=play.seat,
            me=play.seat,
        )


def _chance(table: Any, card: Card) -> float:
    """How likely the seat to move plays this card."""
    moves = open_moves(table)
    if len(moves) < 2:
        return 1.0
    picked = thumb_pick(table, moves)
    by_thumb = picked is not None and picked[0].card == card
    return FOLLOWED * by_thumb + (1 - FOLLOWED) / len(moves)
