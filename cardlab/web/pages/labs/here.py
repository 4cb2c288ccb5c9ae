"""What other laboratories are asked about a table: the odds of the cards that are still out, and what
the deal would score if it ended here.

Knows which question of the odds speaks of missing cards, and how a result stands in an address.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.engine.cards import BACK, unseen
from cardlab.families.tricks import TrickState
from cardlab.labs.odds import questions
from cardlab.labs.positions import UNDECLARED
from cardlab.web.pages.labs.results import so_far

__all__ = ["asked_of", "missing_trumps"]


def asked_of(state: Any) -> dict[str, Mapping[str, Any]]:
    """The words for other laboratories about this table, by their ids."""
    asked: dict[str, Mapping[str, Any]] = {}
    if result := _result(state):
        asked["scores"] = {"result": result}
    if missing := missing_trumps(state):
        split = next((q for q in questions(state.game) if q.id == "split"), None)
        counts = [blank for blank in split.blanks if blank.name == "missing"] if split else []
        if counts and counts[0].low <= missing <= counts[0].high:
            asked["odds"] = {"question": "split", "missing": missing}
    return asked


def missing_trumps(state: Any) -> int:
    """How many trumps the seat to move has not seen; 0 where nothing is trumps, or nobody is to
    move."""
    order = state.order if isinstance(state, TrickState) and state.has_order else None
    seat = state.actor() if state.to_move is not None else None
    if order is None or order.trump is None or seat is None:
        return 0
    known = [card for card in state.seen_by(seat).all_cards() if card is not BACK]
    left = unseen(state.game.pack, known)
    return sum(order.suit_of.get(card) == order.trump for card in left)


def _result(state: Any) -> str:
    """What the deal would come to if it ended here, in a line; where tricks or points are still to
    be made, only what was undertaken; "" where that means nothing."""
    try:
        result = state.game.result(state)
        return "" if result is None else so_far(state.game, result)
    except UNDECLARED:  # fewer tricks, say, than a result has
        return ""
