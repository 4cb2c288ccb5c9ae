"""Conquian beside a second way of following it: melds as plain lists, and every use of the open card
found by trying all subsets of hand and table."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.players import RandomBot, RuleOfThumbBot
from cardlab.players.tournament import compare

ORDERS = {40: "A234567JQK", 52: "A23456789TJQK"}


def is_meld(cards: tuple[str, ...] | list[str], order: str) -> bool:
    if len(cards) < 3:
        return False
    if len({card[0] for card in cards}) == 1:
        return True
    ranks = "".join(sorted((card[0] for card in cards), key=order.index))
    return ranks in order and len({card[1] for card in cards}) == 1


def can_part(cards: frozenset[str], order: str) -> bool:
    """Whether cards can be shared out among melds."""
    if not cards:
        return True
    first, rest = min(cards), sorted(cards - {min(cards)})
    return any(
        is_meld((first, *part), order) and can_part(cards - {first, *part}, order)
        for size in range(2, len(rest) + 1)
        for part in combinations(rest, size)
    )


class Table:
    """One deal, as somebody follows it who sees everything."""

    def __init__(self, match: Any) -> None:
        self.game, self.order = match.game, ORDERS[match.game.cards]
        self.hands = [{str(card) for card in hand} for hand in match.state.hands]
        self.stock = [str(card) for card in match.state.stock]
        self.melds: list[list[frozenset[str]]] = [[], []]
        self.turn = self.by = 1 - match.state.dealer
        self.step, self.up, self.passed, self.out = "turn", "", [False, False], -1

    def uses(self) -> set[frozenset[str]]:
        """The cards that go into a meld with the open one."""
        mine = self.melds[self.turn]
        near = [
            card
            for card in (*self.hands[self.turn], *(c for meld in mine for c in meld))
            if card[0] == self.up[0] or card[1] == self.up[1]
        ]
        parts = (
            frozenset(part)
            for size in range(2, len(near) + 1)
            for part in combinations(near, size)
            if is_meld([*part, self.up], self.order)
        )
        return {p for p in parts if can_part(frozenset().union(*mine) - p, self.order)}

    def legal(self) -> set[str]:
        if self.step == "turn":
            return {"turn up"}
        if self.step == "discard":
            return {f"discard {card}" for card in self.hands[self.turn]}
        uses = self.uses() if self.step == "offer" else set()
        moves = {"pass" if self.step == "offer" else "let go"}
        moves |= {f"use {self.up} {' '.join(sorted(part))}" for part in uses}
        if self.passed[1 - self.turn] and self.game.forcing:
            moves |= {
                f"force {self.up} {' '.join(sorted(meld))}"
                for meld in self.melds[1 - self.turn]
                if is_meld([*meld, self.up], self.order)
            }
        return moves

    def play(self, move: str, melds: Any) -> None:
        """Carry a move out; the melds of a use are taken over, once they are legal."""
        words, other = move.split(), 1 - self.turn
        if words[0] == "turn":
            self.up, self.step, self.by = self.stock.pop(0), "offer", self.turn
            self.passed = [False, False]
        elif words[0] == "discard":
            self.hands[self.turn].remove(words[1])
            self.up, self.step, self.by = words[1], "offer", self.turn
            self.passed = [False, False]  # whoever discards it has not turned it down
            self.turn = other
        elif words[0] == "use":
            self.meld(self.turn, {self.up, *words[2:]}, melds)
        elif words[0] == "force":
            self.meld(other, {self.up, *words[2:]}, melds)
        elif words[0] == "let":
            self.next_card()
        else:
            self.turned_down(other)

    def meld(self, seat: int, cards: set[str], melds: Any) -> None:
        before = {card for meld in self.melds[seat] for card in meld}
        self.melds[seat] = [frozenset(map(str, meld)) for meld in melds[seat]]
        assert all(is_meld([*meld], self.order) for meld in self.melds[seat])
        assert {card for meld in self.melds[seat] for card in meld} == before | cards
        assert frozenset(cards) in self.melds[seat]
        self.hands[seat] -= cards
        self.turn, self.step = seat, "discard"
        if not self.hands[seat]:
            self.step, self.out = "over", seat

    def turned_down(self, other: int) -> None:
        self.passed[self.turn] = True
        mine = self.melds[self.turn]
        if self.turn == self.by:
            self.turn = other
        elif self.game.forcing and any(is_meld([*meld, self.up], self.order) for meld in mine):
            self.turn, self.step = other, "force"
        else:
            self.next_card()

    def next_card(self) -> None:
        self.turn, self.step = 1 - self.by, "turn" if self.stock else "over"


def written(move: Any) -> str:
    if move.verb == "use":
        return f"use {move.open_card} {' '.join(sorted(map(str, (*move.held, *move.lying))))}"
    if move.verb == "force":
        return f"force {move.open_card} {' '.join(sorted(map(str, move.meld)))}"
    return str(move)


@pytest.mark.parametrize(
    "options", [{}, {"forcing": False}, {"cards": 52}, {"each": 8, "drawn": "nothing"}]
)
def test_deals_followed_with_open_hands(options: dict[str, Any]) -> None:
    """Legal moves, whose turn it is, and who wins; cards are used more often than not."""
    game, won, borrowed = cardlab.game("conquian", **options), 0, 0
    for seed in range(25):
        match, rng = game.match(seed=seed), random.Random(seed)
        table = Table(match)
        while table.step != "over":
            assert match.to_move == table.turn
            legal = {written(move): move for move in match.legal_moves()}
            assert set(legal) == table.legal()
            uses = sorted(m for m in legal if m.startswith(("use", "force")))
            chosen = rng.choice(uses if uses and rng.random() < 0.8 else sorted(legal))
            borrowed += legal[chosen].verb == "use" and bool(legal[chosen].lying)
            after = game.after(match.state, legal[chosen])
            match.play(legal[chosen])
            table.play(chosen, after.melds)
        lines = [entry for entry in match.lines if entry.deal == 1]
        assert [(entry.side, entry.points) for entry in lines] == (
            [(game.sides[table.out].id, 1)] if table.out >= 0 else []
        )
        won += table.out >= 0
    assert won and borrowed


def position(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("conquian", **given.pop("options", {}))
    base = {"phase": "offer", "by": 0, "stock": "2C 3C"}
    return game, game.state(**base | given)


def test_cards_are_borrowed_if_what_is_left_still_melds() -> None:
    game, state = position(
        hands={0: "4H 4D KS", 1: "2S"}, melds=[["4S 5S 6S 7S"], []], discards="4C"
    )
    after = game.after(state, "use 4C with 4H 4D on 4S")
    assert {frozenset(meld) for meld in after.melds[0]} == {
        frozenset(("5S", "6S", "7S")),
        frozenset(("4C", "4H", "4D", "4S")),
    }
    game, state = position(hands={0: "4H 4D KS", 1: "2S"}, melds=[["4S 5S 6S"], []], discards="4C")
    verdict = game.verdict(state, "use 4C with 4H 4D on 4S")
    assert verdict.say(reader=0) == "what is left of your other melds would not meld"


@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("use 7C with 7H 7D", None),
        ("use 7C with 7H", "legal-meld"),
        ("use 7C with JC QC", None),
        ("take", "use-it-at-once"),
        ("pass", None),
    ],
)
def test_what_may_be_used(typed: str, rule: str | None) -> None:
    game, state = position(hands={0: "7H 7D JC QC KS", 1: "2S"}, discards="7C")
    verdict = game.verdict(state, typed)
    assert (verdict.legal, str(verdict.rule) if verdict.rule else None) == (rule is None, rule)


def test_a_card_that_fits_is_forced_and_costs_a_discard() -> None:
    melds = [["AC 2C 3C"], []]
    game, state = position(hands={0: "KS KD", 1: "2S 6H"}, melds=melds, discards="4C")
    state = game.after(game.after(state, "pass"), "force 4C on AC 2C 3C")
    assert (state.to_move, state.phase.id) == (0, "discard")
    assert state.melds[0] == (("AC", "2C", "3C", "4C"),)
    game, state = position(hands={0: "KS KD", 1: "2S 6H"}, melds=melds, discards="AD", by=0)
    verdict = game.verdict(game.after(state, "pass"), "force AD on AC 2C 3C")
    assert not verdict.legal


def test_the_eleventh_card_wins_and_a_drawn_deal_doubles_the_next() -> None:
    melds = [["AC 2C 3C 4C", "KS KH KD KC"], []]
    game, state = position(hands={0: "7H 7D", 1: "2S"}, melds=melds, discards="7C")
    after = game.after(state, "use 7C with 7H 7D")
    assert after.phase.id == "over" and after.out == 0
    assert [entry.points for entry in game.deal_lines(after)] == [1]
    game, state = position(hands={0: "7H 7D", 1: "2S"}, discards="7C", stock="", by=1, passed=(1,))
    after = game.after(state, "pass")
    assert after.void and game.next_standing(after, ()).double
    assert [entry.points for entry in game.score(game.Result(0, 1))] == [2]


def test_legal_moves_of_a_rich_position_are_a_few_dozen() -> None:
    melds = [["AS 2S 3S 4S 5S 6S 7S", "KH KD KC"], []]
    hands = {0: "8S 9S TS JS QS 8H 8D 9H 9D TH", 1: "2D"}
    game, state = position(options={"cards": 52}, hands=hands, melds=melds, discards="KS")
    assert 8 < len(game.legal_moves(state)) < 60


def test_rules_of_thumb_beat_chance() -> None:
    comparison = compare(cardlab.game("conquian"), RuleOfThumbBot, RandomBot, deals=30)
    assert comparison.mean > comparison.margin()
