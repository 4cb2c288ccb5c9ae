"""Slow pages are made by processes of their own."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from browsing import Server

from cardlab.web.addresses import PrintAddress
from cardlab.web.pages.printing import NoSheet, print_page
from cardlab.web.server.handlers import LOST, PlainHandler
from cardlab.web.server.limits import SlowPages
from cardlab.web.server.seats import Asker
from cardlab.web.server.workers import STANDS_BACK, Lost, Workers
from tests.server.test_serving import ask


def test_a_worker_is_another_process_that_stays_and_stands_back() -> None:
    workers = Workers(1)
    process = workers.run(os.getpid)
    assert process != str(os.getpid()) and process == workers.run(os.getpid)
    if sys.platform != "win32":
        nice = int(workers.run(partial(os.getpriority, os.PRIO_PROCESS, 0)))
        assert nice == min(19, os.getpriority(os.PRIO_PROCESS, 0) + STANDS_BACK)
    session = Path(f"/proc/{process}/autogroup")
    if session.exists() and (told := session.read_text().split()):  # empty where none are weighed
        assert told[-1] == str(STANDS_BACK)


def test_what_a_page_raises_is_raised_here_and_what_it_prints_is_no_answer() -> None:
    workers = Workers(1)
    process = workers.run(os.getpid)
    with pytest.raises(NoSheet, match="neither a lesson nor an exercise"):
        workers.run(partial(print_page, PrintAddress()))
    assert workers.run(partial(print, "two of clubs", flush=True)) == "None"
    assert workers.run(os.getpid) == process


def test_a_worker_that_ends_or_takes_too_long_is_replaced() -> None:
    workers = Workers(1)
    with pytest.raises(Lost):
        workers.run(partial(os._exit, 1))
    assert workers.run("clubs".title) == "Clubs"
    with pytest.raises(Lost):
        Workers(1, longest=0).run(partial(time.sleep, 600))


def test_a_page_that_was_lost_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(make: object) -> str:
        raise Lost("a page could not be made")

    slow = SlowPages(run=run)
    handler = PlainHandler.__new__(PlainHandler)
    handler.application = SimpleNamespace(settings={"cardlab_slow_pages": slow, "base_url": "/"})
    handler.request = SimpleNamespace(path="/print")
    monkeypatch.setattr(PlainHandler, "asker", Asker("192.0.2.7", ""))
    page = asyncio.run(handler._slowly("clubs".title))
    assert LOST in page and handler.get_status() == 503


def test_a_worker_ends_when_nobody_is_there_to_ask_it() -> None:
    command = [sys.executable, "-m", "cardlab.web.server.workers"]
    assert subprocess.run(command, input=b"", capture_output=True, timeout=60).returncode == 0


def test_the_server_lets_a_worker_make_sheets(site: Server) -> None:
    """A thread of the server would hold up the moves at all tables."""
    assert ask(site, "/cards/print?lesson=follow-suit")[0] == 200
    assert ask(site, "/cards/print?lesson=no-such")[0] == 404
    assert ask(site, "/cards/start")[0] == 200 and ask(site, "/cards/path")[0] == 200
    commands = [child.cmdline() for child in psutil.Process(site.process.pid).children()]
    assert any("cardlab.web.server.workers" in command for command in commands)
