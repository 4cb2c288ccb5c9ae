"""A vote on a position: what may be asked about, what is shown before and after, and what the rules
say of each move that was picked.

Knows matches and verdicts; knows no store and no page. Before the count nothing tells which moves
are legal or what others picked; a deal that people are still playing is not asked about, because
the vote would show a hand to those who may not see it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from cardlab.engine.match import Match
from cardlab.engine.record import Record
from cardlab.engine.words import ONLOOKER, sentence
from cardlab.store import Vote
from cardlab.web.classes.play import TablePlay
from cardlab.web.drawing import following_page, table_svg
from cardlab.web.drawing.layout import laid_out

__all__ = ["PLAYED", "VoteChoice", "choices_of", "moves_of", "picture", "position_of", "question"]

PLAYED = (
    "People are playing this deal, and a vote would show a hand to those who may not see it. Ask"
    " about a table at which nobody sits: lay one, open it and stop it."
)
NOTHING = "Nobody is to move at this table, so there is nothing to ask."


def position_of(play: TablePlay) -> tuple[dict[str, Any], int]:
    """The position at which a table stands, as a record, and the seat that is to move.

    Raises ValueError, with a sentence, where it cannot be asked about.
    """
    match = play.match
    if play.holders:
        raise ValueError(PLAYED)
    if match.to_move is None or match.over or play.held is not None:
        raise ValueError(NOTHING)
    return match.record.to_dict(), match.to_move


@lru_cache(maxsize=64)
def _match(text: str) -> Match:
    return Record.from_json(text).replay()


def _at(position: str) -> Match:
    """The match at a position, given as the text of its record."""
    return _match(position)


@lru_cache(maxsize=64)
def picture(position: str, seat: int) -> str:
    """The table as the seat sees it, with all its cards alike; drawn once, so that a page that
    asks again gets the same."""
    match = _at(position)
    viewer = match.state.actor() if seat == match.to_move else seat
    view = match.view(viewer if viewer is not None else seat).to_dict()
    return following_page(table_svg(laid_out(view | {"choices": [], "mine": False, "grid": None})))


@dataclass(frozen=True, slots=True)
class VoteChoice:
    """A move that can be picked. votes: how many did; legal, said: what the rules say of it."""

    move: str
    label: str
    votes: int
    legal: bool
    said: str
    rule: str


def choices_of(position: str, seat: int, counts: Mapping[str, int]) -> list[VoteChoice]:
    """Every move that the seat might try; cards in the order in which the hand is drawn."""
    return [replace(one, votes=counts.get(one.move, 0)) for one in _judged(position, seat)]


@lru_cache(maxsize=64)
def _judged(position: str, seat: int) -> tuple[VoteChoice, ...]:
    """The choices before anybody has picked; judged once, as all pages of a vote show them."""
    match = _at(position)
    zones = match.view(seat).to_dict()["zones"]
    hand = [
        face["card"] for zone in zones if zone["id"] == f"hand-{seat}" for face in zone["faces"]
    ]
    choices = [
        VoteChoice(
            str(move),
            move.label or str(move),
            0,
            verdict.legal,
            sentence(verdict.say(ONLOOKER, match.names)) or "Legal: no rule is against it.",
            verdict.rule.title if verdict.rule is not None else "",
        )
        for move, verdict in match.verdicts(seat).items()
    ]
    choices.sort(key=lambda one: hand.index(one.move) if one.move in hand else -1)
    return tuple(choices)


def question(position: str, seat: int) -> str:
    """The question."""
    match = _at(position)
    doing = match.state.phase.doing
    return f"{match.game.title}: {match.names[seat]} is to {doing}. Which would you choose?"


def moves_of(vote: Vote) -> set[str]:
    """The moves that can be picked in a vote."""
    position = json.dumps(dict(vote.position), ensure_ascii=False)
    return {choice.move for choice in choices_of(position, vote.seat, {})}
