"""The notebook of a game, made from the game: a title, the table, what is worth knowing, the rules.

Knows how notebooks are written. Knows no game: a game whose notebook nobody has written gets this
one, and the words in it are the game's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.engine.catalogue import game_class

__all__ = ["NOTEBOOK_ONLY", "cell", "game_notebook", "notebook", "on_page"]

NOTEBOOK_ONLY = "notebook-only"
"""The tag of a cell for those who open the notebook: it speaks Python, and no page shows it."""
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def cell(kind: str, number: int, source: str) -> dict[str, Any]:
    """A cell as nbformat 4.5 writes it.  kind: "markdown" or "code"."""
    made: dict[str, Any] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": source.splitlines(keepends=True),
    }
    if kind == "code":
        made |= {"execution_count": None, "outputs": []}
    return made


def on_page(written: Mapping[str, Any]) -> bool:
    """Whether a page shows a cell of its notebook."""
    return NOTEBOOK_ONLY not in written["metadata"].get("tags", ())


def notebook(cells: list[dict[str, Any]], title: str) -> dict[str, Any]:
    """A notebook of these cells; the title is that of the browser's tab."""
    metadata = {
        "kernelspec": KERNEL,
        "language_info": {"name": "python"},
        "title": f"{title} · cardlab",
        # where somebody shows it with `voila` itself; the template lies in share/jupyter
        "voila": {"template": "cardlab"},
    }
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def game_notebook(game_id: str) -> dict[str, Any]:
    """The notebook of a game.  Raises ValueError, listing the games, for an unknown id.

    >>> [made["source"][0] for made in game_notebook("kaiser")["cells"]][0]
    '# Kaiser'
    """
    title = game_class(game_id).title
    cells = [
        cell("markdown", 1, f"# {title}"),
        cell("code", 2, f'from cardlab.pages import play\n\nplay("{game_id}")'),
        cell("code", 3, f'from cardlab.pages import study\n\nstudy("{game_id}")'),
        cell("code", 4, f'from cardlab.pages import rules\n\nrules("{game_id}")'),
    ]
    return notebook(cells, title)
