"""Phases in which all seats choose in secret, and nothing happens until all of them are ready.

Knows whose choices are missing and who may see them.  Knows no cards, no games and no rules.  What
is chosen lies in ``State.chosen``; a view has the viewer's own choices, and of another seat only
that it is ready.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.game import Phase
from cardlab.engine.moves import Move
from cardlab.engine.turns import LastMove, TurnReason


class Simultaneous(Phase):
    """Everybody chooses at the same time, in one move or several.

    A family says when a seat is `ready`, and what happens when all are (`reveal`).  The moves may
    come in any order: the table that results is the same.
    """

    in_secret = True

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """None: all choose at the same time."""
        return None

    def choosers(self, state: Any) -> tuple[int, ...]:
        """The seats that choose, beginning at the dealer's left."""
        seats: tuple[int, ...] = state.game.seats_from(state.after_seat(state.dealer))
        return seats

    def choices(self, state: Any, seat: int) -> tuple[Move, ...]:
        """What a seat has chosen so far, in the order in which it did."""
        return tuple([move for chooser, move in state.chosen if chooser == seat])

    def ready(self, state: Any, seat: int) -> bool:
        """Whether a seat has made its choice."""
        return bool(self.choices(state, seat))

    def reveal(self, state: Any) -> Any:
        """The table after all have chosen: their moves are carried out at once."""
        raise NotImplementedError(f"{type(self).__name__} carries nothing out")

    def movers(self, state: Any) -> tuple[int, ...]:
        return tuple([seat for seat in self.choosers(state) if not self.ready(state, seat)])

    def enter(self, state: Any) -> Any:
        return state.but(to_move=self.choosers(state)[0], chosen=())

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        # sorted by seat: the order in which the seats choose leaves no trace
        chosen = sorted((*state.chosen, (seat, move)), key=lambda choice: choice[0])
        state = state.but(chosen=tuple(chosen))
        waiting = self.movers(state)
        if waiting:
            return state.but(to_move=waiting[0])
        return state.game.next_phase(self.reveal(state).but(chosen=()))

    def completes(self, state: Any, seat: int, move: Move) -> bool:
        """Whether this move is the last one that a seat has to make here."""
        return self.ready(state.but(chosen=(*state.chosen, (seat, move))), seat)

    def not_offered(self, table: Any, move: Move) -> str:
        """No card is chosen twice."""
        chosen = table.me is not None and move in self.choices(table, table.me)
        return "{you} {have} chosen {card} already" if chosen and move.card else ""

    def waits(self, state: Any, seat: int) -> str:
        """Who has chosen waits for the others."""
        if seat in self.choosers(state) and seat not in self.movers(state):
            return "{you} {have} chosen already"
        return super().waits(state, seat)

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        return f"{name} is ready." if self.completes(state, seat, move) else ""
