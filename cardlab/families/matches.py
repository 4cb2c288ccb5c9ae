"""How deals become a match: races, agreed numbers of deals.  Knows standings, not cards.

Each end is a value with a ``law`` for the rule sheet and an ``outcome``; a game lists the ends that apply to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..game import Game, Option, Outcome
from ..rulings import Rule, law
from ..words import listed, some


def names(game: Game, ids: tuple[str, ...]) -> str:
    """The names of sides in a sentence."""
    return listed([side.name for side in game.sides if side.id in ids])


@dataclass(frozen=True)
class Race:
    """The match is won by the first side to reach a target; among several, by the one with most."""

    target: int

    @property
    def text(self) -> str:
        return f"to {self.target}"

    @cached_property
    def law(self) -> Rule:
        return law(
            "race", f"A race to {self.target}",
            f"The match ends after the deal in which a side reaches {self.target} points. If more than one has, the higher "
            f"score wins.",
            "score-keeping",
        )  # fmt: skip

    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        if max(standing.totals) < self.target:
            return None
        winners = game.leaders(standing)
        return Outcome(winners, f"{names(game, winners)} reached {self.target}")


@dataclass(frozen=True)
class RaceAtOnce(Race):
    """The same, but the match ends at the moment in which the target is reached.  The game ends the deal there."""

    @cached_property
    def law(self) -> Rule:
        return law(
            "race-at-once", f"First to {self.target}",
            f"Points count as they are made. The side that reaches {self.target} wins the match at once, in the midst of a deal.",
            "score-keeping", "counting-out",
        )  # fmt: skip


@dataclass(frozen=True)
class Deals:
    """The match ends after an agreed number of deals; most points win.  0: no such limit."""

    number: int
    concepts: tuple[str, ...] = ()
    low_wins: bool = False

    @property
    def text(self) -> str:
        return some(self.number, "deal") if self.number else ""

    @cached_property
    def law(self) -> Rule:
        return law(
            "agreed-deals", "An agreed number of deals",
            f"The match ends after {some(self.number, 'deal')}, void ones included. The {'low' if self.low_wins else 'high'}est "
            f"score wins; equal scores share the win."
            if self.number else "No number of deals is agreed: play on until the match is decided.",
            *self.concepts,
        )  # fmt: skip

    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        if not self.number or standing.deal <= self.number:
            return None
        winners = game.leaders(standing)
        lead = "share the lead" if len(winners) > 1 else "leads"
        return Outcome(winners, f"{names(game, winners)} {lead} after {self.number} {'deal' if self.number == 1 else 'deals'}")


def deals_option(default: int, text: str = "") -> Option:
    """The option ``deals`` of games whose match has no end of its own, or might not find it."""
    said = text or "How many deals make a match; 0 plays on without limit."
    return Option("deals", default, range(0, 201), said)
