"""What the adapters of solo games share: seats in the order of play, tricks of ``{card, up}``
entries."""

from __future__ import annotations

from typing import Any

from ._tricks import Bag

Given = dict[str, Any]


def _trick(game: Any, given: Given) -> list[tuple[int, str]]:
    return [
        (at * game.direction % game.players, entry["card"])
        for at, entry in enumerate(given["trick"])
    ]


def legal(game: Any, given: Given) -> Given:
    trick = _trick(game, given)
    me = len(trick) * game.direction % game.players
    state = game.state(
        hands={me: given["hand"]}, trick=trick, trump=given["trump"], to_move=me, phase="play"
    )
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    refused = [
        {"card": c, "reason": str(v.rule)} for c, v in sorted(verdicts.items()) if not v.legal
    ]
    return {"legal": Bag([c for c, v in verdicts.items() if v.legal]), "illegal": refused}


def trick_winner(game: Any, given: Given) -> Given:
    winner = game.winner(_trick(game, given), given["trump"])
    return {"winner_index": winner * game.direction % game.players}
