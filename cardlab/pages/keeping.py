"""Where a learner's walk through a lesson is kept between two visits.

Knows the shape of a keeper and one that remembers as long as the kernel lives; whoever has a store puts another one
in its place with `set_keeper`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

__all__ = ["Keeper", "MemoryKeeper", "keeper", "set_keeper"]


class Keeper(Protocol):
    """What a page asks of a store."""

    def load(self, concept: str) -> dict[str, Any] | None:
        """The walk as it was left, or None."""

    def save(self, concept: str, walk: Mapping[str, Any]) -> None:
        """Keep the walk as it stands."""

    def note(self, event: Any) -> None:
        """One thing that the learner did: an answer, a finished step."""


class MemoryKeeper:
    """Remembers until the kernel ends.

    >>> kept = MemoryKeeper()
    >>> kept.save("trump", {"step": "watch"})
    >>> kept.load("trump"), kept.load("meld")
    ({'step': 'watch'}, None)
    """

    def __init__(self) -> None:
        self.walks: dict[str, dict[str, Any]] = {}
        self.events: list[Any] = []

    def load(self, concept: str) -> dict[str, Any] | None:
        return self.walks.get(concept)

    def save(self, concept: str, walk: Mapping[str, Any]) -> None:
        self.walks[concept] = dict(walk)

    def note(self, event: Any) -> None:
        self.events.append(event)


_kept: list[Keeper] = []


def set_keeper(other: Keeper | None) -> None:
    """From now on pages keep walks there; None goes back to a fresh memory."""
    _kept[:] = [other] if other is not None else []


def keeper() -> Keeper:
    """The keeper in force."""
    if not _kept:
        _kept.append(MemoryKeeper())
    return _kept[0]
