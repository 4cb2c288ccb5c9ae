"""Every chapter and every page that is no game's opens: each cell has its output, and nothing
went wrong.

The games' own notebooks are opened, looked at in the same way and played in `test_games.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from browsing import ROOT, Server, Tab, axe, opened_whole

import cardlab

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OTHERS = [
    path
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
    if path.stem not in cardlab.games()
]
PAGES = [*sorted((ROOT / "tutorials").glob("*.ipynb")), *OTHERS]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_notebook_opens_as_a_page(tab: Tab, server: Server, path: Path) -> None:
    tab.page.goto(
        f"{server.url}voila/render/{path.parent.name}/{path.name}?pace=0", wait_until="commit"
    )
    opened_whole(tab, path)
    assert tab.crashes == [] and tab.strangers == []
    assert axe(tab) == []
