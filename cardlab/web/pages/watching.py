"""A finished deal to step through: the table as it was, and what the engine says of each move.

Knows records, views and verdicts; adds no word of its own about the rules. The snapshots are those
of a lesson's watch step, so that the same widget draws them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardlab.engine.record import Record
from cardlab.engine.words import sentence
from cardlab.web.pages.practice import text_piece

__all__ = ["Watching", "recorded"]

MOST_MOVES = 2000


def recorded(game_id: str, record: Any, seed: int | None, options: Mapping[str, Any]) -> Any:
    """The match to watch: from a record, its text or its file; else one deal, played at random
    within the rules.

    >>> Watching(recorded("kaiser", None, 7, {})).length
    37
    """
    from cardlab.engine.catalogue import game

    if record is not None:
        match = _read(record).replay()
        if match.game.id != game_id:
            raise ValueError(
                f"this record is of {match.game.title}; call watch({match.game.id!r}, ...)"
            )
        return match
    match = game(game_id, **options).match(seed=7 if seed is None else seed)
    rng = random.Random(match.seed)
    for _ in range(MOST_MOVES):
        if match.over or match.state.standing.deal != 1:
            break
        match.play(rng.choice(match.legal_moves()))
    return match


def _read(record: Any) -> Record:
    if isinstance(record, Record):
        return record
    if isinstance(record, Mapping):
        return Record.from_dict(dict(record))
    text = str(record)
    if not text.lstrip().startswith("{"):
        path = Path(text)
        if not path.is_file():
            raise ValueError(
                f"there is no record {text!r}; give a Record, its JSON text, or the path of its"
                " file"
            )
        text = path.read_text(encoding="utf-8")
    return Record.from_json(text)


class Watching:
    """One viewer of one recorded match; forward and backward are its only commands.

    >>> seen = Watching(recorded("kaiser", None, 7, {}))
    >>> for _ in range(5): seen.forward()
    >>> print(*(piece["s"] for piece in seen.note()))
    West plays K♥.
    """

    def __init__(self, match: Any, seat: int = 0) -> None:
        self.match = match
        self.seat = seat
        # the next deal is dealt at once, so the end of the last whole deal lies a little before the
        # end of the match
        self.length = match.ply
        if not match.over and (last := match.state.standing.deal) > 1:
            while self.length and match.state_at(self.length).standing.deal == last:
                self.length -= 1
        self.at = min(1, self.length)
        self.events: tuple[Any, ...] = ()

    # --- commands
    def forward(self) -> None:
        self.at = min(self.at + 1, self.length)

    def backward(self) -> None:
        self.at = max(self.at - 1, 0)

    def next(self) -> None:
        self.forward()

    def back(self) -> None:
        self.backward()

    def goto(self, step: str) -> None:
        if not step.isdecimal():
            raise ValueError(f"A move has a number from 0 to {self.length}.")
        self.at = min(int(step), self.length)

    def give(self, values: Any) -> None:
        """Nothing is asked here."""

    check = hint = try_again = skip = lambda self: None

    # --- what is said
    def note(self) -> list[dict[str, str]]:
        """The log of the last move, why it was open if a rule bore on it and the viewer can see
        so, and who won the trick that it ended."""
        seat = self.seat
        log = self.match.log(self.at, seat)
        before = self.match.log(self.at - 1, seat) if self.at else []
        sentences = list(log[len(before) :])
        if self.at:
            entry = self.match.entries[self.at - 1]
            if entry.seat is not None:
                # what somebody else holds stays in that hand: a reason that depends on it is not
                # told
                verdict = self.match.game.shared_verdict(
                    self.match.state_at(self.at - 1), entry.move, entry.seat, self.seat
                )
                if verdict is not None and verdict.rule is not None:
                    sentences.append(sentence(verdict.say(self.seat, self.match.names)))
            tricks, earlier = (
                self.match.view(self.seat, self.at)["tricks"],
                self.match.view(self.seat, self.at - 1)["tricks"],
            )
            if len(tricks) > len(earlier):
                sentences.append(tricks[0]["why"])
        return text_piece("\n".join(sentences))

    # --- what the page draws
    def snapshot(self) -> dict[str, Any]:
        return {
            "lesson": {
                "id": self.match.game.id,
                "title": self.match.game.title,
                "hook": "",
                "minutes": 0,
            },
            "steps": [],
            "step": "watch",
            "text": [],
            "table": self.match.view(self.seat, self.at).to_dict(),
            "question": None,
            "feedback": None,
            "hints": [],
            "item": None,
            "bet": None,
            "play": None,
            "done": False,
            "line": {"at": self.at, "length": self.length, "note": self.note(), "tried": None},
            "can": {
                "check": False,
                "next": False,
                "back": False,
                "hint": False,
                "forward": self.at < self.length,
                "backward": self.at > 0,
            },
        }
