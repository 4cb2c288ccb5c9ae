"""The page of the laboratories, which needs no kernel: what each asks, a still picture of it,
and the game to open it with.

Knows the laboratories by name. Does not know what a laboratory's page shows, or what is in its
picture (`cardlab.web.pages.explore_pictures`).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import groupby
from typing import NamedTuple

from cardlab.engine.catalogue import by_shelf, game_class, games
from cardlab.web.pages.explore_pictures import still_picture
from cardlab.web.templates import render

__all__ = ["LABORATORIES", "USUAL", "Laboratory", "explore_page"]

USUAL = "kaiser"
"""The game that a laboratory is opened with where nobody has chosen one."""


class Laboratory(NamedTuple):
    """One door: id (its notebook and its address), name, what it asks."""

    id: str
    title: str
    text: str


LABORATORIES = (
    Laboratory(
        "orders",
        "Orders",
        "What beats what, as ladders and as a diagram, and what moves when the trumps change.",
    ),
    Laboratory(
        "scores",
        "Scores",
        "Move the result of a deal and see each line of its score, with the formula behind it.",
    ),
    Laboratory(
        "odds",
        "Odds",
        "How often does it happen? Counted as a fraction where that can be done, dealt out where"
        " not.",
    ),
    Laboratory(
        "house-rules",
        "House rules",
        "Switch a rule off, deal from another pack, and see what it does to the game.",
    ),
    Laboratory(
        "positions",
        "Positions",
        "Lay any table with your own hands and ask it everything: what is legal, and why.",
    ),
    Laboratory(
        "compare",
        "Comparing games",
        "What two games share, what is new if you know one, and which are near each other.",
    ),
    Laboratory(
        "analysis",
        "Card by card",
        "Go through a deal with the solver: what each card was worth, and what it gave away.",
    ),
)


@cache
def _choices() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The games by their shelves, each with its title."""
    return tuple(
        (str(shelf), tuple((id, game_class(id).title) for id in there))
        for shelf, there in groupby(by_shelf(games()), key=lambda id: game_class(id).shelf)
    )


def explore_page(ready: Collection[str], base_url: str = "/", wanted: str | None = None) -> str:
    """The page as HTML. ready: ids of the laboratories that have a page; wanted: the game to
    begin with, if there is one."""
    chosen = wanted if wanted in games() else USUAL
    doors = []
    for one in LABORATORIES:
        if one.id not in ready:
            continue
        doors.append({**one._asdict(), "picture": still_picture(one.id)})
    title = game_class(chosen).title if wanted in games() else ""
    return render(
        "explore.html", base_url, doors=doors, games=_choices(), chosen=chosen, about=title
    )
