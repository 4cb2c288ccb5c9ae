"""Knockout Whist beside a second way of following it: who is in, who has the dog's life, who leads,
names trumps and takes each trick, worked out from the cards and the moves alone."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab

HEIGHT = "23456789TJQKA"


def winner(plays: list[tuple[int, str]], trump: str) -> int:
    """The seat of the best card, from what is printed on the cards."""
    led = plays[0][1][1]
    return max(plays, key=lambda p: (p[1][1] == trump, p[1][1] == led, HEIGHT.index(p[1][0])))[0]


class Follower:
    """What somebody knows who watches a match and keeps a list of the players."""

    def __init__(self, players: int, start: int, dog: bool, eldest: bool) -> None:
        self.players, self.cards, self.dog, self.eldest = players, start, dog, eldest
        self.inside, self.dogs, self.spent = set(range(players)), set[int](), set[int]()
        self.dealer, self.most = 0, list[int]()

    def next_in(self, seat: int, seats: set[int]) -> int:
        """The first of these seats at or after this one."""
        return next(s % self.players for s in range(seat, 9 + seat) if s % self.players in seats)

    def deal(self, match: Any, rng: random.Random) -> None:
        """Play a deal at random, and hold every step against what has to be."""
        hands = [[str(card) for card in hand] for hand in match.state.hands]
        for seat, hand in enumerate(hands):
            many = 1 if seat in self.dogs else self.cards if seat in self.inside else 0
            assert len(hand) == many
        if self.most:
            namer = match.to_move
            assert namer in self.most and {str(m) for m in match.legal_moves()} == {
                f"trumps {suit}" for suit in "SHCD"
            }
            trump = rng.choice("SHCD")
            match.play(f"trumps {trump}")
            first = (self.dealer + 1) % self.players if self.eldest else namer
        else:
            trump, first = str(match.state.turned)[1], (self.dealer + 1) % self.players
        lead, taken = self.next_in(first, self.inside - self.dogs), [0] * self.players
        for number in range(self.cards):
            took = self.trick(match, hands, lead, trump, number + 1 == self.cards, rng)
            taken[took] += 1
            whole = {s for s in self.inside - self.dogs if hands[s]}
            lead = self.next_in(took, whole) if whole else took
        assert not any(hands)
        self.settle(taken)

    def trick(
        self, match: Any, hands: Any, lead: int, trump: str, last: bool, rng: random.Random
    ) -> int:
        plays: list[tuple[int, str]] = []
        for seat in [(lead + i) % self.players for i in range(self.players)]:
            if not hands[seat]:
                continue
            assert match.to_move == seat
            led = plays[0][1][1] if plays else ""
            able = [card for card in hands[seat] if card[1] == led] or hands[seat]
            may_wait = seat in self.dogs and not last
            assert {str(m) for m in match.legal_moves()} == {*able} | (
                {"wait"} if may_wait else set()
            )
            if may_wait and rng.random() < 0.6:
                match.play("wait")
                continue
            card = rng.choice(able)
            hands[seat].remove(card)
            plays.append((seat, card))
            match.play(card)
        return winner(plays, trump)

    def settle(self, taken: list[int]) -> None:
        """Who is out, and what the next deal is like."""
        none = {seat for seat in self.inside if not taken[seat]}
        saved = none - self.spent if self.dog and self.cards > 1 else set()
        self.inside -= none - saved
        self.dogs, self.spent = saved, self.spent | saved
        self.most = [seat for seat, n in enumerate(taken) if n == max(taken)]
        self.cards -= 1
        self.dealer = self.next_in(self.dealer + 1, self.inside)


@pytest.mark.parametrize(
    ("players", "dog", "leader"), tuple(product((3, 4, 7), (True, False), ("namer", "eldest")))
)
def test_matches_followed_from_their_cards_alone(players: int, dog: bool, leader: str) -> None:
    options = {"players": players, "dog": dog, "leader": leader, "start": 7 if dog else 5}
    for seed in range(12):
        match, rng = cardlab.game("knockout-whist", **options).match(seed=seed), random.Random(seed)
        known = Follower(players, options["start"], dog, leader == "eldest")
        while not match.over:
            assert len(known.inside) > 1
            assert match.state.dealer == known.dealer
            known.deal(match, rng)
        (last,) = known.inside
        assert match.outcome.winners == (match.game.sides[last].id,)


def test_a_dog_that_wins_is_back_and_the_next_on_its_left_leads() -> None:
    game = cardlab.game("knockout-whist")
    state = game.state(
        phase="dog",
        trump="S",
        deal=2,
        dogs=(1,),
        spent=(1,),
        most=(0,),
        trick=[(0, "AH")],
        hands={0: "KH", 1: "2S", 2: "3H 4H", 3: "5H 6H"},
        to_move=1,
    )
    assert {str(m) for m in game.legal_moves(state)} == {"2S", "wait"}
    waited = game.after(state, "wait")
    assert waited.to_move == 2 and waited.trick.seats == (0, 2, 3)
    for card in ("2S", "3H", "5H"):
        state = game.after(state, card)
    assert state.winners() == [1] and state.to_move == 2


def test_a_dog_may_not_wait_for_a_trick_that_does_not_come() -> None:
    game = cardlab.game("knockout-whist", start=3)
    state = game.state(
        phase="dog", trump="S", deal=3, dogs=(1,), trick=[(0, "AH")], hands={1: "2C"}, to_move=1
    )
    verdict = game.verdict(state, "wait")
    assert verdict.rule == "dog-last-chance"
    assert verdict.reason == "this is the last trick of the deal"


def test_the_last_one_in_names_no_trumps() -> None:
    game = cardlab.game("knockout-whist")
    result = game.Result(cards=2, tricks=(0, 2, 0, 0), out=(0, 3), spent=(0, 2, 3))
    assert [feat.so for feat in game.feats(result)] == ["the last one in", "out of the match"]


def test_a_dog_is_told_how_many_tricks_there_are() -> None:
    game = cardlab.game("knockout-whist")
    state = game.state(
        phase="dog", trump="S", deal=2, dogs=(1,), trick=[(0, "AH")], hands={1: "2C"}, to_move=1
    )
    assert game.panels(state)["subtitle"] == "trick 1 of 6"


@pytest.mark.parametrize("deals", [2, 4])
def test_an_agreed_number_of_deals_ends_the_match_between_those_still_in(deals: int) -> None:
    game, rng = cardlab.game("knockout-whist", deals=deals), random.Random(deals)
    shared = 0
    for seed in range(40):
        match = game.match(seed=seed)
        while not match.over:
            match.play(rng.choice(match.legal_moves()))
        played = max(line.deal for line in match.lines)
        taken, out, spent = [0, 0, 0, 0], set[int](), set[int]()
        for deal in range(1, played + 1):
            of_deal = {line.side: line.points for line in match.lines if line.deal == deal}
            for seat, side in enumerate(("south", "west", "north", "east")):
                taken[seat] += of_deal.get(side, 0)
                if side not in of_deal and seat not in out:
                    (out if seat in spent or deal == deals else spent).add(seat)
        still = [seat for seat in range(4) if seat not in out]
        best = max(taken[seat] for seat in still)
        assert played <= deals
        winners = [game.sides[seat].id for seat in still if taken[seat] == best]
        assert list(match.outcome.winners) == winners
        shared += len(winners) > 1
    assert shared
    sheet = " ".join(game.rules().split())
    assert "whoever of them took the most tricks in the match wins" in sheet
    assert "The count decides only between those who are in to the end" in sheet


def test_deals_that_there_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="at most three deals, so agree on fewer"):
        cardlab.game("knockout-whist", start=3, deals=3)
    assert cardlab.game("knockout-whist", start=3, deals=2).last_cards == 2
