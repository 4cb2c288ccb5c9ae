"""The words of a PBN file: calls, cards, contracts, results and seats, in the ways in which programs
write them.

Knows words.  Knows no board.

>>> call_of("1♠"), call_of("dbl"), call_of("pas"), call_of("1X")
('1S', 'X', 'pass', None)
>>> contract_of_text("4♠ dbl N"), contract_of_text("passed out"), contract_of_text("8H")
(('4SX', 2), ('Pass', None), None)
>>> tricks_of("EW 4 NS 9", declarer=3), tricks_of("NS 11", declarer=0)
(4, 11)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from cardlab.engine.cards import Card, pack

COMPASS = "SWNE"
"""Seats in the order of the game: seat 0 is South."""
NAMES = ("South", "West", "North", "East")
VULNERABLE = {
    **dict.fromkeys(("none", "love", "-", "o"), "None"),
    **dict.fromkeys(("ns", "n-s", "n/s", "n"), "NS"),
    **dict.fromkeys(("ew", "e-w", "e/w", "e"), "EW"),
    **dict.fromkeys(("all", "both", "b"), "All"),
    "": "",
}
SIGNS = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\ufe0f": None}
)
PASSES = ("P", "PASS", "PAS")
DOUBLES = ("X", "D", "DB", "DBL", "DBLE", "DOUBLE")
REDOUBLES = ("XX", "R", "RD", "RDBL", "RDBLE", "REDBL", "REDOUBLE")
ALL_PASS = ("AP", "ALLPASS", "ALL_PASS", "ALL-PASS")
PASSED_OUT = ("PASS", "P", "AP", "ALLPASS", "ALL PASS", "PASSED OUT", "PASSED", "PASSOUT")

BID = re.compile(r"([1-7])(S|H|D|C|NT?)")
CONTRACT = re.compile(
    r"([1-7])\s*(S|H|D|C|NT?)"
    r"\s*(\*\*|\*|XX|X|DBLE|DBL|DOUBLED|DD|D|RDBLE|RDBL|REDOUBLED|R)?"
    r"\s*(?:BY\s+)?([NESW])?"
)
TIMES = {None: "", "*": "X", "X": "X", "D": "X", "DBL": "X", "DBLE": "X", "DOUBLED": "X"}
"""How a contract says that it is doubled; other words say that it is redoubled."""
MARK = re.compile(r"=[0-9]+=?|\$[0-9]+|[!?]{1,2}|\*")
MARKED = re.compile(rf"(?:{MARK.pattern})+$")
LONGEST = 40
"""No call or card with its marks has more characters."""
SIDES = re.compile(r"(NS|EW)\s*([0-9]{1,2})")


class Marked(NamedTuple):
    """A word and the marks that hang on it: ("1D", ("!",))."""

    word: str
    marks: tuple[str, ...]


def marked(text: str) -> Marked:
    """A word in capitals, with its suit signs as letters, and its marks apart.

    >>> marked("1♦!"), marked("$4"), marked("*")
    (Marked(word='1D', marks=('!',)), Marked(word='', marks=('$4',)), Marked(word='*', marks=()))
    """
    if text.isalnum() or text == "*" or len(text) > LONGEST:
        return Marked(text.upper().translate(SIGNS), ())
    word = MARKED.sub("", text)
    marks = MARK.findall(text[len(word) :])
    return Marked(word.upper().translate(SIGNS), tuple(marks))


def call_of(text: str) -> str | None:
    """A call as the game writes it; None where it is none."""
    word = text.upper().translate(SIGNS)
    if word in PASSES:
        return "pass"
    if word in DOUBLES:
        return "X"
    if word in REDOUBLES:
        return "XX"
    bid = BID.fullmatch(word)
    return bid[1] + _strain(bid[2]) if bid else None


def _strain(word: str) -> str:
    return "NT" if word == "N" else word


def card_of(text: str) -> Card | None:
    """A card that bridge is played with; None where it is none.

    >>> card_of("S10"), card_of("10s"), card_of("♠A"), card_of("JK")
    (TS, TS, AS, None)
    """
    return CARDS.get(text.upper().translate(SIGNS).replace("10", "T"))


CARDS = {str(card): card for card in pack()} | {card.suit + card.rank: card for card in pack()}


def contract_of_text(text: str) -> tuple[str, int | None] | None:
    """A contract ("4HX", "Pass") and the declarer, where the words name one; None for other
    words."""
    words = " ".join(text.upper().translate(SIGNS).split())
    if words in PASSED_OUT:
        return "Pass", None
    found = CONTRACT.fullmatch(words)
    if not found:
        return None
    seat = COMPASS.index(found[4]) if found[4] else None
    return found[1] + _strain(found[2]) + TIMES.get(found[3], "XX"), seat


def strain_of(text: str) -> str:
    """A strain that stands alone; "" for other words.

    >>> strain_of("♥"), strain_of("N"), strain_of("4H")
    ('H', 'NT', '')
    """
    bid = BID.fullmatch("1" + text.strip().upper().translate(SIGNS))
    return _strain(bid[2]) if bid else ""


def tricks_of(text: str, declarer: int | None) -> int | None:
    """The declarer's tricks that a result tells; None where nobody can tell.  Raises ValueError
    for other words than "9", "NS 9", "EW 4 NS 9"."""
    words = text.upper().replace("N-S", "NS").replace("E-W", "EW").lstrip("^").strip()
    if words in ("", "*", "?", "+"):
        return None
    if re.fullmatch("[0-9]{1,3}", words):
        return int(words)
    sides = {side: int(tricks) for side, tricks in SIDES.findall(words)}
    if not sides or SIDES.sub("", words).strip(" ,;:/"):
        raise ValueError(words)
    if len(sides) == 2 and sum(sides.values()) != 13:
        raise ValueError(words)
    if declarer is None:
        return None
    mine, others = ("NS", "EW") if declarer % 2 == 0 else ("EW", "NS")
    return sides[mine] if mine in sides else 13 - sides[others]
