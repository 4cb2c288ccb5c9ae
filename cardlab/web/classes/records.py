"""What the members of a class have done, read from the store: their answers, and the cards that
were refused at its tables.

Knows who is a pupil, from when on what they do counts for the class, and when it has to be read
anew; what follows from it is in `cardlab.lessons.classwork`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardlab.lessons.classwork import ClassWork
from cardlab.lessons.progress import DAY, Event
from cardlab.store import Member, Refusal
from cardlab.web.classes.hall import Hall
from cardlab.web.classes.membership import hall_of

__all__ = ["ClassRecords", "Records", "read_records", "records_of"]

FRESH = 2.0
"""Seconds for which what was read is good enough, however many pages ask."""


@dataclass(frozen=True)
class ClassRecords:
    """The pupils of a class, what each has done since they joined, and what follows from it."""

    pupils: tuple[Member, ...]
    events: Mapping[str, tuple[Event, ...]]
    work: ClassWork


@dataclass
class Records:
    """What was read last of each class."""

    _kept: dict[str, tuple[float, ClassRecords]] = field(default_factory=dict)

    def of(self, hall: Hall, class_id: str, *, anew: bool = False) -> ClassRecords:
        """The records of a class; it may take a moment.  Raises StoreError."""
        now = time.monotonic()
        kept = self._kept.get(class_id)
        if anew or kept is None or now - kept[0] > FRESH:
            kept = self._kept[class_id] = (now, read_records(hall, class_id))
        return kept[1]


async def records_of(handler: Any, class_id: str, *, anew: bool = False) -> ClassRecords:
    """The records of a class, for whoever answers a request.  anew: read them whatever is kept,
    because somebody has just opened the page."""
    hall = hall_of(handler)
    kept: Records = handler.settings.setdefault("cardlab_class_records", Records())
    return await hall.ask(lambda: kept.of(hall, class_id, anew=anew))


def read_records(hall: Hall, class_id: str) -> ClassRecords:
    """Read what the pupils of a class have done."""
    now = time.time()
    pupils = tuple(one for one in hall.classes.members(class_id) if not one.teaches)
    learned = hall.learners.events_of({one.learner for one in pupils if one.learner})
    numbers = {table.id: table.number for table in hall.tables.of_class(class_id)}
    refused: dict[str, list[Event]] = {}
    for one in hall.refusals.of_class(class_id):
        refused.setdefault(one.member, []).append(_event(one, numbers.get(one.table_id, 0)))
    events = {
        pupil.id: (
            *(e for e in learned.get(pupil.learner, ()) if e.when >= _since(pupil, now)),
            *refused.get(pupil.id, ()),
        )
        for pupil in pupils
    }
    work = ClassWork({pupil.nickname: events[pupil.id] for pupil in pupils})
    return ClassRecords(pupils, events, work)


def _since(pupil: Member, now: float) -> float:
    """From when on a pupil's answers count: the day on which they joined. A day that lies in the
    future was said by a clock that was wrong, and keeps nothing out."""
    return pupil.since - DAY / 2 if pupil.since <= now else 0.0


def _event(refusal: Refusal, table: int) -> Event:
    return Event(
        refusal.at,
        "refused",
        rule=refusal.rule,
        game=refusal.game,
        right=False,
        address=f"table/{table}?ply={refusal.ply}",
        id=f"refused-{refusal.table_id}-{refusal.ply}-{refusal.move}",
    )
