"""The database that all parts of the store share: where it is, how it is opened and brought up to
date, and what is said when it cannot be used.

Knows SQLAlchemy, SQLite and PostgreSQL, and the ways in which a file, a disk or a server can fail.
What a visitor may read and what only whoever runs the server may read are two texts: `StoreError`
has both. It never repairs or deletes a file, and adds nothing to one that it does not understand.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    InvalidatePoolError,
    SQLAlchemyError,
)
from sqlalchemy.pool import NullPool

from cardlab.engine.words import shown
from cardlab.store import schema
from cardlab.store.copies import copy_of_version

__all__ = ["Database", "NoStore", "StoreError", "default_url", "refused", "tell_no_log"]

_log = logging.getLogger("cardlab.store")

# A page must answer its heartbeat within three seconds, so a locked database may not hold it longer
# than this.
BUSY_SECONDS = 1.5
CONNECT_SECONDS = 3
"""How long a database server may take to answer a new connection."""
IDLE_SECONDS = 1.0
"""After so long a kept connection is asked whether its server is still there, before it is used."""
_UPGRADE_LOCK = 5_272_261
"""The number under which processes on one PostgreSQL database wait for each other's upgrade."""
_LIKE_AN_ADDRESS = re.compile(r"(sqlite|postgres(ql)?|mysql|mariadb|mssql|oracle)(\+\w+)?(:|//)")
_OTHER = "or name another database: CARDLAB_STORE=/a/folder/of/yours/cards.sqlite"
_LOCKED = ("locked", "busy", "lock timeout", "deadlock")
_READ_ONLY = ("readonly", "read-only", "permission")
_DAMAGED = ("not a database", "malformed", "corrupt")
_MISSING = ("no such column", "no such table", "does not exist")


class StoreError(RuntimeError):
    """The store cannot do what was asked; nothing was changed.

    The text says why, and what to do, to whoever looks at a page: it names no place on the server.
    advice: what whoever runs the server should do, with the place; it belongs into the server's
    log or terminal.

    >>> error = StoreError("The database is read-only.", "Make /data/cards.sqlite writable.")
    >>> str(error), error.told
    ('The database is read-only.', 'The database is read-only. Make /data/cards.sqlite writable.')
    """

    def __init__(self, text: str, advice: str = "") -> None:
        super().__init__(text)
        self.advice = advice

    @property
    def told(self) -> str:
        """The text with the advice, for the terminal of whoever runs the server."""
        return f"{self} {self.advice}".rstrip()


class NoStore(StoreError):
    """Nothing can be saved where the database should be, and waiting does not change that: its
    address is none, or its folder or file may not be written."""


def refused(text: str, advice: str, kind: type[StoreError] = StoreError) -> StoreError:
    """A StoreError whose advice is in the server's log as well."""
    _log.warning("%s %s", text, advice)
    return kind(text, advice)


def tell_no_log() -> None:
    """Print nothing of what goes wrong, unless somebody has asked for a log: the caller tells its
    reader the advice itself."""
    if not _log.handlers:
        _log.addHandler(logging.NullHandler())


def default_url() -> str:
    """The database that is used: `CARDLAB_STORE`, or a file in the user's data folder."""
    named = os.environ.get("CARDLAB_STORE", "").strip()
    if named:
        # A plain path is what most people would write; make it the URL that it means. An address
        # with a typing error is none: it would become a file of that name.
        is_address = "://" in named or _LIKE_AN_ADDRESS.match(named)
        return named if is_address else f"sqlite:///{Path(named).expanduser()}"
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('cardlab', appauthor=False) / 'cardlab.sqlite'}"


