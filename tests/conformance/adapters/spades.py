"""The vectors of Spades.  Side A is seats 0 and 2; seat 0 bids first."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.families.promises import promised

from ._tricks import Bag, winner

Given = dict[str, Any]


def legal(given: Given) -> Given:
    game = cardlab.game("spades")
    trick = [tuple(pair) for pair in given["trick"]]
    me = (trick[-1][0] + 1) % 4 if trick else 0
    free = [card for card in game.pack if card not in given["hand"]]
    spade = next(card for card in free if card.suit == "S")
    club = next(card for card in free if card.suit == "C")
    taken = [[(0, club), (1, spade)]] if given["spades_broken"] else []
    state = game.state(hands={me: given["hand"]}, trick=trick, taken=taken, to_move=me)
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    return {
        "legal": Bag([card for card, verdict in verdicts.items() if verdict.legal]),
        "illegal": {card: verdict.rule for card, verdict in verdicts.items() if not verdict.legal},
    }


def auction(given: Given) -> Given:
    match = cardlab.game("spades").match(seed=1)
    first = match.to_move
    assert first is not None
    for at, bid in enumerate(given["bids"]):
        verdict = match.verdict(str(bid) if bid else "nil")
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": verdict.rule}
        match.play(str(verdict.move))
    bids = promised(match.state)
    by_turn = [bids[(first + turn) % 4] for turn in range(4)]
    return {
        "ok": True,
        "contracts": {"A": by_turn[0] + by_turn[2], "B": by_turn[1] + by_turn[3]},
        "nil": [turn for turn, bid in enumerate(by_turn) if not bid],
    }


def score(given: Given) -> Given:
    """The lines of side A; the tricks that it does not take go to the other side."""
    options = {"failed_nil": given["failed_nil"]} if "failed_nil" in given else {}
    game = cardlab.game("spades", **options)
    ours, theirs = given["tricks"], 13 - sum(given["tricks"])
    result = game.Result(
        bids=(given["bids"][0], 1, given["bids"][1], 1),
        tricks=(ours[0], theirs, ours[1], 0),
        bags=(given["bags_before"], 0),
    )
    side = game.sides[0].id
    lines = [entry for entry in game.score(result) if entry.side == side]
    after = game.carried(game.opening().but(bags=result.bags), lines)
    return {
        "lines": [[entry.title, entry.points] for entry in lines],
        "delta": sum(entry.points for entry in lines),
        "bags_after": after.bags[0],
    }


KINDS = {
    "legal": legal,
    "winner": lambda given: winner("spades", given),
    "auction": auction,
    "score": score,
}
