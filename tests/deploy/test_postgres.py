"""PostgreSQL as the store: the tests of the store and of classes once more, and a visitor who plays
and learns.

Starts a cluster of its own from Debian's packages and ends it afterwards.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pages.browsing import ROOT, advance, new_tab, position, recorded, serving

from .clusters import cluster
from .published import Published, visits

pytestmark = pytest.mark.deploy


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of an empty database."""
    with cluster() as made:
        yield made.url


def test_the_store_holds_in_postgres(database: str) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:nbval",
        "-k",
        "postgres or a_server_that",
    ]
    done = subprocess.run(
        [*command, "tests/store", "tests/classes"],
        cwd=ROOT,
        env={**os.environ, "CARDLAB_TEST_POSTGRES": database},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout and " skipped" not in done.stdout


@pytest.mark.browser
def test_a_visitor_plays_and_learns(browser: Any, tmp_path: Path, database: str) -> None:
    with serving(tmp_path, CARDLAB_STORE=database) as inner:
        server = Published(
            inner.port,
            inner.process,
            inner.store,
            inner.log,
            "/",
            f"http://127.0.0.1:{inner.port}/",
        )
        tab = visits(browser, server)
        tab.page.context.close()
    from cardlab.store import MatchStore

    assert [match.game for match in MatchStore(database).recent()] == ["kaiser"]


@pytest.mark.browser
def test_a_killed_kernel_loses_nothing(browser: Any, tmp_path: Path, database: str) -> None:
    with serving(tmp_path, CARDLAB_STORE=database) as server:
        tab = new_tab(browser, server)
        tab.expected.add("Kernel connection disconnected")
        tab.open("kaiser", "seed=21&pace=0")
        state = advance(tab, 4, random.Random(2))
        moves = recorded(server, tab, database)
        for kernel in server.kernels():
            os.kill(kernel.pid, signal.SIGKILL)
        tab.page.wait_for_selector("[role=alert]:has-text('reload'):visible", timeout=30_000)
        tab.reload()
        assert position(tab.settled()) == position(state)
        assert recorded(server, tab, database) == moves
        tab.page.context.close()
