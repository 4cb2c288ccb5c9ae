"""How much bad input is tried, and what its refusal has to look like."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
LONGEST_SENTENCE = 700
MOST_QUOTED = 200
NEVER_SAID = (
    "Traceback",
    'File "',
    "object at 0x",
    "NoneType",
    "site-packages",
    "<class ",
    "KeyError",
    "TypeError",
    "IndexError",
    "ValueError",
    "AttributeError",
    "has no attribute",
    "not subscriptable",
    "unexpected keyword",
    "positional argument",
    "unhashable",
    "codec can't",
    str(HOUSE),
)
"""What stands in the messages of a program that did not expect its input, or tells where it is."""


@pytest.fixture
def draws(request: pytest.FixtureRequest) -> Iterator[random.Random]:
    """A generator for every input; the same each time, so that what fails can be looked at."""
    many = int(request.config.getoption("--hostile"))
    return (random.Random(f"{request.node.originalname} {number}") for number in range(many))


def check_sentence(said: str, sent: str, longest: int = LONGEST_SENTENCE) -> None:
    """Hold what was said of bad input to what a reader can use.

    said: the message; sent: the input that it is about.
    """
    assert said.count(" ") >= 2 and said.isprintable(), repr(said)
    assert len(said) <= longest, f"{len(said)} characters: {said[:300]}"
    strange = [word for word in NEVER_SAID if word in said and word not in sent]
    assert not strange, f"{strange} in {said!r}"
    for start in range(0, len(said) - MOST_QUOTED, 20):
        piece = said[start : start + MOST_QUOTED]
        assert piece not in sent, f"more than {MOST_QUOTED} characters are quoted: {said[:300]!r}"
