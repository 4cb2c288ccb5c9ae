"""The tables of a class: each a head and a log to which entries are added and nothing else is done.

Knows numbers, texts and who may not overtake whom; knows no game. Whoever adds entries says how
long the log was that they have seen; if it is longer by now, nothing is written, so that no move
is ever doubled or put upon a table that its player did not see.

>>> store = TableStore("sqlite://")
>>> table = store.new("class-1", {"game": "kaiser", "seed": 7}); table.number, table.length
(1, 0)
>>> store.append(table.id, 0, [Logged("sit", "otter", seat=2)]); store.read(table.id, 0)[0].kind
1
'sit'
>>> store.append(table.id, 0, [Logged("sit", "finch", seat=2)])
Traceback (most recent call last):
cardlab.store.tables.TableChanged: Somebody was faster at this table, so this was not done. Look at the table and try again.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from cardlab.store.database import Database, StoreError
from cardlab.store.schema import class_tables as _tables
from cardlab.store.schema import table_log as _log

__all__ = ["ClassTable", "Logged", "TableChanged", "TableNotFound", "TableStore"]

_GROW = (
    _tables.update()
    .where(_tables.c.id == sa.bindparam("table"), _tables.c.length == sa.bindparam("seen"))
    .values(length=sa.bindparam("grown"))
)
_ADD = _log.insert()


class TableNotFound(StoreError):
    """The class has no such table."""


class TableChanged(StoreError):
    """The log is longer than the one that was seen."""


@dataclass(frozen=True, slots=True)
class Logged:
    """One entry of a log. member: whose doing it is, None for chance and bots; n: its place."""

    kind: str
    member: str | None = None
    seat: int | None = None
    data: str = ""
    n: int = -1


@dataclass(frozen=True, slots=True)
class ClassTable:
    """A table as it lies in the store. head: game, options and seed; length: of its log."""

    id: str
    class_id: str
    number: int
    head: Mapping[str, Any]
    length: int


class TableStore(Database):
    """The tables of classes in the database."""

    def new(
        self, class_id: str, head: Mapping[str, Any], entries: Sequence[Logged] = ()
    ) -> ClassTable:
        """Set up a table with the entries that its log begins with, and return it."""
        table_id = secrets.token_urlsafe(9)
        with self._writing() as connection:
            last = connection.execute(
                sa.select(sa.func.max(_tables.c.number)).where(_tables.c.class_id == class_id)
            ).scalar()
            number = (last or 0) + 1
            connection.execute(
                _tables.insert().values(
                    id=table_id,
                    class_id=class_id,
                    number=number,
                    head=json.dumps(dict(head), ensure_ascii=False),
                    length=len(entries),
                    created=time.time(),
                )
            )
            self._insert(connection, table_id, 0, entries)
        return ClassTable(table_id, class_id, number, dict(head), len(entries))

    def append(self, table_id: str, seen: int, entries: Sequence[Logged]) -> int:
        """Add entries, all or none, to a log of which so many entries were seen; return its new
        length.  Raises TableChanged."""
        grown = seen + len(entries)
        try:
            with self._writing() as connection:
                # Writing first takes the lock.
                changed = connection.execute(
                    _GROW, {"table": table_id, "seen": seen, "grown": grown}
                )
                if not changed.rowcount:
                    raise _faster()
                self._insert(connection, table_id, seen, entries)
        except IntegrityError:
            raise _faster() from None
        return grown

    def read(self, table_id: str, start: int) -> tuple[Logged, ...]:
        """The entries of a log from number `start` on."""
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_log)
                .where(_log.c.table_id == table_id, _log.c.n >= start)
                .order_by(_log.c.n)
            ).all()
        return tuple(Logged(row.kind, row.member, row.seat, row.data, row.n) for row in rows)

    def lengths(self, table_ids: Sequence[str]) -> dict[str, int]:
        """How long the logs of these tables are; a table that is gone is left out."""
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_tables.c.id, _tables.c.length).where(_tables.c.id.in_(table_ids))
            ).all()
        return {row.id: row.length for row in rows}

    def touched(self, table_ids: Sequence[str]) -> dict[str, float]:
        """When something happened last at these tables, in seconds since 1970."""
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_log.c.table_id, sa.func.max(_log.c.at).label("at"))
                .where(_log.c.table_id.in_(table_ids))
                .group_by(_log.c.table_id)
            ).all()
        return {row.table_id: row.at for row in rows}

    def sat_at(self, table_ids: Sequence[str], member: str) -> frozenset[tuple[str, int]]:
        """At which seats of these tables a member has ever sat."""
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_log.c.table_id, _log.c.seat).where(
                    _log.c.table_id.in_(table_ids), _log.c.member == member, _log.c.kind == "sit"
                )
            ).all()
        return frozenset((row.table_id, row.seat) for row in rows)

    def load(self, class_id: str, number: int) -> ClassTable:
        """Return a table of a class by its number.  Raises TableNotFound."""
        for table in self.of_class(class_id):
            if table.number == number:
                return table
        raise TableNotFound(f"This class has no table {number}. Choose one of its tables.")

    def of_class(self, class_id: str) -> tuple[ClassTable, ...]:
        """The tables of a class by number."""
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_tables).where(_tables.c.class_id == class_id).order_by(_tables.c.number)
            ).all()
        return tuple(
            ClassTable(row.id, row.class_id, row.number, json.loads(row.head), row.length)
            for row in rows
        )

    @staticmethod
    def _insert(
        connection: sa.Connection, table_id: str, start: int, entries: Sequence[Logged]
    ) -> None:
        rows = [
            {
                "table_id": table_id,
                "n": start + i,
                "at": time.time(),
                "member": entry.member,
                "seat": entry.seat,
                "kind": entry.kind,
                "data": entry.data,
            }
            for i, entry in enumerate(entries)
        ]
        if rows:
            connection.execute(_ADD, rows)


def _faster() -> TableChanged:
    return TableChanged(
        "Somebody was faster at this table, so this was not done. Look at the table and try again."
    )
