"""Squiffy Dancer beside a second way of following it, and the odds of its end counted by hand."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

import cardlab
from cardlab.engine.table import table as draw_table


class Ranks:
    """The hands as sets of ranks: a rank that comes a second time goes."""

    def __init__(self, state: Any) -> None:
        self.hands = [{card.rank for card in hand} for hand in state.hands]
        self.players, self.turn = len(self.hands), -1

    def with_cards(self, seat: int, step: int) -> int:
        while not self.hands[seat % self.players]:
            seat += step
        return seat % self.players

    def draw(self, drawer: int, rank: str) -> None:
        self.hands[self.with_cards(drawer - 1, -1)].remove(rank)
        self.hands[drawer] ^= {rank}


SIZES = ((2, 1), (3, 1), (5, 1), (12, 1), (7, 2), (12, 2))
CASES = tuple(product(SIZES, ("ace", "queen"), (0, 2)))
ODD_CARDS = {
    ("ace", 1): (49, 1),
    ("queen", 1): (51, 3),
    ("ace", 2): (97, 1),
    ("queen", 2): (103, 7),
}
"""How many cards the pack has, and how many of them are of the odd rank."""


@pytest.mark.parametrize(("size", "odd", "lives"), CASES)
def test_matches_followed_by_ranks(size: tuple[int, int], odd: str, lives: int) -> None:
    players, packs = size
    game = cardlab.game("squiffy-dancer", players=players, packs=packs, odd=odd, lives=lives)
    odd_ones = [card for card in game.pack if card.rank == odd[0].upper()]
    assert (len(game.pack), len(odd_ones)) == ODD_CARDS[odd, packs]
    assert odd == "queen" or odd_ones == ["AS"]
    for seed in range(2):
        match, rng = game.match(seed=seed), random.Random(seed)
        lost = [0] * players
        while not match.over:
            deal, state = match.state.standing.deal, match.state
            held = Counter(c.rank for hand in state.hands for c in hand)
            assert all(n % 2 == (rank == odd[0].upper()) for rank, n in held.items())
            assert all(len({c.rank for c in hand}) == len(hand) for hand in state.hands)
            table, drawer = Ranks(state), match.to_move
            holder = table.with_cards(drawer - 1, -1)
            places = range(1, len(state.hands[holder]) + 1)
            assert [str(move) for move in match.legal_moves()] == [f"draw {n}" for n in places]
            place = rng.choice(places)
            table.draw(drawer, state.hands[holder][place - 1].rank)
            match.play(f"draw {place}")
            if sum(map(bool, table.hands)) == 1:
                loser = next(seat for seat, hand in enumerate(table.hands) if hand)
                assert table.hands[loser] == {odd[0].upper()}
                lost[loser] += 1
                assert list(match.totals.values()) == lost
                assert match.over or match.state.standing.deal == deal + 1
            else:
                assert [{c.rank for c in hand} for hand in match.state.hands] == table.hands
                assert match.to_move == table.with_cards(drawer + 1, 1)
        if lives:
            assert [n == lives for n in lost].count(False) == 1


def chance_to_win(state: Any, me: int) -> Fraction | None:
    """How likely a seat is to be safe one draw later, by all orders of the fan and all places; what
    is still open counts for nothing."""
    game, safe, ways = state.game, 0, 0
    fan = state.hands[1 - me]
    for order, move in product(permutations(fan), (f"draw {n + 1}" for n in range(len(fan)))):
        after = game.after(state.but(hands=state.held(1 - me, order)), move)
        safe += after.phase.id == "over" and not after.hands[me]
        ways += 1
    return Fraction(safe, ways)


def test_the_last_three_cards() -> None:
    """South has an eight, West an eight and the ace: South draws the eight half of the time, and
    otherwise West draws from two cards. South is safe in two of three such ends."""
    game = cardlab.game("squiffy-dancer", players=2)
    state = game.state(hands={0: "8S", 1: "8H AS"})
    now = chance_to_win(state, 0)
    assert now == Fraction(1, 2)
    after = game.after(state, "draw 2")
    assert after.hands == (("AS", "8S"), ("8H",)) and after.drawer == 1
    # p = 1/2 + 1/2 (1 - p)
    p = Fraction(2, 3)
    assert p == now + (1 - now) * (1 - p)


def test_each_place_of_a_shuffled_fan_is_equally_likely() -> None:
    game = cardlab.game("squiffy-dancer", players=2)
    match = game.match(seed=1)
    fan: Any = next(phase for phase in game.phases if phase.id == "fan")
    state = match.state.but(drawer=match.to_move, to_move=None, phase=fan)
    holder = game.right_of(state, state.drawer)
    rng, first = random.Random(2), Counter[str]()
    for _ in range(6000):
        first[str(fan.chance(state, rng).cards[0])] += 1
    held = len(state.hands[holder])
    assert len(first) == held
    assert all(abs(n - 6000 / held) < 5 * (6000 / held) ** 0.5 for n in first.values())


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        ("draw 1 from West", "draw-from-the-right", "you must draw from North"),
        ("draw 4", "one-card", "there are two cards in North's hand"),
        ("draw 0 from North", "one-card", "there are two cards in North's hand"),
    ],
)
def test_what_is_refused(typed: str, rule: str, reason: str) -> None:
    game = cardlab.game("squiffy-dancer")
    state = game.state(hands={0: "8S", 1: "8H AS", 2: "KD 9H", 3: ""})
    verdict = game.verdict(state, typed)
    assert (verdict.legal, verdict.rule, verdict.say(reader=0)) == (False, rule, reason)


def test_a_fan_that_was_written_down_holds_the_same_cards() -> None:
    game = cardlab.game("squiffy-dancer", players=2)
    state = game.match(seed=1).state
    fan: Any = next(phase for phase in game.phases if phase.id == "fan")
    state = state.but(drawer=state.to_move, to_move=None)
    with pytest.raises(ValueError, match="the same cards"):
        fan.check(state, fan.read_chance("fan AS"))


def test_who_sees_a_card_that_is_drawn() -> None:
    game = cardlab.game("squiffy-dancer")
    state = game.state(hands={0: "8S", 1: "KC", 2: "KD", 3: "9H AS"})
    phase, names = state.phase, game.names
    heard = [
        phase.heard(state, 0, phase.candidates(state.seen_by(0))[0], names, r) for r in (0, 1, 3)
    ]
    assert heard == [
        "South draws 9♥ from East.",
        "South draws a card from East.",
        "South draws 9♥ from East.",
    ]
    after = game.after(state, "draw 1")
    assert "9H" in after.seen_by(3).with_known_cards().hands[0]
    assert "9H" not in after.seen_by(1).with_known_cards().hands[0]


def test_who_drew_last_is_seen() -> None:
    match = cardlab.game("squiffy-dancer").match(seed=1)
    assert not any(seat["notes"] for seat in draw_table(match.state, 0).to_dict()["seats"])
    for _ in range(3):
        drawer = match.to_move
        match.play("draw 1")
        noted = [seat["notes"] for seat in draw_table(match.state, 0).to_dict()["seats"]]
        assert [n for n, notes in enumerate(noted) if notes == ["drew last"]] == [drawer]


def test_a_second_pack_is_for_seven_players_or_more() -> None:
    with pytest.raises(ValueError, match="two packs are for seven players or more, and four play"):
        cardlab.game("squiffy-dancer", packs=2)


def test_two_equal_cards_are_a_pair_as_any_others() -> None:
    game = cardlab.game("squiffy-dancer", players=7, packs=2)
    state = game.state(hands={0: "8S KD", 6: "8S AS", 3: "KD"}, to_move=0)
    after = game.after(state, "draw 1")
    assert after.hands[0] == ("KD",) and after.laid == ("8S", "8S")
