"""Every sheet says truly who deals first."""

from __future__ import annotations

import random
from typing import Any


def first_dealers(game: Any) -> set[int]:
    """Who deals the first deal, with twenty seeds, when somebody is to play."""
    dealers = set()
    for seed in range(20):
        match, rng = game.match(seed=seed), random.Random(seed)
        dealers.add(match.state_at(1).dealer)
        while not match.over and not any(match.state.hands) and not game.deals_first:
            match.play(rng.choice(match.legal_moves()))
            dealers.add(match.state.dealer)
    return dealers


def test_who_deals_first_is_told(game: Any) -> None:
    told = next((rule.wording for rule in game.facts if rule == "next-dealer"), "")
    if not told:
        assert not game.deal_passes, "nobody deals"
        return
    dealers = first_dealers(game)
    if game.deals_first:
        assert told.startswith(game.deals_first)
        assert dealers == {game.opening().dealer}
        assert game.names[game.opening().dealer] in game.deals_first
    else:
        assert len(dealers) > 1, "the sheet leaves it open, and it is always the same seat"
        assert any("deals first" in rule.wording for rule in game.all_rules())
