"""A server of our own and a browser that watches where requests go; also used by `shots.py`.

Drives pages by the fixed hooks only: data-move, data-command, data-card, data-reason,
data-score-line, data-match-over.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import psutil
from tornado.web import create_signed_value

from cardlab.store import Holders, MatchStore, NameTaken
from cardlab.web.pages.notebook import game_notebook
from cardlab.web.server.identity import COOKIE

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
]
START = 150_000
"""Milliseconds that a page may take on a busy machine; how long it should take is measured
elsewhere."""


POINT = """async move => {
  const all = [...document.querySelectorAll("[data-ready] [data-move]")].filter(e => e.dataset.move === move);
  for (const element of all) {
    element.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise(requestAnimationFrame);
    const box = element.getBoundingClientRect();
    for (const y of [.5, .25, .75, .1, .9]) for (const x of [.5, .12, .25, .05, .75, .9]) {
      const at = [box.left + box.width * x, box.top + box.height * y];
      if (document.elementFromPoint(...at)?.closest("[data-move]") === element) return at;
    }
  }
  return null;
}"""

COVER = """move => [...document.querySelectorAll(`[data-move="${move}"]`)].map(element => {
  const box = element.getBoundingClientRect();
  const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return [box.left, box.top, box.width, box.height, over?.outerHTML.slice(0, 200)].join(" ");
})"""
"""Where the elements of a move lie, and what lies over the middle of each."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """`cardlab serve` in a process of its own."""

    port: int
    process: subprocess.Popen[bytes]
    store: Path
    log: Path
    base: str = "/"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.base}"

    def seat(self) -> str:
        """The promise of a seat, which a page asks for before it comes alive; see `alive`."""
        from websockets.sync.client import connect

        with connect(self.url.replace("http", "ws") + "cardlab/seat") as line:
            while "seat" not in (told := json.loads(line.recv(timeout=60))):
                pass
            return str(told["seat"])

    def alive(self, path: str) -> str:
        """The address of a page as it is asked for once there is a seat for it."""
        return f"{self.url}{path}{'&' if '?' in path else '?'}cardlab-seat={self.seat()}"

    def page(self, game: str, query: str = "") -> str:
        return f"{self.url}voila/render/notebooks/{game}.ipynb" + (f"?{query}" if query else "")

    def kernels(self) -> list[psutil.Process]:
        """Those that were started, and those that were forked from the fork server."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                forked = (
                    "cardlab.web.server.kernels" in child.cmdline()
                    and child.ppid() != self.process.pid
                )
                if forked or "ipykernel_launcher" in " ".join(child.cmdline()):
                    found.append(child)
        return found


@contextlib.contextmanager
def serving(
    folder: Path,
    *arguments: str,
    idle: int | None = None,
    notebooks: Path | None = None,
    base: str = "/",
    program: tuple[str, ...] = (sys.executable, "-m", "cardlab"),
    place: Path = ROOT,
    **environment: str,
) -> Iterator[Server]:
    """A server whose store and log are in this folder.  program: the cardlab to run; place: the
    folder to run it in."""
    port = free_port()
    store, log = folder / "cards.sqlite", folder / "server.log"
    env = {
        **os.environ,
        "CARDLAB_STORE": f"sqlite:///{store}",
        "PYTHONUNBUFFERED": "1",
        **environment,
    }
    with log.open("wb") as out:
        command = [*program, "serve", "--port", str(port)]
        command += [] if idle is None else ["--idle", str(idle)]
        command += [] if notebooks is None else ["--notebooks", str(notebooks)]
        command += ["--base-url", base, *arguments]
        process = subprocess.Popen(
            command, cwd=place, env=env, stdout=out, stderr=out, start_new_session=True
        )
    server = Server(port, process, store, log, base)
    try:
        _wait_for(server)
        yield server
    finally:
        children = (
            psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
        )
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
        for child in children:
            with contextlib.suppress(psutil.Error):
                child.kill()


def _wait_for(server: Server) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if server.process.poll() is not None:
            raise RuntimeError(f"the server ended at once:\n{server.log.read_text()}")
        try:
            urllib.request.urlopen(server.url, timeout=2).read()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not come up")


