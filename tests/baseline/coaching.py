"""What the coach says about cards of trick games, and why it is silent about others."""

from __future__ import annotations

import random
from typing import Any

from cardlab.families.tricks import Tricks
from cardlab.players.coach import CannotAdvise, coach
from cardlab.solver import CannotCompile, NotInTime, compiles, warm

from .playing import matches

CARDS = 50
DEALS, NODES = 6, 60_000
"""The fewest deals of which the coach speaks, and little search: where that is too little, the
sentence that says so is recorded."""


def record(id: str) -> dict[str, Any]:
    """Sentences by card; nothing for a game in which no card is played to a trick."""
    warm(wait=True)
    rng, found = random.Random(f"{id}, coach"), {}
    by_number = dict(enumerate(matches(id), 1))
    cards = [(number, ply) for number, match in by_number.items() for ply in played(match)]
    for number, ply in sorted(rng.sample(cards, min(CARDS, len(cards)))):
        match = by_number[number]
        card = str(match.entries[ply].move)
        found[f"match {number}, ply {ply}"] = {"card": card, "said": said(match, ply)}
    return {"solver": compiles(id), "cards": found}


def played(match: Any) -> list[int]:
    """The plies at which a card was played to a trick."""
    return [
        ply
        for ply, (seat, move) in enumerate(match.entries)
        if seat is not None
        and move.card is not None
        and isinstance(match.state_at(ply).phase, Tricks)
    ]


def said(match: Any, ply: int) -> list[str]:
    try:
        return str(coach(match, ply, deals=DEALS, nodes=NODES)).splitlines()
    except (CannotAdvise, CannotCompile, NotInTime) as silent:
        return [f"{type(silent).__name__}: {silent}"]
