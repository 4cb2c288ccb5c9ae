"""What ties a laboratory to its widget: what is moved in, drawings out, long work beside them.

Knows no laboratory and no widget's looks.  What is moved comes in as an ``act``, a refusal goes out
as a sentence, and a laboratory's job runs beside the page until it is done, stopped or overtaken.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from cardlab.engine.catalogue import by_shelf, game_class, games
from cardlab.engine.words import sentence
from cardlab.web.addresses import (
    LabAddress,
    game_of_words,
    game_words,
    learner_in,
    page_query,
    script_links,
    site_base,
)
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.controls import ChoiceControl
from cardlab.web.pages.labs.puzzling import Puzzling
from cardlab.web.pages.labs.subject import Subject, taken_along
from cardlab.web.pages.labs.ways import played_with, ways
from cardlab.web.widgets import LabWidget

__all__ = ["LabPage"]

_log = logging.getLogger("cardlab.web.pages")

SLICE = 0.12
"""Seconds of a job between two looks at the page."""
FRAME = 0.25
"""Seconds between two drawings while a job runs."""


_GAMES = ChoiceControl[str](
    "Game",
    lambda lab: [(id, game_class(id).title) for id in by_shelf(games())],
    name="game",
    get=lambda lab: lab.game.id,
    heading=lambda id: game_class(id).shelf,
)
"""The control that every laboratory has: for which game."""


class LabPage:
    """A laboratory and its widget.  words: what the address or the notebook sets at first."""

    def __init__(
        self,
        kind: type[Lab],
        game_id: str,
        widget: LabWidget,
        words: Mapping[str, Any] | None = None,
    ) -> None:
        self.kind = kind
        self.lab = kind(game_id)
        self.widget = widget
        self._lock = threading.Lock()
        self._waits = False
        """Whether somebody moved a control and waits for the lock."""
        self._job: Iterator[float] | None = None
        self._done = 0.0
        self._task: asyncio.Task[None] | None = None
        self._along: dict[str, str] = {}
        """The parts of the subject that came with the address and are no settings here."""
        self._laid = ""
        """The position that was opened."""
        self._puzzling = Puzzling(self.lab)
        self._before: tuple[Lab, dict[str, str]] | None = None
        """What was here before a question was asked."""
        widget.observe(self._on_act, "act")
        wrong = self._take(words or {})
        self._laid = self.lab.told().get("position", "")
        self._begin()
        self.show(" ".join(wrong))

    def _take(self, words: Mapping[str, Any]) -> list[str]:
        words, wrong = dict(words), []
        if "game" in words:
            try:
                self._choose_game(words.pop("game"))
            except ValueError as no:
                wrong.append(sentence(str(no)))
        self._along = taken_along(words)
        if asked := words.pop("puzzle", ""):
            try:
                one = self._puzzling.ask(str(asked))
                if not words and one.game == self.lab.game.id:
                    words = dict(one.start)
            except ValueError as no:
                wrong.append(sentence(str(no)))
        if not self.kind.sets_rules:
            game = game_of_words(self.lab.game.id, words, wrong)
            if game.chosen:
                self.lab = self.kind(game)
        wrong += self.lab.read_query(words)
        for name in words if self._puzzling.chosen else ():
            self._puzzling.notice(self.lab, name, words[name])
        return wrong

    # -- out
    def view(self) -> dict[str, Any]:
        """What the page shows now, as plain data."""
        view = self.lab.view()
        view["controls"].insert(0, _GAMES.data(self.lab))
        lab = self.lab
        if not self.kind.sets_rules:
            view["lead"] = f"{view['lead']} {played_with(lab.subject)}".strip()
        blocks = self._puzzling.in_order(lab, view["blocks"], view["controls"])
        view["blocks"] = [*self._puzzling.block(lab), *blocks]
        view["controls"] += self._puzzling.controls(lab, self._before is not None)
        if base := site_base():
            view["blocks"].append(ways(lab.id, self.subject(), lab.asks(), base))
        doing = {"text": self.lab.doing, "done": round(self._done, 3)}
        return view | {"busy": doing if self._job is not None else None}

    def subject(self) -> Subject:
        """What this page is about, and what came along with its address."""
        along, told = dict(self._along), self.lab.told()
        if told.get("position", self._laid) != self._laid:
            # another table is not a moment of that deal any more
            along = {name: part for name, part in along.items() if name not in ("deal", "at")}
        return Subject(self.lab.subject, **{**along, **told})

    def link(self) -> str:
        """The query string that brings this view back."""
        learner = learner_in(page_query())[0]
        lab = self.lab
        rules = {} if self.kind.sets_rules else game_words(lab.subject)
        own = {*self.kind.takes, *lab.told()}
        along = {name: part for name, part in self.subject().parts().items() if name not in own}
        words = rules | lab.query() | Subject(lab.subject, **along).words({})
        if self._puzzling.chosen and self._puzzling.asked is not None:
            words["puzzle"] = self._puzzling.asked.id
        return LabAddress(lab.id, lab.game.id, words, learner=learner).query

    def show(self, error: str = "") -> None:
        links = script_links(site_base())
        self.widget.show(self.view(), {"page": bool(links), **links}, error, self.link())

    # -- in
    def _on_act(self, change: Any) -> None:
        sent = change["new"] or {}
        try:
            self.act(str(sent.get("name", "")), sent.get("value"))
        except ValueError as no:
            _log.info("a laboratory refused: %s", no)
            self.show(sentence(str(no)))
        except Exception as trouble:
            _log.exception("a laboratory could not answer")
            self.widget.show(
                error=(
                    f"Something in cardlab went wrong ({type(trouble).__name__}). Reload the page"
                    " to go on."
                )
            )

    def act(self, name: str, value: Any) -> None:
        """One thing that was moved or clicked."""
        if name == "stop":
            self._job = None
            self.lab.stop()
        else:
            self._waits = True
            with self._lock:
                self._waits = False
                self._put(name, value)
            self._begin()
        self.show()

    def _put(self, name: str, value: Any) -> None:
        if name == "game":
            self._choose_game(value)
        elif name == "puzzle":
            if value:
                self._ask(str(value))
        elif name == "puzzle-show":
            self._show_answer()
        elif name == "puzzle-back":
            self._go_back()
        else:
            self.lab.set(name, value)
        self._puzzling.notice(self.lab, name, value)

    # -- the question at the top
    def _ask(self, id: str) -> None:
        """Lay the page out as the question begins; what was here can be brought back."""
        one = self._puzzling.ask(id)
        if self._before is None:
            self._before = self.lab, self._along
        lab = self.kind(one.game)
        if trouble := lab.read_query(dict(one.start)):
            raise ValueError(trouble[0])
        self.lab, self._along = lab, {}

    def _show_answer(self) -> None:
        """Make the move that answers the question."""
        if self._puzzling.asked is None:
            raise ValueError("Nothing is asked on this page.")
        if not self._puzzling.chosen or self.lab.game.id != self._puzzling.asked.game:
            self._ask(self._puzzling.asked.id)
        self.lab.set(*self._puzzling.asked.move)
        self._puzzling.shown = True

    def _go_back(self) -> None:
        if self._before is not None:
            (self.lab, self._along), self._before = self._before, None
        self._puzzling.turn_to(self.lab)

    def _choose_game(self, value: Any) -> None:
        """Another game is another laboratory; what fits it stays as it was."""
        id = _GAMES.read(self.lab, value)
        if id != self.lab.game.id:
            staying = self.lab.staying()
            self.lab, self._along, self._before = self.kind(id), {}, None
            self._puzzling.turn_to(self.lab)
            for word, text in staying.items():
                with suppress(ValueError):
                    self.lab.set(word, text)

    # -- long work
    def _begin(self) -> None:
        self._job, self._done = self.lab.job(), 0.0
        if self._job is None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            # A plain script has no clock: the work is done at once.
            for _ in self._job:
                pass
            self._job = None
            return
        if self._task is None or self._task.done():
            # Keep the reference: the loop itself holds tasks only weakly.
            self._task = loop.create_task(self._work())

    def _slice(self, job: Iterator[float]) -> bool:
        """A little of the work, less where a control waits; whether there is more."""
        until = time.monotonic() + SLICE
        with self._lock:
            while self._job is job:
                share = next(job, None)
                if share is None:
                    return False
                self._done = share
                if self._waits or time.monotonic() > until:
                    return True
        return True

    async def _work(self) -> None:
        drawn = time.monotonic()
        try:
            while (job := self._job) is not None:
                more = await asyncio.to_thread(self._slice, job)
                if not more and self._job is job:
                    self._job = None
                if time.monotonic() - drawn > FRAME or self._job is None:
                    self.show(self.widget.error)
                    drawn = time.monotonic()
                # between two slices what was moved gets its turn
                await asyncio.sleep(0.01)
        except Exception as trouble:
            self._job = None
            _log.exception("the work of a laboratory ended early")
            self.show(
                f"Something in cardlab went wrong ({type(trouble).__name__}). Reload the page to"
                " go on."
            )
