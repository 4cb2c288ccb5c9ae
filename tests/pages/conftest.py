"""One server for all page tests of a worker; one page of the browser for a file, emptied after
each test."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from browsing import MEASURED, Server, Tab, emptied, new_tab, serving


def pytest_configure(config: pytest.Config) -> None:
    MEASURED["colours"] = config.getoption("--every-game")


@pytest.fixture(scope="session")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="module")
def desk(browser: Any, server: Server) -> Iterator[Any]:
    """A page of the browser. A new one for each test would read and compile all scripts anew: a
    second and a half each."""
    page = new_tab(browser, server).page
    yield page
    page.context.close()


@pytest.fixture
def tab(desk: Any, server: Server) -> Iterator[Tab]:
    """A page of a browser that has nothing in its memory; checks at the end that nothing left
    the machine."""
    opened = Tab(desk, server)
    yield opened
    strangers, crashes = opened.strangers, list(opened.crashes)
    opened.unhear()
    emptied(desk, server)
    assert not strangers, f"the page asked other machines: {strangers[:5]}"
    assert not crashes, f"scripts of the page failed: {crashes[:3]}"
