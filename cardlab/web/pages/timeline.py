"""The marks of a timeline: where deals and tricks begin.

Knows entries and states; knows no session and no widget.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.match import Match
from cardlab.families.tricks import TrickState

__all__ = ["Timeline"]


class Timeline:
    """The marks of one line of play; each entry is looked at once.

    2 is a deal, 1 the first move of a trick, a phase or a round of turns, 0 any other.

    >>> import cardlab
    >>> match = cardlab.game("snap").match(seed=7).play("lay").play("lay")
    >>> Timeline().marks(match)
    [2, 1, 0]
    """

    def __init__(self) -> None:
        self._marks: list[int] = []
        self._phase: Any = None
        self._leader: int | None = None

    def marks(self, match: Match) -> list[int]:
        """Return a mark for each entry of a match that has only gone on since the last call."""
        entries = match.entries
        for ply in range(len(self._marks), len(entries)):
            seat, before = entries[ply].seat, entries[ply - 1].seat if ply else None
            self._marks.append(self._mark(match.state_at(ply), seat, before))
        return list(self._marks)

    def _mark(self, state: Any, seat: int | None, before: int | None) -> int:
        """The mark of a move that a seat makes on this table, after one of the seat before it."""
        if seat is None:
            self._phase = None
            return 2
        if state.phase is not self._phase:
            first, self._phase = True, state.phase
        elif isinstance(state, TrickState):
            first = not state.trick.cards and seat == state.to_move
        else:
            # No tricks: a round begins where the turn comes back to the seat that began the last
            # one.
            first = seat == self._leader and before != seat
        if first:
            self._leader = seat
        return int(first)
