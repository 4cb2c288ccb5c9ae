"""Notes on packs that several games have: what they are made of, and what of a card counts.

Knows notes.  Knows no game.
"""

from __future__ import annotations

from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, note

__all__ = ["PACK_OF_52", "ranks_only"]

PACK_OF_52 = "pack-of-52"
"""The id of the note."""


def ranks_only(*concepts: str) -> Rule:
    """The note of games in which no card beats another and suits do not matter, with the concepts
    that the game teaches by it."""
    words = "Use the standard pack of 52 cards, without jokers; only the ranks matter."
    return note(PACK_OF_52, "The pack of 52", words, *concepts, part=SheetPart.PACK)
