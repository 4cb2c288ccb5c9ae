"""The matches that several kinds of records look at, and any value as plain data."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import cardlab
from tests.contract import recording

MATCHES = 3


@cache
def match_of(id: str, number: int) -> Any:
    """A match played at random to its end, or as far as the recorded ones are.

    The last of the three is played with options drawn at random.
    """
    rng = random.Random(f"{id}, match {number}")
    game = cardlab.game(id) if number < MATCHES else recording.draw_options(id, rng)
    return recording.play(game, number, rng)


def matches(id: str) -> list[Any]:
    return [match_of(id, number) for number in range(1, MATCHES + 1)]


def moments(id: str, most: int, what: str) -> list[tuple[Any, int]]:
    """Some tables of these matches, each as a match and a ply, in the order of play.

    Every match gives as many as the others, if it is long enough, and its last table.
    """
    rng, found = random.Random(f"{id}, {what}"), []
    for number, match in enumerate(matches(id)):
        wanted = most // MATCHES + (number < most % MATCHES)
        plies = rng.sample(range(match.ply), min(wanted - 1, match.ply))
        found += [(match, ply) for ply in sorted([*plies, match.ply])]
    return found


def plain(value: Any) -> Any:
    """A value as JSON holds it: parts of a dataclass by their names, everything else as its text.

    Sets are sorted, and a card, a move or a rule is the text that it prints, so that no class of
    the package has to keep its name for two values to be the same.
    """
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, cardlab.Game):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(plain(name)): plain(part) for name, part in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value), key=str)
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return repr(value)


def tried(work: Callable[[], Any]) -> Any:
    """What comes of work, or the error that it ends with."""
    try:
        return work()
    except Exception as trouble:
        return {"error": f"{type(trouble).__name__}: {trouble}"}
