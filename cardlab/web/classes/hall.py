"""The shared tables that are alive in this server process, and who looks at them.

Knows when a table is read, drawn and let go, who is connected, and when a bot moves; knows no rule
and no page. Memory is only a copy of the log: a table is let go when nobody looks at it, and is
made anew from its log when somebody does, in this process or another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from cardlab.store import (
    AssignmentStore,
    Classes,
    ClassTable,
    Learners,
    Member,
    RefusalStore,
    StoreError,
    TableStore,
    VoteLook,
    VoteStore,
)
from cardlab.web.classes.bots import bot_choice, pause_before
from cardlab.web.classes.live import LiveTable, TableAnswer
from cardlab.web.classes.sharing import SharedReading
from cardlab.web.classes.views import answer_text, open_text, seat_text, waiting_text

__all__ = ["Hall", "TableHost", "TableScreen"]

_log = logging.getLogger("cardlab.web.classes")

AWAY = 60.0
"""Seconds after which a bot plays for a member whose last page is gone."""
BELL = 0.3
"""Seconds between two looks at what other processes have written."""
RETRY = 2.0
"""Seconds until a bot's move is tried again that could not be saved."""
GONE = "This table is there no more: its class was deleted."
REMOVED = "You are not in this class any more. Join it again with its code."
NEW_CODE = "You have a new login code. Come back with it."
SAME_DEALS = "The same deals lie at other tables, so only those who sit here see the cards."
UNWATCHED = "Only those who sit here see the cards: the teacher has said so."
UNREADABLE = (
    "This table cannot be shown any more: what was written last is not known to this version of"
    " cardlab. Nothing is lost; reload the page when cardlab is up to date."
)

Found = TypeVar("Found")


class TableScreen(Protocol):
    """A page that shows a table."""

    member: Member

    def send(self, text: str) -> None:
        """Show this; a page that is gone is none of the table's business."""


