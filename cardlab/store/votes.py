"""Votes of a class on one position: what was asked, and what each member picked.

Knows positions and moves as texts; knows no game and no page. A ballot can be changed as long as
the vote is open. All that the pages of a vote need is read at once, by `look`.

>>> votes = VoteStore("sqlite://"); vote = votes.ask("class-1", {"game": "kaiser"}, 2)
>>> votes.cast(vote.id, "otter", "7H"); votes.cast(vote.id, "finch", "AH"); votes.cast(vote.id, "otter", "AH")
>>> seen = votes.look("class-1"); seen.counts, seen.ballots["otter"]
({'AH': 2}, 'AH')
>>> votes.move_on(vote.id, "counted"); votes.cast(vote.id, "otter", "7H")
Traceback (most recent call last):
cardlab.store.votes.VoteClosed: This vote is counted already, so your choice was not changed.
"""

from __future__ import annotations

import json
import secrets
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from cardlab.store.classes import PUPIL
from cardlab.store.database import Database, StoreError
from cardlab.store.schema import ballots as _ballots
from cardlab.store.schema import members as _members
from cardlab.store.schema import votes as _votes

__all__ = ["Vote", "VoteClosed", "VoteLook", "VoteStore"]

STATES = ("open", "counted", "explained", "over")
"""The way of a vote: members pick; the histogram is shown; the rules speak; it is put away."""


class VoteClosed(StoreError):
    """A ballot came when nothing could be picked any more."""


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote. position: a record cut at the position; seat: whose move it is."""

    id: str
    class_id: str
    position: Mapping[str, Any]
    seat: int
    state: str


@dataclass(frozen=True, slots=True)
class VoteLook:
    """A look at the vote of a class. vote: None if there is none; ballots: what was picked, by
    member; pupils: how many could vote."""

    vote: Vote | None = None
    ballots: Mapping[str, str] = field(default_factory=dict)
    pupils: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """How many picked each move, without names."""
        return dict(Counter(self.ballots.values()))


class VoteStore(Database):
    """The votes of classes in the database."""

    _undone = "your choice was not taken"

    def ask(self, class_id: str, position: Mapping[str, Any], seat: int) -> Vote:
        """Open a vote; one that was there before is put away."""
        vote_id = secrets.token_urlsafe(9)
        with self._writing() as connection:
            connection.execute(
                _votes.update().where(_votes.c.class_id == class_id).values(state="over")
            )
            connection.execute(
                _votes.insert().values(
                    id=vote_id,
                    class_id=class_id,
                    position=json.dumps(dict(position), ensure_ascii=False),
                    seat=seat,
                    state="open",
                    asked=time.time(),
                )
            )
        return Vote(vote_id, class_id, dict(position), seat, "open")

    def current(self, class_id: str) -> Vote | None:
        """The vote that a class is at, or None."""
        with self._reading() as connection:
            return _vote(connection.execute(_current(class_id)).one_or_none())

    def look(self, class_id: str) -> VoteLook:
        """The vote that a class is at, with what was picked and how many could."""
        pupils = sa.select(sa.func.count()).where(
            _members.c.class_id == class_id, _members.c.role == PUPIL
        )
        with self._reading() as connection:
            row = connection.execute(
                _current(class_id).add_columns(pupils.scalar_subquery().label("pupils"))
            ).one_or_none()
            if row is None:
                return VoteLook()
            picked = connection.execute(
                sa.select(_ballots.c.member, _ballots.c.move).where(_ballots.c.vote_id == row.id)
            ).all()
        return VoteLook(_vote(row), {one.member: one.move for one in picked}, row.pupils)

    def cast(self, vote_id: str, member: str, move: str) -> None:
        """Write what a member picks, in the place of what they picked before.  Raises VoteClosed."""
        mine = (_ballots.c.vote_id == vote_id) & (_ballots.c.member == member)
        with self._writing() as connection:
            # Writing first takes the lock: a vote that is counted meanwhile gets no more ballots.
            still_open = connection.execute(
                _votes.update()
                .where(_votes.c.id == vote_id, _votes.c.state == "open")
                .values(state="open")
            )
            if not still_open.rowcount:
                raise VoteClosed("This vote is counted already, so your choice was not changed.")
            values = {"move": move, "at": time.time()}
            if not connection.execute(_ballots.update().where(mine).values(**values)).rowcount:
                connection.execute(
                    _ballots.insert().values(vote_id=vote_id, member=member, **values)
                )

    def move_on(self, vote_id: str, state: str) -> None:
        """Take a vote to its next state."""
        if state not in STATES:
            raise StoreError("A vote is open, counted, explained or over.")
        with self._writing() as connection:
            connection.execute(_votes.update().where(_votes.c.id == vote_id).values(state=state))


def _current(class_id: str) -> sa.Select[Any]:
    return (
        sa.select(_votes)
        .where(_votes.c.class_id == class_id, _votes.c.state != "over")
        .order_by(_votes.c.asked.desc())
        .limit(1)
    )


def _vote(row: Any) -> Vote | None:
    if row is None:
        return None
    return Vote(row.id, row.class_id, json.loads(row.position), row.seat, row.state)
