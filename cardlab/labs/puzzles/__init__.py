"""Questions with which the laboratories open: each has a surprise that one move shows.

What a question asks, how the laboratory stands before and after the move, and how its answer is
worked out are declared together; no answer is written down.  Knows what settings are called; knows
no page.

>>> seven = puzzle("seven-beats-ace")
>>> seven.question
'Why does the seven beat the ace?'
>>> seven.answer()
'7♥ beats A♥. 7♥ is the highest trump. 7♥ stands on rung 1 of the hearts, A♥ on rung 2.'
"""

from __future__ import annotations

from cardlab.engine.words import shown
from cardlab.labs.puzzles.base import Puzzle
from cardlab.labs.puzzles.games import COMPARE, HOUSE
from cardlab.labs.puzzles.numbers import ODDS, SCORES
from cardlab.labs.puzzles.tables import ANALYSIS, ORDERS, POSITIONS

__all__ = ["PUZZLES", "Puzzle", "puzzle", "puzzles"]

PUZZLES: tuple[Puzzle, ...] = (
    *(ORDERS + SCORES + ODDS + HOUSE),
    *(POSITIONS + COMPARE + ANALYSIS),
)


def puzzles(lab: str) -> tuple[Puzzle, ...]:
    """The questions of a laboratory; the first is the one that it opens with."""
    return tuple(one for one in PUZZLES if one.lab == lab)


def puzzle(id: str) -> Puzzle:
    """The question of that id.  Raises ValueError for another one."""
    for one in PUZZLES:
        if one.id == id:
            return one
    raise ValueError(f"There is no question “{shown(id)}”; choose one from the list.")
