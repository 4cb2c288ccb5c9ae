"""The words of an auction and of a play, one after the other.

Knows words, their lines, and where an auction or a play ends.  Knows no hands: what follows from
them, `cardlab.pbn.laying` knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, NoReturn

from cardlab.engine.words import quoted, shown
from cardlab.pbn.boards import Remark
from cardlab.pbn.text import TextPiece
from cardlab.pbn.words import ALL_PASS, call_of, card_of, marked

NO_CARD = ("-", "--", "+")
"""What stands in the column of a seat that has not played."""
CALLS = "calls are Pass, X, XX, AP and bids from 1C to 7NT"


class Severe(Exception):
    """A problem that makes a board unusable."""

    def __init__(self, line: int, code: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.line, self.code, self.text, self.rule = line, code, text, rule


def refuse(line: int, code: str, text: str) -> NoReturn:
    """Raise Severe."""
    raise Severe(line, code, text)


class Placed(NamedTuple):
    """A call or a card, and its line."""

    move: str
    line: int


class SectionWord(NamedTuple):
    """A word in capitals, the marks that hang on it, and the piece of the file that it is."""

    text: str
    marks: tuple[str, ...]
    piece: TextPiece


class SectionText:
    """What is common to an auction and a play: comments, irregularities and the end.

    place: of its remarks; remarks: comments, with how many calls or cards stand before them.
    """

    place, thing = "", ""

    def __init__(self) -> None:
        self.remarks: list[Remark] = []
        self.ended = ""

    @property
    def done(self) -> int:
        """How many calls or cards were read."""
        raise NotImplementedError

    def words(self, pieces: Sequence[TextPiece]) -> Iterator[SectionWord]:
        """The words of the section; its comments become remarks.  Raises Severe at the mark of an
        irregularity, and keeps what follows as a remark."""
        for at, piece in enumerate(pieces):
            if piece.kind == "comment":
                self.remarks.append(Remark(self.place, piece.text, self.done))
                continue
            if piece.text.startswith("^"):
                rest = (other.text for other in pieces[at:] if other.kind != "comment")
                self.remarks.append(Remark(self.place, " ".join(rest), self.done))
                text = f"{quoted(piece.text)} marks an irregularity, which is not read"
                refuse(piece.line, "irregular", text)
            word, marks = marked(piece.text)
            yield SectionWord(word, marks, piece)

    def _too_late(self, word: SectionWord) -> NoReturn:
        after = f"{shown(word.piece.text)} comes after {shown(self.ended, 20)}"
        refuse(word.piece.line, "after-the-end", f"{after}, the end of the {self.thing}")


class AuctionText(SectionText):
    """The calls of an auction.

    alerts: marks of calls, with the place of the call; skipped: seats that were passed over at the
    beginning because it was not their turn.
    """

    place, thing = "call", "auction"

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Placed] = []
        self.alerts: list[tuple[int, str]] = []
        self.skipped = 0

    @property
    def done(self) -> int:
        return len(self.calls)

    def read(self, pieces: Sequence[TextPiece]) -> None:
        """Read the section.  Raises Severe at what is not a call; the calls before it are kept."""
        half = False  # "All Pass" in two words
        for word in self.words(pieces):
            if half and word.text == "PASS":
                half = False
            elif self.ended and word.text not in ("", "-", "*"):
                self._too_late(word)
            elif word.text == "-" and not self.calls:
                self.skipped += 1
            elif word.text in ("*", "+"):
                self.ended = word.text
            elif word.text in (*ALL_PASS, "ALL"):
                self.ended, half = word.piece.text, word.text == "ALL"
                self._all_pass(word.piece.line)
            elif word.text not in ("", "-"):
                self._call(word)
            self._mark(word.marks)

    def _call(self, word: SectionWord) -> None:
        call = call_of(word.text)
        if call is None:
            said = f"{quoted(word.text)} is not a call; {CALLS}"
            refuse(word.piece.line, "not-a-call", said)
        self.calls.append(Placed(call, word.piece.line))

    def _all_pass(self, line: int) -> None:
        """As many passes as end the auction."""
        needed = 3 if any(placed.move != "pass" for placed in self.calls) else 4
        while [placed.move for placed in self.calls[-needed:]] != ["pass"] * needed:
            self.calls.append(Placed("pass", line))

    def _mark(self, marks: tuple[str, ...]) -> None:
        """Marks of the last call; before the first they are remarks."""
        if self.calls:
            self.alerts += [(len(self.calls) - 1, mark) for mark in marks]
        else:
            self.remarks += [Remark(self.place, mark) for mark in marks]


class PlayText(SectionText):
    """The cards of a play as they stand, column by column.

    laid: cards as the game writes them, and "-" for a seat that has not played.
    """

    place, thing = "card", "play"

    def __init__(self) -> None:
        super().__init__()
        self.laid: list[Placed] = []

    @property
    def done(self) -> int:
        return sum(word.move not in NO_CARD for word in self.laid)

    def read(self, pieces: Sequence[TextPiece]) -> None:
        """Read the section.  Raises Severe at what is not a card."""
        for word in self.words(pieces):
            if self.ended and word.text not in ("", "*", *NO_CARD):
                self._too_late(word)
            if word.text == "*":
                self.ended = word.text
            elif word.text in NO_CARD:
                self.laid.append(Placed("-", word.piece.line))
            elif word.text:
                self._card(word)
            self.remarks += [Remark(self.place, mark, self.done) for mark in word.marks]

    def _card(self, word: SectionWord) -> None:
        card = card_of(word.text)
        if card is None:
            said = f"{quoted(word.piece.text)} is not a card; write suit and rank, as in SA or HT"
            refuse(word.piece.line, "not-a-card", said)
        self.laid.append(Placed(card, word.piece.line))
