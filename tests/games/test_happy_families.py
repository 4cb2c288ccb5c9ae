"""Happy Families beside a second way of following it: hands as plain lists, and what everybody has
heard held against the hands as they are."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Card
from cardlab.families.asking import ask_for_card
from cardlab.players.bots import bot


class Homes:
    """The hands and the families, as somebody keeps them who sees everything."""

    def __init__(self, match: Any, asked_next: bool) -> None:
        self.hands = [[str(card) for card in hand] for hand in match.entries[0].move.hands]
        self.families: list[list[str]] = [[] for _ in self.hands]
        self.asked_next, self.players = asked_next, len(self.hands)
        for seat in range(self.players):
            self.lay(seat)
        self.turn = self.with_cards(1)

    def lay(self, seat: int) -> None:
        for rank in "A23456789TJQK":
            if sum(card[0] == rank for card in self.hands[seat]) == 4:
                self.hands[seat] = [card for card in self.hands[seat] if card[0] != rank]
                self.families[seat].append(rank)

    def with_cards(self, seat: int) -> int:
        seats = [(seat + i) % self.players for i in range(self.players)]
        return next((s for s in seats if self.hands[s]), -1)

    def legal(self) -> set[tuple[int, str]]:
        mine = self.hands[self.turn]
        wanted = {rank + suit for rank in {c[0] for c in mine} for suit in "SHDC"} - {*mine}
        others = [s for s in range(self.players) if s != self.turn and self.hands[s]]
        return set(product(others, wanted))

    def ask(self, seat: int, card: str) -> None:
        me = self.turn
        if card in self.hands[seat]:
            self.hands[seat].remove(card)
            self.hands[me].append(card)
            self.lay(me)
            self.turn = self.with_cards(me)
        else:
            self.turn = self.with_cards(seat if self.asked_next else (me + 1) % self.players)


FAMILIES = {"pack-of-52": "A23456789TJQK", "special44": "A456789TJQK"}
CASES = tuple(product((3, 4, 5, 6), ("asked", "left"), FAMILIES))


@pytest.mark.parametrize(("players", "pass_to", "families"), CASES)
def test_matches_followed_with_open_hands(players: int, pass_to: str, families: str) -> None:
    game = cardlab.game("happy-families", players=players, pass_to=pass_to, families=families)
    ranks = FAMILIES[families]
    assert sorted(game.pack) == sorted(rank + suit for rank in ranks for suit in "SHCD")
    for seed in range(3):
        match, rng = game.match(seed=seed), random.Random(seed)
        homes = Homes(match, pass_to == "asked")
        while not match.over:
            assert match.to_move == homes.turn
            moves: Any = match.legal_moves()
            assert {(m.seat, m.wanted) for m in moves} == homes.legal()
            for seat, rank, least in match.state.heard:
                assert sum(card[0] == rank for card in homes.hands[seat]) >= least
            for hand, lacking in zip(homes.hands, match.state.lacking, strict=True):
                assert not {*hand} & {*map(str, lacking)}
            for _, card, holder in match.state.known:
                assert card in homes.hands[holder]
            move = rng.choice(moves)
            match.play(move)
            homes.ask(move.seat, move.wanted)
            assert [sorted(hand) for hand in match.state.hands] == [
                sorted(hand) for hand in homes.hands
            ]
        assert list(match.totals.values()) == [len(ranks) for ranks in homes.families]
        assert sum(match.totals.values()) == len(FAMILIES[families])


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("happy-families")
    hands = {0: "8S 8H KD", 1: "8D 2C", 2: "8C 2D KS", 3: ""}
    return game, game.state(**{"hands": hands, "to_move": 0} | given)


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        ("ask West for 2C", "family-in-hand", "you hold no two"),
        ("ask West for the seven of clubs", "family-in-hand", "you hold no seven"),
        ("ask West for 8S", "not-your-own-card", "8♠ is in your own hand"),
        ("ask East for 8D", "ask-somebody-with-cards", "there are no cards in East's hand"),
        ("ask South for 8D", "ask-somebody-with-cards", "a player asks somebody else"),
    ],
)
def test_what_may_not_be_asked(typed: str, rule: str, reason: str) -> None:
    game, state = table()
    verdict = game.verdict(state, typed)
    assert (verdict.legal, verdict.rule, verdict.say(reader=0)) == (False, rule, reason)


def test_a_card_is_asked_for_by_its_name_and_the_last_one_makes_a_family() -> None:
    game, state = table()
    after = game.after(state, "ask West for the eight of diamonds")
    assert after.to_move == 0 and after.hands[1] == ("2C",)
    after = game.after(after, "ask North for 8C")
    assert game.sets(after) == (1, 0, 0, 0) and after.hands[0] == ("KD",) and after.to_move == 0
    after = game.after(after, "ask West for KS")
    assert after.to_move == 1 and after.hands[0] == ("KD",)


def test_everybody_remembers_what_was_asked() -> None:
    """West has asked South and East for a king in vain and lacks it: only North can have it."""
    game = cardlab.game("happy-families")
    hands = {0: "KS 5D 5S", 1: "KD KH 5C", 2: "KC", 3: "5H"}
    laid = ("", "", "", " ".join(rank + suit for rank in "A2346789TJQ" for suit in "SHDC"))
    state = game.state(hands=hands, laid=laid, to_move=1)
    state = game.after(game.after(state, "ask East for KC").but(to_move=1), "ask South for KC")
    assert state.to_move == 0
    view, card = game.view(state), Card("KC")
    assert not any(view.may_hold(seat, card) for seat in (0, 1, 3)) and view.may_hold(2, card)
    assert game.chance(view, ask_for_card(2, "North", card)) == 1.0
    assert game.chance(view, ask_for_card(1, "West", card)) == 0.0
    assert bot("simple", seed=1).choose(view) == "ask North for KC"
    for seed in range(20):
        assert card in view.imagined(random.Random(seed)).hands[2]


def test_a_card_that_was_given_is_known_to_all_until_it_is_laid_or_given_on() -> None:
    game, state = table()
    after = game.after(state, "ask West for 8D")
    for viewer in (1, 2, 3):
        assert Card("8D") in after.seen_by(viewer).with_known_cards().hands[0]
    laid = game.after(after, "ask North for 8C")
    assert not any(card.rank == "8" for _, card, _ in laid.known)


def test_a_family_that_is_not_in_the_pack_cannot_be_asked_for() -> None:
    game = cardlab.game("happy-families", families="special44")
    match = game.match(seed=1)
    asked = (match.to_move + 1) % 4
    verdict = match.verdict(f"ask {game.names[asked]} for 3H")
    assert (verdict.legal, verdict.rule) == (False, "family-in-hand")
    assert verdict.say() == "there is no three in the pack"
    assert "When all eleven families are laid" in " ".join(game.rules().split())
