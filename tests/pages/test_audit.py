"""The form of the pages without a table, and whether the audit sees what is wrong with one."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import Server

from tests.audit.__main__ import WITHOUT_TABLE, accepted, patience, told
from tests.audit.looking import LOOK, Window, look

pytestmark = pytest.mark.browser
WINDOWS = (Window(320, 640), Window(390, 844, large=True), Window(390, 844), Window(1280, 800))
FIRST = 2
"""So many of them `make test` looks at: those that have the least room."""


@pytest.mark.parametrize("name", [page for page in WITHOUT_TABLE if not patience(page)])
def test_pages_have_nothing_cut_covered_or_too_small(
    browser: Any, server: Server, name: str, request: pytest.FixtureRequest
) -> None:
    windows = WINDOWS if request.config.getoption("--every-game") else WINDOWS[:FIRST]
    context = browser.new_context(reduced_motion="reduce")
    looked = look(context.new_page(), server.url + name, name, windows, 0)
    context.close()
    assert looked.errors == []
    assert [told(one) for one in looked.findings if one.place not in accepted()] == []


FAULTS = """<style>
  body { margin: 0; background: white; color: black; font: 16px sans-serif; }
  main { position: relative; width: 800px; }
  .bar { display: flex; flex-wrap: wrap; width: 200px; }
  .bar span { flex: 0 0 60px; }
  .cutting { width: 60px; overflow: hidden; white-space: nowrap; }
  .scrolling { width: 60px; height: 20px; overflow: auto; white-space: nowrap; }
  .high { height: 30px; overflow-y: auto; }
  .panel { width: 100px; border: 1px solid black; } .panel button { width: 140px; }
  .pale { color: #bbb; }
  .over { position: absolute; left: 0; top: 500px; } .lid { height: 60px; width: 90px; background: white; }
  .one, .two { position: absolute; top: 600px; left: 10px; }
</style><main>
  <p class="cutting">more than there is room for</p>
  <p class="scrolling">sideways without a word</p>
  <div class="high">one<br>two<br>three<br>four</div>
  <div class="panel"><button>Out of the box</button></div>
  <button style="width: 12px; height: 12px" aria-label="small"></button>
  <button style="width: 30px; height: 30px" aria-label="for a mouse"></button>
  <p class="pale">hardly to be read</p>
  <button class="over" style="height: 50px; width: 80px">Under</button><div class="over lid"></div>
  <span class="one">words over</span><span class="two">other words</span>
  <div class="bar"><span>a</span><span>b</span><span>c</span><span>d</span></div>
  <button aria-label="light and dark">1</button><button aria-label="dark mode">2</button>
</main>"""


def test_the_audit_finds_each_fault_and_none_on_a_plain_page(browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(FAULTS)
    assert {one["rule"] for one in page.evaluate(LOOK, [True, False])["found"]} == {
        "cut",
        "covered",
        "out-of-box",
        "page-wide",
        "pale",
        "scrolls-sideways",
        "scrolls-unsaid",
        "stray-wrap",
        "tap-small",
        "tap-under-44",
        "two-theme-switches",
        "words-over-words",
    }
    page.set_content("<main style='background: white; color: black'><h1>A page</h1><p>Words.</p>")
    assert page.evaluate(LOOK, [True, False])["found"] == []
    page.close()
