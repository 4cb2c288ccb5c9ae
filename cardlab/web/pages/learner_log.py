"""What a learner does at the pages, and where it is saved: walks through lessons, and events.

A page of the server saves it in the store; elsewhere it is remembered as long as the kernel lives,
unless `set_learner_log` says otherwise. Knows the store and its sentences; knows no lesson and no
widget. A store that cannot be used stops nobody: the sentence waits in `trouble`, and what happens
meanwhile is held in memory and written as soon as the store answers again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from cardlab.lessons.progress import Event, Progress, Walked
from cardlab.lessons.sharing import shared
from cardlab.web.pages.learner_name import current_learner, told_by_server

if TYPE_CHECKING:
    from cardlab.store import Learners

__all__ = [
    "LearnerLog",
    "MemoryLog",
    "StoreLog",
    "learner_log",
    "progress_of_learner",
    "set_learner_log",
]

PATIENCE = 5.0
"""Seconds after a refusal until the store is asked again: a learner does not wait at every step
for a locked file."""
UNSAVED = "Until then this is not saved; the lesson goes on."


class LearnerLog(Protocol):
    """What a page asks of a log."""

    def load(self, concept: str) -> dict[str, Any] | None:
        """The walk as it was left, or None."""

    def save(self, concept: str, walk: Mapping[str, Any]) -> None:
        """Save the walk as it stands."""

    def note(self, event: Any) -> None:
        """One thing that the learner did: an answer, a finished step."""

    def flush(self) -> None:
        """See to it that what was noted is saved."""

    @property
    def name(self) -> str:
        """The learner's name; nothing where nobody has given one."""

    @property
    def trouble(self) -> str:
        """Why something could not be saved, in a sentence; or nothing."""

    def progress(self) -> Progress:
        """What the learner has met and can do."""


class MemoryLog:
    """Remembers until the kernel ends.

    >>> log = MemoryLog()
    >>> log.save("trump", {"step": "watch"})
    >>> log.load("trump"), log.load("meld")
    ({'step': 'watch'}, None)
    """

    trouble = name = ""

    def __init__(self) -> None:
        self.walks: dict[str, dict[str, Any]] = {}
        self.events: list[Any] = []

    def load(self, concept: str) -> dict[str, Any] | None:
        return self.walks.get(concept)

    def save(self, concept: str, walk: Mapping[str, Any]) -> None:
        self.walks[concept] = dict(walk)

    def note(self, event: Any) -> None:
        self.events.append(event)

    def flush(self) -> None:
        """There is nothing to be written."""

    def progress(self) -> Progress:
        now = time.time()
        events = [
            e if isinstance(e, Event) else Event.of(now, e)
            for e in self.events
            if isinstance(e, (tuple, Event))
        ]
        return Progress(events, **shared())


class StoreLog:
    """Saves what one learner does; never raises.  trouble: why something is not on disk, or nothing.

    >>> from cardlab.store import Learners
    >>> log = StoreLog("Anna", Learners("sqlite://"), clock=lambda: 5.0)
    >>> log.note(("opened", "trump")); log.save("trump", {"step": "watch"})
    >>> log.load("trump"), log.progress().state("trump", 6.0), log.trouble
    ({'step': 'watch'}, 'seen', '')
    """

    def __init__(
        self, name: str, learners: Learners | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.name = name
        self.trouble = ""
        self._learners = learners
        self._clock = clock
        self._events: list[Event] = []
        self._walks: dict[str, tuple[dict[str, Any], float]] = {}
        self._shut_until = 0.0

    @property
    def learners(self) -> Learners:
        if self._learners is None:
            from cardlab.store import Learners

            self._learners = Learners()
        return self._learners

    def _ask(self, act: Callable[[], Any], otherwise: Any = None) -> Any:
        """What the store answers, or something else, with the sentence in `trouble`."""
        from cardlab.store import StoreError

        if time.monotonic() < self._shut_until:
            return otherwise
        try:
            answer = act()
        except StoreError as error:
            self.trouble = f"{error} {UNSAVED}"
            self._shut_until = time.monotonic() + PATIENCE
            return otherwise
        self.trouble = ""
        return answer

    def load(self, concept: str) -> dict[str, Any] | None:
        """The walk as it was left; nothing when there is none, or when it cannot be read."""
        if concept in self._walks:
            return self._walks[concept][0]
        walked = self._ask(lambda: self.learners.walk(self.name, concept))
        return dict(walked.data) if walked is not None else None

    def save(self, concept: str, walk: Mapping[str, Any]) -> None:
        """Save the walk as it stands."""
        self._walks[concept] = dict(walk), self._clock()
        self._flush()

    def note(self, event: Any) -> None:
        """One thing that happened: an `Event`, or what a walk tells."""
        self._events.append(event if isinstance(event, Event) else Event.of(self._clock(), event))

    def flush(self) -> None:
        """Write what was noted, as far as the store lets."""
        if self._events or self._walks:
            self._flush()

    def _flush(self) -> None:
        def write() -> None:
            if self._events:
                self.learners.append(self.name, self._events)
                self._events = []
            for concept, (data, when) in list(self._walks.items()):
                self.learners.save_walk(
                    self.name, concept, str(data.get("step") or "begun"), data, when
                )
                del self._walks[concept]

        self._ask(write)

    def progress(self) -> Progress:
        """What follows from all that is saved and from what waits to be written."""
        saved = self._ask(lambda: self.learners.load(self.name))
        events = saved.events if saved is not None else ()
        return Progress((*events, *self._events), **shared())


_in_force: list[LearnerLog] = []


def set_learner_log(log: LearnerLog | None) -> None:
    """From now on pages write there; None goes back to the usual one, fresh."""
    _in_force[:] = [log] if log is not None else []


def learner_log() -> LearnerLog:
    """Return the log in force: that of whoever opened this page."""
    if not _in_force:
        # A notebook may be read by anybody at any place; it writes nothing down without being asked
        # to, and neither does a server that does not say who the visitor is.
        known = told_by_server(os.environ)
        _in_force.append(StoreLog(current_learner(os.environ)) if known else MemoryLog())
    return _in_force[0]


_known: dict[str, tuple[Any, Progress]] = {}
MOST_KNOWN = 200


def progress_of_learner(name: str) -> Progress:
    """The progress of a learner, computed again only when something was noted; nothing if the
    store cannot say."""
    from cardlab.store import Learners, StoreError

    learners = Learners()
    try:
        stamp = learners.stamp(name)
        known = _known.get(name)
        if known is None or known[0] != stamp:
            walks: dict[str, Walked] = {}
            events: tuple[Event, ...] = ()
            if stamp is not None:
                saved = learners.load(name)
                events, walks = saved.events, {walk.lesson: walk for walk in saved.walks}
            known = stamp, Progress(events, walks=walks, **shared())
            if len(_known) >= MOST_KNOWN:
                _known.clear()
            _known[name] = known
        return known[1]
    except StoreError:
        # The page is there for readers too whose store is not: it shows them the beginning.
        return Progress((), **shared())
    finally:
        learners.close()
