"""What a class can do and gets wrong: pupil by pupil and rule by rule, who is stuck, what to teach
next.

Knows the events of several learners, and the titles of rules and concepts. Knows no store, no page
and no clock: whoever asks says what time it is. A card that was refused at a shared table is an
event like an answer that was not right, and is counted beside the answers.

>>> said = dict(concept="follow-suit", rule="must-follow-suit", game="kaiser")
>>> refused = Event(6, "refused", right=False, rule="must-follow-suit")
>>> work = ClassWork({"Otter": [Event(5, "answered", right=True, **said), refused], "Finch": []})
>>> [topic.title for topic in work.topics], work.cell("Otter", "must-follow-suit")
(['Follow suit'], TopicCell(state='seen', right=1, wrong=0, refused=1, row=1, last=6))
>>> print(work.teach_next())
Teach next: Follow suit. 2 of 2 pupils cannot do it yet; none of 1 answer was wrong and 1 card was refused at a table.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, cached_property

from cardlab.concepts.curriculum import concept, concept_ids
from cardlab.engine import catalogue
from cardlab.lessons.beliefs import against, says
from cardlab.lessons.book import lessons, taught
from cardlab.lessons.progress import Event, Progress

__all__ = ["COLUMNS", "ClassWork", "Stuck", "TeachNext", "Topic", "TopicCell", "topic_of"]

CAN = ("can-do", "sure")
STUCK_ROW = 3
"""Misses in a row after which somebody is stuck."""
STUCK_FOR = 900.0
"""Seconds after which it is not now any more."""
COLUMNS = ("pupil", "rule", "title", "state", "right", "wrong", "refused", "belief", "last")


@dataclass(frozen=True, slots=True)
class Topic:
    """What answers turn on: a rule, or a concept where no rule is named. lesson: that teaches it."""

    key: str
    title: str
    lesson: str


@dataclass(frozen=True, slots=True)
class TopicCell:
    """One pupil and one topic. row: misses since the last right answer; last: when it was met."""

    state: str = "new"
    right: int = 0
    wrong: int = 0
    refused: int = 0
    row: int = 0
    last: float = 0.0

    @property
    def can(self) -> bool:
        return self.state in CAN

    @property
    def misses(self) -> int:
        return self.wrong + self.refused


@dataclass(frozen=True, slots=True)
class Stuck:
    """Somebody who misses one thing again and again now. where: an exercise's address, or what the
    event says of its table; belief: the wrong rule that the misses fit, in the learner's words."""

    pupil: str
    topic: Topic
    row: int
    where: str
    since: float
    belief: str = ""


@dataclass(frozen=True, slots=True)
class TeachNext:
    """What most pupils miss, with the figures that say so."""

    topic: Topic
    cannot: int
    pupils: int
    right: int
    wrong: int
    refused: int
    believers: int

    def __str__(self) -> str:
        return f"Teach next: {self.topic.title}. {self.evidence}"

    @property
    def evidence(self) -> str:
        """The figures, in a sentence."""
        parts = []
        if answers := self.right + self.wrong:
            wrong = self.wrong or "none"
            were = "was" if self.wrong < 2 else "were"
            parts.append(f"{wrong} of {_counted(answers, 'answer')} {were} wrong")
        if self.refused:
            were = "was" if self.refused == 1 else "were"
            parts.append(f"{_counted(self.refused, 'card')} {were} refused at a table")
        if self.believers:
            follow = "follows" if self.believers == 1 else "follow"
            parts.append(f"{_counted(self.believers, 'pupil')} {follow} a wrong rule")
        *first, last = parts
        told = f"{', '.join(first)} and {last}" if first else last
        return f"{self.cannot} of {_counted(self.pupils, 'pupil')} cannot do it yet; {told}."


