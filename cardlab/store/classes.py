"""Classes and who is in them: join codes, login codes, what is kept of a member and how it goes.

Knows codes, nicknames and hashes; knows no page, no game and no cookie. The teacher is a member
like the others, with another role; the teacher's key is that member's login code. Of a code only a
slow hash is kept. A member who is deleted leaves moves and ballots behind only as numbers: the log
of a table names members by an id that then means nobody.

>>> classes = Classes("sqlite://")
>>> tuesday, teacher = classes.new("Tuesday"); len(tuesday.code), teacher.role
(7, 'teacher')
>>> otter = classes.join(tuesday.code.lower(), "Otter"); classes.login(tuesday.code, 'otter', otter.login).nickname
'Otter'
>>> classes.join(tuesday.code, "OTTER")
Traceback (most recent call last):
cardlab.store.classes.NicknameTaken: Otter is taken in this class. If it is you, type your login code; otherwise choose another.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from cardlab.engine.words import quoted, shown
from cardlab.lessons.nickname import key, nickname
from cardlab.store.codes import code_hash, grouped, made_code, typed_code, wrong_lately
from cardlab.store.database import Database, StoreError
from cardlab.store.schema import assignments as _assignments
from cardlab.store.schema import ballots as _ballots
from cardlab.store.schema import class_tables as _tables
from cardlab.store.schema import classes as _classes
from cardlab.store.schema import members as _members
from cardlab.store.schema import refusals as _refusals
from cardlab.store.schema import table_log as _log
from cardlab.store.schema import votes as _votes

__all__ = ["Class", "ClassNotFound", "Classes", "LoginRefused", "Member", "NicknameTaken"]

JOIN_CODE = 6
"""Letters of a join code: enough that nobody guesses one while a door is open."""
LONGEST_TITLE = 60
MOST_MEMBERS = 300
TRIES = 20
PAUSE = 60.0
"""So many wrong login codes in one class within so many seconds; then it has to wait."""
TEACHER, PUPIL = "teacher", "pupil"


class ClassNotFound(StoreError):
    """No such class, or no such member in it."""


class NicknameTaken(StoreError):
    """Somebody in the class has this nickname."""


class LoginRefused(StoreError):
    """No member of the class has this login code."""


@dataclass(frozen=True, slots=True)
class Class:
    """A class. code: as it is shown; door: whether somebody new may join; watching: whether those
    without a seat see what all seats of a table see."""

    id: str
    code: str
    title: str
    door: bool
    watching: bool = True


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a class.

    learner: whose progress is theirs, "" if nobody's; stamp: what a cookie has to carry; login:
    the login code, only where it was just made or given; since: when they joined.
    """

    id: str
    class_id: str
    nickname: str
    role: str
    learner: str
    stamp: str
    login: str = ""
    since: float = 0.0

    @property
    def teaches(self) -> bool:
        return self.role == TEACHER


@dataclass(frozen=True, slots=True)
class _Newcomer:
    """Somebody who is about to be in a class. row: as the database keeps them."""

    member: Member
    row: dict[str, Any]

    @classmethod
    def made(cls, class_id: str, name: str, role: str, learner: str) -> _Newcomer:
        login, salt, now = made_code(), secrets.token_hex(16), time.time()
        ids = secrets.token_urlsafe(9), secrets.token_urlsafe(12)
        member = Member(ids[0], class_id, name, role, learner, ids[1], login, now)
        row = {
            "id": member.id,
            "class_id": class_id,
            "nickname": name,
            "key": key(name),
            "role": role,
            "learner": learner,
            "stamp": member.stamp,
            "salt": salt,
            "code_hash": code_hash(typed_code(login), salt),
            "created": now,
        }
        return cls(member, row)


