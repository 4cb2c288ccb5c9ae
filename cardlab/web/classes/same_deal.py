"""Tables of a class at which the same deals are played: which belong together, and what of a deal
may be shown.

Knows tables, their plays, and who sat where; knows no page. A deal is shut to everybody but its players
until it is over at each of its tables at which somebody sits, because what one table has shown would
tell another what lies hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardlab.engine.match import Match
from cardlab.store import ClassTable
from cardlab.web.classes.hall import Hall
from cardlab.web.classes.play import TablePlay

__all__ = [
    "KNOWS",
    "DealSet",
    "Playing",
    "deals_ended",
    "knows_another_hand",
    "set_of",
    "sets_of",
    "still_played",
]

KNOWS = (
    "The same deals were seen from another seat, so this one would know what lies hidden. Only the"
    " seat from before can be taken again."
)

Playing = tuple[ClassTable, TablePlay]
"""A table whose game is here."""


@dataclass(frozen=True)
class DealSet:
    """Tables at which the same deals are played. number: of the first of them."""

    id: str
    tables: tuple[Playing, ...]

    @property
    def number(self) -> int:
        return self.tables[0][0].number

    @property
    def title(self) -> str:
        return self.tables[0][1].match.game.title


def set_of(table: ClassTable) -> str:
    """The id of a table's set; a table that shares its deals with no other is its own."""
    return str(table.head.get("set") or table.id)


def sets_of(tables: Iterable[tuple[ClassTable, TablePlay | None]]) -> tuple[DealSet, ...]:
    """The sets of at least two tables, the newest first."""
    found: dict[str, list[Playing]] = {}
    for table, play in tables:
        if play is not None:
            found.setdefault(set_of(table), []).append((table, play))
    sets = [DealSet(id, tuple(of)) for id, of in found.items() if len(of) > 1]
    return tuple(sorted(sets, key=lambda one: -one.number))


def knows_another_hand(hall: Hall, table: ClassTable, member_id: str, seat: int) -> bool:
    """Whether a member has sat at another place at which the same deals are played, and so has seen
    what lies hidden here.  Raises StoreError."""
    if "set" not in table.head:
        return False
    tables = hall.tables.of_class(table.class_id)
    together = [one.id for one in tables if set_of(one) == set_of(table)]
    return bool(hall.tables.sat_at(together, member_id) - {(table.id, seat)})


def deals_ended(match: Match) -> int:
    """How many deals of a match are over."""
    return len(match.ends)


def still_played(together: Sequence[Playing], deal: int) -> tuple[int, ...]:
    """The tables of a set, by number, at which people have not ended a deal yet.

    deal: which of the match, from 1.
    """
    return tuple(
        table.number
        for table, play in together
        if play.holders and not play.match.over and deals_ended(play.match) < deal
    )
