"""How many pages are alive at once, which come next, and which have gone.

A page that is alive has a kernel, which is memory. So a page asks for a seat before it gets one: if
there is one it is promised by a ticket, with which the page is opened, and otherwise the page waits
in line. A kernel whose page has gone is ended, and its seat is free.

Whoever asks first gets what they ask for, however much: thirty pupils behind one router are one
address, and take thirty seats as long as nobody else wants one. Shares count only once somebody
waits. Then pages of whoever is within their share come first, and if there is no seat for such a
page, the newest page of the greediest asker gives way to it. A third of all seats for an address is
more than a class needs on a server for a hundred; an address beyond that keeps what nobody else asks
for. Pages of one address are weighed by browser, so that one pupil with many windows gives way to
the others of the class; whoever brings no cookie is one browser with all others who bring none.

Knows counts, clocks and Jupyter's kernels; knows no handler and no page.
"""

from __future__ import annotations

import logging
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from cardlab.web.server.limits import Pace

__all__ = [
    "AWAY",
    "MOST_MEMORY",
    "MOST_MESSAGES",
    "MOST_VISITORS",
    "WEIGHED",
    "Asker",
    "PageKernels",
    "Seats",
    "Waiting",
]

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
MOST_MEMORY = 1000
"""Megabytes that the kernel of a page may have, unless the command says otherwise; one of an
ordinary page has 200, most of which it shares with the others."""
MOST_MESSAGES = 50
"""Messages a second that a page may send to its kernel in the long run, unless the command says
otherwise; a click sends one or two, and a page that is drawn some hundred at once."""
AT_ONCE = 10
"""For how many seconds' messages may be sent at once."""
WEIGHED = 10_000
"""Bytes of a message that count as one more: the server and the kernel read each of them several
times, and a long message holds up everything else on its way."""
SHARE = 1 / 3
"""The part of all seats that is an address's own even where others wait."""
WINDOWS = 6
"""Pages that are a browser's own even where others of its address wait."""
MOST_IN_LINE, MOST_OF_ONE = 1000, 200
"""Pages that may wait for a seat, and those of one address; further ones ask again later."""

