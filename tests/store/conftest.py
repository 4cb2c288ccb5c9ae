"""What the tests of the store share: databases of each kind, and ways to them past the store.

`CARDLAB_TEST_POSTGRES` may name a PostgreSQL database by URL; its user has to be allowed to make
databases. The tests that hold for any database then run on it too, each in one of its own.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import make_url

POSTGRES = os.environ.get("CARDLAB_TEST_POSTGRES", "")
TABLES = ("matches", "moves", "learners", "learners_events", "learners_walks", "houses")

HEAD = {"game": "kaiser", "options": {}, "players": 4, "seed": 7, "names": None, "notes": []}

Raw = Callable[..., list[list[Any]]]
Held = Callable[[str], AbstractContextManager[None]]


def _past_the_store(url: str) -> sa.Engine:
    """An engine without any of the store's settings, which commits by itself."""
    return sa.create_engine(
        url.replace("postgresql://", "postgresql+psycopg://"),
        poolclass=sa.pool.NullPool,
        isolation_level="AUTOCOMMIT",
    )


@contextmanager
def _postgres() -> Iterator[str]:
    name = f"cardlab_test_{secrets.token_hex(6)}"
    with _past_the_store(POSTGRES).connect() as connection:
        connection.exec_driver_sql(f"create database {name}")
        try:
            named = make_url(POSTGRES).set(database=name)
            yield named.render_as_string(hide_password=False)
        finally:
            connection.exec_driver_sql(f"drop database {name} with (force)")


@pytest.fixture
def file_url(tmp_path: Path) -> str:
    """A database in a file, in a folder that is not there yet."""
    return f"sqlite:///{tmp_path / 'deep' / 'cards.sqlite'}"


@pytest.fixture(params=["sqlite", *(["postgres"] if POSTGRES else [])])
def url(request: pytest.FixtureRequest, file_url: str) -> Iterator[str]:
    """A database of any kind that the store works on."""
    if request.param == "sqlite":
        yield file_url
    else:
        with _postgres() as made:
            yield made


@pytest.fixture
def raw() -> Raw:
    """Carries out statements in a database, past the store; returns the rows of each."""

    def carried_out(url: str, *statements: str) -> list[list[Any]]:
        with _past_the_store(url).connect() as connection:
            results = [connection.exec_driver_sql(statement) for statement in statements]
            return [result.fetchall() if result.returns_rows else [] for result in results]

    return carried_out


@pytest.fixture
def held() -> Held:
    """Holds a database as another program would."""

    @contextmanager
    def holding(url: str) -> Iterator[None]:
        with _past_the_store(url).connect() as connection:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("begin exclusive")
            else:
                connection.exec_driver_sql("begin")
                tables = [name for name in sa.inspect(connection).get_table_names()]
                connection.exec_driver_sql(f"lock table {', '.join(tables)} in exclusive mode")
            yield
            connection.exec_driver_sql("rollback")

    return holding