class Database:
    """One part of the store: opens the database when it is first needed, and speaks in sentences.

    url: as SQLAlchemy writes it (`sqlite:////home/me/cards.sqlite`,
    `postgresql+psycopg://me:secret@host/cards`); None is `default_url()`. kept: whether to keep
    connections to a server of databases, as a process does that asks all the time.
    """

    _undone: ClassVar[str] = "nothing was saved"
    """What did not happen when a write was refused, as a clause."""

    def __init__(self, url: str | None = None, *, kept: bool = False) -> None:
        self._text = url if url is not None else default_url()
        self._kept = kept
        self._engine: sa.Engine | None = None
        self._older = False
        """Whether the tables are those of an older version: they can be read, and nothing else."""

    # -- opening
    # ---------------------------------------------------------------------

    @property
    def place(self) -> str:
        """Where the database is, for whoever runs the server (no user name, no password)."""
        try:
            url = make_url(self._text)
        except (ArgumentError, ValueError):
            return "the database named by CARDLAB_STORE"
        if url.get_backend_name() == "sqlite":
            return url.database or "memory"
        port = f":{url.port}" if url.port else ""
        return f"the database {url.database or ''} at {url.host or 'this machine'}{port}"

    def _open(self) -> sa.Engine:
        if self._engine is None:
            url = _address(self._text)
            file = _file(url)
            if file is not None:
                self._make_folder(file)
                self._keep_private(file)
            engine = _engine(url, self._kept)
            try:
                with self._sentences():
                    self._bring_up_to_date(engine, file)
            except StoreError as error:
                engine.dispose()
                if file is None or not _unwritable(error):
                    raise
                engine = self._open_to_read(file, error)
            self._engine = engine
        return self._engine

    def _make_folder(self, file: Path) -> None:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise refused(
                "The folder of the database cannot be made.",
                f"Make the folder {file.parent} yourself ({_reason(error)}), {_OTHER}",
                NoStore,
            ) from None

    @staticmethod
    def _keep_private(file: Path) -> None:
        """Let only the owner read a new file, and nobody outside the group an old one: it holds the
        key of all cookies. SQLite gives the notes beside it the same rights."""
        # where that cannot be done, whoever runs the server has decided on the rights
        with suppress(OSError):
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        with suppress(OSError):
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & stat.S_IRWXO:
                file.chmod(mode & ~stat.S_IRWXO)

    def _open_to_read(self, file: Path, error: StoreError) -> sa.Engine:
        """Open a file on a medium that lets nobody write: SQLite keeps notes beside a file, unless
        it is told that nobody can change it."""
        beside = file.with_name(file.name + "-wal")
        if not file.is_file() or not os.access(file, os.R_OK):
            raise error
        if beside.is_file() and beside.stat().st_size:
            raise refused(
                "The database was copied while it was in use, and is read-only now.",
                f"Copy {file} with {beside.name} to a disk that can be written, and open it once.",
            ) from None
        url = URL.create(
            "sqlite",
            database=f"file:{quote(str(file.absolute()))}",
            query={"mode": "ro", "immutable": "1", "uri": "true"},
        )
        engine = _engine(url)
        with self._sentences(), engine.connect() as connection:
            version = self._version(connection)
        self._check_version(version)
        self._older = version is not None and version < schema.VERSION
        return engine

    def _bring_up_to_date(self, engine: sa.Engine, file: Path | None) -> None:
        """Look before anything is made: a database that cannot be used is left as it is, and one
        that is read-only may have all that is needed."""
        with engine.connect() as connection:
            version = self._version(connection)
        self._check_version(version)
        if version == schema.VERSION:
            return
        try:
            if file is not None:
                self._prepare_file(engine, file)
            with _write(engine) as connection:
                if engine.dialect.name == "postgresql":
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_UPGRADE_LOCK)))
                # Another process may have been quicker.
                version = self._version(connection)
                self._check_version(version)
                if version is None:
                    schema.build(connection)
                elif version < schema.VERSION:
                    if file is not None:
                        self._keep_copy(file, version)
                    schema.upgrade(connection, version)
        except DBAPIError as error:
            # What an older version saved can still be read where nothing can be written.
            if version is None or not any(word in _text(error) for word in _READ_ONLY):
                raise
            self._older = True

    def _prepare_file(self, engine: sa.Engine, file: Path) -> None:
        """Refuse a damaged file before anything is added to it; let readers of a sound one never
        wait for the writer, which the file itself remembers."""
        raw = engine.raw_connection()
        try:
            cursor = raw.cursor()
            if file.is_file() and file.stat().st_size:
                cursor.execute("PRAGMA quick_check(1)")
                if cursor.fetchone() != ("ok",):
                    raise self._damaged()
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.Error as error:
            # The driver was asked past SQLAlchemy, which knows its errors by other names.
            raise DBAPIError(None, None, error) from error
        finally:
            raw.close()

    @staticmethod
    def _keep_copy(file: Path, version: int) -> None:
        """Have the file as it is now stand beside it; without that nothing is upgraded."""
        try:
            copy = copy_of_version(file, version)
        except sqlite3.Error as error:
            raise DBAPIError(None, None, error) from error
        _log.warning("The database is brought up to date; as it was, it is kept in %s.", copy)

    def _version(self, connection: sa.Connection) -> int | None:
        try:
            return schema.version_of(connection)
        except schema.ForeignTables:
            raise refused(
                "The database belongs to another program or another version of cardlab; it was"
                " left as it is.",
                f"See what {self.place} is, {_OTHER}",
            ) from None

    def _check_version(self, version: int | None) -> None:
        if version is not None and version > schema.VERSION:
            raise refused(
                "The database was written by a newer version of cardlab; it was left as it is.",
                f"{self.place} has version {version} of the tables, and this cardlab knows"
                f" {schema.VERSION}. Update cardlab, {_OTHER}",
            )

    # -- sentences
    # ---------------------------------------------------------------------

    def _damaged(self) -> StoreError:
        return refused(
            "The database is damaged or is not a file of cardlab; it was left as it is.",
            f"Move {self.place} away, {_OTHER}",
        )

    def _read_only(self) -> StoreError:
        return refused(
            f"The database is read-only, so {self._undone}.",
            f"Make {self.place} writable, {_OTHER}",
            NoStore,
        )

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Turn what a database driver says into what a person can act on."""
        try:
            yield
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            raise self._sentence(error) from error

    def _sentence(self, error: Exception) -> StoreError:
        text, place = _text(error), self.place
        if any(word in text for word in _LOCKED):
            return refused(
                "Another program is holding the database, so nothing was saved or changed.",
                f"Try again in a moment; the database is {place}.",
            )
        if "password" in text or "authentication" in text or 'role "' in text:
            return refused(
                "The database server refuses the user name or the password.",
                f"Check both in CARDLAB_STORE; it names {place}.",
            )
        if any(word in text for word in _READ_ONLY):
            return self._read_only()
        if any(word in text for word in _DAMAGED):
            return self._damaged()
        if "unable to open" in text or "no such file" in text:
            return refused(
                "The database cannot be opened.",
                f"See that the folder of {place} exists and is writable, {_OTHER}",
                NoStore,
            )
        if "full" in text or "no space" in text:
            return refused(
                f"The disk of the database is full, so {self._undone}.",
                f"Make room on the disk of {place}.",
            )
        if any(word in text for word in _MISSING):
            return refused(
                "The database is not there, or was written by another version of cardlab.",
                f"Make {place} first, {_OTHER}",
            )
        return refused(
            "The database cannot be reached. Nothing was changed; try again in a moment.",
            f"See that {place} is there and runs ({_reason(error)}), {_OTHER}",
        )

    # -- using
    # ---------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        engine = self._open()
        with self._sentences(), _read(engine) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A transaction that holds the write lock of a file from its beginning, so that what is
        read in it cannot change under our hands."""
        if self._older:
            self.close()  # it may be written by now, and is brought up to date then
        engine = self._open()
        if self._older:
            raise self._read_only()
        try:
            with self._sentences(), _write(engine) as connection:
                yield connection
        except StoreError as error:
            if _unwritable(error):
                # The next call opens the file anew, and may be allowed to write by then.
                self.close()
            raise

    def probe(self) -> None:
        """Return if something could be written now; changes nothing.  Raises StoreError."""
        with self._writing() as connection:
            # SQLite lets a transaction begin on a file that is read-only, but no statement.
            # In the words of the driver: every page asks this once, and composing it takes longer.
            connection.exec_driver_sql(f"DELETE FROM {schema.schema_version.name} WHERE 1 = 0")

    def close(self) -> None:
        """Let go of the database; the next call opens it again."""
        self._older = False
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None


