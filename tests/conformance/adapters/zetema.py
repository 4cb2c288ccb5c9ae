"""Vectors of Zetema."""

from __future__ import annotations

from collections import Counter
from typing import Any

import cardlab

Given = dict[str, Any]


def make(given: Given, players: int = 2) -> Any:
    return cardlab.game(
        "zetema", players=given.get("players", players), imperial=given.get("imperial") or "S"
    )


def spare(game: Any, used: list[str], count: int, ranks: str = "A23456789TJ") -> list[str]:
    """Cards of the pack that are not used."""
    left = Counter(game.pack) - Counter(used)
    return [c for c in left.elements() if c.rank in ranks][:count]


def setup(given: Given) -> Given:
    game = make(given)
    state = game.match(seed=1).state
    first = state.to_move
    return {
        "hand": len(state.hands[first]) - 1,
        "stock": len(state.stock) + 1,
        "sides": len(game.sides),
    }


def meld(given: Given) -> Given:
    doubled = [c for c in given["cards"] if given["cards"].count(c) > 1]
    game = make({"imperial": doubled[0][1] if doubled else None} | given)
    state = game.state(phase="turn", to_move=0, hands={0: given["cards"]}, stock=["2C"])
    verdict = game.verdict(state, "show " + " ".join(given["cards"]))
    if not verdict.legal:
        return {"type": None, "points": 0}
    kind = game.meld(given["cards"]).replace(" ", "_")
    return {"type": kind, "points": sum(x.points for x in game.after(state, verdict.move).pegged)}


def marriage(given: Given) -> Given:
    game = make(given, 2 if given["limit"] == 6 else 6)
    piles = {"K": given["k_pile"], "Q": given["q_pile"]}
    used = [*given["hand"], *given["k_pile"], *given["q_pile"]]
    stock = spare(game, [*used, "2D"], given["stock"])
    state = game.state(
        phase="turn", to_move=0, hands={0: given["hand"], 1: ["2D"]}, piles=piles, stock=stock
    )
    verdict = game.verdict(state, "marry " + " ".join(given["suits"]))
    if not verdict.legal:
        return {"ok": False, "reason": str(verdict.rule)}
    after = game.after(state, verdict.move)
    left = Counter(c for heap in state.piles for c in heap) - Counter(
        c for heap in after.piles for c in heap
    )
    fetched, gone = sorted(map(str, left.elements())), len(after.general)
    return {
        "ok": True,
        "points": sum(x.points for x in after.pegged),
        "from_piles": fetched,
        "to_general": gone,
        "draws": len(after.hands[0]) - len(given["hand"]) + gone - len(fetched),
    }


def discard(given: Given) -> Given:
    game, card = make(given), cardlab.Card(given["card"])
    shown = list(given.get("meld", ()))
    hand = shown if card in shown else [*shown, card]
    heap = spare(game, hand, given["pile_count"], card.rank)
    filler = spare(game, [*hand, *heap], 6)
    state = game.state(
        phase="turn",
        to_move=0,
        hands={0: [*hand, *filler][: max(len(hand), 6)], 1: filler[-1:]},
        piles={card.rank: heap},
        shown=shown,
        stock=["2C"],
    )
    verdict = game.verdict(state, f"discard {card}")
    if not verdict.legal:
        return {"ok": False, "reason": str(verdict.rule)}
    after = game.after(state, verdict.move)
    return {
        "ok": True,
        "zetema": any(x.rule == "zetema" for x in after.pegged),
        "points": sum(x.points for x in after.pegged),
        "pile_after": len(after.pile_of(card.rank)),
    }


def match(given: Given) -> Given:
    game, names = make(given), list(given["scores"])
    outcome = game.outcome(game.opening().but(totals=tuple(given["scores"].values())))
    winners = [
        n
        for n, side in zip(names, game.sides, strict=True)
        if outcome and side.id in outcome.winners
    ]
    return {"target": game.goal, "winner": winners[0] if len(winners) == 1 else None}


KINDS = {"setup": setup, "meld": meld, "marriage": marriage, "discard": discard, "match": match}
