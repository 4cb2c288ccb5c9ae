"""What answers prove: from which day on somebody has seen a thing, can do it, or is sure of it.

Knows days, right and wrong, and how often a guess is right. Knows no concept, no game and no store.
A right answer proves little by itself, because it may be a guess. So three things are asked: right
answers without hints on several days; together more than guessing would bring; and given by
somebody who does not guess elsewhere at the time.

>>> evidence = Evidence()
>>> for day in (0, 1, 2):
...     evidence.add(day * DAY, True, 1 / 4)
>>> evidence.shows, evidence.sentence
('can-do', 'Right on three different days. Right again after a week makes it “sure”.')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log2

from cardlab.engine.words import number, some

__all__ = ["DAY", "GAME_BITS", "Evidence", "Guessing"]

DAY = 86_400.0
APART = 0.5 * DAY
"""An answer so long after the first of a day belongs to another day: the clock on the wall would
count an evening over midnight as two."""
UNSAID = 1 / 4
"""How often a guess is right where an answer does not say it: one of four choices."""
KNOWS = 0.9
"""How often somebody is right who can do a thing."""
TRIES = 0.7
"""How often somebody is right who does not guess, over everything that is asked."""
WINDOW = 30
"""The answers by which it is judged whether somebody guesses."""
GOOD_DAYS, LAST_DAYS = 3, 4
"""So many of the last so many days must have gone well."""
BITS, GAME_BITS = 5.5, 9.0
"""By how much the answers of these days must speak against guessing, as a power of two: on one
concept, and in one game, in which more is answered."""
DOUBT = 1.2
"""What the last answers must have against guessing before a right one counts."""
SURE_DAYS = 5
WEEK = 7 * DAY
"""The rest after which a good day shows that a thing has stayed."""


def weight(right: bool, chance: float, knows: float) -> float:
    """By how much an answer speaks for knowing and against guessing, as a power of two.

    >>> round(weight(True, 0.25, 0.9), 2), round(weight(False, 0.25, 0.9), 2)
    (1.85, -2.91)
    """
    guess = min(0.95, max(0.01, chance or UNSAID))
    return log2(knows / guess) if right else log2((1 - knows) / (1 - guess))


@dataclass(slots=True)
class Guessing:
    """Whether somebody guesses, by the last answers to whatever was asked."""

    weights: list[float] = field(default_factory=list)

    def heard(self, right: bool, chance: float) -> bool:
        """Take one more answer; whether these answers are better than guesses."""
        self.weights = [*self.weights[1 - WINDOW :], weight(right, chance, TRIES)]
        return sum(self.weights) > DOUBT


@dataclass(slots=True)
class _Day:
    """The answers of one day. good: right ones that count; wrong: those that were not right."""

    begins: float
    good: int = 0
    wrong: int = 0
    bits: float = 0.0
    rested: bool = False
    """Whether the day before it was at least a week earlier."""

    @property
    def went_well(self) -> bool:
        return self.good > 0 and self.good >= 3 * self.wrong


@dataclass(slots=True)
class Evidence:
    """The answers on one concept, or in one game, by days; they come in the order of time."""

    needs: float = BITS
    days: list[_Day] = field(default_factory=list)

    def add(self, when: float, right: bool, chance: float, *, counts: bool = True) -> None:
        """One answer. counts: whether a right one proves anything: it was given without a hint, by
        somebody who does not guess."""
        if not self.days or when - self.days[-1].begins >= APART:
            rested = bool(self.days) and when - self.days[-1].begins >= WEEK
            self.days.append(_Day(when, rested=rested))
        day = self.days[-1]
        if not right:
            day.wrong += 1
        elif counts:
            day.good += 1
        if counts or not right:
            day.bits += weight(right, chance, KNOWS)

    @property
    def good_days(self) -> int:
        """How many of the last days went well."""
        return sum(day.went_well for day in self.days[-LAST_DAYS:])

    @property
    def shows(self) -> str:
        """seen, can-do or sure."""
        bits = sum(day.bits for day in self.days[-LAST_DAYS:])
        if self.good_days < GOOD_DAYS or bits < self.needs:
            return "seen"
        well = [day for day in self.days if day.went_well]
        rested = any(day.rested for day in well)
        return "sure" if rested and len(well) >= SURE_DAYS else "can-do"

    @property
    def sentence(self) -> str:
        """What this rests on, and what is lacking for the next state."""
        well = sum(day.went_well for day in self.days)
        days = "one day" if well == 1 else f"{number(well)} different days"
        state = self.shows
        if state == "sure":
            return f"Right on {days}, once after a week's rest."
        if state == "can-do":
            return f"Right on {days}. Right again after a week makes it “sure”."
        lacking = max(1, GOOD_DAYS - self.good_days)
        if not well:
            return f"Right on {number(GOOD_DAYS)} different days makes it “can do”."
        return f"Right on {days}. Right on {some(lacking, 'more day')} makes it “can do”."
