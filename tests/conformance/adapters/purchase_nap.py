"""Purchase Nap's vectors."""

from __future__ import annotations

from typing import Any

from cardlab.engine.moves import Deal

from ._nap import game_for, kinds
from ._tricks import Bag


def purchase(given: dict[str, Any]) -> dict[str, Any]:
    """A deal of which the cards do not matter: everybody buys so many."""
    game = game_for("purchase-nap", given, price=given["price_per_card"])
    state, n = game.begin(game.opening()), game.players
    pack = game.pack
    state = state.phase.apply(
        state, None, Deal([pack[5 * i : 5 * i + 5] for i in range(n)], pack[5 * n :])
    )
    for at, count in enumerate(given["buys"]):
        for card in state.hands[state.to_move][:count]:
            verdict = game.verdict(state, f"discard {card}")
            if not verdict.legal:
                return {"illegal": at, "reason": str(verdict.rule), "stock": len(state.stock)}
            state = game.after(state, f"discard {card}")
        state = game.after(state, "done")
    paid = {x.side: -x.points for x in state.pegged}
    in_turn = [paid.get(game.side_of[(state.dealer + 1 + i) % n], 0) for i in range(n)]
    return {"pool": game.pool_now(state), "paid": in_turn, "stock": len(state.stock)}


def replace(given: dict[str, Any]) -> dict[str, Any]:
    game = game_for("purchase-nap", given)
    state = game.state(
        phase="purchase", hands={1: given["hand"]}, stock=given["receive"], to_move=1
    )
    for card in given["reject"]:
        state = game.after(state, f"discard {card}")
    return {"hand": Bag(game.after(state, "done").hands[1])}


KINDS = kinds("purchase-nap") | {"purchase": purchase, "replace": replace}
