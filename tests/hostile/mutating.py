"""Good input made bad: text with pieces lost, doubled and put in, data with other values in it.

Knows nothing of cards; everything is drawn from the generator that is passed in, so that a seed
makes the same input again.
"""

from __future__ import annotations

import copy
import json
import random
from typing import Any

__all__ = ["mutated_data", "mutated_query", "mutated_text"]

MARKUP = "<img src=x onerror=alert(1)>"
PIECES = (
    "",
    " ",
    "\x00",
    "\n",
    "\u202e",
    "\ud800",
    "\ufeff",
    "é́",
    "٣",
    "½",
    "🂡",
    "{",
    "}",
    "{x}",
    "%s",
    "%(x)s",
    "[",
    "]",
    '"',
    "'",
    "\\",
    ";",
    "--",
    "../../etc/passwd",
    "__class__",
    "-1",
    "0",
    "1e400",
    "nan",
    "NaN",
    "9" * 30,
    "9" * 5000,
    "x" * 300,
    "x" * 100_000,
    MARKUP,
    "None",
    "true",
    "[" * 3000,
)
"""What is put into a text."""
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    10**30,
    1.5,
    1e308,
    float("nan"),
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"x": [1, {"y": "z"}]},
    *PIECES,
)
"""What is put in place of a part of some data."""


def spliced(text: str, rng: random.Random) -> str:
    """A text in which one piece is lost, doubled, moved, or replaced."""
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20, 200)))
    piece, rest = text[start:end], text[:start] + text[end:]
    kind = rng.randrange(5)
    if kind == 0:
        return rest
    if kind == 1:
        return text[:end] + piece * rng.choice((1, 2, 50)) + text[end:]
    if kind == 2:
        at = rng.randrange(len(rest) + 1)
        return rest[:at] + piece + rest[at:]
    if kind == 3:
        return text[:start]
    return text[:start] + rng.choice(PIECES) + text[end:]


def mutated_text(text: str, rng: random.Random) -> str:
    """A text after one to three such changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = spliced(text, rng)
    return text


def places(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of some data; a long list is entered at a few places only."""
    found = [at]
    if isinstance(data, dict):
        for key, value in data.items():
            found += places(value, (*at, key))
    elif isinstance(data, list):
        for number in sorted({0, len(data) // 2, len(data) - 1} if data else ()):
            found += places(data[number], (*at, number))
    return found


def odd_value(value: Any, rng: random.Random) -> Any:
    """Something else in place of a value: of another kind, or nearly the same."""
    if isinstance(value, str) and rng.random() < 0.5:
        return mutated_text(value, rng)
    if type(value) is int and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 100, -(10**6)))
    if isinstance(value, list) and rng.random() < 0.5:
        return rng.sample(value, rng.randrange(len(value) + 1)) + value[:2]
    return copy.deepcopy(rng.choice(VALUES))


def mutated_data(data: Any, rng: random.Random) -> Any:
    """Data in which one to three parts are lost, added or something else."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        way = rng.choice(places(data))
        if not way:
            continue
        inside = data
        for step in way[:-1]:
            inside = inside[step]
        kind = rng.randrange(6)
        if kind == 0:
            del inside[way[-1]]
        elif kind == 1 and isinstance(inside, dict):
            inside[mutated_text(str(way[-1]), rng)] = inside[way[-1]]
        else:
            inside[way[-1]] = odd_value(inside[way[-1]], rng)
    return data


def mutated_json(data: Any, rng: random.Random) -> str:
    """The text of a file whose data or whose characters are not what they were."""
    if rng.random() < 0.75:
        return json.dumps(mutated_data(data, rng), ensure_ascii=rng.random() < 0.5)
    return mutated_text(json.dumps(data), rng)


def mutated_query(values: dict[str, str], rng: random.Random) -> str:
    """A query whose names and values are not what they were, as a browser or nobody writes it."""
    from urllib.parse import urlencode

    pairs = list(values.items())
    for _ in range(rng.choice((1, 1, 2))):
        number = rng.randrange(len(pairs) + 1)
        name, value = pairs[number] if number < len(pairs) else ("", "")
        changed = (name, mutated_text(value, rng))
        if rng.random() < 0.3:
            changed = (mutated_text(name, rng), value)
        pairs[number : number + rng.choice((0, 1))] = [changed]
    query = urlencode(pairs, errors="replace")
    return mutated_text(query, rng) if rng.random() < 0.3 else query
