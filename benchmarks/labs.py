"""How long a laboratory takes to answer a control: every laboratory, every game, the controls moved one by one.

`python benchmarks/labs.py [laboratory ...]` prints, for each laboratory, the median and the worst answer (what the page has
to say, made and sent as plain data; drawing it in the browser comes on top), the answers above the limit of 200 ms, and the
longest step of its long work, because a control that is moved meanwhile waits for that. Each game is opened in a process of
its own, as each page has a kernel of its own: whatever a first answer loads or counts is in its figure. Seconds are those of
the processor, so that other programs on the machine do not change them.

`python benchmarks/labs.py --browser [laboratory ...]` moves controls in a Chromium, against a server, and prints the time from
the control to the page drawn anew, as the page measures it; the load of the machine stands beside it.
"""

from __future__ import annotations

import json
import os
import pickle
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import cardlab
from cardlab.pages.labs import LABS, lab_class
from cardlab.pages.labs.base import LabPage
from cardlab.widgets import LabWidget
from tests.labs.test_pages import pokes

LIMIT = 0.2
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
    """What was done, how many seconds the answer took, and the longest step of the work that it began."""
    started = time.thread_time()
    page = Still(lab_class(lab), "snap" if game == "kaiser" else "kaiser", LabWidget())
    yield "opened", time.thread_time() - started, steps(page.work)
    yield act(page, "game", game)
    for control in page.lab.controls()[:MOST]:
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


def measured(lab: str) -> None:
    lab_class(lab)
    took = [(seconds, step, game, what) for game in cardlab.games() for what, seconds, step in apart(lab, game)]
    opened, moved = [t for t in took if t[3] == "opened"], [t for t in took if t[3] != "opened"]
    late = sorted((t for t in moved if t[0] > LIMIT / 2), reverse=True)
    worst, longest = max(moved), max(took, key=lambda t: t[1])
    print(
        f"{lab}: {len(moved)} answers, median {statistics.median(t[0] for t in moved) * 1000:.0f} ms, "
        f"worst {worst[0] * 1000:.0f} ms ({worst[2]}, {worst[3][:60]}), {sum(t[0] > LIMIT for t in moved)} above "
        f"{LIMIT * 1000:.0f} ms; opened in {statistics.median(t[0] for t in opened) * 1000:.0f} ms, "
        f"worst {max(opened)[0] * 1000:.0f} ms; "
        f"longest step of its work {longest[1] * 1000:.0f} ms ({longest[2]}, {longest[3][:60]})",
        flush=True,
    )  # fmt: skip
    for seconds, _, game, what in late[:12]:
        print(f"    {seconds * 1000:.0f} ms  {game}: {what[:80]}", flush=True)


def main() -> None:
    chosen = [word for word in sys.argv[1:] if not word.startswith("-")]
    for lab in chosen or LABS:
        measured(lab)


if __name__ == "__main__":
    main()
