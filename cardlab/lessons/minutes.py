"""How long things take: a lesson by what it contains, a deal by how many moves it has.

Knows the steps of lessons, and how long deals were when bots played them
(``data/deals.json``; a game that is not in it is played once, by chance). Knows no learner: the
seconds are those of somebody who reads every line. ``python -m cardlab.lessons.minutes`` plays
the deals again and writes the file.

>>> 2 < lesson_minutes("follow-suit") < 12, deal_minutes("kaiser")
(True, 4)
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from statistics import median
from typing import NamedTuple

from cardlab.engine.catalogue import game, games
from cardlab.lessons.book import Lesson, QuestionStep, is_gap, load
from cardlab.players import bot

__all__ = ["DealLength", "deal_length", "deal_minutes", "lesson_minutes", "played_length"]

BET, PICTURE, GAP, QUESTION = 20, 6, 12, 15
"""Seconds for the bet, for a picture of *watch*, for a gap of *complete*, for a question."""
OWN_MOVE, OTHER_MOVE = 7, 1.5
"""Seconds for a move of one's own, and for one that is watched."""
ROUND_IT = 60
"""Seconds before the first card and at the score."""
SEEDS = (1, 2, 3, 4, 5)
MOST_MOVES = 600
"""Moves after which a deal that does not end is taken as it is."""
_FILE = "deals.json"


class DealLength(NamedTuple):
    """The moves of one deal: those of one seat, and those of all others."""

    own: int
    others: int

    @property
    def seconds(self) -> float:
        """How long the moves take somebody who plays them with care."""
        return self.own * OWN_MOVE + self.others * OTHER_MOVE


@cache
def _measured() -> Mapping[str, DealLength]:
    text = (files(__package__) / "data" / _FILE).read_text(encoding="utf-8")
    return {id: DealLength(*moves) for id, moves in json.loads(text).items()}


@cache
def deal_length(game_id: str) -> DealLength:
    """How many moves a typical deal has."""
    return _measured().get(game_id) or played_length(game_id, seeds=SEEDS[:1], bots="random")


def played_length(game_id: str, seeds: tuple[int, ...] = SEEDS, bots: str = "simple") -> DealLength:
    """The same from deals that are played now: the middle one of several.

    >>> played_length("kaiser", seeds=(1,))
    DealLength(own=9, others=27)
    """
    lengths = [_play(game_id, seed, bots) for seed in seeds]
    return DealLength(
        round(median(length.own for length in lengths)),
        round(median(length.others for length in lengths)),
    )


def _play(game_id: str, seed: int, bots: str) -> DealLength:
    table, player = game(game_id), bot(bots, seed=seed)
    match, moves = table.match(seed=seed), list[int]()
    while not match.over and match.state.standing.deal == 1 and len(moves) < MOST_MOVES:
        seat = match.state.to_move
        moves.append(seat)
        match.play(player.choose(table.view(match.state, seat)), seat)
    own = moves.count(0)
    return DealLength(own, len(moves) - own)


def deal_minutes(game_id: str) -> int:
    """Minutes for one deal: a look at the table, the moves, the score.

    >>> deal_minutes("snap") <= deal_minutes("spades")
    True
    """
    return round((deal_length(game_id).seconds + 2 * ROUND_IT) / 60)


@cache
def lesson_minutes(concept: str) -> int:
    """Minutes for the lesson on a concept, counted from its pictures, gaps, questions and deals.

    Raises ValueError for a concept without a lesson.
    """
    return max(1, round(_lesson_seconds(load(concept)) / 60))


def _lesson_seconds(lesson: Lesson) -> float:
    gaps = sum(map(is_gap, lesson.complete.line))
    play = lesson.play
    return (
        BET
        + PICTURE * len(lesson.watch.line)
        + GAP * gaps
        + QUESTION * (_questions(lesson.choose) + _questions(lesson.say_why))
        + deal_length(play.game).seconds * play.deals
    )


def _questions(step: QuestionStep | None) -> int:
    if step is None:
        return 0
    return len(step.item) + (step.more.count if step.more else 0)


def _write() -> None:
    """Play the deals of every game and write the file."""
    measured = {id: list(played_length(id)) for id in games()}
    rows = ",\n".join(f'"{id}": {json.dumps(moves)}' for id, moves in measured.items())
    place = Path(str(files(__package__) / "data" / _FILE))
    place.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    sys.stdout.write(f"{len(measured)} games in {place}\n")


if __name__ == "__main__":
    _write()
