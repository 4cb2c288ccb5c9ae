"""One server below a base URL for all tests that need no other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "pages"))

from browsing import Server, serving


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It trusts a proxy on this machine, and has seats for two."""
    options = ("--allow-host", "cards.example", "--trust-proxy", "127.0.0.1", "--max-visitors", "2")
    with serving(tmp_path_factory.mktemp("site"), *options, idle=5, base="/cards/") as running:
        yield running
