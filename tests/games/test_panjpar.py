"""Panjpar beside a second way of following it: hands as plain lists, attacks by trying every set of
cards, and who draws what."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import pack
from cardlab.players.bots import bot
from cardlab.rulebook.panjpar import is_attack, may_become

RANKS = "23456789TJQKA"


def attacks(cards: Any) -> bool:
    """One card; three of which two match; five that are split into two pairs and a card."""
    ranks = [card[0] for card in cards]
    if len(ranks) == 3:
        return len({*ranks}) < 3
    if len(ranks) == 5:
        places = range(5)
        return any(
            ranks[a] == ranks[b] and ranks[c] == ranks[d]
            for a, b in combinations(places, 2)
            for c, d in combinations([p for p in places if p not in (a, b)], 2)
        )
    return len(ranks) == 1


def open_cards(laid: list[str], hand: list[str], most: int) -> set[str]:
    """The cards that may be laid next: some attack has them and all that are laid."""
    cards = set[str]()
    for size in (1, 3, 5):
        more = size - len(laid)
        if more > 0 and size <= most:
            for chosen in combinations(hand, more):
                if attacks([*laid, *chosen]):
                    cards |= {*chosen}
    return cards


class Table:
    """Both hands, the stock and what lies on the table, as somebody keeps it who sees all."""

    def __init__(self, match: Any) -> None:
        deal = match.entries[0].move
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        stock = [str(card) for card in deal.stock]
        self.stock = [*stock[1:], stock[0]]
        self.trump = stock[0][1]
        self.attacker, self.laid, self.attack = 1, list[str](), list[str]()
        self.kept, self.over = list[str](), False

    @property
    def turn(self) -> int:
        return 1 - self.attacker if self.attack else self.attacker

    def beats(self, card: str, top: str) -> bool:
        if card[1] == top[1]:
            return RANKS.index(card[0]) > RANKS.index(top[0])
        return card[1] == self.trump

    def legal(self) -> set[str]:
        hand = self.hands[self.turn]
        if self.attack:
            return {"take", *(card for card in hand if self.beats(card, self.attack[0]))}
        stop = {"attack"} if attacks(self.laid) else set()
        return stop | open_cards(self.laid, hand, len(self.hands[1 - self.attacker]))

    def play(self, move: str) -> None:
        hand = self.hands[self.turn]
        if move == "attack":
            self.attack, self.laid = self.laid, []
        elif not self.attack:
            hand.remove(move)
            self.laid.append(move)
        else:
            top = self.attack.pop(0)
            if move == "take":
                self.kept.append(top)
            else:
                hand.remove(move)
            if not self.attack:
                self.settle()

    def settle(self) -> None:
        attacker, defender = self.attacker, 1 - self.attacker
        self.hands[defender] += self.kept
        if not self.kept:
            self.attacker = defender
        self.kept = []
        for seat in (attacker, defender):
            while self.stock and len(self.hands[seat]) < 5:
                self.hands[seat].append(self.stock.pop(0))
        self.over = not all(self.hands)


@pytest.mark.parametrize("seed", range(12))
def test_a_deal_followed_with_open_hands(seed: int) -> None:
    match, rng = cardlab.game("panjpar", target=1).match(seed=seed), random.Random(seed)
    table = Table(match)
    while not table.over:
        assert match.to_move == table.turn
        assert {str(move) for move in match.legal_moves()} == table.legal()
        move = rng.choice(sorted(table.legal()))
        match.play(move)
        table.play(move)
        assert [sorted(map(str, hand)) for hand in match.state.hands] == [
            sorted(hand) for hand in table.hands
        ] or table.over
    held = [len(hand) for hand in table.hands]
    assert list(match.totals.values()) == [int(not n and sum(held) > 0) for n in held]


def test_attacks_are_those_with_pairs_enough() -> None:
    """Every shape of up to six cards of four ranks, in every split into laid and held."""
    rng, cards = random.Random(1), pack()
    for _ in range(1500):
        ranks = rng.sample(RANKS, rng.choice((2, 3, 4, 5, 6)))
        pool = [card for card in cards if card.rank in ranks]
        drawn = rng.sample(pool, rng.randint(1, min(8, len(pool))))
        assert is_attack(tuple(drawn)) == (len(drawn) in (1, 3, 5) and attacks(drawn))
        at = rng.randint(1, min(5, len(drawn)))
        laid, hand = tuple(drawn[:at]), tuple(drawn[at:])
        by_trying = any(
            attacks([*laid, *more])
            for size in (1, 3, 5)
            if size >= at
            for more in combinations(hand, size - at)
        )
        assert may_become(laid, hand) == by_trying, (laid, hand)


def test_there_are_so_many_attacks_of_five_in_a_pack_of_three_ranks() -> None:
    """Two pairs and a card from twelve cards: counted by ranks, and by trying all."""
    few = [str(card) for card in pack() if card.rank in "234"]
    tried = sum(attacks(cards) for cards in combinations(few, 5))
    by_ranks = Counter(is_attack(cards) for cards in combinations(pack("234"), 5))
    # 3+1+1 alone has no two pairs: a rank of three, one card of each of the others
    assert tried == by_ranks[True] == 792 - 3 * 4 * 4 * 4


def test_an_attack_is_refused_with_its_reason() -> None:
    game = cardlab.game("panjpar")
    hands = {0: "7H 7D 9C KS 4S", 1: "8H KD 2S 3C"}
    state = game.state(phase="attack", trump="S", hands=hands)
    for laid, typed, rule, reason in (
        ("", "attack", "attack-number", "you have laid no card yet"),
        ("7H 7D", "attack", "attack-number", "two cards are laid, and an attack has one, three or five"),
        ("7H KS", "4S", "attack-shape", "an attack of three must hold a pair, and one of five two pairs"),
        ("7H 7D 9C", "KS", "attack-size", "North's hand has four cards, too few for an attack of five"),
    ):  # fmt: skip
        now = state
        for card in laid.split():
            now = game.after(now, card)
        verdict = game.verdict(now, typed)
        assert (verdict.legal, verdict.rule, verdict.say(reader=0)) == (False, rule, reason)


def test_every_card_of_the_attack_is_beaten_and_the_roles_change() -> None:
    game = cardlab.game("panjpar")
    hands = {0: "4S", 1: "8H KD 2S 3C"}
    state = game.state(phase="answer", trump="S", attack="7H 7D 9C", hands=hands, stock="AH AD AC")
    refused = game.verdict(state, "3C")
    assert refused.reason == "3♣ is neither a heart nor a trump"
    for card in ("8H", "KD", "2S"):
        state = game.after(state, card)
    assert (state.attacker, state.to_move, state.gone) == (
        1,
        1,
        ("7H", "8H", "7D", "KD", "9C", "2S"),
    )
    assert state.hands == (("4S", "AH", "AD", "AC"), ("3C",))


def test_what_is_not_beaten_is_taken_and_the_attacker_goes_on() -> None:
    game = cardlab.game("panjpar")
    hands = {0: "4S 5D", 1: "8H QS KS"}
    state = game.state(phase="answer", trump="S", attack="7H AS", hands=hands)
    state = game.after(state, "8H")
    assert game.verdict(state, "KS").reason == "K♠ is lower than A♠"
    state = game.after(state, "take")
    assert (state.attacker, state.hands[1]) == (0, ("QS", "KS", "AS"))
    assert {(k.seat, k.card) for k in state.known} == {(0, "AS")}


def test_the_last_cards_beaten_by_the_last_cards_are_a_draw() -> None:
    game = cardlab.game("panjpar", target=1)
    state = game.state(phase="answer", trump="S", attack="4H", hands={0: "", 1: "5H"})
    drawn = game.after(state, "5H")
    assert drawn.phase.id == "over" and game.score(game.result(drawn)) == ()
    won = game.after(state.but(hands=((), ("5H", "6H"))), "5H")
    assert [(x.side, x.points) for x in game.score(game.result(won))] == [("south", 1)]


def test_the_bot_lays_low_pairs_and_beats_with_its_cheapest_card() -> None:
    game, simple = cardlab.game("panjpar"), bot("simple", seed=1)
    state = game.state(
        phase="attack", trump="S", hands={0: "3H 3D 5C AS KH", 1: "8H KD 2S 3C 4C"}, stock="9H 9D"
    )
    laid = []
    while state.phase.id == "attack":
        move = simple.choose(game.view(state))
        laid.append(str(move))
        state = game.after(state, move)
    assert sorted(laid) == ["3D", "3H", "5C", "attack"]
    answer = game.state(phase="answer", trump="S", attack="7H", hands={0: "9C", 1: "8H AH 2S"})
    assert simple.choose(game.view(answer)) == "8H"
