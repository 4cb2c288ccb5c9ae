"""How long a laboratory takes to answer a control: every laboratory, every game, the controls
moved one by one.

`python benchmarks/labs.py [laboratory ...]` prints, for each laboratory, the time that 95 of 100
answers keep to, the median and the worst answer (what the page has to say, made and sent as plain
data; drawing it in the browser comes on top), the answers above the limit of 200 ms, and the
longest step of its long work, because a control that is moved meanwhile waits for that.
CARDLAB_BENCH_GAMES="kaiser bridge" measures a few games only. Each game is opened in a process of its own, as each
page has a kernel of its own: whatever a first answer loads or counts is in its figure. Seconds are
those of the processor, so that other programs on the machine do not change them.

`python benchmarks/labs.py --browser [laboratory ...]` moves controls in a Chromium, against a
server, and prints the time from the control to the page drawn anew, as the page measures it; the
load of the machine stands beside it.
"""

from __future__ import annotations

import json
import os
import pickle
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cardlab
from cardlab.web.pages.labs import LABS, lab_class
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.widgets import LabWidget
from tests.labs.test_pages import pokes

LIMIT = 0.2
GAMES = os.environ.get("CARDLAB_BENCH_GAMES", "").split() or cardlab.games()
"""The games that are measured: all, or those named in the environment."""
MOST = 24
"""Controls moved for each game."""
WORKING = 0.3
"""Seconds of the long work that are looked at, for a control."""


class Still(LabPage):
    """A page whose long work is begun and left, so that only the answer is timed."""

    def _begin(self) -> None:
        self.work = self.lab.job()
        self._job = None


def answers(lab: str, game: str) -> Iterator[tuple[str, float, float]]:
    """What was done, how many seconds the answer took, and the longest step of the work that it
    began."""
    started = time.thread_time()
    page = Still(lab_class(lab), "snap" if game == "kaiser" else "kaiser", LabWidget())
    yield "opened", time.thread_time() - started, steps(page.work)
    yield act(page, "game", game)
    for control in page.lab.view()["controls"][:MOST]:
        for value in pokes(control):
            yield act(page, control["name"], value)


def act(page: Still, name: str, value: Any) -> tuple[str, float, float]:
    started = time.thread_time()
    page.widget.act = {"name": name, "value": value, "n": time.monotonic_ns()}
    json.dumps(page.widget.view)
    took = time.thread_time() - started
    return f"{name}={value}", took, steps(page.work) if not page.widget.error else 0.0


def steps(work: Iterator[float] | None) -> float:
    """The longest step of some work, in its first second."""
    longest, spent = 0.0, 0.0
    while work is not None and spent < WORKING:
        started = time.thread_time()
        share = next(work, None)
        took = time.thread_time() - started
        longest, spent = max(longest, took), spent + took
        if share is None:
            break
    return longest


def apart(lab: str, game: str) -> list[tuple[str, float, float]]:
    """The answers, measured in a process of their own."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(into, "wb") as pipe:
            pickle.dump(list(answers(lab, game)), pipe)
        os._exit(0)
    os.close(into)
    with os.fdopen(out, "rb") as pipe:
        found: list[tuple[str, float, float]] = pickle.load(pipe)
    os.waitpid(child, 0)
    return found


def p95(seconds: list[float]) -> float:
    """The time that nineteen answers of twenty keep to."""
    return statistics.quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]


def measured(lab: str) -> None:
    lab_class(lab)
    took = [
        (seconds, step, game, what) for game in GAMES for what, seconds, step in apart(lab, game)
    ]
    opened, moved = [t for t in took if t[3] == "opened"], [t for t in took if t[3] != "opened"]
    late = sorted((t for t in moved if t[0] > LIMIT / 2), reverse=True)
    worst, longest = max(moved), max(took, key=lambda t: t[1])
    print(
        f"{lab}: {len(moved)} answers, p95 {p95([t[0] for t in moved]) * 1000:.0f} ms, median"
        f" {statistics.median(t[0] for t in moved) * 1000:.0f} ms, worst {worst[0] * 1000:.0f} ms ({worst[2]}, {worst[3][:60]}),"
        f" {sum(t[0] > LIMIT for t in moved)} above {LIMIT * 1000:.0f} ms; opened in"
        f" {statistics.median(t[0] for t in opened) * 1000:.0f} ms, worst"
        f" {max(opened)[0] * 1000:.0f} ms; longest step of its work {longest[1] * 1000:.0f} ms"
        f" ({longest[2]}, {longest[3][:60]})",
        flush=True,
    )
    for seconds, _, game, what in late[:12]:
        print(f"    {seconds * 1000:.0f} ms  {game}: {what[:80]}", flush=True)


# --- in a browser

LOOKED_AT = ("kaiser", "bridge", "snap", "cardigan")
PRESSED = 12
"""Controls moved in each game, spread over all that the page has."""

# From the hand on a control to the frame after the page drew its answer (the one that no newer act
# waits for).
WATCH = """() => {
  const root = document.querySelector(".cl-lab[data-ready]");
  window.__from = 0;
  window.__took = [];
  const begin = () => { window.__from ||= performance.now(); };
  for (const kind of ["input", "pointerdown"]) root.addEventListener(kind, begin, true);
  new MutationObserver(() => {
    if (!window.__from || "waits" in root.dataset) return;
    const from = window.__from;
    window.__from = 0;
    requestAnimationFrame(() => window.__took.push(performance.now() - from));
  }).observe(root, { attributes: true, attributeFilter: ["data-stamp"] });
}"""
CONTROLS = """() => [...document.querySelectorAll(".cl-lab [data-control]")].map(box => {
  const field = box.querySelector("[data-name]"), seen = field.offsetParent !== null && !field.disabled;
  const kind = box.className.match(/k-(\\w+)/)[1], name = field.dataset.name;
  const values = kind === "choice" ? [...field.options].map(o => o.value).filter(v => v !== field.value) : [];
  return seen && kind !== "save" && kind !== "text" && kind !== "area" && name !== "game"
    && (kind !== "choice" || values.length) ? { name, kind, value: values.at(-1) } : null;
}).filter(Boolean)"""
MOVE = """({ name, kind, value }) => {
  const field = document.querySelector(`.cl-lab [data-control="${CSS.escape(name)}"] [data-name]`);
  if (!field) return false;
  if (kind === "number") field.value = field.value === field.max ? field.min : field.max;
  else if (kind === "choice") field.value = value;
  else { field.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 2 })); field.click(); return true; }
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}"""
ANSWERED = "() => !('waits' in document.querySelector('.cl-lab').dataset) && !window.__from"


def spent(session: Any) -> float:
    """Milliseconds of the processor that the page's own thread has used."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(m["value"]) for m in metrics if m["name"] == "TaskDuration")


