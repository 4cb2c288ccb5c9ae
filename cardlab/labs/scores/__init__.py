"""The laboratory of scores: imagine a result, and ask what it is worth, where that changes, and
what pays.

`scored` has one result, `asking` the words of a question, `curves` tables and straight lines, `conditions` where
something holds, `paying` the chances from which on something pays, `worthwhile` what a page may begin with.

Knows how to ask; every number comes from `Game.score`, every bound from the fields of the result
(`cardlab.engine.results`). Whatever is given stays, what is not given gives way to it, and what cannot be
is refused with a sentence.

>>> print(score("bridge", level=4, strain="S", doubled=1, tricks=11))
North–South +390, East–West 0
  North–South +240  Trick score: 30·l·m = 30·4·2 = 240
  North–South +100  Overtricks: 100·x·(1 + v)·o = 100·1·(1 + 0)·1 = 100
  North–South +50  For the insult: 50·x = 50·1 = 50
>>> print(when("bridge", "at(north_south, doubled=1) > at(north_south, doubled=0)", "tricks", level=4, strain="S"))
tricks of the declarer's side: 10 to 13
>>> print(break_even("bridge", {"tricks": 10}, {"tricks": 9}, level=4, strain="S"))
p = 5/52: +470 against −50
"""

from __future__ import annotations

from cardlab.labs.scores.algebra import (
    Meeting,
    chances_over,
    expression,
    letter,
    meet,
    of_curve,
    solutions,
    steps,
    values_of,
)
from cardlab.labs.scores.asking import (
    asked,
    better,
    choice_words,
    measure,
    plain,
    vocabulary,
    worth,
)
from cardlab.labs.scores.conditions import HoldsAt, solved, when
from cardlab.labs.scores.curves import (
    Axis,
    Curve,
    Piece,
    ScoreTable,
    TableInMaking,
    axes,
    axis,
    linear,
    plot,
    table,
)
from cardlab.labs.scores.paying import BreakEven, break_even
from cardlab.labs.scores.scored import (
    SCORES_BEFORE,
    Beyond,
    Scored,
    fields,
    opening,
    random_result,
    results,
    score,
    signed,
    the_game,
)
from cardlab.labs.scores.worthwhile import (
    WorthAsking,
    main_field,
    questions,
    telling,
    turned,
    turning,
)

__all__ = [
    "SCORES_BEFORE",
    "Axis",
    "Beyond",
    "BreakEven",
    "Curve",
    "HoldsAt",
    "Meeting",
    "Piece",
    "ScoreTable",
    "Scored",
    "TableInMaking",
    "WorthAsking",
    "asked",
    "axes",
    "axis",
    "better",
    "break_even",
    "chances_over",
    "choice_words",
    "expression",
    "fields",
    "letter",
    "linear",
    "main_field",
    "measure",
    "meet",
    "of_curve",
    "opening",
    "plain",
    "plot",
    "questions",
    "random_result",
    "results",
    "score",
    "signed",
    "solutions",
    "solved",
    "steps",
    "table",
    "telling",
    "the_game",
    "turned",
    "turning",
    "values_of",
    "vocabulary",
    "when",
    "worth",
]
