"""The parts of a rule sheet, in the order in which a reader needs them.

A rule, a fact and a phase each declare the part in which they are told.  Knows no rule and no game.
"""

from __future__ import annotations

from enum import StrEnum


class SheetPart(StrEnum):
    """A part of a rule sheet; its value is the heading.

    WORDS: the game's own words and values, told before they are used; BEFORE: bidding, passing and
    whatever else comes between the deal and the play; PACK: a note that says which cards are used,
    in place of the fact that lists them; LIMIT: what stops a match or deal that would not end,
    printed last and small; NEVER: what a page has to refuse and no player has to be told.

    >>> [part.value for part in PRINTED][:3]
    ['Players and cards', 'The deal', 'Words and values']
    """

    CARDS = "Players and cards"
    PACK = "The pack"
    DEAL = "The deal"
    WORDS = "Words and values"
    BEFORE = "Before the play"
    PLAY = "The play"
    END = "The end of the deal"
    SCORING = "Scoring"
    MATCH = "The match"
    LIMIT = "Limit"
    NEVER = "Not printed"


PRINTED = (
    SheetPart.CARDS,
    SheetPart.DEAL,
    SheetPart.WORDS,
    SheetPart.BEFORE,
    SheetPart.PLAY,
    SheetPart.END,
    SheetPart.SCORING,
    SheetPart.MATCH,
)
"""The parts that are headings of a sheet, in order."""