class TableHost:
    """A live table, those who look at it, and the bots that play at it."""

    def __init__(self, live: LiveTable, nicknames: dict[str, str]) -> None:
        self.live = live
        self.nicknames = nicknames
        self.screens: set[TableScreen] = set()
        self.watching = True
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._drawn: dict[int | str, str] = {}

    @property
    def connected(self) -> frozenset[str]:
        """The members who look at the table."""
        return frozenset(screen.member.id for screen in self.screens)

    @property
    def taken_for_away(self) -> frozenset[str]:
        """Members who look at the table, and for whom a bot plays all the same."""
        play = self.live.play
        return frozenset(one for one in self.connected if play.seat_of(one) in play.away)

    # -- what is done
    # ---------------------------------------------------------------------

    async def do(
        self, act: Callable[[], TableAnswer], still: Callable[[], bool] = lambda: True
    ) -> TableAnswer:
        """Do something at the table, in a thread because the store may be slow; everybody is shown
        what came of it before the answer is returned.

        still: whether it is to be done, asked when its turn comes.
        """
        async with self._lock:
            answer = await asyncio.to_thread(act) if still() else TableAnswer()
            if answer.changed:
                await self._draw()
        self._wake_bots()
        return answer

    async def refresh(self) -> None:
        """Read and draw what another process has written. One that has waited for somebody in
        vain does not know that they are here."""
        async with self._lock:
            if await asyncio.to_thread(self.live.refresh):
                await self._draw()
        for member_id in self.taken_for_away:
            await self.do(partial(self.live.mark_back, member_id))
        self._wake_bots()

    async def show(self, screen: TableScreen) -> None:
        """Draw the table for one page."""
        async with self._lock:
            screen.send(await asyncio.to_thread(self._text_for, screen.member))

    async def draw(self) -> None:
        """Draw the table anew on every page that shows it."""
        async with self._lock:
            await self._draw()

    async def _draw(self) -> None:
        self._drawn.clear()
        for screen in list(self.screens):
            screen.send(await asyncio.to_thread(self._text_for, screen.member))

    def _text_for(self, member: Member) -> str:
        """What a member is sent; it is made once for all pages of a seat."""
        play, seat = self.live.play, self.live.play.seat_of(member.id)
        place: int | str = "teacher" if member.teaches else "waiting" if seat is None else seat
        if place not in self._drawn:
            if isinstance(place, int):
                text = seat_text(play, place, self.nicknames)
            elif place == "teacher":
                text = open_text(play, self.nicknames)
            else:
                text = waiting_text(play, self.nicknames, self._shut)
            self._drawn[place] = text
        return self._drawn[place]

    @property
    def _shut(self) -> str:
        """Why those without a seat see no card; "" where they do."""
        if "set" in self.live.table.head:
            return SAME_DEALS
        return "" if self.watching else UNWATCHED

    # -- who is here
    # ---------------------------------------------------------------------

    async def enter(self, screen: TableScreen) -> None:
        """A page opens; a member for whom a bot has played plays again."""
        member = screen.member
        self.screens.add(screen)
        self._drawn.clear()
        if (leaving := self._leaving.pop(member.id, None)) is not None:
            leaving.cancel()
        await self.do(lambda: self.live.mark_back(member.id))
        await self.show(screen)

    def leave(self, screen: TableScreen) -> None:
        """A page is gone; if it was the last of its member, a bot takes over after a while."""
        self.screens.discard(screen)
        if screen.member.id not in self.connected:
            self.expect(screen.member.id)

    def turn_out(self, screen: TableScreen, said: str) -> None:
        """Show a page nothing more, and say why."""
        self.leave(screen)
        screen.send(answer_text(TableAnswer(error=said)))

    def expect(self, member_id: str) -> None:
        """Wait for a member; a bot plays for them if they do not come."""
        if member_id not in self._leaving:
            self._leaving[member_id] = asyncio.create_task(self._wait_for(member_id))

    async def _wait_for(self, member_id: str) -> None:
        await asyncio.sleep(AWAY)
        self._leaving.pop(member_id, None)
        answer = await self.do(
            lambda: self.live.mark_away(member_id),
            still=lambda: bool(self.screens) and member_id not in self.connected,
        )
        if answer.error:
            self.expect(member_id)  # it could not be saved, and is tried again

    @property
    def idle(self) -> bool:
        """Whether nobody looks, and nobody is waited for."""
        return not self.screens and not self._leaving

    def close(self, said: str) -> None:
        """End everything that runs for a table, and say why to those who look at it."""
        for task in [*self._leaving.values(), self._bots]:
            if task is not None:
                task.cancel()
        for screen in list(self.screens):
            screen.send(answer_text(TableAnswer(error=said)))
        self.screens.clear()

    # -- bots
    # ---------------------------------------------------------------------

    def _wake_bots(self) -> None:
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        """Let bots move as long as one is due and somebody looks."""
        while self.screens and (seat := self.live.play.bot_due()) is not None:
            play = self.live.play
            seen, match = play.length, play.match
            pause = asyncio.create_task(asyncio.sleep(pause_before(match)))
            move = await bot_choice(match.seat_view(seat))
            await pause
            answer = await self.do(partial(self.live.bot_move, seen, seat, move))
            if answer.error and not answer.changed:
                await asyncio.sleep(RETRY)


