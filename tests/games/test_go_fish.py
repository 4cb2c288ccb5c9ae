"""Go Fish beside a second way of following it: hands, stock and sets kept as plain lists, and what
everybody has heard held against the hands as they are."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.families.asking import ask_for_rank
from cardlab.players.bots import bot


class Pond:
    """The hands, the stock and the sets, as somebody keeps them who sees everything."""

    def __init__(self, match: Any, one: bool, asked_next: bool) -> None:
        deal = match.entries[0].move
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        self.stock = [str(card) for card in deal.stock]
        self.sets: list[list[str]] = [[] for _ in self.hands]
        self.one, self.asked_next, self.players = one, asked_next, len(self.hands)
        for seat in range(self.players):
            self.lay(seat)
        self.turn = self.able(1)

    def lay(self, seat: int) -> None:
        for rank in {card[0] for card in self.hands[seat]}:
            if sum(card[0] == rank for card in self.hands[seat]) == 4:
                self.hands[seat] = [card for card in self.hands[seat] if card[0] != rank]
                self.sets[seat].append(rank)

    def able(self, seat: int) -> int:
        """The first player from here who has cards or can draw one."""
        seats = [(seat + i) % self.players for i in range(self.players)]
        return next((s for s in seats if self.hands[s] or self.stock), -1)

    def legal(self) -> set[str]:
        names = cardlab.game("go-fish", players=self.players).names
        ranks = {card[0].replace("T", "10") for card in self.hands[self.turn]}
        others = [s for s in range(self.players) if s != self.turn and self.hands[s]]
        return {f"ask {names[s]} for {r}" for s in others for r in ranks} or {"draw"}

    def ask(self, seat: int, rank: str) -> None:
        me, given = self.turn, [card for card in self.hands[seat] if card[0] == rank]
        given = sorted(given)[:1] if self.one else given
        again = bool(given)
        self.hands[seat] = [card for card in self.hands[seat] if card not in given]
        self.hands[me] += given
        if not given and self.stock:
            again = self.stock[0][0] == rank
            self.hands[me].append(self.stock.pop(0))
        self.lay(me)
        self.turn = self.able(me if again else seat if self.asked_next else (me + 1))

    def draw(self) -> None:
        me = self.turn
        self.hands[me].append(self.stock.pop(0))
        self.lay(me)
        able = self.hands[me] and any(h for s, h in enumerate(self.hands) if s != me)
        self.turn = self.able(me if able else me + 1)


@pytest.mark.parametrize(
    ("players", "one", "pass_to"), tuple(product((3, 4, 6), (False, True), ("left", "asked")))
)
def test_matches_followed_with_open_hands(players: int, one: bool, pass_to: str) -> None:
    game = cardlab.game("go-fish", players=players, one=one, pass_to=pass_to)
    for seed in range(8):
        match, rng = game.match(seed=seed), random.Random(seed)
        pond = Pond(match, one, pass_to == "asked")
        while not match.over:
            assert match.to_move == pond.turn
            moves = {str(move): move for move in match.legal_moves()}
            assert set(moves) == pond.legal()
            for seat, rank, least in match.state.heard:
                held = sum(card[0] == rank for card in pond.hands[seat])
                assert held >= least and (least or not held), "what was heard is true"
            move: Any = moves[rng.choice(sorted(moves))]
            match.play(move)
            pond.draw() if move == "draw" else pond.ask(move.seat, move.wanted)
            assert [sorted(map(str, hand)) for hand in match.state.hands] == [
                sorted(hand) for hand in pond.hands
            ]
        assert list(match.totals.values()) == [len(ranks) for ranks in pond.sets]
        assert sum(match.totals.values()) == 13


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("go-fish")
    hands = {0: "8S 8H KD", 1: "8D 2C", 2: "3C", 3: ""}
    return game, game.state(**{"hands": hands, "stock": "8C 4D", "to_move": 0} | given)


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        ("ask West for 2", "hold-the-rank", "you hold no two"),
        ("ask West for sevens", "hold-the-rank", "you hold no seven"),
        ("ask East for 8", "ask-somebody-with-cards", "there are no cards in East's hand"),
        ("ask South for 8", "ask-somebody-with-cards", "a player asks somebody else"),
    ],
)
def test_what_may_not_be_asked(typed: str, rule: str, reason: str) -> None:
    game, state = table()
    verdict = game.verdict(state, typed)
    assert (verdict.legal, verdict.rule, verdict.say(reader=0)) == (False, rule, reason)


def test_a_fish_of_the_rank_asked_for_asks_again_and_completes_a_set() -> None:
    game, state = table()
    after = game.after(state, "ask West for 8")
    assert after.to_move == 0 and after.hands[1] == ("2C",)
    after = game.after(after, "ask North for eights")
    assert game.sets(after) == (1, 0, 0, 0)
    assert after.hands[0] == ("KD",) and after.to_move == 0


def test_a_bot_asks_where_the_card_was_heard_to_be() -> None:
    """West has asked for kings and East has none: a bot asks West; the hidden hands are dealt
    accordingly."""
    game = cardlab.game("go-fish")
    hands = {0: "KS 5D", 1: "KD 2C 3D", 2: "4C 6C 7C", 3: "9C 9D JC"}
    state = game.state(hands=hands, stock="KH KC 5S", to_move=0)
    state = state.hear(1, "K", 1).hear(3, "K", 0)
    view = game.view(state)
    assert game.chance(view, ask_for_rank(1, "West", "K")) == 1.0
    assert game.chance(view, ask_for_rank(3, "East", "K")) == 0.0
    assert bot("simple", seed=1).choose(view) == "ask West for K"
    for seed in range(20):
        world = view.imagined(random.Random(seed))
        assert any(card.rank == "K" for card in world.hands[1])
        assert not any(card.rank == "K" for card in world.hands[3])
