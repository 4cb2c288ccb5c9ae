"""What the adapters of the games with a pool share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cardlab

from ._tricks import Bag

Given = dict[str, Any]


def legal(id: str, given: Given) -> Given:
    """What is open from a hand in a trick given as cards in their order."""
    trick = [(seat, entry["card"]) for seat, entry in enumerate(given["trick"])]
    game, me = cardlab.game(id, players=max(4, len(trick) + 1)), len(trick)
    state = game.state(
        hands={me: given["hand"]}, trick=trick, trump=given["trump"], to_move=me, phase="play"
    )
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    refused = [{"card": c, "reason": str(v.rule)} for c, v in verdicts.items() if not v.legal]
    return {"legal": Bag([c for c, v in verdicts.items() if v.legal]), "illegal": Bag(refused)}


def trick_winner(id: str, given: Given) -> Given:
    trick = [(seat, entry["card"]) for seat, entry in enumerate(given["trick"])]
    return {
        "winner_index": cardlab.game(id, players=max(4, len(trick))).winner(trick, given["trump"])
    }


def tricks(given: Given, players: int) -> tuple[int | None, ...]:
    """The tricks by seat; None for those who are not named."""
    return tuple(given.get(str(seat)) for seat in range(players))


def sums(game: Any, lines: Iterable[Any]) -> list[int]:
    """The chips of each seat."""
    return list(cardlab.totals(lines, (side.id for side in game.sides)).values())
