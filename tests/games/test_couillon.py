"""Couillon: the turned card is there to be seen, and the chalk lines from the first card on."""

from __future__ import annotations

import json

import pytest

import cardlab


def test_the_turned_card_is_seen_while_it_is_offered() -> None:
    match = cardlab.game("couillon").match(seed=17)
    turned = match.state.turned
    view = match.view(match.state.to_move).to_dict()
    assert turned.sign in view["prompt"] and turned.suit.name in view["prompt"]
    for seat in range(4):
        stock = next(z for z in match.view(seat).to_dict()["zones"] if z["id"] == "stock")
        assert (
            stock["faces"] == [{"card": str(turned), "marks": ["turned"]}] and stock["count"] == 8
        )


def test_the_bottom_card_is_told_and_seen_when_all_decline() -> None:
    match = cardlab.game("couillon").match(seed=17)
    bottom = match.state.stock[-1]
    for _ in range(4):
        match.play("decline")
    assert match.log()[-1] == f"South declines; the bottom card is turned: {bottom.sign}."
    view = match.view(0).to_dict()
    assert view["trump"]["card"] == str(bottom) and str(bottom) in json.dumps(view["zones"])


def test_five_lines_stand_on_the_table_before_anything_is_won() -> None:
    game = cardlab.game("couillon")
    match = game.match(seed=17)
    assert match.totals == {"north-south": 5, "east-west": 5} and set(
        match.view(0).to_dict()["totals"].values()
    ) == {5}
    assert [(x.rule, x.points) for x in match.lines] == [("chalk-lines", 5), ("chalk-lines", 5)]


SHOWING = [id for id in cardlab.games() if hasattr(cardlab.game(id).match(seed=3).state, "shown")]


@pytest.mark.parametrize("id", SHOWING)
def test_cards_turned_up_for_everybody_are_on_every_view(id: str) -> None:
    match = cardlab.game(id).match(seed=3)
    for _ in range(6):
        if match.over or match.state.to_move is None:
            break
        for card in match.state.shown:
            assert f'"{card}"' in json.dumps(match.view(0).to_dict()), (id, card)
        match.play(match.legal_moves()[0])
