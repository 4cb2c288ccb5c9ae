"""What of a page can be read before Python is there: every cell that stands still, as HTML.

Runs where the site is built. A cell whose value is a widget is live: it is left to the visitor's
Python, with the code before it. Knows notebooks; knows no page and no game.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import urljoin, urlsplit

from markupsafe import Markup

from cardlab.web.pages.notebook import on_page
from cardlab.web.site.browser import run_cell

__all__ = ["Cell", "drafted", "for_python"]

_VIEW = "application/vnd.jupyter.widget-view+json"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a page.

    kind: "markdown", "html" or "text"; live: whether a widget comes in its place; first: whether it
    is the first live one, and shows that the page is being opened.
    """

    kind: str
    source: str
    html: str = ""
    live: bool = False
    first: bool = False


def drafted(notebook: Mapping[str, Any], path: str, base: str) -> list[Cell]:
    """The cells of a notebook.

    path: where the notebook lies on a server, without the slash at its beginning; links in the text
    lead from there. base: the way from the page to the beginning of the site, such as "../../".
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    cells: list[Cell] = []
    with _based(base):
        for cell in notebook["cells"]:
            source = "".join(cell["source"])
            if not on_page(cell):
                continue
            if cell["cell_type"] == "markdown":
                html = _markdown(source, cell.get("attachments", {}), path, base)
                cells.append(Cell("markdown", source, Markup(html)))
            elif cell["cell_type"] == "code":
                first = not any(done.live for done in cells)
                cells.append(_ran(source, names, first))
    return cells


def for_python(cells: list[Cell]) -> list[tuple[int, str, bool]]:
    """What the visitor's Python runs: number, source and whether a widget comes of it; nothing
    after the last live cell, for that is drawn already."""
    code = [
        (number, cell.source, cell.live)
        for number, cell in enumerate(cells, 1)
        if cell.kind != "markdown"
    ]
    last = max((at for at, (_, _, live) in enumerate(code, 1) if live), default=0)
    return code[:last]


@contextlib.contextmanager
def _based(base: str) -> Iterator[None]:
    """Have what the cells show lead to the site."""
    before = os.environ.get("CARDLAB_BASE")
    os.environ["CARDLAB_BASE"] = base
    try:
        yield
    finally:
        if before is None:
            del os.environ["CARDLAB_BASE"]
        else:
            os.environ["CARDLAB_BASE"] = before


def _ran(source: str, names: dict[str, Any], first: bool) -> Cell:
    """A cell of code, run here and now."""
    from IPython.core.formatters import DisplayFormatter

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        value = run_cell(source, names)
    data: Mapping[str, Any] = {}
    if value is not None:
        data, _ = DisplayFormatter().format(value)
    if _VIEW in data:
        return Cell("html", source, live=True, first=first)
    printed = f"<pre>{escape(out.getvalue())}</pre>" if out.getvalue() else ""
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            return Cell("html", source, Markup(printed + str(data[kind])))
    plain = f"<pre>{escape(data['text/plain'])}</pre>" if "text/plain" in data else ""
    return Cell("text", source, Markup(printed + plain))


def _markdown(source: str, attachments: Mapping[str, Any], path: str, base: str) -> str:
    """Text as a notebook shows it, with its links leading from the page."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    class Renderer(IPythonRenderer):
        def link(self, text: str, url: str, title: str | None = None) -> str:
            return str(super().link(text, _leading(url, path, base), title))

    renderer = Renderer(
        escape=False, embed_images=False, exclude_anchor_links=True, attachments=dict(attachments)
    )
    return str(MarkdownWithMath(renderer=renderer).render(source))


def _leading(url: str, path: str, base: str) -> str:
    """A link that was written for a page at `path`, as the page in a folder of its own writes it.

    >>> _leading("../../../lesson?concept=trump", "voila/render/tutorials/a.ipynb", "../../../../")
    '../../../../lesson?concept=trump'
    >>> _leading("#below", "map", "../"), _leading("https://example.org/", "map", "../")
    ('#below', 'https://example.org/')
    """
    parts = urlsplit(url)
    if parts.scheme or parts.netloc or not parts.path:
        return url
    return base + urljoin(f"/{path}", url).removeprefix("/")
