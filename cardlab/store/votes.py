"""Votes of a class on one position: what was asked, and what each member picked.

Knows positions and moves as texts; knows no game and no page. A ballot can be changed as long as
the vote is open; counts never come with names.

>>> votes = VoteStore("sqlite://"); vote = votes.ask("class-1", {"game": "kaiser"}, 2)
>>> votes.cast(vote.id, "otter", "7H"); votes.cast(vote.id, "finch", "AH"); votes.cast(vote.id, "otter", "AH")
>>> votes.count(vote.id), votes.ballot(vote.id, "otter")
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
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from cardlab.store.database import Database, StoreError
from cardlab.store.schema import ballots as _ballots
from cardlab.store.schema import votes as _votes

__all__ = ["Vote", "VoteClosed", "VoteStore"]

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
            row = connection.execute(
                sa.select(_votes)
                .where(_votes.c.class_id == class_id, _votes.c.state != "over")
                .order_by(_votes.c.asked.desc())
                .limit(1)
            ).one_or_none()
        if row is None:
            return None
        return Vote(row.id, row.class_id, json.loads(row.position), row.seat, row.state)

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

    def ballot(self, vote_id: str, member: str) -> str:
        """What a member has picked, "" if nothing yet."""
        with self._reading() as connection:
            found = connection.execute(
                sa.select(_ballots.c.move).where(
                    _ballots.c.vote_id == vote_id, _ballots.c.member == member
                )
            ).scalar()
        return found or ""

    def count(self, vote_id: str) -> dict[str, int]:
        """How many picked each move, without names."""
        with self._reading() as connection:
            moves = connection.execute(
                sa.select(_ballots.c.move).where(_ballots.c.vote_id == vote_id)
            ).scalars()
            return dict(Counter(moves))

    def move_on(self, vote_id: str, state: str) -> None:
        """Take a vote to its next state."""
        if state not in STATES:
            raise StoreError("A vote is open, counted, explained or over.")
        with self._writing() as connection:
            connection.execute(_votes.update().where(_votes.c.id == vote_id).values(state=state))
