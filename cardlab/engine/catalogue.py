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
import importlib.util
import inspect
import os
import pkgutil
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from cardlab.engine.codec import troubles_of
from cardlab.engine.game import Game
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import listed, quoted

Check = Callable[[Game], Iterable[tuple[str, str]]]
"""What is wrong with a game: (the id of the rule or option, a sentence) pairs."""

TABLES = "CARDLAB_TABLES"
_shelves: list[str] = []
"""The names of the packages that hold rule books."""
_checks: list[Check] = []


class RuleBookWarning(UserWarning):
    """A rule book that cannot be used; the other games can."""


class Trouble(NamedTuple):
    """Why a rule book cannot be used, and where: the file, the line, a sentence."""

    file: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}"


def add_rule_books(package: str) -> None:
    """Look for games in the modules of this package too."""
    _shelves.append(package)
    _read.cache_clear()


def add_check(check: Check) -> Check:
    """Ask this of every game when its rule book is read."""
    _checks.append(check)
    _read.cache_clear()
    return check


@cache
def _read() -> tuple[dict[str, type[Game]], tuple[Trouble, ...]]:
    """The classes of all games by id, and the rule books that cannot be used."""
    kinds: dict[str, type[Game]] = {}
    troubles: list[Trouble] = []
    for shelf in _shelves:
        for module in pkgutil.iter_modules(importlib.import_module(shelf).__path__):
            name = f"{shelf}.{module.name}"
            try:
                loaded = importlib.import_module(name)
            except Exception as error:
                troubles.append(_trouble_of_import(name, error))
                continue
            for kind in _games_in(loaded):
                trouble = _trouble_of_class(kind, kinds)
                if trouble:
                    troubles.append(trouble)
                else:
                    kinds[kind.id] = kind
    for trouble in troubles:
        warnings.warn(str(trouble), RuleBookWarning, stacklevel=3)
    return dict(sorted(kinds.items())), tuple(troubles)


def _games_in(module: ModuleType) -> list[type[Game]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Game)
        and value.id
        and value.__module__ == module.__name__
    ]


def _trouble_of_import(module: str, error: Exception) -> Trouble:
    """Where in the rule book its reading failed: the last line of it that was carried out."""
    spec = importlib.util.find_spec(module)
    file = spec.origin if spec and spec.origin else module
    if isinstance(error, SyntaxError):
        return Trouble(file, error.lineno or 1, f"this is not Python: {error.msg}")
    return Trouble(file, _line_reached(file, error) or 1, f"{type(error).__name__}: {error}")


def _line_reached(file: str, error: Exception) -> int | None:
    """The last line of a file that was carried out before an error."""
    steps = traceback.extract_tb(error.__traceback__)
    lines = [step.lineno for step in steps if step.filename == file]
    return lines[-1] if lines else None


def _trouble_of_class(kind: type[Game], kinds: Mapping[str, type[Game]]) -> Trouble | None:
    """What is wrong with the class of a game, if anything is."""
    file = inspect.getsourcefile(kind) or kind.__module__
    if kind.id in kinds:
        other = inspect.getsourcefile(kinds[kind.id])
        return Trouble(file, _line_of_id(kind), f"the id {kind.id!r} is that of {other} too")
    if not kind.title:
        lacking = f"the game {kind.id!r} has no title; write `title` beside its id"
        return Trouble(file, _line_of_id(kind), lacking)
    try:
        made = kind()
        made.all_rules()
    except Exception as error:
        line = _line_reached(file, error) or _line_of(kind, "")
        return Trouble(file, line, f"{kind.title} cannot be made: {error}")
    for held in (kind.State, kind.Standing):
        for trouble in troubles_of(held):
            return Trouble(*trouble)
    for check in _checks:
        for id, sentence in check(made):
            return Trouble(file, _line_of(kind, id), sentence)
    return None


def _line_of_id(kind: type[Game]) -> int:
    """The line in which a game gives its id; elsewhere the same word may be a move."""
    lines, first = inspect.getsourcelines(kind)
    return next((n for n, line in enumerate(lines, first) if f'"{kind.id}"' in line), first)


def _line_of(kind: type[Game], id: str) -> int:
    """The line of a rule book in which an id is written; that of the class where there is none."""
    lines = inspect.getsource(sys.modules[kind.__module__]).splitlines()
    written = [n for n, line in enumerate(lines, 1) if id and f'"{id}"' in line]
    return written[0] if written else inspect.getsourcelines(kind)[1]


def troubles() -> tuple[Trouble, ...]:
    """The rule books that cannot be used, each with file, line and a sentence; usually none.

    >>> troubles()
    ()
    """
    return _read()[1]


def games() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    return tuple(_read()[0])


def tables() -> tuple[str, ...]:
    """The ids of the games that can be sat down to where this Python runs: all, but for a site
    that was built with some of them (the environment variable CARDLAB_TABLES names those)."""
    named = os.environ.get(TABLES, "").split()
    return tuple(id for id in games() if id in named) if named else games()


def unknown_game(id: Any) -> str:
    """The sentence about an id that no game has: the ids like it, or the first ones there are.

    >>> unknown_game("malillopa")
    "there is no game 'malillopa'; is it malilla?"
    >>> unknown_game("Contract Brigde")
    "there is no game 'Contract Brigde'; is it bridge?"
    >>> unknown_game("poker")
    "there is no game 'poker'; the games are basic-rummy, beggar-thy-neighbour, ... more"
    """
    word = _as_id(id) if isinstance(id, str) else ""
    by_word = {name: name for name in games()} | _by_title()
    if like := get_close_matches(word, by_word, n=3, cutoff=0.75):
        ids = dict.fromkeys(by_word[name] for name in like)
        return f"there is no game {quoted(id)}; is it {listed(ids, 'or')}?"
    return f"there is no game {quoted(id)}; the games are {listed(games())}"


def _as_id(text: str) -> str:
    return text.strip().casefold().replace(" ", "-")


def _by_title() -> dict[str, str]:
    """The ids of the games by their titles, written like ids."""
    return {_as_id(kind.title): id for id, kind in _read()[0].items()}


def game_class(id: str) -> type[Game]:
    """The class of a game. Raises ValueError, with ids that there are, if the id is unknown."""
    kind = _read()[0].get(id) if isinstance(id, str) else None
    if kind is None:
        unread = "".join(f"; not read: {trouble}" for trouble in troubles())
        raise ValueError(f"{unknown_game(id)}{unread}")
    return kind


def game(id: str, **options: Any) -> Game:
    """A game by its id or its title, with its options by keyword.

    >>> game("Contract Bridge").id
    'bridge'

    Raises ValueError, listing the choices, if an id, option or value is unknown.  ``house`` brings
    house rules (see `cardlab.labs.house`), as the record of such a game has them.
    """
    if isinstance(id, str) and id not in _read()[0]:
        id = _by_title().get(_as_id(id), id)
    return game_class(id)(**options)


def by_shelf(ids: Iterable[str]) -> list[str]:
    """Games in the order of their shelves, and by their titles on each.

    >>> by_shelf(["whist", "kaiser", "snap", "bridge"])
    ['snap', 'bridge', 'whist', 'kaiser']
    """
    order = list(GameShelf)

    def place(id: str) -> tuple[int, str]:
        kind = game_class(id)
        return order.index(kind.shelf), kind.title.casefold()

    return sorted(ids, key=place)
