"""Writes one notebook a game where it is missing, and draws the pictures that notebooks carry.

A game without a notebook here has one all the same: the server makes it from the game. `python
notebooks/make.py` writes that one into a file, to begin with for whoever wants to tell more. `python
notebooks/make.py --pictures` draws anew the picture of every cell whose metadata names a moment of
a deal: `{"cardlab": {"picture": {"game": "kaiser", "seed": 3, "ply": 21}}}`; it becomes the
attachment `table.svg` of the cell.

The notebooks are plain files that a teacher may edit; this script never overwrites words.
"""

from __future__ import annotations

import base64
import json
import re
import sys
from pathlib import Path
from typing import Any

import cardlab
from cardlab.web.pages.notebook import cell, game_notebook, notebook

HERE = Path(__file__).parent


def written(made: dict[str, Any]) -> str:
    """A notebook as the text of its file."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


PAGES = {
    "lesson": ("Lesson", "learn"),
    "exercise": ("Exercise", "exercise"),
    "watch": ("A deal to watch", "watch"),
}
"""Pages whose address says what they show."""


def page(name: str) -> str:
    title, call = PAGES[name]
    cells = [
        cell("markdown", 1, f"# {title}"),
        cell("code", 2, f"from cardlab.pages import {call}\n\n{call}()"),
    ]
    return written(notebook(cells, title))


def picture(game: str, seed: int, ply: int, seat: int = 0, **options: object) -> str:
    """The table of a deal played within the rules at one moment, as an SVG (what `watch` shows
    at that move)."""
    from cardlab.web.pages.watching import recorded
    from cardlab.web.drawing.felt import table_svg

    match = recorded(game, None, seed, options)
    if not 0 <= ply <= match.ply:
        raise ValueError(
            f"{game}, seed {seed}: there is no move {ply}; the record ends at {match.ply}"
        )
    drawn = table_svg(match.view(seat, ply).to_dict())
    # the drawing numbers its clips through the whole process; here they begin anew, so that a
    # picture can be compared
    numbers: dict[str, str] = {}
    return re.sub(
        r"\bcl\d+\b", lambda id: numbers.setdefault(id[0], f"cl{len(numbers) + 1}"), drawn
    )


def draw(path: Path) -> None:
    """Draw the pictures of one notebook anew."""
    data = json.loads(path.read_text(encoding="utf-8"))
    for one in data["cells"]:
        wanted = one["metadata"].get("cardlab", {}).get("picture")
        if wanted:
            drawn = base64.b64encode(picture(**wanted).encode()).decode()
            one["attachments"] = {"table.svg": {"image/svg+xml": drawn}}
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    if "--pictures" in sys.argv:
        for path in [*HERE.glob("*.ipynb"), *(HERE.parent / "tutorials").glob("*.ipynb")]:
            draw(path)
        return
    for name in PAGES:
        path = HERE / f"{name}.ipynb"
        if "--all" in sys.argv or not path.exists():
            path.write_text(page(name), encoding="utf-8")
            print(path.name)
    for game_id in cardlab.games():
        path = HERE / f"{game_id}.ipynb"
        if "--all" in sys.argv or not path.exists():
            path.write_text(written(game_notebook(game_id)), encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
