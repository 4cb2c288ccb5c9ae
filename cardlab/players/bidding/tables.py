"""A bidding system as data: the keys of its file, the tables made of it, and what is wrong with
tables that contradict themselves.

Knows rows and contexts.  Knows no hand and no auction.

>>> system("bridge-natural").title
'Plain natural, five-card majors'
>>> read('''
... id = "short"
... title = "Two rows"
... [[context]]
... after = [""]
... rows = [
...   { call = "P", needs = "hcp 0-15", says = "no bid" },
...   { call = "P", needs = "hcp 4-11", says = "no bid either" },
... ]''', "short.toml")
Traceback (most recent call last):
    ...
cardlab.players.bidding.reading.SystemFault: short.toml, line 8: P is never reached, because \
every hand for it makes the call of line 7, P
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal

import msgspec

from cardlab.players.bidding.conditions import COMPARED, Kind, Test, needs
from cardlab.players.bidding.hearing import ToldByCall
from cardlab.players.bidding.patterns import BID, CUE, DOUBLES, PASSES, REDOUBLES, Pattern, pattern
from cardlab.players.bidding.reading import SystemFault, keys_of, lines_of, never_reached, text_of

CONTEXT = r"^\s*\[\[context\]\]"
"""How a context begins."""
Force = Literal["pass", "invite", "one-round", "game", "sign-off"]
FORCES: Mapping[str, str] = {
    "pass": "",
    "invite": "invites game",
    "one-round": "forcing for one round",
    "game": "forcing to game",
    "sign-off": "partner should pass",
}
"""What a call asks of the partner, in words."""


class RowKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of a row."""

    call: str
    needs: str
    says: str
    force: Force = "pass"
    artificial: bool = False
    asks: Literal["", "aces"] = ""
    judged: bool = False


class ContextKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of a context."""

    after: tuple[str, ...]
    rows: tuple[RowKeys, ...]


class SystemKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The keys of a file."""

    id: str
    title: str
    judged_gain: float = 0.0
    tests: Mapping[str, str] = {}
    context: tuple[ContextKeys, ...]


@dataclass(frozen=True)
class Row:
    """One call, with the hands that make it and what it asks of the partner.

    kinds: the kinds of hands; says: what it means, in words; judged: whether it is left to those
    who imagine deals, who make it where it does better than what the other rows say; line: where it
    stands in its file.
    """

    call: str
    kinds: tuple[Kind, ...]
    says: str
    force: str
    artificial: bool
    asks: str
    judged: bool
    line: int

    @cached_property
    def told(self) -> ToldByCall:
        """What the table keeps of the call."""
        return ToldByCall(self.force, self.artificial, self.asks)

    @cached_property
    def split(self) -> tuple[tuple[Kind, Kind], ...]:
        """For each kind of hand the tests that everybody can answer, and those that ask the hand."""
        return tuple(
            (tuple(t for t in kind if t.public), tuple(t for t in kind if not t.public))
            for kind in self.kinds
        )

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of suits in the tests."""
        found = (
            letter
            for kind in self.kinds
            for test in kind
            for letter in (test.letter, *(test.words[1:] if test.kind in COMPARED else ()))
            if letter
        )
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True)
class Context:
    """The rows for one situation of the auction."""

    after: tuple[Pattern, ...]
    rows: tuple[Row, ...]
    line: int


@dataclass(frozen=True, eq=False)
class BiddingSystem:
    """A system: contexts in order, the special ones first.

    judged_gain: the points that a call which is left to judgement has to gain on average.
    """

    id: str
    title: str
    contexts: tuple[Context, ...]
    judged_gain: float = 0.0


def read(text: str, name: str) -> BiddingSystem:
    """Read a system and check it.  SystemFault, with the line, where it is wrong."""
    keys = keys_of(text, name, SystemKeys)
    contexts, rows = [*lines_of(text, CONTEXT)], lines_of(text)
    found = []
    for number, context in enumerate(keys.context):
        line = contexts[number] if number < len(contexts) else 0
        made = tuple(_row(row, next(rows, line), keys.tests, name) for row in context.rows)
        try:
            after = tuple(map(pattern, context.after))
        except ValueError as problem:
            raise SystemFault(f"{name}, line {line}: {problem}") from None
        found.append(Context(after, made, line))
    for problem_found in _contradictions(found):
        raise SystemFault(f"{name}, {problem_found}")
    return BiddingSystem(keys.id, keys.title, tuple(found), keys.judged_gain)


def _row(keys: RowKeys, line: int, named: Mapping[str, str], name: str) -> Row:
    try:
        kinds = needs(keys.needs, named)
        if not _is_call(keys.call):
            raise ValueError(f"{keys.call!r} is no call")
    except ValueError as problem:
        raise SystemFault(f"{name}, line {line}: {problem}") from None
    return Row(
        keys.call, kinds, keys.says, keys.force, keys.artificial, keys.asks, keys.judged, line
    )


def _is_call(text: str) -> bool:
    bare = text.removesuffix("!")
    return bare in (PASSES, DOUBLES, REDOUBLES, CUE) or BID.fullmatch(bare) is not None


# --- tables that contradict themselves


def _contradictions(contexts: list[Context]) -> Iterator[str]:
    """What is wrong with the tables as a whole, a sentence each."""
    first: dict[str, int] = {}
    for context in contexts:
        for after in context.after:
            if after.text in first:
                yield (
                    f"line {context.line}: what follows {after.text!r} is stated already, in line"
                    f" {first[after.text]}"
                )
            first[after.text] = context.line
        for i, row in enumerate(context.rows):
            yield from _impossible(row)
            for above in context.rows[:i]:
                if above.judged:
                    continue
                if _always_open(above.call, row.call) and _covers(above, row):
                    yield never_reached(row, above)


def _impossible(row: Row) -> Iterator[str]:
    """Ranges of one measure that have nothing in common."""
    for kind in row.kinds:
        for i, test in enumerate(kind):
            for other in kind[:i]:
                if _about(test) == _about(other) and test.span.within(other.span).empty:
                    yield f"line {row.line}: no hand has both {other} and {test}"


def _about(test: Test) -> tuple[object, ...]:
    return test.kind, test.letter, test.words, test.wanted


def _always_open(above: str, call: str) -> bool:
    """Whether a call can be made wherever another can."""
    if above in (PASSES, call):
        return True
    one, two = BID.fullmatch(above), BID.fullmatch(call)
    if one is None or two is None or not one[1] or not two[1]:
        return False
    return one[1] > two[1] and one[2] == two[2]


def _covers(above: Row, row: Row) -> bool:
    """Whether every hand of a row passes the tests of the row above."""
    return all(any(_follows(general, kind) for general in above.kinds) for kind in row.kinds)


def _follows(general: Kind, special: Kind) -> bool:
    return all(
        any(
            _about(test) == _about(mine) and test.span.within(mine.span) == mine.span
            for mine in special
        )
        for test in general
    )


@cache
def system(id: str) -> BiddingSystem:
    """A system by its id.  ValueError where there is none."""
    text = text_of(id)
    if text is None:
        raise ValueError(f"there is no bidding system {id!r}")
    return read(text, f"{id}.toml")
