"""The conditions that an address may set for a question: a range of cards, a force, a difficulty.

Knows the names of conditions and what each may be. Knows no question.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardlab.engine.rulings import Force
from cardlab.engine.words import listed
from cardlab.lessons.beliefs import beliefs

RANGES = ("cards", "discards", "hand", "lines", "melds", "pond", "trumps", "trumps_played")
FLAGS = {"true": "true", "yes": "true", "1": "true", "false": "false", "no": "false", "0": "false"}
OF_FLAGS = ("made", "promoted", "void")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "step": ("1", "2", "3", "4"),
    "force": tuple(force.value for force in Force),
    "holding": ("trump",),
    "led": ("trump", "plain"),
    "kinds": ("sum", "run", "set"),
}


def read_range(text: str, default: tuple[int, int]) -> tuple[int, int]:
    """Read a range written ``4..8`` or ``4``.

    >>> read_range("4..8", (1, 2)), read_range("", (1, 2))
    ((4, 8), (1, 2))
    """
    if not text:
        return default
    low, dots, high = text.partition("..")
    try:
        return int(low[:6]), int((high if dots else low)[:6])
    except ValueError:
        raise ValueError(f"a range is written 4..8, not {text[:40]!r}") from None


def read_names(text: str) -> tuple[str, ...]:
    """Read names joined by commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def read_condition(name: str, text: str) -> str:
    """The value of a condition as questions read it.  Raises ValueError, saying what it may be.

    >>> read_condition("void", "No"), read_condition("hand", "4..8")
    ('false', '4..8')
    >>> read_condition("kinds", "flush")
    Traceback (most recent call last):
    ValueError: kinds may be sum, run or set, not 'flush'
    """
    if name in RANGES:
        read_range(text, (0, 0))
    elif name in OF_FLAGS:
        if text.lower() not in FLAGS:
            raise ValueError(f"{name} may be true or false, not {text[:40]!r}")
        return FLAGS[text.lower()]
    elif name in CHOICES:
        values = read_names(text) if name == "kinds" else (text,)
        if strange := [value for value in values if value not in CHOICES[name]]:
            may_be = listed(CHOICES[name], "or")
            raise ValueError(f"{name} may be {may_be}, not {strange[0][:40]!r}")
    elif name == "tells_apart":
        if strange := [id for id in read_names(text) if id not in beliefs()]:
            raise ValueError(
                f"there is no belief {strange[0][:40]!r} that a position could tell apart"
            )
    return text
