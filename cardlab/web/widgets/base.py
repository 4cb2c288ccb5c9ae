"""What the widgets share: something to read where no kernel is, and the signs of life between
browser and kernel.

Knows no table, lesson, map or laboratory.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

__all__ = ["LiveWidget", "StillWidget", "number_of"]


class StillWidget(anywidget.AnyWidget):
    """A widget that leaves a still picture and a text beside it, for readers without a kernel."""

    def still(self) -> tuple[str, str] | None:
        """The same as HTML and as plain text; None as long as there is nothing to show."""
        return None

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        if not data:
            return bundle
        # a picture that cannot be drawn must not take the live widget away with it
        with contextlib.suppress(Exception):
            if (still := self.still()) is not None:
                data = {**data, "text/html": still[0], "text/plain": still[1]}
        return data, metadata


class LiveWidget(StillWidget):
    """A widget with a page behind it. Traits, not messages, carry everything: errors in message
    callbacks are seen by nobody."""

    chrome = traitlets.Dict().tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    link = traitlets.Unicode("").tag(sync=True)
    stamp = traitlets.Int(0).tag(sync=True)
    """The browser redraws once when this changes."""
    ping = traitlets.Int(0).tag(sync=True)
    pong = traitlets.Int(0).tag(sync=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.last_ping: float | None = None
        """When the browser was last heard, on the monotonic clock; None before its first sign of
        life."""

    def draw(
        self, chrome: Mapping[str, Any] | None, error: str, link: str | None, **traits: Any
    ) -> None:
        """Set these traits in one update, and have them drawn once; what is None stays as it is."""
        kept = {"chrome": None if chrome is None else dict(chrome), "link": link, **traits}
        with self.hold_sync():
            self.error = error
            for name, value in kept.items():
                if value is not None:
                    setattr(self, name, value)
            self.stamp += 1

    @traitlets.observe("ping")
    def _answer_ping(self, change: Any) -> None:
        self.last_ping = time.monotonic()
        self.pong = change["new"]


def number_of(sent: Any) -> int:
    """The number of what the browser sent last, to tell it that this was heard; 0 before
    anything."""
    n = dict(sent or {}).get("n", 0)
    return n if isinstance(n, int) else 0
