"""The bots at shared tables: when one moves, and what it does when it fails.

Knows the view of one seat and the clock; knows no store and no socket. A bot gets the view of the
seat that it plays and nothing else, and always takes the same time, so that nobody reads from a
pause what it thought about.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from cardlab.engine.game import Phase
from cardlab.engine.match import Match
from cardlab.players import bot
from cardlab.web.addresses import PACE
from cardlab.web.pages.pacing import times_of
from cardlab.web.pages.trick_ends import trick_ended

__all__ = ["bot_choice", "pause_before"]

_log = logging.getLogger("cardlab.web.classes")

STRENGTH = "simple"
THINKING = 0.1
"""Seconds that a bot may think: it shares the server's processor with all other tables."""
HANGS = 5.0
"""Seconds after which a bot that has not answered is not waited for."""


def pause_before(match: Match) -> float:
    """The seconds that a bot waits before it moves: a finished trick is to be seen first."""
    times = times_of(PACE)
    if trick_ended(match, match.ply) is not None:
        return times.trick + times.card
    return times.call if _is_call(match.state.phase) else times.card


def _is_call(phase: Phase) -> bool:
    return bool(phase.bids) or phase.names_trumps


async def bot_choice(view: Any) -> str:
    """A bot's move on the view of its seat; a simple legal one where the bot fails or hangs."""
    try:
        return await asyncio.wait_for(asyncio.to_thread(_choose, view), HANGS)
    except Exception:
        _log.exception("a bot failed at a shared table; the first legal move was made")
        return str(view.legal_moves()[0])


def _choose(view: Any) -> str:
    return str(bot(STRENGTH, ceiling=THINKING).choose(view))
