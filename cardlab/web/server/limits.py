"""What one asker may have of what is slow or short: sheets that take seconds to find, and guesses.

Knows addresses of askers, threads and a clock; knows no page. Everybody behind one router is one
asker here, so that the limits leave room for a class.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor

__all__ = [
    "HELD",
    "WORKERS",
    "AskedTooMuch",
    "Joins",
    "Pace",
    "SlowPages",
    "Tries",
    "WrongCodes",
    "asker",
]

WORKERS = 2
"""Slow pages that are made at once, beside everything else. One asker has one of them at a time, so
that another finds a place free."""
MOST = 8
"""Slow pages that one asker may wait for at once."""
MOST_IN_ALL = 40
"""Slow pages that may be waited for at once; whoever asks later is sent away at once."""
HELD = 0.5
"""Seconds after which an asker is told of a limit: whoever asks again and again gets no more refusals
than that, each of which would otherwise take its milliseconds from everybody."""
KEPT = 100
"""Finished pages that are kept for whoever asks next."""
ASKERS = 10_000
"""Askers whose tries are remembered; whoever tried longest ago is forgotten first."""
WRONG_A_MINUTE, WRONG_OF_A_NAME = 15, 8
"""Wrong codes of one asker in a minute, and recovery codes for one name in ten minutes: fewer than
the store allows for a name."""

JOINS, JOINS_A_DAY = 80, 150
"""Tries of one asker to join one class in ten minutes, and in a day: two whole classes may come at
once from behind one router, and nobody alone fills a class of 300."""
JOINS_OF_A_BROWSER = 10
"""Tries of one browser to join one class in ten minutes: a tablet that some pupils share, and names
that were taken."""


def asker(address: str | None) -> str:
    """An address as it is counted. Of the new kind a household has a whole network, and may change
    its address as often as it likes.

    >>> asker("192.0.2.7"), asker("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '2001:db8:1:2::')
    """
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return address or ""  # of a socket that is a file
    if found.version == 4 or found.is_loopback:
        return str(found)
    return str(ipaddress.ip_address(int(found) >> 64 << 64))


class AskedTooMuch(Exception):
    """An asker has asked for more than may be had now; the text says so in a sentence."""


class SlowPages:
    """Pages that take seconds to make, made beside everything else.

    The same page is made once, however many ask for it, and kept for a while. The pages of one
    asker are made one after the other: whoever asks for many waits for them, and nobody else does.

    run: how a page is made, called in one of so many threads; a server lets another process do it.
    """

    def __init__(
        self,
        workers: int = WORKERS,
        most: int = MOST,
        run: Callable[[Callable[[], str]], str] = lambda make: make(),
    ) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="slow-page")
        self._run = run
        self._most = most
        self._asked: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
        self._making: dict[Hashable, asyncio.Task[str]] = {}
        self._kept: OrderedDict[Hashable, str] = OrderedDict()

    async def page(self, asker: str, make: Callable[[], str], key: Hashable = None) -> str:
        """Return a page.  key: what it depends on; None if it is for its asker alone.  Raises
        AskedTooMuch, and what `make` raises.

        >>> import asyncio
        >>> asyncio.run(SlowPages().page("127.0.0.1", lambda: "2 ♣", key="two"))
        '2 ♣'
        """
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if self._asked[asker] >= self._most or self._asked.total() >= MOST_IN_ALL:
            raise AskedTooMuch(
                "Several pages that take a while are being made for this browser or network. Wait"
                " until one of them has come, then load this page again."
            )
        self._asked[asker] += 1
        try:
            async with self._turns.setdefault(asker, asyncio.Lock()):
                return await self._made(make, key)
        finally:
            self._asked[asker] -= 1
            if not self._asked[asker]:
                del self._asked[asker], self._turns[asker]

    async def _made(self, make: Callable[[], str], key: Hashable) -> str:
        if key is None:
            return await self._beside(make)
        if key in self._kept:
            return self._kept[key]  # made for another while this one waited
        if key not in self._making:
            self._making[key] = asyncio.create_task(self._make(key, make))
        # a reader who goes away does not take the page from others who wait for it
        return await asyncio.shield(self._making[key])

    async def _beside(self, make: Callable[[], str]) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._run, make)

    async def _make(self, key: Hashable, make: Callable[[], str]) -> str:
        try:
            page = await self._beside(make)
        finally:
            del self._making[key]
        self._kept[key] = page
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return page


class Tries:
    """How often each asker has tried something in vain: at most so often in so many seconds.

    >>> tries = Tries(most=2, seconds=60)
    >>> for _ in range(2):
    ...     tries.note("192.0.2.7")
    >>> tries.full("192.0.2.7"), tries.full("192.0.2.8")
    (True, False)
    """

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._tries: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def full(self, asker: str) -> bool:
        """Whether this asker has to wait before the next try."""
        since, tries = self._tries.get(asker, (0.0, 0))
        return tries >= self._most and self._clock() - since < self._seconds

    def note(self, asker: str) -> None:
        """Count a try that was in vain."""
        since, tries = self._tries.get(asker, (0.0, 0))
        now = self._clock()
        if not tries or now - since >= self._seconds:
            since, tries = now, 0
        self._tries[asker] = since, tries + 1
        self._tries.move_to_end(asker)
        if len(self._tries) > ASKERS:
            self._tries.popitem(last=False)


class Pace:
    """How fast something may go on: so many a second in the long run, and some more at once.

    >>> pace = Pace(rate=10, at_once=3, clock=lambda: 0.0)
    >>> [pace.wait() for _ in range(5)]
    [0.0, 0.0, 0.0, 0.1, 0.2]
    """

    def __init__(
        self, rate: float, at_once: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._step, self._ahead, self._clock = 1 / rate, at_once / rate, clock
        self._due = 0.0

    def wait(self, weight: float = 1) -> float:
        """Seconds that the next one has to wait, which is thereby counted.  weight: as how many it
        counts."""
        now = self._clock()
        self._due = max(self._due, now) + weight * self._step
        return max(0.0, round(self._due - self._ahead - now, 6))


class WrongCodes:
    """Wrong codes by who gives them.

    The store counts wrong codes for a name, whoever gives them. Here an asker has to wait before
    that count is full, so that nobody can keep somebody else out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._minute = Tries(WRONG_A_MINUTE, 60, clock)
        self._of_name = Tries(WRONG_OF_A_NAME, 600, clock)

    def check(self, asker: str, name: str = "") -> None:
        """Raise AskedTooMuch if this asker has to wait before another code is looked at."""
        if self._minute.full(asker):
            raise AskedTooMuch(
                "Too many wrong codes came from this browser or network. Wait a minute, then try"
                " again."
            )
        if name and self._of_name.full(f"{asker} {name}"):
            raise AskedTooMuch(
                "Too many wrong codes were given for this name from this browser or network. Wait"
                " ten minutes, then try again."
            )

    def note(self, asker: str, name: str = "") -> None:
        """Count a wrong code.  name: of whom it should have been the recovery code."""
        self._minute.note(asker)
        if name:
            self._of_name.note(f"{asker} {name}")


class Joins:
    """Members of classes by who makes them, so that nobody fills the list of a class.

    >>> joins = Joins()
    >>> for pupil in range(30):
    ...     joins.note("192.0.2.7", "whist", f"browser {pupil}")
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._lately = Tries(JOINS, 600, clock)
        self._today = Tries(JOINS_A_DAY, 86_400, clock)
        self._of_browser = Tries(JOINS_OF_A_BROWSER, 600, clock)

    def note(self, asker: str, class_id: str, browser: str) -> None:
        """Count a try to join a class.  browser: its cookie; "" if it has none yet, as on a first
        visit.  Raises AskedTooMuch, and counts nothing, if there were too many."""
        here, window = f"{asker} {class_id}", f"{browser} {class_id}"
        if browser and self._of_browser.full(window):
            raise AskedTooMuch(
                "This browser has joined this class many times. Wait ten minutes, or join from"
                " another one. Whoever has joined before comes back with their login code."
            )
        if self._lately.full(here) or self._today.full(here):
            raise AskedTooMuch(
                "Very many people have joined this class from your network. Wait ten minutes, then"
                " try again; if that does not help, try tomorrow. Whoever has joined before comes"
                " back with their login code."
            )
        for tries in (self._lately, self._today):
            tries.note(here)
        if browser:
            self._of_browser.note(window)
