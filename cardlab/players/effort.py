"""How much a bot may think about one decision, in counted work: the same on every machine.

Knows numbers and the clock of a ceiling.  Knows no bot and no game.

>>> effort_of("strong:64")
Effort(deals=64, nodes=64000000, cards=96000)
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass

from cardlab.engine.words import listed, quoted

__all__ = ["EFFORTS", "Effort", "ceiling_of", "effort_of"]


@dataclass(frozen=True)
class Effort:
    """How much a bot may think about one decision, in counted work.

    deals: how many deals it imagines, or more where they are played out and over quickly; nodes:
    positions that the solver may search, in all of these deals together; cards: cards that are
    played out by rules of thumb.  Raises ValueError for a number below 1.

    >>> Effort(deals=64)
    Effort(deals=64, nodes=32000000, cards=48000)
    """

    deals: int = 32
    nodes: int = 32_000_000
    cards: int = 48_000

    def __post_init__(self) -> None:
        for name, number in vars(self).items():
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                raise ValueError(f"{name}={number!r} is not possible; give a whole number above 0")

    def scaled(self, deals: int) -> Effort:
        """The effort of so many deals; nodes and cards grow or shrink with them."""
        share = deals / self.deals
        return Effort(deals, max(1, int(self.nodes * share)), max(1, int(self.cards * share)))

    def cards_of(self, usual: int) -> int:
        """How many cards may be played out where a bot of the usual efforts plays so many."""
        return min(self.cards, usual * max(1, self.cards // EFFORTS["strong"].cards))


EFFORTS = {"sensible": Effort(4, 8_000_000, 12_000), "strong": Effort()}
"""How much the bots that imagine deals think.  Positions are more than nearly every decision was
seen to need: of 32 deals the first card of Malilla took 31 million and once more than 40, of Solo
Whist 28, of Klaverjassen 21, of Whist 15 and of Bridge 7.  So they cut little and bound the worst."""


def effort_of(name: str) -> Effort | None:
    """The effort that a bot's name carries: "strong" has its own, and "strong:64" one of 64 deals;
    None for any other name.  Raises ValueError for a number where none can stand."""
    kind, colon, number = name.partition(":")
    if not colon or not number.strip().lstrip("-").isdecimal():
        return EFFORTS.get(name)
    if kind not in EFFORTS:
        raise ValueError(
            f"the bot {quoted(name)} cannot have a number: only {listed([*EFFORTS])} bots imagine"
            " deals, as in strong:64"
        )
    if int(number) < 1:
        raise ValueError(f"the bot {quoted(name)} needs a deal at least, as in {kind}:64")
    return EFFORTS[kind].scaled(int(number))


def ceiling_of(ceiling: float | None, old: Mapping[str, float | None]) -> float | None:
    """The ceiling, or for one more release what was given as `seconds`, with a warning.  Raises
    TypeError for any other keyword."""
    if unknown := [name for name in old if name != "seconds"]:
        raise TypeError(f"a bot takes no {unknown[0]}=; it takes seed, effort and ceiling")
    if "seconds" in old:
        seconds = old["seconds"]
        warnings.warn(
            f"seconds is a ceiling now: ceiling={seconds}; strength is set by effort",
            FutureWarning,
            stacklevel=3,
        )
        ceiling = seconds
    if ceiling is not None and not ceiling >= 0:
        raise ValueError(f"ceiling={ceiling!r} is not possible; give seconds, or None for none")
    return ceiling
