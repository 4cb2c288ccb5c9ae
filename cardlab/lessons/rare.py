"""Which pairs of a kind and a rule have few questions in a game, or none: the seeds that have one.

Knows the file ``rare.json`` beside it. Knows no question and searches nothing: `python
benchmarks/searches.py --write` does, after games or kinds have changed, and a test samples the file.

>>> rare_seeds("decided-by:must-follow-suit", "kaiser") is None
True
>>> rare_seeds("why-won:highest-suit", "quinto")
()
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

__all__ = ["rare_seeds"]


@cache
def _pairs() -> dict[str, dict[str, tuple[int, ...]]]:
    """For a game the kinds of exercise that are rare in it, with the seeds that have one."""
    text = files(__package__).joinpath("rare.json").read_text(encoding="utf-8")
    return {
        game: {kind: tuple(seeds) for kind, seeds in kinds.items()}
        for game, kinds in json.loads(text).items()
    }


def rare_seeds(kind: str, game: str) -> tuple[int, ...] | None:
    """The seeds at which a game has a question of a kind; None where most seeds have one.

    kind: with its rule, as an address has it.
    """
    return _pairs().get(game, {}).get(kind)
