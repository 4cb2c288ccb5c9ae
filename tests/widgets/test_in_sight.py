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
from cardlab.engine.game import Game
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress
from cardlab.web.drawing.layout import laid_out, last_bids
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
  for (const e of root.querySelectorAll(".o:has(.told)"))
    if (e.scrollHeight > e.clientHeight + 1) out.push("calls and what they tell have to be scrolled");
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
PARTS = [
    ".s .fan .slot .pic",
    ".s .melds",
    ".trick .lie",
    ".lad .call",
    ".say2",
    ".pls .cc",
    ".told",
]


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
    windows: dict[tuple[int, int], Any],
    tmp_path: Path,
    seed: int,
    some_games: tuple[str, ...],
) -> None:
    store = MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")
    faults, looked = [], 0
    for game in some_games:
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
    assert looked > 4 * len(some_games) and not faults, "\n".join(faults)


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


OVER_NAMES = """() => [...document.querySelectorAll(".seat")].filter(e => e.checkVisibility()).flatMap(seat => {
  const bid = seat.querySelector(".bid")?.getBoundingClientRect(), name = seat.querySelector(".who b");
  if (!bid) return [];
  const text = document.createRange();
  text.selectNodeContents(name);
  const box = text.getBoundingClientRect(), out = bid.right > innerWidth || bid.left < 0;
  const over = Math.min(box.right, bid.right) - Math.max(box.left, bid.left) > 2
    && Math.min(box.bottom, bid.bottom) - Math.max(box.top, bid.top) > 4;
  return over || out ? [`${seat.innerText} ${Math.round(box.right)} ${Math.round(bid.left)}`] : [];
})"""
"""The plates on which a bid lies over the name of its seat, or outside of the window."""


def has_ladder(game: Game) -> bool:
    return any(bid.at is not None for phase in game.phases for bid in phase.bids)


def bidding(session: Session, rng: random.Random) -> Iterator[dict[str, Any]]:
    """An auction at random: the view at each turn of the viewer's, and once a card was played."""
    for _ in range(60):
        match, view = session.match, session.view()
        phase = match.state.phase
        if match.over or view["deal_over"]:
            return
        if last_bids(view):
            yield view
            return
        if view["mine"] and any(choice["at"] for choice in view["choices"]):
            yield view
        seat = next(s for s in phase.movers(match.state) if match.legal_moves(s))
        moves = match.legal_moves(seat)
        low = sorted(moves, key=lambda move: getattr(move, "level", 0))[:3]
        session.move(str(rng.choice(low)), seat)


def auctions(game: str, store: MatchStore) -> Iterator[tuple[Session, dict[str, Any]]]:
    """The first auction in which the viewer has a turn; the bidders before may have ended it."""
    for seed in range(3, 9):
        session = Session(game, GameAddress.read(game, f"seed={seed}&pace=0"), store)
        began = False
        for view in bidding(session, random.Random(3)):
            began = began or not last_bids(view)
            yield session, view
        if began or not has_ladder(cardlab.game(game)):
            return


def test_the_hand_is_in_view_at_every_turn_to_bid_and_bids_stay_at_their_seats(
    windows: dict[tuple[int, int], Any], tmp_path: Path, some_games: tuple[str, ...]
) -> None:
    """In every game with a ladder of bids: hand, ladder, the picked call and its button lie in the
    window together at each turn; afterwards the plate of each bidder keeps the last bid."""
    store = MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")
    faults, turns, kept = [], set(), set()
    for game in some_games:
        for session, view in auctions(game, store):
            traits = {"view": laid_out(view), "chrome": session.snapshot().chrome, "bubble": {}}
            bids = traits["view"]["layout"]["bids"]
            (kept if bids else turns).add(game)
            for (width, height), tab in windows.items():
                if not tab.query_selector("[data-ready]"):
                    tab.set_content(page(traits, heading=HEADING[width]))
                    tab.wait_for_selector("[data-ready]")
                tab.evaluate("traits => window.cl.show(traits)", traits)
                wrong = tab.evaluate(SEEN, PARTS) + tab.evaluate(OVER_NAMES)
                shown = tab.locator(".seat .bid:visible").count()
                if shown != len(bids):
                    wrong.append(f"{shown} of {len(bids)} bids are shown")
                needed = [] if bids else [".hnd .slot, .hnd .melds", ".lad .call", ".say2 .btn"]
                wrong += [
                    part for part in needed if not tab.locator(f"{part} >> visible=true").count()
                ]
                faults += [f"{game} at {width}x{height}, move {session.ply}: {f}" for f in wrong]
    ladders = {game for game in some_games if has_ladder(cardlab.game(game))}
    assert not faults and turns == ladders and kept, "\n".join(faults)
