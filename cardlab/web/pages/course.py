"""The chapters of the course as the home page lists them, read from their notebooks.

Knows how a chapter is written (a numbered title, a first paragraph, its minutes, its lessons).
Knows no learner and draws nothing.  A notebook that is not a chapter, or that is damaged, is left out:
the list is made of what can be opened.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["Chapter", "chapters", "state_of"]

_TITLE = re.compile(r"#\s+(\d+)\s+(.+)")
_MINUTES = re.compile(r"about (\d+) minutes")
_PROMISE = re.compile(r"\*\*When you have read this page you can\*\* (.+)")
_TAUGHT = re.compile(r"""\blearn\(["']([a-z-]+)["']|/lesson\?concept=([a-z-]+)""")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A lesson hour: its file's name, its number and title, what its reader can do afterwards, its
    minutes, its concepts."""

    id: str
    number: int
    title: str
    hook: str
    minutes: int
    concepts: tuple[str, ...]


def chapters(folder: Path) -> tuple[Chapter, ...]:
    """The chapters of a folder, by number; none where there is no folder.

    >>> from pathlib import Path
    >>> chapters(Path("there-is-no-such-folder"))
    ()
    """
    numbered = [
        one
        for path in sorted(folder.glob("*.ipynb"))
        if (one := _chapter(path, _last_change(path))) is not None
    ]
    return tuple(sorted(numbered, key=lambda one: one.number))


def _last_change(path: Path) -> int:
    """When a file was last written; 0 if it is gone by now."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


@cache
def _chapter(path: Path, _written: int) -> Chapter | None:
    """One notebook, read once for as long as it stays as it was written: every visit of the home
    page asks for all."""
    try:
        texts = [
            "".join(cell["source"])
            for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
        ]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    first = _TITLE.match(texts[0]) if texts else None
    if not first:
        return None
    promise = _PROMISE.search(texts[0])
    minutes = _MINUTES.search(texts[0])
    concepts = dict.fromkeys(a or b for text in texts for a, b in _TAUGHT.findall(text))
    return Chapter(
        path.stem,
        int(first[1]),
        first[2].strip(),
        promise[1][:1].upper() + promise[1][1:] if promise else "",
        int(minutes[1]) if minutes else 0,
        tuple(concepts),
    )


def state_of(
    chapter: Chapter, states: Mapping[str, Any], met: Collection[str] = ()
) -> tuple[str, int]:
    """How far somebody is in a chapter (new, seen, can-do, sure, due), and how many of its concepts
    are known.

    met: the concepts that count as known although nothing proves it yet.

    >>> one = Chapter("05-tricks", 5, "Tricks", "", 8, ("trick", "follow-suit"))
    >>> state_of(one, {"trick": "can-do", "follow-suit": "seen"}), state_of(one, {"trick": "can-do", "follow-suit": "due"})
    (('seen', 1), ('due', 2))
    """
    from cardlab.web.widgets.map import KNOWN

    states_here = [states.get(concept, "new") for concept in chapter.concepts]
    known = sum(states.get(id) in KNOWN or id in met for id in chapter.concepts)
    if known == len(states_here) > 0:
        return next((s for s in ("due", "seen", "can-do") if s in states_here), "sure"), known
    return ("new" if set(states_here) <= {"new"} else "seen"), known
