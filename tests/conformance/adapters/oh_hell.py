"""The vectors of Oh Hell.  Seat 0 of an auction bids first."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.families.promises import promised

from ._tricks import Bag, winner

Given = dict[str, Any]


def at_bidding(given: Given) -> Any:
    """A table of as many players as bid, with hands of the size that is given."""
    options = {"hook": given["hook"]} if "hook" in given else {}
    players = max(len(given["bids"]), 3)
    game = cardlab.game("oh-hell", players=players, most=given["cards"], **options)
    return game.match(seed=1)


def auction(given: Given) -> Given:
    match = at_bidding(given)
    first = match.to_move
    for at, bid in enumerate(given["bids"]):
        verdict = match.verdict(str(bid))
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": verdict.rule}
        match.play(verdict.move)
    bids = promised(match.state)
    seats = [(first + turn) % match.game.players for turn in range(len(bids))]
    return {"ok": True, "bids": [bids[seat] for seat in seats]}


def legal(given: Given) -> Given:
    game = cardlab.game("oh-hell")
    trick = [tuple(pair) for pair in given["trick"]]
    me = (trick[-1][0] + 1) % 4 if trick else 0
    state = game.state(hands={me: given["hand"]}, trick=trick, trump=given["trump"], to_move=me)
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    return {
        "legal": Bag([card for card, verdict in verdicts.items() if verdict.legal]),
        "illegal": {card: verdict.rule for card, verdict in verdicts.items() if not verdict.legal},
    }


def score(given: Given) -> Given:
    options = {"score_by": given["scoring"]} if "scoring" in given else {}
    game = cardlab.game("oh-hell", **options)
    result = game.Result(given["cards"], tuple(given["bids"]), tuple(given["tricks"]))
    lines = game.score(result)
    return {"points": [sum(x.points for x in lines if x.side == side.id) for side in game.sides]}


def sequence(given: Given) -> Given:
    return {"cards": list(cardlab.game("oh-hell", **given).hand_sizes)}


def end(given: Given) -> Given:
    game = cardlab.game("oh-hell")
    standing = game.opening().but(deal=len(game.hand_sizes) + 1, totals=tuple(given["totals"]))
    won = game.outcome(standing).winners
    return {"winners": [seat for seat, side in enumerate(game.sides) if side.id in won]}


KINDS = {
    "auction": auction,
    "legal": legal,
    "winner": lambda given: winner("oh-hell", given),
    "score": score,
    "sequence": sequence,
    "match": end,
}
