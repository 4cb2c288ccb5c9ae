"""The calls that lead to a context, as a pattern: `1M 2M`, `(1x) X`, `.. 4N`, `*`.

Knows how patterns are written and matched.  Knows no hand and no meaning.

Our calls stand plain, theirs in brackets; their passes are left out, and so is whatever was passed
before the first bid.  `M` is a major, `m` a minor, `v` any suit but clubs, `w x y z` any suit; one
letter is one suit, and two letters are two.  `oM` and `om` are the other major and the other minor,
`N` is no trump; a letter without a number is a bid at any level, `cue` a bid of the suit that they
bid first, `..` any calls, `*` all there are.

>>> pattern("1M (2y) X").match((Heard("1H"), Heard("2C", True), Heard("X")))
{'M': 'H', 'y': 'C'}
>>> pattern(".. 4N").match((Heard("1S"), Heard("3S"), Heard("4N")))
{}
>>> pattern("1x 1y").match((Heard("1S"), Heard("2S"))) is None
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from cardlab.players.bidding.handvalues import SUIT_LETTERS

PASSES, DOUBLES, REDOUBLES, CUE = "P", "X", "XX", "cue"
LETTERS: Mapping[str, tuple[str, ...]] = {
    "M": ("H", "S"),
    "m": ("C", "D"),
    "v": ("D", "H", "S"),
    **dict.fromkeys("wxyz", SUIT_LETTERS),
}
"""The letters of a pattern, and the suits that each may be."""
OTHERS = {"oM": ("M", "HS"), "om": ("m", "CD")}
"""Letters that follow from another: the other one of two suits."""
BID = re.compile(r"([1-7]?)(N|[CDHS]|oM|om|[MmvwxyzN])")
Binding = Mapping[str, str]
"""Which suit each letter is."""


class Heard(NamedTuple):
    """A call as a pattern sees it: its word, and whether the other side made it."""

    word: str
    theirs: bool = False


class Pattern(NamedTuple):
    """A sequence of calls, as text and in its elements."""

    text: str
    elements: tuple[Heard, ...]
    open: bool
    """Whether other calls may come before."""

    def match(self, heard: Sequence[Heard]) -> Binding | None:
        """The suits of the letters, where these calls fit; else None."""
        if self.text == "*":
            return {}
        n = len(self.elements)
        if len(heard) < n or (len(heard) > n and not self.open):
            return None
        bound: dict[str, str] = {}
        theirs = next((h.word[1] for h in heard if h.theirs and h.word[1:] in SUIT_LETTERS), "")
        for element, call in zip(self.elements, heard[len(heard) - n :], strict=True):
            if element.theirs != call.theirs or not _same(element.word, call.word, bound, theirs):
                return None
        return bound


def _same(word: str, call: str, bound: dict[str, str], theirs: str) -> bool:
    """Whether a call is what an element asks for; binds its letter."""
    if word == CUE:
        return bool(theirs) and call[1:] == theirs
    wanted = BID.fullmatch(word)
    if wanted is None:
        return word == call
    level, letter = wanted.groups()
    if not call.startswith(level) or len(call) != 2:
        return False
    return bind(letter, call[1], bound)


def bind(letter: str, strain: str, bound: dict[str, str]) -> bool:
    """Whether a letter may be this strain, given the suits of the others; binds it if so."""
    if letter in SUIT_LETTERS or letter == "N":
        return letter == strain
    known = suit_of(letter, bound)
    if known is not None:
        return known == strain
    if letter in OTHERS or strain not in LETTERS[letter] or strain in bound.values():
        return False
    bound[letter] = strain
    return True


def suit_of(letter: str, bound: Binding) -> str | None:
    """The suit that a letter stands for; None if it is free."""
    if letter in SUIT_LETTERS:
        return letter
    if letter in OTHERS:
        base, both = OTHERS[letter]
        known = bound.get(base)
        return None if known is None else both.replace(known, "")
    return bound.get(letter)


@cache
def pattern(text: str) -> Pattern:
    """Read a pattern.  ValueError with a sentence where a part of it is no call."""
    words = text.split()
    if text == "*":
        return Pattern(text, (), True)
    loose = bool(words) and words[0] == ".."
    elements = []
    for word in words[loose:]:
        theirs = word.startswith("(") and word.endswith(")")
        call = word[1:-1] if theirs else word
        if call not in (PASSES, DOUBLES, REDOUBLES, CUE) and not BID.fullmatch(call):
            raise ValueError(f"{word!r} is no call that a pattern can ask for")
        elements.append(Heard(call, theirs))
    return Pattern(text, tuple(elements), loose)
