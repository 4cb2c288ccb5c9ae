"""The rule sheet of a game, for the page under the table: HTML on a page, text in a terminal.

Draws the book that `cardlab.engine.sheet` makes of a game; states no rule of its own.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class
from cardlab.engine.game import Game
from cardlab.engine.sheet import book
from cardlab.web.addresses import GameAddress, page_query
from cardlab.web.templates import render

__all__ = ["RuleSheet", "sheet_html"]


def sheet_html(game: Game) -> str:
    """The rules of a game as a rule book tells them (`cardlab.engine.sheet.book`)."""
    return render("rules.html", book=book(game))


class RuleSheet:
    """The rules of a game as they are printed: HTML on a page, text in a terminal."""

    def __init__(self, game_id: str, **options: Any) -> None:
        self.game = game_class(game_id)(**options)
        # If house rules cannot be read, the table says why, and is played by the printed ones.
        address = GameAddress.read(game_id, page_query())
        if house := address.options.get("house"):
            with suppress(ValueError):
                self.game = find_game(game_id, **{**options, "house": house})

    def __repr__(self) -> str:
        return str(self.game.rules())

    def _repr_html_(self) -> str:
        return sheet_html(self.game)
