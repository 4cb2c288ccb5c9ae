"""What of the book is here: of each of the 127 entries of its table of contents, whether it can be
played, whether games that are here play by it, or what is known of why it is not here.

Knows the table of contents, which option of a game or which format is meant by an entry, and which
rules were never published. Knows no lesson.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from cardlab.concepts.curriculum import BookEntry, contents, game_entries, load, users
from cardlab.engine.catalogue import games

__all__ = ["Coverage", "CoveredEntry", "coverage"]

Here = Literal["matter", "game", "option", "format", "concept", "not published", "missing"]
SAYS: dict[Here, str] = {
    "matter": "is about the book itself",
    "game": "can be played",
    "option": "can be played as an option of a game",
    "format": "is a format for any game",
    "concept": "is what games that are here are made of",
    "not published": "has rules that are not published",
    "missing": "is not here yet",
}


@dataclass(frozen=True)
class CoveredEntry:
    """An entry of the contents, and what of it is here.

    by: the games, or the format, a class of `cardlab.families.leagues` or
    `cardlab.families.schedules` and how one is made; of a concept, the games
    that use it.
    """

    entry: BookEntry
    here: Here
    by: tuple[str, ...] = ()

    def __str__(self) -> str:
        through = f": {', '.join(self.by[:3])}{', …' if self.by[3:] else ''}" if self.by else ""
        return f"p. {self.entry.page}  {self.entry.title} {SAYS[self.here]}{through}"


@dataclass(frozen=True)
class Coverage:
    """All entries, in the book's order."""

    entries: tuple[CoveredEntry, ...]

    @property
    def counts(self) -> dict[Here, int]:
        """How many entries there are of each sort."""
        found = Counter(covered.here for covered in self.entries)
        return {here: found[here] for here in SAYS if found[here]}

    def of(self, here: Here) -> tuple[CoveredEntry, ...]:
        """The entries of one sort."""
        return tuple(covered for covered in self.entries if covered.here == here)

    def __str__(self) -> str:
        return "\n".join(f"{many:>4}  {SAYS[here]}" for here, many in self.counts.items())


def coverage() -> Coverage:
    """Return what of the book's table of contents is here.

    >>> found = coverage()
    >>> len(found.entries), found.counts["not published"]
    (127, 14)
    >>> print(found.of("option")[-2])
    p. 107  Fixed partnerships (Sum-Run-Set) can be played as an option of a game: sum-run-set
    """
    return Coverage(tuple(map(_covered, contents())))


@cache
def unpublished() -> frozenset[str]:
    """The games whose rules were never published.

    >>> "bigwig" in unpublished()
    True
    """
    return frozenset(entry["id"] for entry in game_entries() if not entry.get("published", True))


def _covered(entry: BookEntry) -> CoveredEntry:
    if entry.kind == "matter":
        return CoveredEntry(entry, "matter")
    forms: dict[str, Any] = load("forms.json")
    if {entry.id, entry.parent} & unpublished() or entry.id in forms["not published"]:
        return CoveredEntry(entry, "not published")
    if entry.id in games():
        return CoveredEntry(entry, "game", (entry.id,))
    if entry.id in forms["formats"]:
        return CoveredEntry(entry, "format", (forms["formats"][entry.id],))
    option = forms["options"].get(entry.id)
    if option and option["game"] in games():
        return CoveredEntry(entry, "option", (option["game"],))
    return _concept(entry) if entry.kind == "concept" else CoveredEntry(entry, "missing")


def _concept(entry: BookEntry) -> CoveredEntry:
    """A section of the book is here as soon as a game is here that plays by what it explains."""
    of_section = [
        concept["id"]
        for concept in load("concepts.json")
        if entry.id in (concept["book_section"], *concept.get("also_sections", ()))
    ]
    users_here = {game for id in of_section for game in users(id)} & {*games()}
    return CoveredEntry(entry, "concept" if users_here else "missing", tuple(sorted(users_here)))
