"""Packs that several games have: notes on what they are made of and what of a card counts, and the
option of a second pack where many play.

Knows notes and one option.  Knows no game.
"""

from __future__ import annotations

from cardlab.engine.game import Game
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, note
from cardlab.engine.words import number

__all__ = ["PACK_OF_52", "packs_option", "ranks_only", "too_few_for_two"]

PACK_OF_52 = "pack-of-52"
"""The id of the note."""


def ranks_only(*concepts: str, packs: int = 1, matters: str = "ranks") -> Rule:
    """The note of games in which no card beats another and suits do not matter, with the concepts
    that the game teaches by it; matters: what of the cards does, "jacks".

    >>> ranks_only("rank", packs=2).text(None)
    'Shuffle two standard packs together, 104 cards without jokers; only the ranks matter.'
    """
    title, used = "The pack of 52", "Use the standard pack of 52 cards, without jokers"
    if packs > 1:
        title = "The packs"
        used = f"Shuffle {number(packs)} standard packs together, {52 * packs} cards without jokers"
        concepts = tuple("multi-deck" if c == "standard-deck" else c for c in concepts)
    words = f"{used}; only the {matters} matter."
    return note(PACK_OF_52, title, words, *concepts, part=SheetPart.PACK)


def packs_option(least: int) -> Option[int]:
    """The option ``packs`` of a game in which so many players may use two packs."""
    return Option(
        1,
        {1: "one pack", 2: "two packs"},
        f"How many packs are shuffled together; two only for {number(least)} players or more.",
    )


def too_few_for_two(game: Game, least: int) -> str:
    """Why a game of fewer players has no second pack, as a sentence; "" where it may have one.

    Two packs for a few players are not wrong, only twice as long: the sources keep them for many.
    """
    if game.packs == 1 or game.players >= least:
        return ""
    return f"two packs are for {number(least)} players or more, and {number(game.players)} play"
