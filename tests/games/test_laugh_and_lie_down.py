"""Laugh and Lie Down beside a second way of following it: counts of ranks instead of cards."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import cardlab
from cardlab.players import RandomBot, RuleOfThumbBot
from cardlab.players.tournament import compare

POT = {3: (5, 3, 3), 4: (3, 2, 3), 5: (3, 2, 5), 6: (3, 2, 5)}
PAR = {3: 6, 4: 5, 5: 4, 6: 3}


class Table:
    """One deal, with every hand and the pond as counts of ranks."""

    def __init__(self, match: Any) -> None:
        deal = [e.move for e in match.entries if e.move.verb == "deal"][-1]
        self.hands = [Counter(card.rank for card in hand) for hand in deal.hands]
        self.pond = Counter(card.rank for card in deal.stock)
        self.dealer, self.last = match.state.dealer, match.state.dealer
        self.won = [0] * len(self.hands)
        self.gone: Counter[str] = Counter()
        for rank in [r for r, n in self.pond.items() if n == 4]:
            del self.pond[rank]
            self.won[self.dealer] += 2
            self.gone[rank] = 4
        self.turn = (self.dealer + 1) % len(self.hands)

    def legal(self) -> set[tuple[str, str]]:
        hand = self.hands[self.turn]
        captures = {("takes", r) for r in hand if hand[r] and self.pond[r]}
        pairs = {r for r, n in hand.items() if n > 2 or (n == 2 and self.gone[r] == 2)}
        return captures | {("aside", r) for r in pairs} or {("down", "")}

    def play(self, what: str, rank: str) -> bool:
        """Carry the move out; whether the deal goes on."""
        hand = self.hands[self.turn]
        if what == "aside":
            hand[rank] -= 2
            self.won[self.turn] += 1
            self.gone[rank] += 2
            if sum(hand.values()):
                return True
        elif what == "takes":
            taken = 3 if self.pond[rank] == 3 else 1
            hand[rank] -= 1
            self.pond[rank] -= taken
            self.won[self.turn] += (taken + 1) // 2
            self.gone[rank] += taken + 1
            self.last = self.turn
        else:
            self.pond += hand
            self.hands[self.turn] = Counter()
        held = [sum(h.values()) for h in self.hands]
        if sum(map(bool, held)) < 2:
            self.won[self.dealer] += (sum(held) + sum(self.pond.values())) // 2
            return False
        while True:
            self.turn = (self.turn + 1) % len(held)
            if held[self.turn]:
                return True

    def scores(self) -> list[int]:
        players = len(self.hands)
        dealer, others, last = POT[players]
        return [
            self.won[s]
            - PAR[players]
            - (dealer if s == self.dealer else others)
            + last * (s == self.last)
            for s in range(players)
        ]


def by_rank(move: Any) -> tuple[str, str]:
    """A move by what it does and the rank that it is about."""
    if move == "lie down":
        return "down", ""
    return ("aside" if move.verb == "aside" else "takes"), move.card.rank


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_deals_followed_by_ranks(players: int) -> None:
    game = cardlab.game("laugh-and-lie-down", players=players)
    for seed in range(12):
        match, rng = game.match(seed=seed), random.Random(seed)
        table, more = Table(match), True
        while more:
            assert match.to_move == table.turn
            assert {by_rank(move) for move in match.legal_moves()} == table.legal()
            move = rng.choice(match.legal_moves())
            match.play(move)
            more = table.play(*by_rank(move))
        lines = [entry for entry in match.lines if entry.deal == 1]
        sums = cardlab.totals(lines, (side.id for side in game.sides))
        assert list(sums.values()) == table.scores() and sum(sums.values()) == 0
        assert sum(table.won) == 26


def position(hand: str, pond: str, **given: Any) -> tuple[Any, Any]:
    game = cardlab.game("laugh-and-lie-down", **given.pop("options", {}))
    hands = {0: hand, 1: "2C 3C", 2: "2D 3D"}
    return game, game.state(phase="fish", hands=hands, pond=pond, **given)


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("5C takes 5S 5H 5D", None),
        ("5C takes 5S", "whole-prial"),
        ("KC takes KD", None),
        ("9H", "captures-its-rank"),
        ("KC takes 5S", "captures-its-rank"),
        ("aside 7S 7H", None),
        ("aside TS TH", "aside"),
        ("lie down", "lie-down"),
    ],
)
def test_what_may_be_taken(typed: str, rule: str | None) -> None:
    game, state = position("5C KC 9H 7S 7H 7D TS TH", "5S 5H 5D KD")
    verdict = game.verdict(state, typed)
    assert (verdict.legal, str(verdict.rule) if verdict.rule else None) == (rule is None, rule)


def test_a_pair_whose_fellows_are_won_goes_aside() -> None:
    game, state = position("TS TH 9C", "KD", piles=["", "TC TD"])
    assert set(game.legal_moves(state)) == {"aside TH TS"}
    after = game.after(state, "aside TH TS")
    assert after.piles[0] == ("TH", "TS") and after.to_move == 0
    assert set(game.legal_moves(after)) == {"lie down"}
    after = game.after(after, "lie down")
    assert "9C" in after.pond and after.down == (0,) and after.to_move == 1


def test_the_dealer_takes_four_of_a_rank_and_what_is_left() -> None:
    game = cardlab.game("laugh-and-lie-down", players=4)
    for seed in range(400):
        state = game.match(seed=seed).state
        if state.piles[state.dealer]:
            assert len(state.pond) == 8 and len({c.rank for c in state.piles[state.dealer]}) == 1
            break
    else:
        pytest.fail("no pond with four of a rank in 400 deals")
    state = game.state(phase="fish", hands={0: "5S", 1: "9C TC"}, pond="5H KD", dealer=3)
    after = game.after(state, "5S takes 5H")
    assert after.phase.id == "over" and sorted(after.piles[3]) == ["9C", "KD", "TC"]


def test_rules_of_thumb_beat_chance() -> None:
    comparison = compare(cardlab.game("laugh-and-lie-down"), RuleOfThumbBot, RandomBot, deals=60)
    assert comparison.mean > comparison.margin()
