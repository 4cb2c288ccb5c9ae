"""Which deal is the deal of a day: one game and one seed, the same for everybody, made from the date.

Knows dates and the order in which games take turns. Needs no server and no store: a date says
everything. Days begin at midnight UTC.

>>> from datetime import date
>>> deal = deal_of(date(2026, 11, 23))
>>> deal.game, deal.seed
('hearts', 20261123)
>>> written(deal.day)
'23 November 2026'
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from cardlab.engine.catalogue import games, tables
from cardlab.engine.words import shown

__all__ = [
    "FIRST",
    "ROTATION",
    "DailyDeal",
    "days_before",
    "deal_of",
    "read_day",
    "today",
    "written",
]

ROTATION = (
    "scotch-whist",
    "hearts",
    "kaiser",
    "gin-rummy",
    "oh-hell",
    "malilla",
    "euchre",
    "nap",
    "spades",
    "sum-run-set",
    "klaverjassen",
    "yaniv",
    "sixte",
    "skat",
)
"""The games that take turns, a day each: one deal of theirs tells something, and takes minutes."""
FIRST = date(2024, 1, 1)
"""The first day that has a deal."""
_EXAMPLE = "2026-11-23"


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """The deal of one day."""

    day: date
    game: str

    @property
    def seed(self) -> int:
        """The seed from which the cards are dealt: the digits of the date."""
        return self.day.year * 10_000 + self.day.month * 100 + self.day.day


def today() -> date:
    """Return the date now, by UTC."""
    return datetime.now(UTC).date()


def deal_of(day: date, game: str = "", playable: Collection[str] | None = None) -> DailyDeal:
    """Return the deal of a day: of a game, or of the one whose turn it is.

    playable: where not all games are; the next of the rotation that is there takes the turn. Raises
    ValueError if no game is there.
    """
    there = tables() if playable is None else playable
    if game:
        return DailyDeal(day, game)
    number = day.toordinal()
    turns = [ROTATION[(number + later) % len(ROTATION)] for later in range(len(ROTATION))]
    for name in [*turns, *(name for name in games() if name in there)]:
        if name in there:
            return DailyDeal(day, name)
    raise ValueError("No game is playable here, so there is no deal of the day.")


def read_day(text: str) -> date:
    """Return the day that a text such as 2026-11-23 names. Raises ValueError, with a sentence, for
    what is not a date, or a day that has no deal."""
    try:
        # a date and nothing else: Python also reads weeks, and texts without dashes
        day = datetime.strptime(text, "%Y-%m-%d").date() if len(text) == len(_EXAMPLE) else None
    except ValueError:
        day = None
    if day is None:
        raise ValueError(f"“{shown(text)}” is not a date. Write it like {_EXAMPLE}.")
    if day < FIRST:
        raise ValueError(f"The first deal of a day is that of {written(FIRST)}.")
    if day > today():
        raise ValueError(f"The deal of {written(day)} comes at midnight UTC on that day.")
    return day


def written(day: date) -> str:
    """A date as people write it: 23 November 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def days_before(day: date, most: int) -> list[date]:
    """The days before a day that have a deal, the latest first."""
    earlier = [day - timedelta(days=back) for back in range(1, most + 1)]
    return [one for one in earlier if one >= FIRST]


# not from the locale: every visitor reads the same page
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
