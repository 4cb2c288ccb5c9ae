"""A site without a server, in a real browser: built once, served by `python -m http.server` under a
path, and used as a visitor would.

Python for the browser is fetched on the first run and found in the cache afterwards.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "pages"))

from browsing import START, Tab, axe, free_port, new_tab

from .published import begins_a_lesson

pytestmark = pytest.mark.deploy

GAMES = ("kaiser", "bridge", "gin-rummy")
MOST_BYTES = 40_000_000
"""What may be transferred for the first table."""


@dataclass
class Site:
    """A folder that is served, seen from a visitor."""

    url: str
    folder: Path
    server: subprocess.Popen[bytes]

    def page(self, game: str, query: str = "") -> str:
        return f"{self.url}voila/render/notebooks/{game}.ipynb" + (f"?{query}" if query else "")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    root = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "cardlab", "site", str(root / "at" / "cards")]
    subprocess.run([*command, "--games", *GAMES], check=True, capture_output=True)
    port = free_port()
    serve = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    server = subprocess.Popen(
        [*serve, "--directory", str(root)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    url = f"http://127.0.0.1:{port}/at/cards/"
    for _ in range(300):
        with suppress(OSError):
            urllib.request.urlopen(url).close()
            break
        time.sleep(0.1)
    try:
        yield Site(url, root / "at" / "cards", server)
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture
def tab(browser: Any, site: Site) -> Iterator[Tab]:
    """A visitor who comes for the first time; checks at the end that no request left the machine
    and that no script failed."""
    opened = new_tab(browser, site)  # type: ignore[arg-type]
    yield opened
    strangers, crashes = opened.strangers, list(opened.crashes)
    opened.page.context.close()
    assert not strangers and not crashes


def follow(tab: Tab, address: str) -> None:
    """Click a link to a page of the site."""
    tab.page.evaluate(
        """address => {
          document.querySelectorAll("[data-ready]").forEach(old => old.removeAttribute("data-ready"));
          const link = document.createElement("a");
          link.href = address;
          document.body.append(link);
          link.click();
        }""",
        address,
    )


def play_a_deal(tab: Tab) -> None:
    """Make legal moves until a deal is scored."""
    for _ in range(120):
        state = tab.settled(120)
        if state["lines"] or state["over"]:
            return
        tab.move(state["open"][0])
    raise AssertionError("the deal does not end")


def test_a_whole_deal_from_the_first_visit_on(tab: Tab, site: Site) -> None:
    """Nothing more than a browser and a file server; the bytes are those that were sent."""
    sent: list[int] = []
    tab.page.on(
        "response", lambda answer: sent.append(int(answer.headers.get("content-length", 0)))
    )
    tab.open("kaiser", "seed=7&pace=0")
    assert 10_000_000 < sum(sent) < MOST_BYTES
    assert axe(tab) == []
    play_a_deal(tab)
    assert tab.page.locator("[data-score-line]").count() > 0


def test_deals_of_other_games_lessons_and_laboratories_around_one_worker(
    tab: Tab, site: Site
) -> None:
    tab.open("bridge", "seed=5&pace=0")
    play_a_deal(tab)
    follow(tab, site.page("gin-rummy", "seed=3&pace=0"))
    tab.ready()
    play_a_deal(tab)
    follow(tab, f"{site.url}lesson?concept=trump")
    tab.ready()
    assert "Trump" in tab.page.inner_text("main")
    follow(tab, f"{site.url}scores?game=bridge")
    tab.ready()
    assert "Where every point comes from" in tab.page.inner_text("main")
    workers = [url for url in tab.requests if url.endswith("pyodide.asm.wasm")]
    assert len(workers) == 1


def test_a_match_is_there_after_a_reload(tab: Tab, site: Site) -> None:
    tab.open("kaiser", "seed=7&pace=0")
    for _ in range(3):
        tab.move(tab.settled(60)["open"][0])
    cards = tab.settled(60)["cards"]
    tab.page.wait_for_timeout(1000)
    tab.reload()
    assert tab.settled(60)["cards"] == cards


def test_progress_is_there_after_a_reload_and_can_be_taken_along(
    browser: Any, tab: Tab, site: Site, tmp_path: Path
) -> None:
    begins_a_lesson(tab, "follow-suit")
    step = tab.page.locator(".cl-lesson").get_attribute("data-step")
    assert axe(tab) == []
    tab.page.wait_for_timeout(1000)
    tab.reload()
    assert tab.page.locator(".cl-lesson").get_attribute("data-step") == step
    # home is made anew for its reader, around the same worker
    follow(tab, site.url)
    going_on(tab)
    assert axe(tab) == []
    tab.page.locator("[data-who]").click()
    with tab.page.expect_download(timeout=START) as download:
        tab.page.locator("[data-who-export]").click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    elsewhere = new_tab(browser, site)  # type: ignore[arg-type]
    page = elsewhere.page
    page.goto(site.url, wait_until="commit")
    page.locator("[data-who]").click(timeout=START)
    page.locator("[data-who-file]").set_input_files(file)
    page.get_by_text("The file was added to your progress").wait_for(timeout=START)
    going_on(elsewhere)
    page.context.close()


def going_on(tab: Tab) -> None:
    """Wait until home offers to go on with a lesson."""
    link = tab.page.locator("main a[href*='follow-suit']", has_text="Go on")
    link.first.wait_for(timeout=START)


def test_house_rules_are_there_after_a_reload(tab: Tab, site: Site) -> None:
    page = tab.page
    page.goto(f"{site.url}house-rules?game=kaiser", wait_until="commit")
    tab.ready()
    for name, words in (("rule:must-follow-suit", ""), ("name", "Free Kaiser"), ("save", "")):
        control = page.locator(f"[data-name='{name}']:visible").first
        before = tab.stamp()
        if words:
            control.fill(words)
            control.press("Enter")
        else:
            control.click()
        tab.answered(before)
    page.get_by_text("Free Kaiser is saved.").first.wait_for(timeout=START)
    page.wait_for_timeout(1000)
    # another game's page knows them as well, so that it is no merit of the address
    page.goto(f"{site.url}house-rules?game=bridge", wait_until="commit")
    tab.ready()
    saved = page.locator("option", has_text="Free Kaiser (Kaiser)")
    saved.first.wait_for(state="attached", timeout=START)


def test_a_sheet_is_printed_while_the_solver_works(tab: Tab, site: Site) -> None:
    page = tab.page
    page.goto(f"{site.url}analysis?game=kaiser", wait_until="commit")
    tab.ready()
    page.get_by_text("The solver is not compiled here").wait_for(timeout=START)
    page.get_by_role("button", name="Stop").wait_for(timeout=START)
    follow(tab, f"{site.url}print?lesson=follow-suit")
    page.locator("main.paper").wait_for(timeout=START)
    assert "Following suit" in page.title()


def test_it_opens_without_a_network(tab: Tab, site: Site) -> None:
    tab.open("kaiser", "seed=7&pace=0")
    listed = json.loads((site.folder / "cardlab-site.json").read_text())["files"]
    tab.page.wait_for_function(
        """async most => {
          for (const name of await caches.keys())
            if ((await (await caches.open(name)).keys()).length >= most) return true;
          return false;
        }""",
        arg=len(listed),
        timeout=START,
    )
    tab.page.context.set_offline(True)
    tab.page.goto(f"{site.url}lesson?concept=trump", wait_until="commit")
    tab.ready()
    tab.page.context.set_offline(False)


def test_another_tab_waits_and_can_take_over(tab: Tab, site: Site) -> None:
    tab.open("kaiser", "seed=7&pace=0")
    tab.move(tab.settled(60)["open"][0])
    here = tab.page.url
    time.sleep(1)
    other = Tab(tab.page.context.new_page(), site)  # type: ignore[arg-type]
    other.page.goto(here, wait_until="commit")
    other.page.get_by_role("button", name="Use it here").click(timeout=START)
    other.ready()
    assert other.settled(60)["cards"]
    tab.page.wait_for_selector("text=has been opened in another tab", timeout=START)


def test_a_browser_without_webassembly_says_so_and_shows_what_stands_still(
    tab: Tab, site: Site
) -> None:
    tab.page.add_init_script("delete window.WebAssembly")
    tab.page.goto(site.page("kaiser"), wait_until="commit")
    tab.page.wait_for_selector("text=This browser has no WebAssembly", timeout=START)
    assert "The rules of Kaiser" in tab.page.inner_text("main")


def test_a_browser_that_keeps_nothing_says_so_and_plays(browser: Any, site: Site) -> None:
    """A private window of some browsers opens no database."""
    tab = new_tab(browser, site, service_workers="block")  # type: ignore[arg-type]
    script = (site.folder / "cardlab/site/kept.js").read_text()
    tab.page.context.route(
        "**/kept.js",
        lambda route: route.fulfill(
            content_type="text/javascript", body=script.replace("indexedDB.open", "missing.open")
        ),
    )
    tab.open("kaiser", "seed=7&pace=0")
    tab.move(tab.settled(60)["open"][0])
    assert "keeps nothing for this site" in tab.page.inner_text(".site-notice")
    tab.page.context.close()


def test_a_browser_without_room_says_that_nothing_more_is_kept(browser: Any, site: Site) -> None:
    tab = new_tab(browser, site, service_workers="block")  # type: ignore[arg-type]
    script = (site.folder / "cardlab/site/kept.js").read_text()
    refused = script.replace(
        "put(key, value) {", "async put() { throw new DOMException('', 'QuotaExceededError');"
    )
    assert refused != script
    tab.page.context.route(
        "**/kept.js",
        lambda route: route.fulfill(content_type="text/javascript", body=refused),
    )
    tab.open("kaiser", "seed=7&pace=0")
    tab.move(tab.settled(60)["open"][0])
    tab.page.get_by_text("The browser could not keep what happened last").wait_for(timeout=START)
    tab.move(tab.settled(60)["open"][0])
    tab.page.context.close()
