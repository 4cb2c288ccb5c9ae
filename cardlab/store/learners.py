"""Learners on disk: what happened to each of them, and how far their lessons were walked.

Knows events and walks as data, appends them and never changes one; computes nothing from them. Lies
in the same database as the matches. Every failure leaves as a `StoreError` whose text says what to
do, and leaves everything as it was.
"""

from __future__ import annotations

import hashlib
import json
import math
import secrets
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from cardlab.lessons.nickname import GUEST, account_of, is_guest, key, nickname, readable
from cardlab.lessons.progress import Event, Walked
from cardlab.store.database import Database, StoreError, refused
from cardlab.store.schema import events as _events
from cardlab.store.schema import houses as _houses
from cardlab.store.schema import learners as _learners
from cardlab.store.schema import members as _members
from cardlab.store.schema import walks as _walks

__all__ = [
    "BIGGEST",
    "FORMAT",
    "VERSION",
    "Imported",
    "Learner",
    "LearnerNotFound",
    "Learners",
    "Most",
    "SavedLearner",
    "move_learner",
    "named",
]

FORMAT, VERSION = "cardlab-learner", 2
READS = (1, 2)
"""The versions of a file that are read. Version 2 also has what a deal showed, contracts, and how
often a guess is right; a file of version 1 has none of these, and is otherwise the same."""
AHEAD = 86_400.0
"""By how many seconds the clock of another machine may be ahead of this one."""
BIGGEST = 20_000_000
"""The most characters that a file of progress may have."""
_WALK = 200_000
_NAME = 100


class LearnerNotFound(StoreError):
    """There is no learner of that name."""


@dataclass(frozen=True, slots=True)
class Learner:
    """A line of the list of learners."""

    name: str
    events: int
    touched: float


