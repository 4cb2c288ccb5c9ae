"""Contracts: in every deal one side, or one player, has undertaken something of the play.

Knows who has undertaken how much, and so who wants what.  Knows no auction and no score.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.aims import Aim, Want, without
from cardlab.families.tricks import TrickGame


class ContractGame(TrickGame):
    """A game of tricks in which the declarer has undertaken to take a number of them."""

    def declarers(self, state: Any) -> tuple[int, ...]:
        """The seats that play for the contract: the declarer's side."""
        return next(side.seats for side in self.sides if state.declarer in side.seats)

    def needs(self, state: Any) -> int | None:
        """What the declarers have undertaken to take, as `trick_points` counts: 0 where they are
        to lose every trick, None where no number was named."""
        return None

    def aims(self, state: Any) -> tuple[Aim, ...]:
        """The declarers against all others.  Where they have undertaken to take nothing, everybody
        wants as little as possible; before there is a contract every side wants most."""
        if state.declarer is None:
            return without(state.sitting_out, [Aim(side.seats, Want.MOST) for side in self.sides])
        declarers = self.declarers(state)
        others = tuple(seat for seat in range(self.players) if seat not in declarers)
        needs = None if state.contract is None else self.needs(state)
        want = Want.FEWEST if needs == 0 else Want.MOST
        return without(state.sitting_out, (Aim(declarers, want, needs), Aim(others, want)))
