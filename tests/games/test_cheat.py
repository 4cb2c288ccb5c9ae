"""Cheat beside a second way of following it: hands and pile kept as plain lists, whose turn it is,
which rank is due, and who takes the pile."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.engine.table import table as draw_table
from cardlab.players.bots import bot

RANKS = "A23456789TJQK"


class Follower:
    """Everything that lies on the table, as somebody keeps it who sees it all."""

    def __init__(self, match: Any) -> None:
        self.hands = [[str(card) for card in hand] for hand in match.state.hands]
        self.players, self.pile, self.out = len(self.hands), list[str](), list[int]()
        self.turn, self.due, self.claims = (match.state.dealer + 1) % len(self.hands), 0, 0

    def others(self, seat: int) -> list[int]:
        """Those who are still in, in turn after a seat."""
        after = [(seat + step) % self.players for step in range(1, self.players)]
        return [other for other in after if other not in self.out]

    def claim(self, match: Any, rng: random.Random) -> None:
        """One turn at random: cards, the claim, and what the others say to it."""
        seat, laid = self.turn, list[str]()
        assert match.to_move == seat
        for _ in range(rng.randint(1, min(4, len(self.hands[seat])))):
            card = rng.choice(sorted(self.hands[seat]))
            match.play(f"lay {card}")
            self.hands[seat].remove(card)
            laid.append(card)
        rank = RANKS[self.due]
        if len(laid) == 4 and self.hands[seat]:
            verdict = match.verdict(f"lay {min(self.hands[seat])}")
            assert verdict.rule == "one-to-four-cards"
        match.play(f"claim {len(laid)} {rank.replace('T', '10')}")
        self.pile += laid
        self.due, self.claims = (self.due + 1) % 13, self.claims + 1
        self.answers(match, seat, all(card[0] == rank for card in laid), rng)
        self.turn = self.others(seat)[0]
        if not self.hands[seat]:
            self.out.append(seat)

    def places(self) -> list[int]:
        """The points for places: those behind are the ones who went out later or hold more."""
        order = [
            (0, self.out.index(s)) if s in self.out else (1, len(h))
            for s, h in enumerate(self.hands)
        ]
        return [sum(other > own for other in order) for own in order]

    def answers(self, match: Any, seat: int, true: bool, rng: random.Random) -> None:
        for other in self.others(seat):
            assert match.to_move == other
            assert {str(move) for move in match.legal_moves()} == {"call", "let go"}
            if rng.random() < 0.25:
                match.play("call")
                loser = other if true else seat
                assert match.to_move == loser
                match.play("take")
                self.hands[loser] += self.pile
                self.pile = []
                return
            match.play("let go")


SIZES = ((2, 1), (3, 1), (4, 1), (6, 1), (5, 2), (6, 2))


@pytest.mark.parametrize(("size", "turns"), tuple(product(SIZES, (40, 150))))
def test_deals_followed_with_open_hands(size: tuple[int, int], turns: int) -> None:
    players, packs = size
    for seed in range(4):
        game = cardlab.game("cheat", players=players, packs=packs, turns=turns)
        match, rng = game.match(seed=seed), random.Random(seed)
        known = Follower(match)
        while not match.over:
            before = known.turn
            assert sorted(map(str, match.state.hands[before])) == sorted(known.hands[before])
            known.claim(match, rng)
            out = not known.hands[before]
            assert match.over == (out or known.claims >= turns)
        held = [len(hand) for hand in known.hands]
        best = min(held)
        alone = held.count(best) == 1
        assert list(match.totals.values()) == [int(alone and n == best) for n in held]


@pytest.mark.parametrize(("size", "turns"), tuple(product(SIZES[1:], (40, 400, 1000))))
def test_deals_played_on_for_places(size: tuple[int, int], turns: int) -> None:
    players, packs = size
    for seed in range(4):
        game = cardlab.game("cheat", players=players, packs=packs, turns=turns, places=True)
        match, rng = game.match(seed=seed), random.Random(seed)
        known = Follower(match)
        while not match.over:
            known.claim(match, rng)
            assert match.over == (len(known.out) == players - 1 or known.claims >= turns)
        assert list(match.totals.values()) == known.places()


def test_whoever_is_out_is_passed_over_and_asked_nothing() -> None:
    game = cardlab.game("cheat", places=True)
    hands = {0: "QS", 1: "2C 3C", 2: "3H 5H", 3: "4C 6C"}
    state = game.state(hands=hands, last="J", phase="lay")
    for move in ("lay QS", "claim 1 Q", "let go", "let go"):
        state = game.after(state, move)
    assert state.phase.told(state, 3, game.legal_moves(state)[1], "East") == (
        "East lets it go. South is out."
    )
    state = game.after(state, "let go")
    assert (state.out, state.to_move) == ((0,), 1)
    assert game.panels(state)["notes"][0] == ["out first", "said “one queen”"]
    state = game.after(game.after(state, "lay 2C"), "claim 1 K")
    for seat in (2, 3):
        assert state.to_move == seat
        state = game.after(state, "let go")
    assert state.to_move == 2
    assert game.verdict(state, "lay 3H", seat=0).rule == "not-your-turn"


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="two packs are for five players or more, and four play"):
        cardlab.game("cheat", packs=2)
    with pytest.raises(ValueError, match="of two players the first one out leaves the other last"):
        cardlab.game("cheat", players=2, places=True)


def test_shared_places_leave_the_next_ones_empty() -> None:
    game = cardlab.game("cheat", places=True)
    result = game.Result((1, 2, 2, 4))
    assert result.cannot(game) == ""
    scored = [(x.side, x.points) for x in game.score(result)]
    assert scored == [("south", 3), ("west", 1), ("north", 1)]
    refused = game.Result((1, 2, 2, 3)).cannot(game)
    assert refused == "before place 3 there are two players, not three; change a place"


def test_a_bot_finishes_a_claim_of_two_equal_cards() -> None:
    game = cardlab.game("cheat", players=5, packs=2)
    hands = {0: "QS QS 7D 8D 9D", 1: "2C 3C", 2: "3H 5H", 3: "4C 6C", 4: "5S 6S"}
    state = game.state(hands=hands, last="J", phase="lay")
    moves = list[str]()
    while not moves or not moves[-1].startswith("claim"):
        moves.append(str(bot("simple", seed=1).choose(game.view(state))))
        state = game.after(state, moves[-1])
    assert moves == ["lay QS", "lay QS", "claim 2 Q"]


def test_a_claim_names_the_rank_that_is_due_and_the_true_number() -> None:
    game = cardlab.game("cheat")
    hands = {0: "QS 5D 9C", 1: "2C", 2: "3C", 3: "4C"}
    state = game.after(game.state(hands=hands, last="J", phase="lay"), "lay QS")
    for typed, rule, reason in (
        ("claim 1 K", "next-rank", "queens are due"),
        ("claim 2 Q", "number-is-true", "one card is laid"),
    ):
        verdict = game.verdict(state, typed)
        assert (verdict.legal, verdict.rule) == (False, rule), verdict
        assert verdict.reason == reason
    assert game.verdict(state, "claim 1 Q").legal


def test_nobody_sees_what_was_laid_until_it_is_called() -> None:
    game = cardlab.game("cheat")
    hands = {0: "QS 5D 9C", 1: "2C", 2: "3C", 3: "4C"}
    state = game.state(hands=hands, last="J", phase="lay")
    for move in ("lay 5D", "lay 9C", "claim 2 Q"):
        state = game.after(state, move)
    assert state.seen_by(0).pile == (("5D", "9C"),)
    assert state.seen_by(2).pile == ((cardlab.BACK, cardlab.BACK),)
    state = game.after(game.after(state, "let go"), "call")
    assert state.seen_by(3).pile == (("5D", "9C"),) and state.to_move == 0
    state = game.after(state, "take")
    assert sorted(state.hands[0]) == ["5D", "9C", "QS"] and state.to_move == 1
    assert {(k.card, k.holder) for k in state.known if k.seat == 3} == {("5D", 0), ("9C", 0)}


def test_a_bot_calls_what_cannot_be_and_the_last_cards() -> None:
    """Three queens in the own hand: two more are one too many; one may be true."""
    game = cardlab.game("cheat")
    hands = {0: "7D 8D", 1: "QS QH QC", 2: "3C 3D", 3: "4C"}
    for pile, said in (("5D 9C", "call"), ("5D", "let go")):
        state = game.state(
            hands=hands, pile=[pile], by=(0,), said=("Q",), last="Q", phase="window", to_move=1
        )
        assert bot("simple", seed=1).choose(game.view(state)) == said
    empty = game.state(
        hands=hands | {0: ""},
        pile=["5D"],
        by=(0,),
        said=("Q",),
        last="Q",
        phase="window",
        to_move=1,
    )
    assert bot("simple", seed=1).choose(game.view(empty)) == "call"


def test_the_rank_that_was_said_last_is_seen_after_a_call() -> None:
    game = cardlab.game("cheat")
    hands = {0: "QS 5D 9C", 1: "2C", 2: "3C", 3: "4C"}
    state = game.state(hands=hands, last="J", phase="lay")
    for move in ("lay 5D", "claim 1 Q", "call", "take"):
        state = game.after(state, move)
    (heap,) = (zone for zone in draw_table(state, 2).to_dict()["zones"] if zone["id"] == "pile")
    assert (heap["count"], heap["note"]) == (0, "last said: queens")


@pytest.mark.parametrize(("target", "places"), [(1, False), (5, False), (21, True)])
def test_a_match_goes_to_so_many_match_points(target: int, places: bool) -> None:
    game = cardlab.game("cheat", target=target, places=places, turns=60)
    match, rng = game.match(seed=1), random.Random(1)
    while not match.over:
        assert max(match.totals.values()) < target
        match.play(rng.choice(match.legal_moves()))
    assert max(match.totals.values()) >= target
    with pytest.raises(ValueError, match="the match is a race to the target"):
        cardlab.game("cheat", target=5, deals=3)
