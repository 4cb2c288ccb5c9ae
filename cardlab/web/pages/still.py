"""The page of a notebook before its kernel is there: a picture, what the notebook says, the rules.

Whoever runs no scripts keeps this page, and so does whoever has to wait for a seat; a robot never
sees another. Made from the notebook's text and the game's own rules, without running anything.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from cardlab.concepts import concept, order
from cardlab.engine.catalogue import game, games
from cardlab.engine.words import shown
from cardlab.web.addresses import LABS, LessonAddress, PrintAddress
from cardlab.web.pages.notebook import on_page
from cardlab.web.templates import render

__all__ = ["NO_WEBSOCKETS", "full_sentence", "origin_sentence", "still_page"]

NO_WEBSOCKETS = (
    "This server's proxy does not pass websockets, and without them nothing on this page can answer"
    " you. Whoever runs the server has to let its proxy pass them on: the headers Upgrade and"
    " Connection, over HTTP 1.1. What can be read without them stands below."
)
_TITLE = re.compile(r"\A\s*# [^\n]*\n*")


def full_sentence(most: int, before: int | None = None) -> str:
    """What a page says that waits for a seat.  before: how many wait before it, if it stands in
    line.

    >>> full_sentence(100, 2)
    'All 100 tables are taken. Two are waiting before you; this page goes on by itself as soon as one is free.'
    """
    tables = "The only table is" if most == 1 else f"All {most} tables are"
    words = ("You are next", "One is waiting before you", "Two are waiting before you")
    if before is None:
        line = "Leave this page open"
    elif before < len(words):
        line = words[before]
    else:
        line = f"{before} are waiting before you"
    return f"{tables} taken. {line}; this page goes on by itself as soon as one is free."


def origin_sentence(page: str, host: str) -> str:
    """What is told to a page whose own host is not the one that the server was asked under.

    >>> origin_sentence("cards.example", "127.0.0.1:8866")[:89]
    'This page is at cards.example, but the server was asked for as 127.0.0.1:8866. Whoever ru'
    """
    name = shown(page.partition(":")[0], 100) or "another name"
    return (
        f"This page is at {shown(page, 100) or 'another name'}, but the server was asked for as"
        f" {shown(host, 100)}. Whoever runs it has to let its proxy pass the name on (the header"
        f" Host), or start it with --allow-host {name}."
    )


def still_page(name: str, notebook: Any, base: str, query: str = "", full: str = "") -> str:
    """The page as HTML.  name: of the notebook; full: why it cannot become alive now."""
    text = tuple(
        ("".join(cell["source"]), json.dumps(cell.get("attachments", {})))
        for cell in notebook["cells"]
        if cell["cell_type"] == "markdown" and on_page(cell)
    )
    here = _part(name)
    wanted = LessonAddress.read(query).concept if name == LessonAddress.path else ""
    title, about = str(notebook["metadata"].get("title", name)), _about(name)
    heading = _heading(text) or title
    sheet = ""
    if wanted in order():
        heading, about = f"Lesson: {concept(wanted)['title']}", str(concept(wanted)["summary"])
        sheet = PrintAddress(lesson=wanted).url(base)
    return render(
        "still.html",
        base,
        title=title,
        heading=heading,
        about=about,
        sheet=sheet,
        here=here,
        picture=_picture(name),
        text=Markup("") if here == "lab" else _text(text),
        rules=_rules(name),
        full=full,
        wait="Laying the table …" if here == "play" else "Opening …",
    )


def _part(name: str) -> str:
    """The part of the site that a notebook belongs to, by the names of the navigation."""
    if name in LABS:
        return "lab"
    return "play" if name in games() else "learn"


Text = tuple[tuple[str, str], ...]
"""The source of each cell, and as JSON the pictures that are attached to it."""


def _heading(text: Text) -> str:
    first = text[0][0] if text else ""
    return first.splitlines()[0].lstrip("# ") if first.startswith("# ") else ""


def _about(name: str) -> str:
    from cardlab.web.pages.explore import LABORATORIES

    return next((one.text for one in LABORATORIES if one.id == name), "")


@lru_cache(maxsize=200)
def _picture(name: str) -> Markup:
    """The picture of a laboratory, or the cards that stand for a game."""
    from cardlab.web.pages.explore_pictures import still_picture
    from cardlab.web.pages.home import game_picture

    if name in LABS:
        return still_picture(name).svg
    return game_picture(name) if name in games() else Markup("")


@lru_cache(maxsize=200)
def _text(text: Text) -> Markup:
    """What the notebook says below its title, with its pictures in place."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    made = []
    for number, (source, pictures) in enumerate(text):
        renderer = IPythonRenderer(escape=False, attachments=json.loads(pictures))
        source = _TITLE.sub("", source) if number == 0 else source
        made.append(str(MarkdownWithMath(renderer=renderer).render(source)))
    return Markup("\n".join(made))


@lru_cache(maxsize=200)
def _rules(name: str) -> Markup:
    from cardlab.web.pages.sheet import sheet_html

    return Markup(sheet_html(game(name)) if name in games() else "")
