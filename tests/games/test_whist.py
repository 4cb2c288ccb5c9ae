"""Whist beside a second way of counting: what is trumps, what a deal and a game score, and what a
rubber comes to, worked out from the cards and the scores alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab

from .test_partnership_whist import TARGETS, gains, play_deal

TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"form": "american", "trumps_by": "cut"},
    {"form": "long", "trumps_by": "rotating", "games": 1},
    {"form": "short", "rubber_points": True},
    {"form": "short", "rubber_points": True, "games": 1, "trumps_by": "rotating"},
)


def trumps_of(match: Any, options: dict[str, Any]) -> str:
    """The letter of the trump suit of this deal, "-" for none."""
    by, deal = options.get("trumps_by", "turned"), match.state.standing.deal
    if by == "rotating":
        return "HCDS-"[(deal - 1) % 5]
    if by == "turned":
        return str(match.state.hands[match.state.dealer][-1])[1]
    cut = [e.move for e in match.entries if str(e.move).startswith("draw ")]
    assert len(cut) == deal
    return str(cut[-1])[-1]


def rubber_points(now: list[int], won: list[int], games: int) -> list[int]:
    """What a game that was won with these scores is worth."""
    winner = now.index(max(now))
    lost = now[1 - winner]
    worth = 3 if not lost else 2 if lost <= 2 else 1
    if games == 3 and won[winner]:
        worth += 2
    return [worth * (side == winner) for side in (0, 1)]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_match_followed_from_its_cards_alone(options: dict[str, Any]) -> None:
    form, games = options.get("form", "short"), options.get("games", 3)
    for seed in range(3):
        rng, match = random.Random(seed), cardlab.game("whist", **options).match(seed=seed)
        now, won, stakes, played = [0, 0], [0, 0], [0, 0], [0, 0]
        while not match.over:
            trump = trumps_of(match, options)
            assert str(match.state.order.trump or "-") == trump
            hands = [[str(card) for card in hand] for hand in match.state.hands]
            assert [len(hand) for hand in hands] == [13] * 4
            assert match.to_move == (match.state.dealer + 1) % 4
            tricks = play_deal(match, hands, trump, rng)
            honours = [
                sum(card[1] == trump and card[0] in "AKQJ" for card in hands[s] + hands[s + 2])
                for s in (0, 1)
            ]
            gained = gains(form, tricks, honours, now)
            now = [a + b for a, b in zip(now, gained, strict=True)]
            if max(now) >= TARGETS[form]:
                stakes = [
                    a + b for a, b in zip(stakes, rubber_points(now, won, games), strict=True)
                ]
                won[now.index(max(now))] += 1
                played, now = [a + b for a, b in zip(played, now, strict=True)], [0, 0]
            kept = stakes if options.get("rubber_points") else played
            assert list(match.totals.values()) == [a + b for a, b in zip(kept, now, strict=True)]
        assert max(won) == games // 2 + 1
        assert match.outcome.winners == (list(match.totals)[won.index(max(won))],)


@pytest.mark.parametrize(
    ("before", "tricks", "games", "scored"),
    [((2, 2), (9, 4), (0, 0), 2), ((4, 3), (8, 5), (1, 0), 3), ((4, 0), (7, 6), (1, 1), 5)],
)
def test_what_a_game_and_a_rubber_are_worth(
    before: tuple[int, int], tricks: tuple[int, int], games: tuple[int, int], scored: int
) -> None:
    game = cardlab.game("whist", form="short", rubber_points=True)
    lines = game.score(game.Result(tricks, before, games=games))
    made = [x.points for x in lines if x.rule in ("game-won", "rubber-won")]
    assert sum(made) == scored and {x.side for x in lines if x.rule == "game-won"} == {
        "north-south"
    }


def test_the_rules_of_a_deal_are_those_of_partnership_whist() -> None:
    whist, partnership = cardlab.game("whist"), cardlab.game("partnership-whist", form="short")
    assert whist.all_rules() == partnership.all_rules()
    assert not any(whist.diff(partnership).values())