# -- addresses and engines
# ---------------------------------------------------------------------


def _address(text: str) -> URL:
    """The address of a database.  Raises StoreError, which never quotes it: it may hold a
    password."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise refused(
            "The database has no usable address.",
            "CARDLAB_STORE is not a database address. Write it like sqlite:////home/me/cards.sqlite"
            " or postgresql+psycopg://USER:PASSWORD@HOST/DATABASE (in a password, write @ : / as"
            " %40 %3A %2F), or unset it.",
            NoStore,
        ) from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    return url


def _file(url: URL) -> Path | None:
    """The file of a SQLite database; None for memory, a server, or an address with its own ways."""
    name = url.database or ""
    if url.get_backend_name() != "sqlite" or name in ("", ":memory:") or name.startswith("file:"):
        return None
    return Path(name)


def _engine(url: URL, kept: bool = False) -> sa.Engine:
    options: dict[str, Any] = {}
    sqlite = url.get_backend_name() == "sqlite"
    if sqlite:
        options["connect_args"] = {"timeout": BUSY_SECONDS}
    elif url.get_backend_name() == "postgresql":
        if kept:
            # The one that was used last: it need not be asked whether it is still alive.
            options["pool_use_lifo"] = True
        else:
            # A hundred idle pages hold no connection; a new one takes a few milliseconds.
            options["poolclass"] = NullPool
        options["use_native_hstore"] = False
        given = {
            "connect_timeout": CONNECT_SECONDS,
            "options": f"-c lock_timeout={int(BUSY_SECONDS * 1000)}",
        }
        options["connect_args"] = {k: v for k, v in given.items() if k not in url.query}
    try:
        engine = sa.create_engine(url, **options)
    except ImportError as error:
        package = "'cardlab[postgres]'" if url.drivername == "postgresql+psycopg" else error.name
        raise refused(
            "The driver of the database is not installed.",
            f"CARDLAB_STORE names a database of {shown(url.drivername)}: pip install {package}.",
            NoStore,
        ) from None
    except (SQLAlchemyError, ValueError, TypeError):
        raise refused(
            "The database is of a kind that cardlab does not know.",
            f"CARDLAB_STORE names a database of {shown(url.drivername)}. Use sqlite:///FILE or"
            " postgresql+psycopg://USER:PASSWORD@HOST/DATABASE.",
            NoStore,
        ) from None
    if sqlite:
        event.listen(engine, "connect", _tune_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    elif kept:
        event.listen(engine, "checkin", _put_back)
        event.listen(
            engine, "checkout", lambda c, record, _: _ask_if_idle(engine.dialect, c, record)
        )
    return engine


def _tune_sqlite(connection: Any, _record: Any) -> None:
    """Settings of a connection, none of which changes the file. A commit waits until the disk has
    it, a few milliseconds: a move that was acknowledged outlives a power cut."""
    # The driver would begin transactions by itself, too late and without tables being part of them.
    connection.isolation_level = None
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute(f"PRAGMA busy_timeout={int(BUSY_SECONDS * 1000)}")
    finally:
        cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _put_back(_connection: Any, record: Any) -> None:
    record.info["back"] = time.monotonic()


def _ask_if_idle(dialect: sa.Dialect, connection: Any, record: Any) -> None:
    """Replace a connection that died with its server before it is used. One that was used a moment
    ago is not asked, as that costs as much as what it is wanted for; if it died since, what is
    asked of it is refused with a sentence, and SQLAlchemy lets go of all that are as old."""
    idle = time.monotonic() - record.info.get("back", time.monotonic())
    if idle < IDLE_SECONDS:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise InvalidatePoolError from error


@contextmanager
def _read(engine: sa.Engine) -> Iterator[sa.Connection]:
    """What a reader asks, without a transaction around it where that would only be more to send:
    in PostgreSQL each statement sees what is there when it begins, in a transaction or not."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        yield connection


@contextmanager
def _write(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction that writes."""
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


def _unwritable(error: StoreError) -> bool:
    """Whether a file may still be read although it could not be opened in the ordinary way."""
    text = _text(error.__cause__) if error.__cause__ is not None else ""
    return "unable to open" in text or any(word in text for word in _READ_ONLY)


def _text(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error).lower()


def _reason(error: BaseException) -> str:
    """The driver's own words, one line, short."""
    text = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
    return shown(" ".join(text.split()), 120)