class Classes(Database):
    """The classes in the database."""

    _undone = "nothing was changed in the class"

    # -- classes
    # ---------------------------------------------------------------------

    def new(self, title: str) -> tuple[Class, Member]:
        """Make a class, and return it with its teacher, whose login code is the teacher's key.

        Raises StoreError for a title that cannot be shown.
        """
        title = " ".join(str(title).split())
        if not 0 < len(title) <= LONGEST_TITLE or not title.isprintable():
            raise StoreError(f"Give the class a title of 1 to {LONGEST_TITLE} characters.")
        class_id = secrets.token_urlsafe(9)
        teacher = _Newcomer.made(class_id, "Teacher", TEACHER, "")
        with self._writing() as connection:
            code = self._free_code(connection)
            connection.execute(
                _classes.insert().values(
                    id=class_id, code=code, title=title, door=1, created=time.time()
                )
            )
            connection.execute(_members.insert().values(**teacher.row))
        return Class(class_id, grouped(code), title, True), teacher.member

    @staticmethod
    def _free_code(connection: sa.Connection) -> str:
        while True:
            code = typed_code(made_code(JOIN_CODE))
            taken = sa.select(_classes.c.id).where(_classes.c.code == code)
            if connection.execute(taken).scalar() is None:
                return code

    def all(self) -> tuple[Class, ...]:
        """The classes, the newest first."""
        with self._reading() as connection:
            rows = connection.execute(sa.select(_classes).order_by(_classes.c.created.desc()))
            return tuple(_class(row) for row in rows)

    def load(self, class_id: str) -> Class:
        """Return a class by its id.  Raises ClassNotFound."""
        with self._reading() as connection:
            row = connection.execute(
                sa.select(_classes).where(_classes.c.id == class_id)
            ).one_or_none()
        if row is None:
            raise ClassNotFound("There is no such class. Look at the address once more.")
        return _class(row)

    def by_code(self, code: str) -> Class:
        """Return a class by its join code, however it is typed.  Raises ClassNotFound."""
        with self._reading() as connection:
            row = connection.execute(
                sa.select(_classes).where(_classes.c.code == typed_code(code)[:12])
            ).one_or_none()
        if row is None:
            raise ClassNotFound(
                f"No class has the code {quoted(shown(code, 20))}. Look at the code once more."
            )
        return _class(row)

    def set_door(self, class_id: str, door: bool) -> None:
        """Let new members in, or no more."""
        with self._writing() as connection:
            connection.execute(
                _classes.update().where(_classes.c.id == class_id).values(door=int(door))
            )

    def set_watching(self, class_id: str, watching: bool) -> None:
        """Let those without a seat watch the tables, or no more."""
        with self._writing() as connection:
            connection.execute(
                _classes.update().where(_classes.c.id == class_id).values(watching=int(watching))
            )

    def delete(self, class_id: str) -> None:
        """Delete a class with its members, tables, logs, votes and assignments. Their progress in lessons is
        the learners' own and stays."""
        tables = sa.select(_tables.c.id).where(_tables.c.class_id == class_id)
        votes = sa.select(_votes.c.id).where(_votes.c.class_id == class_id)
        with self._writing() as connection:
            connection.execute(_log.delete().where(_log.c.table_id.in_(tables)))
            connection.execute(_ballots.delete().where(_ballots.c.vote_id.in_(votes)))
            for table in (_tables, _votes, _members, _assignments, _refusals):
                connection.execute(table.delete().where(table.c.class_id == class_id))
            connection.execute(_classes.delete().where(_classes.c.id == class_id))

    # -- members
    # ---------------------------------------------------------------------

    def join(self, code: str, name: str, learner: str = "") -> Member:
        """Make a member, and return them with their login code.

        learner: whose progress is theirs.  Raises ClassNotFound, NicknameTaken, or StoreError for
        a nickname that cannot be one, a closed door or a full class.
        """
        try:
            name = nickname(name)
        except ValueError as error:
            raise StoreError(str(error)) from None
        found = self.by_code(code)
        if not found.door:
            raise StoreError(
                "The door of this class is closed. Ask your teacher to open it, or type your login"
                " code if you have been here before."
            )
        # hashed before the database is held: many may join at once, and tables want to write too
        newcomer = _Newcomer.made(found.id, name, PUPIL, learner)
        try:
            with self._writing() as connection:
                inside = connection.execute(
                    sa.select(sa.func.count()).where(_members.c.class_id == found.id)
                ).scalar_one()
                if inside >= MOST_MEMBERS:
                    raise StoreError(f"This class is full: it has {MOST_MEMBERS} members.")
                connection.execute(_members.insert().values(**newcomer.row))
                return newcomer.member
        except IntegrityError:
            raise NicknameTaken(
                f"{self._spelled(found.id, name)} is taken in this class. If it is you, type your"
                " login code; otherwise choose another."
            ) from None

    def _spelled(self, class_id: str, name: str) -> str:
        with self._reading() as connection:
            spelled = connection.execute(
                sa.select(_members.c.nickname).where(
                    _members.c.class_id == class_id, _members.c.key == key(name)
                )
            ).scalar()
        return spelled or name

    def login(self, code: str, name: str, login: str) -> Member:
        """Return the member of a class who has this nickname and this login code.

        Raises ClassNotFound, or LoginRefused, also after too many wrong codes.
        """
        found, given = self.by_code(code), typed_code(login)
        try:
            who = key(name)
        except ValueError:
            who = ""
        with self._writing() as connection:
            row = connection.execute(
                sa.select(_members).where(_members.c.class_id == found.id, _members.c.key == who)
            ).one_or_none()
            if row is None:
                raise LoginRefused(
                    f"Nobody in this class is called {quoted(shown(name, 30))}. Look at how it is"
                    " written."
                )
            wrong, since = wrong_lately(row.wrong, row.wrong_since, PAUSE)
            if wrong >= TRIES:
                raise LoginRefused(
                    f"Too many wrong codes were given for {row.nickname}. Wait a minute, then try"
                    " again."
                )
            # Counted before it is checked: many tries at once count as many.
            self._count(connection, row.id, wrong + 1, since)
        if not hmac.compare_digest(code_hash(given, row.salt), row.code_hash):
            raise LoginRefused(
                f"This is not the login code of {row.nickname}. Look at it once more, or ask your"
                " teacher for a new one."
            )
        with self._writing() as connection:
            self._count(connection, row.id, 0, 0.0)
        return _member(row, grouped(given))

    @staticmethod
    def _count(connection: sa.Connection, member_id: str, wrong: int, since: float) -> None:
        connection.execute(
            _members.update()
            .where(_members.c.id == member_id)
            .values(wrong=wrong, wrong_since=since)
        )

    def new_login(self, member_id: str) -> Member:
        """Make a new login code for a member. The old one and all their cookies end.

        Raises ClassNotFound.
        """
        login, salt, stamp = made_code(), secrets.token_hex(16), secrets.token_urlsafe(12)
        hashed = code_hash(typed_code(login), salt)
        with self._writing() as connection:
            connection.execute(
                _members.update()
                .where(_members.c.id == member_id)
                .values(salt=salt, code_hash=hashed, stamp=stamp)
            )
        return replace(self.member(member_id), login=login)

    def member(self, member_id: str) -> Member:
        """Return a member by the id.  Raises ClassNotFound."""
        with self._reading() as connection:
            row = connection.execute(
                sa.select(_members).where(_members.c.id == member_id)
            ).one_or_none()
        if row is None:
            raise ClassNotFound("You are not in this class any more. Join it again with its code.")
        return _member(row)

    def members(self, class_id: str) -> tuple[Member, ...]:
        """The members of a class by nickname, teachers first."""
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_members)
                .where(_members.c.class_id == class_id)
                .order_by(_members.c.role.desc(), _members.c.key)
            )
            return tuple(_member(row) for row in rows)

    def remove(self, member_id: str) -> None:
        """Delete a member, their ballots, the cards they were refused and their login code. Their
        moves stay, without a name."""
        with self._writing() as connection:
            connection.execute(_refusals.delete().where(_refusals.c.member == member_id))
            connection.execute(_ballots.delete().where(_ballots.c.member == member_id))
            connection.execute(_members.delete().where(_members.c.id == member_id))

    # -- to take away
    # ---------------------------------------------------------------------

    def export(self, class_id: str) -> dict[str, Any]:
        """All that is kept of a class, as plain data; of codes nothing.  Raises ClassNotFound."""
        found = self.load(class_id)
        with self._reading() as connection:
            tables = connection.execute(
                sa.select(_tables).where(_tables.c.class_id == class_id).order_by(_tables.c.number)
            ).all()
            votes = connection.execute(
                sa.select(_votes).where(_votes.c.class_id == class_id).order_by(_votes.c.asked)
            ).all()
            logs = {table.id: _entries(connection, table.id) for table in tables}
            cast = {vote.id: _cast(connection, vote.id) for vote in votes}
            given = connection.execute(
                sa.select(_assignments)
                .where(_assignments.c.class_id == class_id)
                .order_by(_assignments.c.created)
            ).all()
            refused = _refused(connection, _refusals.c.class_id == class_id)
        return {
            "title": found.title,
            "members": [
                {"id": one.id, "nickname": one.nickname, "role": one.role}
                for one in self.members(class_id)
            ],
            "tables": [
                {"number": table.number, "head": json.loads(table.head), "log": logs[table.id]}
                for table in tables
            ],
            "votes": [
                {
                    "asked": vote.asked,
                    "position": json.loads(vote.position),
                    "seat": vote.seat,
                    "ballots": cast[vote.id],
                }
                for vote in votes
            ],
            "assignments": [
                {"title": one.title, "due": one.due, "items": json.loads(one.items)}
                | {"members": json.loads(one.members)}
                for one in given
            ],
            "refused": refused,
        }

    def export_member(self, member_id: str) -> dict[str, Any]:
        """All that is kept of one member, as plain data.  Raises ClassNotFound."""
        member = self.member(member_id)
        with self._reading() as connection:
            moves = connection.execute(
                sa.select(_log, _tables.c.number)
                .join(_tables, _tables.c.id == _log.c.table_id)
                .where(_log.c.member == member_id)
                .order_by(_tables.c.number, _log.c.n)
            ).all()
            cast = connection.execute(
                sa.select(_ballots.c.move, _ballots.c.at).where(_ballots.c.member == member_id)
            ).all()
            refused = _refused(connection, _refusals.c.member == member_id)
        return {
            "class": self.load(member.class_id).title,
            "nickname": member.nickname,
            "at_tables": [
                {"table": row.number, "at": row.at, "seat": row.seat, "kind": row.kind}
                | {"data": row.data}
                for row in moves
            ],
            "votes": [{"at": row.at, "move": row.move} for row in cast],
            "refused": refused,
        }


