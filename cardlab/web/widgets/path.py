"""The way to a game, drawn: a line with one stop a step, on a page, in a notebook, as a widget.

Knows paths and what is said of each step; every sentence is made here or below. Does not know how
a path is found, or how a learner's progress was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import traitlets
from markupsafe import Markup

from cardlab.concepts.gentle import AT_MOST
from cardlab.concepts.names import game_names
from cardlab.engine.catalogue import game_class
from cardlab.engine.words import listed, number
from cardlab.lessons.book import load as lesson
from cardlab.lessons.journey import (
    LearningPath,
    LearningStep,
    NextStep,
    duration,
    lesson_left,
    minutes_left,
    next_step,
    step_done,
)
from cardlab.lessons.journey import path as find_path
from cardlab.lessons.positions import WrittenPosition
from cardlab.lessons.progress import Progress
from cardlab.web.addresses import step_address
from cardlab.web.drawing.svg import fan_svg
from cardlab.web.templates import render
from cardlab.web.widgets.assets import path_script, path_style
from cardlab.web.widgets.base import StillWidget

__all__ = [
    "PathWidget",
    "first_cards",
    "path_data",
    "path_html",
    "path_picture",
    "step_picture",
]

WORDS = {"known": "known", "done": "done", "next": "next", "later": "later"}
MOST_CARDS = 4


@cache
def path_picture(id: str) -> Markup:
    """The cards that stand for a game."""
    return _fan(str(game_class(id).picture).split())


@cache
def step_picture(step: LearningStep) -> Markup:
    """The cards of a step: those of its game, or of the first table of its first lesson."""
    if step.game:
        return path_picture(step.game)
    return _fan(first_cards(step.lessons[0]))


def first_cards(id: str) -> list[str]:
    """Some cards that a lesson begins with: a trick, a pond, or a hand."""
    written = lesson(id)
    tables = [written.position[written.predict.position], *written.position.values()]
    for table in tables:
        if cards := _shown(table):
            return cards[:MOST_CARDS]
    return str(game_class(tables[0].game).picture).split()


def _shown(table: WrittenPosition) -> list[str]:
    hands = [*(table.hands or {}).values()]
    for cards in (table.trick, table.pond, table.upcard, *hands):
        codes = [code for code in str(cards or "").split() if code != "none"]
        if len(codes) > 1:
            return codes
    return []


def _fan(codes: list[str]) -> Markup:
    return Markup(fan_svg(codes, strip=0.78 if len(codes) <= 3 else 0.62, turn=7))


# -- data
# ---------------------------------------------------------------------


def path_data(
    way: LearningPath, progress: Progress | None = None, base_url: str | None = None
) -> dict[str, Any]:
    """Everything that is drawn of a way, as plain values. progress: what was done of it; without
    one the first step is next."""
    progress = progress or Progress(())
    coming = next_step(progress, wish=way.wish)
    stops = [_stop(step, way, progress, coming, base_url) for step in way]
    done = sum(stop["state"] == "done" for stop in stops)
    left = sum(minutes_left(step, progress) for step in way)
    return {
        "goal": way.goal,
        "title": way.title,
        "note": way.note,
        "about": way.about,
        "total": f"{_steps(len(way))} · {duration(way.minutes)}",
        "spoken": f"Your way to {way.title}, {_steps(len(way))}, {duration(way.minutes)}",
        "left": f"{done} of {_steps(len(way))} · {duration(left)} to go",
        "left_to": f"{done} of {_steps(len(way))} to {way.title} · {duration(left)} to go",
        "done": done == len(way),
        "stops": stops,
        "known": _known_stop(way),
        "knows": _knows(way),
        "new": way.wish.at_most,
        "paces": AT_MOST,
        "count": number(len(way)).capitalize(),
    }


def _steps(count: int) -> str:
    return f"{count} {'step' if count == 1 else 'steps'}"


def _stop(
    step: LearningStep,
    way: LearningPath,
    progress: Progress,
    coming: NextStep,
    base_url: str | None,
) -> dict[str, Any]:
    goal = step.number == len(way)
    state = "later"
    if step_done(step, progress):
        state = "done"
    elif step == coming.step:
        state = "next"
    word = "goal" if goal and state == "later" else WORDS[state]
    about = f"New: {', '.join(step.new_titles)}. " if step.new else ""
    return {
        "number": step.number,
        "kind": step.kind,
        "title": step.title,
        "new": step.new_titles if step.game else (),
        "hook": "" if step.game else lesson(step.lessons[0]).hook,
        "minutes": step.minutes,
        "state": state,
        "word": word,
        "goal": goal,
        "stands_in": step.stands_in,
        "picture": step_picture(step),
        "players": _players(step),
        "href": _href(step, way, progress, base_url),
        "say": (
            f"Step {step.number} of {len(way)}, {step.kind}, {step.title}. {about}"
            f"{duration(step.minutes)}. {word.capitalize()}."
        ),
    }


def _players(step: LearningStep) -> str:
    if not step.game:
        return ""
    low, high, _ = game_class(step.game).seats
    return f"{low} players" if low == high else f"{low} to {high} players"


def _href(step: LearningStep, way: LearningPath, progress: Progress, base_url: str | None) -> str:
    """What opens for a step: its first lesson that is left, else its table, else its first
    lesson again."""
    if base_url is None:
        return ""
    rest = lesson_left(step, progress) or (None if step.game else step.lessons[0])
    return step_address(NextStep(step, way, rest)).url(base_url)


def _known_stop(way: LearningPath) -> str:
    return listed([game_names()[id] for id in way.wish.known])


def _knows(way: LearningPath) -> str:
    """One sentence: what the way builds on."""
    if way.wish.known:
        return f"You know {_known_stop(way)}."
    return {
        "never": "You begin from nothing.",
        "sometimes": "You have held cards now and then.",
        "often": "You often play cards.",
    }[way.wish.played]


# -- drawing
# ---------------------------------------------------------------------


def path_html(way: LearningPath, *, style: bool = True, paces: bool = False) -> str:
    """The way as it stands in a notebook, with its style. paces: with the choice of how much is
    new at a time."""
    return render(
        "path-drawn.html",
        way=path_data(way),
        style=Markup(path_style()) if style else "",
        paces=paces,
    )


class PathWidget(StillWidget):
    """The way to a game as a widget; ``new`` is how many new ideas a step may bring, and whoever
    reads it may change that."""

    _esm = path_script()
    _css = path_style()

    html = traitlets.Unicode("").tag(sync=True)
    new = traitlets.Int(2).tag(sync=True)

    def __init__(self, way: LearningPath, **kwargs: Any) -> None:
        self.way = way
        super().__init__(new=way.wish.at_most, html=self._drawn(), **kwargs)

    def _drawn(self) -> str:
        return path_html(self.way, style=False, paces=True)

    @traitlets.observe("new")
    def _find_anew(self, change: Mapping[str, Any]) -> None:
        wish = self.way.wish
        if change["new"] in AT_MOST and change["new"] != wish.at_most:
            self.way = find_path(wish.to, wish.known, change["new"], wish.played)
            self.html = self._drawn()

    def still(self) -> tuple[str, str]:
        return path_html(self.way), str(self.way)
