"""Connections to a PostgreSQL server that are kept: one that died is noticed before it is used,
or costs its store one request that has to be tried again."""

from __future__ import annotations

import pytest

from cardlab.store import Classes, StoreError

from .conftest import POSTGRES, Raw

pytestmark = [
    pytest.mark.skipif(not POSTGRES, reason="CARDLAB_TEST_POSTGRES names no PostgreSQL server"),
    pytest.mark.parametrize("url", ["postgres"], indirect=True),
]

END_ALL = (
    "select pg_terminate_backend(pid) from pg_stat_activity"
    " where datname = current_database() and pid <> pg_backend_pid()"
)


@pytest.fixture
def kept(url: str) -> Classes:
    """A store that keeps its connections, and has just used one."""
    classes = Classes(url, kept=True)
    classes.new("Tuesday")
    assert [one.title for one in classes.all()] == ["Tuesday"]
    return classes


def test_one_that_died_while_it_was_idle_is_replaced(
    kept: Classes, url: str, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab.store.database.IDLE_SECONDS", 0.0)
    raw(url, END_ALL)
    assert [one.title for one in kept.all()] == ["Tuesday"]
    raw(url, END_ALL)
    assert kept.new("Friday")[0].title == "Friday"


def test_one_that_died_in_use_is_a_sentence_once(
    kept: Classes, url: str, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab.store.database.IDLE_SECONDS", 3600.0)
    raw(url, END_ALL)
    with pytest.raises(StoreError, match="try again in a moment"):
        kept.all()
    assert [one.title for one in kept.all()] == ["Tuesday"]
    raw(url, END_ALL)
    with pytest.raises(StoreError, match="try again in a moment"):
        kept.new("Friday")
    assert kept.new("Friday")[0].title == "Friday"
    assert len(kept.all()) == 2


def test_a_reader_asks_one_statement_and_no_transaction(kept: Classes, url: str, raw: Raw) -> None:
    """What a kept connection did last is what was asked, and not the end of a transaction."""
    kept.all()
    [[last, state]] = raw(
        url,
        "select query, state from pg_stat_activity where datname = current_database()"
        " and pid <> pg_backend_pid() and backend_type = 'client backend'",
    )[0]
    assert "FROM classes" in last and state == "idle"
