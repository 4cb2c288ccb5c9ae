"""Cards that a rule refused at the tables of a class: by which rule, to whom, at which moment.

Knows rules and moves as texts; knows no game. They are kept beside the logs of the tables and not in
them, because every seat sees how long a log is.

>>> refusals = RefusalStore("sqlite://")
>>> one = Refusal("table-1", "otter", 7, "KC", "kaiser", "must-follow-suit", 5.0)
>>> refusals.note("class-1", one); refusals.note("class-1", one)
>>> [refusal.rule for refusal in refusals.of_class("class-1")]
['must-follow-suit']
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from cardlab.store.database import Database
from cardlab.store.schema import refusals as _refusals

__all__ = ["Refusal", "RefusalStore"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A card that was refused. ply: the entry of the match; at: in seconds since 1970."""

    table_id: str
    member: str
    ply: int
    move: str
    game: str
    rule: str
    at: float


class RefusalStore(Database):
    """The refused cards in the database."""

    _undone = "the refused card was not noted"

    def note(self, class_id: str, refusal: Refusal) -> None:
        """Note a refused card; the same card at the same moment is noted once."""
        try:
            with self._writing() as connection:
                connection.execute(
                    _refusals.insert().values(
                        class_id=class_id,
                        table_id=refusal.table_id,
                        member=refusal.member,
                        ply=refusal.ply,
                        move=refusal.move,
                        game=refusal.game,
                        rule=refusal.rule,
                        at=refusal.at,
                    )
                )
        except IntegrityError:
            pass  # it is there

    def of_class(self, class_id: str) -> tuple[Refusal, ...]:
        """All refused cards of a class, in the order of time."""
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_refusals)
                .where(_refusals.c.class_id == class_id)
                .order_by(_refusals.c.at, _refusals.c.ply, _refusals.c.move)
            ).all()
        return tuple(
            Refusal(row.table_id, row.member, row.ply, row.move, row.game, row.rule, row.at)
            for row in rows
        )
