"""Servers that are killed, lose their fork server, find a damaged store or free kernels soon: what
a table and a lesson say then, and that nothing is lost. Each has a server of its own."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import psutil
import pytest
from browsing import Server, Tab, advance, known_as, new_tab, position, serving

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LESSON = "lesson?concept=follow-suit"


def open_lesson(tab: Tab) -> None:
    tab.page.goto(tab.server.url + LESSON, wait_until="commit")
    tab.ready()


def press(tab: Tab, name: str) -> None:
    """Press a button of the lesson and wait for what comes next."""
    before = tab.stamp()
    tab.page.locator(f".acts-row [data-do={name}], [data-do={name}]").first.click()
    tab.answered(before)


def step(tab: Tab) -> str | None:
    found: str | None = tab.page.locator(".cl-lesson").get_attribute("data-step")
    return found


@pytest.mark.rest
def test_a_damaged_store_is_a_sentence_and_everything_goes_on(browser: Any, tmp_path: Path) -> None:
    damaged = b"not a database" * 100
    (tmp_path / "cards.sqlite").write_bytes(damaged)
    with serving(tmp_path) as server:
        for path in ("", "map"):
            assert urllib.request.urlopen(server.url + path).status == 200
        tab = new_tab(browser, server)
        tab.open("kaiser", "seed=6&pace=0")
        said = tab.page.locator(".unsaved").inner_text()
        assert "damaged" in said and "Not saved" in said and "Traceback" not in tab.page.content()
        assert str(tmp_path) not in tab.page.content()
        tab.move(tab.settled()["open"][0])
        tab.settled()
        open_lesson(tab)
        assert "not saved" in tab.page.locator("[role=alert]").inner_text()
        press(tab, "skip")
        assert step(tab) == "watch"
        tab.page.context.close()
    assert (tmp_path / "cards.sqlite").read_bytes() == damaged


@pytest.mark.rest
def test_a_killed_server_goes_on_with_the_match_and_the_lesson(
    browser: Any, tmp_path: Path
) -> None:
    """A lesson comes back with the next browser, too: where a learner is stands in the store."""

    def opened(server: Server) -> Tab:
        tab = new_tab(browser, server)
        known_as(tab, server, "Mara")
        open_lesson(tab)
        return tab

    with serving(tmp_path) as server:
        table = new_tab(browser, server)
        known_as(table, server, "Mara")
        table.open("kaiser", "seed=17&pace=0")
        state = advance(table, 4, random.Random(17))
        query = table.page.evaluate("location.search")[1:]
        tab = opened(server)
        press(tab, "skip")
        for _ in range(3):
            press(tab, "forward")
        before = tab.page.locator("[data-where]").inner_text()
        tab.page.context.close()
        tab = opened(server)
        assert tab.page.locator("[data-where]").inner_text() == before and "3 of 17" in before
        press(tab, "forward")
        before = tab.page.locator("[data-where]").inner_text()
        for kernel in server.kernels():
            kernel.kill()
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait(10)
        tab.page.context.close()
        table.page.context.close()
    with serving(tmp_path) as server:
        tab = opened(server)
        assert tab.page.locator("[data-where]").inner_text() == before and "4 of 17" in before
        tab.open("kaiser", query)
        assert position(tab.settled()) == position(state)
        tab.page.context.close()


@pytest.mark.rest
def test_a_page_that_vanished_frees_its_kernel_and_one_that_stays_keeps_it(
    browser: Any, tmp_path: Path
) -> None:
    """A browser that crashes says no farewell; bots that are about to move must not keep the
    kernel alive. A page that is open does, however little happens on it."""
    with serving(tmp_path, idle=5) as server:
        stays = new_tab(browser, server)
        stays.open("kaiser", "seed=1&pace=0")
        stays.settled()
        kept = {kernel.pid for kernel in server.kernels()}
        vanishes = new_tab(browser, server)
        vanishes.open("kaiser", "seed=1&pace=10")
        freed = {kernel.pid for kernel in server.kernels()} - kept
        assert kept and freed
        vanishes.page.close(run_before_unload=False)
        began = time.monotonic()
        while freed & {kernel.pid for kernel in server.kernels()}:
            assert time.monotonic() - began < 150
            stays.page.wait_for_timeout(500)
        stays.page.wait_for_timeout(max(0, 9000 - (time.monotonic() - began) * 1000))
        assert kept <= {kernel.pid for kernel in server.kernels()}
        stays.move(stays.settled()["open"][0])
        vanishes.page.context.close()
        stays.page.context.close()


@pytest.mark.rest
def test_without_its_fork_server_a_page_opens_all_the_same(browser: Any, tmp_path: Path) -> None:
    """A kernel that cannot be forked is started in the ordinary way; those that were forked go
    with their fork server."""
    with serving(tmp_path) as server:
        tab = new_tab(browser, server)
        tab.open("kaiser", "seed=17&pace=0")
        servers = [
            c
            for c in psutil.Process(server.process.pid).children()
            if "cardlab.web.server.kernels" in c.cmdline()
        ]
        assert servers or sys.platform != "linux"
        for process in servers:
            process.kill()
        tab.page.wait_for_selector("[role=alert]:has-text('reload'):visible", timeout=60_000)
        tab.open("kaiser", "seed=17&pace=0")
        assert any(
            "ipykernel_launcher" in " ".join(kernel.cmdline()) for kernel in server.kernels()
        )
        tab.move(tab.settled()["open"][0])
        tab.page.context.close()
