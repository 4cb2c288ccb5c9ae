"""Games side by side: what two of them share, how alike they are, and what is new for somebody
who knows one.

Knows which rules, concepts, cards and orders games have in common, and a picture of all games by
likeness.  States no rule: every word about a game comes from the game.  Does not know which game is
better, nor what a learner likes.

`alike` has the measure, `side_by_side` two games, `novelty` what a game would bring, `tree` the picture of all games.

The measure: two games are as alike as the mean of two shares, the concepts that both teach among
those that either teaches, and the rules that both state in the same words among those that either
states.  1 is the same game.

>>> print(likeness("kaiser", "malilla"))
12 of 26 concepts and 8 of 29 rules are the same: 0.37
>>> [(id, round(float(found), 2)) for id, found in nearest("peep-nap", 1)]
[('nap', 0.87)]
"""

from __future__ import annotations

from cardlab.labs.comparing.alike import Likeness, Share, likeness, nearest
from cardlab.labs.comparing.families import ALIKE, alike_graph, families
from cardlab.labs.comparing.novelty import WhatIsNew, news, table
from cardlab.labs.comparing.side_by_side import (
    GamesCompared,
    Rungs,
    SuitLadders,
    SuitOrders,
    TableFact,
    Three,
    compare,
    orders,
)
from cardlab.labs.comparing.tree import FAINT, Map, MapPlace, graph, map_of_games

__all__ = [
    "ALIKE",
    "FAINT",
    "GamesCompared",
    "Likeness",
    "Map",
    "MapPlace",
    "Rungs",
    "Share",
    "SuitLadders",
    "SuitOrders",
    "TableFact",
    "Three",
    "WhatIsNew",
    "alike_graph",
    "compare",
    "families",
    "graph",
    "likeness",
    "map_of_games",
    "nearest",
    "news",
    "orders",
    "table",
]