@dataclass(frozen=True, slots=True)
class SavedLearner:
    """All that is saved of one learner; a learner who is not known yet has nothing."""

    name: str
    events: tuple[Event, ...] = ()
    walks: tuple[Walked, ...] = ()


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did."""

    name: str
    events: int
    walks: int

    def __str__(self) -> str:
        if not self.events and not self.walks:
            return f"Everything in this file was here already; {self._whose} is as it was."
        counted = f"{self.events} new answers and steps, {self.walks} lessons to go on with"
        return f"The file was added to {self._whose}: {counted}."

    @property
    def _whose(self) -> str:
        return "your progress" if is_guest(self.name) else f"the progress of {readable(self.name)}"


@dataclass(frozen=True, slots=True)
class Most:
    """The most that a learner may have after an import: so many answers, steps and lessons, of so
    many characters."""

    number: int
    size: int


class Learners(Database):
    """The learners in the database; safe to use from several pages at once."""

    _undone = "nothing was noted"

    # -- writing
    # ---------------------------------------------------------------------

    def append(self, name: str, events: Iterable[Event]) -> tuple[Event, ...]:
        """Note what happened, all or none; returns the events with their ids."""
        # Ids of one batch sort as they happened, so that events of one moment keep their order.
        batch = secrets.token_hex(8)
        noted = tuple(
            event if event.id else replace(event, id=f"{batch}-{i:04d}")
            for i, event in enumerate(events)
        )
        if noted:
            self._merge(named(name), noted, ())
        return noted

    def save_walk(
        self, name: str, lesson: str, step: str, data: Mapping[str, Any], when: float | None = None
    ) -> None:
        """Save where a lesson was left; of two tabs, the later one counts."""
        walked = _walked(
            {
                "lesson": lesson,
                "step": step,
                "data": dict(data),
                "when": time.time() if when is None else when,
            }
        )
        self._merge(named(name), (), (walked,))

    def delete(self, name: str, *, confirm: str) -> int:
        """Forget one learner for good; `confirm` is the name once more.  Returns how many events
        went."""
        who = named(name)
        if confirm != self.load(who).name:
            raise StoreError(
                f"Nothing was deleted. To delete all progress of {who}, give exactly this name once"
                " more."
            )
        with self._writing() as connection:
            if not connection.execute(
                _learners.delete().where(_learners.c.key == key(who))
            ).rowcount:
                raise self._unknown(who)
            connection.execute(_walks.delete().where(_walks.c.learner == key(who)))
            return int(
                connection.execute(_events.delete().where(_events.c.learner == key(who))).rowcount
            )

    def _merge(
        self,
        name: str,
        events: Iterable[Event],
        walks: Iterable[Walked],
        most: Most | None = None,
    ) -> tuple[int, int]:
        """Write what is not there yet, all or none."""
        for again in (False, True):
            try:
                return self._merge_once(name, tuple(events), tuple(walks), most)
            except IntegrityError:
                # Another tab wrote the same learner or event between our look and our write.
                if again:
                    raise StoreError(
                        f"Another window is writing to the progress of {name}; nothing was saved."
                        " Try again."
                    ) from None
        raise AssertionError("unreachable")

    def _merge_once(
        self, name: str, events: tuple[Event, ...], walks: tuple[Walked, ...], most: Most | None
    ) -> tuple[int, int]:
        who, now = key(name), time.time()
        with self._writing() as connection:
            # Writing first takes the lock, so that what is read next cannot change under our hands.
            if not connection.execute(
                _learners.update().where(_learners.c.key == who).values(touched=now)
            ).rowcount:
                connection.execute(
                    _learners.insert().values(key=who, name=name, created=now, touched=now)
                )
            wanted = {event.id: event for event in events}
            ids = list(wanted)
            # In portions, because a database takes only so many parameters at once.
            for start in range(0, len(ids), 500):
                query = sa.select(_events.c.id).where(
                    _events.c.learner == who, _events.c.id.in_(ids[start : start + 500])
                )
                for stored in connection.execute(query).scalars():
                    del wanted[stored]
            if wanted:
                connection.execute(
                    _events.insert(),
                    [
                        {
                            "learner": who,
                            "id": e.id,
                            "at": float(e.when),
                            "data": _text(e.to_dict()),
                        }
                        for e in wanted.values()
                    ],
                )
            newer = 0
            for walk in walks:
                row = {"step": walk.step, "at": float(walk.when), "data": _text(walk.data)}
                place = (_walks.c.learner == who, _walks.c.lesson == walk.lesson)
                there = connection.execute(sa.select(_walks.c.at).where(*place)).scalar()
                if there is None:
                    connection.execute(
                        _walks.insert().values(learner=who, lesson=walk.lesson, **row)
                    )
                elif there < walk.when:
                    connection.execute(_walks.update().where(*place).values(**row))
                else:
                    continue
                newer += 1
            if most is not None and (wanted or newer):
                _check_most(connection, who, most)
            return len(wanted), newer

    # -- reading
    # ---------------------------------------------------------------------

    def all(self) -> tuple[Learner, ...]:
        """The learners, in alphabetical order."""
        count = (
            sa.select(sa.func.count()).where(_events.c.learner == _learners.c.key).scalar_subquery()
        )
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_learners.c.name, _learners.c.touched, count.label("events")).order_by(
                    _learners.c.key
                )
            ).all()
        return tuple(Learner(row.name, row.events, row.touched) for row in rows)

    def load(self, name: str) -> SavedLearner:
        """All that is saved of a learner, in the order in which it happened."""
        name = named(name)
        who = key(name)
        with self._reading() as connection:
            shown = connection.execute(
                sa.select(_learners.c.name).where(_learners.c.key == who)
            ).scalar()
            events = connection.execute(
                sa.select(_events.c.data)
                .where(_events.c.learner == who)
                .order_by(_events.c.at, _events.c.id)
            ).scalars()
            texts = list(events)
            walks = connection.execute(
                sa.select(_walks).where(_walks.c.learner == who).order_by(_walks.c.lesson)
            ).all()
        try:
            return SavedLearner(
                str(shown or name),
                tuple(Event.from_dict(_data(text)) for text in texts),
                tuple(Walked(w.lesson, w.step, _data(w.data), w.at) for w in walks),
            )
        except ValueError:
            raise refused(
                f"The progress of {name} is damaged and was left as it is. Go on under another"
                " nickname.",
                f"It lies in {self.place}.",
            ) from None

    def events_of(self, names: Iterable[str], since: float = 0.0) -> dict[str, tuple[Event, ...]]:
        """What happened to several learners since a moment, by their names; an event that is
        damaged is left out."""
        of = {key(named(name)): name for name in names}
        found: dict[str, list[Event]] = {name: [] for name in of.values()}
        with self._reading() as connection:
            rows = connection.execute(
                sa.select(_events.c.learner, _events.c.data)
                .where(_events.c.learner.in_(list(of)), _events.c.at >= since)
                .order_by(_events.c.at, _events.c.id)
            ).all()
        for row in rows:
            with suppress(ValueError):
                found[of[row.learner]].append(Event.from_dict(_data(row.data)))
        return {name: tuple(events) for name, events in found.items()}

    def walk(self, name: str, lesson: str) -> Walked | None:
        """Where a learner left a lesson."""
        return next((walk for walk in self.load(name).walks if walk.lesson == lesson), None)

    def stamp(self, name: str) -> tuple[int, float] | None:
        """The number of events and the time of the last change: as long as they stay, so does
        the rest.  None for an unknown learner."""
        who = key(named(name))
        count = sa.select(sa.func.count()).where(_events.c.learner == who).scalar_subquery()
        with self._reading() as connection:
            row = connection.execute(
                sa.select(count, _learners.c.touched).where(_learners.c.key == who)
            ).first()
        return None if row is None else (int(row[0]), float(row[1]))

    # -- carrying it elsewhere
    # -------------------------------------------------------------------------------------

    def export(self, name: str) -> dict[str, Any]:
        """All progress of a learner as plain data that JSON can hold."""
        kept = self.load(name)
        if not kept.events and not kept.walks:
            raise self._unknown(kept.name)
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "learner": GUEST if is_guest(kept.name) else kept.name,
            "events": [event.to_dict() for event in kept.events],
            "walks": [
                {"lesson": w.lesson, "step": w.step, "when": w.when, "data": w.data}
                for w in kept.walks
            ],
        }
        return {**data, "check": _check(data)}

    def export_text(self, name: str) -> str:
        """The same as the text of a file."""
        return json.dumps(self.export(name), ensure_ascii=False, indent=1) + "\n"

    def import_text(self, text: str, into: str = "", most: Most | None = None) -> Imported:
        """Take in a file of progress, beside what is there; a second time changes nothing.

        into: whose progress it becomes, whatever name the file gives; "" is the name in the file.
        most: what they may have afterwards; a file that brings more is refused.
        """
        name, events, walks = _read(text)
        name = named(into) if into else name
        added, newer = self._merge(name, events, walks, most) if events or walks else (0, 0)
        return Imported(self.load(name).name, added, newer)

    def _unknown(self, name: str) -> LearnerNotFound:
        if is_guest(name):
            return LearnerNotFound("Nothing is saved of you yet. Answer a question first.")
        return LearnerNotFound(f"Nothing is saved of a learner called {readable(name)} yet.")


def _check_most(connection: sa.Connection, who: str, most: Most) -> None:
    """Raise StoreError, and so have everything left as it was, if a learner has more than that."""
    number = size = 0
    for table in (_events, _walks):
        row = connection.execute(
            sa.select(sa.func.count(), sa.func.sum(sa.func.length(table.c.data))).where(
                table.c.learner == who
            )
        ).one()
        number, size = number + int(row[0]), size + int(row[1] or 0)
    if number > most.number or size > most.size:
        raise StoreError(
            "With this file there would be more progress than can be kept here: at most"
            f" {most.number:,} answers, steps and lessons, of {most.size / 1e6:g} MB. Nothing was"
            " changed."
        )


def move_learner(connection: sa.Connection, source: str, target: str, name: str) -> None:
    """Give all that is saved of one learner another key, of whom nothing is saved yet."""
    connection.execute(
        _learners.update().where(_learners.c.key == source).values(key=target, name=name)
    )
    for table in (_events, _walks, _houses, _members):
        connection.execute(table.update().where(table.c.learner == source).values(learner=target))


# -- data
# ---------------------------------------------------------------------


def named(name: Any) -> str:
    """A nickname as it is saved, or the id of a guest or of an account.  Raises StoreError."""
    if isinstance(name, str) and (is_guest(name) or account_of(name)):
        return name
    try:
        return nickname(name)
    except ValueError as error:
        raise StoreError(str(error)) from None


def _text(data: Any) -> str:
    return json.dumps(
        data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def _data(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(data, dict):
        raise ValueError("not an object")
    return data


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def _check(data: Mapping[str, Any]) -> str:
    """A digest of everything but itself."""
    return hashlib.sha256(
        _text({k: v for k, v in data.items() if k != "check"}).encode("utf-8", "replace")
    ).hexdigest()[:16]


def _walked(data: Any) -> Walked:
    """Return a walk after checking it. Raises StoreError if it is not one."""
    try:
        walk = Walked(**data)
        for text in (walk.lesson, walk.step):
            if not isinstance(text, str) or not 0 < len(text) <= _NAME or not text.isprintable():
                raise ValueError
        if (
            isinstance(walk.when, bool)
            or not math.isfinite(walk.when)
            or walk.when < 0
            or not isinstance(walk.data, dict)
        ):
            raise ValueError
        if len(_text(walk.data).encode("utf-8")) > _WALK:
            raise StoreError(
                "This lesson holds more than can be saved, so your place in it was not saved."
            )
    except (TypeError, ValueError, RecursionError, OverflowError):
        raise StoreError(
            "Your place in this lesson cannot be saved, because it is not plain data."
        ) from None
    return walk


def _read(text: Any) -> tuple[str, tuple[Event, ...], tuple[Walked, ...]]:
    """Return the learner, events and walks of a file. Raises StoreError if it is anything else."""
    kept = "Nothing was changed."
    if not isinstance(text, str) or len(text) > BIGGEST:
        raise StoreError(
            f"This file is far larger than progress can be. {kept} Choose a file that cardlab"
            " exported."
        )
    try:
        data = _data(text.removeprefix("\ufeff"))
    except ValueError:
        raise StoreError(
            f"This is not a file that cardlab exported, or a part of it is missing. {kept} Export"
            " it again."
        ) from None
    if data.get("format") != FORMAT:
        raise StoreError(f"This file does not hold the progress of a learner. {kept}")
    version = data.get("version")
    if version not in READS or isinstance(version, bool):
        raise StoreError(
            f"This file is of another version of progress than those up to {VERSION} that this"
            f" cardlab reads. {kept} Import it with the cardlab that wrote it, or a newer one."
        )
    try:
        if set(data) != {"format", "version", "learner", "events", "walks", "check"} or data[
            "check"
        ] != _check(data):
            raise ValueError
        events = tuple(map(Event.from_dict, data["events"]))
        walks = tuple(map(_walked, data["walks"]))
        if not all(event.id for event in events):
            raise ValueError
        learner = data["learner"]
        account = isinstance(learner, str) and account_of(learner)
        name = named(learner) if account else nickname(learner)
    except (ValueError, TypeError, RecursionError, StoreError):
        raise StoreError(
            f"This file was damaged or changed after it was exported. {kept} Export it again."
        ) from None
    times = [*(event.when for event in events), *(walk.when for walk in walks)]
    latest = max(times, default=0.0)
    if latest > time.time() + AHEAD:
        raise StoreError(
            f"This file tells of answers that lie in the future. {kept} Set the clock of both"
            " machines right, then export it again."
        )
    return name, events, walks