_log = logging.getLogger("cardlab.web.server")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks for a seat: an address, and the cookie of a browser where there is one."""

    address: str = ""
    browser: str = ""


_opened_for: ContextVar[Asker] = ContextVar("_opened_for", default=Asker())  # noqa: B039
"""Who asked for the page that the current task opens: its kernel is started deep within Voila."""


class Waiting(Protocol):
    """A page that waits for a seat."""

    @property
    def asker(self) -> Asker:
        """Whose page it is."""

    def seat(self, ticket: str) -> None:
        """There is one."""

    def stand(self, before: int) -> None:
        """There is none yet, and so many are before it in line."""


class _Holding:
    """How many places each asker has."""

    def __init__(self, askers: list[Asker], share: int) -> None:
        self._share = share
        self.browsers = Counter(askers)
        self.addresses = Counter(asker.address for asker in askers)

    def add(self, asker: Asker) -> None:
        self.browsers[asker] += 1
        self.addresses[asker.address] += 1

    def beyond(self, asker: Asker) -> tuple[bool, bool]:
        """Whether one more page is beyond the share of the address, and of the browser."""
        return self.addresses[asker.address] >= self._share, self.browsers[asker] >= WINDOWS

    def gives_way(self, holder: Asker, waiting: Asker) -> bool:
        """Whether the one has more than their share while the other has less."""
        if holder.address != waiting.address:
            greedy = self.addresses[holder.address] > self._share
            return greedy and not self.beyond(waiting)[0]
        return self.browsers[holder] > WINDOWS and not self.beyond(waiting)[1]

    def greed(self, holder: Asker) -> tuple[int, int]:
        return self.addresses[holder.address], self.browsers[holder]


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
        self._share = max(1, int(most * SHARE))
        self._clock = clock
        self._promised: dict[str, tuple[Asker, float]] = {}
        """Tickets that nobody has come with yet, whose they are, and until when they are good."""
        self._opening: list[tuple[Asker, float]] = []
        """Pages that have no kernel yet, and until when they are counted."""
        self._seated: dict[str, Asker] = {}
        """Whose page each kernel is of, the newest last."""
        self._line: list[Waiting] = []

    @property
    def free(self) -> int:
        """How many pages may still come."""
        now = self._clock()
        self._promised = {one: whose for one, whose in self._promised.items() if whose[1] > now}
        self._opening = [whose for whose in self._opening if whose[1] > now]
        return max(0, self.most - self.taken() - len(self._promised) - len(self._opening))

    @property
    def waiting(self) -> int:
        """How many pages stand in line."""
        return len(self._line)

    def ticket(self, asker: Asker | None = None) -> str | None:
        """A promise of a seat; None if there is none."""
        if not self.free:
            return None
        ticket = secrets.token_urlsafe(12)
        self._promised[ticket] = asker or Asker(), self._clock() + PROMISED
        return ticket

    def redeem(self, ticket: str) -> bool:
        """Whether the ticket is good; a kernel is then started for its page. It is good once."""
        now = self._clock()
        asker, until = self._promised.pop(ticket, (Asker(), now))
        if until <= now:
            return False
        self._opening.append((asker, now + OPENING))
        _opened_for.set(asker)
        return True

    def seated(self, kernel_id: str) -> None:
        """The kernel of the page that this task opens has started, and is among those that are
        taken."""
        asker = _opened_for.get()
        self._seated[kernel_id] = asker
        if self._opening:
            whose = [one for one, _ in self._opening]
            self._opening.pop(whose.index(asker) if asker in whose else 0)

    def gone(self, kernel_id: str) -> None:
        """A kernel has ended."""
        self._seated.pop(kernel_id, None)

    def queue(self, page: Waiting) -> bool:
        """A page gets a seat, or stands in line for one; False if the line is full."""
        same = sum(one.asker.address == page.asker.address for one in self._line)
        if len(self._line) >= MOST_IN_LINE or same >= MOST_OF_ONE:
            return False
        self._line.append(page)
        self.call()
        return True

    def leave(self, page: Waiting) -> None:
        """A page waits no longer."""
        if page in self._line:
            self._line.remove(page)
            self.call()

    def call(self) -> None:
        """Give the seats that are free to those who wait, the first in line first."""
        while self._line:
            page = self._in_turn()[0]
            # more may have been promised than there is
            while not self.free and self._take_back(page.asker):
                pass
            if (ticket := self.ticket(page.asker)) is None:
                break
            self._line.remove(page)
            page.seat(ticket)
        for before, page in enumerate(self._in_turn()):
            page.stand(before)

    def gives_way(self) -> str:
        """The kernel of the newest page of the greediest asker, where a page waits that has less
        than its share; otherwise ""."""
        if not self._line or self.free:
            return ""
        return self._newest(list(self._seated.items()), self._in_turn()[0].asker)

    def _take_back(self, waiting: Asker) -> bool:
        """Take a promise back from whoever has more than their share; their page asks again."""
        promised = [(ticket, asker) for ticket, (asker, _) in self._promised.items()]
        return self._promised.pop(self._newest(promised, waiting), None) is not None

    def _newest(self, places: list[tuple[str, Asker]], waiting: Asker) -> str:
        """The last of these places that is the greediest asker's of all who give way."""
        holding = self._holding()
        greedy = [one for one in places if holding.gives_way(one[1], waiting)]
        return max(reversed(greedy), key=lambda one: holding.greed(one[1]), default=("",))[0]

    def _in_turn(self) -> list[Waiting]:
        """The line as it is served: as they came, but whoever is within their share first."""
        holding, beyond = self._holding(), {}
        for page in self._line:
            beyond[id(page)] = holding.beyond(page.asker)
            holding.add(page.asker)
        return sorted(self._line, key=lambda page: beyond[id(page)])

    def _holding(self) -> _Holding:
        held = [asker for asker, _ in (*self._promised.values(), *self._opening)]
        return _Holding([*held, *self._seated.values()], self._share)


