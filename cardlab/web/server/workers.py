"""Processes beside the server, which make what takes seconds.

The threads of one Python take turns at one lock: beside a thread that thinks, each step of all others
waits some milliseconds, and a move at a table of four has a dozen steps. So what is slow is made by
another process, which gives way to everything else on the machine.

Knows processes and functions that can be pickled; knows no page. A worker is started when there is
something to make, reads its work from the server, and ends when the server does.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

__all__ = ["Lost", "Workers"]

LONGEST = 120.0
"""Seconds after which a page that is still being made is given up."""
STANDS_BACK = 5
"""How far a worker stands back from the processor (`nice`): it gets a third of what others get where
all want it, so that a sheet comes on a busy machine, too."""


class Lost(RuntimeError):
    """A worker has ended without an answer: it took too long, or too much memory."""


class Workers:
    """Some processes, each of which makes one thing at a time.

    >>> Workers(1).run("two of clubs".title)
    'Two Of Clubs'
    """

    def __init__(self, most: int, longest: float = LONGEST) -> None:
        self._longest = longest
        self._free: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(most):
            self._free.put(None)  # the place of one that is not started yet

    def run(self, make: Callable[[], str]) -> str:
        """What `make` returns, made by a worker; waits until one is free. Raises what `make`
        raises, and Lost."""
        worker = self._free.get()
        try:
            worker = worker if worker is not None and worker.alive else _Worker()
            return worker.run(make, self._longest)
        except Lost:
            worker = None
            raise
        finally:
            self._free.put(worker)


class _Worker:
    """One process, as the server sees it."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Ctrl-C is for the server, whose end is the worker's
            start_new_session=True,
        )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def run(self, make: Callable[[], str], longest: float) -> str:
        work, answers = self._process.stdin, self._process.stdout
        assert work is not None and answers is not None
        asked = pickle.dumps(make)
        patience = threading.Timer(longest, self._process.kill)
        patience.start()
        try:
            work.write(asked)
            work.flush()
            text, error = pickle.load(answers)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._process.kill()
            self._process.wait()
            raise Lost("a page could not be made") from None
        finally:
            patience.cancel()
        if error is not None:
            raise error
        return str(text)


def _stand_back() -> None:
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(STANDS_BACK)
    # Linux may weigh whole sessions against each other, and this one is a worker's alone
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(STANDS_BACK), encoding="ascii")


def _serve(work: BinaryIO, answers: BinaryIO) -> None:
    while True:
        try:
            make = pickle.load(work)
        except EOFError:
            return  # the server has gone
        answer: tuple[Any, Any]
        try:
            answer = make(), None
        except Exception as error:
            answer = None, error
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    _stand_back()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what is printed is no answer
    _serve(sys.stdin.buffer, answers)
