"""PBN as it is written: bytes to text, text to blocks of tags, words, rows and comments.

Knows white space, comments, quotes and where a board ends.  Knows no bridge.

>>> block, = blocks('[Board "1"] {by hand}\\n[Auction "N"]\\n1NT\\tAP ; all pass\\n')
>>> block.value("Board"), [item.text for item in block.items["Auction"]]
('1', ['1NT', 'AP', 'all pass'])
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from cardlab.engine.problems import Problem
from cardlab.engine.words import quoted, shown

SECTIONS = ("Auction", "Play")
"""Tags that are followed by words; other tags with text below them are tables."""
KNOWN = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable"),
    *("Deal", "Scoring", "Declarer", "Contract", "Result", "Score", "Room", "Auction", "Play"),
    *("Note", "Hidden"),
)
"""Tags that count however their letters are written."""
NAMES = {name.lower(): name for name in KNOWN}

TWICE = {"Deal": "a deal", "Auction": "an auction", "Play": "its play"}
"""Tags of which no board can have two."""

ENDS = re.compile(r"\r*\n|\r")
TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
BARE = re.compile(r"\[\s*(\w+)\s+([^\"\[\]{}\n]*)\](?=[^\S\n]*(?:[;{\[\n]|\Z))")
WORD = re.compile(r"[^\s{;\[]+")
ROW = re.compile(r'(?:"[^"\n]*"|[^{;\n])+')
REST = re.compile(r"[^\n]*")
BLANK = re.compile(r"[^\S\n]*(?:\n|\Z)")
BEGINS = re.compile(r"^[^\S\n]*\[\s*(?:Event|Board)\s*\"", re.MULTILINE | re.IGNORECASE)
HEADER = re.compile(r"%\s*(?:PBN\b|EXPORT\b|IMPORT\b).*", re.IGNORECASE)
"""Lines that say which format this is; they are written anew."""


class TextPiece(NamedTuple):
    """Something that stands in a file: a tag with its value, a word, a row of a table or a comment.

    kind: tag, word, row or comment, or a problem or mild problem, whose name is its code; name: of
    the tag; line: counted from 1.
    """

    kind: str
    text: str
    line: int
    name: str = ""


@dataclass
class BoardText:
    """What a file has of one board.

    line: of the first tag, 0 while there is none; tags: the first of each name; notes: all of
    them; items: the words and comments of the auction and the play, the rows and comments below
    other tags, by the name of the tag; before: comments that stand before the first tag.
    """

    line: int = 0
    tags: dict[str, TextPiece] = field(default_factory=dict)
    notes: list[TextPiece] = field(default_factory=list)
    items: dict[str, list[TextPiece]] = field(default_factory=dict)
    before: list[TextPiece] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether there is nothing here but comments."""
        return not self.tags and not self.problems

    @property
    def stray(self) -> bool:
        """Whether this is text without any tag."""
        return not self.tags and {problem.code for problem in self.problems} == {"outside"}

    def value(self, name: str) -> str:
        """The value of a tag, without blanks at its ends; "" where it is missing or not known."""
        text = self.tags[name].text.strip() if name in self.tags else ""
        return "" if text == "?" else text


