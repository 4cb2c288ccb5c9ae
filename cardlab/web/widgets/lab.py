"""A laboratory in the browser: controls on top and at the side, and blocks of plain data below
them.

Knows what a control and a block look like as data; knows no game, no rule and no laboratory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import traitlets
from markupsafe import Markup

from cardlab.web.templates import render
from cardlab.web.widgets.assets import lab_script, lab_style
from cardlab.web.widgets.base import LiveWidget, number_of

__all__ = ["LabWidget", "still_html", "still_text"]


class LabWidget(LiveWidget):
    """Draws a laboratory."""

    _esm = lab_script()
    _css = lab_style()

    view = traitlets.Dict().tag(sync=True)
    """title, lead, controls, blocks, busy (see `cardlab.web.pages.labs.base`)."""
    act = traitlets.Dict().tag(sync=True)
    """What was moved or clicked: its name and value, and a number that grows."""
    heard = traitlets.Int(0).tag(sync=True)
    """The number of the last act that was answered."""

    def show(
        self,
        view: Mapping[str, Any] | None = None,
        chrome: Mapping[str, Any] | None = None,
        error: str = "",
        link: str | None = None,
    ) -> None:
        """Set what is given in one update, and have it drawn once. The error lasts until the
        next ``show``."""
        self.draw(
            chrome,
            error,
            link,
            view=None if view is None else dict(view),
            heard=number_of(self.act),
        )

    def still(self) -> tuple[str, str] | None:
        return (still_html(self.view), still_text(self.view)) if self.view else None


def still_text(view: Mapping[str, Any]) -> str:
    """The laboratory in a few lines: its title, what is set, and the titles and words of its
    blocks.

    >>> print(still_text({"title": "Orders", "blocks": [{"kind": "text", "paragraphs": ["Q♥ wins."]}]}))
    Orders
    Q♥ wins.
    """
    lines = [str(view.get("title", "")), str(view.get("lead", ""))]
    lines += [
        f"{c['label']}: {_set_to(c)}"
        for c in view.get("controls", ())
        if c.get("kind") not in ("button", "area", "save")
    ]
    for block in view.get("blocks", ()):
        lines += [
            str(block.get("title", "")),
            *map(str, block.get("paragraphs", ())),
            str(block.get("text", "")),
        ]
    return "\n".join(line for line in lines if line)


def _set_to(control: Mapping[str, Any]) -> Any:
    choices: Sequence[Any] = control.get("choices") or ()
    return next(
        (label for value, label in choices if value == control.get("value")), control.get("value")
    )


def still_html(view: Mapping[str, Any]) -> str:
    """The same as HTML, with the pictures."""
    blocks = [
        {
            "title": str(block.get("title", "")),
            "paragraphs": [str(text) for text in block.get("paragraphs", ())],
            "picture": Markup(block["svg"]) if block.get("kind") == "picture" else "",
        }
        for block in view.get("blocks", ())
    ]
    title, lead = str(view.get("title", "")), str(view.get("lead", ""))
    return render("lab-still.html", title=title, lead=lead, blocks=blocks)
