"""The widget's script and style, put together from the files in ``static``.

Knows which files there are and in which order they go; there is no bundler. Does not know what they
draw.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files

SCRIPTS = (
    "cards.js",
    "parts.js",
    "zones.js",
    "calling.js",
    "panels.js",
    "score.js",
    "shared.js",
    "theme.js",
    "kernel.js",
    "sound.js",
    "time.js",
    "table.js",
)
LESSON_SCRIPTS = ("lesson.js", "lesson-end.js")
LESSON_STYLES = ("lesson.css", "lesson-close.css", "lesson-end.css", "lesson-room.css")
LAB_SCRIPTS = (
    "cards.js",
    "parts.js",
    "panels.js",
    "score.js",
    "theme.js",
    "kernel.js",
    "blocks.js",
    "dragging.js",
    "lab.js",
)
PAGE_BASE = "/* --- page base"
EXPORT = "export default { render };"


def static_text(name: str) -> str:
    """One file of ``cardlab/web/widgets/static`` as text."""
    return (
        files("cardlab.web.widgets").joinpath("static").joinpath(name).read_text(encoding="utf-8")
    )


@cache
def widget_script() -> str:
    """One ES module: the card art as a constant, then the scripts; the last one exports
    ``render``."""
    return _module(SCRIPTS)


def _module(scripts: tuple[str, ...]) -> str:
    art = json.dumps(json.loads(static_text("art.json")), ensure_ascii=False, separators=(",", ":"))
    return f"const ART = {art};\n" + "\n".join(static_text(name) for name in scripts)


@cache
def lesson_script() -> str:
    """The same module for lessons: everything that draws a table, then the lesson around it."""
    scripts = (widget_script().replace(EXPORT, ""), *map(static_text, LESSON_SCRIPTS))
    return "\n".join(scripts)


@cache
def widget_style() -> str:
    """The style of the widget alone: everything lies under ``.cl-root``, so that a notebook
    keeps its own looks."""
    table = static_text("table.css")
    loose, _, nested = table.partition("/* --- under .cl-root --- */")
    behind = (static_text("table-bids.css"), static_text("table-off.css"))
    nested = "\n".join((static_text("parts.css"), nested, *behind))
    return f"{_widget_tokens()}\n{loose}\n.cl-root {{\n{nested}\n}}\n"


def _widget_tokens() -> str:
    """The tokens for ``.cl-root`` alone."""
    tokens = static_text("tokens.css").split(PAGE_BASE)[0]
    # the opening comment goes too: it speaks of pages
    tokens = tokens[tokens.index("*/") + 2 :].replace(":root, .cl-root", ".cl-root")
    # the plain attribute selector is for whole pages; here it would reach out of the widget
    tokens = re.sub(r'(?m)^\[data-theme="dark"\], ', "", tokens)
    return re.sub(
        r'(?m)^\[data-suits="2"\] \{',
        '[data-suits="2"] .cl-root, .cl-root[data-suits="2"] {',
        tokens,
    )


@cache
def map_script() -> str:
    """The map's drawing (map.js, which pages load as it is) with what makes a widget of it."""
    return "\n".join(static_text(name) for name in ("theme.js", "map.js", "map-widget.js"))


@cache
def map_page_style() -> str:
    """The style of the map on a page that has the tokens already: the shared parts, under
    ``.cl-root``, and its own."""
    return f".cl-root {{\n{static_text('parts.css')}\n}}\n{static_text('map.css')}"


@cache
def map_style() -> str:
    """The style of the map as a widget."""
    return f"{_widget_tokens()}\n{map_page_style()}"


@cache
def path_script() -> str:
    """The script of the way to a game as a widget; Python draws it."""
    return "\n".join(static_text(name) for name in ("theme.js", "path-widget.js"))


@cache
def path_style() -> str:
    """The style of the way to a game, in a notebook and as a widget."""
    return f"{_widget_tokens()}\n.cl-root {{\n{static_text('path.css')}\n}}\n"


@cache
def lesson_style() -> str:
    """The style of a lesson: that of the table, and what stands around it."""
    pause = "@keyframes cl-wait { to { background-size: 100% 100%; } }"
    own = "".join(map(static_text, LESSON_STYLES))
    return f"{widget_style()}\n{pause}\n.cl-lesson {{\n{own}\n}}\n"


@cache
def lab_script() -> str:
    """One ES module for a laboratory: cards, words and formulas, its blocks, and the laboratory
    around them."""
    return _module(LAB_SCRIPTS)


@cache
def lab_style() -> str:
    """The style of a laboratory: that of the table, and its controls and blocks."""
    own = "\n".join(
        map(static_text, ("lab.css", "lab-cards.css", "lab-question.css", "lab-ladder.css"))
    )
    return f"{widget_style()}\n.cl-lab {{\n{own}\n}}\n"
