"""Bundles beside a second way of following it: pond and bundles as plain lists of cards."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.players.bots import bot


class Table:
    """Everything on the table, as somebody keeps it who sees all cards."""

    def __init__(self, match: Any) -> None:
        deal = match.entries[0].move
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        stock = [str(card) for card in deal.stock]
        self.pond, self.stock = stock[:4], stock[4:]
        self.bundles: list[list[str]] = [[] for _ in self.hands]
        self.turn, self.took, self.over = 1 % len(self.hands), -1, False
        self.names, self.one, self.must = match.names, match.game.one_source, match.game.must

    def legal(self) -> set[str]:
        moves = set()
        for card in self.hands[self.turn]:
            pond = " ".join(c for c in self.pond if c[0] == card[0])
            tops = [s for s, b in enumerate(self.bundles) if b and b[-1][0] == card[0]]
            named = [self.names[s] for s in tops]
            takes = [*named, *([pond] if pond else [])]
            if pond and not self.one:
                takes += [f"{pond} and {name}" for name in named]
            moves |= {f"{card} takes {what}" for what in takes}
            if not (takes and self.must):
                moves.add(card)
        return moves

    def play(self, move: str) -> None:
        me, n = self.turn, len(self.hands)
        card, _, what = move.partition(" takes ")
        self.hands[me].remove(card)
        if what:
            victim = next((s for s in range(n) if self.names[s] in what), me)
            got = [c for c in self.pond if c in what.split()]
            self.pond = [c for c in self.pond if c not in got]
            if victim != me:
                got, self.bundles[victim] = got + self.bundles[victim], []
            self.bundles[me] += [*got, card]
            self.took = me
        else:
            self.pond.append(card)
        self.turn = (me + 1) % n
        if not any(self.hands) and self.stock:
            for i in range(n):
                self.hands[(1 + i) % n], self.stock = self.stock[:4], self.stock[4:]
        elif not any(self.hands):
            self.over = True
            if self.took >= 0:
                self.bundles[self.took] = self.pond + self.bundles[self.took]


CASES = tuple(product((2, 3, 4), (False, True), (False, True), (False, True)))


@pytest.mark.parametrize(("players", "one", "must", "by_cards"), CASES)
def test_deals_followed_with_open_hands(
    players: int, one: bool, must: bool, by_cards: bool
) -> None:
    game = cardlab.game("bundles", players=players, one_source=one, must=must, by_cards=by_cards)
    for seed in range(3):
        match, rng = game.match(seed=seed), random.Random(seed)
        table = Table(match)
        while not match.over:
            assert match.to_move == table.turn
            assert {str(move) for move in match.legal_moves()} == table.legal()
            move = rng.choice(sorted(table.legal()))
            match.play(move)
            table.play(move)
            assert [[str(c) for c in pile] for pile in match.state.piles] == table.bundles
        sizes = [len(bundle) for bundle in table.bundles]
        assert table.over and sum(sizes) in (0, 52)
        alone = sizes.count(max(sizes)) == 1
        won = [int(n == max(sizes) and alone) for n in sizes]
        assert list(match.totals.values()) == (sizes if by_cards else won)


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("bundles", players=3)
    hands = {0: "4S 7C QD", 1: "2C", 2: "3D"}
    piles = ("QS", "5D 5C 4H", "8D 8S KC KH")
    return game, game.state(**{"hands": hands, "pond": "7H 7D 4D", "piles": piles} | given)


def test_a_card_takes_the_pond_and_a_bundle() -> None:
    game, state = table()
    after = game.after(state, "4S takes 4D and West")
    assert after.piles == (("QS", "4D", "5D", "5C", "4H", "4S"), (), state.piles[2])
    after = game.after(state, "7C takes 7H 7D")
    assert after.pond == ("4D",) and after.piles[0] == ("QS", "7H", "7D", "7C")
    after = game.after(state, "QD takes South")
    assert after.piles[0] == ("QS", "QD") and after.took == 0


@pytest.mark.parametrize(
    "typed",
    ["7C takes 7H", "QD takes East", "QD takes 4D", "7C takes West", "4S takes 4D and South"],
)
def test_what_is_not_there_to_take(typed: str) -> None:
    game, state = table()
    verdict = game.verdict(state, typed)
    assert (verdict.legal, verdict.rule) == (False, "no-such-capture")


def test_a_card_that_takes_something_has_to_where_a_table_plays_so() -> None:
    game = cardlab.game("bundles", must=True)
    state = game.state(hands={0: "4S 9C", 1: "2C"}, pond="4D")
    verdict = game.verdict(state, "4S")
    assert (verdict.rule, verdict.say(reader=0)) == ("must-capture", "4♠ can take something")
    assert game.verdict(state, "9C").legal


def test_a_bot_steals_the_largest_bundle() -> None:
    game, state = table(hands={0: "4S 7C KS", 1: "2C", 2: "3D"})
    assert bot("simple", seed=1).choose(game.view(state)) == "KS takes East"


@pytest.mark.parametrize("typed", ["6H takes 6S 6D", "6H takes 6D 6S"])
def test_the_cards_of_the_pond_are_named_in_any_order(typed: str) -> None:
    game = cardlab.game("bundles")
    state = game.state(phase="fish", to_move=0, hands={0: "6H KC"}, pond="6S QC 6D")
    assert game.verdict(state, typed).legal
    assert str(game.verdict(state, typed).move) == "6H takes 6S 6D"
    assert not game.verdict(state, "6H takes 6D").legal


@pytest.mark.parametrize(("players", "target"), [(2, 1), (3, 5), (4, 21)])
def test_a_match_goes_to_so_many_match_points(players: int, target: int) -> None:
    match, rng = (
        cardlab.game("bundles", players=players, target=target).match(seed=1),
        random.Random(1),
    )
    while not match.over:
        assert max(match.totals.values()) < target
        match.play(rng.choice(match.legal_moves()))
    assert max(match.totals.values()) == target


def test_options_that_change_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="the match is a race to the target"):
        cardlab.game("bundles", target=5, deals=3)
    with pytest.raises(ValueError, match="where each card counts"):
        cardlab.game("bundles", target=5, by_cards=True)
