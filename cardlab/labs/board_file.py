"""A text with boards of bridge (PBN), of which one is looked at.

Knows which boards there are and what to say of the others.  Knows no page: `cardlab.pbn` reads.

>>> board = '[Board "%s"]\\n[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]\\n'
>>> file = BoardFile.read(board % 7 + "\\n" + board % 8 + "[Contract \\"9H\\"]\\n" + "\\n" + board % 9)
>>> file.choices()
[('1', 'Board 7'), ('3', 'Board 9')]
>>> file.told(1)
"Three boards; this is the first. One board cannot be used: line 6, board 8: '9H' is not a contract; write 4H, 3NTX or Pass."
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from cardlab.engine.problems import Problem
from cardlab.engine.words import ORDINALS, ordinal, shown, some
from cardlab.labs import notation
from cardlab.labs.notation import NotationError
from cardlab.pbn import Board, Boards, PbnError
from cardlab.pbn import read as read_pbn

LONGEST = 40 * notation.LONGEST
"""Characters of a text that somebody brings."""
BEGINS = re.compile(r"(?:\s*(?:\{[^}]*\}|[;%][^\n]*(?:\n|\Z)))*\s*\[")
"""How a board begins: with a tag, perhaps after comments; one kind of them begins like a record."""


def is_board_file(text: str) -> bool:
    """Whether a text is PBN and not a record or a position."""
    plain = text.removeprefix("\ufeff").lstrip()
    return plain.startswith(("%", ";")) or bool(BEGINS.match(plain))


@dataclass(frozen=True)
class BoardFile:
    """The boards of a text, by their place in it: the first is 1."""

    boards: Boards

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a text.  Raises NotationError where it has no board, PbnError where none can be
        used."""
        if len(text) > LONGEST:
            raise NotationError(
                f"This file has {len(text):,} characters; cut it down to the board that you mean."
            )
        boards = read_pbn(text, errors="collect")
        severe = [problem for problem in boards.problems if problem.severe]
        if severe and not boards:
            raise PbnError(severe[0])
        if not boards:
            raise NotationError(
                'There is no board in this text; a board begins with a tag, such as [Board "1"].'
            )
        return cls(boards)

    @property
    def every(self) -> tuple[Board, ...]:
        """All boards in the order of the text, the broken ones too."""
        return tuple(sorted((*self.boards, *self.boards.broken), key=lambda board: board.line))

    @property
    def first(self) -> int:
        """The place of the first board that can be used."""
        return self.every.index(self.boards[0]) + 1

    def board(self, place: int) -> Board:
        """The board at a place.  Raises NotationError where there is none, PbnError where it
        cannot be used."""
        if not 1 <= place <= len(self.every):
            raise NotationError(
                f"This file has {some(len(self.every), 'board')}; there is no board {place}."
            )
        board = self.every[place - 1]
        if any(board is broken for broken in self.boards.broken):
            raise PbnError(self._problem(place))
        return board

    def _problem(self, place: int) -> Problem:
        """The first severe problem of a broken board."""
        ends = [board.line for board in self.every[place:]]
        severe = [problem for problem in self.boards.problems if problem.severe]
        before = [one for one in severe if not ends or one.line < ends[0]]
        here = [one for one in before if one.line >= self.every[place - 1].line]
        return (here or before[-1:])[0]

    def choices(self) -> list[tuple[str, str]]:
        """The boards that can be used, by place, and how they are called."""
        usable = [
            (place, board)
            for place, board in enumerate(self.every, 1)
            if not any(board is broken for broken in self.boards.broken)
        ]
        return [(str(place), _called(board, place)) for place, board in usable]

    def told(self, place: int) -> str:
        """What the text has beside the board at this place; nothing where it has one board and
        no problem."""
        sentences = []
        if len(self.every) > 1:
            many = some(len(self.every), "board")
            sentences.append(f"{many[:1].upper()}{many[1:]}; this is {_nth(place)}.")
        broken = len(self.boards.broken)
        problem = next((one for one in self.boards.problems if one.severe), None)
        if problem is not None:
            many = some(broken, "board") if broken else "Something"
            sentences.append(f"{many[:1].upper()}{many[1:]} cannot be used: {problem}.")
        elif self.boards.problems:
            sentences.append(f"Read with care: {self.boards.problems[0]}.")
        return " ".join(sentences)


def board_of_text(text: str, place: int | None = None) -> Board:
    """The board at a place of a text, which has to be named where there are several.  ValueError
    with a sentence."""
    file = BoardFile.read(text)
    if place is None and len(file.every) > 1:
        raise NotationError(
            f"This text has {some(len(file.every), 'board')}; bring only the one that you mean, or"
            " say which: board=2."
        )
    return file.board(place or 1)


def _called(board: Board, place: int) -> str:
    number = shown(board.number, 20)
    if number:
        return f"Board {number}"
    return f"The {ordinal(place)} board" if place <= len(ORDINALS) else f"Board {ordinal(place)}"


def _nth(place: int) -> str:
    return f"the {ordinal(place)}" if place <= len(ORDINALS) else ordinal(place)
