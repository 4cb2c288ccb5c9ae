"""One reading of the store for all who ask for the same at about the same time.

Knows when a reading begins; knows nothing of what is read. Nobody is answered from a reading that
began before they asked, so what somebody has just written is in it, whichever process wrote it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Generic, TypeVar

__all__ = ["SharedReading"]

GAP = 0.1
"""Seconds from the beginning of a reading until the next may begin; who asks first never waits."""

Found = TypeVar("Found")


class SharedReading(Generic[Found]):
    """Something in the store that many pages ask for again and again."""

    def __init__(self, read: Callable[[], Found]) -> None:
        self._read = read
        self._lock = asyncio.Lock()
        self._began = -GAP
        self._coming: asyncio.Task[Found] | None = None

    async def ask(self) -> Found:
        """What the next reading finds.  Raises what it raises."""
        if self._coming is None:
            self._coming = asyncio.create_task(self._read_soon())
        # one page that is gone takes the answer from no other
        return await asyncio.shield(self._coming)

    async def _read_soon(self) -> Found:
        async with self._lock:
            await asyncio.sleep(max(0.0, self._began + GAP - time.monotonic()))
            self._began = time.monotonic()
            self._coming = None  # who asks from now on has to wait for another
            return await asyncio.to_thread(self._read)
