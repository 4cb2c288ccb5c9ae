"""What is wrong with something that somebody brought: a sentence, and where.

Knows no cards' rules and no file format; whoever reads something says what it found.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.engine.cards import Card


@dataclass(frozen=True, repr=False)
class Problem:
    """One thing that is wrong with a table or a file, as a sentence.

    place, cards: what of a table it is about (a seat's name, ``trick`` ...); board, line: where in
    a file (lines count from 1; 0: nowhere in particular); code: the kind of problem, in a word that
    stays the same; severe: whether it cannot be used as it is; rule: the id of the rule of the game
    that refuses it.

    >>> Problem("J♠ is dealt to East and to South", board="2", line=26, code="twice")
    line 26, board 2: J♠ is dealt to East and to South
    """

    text: str
    place: str = ""
    cards: tuple[Card, ...] = ()
    board: str = ""
    line: int = 0
    code: str = ""
    severe: bool = True
    rule: str = ""

    def __str__(self) -> str:
        where = [f"line {self.line}"] if self.line else []
        where += [f"board {self.board}"] if self.board else []
        return f"{', '.join(where)}: {self.text}" if where else self.text

    __repr__ = __str__
