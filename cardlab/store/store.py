"""The store of matches: SQLAlchemy over SQLite (or whatever database URL `CARDLAB_STORE` names).

It keeps what a record says, in the order it was played, and refuses anything that would leave a gap, write a move
twice or mix the moves of two tabs. It does not know what a legal move is, and it never repairs or deletes a file.
Every failure leaves as a `StoreError` whose text says what is wrong and what to do.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError

__all__ = ["MATCH_ID", "MatchChanged", "MatchNotFound", "Store", "StoreError", "Stored", "default_url"]

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{6,40}")
"""What the name of a match looks like; anything else is not asked of the database."""

# A page must answer its heartbeat within three seconds, so a locked database may not hold it longer than this.
BUSY_SECONDS = 1.5

_meta = sa.MetaData()
_matches = sa.Table(
    "matches",
    _meta,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False, index=True),
    # Counts the take-backs: whoever has not seen the last one may not write on.
    sa.Column("revision", sa.Integer, nullable=False, default=0),
    # The entry at which a finished deal waits for its player, or nothing.
    sa.Column("held", sa.Integer, nullable=True),
    # A what-if is a match of its own that knows where it left its parent.
    sa.Column("parent", sa.String(40), nullable=True),
    sa.Column("parent_ply", sa.Integer, nullable=True),
)
_moves = sa.Table(
    "moves",
    _meta,
    sa.Column("match_id", sa.String(40), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=True),
    sa.Column("text", sa.Text, nullable=False),
)

Entry = tuple[int | None, str]


class StoreError(RuntimeError):
    """The store cannot do what was asked; the text says why and what to do. Nothing was changed."""


class MatchNotFound(StoreError):
    """No match of that name is in the store."""


class MatchChanged(StoreError):
    """Somebody else (another tab, most likely) wrote to the match since it was read."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One match as it lies in the store."""

    id: str
    record: dict[str, Any]
    """The record as plain data, moves included: what `Record.from_json` reads, once it is JSON."""
    held: int | None = None
    parent: str | None = None
    parent_ply: int | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """A line of the list of recent matches."""

    id: str
    game: str
    touched: float
    moves: int
    head: dict[str, Any] = field(default_factory=dict)


def default_url() -> str:
    """The database that is used: `CARDLAB_STORE`, or a file in the user's data folder."""
    named = os.environ.get("CARDLAB_STORE", "").strip()
    if named:
        # A plain path is what most people would write; make it the URL that it means.
        return named if "://" in named else f"sqlite:///{Path(named).expanduser()}"
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('cardlab', appauthor=False) / 'cardlab.sqlite'}"


def _plain(record: Any) -> dict[str, Any]:
    """The record as a dict, whether it came as one or as a `cardlab.Record`."""
    data = dict(record) if isinstance(record, Mapping) else dict(json.loads(record.to_json()))
    # The check of a record is over its moves, and these will grow.
    data.pop("check", None)
    return data


def _entries(moves: Sequence[Any]) -> list[Entry]:
    return [(None if seat is None else int(seat), str(text)) for seat, text in moves]


