"""Calls believed by the table of values: the tables at which they were made, and the hands that
fit them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import cardlab
from cardlab.engine.game import OVER
from cardlab.families.tricks import Tricks
from cardlab.players import RuleOfThumbBot
from cardlab.players.bidding.worths import matching, worth_pick, worths
from cardlab.players.fitting import calls_made
from cardlab.players.worlds import Worlds

VALUED = [id for id in cardlab.games() if cardlab.game(id).bid_values]
DEALS = 12


def deal(id: str, seed: int) -> Iterator[tuple[Any, list[Any]]]:
    """The tables of a deal up to the first lead, called by simple bots; each with the views that
    its calls were made from."""
    match = cardlab.game(id).match(seed=seed)
    bots = [RuleOfThumbBot(seat) for seat in range(match.game.players)]
    views: list[Any] = []
    while match.state.phase is not OVER and not isinstance(match.state.phase, Tricks):
        view = match.seat_view()
        match = match.play(bots[match.to_move].choose(view))
        calls = len(match.state.calls)
        if calls == len(view.calls) + 1:
            views = [*views[: calls - 1], view]
        yield match.state, views[:calls]


@pytest.mark.parametrize("id", VALUED)
def test_the_tables_of_the_calls_are_those_at_which_they_were_made(id: str) -> None:
    found = 0
    for seed in range(DEALS):
        for state, views in deal(id, seed):
            made = calls_made(state)
            assert len(made) == len(state.calls) == len(views)
            for call, view in zip(made, views, strict=True):
                rows = worths(view.game.bid_values)
                assert call.rows == tuple(matching(rows, view, view.legal_moves()))
                found += 1
    assert found >= DEALS


@pytest.mark.parametrize("id", VALUED)
def test_the_hand_that_made_a_call_fits_it_and_others_do_not(id: str) -> None:
    """Simple bots call by the table; where the hand is not known any more, nothing is asked."""
    off = []
    for seed in range(DEALS):
        for state, views in deal(id, seed):
            for call, view in zip(calls_made(state), views, strict=True):
                hand = state.game.called_with(state, view.me)
                if hand is None:
                    continue
                assert sorted(hand) == sorted(view.hand), (seed, hand, view.hand)
                assert call.misfit(hand) == 0, (seed, hand, call.call)
                off += [call.misfit(h) for h in state.dealt() if len(h) == len(view.hand)]
    assert any(off) and min(off) == 0


def test_imagined_hands_are_such_as_would_have_called_so() -> None:
    """Against the pick of the simple bot, which asks the table in its own way: of hands dealt at
    random few would have bid three in Nap."""
    nap = cardlab.game("nap")
    view = nap.match(seed=3).play("three").play("pass").play("pass").seat_view()

    def would_bid_three(world: Any) -> bool:
        first = nap.state(phase="auction", to_move=1, dealer=0, hands={1: world.hands[1]})
        pick = worth_pick(nap.view(first), nap.legal_moves(first))
        return pick is not None and str(pick[0]) == "three"

    drawn = {
        believed: [Worlds(view, random.Random(3), believed).draw() for _ in range(40)]
        for believed in (False, True)
    }
    fitting = {believed: sum(map(would_bid_three, worlds)) for believed, worlds in drawn.items()}
    assert fitting[False] < 10 and fitting[True] > 30, fitting


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_deals_that_fit_the_calls_are_imagined_in_every_game(id: str) -> None:
    """Also where calls say nothing of hands, as in games without tricks."""
    match = cardlab.game(id).match(seed=3)
    for seed in range(10):
        if match.over or match.to_move is None:
            break
        view = match.seat_view()
        world = Worlds(view, random.Random(seed), calls=True).draw()
        assert [*map(len, world.hands)] == [*map(len, view.hands)]
        match = match.play(RuleOfThumbBot(seed).choose(view))


def test_a_card_of_the_trick_on_the_table_was_dealt_to_its_player() -> None:
    kaiser = cardlab.game("kaiser")
    table = kaiser.state(
        trump="S", trick=[(1, "KH"), (2, "8H")], to_move=3, hands={1: "AS", 2: "KS"}
    )
    assert table.dealt()[1] == [*cardlab.cards("AS KH")]
    assert table.dealt()[2] == [*cardlab.cards("KS 8H")]
