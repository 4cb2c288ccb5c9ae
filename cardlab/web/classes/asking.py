"""What a class may vote on: the position of a table, of a lesson, of an exercise, or one laid by hand.

Knows how each of them is kept with a vote, as plain data, and how it becomes a table again; knows
no store and no page. A deal that people are still playing is not asked about, because the vote would
show a hand to those who may not see it.

>>> position, seat = lesson_positions("follow-suit")[0][1]
>>> sorted(position), VoteTable.read(position).seat == seat
(['lesson', 'position'], True)
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cardlab.engine.cards import BACK
from cardlab.engine.game import OVER, Game, State
from cardlab.engine.match import Match
from cardlab.engine.moves import Move
from cardlab.engine.record import Record
from cardlab.engine.rulings import Verdict
from cardlab.engine.table import table
from cardlab.engine.words import shown
from cardlab.labs import notation
from cardlab.labs.positions import BuiltPosition
from cardlab.lessons import exercise_at, lesson, taught
from cardlab.web.addresses import (
    ExerciseAddress,
    GameAddress,
    LabAddress,
    NoSuchPage,
    pasted,
)
from cardlab.web.classes.play import TablePlay

__all__ = ["PLAYED", "VoteTable", "lesson_positions", "linked_position", "position_of"]

Asked = tuple[dict[str, Any], int]
"""A position as it is kept with a vote, and the seat that is to choose."""

PLAYED = (
    "People are playing this deal, and a vote would show a hand to those who may not see it. Ask"
    " about a table at which nobody sits: lay one, open it and stop it."
)
NOTHING = "Nobody is to move at this table, so there is nothing to ask."
ONE_WAY = "There is only one thing to do at this table, so there is nothing to ask."
HIDDEN = "The hand of the seat that is to move lies face down, so nobody can choose from it."
NO_LINK = (
    "is no exercise and no laid table of this site. Copy the address of its page; for a lesson,"
    " choose one of the list."
)


@dataclass(frozen=True)
class VoteTable:
    """A table that a class votes on.  match: where it is one of a match."""

    state: Any
    names: tuple[str, ...]
    seat: int
    match: Match | None = None

    @classmethod
    def read(cls, position: Mapping[str, Any]) -> VoteTable:
        """The table of a vote.  Raises ValueError if its lesson, exercise or game is gone."""
        return _read(json.dumps(dict(position), ensure_ascii=False))

    @classmethod
    def _of(cls, state: State, seat: int) -> VoteTable:
        return cls(state, tuple(state.game.names), seat)

    @property
    def game(self) -> Game:
        played: Game = self.state.game
        return played

    @property
    def viewer(self) -> int:
        """Who looks: the seat, unless another decides for it."""
        actor = self.state.actor() if self.seat == self.state.to_move else self.seat
        return self.seat if actor is None else int(actor)

    def view(self) -> dict[str, Any]:
        """What the viewer sees."""
        seen = (
            table(self.state, self.viewer) if self.match is None else self.match.view(self.viewer)
        )
        drawn: dict[str, Any] = seen.to_dict()
        return drawn

    def verdicts(self) -> Mapping[Move, Verdict]:
        """Every move that the seat might try, with what the rules say of it."""
        judged: Mapping[Move, Verdict] = self.game.verdicts(self.state, self.seat)
        return judged

    def problem(self) -> str:
        """Why nothing can be asked here; "" if it can."""
        if self.state.phase is OVER or self.state.to_move is None:
            return NOTHING
        if any(BACK in (move.card, *move.named) for move in self.verdicts()):
            return HIDDEN
        return "" if len(self.verdicts()) > 1 else ONE_WAY


@lru_cache(maxsize=64)
def _read(text: str) -> VoteTable:
    position = json.loads(text)
    if "lesson" in position:
        if position["lesson"] not in taught():
            raise ValueError("The lesson of this vote is not here any more.")
        state = lesson(position["lesson"]).at(position["position"]).state
    elif "exercise" in position:
        state = _exercise(position["exercise"])
    elif "laid" in position:
        state = notation.read(position["laid"])
    else:
        match = Record.from_dict(position).replay()
        return VoteTable(match.state, tuple(match.names), int(match.to_move or 0), match)
    return VoteTable._of(state, 0 if state.to_move is None else int(state.to_move))


def _exercise(address: str) -> Any:
    try:
        return exercise_at(address).question.state
    except (KeyError, ValueError):
        raise ValueError(f"“{shown(address, 80)}” {NO_LINK}") from None


def position_of(play: TablePlay) -> Asked:
    """The position at which a shared table stands.  Raises ValueError, with a sentence, where it
    cannot be asked about."""
    match = play.match
    if play.holders:
        raise ValueError(PLAYED)
    if match.to_move is None or match.over or play.held is not None:
        raise ValueError(NOTHING)
    return match.record.to_dict(), match.to_move


def linked_position(link: str, base: str) -> Asked:
    """The position of an exercise or of a table laid by hand, by the address of its page.

    Raises ValueError, with a sentence, where there is none or nothing can be asked about it.
    """
    link = link.strip()
    try:
        page = pasted(link, base)
    except (NoSuchPage, ValueError):
        page = ExerciseAddress(address=link)
    if isinstance(page, ExerciseAddress) and page.address:
        return _checked({"exercise": page.address})
    laid = ""
    if isinstance(page, LabAddress):
        laid = str(page.settings.get("position", ""))
    elif isinstance(page, GameAddress):
        laid = page.position
    if not laid:
        raise ValueError(f"“{shown(link, 80)}” {NO_LINK}")
    here = BuiltPosition(notation.read(notation.unpacked(laid)))
    if here.problems:
        raise ValueError(str(here.problems[0]))
    return _checked({"laid": here.text})


def _checked(position: dict[str, Any]) -> Asked:
    """The position, if it can be asked about.  Raises ValueError."""
    asked = VoteTable.read(position)
    if problem := asked.problem():
        raise ValueError(problem)
    return position, asked.seat


def lesson_positions(id: str) -> list[tuple[str, Asked]]:
    """The positions of a lesson that can be asked about, by name, in the order of the lesson.

    Raises ValueError if there is no such lesson.
    """
    if id not in taught():
        raise ValueError("There is no such lesson. Choose one of the list.")
    found = []
    for name in lesson(taught()[id]).position:
        position = {"lesson": taught()[id], "position": name}
        asked = VoteTable.read(position)
        if not asked.problem():
            found.append((name, (position, asked.seat)))
    return found
