"""Vectors of Jersey Gin.  The knocker, or the breaker, sits in seat 0, the two others follow to
the left."""

from __future__ import annotations

from typing import Any

import cardlab

Given = dict[str, Any]
RANKS, SUITS = "A23456789TJQK", "CDHS"


def make(given: Given) -> Any:
    named = {**given, **given.get("options", {})}
    known = {o.name for o in cardlab.engine.catalogue.game_class("jersey-gin").all_options()}
    return cardlab.game(
        "jersey-gin", **{name: value for name, value in named.items() if name in known}
    )


def deadwood(given: Given) -> Given:
    return {"deadwood": make(given).deadwood(given["hand"])}


def _settled(game: Any, order: list[str], given: Given, **how: int) -> Given:
    result = game.Result(0, tuple(given["deadwood"][name] for name in order), **how)
    lines, winner = game.played(result), game.winner(result)
    kind = (
        "gin"
        if result.gin
        else "underknock"
        if any(x.rule == "underknock" for x in lines)
        else "knock"
    )
    return {"winner": order[winner], "score": sum(x.points for x in lines), "type": kind}


def end(given: Given) -> Given:
    order = [given["knocker"], *given["order"]]
    return _settled(make(given), order, given, gin=int(given.get("gin", False)))


def break_end(given: Given) -> Given:
    return _settled(make(given), given["order_from_breaker"], given, broke=1)


def _said(meld: Any) -> list[str]:
    return sorted(map(str, meld), key=lambda c: (RANKS.index(c[0]), SUITS.index(c[1])))


def layoff(given: Given) -> Given:
    game = make(given)
    cards = [card for card, _ in given["layoffs"]]
    spare = next(c for c in game.pack if c not in cards and all(c not in m for m in given["melds"]))
    state = game.state(
        phase="lay-off",
        to_move=1,
        knocker=0,
        hands={1: [*cards, spare]},
        melds={0: given["melds"]},
        stock=["2C"],
    )
    for at, (card, number) in enumerate(given["layoffs"]):
        verdict = game.verdict(state, f"lay off {card} on {' '.join(state.melds[0][number])}")
        if not verdict.legal:
            return {"ok": False, "at": at, "reason": str(verdict.rule)}
        state = game.after(state, verdict.move)
    return {"ok": True, "melds": [_said(meld) for meld in state.melds[0]]}


def draw(given: Given) -> Given:
    game = make(given)
    state = game.state(
        phase="draw",
        to_move=0,
        hands={0: given["hand"]},
        discards=[given["discard_top"]],
        stock=["2S", "3S", "4S"],
        breaker=0 if given["after_break"] else None,
        melds={0: given.get("melds", ())},
    )
    verdict = game.verdict(state, "take")
    return {"allowed": verdict.legal} | ({} if verdict.legal else {"reason": str(verdict.rule)})


def knock(given: Given) -> Given:
    game, hand = make(given), given["hand_after_discard"]
    spare = next(c for c in game.pack if c not in hand)
    state = game.state(
        phase="discard",
        to_move=0,
        hands={0: [*hand, spare]},
        source="stock",
        breaker=0 if given.get("after_break") else None,
    )
    left, verdict = game.deadwood(hand), game.verdict(state, f"knock {spare}")
    told = {"deadwood": left, "may": None if not verdict.legal else "gin" if left == 0 else "knock"}
    return told | ({} if verdict.legal else {"reason": str(verdict.rule)})


def match(given: Given) -> Given:
    """The last deal, a knock of 9 against 10 and 10, is taken out of the points of one who has
    won a deal."""
    game, names = make(given), list(given["scores"])
    last = max((n for n in names if given["hands_won"][n]), key=lambda n: given["scores"][n])
    names = [*names[names.index(last) :], *names[: names.index(last)]]
    before = tuple(given["scores"][n] - 2 * (n == last) for n in names)
    won = tuple(given["hands_won"][n] - (n == last) for n in names)
    lines = game.score(game.Result(0, (9, 10, 10), before=before, won=won))
    standing = game.carried(game.opening().but(totals=before), lines)
    outcome = game.outcome(standing)
    ids = dict(zip((side.id for side in game.sides), names, strict=True))
    winner = ids[outcome.winners[0]] if outcome and len(outcome.winners) == 1 else None
    return {"winner": winner, "final": dict(zip(names, standing.totals, strict=True))}


KINDS = {
    "deadwood": deadwood,
    "end": end,
    "break-end": break_end,
    "layoff": layoff,
    "draw": draw,
    "knock": knock,
    "match": match,
}
