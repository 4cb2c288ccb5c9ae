"""The curriculum's data: the concepts, what each game uses of them, and the book's table of
contents.

Knows the data files and how to look things up in them, and that a game of the catalogue which they
do not list uses what its own rules name (``game.concepts()``). For the games that are listed a test
holds the two together. Knows no graph.

>>> concept("trump")["title"]
'Trumps'
>>> contents()[76]
BookEntry(order=77, id='oh-hell', title='Oh Hell', kind='game', parent=None, page=94, players=(3, 7))
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

from cardlab.engine.catalogue import game, games
from cardlab.engine.game import Game

CURRICULUM_IDS = {"bridge": "contract-bridge"}
"""Games that the curriculum lists under another id."""


@dataclass(frozen=True)
class BookEntry:
    """One line of the book's table of contents."""

    order: int
    id: str
    title: str
    kind: str
    """matter, concept, game, variant, compendium or league."""
    parent: str | None
    page: int
    players: tuple[int, ...] | None


@cache
def load(name: str) -> Any:
    """A data file of the curriculum by its name, as it was written."""
    return json.loads((files(__package__) / "data" / name).read_text(encoding="utf-8"))


@cache
def _concepts() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in load("concepts.json")}


@cache
def game_entries() -> tuple[dict[str, Any], ...]:
    """The entries of all games: those of the data, then those that only the catalogue has.

    An entry has at least id, title, players (fewest, most), uses and introduces.

    >>> [(entry["title"], entry["players"]) for entry in game_entries() if entry["id"] == "snap"]
    [('Snap', [2, 10])]
    """
    listed = load("games.json")
    ids = {entry["id"] for entry in listed}
    others = [id for id in games() if CURRICULUM_IDS.get(id, id) not in ids]
    return (*listed, *map(_entry_of, others))


def _entry_of(id: str) -> dict[str, Any]:
    """The entry of a game that the data do not list, made from its rules."""
    made = game(id)
    fewest, most, _ = type(made).seats
    return {
        "id": id,
        "title": made.title,
        "source": "rules",
        "players": [fewest, most],
        "uses": sorted(made.concepts()),
        "introduces": [],
        "basis": "rules",
    }


@cache
def _games() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in game_entries()}


def concept_ids() -> frozenset[str]:
    """The ids of all concepts.

    >>> "follow-suit" in concept_ids()
    True
    """
    return frozenset(_concepts())


def unknown_concepts(made: Game) -> Iterator[tuple[str, str]]:
    """The rules of a game that name an unknown concept: the rule's id, and a sentence."""
    for rule in made.all_rules():
        for id in rule.concepts:
            if id not in _concepts():
                near = perhaps(id, _concepts())
                yield str(rule), f"the rule {rule} names {id!r}, which is not a concept{near}"


def concept(id: str) -> dict[str, Any]:
    """A concept: id, title, summary, requires. Raises ValueError, with similar ids, if it is
    unknown.

    >>> concept("follow-suits")
    Traceback (most recent call last):
    ValueError: there is no concept 'follow-suits'; is it follow-suit?
    """
    try:
        return _concepts()[id]
    except (KeyError, TypeError):
        raise ValueError(f"there is no concept {id!r}{perhaps(id, _concepts())}") from None


def game_ids() -> tuple[str, ...]:
    """The ids of the curriculum's games: those of the book in its order, then the others."""
    return tuple(_games())


def curriculum_game(id: str) -> dict[str, Any] | None:
    """What the curriculum says of a game: the concepts it uses and introduces, its place in the
    order; None if unlisted."""
    return _games().get(CURRICULUM_IDS.get(id, id))


def known_game(id: str) -> dict[str, Any]:
    """Return the same. Raises ValueError, with similar ids, if the game is not listed.

    >>> known_game("bridge")["title"], known_game("kayser")
    Traceback (most recent call last):
    ValueError: the curriculum has no game 'kayser'; is it kaiser?
    """
    game = curriculum_game(id) if isinstance(id, str) else None
    if game is None:
        if isinstance(id, str) and id in _concepts():
            raise ValueError(
                f"{id!r} is a concept, not a game; games that use it: {_some(users(id))}"
            )
        raise ValueError(
            f"the curriculum has no game {id!r}{perhaps(id, [*_games(), *CURRICULUM_IDS])}"
        )
    return game


def users(concept: str) -> tuple[str, ...]:
    """The games whose rules name a concept, in the curriculum's order."""
    return tuple(id for id, entry in _games().items() if concept in entry["uses"])


@cache
def contents() -> tuple[BookEntry, ...]:
    """The book's table of contents, 127 entries.

    >>> [entry.title for entry in contents() if entry.parent == "trick-taking-games" or 51 <= entry.page <= 53]
    ['Trick taking games', 'Trumps', 'Deciders and rubbers']
    """
    return tuple(
        BookEntry(
            e["order"],
            e["id"],
            e["title"],
            e["kind"],
            e["parent"],
            e["page"],
            tuple(e["players"]) if e["players"] else None,
        )
        for e in load("book_contents.json")
    )


def perhaps(id: object, ids: Iterable[str]) -> str:
    """The end of a sentence that suggests ids for a mistyped one; empty if none is similar."""
    near = (
        get_close_matches(id.strip().lower().replace(" ", "-"), list(ids), n=3, cutoff=0.75)
        if isinstance(id, str)
        else []
    )
    return f"; is it {' or '.join(near)}?" if near else ""


def _some(ids: tuple[str, ...]) -> str:
    return ", ".join(ids[:3]) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")
