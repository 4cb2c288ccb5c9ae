"""Bids by what a hand is worth: the calls of worked examples, and files that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardlab
from cardlab.engine.table import table
from cardlab.families.auctions import Auction
from cardlab.players import bot
from cardlab.players.bidding.reading import SystemFault
from cardlab.players.bidding.worths import read_worths, worth_pick, worth_says

LINES = (Path(__file__).parent / "value_calls.txt").read_text(encoding="utf-8").splitlines()
EXAMPLES = [line.split(" | ") for line in LINES if " | " in line and not line.startswith("#")]


EXAMPLES_OF = {
    **dict.fromkeys(("spades", "nap", "euchre"), 10),
    **dict.fromkeys(("kaiser", "redbeard", "klaverjassen"), 3),
    "quinto": 2,
    "belote": 4,
    "skat": 6,
}


@pytest.mark.parametrize("game", EXAMPLES_OF)
def test_the_calls_of_the_examples(game: str) -> None:
    found = [example for example in EXAMPLES if example[0] == game]
    assert len(found) == EXAMPLES_OF[game]
    for _, phase, seat, turned, hand, wanted in found:
        given = {} if turned == "-" else {"turned": turned}
        state = cardlab.game(game).state(
            phase=phase, dealer=0, to_move=int(seat), hands={int(seat): hand}, **given
        )
        pick = worth_pick(state.game.view(state), state.game.legal_moves(state))
        assert pick is not None and str(pick[0]) == wanted, (hand, wanted, pick)


def test_the_simple_bot_bids_by_it_and_says_why() -> None:
    match = cardlab.game("spades").match(seed=3)
    choice = bot("simple", seed=1).explain(match.seat_view())  # type: ignore[attr-defined]
    assert choice.why.say().startswith("worth about ")
    view = match.seat_view()
    told = {str(move): worth_says(view, move) for move in match.legal_moves()}
    assert told["nil"].startswith("no sure trick") and all(told.values())
    choices = table(match.state, match.to_move).to_dict()["choices"]
    assert {choice["move"]: choice["says"] for choice in choices} == told


@pytest.mark.slow
def test_where_the_values_decide_bots_that_imagine_deals_bid_by_them_too() -> None:
    passed_out = 0
    for seed in range(40):
        match = cardlab.game("skat").match(seed=9000 + seed)
        while isinstance(match.state.phase, Auction) and not match.ends:
            view = match.seat_view(match.to_move)
            choice = bot("sensible", seed=seed).choose(view)
            assert choice == bot("simple", seed=seed).choose(view), match.log()
            match.play(choice)
        passed_out += bool(match.ends)
    assert 0 < passed_out <= 10


def test_an_earlier_call_is_explained_only_where_it_says_the_same_in_every_situation() -> None:
    """Who ordered up had to be the stronger the further off the dealer: no text is true of all."""
    match = cardlab.game("euchre").match(seed=3)
    assert worth_says(match.seat_view(), match.legal_moves()[1]).startswith("three trumps with")
    match = match.play("order up")
    calls = [cell for row in match.view(0)["calls"]["rows"] for cell in row if cell]
    assert [cell.get("says") for cell in calls] == [None]


FILE = """
id = "test"
title = "A test"
rows = [
  {{ call = "3", needs = "{first}", says = "one" }},
  {{ call = "3", needs = "V 3.5+", says = "two" }},
]
[value.V]
title = "a value"
"""


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        ("V 3+", "line 6: 3 is never reached, because every hand for it makes the call of line 5"),
        ("V 4-3", "line 5: no number lies in 4-3"),
        ("W 3+", "line 5: there is no value 'W'; there are V"),
        ("V", "line 5: 'V' is no value with a range, such as V 6-9"),
    ],
)
def test_a_file_that_contradicts_itself_is_named_with_its_lines(first: str, sentence: str) -> None:
    with pytest.raises(SystemFault) as told:
        read_worths(FILE.format(first=first), "test.toml")
    assert sentence in str(told.value), told.value


def test_near_zero_a_score_of_redbeard_is_bid_by_the_tricks_that_are_needed() -> None:
    """No value is asked where a usual bid would go past 0."""
    hand = {3: "AH 6C 2H KH 4C AC"}
    game = cardlab.game("redbeard")
    state = game.state(phase="auction", dealer=0, to_move=3, hands=hand, totals=(12, 12, 12, 2))
    view = state.game.view(state)
    assert worth_pick(view, view.legal_moves()) is None
    choice = bot("simple", seed=1).choose(view)
    assert str(choice) in ("pass", "1", "2"), choice
