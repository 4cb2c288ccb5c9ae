"""Seven Card Whist beside a second way of following it: who plays, what is trumps, who takes each
trick and what the deal scores, worked out from the cards alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab

HEIGHT = "23456789TJQKA"
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"players": 2, "target": 3},
    {"players": 3, "tie": "decider", "target": 4},
    {"players": 7, "tie": "decider"},
    {"players": 5, "tie": "share", "target": 5},
    {"players": 6, "partners": True, "tie": "decider", "target": 4},
    {"players": 4, "partners": True, "trumps_by": "rotating", "target": 5},
    {"players": 3, "score_by": "tricks", "trumps_by": "rotating", "target": 21},
)


def winner(plays: list[tuple[int, str]], trump: str) -> int:
    """The seat of the best card, from what is printed on the cards."""
    led = plays[0][1][1]
    return max(plays, key=lambda p: (p[1][1] == trump, p[1][1] == led, HEIGHT.index(p[1][0])))[0]


def play_deal(match: Any, playing: list[int], rng: random.Random) -> list[int]:
    """Play a deal at random, every step held against what has to be; the tricks by seat."""
    players, deal = len(match.names), match.state.standing.deal
    hands = [[str(card) for card in hand] for hand in match.state.hands]
    assert [len(hand) for hand in hands] == [7 * (seat in playing) for seat in range(players)]
    if match.state.shown:
        trump = str(match.state.shown[0])[1]
        assert len(match.state.stock) == 52 - 7 * len(playing) - 1
        assert not any(str(match.state.shown[0]) in hand for hand in hands)
    else:
        trump = "HCDS"[(deal - 1) % 4]
    lead, taken = match.state.dealer + 1, [0] * players
    for _ in range(7):
        plays: list[tuple[int, str]] = []
        for seat in [s % players for s in range(lead, lead + players) if s % players in playing]:
            assert match.to_move == seat
            led = plays[0][1][1] if plays else ""
            able = [card for card in hands[seat] if card[1] == led] or hands[seat]
            assert {str(move) for move in match.legal_moves()} == set(able)
            card = rng.choice(able)
            hands[seat].remove(card)
            plays.append((seat, card))
            match.play(card)
        lead = winner(plays, trump)
        taken[lead] += 1
    return taken


def gained(taken: list[int], options: dict[str, Any]) -> tuple[list[int], list[int]]:
    """What the sides score, and which of them play a decider next."""
    if options.get("score_by") == "tricks":
        return taken, []
    ahead = [side for side, tricks in enumerate(taken) if tricks == max(taken)]
    if len(ahead) == 1 or options.get("tie") == "share":
        return [int(side in ahead) for side in range(len(taken))], []
    return [0] * len(taken), ahead if options.get("tie") == "decider" else []


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_matches_followed_from_their_cards_alone(options: dict[str, Any]) -> None:
    players = options.get("players", 4)
    sides = players // 2 if options.get("partners") else players
    target, deciders = options.get("target", 2), 0
    for seed in range(8):
        match, rng = (
            cardlab.game("seven-card-whist", **options).match(seed=seed),
            random.Random(seed),
        )
        totals, dealer, tied = [0] * sides, 0, list[int]()
        while not match.over:
            assert max(totals) < target or totals.count(max(totals)) > 1
            assert match.state.dealer == dealer
            playing = [s for s in range(players) if not tied or s % sides in tied]
            deciders += bool(tied)
            by_seat = play_deal(match, playing, rng)
            points, tied = gained([sum(by_seat[side::sides]) for side in range(sides)], options)
            totals = [a + b for a, b in zip(totals, points, strict=True)]
            assert list(match.totals.values()) == totals
            dealer = (dealer + 1) % players
        assert max(totals) >= target
        assert match.outcome.winners == (list(match.totals)[totals.index(max(totals))],)
    assert bool(deciders) == (options.get("tie") == "decider")


def test_a_table_that_cannot_be_is_refused_with_a_sentence() -> None:
    for options, told in (
        ({"players": 5, "partners": True}, "players=4 or players=6"),
        ({"players": 2, "tie": "decider"}, "two sides cannot share"),
        ({"score_by": "tricks", "tie": "share"}, "nothing hangs on a tie"),
    ):
        with pytest.raises(ValueError, match=told):
            cardlab.game("seven-card-whist", **options)


def test_all_who_tie_stand_in_one_sentence() -> None:
    game = cardlab.game("seven-card-whist")
    (tied,) = game.feats(game.Result((2, 2, 1, 2)))
    assert tied.seats == (0, 1, 3) and tied.did == "took two of the seven tricks each"
    (best,) = game.feats(game.Result((1, 3, 1, 2)))
    assert best.seats == (1,) and best.so == "the most"
