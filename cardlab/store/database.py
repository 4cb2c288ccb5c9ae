"""The database that matches and learners share: where it lies, how it is opened, and what is
said when it cannot be.

Knows SQLAlchemy and the ways in which a file, a disk or an address can fail. Knows no table: each
part of the store brings its own. It never repairs or deletes a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

__all__ = ["Database", "StoreError", "default_url"]

# A page must answer its heartbeat within three seconds, so a locked database may not hold it longer
# than this.
BUSY_SECONDS = 1.5


class StoreError(RuntimeError):
    """The store cannot do what was asked; the text says why and what to do. Nothing was changed."""


def default_url() -> str:
    """The database that is used: `CARDLAB_STORE`, or a file in the user's data folder."""
    named = os.environ.get("CARDLAB_STORE", "").strip()
    if named:
        # A plain path is what most people would write; make it the URL that it means.
        return named if "://" in named else f"sqlite:///{Path(named).expanduser()}"
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('cardlab', appauthor=False) / 'cardlab.sqlite'}"


class Database:
    """Opens the database when it is first needed, makes the tables of its part, and speaks in
    sentences."""

    _meta: ClassVar[sa.MetaData]
    _known_by: ClassVar[str]
    """The table of this part whose being there means that all of them are."""
    _undone: ClassVar[str] = "nothing was saved"
    """What did not happen when a write was refused, as a clause."""

    def __init__(self, url: str | None = None) -> None:
        self._text = url if url is not None else default_url()
        self._engine: sa.Engine | None = None

    # -- opening
    # ---------------------------------------------------------------------

    @property
    def place(self) -> str:
        """Where the database lies, as a person would say it (no password)."""
        try:
            url = make_url(self._text)
        except ArgumentError:
            return "the database named by CARDLAB_STORE"
        return (
            url.database or "memory"
            if url.get_backend_name() == "sqlite"
            else url.render_as_string()
        )

    def _open(self) -> sa.Engine:
        if self._engine is not None:
            return self._engine
        try:
            url = make_url(self._text)
        except ArgumentError:
            raise StoreError(
                "CARDLAB_STORE is not a database address. Write it like"
                " sqlite:////home/me/cards.sqlite, or unset it."
            ) from None
        sqlite = url.get_backend_name() == "sqlite"
        options: dict[str, Any] = {}
        if sqlite:
            options["connect_args"] = {"timeout": BUSY_SECONDS}
            if url.database and url.database != ":memory:" and not url.database.startswith("file:"):
                folder = Path(url.database).expanduser().parent
                try:
                    folder.mkdir(parents=True, exist_ok=True)
                except OSError as error:
                    raise StoreError(
                        f"The folder {folder} for the database of cardlab cannot be made"
                        f" ({_reason(error)}). Make it yourself, or name another place with"
                        " CARDLAB_STORE."
                    ) from None
        try:
            engine = sa.create_engine(url, **options)
        except NoSuchModuleError:
            raise StoreError(
                f"CARDLAB_STORE names an unknown kind of database: {url.drivername}."
                " Use sqlite:///FILE."
            ) from None
        except (ImportError, ArgumentError, SQLAlchemyError) as error:
            raise StoreError(
                f"CARDLAB_STORE names a database that cannot be used here ({_reason(error)}). Use"
                " sqlite:///FILE."
            ) from None
        if sqlite:
            event.listen(engine, "connect", _tune)
        try:
            with self._sentences(), engine.connect() as connection:
                # Look before making tables: on a read-only database that has them, nothing needs to
                # be written.
                if not sa.inspect(connection).has_table(self._known_by):
                    self._make_tables(connection)
        except StoreError:
            engine.dispose()
            raise
        self._engine = engine
        return engine

    def _make_tables(self, connection: sa.Connection) -> None:
        """Make the tables; another program may be making the very same ones at this moment."""
        for _ in self._meta.tables:
            try:
                self._meta.create_all(connection)
                connection.commit()
                return
            except SQLAlchemyError as error:
                connection.rollback()
                if "already exists" not in str(error).lower():
                    raise
        self._meta.create_all(connection)
        connection.commit()

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turn what a database driver says into what a person can act on."""
        try:
            yield
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            text = str(getattr(error, "orig", None) or error).lower()
            place = self.place
            if "locked" in text or "busy" in text:
                said = (
                    f"Another program is holding {place}, so nothing was saved or changed. Try"
                    " again in a moment."
                )
            elif "readonly" in text or "read-only" in text or "permission" in text:
                said = (
                    f"{place} is read-only, so {self._undone}. Make it writable, "
                    "or name another file with CARDLAB_STORE."
                )
            elif "not a database" in text or "malformed" in text or "corrupt" in text:
                said = (
                    f"{place} is damaged or is not a file of cardlab; it was left as it is. "
                    "Move it away, or name another file with CARDLAB_STORE."
                )
            elif "unable to open" in text or "no such file" in text:
                said = (
                    f"{place} cannot be opened. See that its folder exists and is writable, "
                    "or name another file with CARDLAB_STORE."
                )
            elif "full" in text:
                said = f"The disk of {place} is full, so {self._undone}. Make room and try again."
            elif "no such column" in text or "no such table" in text:
                said = (
                    f"{place} was written by another version of cardlab; it was left as it is. "
                    "Name another file with CARDLAB_STORE."
                )
            else:
                said = (
                    f"{place} cannot be reached ({_reason(error)}). Nothing was changed; "
                    "try again, or see CARDLAB_STORE."
                )
            raise StoreError(said) from error

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        engine = self._open()
        with self._sentences(), engine.begin() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the database; the next call opens it again."""
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None


def _tune(connection: Any, _record: Any) -> None:
    """Settings of a SQLite connection: readers never wait for the writer, and a commit costs one
    write."""
    cursor = connection.cursor()
    try:
        # On a read-only file this changes nothing and says so only when something is written.
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except Exception as error:
            if "readonly" not in str(error).lower():
                raise
        cursor.execute("PRAGMA synchronous=NORMAL")
        cursor.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
    finally:
        cursor.close()


def _reason(error: BaseException) -> str:
    """The driver's own words, one line, short."""
    said = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
    return " ".join(said.split())[:120]
