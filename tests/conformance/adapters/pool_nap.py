"""Pool Nap's vectors."""

from __future__ import annotations

from typing import Any

from ._nap import deltas, game_for, kinds


def sequence(given: dict[str, Any]) -> dict[str, Any]:
    """Results in a row: what everybody has, and what lies in the pool."""
    game = game_for(
        "pool-nap", given, deals=0, half_nap_loss="nap" in given.get("half_on_loss", ())
    )
    standing, lines = game.opening(), []
    for deal in given["deals"]:
        found = game.score(
            game.Result(deal["soloist"], deal["bid"], deal["tricks"], pool=standing.pool)
        )
        standing, lines = game.carried(standing, found), [*lines, *found]
    assert deltas(game, lines) == list(standing.totals)
    return {"balances": list(standing.totals), "pool": standing.pool}


KINDS = kinds("pool-nap") | {"sequence": sequence}
