"""How long things take: a lesson by what it contains, a deal by how many moves it has.

Knows the steps of lessons, and how long deals were when bots played them
(``data/deals.json``; a game that is not in it is played once, by chance). Knows no learner: the
seconds are those of somebody who reads every line. ``python -m cardlab.lessons.minutes`` plays
the deals again and writes the file.

>>> 2 < lesson_minutes("follow-suit") < 12, deal_minutes("kaiser")
(True, 4)
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from math import ceil
from pathlib import Path
from statistics import median
from typing import NamedTuple

from cardlab.engine.catalogue import game, games
from cardlab.lessons.book import (
    STEPS,
    CompleteStep,
    Lesson,
    PlayStep,
    PredictStep,
    QuestionStep,
    Step,
    WatchStep,
    is_gap,
    load,
)
from cardlab.players import bot

__all__ = [
    "DealLength",
    "chapter_minutes",
    "deal_length",
    "deal_minutes",
    "lesson_minutes",
    "lesson_seconds",
    "played_length",
]

BET, PICTURE, GAP, QUESTION = 20, 6, 12, 15
"""Seconds for the bet, for a picture of *watch*, for a gap of *complete*, for a question."""
OWN_MOVE, OTHER_MOVE = 7, 1.5
"""Seconds for a move of one's own, and for one that is watched."""
READING = 0.5
"""Seconds for a word of a chapter."""
EXERCISES = 5
"""Exercises that a chapter asks for: so many in a row."""
BESIDE = ("## Also in this chapter", "For teachers</summary>")
"""What marks the cells of a chapter that its minutes leave out."""
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
def lesson_minutes(concept: str, steps: tuple[str, ...] = STEPS) -> int:
    """Minutes for the lesson on a concept, counted from its pictures, gaps, questions and deals.

    steps: only these of its steps. Raises ValueError for a concept without a lesson.
    """
    return max(1, round(lesson_seconds(load(concept), steps) / 60))


def lesson_seconds(lesson: Lesson, steps: tuple[str, ...] = STEPS) -> float:
    """Seconds for some steps of a lesson.

    >>> lesson_seconds(load("trick"), ("predict",)) == BET
    True
    """
    return sum(_step_seconds(step) for id, step in lesson.steps.items() if id in steps)


def _step_seconds(step: Step) -> float:
    match step:
        case PredictStep():
            return BET
        case WatchStep():
            return PICTURE * len(step.line)
        case CompleteStep():
            return GAP * sum(map(is_gap, step.line))
        case QuestionStep():
            return QUESTION * (len(step.item) + (step.more.count if step.more else 0))
        case PlayStep():
            return deal_length(step.game).seconds * step.deals
        case _:  # what comes back does so on other days
            return 0


def chapter_minutes(sources: Iterable[tuple[str, str]]) -> int:
    """Minutes for a chapter of the course: its words, the steps of lessons that it opens, its
    deals and its exercises.

    sources: the kind of each cell (``markdown`` or ``code``) and its text. What stands under
    "Also in this chapter" and for teachers is not counted.

    >>> chapter_minutes([("markdown", "word " * 120), ("code", 'learn("trick", steps="predict")')])
    2
    """
    seconds = 0.0
    for kind, text in sources:
        if kind == "markdown" and not any(mark in text for mark in BESIDE):
            seconds += len(text.split()) * READING
        elif kind == "code":
            calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
            seconds += sum(map(_call_seconds, calls))
    return ceil(seconds / 60)


def _call_seconds(call: ast.Call) -> float:
    """Seconds for what a cell opens: a lesson, a deal or a row of exercises."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    named = {word.arg: ast.literal_eval(word.value) for word in call.keywords}
    if name == "learn":
        lesson = load(ast.literal_eval(call.args[0]))
        return lesson_seconds(lesson, tuple(str(named.get("steps", " ".join(STEPS))).split()))
    if name == "play":
        if "turns" in named:  # so many cards are laid by all together
            return ROUND_IT + named["turns"] * OWN_MOVE / 2
        return ROUND_IT + deal_length(ast.literal_eval(call.args[0])).seconds
    return EXERCISES * QUESTION if name == "exercise" else 0


def _write() -> None:
    """Play the deals of every game and write the file."""
    measured = {id: list(played_length(id)) for id in games()}
    rows = ",\n".join(f'"{id}": {json.dumps(moves)}' for id, moves in measured.items())
    place = Path(str(files(__package__) / "data" / _FILE))
    place.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    sys.stdout.write(f"{len(measured)} games in {place}\n")


if __name__ == "__main__":
    _write()
