"""The concepts that games teach: their titles, and what the curriculum says each game uses.

Knows the curriculum's data.  What a game really teaches is computed from its rules (``game.concepts()``); a test holds
the two together.

>>> concept("trump")["title"]
'Trumps'
>>> "follow-suit" in concept_ids()
True
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

CURRICULUM_IDS = {"bridge": "contract-bridge"}
"""Games that the curriculum lists under another id."""


@cache
def _data(name: str) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads((files(__package__) / "data" / name).read_text(encoding="utf-8"))
    return data


@cache
def _concepts() -> dict[str, dict[str, Any]]:
    return {entry["id"]: entry for entry in _data("concepts.json")}


def concept_ids() -> frozenset[str]:
    """The ids of all concepts."""
    return frozenset(_concepts())


def concept(id: str) -> dict[str, Any]:
    """A concept: id, title, summary, requires.  ValueError for an unknown one."""
    try:
        return _concepts()[id]
    except KeyError:
        raise ValueError(f"there is no concept {id!r}") from None


def curriculum_game(id: str) -> dict[str, Any] | None:
    """What the curriculum says of a game: the concepts it uses and introduces, its place in the order; None if unlisted."""
    wanted = CURRICULUM_IDS.get(id, id)
    return next((entry for entry in _data("games.json") if entry["id"] == wanted), None)
