"""How long a laboratory takes to answer a control: every laboratory, every game, the controls moved one by one.

`python benchmarks/labs.py [laboratory ...]` prints, for each laboratory, the median and the worst answer (what the page has
to say, made and sent as plain data; drawing it in the browser comes on top), and the answers above the limit of 200 ms.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any

import cardlab
from cardlab.pages.labs import LABS, lab_class
from cardlab.pages.labs.base import LabPage
from cardlab.widgets import LabWidget

LIMIT = 0.2
MOST = 14
"""Controls moved for each game."""


class Still(LabPage):
    """A page whose long work is begun and left: only the answer itself is timed."""

    def _begin(self) -> None:
        self._job = self.lab.job()
        if self._job is not None:
            self._job = None


def moves(control: dict[str, Any]) -> Iterator[Any]:
    """What somebody might do to a control."""
    match control["kind"]:
        case "choice":
            others = [value for value, _ in control["choices"] if value != control["value"]]
            yield from others[:1] + others[-1:]
        case "number":
            yield control["low"]
            yield control["high"]
        case "switch":
            yield not control["value"]
        case "button":
            yield True


def answers(lab: str, game: str) -> Iterator[tuple[str, float]]:
    """What was done and how many seconds the answer took."""
    started = time.perf_counter()
    page = Still(lab_class(lab), game, LabWidget())
    yield "opened", time.perf_counter() - started
    for control in page.lab.controls()[:MOST]:
        for value in moves(control):
            started = time.perf_counter()
            page.widget.act = {"name": control["name"], "value": value, "n": time.monotonic_ns()}
            json.dumps(page.widget.view)
            yield f"{control['name']}={value}", time.perf_counter() - started


def main() -> None:
    for lab in sys.argv[1:] or LABS:
        took = [(seconds, game, what) for game in cardlab.games() for what, seconds in answers(lab, game)]
        opened, moved = [t[0] for t in took if t[2] == "opened"], [t for t in took if t[2] != "opened"]
        late = sorted((t for t in moved if t[0] > LIMIT), reverse=True)
        print(
            f"{lab}: {len(moved)} answers, median {statistics.median(t[0] for t in moved) * 1000:.0f} ms, "
            f"worst {max(moved)[0] * 1000:.0f} ms ({max(moved)[1]}, {max(moved)[2]}), {len(late)} above {LIMIT * 1000:.0f} ms; "
            f"opened in {statistics.median(opened) * 1000:.0f} ms, worst {max(opened) * 1000:.0f} ms"
        )
        for seconds, game, what in late[:8]:
            print(f"    {seconds * 1000:.0f} ms  {game}: {what[:80]}")


if __name__ == "__main__":
    main()
