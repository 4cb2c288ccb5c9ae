"""One page of the browser for a file, blank each time: a process of its own for every picture
costs more than the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest


@pytest.fixture(scope="module")
def blank(browser: Any) -> Iterator[Callable[[int], Any]]:
    """A function that gives the page, with nothing in it, at some width. Errors of its scripts
    are in its list `said`."""
    context = browser.new_context(reduced_motion="reduce")
    page, said = context.new_page(), list[str]()
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on(
        "console", lambda message: said.append(message.text) if message.type == "error" else None
    )

    def wiped(width: int) -> Any:
        # another document: whatever the last one had begun, its window included, ends here
        page.goto("about:blank")
        page.mouse.move(0, 0)
        page.set_viewport_size({"width": width, "height": 860})
        return page

    wiped.said = said  # type: ignore[attr-defined]
    yield wiped
    context.close()
