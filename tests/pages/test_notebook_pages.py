"""Every chapter and every page that is no game's opens: each cell has its output, and nothing
went wrong.

The games' own notebooks are opened, looked at in the same way and played in `test_games.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from browsing import ROOT, START, Server, Tab, axe, new_tab, opened_whole, serving

import cardlab

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OTHERS = [
    path
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
    if path.stem not in cardlab.games()
]
PAGES = [*sorted((ROOT / "tutorials").glob("*.ipynb")), *OTHERS]


@pytest.mark.sampled
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_notebook_opens_as_a_page(tab: Tab, server: Server, path: Path) -> None:
    tab.page.goto(
        f"{server.url}voila/render/{path.parent.name}/{path.name}?pace=0", wait_until="commit"
    )
    opened_whole(tab, path)
    assert tab.crashes == [] and tab.strangers == []
    assert axe(tab) == []


def write_notebook(path: Path, *sources: str) -> None:
    """A notebook of a teacher's own: a title, and a cell for each source."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "id": "title", "metadata": {}, "source": "# A page of mine"}
    ]
    for number, source in enumerate(sources):
        code = {"cell_type": "code", "execution_count": None, "outputs": [], "source": source}
        cells.append(code | {"id": f"cell-{number}", "metadata": {}})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel}}
    path.write_text(json.dumps(notebook | {"nbformat": 4, "nbformat_minor": 5}))


@pytest.mark.rest
def test_a_page_whose_cell_fails_shows_itself_and_says_so(browser: Any, tmp_path: Path) -> None:
    """Whatever was made before the failure is there; what follows is missing, and the page says
    what to do. A page without any table does not wait for one."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    write_notebook(folder / "broken.ipynb", "1/0", "print('never')")
    write_notebook(folder / "late.ipynb", "import cardlab.pages\ncardlab.pages.play('snap')", "1/0")
    write_notebook(folder / "words.ipynb", "print('Only words')")
    with serving(tmp_path, notebooks=folder) as running:
        tab = new_tab(browser, running)
        for name in ("broken", "late"):
            tab.page.goto(running.page(name), wait_until="commit")
            alert = tab.page.get_by_role("alert")
            alert.wait_for(timeout=START)
            assert "Reload the page" in alert.inner_text()
            assert "Voil" not in tab.page.locator("body").inner_text()
            assert tab.page.get_by_role("heading", name="A page of mine").count() == 1
        tab.ready()
        assert alert.is_visible()
        tab.page.goto(running.page("words"), wait_until="commit")
        tab.page.get_by_text("Only words").wait_for(timeout=START)
        tab.page.wait_for_selector("#cl-skeleton", state="detached", timeout=START)
        assert tab.crashes == []
        tab.page.context.close()
