"""A match of a class, step by step on a wall: the table with its hands shut or open, what was done
last, and why it was allowed.

Knows matches and views; knows no request, no store and no member: who sits where is nobody's business
on a wall. With the hands shut, what is drawn is what every seat may see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from cardlab.engine.match import Match
from cardlab.engine.words import ONLOOKER, sentence
from cardlab.web.drawing import following_page, table_svg
from cardlab.web.drawing.layout import laid_out
from cardlab.web.pages.public_table import open_view, public_view
from cardlab.web.pages.trick_ends import finished_trick, trick_ended

__all__ = ["WallStep", "wall_step"]


@dataclass(frozen=True, slots=True)
class WallStep:
    """What is on the wall. told: what was done last; why: what the rules say of it."""

    picture: Markup
    told: str
    why: tuple[str, ...]


def wall_step(match: Match, ply: int, *, is_open: bool) -> WallStep:
    """The table of a match after so many entries."""
    view = open_view(match, ply) if is_open else public_view(match, ply)
    return WallStep(
        Markup(following_page(table_svg(laid_out(view)))),
        _told(match, ply),
        _why(match, ply, is_open),
    )


def _told(match: Match, ply: int) -> str:
    log, before = match.log(ply), match.log(ply - 1) if ply else []
    return " ".join(log[len(before) :])


def _why(match: Match, ply: int, is_open: bool) -> tuple[str, ...]:
    """What the rules say of the last move; with the hands shut, only what hangs on none of them."""
    entry = match.entries[ply - 1] if ply else None
    if entry is None or entry.seat is None:
        return ()
    state, said = match.state_at(ply - 1), []
    if is_open:
        verdict: Any = match.game.verdict(state, str(entry.move), entry.seat)
    else:
        others = [seat for seat in range(match.game.players) if seat != entry.seat]
        verdict = match.game.shared_verdict(state, str(entry.move), entry.seat, others[0])
    if verdict is not None and verdict.rule is not None:
        said.append(sentence(verdict.say(ONLOOKER, match.names)))
    if (trick := trick_ended(match, ply)) is not None:
        # told to a seat that did not take it, so that nobody is "you"
        winner = match.game.told_trick(match.state_at(ply), trick)[0]
        reader = (winner + 1) % match.game.players
        said.append((finished_trick(match, ply, reader) or {"text": ""})["text"])
    return tuple(said)
