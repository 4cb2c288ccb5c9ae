"""The bots' turns at a table: whose turn it is, what the bot sees, and when its move is made.

Knows a session and the clock; knows no widget and no game. A bot thinks in a thread while it waits,
about a view of its own, and its move counts only if the table is still the one that it thought
about. How long it waits, `pacing.py` says.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from cardlab.engine.game import Phase
from cardlab.engine.match import Match
from cardlab.families.tricks import TrickState
from cardlab.players import BotFailed, Effort, bot
from cardlab.players.foreign import WatchedBot
from cardlab.players.sampled import SampledBot
from cardlab.players.tree import TreeBot
from cardlab.web.addresses import BOTS
from cardlab.web.pages.pacing import BEFORE, PERSON, Times, pause, times_of
from cardlab.web.pages.trick_ends import trick_ended

if TYPE_CHECKING:
    from cardlab.web.pages.session import Session

__all__ = ["Screen", "Turn", "Turns", "bot_for", "seed_of_turn"]

THINKING = {"simple": 0.1, "sensible": 0.25, "strong": 0.45}
"""Seconds after which a bot answers with what it has, by its strength: its effort, which is counted,
is mostly spent before."""
HANGS = 5.0
"""Seconds after which a bot that is not ours is not waited for."""
HASTY = Effort(2, 200_000, 2_000)
"""The effort at pace 0, where somebody (a test, a teacher) wants the deal to be over."""
LEAST_THINKING = 0.1
"""Seconds that a bot may think at least, however short it waits."""
LEAST_SHARE = 0.05
"""The same on a machine that many want."""
BUSY = "The server is busy: bots thought about fewer deals than usual."
SLOW = "Time was short: bots thought about fewer deals than usual."
MOST_HELD = 300.0
"""Seconds after which a finished trick is gathered, even if somebody still points at it."""
FRAME = 0.12
"""Seconds between two pictures at pace 0, where not every move is drawn."""
RETRY = 2.0
"""Seconds until a move is tried again that could not be saved: a lock goes away."""


def bot_for(
    ceiling: float, seed: int | None = None, name: str = BOTS, effort: Effort | None = None
) -> Any:
    """Return the bot that plays the other seats: an object with `choose(view) -> Move`."""
    return bot(name, seed=seed, effort=effort, ceiling=ceiling)


def seed_of_turn(match: Match, seat: int) -> int:
    """Return the seed of the bot that moves here. It is the same at the same move of a match with the
    same seed, so that a table which is opened again, or by another learner, goes on alike."""
    return random.Random(f"{match.seed} {match.ply} {seat}").getrandbits(32)


def crowding() -> float:
    """Return how many want each processor of this machine, at least 1: where many pages are played
    at once, bots think shorter, and whoever clicks does not wait for the bots of others."""
    try:
        return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    except (AttributeError, OSError):
        return 1.0  # Windows does not count, and in a browser nobody else is there


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
    held: seconds for which a finished trick lies there before, unless a tap ends that; pause:
    seconds that the bot waits after that; seed: of the bot.
    """

    seat: int
    ply: int
    line: int
    view: Any
    held: float
    pause: float
    seed: int


