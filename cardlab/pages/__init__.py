"""What a notebook calls: `play("kaiser")`, `rules("kaiser")` and `map()`.

A page is a notebook of a few short cells that call these. Importing this package is light; the widgets, the store and
the server are loaded where they are used.
"""

from __future__ import annotations

from typing import Any

__all__ = ["map", "play", "rules"]


def play(game_id: str, **options: Any) -> Any:
    """A table at which the reader plays the game against bots; the address of the page may name a match."""
    from .live import play as table

    return table(game_id, **options)


def rules(game_id: str, **options: Any) -> Any:
    """The rule sheet of a game, to be shown under its table."""
    from .live import RuleSheet

    return RuleSheet(game_id, **options)


def map(focus: str | None = None) -> Any:
    """The map of concepts and games, with one of them in focus; what was opened last is its trait ``picked``."""
    import os

    from ..widgets.map import MapWidget, map_data
    from .home import written_lessons

    # only a page of the server has addresses to go to
    base_url = os.environ.get("VOILA_BASE_URL")
    return MapWidget(map_data(lessons=written_lessons(), focus=focus, base_url=base_url))
