"""Looks at one page in many windows, and collects what is wrong with its form.

Knows windows, themes and large text, and `look.js`, which measures. Knows no page and no address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

LOOK = (Path(__file__).parent / "look.js").read_text(encoding="utf-8")


class Window(NamedTuple):
    """A window in px; large: whether its text is twice as large."""

    width: int
    height: int
    large: bool = False

    def __str__(self) -> str:
        return f"{self.width}x{self.height}{'@200%' if self.large else ''}"


WINDOWS = (
    Window(320, 640),
    Window(360, 740),
    Window(390, 844),
    Window(430, 932),
    Window(600, 960),
    Window(768, 1024),
    Window(1024, 768),
    Window(1280, 800),
    Window(1536, 864),
    Window(1920, 1080),
    Window(390, 844, large=True),
    Window(1280, 800, large=True),
)
THEMES = ("light", "dark")
FINGERS_BELOW = 700
"""Windows narrower than this are tapped with fingers."""
ALIVE = "[data-ready], .lesson .desk, .cl-root:not(.cl-still)"
SET_THEME = """theme => {
  document.documentElement.dataset.theme = theme;
  for (const root of document.querySelectorAll(".cl-root")) root.dataset.theme = theme;
}"""
SET_SIZE = "size => { document.documentElement.style.fontSize = size; }"


@dataclass
class Finding:
    """One rule at one place of a page.  what: as it was first seen; where: the windows, with the
    theme where it shows in one alone."""

    page: str
    rule: str
    at: str
    what: str
    where: list[str] = field(default_factory=list)

    @property
    def place(self) -> str:
        """By what it is accepted: the rule, the page without what is asked of it, the element."""
        return f"{self.rule} {self.page.partition('?')[0]} {self.at}"


@dataclass
class Looked:
    """What was found on a page, and the errors of its console and of what it fetched."""

    page: str
    findings: list[Finding]
    errors: list[str]


def look(page: Any, link: str, name: str, windows: Sequence[Window], patience: float) -> Looked:
    """Open a page and look at it in each window.

    page: a fresh page of playwright; link: its address; name: as it is told; patience: the
    milliseconds that it may take to come alive, 0 for one that never does.
    """
    from playwright.sync_api import TimeoutError

    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(f"error: {error}"[:200]))
    page.on(
        "console",
        lambda said: errors.append(f"console: {said.text}"[:200]) if said.type == "error" else None,
    )
    page.on(
        "response",
        lambda got: errors.append(f"{got.status} {got.url}"[:200]) if got.status >= 400 else None,
    )
    page.goto(link, wait_until="load", timeout=60_000)
    if patience:
        try:
            page.wait_for_selector(ALIVE, timeout=patience)
        except TimeoutError:
            errors.append(f"not alive after {patience / 1000:.0f} s")
    found: dict[tuple[str, str], Finding] = {}
    for window in windows:
        page.set_viewport_size({"width": window.width, "height": window.height})
        page.evaluate(SET_SIZE, "200%" if window.large else "")
        for theme in ("light",) if window.large else THEMES:
            page.evaluate(SET_THEME, theme)
            page.wait_for_timeout(250)  # layouts follow the window with a delay of their own
            for one in page.evaluate(LOOK, [window.width < FINGERS_BELOW, window.large])["found"]:
                key = one["rule"], one["at"]
                finding = found.setdefault(key, Finding(name, one["rule"], one["at"], one["what"]))
                where = str(window)
                if where not in finding.where:
                    finding.where.append(where)
    return Looked(name, list(found.values()), sorted(set(errors)))
