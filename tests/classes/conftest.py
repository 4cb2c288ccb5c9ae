"""One server for the tests of classes, and codes that are made quickly where there is no server.

What is tried without a browser is tried in a database of each kind; see `tests/store/conftest.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pages.browsing import Server, serving
from tests.store.conftest import file_url, held, url

__all__ = ["classroom", "file_url", "held", "quick_codes", "url"]


PROXY, ACCOUNT = "127.0.0.2", "X-Forwarded-User"
"""What comes from this address of the machine comes from a proxy, which names accounts."""


@pytest.fixture(scope="session")
def classroom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ("--trust-proxy", PROXY, "--user-header", ACCOUNT)
    with serving(tmp_path_factory.mktemp("classroom"), *options) as running:
        yield running


@pytest.fixture
def quick_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes of a class are hashed slowly on purpose; whoever tests tables need not wait."""
    monkeypatch.setattr("cardlab.store.classes.code_hash", lambda code, salt: f"{salt} {code}")
