"""One server for the tests of classes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.pages.browsing import Server, serving


@pytest.fixture(scope="session")
def classroom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("classroom")) as running:
        yield running
