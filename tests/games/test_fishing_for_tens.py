"""Fishing for Tens beside a second way of following it: pond, piles and values from lists of cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.game import OVER
from cardlab.players import RandomBot, RuleOfThumbBot
from cardlab.players.tournament import compare

PAIRS = {"A": "9", "2": "8", "3": "7", "4": "6", "5": "5", "6": "4", "7": "3", "8": "2", "9": "A"}
FIRST = {"A": 20, "9": 10, "T": 10, "J": 10, "Q": 10, "K": 10}


def value(card: str, players: int) -> int:
    if card[1] in "HD":
        return FIRST.get(card[0]) or int(card[0])
    return {"AS": 30 if players > 2 else 0, "AC": 40 if players > 3 else 0}.get(card, 0)


class Pond:
    """One deal, as somebody follows it who sees everything."""

    def __init__(self, match: Any) -> None:
        deal = match.entries[0].move
        self.hands = [[str(card) for card in hand] for hand in deal.hands]
        self.must, self.players = match.game.must_capture, len(self.hands)
        stock = [str(card) for card in deal.stock]
        self.pond, self.stock = stock[:4], stock[4:]
        self.piles: list[list[str]] = [[] for _ in self.hands]
        ranks = [card[0] for card in self.pond]
        self.three = {r for r in ranks if ranks.count(r) == 3 and r in "5TJQK"}
        if ranks.count(ranks[0]) == 4 and ranks[0] in "5TJQK":
            self.piles[match.state.dealer] = self.pond
            self.pond = []
        self.turn, self.turned = (match.state.dealer + 1) % self.players, ""

    def fits(self, card: str) -> list[list[str]]:
        wanted = [c for c in self.pond if c[0] == PAIRS.get(card[0], card[0])]
        whole = card[0] in self.three and len(wanted) == 3
        return [wanted] if whole else [[c] for c in wanted]

    def legal(self) -> set[str]:
        if self.turned:
            return {f"take {c}" for (c,) in self.fits(self.turned)}
        moves = set()
        for card in self.hands[self.turn]:
            takes = self.fits(card)
            moves |= {f"{card} takes {' '.join(part)}" for part in takes}
            moves |= set() if takes and self.must else {card}
        return moves

    def take(self, cards: list[str]) -> None:
        self.piles[self.turn] += cards
        self.pond = [c for c in self.pond if c not in cards]

    def play(self, move: str) -> None:
        if self.turned:
            self.take([move[5:], self.turned])
            self.turned = ""
        else:
            card, _, taken = move.partition(" takes ")
            self.hands[self.turn].remove(card)
            self.take([card, *taken.split()]) if taken else self.pond.append(card)
            up = self.stock.pop(0)
            takes = self.fits(up)
            if len(takes) > 1:
                self.turned = up
                return
            self.take([up, *takes[0]]) if takes else self.pond.append(up)
        self.turn = (self.turn + 1) % self.players


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("must_capture", [True, False])
@pytest.mark.parametrize("scale", [1, 5, 10])
def test_deals_followed_with_open_hands(players: int, must_capture: bool, scale: int) -> None:
    game = cardlab.game("fishing-for-tens", players=players, must_capture=must_capture, scale=scale)
    for seed in range(8):
        match, rng = game.match(seed=seed), random.Random(seed)
        pond = Pond(match)
        while match.state.standing.deal == 1 and any(pond.hands):
            assert match.to_move == pond.turn
            moves = {str(move): move for move in match.legal_moves()}
            assert set(moves) == pond.legal()
            chosen = rng.choice(sorted(moves))
            match.play(moves[chosen])
            pond.play(chosen)
            if pond.turned and not any(pond.hands):
                last = next(iter(pond.legal()))
                match.play(last)
                pond.play(last)
        lines = [entry for entry in match.lines if entry.deal == 1]
        sums = cardlab.totals(lines, (side.id for side in game.sides))
        par = {2: 105, 3: 80, 4: 70}[players]
        made = [sum(value(card, players) for card in cards) - par for cards in pond.piles]
        assert list(sums.values()) == [int(points / scale) for points in made]
        if must_capture:
            assert not pond.pond and sum(made) == 0, "every card pairs off"


def test_the_values_add_up_to_the_pars() -> None:
    for players, par in ((2, 105), (3, 80), (4, 70)):
        game = cardlab.game("fishing-for-tens", players=players)
        assert sum(map(game.counts, game.pack)) == players * par


@pytest.mark.parametrize(("scale", "highest"), [(1, 500), (5, 100), (10, 50)])
def test_a_target_goes_with_the_scale(scale: int, highest: int) -> None:
    game = cardlab.game("fishing-for-tens", scale=scale, target=highest)
    assert str(highest) in game.rules()
    higher = next((n for n in (100, 200, 500) if n > highest), None)
    if higher:
        with pytest.raises(ValueError, match=f"choose a target of {highest} at most"):
            cardlab.game("fishing-for-tens", scale=scale, target=higher)


def test_every_difference_is_divided_by_itself() -> None:
    """128 and 82 are 23 above and below par, which makes 2 of 10 and 4 of 5."""
    for scale, points in ((10, 2), (5, 4)):
        game = cardlab.game("fishing-for-tens", scale=scale)
        result = game.Result(pips=(38, 32), tens=(5, 5), aces=(2, 0))
        lines = game.score(result)
        assert [x.because for x in lines[-2:]] == [
            f"23 above par make {points}",
            f"23 below par make {points}",
        ]
        assert cardlab.totals(lines, ("south", "north")) == {"south": points, "north": -points}


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("fishing-for-tens")
    base = {"hands": {0: "6S 9H QC", 1: "2C 3C"}, "pond": "4H 4C KD QH", "stock": "TS 6D"}
    return game, game.state(**base | given)


@pytest.mark.parametrize(
    ("typed", "rule", "reason"),
    [
        ("6S takes 4H", None, ""),
        ("6S takes KD", "no-such-capture", "6♠ takes a four, with which it makes ten"),
        ("9H takes AH", "no-such-capture", "A♥ does not lie in the pond"),
        ("6S takes 4H 4C", "one-card-a-play", "6♠ takes one card of the pond"),
        ("6S", "must-capture", "6♠ can take a card from the pond"),
        ("9H", None, ""),
    ],
)
def test_what_may_be_taken(typed: str, rule: str | None, reason: str) -> None:
    game, state = table()
    verdict = game.verdict(state, typed)
    assert (verdict.legal, verdict.rule if rule else None) == (rule is None, rule)
    if rule:
        assert verdict.say(reader=0) == reason


def test_a_turned_card_takes_by_itself_or_lets_its_player_choose() -> None:
    game, state = table(stock="QD TS")
    after = game.after(state, "9H")
    assert after.piles[0] == ("QH", "QD") and after.to_move == 1
    game, state = table(stock="6D TS")
    after = game.after(state, "9H")
    assert after.to_move == 0 and set(game.legal_moves(after)) == {"take 4H", "take 4C"}
    assert game.after(after, "take 4H").piles[0] == ("4H", "6D")


def test_three_alike_in_the_first_pond_go_with_the_fourth() -> None:
    game, state = table(pond="QH QD QS 2D", triple=("Q",))
    assert "QC takes QH QD QS" in game.legal_moves(state)
    assert game.verdict(state, "QC takes QH").rule == "one-card-a-play"


def test_rules_of_thumb_beat_chance() -> None:
    comparison = compare(cardlab.game("fishing-for-tens"), RuleOfThumbBot, RandomBot, deals=30)
    assert comparison.mean > comparison.margin()


def test_what_was_taken_so_far_counts_in_the_end() -> None:
    """Bots look two rounds ahead and ask what the piles count there."""
    game = cardlab.game("fishing-for-tens", players=3)
    state = game.match(seed=4).state
    assert set(game.gains(game.lines_so_far(state)).values()) == {0}
    taken = [0, 0, 0]
    while state.phase is not OVER:
        seat, before = state.to_move, state.piles
        state = game.after(state, RuleOfThumbBot(1).choose(game.view(state)))
        new = [card for card in state.piles[seat] if card not in before[seat]]
        taken[seat] += sum(map(game.counts, new))
        gained = game.gains(game.lines_so_far(state))
        best = max(gained.values())
        assert [gained[side.id] == best for side in game.sides] == [n == max(taken) for n in taken]
    assert game.gains(game.deal_lines(state)) == game.gains(game.lines_so_far(state))
