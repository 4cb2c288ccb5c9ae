"""The catalogue: a game is there because its file is in the package of rule books.

Knows how rule books are found.  Knows none of them by name; `cardlab` says where they are.

>>> "kaiser" in games()
True
>>> game("kaiser", players=5)
Traceback (most recent call last):
ValueError: Kaiser: players=5 is not possible; choose 4
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from cardlab.engine.game import Game

_shelves: list[str] = []
"""The names of the packages that hold rule books."""


def add_rule_books(package: str) -> None:
    """Look for games in the modules of this package too."""
    _shelves.append(package)
    _catalogue.cache_clear()


@cache
def _catalogue() -> dict[str, type[Game]]:
    found: dict[str, type[Game]] = {}
    modules = [
        f"{shelf}.{module.name}"
        for shelf in _shelves
        for module in pkgutil.iter_modules(importlib.import_module(shelf).__path__)
    ]
    for name in modules:
        loaded = importlib.import_module(name)
        for value in vars(loaded).values():
            if (
                isinstance(value, type)
                and issubclass(value, Game)
                and value.id
                and value.__module__ == loaded.__name__
            ):
                found[value.id] = value
    return dict(sorted(found.items()))


def games() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(_catalogue())


def game_class(id: str) -> type[Game]:
    """The class of a game.  Raises ValueError, with the choices, for an unknown id."""
    known = _catalogue().get(id) if isinstance(id, str) else None
    if known is None:
        raise ValueError(f"there is no game {id!r}; the games are {', '.join(_catalogue())}")
    return known


def game(id: str, **options: Any) -> Game:
    """A game by its id, with its options by keyword.

    Raises ValueError, with the choices, for an unknown id, option or value.  ``house`` brings house
    rules (see `cardlab.labs.house`), as the record of such a game has them.
    """
    agreed = options.pop("house", None)
    if agreed:
        from cardlab.labs.house import load

        return load(id, agreed, **options)
    return game_class(id)(**options)
