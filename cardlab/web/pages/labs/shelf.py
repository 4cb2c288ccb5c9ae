"""The house games that whoever learns here keeps: a list, and what can be done with one of them.

Knows the store and its sentences. A store that cannot be used stops nobody: the sentence stands in
`said`, and the laboratory goes on. What was deleted can be put back until something else is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from cardlab.web.pages.learner_name import current_learner

if TYPE_CHECKING:
    from cardlab.store import HouseGame, Houses

__all__ = ["Shelf"]


class Shelf:
    """One person's house games. ValueError, with the sentence of the store, for what cannot be
    done.

    >>> from cardlab.store import Houses
    >>> shelf = Shelf(Houses("sqlite://"), "Anna")
    >>> one = shelf.keep("nap", "Short Nap", '{"dealt":3}')
    >>> shelf.delete(one.id); shelf.games, shelf.gone.name
    ((), 'Short Nap')
    >>> shelf.put_back(); [game.name for game in shelf.games]
    ['Short Nap']
    """

    def __init__(self, houses: Houses | None = None, learner: str | None = None) -> None:
        self._houses = houses
        self.learner = learner if learner is not None else current_learner(os.environ)
        self.gone: HouseGame | None = None
        """What was deleted last, to be put back."""
        self.trouble = ""
        """Why the list cannot be read, or nothing."""
        self._games: tuple[HouseGame, ...] | None = None

    def _ask(self, what: str, *given: Any) -> Any:
        from cardlab.store import Houses, StoreError

        if self._houses is None:
            self._houses = Houses()
        try:
            return getattr(self._houses, what)(self.learner, *given)
        except StoreError as error:
            raise ValueError(str(error)) from None

    @property
    def games(self) -> tuple[HouseGame, ...]:
        """What is kept; read once, and again after each change."""
        if self._games is None:
            try:
                self._games, self.trouble = self._ask("all"), ""
            except ValueError as error:
                self._games, self.trouble = (), str(error)
        return self._games

    def _write(self, what: str, *given: Any) -> Any:
        try:
            return self._ask(what, *given)
        finally:
            # whatever came of it, another window may have changed the list
            self._games = None

    def find(self, id: str) -> HouseGame:
        house_game = next((game for game in self.games if game.id == id), None)
        if house_game is None:
            raise ValueError("That house game is not in the list; choose one that is.")
        return house_game

    def keep(self, base: str, name: str, text: str) -> HouseGame:
        kept: HouseGame = self._write("keep", base, name, text)
        return kept

    def rename(self, id: str, name: str) -> None:
        self._write("rename", id, name)

    def delete(self, id: str) -> None:
        self.gone = self._write("delete", id)

    def put_back(self) -> None:
        if self.gone is not None:
            self._write("keep", self.gone.base, self.gone.name, self.gone.text)
            self.gone = None
