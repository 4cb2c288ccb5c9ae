"""The analysis: a record, a board or a position, gone through card by card with the solver; for
bridge the double-dummy table and par.

Knows how to read what somebody brings.  Knows no rule and no score: values come from the solver,
what a card cost from the coach, what a contract is worth at a duplicate table from the families.

>>> deal = read("kaiser; phase play; trump S; to-move West; South AS KH; North QS 8D; West KS 7C; East TH JH")
>>> deal.game.id, deal.state_at(0).to_move, deal.ply
('kaiser', 1, 0)
>>> read("% PBN 2.1")
Traceback (most recent call last):
...
cardlab.engine.codec.NotationError: There is no board in this text; a board begins with a tag, such as [Board "1"].
"""

from __future__ import annotations

import base64
import random
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple, cast

from cardlab.engine.cards import Card
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import OVER, Game, State
from cardlab.engine.match import Entry, Match
from cardlab.engine.record import Record, RecordError
from cardlab.families.auctions import Contract
from cardlab.families.duplicate_points import duplicate_points
from cardlab.families.tricks import Tricks
from cardlab.labs import notation
from cardlab.labs.board_file import board_of_text, is_board_file
from cardlab.labs.notation import NotationError
from cardlab.pbn import Board, is_for
from cardlab.players.matters import calling
from cardlab.rulebook.bridge import Bridge

__all__ = [
    "Course",
    "DoubleDummyTable",
    "Par",
    "double_dummy",
    "example",
    "of_board",
    "of_match",
    "packed",
    "par",
    "read",
    "tabling",
    "unpacked",
]

LONGEST = 200_000
"""Signs of a text that somebody brings."""


# --- what is gone through


@dataclass(frozen=True)
class Course:
    """A table and the moves made from there: what the coach goes through.  It has the surface of
    a match as far as looking goes.

    record: where it came from, if it was a record.
    """

    game: Game
    names: tuple[str, ...]
    states: tuple[Any, ...]
    entries: tuple[Entry, ...] = ()
    record: Record | None = None

    @property
    def ply(self) -> int:
        return len(self.entries)

    def state_at(self, ply: int) -> Any:
        return self.states[ply]

    def play(self, ply: int, move: str) -> Course:
        """Another course: the same up to a ply, and then this move of the seat to move."""
        state = self.states[ply]
        seat = state.to_move
        chosen = next((m for m in self.game.legal_moves(state) if m == move), None)
        after = self.game.after(state, move)
        entry = Entry(seat, chosen if chosen is not None else self.game.verdict(state, move).move)
        record = self.record
        if record is not None:
            moves = (*record.moves[:ply], (seat, str(entry.move)))
            record = replace(record, moves=moves, notes=())
        return Course(
            self.game,
            self.names,
            (*self.states[: ply + 1], after),
            (*self.entries[:ply], entry),
            record,
        )


def of_match(match: Any) -> Course:
    """The course of a match, or of a record that can be replayed, as far as it was written down."""
    if isinstance(match, Record):
        return _cut(match.replay(), len(match.moves))
    return _cut(match, match.ply)


def _cut(match: Match, ply: int) -> Course:
    """The course as far as this entry: a match goes on to the next deal by itself."""
    full: Record = match.record
    record = replace(full, moves=full.moves[:ply], notes=())
    states = tuple(match.state_at(i) for i in range(ply + 1))
    return Course(match.game, tuple(match.names), states, match.entries[:ply], record)


def of_state(state: State) -> Course:
    return Course(state.game, tuple(state.game.names), (state,))


def read(text: str, board: int | None = None) -> Course:
    """What somebody brings: a record (JSON), a board of bridge (PBN) or a position in one line.

    board: which one, where a text has several boards (1: the first).
    Raises ValueError, with a sentence, for anything else.
    """
    text = text.removeprefix("\ufeff").strip()
    if len(text) > LONGEST:
        raise NotationError(
            f"This text has {len(text):,} characters; bring one match, one board or one position."
        )
    if is_board_file(text):
        return of_board(board_of_text(text, board))
    if text.startswith("{"):
        return of_match(Record.from_json(text))
    return of_state(notation.read(text))