class Store:
    """Opens the database when it is first needed; one object serves one page."""

    def __init__(self, url: str | None = None) -> None:
        self._text = url if url is not None else default_url()
        self._engine: sa.Engine | None = None
        self._seen: dict[str, int] = {}

    # -- opening ---------------------------------------------------------------------------------------------------

    @property
    def place(self) -> str:
        """Where the matches lie, as a person would say it (no password)."""
        try:
            url = make_url(self._text)
        except ArgumentError:
            return "the database named by CARDLAB_STORE"
        return url.database or "memory" if url.get_backend_name() == "sqlite" else url.render_as_string()

    def _open(self) -> sa.Engine:
        if self._engine is not None:
            return self._engine
        try:
            url = make_url(self._text)
        except ArgumentError:
            raise StoreError(
                "CARDLAB_STORE is not a database address. Write it like sqlite:////home/me/cards.sqlite, or unset it."
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
                        f"The folder {folder} for the matches cannot be made ({_reason(error)}). "
                        "Make it yourself, or name another place with CARDLAB_STORE."
                    ) from None
        try:
            engine = sa.create_engine(url, **options)
        except NoSuchModuleError:
            raise StoreError(
                f"CARDLAB_STORE names a kind of database that is not known here: {url.drivername}. Use sqlite:///FILE."
            ) from None
        except (ImportError, ArgumentError, SQLAlchemyError) as error:
            raise StoreError(
                f"CARDLAB_STORE names a database that cannot be used here ({_reason(error)}). Use sqlite:///FILE."
            ) from None
        if sqlite:
            event.listen(engine, "connect", _tune)
        try:
            with self._sentences(), engine.connect() as connection:
                # Look before making tables: on a read-only database that has them, nothing needs to be written.
                if not sa.inspect(connection).has_table("moves"):
                    _meta.create_all(connection)
                    connection.commit()
        except StoreError:
            engine.dispose()
            raise
        self._engine = engine
        return engine

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
                said = f"Another program is holding {place}, so nothing was saved or changed. Try again in a moment."
            elif "readonly" in text or "read-only" in text or "permission" in text:
                said = (
                    f"{place} is read-only, so the move was not made. Make it writable, "
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
                said = f"The disk of {place} is full, so the move was not made. Make room and try again."
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

    # -- writing ---------------------------------------------------------------------------------------------------

    def create(self, record: Any, *, parent: str | None = None, parent_ply: int | None = None) -> str:
        """Write a new match with the moves it already has, and return its name."""
        data = _plain(record)
        entries = _entries(data.pop("moves", ()))
        now = time.time()
        with self._writing() as connection:
            match_id = secrets.token_urlsafe(9)
            connection.execute(
                _matches.insert().values(
                    id=match_id,
                    game=str(data.get("game", "")),
                    head=json.dumps(data, ensure_ascii=False),
                    created=now,
                    touched=now,
                    revision=0,
                    parent=parent,
                    parent_ply=parent_ply,
                )
            )
            self._insert(connection, match_id, 0, entries)
        self._seen[match_id] = 0
        return match_id

    def append(self, match_id: str, ply: int, seat: int | None, text: str) -> None:
        """Write one move as entry number `ply`; refuses a gap, and a place that is taken."""
        self.extend(match_id, ply, [(seat, text)])

    def extend(self, match_id: str, ply: int, entries: Sequence[Entry], *, held: int | None = None) -> None:
        """Write several entries from `ply` on, all or none (a move, and the deal that follows it)."""
        if not entries:
            return
        self._named(match_id)
        try:
            with self._writing() as connection:
                # Writing first takes the lock, so that what is read next cannot change under our hands.
                changed = connection.execute(
                    _matches.update()
                    .where(_matches.c.id == match_id, _matches.c.revision == self._revision(connection, match_id))
                    .values(touched=time.time(), held=held)
                )
                length = self._length(connection, match_id)
                if not changed.rowcount or length != ply:
                    raise self._elsewhere(match_id)
                self._insert(connection, match_id, ply, list(entries))
        except IntegrityError:
            raise self._elsewhere(match_id) from None

    def truncate(self, match_id: str, ply: int) -> None:
        """Take back every entry from number `ply` on."""
        self._named(match_id)
        with self._writing() as connection:
            revision = self._revision(connection, match_id)
            changed = connection.execute(
                _matches.update()
                .where(_matches.c.id == match_id, _matches.c.revision == revision)
                .values(touched=time.time(), revision=_matches.c.revision + 1, held=None)
            )
            if not changed.rowcount:
                raise self._elsewhere(match_id)
            connection.execute(_moves.delete().where(_moves.c.match_id == match_id, _moves.c.ply >= ply))
        self._seen[match_id] = revision + 1

    def release(self, match_id: str) -> None:
        """The player has seen the score of the finished deal."""
        self._named(match_id)
        with self._writing() as connection:
            connection.execute(_matches.update().where(_matches.c.id == match_id).values(held=None))

    # -- reading ---------------------------------------------------------------------------------------------------

    def load(self, match_id: str) -> Stored:
        """The match of that name; from now on this store may write to it."""
        self._named(match_id)
        engine = self._open()
        with self._sentences(), engine.connect() as connection:
            row = connection.execute(sa.select(_matches).where(_matches.c.id == match_id)).one_or_none()
            if row is None:
                raise self._unknown(match_id)
            moves = connection.execute(
                sa.select(_moves.c.ply, _moves.c.seat, _moves.c.text)
                .where(_moves.c.match_id == match_id)
                .order_by(_moves.c.ply)
            ).all()
        try:
            head = json.loads(row.head)
            if not isinstance(head, dict):
                raise ValueError("not a record")
        except ValueError:
            raise StoreError(
                f"The match {match_id} in {self.place} is damaged and was left as it is. Start a new deal."
            ) from None
        if [move.ply for move in moves] != list(range(len(moves))):
            raise StoreError(
                f"Moves of the match {match_id} are missing in {self.place}; it was left as it is. Start a new deal."
            )
        self._seen[match_id] = row.revision
        return Stored(
            id=match_id,
            record={**head, "moves": [[move.seat, move.text] for move in moves]},
            held=row.held,
            parent=row.parent,
            parent_ply=row.parent_ply,
        )

    def recent(self, n: int = 10) -> list[Summary]:
        """The matches touched last, newest first; what-ifs are left out."""
        engine = self._open()
        count = sa.select(sa.func.count()).where(_moves.c.match_id == _matches.c.id).scalar_subquery()
        with self._sentences(), engine.connect() as connection:
            rows = connection.execute(
                sa.select(_matches.c.id, _matches.c.game, _matches.c.touched, _matches.c.head, count.label("moves"))
                .where(_matches.c.parent.is_(None))
                .order_by(_matches.c.touched.desc())
                .limit(max(0, int(n)))
            ).all()
        found = []
        for row in rows:
            try:
                head = json.loads(row.head)
            except ValueError:
                head = {}
            found.append(Summary(row.id, row.game, row.touched, row.moves, head if isinstance(head, dict) else {}))
        return found

    # -- inside ----------------------------------------------------------------------------------------------------

    def _named(self, match_id: str) -> None:
        if not isinstance(match_id, str) or not MATCH_ID.fullmatch(match_id):
            raise MatchNotFound(
                "That is not the name of a match: names are 6 to 40 letters, digits, - and _. "
                "Copy the whole link, or start a new deal."
            )

    def _unknown(self, match_id: str) -> MatchNotFound:
        return MatchNotFound(
            f"No match called {match_id} is kept in {self.place}. Copy the whole link, or start a new deal."
        )

    def _elsewhere(self, match_id: str) -> MatchChanged:
        return MatchChanged(
            "This match went on in another window, so your move was not made. Reload this page to go on from there."
        )

    def _revision(self, connection: sa.Connection, match_id: str) -> int:
        """The revision this store has seen; a match it never read counts as read now."""
        if match_id not in self._seen:
            found = connection.execute(sa.select(_matches.c.revision).where(_matches.c.id == match_id)).scalar()
            if found is None:
                raise self._unknown(match_id)
            self._seen[match_id] = int(found)
        return self._seen[match_id]

    @staticmethod
    def _length(connection: sa.Connection, match_id: str) -> int:
        last = connection.execute(sa.select(sa.func.max(_moves.c.ply)).where(_moves.c.match_id == match_id)).scalar()
        return 0 if last is None else int(last) + 1

    @staticmethod
    def _insert(connection: sa.Connection, match_id: str, ply: int, entries: list[Entry]) -> None:
        if entries:
            connection.execute(
                _moves.insert(),
                [
                    {"match_id": match_id, "ply": ply + i, "seat": seat, "text": text}
                    for i, (seat, text) in enumerate(entries)
                ],
            )


def _tune(connection: Any, _record: Any) -> None:
    """Settings of a SQLite connection: readers never wait for the writer, and a commit costs one write."""
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
