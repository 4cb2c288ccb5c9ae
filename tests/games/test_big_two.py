"""Big Two beside a second account of it: every five cards judged from their ranks and suits as text,
and whole matches with hands as plain lists."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, islice, product
from typing import Any

import pytest

import cardlab
from cardlab.engine.table import table as draw_table
from cardlab.players.bots import bot

LOW_TO_HIGH, SUITS = "3456789TJQKA2", "DCHS"
PACK = [rank + suit for rank in LOW_TO_HIGH for suit in SUITS]
COUNTS = {
    "straight": 8 * (4**5 - 4),
    "flush": 4 * 1287 - 4 * 8,
    "full house": 13 * 4 * 12 * 6,
    "four": 13 * 48,
    "straight flush": 4 * 8,
}
"""How many combinations of five cards there are of each kind."""

Key = tuple[Any, ...]


def single(card: str) -> int:
    return PACK.index(card)


def straight_top(cards: tuple[str, ...], low: bool) -> str | None:
    """The rank on top of a straight, by looking for the five ranks in every straight there is."""
    ranks = {card[0] for card in cards}
    rows = ["3456789TJQKA"[at : at + 5] for at in range(8)] + (["A2345", "23456"] if low else [])
    return next((row[-1] for row in rows if set(row) == ranks), None)


def key(cards: tuple[str, ...], low: bool = False) -> tuple[int, Key] | None:
    """The number of cards and how high they are; None where they may not be laid together."""
    ranks = Counter(card[0] for card in cards)
    if len(cards) < 4:
        return (len(cards), (max(map(single, cards)),)) if len(ranks) == 1 else None
    if len(cards) != 5:
        return None
    flush, top = len({card[1] for card in cards}) == 1, straight_top(cards, low)
    if top:
        highest = next(card for card in cards if card[0] == top)
        order = LOW_TO_HIGH.index
        # low straights are below all others, which their top cards say already
        return 5, (4 if flush else 0, order(top), SUITS.index(highest[1]))
    by_number = sorted(ranks, key=lambda rank: ranks[rank])
    if ranks[by_number[-1]] == 4:
        return 5, (3, LOW_TO_HIGH.index(by_number[-1]))
    if sorted(ranks.values()) == [2, 3]:
        return 5, (2, LOW_TO_HIGH.index(by_number[-1]))
    if flush:
        heights = sorted((LOW_TO_HIGH.index(card[0]) for card in cards), reverse=True)
        return 5, (1, *heights, SUITS.index(cards[0][1]))
    return None


def engine_key(game: Any, cards: tuple[str, ...]) -> tuple[str, tuple[int, ...]]:
    made = game.made_of(tuple(cardlab.Card(card) for card in cards))
    return made.kind, made.height


def test_five_cards_are_what_they_are(request: pytest.FixtureRequest) -> None:
    """One in 101 of all 2,598,960, or all of them (``--big-two-hands``): kinds and their numbers, and that
    the engine's heights put them in the same order."""
    whole = request.config.getoption("--big-two-hands")
    for low in (False, True) if not whole else (False,):
        game = cardlab.game("big-two", low_straights=low)
        hands = islice(combinations(PACK, 5), 0, None, 1 if whole else 101)
        found: Counter[str] = Counter()
        keys: dict[Key, tuple[int, ...]] = {}
        for hand in hands:
            mine, (kind, height) = key(hand, low), engine_key(game, hand)
            assert (mine is None) == (not kind), hand
            if mine is not None:
                found[kind] += 1
                assert keys.setdefault(mine[1], height) == height
        heights = [keys[k] for k in sorted(keys)]
        assert heights == sorted(set(heights))
        if whole:
            assert found == COUNTS


def test_all_sets_of_one_two_and_three_cards() -> None:
    game = cardlab.game("big-two")
    for size in (1, 2, 3, 4):
        keys = {}
        for cards in combinations(PACK, size):
            mine, (kind, height) = key(cards), engine_key(game, cards)
            assert (mine is None) == (not kind), cards
            if mine is not None:
                assert keys.setdefault(mine, height) == height
        heights = [keys[k] for k in sorted(keys)]
        assert heights == sorted(set(heights)) and len(keys) == {1: 52, 2: 39, 3: 26, 4: 0}[size]


CASES = tuple(product((False, True), (False, True), ("differences", "to-winner")))


