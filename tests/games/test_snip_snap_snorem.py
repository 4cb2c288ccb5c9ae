"""Snip Snap Snorem beside a second way of following it, that knows only how many of a rank are
left and who sits next."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab


class Round:
    """The hands, and the four cards that lie on the table at most."""

    def __init__(self, match: Any) -> None:
        deal = next(e.move for e in reversed(match.entries) if str(e.move).startswith("deal"))
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        self.players, self.out = len(self.hands), -1
        self.turn = (match.state.dealer + 1) % self.players
        self.rank, self.before, self.matched = "", -1, 0
        self.pool = [0] * self.players

    def legal(self) -> set[str]:
        mine = self.hands[self.turn]
        if not self.rank:
            return set(mine)
        return {card for card in mine if card[0] == self.rank} or {"pass"}

    def play(self, text: str) -> None:
        seat, after = self.turn, (self.turn + 1) % self.players
        self.turn = after
        if text == "pass":
            return
        if self.rank:
            self.matched += 1
            if (self.before + 1) % self.players == seat:
                self.pool[self.before] += self.matched
        self.rank, self.before = text[0], seat
        self.hands[seat].remove(text)
        if self.matched == 3:
            self.rank, self.matched, self.turn = "", 0, seat
        if not self.hands[seat]:
            self.out = seat


@pytest.mark.parametrize(("players", "pool"), tuple(product((2, 3, 4, 7, 10), (False, True))))
def test_deals_followed_with_open_hands(players: int, pool: bool) -> None:
    game = cardlab.game("snip-snap-snorem", players=players, **({"pool": True} if pool else {}))
    for seed in range(4):
        match, rng = game.match(seed=seed), random.Random(seed)
        table = Round(match)
        while table.out < 0:
            assert match.to_move == table.turn
            assert {str(move) for move in match.legal_moves()} == table.legal()
            move = rng.choice(sorted(table.legal()))
            match.play(move)
            table.play(move)
        left = [len(hand) for hand in table.hands]
        points = [0] * players
        if pool:
            for seat in range(players):
                points[seat] -= left[seat] + table.pool[seat]
            points[table.out] += sum(left) + sum(table.pool)
            assert sum(points) == 0
        else:
            points[table.out] = 1
        lines = [entry for entry in match.lines if entry.deal == 1]
        assert [sum(x.points for x in lines if x.side == side.id) for side in game.sides] == points


def table(series: str, **options: Any) -> tuple[Any, Any]:
    game = cardlab.game("snip-snap-snorem", **options)
    hands = {0: "7S KD 7C", 1: "2C 3D", 2: "7D", 3: "4C"}
    return game, game.state(hands=hands, series=series)


@pytest.mark.parametrize(
    ("series", "typed", "rule", "reason"),
    [
        ("7H", "KD", "must-match", "7♥ is to be matched, and only another seven does that"),
        ("7H", "pass", "pass-only-without-match", "you hold 7♠, which matches 7♥"),
        ("", "pass", "pass-only-without-match", "whoever leads plays a card"),
    ],
)
def test_what_is_refused(series: str, typed: str, rule: str, reason: str) -> None:
    game, state = table(series)
    verdict = game.verdict(state, typed)
    assert (verdict.legal, verdict.rule, verdict.say(reader=0)) == (False, rule, reason)
    assert game.verdict(state, "7S").legal


def test_one_player_may_play_three_of_the_four() -> None:
    """South leads a seven and holds two more: only West and North are asked in between."""
    game = cardlab.game("snip-snap-snorem", players=3)
    state = game.state(hands={0: "7H 7C 7D KD", 1: "2C 3D", 2: "7S 4C"})
    for move in ("7H", "pass", "7S", "7C", "pass", "pass", "7D"):
        assert not state.stopped or move == "7H"
        state = game.after(state, move)
    assert state.stopped and state.to_move == 0 and len(state.series) == 4
    state = game.after(state, "KD")
    assert state.phase.id == "over" and game.result(state).cards == (0, 2, 1)


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("7S 7C 7D KD 2C", {"KD", "2C"}),
        ("7S 7C 7D 9H 9S KD", {"7S", "7C", "7D"}),
        ("9H 9S KD", {"9H", "9S"}),
        ("KD 2C", {"KD", "2C"}),
    ],
)
def test_bots_lead_cards_that_are_alone_while_there_are_several(hand: str, lead: set[str]) -> None:
    hands = {0: hand, 1: "2D 3D 5S", 2: "7H 5D 5C", 3: "4C 5H 6S"}
    state = cardlab.game("snip-snap-snorem").state(hands=hands)
    choice = cardlab.players.bot("simple", seed=1).explain(state.game.view(state))
    assert str(choice.move) in lead
    alone = sum(hand.count(card[0]) == 1 for card in hand.split()) > 1
    assert ("alone" in choice.why.say()) == alone
