"""Saved matches: what is written, when, and how a match is taken up again.

A new match is written with its deal; after each move its new entries follow, before anybody sees
them. The store saves what a record says, in the order it was played, and refuses anything that
would leave a gap, write a move twice, mix the moves of two tabs, or change what another holds. It
does not know what a legal move is, and it never repairs or deletes a file. Every failure leaves as
a `StoreError` whose text says what is wrong and what to do.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from cardlab.engine.match import Match
from cardlab.engine.record import Record
from cardlab.engine.words import quoted
from cardlab.store.database import Database, StoreError, default_url, refused
from cardlab.store.schema import matches as _matches
from cardlab.store.schema import moves as _moves

__all__ = [
    "MATCH_ID",
    "WENT_ON",
    "MatchChanged",
    "MatchNotFound",
    "MatchOfAnother",
    "MatchStore",
    "SavedMatch",
    "StoreError",
    "default_url",
]

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{6,40}")
"""What the name of a match looks like; the database is not searched for anything else."""
MOST_SEATS = 100
"""No table has as many."""

Entry = tuple[int | None, str]

# what every move and every undo says to the database, put together once
_BY = sa.bindparam("by", type_=sa.String)
"""Who writes, "" for whoever has the database itself."""
_OURS = (
    _matches.update()
    .where(
        _matches.c.id == sa.bindparam("match"),
        sa.or_(_BY == "", _matches.c.holder.is_(None), _matches.c.holder == _BY),
    )
    .values(holder=sa.func.coalesce(_matches.c.holder, sa.func.nullif(_BY, "")))
)
_AS_SEEN = _OURS.where(_matches.c.revision == sa.bindparam("seen"))
_TOUCH = _AS_SEEN.values(touched=sa.bindparam("now"), held=sa.bindparam("held_at"))
_REVISE = _AS_SEEN.values(touched=sa.bindparam("now"), revision=_matches.c.revision + 1, held=None)
_RELEASE = _OURS.values(held=None)
_LAST_PLY = sa.select(sa.func.max(_moves.c.ply)).where(_moves.c.match_id == sa.bindparam("match"))
_ADD = _moves.insert()
_CUT = _moves.delete().where(
    _moves.c.match_id == sa.bindparam("match"), _moves.c.ply >= sa.bindparam("first")
)


class MatchNotFound(StoreError):
    """No match of that name is in the store."""


WENT_ON = "This match went on in another window, so nothing was done here."
"""What a table says too, which has loaded it again by then."""


class MatchChanged(StoreError):
    """Somebody else (another tab, most likely) wrote to the match since it was read."""


class MatchOfAnother(StoreError):
    """Somebody else holds the match: it may be watched, and nothing in it may be changed."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """One match as it lies in the store."""

    id: str
    record: dict[str, Any]
    """The record as plain data, moves included: what `Record.from_json` reads, once it is JSON."""
    held: int | None = None
    parent: str | None = None
    parent_ply: int | None = None
    mine: bool = True
    """Whether whoever loaded it may play in it."""

    def replay(self) -> Match:
        """Return the match as far as it was played.  Raises ValueError if the record cannot be
        read, or cannot have happened."""
        return Match.replay(Record.from_dict(self.record))


@dataclass(frozen=True, slots=True)
class Summary:
    """A line of the list of recent matches."""

    id: str
    game: str
    touched: float
    moves: int
    head: dict[str, Any] = field(default_factory=dict)


def _plain(record: Any) -> dict[str, Any]:
    """The record as a dict, whether it came as one or as a `cardlab.Record`."""
    data = dict(record) if isinstance(record, Mapping) else dict(json.loads(record.to_json()))
    # The check of a record is over its moves, and these will grow.
    data.pop("check", None)
    return data


def _entries(moves: Sequence[Any]) -> list[Entry]:
    """Moves as they are written.  Raises StoreError for a seat that no table has."""
    entries = [(None if seat is None else int(seat), str(text)) for seat, text in moves]
    for seat, _ in entries:
        if seat is not None and not 0 <= seat < MOST_SEATS:
            raise StoreError(
                f"This match was not saved, because no table has a seat {quoted(seat)}. Open a"
                " match that cardlab wrote."
            )
    return entries


class MatchStore(Database):
    """The matches in the database; one object serves one page.

    holder: the key of the learner who plays there, who holds what is created, and changes what they
    hold and what nobody holds yet. None, as in a notebook, is whoever has the database itself: they
    change everything, and what they create is nobody's.
    """

    def __init__(self, url: str | None = None, holder: str | None = None) -> None:
        super().__init__(url)
        self._holder = holder
        self._seen: dict[str, int] = {}

    # -- writing
    # ---------------------------------------------------------------------

    def create(
        self,
        record: Any,
        *,
        parent: str | None = None,
        parent_ply: int | None = None,
        held: int | None = None,
    ) -> str:
        """Write a new match with the moves it already has, and return its name.

        parent, parent_ply: the match that a what-if left, and where; held: as in `append`.
        """
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
                    held=held,
                    parent=parent,
                    parent_ply=parent_ply,
                    holder=self._holder,
                )
            )
            self._insert(connection, match_id, 0, entries)
        self._seen[match_id] = 0
        return match_id

    def append(
        self,
        match_id: str,
        ply: int,
        entries: Sequence[tuple[int | None, str]],
        *,
        held: int | None = None,
    ) -> None:
        """Write the entries from number `ply` on, all or none: a move, and the deal that follows
        it.

        entries: pairs of a seat, None for chance, and a move; held: the entry at which a finished
        deal waits for its player.  Raises MatchChanged if this would leave a gap or take a
        place that is taken, MatchOfAnother if somebody else holds the match.
        """
        if not entries:
            return
        self._named(match_id)
        try:
            with self._writing() as connection:
                # Writing first takes the lock, so that what is read next cannot change under our
                # hands.
                revision = self._revision(connection, match_id)
                changed = connection.execute(
                    _TOUCH,
                    self._said(match_id, seen=revision, now=time.time(), held_at=held),
                )
                if not changed.rowcount:
                    raise self._stopped(connection, match_id)
                if self._length(connection, match_id) != ply:
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
                _REVISE, self._said(match_id, seen=revision, now=time.time())
            )
            if not changed.rowcount:
                raise self._stopped(connection, match_id)
            connection.execute(_CUT, {"match": match_id, "first": ply})
        self._seen[match_id] = revision + 1

    def release(self, match_id: str) -> None:
        """The player has seen the score of the finished deal."""
        self._named(match_id)
        with self._writing() as connection:
            if not connection.execute(_RELEASE, self._said(match_id)).rowcount:
                raise self._stopped(connection, match_id)

    # -- reading
    # ---------------------------------------------------------------------

    def load(self, match_id: str) -> SavedMatch:
        """The match of that name; from now on this store may write to it, if it is `mine`."""
        self._named(match_id)
        with self._reading() as connection:
            row = connection.execute(
                sa.select(*self._columns()).where(_matches.c.id == match_id)
            ).one_or_none()
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
            raise refused(
                f"The match {match_id} is damaged and was left as it is. Start a new deal.",
                f"It lies in {self.place}.",
            ) from None
        if [move.ply for move in moves] != list(range(len(moves))):
            raise refused(
                f"Moves of the match {match_id} are missing; it was left as it is. Start a new"
                " deal.",
                f"It lies in {self.place}.",
            )
        self._seen[match_id] = row.revision
        return SavedMatch(
            id=match_id,
            record={**head, "moves": [[move.seat, move.text] for move in moves]},
            held=row.held,
            parent=row.parent,
            parent_ply=row.parent_ply,
            mine=self._holder is None or row.holder in (None, self._holder),
        )

    def recent(self, n: int = 10) -> list[Summary]:
        """The matches touched last, newest first; what-ifs are left out."""
        count = (
            sa.select(sa.func.count()).where(_moves.c.match_id == _matches.c.id).scalar_subquery()
        )
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(
                    _matches.c.id,
                    _matches.c.game,
                    _matches.c.touched,
                    _matches.c.head,
                    count.label("moves"),
                )
                .where(_matches.c.parent.is_(None))
                .order_by(_matches.c.touched.desc())
                .limit(max(0, int(n)))
            ).all()
        summaries = []
        for row in rows:
            try:
                head = json.loads(row.head)
            except ValueError:
                head = {}
            summaries.append(
                Summary(
                    row.id, row.game, row.touched, row.moves, head if isinstance(head, dict) else {}
                )
            )
        return summaries

    # -- inside
    # ---------------------------------------------------------------------

    def _columns(self) -> list[sa.ColumnElement[Any]]:
        """What is read of a match; in the tables of an older version, nobody holds any."""
        if not self._older:
            return list(_matches.c)
        known = [column for column in _matches.c if column is not _matches.c.holder]
        return [*known, sa.null().label("holder")]

    def _named(self, match_id: str) -> None:
        if not isinstance(match_id, str) or not MATCH_ID.fullmatch(match_id):
            raise MatchNotFound(
                "That is not the name of a match: names are 6 to 40 letters, digits, - and _. "
                "Copy the whole link, or start a new deal."
            )

    def _unknown(self, match_id: str) -> MatchNotFound:
        return MatchNotFound(
            f"No match called {match_id} is saved. Copy the whole link, or start a new deal.",
            f"The database is {self.place}.",
        )

    def _said(self, match_id: str, **more: Any) -> dict[str, Any]:
        """What a statement that changes a match is told besides: which one, and who asks."""
        return {"match": match_id, "by": self._holder or "", **more}

    def _stopped(self, connection: sa.Connection, match_id: str) -> StoreError:
        """Why a match could not be changed."""
        row = connection.execute(
            sa.select(_matches.c.holder).where(_matches.c.id == match_id)
        ).one_or_none()
        if row is None:
            return self._unknown(match_id)
        if self._holder is None or row.holder in (None, self._holder):
            return self._elsewhere(match_id)
        return MatchOfAnother(
            "This match is played in another browser, or under another name, since this page was"
            " opened. Reload this page."
        )

    def _elsewhere(self, match_id: str) -> MatchChanged:
        return MatchChanged(f"{WENT_ON} Load it again to go on from there.")

    def _revision(self, connection: sa.Connection, match_id: str) -> int:
        """The revision this store has seen; a match it never read counts as read now."""
        if match_id not in self._seen:
            revision = connection.execute(
                sa.select(_matches.c.revision).where(_matches.c.id == match_id)
            ).scalar()
            if revision is None:
                raise self._unknown(match_id)
            self._seen[match_id] = int(revision)
        return self._seen[match_id]

    @staticmethod
    def _length(connection: sa.Connection, match_id: str) -> int:
        last = connection.execute(_LAST_PLY, {"match": match_id}).scalar()
        return 0 if last is None else int(last) + 1

    @staticmethod
    def _insert(connection: sa.Connection, match_id: str, ply: int, entries: list[Entry]) -> None:
        if entries:
            connection.execute(
                _ADD,
                [
                    {"match_id": match_id, "ply": ply + i, "seat": seat, "text": text}
                    for i, (seat, text) in enumerate(entries)
                ],
            )
