"""Who deals first can be agreed for a match: by name, or by the seed; a record keeps it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.record import Record, RecordError


def said_by_the_rules(game: Any) -> bool:
    """Where the players draw for the deal, or the same one always deals."""
    return not game.deals_first or not game.deal_passes


def test_every_seat_can_be_agreed_to_deal_first(game: Any) -> None:
    if said_by_the_rules(game):
        with pytest.raises(ValueError, match="leave dealer out"):
            game.match(seed=1, dealer=game.names[1])
        return
    rng = random.Random(game.id)
    for seat, name in enumerate(game.names):
        match = game.match(seed=3, dealer=name.lower())
        assert match.state.dealer == seat
        for _ in range(12):
            if match.over or match.to_move is None:
                break
            match.play(rng.choice(match.legal_moves()))
        again = Record.from_json(match.record.to_json()).replay()
        assert again.state == match.state and again.log() == match.log()
        assert again.at(2).record.replay().state == match.at(2).state
    assert game.match(seed=3).record.dealer == ""
    usual = game.match(seed=3).state.dealer
    assert game.match(seed=3, dealer=usual).record == game.match(seed=3).record
    drawn = {game.match(seed=seed, dealer="any").state.dealer for seed in range(40 * game.players)}
    assert drawn == {*range(game.players)}
    assert "deals first, if" in game.deals_first or "holds the bank first, if" in game.deals_first


def test_a_seat_that_there_is_not_is_refused_and_a_changed_record_noticed() -> None:
    whist = cardlab.game("whist")
    for wrong in ("Dan", 4, -1, True, ""):
        with pytest.raises(ValueError, match=r"there is no seat .* the seats are south, west"):
            whist.match(seed=1, dealer=wrong)
    data = whist.match(seed=1, dealer="West").record.to_dict()
    assert data["dealer"] == "West"
    with pytest.raises(RecordError, match="was changed after it was written"):
        Record.from_dict(data | {"dealer": "North"})
    del data["check"]
    with pytest.raises(RecordError, match="there is no seat 'Dan'"):
        Record.from_dict(data | {"dealer": "Dan", "moves": []}).replay()
