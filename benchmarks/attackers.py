"""The hostile visitors of `hostile.py`: one process, in which each line asks, waits for its answer, and
asks again. They need no cookie and no browser.

    python benchmarks/attackers.py sheets http://127.0.0.1:8866/ --lines 6

They run until their input ends, and then print as JSON what they got. `--pause` is how long a line
rests between two requests; `--addresses 100` spreads the requests over so many addresses of this machine
(127.0.0.2 and so on, which Linux has without being told).
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import random
import re
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 120.0
LETTERS = "BCDFGHJKLMNPQRSTVWXZ23456789"
KERNEL = re.compile(r'"kernelId": ?"([0-9a-f-]+)"')
BOMB = 900_000
"""Characters of each widget that a memory bomb makes; the server takes no longer message than a
megabyte."""
NICE = 5
"""How far the attackers stand back, so that what they take of this machine's own cores, which a real
attacker does not, is not taken for what the server lets them have."""


class Line:
    """One line of one attacker: a thread that asks again and again."""

    def __init__(self, url: str, code: str, addresses: int, got: Counter[str]) -> None:
        parts = urlsplit(url)
        self.url, self.host, self.port = url, str(parts.hostname), int(parts.port or 80)
        self.code, self.addresses, self.got = code, addresses, got
        self.asked = random.randrange(addresses)

    def source(self) -> tuple[str, int]:
        """The address that the next request comes from."""
        self.asked += 1
        return f"127.0.0.{2 + self.asked % self.addresses}", 0

    def ask(self, path: str, form: dict[str, str] | None = None, kind: str = "") -> str:
        """Ask for a page and count its status."""
        line = http.client.HTTPConnection(
            self.host, self.port, timeout=PATIENCE, source_address=self.source()
        )
        headers = {"Origin": self.url.rstrip("/")} if form else {}
        body = urlencode(form) if form else None
        if kind == "json" and form:
            body, headers["Content-Type"] = json.dumps(form), "application/json"
        elif form:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with contextlib.closing(line):
            line.request("POST" if form else "GET", f"/{path}", body, headers)
            answer = line.getresponse()
            self.got[str(answer.status)] += 1
            return answer.read().decode("utf-8", "replace")

    def ticket(self) -> str:
        """A promise of a seat; "" if there is none for now."""
        address = self.url.replace("http", "ws") + "cardlab/seat"
        with connect(address, source_address=self.source(), open_timeout=PATIENCE) as line:
            told: dict[str, str] = json.loads(line.recv(PATIENCE))
        self.got["ticket" if "seat" in told else "told to wait"] += 1
        return told.get("seat", "")

    def kernel(self) -> str:
        """A page with a kernel; "" if there is none for now."""
        ticket = self.ticket()
        if not ticket:
            return ""
        page = self.ask(f"voila/render/notebooks/kaiser.ipynb?cardlab-seat={ticket}")
        found = KERNEL.search(page)
        return found[1] if found else ""


def sheets(line: Line) -> None:
    """A sheet that nobody has asked for before, the slowest that is known."""
    seed = random.randrange(10**9)
    line.ask(f"print?exercise={quote(f'which-game?game=cheat&seed={seed}')}&like=23")


def tickets(line: Line) -> None:
    """A promise of a seat, with which nothing is opened."""
    line.ticket()


def pages(line: Line) -> None:
    """A page with a kernel, to which nobody connects."""
    line.kernel()


def joins(line: Line) -> None:
    """Another member of the class whose table is played at."""
    name = "Greedy " + uuid.uuid4().hex[:8]
    line.ask("class", {"code": line.code, "nickname": name})


def guesses(line: Line) -> None:
    """A code of a class, a login code and a recovery code, all made up."""
    made_up = "".join(random.choices(LETTERS, k=6))
    line.ask(f"class?code={made_up}")
    line.ask("class", {"code": line.code, "nickname": "Pupil 1", "login": made_up})
    line.ask("cardlab/learner", {"learner": "Dora", "code": f"{made_up}BB"}, "json")


def bomb(line: Line) -> None:
    """A page that makes one large widget after another, until its line is cut."""
    kernel = line.kernel()
    if not kernel:
        return
    session = uuid.uuid4().hex
    address = f"{line.url.replace('http', 'ws')}api/kernels/{kernel}/channels?session_id={session}"
    with (
        contextlib.suppress(ConnectionClosed),
        connect(address, source_address=line.source(), max_size=None) as talk,
    ):
        threading.Thread(target=_read, args=(talk,), daemon=True).start()
        while not ended.is_set():
            talk.send(json.dumps(_widget()))
            line.got["MB sent"] += 1
            time.sleep(pause)
    if not ended.is_set():
        line.got["page ended"] += 1


def _read(talk: ClientConnection) -> None:
    """Take in what comes, as a browser does."""
    with contextlib.suppress(ConnectionClosed):
        for _ in talk:
            pass


def _widget() -> dict[str, Any]:
    state = {
        "_model_module": "@jupyter-widgets/controls",
        "_model_module_version": "2.0.0",
        "_model_name": "TextModel",
        "_view_module": "@jupyter-widgets/controls",
        "_view_module_version": "2.0.0",
        "_view_name": "TextView",
        "value": "x" * BOMB,
    }
    header = {
        "msg_id": uuid.uuid4().hex,
        "username": "visitor",
        "session": "bomb",
        "msg_type": "comm_open",
        "version": "5.3",
        "date": "",
    }
    content = {
        "comm_id": uuid.uuid4().hex,
        "target_name": "jupyter.widget",
        "data": {"state": state, "buffer_paths": []},
    }
    return {
        "channel": "shell",
        "header": header,
        "parent_header": {},
        "metadata": {"version": "2.1.0"},
        "content": content,
        "buffers": [],
    }


ATTACKS: dict[str, Callable[[Line], None]] = {
    act.__name__: act for act in (sheets, tickets, pages, joins, guesses, bomb)
}
LINES = {"sheets": 6}
"""How many lines an attack has where it is not one."""

ended = threading.Event()
pause = 0.0


def attack(line: Line, act: Callable[[Line], None]) -> None:
    while not ended.is_set():
        try:
            act(line)
        except (OSError, http.client.HTTPException, ConnectionClosed, TimeoutError) as error:
            line.got[type(error).__name__] += 1
        ended.wait(pause)


def main(options: argparse.Namespace) -> None:
    global pause
    pause = options.pause
    with contextlib.suppress(OSError):
        os.nice(NICE)
    got: Counter[str] = Counter()
    for _ in range(options.lines or LINES.get(options.attack, 1)):
        line = Line(options.url, options.code, options.addresses, got)
        act = ATTACKS[options.attack]
        threading.Thread(target=attack, args=(line, act), daemon=True).start()
    sys.stdin.read()
    ended.set()
    print(json.dumps(got), flush=True)
    os._exit(0)  # lines that still wait for an answer are left as an attacker leaves them


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("attack", choices=ATTACKS)
    parser.add_argument("url")
    parser.add_argument("--code", default="", help="join code of a class")
    parser.add_argument("--lines", type=int, default=0)
    parser.add_argument("--pause", type=float, default=0.02)
    parser.add_argument("--addresses", type=int, default=1)
    main(parser.parse_args())
