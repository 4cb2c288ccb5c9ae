"""Rules of thumb for games without tricks: melds, catches, counts.  (Filled by family, never by game.)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def handle_pick(table: Any, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]] | None:
    """The move and the words for it; None where nothing is known of this kind of game."""
    return None
