"""Own Trumps beside a second way of following it: the pile and the hands as plain lists, and what
beats what by a table of its own."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.players.bots import bot

RANKS = "6789TJQKA"


def beats(card: str, top: str, trump: str) -> bool:
    """By all that may be said of two cards: suits and heights."""
    if card[1] == top[1]:
        return RANKS.index(card[0]) > RANKS.index(top[0])
    return card[1] == trump != top[1]


class Table:
    """All that lies on the table, as somebody keeps it who sees it."""

    def __init__(self, match: Any) -> None:
        game = match.game
        self.players, self.three, self.five = game.players, game.pick_up, game.pick_up_own
        self.trumps = {(1 + i) % self.players: "SHDC"[i] for i in range(self.players)}
        self.hands = [[str(card) for card in hand] for hand in match.entries[0].move.hands]
        for seat, suit in self.trumps.items():
            for hand in self.hands:
                if "6" + suit in hand:
                    hand.remove("6" + suit)
                    break
            self.hands[seat].append("6" + suit)
        self.pile, self.adding, self.turn, self.turns = list[str](), False, 1, 0
        self.most, self.over = game.turns, False

    def legal(self) -> set[str]:
        hand = {*self.hands[self.turn]}
        if not self.pile or self.adding:
            return hand
        trump, top = self.trumps[self.turn], self.pile[-1]
        return {"take", *(card for card in hand if beats(card, top, trump))}

    def play(self, move: str) -> None:
        hand, me = self.hands[self.turn], self.turn
        if move == "take":
            top = self.pile[-1]
            many = self.three
            if top[1] == self.trumps[me]:
                many = len(self.pile) if top[0] == "A" else self.five
            for _ in range(min(many, len(self.pile))):
                hand.append(self.pile.pop())
        else:
            beaten = bool(self.pile) and not self.adding
            hand.remove(move)
            self.pile.append(move)
            self.adding = beaten and bool(hand)
            if self.adding:
                return
        self.turns += 1
        left = [seat for seat, cards in enumerate(self.hands) if cards]
        self.over = len(left) == 1 or self.turns == self.most
        self.turn = next(
            (me + step) % self.players
            for step in range(1, self.players + 1)
            if (me + step) % self.players in left
        )


CASES = [*product((2, 3, 4), ((3, 5), (1, 2)))]


@pytest.mark.parametrize(("players", "counts"), CASES)
def test_a_deal_followed_with_open_hands(players: int, counts: tuple[int, int]) -> None:
    three, five = counts
    game = cardlab.game(
        "own-trumps", players=players, pick_up=three, pick_up_own=five, deals=1, turns=150
    )
    for seed in range(3):
        match, rng = game.match(seed=seed), random.Random(seed)
        table = Table(match)
        while not table.over:
            assert match.to_move == table.turn
            assert {str(move) for move in match.legal_moves()} == table.legal()
            eager = sorted(table.legal() - {"take"}) or ["take"]
            move = rng.choice(eager if rng.random() < 0.9 else sorted(table.legal()))
            match.play(move)
            table.play(move)
            assert list(map(str, match.state.pile)) == table.pile
        held = [len(hand) for hand in table.hands]
        assert match.over
        assert list(match.totals.values()) == [int(n == max(held)) for n in held]


def table(**given: Any) -> tuple[Any, Any]:
    """South deals: West has spades, North hearts, East diamonds and South clubs."""
    game = cardlab.game("own-trumps")
    hands = {0: "KC 6C 7D QH", 1: "6S 8H", 2: "9S", 3: "TS"}
    return game, game.state(**{"hands": hands} | given)


def test_the_suits_go_round_from_the_dealers_left() -> None:
    for dealer, suits in ((0, "CSHD"), (2, "HDCS")):
        _, state = table(dealer=dealer)
        assert [state.trump_of(seat) for seat in range(4)] == [*suits]
    three = cardlab.game("own-trumps", players=3)
    assert [three.suit_of_seat(1, seat) for seat in range(3)] == ["H", "D", "S"]


def test_what_beats_the_top_and_why_other_cards_do_not() -> None:
    game, state = table(pile="9D QC")
    reasons = {
        "6C": "6♣ is lower than Q♣",
        "7D": "Q♣ is one of your trumps, and only a higher one beats it",
    }
    for typed, reason in reasons.items():
        verdict = game.verdict(state, typed)
        assert (verdict.legal, verdict.reason) == (False, reason)
    assert {str(m) for m in game.legal_moves(state)} == {"KC", "take"}
    _, other = table(pile="9C 9D")
    assert game.verdict(other, "QH").reason == "Q♥ is neither a diamond nor one of your trumps"
    assert {str(m) for m in game.legal_moves(other)} == {"KC", "6C", "take"}


def test_beating_is_followed_by_one_card_more() -> None:
    game, state = table(pile="9D QC")
    state = game.after(state, "KC")
    assert state.to_move == 0
    assert game.verdict(state, "take").rule == "one-card-more"
    state = game.after(state, "QH")
    assert (state.to_move, state.pile) == (1, ("9D", "QC", "KC", "QH"))


@pytest.mark.parametrize(
    ("pile", "taken"),
    [("7S 8S 9S TS JS QS KD", 3), ("7S 8S 9S TS JS QS KC", 5), ("7S 8S 9S TS JS QS AC", 7), ("KD", 1)],
)  # fmt: skip
def test_how_many_cards_are_picked_up(pile: str, taken: int) -> None:
    game, state = table(pile=pile)
    after = game.after(state, "take")
    assert len(after.hands[0]) == 4 + taken and after.to_move == 1
    assert len(after.pile) == len(pile.split()) - taken
    assert {k.card for k in after.known if k.seat == 2} == {*pile.split()[-taken:]}


def test_nothing_is_picked_up_from_an_empty_table() -> None:
    game, state = table()
    verdict = game.verdict(state, "take")
    assert (verdict.rule, verdict.reason) == ("lead-on-nothing", "there is no card to pick up")


def test_whoever_beats_with_the_last_card_is_out() -> None:
    game, state = table(pile="QC", hands={0: "KC", 1: "6S 8H", 2: "", 3: ""})
    assert game.after(state, "KC").phase.id == "over"


def test_the_bot_beats_with_the_cheapest_card() -> None:
    game, state = table(pile="9D", hands={0: "KC 6C TD QD", 1: "6S 8H", 2: "9S", 3: "TS"})
    assert bot("simple", seed=1).choose(game.view(state)) == "TD"
