"""Stop the Bus beside a second way of following it: cards as numbers, hands compared by another
count (`test_ranked_melds`)."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.players.bots import bot

from .test_ranked_melds import BRAG_COUNTS, CARDS, brag_kind, value

NUMBER = {str(card): number for number, card in enumerate(CARDS)}


def worth(hand: list[str], special: bool) -> float:
    numbers = tuple(NUMBER[card] for card in hand)
    return value(numbers, list(BRAG_COUNTS)[::-1], brag_kind(numbers), special)


class Table:
    """One deal, in which everybody's cards are seen."""

    def __init__(self, state: Any, turns: int) -> None:
        self.hands = [list(map(str, hand)) for hand in state.hands]
        self.middle = list(map(str, state.middle))
        self.turn = self.left_of(state.dealer)
        self.left = turns * sum(map(bool, self.hands))
        self.last_turns, self.over, self.swapped = 0, False, False

    def left_of(self, seat: int) -> int:
        n = len(self.hands)
        return next(s % n for s in range(seat + 1, seat + n + 1) if self.hands[s % n])

    def play(self, move: str) -> None:
        hand = self.hands[self.turn]
        stopped = self.last_turns > 0
        if move == "knock":
            self.last_turns = sum(map(bool, self.hands)) - 1
        elif move == "swap all":
            hand[:], self.middle = self.middle, hand[:]
        elif move != "go on":
            given, taken = move.removeprefix("swap ").split(" for ")
            hand[hand.index(given)] = taken
            self.middle[self.middle.index(taken)] = given
        if move.startswith("swap") and not stopped:
            self.swapped = True
            return
        self.swapped, self.turn, self.left = False, self.left_of(self.turn), self.left - 1
        if stopped:
            self.last_turns -= 1
            self.over = not self.last_turns
        elif move != "knock":
            self.over = not self.left

    def losers(self, special: bool, tie: str) -> list[int]:
        values = {seat: worth(hand, special) for seat, hand in enumerate(self.hands) if hand}
        low = [seat for seat, value in values.items() if value == min(values.values())]
        return [] if len(low) == len(values) or (tie == "none" and len(low) > 1) else low


CASES = tuple(product((2, 4, 8), ("one-or-three", "one"), ("special", "plain"), ("all", "none")))


@pytest.mark.parametrize(("players", "exchange", "order", "tie"), CASES)
def test_matches_followed_with_open_cards(
    players: int, exchange: str, order: str, tie: str
) -> None:
    game = cardlab.game(
        "stop-the-bus",
        players=players,
        exchange=exchange,
        order_of_melds=order,
        tie=tie,
        lives=2,
        turns=3,
    )
    match, rng = game.match(seed=players), random.Random(players)
    lives = [2] * players
    while not match.over:
        table = Table(match.state, 3)
        while not table.over:
            assert match.to_move == table.turn
            legal = {str(move) for move in match.legal_moves()}
            if table.swapped:
                assert legal == {"knock", "go on"}
            else:
                own, middle = table.hands[table.turn], table.middle
                singles = {f"swap {mine} for {other}" for mine in own for other in middle}
                assert legal == singles | ({"swap all"} if exchange != "one" else set())
            move = rng.choice(match.legal_moves() if not table.swapped else ("go on", "knock"))
            match.play(move)
            table.play(str(move))
        for seat in table.losers(order == "special", tie):
            lives[seat] -= 1
        assert list(match.totals.values()) == [2 - left for left in lives]
    assert (
        sum(map(bool, lives)) == 1
        and match.outcome.winners[0] == game.sides[lives.index(max(lives))].id
    )


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("stop-the-bus", players=4)
    hands = {0: "9H 9C 4D", 1: "5S 5H 2C", 2: "AS KD 9D", 3: "KS QD 2H"}
    return game, game.state(**{"hands": hands, "middle": "9S KC 2D", "to_move": 0} | given)


def test_one_card_makes_a_prial() -> None:
    game, state = table()
    state = game.after(state, "swap 4D for 9S")
    assert set(state.hands[0]) == {"9H", "9C", "9S"} and "4D" in state.middle
    assert game.brag.named(state.hands[0]) == "prial of nines"
    assert "9S" in state.seen_by(2).with_known_cards().hands[0]


def test_all_three_change_places() -> None:
    game, state = table(hands={0: "AS 7H 2C", 1: "5S 5H 3C"}, middle="QH JH TH")
    state = game.after(state, "swap all")
    assert state.hands[0] == ("QH", "JH", "TH") and set(state.middle) == {"AS", "7H", "2C"}
    assert game.brag.kind(state.hands[0]) == "running flush"


def test_the_worst_of_three_hands_loses_a_life() -> None:
    game, state = table(hands={1: "5S 5H 2C", 2: "AS KD 9D", 3: "KS QD 2H"})
    assert game.worst(state) == (3,)


def test_equal_hands() -> None:
    hands = {1: "AS KD 9D", 2: "AH KC 9C", 3: "7S 7D 2H"}
    assert table(hands=hands)[0].worst(table(hands=hands)[1]) == (1, 2)
    strict = cardlab.game("stop-the-bus", players=4, tie="none")
    assert strict.worst(strict.state(hands=hands)) == ()
    alike = {1: "AS KD 9D", 2: "AH KC 9C"}
    assert table()[0].worst(table(hands=alike)[1]) == ()


@pytest.mark.parametrize(
    ("given", "typed", "rule", "reason"),
    [
        ({}, "knock", "exchange-first", "you have to exchange first"),
        ({}, "go on", "exchange-first", "you have to exchange first"),
        ({"knocker": 2}, "knock", "already-knocked", "the bus was stopped by North"),
        (
            {},
            "swap 9H 9C for 9S KC",
            "one-or-three",
            "one card or all three are exchanged, never two",
        ),
        (
            {},
            "swap 9H for AC",
            "from-the-middle",
            "in the middle there are only 9♠, K♣ and 2♦",
        ),
        ({}, "swap AC for 9S", "hold-what-you-give", "you do not hold A♣"),
    ],
)
def test_what_is_refused(given: dict[str, Any], typed: str, rule: str, reason: str) -> None:
    game, state = table(**given)
    verdict = game.verdict(state, typed)
    assert (verdict.rule, verdict.say(reader=0)) == (rule, reason)


def test_a_table_that_exchanges_one_card_refuses_three() -> None:
    game = cardlab.game("stop-the-bus", exchange="one")
    state = game.state(hands={0: "9H 9C 4D"}, middle="9S KC 2D")
    verdict = game.verdict(state, "swap all")
    assert (verdict.rule, verdict.reason) == (
        "one-or-three",
        "only one card is exchanged at a time",
    )


def test_the_last_turns_end_the_deal() -> None:
    """North has knocked: East and South have one turn each, and then West was the last."""
    game, state = table(knocker=2, to_move=3)
    state = game.after(state, "swap 2H for KC")
    assert state.to_move == 0 and not state.exchanged
    state = game.after(game.after(state, "swap 4D for 9S"), "swap all")
    assert state.phase.id == "over" and state.hands[0] == state.seen_by(1).hands[0]


def test_a_bot_takes_what_it_needs_and_stops_the_bus_with_it() -> None:
    game, state = table()
    simple = bot("simple", seed=1)
    assert simple.choose(game.view(state)) == "swap 4D for 9S"
    assert simple.choose(game.view(game.after(state, "swap 4D for 9S"))) == "knock"
    weak = table(hands={0: "9H 6C 4D"}, middle="2S TC KD", exchanged=True)[1]
    assert simple.choose(game.view(weak)) == "go on"