def _class(row: Any) -> Class:
    return Class(row.id, grouped(row.code), row.title, bool(row.door), bool(row.watching))


def _member(row: Any, login: str = "") -> Member:
    who = (row.id, row.class_id, row.nickname, row.role, row.learner, row.stamp)
    return Member(*who, login, row.created)


def _entries(connection: sa.Connection, table_id: str) -> list[dict[str, Any]]:
    rows = connection.execute(sa.select(_log).where(_log.c.table_id == table_id).order_by(_log.c.n))
    return [
        {"n": r.n, "at": r.at, "member": r.member, "seat": r.seat, "kind": r.kind, "data": r.data}
        for r in rows
    ]


def _refused(connection: sa.Connection, which: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    """Cards that were refused at tables; the member stands where it is not the same in all."""
    rows = connection.execute(
        sa.select(_refusals, _tables.c.number)
        .join(_tables, _tables.c.id == _refusals.c.table_id)
        .where(which)
        .order_by(_refusals.c.at)
    )
    return [
        {"table": row.number, "member": row.member, "at": row.at, "move": row.move}
        | {"game": row.game, "rule": row.rule}
        for row in rows
    ]


def _cast(connection: sa.Connection, vote_id: str) -> list[dict[str, Any]]:
    rows = connection.execute(sa.select(_ballots).where(_ballots.c.vote_id == vote_id))
    return [{"member": row.member, "move": row.move, "at": row.at} for row in rows]
