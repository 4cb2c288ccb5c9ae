"""What a question with a surprise is made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Puzzle", "settings"]

Settings = tuple[tuple[str, Any], ...]


def settings(**values: Any) -> Settings:
    """Settings by their names."""
    return tuple(values.items())


@dataclass(frozen=True)
class Puzzle:
    """One question of one laboratory.

    do: what the reader is to try, as a sentence; start: how the laboratory stands before; move: the
    one setting that shows the answer, and its value; answer: works the answer out, in a sentence.
    """

    id: str
    lab: str
    game: str
    question: str
    do: str
    move: tuple[str, Any]
    answer: Callable[[], str]
    start: Settings = field(default=())