@contextlib.contextmanager
def browsing(executable: str) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, headless=True, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Tab:
    """One page of the browser, with what it asked for and what went wrong in it."""

    page: Any
    server: Server
    requests: list[str] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    expected: set[str] = field(default_factory=set)
    """Errors that the test brings about itself, by their whole text."""

    def __post_init__(self) -> None:
        self.page.on("request", self._hear_request)
        self.page.on("pageerror", self._hear_error)

    def _hear_request(self, request: Any) -> None:
        self.requests.append(request.url)

    def _hear_error(self, error: Any) -> None:
        if str(error) not in self.expected:
            self.crashes.append(str(error))

    def unhear(self) -> None:
        """What the page does from now on is another's."""
        self.page.remove_listener("request", self._hear_request)
        self.page.remove_listener("pageerror", self._hear_error)

    @property
    def strangers(self) -> list[str]:
        """Requests that left the machine."""
        here = ("data:", "blob:", self.server.url, self.server.url.replace("http", "ws"))
        return [url for url in self.requests if not url.startswith(here)]

    def open(self, game: str, query: str = "pace=0") -> None:
        self.page.goto(self.server.page(game, query), wait_until="commit")
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector("[data-ready]", timeout=START)

    def reload(self) -> None:
        self.page.reload(wait_until="commit")
        self.ready()

    def still(self, seconds: float = 0.5) -> None:
        """Wait until the page is not drawn anew any more, for so long."""
        before, since = self.stamp(), time.monotonic()
        while time.monotonic() - since < seconds:
            self.page.wait_for_timeout(50)
            if (now := self.stamp()) != before:
                before, since = now, time.monotonic()

    def stamp(self) -> int:
        return int(self.page.get_attribute("[data-ready]", "data-stamp") or 0)

    def state(self) -> dict[str, Any]:
        """What the driver has to know, read in one go."""
        found: dict[str, Any] = self.page.evaluate("""() => {
              const root = document.querySelector("[data-ready]");
              if (!root) return {stamp: -1, busy: true, open: [], shut: [], next: false, over: false, lines: 0,
                cards: []};
              const seen = e => { const b = e.getBoundingClientRect(), s = getComputedStyle(e);
                return b.width > 0 && b.height > 0 && s.visibility !== "hidden"; };
              const all = [...root.querySelectorAll("[data-move]")].filter(seen);
              const move = e => e.dataset.move, shut = e => e.getAttribute("aria-disabled") === "true";
              const next = root.querySelector('[data-command="next"]');
              return { stamp: +root.dataset.stamp, busy: root.hasAttribute('data-busy'),
                open: all.filter(e => !shut(e)).map(move), shut: all.filter(shut).map(move),
                next: !!next && seen(next) && !next.disabled, over: !!document.querySelector("[data-match-over]"),
                lines: root.querySelectorAll("[data-score-line]").length,
                cards: [...root.querySelectorAll("[data-card]")].map(e => e.dataset.card) };
            }""")
        return found

    def settled(self, timeout: float = 30.0) -> dict[str, Any]:
        """Wait until the player can do something: move, go on, or nothing any more because it is
        over."""
        deadline, before, since = time.monotonic() + timeout, None, 0.0
        while time.monotonic() < deadline:
            state = self.state()
            if state["open"] or state["next"] or state["over"]:
                if not state["busy"]:
                    return state
                # Bots may be due while the player may move too (Snap): then wait until the picture
                # stands still.
                if state == before and time.monotonic() - since > 0.4:
                    return state
                if state != before:
                    before, since = state, time.monotonic()
            self.page.wait_for_timeout(20)
        raise AssertionError(f"nothing to do for {timeout} s: {self.state()}; {self.crashes}")

    def reaches(self, move: str) -> bool:
        """Is there a point at which nothing covers the element of a move?"""
        return bool(self.page.evaluate(POINT, move))

    def click_move(self, move: str, patience: float = 0.0) -> None:
        """Click the element of a move at a point where nothing covers it, as a person would.
        patience: seconds that it may be covered before."""
        deadline = time.monotonic() + patience
        while not (point := self.page.evaluate(POINT, move)) and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)
        assert point, f"{move} cannot be clicked anywhere: {self.page.evaluate(COVER, move)}"
        self.page.mouse.click(*point)
        # on a ladder a tap picks, and the button makes the call
        button = self.page.locator(f'[data-makes="{move}"]')
        if button.count():
            button.click()

    def move(self, move: str) -> None:
        """Make a move and wait for the answer."""
        before = self.stamp()
        self.click_move(move)
        self.answered(before)

    def command(self, name: str) -> None:
        before = self.stamp()
        self.page.locator(f'[data-command="{name}"]:visible').first.click(timeout=START)
        self.answered(before)

    def answered(self, before: int) -> None:
        self.page.wait_for_function(
            "before => +(document.querySelector('[data-ready]')?.dataset.stamp ?? -1) > before",
            arg=before,
            timeout=START,
        )


DESK = {"width": 1280, "height": 860}


def new_tab(browser: Any, server: Server, **context: Any) -> Tab:
    options = {"viewport": DESK, "reduced_motion": "reduce", **context}
    page = browser.new_context(**options).new_page()
    page.set_default_timeout(START)
    return Tab(page, server)


def known_as(tab: Tab, server: Server, name: str) -> None:
    """From now on the browser holds a nickname, whoever held it before."""
    holders = Holders(f"sqlite:///{server.store}")
    try:
        holder = holders.take(name)
    except NameTaken:
        holder = holders.new_code(name)
    kept = json.dumps({"learner": holder.name, "stamp": holder.stamp})
    value = create_signed_value(holders.signing_key(), COOKIE, kept, version=2).decode()
    tab.page.context.add_cookies([{"name": COOKIE, "value": value, "url": server.url}])


def leave(page: Any) -> None:
    """Go to an empty page, also from one that is just following a link of its own, which would
    break off the way there."""
    for left in (2, 1, 0):
        try:
            page.goto("about:blank")
            return
        except Exception as error:
            if not left or "interrupted by another navigation" not in str(error):
                raise


