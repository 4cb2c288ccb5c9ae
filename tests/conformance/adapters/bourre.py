"""Bourré's vectors: seats are named by their number."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.families.pools import pool_after

from ._pools import legal, sums, trick_winner, tricks

Given = dict[str, Any]


def settle(given: Given) -> Given:
    game = cardlab.game("bourre", players=max(3, given["players_at_table"]), ante=given["ante"])
    result = game.Result(pool=given["pool"], tricks=tricks(given["tricks"], game.players))
    lines = game.score(result)
    after = game.carried(game.opening().but(pool=given["pool"]), lines)
    won = [x for x in lines if x.rule in ("three-tricks", "most-tricks")]
    paid = [x for x in lines if x.rule == "bourre"]
    seats = {side.id: str(i) for i, side in enumerate(game.sides)}
    return {
        "winner": seats[won[0].side] if won else None,
        "takes": sum(x.points for x in won),
        "carried": given["pool"] - sum(x.points for x in won),
        "bourreed": [seats[x.side] for x in paid],
        "each_owes": -paid[0].points if paid else 0,
        "next_pool": pool_after(after.pool, game.antes(after)),
    }


def sequence(given: Given) -> Given:
    game = cardlab.game("bourre", players=given["players"], ante=given["ante"])
    standing, pools = game.opening(), []
    standing = game.carried(standing, game.antes(standing))
    for deal in given["deals"]:
        pools.append(standing.pool)
        standing = game.carried(
            standing, game.score(game.Result(pool=standing.pool, tricks=tricks(deal, game.players)))
        )
        standing = game.carried(standing, game.antes(standing))
    return {"pools": pools, "balances": list(standing.totals), "next_pool": standing.pool}


def full_deal(given: Given) -> Given:
    game = cardlab.game("bourre", players=given["players"])
    hands = {int(seat): hand for seat, hand in given["hands"].items()}
    state = game.state(
        phase="play",
        dealer=given["dealer"],
        active=tuple(given["active"]),
        hands=hands,
        trump=given["trump"],
        pool=given["pool"],
        leader=given["active"][0],
    )
    for play in given["plays"]:
        assert state.to_move == play["seat"], (state.to_move, play)
        state = game.after(state, play["card"])
    lines = game.deal_lines(state)
    won = [(seat, n) for seat, n in enumerate(sums(game, lines)) if n > 0]
    by_seat = game.result(state).tricks
    return {
        "trick_winners": state.winners(),
        "tricks": {str(seat): n for seat, n in enumerate(by_seat) if n is not None},
        "winner": str(won[0][0]) if won else None,
        "takes": won[0][1] if won else 0,
    }


KINDS = {
    "legal": lambda given: legal("bourre", given),
    "trick-winner": lambda given: trick_winner("bourre", given),
    "settle": settle,
    "sequence": sequence,
    "full-deal": full_deal,
}
