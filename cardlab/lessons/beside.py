"""The words beside a table: what a text says of seats and cards is told from the position, so that
it agrees with what the table shows.

Knows who plays, deals and declares on a table, and what the reader is and wants there. Knows no
rule: the moves were judged by the game, and roles and aims are the game's own sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.words import listed
from cardlab.families.tricks import TrickState, trick_on
from cardlab.lessons import lines
from cardlab.lessons.book import PlayStep, TryOrGap
from cardlab.lessons.positions import Position

SLOTS = ("trick", "hand", "dealer", "declarer")
"""What a text beside a table may leave to its position; ``trick:0-3`` are entries of its line."""
TRICK_PART = re.compile(r"trick:(\d+)-(\d+)")
Line = Sequence[str | TryOrGap]


def is_slot(name: str) -> bool:
    """Whether a placeholder is filled from the position.

    >>> is_slot("hand"), is_slot("trick:8-11"), is_slot("winner")
    (True, True, False)
    """
    return name in SLOTS or TRICK_PART.fullmatch(name) is not None


def table_facts(at: Position, line: Line = (), text: str = "") -> dict[str, Any]:
    """What the slots of a text stand for beside this table and the line played on it."""
    facts: dict[str, Any] = {
        "trick": partial(trick_told, at, line),
        "hand": partial(listed, at.state.hands[at.viewer], most=20),
    }
    seats = {"dealer": at.state.dealer}
    if isinstance(at.state, TrickState):
        seats["declarer"] = at.state.declarer
    called = at.state.called(at.viewer)
    facts |= {key: called[seat] for key, seat in seats.items() if seat is not None}
    for found in TRICK_PART.finditer(text):
        first, last = map(int, found.groups())
        facts[found.group()] = partial(trick_told, at, line, first, last)
    return facts


def trick_told(at: Position, line: Line, first: int = 0, last: int | None = None) -> str:
    """The cards of a line as its reader sees them played, entry by entry; without the numbers of
    the first and the last entry all of them.

    >>> from cardlab.lessons import lesson
    >>> bridge = lesson("below-line")
    >>> trick_told(bridge.at("two-spades"), bridge.predict.line)
    'East leads the 6♠; you play the 9♠, West the 7♦, North the 8♠'
    """
    plays = list(_plays(lines.play(at, line)[first : None if last is None else last + 1]))
    told: list[str] = []
    for n, (seat, card, leads) in enumerate(plays):
        name, you = at.game.names[seat], seat == at.viewer
        who = "you" if you else name
        if leads:
            told.append(f"{'. ' if n else ''}{who} {'lead' if you else 'leads'} the {card.sign}")
        elif n == 0 or plays[n - 1][2]:
            told.append(f"{'; ' if n else ''}{who} {'play' if you else 'plays'} the {card.sign}")
        else:
            told.append(f", {who} the {card.sign}")
    return "".join(told)


def _plays(moments: Iterable[lines.LineMoment]) -> Iterator[tuple[int, Card, bool]]:
    """Who plays which card at these moments, and whether it is led."""
    for moment in moments:
        if moment.tried or moment.before is moment.after:
            continue
        seat = moment.before.to_move if moment.seat is None else moment.seat
        yield seat, Card(moment.move), not trick_on(moment.before).cards


def role_and_aim(play: PlayStep) -> str:
    """What the reader is at the table that a lesson leads to, and wants there; "" for a plain
    player, whose aim is the game's."""
    return told_to_reader(play.game, play.seed, play.moves, play.options)


def told_to_reader(
    game_id: str, seed: int | None, moves: Sequence[str] = (), options: Mapping[str, Any] = {}
) -> str:
    """Role and aim of the first seat at the first table of a match; "" for a plain player.

    >>> told_to_reader("kaiser", 7)
    ''
    >>> told_to_reader("kaiser", 7, ("pass", "pass", "pass", "7"))
    'You are declarer. With North, make at least seven points.'
    """
    return _told(game_id, seed or 0, tuple(moves), tuple(sorted(options.items())))


@cache
def _told(
    game_id: str, seed: int, moves: tuple[str, ...], options: tuple[tuple[str, Any], ...]
) -> str:
    game = find_game(game_id, **dict(options))
    match = game.match(seed=seed)
    for move in moves:
        match.play(move)
    role = game.role_text(match.state, 0)
    return f"{role} {game.aim_text(match.state, 0)}" if role else ""
