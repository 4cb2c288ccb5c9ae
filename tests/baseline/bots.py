"""The moves of bots in a few deals, with the reason of each, and hands that they could imagine.

Bots think as long as they are told to in counted work, so that every machine records the same; here
that is little, so that all games take minutes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import cardlab
from cardlab.players import Effort, bot
from cardlab.solver import warm

from .playing import plain

DEALS = {"simple": 4, "sensible": 3}
DECISIONS = {"simple": 120, "sensible": 30}
"""Choices between several moves in a deal, at most; moves that are the only ones are not counted."""
MOST_MOVES = 400
EFFORT = Effort(deals=2, nodes=100_000, cards=1_000)
IMAGINED_EVERY = 15


def record(id: str) -> dict[str, Any]:
    warm(wait=True)
    return {
        f"{name} bots": {f"deal {seed}": deal(id, name, seed) for seed in range(1, number + 1)}
        for name, number in DEALS.items()
    }


def deal(id: str, name: str, seed: int) -> dict[str, Any]:
    """A deal that bots of a name play among themselves: every choice, and what it came to."""
    match = cardlab.game(id).match(seed=seed)
    bots = [bot(name, seed=seed * 100 + seat, effort=EFFORT) for seat in range(match.game.players)]
    return {"choices": [*choices(match, bots, DECISIONS[name])], "lines": plain(match.lines)}


def choices(match: Any, bots: list[Any], most: int) -> Iterator[dict[str, Any]]:
    """Let the bots play; yields what was chosen where there was a choice."""
    number = match.state.standing.deal
    for _ in range(MOST_MOVES):
        if match.over or match.state.standing.deal != number or not most:
            return
        seat = next_seat(match)
        view = match.seat_view(seat)
        open_moves = view.legal_moves()
        choice = bots[view.viewer].explain(view)
        if len(open_moves) > 1:
            most -= 1
            said = {"seat": match.names[seat], "move": str(choice.move), "why": choice.why.say()}
            yield said | ({} if most % IMAGINED_EVERY else {"imagined": imagined(view, most)})
        match.play(choice.move, seat)


def next_seat(match: Any) -> int:
    """Who moves next; where several may, each in turn."""
    movers = match.state.phase.movers(match.state) or (match.to_move,)
    able = [seat for seat in movers if match.legal_moves(seat)]
    return int(able[match.ply % len(able)])


def imagined(view: Any, seed: int) -> Any:
    """The hands of a deal that fits what a seat sees."""
    return plain(view.imagined(random.Random(seed)).hands)
