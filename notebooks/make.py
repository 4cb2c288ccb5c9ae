"""Writes one notebook a game where it is missing, and what notebooks show before they are run.

A game without a notebook here has one all the same: the server makes it from the game. `python
notebooks/make.py` writes that one into a file, to begin with for whoever wants to tell more.

`python notebooks/make.py --pictures` draws anew the picture of every cell whose metadata names a
moment of a deal: `{"cardlab": {"picture": {"game": "kaiser", "seed": 3, "ply": 21}}}`, or a table of
a lesson: `{"lesson": "symbol", "position": "six-and-nine"}`. It becomes
the attachment `table.png` of the cell, a PNG because JupyterLab draws no attached SVG, and
`"drawn"` keeps the check sum of the drawing. Needs a Chromium.

`python notebooks/make.py --outputs` runs the cells and saves what can be seen without a kernel:
words, pictures and rules, as they show on GitHub and nbviewer. That needs a Chromium as well.

`python notebooks/make.py --minutes` states in each chapter of the course how long it takes: the
sum of what its cells contain.

The notebooks are plain files that a teacher may edit; this script never overwrites words.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import cardlab
from cardlab.web.pages.notebook import cell, game_notebook, notebook

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
PAGE_FILES = sorted(HERE.glob("*.ipynb"))
CHAPTER_FILES = sorted((HERE.parent / "tutorials").glob("*.ipynb"))
OWN_FILES = sorted((HERE / "own").glob("*.ipynb"))
TABLE = re.compile(r'<svg\b[^>]*\bclass="tablesvg".*?</svg>', re.DOTALL)
"""A table within HTML: GitHub drops it there, and draws it where it is an output of its own."""


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


def steady(svg: str) -> str:
    """The same drawing with its clips numbered from one, so that it can be compared: elsewhere they
    are numbered through the whole process."""
    numbers: dict[str, str] = {}
    return re.sub(r"\bcl\d+\b", lambda id: numbers.setdefault(id[0], f"cl{len(numbers) + 1}"), svg)


def picture(lesson: str = "", position: str = "", **moment: Any) -> str:
    """A table as an SVG: a position of a lesson, or a moment of a deal."""
    return lesson_picture(lesson, position) if lesson else deal_picture(**moment)


def lesson_picture(lesson: str, position: str) -> str:
    """The table of a lesson as its learner first sees it."""
    from cardlab.lessons.book import load
    from cardlab.lessons.positions import shown
    from cardlab.web.drawing.still_table import table_svg

    at = load(lesson).at(position)
    return steady(table_svg(shown(at, at.state)))


def deal_picture(game: str, seed: int, ply: int, seat: int = 0, **options: object) -> str:
    """The table of a deal played within the rules at one moment, as an SVG (what `watch` shows
    at that move)."""
    from cardlab.web.pages.watching import recorded
    from cardlab.web.drawing.still_table import table_svg

    match = recorded(game, None, seed, options)
    if not 0 <= ply <= match.ply:
        raise ValueError(
            f"{game}, seed {seed}: there is no move {ply}; the record ends at {match.ply}"
        )
    drawn = table_svg(match.view(seat, ply).to_dict())
    return steady(drawn)


def mark(drawn: str) -> str:
    """The check sum of a drawing, by which a picture that is out of date is known."""
    return hashlib.sha256(drawn.encode()).hexdigest()[:16]


def draw(path: Path, to_png: Callable[[str], bytes]) -> None:
    """Draw those pictures of one notebook anew that are not what they were."""
    data = json.loads(path.read_text(encoding="utf-8"))
    for one in data["cells"]:
        about = one["metadata"].get("cardlab", {})
        if "picture" not in about:
            continue
        drawn = picture(**about["picture"])
        if about.get("drawn") == mark(drawn) and "table.png" in one.get("attachments", {}):
            continue
        about["drawn"] = mark(drawn)
        encoded = base64.b64encode(to_png(drawn)).decode()
        one["attachments"] = {"table.png": {"image/png": encoded}}
        print(path.name)
    path.write_text(written(data), encoding="utf-8")


@contextmanager
def drawing() -> Iterator[Callable[[str], bytes]]:
    """A browser that makes a PNG of an SVG: what every viewer of notebooks shows, also of a
    notebook that nobody has trusted yet."""
    from playwright.sync_api import sync_playwright

    from docs.pictures import small
    from tests.conftest import find_chromium

    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox", "--force-color-profile=srgb"]
        )
        tab = browser.new_page(device_scale_factor=1.5)

        def to_png(svg: str) -> bytes:
            tab.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
            return small(tab.locator("svg").first.screenshot(omit_background=True))

        yield to_png
        browser.close()


def draw_all() -> None:
    """Draw the pictures of all notebooks that are not what they were."""
    with drawing() as to_png:
        for path in (*PAGE_FILES, *CHAPTER_FILES):
            draw(path, to_png)


def shown(value: Any, to_png: Callable[[str], bytes]) -> list[dict[str, Any]]:
    """What a value shows to somebody without a kernel: its words, then each of its tables."""
    from IPython.core.formatters import DisplayFormatter

    data, _ = DisplayFormatter().format(value)
    html = str(data.get("text/html", ""))
    tables = [str(data["image/svg+xml"])] if "image/svg+xml" in data else TABLE.findall(html)
    words = TABLE.sub("", html).strip()
    bundles: list[dict[str, Any]] = []
    if words or not tables:
        bundles.append({"text/html": words.splitlines(keepends=True)} if words else {})
    bundles += [{"image/png": base64.b64encode(to_png(svg)).decode()} for svg in tables]
    for kind in ("text/plain", "text/latex"):
        if kind == "text/plain" or kind in data:
            bundles[0][kind] = str(data.get(kind, "")).splitlines(keepends=True)
    return [
        {"output_type": "display_data", "metadata": {}, "data": dict(sorted(bundle.items()))}
        for bundle in bundles
    ]


def run(source: str, names: dict[str, Any], to_png: Callable[[str], bytes]) -> list[dict[str, Any]]:
    """Run a cell among the names of those before it; what it prints and what it shows."""
    tree = ast.parse(source)
    printed, value = StringIO(), None
    with redirect_stdout(printed):
        for statement in tree.body:
            if isinstance(statement, ast.Expr):
                code = compile(ast.Expression(statement.value), "<cell>", "eval")
                value = eval(code, names)
            else:
                exec(compile(ast.Module([statement], []), "<cell>", "exec"), names)
                value = None
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        lines = text.splitlines(keepends=True)
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines})
    return outputs + (shown(value, to_png) if value is not None else [])


def save_outputs(path: Path, to_png: Callable[[str], bytes]) -> None:
    """Run a notebook, and keep in it what its cells show."""
    data = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    code = [cell for cell in data["cells"] if cell["cell_type"] == "code"]
    for number, one in enumerate(code, 1):
        one["execution_count"] = number
        one["outputs"] = run("".join(one["source"]), names, to_png)
    path.write_text(written(data), encoding="utf-8")


def save_all_outputs() -> None:
    """Save the outputs of all notebooks but those whose address says what they show."""
    with tempfile.TemporaryDirectory() as place, drawing() as to_png:
        os.environ["CARDLAB_STORE"] = f"sqlite:///{place}/outputs.sqlite"
        for path in (*PAGE_FILES, *CHAPTER_FILES, *OWN_FILES):
            if path.stem in PAGES:
                continue
            # the same deal each time, so that a file changes only where its page did
            os.environ["QUERY_STRING"] = "seed=7&pace=0" if path.stem in cardlab.games() else ""
            save_outputs(path, to_png)
            print(path.name)


def write_minutes() -> None:
    """State in each chapter how long what it contains takes."""
    from cardlab.lessons.minutes import chapter_minutes

    for path in CHAPTER_FILES:
        text = path.read_text(encoding="utf-8")
        sources = [(one["cell_type"], "".join(one["source"])) for one in json.loads(text)["cells"]]
        stated = re.sub(r"\*about \d+ minutes", f"*about {chapter_minutes(sources)} minutes", text)
        path.write_text(stated, encoding="utf-8")


def main() -> None:
    if "--minutes" in sys.argv:
        write_minutes()
        return
    if "--pictures" in sys.argv:
        draw_all()
        return
    if "--outputs" in sys.argv:
        save_all_outputs()
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