class Turns:
    """The turns of the bots in one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._task: asyncio.Task[None] | None = None
        self._go_on = asyncio.Event()
        self._kept = False
        self._failure = ""
        self._cut = False
        self.cuts: dict[int, str] = {}
        """By ply what to say of the first move in a deal whose thinking was cut short."""
        self.cut_short = 0

    # -- whose turn
    # ---------------------------------------------------------------------

    def due(self) -> int | None:
        """Return the seat for which a bot has to move now, or None."""
        session, match = self.session, self.session.match
        if not session.live or session.held is not None or match.over:
            return None
        seat = match.to_move
        if seat is not None and session.decides(seat) not in session.people:
            return seat
        # It is the viewer's turn, but in some games (Snap) others may be quicker.
        others = [
            other
            for other in match.state.phase.awaited(match.state)
            if other not in (seat, *session.people) and match.legal_moves(other)
        ]
        return others[match.ply % len(others)] if others else None

    def next(self) -> Turn | None:
        """Return the turn of the bot that has to move now, or None."""
        seat = self.due()
        if seat is None:
            return None
        session, match = self.session, self.session.match
        times = times_of(session.address.pace)
        # where nobody sees the last card land, nobody has to see the trick
        held = times.trick if trick_ended(match, match.ply) is not None else 0.0
        if held and session.waits_for_tap():
            held = MOST_HELD
        asked = session.viewer in match.state.phase.awaited(match.state)
        waits = seat != match.to_move or (asked and bool(match.legal_moves(session.viewer)))
        seconds = times.card * PERSON if waits else self._pause(times)
        return Turn(
            seat,
            match.ply,
            session.line,
            match.seat_view(seat),
            held,
            seconds,
            seed_of_turn(match, seat),
        )

    def _pause(self, times: Times) -> float:
        """How long the bot that is due waits, after those that have moved since the viewer did."""
        match, spent = self.session.match, 0.0
        start = self.session.watched_from()
        longest = times.longest
        if self._finishes_trick(start):
            longest = times.around_trick * BEFORE
        for ply in range(start, match.ply + 1):
            if trick_ended(match, ply) is not None:
                longest = times.around_trick
            if ply < match.ply and match.entries[ply].seat is not None:
                spent += pause(self._wanted(ply, times), spent, longest)
        return pause(self._wanted(match.ply, times), spent, longest)

    def _finishes_trick(self, ply: int) -> bool:
        """Whether a trick lies open in which the viewer has played: it will be held before they
        move again."""
        state = self.session.match.state_at(ply)
        return isinstance(state, TrickState) and self.session.viewer in state.trick.seats

    def _wanted(self, ply: int, times: Times) -> float:
        """How long a bot would wait before its move at this position, if it were the only one."""
        match = self.session.match
        if _is_call(match.state_at(ply).phase):
            return times.call
        return times.settle if ply and _is_call(match.state_at(ply - 1).phase) else times.card

    def choose(self, turn: Turn) -> str:
        """Return the bot's move; changes nothing in the session, so it may run in a thread."""
        pace, name = self.session.address.pace, self.session.address.bots
        longest, hasty = THINKING.get(name, LEAST_THINKING), pace == 0
        if not hasty:
            longest = min(longest, max(LEAST_THINKING, turn.held + turn.pause))
        seconds, self._cut = max(LEAST_SHARE, longest / crowding()), False
        try:
            player = bot_for(seconds, turn.seed, name, HASTY if hasty else None)
            if isinstance(player, SampledBot | TreeBot):
                # an answer to a table that is gone is not worth any time
                player.stop = lambda: turn.line != self.session.line
            if isinstance(player, WatchedBot):
                player.seconds = HANGS
            move = str(player.choose(turn.view))
            self._cut = isinstance(player, SampledBot | TreeBot) and player.cut_short > 0
            return move
        except BotFailed as failure:
            self._failure = f"{failure} A simple bot moved instead."
            return str(bot_for(seconds, turn.seed, "simple").choose(turn.view))

    def take(self, turn: Turn, move: str) -> bool:
        """Make a bot's move, unless the table has changed since it began to think; return whether
        it was made."""
        session = self.session
        if (turn.line, turn.ply) != (session.line, session.match.ply) or self.due() != turn.seat:
            return False
        if not session.move(move, turn.seat):
            return False
        session.mind_deal()
        if self._cut:
            self._note_cut(turn)
        if self._failure:
            session.error, self._failure = self._failure, ""
        return True

    def _note_cut(self, turn: Turn) -> None:
        """Remember that a ceiling cut this move short; the first of a deal is told."""
        self.cut_short += 1
        match = self.session.match
        deals = {match.state_at(ply).standing.deal for ply in self.cuts if ply < match.ply}
        if match.state_at(turn.ply).standing.deal not in deals:
            self.cuts[turn.ply] = BUSY if crowding() > 1 else SLOW

    def play_all(self) -> None:
        """Let the bots move until the viewer has to; for places without a clock."""
        while (turn := self.next()) is not None:
            if not self.take(turn, self.choose(turn)) and turn.line == self.session.line:
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

    def go_on(self) -> None:
        """Somebody has seen the finished trick: wait for it no longer."""
        self._go_on.set()

    def keep(self) -> None:
        """Somebody looks at the finished trick: wait until they have seen it."""
        self._kept = True

    async def _hold(self, seconds: float) -> None:
        """Wait until a finished trick was seen: so long, or shorter or longer as the viewer
        wishes."""
        for longest in (seconds, MOST_HELD - seconds):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._go_on.wait(), longest)
            if self._go_on.is_set() or not self._kept:
                return

    async def _run(self, screen: Screen) -> None:
        try:
            while (turn := self.next()) is not None:
                pace = self.session.address.pace
                self._go_on.clear()
                self._kept = False
                thinking = asyncio.create_task(asyncio.to_thread(self.choose, turn))
                if turn.held:
                    await self._hold(turn.held)
                if pace:
                    await asyncio.sleep(turn.pause)
                while not screen.watched:
                    await asyncio.sleep(1.0)
                if self.take(turn, await thinking):
                    if pace or self.due() is None or time.monotonic() - screen.shown > FRAME:
                        screen.show()
                elif turn.line != self.session.line:
                    screen.show()  # the match went on elsewhere, and from there it goes on here
                elif self.session.error:
                    # The store refused. Say so, and try again.
                    screen.show()
                    await asyncio.sleep(RETRY)
        except Exception as error:
            screen.trouble(error)


def _is_call(phase: Phase) -> bool:
    """Whether calls are made here, not cards played."""
    return bool(phase.bids) or phase.names_trumps
