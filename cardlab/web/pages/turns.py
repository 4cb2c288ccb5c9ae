"""The bots' turns at a table: whose turn it is, what the bot sees, and when its move is made.

Knows a session and the clock; knows no widget and no game. A bot thinks in a thread, about a view
of its own, and its move counts only if the table is still the one that it thought about.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from cardlab.players import bot
from cardlab.players.sampled import SampledBot
from cardlab.players.tree import TreeBot
from cardlab.web.addresses import BOTS

if TYPE_CHECKING:
    from cardlab.web.pages.session import Session

__all__ = ["Screen", "Turn", "Turns", "bot_for"]

THINKING = {"simple": 0.1, "sensible": 0.25, "strong": 0.45}
"""Seconds that a bot may think about one move, by its strength."""
HASTY = 0.05
"""The same at pace 0, where somebody (a test, a teacher) wants the deal to be over."""
LONGER = 2.5
"""Paces that a bot waits where the viewer could be quicker: a person has to see first."""
FRAME = 0.12
"""Seconds between two pictures at pace 0, where not every move is drawn."""
RETRY = 2.0
"""Seconds until a move is tried again that could not be saved: a lock goes away."""


def bot_for(seconds: float, seed: int | None = None, name: str = BOTS) -> Any:
    """Return the bot that plays the other seats: an object with `choose(view) -> Move`."""
    return bot(name, seconds=seconds, seed=seed)


class Screen(Protocol):
    """Where a table is shown."""

    @property
    def watched(self) -> bool:
        """Whether somebody is there to see a move."""

    @property
    def shown(self) -> float:
        """When the table was drawn last, on the monotonic clock."""

    def show(self) -> None:
        """Draw the table, and see to what follows from it."""

    def trouble(self, error: Exception) -> None:
        """Say that something went wrong."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A bot's turn.

    ply and line: the position, and the line of play that it belongs to; view: what the bot sees;
    paces: how long it waits, in paces of the table.
    """

    seat: int
    ply: int
    line: int
    view: Any
    paces: float


class Turns:
    """The turns of the bots in one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._task: asyncio.Task[None] | None = None

    # -- whose turn
    # ---------------------------------------------------------------------

    def due(self) -> int | None:
        """Return the seat for which a bot has to move now, or None."""
        session, match = self.session, self.session.match
        if not session.live or session.held is not None or match.over:
            return None
        seat = match.to_move
        if seat is not None and session.decides(seat) != session.viewer:
            return seat
        # It is the viewer's turn, but in some games (Snap) others may be quicker.
        others = [
            other
            for other in match.state.phase.movers(match.state)
            if other not in (seat, session.viewer) and match.legal_moves(other)
        ]
        return others[match.ply % len(others)] if others else None

    def next(self) -> Turn | None:
        """Return the turn of the bot that has to move now, or None."""
        seat = self.due()
        if seat is None:
            return None
        session, match = self.session, self.session.match
        waits = seat != match.to_move or bool(match.legal_moves(session.viewer))
        paces = LONGER if waits else 1.0
        return Turn(seat, match.ply, session.line, match.seat_view(seat), paces)

    def choose(self, turn: Turn) -> str:
        """Return the bot's move; changes nothing in the session, so it may run in a thread."""
        pace, name = self.session.address.pace, self.session.address.bots
        player = bot_for(HASTY if pace == 0 else THINKING[name], name=name)
        if isinstance(player, SampledBot | TreeBot):
            # an answer to a table that is gone is not worth any time
            player.stop = lambda: turn.line != self.session.line
        return str(player.choose(turn.view))

    def take(self, turn: Turn, move: str) -> bool:
        """Make a bot's move, unless the table has changed since it began to think; return whether
        it was made."""
        session = self.session
        if (turn.line, turn.ply) != (session.line, session.match.ply) or self.due() != turn.seat:
            return False
        if not session.move(move, turn.seat):
            return False
        session.mind_deal()
        return True

    def play_all(self) -> None:
        """Let the bots move until the viewer has to; for places without a clock."""
        while (turn := self.next()) is not None:
            if not self.take(turn, self.choose(turn)):
                return

    # -- the clock
    # ---------------------------------------------------------------------

    def wake(self, screen: Screen) -> None:
        """Have the bots move, if one of them is due and they are not at it already."""
        if self.due() is None or (self._task is not None and not self._task.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            # A plain script has no clock: the bots move at once.
            self.play_all()
            screen.show()
            return
        # Keep the reference: the loop itself holds tasks only weakly.
        self._task = loop.create_task(self._run(screen))

    async def _run(self, screen: Screen) -> None:
        try:
            while (turn := self.next()) is not None:
                pace = self.session.address.pace
                if pace:
                    await asyncio.sleep(pace * turn.paces)
                while not screen.watched:
                    await asyncio.sleep(1.0)
                move = await asyncio.to_thread(self.choose, turn)
                if self.take(turn, move):
                    if pace or self.due() is None or time.monotonic() - screen.shown > FRAME:
                        screen.show()
                elif self.session.error:
                    # The store refused. Say so, and try again.
                    screen.show()
                    await asyncio.sleep(RETRY)
        except Exception as error:
            screen.trouble(error)
