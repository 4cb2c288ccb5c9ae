"""Writes one notebook a game: a title, the table, the rules.

`python notebooks/make.py` makes the ones that are missing.

The notebooks are plain files that a teacher may edit; this script never overwrites one unless it is told to (--all).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cardlab
from cardlab.library import game_class

HERE = Path(__file__).parent


def cell(kind: str, number: int, source: str) -> dict[str, object]:
    made: dict[str, object] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": source.splitlines(keepends=True),
    }
    if kind == "code":
        made |= {"execution_count": None, "outputs": []}
    return made


def notebook(game_id: str) -> str:
    kind = game_class(game_id)
    cells = [
        cell("markdown", 1, f"# {kind.title}"),
        cell("code", 2, f'from cardlab.pages import play\n\nplay("{game_id}")'),
        cell("code", 3, f'from cardlab.pages import rules\n\nrules("{game_id}")'),
    ]
    return _written(cells, kind.title)


def _written(cells: list[dict[str, object]], title: str) -> str:
    spec = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": spec, "language_info": {"name": "python"}, "title": f"{title} · cardlab"}
    return (
        json.dumps(
            {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}, indent=1, ensure_ascii=False
        )
        + "\n"
    )


PAGES = {"lesson": ("Lesson", "learn"), "exercise": ("Exercise", "exercise")}
"""Pages whose address says what they show."""


def page(name: str) -> str:
    title, call = PAGES[name]
    cells = [cell("markdown", 1, f"# {title}"), cell("code", 2, f"from cardlab.pages import {call}\n\n{call}()")]
    return _written(cells, title)


def main() -> None:
    for name in PAGES:
        path = HERE / f"{name}.ipynb"
        if "--all" in sys.argv or not path.exists():
            path.write_text(page(name), encoding="utf-8")
            print(path.name)
    for game_id in cardlab.games():
        path = HERE / f"{game_id}.ipynb"
        if "--all" in sys.argv or not path.exists():
            path.write_text(notebook(game_id), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
