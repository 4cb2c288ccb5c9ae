"""What every laboratory page shares: controls and blocks as plain data, an address that brings a
view back, long work that can be stopped.

Knows no game and no widget's looks. A laboratory (`Lab`) says what can be set (`controls`) and what
is shown (`blocks`); a `LabPage` ties it to the widget: what is moved comes in as `set`, a refusal
goes out as a sentence, and a `job` runs beside the page until it is done, stopped or overtaken.

A control is a dict with name, label, kind (choice, number, switch, text, area, button, save), value
and, by kind, choices ([[value, label], ...]), low, high and step, or the name of the file; hint,
why (a refusal shown at it), group and place ("head", "side" or the id of a block) are optional. A
block is a dict with a kind, and may have id, title, lead and span (full, main, half, side); what a
kind holds is drawn by the function of its name in ``widgets/static/blocks.js``.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from cardlab.engine.catalogue import game_class, games
from cardlab.engine.words import sentence, shown
from cardlab.web.addresses import LabAddress, learner_in, page_query, script_links, site_base
from cardlab.web.widgets import LabWidget

__all__ = [
    "Block",
    "Control",
    "Lab",
    "LabPage",
    "address",
    "choice",
    "file_name",
    "number",
    "refusal",
    "rule_words",
    "saved",
    "switch",
    "text",
]

_log = logging.getLogger("cardlab.web.pages")

Control = dict[str, Any]
Block = dict[str, Any]

LONGEST = 20_000
"""Characters that a control may send."""
SLICE = 0.12
"""Seconds of a job between two looks at the page."""
FRAME = 0.25
"""Seconds between two drawings while a job runs."""


def choice(
    name: str, label: str, value: Any, choices: Sequence[tuple[Any, str]], **more: Any
) -> Control:
    """A list to choose from."""
    return {
        "name": name,
        "label": label,
        "kind": "choice",
        "value": value,
        "choices": [list(c) for c in choices],
        **more,
    }


def number(name: str, label: str, value: float, low: float, high: float, **more: Any) -> Control:
    """A slider, with a field for the number."""
    return {
        "name": name,
        "label": label,
        "kind": "number",
        "value": value,
        "low": low,
        "high": high,
        **more,
    }


def switch(name: str, label: str, value: bool, **more: Any) -> Control:
    return {"name": name, "label": label, "kind": "switch", "value": value, **more}


def saved(name: str, label: str, value: str, file: str, **more: Any) -> Control:
    """A button that saves this text as a file where the reader sits; nothing is sent."""
    return {
        "name": f"save-{name}",
        "label": label,
        "kind": "save",
        "value": value,
        "file": file,
        "place": name,
        **more,
    }


def file_name(title: str, ending: str) -> str:
    """A title as the name of a file.

    >>> file_name("Anna’s Free Malilla / 2", "json"), file_name("///", "txt")
    ('annas-free-malilla-2.json', 'cardlab.txt')
    """
    plain = "".join(c if c.isalnum() else "-" if c in " -_/" else "" for c in title.casefold())
    return f"{'-'.join(part for part in plain.split('-') if part)[:60] or 'cardlab'}.{ending}"


def text(*paragraphs: str, tone: str = "plain", **more: Any) -> Block:
    """A block of sentences; card signs in them are drawn as cards."""
    return {"kind": "text", "paragraphs": list(paragraphs), "tone": tone, **more}


def refusal(sentence: str, **more: Any) -> Block:
    """A block that says why something cannot be."""
    return text(sentence, tone="refusal", **more)


def rule_words(rule: Any, game: Any) -> dict[str, str] | None:
    """A rule of a game as a block names it."""
    return (
        {"id": str(rule), "title": rule.title, "text": rule.text(game)}
        if rule is not None
        else None
    )


def address(lab: str, game: str, **words: Any) -> str:
    """Where a laboratory's page lies, with what it is to show; empty where no server of ours
    serves the page."""
    return LabAddress(lab, game, words).url(site_base())


class Lab:
    """One laboratory for one game. Subclasses say what can be set and what is shown."""

    id: ClassVar[str]
    title: ClassVar[str]
    keeps: ClassVar[tuple[str, ...]] = ()
    """Words of the address that stay when another game is chosen, where they can."""
    doing: str = "Counting"
    """What the bar says while a job runs."""

    def __init__(self, game_id: str) -> None:
        self.game = game_class(game_id)()

    def lead(self) -> str:
        """One sentence below the title."""
        return ""

    def controls(self) -> list[Control]:
        return []

    def blocks(self) -> list[Block]:
        return []

    def set(self, name: str, value: Any) -> None:
        """A control was moved, or something was clicked. ValueError, with a sentence, for what
        cannot be; then nothing has changed."""
        raise ValueError(f"There is no {shown(name)} to set here.")

    def said(self) -> str:
        """What changed, to be read aloud."""
        return ""

    def asked(self) -> dict[str, str]:
        """The words of the address that bring this view back, besides the game."""
        return {}

    def job(self) -> Iterator[float] | None:
        """Long work for what is set now, as a generator of its share done; None where there is
        none."""
        return None


def coerced(control: Control, value: Any) -> Any:
    """A value from outside as this control holds it; ValueError with a sentence otherwise.

    >>> coerced(number("n", "Tricks", 5, 0, 13), "9")
    9
    >>> coerced(number("n", "Tricks", 5, 0, 13), 14)
    Traceback (most recent call last):
    ValueError: Tricks goes from 0 to 13, and 14 lies outside.
    """
    label = control["label"]
    match control["kind"]:
        case "choice":
            found = [c for c, _ in control["choices"] if str(c) == str(value)]
            if not found:
                known = ", ".join(str(said) for _, said in control["choices"][:12])
                raise ValueError(
                    f"{label} cannot be “{shown(str(value))}”; choose one of: {known}."
                )
            return found[0]
        case "number":
            try:
                read = float(value)
            except (TypeError, ValueError):
                raise ValueError(
                    f"{label} is a number, and “{shown(str(value))}” is none."
                ) from None
            if not math.isfinite(read) or not control["low"] <= read <= control["high"]:
                low, high = control["low"], control["high"]
                raise ValueError(
                    f"{label} goes from {low} to {high}, and {shown(str(value))} lies outside."
                )
            return read if isinstance(control.get("step"), float) else round(read)
        case "switch":
            return value is True or str(value).lower() in ("1", "true", "on", "yes")
        case "button":
            return True
    if not isinstance(value, str):
        raise ValueError(f"{label} is a text.")
    if len(value) > LONGEST:
        raise ValueError(f"{label} is too long: {len(value):,} characters, and {LONGEST:,} fit.")
    return value


class LabPage:
    """Ties a laboratory to its widget: what is moved in, drawings out, long work beside them."""

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
        # whether somebody moved a control and waits for the lock
        self._asked = False
        self._job: Iterator[float] | None = None
        self._done = 0.0
        self._task: asyncio.Task[None] | None = None
        widget.observe(self._on_act, "act")
        said = []
        for name, value in dict(words or {}).items():
            try:
                self._put(name, value)
            except ValueError as no:
                said.append(sentence(str(no)))
        self._begin()
        self.show(" ".join(said))

    # -- out
    def view(self) -> dict[str, Any]:
        """What the page shows now, as plain data."""
        lab = self.lab
        busy = {"text": lab.doing, "done": round(self._done, 3)} if self._job is not None else None
        return {
            "id": lab.id,
            "title": lab.title,
            "lead": lab.lead(),
            "controls": [self._games(), *lab.controls()],
            "blocks": lab.blocks(),
            "busy": busy,
            "said": lab.said(),
        }

    def _games(self) -> Control:
        return choice(
            "game", "Game", self.lab.game.id, [(id, game_class(id).title) for id in games()]
        )

    def link(self) -> str:
        """The query string that brings this view back."""
        learner = learner_in(page_query())[0]
        address = LabAddress(self.lab.id, self.lab.game.id, self.lab.asked(), learner=learner)
        return address.query

    def show(self, error: str = "") -> None:
        links = script_links(site_base())
        self.widget.show(self.view(), {"page": bool(links), **links}, error, self.link())

    # -- in
    def _on_act(self, change: Any) -> None:
        sent = change["new"] or {}
        try:
            self.act(str(sent.get("name", "")), sent.get("value"))
        except ValueError as said:
            _log.info("a laboratory said: %s", said)
            self.show(sentence(str(said)))
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
        else:
            self._asked = True
            with self._lock:
                self._asked = False
                self._put(name, value)
            self._begin()
        self.show()

    def _put(self, name: str, value: Any) -> None:
        if name == "game":
            id = coerced(self._games(), value)
            if id != self.lab.game.id:
                kept = {
                    word: said for word, said in self.lab.asked().items() if word in self.kind.keeps
                }
                self.lab = self.kind(id)
                for word, said in kept.items():
                    with suppress(ValueError):
                        self._put(word, said)
            return
        control = next((c for c in self.lab.controls() if c["name"] == name), None)
        if control is None and isinstance(value, str) and len(value) > LONGEST:
            raise ValueError(f"{shown(name)} is too long.")
        self.lab.set(name, coerced(control, value) if control else value)

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
                if self._asked or time.monotonic() > until:
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
