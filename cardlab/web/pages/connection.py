"""The page of one game: a `Session` tied to a `TableWidget`.

Knows the traits of the widget, whether somebody watches, and the tasks that run beside a page;
decides nothing. Whatever goes wrong in a callback ends as a sentence under the table, because an
exception in a callback of a comm is seen by nobody.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class, games
from cardlab.lessons.played import deal_events
from cardlab.lessons.progress import Event
from cardlab.store import MatchStore, StoreError, tell_no_log
from cardlab.web.addresses import GameAddress, LabAddress, page_query, site_base
from cardlab.web.pages.coaching import CoachQuestion, answers, found_deal
from cardlab.web.pages.learner_log import learner_log
from cardlab.web.pages.learner_name import match_holder
from cardlab.web.pages.onlooking import Onlooker, match_of_another
from cardlab.web.pages.session import Session
from cardlab.web.pages.turns import Turns
from cardlab.web.widgets import TableWidget
from cardlab.web.widgets.table import trouble_sentence

__all__ = ["Connection", "play"]

_log = logging.getLogger("cardlab.web.pages")

SILENCE = 5.0
"""Seconds without a sign of life from the browser after which nothing is pushed: an idle kernel
can be freed."""
RETRY = 2.0
"""Seconds until a store that refused is asked again."""
GRACE = 15.0
"""Seconds that a new page has to show its first sign of life."""

Callback = Callable[["Connection", Any], None]


_TRICK_SIGNS = {"go-on": Turns.go_on, "keep": Turns.keep}
"""What the viewer of a finished trick lets the bots know; the table is not drawn for it."""


def shows_trouble(act: Callback) -> Callback:
    """Return the callback of a trait, with any exception turned into a sentence under the table."""

    def call(self: Connection, change: Any) -> None:
        self.heard()
        try:
            act(self, change["new"] or {})
        except Exception as error:
            self.trouble(error)

    return call


class Connection:
    """Ties a session to a widget: traits in, snapshots out."""

    def __init__(self, session: Session, widget: Any) -> None:
        self.session = session
        self.widget = widget
        self.shown = 0.0
        self._heard = time.monotonic() + GRACE - SILENCE
        self._coach: asyncio.Task[None] | None = None
        self._saver: asyncio.Task[None] | None = None
        self._games = [[name, game_class(name).title] for name in games()]
        widget.observe(self._on_pick, "pick")
        widget.observe(self._on_command, "command")
        widget.observe(self._on_ping, "ping")
        self.show()
        session.turns.wake(self)

    # -- in
    # ---------------------------------------------------------------------

    @shows_trouble
    def _on_pick(self, pick: Any) -> None:
        if self.session.pick(str(pick.get("move", "")), pick.get("ply")):
            self.show()
            self.session.turns.wake(self)
        else:
            # The table is the same: only the answer is sent.
            self.widget.draw(None, self.session.error, None, bubble=self.session.bubble)

    @shows_trouble
    def _on_command(self, command: Any) -> None:
        name = str(command.get("name", ""))
        if name in _TRICK_SIGNS:
            _TRICK_SIGNS[name](self.session.turns)
            return
        self.session.command(name, command)
        self.show()
        self.session.turns.wake(self)

    def _on_ping(self, change: Any) -> None:
        # The widget itself sends the answer; here it only counts that somebody is there.
        self.heard()

    def heard(self) -> None:
        """Note a sign of life from the browser."""
        self._heard = time.monotonic()

    @property
    def watched(self) -> bool:
        """Whether a browser has shown a sign of life of late."""
        return time.monotonic() - self._heard < SILENCE

    # -- out
    # ---------------------------------------------------------------------

    def show(self) -> None:
        """Send what the session shows, as one update and one redraw; see to the coach."""
        snap = self.session.snapshot()
        chrome = {**snap.chrome, "games": self._games}
        if snap.chrome["match_id"] and "ply" in snap.chrome["coach"]:
            moment = {"match": snap.chrome["match_id"], "at": snap.chrome["coach"]["ply"]}
            analysis = LabAddress("analysis", self.session.game_id, moment)
            chrome["coach"] = {**snap.chrome["coach"], "href": analysis.url(site_base())}
        self.widget.show(snap.view, chrome, snap.bubble, snap.error, snap.link)
        self.shown = time.monotonic()
        if self.session.coach.question is not None:
            self._coach = self._wake(self._coach, self._coaching)
        if self.session.saving.trouble:
            self._saver = self._wake(self._saver, self._save_later)

    def _wake(
        self, task: asyncio.Task[None] | None, act: Callable[[], Coroutine[Any, Any, None]]
    ) -> asyncio.Task[None] | None:
        """Begin a task, unless it runs already; the loop itself holds tasks only weakly."""
        if task is not None and not task.done():
            return task
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return None  # a plain script has no clock, and nobody reads along
        return loop.create_task(act())

    async def _save_later(self) -> None:
        """Ask the store again, beside the page, until it takes what could not be saved."""
        try:
            while self.session.saving.trouble:
                await asyncio.sleep(RETRY)
                try:
                    await asyncio.to_thread(self.session.store.probe)
                except StoreError:
                    continue
                if self.session.save_later():
                    self.show()
        except Exception as error:
            self.trouble(error)

    def trouble(self, error: Exception) -> None:
        """Show that something went wrong; the log has the rest."""
        _log.error("a page could not answer", exc_info=error)
        self.widget.error = trouble_sentence(error)

    # -- the coach
    # ---------------------------------------------------------------------

    async def _coaching(self) -> None:
        """Answer what the coach is asked, as long as it is asked anything."""
        try:
            while (question := self.session.coach.question) is not None:
                if question.kind == "deal":
                    await self._look_for_deal(question)
                else:
                    await self._answer(question)
        except Exception as error:
            self.trouble(error)

    async def _look_for_deal(self, question: CoachQuestion) -> None:
        matter = await asyncio.to_thread(found_deal, question)
        if self.session.take_deal(question, matter):
            self.show()
            self.session.turns.wake(self)

    async def _answer(self, question: CoachQuestion) -> None:
        """Show one answer after the other, each better; a question that was overtaken is let go
        between two of them."""
        coach, work = self.session.coach, answers(question)
        while question is coach.question:
            panel = await asyncio.to_thread(next, work, None)
            if panel is None:
                coach.hear(question, {"text": []})
            elif coach.hear(question, panel):
                self.show()


def play(game_id: str, seed: int | None = None, **options: Any) -> TableWidget:
    """The table of one game, driven by bots and saved in the store.

    `seed` and `options` are the page's own choices; the address of the page may choose otherwise.
    """
    game_class(game_id)(**options)
    if site_base() is None:
        tell_no_log()  # the table says it, once; a log would go on below the cell
    address = _merged(options, GameAddress.read(game_id, page_query()))
    if address.seed is None and address.match is None:
        address = replace(address, seed=seed)
    widget, store = TableWidget(), MatchStore(holder=match_holder(os.environ))
    if (watched := match_of_another(store, address)) is not None:
        widget.page = Onlooker(store, watched, widget)
        return widget
    log = learner_log()

    def note_played() -> None:
        # Progress can be told later; the table itself says when its own store does not answer.
        for event in deal_events(session.match, session.viewer, time.time()):
            log.note(event)
        log.flush()

    log.note(Event(time.time(), "opened", game=game_id))
    first = all(event.kind != "played" for event in log.progress().events)
    session = Session(game_id, address, store, played=note_played, first=first)
    # The page lives as long as its widget does.
    widget.page = Connection(session, widget)
    # Opening a page writes nothing; whoever picks a card has opened the game.
    widget.observe(lambda change: log.flush(), "pick")
    return widget


def _merged(options: dict[str, Any], address: GameAddress) -> GameAddress:
    """The address with the notebook's options below its own, as far as they go together."""
    both = {**options, **address.options}
    try:
        find_game(address.game, **both)
    except ValueError as error:
        problem = f"{error}. The options of the address were left out."
        return replace(address, options=dict(options), problems=(*address.problems, problem))
    return replace(address, options=both)
