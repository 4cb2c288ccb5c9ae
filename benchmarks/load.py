"""How a server bears many visitors: opens pages one after the other, clicks in each every few
seconds while bots answer, and prints how long pages and answers took, memory and errors.

    python benchmarks/load.py --visitors 100

Most visitors are connections that speak as a page does: they ask for a seat, fetch the page, connect to
its kernel and make moves at the table. The first, the last and some between them are real pages of
Chromium, if there is one. It starts a server of its own on a store of its own, with as many
seats as there are visitors, so that the next one has to wait. At the end half of them say farewell as a page does
that is left, and half are cut off.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from websockets.asyncio.client import ClientConnection, connect

GAMES = ("kaiser", "bridge", "gin-rummy", "hearts", "nap", "couillon")
PATIENCE = 120.0
KERNEL = re.compile(rb'"kernelId": ?"([0-9a-f-]+)"')
# A level of an auction is only chosen by its click and sent by a second one, so that it is passed over here.
CLICK = """async () => {
  const root = document.querySelector("[data-ready]"), old = root.dataset.stamp;
  const open = [...root.querySelectorAll('[data-move]:not([aria-disabled="true"]):not([data-ladder])')];
  const next = root.querySelector('[data-command="next"]:not([disabled])');
  const chosen = open.length ? open[Math.floor(Math.random() * open.length)] : next;
  if (!chosen) {
    // a beginner's first trick lies there until a tap
    root.querySelector(".trick")?.click();
    return null;
  }
  const began = performance.now();
  chosen.click();
  while (root.dataset.stamp === old && performance.now() - began < 60000)
    await new Promise(requestAnimationFrame);
  return (performance.now() - began) / 1000;
}"""


@dataclass
class Seen:
    """What all visitors have seen; times in seconds."""

    still: dict[int, float] = field(default_factory=dict)
    live: dict[int, float] = field(default_factory=dict)
    clicks: list[float] = field(default_factory=list)
    browser_clicks: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Visitor:
    """A page without a browser. address: where it says that it is, as a proxy would."""

    def __init__(self, url: str, number: int, seen: Seen, address: str = "") -> None:
        self.url, self.number, self.seen = url, number, seen
        self.headers = {"X-Forwarded-For": address} if address else {}
        self.page = f"{url}voila/render/notebooks/{GAMES[number % len(GAMES)]}.ipynb?seed={number}"
        self.state: dict[str, Any] = {}
        self.comm = self.kernel = ""
        self.acts = 0
        """How often they have clicked; a button hears nothing of a click of the same number."""
        self.line: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None
        self.stamped = asyncio.Event()

    async def come(self) -> None:
        began = time.monotonic()
        await fetch(self.page, headers=self.headers)
        self.seen.still[self.number] = time.monotonic() - began
        seat = self.url.replace("http", "ws") + "cardlab/seat"
        async with connect(seat, additional_headers=self.headers) as line:
            while "seat" not in (told := json.loads(await line.recv())):
                pass
        body = await fetch(f"{self.page}&cardlab-seat={told['seat']}", headers=self.headers)
        found = KERNEL.search(body)
        if found is None:
            raise RuntimeError("the page came without a kernel")
        self.kernel = found[1].decode()
        address = self.url.replace("http", "ws") + f"api/kernels/{self.kernel}/channels"
        self.line = await connect(f"{address}?session_id={uuid.uuid4().hex}", max_size=None)
        control = uuid.uuid4().hex
        opened = {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}}
        await self.send("comm_open", opened)
        await self.send("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})
        self.reader = asyncio.create_task(self.read())
        while not self.comm:
            self.stamped.clear()
            await asyncio.wait_for(self.stamped.wait(), PATIENCE)
        self.seen.live[self.number] = time.monotonic() - began

    async def send(self, kind: str, content: dict[str, Any]) -> None:
        header = {
            "msg_id": uuid.uuid4().hex,
            "username": "visitor",
            "session": "load",
            "msg_type": kind,
            "version": "5.3",
            "date": "",
        }
        message = {
            "header": header,
            "parent_header": {},
            "metadata": {"version": "1.0.0"},
            "content": content,
            "buffers": [],
            "channel": "shell",
        }
        assert self.line is not None
        await self.line.send(json.dumps(message))

    async def read(self) -> None:
        assert self.line is not None
        async for text in self.line:
            message = json.loads(text) if isinstance(text, str) else {"msg_type": ""}
            if message["msg_type"] != "comm_msg":
                continue
            data, comm = message["content"]["data"], message["content"]["comm_id"]
            if data.get("method") == "update_states":
                for model, made in data["states"].items():
                    if "pick" in made["state"]:
                        self.comm, self.state = model, made["state"]
            elif data.get("method") == "update" and comm == self.comm:
                self.state |= data["state"]
            self.stamped.set()

    async def play(self, until: float, every: float) -> None:
        await asyncio.sleep(random.random() * every)
        while time.monotonic() < until:
            self.acts += 1
            if self.acts % 4 == 0:
                await self.update({"ping": self.acts})
            await self.click(self.acts)
            await asyncio.sleep(every)

    async def click(self, number: int) -> None:
        moves = [choice["move"] for choice in self.state["view"]["choices"] if choice["legal"]]
        chrome = self.state["chrome"]
        if moves:
            move = {"move": random.choice(moves), "ply": chrome["timeline"]["ply"], "n": number}
            sent = {"pick": move}
        elif chrome["held"]:
            sent = {"command": {"name": "next", "n": number}}
        elif chrome["waits"]:
            # a beginner's first trick lies there until a tap, for which no picture is drawn
            await self.update({"command": {"name": "go-on", "n": number}})
            return
        else:
            return  # bots are about to move
        before, began = self.state["stamp"], time.monotonic()
        await self.update(sent)
        while self.state["stamp"] <= before:
            self.stamped.clear()
            await asyncio.wait_for(self.stamped.wait(), PATIENCE)
        self.seen.clicks.append(time.monotonic() - began)

    async def update(self, state: dict[str, Any]) -> None:
        data = {"method": "update", "state": state, "buffer_paths": []}
        await self.send("comm_msg", {"comm_id": self.comm, "data": data})

    async def leave(self) -> None:
        if self.reader is not None:
            self.reader.cancel()
        if self.line is None:
            return
        if self.number % 2:
            self.line.transport.abort()
            return
        origin = self.url.rstrip("/")
        await fetch(f"{self.url}voila/api/shutdown/{self.kernel}", method="POST", origin=origin)
        await self.line.close()


class BrowserVisitor:
    """A page in Chromium."""

    def __init__(self, browser: Any, url: str, number: int, seen: Seen) -> None:
        self.browser, self.seen, self.number = browser, seen, number
        self.address = f"{url}voila/render/notebooks/{GAMES[0]}.ipynb?seed={number}"
        self.page: Any = None

    async def come(self) -> None:
        context = await self.browser.new_context(reduced_motion="reduce")
        self.page = await context.new_page()
        began = time.monotonic()
        await self.page.goto(self.address, wait_until="commit")
        await self.page.wait_for_selector("[data-still] svg", timeout=PATIENCE * 1000)
        self.seen.still[self.number] = time.monotonic() - began
        await self.page.wait_for_selector("[data-ready]", timeout=PATIENCE * 1000)
        self.seen.live[self.number] = time.monotonic() - began

    async def play(self, until: float, every: float) -> None:
        while time.monotonic() < until:
            if (took := await self.page.evaluate(CLICK)) is not None:
                self.seen.browser_clicks.append(took)
            await asyncio.sleep(every)

    async def leave(self) -> None:
        await self.page.goto("about:blank")
        await self.page.context.close()


async def fetch(
    url: str, method: str = "GET", origin: str = "", headers: dict[str, str] | None = None
) -> bytes:
    request = HTTPRequest(
        url,
        method=method,
        headers=(headers or {}) | ({"Origin": origin} if origin else {}),
        body="" if method == "POST" else None,
        request_timeout=PATIENCE,
        connect_timeout=PATIENCE,
    )
    answer = await AsyncHTTPClient().fetch(request)
    return bytes(answer.body)


@contextlib.contextmanager
def serving(visitors: int, url: str = "", *options: str) -> Iterator[tuple[str, psutil.Process]]:
    """A server for so many pages. url: of the database, a file of its own if it is empty.
    options: of `cardlab serve` besides."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    folder = Path(tempfile.mkdtemp(prefix="cardlab-load-"))
    store = {"CARDLAB_STORE": url or f"sqlite:///{folder / 'cards.sqlite'}"}
    command = [sys.executable, "-m", "cardlab", "serve", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--max-visitors", str(visitors), *options],
            env=os.environ | store,
            stdout=log,
            stderr=log,
        )
    try:
        yield f"http://127.0.0.1:{port}/", psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(60)
        if said := [x for x in (folder / "log").read_text().splitlines() if "rror" in x]:
            print(f"the server's log has {len(said)} lines about errors, such as: {said[0][:200]}")
        shutil.rmtree(folder, ignore_errors=True)


