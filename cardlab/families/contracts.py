"""Contracts: in every deal one side, or one player, has undertaken something of the play.

Knows who has undertaken how much, and so who wants what.  Knows no auction and no score.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.aims import Aim, Want, without
from cardlab.engine.memory import remember
from cardlab.families.tricks import DECLARER_LACKS, TrickGame


class ContractGame(TrickGame):
    """A game of tricks in which the declarer has undertaken to take a number of them."""

    def lacking(self, state: Any) -> str:
        """Whose contract it is, where there is one."""
        if state.contract is not None and state.declarer is None:
            return DECLARER_LACKS
        return super().lacking(state)

    def declarers(self, state: Any) -> tuple[int, ...]:
        """The seats that play for the contract: the declarer's side."""
        seats: tuple[int, ...] = self.sides[self.side_index(state.declarer)].seats
        return seats

    def needs(self, state: Any) -> int | None:
        """What the declarers have undertaken to take, as `trick_points` counts: 0 where they are
        to lose every trick, None where no number was named."""
        return None

    def aims(self, state: Any) -> tuple[Aim, ...]:
        """The declarers against all others.  Where they have undertaken to take nothing, everybody
        wants as little as possible; before there is a contract every side wants most."""
        if state.declarer is None:
            return without(state.sitting_out, [Aim(side.seats, Want.MOST) for side in self.sides])
        needs = None if state.contract is None else self.needs(state)
        return without(state.sitting_out, contract_aims(self, self.declarers(state), needs))

    def role_text(self, state: Any, seat: int) -> str:
        """The declarer, the declarer's partner or a defender, as soon as there is a declarer."""
        if state.declarer is None or seat in state.sitting_out:
            return ""
        if seat == state.declarer:
            return "You are declarer."
        declarer = self.names[state.declarer]
        if seat in self.declarers(state):
            return f"Your partner {declarer} is declarer."
        return f"You defend against {declarer}."


@remember
def contract_aims(
    game: ContractGame, declarers: tuple[int, ...], needs: int | None
) -> tuple[Aim, ...]:
    """The aims of the declarers, who need so much, and of all others."""
    others = tuple(seat for seat in range(game.players) if seat not in declarers)
    want = Want.FEWEST if needs == 0 else Want.MOST
    return Aim(declarers, want, needs), Aim(others, want)
