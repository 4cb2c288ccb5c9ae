"""A click on a card, counted with a profiler: each step of its way does something, and does it once.

The way of a legal card: the widget's trait is set (`connection`), the session plays (`session`),
the match finds the move with its verdict (`match`, `rulings`), the phase makes the next state
(`game`, `tricks`), the match is saved (`saving`, `matches`), the table is drawn (`engine.table`),
with the trick that was just finished (`trick_ends`), and sent (`widgets.table`).
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import cardlab
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress
from cardlab.web.pages.connection import Connection
from cardlab.web.pages.session import Session
from cardlab.web.widgets import TableWidget

PACKAGE = str(Path(cardlab.__file__).parent)
ROOMS = ("apply", "append", "table_view", "finished_trick", "_chrome", "TableWidget.show")
"""Steps that are counted, but not what they are made of: the next state of this game, a
transaction, the picture of the table and of what stands around it, and how it is sent."""
AFTERWARDS = ("Turns.wake",)
"""What a click leads to later."""
GAMES = ("kaiser", "malilla", "hearts", "euchre")


class Walk:
    """What a call went through, as far as it is cardlab's own."""

    def __init__(self, act: Callable[[], None]) -> None:
        self.calls: Counter[str] = Counter()
        self.functions: set[tuple[str, str]] = set()
        self.on_the_way: set[str] = set()
        self.inserted: list[int] = []
        self._room: FrameType | None = None
        sys.setprofile(self._step)
        try:
            act()
        finally:
            sys.setprofile(None)

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.functions}

    def _step(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if not code.co_filename.startswith(PACKAGE) or code.co_name.startswith("<"):
            return  # a comprehension or a lambda is part of the function around it
        if event == "return" and frame is self._room:
            self._room = None
        if event != "call":
            return
        file, name = code.co_filename[len(PACKAGE) + 1 :], code.co_qualname
        self.functions.add((file, name))
        self.calls[name] += 1
        if code.co_name == "_insert":
            self.inserted.append(len(frame.f_locals["entries"]))
        if self._room is None:
            if name not in AFTERWARDS:
                self.on_the_way.add(file)
            if code.co_name in ROOMS or name in (*ROOMS, *AFTERWARDS):
                self._room = frame

    @property
    def judged(self) -> int:
        """How often the rules were asked of a position."""
        return self.calls["judge"] + self.calls["narrowed"]


def to_a_refusal(session: Session) -> tuple[str, str]:
    """Play on to a table on which South may not play every card; one that is legal, and one that
    is not.  The second trick or a later one, so that nothing is done for the first time."""
    rng = random.Random(3)
    while True:
        match = session.match
        seat = session.turns.due()
        if session.held is not None:
            session.next_deal()
        elif seat is not None:
            session.move(str(rng.choice(match.legal_moves(seat))), seat)
        else:
            verdicts = match.verdicts(session._acting())
            legal = [str(move) for move, verdict in verdicts.items() if verdict.legal]
            refused = [str(move) for move, verdict in verdicts.items() if not verdict.legal]
            if match.state.phase.id == "play" and match.state.taken and refused:
                return legal[0], refused[0]
            session.pick(legal[0])


def walks(game: str, store: MatchStore) -> tuple[Walk, Walk]:
    """A refused click and then a legal one, on a page that has been open for a while."""

    async def clicks() -> tuple[Walk, Walk]:
        session = Session(game, GameAddress.read(game, "seed=7&pace=9"), store)
        legal, refused = to_a_refusal(session)
        widget = TableWidget()
        Connection(session, widget)

        def click(move: str) -> Walk:
            sent: dict[str, Any] = {"move": move, "ply": session.ply, "n": session.ply}
            return Walk(lambda: setattr(widget, "pick", sent))

        refusal = click(refused)
        assert widget.bubble["text"] and not widget.error
        ply = session.match.ply
        made = click(legal)
        assert session.match.ply > ply and not widget.error and not widget.bubble
        assert widget.view["layout"], "the browser is told where everything lies"
        return refusal, made

    return asyncio.run(clicks())


@pytest.mark.parametrize("game", GAMES)
def test_a_click_takes_eleven_modules_and_does_nothing_twice(game: str, tmp_path: Path) -> None:
    refusal, made = walks(game, MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}"))
    new = made.inserted[0]

    assert len(made.on_the_way) <= 11, sorted(made.on_the_way)
    assert made.judged <= 1, "the position that was drawn is known; the next one is judged once"
    assert made.calls["table_view"] == made.calls["LiveWidget.draw"] == 1
    assert made.inserted == [new] and made.calls["MatchStore.append"] == 1
    assert made.calls["Match._sentence"] == new, "only new moves become sentences"
    assert made.calls["Match.record"] == made.calls["Game.verdict"] == 0

    assert len(refusal.files) <= 9, sorted(refusal.files)
    assert len(refusal.functions) <= 60
    assert refusal.judged == refusal.calls["table_view"] == refusal.calls["Match._sentence"] == 0
    assert refusal.calls["Verdict.say"] == refusal.calls["LiveWidget.draw"] == 1
    assert refusal.inserted == [] and refusal.calls["Session._chrome"] == 0
