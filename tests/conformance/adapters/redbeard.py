"""Redbeard's vectors.  They number the seats in the order of play, which runs to the right; here
seats run to the left."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.families.rituals import BY_THEMSELVES

from . import _solo

Given = dict[str, Any]
GAME = cardlab.game("redbeard")


def _turned(by_seat: Any) -> tuple[Any, ...]:
    """What was listed in the order of play, in the order of our seats (and back)."""
    listed = tuple(by_seat)
    return tuple(listed[-seat % len(listed)] for seat in range(len(listed)))


def _scored(game: Any, state: Any, lines: Any) -> Given:
    after = game.next_standing(state, lines)
    here = [-seat % game.players for seat in range(game.players)]
    return {
        "scores": list(_turned(after.totals)),
        "winner": None if after.winner is None else here[after.winner],
        "eliminated": sorted(here[seat] for seat in after.out),
    }


def deal_score(given: Given) -> Given:
    n = len(given["scores"])
    game = cardlab.game("redbeard", players=n, bounce=given.get("bounce", True))
    soloist, scores = -given["soloist"] % n, _turned(given["scores"])
    bid = 7 if given["bid"] == "redbeard" else int(given["bid"])
    dropped = tuple(-seat % n for seat in given.get("dropped", ()))
    state = game.state(totals=scores, deal=2, declarer=soloist, phase="play")
    for fault in given.get("faults", ()):
        seat = fault if isinstance(fault, int) else fault["seat"]
        state = state.fault(-seat % n, "Fault", BY_THEMSELVES)
    result = game.Result(bid, soloist, state.now, _turned(given["tricks"]), dropped)
    return _scored(game, state, (*state.pegged, *game.score(result)))


def announce(given: Given) -> Given:
    n = len(given["scores"])
    game = cardlab.game("redbeard", players=n, rituals=True)
    announced, zero = given["announced"], given["at_zero"]
    first = (announced or zero)[0]
    state = game.state(totals=_turned(given["scores"]), deal=2, declarer=-first % n, phase="exit")
    state = state.phase.enter(state)
    while state.to_move is not None:
        state = game.after(state, "knock out" if -state.to_move % n in announced else "silent")
    return _scored(game, state, game.deal_lines(state))


def drop_out(given: Given) -> Given:
    tricks = given["tricks_after_four"]
    n = len(tricks)
    game = cardlab.game("redbeard", players=n)
    suit = iter("23456789TJQKA")
    winners = [-seat % n for seat, won in enumerate(tricks) for _ in range(won)]
    # each winner leads a spade that nobody beats
    taken = [
        [((w - i) % n, "AS" if i == 0 else f"{next(suit)}{'HC'[i % 2]}") for i in range(min(n, 3))]
        for w in winners
    ]
    state = game.state(declarer=-given["soloist"] % n, taken=taken, phase="drop-out")
    return {"may_drop": sorted(-seat % n for seat in state.phase.may_drop(state))}


def auction(given: Given) -> Given:
    n = max(len(given["calls"]), 3)
    game = cardlab.game("redbeard", players=n)
    state = game.state(phase="auction", dealer=1, to_move=0, hands=[("AS",)] * n)
    for at, call in enumerate(given["calls"]):
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"illegal": at, "reason": verdict.rule}
        state = game.after(state, call)
    if state.contract is None:
        return {"bid": None, "soloist_index": None}
    return {"bid": str(state.contract.bid), "soloist_index": -state.declarer % n}


def full_deal(given: Given) -> Given:
    n = given["players"]
    game = cardlab.game("redbeard", players=n)
    hands = {-int(seat) % n: hand for seat, hand in given["hands"].items()}
    dealer = -given["dealer"] % n
    state = game.state(
        phase="auction",
        totals=_turned(given["scores"]),
        deal=2,
        dealer=dealer,
        to_move=(dealer - 1) % n,
        hands=hands,
    )
    for call in given["auction"]:
        state = game.after(state, call)
    assert state.declarer == -given["soloist"] % n
    for play in given["plays"]:
        while state.phase.id == "drop-out":
            state = game.after(state, "drop" if -state.to_move % n in given["dropped"] else "stay")
        state = game.after(state, play["card"], -play["seat"] % n)
    won = [-seat % n for seat in state.winners()]
    taken = {str(seat): won.count(seat) for seat in range(n)}
    return {"trick_winners": won, "tricks": taken} | _scored(game, state, game.deal_lines(state))


KINDS = {
    "legal": lambda given: _solo.legal(GAME, given),
    "trick-winner": lambda given: _solo.trick_winner(GAME, given),
    "auction": auction,
    "deal-score": deal_score,
    "announce": announce,
    "drop-out": drop_out,
    "full-deal": full_deal,
}
