"""Partnership Whist beside a second way of counting: tricks followed from the cards alone, honours
counted in the hands as they were dealt, and whole matches added up deal by deal."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab

TARGETS = {"american": 7, "short": 5, "long": 10}
HEIGHT = "23456789TJQKA"


def side_that_takes(plays: list[tuple[int, str]], trump: str) -> int:
    """The side of the best card of a trick, from what is printed on the cards."""

    def height(play: tuple[int, str]) -> tuple[bool, bool, int]:
        _, card = play
        return card[1] == trump, card[1] == plays[0][1][1], HEIGHT.index(card[0])

    return max(plays, key=height)[0] % 2


def gains(form: str, tricks: list[int], honours: list[int], before: list[int]) -> list[int]:
    """What the two sides score in a deal, by the book."""
    gained = [max(count - 6, 0) for count in tricks]
    won = any(score + more >= TARGETS[form] for score, more in zip(before, gained, strict=True))
    if form != "american" and not won:
        for side in (0, 1):
            if before[side] < TARGETS[form] - 1:
                gained[side] += {4: 4, 3: 2}.get(honours[side], 0)
    return gained


@pytest.mark.parametrize(("form", "games"), tuple(product(TARGETS, (1, 3))))
def test_a_match_followed_from_its_cards_alone(form: str, games: int) -> None:
    rng, honoured = random.Random(form), 0
    for seed in range(4):
        match = cardlab.game("partnership-whist", form=form, games=games).match(seed=seed)
        totals, now, won = [0, 0], [0, 0], [0, 0]
        while not match.over:
            assert max(won) <= games // 2
            hands = [[str(card) for card in hand] for hand in match.state.hands]
            trump, dealer = hands[match.state.dealer][-1][1], match.state.dealer
            assert match.state.turned == hands[dealer][-1]
            assert match.to_move == (dealer + 1) % 4
            tricks = play_deal(match, hands, trump, rng)
            honours = [
                sum(card[1] == trump and card[0] in "AKQJ" for card in hands[s] + hands[s + 2])
                for s in (0, 1)
            ]
            gained = gains(form, tricks, honours, now)
            honoured += sum(gained) > max(tricks) - 6
            totals = [a + b for a, b in zip(totals, gained, strict=True)]
            now = [a + b for a, b in zip(now, gained, strict=True)]
            assert list(match.totals.values()) == totals
            if max(now) >= TARGETS[form]:
                won[now.index(max(now))] += 1
                now = [0, 0]
        assert max(won) == games // 2 + 1
        assert match.outcome.winners == (list(match.totals)[won.index(max(won))],)
    assert bool(honoured) == (form != "american")


def play_deal(match: Any, hands: list[list[str]], trump: str, rng: random.Random) -> list[int]:
    """Play thirteen tricks at random; the tricks of both sides, followed beside the engine."""
    left, tricks = [list(hand) for hand in hands], [0, 0]
    for _ in range(13):
        plays: list[tuple[int, str]] = []
        for _ in range(4):
            seat = match.to_move
            led = plays[0][1][1] if plays else ""
            able = [card for card in left[seat] if card[1] == led] or left[seat]
            assert sorted(map(str, match.legal_moves())) == sorted(able)
            card = rng.choice(able)
            left[seat].remove(card)
            plays.append((seat, card))
            match.play(card)
        tricks[side_that_takes(plays, trump)] += 1
    return tricks


def test_the_turned_card_may_be_asked_for() -> None:
    game = cardlab.game("partnership-whist")
    state = game.state(trump="D", trick=[(0, "AD")], hands={1: "QD KC 2S"}, to_move=1)
    assert game.verdict(state, "KC").rule == "must-follow-suit"
    assert [str(move) for move in game.legal_moves(state)] == ["QD"]


@pytest.mark.parametrize(
    ("before", "tricks", "points"),
    [((3, 0), (8, 5), 0), ((3, 0), (6, 7), 4), ((4, 0), (6, 7), 0), ((0, 4), (6, 7), 0)],
)
def test_honours_count_after_the_tricks(
    before: tuple[int, int], tricks: tuple[int, int], points: int
) -> None:
    game = cardlab.game("partnership-whist", form="short")
    lines = game.score(game.Result(tricks, before, honours=(0, 4)))
    assert sum(entry.points for entry in lines if entry.rule == "honours") == points
