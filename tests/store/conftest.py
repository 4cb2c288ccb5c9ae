"""What the tests of the store share: where the database lies, and how it is damaged behind the
store's back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'deep' / 'cards.sqlite'}"


@pytest.fixture
def raw() -> Callable[..., None]:
    """Carries out statements in the file of a database, past the store."""

    def carried_out(url: str, *statements: str) -> None:
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as file, file:
            for statement in statements:
                file.execute(statement)

    return carried_out
