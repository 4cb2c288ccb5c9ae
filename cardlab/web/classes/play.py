"""What the log of a shared table says: its match, who sits where, who is away, what waits.

Knows entries of a log and matches; knows no store, no clock and no page. It is made anew from the
log at any time, in any process, and comes out the same.

| kind | said by | data |
|---|---|---|
| `move` | the seat, or a bot for it (no member) | the move |
| `deal` | nobody: chance | the cards, or what else chance decided |
| `sit`, `stand` | a member | |
| `away`, `back` | the server: a bot plays for a member who is gone; the member is back | |
| `score-seen` | a seat | |
| `go-on` | the server: all who look have seen the score | |
| `ask`, `agree`, `refuse` | a seat: whether a move is taken back | for `ask` the entry of the match |
| `taken-back` | the server, or a teacher | the entry of the match that is the next again |
| `pause`, `resume` | a teacher | |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.match import Match
from cardlab.engine.record import Record
from cardlab.store import Logged

__all__ = ["Asked", "TablePlay", "new_entries"]


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody asks to take back. ply: the entry that would be the next again; agreed: the seats
    that have agreed."""

    seat: int
    ply: int
    agreed: frozenset[int] = frozenset()


@dataclass
class TablePlay:
    """A table as its log has left it.

    holders: the member at each seat that is taken; away: seats for whose members a bot plays; held:
    the entry of the match at which a finished deal waits, or None; seen: seats that have seen its
    score; line: how often something was taken back; length: entries of the log that were read; left: who has
    left which seat in which deal.
    """

    match: Match
    holders: dict[int, str] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)
    held: int | None = None
    seen: set[int] = field(default_factory=set)
    asked: Asked | None = None
    paused: bool = False
    line: int = 0
    length: int = 0
    left: set[tuple[str, int, int]] = field(default_factory=set)

    @classmethod
    def begin(cls, head: Mapping[str, Any]) -> TablePlay:
        """A table before anything happened at it.  Raises ValueError if the game of the head is
        there no more, or cannot be played with its options."""
        game = find_game(head["game"], **head.get("options", {}))
        return cls(Match(game, int(head["seed"]), game.names))

    def read(self, entries: Iterable[Logged]) -> None:
        """Read on.  Raises ValueError for an entry that cannot have happened."""
        moves: list[tuple[int | None, str]] = []
        for entry in entries:
            if entry.kind in ("move", "deal"):
                moves.append((entry.seat, entry.data))
            else:
                self._play(moves)
                moves = []
                if entry.kind not in _READERS:
                    raise ValueError(f"a newer version of cardlab wrote {entry.kind!r} in this log")
                _READERS[entry.kind](self, entry)
            self.length += 1
        self._play(moves)

    def _play(self, moves: Sequence[tuple[int | None, str]]) -> None:
        """Make these moves; what chance did is taken from the log, not from the seed."""
        if not moves:
            return
        before = self.match.ply
        record = self.match.record
        if before:
            self._go_on(moves)
        else:
            self.match = Match.replay(_with_moves(record, moves))
        self.held = _held(self.match, max(before, 1))
        self.seen, self.asked = set(), None

    def took(self, match: Match, entries: Sequence[Logged]) -> None:
        """Go on with a match in which entries were made that are in the log by now."""
        before = self.match.ply if match is not self.match else match.ply - len(entries)
        self.match, self.length = match, self.length + len(entries)
        self.held = _held(match, max(before, 1))
        self.seen, self.asked = set(), None

    def _go_on(self, moves: Sequence[tuple[int | None, str]]) -> None:
        """TablePlay on from a match that has begun. Chance moves by itself after a move; where the log
        says that it moved otherwise, the log is right."""
        record = self.match.record
        match = self.match.at(self.match.ply)
        for seat, text in moves:
            if seat is not None:
                match.play(text, seat)
        made = [(entry.seat, str(entry.move)) for entry in match.entries[self.match.ply :]]
        if made != list(moves):
            match = Match.replay(_with_moves(record, moves))
        self.match = match

    # -- what waits
    # ---------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The entry of the match at which the table stands."""
        return self.match.ply if self.held is None else self.held

    @property
    def deal(self) -> int:
        """The number of the deal that lies on the table."""
        return int(self.match.state_at(self.ply).standing.deal)

    def knows_another_hand(self, member: str, seat: int) -> bool:
        """Whether a member has looked at another hand of this deal, which is not over yet."""
        return self.held is None and any(
            (who, deal) == (member, self.deal) and other != seat for who, deal, other in self.left
        )

    def seat_of(self, member: str) -> int | None:
        """The seat of a member, or None."""
        return next((seat for seat, holder in self.holders.items() if holder == member), None)

    def decider(self, seat: int) -> int:
        """The seat that decides for a seat: itself, unless another plays its cards."""
        state = self.match.state
        actor = state.actor() if seat == state.to_move else seat
        return seat if actor is None else int(actor)

    def acting(self, viewer: int) -> int:
        """The seat whose move a viewer makes: the one to move if the viewer decides for it."""
        seat = self.match.to_move
        return seat if seat is not None and self.decider(seat) == viewer else viewer

    def dummy(self, seat: int) -> bool:
        """Whether it is a seat's turn, and another decides."""
        return seat == self.match.to_move and self.decider(seat) != seat

    @property
    def bots_seats(self) -> frozenset[int]:
        """The seats that bots play: the free ones, and those of members who are away."""
        seats = range(self.match.game.players)
        return frozenset(s for s in seats if s not in self.holders or s in self.away)

    def bot_due(self) -> int | None:
        """The seat for which a bot has to move now, or None."""
        match = self.match
        if self.paused or self.held is not None or self.asked is not None or match.over:
            return None
        bots = self.bots_seats
        for seat in match.state.phase.awaited(match.state):
            if self.decider(seat) in bots and (seat == match.to_move or match.legal_moves(seat)):
                return int(seat)
        return None

    def last_decision(self, viewer: int) -> int | None:
        """The entry of this deal that a seat made last, or None."""
        entries, match = self.match.entries, self.match
        for ply in range(len(entries) - 1, -1, -1):
            seat = entries[ply].seat
            if seat is None:
                return None
            state = match.state_at(ply)
            if viewer == (state.actor() if seat == state.to_move else seat):
                return ply
        return None

    # -- reading
    # ---------------------------------------------------------------------

    def _sit(self, entry: Logged) -> None:
        if entry.seat is not None and entry.member:
            self.holders[entry.seat] = entry.member
            self.away.discard(entry.seat)

    def _stand(self, entry: Logged) -> None:
        if entry.seat is not None:
            if (holder := self.holders.get(entry.seat)) is not None:
                self.left.add((holder, self.deal, entry.seat))
            self.holders.pop(entry.seat, None)
            self.away.discard(entry.seat)

    def _away(self, entry: Logged) -> None:
        if entry.seat in self.holders:
            self.away.add(entry.seat)

    def _back(self, entry: Logged) -> None:
        if entry.seat is not None:
            self.away.discard(entry.seat)

    def _score_seen(self, entry: Logged) -> None:
        if entry.seat is not None and self.held is not None:
            self.seen.add(entry.seat)

    def _score_left(self, entry: Logged) -> None:
        self.held, self.seen = None, set()

    def _ask(self, entry: Logged) -> None:
        if entry.seat is not None:
            self.asked = Asked(entry.seat, int(entry.data), frozenset({entry.seat}))

    def _agree(self, entry: Logged) -> None:
        asked = self.asked
        if asked is not None and entry.seat is not None:
            self.asked = Asked(asked.seat, asked.ply, asked.agreed | {entry.seat})

    def _refuse(self, entry: Logged) -> None:
        self.asked = None

    def _take_back(self, entry: Logged) -> None:
        self.match = self.match.at(int(entry.data))
        self.held, self.seen, self.asked = None, set(), None
        self.line += 1

    def _pause(self, entry: Logged) -> None:
        self.paused = True

    def _resume(self, entry: Logged) -> None:
        self.paused = False


_READERS: dict[str, Callable[[TablePlay, Logged], None]] = {
    "sit": TablePlay._sit,
    "stand": TablePlay._stand,
    "away": TablePlay._away,
    "back": TablePlay._back,
    "score-seen": TablePlay._score_seen,
    "go-on": TablePlay._score_left,
    "ask": TablePlay._ask,
    "agree": TablePlay._agree,
    "refuse": TablePlay._refuse,
    "taken-back": TablePlay._take_back,
    "pause": TablePlay._pause,
    "resume": TablePlay._resume,
}


def _with_moves(record: Record, moves: Sequence[tuple[int | None, str]]) -> Record:
    return replace(record, moves=(*record.moves, *moves))


def _held(match: Match, before: int) -> int | None:
    """The entry at which a deal ended among those made since, if another deal follows it."""
    return next((ply for ply in match.ends if before <= ply < match.ply), None)


def new_entries(match: Match, before: int, member: str | None) -> list[Logged]:
    """What is written of a match since an entry: moves, by a member or a bot, and chance."""
    return [
        Logged("deal", None, None, str(entry.move))
        if entry.seat is None
        else Logged("move", member, entry.seat, str(entry.move))
        for entry in match.entries[before:]
    ]
