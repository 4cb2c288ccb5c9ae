"""A line of play, step by step: each entry with the table before and after it, and the engine's
verdict on it.

Knows moves that are made, moves that are tried and taken back, and gaps. Decides nothing: every
move is carried out, or refused, by the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardlab.engine.cards import BACK, Card
from cardlab.engine.game import State, understood
from cardlab.engine.moves import PLAYS, Bid, Move
from cardlab.engine.rulings import Verdict
from cardlab.engine.simultaneous import Simultaneous
from cardlab.engine.turns import LastMove
from cardlab.families.tricks import tricks_taken
from cardlab.lessons.book import TryOrGap, is_gap
from cardlab.lessons.keys import LessonError
from cardlab.lessons.positions import Position, lying, moved
from cardlab.lessons.text import trick_facts, verdict_facts

PLAYED_GAPS = ("play", "lowest-bid", "capture")
"""The gaps that are filled with a move; the others ask about the table as it lies."""


class LineMoment(NamedTuple):
    """One entry of a line.

    gap: what the learner fills in, if anything; tried: whether the move was only tried and taken
    back; move: what was played or tried; verdict: None where nobody can judge it (the hand lies
    face down) or where nothing is played; seat: whose move it is, where that is not the seat in
    turn; last: the move that led to the table before it.
    """

    before: Any
    after: Any
    move: str = ""
    verdict: Verdict | None = None
    seat: int | None = None
    gap: TryOrGap | None = None
    tried: bool = False
    last: LastMove | None = None

    @property
    def then_last(self) -> LastMove | None:
        """The move that led to the table after this entry."""
        if self.after is self.before:
            return self.last
        seat = self.before.to_move if self.seat is None else self.seat
        move = self.verdict.move if self.verdict is not None else PLAYS[Card(self.move)]
        return LastMove(self.before, seat, move)


def play(at: Position, line: Sequence[str | TryOrGap]) -> tuple[LineMoment, ...]:
    """Every moment of a line, from the table as it is set up.  Raises LessonError where an entry
    cannot be carried out."""
    moments: list[LineMoment] = []
    state, last = at.state, at.last
    for n, entry in enumerate(line):
        try:
            moments.append(_moment(at, state, entry)._replace(last=last))
        except ValueError as trouble:
            move = entry if isinstance(entry, str) else entry.try_ or entry.gap
            raise LessonError(f"entry {n} ({move}): {trouble}") from None
        state, last = moments[-1].after, moments[-1].then_last
    return tuple(moments)


def last_move(at: Position, line: Sequence[str | TryOrGap]) -> LastMove | None:
    """The move that led to the table after a line; None where nobody knows it."""
    return play(at, line)[-1].then_last if line else at.last


def end(at: Position, line: Sequence[str | TryOrGap]) -> Any:
    """The table after a line."""
    return play(at, line)[-1].after if line else at.state


def facts(at: Position, moment: LineMoment) -> dict[str, Any]:
    """What the placeholders of a note stand for at one entry."""
    finished = len(tricks_taken(moment.after)) > len(tricks_taken(moment.before))
    about = lying(moment.after) if finished else moment.after
    return trick_facts(about, at.viewer) | verdict_facts(moment.verdict, at.viewer)


def told(at: Position, moment: LineMoment) -> str:
    """What somebody else did at one entry, as the log of a table has it; "" for the learner's own
    moves."""
    before = moment.before
    seat = before.to_move if moment.seat is None else moment.seat
    if moment.tried or moment.verdict is None or seat is None or seat == at.viewer:
        return ""
    heard: str = before.phase.heard(before, seat, moment.verdict.move, at.game.names, at.viewer)
    return heard


def learner(at: Position, state: State) -> int | None:
    """Whose move a gap is: on an open table and in most games the seat in turn; where anybody
    may move, the seat that looks."""
    able = at.viewer in state.phase.movers(state) and not at.open
    return at.viewer if able else state.to_move


def _moment(at: Position, state: State, entry: str | TryOrGap) -> LineMoment:
    if isinstance(entry, str):
        return _made(at, state, entry, _mover(state, entry))
    if is_gap(entry):
        if entry.gap not in PLAYED_GAPS:
            return LineMoment(state, state, gap=entry)
        seat = learner(at, state)
        made = _made(at, state, _right_move(at, state, entry, seat), seat)
        # somebody with one card left has nothing to choose: it is played, not asked
        is_question = entry.gap == "capture" or len(at.game.candidates(state, seat)) > 1
        return made._replace(gap=entry) if is_question else made
    verdict = understood(at.game.verdict(state, entry.try_ or ""))
    if verdict.legal:
        problem = f"{entry.try_} is tried so that it is refused, but it is legal: {verdict.reason}"
        raise ValueError(problem)
    return LineMoment(state, state, str(verdict.move), verdict, tried=True)


def _mover(state: State, move: str) -> int | None:
    """Whose move this is: of the seat in turn; where all choose at the same time, of the first
    who can make it."""
    if isinstance(state.phase, Simultaneous):
        verdicts = ((s, state.game.verdict(state, move, s)) for s in state.phase.movers(state))
        return next((seat for seat, verdict in verdicts if verdict.legal), state.to_move)
    return None if state.to_move is None else int(state.to_move)


def _made(at: Position, state: State, move: str, seat: int | None) -> LineMoment:
    if seat != state.to_move:
        after, verdict = at.game.after(state, move, seat), at.game.verdict(state, move, seat)
        return LineMoment(state, after, move, verdict, seat)
    hidden = state.to_move is not None and BACK in state.hands[state.to_move]
    if hidden and _is_card(move):
        return LineMoment(state, moved(state, move), move)
    verdict = at.game.verdict(state, move)
    return LineMoment(state, moved(state, move), str(verdict.move), verdict)


def _is_card(text: str) -> bool:
    try:
        Card(text)
    except ValueError:
        return False
    return True


def _right_move(at: Position, state: State, gap: TryOrGap, seat: int | None) -> str:
    """The move that fills a gap: the engine's, never the author's."""
    legal: tuple[Move, ...] = at.game.legal_moves(state, seat)
    if gap.gap == "lowest-bid":
        rungs = [move for move in legal if isinstance(move, Bid) and move.at is not None]
        if not rungs:
            raise ValueError("no bid is legal here")
        return str(min(rungs, key=lambda bid: bid.height))
    if gap.gap == "capture":
        captures = [move for move in legal if " takes " in move]
        captures = [m for m in captures if not gap.start or str(m.card) == gap.start]
        if not captures:
            raise ValueError("no capture is legal here")
        return str(next((move for move in captures if str(move) in gap.pinned), captures[0]))
    if not legal:
        who = at.game.names[seat] if seat is not None else "nobody"
        problem = f"a play gap leaves one legal move, but {who} has none here"
        raise ValueError(f"{problem}; write the move of another seat out")
    if len(legal) != 1:
        moves = ", ".join(map(str, legal[:6]))
        raise ValueError(f"a play gap leaves one legal move, but here are {len(legal)}: {moves}")
    return str(legal[0])
