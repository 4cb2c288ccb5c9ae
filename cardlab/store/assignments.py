"""What a class has to do: lists of lessons, exercises and deals, each with a last day if it has one.

Knows kinds and addresses as texts; knows no lesson, no game and no answer. What of it is done stands
in no table: it is counted from what happened.

>>> work = AssignmentStore("sqlite://")
>>> made = work.give("class-1", "Week 3", [("lesson", "trump")], due="2026-05-16")
>>> [(one.title, one.items, one.due) for one in work.of_class("class-1")]
[('Week 3', (('lesson', 'trump'),), '2026-05-16')]
>>> work.load("class-2", made.id)
Traceback (most recent call last):
cardlab.store.assignments.AssignmentNotFound: This class has no such assignment. Choose one of its list.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import sqlalchemy as sa

from cardlab.store.database import Database, StoreError
from cardlab.store.schema import assignments as _assignments

__all__ = ["Assignment", "AssignmentNotFound", "AssignmentStore"]

LONGEST_TITLE = 60
LONGEST_ADDRESS = 400
MOST_ITEMS = 30
MOST = 100
"""Assignments that a class may have."""


class AssignmentNotFound(StoreError):
    """The class has no such assignment."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a class has to do.

    items: kinds and addresses; members: whom it is for, everybody if nobody is named; due: the last
    day, as 2026-05-16, or ""; created: in seconds since 1970.
    """

    id: str
    class_id: str
    title: str
    items: tuple[tuple[str, str], ...]
    members: tuple[str, ...]
    due: str
    created: float

    def is_for(self, member_id: str) -> bool:
        return not self.members or member_id in self.members


class AssignmentStore(Database):
    """The assignments in the database."""

    _undone = "the assignment was not changed"

    def give(
        self,
        class_id: str,
        title: str,
        items: Sequence[tuple[str, str]],
        *,
        due: str = "",
        members: Sequence[str] = (),
    ) -> Assignment:
        """Give a class something to do.  Raises StoreError for what cannot be an assignment."""
        title = " ".join(str(title).split())
        if not 0 < len(title) <= LONGEST_TITLE or not title.isprintable():
            raise StoreError(f"Give the assignment a title of 1 to {LONGEST_TITLE} characters.")
        if not 1 <= len(items) <= MOST_ITEMS:
            raise StoreError(f"An assignment has 1 to {MOST_ITEMS} lessons, exercises and deals.")
        if any(len(address) > LONGEST_ADDRESS for _, address in items):
            raise StoreError("One of these links is far too long to be a lesson or an exercise.")
        _check_day(due)
        if len(self.of_class(class_id)) >= MOST:
            raise StoreError(f"A class has at most {MOST} assignments. Delete one first.")
        made = Assignment(
            secrets.token_urlsafe(9),
            class_id,
            title,
            tuple(items),
            tuple(members),
            due,
            time.time(),
        )
        with self._writing() as connection:
            connection.execute(
                _assignments.insert().values(
                    id=made.id,
                    class_id=class_id,
                    title=title,
                    items=json.dumps(made.items, ensure_ascii=False),
                    members=json.dumps(made.members),
                    due=due,
                    created=made.created,
                )
            )
        return made

    def of_class(self, class_id: str) -> tuple[Assignment, ...]:
        """The assignments of a class, the newest first."""
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_assignments)
                .where(_assignments.c.class_id == class_id)
                .order_by(_assignments.c.created.desc(), _assignments.c.id)
            ).all()
        return tuple(map(_assignment, rows))

    def load(self, class_id: str, assignment_id: str) -> Assignment:
        """An assignment of a class.  Raises AssignmentNotFound."""
        for one in self.of_class(class_id):
            if one.id == assignment_id:
                return one
        raise AssignmentNotFound("This class has no such assignment. Choose one of its list.")

    def delete(self, class_id: str, assignment_id: str) -> None:
        """Take an assignment back; what was done for it stays done."""
        with self._writing() as connection:
            connection.execute(
                _assignments.delete().where(
                    _assignments.c.class_id == class_id, _assignments.c.id == assignment_id
                )
            )


def _check_day(due: str) -> None:
    try:
        if due and date.fromisoformat(due).isoformat() != due:
            raise ValueError
    except ValueError:
        raise StoreError("The last day is a date, such as 2026-05-16, or left empty.") from None


def _assignment(row: Any) -> Assignment:
    items = tuple((str(kind), str(address)) for kind, address in json.loads(row.items))
    members = tuple(json.loads(row.members))
    return Assignment(row.id, row.class_id, row.title, items, members, row.due, row.created)
