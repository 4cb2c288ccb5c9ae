"""The page of a match that somebody else holds: its table is shown and followed, and nothing is done.

Knows the store, and what everybody at a table may see. It never writes: whatever is tried here is
answered with one sentence, and the holder's page does not notice it. Whoever has only the link sees
neither a hand nor the seed, from which all hands follow.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from cardlab.engine.match import Match
from cardlab.store import MatchStore, SavedMatch, StoreError
from cardlab.web.addresses import PACE, GameAddress, site_base
from cardlab.web.pages.pacing import times_of
from cardlab.web.pages.public_table import onlooker_view
from cardlab.web.widgets import TableWidget
from cardlab.web.widgets.table import trouble_sentence

__all__ = ["WATCHED", "Onlooker", "match_of_another"]

_log = logging.getLogger("cardlab.web.pages")

WATCHED = "This match belongs to another browser: you can watch it."
LOOK = 2.0
"""Seconds until the store is asked again what has happened in the match."""
SILENCE = 5.0
"""Seconds without a sign of life from the browser after which nothing is asked."""


def match_of_another(store: MatchStore, address: GameAddress) -> SavedMatch | None:
    """Return the match of an address, if there is one of this game that somebody else holds."""
    if address.match is None:
        return None
    try:
        saved = store.load(address.match)
    except StoreError:
        return None  # whoever opens the table hears why
    return None if saved.mine or saved.record.get("game") != address.game else saved


class Onlooker:
    """Ties a match of another to a widget."""

    def __init__(self, store: MatchStore, saved: SavedMatch, widget: TableWidget) -> None:
        self.store = store
        self.saved = saved
        self.widget = widget
        self._task: asyncio.Task[None] | None = None
        widget.observe(self._refuse, ["pick", "command"])
        self.show(saved.replay())
        try:
            # the loop itself holds tasks only weakly
            self._task = asyncio.get_running_loop().create_task(self._follow())
        except RuntimeError:
            pass  # a plain script has no clock: it sees the match as it is now

    def show(self, match: Match) -> None:
        """Send the table as everybody may see it, at the score where the holder still looks at
        it."""
        held = self.saved.held
        ply = match.ply if held is None else min(held, match.ply)
        own = GameAddress(self.saved.record["game"], options=dict(match.game.chosen))
        chrome = {
            "watching": WATCHED,
            "own": own.url(site_base()),
            "mode": "show",
            "times": times_of(PACE).milliseconds(),
            "timeline": {"ply": ply, "length": match.ply, "marks": []},
            "live": True,
        }
        self.widget.show(onlooker_view(match, ply), chrome)

    def _refuse(self, change: Any) -> None:
        self.widget.draw(None, f"{WATCHED} Only its holder plays in it.", None)

    async def _follow(self) -> None:
        """Show what has happened, as long as somebody looks."""
        try:
            while True:
                await asyncio.sleep(LOOK)
                seen = self.widget.last_ping
                if seen is not None and time.monotonic() - seen < SILENCE:
                    await self.look()
        except Exception as error:
            _log.error("a page could not follow a match", exc_info=error)
            self.widget.error = trouble_sentence(error)

    async def look(self) -> None:
        """Ask the store once, and draw the table if it has changed."""
        try:
            saved = await asyncio.to_thread(self.store.load, self.saved.id)
        except StoreError:
            return  # it will answer again
        if (saved.record, saved.held) != (self.saved.record, self.saved.held):
            match = await asyncio.to_thread(saved.replay)
            self.saved = saved
            self.show(match)
