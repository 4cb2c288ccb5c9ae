"""The grid of bids that a page draws: higher bids stand later, and no cell is left empty."""

from __future__ import annotations

import random
from typing import Any

from cardlab.engine.moves import Bid


def ladders(game: Any) -> list[list[Bid]]:
    """The bids with a cell that are offered together, in a few deals."""
    found = []
    for seed in range(3):
        match, rng = game.match(seed=seed), random.Random(seed)
        for _ in range(12):
            if match.over:
                break
            bids = [move for move in match.candidates() if isinstance(move, Bid)]
            found.append([bid for bid in bids if bid.at is not None])
            match.play(rng.choice(match.legal_moves()))
    return [bids for bids in found if bids]


def test_bids_fill_their_grid_in_the_order_of_their_height(game: Any) -> None:
    for bids in ladders(game):
        cells = [bid.at for bid in sorted(bids, key=lambda bid: bid.height)]
        assert cells == sorted(set(cells)), "a higher bid stands later"
        for row in {row for row, _ in cells}:
            assert {column for at, column in cells if at == row} == {
                *range(sum(at == row for at, _ in cells))
            }
        assert {row for row, _ in cells} == {*range(len({row for row, _ in cells}))}
