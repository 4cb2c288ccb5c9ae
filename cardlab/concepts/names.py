"""Which game somebody means: by its id, its title, or a name that people use for it.

Knows the games of the curriculum and the catalogue. Knows nothing of what they teach.

>>> game_named("Whist"), game_named("gin rummy"), game_named("contract bridge")
('whist', 'gin-rummy', 'bridge')
>>> game_named("kayser")
Traceback (most recent call last):
ValueError: cardlab knows no game “kayser”. Did you mean Kaiser?
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache

from cardlab.concepts.curriculum import CURRICULUM_IDS, game_entries
from cardlab.engine.words import listed, shown

__all__ = ["ALSO_CALLED", "game_named", "game_names", "game_title"]

ALSO_CALLED: Mapping[str, tuple[str, ...]] = {
    "basic-rummy": ("rummy",),
    "gin-rummy": ("gin",),
    "klaverjassen": ("klaverjas",),
    "conquian": ("cooncan",),
    "cheat": ("i doubt it",),
    "cribbage": ("crib",),
    "seven-and-a-half": ("sette e mezzo",),
    "big-two": ("deuces",),
}
"""What people call a game beside its title."""


@cache
def game_names() -> Mapping[str, str]:
    """The title of every game by its id: that of the catalogue where the game is in it.

    >>> game_names()["bridge"], game_names()["oh-hell"]
    ('Contract Bridge', 'Oh Hell')
    """
    here = {there: id for id, there in CURRICULUM_IDS.items()}
    return {here.get(entry["id"], entry["id"]): str(entry["title"]) for entry in game_entries()}


def game_title(id: str) -> str:
    """The title of a game.  Raises ValueError, with a sentence, for an unknown one."""
    return game_names()[game_named(id)]


@cache
def _by_name() -> Mapping[str, str]:
    names = {_plain(title): id for id, title in game_names().items()}
    names |= {_plain(id): id for id in game_names()}
    names |= {_plain(there): id for id, there in CURRICULUM_IDS.items()}
    # a title counts before what people call another game
    return {_plain(name): id for id, also in ALSO_CALLED.items() for name in also} | names


def _plain(text: str) -> str:
    """A name without what people write in different ways."""
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def game_named(text: str) -> str:
    """Return the id of the game that is meant.

    Raises ValueError, with a sentence and similar names, for a game that cardlab does not know.
    """
    plain = _plain(text) if isinstance(text, str) else ""
    if plain in _by_name():
        return _by_name()[plain]
    near = dict.fromkeys(
        game_names()[_by_name()[name]] for name in get_close_matches(plain, _by_name(), 2, 0.75)
    )
    maybe = (
        f" Did you mean {listed(near, 'or')}?" if near else " The map shows those that it knows."
    )
    raise ValueError(f"cardlab knows no game “{shown(str(text), 60)}”.{maybe}")
