"""A learner's walks and events in the store, as a page keeps them: the keeper of whoever is
learning here.

Knows the store and its sentences; knows no lesson and no widget. A store that cannot be used stops
nobody: the sentence waits in `said`, what happened meanwhile is held in memory and written as soon
as the store answers again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from cardlab.lessons.progress import Event, Progress, Walked, catalogue
from cardlab.web.pages.who import asked

if TYPE_CHECKING:
    from cardlab.store import Learners

__all__ = ["StoreKeeper", "learner_keeper", "progress_of_learner"]

PATIENCE = 5.0
"""Seconds after a refusal until the store is asked again: a learner does not wait at every step
for a locked file."""
UNSAVED = "Until then this is not saved; the lesson goes on."


class StoreKeeper:
    """Keeps what one learner does; never raises.  said: why something is not on disk, or nothing.

    >>> from cardlab.store import Learners
    >>> kept = StoreKeeper("Anna", Learners("sqlite://"), clock=lambda: 5.0)
    >>> kept.note(("opened", "trump")); kept.save("trump", {"step": "watch"})
    >>> kept.load("trump"), kept.progress().state("trump", 6.0), kept.said
    ({'step': 'watch'}, 'seen', '')
    """

    def __init__(
        self, name: str, learners: Learners | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self.name = name
        self.said = ""
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
        """What the store answers, or something else, with the sentence in `said`."""
        from cardlab.store import StoreError

        if time.monotonic() < self._shut_until:
            return otherwise
        try:
            found = act()
        except StoreError as error:
            self.said = f"{error} {UNSAVED}"
            self._shut_until = time.monotonic() + PATIENCE
            return otherwise
        self.said = ""
        return found

    def load(self, concept: str) -> dict[str, Any] | None:
        """The walk as it was left; nothing when there is none, or when it cannot be read."""
        if concept in self._walks:
            return self._walks[concept][0]
        walked = self._ask(lambda: self.learners.walk(self.name, concept))
        return dict(walked.data) if walked is not None else None

    def save(self, concept: str, walk: Mapping[str, Any]) -> None:
        """Keep the walk as it stands."""
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
        """What follows from all that is kept and from what waits to be written."""
        kept = self._ask(lambda: self.learners.load(self.name))
        return Progress((*(kept.events if kept is not None else ()), *self._events), **catalogue())


def learner_keeper() -> StoreKeeper:
    """The keeper of whoever opened this page; what its address says and cannot be understood
    stands in `said`."""
    who = asked(os.environ)
    found = StoreKeeper(who.name)
    found.said = who.said
    return found


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
                kept = learners.load(name)
                events, walks = kept.events, {walk.lesson: walk for walk in kept.walks}
            known = stamp, Progress(events, walks=walks, **catalogue())
            if len(_known) >= MOST_KNOWN:
                _known.clear()
            _known[name] = known
        return known[1]
    except StoreError:
        # The page is there for readers too whose store is not: it shows them the beginning.
        return Progress((), **catalogue())
    finally:
        learners.close()
