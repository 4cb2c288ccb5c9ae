"""Boards as a PBN file in export format.

Knows where everything stands in a file.  What is read again is the same boards, with their notes,
alerts, comments and tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cardlab.engine.match import Match
from cardlab.pbn.boards import SUITS, Board, Remark, boards_of, bridge, contract_text, outcome
from cardlab.pbn.words import COMPASS, MARK, NAMES

HEADER = "% PBN 2.1\n% EXPORT\n"
A_ROW = 4
"""Calls and cards stand four to a row."""


def write(boards: Iterable[Board] | Match) -> str:
    """Boards, or all deals of a match, as a PBN file.  A file that is read and written again has
    the same boards."""
    every = boards_of(boards) if isinstance(boards, Match) else tuple(boards)
    return HEADER + "\n".join(map(_written, every))


def places(board: Board) -> list[str]:
    """Where comments of a board can stand, in the order of the file."""
    return ["", *_values(board), "call", "Note", "card", *board.tables, "end"]


def _values(board: Board) -> dict[str, str]:
    """The tags of a board that have no text below them."""
    tags, passed = dict(board.tags), board.contract == "Pass"
    hands = [board.hands[(board.first + i) % 4] for i in range(4)]
    deal = f"{COMPASS[board.first]}:{' '.join(map(_dotted, hands))}" if any(hands) else ""
    values = {
        "Event": tags.pop("Event", ""),
        "Site": tags.pop("Site", ""),
        "Date": tags.pop("Date", ""),
        "Board": board.number,
        **{name: board.names[NAMES.index(name)] for name in ("West", "North", "East", "South")},
        "Dealer": "?" if board.dealer is None else COMPASS[board.dealer],
        "Vulnerable": board.vulnerable or "?",
        "Deal": deal,
        "Scoring": tags.pop("Scoring", ""),
        "Declarer": "" if passed else "?" if board.declarer is None else COMPASS[board.declarer],
        "Contract": board.contract or "?",
        "Result": "" if passed else "?" if board.result is None else str(board.result),
    }
    commented = {remark.place for remark in board.remarks}
    for name, value in (("Score", board.score), ("Room", board.room)):
        if value or name in commented:
            values[name] = value
    return values | tags


def _written(board: Board) -> str:
    lines = list(_comments(board, ""))
    for name, value in _values(board).items():
        lines += [f'[{name} "{_escaped(value)}"]', *_comments(board, name)]
    said = [remark for remark in board.remarks if remark.place == "call"]
    if board.calls or said:
        seat = "?" if board.dealer is None and not board.calls else COMPASS[board.first]
        lines += [f'[Auction "{seat}"]', *_section(_auction(board), said, _ended(board))]
    for number, text in board.notes:
        lines.append(f'[Note "{_escaped(f"{number}:{text}" if number else text)}"]')
    lines += _comments(board, "Note")
    said = [remark for remark in board.remarks if remark.place == "card"]
    if board.plays or said:
        first, words = _columns(board)
        stop = ["*"] if len(board.plays) < 52 else []
        lines += [f'[Play "{first}"]', *_section(words, said, stop)]
    for name, table in board.tables.items():
        lines += [f'[{name} "{";".join(table.columns)}"]', *table.rows, *_comments(board, name)]
    if last := list(_comments(board, "end")):
        lines += ["", *last]
    return "\n".join(lines) + "\n"


def _comments(board: Board, place: str) -> Iterator[str]:
    return (_comment(remark) for remark in board.remarks if remark.place == place)


def _comment(remark: Remark) -> str:
    """A comment in a line of its own, or in several."""
    if "}" in remark.text and "\n" not in remark.text:
        return f"; {remark.text}"
    return "{" + remark.text.replace("}", ")") + "}"


def _auction(board: Board) -> list[str]:
    """The calls with their marks."""
    words = ["Pass" if call == "pass" else call for call in board.calls]
    return [
        _marked(word, [mark for at, mark in board.alerts if at == number])
        for number, word in enumerate(words)
    ]


def _ended(board: Board) -> list[str]:
    """A star where the auction is not over."""
    return [] if outcome(board.calls, board.first) is not None else ["*"]


def _marked(word: str, marks: Sequence[str]) -> str:
    """A word and its marks, apart where two together would be another mark."""
    text = word
    for last, mark in zip((word, *marks), marks, strict=False):
        doubled = last[-1] in "!?" and mark[0] in "!?"
        closing = last[0] == "=" and last[-1] != "=" and mark[0] == "="
        text += f" {mark}" if doubled or closing else mark
    return text


def _section(words: Sequence[str], remarks: Sequence[Remark], end: Sequence[str]) -> Iterator[str]:
    """Words in rows, with comments between them where they stood; "-" counts as no card."""
    row: list[str] = []
    done = 0
    yield from (_comment(remark) for remark in remarks if not remark.after)
    for word in words:
        done += word != "-"
        here = [remark for remark in remarks if remark.after == done] if word != "-" else []
        row.append(_marked(word, [one.text for one in here if MARK.fullmatch(one.text)]))
        comments = [_comment(one) for one in here if not MARK.fullmatch(one.text)]
        if comments or len(row) == A_ROW:
            yield _row(row)
            yield from comments
            row = []
    yield from ([_row([*row, *end])] if row or end else [])


def _row(words: Sequence[str]) -> str:
    return " ".join(f"{word:<4}" for word in words).rstrip()


def _columns(board: Board) -> tuple[str, list[str]]:
    """The seat of the first column, and the play: four words a trick, a column a seat."""
    declarer, contract = board.declarer, board.contract
    if not board.plays:
        return "?", []
    if declarer is None or not contract:
        state = board.state()
        declarer, contract = state.declarer, contract_text(state.contract)
    assert declarer is not None
    trump = contract.rstrip("X").lstrip("1234567")
    first = leader = (declarer + 1) % 4
    words: list[str] = []
    for start in range(0, len(board.plays), 4):
        trick = [((leader + i) % 4, card) for i, card in enumerate(board.plays[start : start + 4])]
        by_seat = {seat: card.suit + card.rank for seat, card in trick}
        words += [by_seat.get((first + i) % 4, "-") for i in range(4)]
        if len(trick) == 4:
            leader = bridge().winner(trick, trump)
    return COMPASS[first], words


def _dotted(hand: tuple[object, ...]) -> str:
    cards = [str(card) for card in hand]
    suits = ("".join(card[0] for card in cards if card[1] == suit) for suit in SUITS)
    return ".".join(suits) if hand else "-"


def _escaped(text: str) -> str:
    """A value between quotes; one that looks inherited is written as it is to be read."""
    plain = " ".join(re.split(r"[\r\n]+", text))
    own = f"##{plain}" if plain == "#" or plain.startswith("##") else plain
    return re.sub(r'([\\"])', r"\\\1", own)