def memory(server: psutil.Process) -> tuple[float, float]:
    """Megabytes of the server alone, and with all its kernels; what is shared counts once."""
    parts = [server.memory_full_info().pss / 2**20]
    for child in server.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            parts.append(child.memory_full_info().pss / 2**20)
    return parts[0], sum(parts)


def spent(server: psutil.Process) -> tuple[float, float]:
    """Seconds of processor time of the server, and of its kernels that are alive."""
    times = []
    for process in (server, *server.children(recursive=True)):
        with contextlib.suppress(psutil.Error):
            times.append(sum(process.cpu_times()[:2]))
    return times[0], sum(times[1:])


async def health(url: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(await fetch(f"{url}health"))
    return found


def told(name: str, times: list[float]) -> None:
    if len(times) < 2:
        print(f"{name:28} none")
        return
    parts = statistics.quantiles(times, n=100, method="inclusive")
    print(
        f"{name:28} n {len(times):5}   p50 {parts[49] * 1000:6.0f} ms   p95 {parts[94] * 1000:6.0f} ms"
        f"   longest {max(times) * 1000:6.0f} ms"
    )


async def guarded(act: Any, seen: Seen, number: int) -> bool:
    try:
        await act
    except Exception as error:
        seen.errors.append(f"visitor {number}: {type(error).__name__} {error}"[:200])
        return False
    return True


async def run(options: argparse.Namespace, url: str, server: psutil.Process, browser: Any) -> Seen:
    seen = Seen()
    places = range(options.visitors)
    chosen = set(places[:: max(1, options.visitors // max(1, options.browsers - 1))])
    chosen = (chosen | {options.visitors - 1}) if browser and options.browsers else set()
    visitors: list[Any] = [
        BrowserVisitor(browser, url, n, seen) if n in chosen else Visitor(url, n, seen)
        for n in places
    ]
    end = time.monotonic() + options.visitors * options.arrive + options.seconds
    began = spent(server)

    async def visit(visitor: Any) -> None:
        await asyncio.sleep(visitor.number * options.arrive)
        if await guarded(visitor.come(), seen, visitor.number):
            await guarded(visitor.play(end, options.every), seen, visitor.number)

    tasks = [asyncio.create_task(visit(visitor)) for visitor in visitors]
    await asyncio.sleep(options.visitors * options.arrive + options.seconds / 2)
    now, (alone, whole) = await health(url), await asyncio.to_thread(memory, server)
    print(f"alive {now['kernels']} of {now['limit']}; load average {os.getloadavg()[0]:.1f}")
    print(
        f"memory (PSS)                 {alone:.0f} MB the server, {whole:.0f} MB with all kernels"
    )
    async with connect(url.replace("http", "ws") + "cardlab/seat") as line:
        first = json.loads(await asyncio.wait_for(line.recv(), 30))
        print(f"the next visitor is told:    {first.get('said', 'that there is a seat')}")
    await asyncio.gather(*tasks)
    after, took = spent(server), options.visitors * options.arrive + options.seconds
    print(
        f"processor                    {(after[0] - began[0]) / took:.2f} cores the server,"
        f" {(after[1] - began[1]) / took:.2f} its kernels, over {took:.0f} s"
    )
    left = time.monotonic()
    await asyncio.gather(*(guarded(v.leave(), seen, v.number) for v in visitors))
    while (await health(url))["kernels"] and time.monotonic() - left < PATIENCE:
        await asyncio.sleep(1)
    gone = time.monotonic() - left
    _, whole = await asyncio.to_thread(memory, server)
    print(f"after all have left          0 kernels in {gone:.0f} s, {whole:.0f} MB")
    return seen


async def main(options: argparse.Namespace) -> int:
    AsyncHTTPClient.configure(None, max_clients=options.visitors * 2 + 10)
    chromium = os.environ.get("CARDLAB_CHROMIUM") or shutil.which("chromium")
    async with contextlib.AsyncExitStack() as stack:
        browser = None
        if chromium and options.browsers:
            from playwright.async_api import async_playwright

            playwright = await stack.enter_async_context(async_playwright())
            browser = await playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
            )
            stack.push_async_callback(browser.close)
        url, server = stack.enter_context(serving(options.visitors))
        while True:
            try:
                await health(url)
                break
            except OSError:
                await asyncio.sleep(0.1)
        seen = await run(options, url, server, browser)
    for name, times in (("until something is shown", seen.still), ("until alive", seen.live)):
        if times:
            print(
                f"{name:28} first {times[min(times)]:.1f} s, last {times[max(times)]:.1f} s,"
                f" longest {max(times.values()):.1f} s"
            )
    told("a click, to the answer", seen.clicks)
    told("the same in Chromium", seen.browser_clicks)
    print(f"errors                       {len(seen.errors)}")
    for error in seen.errors[:5]:
        print("  " + error)
    return 1 if seen.errors else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--visitors", type=int, default=30)
    parser.add_argument("--browsers", type=int, default=3, help="how many of them are in Chromium")
    parser.add_argument("--arrive", type=float, default=1.0, help="seconds between two arrivals")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two clicks")
    parser.add_argument("--seconds", type=float, default=60.0, help="after the last has come")
    sys.exit(asyncio.run(main(parser.parse_args())))
