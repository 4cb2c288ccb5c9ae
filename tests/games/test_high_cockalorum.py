"""High Cockalorum beside a second way of following it, in which a suit is a row of numbers."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.players.bots import bot


def number(card: str, ace: str) -> tuple[str, int]:
    """A card as its suit and its place in it."""
    row = "23456789TJQK"
    place = (0 if ace == "low" else 13) if card[0] == "A" else row.index(card[0]) + 1
    return card[1], place


@pytest.mark.parametrize(
    ("players", "ace", "in_turn"), tuple(product((2, 4, 10), ("low", "high"), (False, True)))
)
def test_deals_followed_with_open_hands(players: int, ace: str, in_turn: bool) -> None:
    game = cardlab.game("high-cockalorum", players=players, ace=ace, in_turn=in_turn)
    for seed in range(3):
        match, rng = game.match(seed=seed), random.Random(seed)
        hands: list[set[tuple[str, int]]] = [
            {number(str(card), ace) for card in hand} for hand in match.state.hands
        ]
        turn, series = 1 % players, 0
        last: tuple[str, int] | None = None
        while all(hands):
            following = None if last is None else (last[0], last[1] + 1)
            holder = next((s for s, hand in enumerate(hands) if following in hand), None)
            if last is not None and (holder is None or series == 5):
                last, series, following, holder = None, 0, None, None
            elif last is not None and not in_turn:
                turn = holder  # type: ignore[assignment]  # somebody has it
            elif last is not None:
                turn = (turn + 1) % players
            assert match.to_move == turn
            moves: Any = match.legal_moves()
            if following is None:
                assert {number(m, ace) for m in moves} == hands[turn]
            elif holder == turn:
                assert [number(m, ace) for m in moves] == [following]
            else:
                assert list(moves) == ["pass"]
            move = rng.choice(moves)
            match.play(move)
            if move != "pass":
                last, series = number(str(move), ace), series + 1
                hands[turn].remove(last)
        winner = game.sides[hands.index(set())]
        (line,) = [entry for entry in match.lines if entry.deal == 1]
        assert (line.side, line.points) == (winner.id, 1)


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("high-cockalorum")
    hands = {0: "5H 8H KS 2C", 1: "6H 9D", 2: "7H 3C", 3: "4C QS"}
    return game, game.state(**{"hands": hands} | given)


def test_the_holder_of_the_next_card_plays_it_wherever_they_sit() -> None:
    game, state = table()
    for move, seat in (("5H", 0), ("6H", 1), ("7H", 2), ("8H", 0)):
        assert state.to_move == seat
        state = game.after(state, move)
    assert state.to_move == 0 and state.stopped, "9♥ is in nobody's hand"
    verdict = game.verdict(table(series="4H")[1], "8H")
    assert (verdict.rule, verdict.say(reader=0)) == (
        "must-continue",
        "5♥ is the card that follows 4♥",
    )


def test_a_series_stops_at_the_king_and_at_a_card_that_is_gone() -> None:
    game, state = table()
    after = game.after(state, "KS")
    assert after.stopped and after.to_move == 0
    game, state = table(gone="6H")
    after = game.after(state, "5H")
    assert after.stopped and after.to_move == 0


def test_a_pass_is_refused_to_a_leader_and_to_the_holder_of_the_next_card() -> None:
    game = cardlab.game("high-cockalorum", in_turn=True)
    state = game.state(hands={0: "5H 8H", 1: "6H 9D", 2: "7H", 3: "4C"})
    assert game.verdict(state, "pass").say(reader=0) == "whoever leads plays a card"
    state = game.state(hands={0: "5H 8H", 1: "6H 9D", 2: "7H", 3: "4C"}, series="4H")
    assert game.verdict(state, "pass").say(reader=0) == "you hold 5♥"
    assert "pass" in game.legal_moves(state.but(to_move=1))


def test_a_bot_leads_what_takes_most_of_its_cards_along() -> None:
    game = cardlab.game("high-cockalorum")
    state = game.state(hands={0: "5H 6H 7H 2C 3C 9S", 1: "8H 9D", 2: "4C 9C", 3: "TS QS"})
    assert bot("simple", seed=1).choose(game.view(state)) == "5H"


def test_cards_left_with_the_others_may_count() -> None:
    game = cardlab.game("high-cockalorum", count=True)
    state = game.state(hands={0: "KS", 1: "6H 9D", 2: "7H 3C 8C 9C", 3: "4C"})
    after = game.after(state, "KS")
    (line,) = game.score(game.result(after))
    assert (line.side, line.points) == ("south", 7)
