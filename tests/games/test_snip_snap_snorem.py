"""Snip Snap Snorem beside a second way of following it, that knows only how many of a rank are
left and who sits next."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import pytest

import cardlab
from cardlab.players.bots import bot


class Round:
    """The hands, and the four cards that lie on the table at most."""

    def __init__(self, match: Any) -> None:
        deal = next(e.move for e in reversed(match.entries) if str(e.move).startswith("deal"))
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        self.players, self.out = len(self.hands), -1
        self.turn = (match.state.dealer + 1) % self.players
        self.rank, self.before, self.matched = "", -1, 0
        self.pool = [0] * self.players
        self.several = match.game.several

    def legal(self) -> set[str]:
        mine = self.hands[self.turn]
        if not self.rank:
            return set(mine)
        match = [card for card in mine if card[0] == self.rank]
        sets = [c for n in (2, 3) for c in combinations(sorted(match), n)] if self.several else []
        return {*match, *("play " + " ".join(cards) for cards in sets)} or {"pass"}

    def play(self, text: str) -> None:
        seat, after = self.turn, (self.turn + 1) % self.players
        self.turn = after
        if text == "pass":
            return
        for card in text.removeprefix("play ").split():
            if self.rank:
                self.matched += 1
                if (self.before + 1) % self.players == seat:
                    self.pool[self.before] += self.matched
            self.rank, self.before = card[0], seat
            self.hands[seat].remove(card)
        if self.matched == 3:
            self.rank, self.matched, self.turn = "", 0, seat
        if not self.hands[seat]:
            self.out = seat


def in_order(move: str) -> str:
    """A move with its cards in the order of their letters."""
    verb, _, cards = move.partition(" ")
    return " ".join((verb, *sorted(cards.split())))


CASES = tuple(product((2, 3, 4, 7, 10), (False, True), (False, True)))


@pytest.mark.parametrize(("players", "pool", "several"), CASES)
def test_deals_followed_with_open_hands(players: int, pool: bool, several: bool) -> None:
    game = cardlab.game("snip-snap-snorem", players=players, pool=pool, several=several)
    for seed in range(4):
        match, rng = game.match(seed=seed), random.Random(seed)
        table = Round(match)
        while table.out < 0:
            assert match.to_move == table.turn
            assert {in_order(str(move)) for move in match.legal_moves()} == table.legal()
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
    simple: Any = bot("simple", seed=1)
    choice = simple.explain(state.game.view(state))
    assert str(choice.move) in lead
    alone = sum(hand.count(card[0]) == 1 for card in hand.split()) > 1
    assert ("alone" in choice.why.say()) == alone


def test_several_matching_cards_are_played_in_one_turn() -> None:
    """West matches South at once, twice over; North's card is matched by nobody."""
    game = cardlab.game("snip-snap-snorem", players=3, several=True, pool=True)
    state = game.state(hands={0: "7H KD", 1: "7C 7D 3D", 2: "7S 4C"})
    state = game.after(state, "7H")
    assert state.phase.told(state, 1, state.phase.read(state.seen_by(1), "7D 7C"), "West") == (
        "West plays 7♣ and 7♦: “Snip! Snap!”"
    )
    state = game.after(state, "play 7D 7C")
    assert (state.series, state.by, state.paid) == (("7H", "7C", "7D"), (0, 1, 1), (1, 0, 0))
    state = game.after(state, "7S")
    assert (state.stopped, state.to_move, state.paid) == (True, 2, (1, 3, 0))


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        ("play 7S KD", "must-match", "7♥ is to be matched, and only another seven does that"),
        ("play 7S 7D", "must-hold-card", "you do not hold 7♦"),
        ("play 7S 7S", "must-hold-card", "you do not hold 7♠ twice"),
    ],
)
def test_what_is_refused_of_several_cards(typed: str, rule: str, reason: str) -> None:
    game, state = table("7H", several=True)
    verdict = game.verdict(state, typed)
    assert (verdict.legal, verdict.rule, verdict.say(reader=0)) == (False, rule, reason)


def test_one_card_a_turn_unless_several_are_allowed() -> None:
    game, state = table("7H")
    assert not game.verdict(state, "play 7S 7C").legal
    game, state = table("", several=True)
    verdict = game.verdict(state, "play 7S 7C")
    assert (verdict.legal, verdict.say(reader=0)) == (False, "a series is led with one card")


@pytest.mark.parametrize(
    ("hand", "series", "move"),
    [
        ("7S 7C KD", "7H 7D", "play 7S 7C"),
        ("7S 7C", "7H", "play 7S 7C"),
        ("7S 7C KD", "7H", "7S"),
    ],
)
def test_bots_keep_a_match_unless_the_cards_end_something(
    hand: str, series: str, move: str
) -> None:
    game = cardlab.game("snip-snap-snorem", several=True)
    state = game.state(hands={0: hand, 1: "2C 3D", 2: "3C 4H", 3: "4C 9D"}, series=series)
    assert str(bot("simple", seed=1).choose(game.view(state))) == move
