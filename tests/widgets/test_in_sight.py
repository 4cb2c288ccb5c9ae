"""Everything that belongs together lies in one window: own hand, trick, ladder, the picked call,
for every game. The table is drawn without a kernel, below a heading as high as that of a page
(`tests/pages/test_pages.py` compares the two)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress
from cardlab.web.drawing.layout import laid_out
from cardlab.web.pages.session import Session

from .harness import HEADING, fixture, page

SIZES = ((1280, 800), (390, 844))
SEEN = """parts => {
  const root = document.querySelector(".cl-root"), out = [];
  const shown = e => e.checkVisibility() && e.getBoundingClientRect().height > 0;
  for (const part of parts)
    for (const e of root.querySelectorAll(part)) {
      const box = e.getBoundingClientRect();
      if (shown(e) && (box.top < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1))
        out.push(`${part} ends at ${Math.round(box.bottom)}`);
    }
  for (const e of root.querySelectorAll(".s .fan .slot, .s .melds .slot, .trick .lie[data-card]")) {
    const box = e.getBoundingClientRect();
    if (!shown(e)) continue;
    for (const [x, y] of [[0.2, 0.25], [0.2, 0.5]]) {
      const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      if (top?.closest(".bubble, .seat, .mine, .options, .bar, .panel, .pile, .strip, aside"))
        out.push(`${e.dataset.card} lies under ${top.className}`);
    }
  }
  return out;
}"""
"""What lies outside of the window, and cards whose index something else than a card covers."""
PARTS = [".s .fan .slot .pic", ".s .melds", ".trick .lie", ".lad .call", ".say2", ".pls .cc"]


@pytest.fixture(scope="module")
def windows(browser: Any) -> Iterator[dict[tuple[int, int], Any]]:
    """A page of each size, with a table in it that takes any view."""
    context = browser.new_context(reduced_motion="reduce")
    tabs = {}
    for width, height in SIZES:
        tabs[width, height] = tab = context.new_page()
        tab.set_viewport_size({"width": width, "height": height})
    yield tabs
    context.close()


def moments(session: Session, rng: random.Random) -> Iterator[str]:
    """Play on, and stop where the viewer has to choose: at the first choice of each phase, in the
    middle of a trick, and where a trick has just ended."""
    seen: set[tuple[Any, ...]] = set()
    for _ in range(90):
        match, view = session.match, session.view()
        if match.over or session.held is not None:
            return
        trick = next((z for z in view["zones"] if z["layout"] == "trick"), {"faces": []})
        calls = sum(
            cell is not None for row in (view["calls"] or {}).get("rows", ()) for cell in row
        )
        moment = (view["phase"], len(trick["faces"]) > 1, calls > 4, bool(view["finished"]))
        if (view["mine"] or view["finished"]) and moment not in seen:
            seen.add(moment)
            yield f"{view['phase']}, move {match.ply}"
        movers = match.state.phase.movers(match.state)
        seat = next(seat for seat in movers if match.legal_moves(seat))
        session.move(str(rng.choice(match.legal_moves(seat))), seat)


@pytest.mark.parametrize("seed", [7])
def test_hand_trick_and_ladder_lie_in_the_window(
    windows: dict[tuple[int, int], Any], tmp_path: Path, seed: int
) -> None:
    store = MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")
    faults, looked = [], 0
    for game in cardlab.games():
        session = Session(game, GameAddress.read(game, f"seed={seed}&pace=0"), store)
        for moment in moments(session, random.Random(seed)):
            snap = session.snapshot()
            traits = {"view": laid_out(snap.view), "chrome": snap.chrome, "bubble": {}}
            for (width, height), tab in windows.items():
                if not looked:
                    tab.set_content(page(traits, heading=HEADING[width]))
                    tab.wait_for_selector("[data-ready]")
                else:
                    tab.evaluate("traits => window.cl.show(traits)", traits)
                for fault in tab.evaluate(SEEN, PARTS):
                    faults.append(f"{game} ({moment}) at {width}x{height}: {fault}")
            looked += 2
    assert looked > 100 and not faults, "\n".join(faults)


BUBBLE = """() => {
  const bubble = document.querySelector(".b .bubble").getBoundingClientRect();
  return [...document.querySelectorAll(".trick .lie[data-card] .cardsvg, .trick .tried .cardsvg")].filter(card => {
    const box = card.getBoundingClientRect();
    return Math.min(box.right, bubble.right) - Math.max(box.left, bubble.left) > 2
      && Math.min(box.bottom, bubble.bottom) - Math.max(box.top, bubble.top) > 2;
  }).length;
}"""
"""How many cards of a trick lie under the rule that speaks."""


@pytest.mark.parametrize("name", ["trick", "six-tried", "three"])
def test_the_rule_that_speaks_covers_no_card_of_the_trick(
    windows: dict[tuple[int, int], Any], name: str
) -> None:
    traits = fixture(name)
    if not traits.get("bubble"):
        traits["bubble"] = fixture("trick")["bubble"]
    for (width, height), tab in windows.items():
        tab.set_content(page(traits, heading=HEADING[width]))
        tab.wait_for_selector("[data-ready] .bubble")
        assert tab.evaluate(BUBBLE) == 0, f"{name} at {width}x{height}"