class Hall:
    """All live tables of this process; classes and logs are asked through it."""

    def __init__(self, url: str | None = None) -> None:
        self.classes = Classes(url, kept=True)
        self.tables = TableStore(url, kept=True)
        self.votes = VoteStore(url, kept=True)
        self.assignments = AssignmentStore(url)
        self.refusals = RefusalStore(url)
        self.learners = Learners(url)
        self.seating = asyncio.Lock()
        self._looks: dict[str, SharedReading[VoteLook]] = {}
        self._hosts: dict[str, TableHost] = {}
        self._opening = asyncio.Lock()
        self._bell: asyncio.Task[None] | None = None

    async def ask(self, act: Callable[[], Found]) -> Found:
        """Ask the store in a thread, so that a locked file keeps no table waiting."""
        return await asyncio.to_thread(act)

    async def vote(self, class_id: str) -> VoteLook:
        """The vote of a class, read once for all pages that ask at about the same time."""
        if class_id not in self._looks:
            self._looks[class_id] = SharedReading(partial(self.votes.look, class_id))
        return await self._looks[class_id].ask()

    async def host(self, table: ClassTable) -> TableHost:
        """The live table; it is read from its log if nobody looked at it so far.

        Raises StoreError, or ValueError if its game is there no more.
        """
        async with self._opening:
            if table.id not in self._hosts:
                live = await asyncio.to_thread(LiveTable, table, self.tables)
                host = TableHost(live, await self._nicknames(table.class_id))
                self._hosts[table.id] = host
                for member_id in live.play.holders.values():
                    host.expect(member_id)
            if self._bell is None or self._bell.done():
                self._bell = asyncio.create_task(self._listen())
        return self._hosts[table.id]

    async def enter(self, screen: TableScreen, table: ClassTable) -> TableHost:
        """Show a table on a page, and keep it up to date there.  Raises as `host` does."""
        host = await self.host(table)
        host.screens.add(screen)  # before anything else may let go of a table without one
        host.nicknames = await self._nicknames(table.class_id)
        host.watching = (await asyncio.to_thread(self.classes.load, table.class_id)).watching
        await host.enter(screen)
        return host

    async def set_watching(self, class_id: str, watching: bool) -> None:
        """Let those without a seat watch the tables of a class, or no more; the pages that are open
        here follow at once."""
        await asyncio.to_thread(self.classes.set_watching, class_id, watching)
        for host in list(self._hosts.values()):
            if host.live.table.class_id == class_id:
                host.watching = watching
                await host.draw()

    async def _nicknames(self, class_id: str) -> dict[str, str]:
        members = await asyncio.to_thread(self.classes.members, class_id)
        return {member.id: member.nickname for member in members}

    async def _listen(self) -> None:
        """Look what other processes have written, and let go of tables that nobody looks at."""
        while self._hosts:
            await asyncio.sleep(BELL)
            try:
                await self._look()
            except StoreError:
                await asyncio.sleep(RETRY)
            except Exception:
                _log.exception("the tables of the classes could not be looked at")

    async def _look(self) -> None:
        hosts = dict(self._hosts)  # others may be opened while the store answers
        lengths = await asyncio.to_thread(self.tables.lengths, list(hosts))
        for table_id, host in hosts.items():
            if host.idle or table_id not in lengths:
                self._let_go(table_id, GONE)
            elif lengths[table_id] > host.live.play.length or host.taken_for_away:
                try:
                    await host.refresh()
                except ValueError as error:  # no other table has to wait for this one
                    _log.error("table %s cannot be read on: %s", table_id, error)
                    self._let_go(table_id, UNREADABLE)
        await self._ask_rights()

    async def _ask_rights(self) -> None:
        """End the lines of those who have left a class, or have another login code by now."""
        # those who come in while the store answers may have joined after it has
        lines = [(host, screen) for host in self._hosts.values() for screen in host.screens]
        for class_id in {host.live.table.class_id for host, _ in lines}:
            members = await asyncio.to_thread(self.classes.members, class_id)
            stamps = {member.id: member.stamp for member in members}
            for host, screen in lines:
                if host.live.table.class_id != class_id or screen not in host.screens:
                    continue
                stamp = stamps.get(screen.member.id)
                if stamp != screen.member.stamp:
                    host.turn_out(screen, REMOVED if stamp is None else NEW_CODE)

    def _let_go(self, table_id: str, said: str) -> None:
        self._hosts.pop(table_id).close(said)