def emptied(page: Any, server: Server) -> None:
    """Leave the page, which frees its kernel, and forget all that it kept: as good as a new one,
    but for scripts in cache."""
    page.unroute_all()
    leave(page)
    context = page.context
    context.clear_cookies()
    session = context.new_cdp_session(page)
    session.send(
        "Storage.clearDataForOrigin", {"origin": server.url.rstrip("/"), "storageTypes": "all"}
    )
    session.detach()
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.set_viewport_size(DESK)
    for other in context.pages:
        if other is not page:
            other.close()


COVERED = """() => {
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]) > 2, found = [];
  const over = (a, b) => shared(a, b, "left", "right") && shared(a, b, "top", "bottom");
  for (const seat of document.querySelectorAll(".felt .at > .seat"))
    for (const thing of document.querySelectorAll(".felt .c .pile, .felt .c .pot, .felt .lie"))
      if (over(seat.getBoundingClientRect(), thing.getBoundingClientRect()))
        found.push(`${thing.dataset.zone ?? thing.dataset.card ?? "a place"} over ${seat.innerText}`);
  return found;
}"""
"""What lies over a seat's name."""


DRAWN = """count => {
  const drawn = document.querySelectorAll('#rendered_cells .cl-root, #rendered_cells .sheet, #rendered_cells .study');
  return drawn.length >= count ? drawn.length : 0;
}"""


def opened_whole(tab: Tab, notebook: Path) -> None:
    """Wait until every cell of a notebook shows what it made; nothing in it went wrong, and it
    fits a desk and a phone. A game whose notebook nobody has written has the one made from it."""
    written = json.loads(notebook.read_text(encoding="utf-8")) if notebook.exists() else None
    cells = (written or game_notebook(notebook.stem))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    tab.page.wait_for_function(DRAWN, arg=1, timeout=START)
    tab.page.wait_for_function(
        "() => !document.querySelector('#cl-skeleton:not([hidden])')?.offsetHeight", timeout=START
    )
    # the page of a laboratory ends with a cell that prints
    showing = sum(
        "print(" not in source and ("assert" not in source or "\n" in source.strip())
        for source in code
    )
    tab.page.wait_for_function(DRAWN, arg=showing, timeout=START)
    trouble = tab.page.locator(
        "#rendered_cells [data-mime-type$='jupyter.error'], #rendered_cells"
        " [data-mime-type$='stderr']"
    )
    assert trouble.count() == 0, trouble.first.inner_text()
    assert tab.page.locator("#rendered_cells h1:visible").count() == 1
    pictures = sum("attachments" in cell for cell in cells)
    images = "[...document.querySelectorAll('#rendered_cells img')]"
    shown = tab.page.evaluate(
        f"{images}.filter(image => image.complete && image.naturalWidth).length"
    )
    assert shown >= pictures, "a first picture is missing"
    size = tab.page.viewport_size
    for width in (390, 1280):
        tab.page.set_viewport_size({"width": width, "height": 844})
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
            f"the page scrolls sideways at {width}"
        )
    tab.page.set_viewport_size(size)


MEASURED = {"colours": False}
"""What is measured on every page; set for a run with all games."""


@cache
def axe_source() -> str:
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def axe(tab: Tab, within: str = "html", *, colours: bool | None = None) -> list[str]:
    """What axe-core finds wrong with the page, or with a part of it where the rest was looked at
    before. colours: whether the contrast of all words is measured, which takes longer than
    everything else together; unless it is said, `make test-all` does it and `make test` does not."""
    if colours is None:
        colours = MEASURED["colours"]
    if not tab.page.evaluate("'axe' in window"):
        tab.page.evaluate(axe_source())
    found: dict[str, Any] = tab.page.evaluate(
        """([part, colours]) => axe.run(part, {
          resultTypes: ['violations'], rules: {'color-contrast': {enabled: colours}}
        })""",
        [within, colours],
    )
    return [
        f"{v['id']}: {v['help']} {[n['target'] for n in v['nodes']][:3]}"
        for v in found["violations"]
    ]


MOST_MOVES = 400
"""More than one player makes in any deal."""


def advance(tab: Tab, moves: int, rng: random.Random) -> dict[str, Any]:
    """Make so many moves (fewer if the deal ends before)."""
    state = tab.settled()
    for _ in range(moves):
        if state["next"] or state["over"] or not state["open"]:
            break
        tab.move(rng.choice(state["open"]))
        state = tab.settled()
    return state


def recorded(server: Server, tab: Tab, database: str = "") -> list[Any]:
    """The moves of the match that the address of the page names."""
    name = tab.page.evaluate("new URLSearchParams(location.search).get('match')")
    assert name, "the address of the page does not name its match"
    store = MatchStore(database or f"sqlite:///{server.store}")
    return list(store.load(name).record["moves"])


def position(state: dict[str, Any]) -> dict[str, Any]:
    """What has to be the same after a reload."""
    return {key: state[key] for key in ("open", "shut", "cards", "next", "over")}
