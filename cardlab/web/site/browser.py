"""The pages in the visitor's own browser: their cells, their widgets, and what a server would be asked.

Runs in a web worker and speaks with the page by JSON alone, so that it knows no JavaScript: what is
posted are messages with a `kind` (`live`, `comm_open`, `comm_msg`, `comm_close`, `trouble`), what
comes in are calls. Knows no game and no page.
"""

from __future__ import annotations

import ast
import asyncio
import contextlib
import io
import json
import logging
import os
import sys
import time
import types
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cardlab.engine.catalogue import TABLES
from cardlab.web.site.answers import Answers

__all__ = ["Browser"]

_log = logging.getLogger("cardlab.web.site")

FAILED = (
    "Something in cardlab went wrong ({}). No move is lost: reload the page, or go back to all"
    " games."
)
_VIEW = "application/vnd.jupyter.widget-view+json"

Post = Callable[[str], None]


def stand_in() -> None:
    """Put something in the place of what Python lacks in a browser: the clock of a thread, where
    there is one thread, and IPython, where ipywidgets looks for it and a page needs nothing of it."""
    vars(time).setdefault("thread_time", time.process_time)
    if "IPython" in sys.modules:
        return
    shell = type("InteractiveShell", (), {"initialized": staticmethod(lambda: False)})
    names: dict[str, dict[str, Any]] = {
        "IPython": {"get_ipython": lambda: None},
        "IPython.core": {},
        "IPython.core.interactiveshell": {"InteractiveShell": shell},
        "IPython.display": {"display": print, "clear_output": lambda **_: None},
    }
    for name, values in names.items():
        module = types.ModuleType(name)
        vars(module).update(values)
        sys.modules[name] = module


def connect_widgets(post: Callable[[Mapping[str, Any]], None]) -> None:
    """From now on every widget speaks with its view by these posts."""
    # what the browser has set itself need not be sent back to it
    os.environ["JUPYTER_WIDGETS_ECHO"] = "0"
    import comm
    from comm.base_comm import BaseComm

    class PageComm(BaseComm):
        def publish_msg(self, msg_type: str, data: Any = None, *_: Any, **__: Any) -> None:
            post({"kind": msg_type, "model": self.comm_id, "data": data or {}})

    comm.create_comm = PageComm


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does; returns the value of its last line if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)


def shown(value: Any) -> Mapping[str, Any]:
    """What a value shows of itself, by type; empty for what is no widget."""
    # a game's state may have such a method too: only that of a widget is asked
    from ipywidgets import Widget

    if not isinstance(value, Widget):
        return {}
    bundle = value._repr_mimebundle_()
    return (bundle[0] if isinstance(bundle, tuple) else bundle) or {}


class Browser:
    """One visitor's Python: the page that is open, and what is asked beside it.

    post: takes every message to the page, as JSON; base: the path that all pages lie below;
    settings: what the site was built with, as JSON; folder: where the store lies.
    """

    def __init__(self, post: Post, base: str, settings: str, folder: str) -> None:
        self._post_text = post
        self.base = base
        os.environ["CARDLAB_BASE"] = base
        stand_in()
        connect_widgets(self._post)
        built = json.loads(settings)
        os.environ[TABLES] = " ".join(built.get("tables", ()))
        self._answers = Answers(base, built, Path(folder))

    def _post(self, message: Mapping[str, Any]) -> None:
        self._post_text(json.dumps(message, ensure_ascii=False))

    def open(self, page: int, query: str, cells: str) -> None:
        """Leave the page that was open and run the cells of another, in order.

        page: the number of the visit, which comes back with every message about it.
        cells: a list of [index, source, live]; of a live cell the widget is shown.
        """
        from cardlab.web.pages.learner_log import set_learner_log

        self.leave()
        os.environ["QUERY_STRING"] = query.removeprefix("?")
        set_learner_log(None)
        names: dict[str, Any] = {"__name__": "__main__"}
        for index, source, live in json.loads(cells):
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    value = run_cell(source, names)
            except Exception as error:
                _log.exception("a cell could not be run")
                message = FAILED.format(type(error).__name__)
                self._post({"kind": "trouble", "page": page, "index": index, "said": message})
                return
            if live:
                self._show(page, index, shown(value))

    def answer(self, method: str, path: str, query: str, body: str) -> str:
        """What a server would answer: status, headers and body, as JSON."""
        return json.dumps(asdict(self._answers.answer(method, path, query, body)))

    def _show(self, page: int, index: int, bundle: Mapping[str, Any]) -> None:
        model = bundle[_VIEW]["model_id"]
        self._post({"kind": "live", "page": page, "index": index, "model": model})

    def leave(self) -> None:
        """End what the page that was open began: its tasks and its widgets."""
        for task in asyncio.all_tasks() if _loop_runs() else ():
            task.cancel()
        if "ipywidgets" in sys.modules:
            from ipywidgets import Widget

            Widget.close_all()

    def hear(self, model: str, data: str) -> None:
        """What a view sends to its widget: `{"method": "update", "state": {...}}`."""
        import comm

        widget_comm = comm.get_comm_manager().get_comm(model)
        if widget_comm is not None:
            widget_comm.handle_msg({"content": {"data": json.loads(data)}, "buffers": []})


def _loop_runs() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
