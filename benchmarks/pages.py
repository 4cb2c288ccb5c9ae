"""How fast a page is: `python benchmarks/pages.py` (needs a Chromium and the dev dependencies).

Prints the time to an interactive first view (each with a kernel and a browser profile of its own) and the time from a
click to the table drawn anew, in milliseconds, measured inside the page.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.conftest import find_chromium  # noqa: E402
from tests.pages.browsing import browsing, new_tab, serving  # noqa: E402

# From the press of the mouse to the frame after the table was drawn.
WATCH = """() => {
  window.__times = [];
  const root = document.querySelector('[data-ready]');
  let from = 0;
  addEventListener('pointerdown', e => { if (e.target.closest('[data-move]')) from = performance.now(); }, true);
  new MutationObserver(() => { if (from) { const start = from; from = 0;
    requestAnimationFrame(() => window.__times.push(performance.now() - start)); } })
    .observe(root, { attributes: true, attributeFilter: ['data-stamp'] });
}"""


def main() -> None:
    executable = find_chromium()
    if executable is None:
        sys.exit("There is no Chromium on this machine; install one, or name it in CARDLAB_CHROMIUM.")
    first: list[float] = []
    clicks: list[float] = []
    with tempfile.TemporaryDirectory() as place, serving(Path(place)) as server:
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
    print(f"first view interactive, s: {' '.join(f'{t:.2f}' for t in first)}; median {statistics.median(first):.2f}")
    tail = clicks[int(len(clicks) * 0.95)]
    print(f"click to repaint, ms: n {len(clicks)}, median {statistics.median(clicks):.0f}, p95 {tail:.0f}, max {clicks[-1]:.0f}")


if __name__ == "__main__":
    main()
