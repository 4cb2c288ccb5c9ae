"""Seven and a Half: totals, and the settlement of a whole table."""

from __future__ import annotations

from typing import Any

import cardlab


def total(given: dict[str, Any]) -> dict[str, Any]:
    game, held = cardlab.game("seven-and-a-half"), cardlab.cards(given["cards"])
    return {
        "total": game.total(held) / 2,
        "bust": game.busted(held),
        "two_card_natural": game.natural(held),
    }


def settle(given: dict[str, Any]) -> dict[str, Any]:
    names = [given["banker_name"], *given["order_from_banker_left"]]
    seats = [(0, given["banker"]), *(given["players"][name] for name in names[1:])]
    game = cardlab.game("seven-and-a-half", players=len(names))
    state = game.state(
        dealer=0, bets=tuple(bet for bet, _ in seats), boards=[hand for _, hand in seats]
    )
    sums = list(cardlab.totals(game.deal_lines(state), (side.id for side in game.sides)).values())
    net = dict(zip(names[1:], sums[1:], strict=True))
    return {"net": net, "banker_net": sums[0], "next_banker": names[game.next_dealer(state)]}


KINDS = {"total": total, "settle": settle}
