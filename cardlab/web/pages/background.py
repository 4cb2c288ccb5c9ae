"""Work that nobody waits for yet: a bot's thinking, the next question. It gives way to answers.

Knows threads and how to make them modest.  Knows no table.  Each page has a process of its own, and
many pages share a few processors: what is done here leaves them to whoever has just clicked.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 4
MODEST = 10
"""How far behind the answers to clicks such work stands, in the scheduler's "nice" of 0 to 19."""


async def in_background(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Do some work in a thread that runs when no page on this machine has a click to answer."""
    loop = asyncio.get_running_loop()
    here = contextvars.copy_context()
    return await loop.run_in_executor(_threads(), partial(here.run, work, *args, **kwargs))


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, "background", initializer=give_way)


def give_way() -> None:
    """Put the thread that calls this behind all answers; nothing can undo it."""
    # Only Linux gives each thread a priority of its own; elsewhere the number would be another
    # process's.
    if sys.platform == "linux":
        me = threading.get_native_id()
        with contextlib.suppress(OSError):
            nice = os.getpriority(os.PRIO_PROCESS, me)
            os.setpriority(os.PRIO_PROCESS, me, max(nice, MODEST))
