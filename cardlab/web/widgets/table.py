"""The table as a widget: a view goes to the browser, the picked move and commands come back.

Knows the traits, the heartbeat and the still picture for saved notebooks. Does not know games,
rules, the store, or what a move means: whoever drives the widget observes ``pick`` and ``command``
and answers by ``show``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

import traitlets

from cardlab.engine.table import TableView
from cardlab.web.drawing.layout import laid_out
from cardlab.web.widgets.assets import widget_script, widget_style
from cardlab.web.widgets.base import LiveWidget

_log = logging.getLogger("cardlab.web.widgets")


class TableWidget(LiveWidget):
    """Draws any table view."""

    _esm = widget_script()
    _css = widget_style()

    view = traitlets.Dict().tag(sync=True)
    bubble = traitlets.Dict().tag(sync=True)
    pick = traitlets.Dict().tag(sync=True)
    command = traitlets.Dict().tag(sync=True)

    def show(
        self,
        view: Mapping[str, Any] | None = None,
        chrome: Mapping[str, Any] | None = None,
        bubble: Mapping[str, Any] | None = None,
        error: str = "",
        link: str | None = None,
    ) -> None:
        """Set what is given in one update, and have it drawn once. Bubble and error last until
        the next ``show``."""
        if view is not None:
            view = laid_out(view.to_dict() if isinstance(view, TableView) else view)
        self.draw(chrome, error, link, view=view, bubble=dict(bubble or {}))

    def still(self) -> tuple[str, str] | None:
        from cardlab.web.drawing.still_table import table_svg
        from cardlab.web.drawing.text import table_text

        return (table_svg(self.view), table_text(self.view)) if self.view else None


def guarded(widget: TableWidget, act: Callable[..., Any]) -> Callable[..., Any]:
    """The callback ``act``, with any exception turned into a sentence under the table instead of
    vanishing.

    ValueErrors carry sentences of their own, as far as cardlab raised them; anything else is named
    by its type and logged.
    """

    @wraps(act)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return act(*args, **kwargs)
        except ValueError as refusal:
            _log.info("a callback refused: %s", refusal)
            widget.error = str(refusal)
        except Exception as trouble:
            _log.exception("a callback of the table failed")
            widget.error = trouble_sentence(trouble)
        return None

    return call


def trouble_sentence(trouble: Exception) -> str:
    """What is said under a table when cardlab itself is at fault."""
    return (
        f"Something in cardlab went wrong ({type(trouble).__name__}). No move is lost: reload the"
        " page to go on."
    )
