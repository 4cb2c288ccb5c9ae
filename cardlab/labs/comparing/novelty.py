"""What a game would bring to somebody: the concepts that they do not know yet.

Knows concepts. Knows no learner.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cardlab.concepts import concept, knowledge, new_concepts, order
from cardlab.engine.catalogue import games
from cardlab.engine.game import Game
from cardlab.labs.comparing.alike import made_once


def concept_title(id: str) -> str:
    """What a concept is called."""
    return str(concept(id)["title"])


def news(game: Game, known: Iterable[str]) -> tuple[str, ...]:
    """The concepts of a game (as it is played, options included) and what they stand on that are
    not known yet."""
    mine = knowledge(sorted(game.concepts()), "rules") - knowledge(sorted(known), "rules")
    return tuple(id for id in order("concept") if id in mine)


class WhatIsNew(NamedTuple):
    """A game by what it would bring."""

    game: str
    title: str
    new: tuple[str, ...]
    """Ids of concepts, in the book's order."""

    def __str__(self) -> str:
        return f"{self.title}: {', '.join(map(concept_title, self.new)) or 'nothing new'}"


def table(known: str | Iterable[str] = (), k: int | None = None) -> tuple[WhatIsNew, ...]:
    """All games of the catalogue by what is new to somebody, least first.

    known: ids of games (each stands for all that it teaches) and of concepts; k: only games with at
    most so many.

    >>> for row in table("nap", k=1): print(row)
    Seven-card Nap: nothing new
    Pool Nap: Pool
    Sixte: Turn-up for trumps
    Widow Nap: Widow
    """
    ids = (known,) if isinstance(known, str) else tuple(known)
    if k is not None and (not isinstance(k, int) or isinstance(k, bool) or k < 0):
        raise ValueError(
            f"{k!r} new concepts cannot be counted; k is 0 or more, or None for all games"
        )
    rows = [
        WhatIsNew(id, made_once(id).title, new_concepts(id, ids, "rules"))
        for id in games()
        if id not in ids
    ]
    return tuple(
        sorted(
            (row for row in rows if k is None or len(row.new) <= k),
            key=lambda row: (len(row.new), row.title),
        )
    )
