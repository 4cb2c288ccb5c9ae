"""How long a run of the tests is, on whatever machine: in yardsticks.

A yardstick is what one plain loop takes of the processor in the project's Python. A machine that
is a third as quick has a yardstick three times as long, so that lengths can be compared between
machines. With ``-p tests.yardstick``, as in `make test` and `make quick`, pytest prints it at the
start of a run and the length of the run at its end; no test asks for either.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

LOOP = compile("s = 0\nfor i in range(20_000_000): s += i * i & 7", "yardstick", "exec")


def yardstick() -> float:
    """The processor seconds that the loop takes here and now."""
    began = time.process_time()
    exec(LOOP, {})
    return time.process_time() - began


class Yardstick:
    """Prints the yardstick when a run begins, and its length when it ends."""

    def __init__(self) -> None:
        self.seconds, self.began = yardstick(), time.monotonic()

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
        reporter.write_line(f"yardstick: {self.seconds:.2f} processor seconds")

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        took = time.monotonic() - self.began
        terminalreporter.write_line(
            f"length: {took / self.seconds:.0f} yardsticks ({took:.0f} s of {self.seconds:.2f} s)"
        )


def pytest_configure(config: pytest.Config) -> None:
    # the workers of a run with several have no report of their own
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Yardstick(), "yardstick")
