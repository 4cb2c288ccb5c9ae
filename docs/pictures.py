"""The pictures of the documentation: `python docs/pictures.py [table orders ...]` serves the pages,
opens them and takes each anew.

Needs a Chromium, as the tests of the pages do; which one, `CARDLAB_CHROMIUM` may say. Writes
`docs/pictures/<name>.png` with a palette, so that they stay small.
"""

from __future__ import annotations

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tests"), str(HERE.parent / "tests" / "pages")]

WIDE, HIGH = 1200, 860
BELOW_THE_BAR = 60
COLOURS = 256


class Shot(NamedTuple):
    """What to open, and the block at whose top the picture begins (none: at the title)."""

    words: dict[str, str]
    block: str = ""


FREE = '{"name":"Free Malilla","rule:must-beat-opponent":false}'
MALILLA = """malilla; phase play; dealer South; to-move South; South AS 4S 7H JC 5H 4C QC 4H AD; West 2S AH 7C QD 5D KH 5C 6D JH;
North JD 2H QH 5S JS 7D 4D 3S; East 7S QS 2D KD 3H 6H 3C 6C; trick North 6S KS; taken West 2C 3D AC KC; turned AD; trump D;
made north-south +4 turn-up-bonus"""

SHOTS = {
    "orders": Shot(
        {"game": "cardigan", "contract": "H", "against": "RED", "of": "right", "cards": "TD,JS"},
        "ladders",
    ),
    "scores": Shot({"game": "bridge"}),
    "odds": Shot({"game": "bridge", "question": "split", "n": "10000", "seed": "1", "deal": "1"}),
    "house-rules": Shot({"game": "malilla", "house": FREE, "position": "2S"}),
    "positions": Shot({"game": "malilla", "position": MALILLA, "hand": "4S"}),
    "compare": Shot({"game": "kaiser", "other": "nap"}, "map"),
    "analysis": Shot({"game": "bridge", "seed": "1", "at": "41"}),
}

READY = """() => {
  const root = document.querySelector(".cl-lab[data-ready]"), waits = document.querySelector("#cl-skeleton:not([hidden])");
  return !!root && !waits?.offsetHeight && !root.querySelector("[role=progressbar], progress");
}"""


TABLE = "table"
"""The picture of a game's table; the others show laboratories."""


def take_table(browser: Any, server: Any) -> bytes:
    """Kaiser in the middle of a trick, with the answer to a card that is not legal."""
    from browsing import new_tab

    view = {"width": WIDE, "height": HIGH}
    tab = new_tab(browser, server, viewport=view, color_scheme="light")
    tab.open("kaiser", "seed=7&pace=0")
    for _ in range(30):
        state = tab.settled()
        if any(move[0] in "AKQJT987" and len(move) == 2 for move in state["shut"]):
            break
        tab.move(state["open"][0])
    tab.move(next(move for move in state["shut"] if len(move) == 2))
    tab.page.wait_for_timeout(500)
    tab.page.evaluate("scrollTo(0, 0)")
    top = tab.page.locator("[data-ready]").first.bounding_box()["y"] - 8
    clip = {"x": 0, "y": top, "width": WIDE, "height": HIGH}
    picture: bytes = tab.page.screenshot(full_page=True, clip=clip)
    tab.page.context.close()
    return picture


def take(browser: Any, server: Any, id: str) -> bytes:
    """The best part of a laboratory's page, in the light theme."""
    from browsing import START, new_tab

    shot = SHOTS[id]
    tab = new_tab(browser, server, viewport={"width": WIDE, "height": HIGH}, color_scheme="light")
    tab.page.goto(f"{server.url}{id}?{urlencode(shot.words)}", wait_until="commit")
    tab.page.wait_for_function(READY, timeout=START)
    tab.page.wait_for_timeout(500)
    top = BELOW_THE_BAR
    if shot.block:
        top = tab.page.locator(f'.labgrid > [data-block="{shot.block}"]').bounding_box()["y"] - 16
    picture: bytes = tab.page.screenshot(
        full_page=True, clip={"x": 0, "y": top, "width": WIDE, "height": HIGH}
    )
    tab.page.context.close()
    return picture


def small(png: bytes) -> bytes:
    """The same picture with a palette, which takes a quarter of the bytes."""
    from PIL import Image

    picture = Image.open(BytesIO(png)).convert("RGBA")
    flat = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    target = BytesIO()
    flat.save(target, "PNG", optimize=True)
    return target.getvalue()


def main() -> None:
    from browsing import browsing, serving

    from tests.conftest import find_chromium

    names = [TABLE, *SHOTS]
    wanted = sys.argv[1:] or names
    if strange := [id for id in wanted if id not in names]:
        sys.exit(f"{strange[0]} is not a picture; choose from {', '.join(names)}.")
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
        for id in wanted:
            shot = take_table(browser, server) if id == TABLE else take(browser, server, id)
            picture = small(shot)
            (HERE / "pictures" / f"{id}.png").write_bytes(picture)
            print(f"{id}: {len(picture) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
