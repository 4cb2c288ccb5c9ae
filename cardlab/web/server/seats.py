"""How many pages are alive at once, which come next, and which have gone.

A page that is alive has a kernel, which is memory. So a page asks for a seat before it gets one: if
there is one it is promised by a ticket, with which the page is opened, and otherwise the page waits
in line. A kernel whose page has gone is ended, and its seat is free.

Knows counts, clocks and Jupyter's kernels; knows no handler and no page.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from typing import Any, Protocol

from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

__all__ = ["AWAY", "MOST_VISITORS", "PageKernels", "Seats", "Waiting"]

MOST_VISITORS = 100
"""Pages that may be alive at once, unless the command says otherwise; each takes some 75 MB."""
AWAY = 45
"""Seconds after which the kernel of a page that no browser is connected to is ended."""
FORGOTTEN = 900
"""Seconds without a sign of life after which an open page gives way to one that waits."""
PROMISED = 15
"""Seconds for which a ticket is good."""
OPENING = 90
"""Seconds that a page may take to open."""

_log = logging.getLogger("cardlab.web.server")


class Waiting(Protocol):
    """A page that waits for a seat."""

    def seat(self, ticket: str) -> None:
        """There is one."""

    def stand(self, before: int) -> None:
        """There is none yet, and so many are before it in line."""


class Seats:
    """The seats of one server.  taken: how many kernels there are.

    >>> seats = Seats(1, taken=lambda: 0)
    >>> ticket = seats.ticket()
    >>> seats.ticket() is None, seats.redeem(ticket), seats.redeem(ticket), seats.free
    (True, True, False, 0)
    """

    def __init__(
        self,
        most: int,
        taken: Callable[[], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.taken = taken
        self._clock = clock
        self._promised: dict[str, float] = {}
        """Tickets that nobody has come with yet, and until when they are good."""
        self._opening: list[float] = []
        """Pages that have no kernel yet, and until when they are counted."""
        self._line: list[Waiting] = []

    @property
    def free(self) -> int:
        """How many pages may still come."""
        now = self._clock()
        self._promised = {one: until for one, until in self._promised.items() if until > now}
        self._opening = [until for until in self._opening if until > now]
        return max(0, self.most - self.taken() - len(self._promised) - len(self._opening))

    @property
    def waiting(self) -> int:
        """How many pages stand in line."""
        return len(self._line)

    def ticket(self) -> str | None:
        """A promise of a seat; None if there is none."""
        if not self.free:
            return None
        ticket = secrets.token_urlsafe(12)
        self._promised[ticket] = self._clock() + PROMISED
        return ticket

    def redeem(self, ticket: str) -> bool:
        """Whether the ticket is good; a kernel is then started for its page. It is good once."""
        now = self._clock()
        if self._promised.pop(ticket, now) <= now:
            return False
        self._opening.append(now + OPENING)
        return True

    def seated(self) -> None:
        """The kernel of a page has started, and is among those that are taken."""
        if self._opening:
            self._opening.pop(0)

    def queue(self, page: Waiting) -> None:
        """A page gets a seat, or stands in line for one."""
        self._line.append(page)
        self.call()

    def leave(self, page: Waiting) -> None:
        """A page waits no longer."""
        if page in self._line:
            self._line.remove(page)
            self.call()

    def call(self) -> None:
        """Give the seats that are free to those who wait, the first in line first."""
        while self._line and (ticket := self.ticket()) is not None:
            self._line.pop(0).seat(ticket)
        for before, page in enumerate(self._line):
            page.stand(before)


class PageKernels(AsyncMappingKernelManager):
    """The kernels of pages; each is ended soon after its page has gone."""

    seats: Seats | None = None
    away: float = AWAY

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._alone: dict[str, float] = {}
        """Kernels that no browser is connected to, and until when they are kept."""

    async def start_kernel(self, **kwargs: Any) -> str:
        kernel_id: str = await super().start_kernel(**kwargs)
        # its browser connects when the page has been drawn, which takes longer than a look away
        self._alone[kernel_id] = time.monotonic() + max(self.away, OPENING)
        if self.seats is not None:
            self.seats.seated()
        return kernel_id

    def notify_connect(self, kernel_id: str) -> None:
        super().notify_connect(kernel_id)
        self._alone.pop(kernel_id, None)

    def notify_disconnect(self, kernel_id: str) -> None:
        super().notify_disconnect(kernel_id)
        if not self._kernel_connections.get(kernel_id):
            self._alone[kernel_id] = time.monotonic() + self.away

    async def look_round(self) -> None:
        """End the kernels of pages that have gone; where pages wait, also that of the page that
        was forgotten for longest."""
        now = time.monotonic()
        gone = [id for id, until in self._alone.items() if until < now or id not in self]
        if not gone and self.seats is not None and self.seats.waiting:
            gone = self._forgotten()
        for kernel_id in gone:
            self._alone.pop(kernel_id, None)
            if kernel_id in self:
                try:
                    await self.shutdown_kernel(kernel_id, now=True)
                except Exception as error:
                    _log.warning("a kernel could not be ended: %s", error)
        if self.seats is not None:
            self.seats.call()

    def _forgotten(self) -> list[str]:
        silent = [
            ((utcnow() - self.get_kernel(id).last_activity).total_seconds(), id)
            for id, connections in self._kernel_connections.items()
            if connections and id in self
        ]
        longest, kernel_id = max(silent, default=(0.0, ""))
        return [kernel_id] if longest > FORGOTTEN else []