class PageKernels(AsyncMappingKernelManager):
    """The kernels of pages; each is ended soon after its page has gone."""

    seats: Seats | None = None
    away: float = AWAY
    memory: int = MOST_MEMORY
    messages: int = MOST_MESSAGES

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._alone: dict[str, float] = {}
        """Kernels that no browser is connected to, and until when they are kept."""
        self._paces: dict[str, Pace] = {}

    async def start_kernel(self, **kwargs: Any) -> str:
        kernel_id: str = await super().start_kernel(**kwargs)
        # its browser connects when the page has been drawn, which takes longer than a look away
        self._alone[kernel_id] = time.monotonic() + max(self.away, OPENING)
        if self.seats is not None:
            self.seats.seated(kernel_id)
        return kernel_id

    def remove_kernel(self, kernel_id: str) -> Any:
        if self.seats is not None:
            self.seats.gone(kernel_id)
        self._paces.pop(kernel_id, None)
        return super().remove_kernel(kernel_id)

    def notify_connect(self, kernel_id: str) -> None:
        super().notify_connect(kernel_id)
        self._alone.pop(kernel_id, None)

    def notify_disconnect(self, kernel_id: str) -> None:
        super().notify_disconnect(kernel_id)
        if not self._kernel_connections.get(kernel_id):
            self._alone[kernel_id] = time.monotonic() + self.away

    def wait(self, kernel_id: str, length: int = 0) -> float:
        """Seconds that the next message to a kernel waits, over whichever connection it came.
        length: its bytes."""
        if kernel_id not in self._paces:
            self._paces[kernel_id] = Pace(self.messages, AT_ONCE * self.messages)
        return self._paces[kernel_id].wait(1 + length / WEIGHED)

    async def look_round(self) -> None:
        """End the kernels of pages that have gone or take too much memory.

        Where pages wait, also that of the page that was forgotten for longest, or else of one that
        is more than its asker's share.
        """
        now = time.monotonic()
        gone = [id for id, until in self._alone.items() if until < now or id not in self]
        gone += self._too_large()
        if not gone and self.seats is not None and self.seats.waiting:
            gone = self._forgotten() or [id for id in [self.seats.gives_way()] if id]
        for kernel_id in gone:
            self._alone.pop(kernel_id, None)
            if kernel_id in self:
                try:
                    await self.shutdown_kernel(kernel_id, now=True)
                except Exception as error:
                    _log.warning("a kernel could not be ended: %s", error)
        if self.seats is not None:
            self.seats.call()

    def _too_large(self) -> list[str]:
        """Kernels that take more memory than a page may; the page says that it has lost its kernel
        and can be loaded again."""
        found = []
        for kernel_id in self.list_kernel_ids():
            runs = self.get_kernel(kernel_id).provisioner
            taken = megabytes(runs.pid) if isinstance(runs, LocalProvisioner) else 0
            if taken > self.memory:
                _log.warning("kernel %s has %d MB and is ended", kernel_id, taken)
                found.append(kernel_id)
        return found

    def _forgotten(self) -> list[str]:
        silent = [
            ((utcnow() - self.get_kernel(id).last_activity).total_seconds(), id)
            for id, connections in self._kernel_connections.items()
            if connections and id in self
        ]
        longest, kernel_id = max(silent, default=(0.0, ""))
        return [kernel_id] if longest > FORGOTTEN else []


def megabytes(process: int | None) -> int:
    """The memory of a process; 0 where the system does not say, which only Linux does here."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, ValueError, IndexError):
        return 0