def drawn(tab: Any, lab: str, game: str) -> list[tuple[float, float, str]]:
    """Milliseconds from each of some controls to the page drawn anew, and those of the processor
    that the page needed."""
    session = tab.page.context.new_cdp_session(tab.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    tab.page.goto(f"{tab.server.url}{lab}?game={game}", wait_until="commit")
    tab.page.wait_for_selector(".cl-lab[data-ready]", timeout=150_000)
    tab.page.wait_for_timeout(1500)
    tab.page.evaluate(WATCH)
    every = tab.page.evaluate(CONTROLS)
    found = []
    # what makes the page another (another deal, another part of the switches) stands first on it,
    # and is moved last
    for control in every[:: -max(1, len(every) // PRESSED)]:
        before, at_first = tab.page.evaluate("window.__took.length"), spent(session)
        if not tab.page.evaluate(MOVE, control):
            continue
        tab.page.wait_for_function(ANSWERED, timeout=30_000, polling=20)
        tab.page.wait_for_timeout(100)
        took, own = tab.page.evaluate("window.__took")[before:], spent(session) - at_first
        found += [(ms, own, f"{game}: {control['name']}") for ms in took[:1]]
    return found


def in_a_browser(labs: list[str]) -> None:
    from tests.conftest import find_chromium
    from tests.pages.browsing import browsing, new_tab, serving

    executable = find_chromium()
    if executable is None:
        sys.exit(
            "There is no Chromium on this machine; install one, or name it in CARDLAB_CHROMIUM."
        )
    with (
        tempfile.TemporaryDirectory() as place,
        serving(Path(place)) as server,
        browsing(executable) as browser,
    ):
        for lab in labs:
            tab = new_tab(browser, server)
            took = sorted(
                (one for game in LOOKED_AT for one in drawn(tab, lab, game)), reverse=True
            )
            tab.page.context.close()
            worst = "; ".join(f"{ms:.0f} ms {what}" for ms, _, what in took[:3])
            own = max(took, key=lambda one: one[1])
            print(
                f"{lab}: {len(took)} controls in {len(LOOKED_AT)} games, control to page drawn"
                f" anew: median {statistics.median(one[0] for one in took):.0f} ms,"
                f" {sum(one[0] > LIMIT * 1000 for one in took)} above {LIMIT * 1000:.0f} ms, worst"
                f" {worst}; processor time of the page alone: median"
                f" {statistics.median(one[1] for one in took):.0f} ms, worst {own[1]:.0f} ms"
                f" {own[2]} (load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors)",
                flush=True,
            )


def main() -> None:
    chosen = [word for word in sys.argv[1:] if not word.startswith("-")]
    if "--browser" in sys.argv:
        in_a_browser(chosen or list(LABS))
        return
    for lab in chosen or LABS:
        measured(lab)


if __name__ == "__main__":
    main()
