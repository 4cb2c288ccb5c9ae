"""A line of play, step by step: each entry with the table before and after it, and the engine's
verdict on it.

Knows moves that are made, moves that are tried and taken back, and gaps.  Decides nothing: every
move is carried out, or refused, by the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cardlab.engine.cards import BACK, Card
from cardlab.engine.game import Game
from cardlab.engine.moves import Bid
from cardlab.engine.rulings import Verdict
from cardlab.families.tricks import tricks_taken
from cardlab.lessons.book import Entry, LessonError
from cardlab.lessons.positions import Position, lying, moved
from cardlab.lessons.text import trick_facts, verdict_facts


class Moment(NamedTuple):
    """One entry of a line.  move: what was played or tried, as text; verdict: None where nobody
    can judge it (the hand lies face down) or where nothing is played; seat: whose move it is, where
    that is not the seat in turn."""

    entry: Entry
    before: Any
    after: Any
    move: str
    verdict: Verdict | None
    seat: int | None = None


def play(at: Position, line: Sequence[Entry]) -> tuple[Moment, ...]:
    """Every moment of a line, from the table as it is set up.  LessonError where an entry cannot
    be carried out."""
    found: list[Moment] = []
    state = at.state
    for n, entry in enumerate(line):
        try:
            found.append(_moment(at, state, entry))
        except ValueError as trouble:
            raise LessonError(f"entry {n} ({entry.move or entry.gap}): {trouble}") from None
        state = found[-1].after
    return tuple(found)


def end(at: Position, line: Sequence[Entry]) -> Any:
    """The table after a line."""
    return play(at, line)[-1].after if line else at.state


def facts(at: Position, moment: Moment) -> dict[str, Any]:
    """What the placeholders of a note stand for at one entry."""
    finished = len(tricks_taken(moment.after)) > len(tricks_taken(moment.before))
    about = lying(moment.after) if finished else moment.after
    return trick_facts(about, at.viewer) | verdict_facts(
        moment.verdict, moment.before, at.viewer, moment.seat
    )


def learner(at: Position, state: Any) -> int | None:
    """Whose move a gap is: on an open table and in most games the seat in turn; where anybody
    may move, the seat that looks."""
    able = at.viewer in state.phase.movers(state) and not at.open
    return at.viewer if able else state.to_move


def _moment(at: Position, state: Any, entry: Entry) -> Moment:
    game = at.game
    if entry.kind == "try":
        verdict = game.verdict(state, entry.move)
        if verdict.legal:
            raise ValueError(
                f"{entry.move} is tried so that it is refused, but it is open: {verdict.reason}"
            )
        return Moment(entry, state, state, str(verdict.move), verdict)
    seat = state.to_move
    if entry.kind == "gap":
        if entry.gap not in ("play", "lowest-bid", "capture"):
            return Moment(entry, state, state, "", None)
        seat = learner(at, state)
        move = _right(game, state, entry, seat)
    else:
        move = entry.move
    if seat != state.to_move:
        return Moment(
            entry, state, game.after(state, move, seat), move, game.verdict(state, move, seat), seat
        )
    hidden = state.to_move is not None and BACK in state.hands[state.to_move]
    judged = None if hidden and _is_card(move) else game.verdict(state, move)
    return Moment(
        entry, state, moved(state, move), str(judged.move) if judged is not None else move, judged
    )


def _is_card(text: str) -> bool:
    try:
        Card(text)
    except ValueError:
        return False
    return True


def _right(game: Game, state: Any, entry: Entry, seat: int | None) -> str:
    """The move that fills a gap: the engine's, never the author's."""
    open_moves = game.legal_moves(state, seat)
    if entry.gap == "lowest-bid":
        rungs = sorted(
            (m for m in open_moves if isinstance(m, Bid) and m.at is not None),
            key=lambda bid: bid.height,
        )
        if not rungs:
            raise ValueError("no bid is open here")
        return str(rungs[0])
    if entry.gap == "capture":
        open_moves = tuple(
            m
            for m in open_moves
            if " takes " in m and (not entry.start or str(m.card) == entry.start)
        )
        if not open_moves:
            raise ValueError("no capture is open here")
        wanted = next((m for m in open_moves if str(m) in entry.pin), open_moves[0])
        return str(wanted)
    if not open_moves:
        who = game.names[seat] if seat is not None else "nobody"
        said = f"a play gap leaves one open move, but nothing is open to {who} here"
        raise ValueError(f"{said}; write the move of another seat out")
    if len(open_moves) != 1:
        raise ValueError(
            f"a play gap leaves one open move, but here are {len(open_moves)}:"
            f" {', '.join(open_moves[:6])}"
        )
    return str(open_moves[0])