def of_board(board: Board) -> Course:
    """The course of a board.  Raises PbnError where it cannot have happened."""
    if not board.plays:
        return of_state(board.position())
    if board.calls:
        return of_match(board.match())
    course = of_state(replace(board, plays=()).position())
    for card in board.plays:
        course = course.play(course.ply, card)
    return course


def packed(record: Record) -> str:
    """A record as the value of an address."""
    data = record.to_json()
    return base64.urlsafe_b64encode(zlib.compress(data.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> Record:
    """What `packed` was given.  RecordError, with a sentence, for anything else."""
    try:
        raw = base64.b64decode(text + "===", "-_", validate=False)
        squeezed = zlib.decompressobj()
        record_text = squeezed.decompress(raw, LONGEST + 1)
        if not squeezed.eof:
            raise ValueError("it breaks off, or is too long")
    except (ValueError, zlib.error):
        raise RecordError("the record in this address is damaged; copy the whole address") from None
    return Record.from_json(record_text)


def example(game: str | Game, seed: int = 1) -> Course:
    """A deal, called and played at random to its end, to have something to look at."""
    played = find_game(game) if isinstance(game, str) else game
    match, rng = played.match(seed=seed), random.Random(f"analysis/{seed}")
    while match.ply < 300 and not match.over and match.state.standing.deal == 1:
        state = match.state
        seat = next(
            (
                s
                for s in (state.to_move, *state.phase.movers(state))
                if s is not None and match.legal_moves(s)
            ),
            None,
        )
        if seat is None:
            break
        moves = match.legal_moves(seat)
        match.play(
            rng.choice(moves) if isinstance(state.phase, Tricks) else calling(moves, state, rng),
            seat,
        )
    last = next((i for i in range(match.ply + 1) if match.state_at(i).phase is OVER), match.ply)
    return _cut(match, last)


# --- bridge: the table of twenty results


STRAINS = ("C", "D", "H", "S", "NT")


@dataclass(frozen=True)
class DoubleDummyTable:
    """Tricks of the declarer's side by strain and declarer, with all hands open.

    tricks: (strain, seat) -> tricks; what was not solved in time is left out.
    """

    tricks: Mapping[tuple[str, int], int] = field(default_factory=dict)

    @property
    def whole(self) -> bool:
        return len(self.tricks) == 20

    def __str__(self) -> str:
        rows = ["       " + " ".join(f"{s:>2}" for s in STRAINS)]
        for seat in (2, 0, 3, 1):
            cells = " ".join(f"{self.tricks.get((s, seat), '?'):>2}" for s in STRAINS)
            rows.append(f"{('South', 'West', 'North', 'East')[seat]:<6} {cells}")
        return "\n".join(rows)


def full_deal(state: Any) -> tuple[tuple[Card, ...], ...] | None:
    """The four hands of thirteen as they were dealt; None where this is not a full deal of bridge."""
    if not is_for(state.game):
        return None
    hands = [list(h) for h in state.hands]
    for trick in (*state.taken, state.trick):
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            hands[seat].append(card)
    if any(len(h) != 13 for h in hands) or len({c for h in hands for c in h if c.rank}) != 52:
        return None
    return tuple(map(tuple, hands))


def tabling(
    hands: Any, known: Mapping[tuple[str, int], int] | None = None, seconds: float | None = 5.0
) -> Iterator[DoubleDummyTable]:
    """The table of these four hands, a result at a time; ``known`` are those solved before."""
    from cardlab.solver import NotInTime, solve

    game: Any = find_game("bridge")
    tricks = dict(known or {})
    bids = {bid.strain: bid for bid in reversed(game.phases[1].bids)}
    for strain in reversed(STRAINS):
        for seat in range(4):
            if (strain, seat) in tricks:
                continue
            contract = Contract(bids[strain], seat, 0)
            table = game.state(
                trump=strain, hands=hands, leader=(seat + 1) % 4, to_move=(seat + 1) % 4
            )
            table = table.but(contract=contract, declarer=seat)
            try:
                tricks[strain, seat] = 13 - int(solve(table, seconds=seconds))
            except NotInTime:
                pass
            yield DoubleDummyTable(dict(tricks))


def double_dummy(hands: Any, seconds: float | None = None) -> DoubleDummyTable:
    """The tricks of each declarer in each strain, with all hands open."""
    table = DoubleDummyTable()
    for told in tabling(hands, seconds=seconds):
        table = told
    return table


class Par(NamedTuple):
    """Where the auction ends if both sides know all hands: points for North and South, the
    contract (None: passed out), who declares it, whether it is doubled, and the tricks that it
    makes."""

    points: int
    level: int = 0
    strain: str = ""
    seats: tuple[int, ...] = ()
    doubled: bool = False
    tricks: int = 0

    def __str__(self) -> str:
        if not self.level:
            return "passed out, 0"
        who = " or ".join(("South", "West", "North", "East")[s] for s in self.seats)
        sign = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "NT"}[self.strain]
        over = self.tricks - 6 - self.level
        made = "just made" if over == 0 else f"{over} over" if over > 0 else f"{-over} short"
        points = f"{self.points:+d}".replace("-", "−")
        return (
            f"{self.level}{sign}{' doubled' if self.doubled else ''} by {who}, {made}: {points} for"
            " North–South"
        )


@lru_cache(maxsize=1)
def _usual_bridge() -> Bridge:
    """Bridge without any option chosen, whose penalties are those of a duplicate table."""
    return cast(Bridge, find_game("bridge"))


def contract_points(level: int, strain: str, tricks: int, vulnerable: bool) -> int:
    """What a contract pays its side at a duplicate table: undoubled if it is made, doubled if it
    is not.

    >>> contract_points(4, "S", 10, False), contract_points(3, "NT", 9, True), contract_points(4, "S", 7, False)
    (420, 600, -500)
    >>> contract_points(6, "H", 12, True), contract_points(7, "C", 9, True), contract_points(2, "D", 8, False)
    (1430, -1100, 90)
    """
    short = tricks < 6 + level
    return duplicate_points(
        _usual_bridge(), level, strain, tricks, doubled=int(short), vulnerable=vulnerable
    )


def par(table: DoubleDummyTable, vulnerable: str = "none", dealer: int = 0) -> Par:
    """The par contract of a whole table: both sides bid on as long as that pays, and what is not
    made is doubled.

    vulnerable: "none", "ns", "ew" or "both"; dealer: the seat that calls first (it matters where
    both sides could open).
    """
    if vulnerable not in ("none", "ns", "ew", "both"):
        raise ValueError(f"vulnerable has to be none, ns, ew or both, not {vulnerable!r}")
    if not table.whole:
        raise ValueError(f"par needs all 20 results, and {len(table.tricks)} are known")
    red = (vulnerable in ("ns", "both"), vulnerable in ("ew", "both"))
    ladder = [(level, strain) for level in range(1, 8) for strain in STRAINS]

    def ends(rung: int, side: int) -> Par:
        """The contract as it would be played by the better declarer of the side."""
        level, strain = ladder[rung]
        most = max(table.tricks[strain, s] for s in (side, side + 2))
        seats = tuple(s for s in (side, side + 2) if table.tricks[strain, s] == most)
        points = contract_points(level, strain, most, red[side])
        return Par(points if side == 0 else -points, level, strain, seats, most < 6 + level, most)

    def better(one: Par, other: Par, side: int) -> bool:
        return one.points > other.points if side == 0 else one.points < other.points

    # from the top of the ladder down: where the auction ends once a side has bid a rung, the other
    # answering as it likes
    best: dict[tuple[int, int], Par] = {}
    for rung in reversed(range(len(ladder))):
        for side in (0, 1):
            result = ends(rung, side)
            for higher in range(rung + 1, len(ladder)):
                if better(best[higher, 1 - side], result, 1 - side):
                    result = best[higher, 1 - side]
            best[rung, side] = result

    def opening(side: int, otherwise: Par) -> Par:
        result = otherwise
        for rung in range(len(ladder)):
            if better(best[rung, side], result, side):
                result = best[rung, side]
        return result

    first = dealer % 2
    return opening(first, opening(1 - first, Par(0)))