class ClassWork:
    """What follows from the events of a class, given by pupil."""

    def __init__(self, events: Mapping[str, Iterable[Event]]) -> None:
        self.progress = {pupil: Progress(given) for pupil, given in events.items()}
        self._cells: dict[tuple[str, str], TopicCell] = {}
        for pupil, progress in self.progress.items():
            told: dict[str, list[Event]] = {}
            for event in progress.events:
                if _tells(event):
                    told.setdefault(event.rule or event.concept, []).append(event)
            for key, mine in told.items():
                self._cells[pupil, key] = _cell(progress, key, mine)

    @property
    def pupils(self) -> tuple[str, ...]:
        """The pupils, in the order in which they were given."""
        return tuple(self.progress)

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """What anybody was asked about, or was refused a card by, in the order of the course."""
        met = {key for _, key in self._cells}
        places = {lesson: n for n, lesson in enumerate(lessons())}
        found = map(topic_of, met)
        return tuple(
            sorted(found, key=lambda t: (places.get(t.lesson, len(places)), t.title, t.key))
        )

    def cell(self, pupil: str, topic: str) -> TopicCell:
        """What one pupil did in one topic; empty where they have not met it."""
        return self._cells.get((pupil, topic), TopicCell())

    def column(self, topic: str) -> tuple[TopicCell, ...]:
        """What each pupil did in one topic."""
        return tuple(self.cell(pupil, topic) for pupil in self.pupils)

    # -- wrong rules
    # ---------------------------------------------------------------------

    @cached_property
    def believers(self) -> dict[str, tuple[str, ...]]:
        """The wrong rules that somebody follows, with their pupils, the most first."""
        found: dict[str, list[str]] = {}
        for pupil, progress in self.progress.items():
            for belief in progress.held():
                found.setdefault(belief, []).append(pupil)
        most = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
        return {belief: tuple(pupils) for belief, pupils in most}

    def believed(self, pupil: str, topic: str) -> tuple[str, ...]:
        """The wrong rules that a pupil follows where a rule says otherwise."""
        return tuple(b for b in against(topic) if pupil in self.believers.get(b, ()))

    # -- what to do
    # ---------------------------------------------------------------------

    def stuck(self, now: float) -> tuple[Stuck, ...]:
        """Who misses one thing again and again now, who has longest first."""
        found = []
        for (pupil, key), cell in self._cells.items():
            if cell.row < STUCK_ROW or abs(now - cell.last) > STUCK_FOR:
                continue
            mine = [e for e in self.progress[pupil].events if _tells(e) and _key(e) == key]
            last = mine[-cell.row :]
            beliefs = self.believed(pupil, key)
            found.append(
                Stuck(
                    pupil,
                    topic_of(key),
                    cell.row,
                    last[-1].address or last[-1].where,
                    last[0].when,
                    says(beliefs[0]) if beliefs else "",
                )
            )
        return tuple(sorted(found, key=lambda one: (-one.row, one.since, one.pupil)))

    def teach_next(self) -> TeachNext | None:
        """The topic that most pupils miss who cannot do it yet; None where nobody misses any."""
        best: tuple[tuple[int, int], TeachNext] | None = None
        for topic in self.topics:
            column = self.column(topic.key)
            missing = sum(bool(cell.misses) and not cell.can for cell in column)
            if not missing:
                continue
            wrong = sum(cell.wrong for cell in column)
            refused = sum(cell.refused for cell in column)
            told = TeachNext(
                topic,
                sum(not cell.can for cell in column),
                len(column),
                sum(cell.right for cell in column),
                wrong,
                refused,
                sum(bool(self.believed(pupil, topic.key)) for pupil in self.pupils),
            )
            if best is None or (missing, wrong + refused) > best[0]:
                best = (missing, wrong + refused), told
        return best[1] if best else None

    # -- to take away
    # ---------------------------------------------------------------------

    def rows(self) -> Iterator[dict[str, object]]:
        """One row for each pupil and topic, with the columns of `COLUMNS`."""
        for pupil in self.pupils:
            for topic in self.topics:
                cell = self.cell(pupil, topic.key)
                values = (
                    pupil,
                    topic.key,
                    topic.title,
                    cell.state,
                    cell.right,
                    cell.wrong,
                    cell.refused,
                    " ".join(self.believed(pupil, topic.key)),
                    _moment(cell.last),
                )
                yield dict(zip(COLUMNS, values, strict=True))

    def csv(self) -> str:
        """The rows as the text of a CSV file."""
        written = io.StringIO()
        table = csv.DictWriter(written, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(self.rows())
        return written.getvalue()


def _tells(event: Event) -> bool:
    """Whether an event says something about a topic: an answer that counts, or a refused card."""
    return bool(event.rule or event.concept) and (event.counts or event.kind == "refused")


def _key(event: Event) -> str:
    return event.rule or event.concept


def _cell(progress: Progress, key: str, events: Sequence[Event]) -> TopicCell:
    row = 0
    for event in reversed(events):
        if event.right:
            break
        row += 1
    by_rule = any(event.rule for event in events)
    return TopicCell(
        progress.rule_state(key) if by_rule else progress.mastery(key),
        sum(bool(event.right) for event in events),
        sum(event.kind != "refused" and not event.right for event in events),
        sum(event.kind == "refused" for event in events),
        row,
        events[-1].when,
    )


def _counted(n: int, one: str) -> str:
    return f"{n} {one}" if n == 1 else f"{n} {one}s"


def _moment(when: float) -> str:
    return datetime.fromtimestamp(when, UTC).isoformat(timespec="seconds") if when else ""


@cache
def _rules() -> dict[str, tuple[str, tuple[str, ...]]]:
    """The title and the concepts of each rule of the catalogue."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for id in catalogue.games():
        for rule in catalogue.game(id).all_rules():
            found.setdefault(str(rule), (rule.title, tuple(rule.concepts)))
    return found


@cache
def topic_of(key: str) -> Topic:
    """The topic of a rule or a concept; one that is there no more keeps its id as a title."""
    title, concepts = _rules().get(key, ("", (key,)))
    lesson = next((taught()[concept] for concept in concepts if concept in taught()), "")
    if not title and key in concept_ids():
        title = str(concept(key)["title"])
    return Topic(key, title or key, lesson)
