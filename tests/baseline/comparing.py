"""What differs between two records, and how it is printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count, zip_longest
from typing import Any, NamedTuple

MOST = 10
"""Differences of a kind that are printed."""
WIDTH, LEAD_IN = 90, 20
"""Characters of a value that are printed, and how many of them stand before the first one that
differs."""
NOTHING = object()


class Difference(NamedTuple):
    kind: str
    game: str
    place: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"  {self.game}: {self.place}: {self.before}  ->  {self.after}"


def differences(kind: str, game: str, before: Any, after: Any) -> Iterator[Difference]:
    """Every place at which two records of a game differ."""
    for place, old, new in _apart(before, after, ()):
        yield Difference(kind, game, " / ".join(place) or "all of it", *_shown(old, new))


def _apart(before: Any, after: Any, place: tuple[str, ...]) -> Iterator[tuple[Any, Any, Any]]:
    if type(before) is type(after) is dict:
        for name in {**before, **after}:
            old, new = before.get(name, NOTHING), after.get(name, NOTHING)
            yield from _apart(old, new, (*place, name))
    elif type(before) is type(after) is list:
        pairs = zip_longest(before, after, fillvalue=NOTHING)
        for number, (old, new) in enumerate(pairs, 1):
            yield from _apart(old, new, (*place, str(number)))
    elif type(before) is not type(after) or before != after:
        yield place, before, after


def _shown(before: Any, after: Any) -> tuple[str, str]:
    """Two values as they are printed, from shortly before the first character that differs."""
    old, new = _text(before), _text(after)
    same = next(i for i in count() if old[i : i + 1] != new[i : i + 1]) if old != new else 0
    start = max(0, same - LEAD_IN)
    return _cut(old, start), _cut(new, start)


def _text(value: Any) -> str:
    return "nothing" if value is NOTHING else repr(value)


def _cut(text: str, start: int) -> str:
    end = start + WIDTH
    return ("…" if start else "") + text[start:end] + ("…" if len(text) > end else "")


def told(found: Iterable[Difference]) -> Iterator[str]:
    """The lines about differences: sorted by kind, of each kind the first ones of as many games as
    possible, and how many more there are."""
    by_kind: dict[str, list[Difference]] = {}
    for one in found:
        by_kind.setdefault(one.kind, []).append(one)
    for kind, ones in sorted(by_kind.items()):
        yield f"{kind}: {len(ones)} differ, {_by_game(ones)}"
        yield from map(str, _some(ones))
        if len(ones) > MOST:
            yield f"  and {len(ones) - MOST} more"


def _some(ones: list[Difference]) -> list[Difference]:
    """Of every game its first difference, then of every game its second, until there are enough."""
    seen: Counter[str] = Counter()
    ranked = []
    for number, one in enumerate(ones):
        ranked.append((seen[one.game], number))
        seen[one.game] += 1
    return [ones[number] for number in sorted(number for _, number in sorted(ranked)[:MOST])]


def _by_game(ones: Iterable[Difference]) -> str:
    games = Counter(one.game for one in ones)
    return ", ".join(f"{game} {number}" for game, number in sorted(games.items()))
