"""Where a learner's walk through a lesson is kept between two visits.

Knows the shape of a keeper, and which is in force: on a page of the server the store's (`kept.py`),
elsewhere one that remembers as long as the kernel lives. `set_keeper` puts another one in its
place.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cardlab.lessons.progress import Progress

__all__ = ["Keeper", "MemoryKeeper", "keeper", "set_keeper"]


class Keeper(Protocol):
    """What a page asks of a store."""

    def load(self, concept: str) -> dict[str, Any] | None:
        """The walk as it was left, or None."""

    def save(self, concept: str, walk: Mapping[str, Any]) -> None:
        """Keep the walk as it stands."""

    def note(self, event: Any) -> None:
        """One thing that the learner did: an answer, a finished step."""

    def flush(self) -> None:
        """See to it that what was noted is kept."""

    @property
    def name(self) -> str:
        """The learner's name; nothing where nobody has given one."""

    @property
    def said(self) -> str:
        """Why something could not be kept, in a sentence; or nothing."""

    def progress(self) -> Progress:
        """What the learner has met and can do."""


class MemoryKeeper:
    """Remembers until the kernel ends.

    >>> kept = MemoryKeeper()
    >>> kept.save("trump", {"step": "watch"})
    >>> kept.load("trump"), kept.load("meld")
    ({'step': 'watch'}, None)
    """

    said = name = ""

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
        """It is kept already."""

    def progress(self) -> Progress:
        from cardlab.lessons.progress import Event, Progress, catalogue

        now = time.time()
        found = [
            e if isinstance(e, Event) else Event.of(now, e)
            for e in self.events
            if isinstance(e, (tuple, Event))
        ]
        return Progress(found, **catalogue())


_kept: list[Keeper] = []


def set_keeper(other: Keeper | None) -> None:
    """From now on pages keep walks there; None goes back to the usual one, fresh."""
    _kept[:] = [other] if other is not None else []


def keeper() -> Keeper:
    """The keeper in force."""
    if not _kept:
        if os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
            from cardlab.web.pages.kept import learner_keeper

            _kept.append(learner_keeper())
        else:
            # A notebook may be read by anybody at any place; it writes nothing down without being
            # asked to.
            _kept.append(MemoryKeeper())
    return _kept[0]
