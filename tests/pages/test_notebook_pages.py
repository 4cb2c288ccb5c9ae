"""Every notebook, the course's and the games', opens as a page: each cell has its output, and nothing went wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from browsing import ROOT, START, Server, Tab, axe

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAGES = [*sorted((ROOT / "tutorials").glob("*.ipynb")), *sorted((ROOT / "notebooks").glob("*.ipynb"))]

DRAWN = """count => {
  const drawn = document.querySelectorAll('#rendered_cells .cl-root, #rendered_cells .sheet, #rendered_cells .study');
  return drawn.length >= count ? drawn.length : 0;
}"""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_notebook_opens_as_a_page(tab: Tab, server: Server, path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    tab.page.goto(f"{server.url}voila/render/{path.parent.name}/{path.name}?pace=0", wait_until="commit")
    tab.page.wait_for_function(DRAWN, arg=1, timeout=START)
    tab.page.wait_for_function("() => !document.querySelector('#cl-skeleton:not([hidden])')?.offsetHeight", timeout=START)
    showing = sum("assert" not in "".join(cell["source"]) or "\n" in "".join(cell["source"]).strip() for cell in code)
    tab.page.wait_for_function(DRAWN, arg=min(showing, len(code)), timeout=START)
    trouble = tab.page.locator("#rendered_cells [data-mime-type$='jupyter.error'], #rendered_cells [data-mime-type$='stderr']")
    assert trouble.count() == 0, trouble.first.inner_text()
    assert tab.page.locator("#rendered_cells h1").count() == 1
    assert tab.crashes == [] and tab.strangers == []
    pictures = sum("attachments" in cell for cell in cells)
    images = "[...document.querySelectorAll('#rendered_cells img')]"
    shown = tab.page.evaluate(f"{images}.filter(image => image.complete && image.naturalWidth).length")
    assert shown >= pictures, "a first picture is missing"
    for width in (1280, 390):
        tab.page.set_viewport_size({"width": width, "height": 844})
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"the page scrolls sideways at {width}"
    assert axe(tab) == []
