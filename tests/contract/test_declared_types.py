"""What an editor is told of a game is what the game is."""

from __future__ import annotations

from typing import Any

from cardlab.engine.game import Game
from tests.games_stub import STUB, stub

from .conftest import where


def test_state_standing_and_result_are_declared_with_their_types(game: Any) -> None:
    """So that ``game.match().state`` and ``game.Result`` are known without running anything."""
    for name in ("State", "Standing", "Result"):
        owner = next(kind for kind in type(game).__mro__ if name in vars(kind))
        held = getattr(owner, name)
        told = vars(owner).get("__annotations__", {}).get(name)
        assert owner is Game or told == f"type[{held.__name__}]", (
            f"{game.id}, {owner.__name__} ({where(owner)}): write `{name}: type[{held.__name__}] = {held.__name__}`, so that"
            " editors and type checkers know it"
        )


def test_every_id_has_its_class_in_the_stub() -> None:
    assert STUB.read_text(encoding="utf-8") == stub(), "run `make types` and commit what it writes"
