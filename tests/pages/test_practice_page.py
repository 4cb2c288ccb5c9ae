"""Practice in a real browser on a real server."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from browsing import START, Tab

FROZE = "next-bid:insufficient?game=bridge&seed=6"
"""An exercise of a concept that has a rule of which no position is found: the page behind it once
stood still for 87 seconds."""
SKIP = """async () => {
  const root = document.querySelector(".cl-lesson"), before = root.dataset.stamp, began = performance.now();
  root.querySelector('[data-do="skip"]').click();
  while (root.dataset.stamp === before) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""


def visit(tab: Tab, path: str) -> None:
    tab.page.goto(tab.server.url + path, wait_until="domcontentloaded")
    tab.page.wait_for_selector(".cl-lesson[data-ready]", timeout=START)


@pytest.mark.rest
def test_skipping_again_and_again_never_stands_still(
    tab: Tab, request: pytest.FixtureRequest
) -> None:
    """Thirty times, fifty and more with `make long`; how long each took is printed."""
    visit(tab, f"exercise?concept=suit-order&address={quote(FROZE)}")
    count = min(50, int(request.config.getoption("--draws")))
    waits = sorted(tab.page.evaluate(SKIP) for _ in range(count))
    print(
        f"{count} skips: median {waits[count // 2]:.0f} ms,"
        f" p95 {waits[int(0.95 * count)]:.0f} ms, longest {waits[-1]:.0f} ms"
    )
    assert tab.page.locator(".lost").inner_text() == ""
    assert tab.page.locator(".errors").inner_text() == ""
    assert tab.page.locator("[data-key=question]").inner_text()
