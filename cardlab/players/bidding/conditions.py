"""What a row of a table needs, read from text: `hcp 15-17, bal or hcp 15-17, H 5`.

Knows how tests are written.  Knows no hand; `testing` asks the hand.

A comma means *and*; `or` stands between kinds of hands.  A range is `6-9`, `5+` or `4`.

>>> [[str(test) for test in kind] for kind in needs("sp(M) 6-9, M 3+ or !passed, aces 0 4")]
[['sp(M) 6-9', 'M 3+'], ['!passed', 'aces 0 4']]
>>> needs("hcp 15-17, ball")
Traceback (most recent call last):
    ...
ValueError: there is no test 'ball'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

MOST = 99.0
"""No upper end."""


class Span(NamedTuple):
    """Numbers from low to high, both included."""

    low: float = 0.0
    high: float = MOST

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int | float) and self.low <= number <= self.high

    def __str__(self) -> str:
        if self.high >= MOST:
            return f"{self.low:g}+"
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g}-{self.high:g}"

    @property
    def empty(self) -> bool:
        return self.low > self.high

    def within(self, other: Span) -> Span:
        """What both have."""
        return Span(max(self.low, other.low), min(self.high, other.high))

    def hull(self, other: Span) -> Span:
        """From the lowest of both to the highest."""
        return Span(min(self.low, other.low), max(self.high, other.high))

    def less(self, number: float) -> Span:
        """Moved down."""
        return Span(self.low - number, self.high if self.high >= MOST else self.high - number)


ANY = Span(-MOST, MOST)
MEASURED = ("hcp", "tp", "r20", "r15", "ptr", "T", "TN", "Thi")
OF_A_SUIT = ("sp", "T", "Thi", "fit")
"""Numbers that hang on the trumps."""
OF_THE_HAND = ("bal", "unbal", "short", "stops", "nostops", "support", "negative", "nomajorfit")
OF_THE_HAND_AND_CALLS = ("stayable", "preference", "law", "penalty", "calm")
HONOURS = ("good", "stop")
PUBLIC = (
    *("passed", "jump", "doubled", "over1", "theirlast", "new", "raise", "asking"),
    *("unasked", "placed"),
)
COMPARED = ("compare", "ranks")
"""Tests whose second word is another suit."""
PUBLIC_NUMBER = ("seat", "level", "theirs")
_RANGE = re.compile(r"(\d+(?:\.\d+)?)(?:(\+)|-(\d+(?:\.\d+)?))?")
_LETTER = "[CDHSMmvwxyz]|oM|om"


@dataclass(frozen=True)
class Test:
    """One test: its kind, the letter of the suit that it asks about, the other letters or words,
    the range; `wanted` is False after an exclamation mark."""

    __test__ = False

    text: str
    kind: str
    letter: str = ""
    words: tuple[str, ...] = ()
    span: Span = ANY
    wanted: bool = True

    def __str__(self) -> str:
        return self.text

    @property
    def public(self) -> bool:
        """Whether everybody at the table knows the answer."""
        return self.kind in (*PUBLIC, *PUBLIC_NUMBER, "last", "force", "among", "ranks")


Kind = tuple[Test, ...]
"""Tests that hold together: one kind of hand."""


def span(text: str) -> Span | None:
    """A range; None if the text is none.  ValueError where it runs backwards."""
    found = _RANGE.fullmatch(text)
    if found is None:
        return None
    low = float(found[1])
    high = MOST if found[2] else float(found[3]) if found[3] else low
    if low > high:
        raise ValueError(f"no number lies in {text}")
    return Span(low, high)


def _test(text: str) -> Test:
    """Read one test."""
    if text.startswith("!"):
        inner = _test(text[1:])
        if not inner.public:
            raise ValueError(f"{text!r}: only what everybody knows can be turned round")
        return Test(text, inner.kind, inner.letter, inner.words, inner.span, False)
    name, *rest = text.split()
    numbers = span(rest[0]) if len(rest) == 1 else None
    if name in MEASURED and numbers:
        return Test(text, name, span=numbers)
    if name in ("asked", "fitnow", "unbid", "seat", "theirs") and numbers:
        return Test(text, name, span=numbers)
    if name == "aces" and rest and all(word.isdecimal() for word in rest):
        return Test(text, name, words=tuple(rest))
    if name == "aces" and numbers:
        return Test(text, name, span=numbers)
    if name in ("last", "force") and len(rest) == 1:
        return Test(text, name, words=tuple(rest))
    if level := re.fullmatch("level([1-7])", text):
        return Test(text, "level", span=Span(0, float(level[1])))
    if not rest and name in (*OF_THE_HAND, *OF_THE_HAND_AND_CALLS, *PUBLIC):
        return Test(text, name)
    return _test_of_a_suit(text, name, rest, numbers)


def _test_of_a_suit(text: str, name: str, rest: list[str], numbers: Span | None) -> Test:
    """Read a test that names a suit."""
    if found := re.fullmatch(rf"(\w+)\(({_LETTER})\)", name):
        if found[1] in OF_A_SUIT and numbers:
            return Test(text, f"{found[1]}()", found[2], span=numbers)
        if found[1] in HONOURS and not rest:
            return Test(text, found[1], found[2])
    if found := re.fullmatch(rf"({_LETTER})(>=|>|<)({_LETTER})( rank)?", text):
        kind = "ranks" if found[4] else "compare"
        return Test(text, kind, found[1], (found[2], found[3]))
    if re.fullmatch(_LETTER, name):
        if numbers:
            return Test(text, "length", name, span=numbers)
        if rest in (["longest"], ["best"]):
            return Test(text, rest[0], name)
        if rest and all(word in ("C", "D", "H", "S") for word in rest):
            return Test(text, "among", name, tuple(rest))
    raise ValueError(f"there is no test {text!r}")


def needs(text: str, named: Mapping[str, str] | None = None) -> tuple[Kind, ...]:
    """Read what a row needs: kinds of hands, each with its tests.  named: tests that stand for
    others.  ValueError with a sentence where something cannot be read."""
    kinds: list[Kind] = []
    for part in text.split(" or "):
        made: list[Kind] = [()]
        for word in (w.strip() for w in part.split(",")):
            if named and word in named:
                made = [(*kind, *more) for kind in made for more in needs(named[word])]
            elif word:
                made = [(*kind, _test(word)) for kind in made]
        kinds += made
    return tuple(kinds)