def decoded(data: str | bytes) -> str:
    """The text of a file: UTF-8 with or without a byte order mark, else Windows-1252."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def blocks(text: str) -> Iterator[BoardText]:
    """The boards of a file, one after the other.  A board ends at an empty line, or where a second
    [Event] or [Board] begins the next.  Text without any tag is told once, however long it is."""
    last: BoardText | None = None
    for block in _apart(ENDS.sub("\n", text)):
        if block.empty and last is not None:  # a file may end with comments
            last.items.setdefault("end", []).extend(block.before)
        elif last is not None and last.stray and block.stray:
            continue
        else:
            yield from [last] if last is not None else []
            last = block
    yield from [last] if last is not None and not last.empty else []


def _apart(text: str) -> Iterator[BoardText]:
    """The pieces of a file by board; comments alone belong to the next, or are the last."""
    block, name = BoardText(), ""
    for piece in Scanner(text).pieces():
        again = piece.kind == "tag" and piece.name in ("Event", "Board")
        if (piece.kind == "blank" and not block.empty) or (again and piece.name in block.tags):
            yield block
            block, name = BoardText(), ""
        if piece.kind != "blank":
            name = _put(block, piece, name)
    yield block


def _put(block: BoardText, piece: TextPiece, name: str) -> str:
    """Put a piece into its block; returns the tag that the next words belong to."""
    if piece.kind == "tag":
        block.line = block.line or piece.line
        if piece.name == "Note":
            block.notes.append(piece)
            return name if name in SECTIONS else "Note"
        if piece.name not in block.tags:
            block.tags[piece.name] = piece
            return piece.name
        _twice(block, piece)
        return piece.name
    if piece.kind in ("problem", "mild"):
        severe = piece.kind == "problem"
        problem = Problem(piece.text, line=piece.line, code=piece.name, severe=severe)
        block.problems.append(problem)
    elif piece.kind == "comment" and not block.tags:
        block.before.append(piece)
    elif not block.tags and any(problem.code == "outside" for problem in block.problems):
        pass  # it is told once
    elif not block.tags:
        text = f"{quoted(piece.text, 40)} stands outside a board; a board begins with a tag"
        block.problems.append(Problem(text, line=piece.line, code="outside"))
    else:
        block.items.setdefault(name, []).append(piece)
    return name


def _twice(block: BoardText, piece: TextPiece) -> None:
    """A tag that this board has already: the first counts."""
    if piece.name in TWICE:
        text = f"this board has {TWICE[piece.name]} already; an empty line begins the next board"
        block.problems.append(Problem(text, line=piece.line, code="tag-twice"))
    elif piece.text != block.tags[piece.name].text:
        text = f"this board has a tag {shown(piece.name, 20)} already, which counts"
        block.problems.append(Problem(text, line=piece.line, code="tag-twice", severe=False))


class Scanner:
    """Goes through a text from piece to piece.

    at: the place in the text; line: its line; name: of the last tag; begins: whether a line begins
    here.
    """

    def __init__(self, text: str) -> None:
        self.text, self.at, self.line, self.name, self.begins = text, 0, 1, "", True

    def pieces(self) -> Iterator[TextPiece]:
        """What stands in the text, in its order; "blank" for an empty line, "problem" for what
        cannot be read, with its code as the name."""
        while self.at < len(self.text):
            begins, self.begins = self.begins, False
            sign = self.text[self.at]
            if begins and (blank := BLANK.match(self.text, self.at)):
                yield TextPiece("blank", "", self.line)
                self.at, self.line, self.name, self.begins = blank.end(), self.line + 1, "", True
            elif begins and sign == "%":
                yield from self._escaped_line()
            elif sign == "\n":
                self.at, self.line, self.begins = self.at + 1, self.line + 1, True
            elif sign.isspace():
                self.at += 1
            elif sign == ";":
                yield TextPiece("comment", self._take(REST)[1:].strip(), self.line)
            elif sign == "{":
                yield from self._comment()
            elif sign == "[":
                yield from self._tag()
            elif self.name in (*SECTIONS, "Note"):
                yield TextPiece("word", self._take(WORD), self.line)
            else:
                self.at = self._line_start()
                yield TextPiece("row", self._take(ROW).rstrip(), self.line)

    def _take(self, pattern: re.Pattern[str]) -> str:
        """What matches here; the scanner stands behind it then."""
        found = pattern.match(self.text, self.at)
        taken = found[0] if found else ""
        self.at += len(taken)
        return taken

    def _line_start(self) -> int:
        """Where the blanks before a row begin: its columns are counted from there."""
        start = self.text.rfind("\n", 0, self.at) + 1
        return start if not self.text[start : self.at].strip() else self.at

    def _escaped_line(self) -> Iterator[TextPiece]:
        """A line for programs: a comment, unless it says which format this is."""
        line = self._take(REST)
        if not HEADER.fullmatch(line):
            yield TextPiece("comment", line.rstrip(), self.line)

    def _tag(self) -> Iterator[TextPiece]:
        found = TAG.match(self.text, self.at) or BARE.match(self.text, self.at)
        if not found or (found.re is BARE and _tag_name(found[1]) in TWICE):
            said = f'{quoted(self._take(REST).strip(), 40)} is not a tag; write [Name "value"]'
            yield TextPiece("problem", said, self.line, "not-a-tag")
            return
        self.at = found.end()
        self.name = _tag_name(found[1])
        yield TextPiece("tag", _plain(self.name, found[2]), self.line, self.name)
        if found.re is BARE:
            said = f'{quoted(found[0], 40)} has no quotes; write [Name "value"]'
            yield TextPiece("mild", said, self.line, "no-quotes")

    def _comment(self) -> Iterator[TextPiece]:
        start = self.at
        self.at, closed = _comment_end(self.text, start)
        if closed:
            yield TextPiece("comment", self.text[start + 1 : self.at - 1].strip(), self.line)
        else:
            never = "a comment begins with { and never ends"
            yield TextPiece("problem", never, self.line, "comment-open")
            yield TextPiece("blank", "", self.line)  # the board ends with it
            self.begins, self.name = True, ""
        self.line += self.text.count("\n", start, self.at)


def _tag_name(word: str) -> str:
    return NAMES.get(word.lower(), word[0].upper() + word[1:])


def is_table(name: str) -> bool:
    """Whether a tag heads a table, whose value says what its columns are."""
    return name.endswith("Table")


def _plain(name: str, value: str) -> str:
    r"""The value of a tag: \" is a quote and \\ a backslash, but not in the heads of a table, where
    a backslash stands before the width of a column."""
    return value if is_table(name) else re.sub(r'\\(["\\])', r"\1", value)


def _comment_end(text: str, at: int) -> tuple[int, bool]:
    """Where a comment that begins here ends, and whether it was closed.

    Comments do not lie in one another.  One that has no end, or in which another begins after a
    board has begun, was forgotten: then reading goes on at that board.
    """
    end = text.find("}", at)
    board = BEGINS.search(text, at, end if end >= 0 else len(text))
    if board and (end < 0 or "{" in text[board.start() : end]):
        return board.start(), False
    return (end + 1, True) if end >= 0 else (len(text), False)
