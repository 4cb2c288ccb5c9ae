"""How fast a page is: `python benchmarks/pages.py` (needs a Chromium and the dev dependencies).

    python benchmarks/pages.py                              opening the page, and from a click to the table drawn anew
    python benchmarks/pages.py --bots strong                moves of the bots on the page of every game, and clicks meanwhile
    python benchmarks/pages.py --bots strong --games nap    of this game

The first prints the time to an interactive first view (each with a kernel and a browser profile of
its own) and the time from a click to the table drawn anew.  The second prints, game by game, how
long a bot's move took, from one picture of the table to the next, and how long "undo" took while a
bot was thinking.  All in milliseconds, measured inside the page.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import cardlab  # noqa: E402
from tests.conftest import find_chromium  # noqa: E402
from tests.pages.browsing import browsing, emptied, new_tab, serving  # noqa: E402

# From the press of the mouse to the frame after the table was drawn, and when each picture of the
# table was drawn.
WATCH = """() => {
  window.__times = []; window.__drawn = [];
  const root = document.querySelector('[data-ready]');
  let from = 0;
  addEventListener('pointerdown', e => {
    if (e.target.closest('[data-move], [data-command]')) { from = performance.now(); window.__drawn = []; } }, true);
  new MutationObserver(() => { const start = from; from = 0;
    requestAnimationFrame(() => { const now = performance.now(); window.__drawn.push(now);
      if (start) window.__times.push(now - start); }); })
    .observe(root, { attributes: true, attributeFilter: ['data-stamp'] });
}"""
PACE = 0.01
"""Seconds that a bot waits on top of what it thinks."""
MOVES, UNDONE = 14, 3
"""Moves of the viewer's in each game, and how many of them are taken back while the bots think."""


def opening(executable: str, server: Any) -> None:
    """The time to the first view, and from a click to the next."""
    first: list[float] = []
    clicks: list[float] = []
    for _ in range(5):
        with browsing(executable) as browser:
            tab = new_tab(browser, server)
            start = time.perf_counter()
            tab.open("kaiser", "seed=7&pace=0")
            first.append(time.perf_counter() - start)
            tab.page.context.close()
    with browsing(executable) as browser:
        tab, rng = new_tab(browser, server), random.Random(1)
        for seed in range(6):
            tab.open("kaiser", f"seed={seed}&pace=0")
            tab.page.evaluate(WATCH)
            state = tab.settled()
            while state["open"] and not (state["next"] or state["over"]):
                tab.move(rng.choice(state["open"]))
                state = tab.settled()
            clicks += tab.page.evaluate("window.__times")
    clicks.sort()
    print(
        f"first view interactive, s: {' '.join(f'{t:.2f}' for t in first)}; median"
        f" {statistics.median(first):.2f}"
    )
    tail = clicks[int(len(clicks) * 0.95)]
    print(
        f"click to repaint, ms: n {len(clicks)}, median {statistics.median(clicks):.0f}, p95"
        f" {tail:.0f}, max {clicks[-1]:.0f}"
    )


def thinking(tab: Any, game: str, strength: str) -> tuple[list[float], list[float]]:
    """Milliseconds of each bot's move on the page of a game, and of each "undo" while one was
    thinking."""
    rng, bots, undone = random.Random(game), list[float](), list[float]()
    tab.open(game, f"seed=11&pace={PACE}&bots={strength}")
    tab.page.evaluate(WATCH)
    state = tab.settled()
    for number in range(MOVES):
        if not state["open"]:
            if not state["next"]:
                break
            tab.command("next")
        else:
            try:
                tab.move(rng.choice(state["open"]))
            except AssertionError:
                # the table moved on while it was read
                state = tab.settled()
                continue
            if number % 5 == 4 and len(undone) < UNDONE:
                # a bot is thinking now, or has just done so
                with contextlib.suppress(Exception):
                    known = tab.page.evaluate("window.__times.length")
                    tab.page.locator('[data-command="undo"]:visible:enabled').first.click(
                        timeout=300
                    )
                    # until it is drawn the last time is that of an earlier click
                    tab.page.wait_for_function(
                        "known => window.__times.length > known", arg=known, timeout=5000
                    )
                    undone.append(tab.page.evaluate("window.__times.at(-1)"))
                state = tab.settled()
                continue
        state = tab.settled()
        drawn = tab.page.evaluate("window.__drawn")
        # the first picture is that of the viewer's own move
        bots += [b - a - 1000 * PACE for a, b in itertools.pairwise(drawn)]
    return bots, undone


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bots", choices=("simple", "sensible", "strong"))
    parser.add_argument("--games", nargs="*", default=cardlab.games())
    given = parser.parse_args()
    executable = find_chromium()
    if executable is None:
        sys.exit(
            "There is no Chromium on this machine; install one, or name it in CARDLAB_CHROMIUM."
        )
    with tempfile.TemporaryDirectory() as place, serving(Path(place)) as server:
        if given.bots is None:
            opening(executable, server)
            return
        every: list[float] = []
        answers: list[float] = []
        with browsing(executable) as browser:
            tab = new_tab(browser, server)
            for game in given.games:
                bots, undone = thinking(tab, game, given.bots)
                every, answers = every + bots, answers + undone
                if bots:
                    print(
                        f"{game:20} {len(bots):3} moves, ms: median {statistics.median(bots):4.0f},"
                        f" worst {max(bots):5.0f}; undo"
                        f" {' '.join(f'{t:.0f}' for t in undone) or '-'}",
                        flush=True,
                    )
                else:
                    print(f"{game:20} no bot moves here", flush=True)
                emptied(tab.page, server)
        print(
            f"all: {len(every)} moves, median {statistics.median(every):.0f}, worst"
            f" {max(every):.0f}; undo: {len(answers)}, median {statistics.median(answers):.0f},"
            f" worst {max(answers):.0f}"
        )


if __name__ == "__main__":
    main()
