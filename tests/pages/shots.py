"""Pictures of every page: `python tests/pages/shots.py FOLDER [game ...]`.

Home, the map, and each game in mid-deal and on its score page, at 1280x860 and 390x844, light and
dark.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browsing import Server, browsing, new_tab, serving
from conftest import find_chromium  # type: ignore[attr-defined]

import cardlab

SIZES = {"1280": {"width": 1280, "height": 860}, "390": {"width": 390, "height": 844}}


def shoot(tab: Any, folder: Path, name: str, size: str) -> None:
    """The same page in both themes, whole."""
    for theme in ("light", "dark"):
        tab.page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        tab.page.wait_for_timeout(150)
        tab.page.screenshot(path=folder / f"{name}-{size}-{theme}.png", full_page=True)
    print(f"{name}-{size}")


def game_shots(browser: Any, server: Server, folder: Path, game: str, size: str) -> None:
    tab = new_tab(browser, server, viewport=SIZES[size])
    rng = random.Random(game)
    tab.open(game, "seed=7&pace=0")
    state = tab.settled()
    shoot(tab, folder, f"{game}-start", size)
    for number in range(400):
        if number == 7:
            shoot(tab, folder, f"{game}-middle", size)
            if state["shut"]:
                tab.move(state["shut"][0])
                shoot(tab, folder, f"{game}-refused", size)
        if state["next"] or state["over"]:
            break
        tab.move(rng.choice(state["open"]))
        state = tab.settled()
    shoot(tab, folder, f"{game}-score", size)
    tab.page.context.close()


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    chosen = sys.argv[2:] or ["home", "map", *cardlab.games()]
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
        for size in SIZES:
            for name, path in {"home": "", "map": "map?focus=follow-suit"}.items():
                if name in chosen:
                    tab = new_tab(browser, server, viewport=SIZES[size])
                    tab.page.goto(server.url + path)
                    shoot(tab, folder, name, size)
                    tab.page.context.close()
            for game in chosen:
                if game not in ("home", "map"):
                    game_shots(browser, server, folder, game, size)


if __name__ == "__main__":
    main()
