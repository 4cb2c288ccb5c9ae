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
>>> seen = PlaysSeen(game.phases[-1], {0, 1, 3})
>>> seen.likelihood(table)
0.03125
>>> seen.likelihood(table.but(hands=tuple(map(cardlab.cards, ("KD 4C", "AD TC", "QD KC", "JD QC")))))
0.125
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import prod
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.game import State
from cardlab.engine.rulings import narrowed
from cardlab.families.tricks import Trick, Tricks
from cardlab.players.policy import thumb_pick

FOLLOWED = 0.5
"""How often a seat is believed to play the card that the rules of thumb say; else any that is
open."""


class PlaysSeen:
    """The cards that these seats have played in the open, held against the rules of thumb.

    phase: that in which they were played; seats: those whose hands are not seen.
    """

    def __init__(self, phase: Tricks, seats: Collection[int]) -> None:
        self.phase, self.seats = phase, seats

    def likelihood(self, world: Any) -> float:
        """How likely the seats play as they did with the hands that they have in this world: 1
        where they had no choice."""
        hands = list(world.hands)
        chances = []
        for number, trick in reversed([*enumerate((*world.taken, world.trick))]):
            for place, card in reversed([*enumerate(trick.cards)]):
                seat = trick.seats[place]
                hands[seat] = (*hands[seat], card)
                if seat in self.seats and place not in trick.down:
                    table = self._before(world, number, trick, place, hands)
                    chances.append(_chance(table, card))
        return prod(chances)

    def _before(
        self, world: Any, number: int, trick: Trick, place: int, hands: Sequence[tuple[Card, ...]]
    ) -> Any:
        """The table at which the card in this place of a trick was played.  number: how many tricks
        had been taken; hands: those of then."""
        lying = trick._replace(
            cards=trick.cards[:place], down=tuple(down for down in trick.down if down < place)
        )
        opening = self.phase.lead_makes_trumps and not number and not place
        seat = trick.seats[place]
        return world.but(
            hands=tuple(hands),
            taken=world.taken[:number],
            trick=lying,
            order=None if opening else world.order,
            # who has left the play by now was in it then
            sitting_out=tuple(out for out in world.sitting_out if out not in trick.seats),
            phase=self.phase,
            to_move=seat,
            me=seat,
        )


def _chance(table: State, card: Card) -> float:
    """How likely the seat to move plays this card."""
    moves = narrowed(table, table.phase.rules, table.phase.candidates(table))
    if len(moves) < 2:
        return 1.0
    picked = thumb_pick(table, moves)
    by_thumb = picked is not None and picked[0].card == card
    return FOLLOWED * by_thumb + (1 - FOLLOWED) / len(moves)