@pytest.mark.parametrize(("reenter", "low", "score_by"), CASES)
def test_matches_followed_with_open_hands(reenter: bool, low: bool, score_by: str) -> None:
    """Legal moves from all subsets of a hand, the next to move, and the score."""
    game = cardlab.game("big-two", reenter=reenter, low_straights=low, score_by=score_by, deals=2)
    match, rng = game.match(seed=5), random.Random(5)
    points, winner = [0] * 4, None
    while not match.over:
        hands = [{str(card) for card in hand} for hand in match.state.hands]
        turn = next(s for s in range(4) if "3D" in hands[s]) if winner is None else winner
        first, top, last, passed = winner is None, (), -1, set[int]()
        while all(hands):
            assert match.to_move == turn
            legal: set[tuple[str, ...]] = {()} if top else set()
            for size in (len(top),) if top else (1, 2, 3, 5):
                for cards in combinations(sorted(hands[turn]), size):
                    mine = key(cards, low)
                    if mine is None or (first and "3D" not in cards):
                        continue
                    if not top or mine > key(top, low):  # type: ignore[operator]
                        legal.add(cards)
            texts = [str(move) for move in match.legal_moves()]
            assert legal == {() if t == "pass" else tuple(sorted(t.split()[1:])) for t in texts}
            cards = rng.choice(sorted(legal))
            match.play(f"play {' '.join(cards)}" if cards else "pass")
            first = False
            if cards:
                hands[turn] -= {*cards}
                top, last = cards, turn
                passed = set() if reenter else passed
            else:
                passed.add(turn)
            waiting = {0, 1, 2, 3} - passed - {last}
            if waiting:
                turn = next(s for i in (1, 2, 3) if (s := (turn + i) % 4) in waiting)
            else:
                turn, top, passed = last, (), set()
        winner = next(s for s in range(4) if not hands[s])
        costs = [len(h) * (3 if len(h) == 13 else 2 if len(h) > 9 else 1) for h in hands]
        for me in range(4):
            if score_by == "differences":
                points[me] += sum(other - costs[me] for other in costs)
            else:
                points[me] += sum(costs) if me == winner else -costs[me]
        assert list(match.totals.values()) == points and sum(points) == 0


def test_the_suits_decide_where_the_ranks_are_equal() -> None:
    game = cardlab.game("big-two")
    table = game.state(hands={0: "3C 2D AS 7H"}, laid=[("West", "3D")])
    assert game.verdict(table, "3C").legal
    table = game.state(hands={0: "2D AS 7S 7D"}, laid=[("West", "7H 7C")])
    assert game.verdict(table, "7S 7D").legal
    table = game.state(hands={0: "7S 7D AS"}, laid=[("West", "2D")])
    verdict = game.verdict(table, "AS")
    assert (verdict.rule, verdict.reason) == (
        "higher-combination",
        "only a higher single card beats 2♦",
    )


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("4H 4S 4D 3C 3S", ""),
        ("play 4H 4S 4D 4C", "combination"),
        ("play 4H 5S", "combination"),
        ("play 9H 9S", "same-number"),
        ("play 5S 6C 7S 8S 9H", "higher-combination"),
        ("pass", ""),
    ],
)
def test_what_goes_on_a_flush(typed: str, rule: str) -> None:
    game = cardlab.game("big-two")
    hand = "4H 4S 4D 4C 3C 3S 5S 6C 7S 8S 9H 9S"
    table = game.state(hands={0: hand}, laid=[("West", "5D 6D 7D 8D TD")])
    verdict = game.verdict(table, typed)
    assert verdict.legal == (not rule)
    if rule:
        assert verdict.rule == rule
        with pytest.raises(cardlab.IllegalMove):
            game.after(table, typed)


def test_simple_plays_better_than_chance() -> None:
    game, gained = cardlab.game("big-two", deals=1), 0
    for seed in range(24):
        match, best = game.match(seed=seed), seed % 4
        bots = [bot("simple" if seat == best else "random", seed=seed) for seat in range(4)]
        while not match.over:
            match.play(bots[match.to_move].choose(game.view(match.state)))
        gained += list(match.totals.values())[best]
    assert gained > 24 * 5


def test_the_winner_of_the_last_deal_is_seen_until_the_first_lead() -> None:
    match, won = cardlab.game("big-two").match(seed=5), -1
    while match.state.standing.deal < 2:
        won = match.to_move
        match.play(match.legal_moves()[0])
    noted = [seat["notes"] for seat in draw_table(match.state, 0).to_dict()["seats"]]
    assert [n for n, notes in enumerate(noted) if "won the last deal" in notes] == [won]
    assert match.to_move == won
    match.play(match.legal_moves()[0])
    assert not any(
        "won" in " ".join(s["notes"]) for s in draw_table(match.state, 0).to_dict()["seats"]
    )


def test_a_table_may_agree_to_play_to_the_right() -> None:
    """Turns and the deal then pass to the right; the rest is the same game."""
    for turns, step in (("left", 1), ("right", -1)):
        match = cardlab.game("big-two", turns=turns).match(seed=2)
        leader = match.to_move
        match.play(match.legal_moves()[0])
        assert match.to_move == (leader + step) % 4
        dealer = match.state.dealer
        assert match.game.next_dealer(match.state) == (dealer + step) % 4
