"""The page of one game: a `Session` tied to a `TableWidget`, and the clock of the bots.

Knows widgets and the event loop of the kernel; decides nothing. Whatever goes wrong in a callback
ends as a sentence under the table, because an exception in a callback of a comm is seen by nobody.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class, games
from cardlab.web.addresses import GameAddress, LabAddress, page_query, site_base
from cardlab.web.pages.coaching import answers
from cardlab.web.pages.session import Session
from cardlab.web.widgets import TableWidget

__all__ = ["Page", "RuleSheet", "play"]

_log = logging.getLogger("cardlab.web.pages")

SILENCE = 5.0
"""Seconds without a sign of life from the browser after which nothing is pushed: an idle kernel
can be freed."""
GRACE = 15.0
"""Seconds that a new page has to show its first sign of life."""
FRAME = 0.12
"""At pace 0 the table is drawn this often, not at every move."""


class Page:
    """Ties a session to a widget: traits in, snapshots out, bots in between."""

    def __init__(self, session: Session, widget: Any) -> None:
        self.session = session
        self.widget = widget
        self._heard = time.monotonic() + GRACE - SILENCE
        self._shown = 0.0
        self._task: asyncio.Task[None] | None = None
        self._coach: asyncio.Task[None] | None = None
        self._games = [[name, game_class(name).title] for name in games()]
        widget.observe(self._on_pick, "pick")
        widget.observe(self._on_command, "command")
        widget.observe(self._on_ping, "ping")
        self.show()
        self.wake()

    # -- out
    # ---------------------------------------------------------------------

    def show(self) -> None:
        """Send what the session shows, as one update and one redraw."""
        snap = self.session.snapshot()
        chrome = {**snap.chrome, "games": self._games}
        if snap.chrome["match_id"] and "ply" in snap.chrome["coach"]:
            moment = {"match": snap.chrome["match_id"], "at": snap.chrome["coach"]["ply"]}
            analysis = LabAddress("analysis", self.session.game_id, moment)
            chrome["coach"] = {**snap.chrome["coach"], "href": analysis.url(site_base())}
        self.widget.show(snap.view, chrome, snap.bubble, snap.error, snap.link)
        self._shown = time.monotonic()

    # -- in
    # ---------------------------------------------------------------------

    def _on_pick(self, change: Any) -> None:
        sent = change["new"] or {}
        self._answer(lambda: self.session.pick(str(sent.get("move", ""))))

    def _on_command(self, change: Any) -> None:
        sent = change["new"] or {}
        self._answer(lambda: self.session.command(str(sent.get("name", "")), sent))

    def _on_ping(self, change: Any) -> None:
        # The widget itself sends the answer; here it only counts that somebody is there.
        self._heard = time.monotonic()

    def _answer(self, act: Any) -> None:
        self._heard = time.monotonic()
        try:
            act()
            self.show()
        except Exception as trouble:
            self._trouble(trouble)
        self.wake()

    def _trouble(self, trouble: Exception) -> None:
        _log.exception("a page could not answer")
        self.widget.error = (
            f"Something in cardlab went wrong ({type(trouble).__name__}). No move is lost: reload"
            " the page to go on."
        )

    # -- bots
    # ---------------------------------------------------------------------

    @property
    def watched(self) -> bool:
        """Whether a browser has shown a sign of life of late."""
        return time.monotonic() - self._heard < SILENCE

    def wake(self) -> None:
        """See to it that somebody minds the coach and the bots, if one of them is due."""
        self._wake_coach()
        if self.session.bot_due() is None or (self._task is not None and not self._task.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            # A plain script has no clock: the bots move at once.
            self.session.play_bots()
            self.show()
            return
        # Keep the reference: the loop itself holds tasks only weakly.
        self._task = loop.create_task(self._bots())

    # -- the coach
    # ---------------------------------------------------------------------

    def _wake_coach(self) -> None:
        if self.session.question() is None or (self._coach is not None and not self._coach.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return  # a plain script has no clock, and nobody reads along
        self._coach = loop.create_task(self._coaching())

    async def _coaching(self) -> None:
        """Answer what is asked; a question that was overtaken is let go between two steps of its
        work."""
        try:
            while (question := self.session.question()) is not None:
                if question.kind == "deal":
                    found = await asyncio.to_thread(self.session.seek, question)
                    if self.session.sought(question, found):
                        self.show()
                        self.wake()
                    continue
                work = answers(question)
                while question is self.session.question():
                    said = await asyncio.to_thread(next, work, None)
                    if said is None:
                        self.session.coached(question, {"text": []})
                        break
                    if self.session.coached(question, said):
                        self.show()
        except Exception as trouble:
            self._trouble(trouble)

    async def _bots(self) -> None:
        try:
            while (thought := self.session.thought()) is not None:
                pace = self.session.query.pace
                if pace:
                    await asyncio.sleep(pace * self.session.patience(thought))
                while not self.watched:
                    await asyncio.sleep(1.0)
                move = await asyncio.to_thread(self.session.think, thought)
                moved = self.session.bot_moves(thought, move)
                if moved:
                    if (
                        pace
                        or self.session.bot_due() is None
                        or time.monotonic() - self._shown > FRAME
                    ):
                        self.show()
                    self._wake_coach()
                elif self.session.error:
                    # The store refused. Say so, and try again by and by: a lock goes away.
                    self.show()
                    await asyncio.sleep(2.0)
        except Exception as trouble:
            self._trouble(trouble)


class RuleSheet:
    """The rules of a game as they are printed: HTML on a page, text in a terminal."""

    def __init__(self, game_id: str, **options: Any) -> None:
        self.game = game_class(game_id)(**options)
        # if house rules cannot be read, the table above says why, and is played by the printed ones
        address = GameAddress.read(game_id, page_query())
        if house := address.options.get("house"):
            with suppress(ValueError):
                self.game = find_game(game_id, **{**options, "house": house})

    def __repr__(self) -> str:
        return str(self.game.rules())

    def _repr_html_(self) -> str:
        from cardlab.web.pages.sheet import sheet_html

        return sheet_html(self.game)


def play(game_id: str, **options: Any) -> TableWidget:
    """The table of one game, driven by bots and kept in the store.

    `options` are the page's own choices for the game; the address of the page may choose otherwise.
    """
    from cardlab.store import Store

    game_class(game_id)(**options)
    address = _merged(options, GameAddress.read(game_id, page_query()))
    widget = TableWidget()
    # The page lives as long as its widget does.
    widget.page = Page(Session(game_id, address, Store(), played=_notes(game_id)), widget)
    return widget


def _notes(game_id: str) -> Callable[[], None]:
    """Tells the learner's progress that the game was opened, and gives what tells it of a deal
    that was played."""
    from cardlab.lessons.progress import Event
    from cardlab.web.pages.keeping import keeper

    kept = keeper()

    def note(kind: str) -> None:
        # Progress can be told later; the table itself says when its own store does not answer.
        kept.note(Event(time.time(), kind, game=game_id))
        kept.flush()

    note("opened")
    return lambda: note("played")


def _merged(options: dict[str, Any], address: GameAddress) -> GameAddress:
    """The address with the notebook's options below its own, as far as they go together."""
    both = {**options, **address.options}
    try:
        find_game(address.game, **both)
    except ValueError as error:
        problem = f"{error}. The options of the address were left out."
        return replace(address, options=dict(options), problems=(*address.problems, problem))
    return replace(address, options=both)
