"""What a notebook calls: `play("kaiser")` and `rules("kaiser")`.

A page is a notebook of a few short cells that call these. Importing this package is light; the widgets, the store and
the server are loaded where they are used.
"""

from __future__ import annotations

from typing import Any

__all__ = ["play", "rules"]


def play(game_id: str, **options: Any) -> Any:
    """A table at which the reader plays the game against bots; the address of the page may name a match."""
    from .live import play as table

    return table(game_id, **options)


def rules(game_id: str, **options: Any) -> Any:
    """The rule sheet of a game, to be shown under its table."""
    from .live import RuleSheet

    return RuleSheet(game_id, **options)
