"""The table as a widget: a view goes to the browser, the picked move and commands come back.

Knows the traits, the heartbeat and the still picture for saved notebooks. Does not know games, rules, the store, or
what a move means: whoever drives the widget observes ``pick`` and ``command`` and answers by ``show``.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

import anywidget
import traitlets

from .assets import widget_script, widget_style

_log = logging.getLogger("cardlab.widgets")


class TableWidget(anywidget.AnyWidget):
    """Draws any table view. Traits, not messages, carry everything: errors in message callbacks are seen by nobody."""

    _esm = widget_script()
    _css = widget_style()

    view = traitlets.Dict().tag(sync=True)
    chrome = traitlets.Dict().tag(sync=True)
    bubble = traitlets.Dict().tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    link = traitlets.Unicode("").tag(sync=True)
    stamp = traitlets.Int(0).tag(sync=True)
    """The browser redraws once when this changes."""
    pick = traitlets.Dict().tag(sync=True)
    command = traitlets.Dict().tag(sync=True)
    ping = traitlets.Int(0).tag(sync=True)
    pong = traitlets.Int(0).tag(sync=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.last_ping: float | None = None
        """When the browser was last heard, on the monotonic clock; None before its first sign of life."""

    def show(
        self,
        view: Mapping[str, Any] | None = None,
        chrome: Mapping[str, Any] | None = None,
        bubble: Mapping[str, Any] | None = None,
        error: str = "",
        link: str | None = None,
    ) -> None:
        """Set what is given in one update, and have it drawn once. Bubble and error last until the next ``show``."""
        with self.hold_sync():
            if view is not None:
                to_dict = getattr(view, "to_dict", None)
                self.view = to_dict() if to_dict else dict(view)
            if chrome is not None:
                self.chrome = dict(chrome)
            self.bubble = dict(bubble or {})
            self.error = error
            if link is not None:
                self.link = link
            self.stamp += 1

    @traitlets.observe("ping")
    def _answer_ping(self, change: Any) -> None:
        self.last_ping = time.monotonic()
        self.pong = change["new"]

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it a still picture and a text, for readers without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        if not data or not self.view:
            return bundle
        # a picture that cannot be drawn must not take the live table away with it
        with contextlib.suppress(Exception):
            from ..render.svg import table_svg
            from ..render.text import table_text

            data = {**data, "text/html": table_svg(self.view), "text/plain": table_text(self.view)}
        return data, metadata


def guarded(widget: TableWidget, act: Callable[..., Any]) -> Callable[..., Any]:
    """The callback ``act``, with any exception turned into a sentence under the table instead of vanishing.

    ValueErrors carry sentences of their own, as far as cardlab raised them; anything else is named by its type and
    logged.
    """

    @wraps(act)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return act(*args, **kwargs)
        except ValueError as said:
            _log.info("a callback said: %s", said)
            widget.error = str(said)
        except Exception as trouble:
            _log.exception("a callback of the table failed")
            name = type(trouble).__name__
            widget.error = f"Something in cardlab went wrong ({name}). No move is lost: reload the page to go on."
        return None

    return call
