"""What people wrongly believe about rules, as data (`data/misconceptions.toml`), and what each belief would answer."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .asking import Question


@cache
def beliefs() -> dict[str, dict[str, Any]]:
    """Every belief by its id: what it says, its sign, the rules that answer it."""
    return tomllib.loads((files(__package__) / "data" / "misconceptions.toml").read_text(encoding="utf-8"))


def says(id: str) -> str:
    """A belief in the learner's words.  ValueError for an unknown one."""
    try:
        return str(beliefs()[id]["says"])
    except KeyError:
        raise ValueError(f"there is no belief {id!r}; there are {', '.join(beliefs())}") from None


def held(question: Question, given: Sequence[str]) -> str | None:
    """The belief that would have answered just so, if one would."""
    return None


def answers(question: Question) -> dict[str, tuple[str, ...]]:
    return {}
