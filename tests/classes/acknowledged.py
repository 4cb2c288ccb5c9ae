"""What a player at a shared table was told about each of their moves, held beside the log of it.

Knows decisions of clients and entries of logs; knows no socket, no store and no clock. A decision is
what a page asked of one person once: several moves may have been sent for it, because a line broke
or the answer said to try again, and one of them at most may be in the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlab.store import Logged
from cardlab.web.classes.play import TablePlay

__all__ = ["Answers", "Decision", "Troubles", "choice_of", "troubles"]


@dataclass
class Decision:
    """What was sent when somebody had to move. sent: all moves that may have been made; made:
    whether the table has shown since that the decision is past."""

    ply: int
    choice: tuple[str, ...]
    sent: list[str] = field(default_factory=list)
    made: bool = False


def choice_of(shown: Mapping[str, Any]) -> tuple[str, ...]:
    """The moves that a drawn table offers to its seat."""
    view = shown.get("view", {})
    if not view.get("mine"):
        return ()
    return tuple(choice["move"] for choice in view["choices"] if choice["legal"])


@dataclass
class Answers:
    """All that one person decided at one table, and what the table answered."""

    decisions: list[Decision] = field(default_factory=list)

    def sends(self, shown: Mapping[str, Any], move: str) -> Decision:
        """Note a legal move that is about to be sent from a table as it is drawn."""
        choice = choice_of(shown)
        if not self.decisions or self.decisions[-1].made:
            self.decisions.append(Decision(shown["chrome"]["timeline"]["ply"], choice))
        self.decisions[-1].sent.append(move)
        return self.decisions[-1]

    def sees(self, shown: Mapping[str, Any]) -> None:
        """Note from a table as it is drawn anew whether the last decision is past: entries were
        added, and what is to be decided is something else. Where all choose at once, the entries
        of others alone prove nothing."""
        if not self.decisions or self.decisions[-1].made:
            return
        last = self.decisions[-1]
        moved = shown["chrome"]["timeline"]["ply"] > last.ply
        last.made = moved and choice_of(shown) != last.choice

    @property
    def waits(self) -> bool:
        """Whether the last decision has no answer yet."""
        return bool(self.decisions) and not self.decisions[-1].made


@dataclass
class Troubles:
    """lost: decisions that were shown as made and are not in the log; doubled: entries that nobody
    sent, or sent once and are there twice; broken: what is wrong with a log itself."""

    moves: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.lost or self.doubled or self.broken)


def troubles(
    head: Mapping[str, Any], log: Sequence[Logged], players: Mapping[str, Answers]
) -> Troubles:
    """Compare the log of a table with what its players, by their member's id, were told. It is
    for logs in which nothing was taken back."""
    found = Troubles()
    if [entry.n for entry in log] != list(range(len(log))):
        found.broken.append("the entries are not numbered one after the other")
    try:
        TablePlay.begin(head).read(log)
    except ValueError as error:
        found.broken.append(f"the log cannot be played: {error}")
    made: dict[str, list[str]] = {member: [] for member in players}
    for entry in log:
        if entry.kind == "move" and entry.member is not None:
            made.setdefault(entry.member, []).append(entry.data)
    found.moves = sum(map(len, made.values()))
    for member, moves in made.items():
        _compare(member, moves, players.get(member, Answers()).decisions, found)
    return found


def _compare(
    member: str, moves: Iterable[str], decisions: Iterable[Decision], found: Troubles
) -> None:
    """One person's moves, in the order of the log, and what that person decided one by one."""
    left = list(moves)
    for one in decisions:
        if left and left[0] in one.sent:
            left.pop(0)
        elif one.made:
            sent = " or ".join(map(repr, one.sent))
            found.lost.append(
                f"{member}: {sent} at {one.ply} was shown as made and is not in the log"
            )
    found.doubled += [f"{member}: {move!r} is in the log and was not decided" for move in left]
