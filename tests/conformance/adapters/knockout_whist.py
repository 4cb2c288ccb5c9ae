"""The vectors of Knockout Whist: single tricks, and who is out after a deal."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import legal, winner

Given = dict[str, Any]


def after(given: Given) -> Given:
    """Who was knocked out, who has the dog's life and who took the most, after a deal."""
    game = cardlab.game("knockout-whist", dog=given["dog"])
    result = game.Result(
        given["cards"], tuple(given["tricks"]), tuple(given["out"]), tuple(given["spent"])
    )
    dogs = tuple(game.saved(result))
    best = max(result.tricks)
    return {
        "out": [seat for seat in game.without_trick(result) if seat not in dogs],
        "dogs": list(dogs),
        "most": [seat for seat, n in enumerate(result.tricks) if n == best],
    }


KINDS = {
    "legal": lambda given: legal("knockout-whist", given),
    "winner": lambda given: winner("knockout-whist", given),
    "after": after,
}
