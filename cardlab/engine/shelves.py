"""The shelves of the games: where somebody looks for a game who does not know its name.

Knows their titles and their order, from the gentlest on.  Which shelf a game stands on, its family
declares, or its own file.
"""

from __future__ import annotations

from enum import StrEnum


class GameShelf(StrEnum):
    """A kind of game in a player's words."""

    COLLECTING = "Matching and collecting"
    SHEDDING = "Shedding and climbing"
    TRICKS = "Tricks"
    POINTS = "Tricks with points on cards"
    FISHING = "Fishing"
    MELDS = "Melds and counting"
    BANKING = "Bluffs, banks and showdowns"
    OTHER = "Other games"
