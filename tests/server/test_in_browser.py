"""A page on its way to being alive, in a browser: through proxies of both kinds, in line, and
without scripts."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from browsing import START, Server, new_tab

pytestmark = pytest.mark.slow

GAME = "voila/render/notebooks/kaiser.ipynb"


def carry(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def pass_on(visitor: socket.socket, port: int, strip: bytes, websockets: bool) -> None:
    """One request, with its prefix taken away and without its wish for a websocket."""
    head = b""
    while b"\r\n\r\n" not in head:
        if not (data := visitor.recv(65536)):
            return visitor.close()
        head += data
    head, rest = head.split(b"\r\n\r\n", 1)
    first, *lines = head.split(b"\r\n")
    method, path, version = first.split(b" ")
    if strip:
        path = b"/" + path.removeprefix(strip)
    upgrade = any(line.lower().startswith(b"upgrade:") for line in lines)
    if not (upgrade and websockets):
        hop = (b"connection:", b"upgrade:")
        lines = [line for line in lines if not line.lower().startswith(hop)]
        lines.append(b"Connection: close")
    server = socket.create_connection(("127.0.0.1", port))
    server.sendall(b"\r\n".join([b" ".join([method, path, version]), *lines, b"", rest]))
    threading.Thread(target=carry, args=(visitor, server), daemon=True).start()
    carry(server, visitor)


@contextlib.contextmanager
def proxy(site: Server, strip: bytes = b"", websockets: bool = True) -> Iterator[Server]:
    """The site as it is seen through a proxy."""
    with socket.create_server(("127.0.0.1", 0)) as door:

        def listen() -> None:
            with contextlib.suppress(OSError):
                while True:
                    visitor, _ = door.accept()
                    arguments = (visitor, site.port, strip, websockets)
                    threading.Thread(target=pass_on, args=arguments, daemon=True).start()

        threading.Thread(target=listen, daemon=True).start()
        yield replace(site, port=int(door.getsockname()[1]))
        door.shutdown(socket.SHUT_RDWR)


@pytest.mark.rest
def test_a_table_comes_alive_behind_a_proxy_that_takes_the_prefix_away(
    site: Server, browser: Any
) -> None:
    with proxy(site, strip=b"/cards/") as seen:
        tab = new_tab(browser, seen)
        tab.page.goto(f"{seen.url}{GAME}?seed=5&pace=0", wait_until="commit")
        tab.ready()
        state = tab.settled()
        assert "cardlab-seat" not in tab.page.url and tab.page.url.startswith(seen.url)
        tab.move(state["open"][0])
        assert not tab.strangers and not tab.crashes
        tab.page.goto(seen.url)
        tab.page.context.close()


def test_a_proxy_without_websockets_is_named_on_the_page(site: Server, browser: Any) -> None:
    with proxy(site, websockets=False) as seen:
        tab = new_tab(browser, seen)
        tab.page.goto(f"{seen.url}{GAME}", wait_until="commit")
        tab.page.wait_for_selector("text=does not pass websockets", timeout=START)
        assert tab.page.locator(".sheet summary:visible").count() == 1
        assert not site.kernels()
        tab.page.context.close()


@pytest.mark.rest
def test_who_waits_reads_and_comes_in_when_a_page_is_left(site: Server, browser: Any) -> None:
    tabs = [new_tab(browser, site) for _ in range(3)]
    for tab in tabs[:2]:
        tab.page.goto(f"{site.url}{GAME}?seed=5&pace=0", wait_until="commit")
        tab.ready()
    third = tabs[2]
    third.page.goto(f"{site.url}{GAME}?seed=6", wait_until="commit")
    third.page.wait_for_selector("text=All 2 tables are taken", timeout=START)
    assert third.page.locator("h1:visible, .emblem svg:visible, .words:visible").count() == 3
    tabs[0].page.goto(site.url)
    third.ready()
    assert third.settled()["open"]
    for tab in tabs:
        assert not tab.crashes
        tab.page.goto("about:blank")
        tab.page.context.close()


def test_without_scripts_there_are_picture_words_and_rules(site: Server, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}{GAME}")
    shown = page.inner_text("main")
    assert "JavaScript is off" in shown and "The rules of Kaiser" in shown
    assert "Laying the table" not in shown and page.locator(".words img").count() == 1
    assert page.locator("main h1").is_visible()
    context.close()
