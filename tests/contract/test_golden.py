"""Golden transcripts: one deal of every game as text, with every verdict of its first moves.

``pytest tests/contract/test_golden.py --golden`` writes them anew; read the difference before you
commit it.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from .conftest import name_of

FOLDER = Path(__file__).parent / "golden"


def transcript(game: Any) -> str:
    """A deal played at random from seed 1: moves, verdicts of the first ten, all score lines."""
    match, rng, out = game.match(seed=1), random.Random(1), []
    out.append(
        ", ".join([game.title, *(f"{name} {value}" for name, value in game.chosen), "seed 1"])
    )
    for number in range(400):
        if match.over or match.state.standing.deal > 1 or match.state.phase.id == "over":
            break
        seat, name = match.to_move, match.names[match.to_move]
        if number < 10:
            out.append(f"{name} has {' '.join(match.state.hands[seat])}")
            for move, verdict in match.game.verdicts(match.state).items():
                sign = "+" if verdict.legal else "-"
                out.append(
                    f"  {sign} {move}: {verdict.reason}"
                    + (f" ({verdict.rule})" if verdict.rule else "")
                )
        move = rng.choice(match.legal_moves())
        match.play(move)
        out.append(f"{number + 1:3}. {move.told(name)}")
    out += [str(x) for x in match.lines if x.deal in (0, 1)]
    return "\n".join(out) + "\n"


def test_golden(game: Any, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{name_of(game)}.txt"
    text = transcript(game)
    if request.config.getoption("--golden"):
        path.write_text(text, encoding="utf-8")
    assert path.exists(), f"{game.id} has no golden transcript; write it with --golden and read it"
    assert text == path.read_text(encoding="utf-8")
