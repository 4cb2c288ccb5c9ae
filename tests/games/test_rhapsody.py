"""Rhapsody beside a second way of following it: hands as plain lists of text, all sets by trying
every subset of the cards of a rank, and the exchange by sorting."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

import cardlab
from cardlab.labs import positions
from cardlab.players.bots import bot

LOW_TO_HIGH = "3456789TJQKA2"


def height(card: str) -> int:
    return LOW_TO_HIGH.index(card[0])


class Table:
    """Everything on the table, as somebody keeps it who sees all cards."""

    def __init__(self, match: Any, places: list[int]) -> None:
        deal = next(e.move for e in reversed(match.entries) if str(e.move).startswith("deal"))
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        self.n, self.game = len(self.hands), match.game
        self.places, self.dealer = places, match.state.dealer
        self.top: list[str] = []
        self.last, self.passed, self.out = -1, set[int](), list[int]()
        self.opening = not places
        self.chosen: dict[int, list[str]] = {}
        if places:
            self.turn = places[0 if self.game.leader == "president" else -1]
        else:
            seats = [(self.dealer + i) % self.n for i in range(1, self.n + 1)]
            self.turn = next(s for s in seats if "3C" in self.hands[s])

    # --- the exchange
    def gives(self) -> dict[int, tuple[int, int, bool]]:
        """By giver: how many, to whom, whether the best."""
        if not self.places:
            return {}
        top, bottom = self.places[0], self.places[-1]
        if self.n < 4:
            return {top: (1, bottom, False), bottom: (1, top, True)}
        second, third = self.places[1], self.places[-2]
        return {
            top: (2, bottom, False),
            bottom: (2, top, True),
            second: (1, third, False),
            third: (1, second, True),
        }

    def may_give(self, seat: int) -> set[str]:
        number, _, best = self.gives()[seat]
        left = list((Counter(self.hands[seat]) - Counter(self.chosen.get(seat, []))).elements())
        still = number - len(self.chosen.get(seat, []))
        if best:
            bar = sorted(map(height, left))[-still]
            left = [card for card in left if height(card) >= bar]
        return {f"give {card}" for card in left}

    def give(self, seat: int, move: str) -> None:
        self.chosen.setdefault(seat, []).append(move.removeprefix("give "))
        owed = {s: n for s, (n, _, _) in self.gives().items()}
        if any(len(self.chosen.get(s, [])) < n for s, n in owed.items()):
            return
        for giver, cards in self.chosen.items():
            for card in cards:
                self.hands[giver].remove(card)
        for giver, cards in self.chosen.items():
            self.hands[self.gives()[giver][1]] += cards

    # --- the play
    def legal(self) -> set[tuple[str, ...]]:
        hand = self.hands[self.turn]
        plays = set()
        for rank in {card[0] for card in hand}:
            same = sorted(card for card in hand if card[0] == rank)
            for size in range(1, len(same) + 1):
                plays |= set(combinations(same, size))
        if self.top:
            high = [
                p for p in plays if len(p) == len(self.top) and height(p[0]) > height(self.top[0])
            ]
            return {*high, ()}
        if self.opening:
            return {p for p in plays if "3C" in p}
        return plays

    def play(self, cards: tuple[str, ...]) -> bool:
        """Whether the deal is over."""
        me = self.turn
        self.opening = False
        if cards:
            for card in cards:
                self.hands[me].remove(card)
            self.top, self.last = list(cards), me
            if not self.game.pass_out:
                self.passed = set()
            if not self.hands[me]:
                self.out.append(me)
        else:
            self.passed.add(me)
        if sum(map(bool, self.hands)) == 1:
            self.out += [s for s in range(self.n) if self.hands[s]]
            return True
        waiting = {s for s in range(self.n) if self.hands[s]} - self.passed - {self.last}
        if waiting:
            self.turn = next(s for i in range(1, self.n) if (s := (me + i) % self.n) in waiting)
            return False
        self.top, self.passed = [], set()
        self.turn = next(s for i in range(self.n) if self.hands[s := (self.last + i) % self.n])
        return False


def moves_of(match: Any) -> set[tuple[str, ...]]:
    """The legal moves as sorted cards, a pass as no cards."""
    texts = [str(move) for move in match.legal_moves()]
    return {() if t == "pass" else tuple(sorted(t.split()[1:])) for t in texts}


CASES = tuple(product((2, 3, 4, 7, 8), (False, True), ("president", "scum")))


@pytest.mark.parametrize(("players", "pass_out", "leader"), CASES)
def test_matches_followed_with_open_hands(players: int, pass_out: bool, leader: str) -> None:
    game = cardlab.game(
        "rhapsody", players=players, pass_out=pass_out, leader=leader, target=0, deals=3
    )
    match, rng = game.match(seed=players), random.Random(players)
    places: list[int] = []
    points = [0] * players
    while not match.over:
        table = Table(match, places)
        while match.state.phase.id == "exchange":
            seat = match.to_move
            legal = {str(move) for move in match.legal_moves()}
            assert legal == table.may_give(seat)
            move = rng.choice(sorted(legal))
            match.play(move)
            table.give(seat, move)
        over = False
        while not over:
            assert match.to_move == table.turn
            assert [sorted(map(str, h)) for h in match.state.hands] == [*map(sorted, table.hands)]
            assert moves_of(match) == table.legal()
            cards = rng.choice(sorted(table.legal()))
            over = table.play(cards)
            match.play(f"play {' '.join(cards)}" if cards else "pass")
        places = table.out
        points = [p + players - 1 - places.index(s) for s, p in enumerate(points)]
        assert list(match.totals.values()) == points


def state(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("rhapsody", players=4)
    hands = {0: "AD QC QD QH 9C 9D 6H 6S", 1: "JH JS 5S", 2: "KS KC TD", 3: "2C 2D 3D"}
    laid = [("West", "4C 4D"), ("East", "7H 7S")]
    return game, game.state(**{"hands": hands, "laid": laid} | given)


def test_the_number_comes_before_the_rank() -> None:
    game, table = state()
    legal = {frozenset(str(m).split()[1:]) for m in game.legal_moves(table)}
    pairs = ("9C 9D", "QC QD", "QC QH", "QD QH")
    assert legal == {frozenset(), *(frozenset(pair.split()) for pair in pairs)}
    assert game.verdict(table, "AD").rule == "same-number"
    assert game.verdict(table, "QC QD QH").rule == "same-number"
    verdict = game.verdict(table, "play 6H 6S")
    assert verdict.rule == "higher-rank"
    assert verdict.reason == "7♥ and 7♠ lie on top, and only a higher rank beats them"


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("play QC 9D", "one-rank"),
        ("play 9C 9D 6H", "one-rank"),
        ("play KH KD", "must-hold-card"),
        ("play 9C 9C", "must-hold-card"),
        ("play 6S", "same-number"),
    ],
)
def test_what_is_refused_leaves_the_table_as_it_is(typed: str, rule: str) -> None:
    game, table = state()
    with pytest.raises(cardlab.IllegalMove) as refused:
        game.after(table, typed)
    assert refused.value.verdict.rule == rule and table == state()[1]


@pytest.mark.parametrize("typed", ["play 9D 9C", "9C 9D", "play 9c 9d"])
def test_cards_may_be_typed_in_any_order(typed: str) -> None:
    game, table = state()
    assert set(game.after(table, typed).top) == {"9C", "9D"}


def test_a_leader_may_not_pass() -> None:
    game, table = state(laid=())
    assert game.verdict(table, "pass").rule == "must-pass-or-play"


def test_the_last_to_play_leads_and_the_next_one_where_that_player_is_out() -> None:
    game, table = state(hands={0: "6H", 1: "5S", 2: "KS", 3: ""}, passed=("West", "North"))
    after = game.after(table, "pass")
    assert after.to_move == 0 and after.laid == () and set(after.gone) == {"4C", "4D", "7H", "7S"}
    game, table = state(hands={0: "6H", 1: "5S", 2: "KS", 3: "3D"}, passed=("West", "North"))
    assert game.after(table, "pass").to_move == 3


def test_a_pass_lasts_for_one_turn_or_for_the_trick() -> None:
    for pass_out, mover in ((False, 1), (True, 3)):
        game = cardlab.game("rhapsody", players=4, pass_out=pass_out)
        hands = {0: "9C", 1: "JH", 2: "KS KC", 3: "2C"}
        table = game.state(
            hands=hands | {0: "9C 8C"}, laid=[("East", "4C")], passed=("West", "North")
        )
        assert game.after(table, "9C").to_move == mover


def test_the_best_cards_go_up() -> None:
    game = cardlab.game("rhapsody", players=4)
    table = game.state(
        phase="exchange",
        places=(2, 1, 3, 0),
        hands={0: "2C AD JS 9H 5D 3S", 1: "4C 5C", 2: "6C 7C", 3: "8C 8H 4D"},
        to_move=0,
    )
    assert {str(m) for m in game.legal_moves(table)} == {"give 2C", "give AD"}
    verdict = game.verdict(table, "3S")
    assert verdict.rule == "best-cards-up"
    assert verdict.reason == "you were scum, and the best cards go up: 2♣ and A♦"
    assert {str(m) for m in game.legal_moves(table, 3)} == {"give 8C", "give 8H"}
    assert len(game.legal_moves(table, 2)) == 2 and len(game.legal_moves(table, 1)) == 2


def test_five_share_out_one_pack_and_eight_two() -> None:
    five = cardlab.game("rhapsody", players=5)
    assert sorted(map(len, five.match(seed=1).state.hands)) == [10, 10, 10, 11, 11]
    assert len(cardlab.game("rhapsody", players=8).pack) == 104


def test_simple_plays_better_than_chance() -> None:
    """One simple player in a changing seat against three who play at random, on 40 deals."""
    game, gained = cardlab.game("rhapsody", target=0, deals=1), 0
    for seed in range(40):
        match, best = game.match(seed=seed), seed % 4
        bots = [bot("simple" if seat == best else "random", seed=seed) for seat in range(4)]
        while not match.over:
            match.play(bots[match.to_move].choose(match.game.view(match.state)))
        gained += list(match.totals.values())[best]
    assert gained > 40 * 1.9


def test_two_equal_cards_are_two_of_the_best() -> None:
    """Two packs are in play: a scum who holds 2♦ twice gives it twice."""
    here = positions.read(
        "rhapsody packs=2; phase exchange; deal 2; places 0 1 2 3; to-move east;"
        " south 3S; west 4S; north 5S; east 2D 2D AC KS 9H"
    )
    game, state = here.game, here.state
    assert [str(move) for move in game.legal_moves(state, 3)] == ["give 2D"]
    refused = game.verdict(state, "give AC", seat=3)
    assert not refused.legal and refused.reason.endswith("the best cards go up: 2♦ and 2♦")
    after = game.after(state, "give 2D", seat=3)
    assert [str(move) for move in game.legal_moves(after, 3)] == ["give 2D"]


@pytest.mark.parametrize(("players", "seed"), [(8, 16), (8, 22)])
def test_the_best_of_two_packs_go_up_with_eight_players(players: int, seed: int) -> None:
    match = cardlab.game("rhapsody", players=players, seated=True).match(seed=seed)
    scum = players - 1
    height = match.game.heights.rank_height
    best = sorted(map(height, match.state.hands[scum]), reverse=True)[:2]
    given = []
    for _ in best:
        move = match.legal_moves(scum)[0]
        given.append(height(move.card))
        match.play(move, seat=scum)
    assert sorted(given, reverse=True) == best


def test_one_pack_is_refused_for_eight_players() -> None:
    with pytest.raises(ValueError, match="8 players need two packs"):
        cardlab.game("rhapsody", players=8, packs=1)
    assert cardlab.game("rhapsody", players=8).decks == 2
    assert cardlab.game("rhapsody", players=5, packs=1) == cardlab.game("rhapsody", players=5)
