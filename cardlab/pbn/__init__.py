'''PBN, the bridge players' file format: deals, auctions and play in and out.

Reads what programs write, not only what the standard says, and names line, board and reason for
what it cannot use; the game of bridge says what can have happened.

Why not a library: the kept one that reads PBN, endplay, comes with a compiled double-dummy solver,
numpy, matplotlib and pyparsing, takes any call and card as it finds them, and refuses a whole file
for one bad board.

Read: UTF-8 with or without a byte order mark, UTF-16 and Windows-1252; tabs and any line ends;
boards with or without an empty line between them; calls, cards, contracts and results in the words
of several programs; inherited values ("#", "##"), hands not given ("-"), the end of a deal, claims,
notes, alerts, comments and tables.  Not read: what follows the mark of an irregularity.

Source: PBN 2.1 by Tis Veugen, and public files of other programs.

>>> text = """[Board "1"]
... [Dealer "N"]
... [Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]
... [Auction "N"]
... 1NT AP"""
>>> board, = read(text)
>>> board.hands[2][:4], board.calls, board.state().to_move
((AS, KS, QS, JS), ('1NT', 'pass', 'pass', 'pass'), 3)
>>> read(write([board])) == (board,)
True
>>> read('[Deal "N:AKQ.. - - -"]')
Traceback (most recent call last):
cardlab.pbn.boards.PbnError: line 1: the hand 'AKQ..' has 3 suits; write spades.hearts.diamonds.clubs
>>> boards = read(text + """
...
... [Board "2"]
... [Contract "8H"]""", errors="collect")
>>> len(boards), boards.problems
(1, (line 8, board 2: '8H' is not a contract; write 4H, 3NTX or Pass,))
'''

from __future__ import annotations

from typing import Literal

from cardlab.engine.problems import Problem
from cardlab.pbn.boards import (
    SUITS,
    AgreedResult,
    Board,
    Boards,
    FileTable,
    PbnError,
    Remark,
    board_of,
    boards_of,
    is_for,
    match_of,
    sorted_hand,
)
from cardlab.pbn.reading import read_blocks
from cardlab.pbn.text import blocks, decoded
from cardlab.pbn.words import COMPASS, NAMES
from cardlab.pbn.writing import write

__all__ = [
    "COMPASS",
    "NAMES",
    "SUITS",
    "AgreedResult",
    "Board",
    "Boards",
    "FileTable",
    "PbnError",
    "Problem",
    "Remark",
    "board_of",
    "boards_of",
    "is_for",
    "match_of",
    "read",
    "sorted_hand",
    "write",
]


def read(
    data: str | bytes, errors: Literal["strict", "collect"] = "strict", judge: bool = True
) -> Boards:
    """Return the boards of a file, with what is wrong with it.

    data: text, or bytes as they lie in a file; errors: "strict" raises PbnError, with line and
    board, at the first severe problem, "collect" leaves that board out and goes on (see
    `Boards.problems` and `Boards.broken`); judge: whether boards with all hands are replayed, so
    that an illegal call or card is a problem with its line and rule.

    Raises PbnError as said, TypeError for what is neither text nor bytes, and ValueError for
    another word than "strict" or "collect".
    """
    if errors not in ("strict", "collect"):
        raise ValueError(f'errors is "strict" or "collect", not {errors!r}')
    if not isinstance(data, str | bytes):
        raise TypeError(f"PBN is read from text or bytes, not from {type(data).__name__}")
    good: list[Board] = []
    broken: list[Board] = []
    problems: list[Problem] = []
    for board, wrong in read_blocks(blocks(decoded(data)), judge):
        severe = [problem for problem in wrong if problem.severe]
        if severe and errors == "strict":
            raise PbnError(severe[0])
        problems += wrong
        if board.line:  # a block of problems alone has no board
            (broken if severe else good).append(board)
    return Boards(good, problems, broken)
