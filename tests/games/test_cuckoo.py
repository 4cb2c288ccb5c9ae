"""Cuckoo beside a second way of following it: cards as numbers, lives in a list."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.engine.table import table as seen_table
from cardlab.players.bots import bot


def value(card: str, tie: str) -> float:
    """Aces 1 to kings 13; the suit is a fraction where it decides."""
    return "A23456789TJQK".index(card[0]) + 1 + ("DCHS".index(card[1]) / 4 if tie == "suit" else 0)


class Table:
    """One deal, in which everybody's card is seen."""

    def __init__(self, state: Any, lives: list[int], tie: str) -> None:
        self.cards = [str(hand[0]) if hand else "" for hand in state.hands]
        self.stock, self.dealer = [str(card) for card in state.stock], state.dealer
        self.lives, self.tie = lives, tie
        self.turn, self.over = self.left_of(self.dealer), False

    def left_of(self, seat: int) -> int:
        n = len(self.cards)
        return next(s % n for s in range(seat + 1, seat + n + 1) if self.cards[s % n])

    def play(self, move: str) -> None:
        seat, other = self.turn, self.left_of(self.turn)
        if move == "swap" and self.cards[other][0] != "K":
            self.cards[seat], self.cards[other] = self.cards[other], self.cards[seat]
        if move == "cut":
            top = self.stock.pop(0)
            self.cards[seat] = self.cards[seat] if top[0] == "K" else top
        self.over, self.turn = seat == self.dealer, other

    def settle(self) -> bool:
        """Take the lives; False if the deal is to be played again."""
        values = {s: value(card, self.tie) for s, card in enumerate(self.cards) if card}
        losers = [s for s, v in values.items() if v == min(values.values())]
        if self.tie == "none" and len(losers) > 1:
            losers = []
        if all(self.lives[s] == 1 and s in losers for s in values):
            return False
        for seat in losers:
            self.lives[seat] -= 1
        return True


CASES = tuple(product((2, 3, 5, 12), ("all", "none", "suit"), (1, 3)))


@pytest.mark.parametrize(("players", "tie", "lives"), CASES)
def test_matches_followed_with_open_cards(players: int, tie: str, lives: int) -> None:
    game = cardlab.game("cuckoo", players=players, tie=tie, lives=lives)
    for seed in range(4):
        match, rng = game.match(seed=seed), random.Random(seed)
        left = [lives] * players
        while not match.over:
            table = Table(match.state, left, tie)
            while not table.over:
                assert match.to_move == table.turn
                dealer = table.turn == table.dealer
                assert set(match.legal_moves()) == {"keep", "cut" if dealer else "swap"}
                for seat, card, holder in match.state.known:
                    assert seat != holder and table.cards[holder] == card
                move = rng.choice(match.legal_moves())
                match.play(move)
                table.play(str(move))
            counted = table.settle()
            assert list(match.totals.values()) == [lives - n for n in left]
            if not match.over:
                assert (match.state.dealer == table.dealer) is not counted or players == 1
                assert {s for s, hand in enumerate(match.state.hands) if hand} == {
                    s for s, n in enumerate(left) if n
                }
        assert sum(map(bool, left)) == 1
        assert match.outcome.winners == (game.sides[left.index(max(left))].id,)


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("cuckoo", players=4)
    hands = {0: "6C", 1: "3H", 2: "9D", 3: "KS"}
    return game, game.state(**{"hands": hands, "stock": "2S 4D", "to_move": 1} | given)


def test_swaps_a_king_and_a_cut() -> None:
    """West swaps a 3 for North's 9; North asks East, who shows a king; the dealer cuts a 2."""
    game, state = table()
    state = game.after(state, "swap")
    assert state.hands == (("6C",), ("9D",), ("3H",), ("KS",))
    assert "3H" in state.seen_by(1).with_known_cards().hands[2]
    assert "3H" not in state.seen_by(0).with_known_cards().hands[2]
    state = game.after(state, "swap")
    assert state.shown == ("KS",) and state.hands[2] == ("3H",)
    assert "KS" in state.seen_by(0).with_known_cards().hands[3]
    state = game.after(game.after(state, "keep"), "cut")
    assert state.hands[0] == ("2S",) and state.aside == ("6C",)
    assert game.result(state).losers == (0,)


def test_a_king_in_the_stock_leaves_the_dealer_the_old_card() -> None:
    game, state = table(to_move=0, stock="KH 4D")
    after = game.after(state, "cut")
    assert after.hands[0] == ("6C",) and after.aside == ("KH",)


@pytest.mark.parametrize(
    ("seat", "typed", "reason"),
    [
        (0, "swap", "you deal, and a dealer cuts the stock"),
        (1, "cut", "only a dealer cuts the stock, and that is South"),
    ],
)
def test_what_is_refused(seat: int, typed: str, reason: str) -> None:
    game, state = table(to_move=seat)
    verdict = game.verdict(state, typed)
    assert (verdict.rule, verdict.say(reader=seat)) == ("dealer-cuts-stock", reason)


def test_a_bot_keeps_what_cannot_be_the_lowest() -> None:
    """North was given a 5 for a 3, and knows that West is lower now."""
    game, state = table(hands={0: "6C", 1: "5H", 2: "3D", 3: "KS"})
    swapped = game.after(state, "swap")
    assert bot("simple", seed=1).choose(game.view(swapped)) == "keep"
    assert bot("simple", seed=1).choose(game.view(state)) == "swap"
    game, state = table(to_move=0)
    assert bot("simple", seed=1).choose(game.view(state)) == "cut"


def drawn(state: Any, viewer: int, holder: int) -> list[str | None]:
    """The faces of a hand as a seat sees it."""
    view = seen_table(state, viewer).to_dict()
    return [
        face["card"]
        for zone in view["zones"]
        for face in zone["faces"]
        if zone["id"] == f"hand-{holder}"
    ]


def test_a_king_that_refused_lies_open_to_everybody() -> None:
    game = cardlab.game("cuckoo", players=4)
    state = game.state(hands={0: "3S", 1: "KC", 2: "9D", 3: "5H"}, dealer=3, to_move=0)
    after = game.after(state, "swap")
    assert [drawn(after, viewer, 1) for viewer in (0, 2, 3)] == [["KC"]] * 3
    assert "West (three lives, to play): K♣" in str(seen_table(after, 2))


def test_giver_and_receiver_see_both_cards_after_a_swap_and_nobody_else_does() -> None:
    game = cardlab.game("cuckoo", players=4)
    state = game.state(hands={0: "3S", 1: "8C", 2: "9D", 3: "5H"}, dealer=3, to_move=0)
    after = game.after(state, "swap")
    assert (drawn(after, 0, 1), drawn(after, 1, 0)) == (["3S"], ["8C"])
    assert [drawn(after, viewer, holder) for viewer in (2, 3) for holder in (0, 1)] == [[]] * 4
    later = game.after(after, "swap")
    assert (drawn(later, 0, 2), drawn(later, 0, 1)) == (["3S"], []), "the three has moved on"
